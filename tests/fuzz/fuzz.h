/* One fuzz target: what libFuzzer calls (https://llvm.org/docs/LibFuzzer.html), and replay.c without it. A target aborts on
 * what must not be; the sanitizers see the rest. */
#pragma once

#include "core/base/error.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes as a text, which ends at the first NUL; in a block of its own. New string. */
static inline char *fuzz_text(const uint8_t *data, size_t size) {
  return size > 0 ? g_strndup((const char *)data, size) : g_strdup("");
}

/* A result or a failure of our own, never both: one line of UTF-8. */
static inline void fuzz_check(gboolean made, const GError *error) {
  g_assert_true(made == (error == NULL));
  if (error == NULL)
    return;
  g_assert_true(error->domain == ULP_ERROR);
  g_assert_true(g_utf8_validate(error->message, -1, NULL));
  g_assert_true(*error->message != '\0' && strchr(error->message, '\n') == NULL);
}
