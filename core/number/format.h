/* What a format is, derived from its layout: ids, limits, spacing, neighbours, exact text. */
#pragma once

#include "core/number/codec.h"

#include <glib.h>

extern const UlpFormat ulp_formats[]; /* the named ones: ULP_N_FORMATS, in the order of formats.def */

/* Those of them that are shown where nothing is said, as a list that the user may change: "fp64,fp32,...". */
#define ULP_FORMATS_USUAL "fp64,fp32,tf32,bf16,fp16,e5m2,e4m3"

typedef struct {
  const char *id;
  const char *title; /* N_() */
  const char *source;
} UlpFormatInfo;

/* Of any valid format; one that has no name is called by what ulp_format_from_id takes for it. Kept to the end of the
 * program. */
const UlpFormatInfo *ulp_format_info(UlpFormat format);

/* The id of a named format, in any case, int8 to int64, uint8 to uint64, an alias, or a typed layout: eXmY, a sign, X
 * exponent and Y fraction bits as IEEE 754 has them, then in any order
 *     -biasB                 exponent bias, else 2^(X-1) - 1
 *     -ieee                  tells it from a named format of that id
 *     -noinf                 no infinities
 *     -nonan, -onenan, -zeronan   no NaN; only where exponent and fraction are all ones; in the place of -0
 *     -nosubnormals, -unsigned, -nozero, -leadingbit
 * ULP_ERROR_USAGE says what is wrong and lists the ids. */
gboolean ulp_format_from_id(const char *id, UlpFormat *format, GError **error);

/* What a format is called elsewhere (aliases.def). */
typedef struct {
  const char *alias; /* in lower case; read in any */
  const char *id;    /* as ulp_format_info has it: a format of the list, or a layout */
  const char *user;  /* who calls it so; "": many */
} UlpFormatAlias;
const UlpFormatAlias *ulp_format_aliases(guint *n);
const char *ulp_format_id_of_alias(const char *alias); /* NULL: it is none */
char *ulp_format_alias_names(const char *id);          /* "float16, half": new string, "" where there are none */

/* The formats of a comma-separated list, in its order and without repeats: UlpFormat elements. "all" is every named one.
 * ULP_ERROR_USAGE as ulp_format_from_id. */
GArray *ulp_formats_parse(const char *list, GError **error);

extern const char *const ulp_format_ids[];   /* NULL-terminated, in the order of ulp_formats: choices of a parameter */
extern const char *const ulp_round_ids[];    /* NULL-terminated, in the order of UlpRound */
extern const char *const ulp_round_titles[]; /* N_() */
extern const UlpProfile ulp_profiles[];      /* ULP_N_PROFILES, in the order of profiles.def */
extern const char *const ulp_profile_ids[];  /* NULL-terminated, in the same order */
extern const char *const ulp_profile_titles[]; /* N_() */
extern const char *const ulp_profile_sources[];
guint ulp_profile_index(UlpProfile profile);    /* of one in the list: its place there */
const char *ulp_profile_id(UlpProfile profile); /* of one in the list; NULL for another set of rules */
extern const char *const ulp_class_titles[];    /* N_(): zero, subnormal, normal, infinity, quiet NaN, signalling NaN */

/* What a format is made of, in words for tables: "1/5/10" (sign, exponent, fraction; "-" for a coding without such fields),
 * and its NaN: "yes", "3 per sign", "0x7f, 0xff only", "no". New strings, not translated. */
char *ulp_format_fields(UlpFormat format);
char *ulp_format_nans(UlpFormat format);

/* What bit `bit` of the container, 0 the lowest, stands for. A posit's regime counts as exponent and moves with its value. */
typedef enum { ULP_FIELD_UNUSED, ULP_FIELD_SIGN, ULP_FIELD_EXPONENT, ULP_FIELD_SIGNIFICAND } UlpField;
UlpField ulp_bits_field(UlpFormat format, UlpBits bits, guint bit);

/* What the exponent's bits say, in words: "stored exponent 123 - bias 127 = -4". New string, translated; NULL where there are none
 * or they say nothing. */
char *ulp_bits_exponent_words(UlpFormat format, UlpBits bits);

/* What a 1 at `bit` counts in the finite value `bits`: "weight 2^-3 = 0.125", "counts 512 in the stored exponent". New string, translated;
 * NULL where it counts nothing of its own. */
