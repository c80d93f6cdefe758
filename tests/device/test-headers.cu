/* test-headers [EVERY]: CUDA's headers, as they convert on the host, against the codec under CUDA's profiles: every pattern of
 * sources of up to 16 bits, one of EVERY (65537) of wider ones. Each class of elements that differ is printed with its first
 * example; status 1 when there is one. */
#include "kernels/convert-headers.cuh"

#include <cstdio>
#include <cstdlib>

static uint64_t every = 65537;

template <class How> static bool agrees(UlpRound round, UlpProfile profile, const char *name) {
  const UlpLayout from = ulp_layout(How::from), to = ulp_layout(How::to);
  const UlpConversion how = ulp_conversion(from, to);
  /* __bfloat162float is a shift (cuda_bf16.hpp): the one conversion that keeps a NaN as it is, signalling too. */
  const bool is_shift = How::from == ULP_FORMAT_BF16 && How::to == ULP_FORMAT_FP32;
  const bool wide = from.container_bits > 16;
  const UlpBits step = !wide ? 1 : from.container_bits > 32 ? (UlpBits)every << 32 | 0x9e3779b9u : every;
  uint64_t differ[ULP_N_CLASSES] = {};
  for (UlpBits bits = 0; bits >> from.container_bits == 0; bits += step) {
    const uint64_t pattern = static_cast<uint64_t>(bits);
    const uint64_t expected = is_shift && ulp_unpacked_is_nan(ulp_unpack(from, bits))
                                  ? pattern << 16
                                  : static_cast<uint64_t>(ulp_convert(&how, bits, round, profile));
    const uint64_t found = How::convert(pattern);
    const UlpClass class_ = ulp_unpack(from, bits).class_;
    if (expected != found && differ[class_]++ == 0)
      printf("%s: 0x%llx, class %d: the codec has 0x%llx, the header 0x%llx\n", name,
             static_cast<unsigned long long>(pattern), static_cast<int>(class_),
             static_cast<unsigned long long>(expected), static_cast<unsigned long long>(found));
  }
  uint64_t all = 0;
  for (const uint64_t n : differ)
    all += n;
  if (all)
    printf("%s: %llu differ\n", name, static_cast<unsigned long long>(all));
  return all == 0;
}

int main(int argc, char **argv) {
  bool good = true;
  if (argc > 1)
    every = strtoull(argv[1], nullptr, 10);
#define ULP_HEADER(FROM, TO, ROUND, PROFILE, ...)                                                                      \
  good &= agrees<Header<ULP_FORMAT_##FROM, ULP_FORMAT_##TO, ULP_ROUND_##ROUND, ULP_PROFILE_##PROFILE>>(                \
      ULP_ROUND_##ROUND, ULP_PROFILE_##PROFILE, #FROM " to " #TO ", " #ROUND ", " #PROFILE);
#include "kernels/convert-headers.def"
#undef ULP_HEADER
  return good ? 0 : 1;
}
