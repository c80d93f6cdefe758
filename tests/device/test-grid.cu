/* Rounding by a processor's arithmetic (kernels/grid.cuh) against the codec, on the host: every rounding, to formats of every
 * kind that it is for, from fp32 and fp64: numbers of any size that the format reaches, near its values and its ties, and
 * those of its smallest and largest numbers. */
#include "kernels/grid.cuh"

#include "core/input/random.h"

#include <cstdio>

static int failures = 0, tests = 0;

template <class Real> class Subject {
public:
  Subject(UlpFormat to, const char *name) : to_(ulp_layout(to)), name_(name) {}

  void check() {
    const int before = failures;
    const bool exact = to_.fraction_bits >= P::fraction_bits;
    if (!has_grid<Real>(to_, exact))
      fail("has no grid", 0, 0, 0, 0);
    for (uint64_t i = 0; i < 60000; i++)
      check_rounds(pattern(i), static_cast<int>(i));
    std::printf("%sok - %s from fp%d\n", failures == before ? "" : "not ", name_, static_cast<int>(8 * sizeof(Real)));
    tests++;
  }

private:
  using P = Parts<Real>;

  /* A value of the format or the middle between two, with what is cut off at one of: 0, the last place, half, all. */
  Real pattern(uint64_t i) const {
    const UlpRandom random = ulp_random(to_.fraction_bits, i, 0);
    const UlpLayout real = ulp_layout(sizeof(Real) == 4 ? ULP_FORMAT_FP32 : ULP_FORMAT_FP64);
    const UlpBits any =
        static_cast<UlpBits>(ulp_random_low(random) % static_cast<uint64_t>(ulp_magnitude_largest(to_)));
    const UlpBits magnitude = i % 5 == 0 ? any % (UlpBits{3} << to_.fraction_bits) : any;
    Word<Real> bits =
        static_cast<Word<Real>>(ulp_convert_bits(to_, real, magnitude << to_.pad_bits, ULP_ROUND_RN, ULP_PROFILE_IEEE));
    const int places = P::fraction_bits - to_.fraction_bits;
    const Word<Real> unit = Word<Real>{1} << places, low = random.word[2] % 3 - 1;
    if (places > 0 && i % 7)
      bits += random.word[2] & 8 ? static_cast<Word<Real>>(ulp_random_high(random)) & (unit - 1)
                                 : (i % 2 ? unit / 2 : 0) + (bits ? low : 0);
    else if (bits)
      bits += i % 2 ? low : 0;
    if (random.word[3] % 11 == 0) /* far below the smallest one */
      bits = static_cast<Word<Real>>(ulp_random_high(random)) >> (1 + random.word[2] % (8 * sizeof(Real) - 1));
    bits &= ~(Word<Real>{1} << (8 * sizeof(Real) - 1));
    const Real limit = P::of_top(grid_top<Real>(to_, false));
    const Real most = std::fmin(largest(), limit), any_value = bits_as<Real>(bits);
    const Real value = any_value <= most ? any_value : most; /* of NaN, too */
    return random.word[3] & 1 ? -value : value;
  }

  Real largest() const {
    const UlpLayout real = ulp_layout(sizeof(Real) == 4 ? ULP_FORMAT_FP32 : ULP_FORMAT_FP64);
    return bits_as<Real>(static_cast<Word<Real>>(
        ulp_convert_bits(to_, real, ulp_magnitude_largest(to_) << to_.pad_bits, ULP_ROUND_RN, ULP_PROFILE_IEEE)));
  }

  void check_rounds(Real x, int turn) {
    check_round<ULP_ROUND_RN>(x, turn);
    check_round<ULP_ROUND_RZ>(x, turn);
    check_round<ULP_ROUND_RU>(x, turn);
    check_round<ULP_ROUND_RD>(x, turn);
    check_round<ULP_ROUND_RNA>(x, turn);
    check_round<ULP_ROUND_RO>(x, turn);
    if (has_grid_by_chance<Real>(to_))
      check_round<ULP_ROUND_SR>(x, turn);
  }

  template <UlpRound ROUND> void check_round(Real x, int turn) {
    const int bits = 1 + turn % ULP_ROUND_MAX_BITS;
    const uint32_t word = ulp_random(1, static_cast<uint64_t>(turn), 0).word[0];
    const Grid<Real> grid = grid_of<Real>(to_, static_cast<uint32_t>(bits));
    const UlpRound round = ROUND == ULP_ROUND_SR ? ulp_round_stochastic(word, bits) : ROUND;
    const UlpLayout real = ulp_layout(sizeof(Real) == 4 ? ULP_FORMAT_FP32 : ULP_FORMAT_FP64);
    const uint32_t expected =
        static_cast<uint32_t>(ulp_convert_bits(real, to_, bits_as<Word<Real>>(x), round, ULP_PROFILE_IEEE));
    const uint32_t found = fields_on_grid<ROUND>(grid, x, word >> (32 - bits));
    if (expected != found)
      fail("differs", x, ROUND, expected, found);
    if (ROUND == ULP_ROUND_RZ) { /* what the format has */
      const Real value =
          bits_as<Real>(static_cast<Word<Real>>(ulp_convert_bits(to_, real, expected, ULP_ROUND_RN, ULP_PROFILE_IEEE)));
      if (fields_of(grid, value) != expected)
        fail("differs where it is exact", value, ROUND, expected, fields_of(grid, value));
    }
  }

  void fail(const char *what, Real x, UlpRound round, uint32_t expected, uint32_t found) {
    if (failures++ < 20)
      std::printf("# %s: %a in rounding %u %s: expected %x, found %x\n", name_, static_cast<double>(x), round, what,
                  expected, found);
  }

  UlpLayout to_;
  const char *name_;
};

template <class Real> static void check_all() {
  Subject<Real>(ULP_FORMAT_BF16, "bf16").check();
  Subject<Real>(ULP_FORMAT_FP16, "fp16").check();
  Subject<Real>(ULP_FORMAT_TF32, "tf32").check();
  Subject<Real>(ULP_FORMAT_E5M2, "e5m2").check();
  Subject<Real>(ULP_FORMAT_E4M3, "e4m3").check();
  Subject<Real>(ULP_FORMAT_E3M2, "e3m2").check();
  Subject<Real>(ULP_FORMAT_E2M3, "e2m3").check();
  Subject<Real>(ULP_FORMAT_E2M1, "e2m1").check();
  Subject<Real>(ULP_FORMAT_PACK(16, 3, ULP_CODING_BINARY, 5, 7, 15, ULP_NAN_IEEE, ULP_HAS_IEEE), "e5m7").check();
}

int main() {
  check_all<float>();
  check_all<double>();
  Subject<double>(ULP_FORMAT_FP32, "fp32").check();
  std::printf("1..%d\n", tests);
  return failures != 0;
}
