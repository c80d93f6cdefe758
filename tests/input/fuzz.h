/* Deterministic mutations of valid files: each must give an array or one line that says why not, and never a fault. */
#pragma once

#include "npy-file.h"
#include "read-file.h"

#include "core/input/random.h"

typedef struct {
  const char *spec; /* name of the file, without its options */
  GByteArray *file;
} FuzzSeed;

static inline void fuzz_seed_free(gpointer data) {
  FuzzSeed *seed = data;
  g_byte_array_unref(seed->file);
  g_free(seed);
}

static inline void fuzz_add(GPtrArray *seeds, const char *spec, GByteArray *file) {
  FuzzSeed *seed = g_new(FuzzSeed, 1);
  *seed = (FuzzSeed){spec, file};
  g_ptr_array_add(seeds, seed);
}

/* One valid file of each kind the readers know. */
static inline GPtrArray *fuzz_seeds(void) {
  static const char *const texts[] = {
      "1,2.5\n-3e4,0x1.8p-3\n",
      "\xef\xbb\xbf# comment\r\nx,\"y, \"\"z\"\"\"\r\n1,\"2\"\r\n\r\n inf , nan\r\n",
      "0.1000000000000000055511151231257827\n4.9e-324\n1e400\n",
      "time;signal;label\ns;V;-\n0,5;1,25;a\n1,5;-2,5e-3;b\n",
      "1\t2\n\tNA\n3\t4\n",
      "  1   2\n 3 4  \n",
  };
  static const char *const specs[] = {
      "x.csv#*", "x.csv#2", "x.csv", "x.csv#signal", "x.csv#1:missing=skip", "x.csv#*:separator=space:missing=nan"};
  static const guint8 zeros[64];
  GPtrArray *seeds = g_ptr_array_new_with_free_func(fuzz_seed_free);
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    GByteArray *file = g_byte_array_new();
    g_byte_array_append(file, (const guint8 *)texts[i], (guint)strlen(texts[i]));
    fuzz_add(seeds, specs[i], file);
  }
  fuzz_add(seeds, "x.npy", npy_file(1, NPY_DICTIONARY("<f8", "False", "(2, 3)"), zeros, 48));
  fuzz_add(seeds, "x.npy", npy_file(2, NPY_DICTIONARY(">f4", "True", "(6,)"), zeros, 24));
  fuzz_add(seeds, "x.npy", npy_file(3, NPY_DICTIONARY("<f8", "False", "()"), zeros, 8));
  fuzz_add(seeds, "x.npy", npy_file(1, NPY_DICTIONARY(">i2", "False", "(5L, 2L)"), zeros, 20));
  fuzz_add(seeds, "x.npy", npy_file(1, NPY_DICTIONARY("|b1", "False", "(7,)"), zeros, 7));
  return seeds;
}

/* One change to the bytes: random words decide which, where and how long. */
static inline void fuzz_mutate(GByteArray *file, UlpRandom random) {
  static const char *const tokens[] = {"{",
                                       "}",
                                       "(",
                                       ")",
                                       ",",
                                       ";",
                                       "\t",
                                       " ",
                                       "-",
                                       "NA",
                                       "1,5",
                                       "'",
                                       "\"",
                                       "\n",
                                       "\r",
                                       "#",
                                       "\\",
                                       "nan(",
                                       "0x",
                                       "1e999",
                                       "|O",
                                       "True",
                                       "4294967296",
                                       "18446744073709551615",
                                       "\xef\xbb\xbf",
                                       "\xff\xff\xff\xff"};
  const guint place = random.word[1] % (file->len + 1), left = file->len - place;
  const guint length = left > 0 ? MIN(left, 1 + random.word[2] % 16) : 0;
  switch (random.word[0] % 6) {
  case 0:
    if (left > 0)
      file->data[place] ^= (guint8)(1u << random.word[2] % 8);
    break;
  case 1:
    if (left > 0)
      file->data[place] = (guint8)random.word[2];
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
    g_byte_array_set_size(file, place);
    break;
  default: { /* a token that means something, inserted */
    const char *token = tokens[random.word[3] % G_N_ELEMENTS(tokens)];
    const guint size = (guint)strlen(token);
    g_byte_array_set_size(file, file->len + size);
    memmove(file->data + place + size, file->data + place, left);
    memcpy(file->data + place, token, size);
  }
  }
}

static inline gboolean fuzz_read(const char *spec, const GByteArray *file, UlpFormat wanted) {
  g_autofree char *text = g_strconcat(spec,
                                      wanted == ULP_FORMAT_FP32   ? ":format=fp32"
                                      : wanted == ULP_FORMAT_FP64 ? ":format=fp64"
                                                                  : "",
                                      NULL);
  ReadArray array = {.count = 0};
  g_autoptr(GError) error = NULL;
  if (!read_bytes(text, file->data, file->len, NULL, &array, &error)) {
    g_assert_true(g_error_matches(error, ULP_ERROR, ULP_ERROR_INPUT) ||
                  g_error_matches(error, ULP_ERROR, ULP_ERROR_USAGE));
    g_assert_true(g_utf8_validate(error->message, -1, NULL) && strchr(error->message, '\n') == NULL);
    g_assert_true(array.count == 0 && array.data == NULL);
    return FALSE;
  }
  g_assert_true(array.count >= 1 && array.data != NULL);
  g_assert_true(wanted == 0 || array.info.format == wanted);
  read_array_clear(&array);
  return TRUE;
}

/* `runs` files of up to 4 mutations; how many were still valid. */
static inline guint64 fuzz_run(guint64 seed, guint64 runs) {
  g_autoptr(GPtrArray) seeds = fuzz_seeds();
  static const UlpFormat formats[] = {ULP_FORMAT_FP32, ULP_FORMAT_FP64};
  guint64 valid = 0;
  for (guint64 run = 0; run < runs; run++) {
    const UlpRandom choice = ulp_random(seed, run, 0);
    const FuzzSeed *from = g_ptr_array_index(seeds, choice.word[0] % seeds->len);
    g_autoptr(GByteArray) file = g_byte_array_new();
    g_byte_array_append(file, from->file->data, from->file->len);
    for (guint i = 0; i < 1 + choice.word[1] % 4; i++)
      fuzz_mutate(file, ulp_random(seed, run, i + 1));
    valid += fuzz_read(from->spec, file, choice.word[2] % 3 < 2 ? formats[choice.word[2] % 3] : 0);
  }
  return valid;
}
