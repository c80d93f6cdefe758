/* An input: an array of one format with its origin, a generator and seed or a file and hash. */
#pragma once

#include "core/base/param.h"
#include "core/input/generator.h"

#include <gio/gio.h>

#define ULP_GENERATOR_N_COMMON_PARAMS 2 /* n and format */

typedef struct {
  const char *id;
  const char *title;      /* N_() */
  const char *help;       /* N_(): one line */
  const UlpParam *params; /* n first, then format, then the generator's own */
  guint n_params;
  guint64 default_count; /* when a spec names no n; 0: what the caller of ulp_input_open says */
  guint version;         /* grows when the generator comes to give other values for the same job */
} UlpGeneratorInfo;

const UlpGeneratorInfo *ulp_generator_info(UlpGenerator generator);

/* Elements [offset, offset + count) into `out`, containers of job->format. */
void ulp_generate(const UlpGenerateJob *job, guint64 offset, guint64 count, void *out);

typedef struct _UlpInput UlpInput; /* immutable once open, atomically reference-counted */

/* `spec` is GENERATOR:n=COUNT:format=fp32|fp64:key=value..., or a file name ending in .csv or .npy (or holding a '/'),
 * which :format=fp32|fp64 may follow: each element is then rounded (ties to even) or widened to that format as it is
 * read. Files are read here, whole; generators only when their data is asked for. A generator whose spec names no n has
 * its own default count (UlpGeneratorInfo) or else `default_count` elements; 0 stands for 1000000.
 * ULP_ERROR_USAGE: unknown generator, parameter or format, n = 0. ULP_ERROR_INPUT: the file, its place, what was found
 * and what was expected; an empty array counts as one. ULP_ERROR_CANCELLED while a file is read. */
UlpInput *ulp_input_open(const char *spec, guint64 seed, guint64 default_count, GCancellable *cancellable,
                         GError **error);
/* The file that `spec` names, whether it is there or not; NULL for a generator. New string. */
char *ulp_input_path(const char *spec);
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
