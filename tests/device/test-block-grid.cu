/* Scales and elements of blocks by a processor's arithmetic (kernels/block-grid.cuh) against core/number/block.h, on the host:
 * every format of blocks, rule and rounding, from fp32 and fp64; largest magnitudes at and beside every rule's thresholds and at
 * the ends, numbers at and beside every element and every tie under the scale, and far below. */
#include "kernels/block-grid.cuh"

#include "core/input/random.h"

#include <cstdio>
#include <limits>

static int failures = 0;

template <class Own> static UlpFormat format_of() { return sizeof(Own) == 4 ? ULP_FORMAT_FP32 : ULP_FORMAT_FP64; }

template <class Own> static UlpUnpacked unpacked(Own x) {
  return ulp_unpack(ulp_layout(format_of<Own>()), bits_as<Word<Own>>(x));
}

template <class Own> static Own packed(UlpUnpacked value) {
  return bits_as<Own>(
      static_cast<Word<Own>>(ulp_pack(ulp_layout(format_of<Own>()), value, ULP_ROUND_RN, ULP_PROFILE_SATURATE)));
}

/* The number `by` places above, or below for a negative one. */
template <class Own> static Own moved(Own x, int by) {
  const Word<Own> bits = bits_as<Word<Own>>(std::fabs(x)), most = bits_as<Word<Own>>(std::numeric_limits<Own>::max());
  const Word<Own> to = by < 0 && bits < static_cast<Word<Own>>(-by) ? 0 : bits + static_cast<Word<Own>>(by);
  return std::copysign(bits_as<Own>(to < most ? to : most), x);
}

template <class Own, bool IS_POWER> class Subject {
public:
  Subject(UlpFormat blocks, const char *name) : blocks_(blocks), name_(name) {}

  void check() {
    const int before = failures;
    for (uint64_t turn = 0; turn < 1500; turn++) {
      job_ = {};
      job_.to = blocks_;
      job_.random_bits = 1 + static_cast<uint32_t>(turn % ULP_ROUND_MAX_BITS);
      job_.rule = static_cast<UlpBlockRule>(turn % ULP_N_BLOCK_RULES);
      job_.tensor_scale = tensor_scale(turn);
      grid_ = block_grid_of<Real>(blocks_, job_);
      check_block(turn, largest(turn));
    }
    std::printf("%sok - %s from fp%d\n", failures == before ? "" : "not ", name_, static_cast<int>(8 * sizeof(Own)));
  }

private:
  using Real = BlockReal<Own, IS_POWER>;

  static uint32_t tensor_scale(uint64_t turn) {
    const uint32_t random = ulp_random(7, turn, 0).word[0];
    switch (turn % 8) {
    case 0:
      return 0x3f800000u;
    case 1: /* any number above 0 that is finite */
      return 1 + random % 0x7f7fffffu;
    case 2:
      return 1 + random % 100;
    case 3:
      return 0x7f7fffffu - random % 100;
    default:
      return 0x3a000000u + random % 0x08000000u;
    }
  }

  /* An amax: of any size, at a power of two times what a rule looks at, at either end. */
  Own largest(uint64_t turn) const {
    static const double at[] = {1, 1.5, 1.75, 1.875, 1.984375, 1.9375, 1.96875, 1.25, 1.9921875, 1.999};
    const UlpRandom random = ulp_random(8, turn, 0);
    constexpr int most = sizeof(Own) == 4 ? 127 : 1023;
    const int near = static_cast<int>(random.word[1] % 40) - 20;
    const int top = turn % 3   ? near
                    : turn % 2 ? (random.word[1] & 64 ? 127 : -127) + near / 4 /* where e8m0 ends */
                               : static_cast<int>(random.word[1] % static_cast<unsigned>(2 * most + 60)) - most - 60;
    const double significand = turn % 5 ? at[random.word[2] % 10] : 1 + random.word[2] * 0x1p-32;
    const double value = turn % 97 == 0 ? 0 : std::ldexp(significand, top);
    const Own own = static_cast<Own>(value > static_cast<double>(std::numeric_limits<Own>::max())
                                         ? static_cast<double>(std::numeric_limits<Own>::max())
                                         : value);
    return moved(own, static_cast<int>(random.word[3] % 3) - 1);
  }

  void check_block(uint64_t turn, Own amax) {
    const UlpUnpacked exact = unpacked(std::fabs(amax));
    const UlpBits scale = ulp_block_scale(blocks_, exact, job_.tensor_scale, job_.rule);
    const UlpUnpacked by = ulp_block_step(blocks_, scale, job_.tensor_scale);
    const Step<Real> step = step_of<IS_POWER>(grid_, amax);
    if (step.scale != scale) {
      fail("scale", static_cast<double>(amax), 0, static_cast<uint32_t>(scale), step.scale);
      return;
    }
    for (uint64_t i = 0; i < 60; i++)
      check_number(number(turn, i, amax, by), by, step, static_cast<uint32_t>(60 * turn + i));
  }

  /* An element or the middle of two of them times the step, or beside that; or any part of amax. */
  Own number(uint64_t turn, uint64_t i, Own amax, UlpUnpacked by) const {
    const UlpRandom random = ulp_random(9 + turn, i, 0);
    const UlpLayout element = ulp_layout(blocks_);
    Own x = static_cast<Own>(amax * (random.word[0] * 0x1p-32));
    if (i % 3 && by.significand) {
      UlpUnpacked value = ulp_unpack(element, random.word[1] & ulp_low_bits(element.container_bits - 1));
      if (value.class_ < ULP_CLASS_INFINITE && value.significand) {
        value.significand = 2 * value.significand + (random.word[2] & 1);
        value.exponent--;
        value.negative = false;
        x = packed<Own>(ulp_unpacked_multiply(value, by));
      }
    } else if (i % 9 == 0) { /* anything not larger than amax */
      x = bits_as<Own>(bits_as<Word<Own>>(amax) >> random.word[2] % (8 * sizeof(Own)));
    }
    x = moved(x, static_cast<int>(random.word[3] >> 1) % 3 - 1);
    x = x > amax ? amax : x;
    return random.word[3] & 1 ? -x : x;
  }

  void check_number(Own x, UlpUnpacked by, const Step<Real> &step, uint32_t turn) {
    check_round<ULP_ROUND_RN>(x, by, step, turn);
    check_round<ULP_ROUND_RZ>(x, by, step, turn);
    check_round<ULP_ROUND_RU>(x, by, step, turn);
    check_round<ULP_ROUND_RD>(x, by, step, turn);
    check_round<ULP_ROUND_RNA>(x, by, step, turn);
    check_round<ULP_ROUND_RO>(x, by, step, turn);
    check_round<ULP_ROUND_SR>(x, by, step, turn);
  }

  template <UlpRound ROUND> void check_round(Own x, UlpUnpacked by, const Step<Real> &step, uint32_t turn) {
    const int bits = static_cast<int>(job_.random_bits);
    const uint32_t word = ulp_random(6, turn, 0).word[0];
    const UlpRound round = ROUND == ULP_ROUND_SR ? ulp_round_stochastic(word, bits) : ROUND;
    const uint32_t expected =
        static_cast<uint32_t>(ulp_block_element(blocks_, ulp_block_quotient(unpacked(x), by), by, round));
    const uint32_t as_sign =
        element_bits<ROUND>(grid_, static_cast<Real>(x), quotient_of<ROUND, IS_POWER>(step, x), word >> (32 - bits));
    const uint32_t found = grid_.twos_complement ? in_twos_complement(grid_, as_sign) : as_sign;
    if (expected != found)
      fail("element", static_cast<double>(x), ROUND, expected, found);
  }

  void fail(const char *what, double x, UlpRound round, uint32_t expected, uint32_t found) {
    if (failures++ < 20)
      std::printf("# %s, rule %d, tensor %08x: %s of %a in rounding %u: expected %x, found %x\n", name_,
                  static_cast<int>(job_.rule), job_.tensor_scale, what, x, round, expected, found);
  }

  UlpFormat blocks_;
  const char *name_;
  UlpConvertJob job_ = {};
  BlockGrid<Real> grid_ = {};
};