char *ulp_bits_weight_words(UlpFormat format, UlpBits bits, guint bit);

/* What a NaN says beside being one: the fraction without the bit that makes it quiet (IEEE 754-2019, 6.2.1), "0x1"; "" for others.
 * New string. */
char *ulp_bits_payload_text(UlpFormat format, UlpBits bits);

/* The bytes of one container as they lie in memory, lowest address first: "cd cc cc 3d" when `little`. New string. */
char *ulp_bits_bytes_text(UlpFormat format, UlpBits bits, gboolean little);

guint ulp_format_bytes(UlpFormat format); /* that hold one container */

/* Whether every number of the format is one of `into`, too. */
gboolean ulp_format_fits(UlpFormat format, UlpFormat into);
/* Into fp64, so that ulp_bits_to_double is exact. */
gboolean ulp_format_fits_fp64(UlpFormat format);

/* Bits of the positive extremes. */
UlpBits ulp_format_largest(UlpFormat format);         /* largest finite value */
UlpBits ulp_format_smallest_normal(UlpFormat format); /* positive; of a coding without subnormals the smallest */
UlpBits ulp_format_smallest(UlpFormat format);        /* smallest positive value, subnormal where there are such */
UlpBits ulp_format_nan(UlpFormat format); /* the canonical quiet NaN, sign clear, payload zero; where there is none what
                                             ulp_pack makes of one */
gboolean ulp_format_has_infinity(UlpFormat format);
gboolean ulp_format_has_nan(UlpFormat format);

UlpClass ulp_bits_class(UlpFormat format, UlpBits bits);
/* The next value towards +infinity (`up`) or -infinity, as nextUp/nextDown of IEEE 754-2019, 5.3.1: +-0 count as one
 * value; outwards the infinity (or, without one, the largest finite value) stays, and so does the smallest of a format
 * without sign; NaN stays. */
UlpBits ulp_bits_neighbour(UlpFormat format, UlpBits bits, gboolean up);

/* Exponent e such that one ulp of the finite value is 2^e; at 0 and for subnormals that of the smallest subnormal. Has
 * no meaning for infinities and NaN. */
int ulp_bits_ulp_exponent(UlpFormat format, UlpBits bits);

/* The same for any number, a value of the format or not, with magnitude in [2^top, 2^(top + 1)): the smallest value bounds
 * the ulp below, and beyond the largest finite value it is that of the largest. */
int ulp_format_ulp_exponent(UlpFormat format, gint64 top);

/* Rounded once to nearest where the format does not fit fp64; NaN becomes a NaN. */
double ulp_bits_to_double(UlpFormat format, UlpBits bits);
UlpBits ulp_bits_from_double(UlpFormat format, double value, UlpRound round, UlpProfile profile);

/* New strings, C locale, free with g_free. Infinities and NaN as inf, -inf, nan. */
char *ulp_bits_to_decimal(UlpFormat format, UlpBits bits); /* every digit: 0.1000000014901161193847656250 -> exact */
/* What tables, the command line and the window show: the fewest digits that read back to the same number under rn, the
 * nearest of those, read as fp64 where the format fits that and as the format itself elsewhere; without exponent from
 * 1e-5 to 1e16. e5m2 0.09375 is "0.09375", fp32's nearest to 0.1 is "0.10000000149011612". */
char *ulp_bits_to_text(UlpFormat format, UlpBits bits);
/* The fewest digits that the format itself reads back as this value under rn, the nearest of those: 0.1 for fp32's nearest to it.
 */
char *ulp_bits_to_shortest(UlpFormat format, UlpBits bits);
char *ulp_bits_to_hexfloat(UlpFormat format, UlpBits bits); /* as C17 %a, subnormals with a leading 1 too */
char *ulp_bits_to_hex(UlpFormat format, UlpBits bits);      /* 0x3dcccccd, all digits of the container */

/* Stands before digits that are not all: 2^-56 is "about 1.38778e-17". */
#define ULP_ABOUT "about "
/* A finite magnitude as SIGNIFICAND * 2^power: from 1 to below 2, of zero and subnormals less, with the power of the smallest
 * normal value. The fewest digits that tell it from its neighbours in fp64, or among significands as long as the format's where
 * these are longer. */
char *ulp_bits_to_significand(UlpFormat format, UlpBits bits, int *power);
char *ulp_power_to_text(int exponent); /* 2^exponent to six digits, of any size: "about 7.45058e-09" */
