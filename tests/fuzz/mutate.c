/* mutate FOLDER: a small fuzzer for where libFuzzer is not: every file of the folder through one target, then changed ones for
 * ULP_FUZZ_SECONDS (5). What reaches code that nothing before did is kept and changed further; for that the code under test
 * is compiled with -fsanitize-coverage=trace-pc (GCC, "Program Instrumentation Options"). ULP_FUZZ_SEED (1) repeats a run as far
 * as its time allows. An input that ends the program is left in PROGRAM.crash. */
#include "fuzz.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MAX_SIZE 4096
#define MAX_CHANGES 6
#define MAX_SECONDS 10 /* of one input */
#define PLACES (1u << 16)

void __sanitizer_cov_trace_pc(void);
void __sanitizer_set_death_callback(void (*callback)(void));

static guint8 seen[PLACES]; /* of the code, by a hash of its address */
static guint n_seen;
static GPtrArray *inputs; /* GByteArray, those worth changing */
static const GByteArray *current;
static char *crash_file;
static GRand *chance;

/* Called by every piece of the code under test that is run to its end. */
__attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc(void) {
  const guintptr place = (guintptr)__builtin_return_address(0);
  guint8 *at = &seen[(place ^ place >> 16) % PLACES];
  n_seen += *at == 0;
  *at = 1;
}

static void leave_input(void) {
  if (current && g_file_set_contents(crash_file, (const char *)current->data, current->len, NULL))
    fprintf(stderr, "the input is in %s\n", crash_file);
}

static void end(int number) {
  leave_input();
  signal(number, SIG_DFL);
  raise(number);
}

/* --- changes --- */

static guint below(guint n) { return n > 1 ? (guint)g_rand_int_range(chance, 0, (gint32)n) : 0; }

static void put(GByteArray *input, guint at, const guint8 *bytes, guint size) {
  size = MIN(size, MAX_SIZE - MIN(input->len, MAX_SIZE));
  const guint old = input->len;
  g_byte_array_set_size(input, old + size);
  memmove(input->data + at + size, input->data + at, old - at);
  memcpy(input->data + at, bytes, size);
}

/* A part of some input, or one of the signs and numbers that mean something to a parser. */
static void put_part(GByteArray *input, guint at) {
  static const char *const words[] = {"-",
                                      ".",
                                      ",",
                                      ":",
                                      "#",
                                      "\"",
                                      "=",
                                      "e",
                                      "0x",
                                      "nan",
                                      "inf",
                                      "1e400",
                                      "\n",
                                      "\0",
                                      "9007199254740993",
                                      "18446744073709551616",
                                      "2147483648",
                                      "[",
                                      "{",
                                      "}",
                                      "\xff",
                                      "\xc3"};
  const GByteArray *from = g_ptr_array_index(inputs, below(inputs->len));
  if (below(2) || from->len == 0) {
    const char *word = words[below(G_N_ELEMENTS(words))];
    put(input, at, (const guint8 *)word, MAX((guint)strlen(word), 1));
    return;
  }
  const guint start = below(from->len);
  put(input, at, from->data + start, 1 + below(MIN(from->len - start, 64)));
}

static void change(GByteArray *input) {
  const guint at = below(input->len);
  const guint kind = input->len > 0 ? below(5) : 4;
  if (kind == 0)
    input->data[at] ^= (guint8)(1u << below(8));
  else if (kind == 1)
    input->data[at] = (guint8)below(256);
  else if (kind == 2)
    g_byte_array_remove_range(input, at, 1 + below(MIN(input->len - at, 32)));
  else if (kind == 3 && g_ascii_isdigit(input->data[at]))
    input->data[at] = (guint8)('0' + below(10));
  else
    put_part(input, at);
}

/* --- running --- */

static gboolean reaches_more(const GByteArray *input) {
  const guint before = n_seen;
  g_autofree guint8 *block = g_memdup2(input->data, input->len); /* without anything after it */
  current = input;
  alarm(MAX_SECONDS);
  LLVMFuzzerTestOneInput(block, input->len);
  alarm(0);
  current = NULL;
  return n_seen > before;
}

static void take_corpus(const char *folder) {
  g_autoptr(GError) error = NULL;
  g_autoptr(GDir) files = g_dir_open(folder, 0, &error);
  g_assert_no_error(error);
  for (const char *name; (name = g_dir_read_name(files)) != NULL;) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    char *bytes;
    gsize size;
    g_file_get_contents(path, &bytes, &size, &error);
    g_assert_no_error(error);
    GByteArray *input = g_byte_array_new_take((guint8 *)bytes, size);
    g_ptr_array_add(inputs, input);
    reaches_more(input);
  }
}

static guint number_of(const char *variable, guint missing) {
  const char *text = g_getenv(variable);
  return text ? (guint)strtoul(text, NULL, 10) : missing;
}

int main(int argc, char **argv) {
  g_assert_true(argc == 2);
  inputs = g_ptr_array_new_with_free_func((GDestroyNotify)g_byte_array_unref);
  chance = g_rand_new_with_seed(number_of("ULP_FUZZ_SEED", 1));
  crash_file = g_strconcat(argv[0], ".crash", NULL);
  signal(SIGABRT, end);
  signal(SIGTRAP, end);
  signal(SIGALRM, end);
  __sanitizer_set_death_callback(leave_input);
  take_corpus(argv[1]);
  const guint n_kept = inputs->len;
  const gint64 stop = g_get_monotonic_time() + number_of("ULP_FUZZ_SECONDS", 5) * G_USEC_PER_SEC;
  guint64 n_runs = n_kept;
  for (; g_get_monotonic_time() < stop; n_runs++) {
    const GByteArray *from = g_ptr_array_index(inputs, below(inputs->len));
    g_autoptr(GByteArray) input = g_byte_array_sized_new(from->len);
    g_byte_array_append(input, from->data, from->len);
    for (guint n = 1 + below(MAX_CHANGES); n > 0; n--)
      change(input);
    if (reaches_more(input))
      g_ptr_array_add(inputs, g_steal_pointer(&input));
  }
  printf("%" G_GUINT64_FORMAT " executions, %u inputs kept and %u found, %u places of the code reached\n", n_runs,
         n_kept, inputs->len - n_kept, n_seen);
  g_ptr_array_unref(inputs);
  g_rand_free(chance);
  g_free(crash_file);
  return n_kept > 0 ? 0 : 1;
}
