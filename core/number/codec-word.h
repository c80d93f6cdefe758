/* The part of the codec that works on machine words. codec.h includes it for each width, with ULP_WORD the type,
 * ULP_WORD_BITS its width, ULP_WORD_TOP the index of its highest set bit and ULP_IN_WORD(name) the name for that width. */

/* Rounds a finite value, its significand below 2^(ULP_WORD_BITS - 3), to the magnitude of a binary format: exponent and
 * fraction fields read as one number, so that a carry out of the fraction reaches the exponent and a subnormal becomes a
 * normal by itself. They take at most ULP_WORD_BITS - 1 bits, the fraction one less; a result beyond the largest finite
 * value stands for overflow. Here for the number of lowest places to drop, below 0 to append. `binade` is from the lowest
 * one on. `exact`: no bit is lost, whatever the value; a constant then folds the rounding away. */
ULP_HD ULP_WORD ULP_IN_WORD(ulp_round_at)(UlpLayout layout, bool negative, int32_t binade, int32_t drop,
                                          ULP_WORD significand, bool sticky, bool exact, UlpRound round) {
  const int32_t binades = 1 << layout.exponent_bits, left = drop < 0 ? -drop : 0;
  const ULP_WORD base = (ULP_WORD)((binade < binades ? binade : binades) - !layout.has_subnormals)
                        << layout.fraction_bits;
  if (exact)
    return base + (significand << left);
  const ULP_WORD wide = significand << 1 | sticky;
  const int32_t right = 1 + (drop < 0 ? 0 : drop > ULP_WORD_BITS - 2 ? ULP_WORD_BITS - 2 : drop);
  const ULP_WORD unit = (ULP_WORD)1 << right;
  ULP_WORD up; /* carries into the bits that are kept where they are to be rounded up */
  if (round == ULP_ROUND_RN)
    up = (unit >> 1) - 1 + (((wide >> right) + base) & 1);
  else
    up = (unit - 1) & (0 - (ULP_WORD)ulp_rounds_away(round, negative));
  return base + ((wide + up) >> right << left);
}

/* `top` is the index of the significand's highest bit; or at least that, where all with a lower one become subnormal. */
ULP_HD ULP_WORD ULP_IN_WORD(ulp_round)(UlpLayout layout, bool negative, int32_t exponent, ULP_WORD significand,
                                       bool sticky, int32_t top, bool exact, UlpRound round) {
  const int32_t below = ulp_layout_lowest(layout) - exponent; /* places that the format does not have */
  const int32_t beyond = top - layout.fraction_bits;          /* places that the fraction does not have */
#ifdef __CUDA_ARCH__                                          /* one path for all lanes */
  int32_t drop = beyond > below ? beyond : below;
  if (exact)
    drop = drop < 0 ? drop : 0;
  return ULP_IN_WORD(ulp_round_at)(layout, negative, drop - below, drop, significand, sticky, exact, round);
#else /* a processor foresees the path, and with constant layouts the shifts of a normal number are constants */
  if (beyond >= below)
    return ULP_IN_WORD(ulp_round_at)(layout, negative, beyond - below, beyond, significand, sticky, exact, round);
  return ULP_IN_WORD(ulp_round_at)(layout, negative, 0, below, significand, sticky, exact, round);
#endif
}

/* The fields of a rounded magnitude that may lie beyond the largest finite one. */
ULP_HD ULP_WORD ULP_IN_WORD(ulp_fields)(UlpLayout layout, bool negative, ULP_WORD magnitude, UlpRound round,
                                        UlpProfile profile) {
  const ULP_WORD largest = (ULP_WORD)ulp_magnitude_largest(layout);
  const bool beyond = magnitude > largest;
  if (beyond) {
    const bool directed = round != ULP_ROUND_RN && !ulp_rounds_away(round, negative);
    magnitude = directed || (profile & ULP_RULE_SATURATE) ? largest : (ULP_WORD)ulp_magnitude_beyond(layout);
  }
  if (layout.nan == ULP_NAN_NEGATIVE_ZERO && magnitude == 0)
    negative = beyond;
  return (ULP_WORD)ulp_sign_and_magnitude(layout, negative, magnitude);
}

#if ULP_WORD_BITS < 128
/* Of a pair for which ulp_convert_word_bits says so. */
ULP_HD ULP_WORD ULP_IN_WORD(ulp_convert)(UlpLayout from, UlpLayout to, ULP_WORD bits, UlpRound round,
                                         UlpProfile profile) {
  const int fraction_bits = from.fraction_bits;
  const ULP_WORD magnitude = bits >> from.pad_bits & (ULP_WORD)ulp_magnitude_all_ones(from);
  const bool negative = from.has_sign && (bits >> (from.pad_bits + ulp_layout_width(from) - 1) & 1);
  const ULP_WORD largest = (ULP_WORD)ulp_magnitude_largest(from);
  if (magnitude > largest || (from.nan == ULP_NAN_NEGATIVE_ZERO && negative && magnitude == 0))
    return (ULP_WORD)(ulp_pack_special(to, ulp_unpack_special(from, negative, magnitude), profile) << to.pad_bits);

  const int32_t field = (int32_t)(magnitude >> fraction_bits);
  const int32_t binade = from.has_subnormals ? (field > 1 ? field : 1) - 1 : field;
  ULP_WORD significand = magnitude - ((ULP_WORD)(binade - !from.has_subnormals) << fraction_bits);
  if (from.has_zero && !from.has_subnormals && magnitude == 0)
    significand = 0;
  const int32_t exponent = ulp_layout_lowest(from) + binade;

  /* What the layouts alone decide. */
  const int32_t shorter = fraction_bits - to.fraction_bits, excess = fraction_bits - 28;
  const int32_t higher = ulp_layout_lowest(to) + to.fraction_bits - ulp_layout_lowest(from) - fraction_bits;
  const bool exact = shorter <= 0 && higher + shorter <= 0; /* `to` has all places of `from` */
  const bool normal = higher >= 0;                          /* what is no normal number in `from` is none in `to` */
  const bool halves = normal && excess > 0 && to.fraction_bits <= 27 && to.exponent_bits + to.fraction_bits <= 31;
  const bool alike = higher == 0 && from.has_subnormals && from.exponent_bits <= to.exponent_bits &&
                     largest <= ((ULP_WORD)-1 >> 1) - ((ULP_WORD)1 << (shorter > 0 ? shorter : 0));

  ULP_WORD rounded = 0;
  if (alike) { /* the same binades: the fields, as one number, get longer or shorter */
    rounded = ULP_IN_WORD(ulp_round_at)(to, negative, 0, shorter, magnitude, false, exact, round);
  } else if (halves) { /* half a word does, with what it does not hold in `sticky` */
    const bool sticky = (significand & (((ULP_WORD)1 << excess) - 1)) != 0;
    rounded =
        ulp_round_32(to, negative, exponent + excess, (uint32_t)(significand >> excess), sticky, 28, false, round);
  } else if (normal || significand) {
    const int32_t top = normal || field ? fraction_bits : ULP_WORD_TOP(significand);
    rounded = ULP_IN_WORD(ulp_round)(to, negative, exponent, significand, false, top, exact, round);
  }
  return ULP_IN_WORD(ulp_fields)(to, negative, rounded, round, profile) << to.pad_bits;
}
#endif

#undef ULP_WORD
#undef ULP_WORD_BITS
#undef ULP_WORD_TOP
#undef ULP_IN_WORD
