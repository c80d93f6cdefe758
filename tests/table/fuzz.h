/* Deterministic mutations of exports: each must give tables or one line that says why not, and never a fault. */
#pragma once

#include "tests/table/same.h"

/* Any two 32-bit words for a seed and an index: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
static inline guint64 fuzz_word(guint64 seed, guint64 index) {
  guint64 z = seed * 0xd1342543de82ef95u + (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static inline void fuzz_mutate(GByteArray *file, guint64 word, guint64 more) {
  static const char *const tokens[] = {"\"",
                                       ",",
                                       "\r\n",
                                       "\n",
                                       "#",
                                       "\\",
                                       ";",
                                       "=",
                                       "0x",
                                       "nan",
                                       "inf",
                                       "-",
                                       "1e999",
                                       "fp16",
                                       "fp64",
                                       "; format=fp32",
                                       "_hex",
                                       "_bits",
                                       "{",
                                       "}",
                                       "[",
                                       "]",
                                       ":",
                                       "null",
                                       "true",
                                       "18446744073709551616",
                                       "\xef\xbb\xbf",
                                       "\xff",
                                       "\\u0000",
                                       "type=value"};
  const guint place = (guint)(word >> 8) % (file->len + 1), left = file->len - place;
  const guint length = left > 0 ? MIN(left, 1 + (guint)(more % 24)) : 0;
  switch (word % 6) {
  case 0:
    if (left > 0)
      file->data[place] ^= (guint8)(1u << more % 8);
    break;
  case 1:
    if (left > 0)
      file->data[place] = (guint8)more;
    break;
  case 2:
    g_byte_array_remove_range(file, place, length);
    break;
  case 3: { /* a range once more at the end */
    g_autofree guint8 *copy = g_memdup2(file->data + place, length);
    if (length > 0)
      g_byte_array_append(file, copy, length);
    break;
  }
  case 4:
    if (more % 4 == 0)
      g_byte_array_set_size(file, place);
    break;
  default: { /* a token that means something, inserted */
    const char *token = tokens[more % G_N_ELEMENTS(tokens)];
    const guint size = (guint)strlen(token);
    g_byte_array_set_size(file, file->len + size);
    memmove(file->data + place + size, file->data + place, left);
    memcpy(file->data + place, token, size);
  }
  }
}

static inline gboolean fuzz_read(gboolean json, const GByteArray *file) {
  g_autofree char *copy = g_memdup2(file->data, file->len); /* its own block, so that a sanitizer sees its ends */
  g_autoptr(GBytes) bytes = g_bytes_new_static(copy, file->len);
  g_autoptr(GPtrArray) tables = NULL;
  g_autoptr(UlpTable) table = NULL;
  g_autoptr(GError) error = NULL;
  if (json)
    tables = ulp_tables_read_json(bytes, &error);
  else
    table = ulp_table_read_csv(bytes, &error);
  if (tables || table) {
    g_assert_no_error(error);
    return TRUE;
  }
  g_assert_error(error, ULP_ERROR, ULP_ERROR_INPUT);
  g_assert_true(g_utf8_validate(error->message, -1, NULL) && strchr(error->message, '\n') == NULL);
  return FALSE;
}

/* `runs` files of up to 4 mutations; how many were still valid. */
static inline guint64 fuzz_run(guint64 seed, guint64 runs) {
  g_autoptr(UlpTable) sample = sample_table(), nasty = nasty_table(TRUE);
  UlpTable *const tables[] = {sample, nasty};
  const UlpExportOptions all = {0}, bare = {.no_preamble = TRUE};
  g_autoptr(GBytes) json = ulp_tables_to_json(tables, 2, &all);
  g_autoptr(GBytes) csv = ulp_table_to_csv(nasty, &all), no_preamble = ulp_table_to_csv(sample, &bare);
  GBytes *const seeds[] = {json, csv, no_preamble};
  guint64 valid = 0;
  for (guint64 run = 0; run < runs; run++) {
    const guint64 choice = fuzz_word(seed, run * 16);
    gsize size;
    const guint8 *data = g_bytes_get_data(seeds[choice % 3], &size);
    g_autoptr(GByteArray) file = g_byte_array_new();
    g_byte_array_append(file, data, (guint)size);
    for (guint i = 0; i < 1 + choice / 3 % 4; i++)
      fuzz_mutate(file, fuzz_word(seed, run * 16 + 2 * i + 1), fuzz_word(seed, run * 16 + 2 * i + 2));
    valid += fuzz_read(choice % 3 == 0, file);
  }
  return valid;
}
