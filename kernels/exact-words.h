/* The end of an exact sum: limbs, added up over all threads, become one integer, which is rounded once. For the host. */
#pragma once

#include "core/number/codec.h"

#include <cstdint>

/* The integer behind a sum: two's complement, little end first. */
class ExactWords {
public:
  /* Adds value * 2^position. */
  void add(__int128 value, int position) {
    const int first = position / 64, shift = position % 64;
    const uint64_t sign = value < 0 ? ~uint64_t{0} : 0;
    const uint64_t low = static_cast<uint64_t>(value), high = static_cast<uint64_t>(value >> 64);
    const uint64_t shifted[3] = {low << shift, shift ? high << shift | low >> (64 - shift) : high,
                                 shift ? sign << shift | high >> (64 - shift) : sign};
    unsigned carry = 0;
    for (int i = first; i < kWords; i++) {
      const uint64_t addend = i - first < 3 ? shifted[i - first] : sign;
      const unsigned __int128 total = static_cast<unsigned __int128>(words_[i]) + addend + carry;
      words_[i] = static_cast<uint64_t>(total);
      carry = static_cast<unsigned>(total >> 64);
    }
  }

  bool is_zero() const {
    for (const uint64_t word : words_)
      if (word)
        return false;
    return true;
  }

  /* The integer times 2^unit, rounded to nearest: bits of `format`. Not for zero. */
  uint64_t round(int unit, UlpFormat format) const {
    ExactWords magnitude = *this;
    const bool negative = words_[kWords - 1] >> 63;
    if (negative)
      magnitude.negate();
    int top = kWords - 1;
    while (!magnitude.words_[top])
      top--;
    /* The two highest words carry at least 65 bits, more than any format here keeps; the rest is sticky. */
    const int bottom = top ? top - 1 : 0;
    UlpUnpacked value = {ULP_CLASS_NORMAL, negative, false, unit + 64 * bottom, magnitude.words_[top]};
    if (top)
      value.significand = value.significand << 64 | magnitude.words_[bottom];
    for (int i = 0; i < bottom; i++)
      value.sticky |= magnitude.words_[i] != 0;
    if (value.significand >> 127) {
      value.sticky |= static_cast<bool>(value.significand & 1);
      value.significand >>= 1;
      value.exponent++;
    }
    return static_cast<uint64_t>(ulp_pack(ulp_layout(format), value, ULP_ROUND_RN, ULP_PROFILE_IEEE));
  }

private:
  /* 2098 bits from 2^-1074 up to 2^1024, 64 for the number of additions, and a sign. */
  static constexpr int kWords = 36;

  void negate() {
    unsigned carry = 1;
    for (uint64_t &word : words_) {
      word = ~word + carry;
      carry = carry && !word;
    }
  }

  uint64_t words_[kWords] = {};
};
