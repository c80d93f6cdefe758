/* An input: an array of one format with its origin, a generator and seed or a file and hash, and what was done to it. */
#pragma once

#include "core/exact/decimal-sum.h"
#include "core/input/generate.h"
#include "core/input/input-spec.h"

#include <gio/gio.h>

typedef struct _UlpInput UlpInput; /* immutable once open, atomically reference-counted */

/* What a run adds to the specification of a generator. */
typedef struct {
  guint64 seed;
  guint32 stream; /* number of the input in its run, from 0: each draws from a stream of its own */
  guint64 count;  /* elements, where neither specification nor generator says how many; 0 stands for 1000000 */
  /* Asked before the elements of a file are read, or of a generator made here and now; FALSE with an error: they are not.
   * `streamed` comes in as whether elements can be read in parts, and says whether they are to be. NULL: no question. */
  gboolean (*accept)(UlpFormat format, guint64 count, gboolean *streamed, gpointer data, GError **error);
  gpointer data;
  guint64
      stream_from; /* bytes from which on the elements of a file are not kept, but read as they are asked for; 0: never */
} UlpInputRun;

/* Files are read here, whole, makers and operations run; other generators only when their data is asked for. ULP_ERROR_INPUT: the file, its place, what was
 * found and what was expected; an empty array counts as one. ULP_ERROR_USAGE: a member of the file that is not there, or
 * none named where several can be meant. ULP_ERROR_CANCELLED while a file is read. */
UlpInput *ulp_input_open_spec(const UlpInputSpec *spec, const UlpInputRun *run, GCancellable *cancellable,
                              GError **error);
/* The same of a specification's text, as the first input of its run. */
UlpInput *ulp_input_open(const char *text, guint64 seed, guint64 default_count, GCancellable *cancellable,
                         GError **error);
UlpInput *ulp_input_ref(UlpInput *input);
void ulp_input_unref(UlpInput *input);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpInput, ulp_input_unref)

const UlpArrayInfo *ulp_input_info(const UlpInput *input); /* of ulp_input_data: its shape; in memory's byte order */
UlpFormat ulp_input_format(const UlpInput *input);         /* fp32 or fp64 of a generator, any of a file */
guint64 ulp_input_count(const UlpInput *input);
/* NULL for what is there already: a file, what a maker made, or what operations did. */
const UlpGenerateJob *ulp_input_job(const UlpInput *input);
/* The sum of the numbers as they are written, of a file that is a text and that no operation has changed; else NULL. */
const UlpDecimalSum *ulp_input_decimals(const UlpInput *input);
guint ulp_input_version(const UlpInput *input); /* of its generator; 0 for a file */
/* "uniform:n=1000:format=fp32, seed 1", "x.npy, fp16 [3, 4] | permute:seed=3", "x.csv#time, fp64 [9], column 1 “time” of 2".
 * In no language. */
const char *ulp_input_describe(const UlpInput *input);
/* SHA-256 of the elements (packed, little-endian), lower-case hex. A file's is made while it is read; a generator's on
 * first use: seconds for 1e9 elements. NULL when cancelled before that. */
const char *ulp_input_hash(UlpInput *input, GCancellable *cancellable);

/* Whether the elements are not kept: they are in a file that stays open, and are to be read in parts (ulp_input_read), in order
 * where that can be, so that the hash is made with them. */
gboolean ulp_input_is_streamed(const UlpInput *input);

/* Elements [first, first + count) of a streamed input, packed; first is a multiple of ULP_PACKED_GROUP. ULP_ERROR_INPUT or
 * ULP_ERROR_CANCELLED. */
gboolean ulp_input_read(UlpInput *input, guint64 first, guint64 count, gpointer out, GCancellable *cancellable,
                        GError **error);

/* The elements on the host, made on first use and kept; thread-safe. NULL with ULP_ERROR_MEMORY or
 * ULP_ERROR_CANCELLED. */
gconstpointer ulp_input_data(UlpInput *input, GCancellable *cancellable, GError **error);