/* Every element that is finite, before it is scaled. */
template <UlpFormat BLOCKS> static void check_values(const char *name) {
  const int before = failures;
  for (uint32_t bits = 0; bits < 1u << (BLOCKS & 0xff); bits++) {
    const UlpUnpacked value = ulp_unpack(ulp_layout(BLOCKS), bits);
    const bool is_special = (bits & 0x7f) >= kFirstSpecial<BLOCKS>;
    const float expected = packed<float>(value), found = element_value<BLOCKS>(bits);
    if (is_special != (value.class_ >= ULP_CLASS_INFINITE) ||
        (!is_special && (expected != found || std::signbit(expected) != std::signbit(found))))
      failures++;
  }
  std::printf("%sok - values of %s\n", failures == before ? "" : "not ", name);
}

static void check_powers() {
  const int before = failures;
  for (uint32_t scale = 0; scale < 255; scale++)
    failures += power_of_scale<float>(scale) != std::ldexp(1.0f, static_cast<int>(scale) - 127) ||
                power_of_scale<double>(scale) != std::ldexp(1.0, static_cast<int>(scale) - 127);
  std::printf("%sok - scales\n", failures == before ? "" : "not ");
}

int main() {
#define ULP_BLOCK_FORMAT(id, ID, title, element, log2_length, scale, tensor, source)                                   \
  Subject<float, ULP_BLOCK_SCALE_##scale == ULP_BLOCK_SCALE_E8M0>(ULP_BLOCKS_##ID, #id).check();                       \
  Subject<double, ULP_BLOCK_SCALE_##scale == ULP_BLOCK_SCALE_E8M0>(ULP_BLOCKS_##ID, #id).check();                      \
  check_values<ULP_BLOCKS_##ID>(#id);
#include "core/number/blocks.def"
#undef ULP_BLOCK_FORMAT
  check_powers();
  std::printf("1..22\n");
  return failures != 0;
}
