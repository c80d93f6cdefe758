/* An opened file: the arrays in it, and slices of the one that is chosen, as little-endian packed elements. */
#pragma once

#include "core/input/file-spec.h"

typedef struct _UlpFile UlpFile;

/* Opens and reads what says which arrays there are, no element of them. Errors name the file: ULP_ERROR_INPUT or
 * ULP_ERROR_CANCELLED. */
UlpFile *ulp_file_open(const UlpFileSpec *spec, GCancellable *cancellable, GError **error);
/* The same over bytes in memory (which must outlive the file), with the name, options and format of `spec`. */
UlpFile *ulp_file_open_memory(const UlpFileSpec *spec, gconstpointer bytes, guint64 size, GCancellable *cancellable,
                              GError **error);
void ulp_file_free(UlpFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpFile, ulp_file_free)

/* Every array of the file (UlpMember). Free with g_ptr_array_unref. */
GPtrArray *ulp_file_list(UlpFile *file);

/* The array that the specification names, or the only one that it can mean. The member stays the file's.
 * ULP_ERROR_USAGE lists what there is when several can be meant or none has the name; ULP_ERROR_INPUT also when the
 * array has no element. */
const UlpMember *ulp_file_choose(UlpFile *file, GCancellable *cancellable, GError **error);

/* The sum of the elements as they are written in a text, when all were read once; NULL for another kind of file. To be called
 * once, after the last read. The caller's. */
UlpDecimalSum *ulp_file_take_decimals(UlpFile *file);

/* What ulp_file_read gives: the chosen member's shape, in the format that the specification asks for. */
UlpArrayInfo ulp_file_info(const UlpFile *file);

/* Whether slices of the chosen member cost what they hold, and nothing of the file is to be kept for them: not of a text. */
gboolean ulp_file_is_stored(const UlpFile *file);

/* Elements [first, first + count) of the chosen member into `out`, in memory's byte order; with the file's own format bit
 * for bit, else each rounded once. Slices in rising order are read in one pass. */
gboolean ulp_file_read(UlpFile *file, guint64 first, guint64 count, gpointer out, GCancellable *cancellable,
                       GError **error);
