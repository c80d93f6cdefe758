/* Names of formats: those of the list, and layouts that a user types. */
#include "core/number/block-format.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/name.h"

#include <string.h>

static const UlpFormatInfo infos[] = {
#define ULP_FORMAT(id, ID, title, container, pad, coding, exponent, fraction, bias, nan, has, source)                  \
  {#id, title, source},
#include "core/number/formats.def"
#undef ULP_FORMAT
};

const char *const ulp_format_ids[] = {
#define ULP_FORMAT(id, ID, title, container, pad, coding, exponent, fraction, bias, nan, has, source) #id,
#include "core/number/formats.def"
#undef ULP_FORMAT
    NULL};

/* What arrays hold besides: not in the list, as no computation is in them. */
static const struct {
  UlpFormat format;
  UlpFormatInfo info;
} integers[] = {
#define INTEGERS(bits)                                                                                                 \
  {ULP_FORMAT_INT(bits), {"int" #bits, N_("two's complement"), ""}}, {                                                 \
    ULP_FORMAT_UINT(bits), { "uint" #bits, N_("integer without sign"), "" }                                            \
  }
    INTEGERS(8),
    INTEGERS(16),
    INTEGERS(32),
    INTEGERS(64),
#undef INTEGERS
};

/* What a word of a typed layout changes: the bits of `has` that it takes away, the NaN that it sets. */
static const struct {
  const char *word;
  guint takes, gives;
  int nan; /* -1: as it is */
} words[] = {
    {"ieee", 0, 0, -1},
    {"noinf", ULP_HAS_INFINITY, 0, -1},
    {"nonan", 0, 0, ULP_NAN_NONE},
    {"onenan", 0, 0, ULP_NAN_ALL_ONES},
    {"zeronan", 0, 0, ULP_NAN_NEGATIVE_ZERO},
    {"nosubnormals", ULP_HAS_SUBNORMALS, 0, -1},
    {"unsigned", ULP_HAS_SIGN, 0, -1},
    {"nozero", ULP_HAS_ZERO, 0, -1},
    {"leadingbit", 0, ULP_HAS_LEADING_BIT, -1},
};
#define IEEE_WORD 0

static int ieee_bias(int exponent_bits) { return exponent_bits ? (1 << (exponent_bits - 1)) - 1 : 0; }

/* The narrowest container there is for `width` bits. */
static guint container_for(guint width) {
  static const guint containers[] = {4, 6, 8, 16, 32, 64, 128};
  guint i = 0;
  while (i + 1 < G_N_ELEMENTS(containers) && containers[i] < width)
    i++;
  return containers[i];
}

static UlpFormat typed_format(int exponent_bits, int fraction_bits, int bias, int nan, guint has) {
  const guint width = (guint)(exponent_bits + fraction_bits) + !!(has & ULP_HAS_SIGN) + !!(has & ULP_HAS_LEADING_BIT);
  return ULP_FORMAT_PACK(container_for(width), 0, ULP_CODING_BINARY, exponent_bits, fraction_bits, bias, nan, has);
}

/* -- from format to text ------------------------------------------------------------------------------------------- */

/* The text that parse_typed reads as this format. */
static char *typed_id(UlpFormat format) {
  const UlpLayout layout = ulp_layout(format);
  const guint has = (guint)(format >> 47) & ULP_ALL_HAS;
  GString *id = g_string_new(NULL);
  g_string_append_printf(id, "e%dm%d", layout.exponent_bits, layout.fraction_bits);
  if (layout.bias != ieee_bias(layout.exponent_bits))
    g_string_append_printf(id, "-bias%d", layout.bias);
  for (guint i = IEEE_WORD + 1; i < G_N_ELEMENTS(words); i++)
    if ((words[i].takes && !(has & words[i].takes)) || (has & words[i].gives) || words[i].nan == layout.nan)
      g_string_append_printf(id, "-%s", words[i].word);
  if (g_strv_contains(ulp_format_ids, id->str))
    g_string_append_printf(id, "-%s", words[IEEE_WORD].word);
  return g_string_free(id, FALSE);
}

const UlpFormatInfo *ulp_format_info(UlpFormat format) {
  static GMutex lock;
  static GHashTable *typed;
  for (guint i = 0; i < ULP_N_FORMATS; i++)
    if (ulp_formats[i] == format)
      return &infos[i];
  if (ulp_block_length(format))
    return ulp_block_info(format);
  for (guint i = 0; i < G_N_ELEMENTS(integers); i++)
    if (integers[i].format == format)
      return &integers[i].info;

  g_mutex_lock(&lock);
  if (!typed)
    typed = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  UlpFormatInfo *info = g_hash_table_lookup(typed, &format);
  if (!info) {
    info = g_new(UlpFormatInfo, 1);
    *info = (UlpFormatInfo){typed_id(format), N_("typed layout"), ""};
    g_hash_table_insert(typed, g_memdup2(&format, sizeof format), info);
  }
  g_mutex_unlock(&lock);
  return info;
}

/* -- from text to format ------------------------------------------------------------------------------------------- */

static gboolean find_named(const char *id, UlpFormat *format) {
  for (guint i = 0; i < ULP_N_FORMATS; i++)
    if (g_ascii_strcasecmp(infos[i].id, id) == 0) {
      *format = ulp_formats[i];
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS(integers); i++)
    if (g_ascii_strcasecmp(integers[i].info.id, id) == 0) {
      *format = integers[i].format;
      return TRUE;
    }
  return FALSE;
}

/* A number of at most five digits from *text on, which moves past it. */
static gboolean read_number(const char **text, int *number) {
  const char *start = *text;
  const gboolean negative = **text == '-';
  *text += negative;
  const char *digits = *text;
  for (*number = 0; g_ascii_isdigit(**text) && *text - digits < 5; (*text)++)
    *number = *number * 10 + g_ascii_digit_value(**text);
  if (*text > digits) {
    *number = negative ? -*number : *number;
    return TRUE;
  }
  *text = start;
  return FALSE;
}

/* "eXmY": the word's numbers of bits. */
static gboolean read_fields(const char *word, int *exponent_bits, int *fraction_bits) {
  if (g_ascii_tolower(*word++) != 'e' || !g_ascii_isdigit(*word) || !read_number(&word, exponent_bits))
    return FALSE;
  return g_ascii_tolower(*word++) == 'm' && g_ascii_isdigit(*word) && read_number(&word, fraction_bits) && !*word;
}

/* NULL, or the word that is none. */
static const char *read_words(char **rest, int *bias, int *nan, guint *has) {
  for (; *rest; rest++) {
    guint i = 0;
    while (i < G_N_ELEMENTS(words) && g_ascii_strcasecmp(words[i].word, *rest) != 0)
      i++;
    if (i < G_N_ELEMENTS(words)) {
      *has = (*has & ~words[i].takes) | words[i].gives;
      *nan = words[i].nan < 0 ? *nan : words[i].nan;
      continue;
    }
    /* "bias-3" comes in two words, "bias" and "3". */
    const gboolean is_bias = g_ascii_strncasecmp(*rest, "bias", 4) == 0;
    const gboolean negative = is_bias && (*rest)[4] == '\0' && rest[1];
    const char *number = negative ? rest[1] : *rest + (is_bias ? 4 : 0);
    if (!is_bias || !read_number(&number, bias) || *number)
      return *rest;
    *bias = negative ? -*bias : *bias;
    rest += negative;
  }
  return NULL;
}

/* Whether `id` is meant as a typed layout; what is wrong with it is in `problem` (new string), else the format is set. */
static gboolean parse_typed(const char *id, UlpFormat *format, char **problem) {
  g_auto(GStrv) parts = g_strsplit(id, "-", -1);
  int exponent_bits, fraction_bits;
  if (!parts[0] || !read_fields(parts[0], &exponent_bits, &fraction_bits))
    return FALSE;
  int nan = ULP_NAN_IEEE;
  guint has = ULP_HAS_IEEE;
  if (exponent_bits > 15 || fraction_bits > 112) {
    *problem = g_strdup(_("at most 15 exponent and 112 fraction bits"));
    return TRUE;
  }
  int bias = ieee_bias(exponent_bits);
  const char *wrong = read_words(parts + 1, &bias, &nan, &has);
  if (wrong) {
    *problem = g_strdup_printf(_("“%s” is none of biasB, ieee, noinf, nonan, onenan, zeronan, nosubnormals, unsigned, "
                                 "nozero and leadingbit"),
                               wrong);
    return TRUE;
  }
  const gboolean bias_fits = ABS(bias) < ULP_FORMAT_BIAS_OFFSET;
  *format = typed_format(exponent_bits, fraction_bits, bias_fits ? bias : 0, nan, has);
  if (!bias_fits || !ulp_format_is_valid(*format))
    *problem =
        g_strdup_printf(_("its parts do not fit together: at most 128 bits, exponents from %d to %d, and patterns "
                          "left for numbers beside what is special"),
                        ULP_FORMAT_MIN_EXPONENT, ULP_FORMAT_MAX_EXPONENT);
  return TRUE;
}

gboolean ulp_format_from_id(const char *id, UlpFormat *format, GError **error) {
  g_autofree char *problem = NULL;
  UlpFormat typed = 0;
  const char *of_alias = ulp_format_id_of_alias(id);
  if (of_alias)
    return ulp_format_from_id(of_alias, format, error);
  if (find_named(id, format))
    return TRUE;
  if (parse_typed(id, &typed, &problem)) {
    if (!problem) {
      *format = typed;
      return TRUE;
    }
    ulp_set_error(error, ULP_ERROR_USAGE, _("format “%s”: %s"), id, problem);
    return FALSE;
  }
  if (ulp_block_find(id, &typed)) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("“%s” is a format of blocks, expected one of single numbers"), id);
    return FALSE;
  }
  const char *meant = ulp_name_meant(id, ulp_format_ids);
  if (meant) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("unknown format “%s”: did you mean %s?"), id, meant);
    return FALSE;
  }
  g_autofree char *ids = g_strjoinv(", ", (char **)ulp_format_ids);
  ulp_set_error(error, ULP_ERROR_USAGE, _("unknown format “%s”, expected one of %s or a layout such as e5m7"), id, ids);
  return FALSE;
}

/* -- lists --------------------------------------------------------------------------------------------------------- */

static void add_format(GArray *formats, UlpFormat format) {
  for (guint i = 0; i < formats->len; i++)
    if (g_array_index(formats, UlpFormat, i) == format)
      return;
  g_array_append_val(formats, format);
}

GArray *ulp_formats_parse(const char *list, GError **error) {
  g_autoptr(GArray) formats = g_array_new(FALSE, FALSE, sizeof(UlpFormat));
  g_auto(GStrv) ids = g_strsplit(*list ? list : " ", ",", -1);
  for (char **id = ids; *id; id++) {
    UlpFormat format;
    if (g_str_equal(g_strstrip(*id), "all")) {
      for (guint i = 0; i < ULP_N_FORMATS; i++)
        add_format(formats, ulp_formats[i]);
    } else if (ulp_format_from_id(*id, &format, error)) {
      add_format(formats, format);
    } else {
      return NULL;
    }
  }
  return g_steal_pointer(&formats);
}
