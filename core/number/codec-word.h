/* The part of the codec that works on machine words. codec.h includes it for each width, with ULP_WORD the type,
 * ULP_WORD_BITS its width, ULP_WORD_TOP the index of its highest set bit and ULP_IN_WORD(name) the name for that width. */

/* Rounds a finite value, its significand below 2^(ULP_WORD_BITS - 3), to the magnitude of a binary format: exponent and
 * fraction fields read as one number, so that a carry out of the fraction reaches the exponent and a subnormal becomes a
 * normal by itself. They take at most ULP_WORD_BITS - 1 bits, the fraction one less; a result beyond the largest finite
 * value stands for overflow. Here for the number of lowest places to drop, below 0 to append. `binade` is from the lowest
 * one on. `exact`: no bit is lost, whatever the value; a constant then folds the rounding away. */
ULP_HD ULP_WORD ULP_IN_WORD(ulp_round_at)(const UlpPlaces *to, bool negative, int32_t binade, int32_t drop,
                                          ULP_WORD significand, bool sticky, bool exact, UlpRound round) {
  const int32_t left = drop < 0 ? -drop : 0;
  const ULP_WORD base = (ULP_WORD)((binade < to->binades ? binade : to->binades) - to->skipped) << to->fraction_bits;
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
ULP_HD ULP_WORD ULP_IN_WORD(ulp_round)(const UlpPlaces *to, bool negative, int32_t exponent, ULP_WORD significand,
                                       bool sticky, int32_t top, bool exact, UlpRound round) {
  const int32_t below = to->lowest - exponent;    /* places that the format does not have */
  const int32_t beyond = top - to->fraction_bits; /* places that the fraction does not have */
#ifdef __CUDA_ARCH__                              /* one path for all lanes */
  int32_t drop = beyond > below ? beyond : below;
  if (exact)
    drop = drop < 0 ? drop : 0;
  return ULP_IN_WORD(ulp_round_at)(to, negative, drop - below, drop, significand, sticky, exact, round);
#else /* a processor foresees the path, and with constant layouts the shifts of a normal number are constants */
  if (beyond >= below)
    return ULP_IN_WORD(ulp_round_at)(to, negative, beyond - below, beyond, significand, sticky, exact, round);
  return ULP_IN_WORD(ulp_round_at)(to, negative, 0, below, significand, sticky, exact, round);
#endif
}

#if ULP_WORD_BITS < 128
/* One conversion in words of how->word_bits. */
ULP_HD ULP_WORD ULP_IN_WORD(ulp_convert)(const UlpConversion *how, ULP_WORD bits, UlpRound round, UlpProfile profile) {
  const UlpPlaces *from = &how->source, *to = &how->target;
  const ULP_WORD magnitude = bits >> how->from_pad & (ULP_WORD)how->from_ones;
  const bool negative = bits >> how->from_sign & how->from_has_sign;
  if (magnitude > (ULP_WORD)how->from_largest || (how->from_zero_nan && negative && magnitude == 0))
    return (ULP_WORD)(ulp_pack_special(how->to, ulp_unpack_special(how->from, negative, magnitude), profile)
                      << how->to_pad);

  const int32_t field = (int32_t)(magnitude >> from->fraction_bits);
  const int32_t binade = from->skipped ? field : (field > 1 ? field : 1) - 1;
  ULP_WORD significand = magnitude - ((ULP_WORD)(binade - from->skipped) << from->fraction_bits);
  if (how->from_bare_zero && magnitude == 0)
    significand = 0;
  const int32_t exponent = from->lowest + binade;

  ULP_WORD rounded = 0;
  if (how->alike) {
    rounded = ULP_IN_WORD(ulp_round_at)(to, negative, 0, how->shorter, magnitude, false, how->exact, round);
  } else if (how->excess > 0) {
    const bool sticky = (significand & (((ULP_WORD)1 << how->excess) - 1)) != 0;
    rounded = ulp_round_32(to, negative, exponent + how->excess, (uint32_t)(significand >> how->excess), sticky, 28,
                           false, round);
  } else if (how->normal || significand) {
    const int32_t top = how->normal || field ? from->fraction_bits : ULP_WORD_TOP(significand);
    rounded = ULP_IN_WORD(ulp_round)(to, negative, exponent, significand, false, top, how->exact, round);
  }

  bool minus = negative;
  if (rounded > (ULP_WORD)how->to_largest) {
    const bool directed = round != ULP_ROUND_RN && !ulp_rounds_away(round, negative);
    rounded = (ULP_WORD)(directed || (profile & ULP_RULE_SATURATE) ? how->to_largest : how->to_beyond);
    minus |= how->to_zero_nan && rounded == 0;
  } else if (how->to_zero_nan && rounded == 0) {
    minus = false;
  }
  return (rounded | (ULP_WORD)minus << how->to_sign) << how->to_pad;
}
#endif

#undef ULP_WORD
#undef ULP_WORD_BITS
#undef ULP_WORD_TOP
#undef ULP_IN_WORD
