/* An input: an array of one format with its origin, a generator and seed or a file and hash. */
#pragma once

#include "core/input/generate.h"
#include "core/input/input-spec.h"

#include <gio/gio.h>

typedef struct _UlpInput UlpInput; /* immutable once open, atomically reference-counted */

/* What a run adds to the specification of a generator. */
typedef struct {
  guint64 seed;
  guint32 stream; /* number of the input in its run, from 0: each draws from a stream of its own */
  guint64 count;  /* elements, where neither specification nor generator says how many; 0 stands for 1000000 */
} UlpInputRun;

/* Files are read here, whole; generators only when their data is asked for. ULP_ERROR_INPUT: the file, its place, what
 * was found and what was expected; an empty array counts as one. ULP_ERROR_CANCELLED while a file is read. */
UlpInput *ulp_input_open_spec(const UlpInputSpec *spec, const UlpInputRun *run, GCancellable *cancellable,
                              GError **error);
/* The same of a specification's text, as the first input of its run; ULP_ERROR_USAGE, too. */
UlpInput *ulp_input_open(const char *text, guint64 seed, guint64 default_count, GCancellable *cancellable,
                         GError **error);
UlpInput *ulp_input_ref(UlpInput *input);
void ulp_input_unref(UlpInput *input);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpInput, ulp_input_unref)

UlpFormat ulp_input_format(const UlpInput *input); /* fp32 or fp64 */
guint64 ulp_input_count(const UlpInput *input);
const UlpGenerateJob *ulp_input_job(const UlpInput *input); /* NULL for a file */
const char *ulp_input_describe(const UlpInput *input); /* "uniform:n=1000:format=fp32, seed 1" or the file's name */
/* SHA-256 of the stored bytes (little-endian), lower-case hex; of the generated ones for a generator. Made on first
 * use: seconds for 1e9 elements. NULL when cancelled before that. */
const char *ulp_input_hash(UlpInput *input, GCancellable *cancellable);

/* The elements on the host, made on first use and kept; thread-safe. NULL with ULP_ERROR_INPUT when memory is short or
 * ULP_ERROR_CANCELLED. */
gconstpointer ulp_input_data(UlpInput *input, GCancellable *cancellable, GError **error);
