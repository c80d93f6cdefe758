/* Readers: which arrays a file holds, and slices of them.
 *
 * A reader is one file core/input/reader-ID.c, which defines ulp_reader_ID, and one line in readers.def. It is used by
 * core/input/file.h, which knows of no kind of file. */
#pragma once

#include "core/array/array-info.h"
#include "core/base/param.h"
#include "core/exact/decimal-sum.h"
#include "core/input/source.h"

/* One array of a file. */
typedef struct {
  char *name;            /* as FILE#NAME takes it; NULL: it has none */
  guint64 number;        /* 1-based place among what the file lists, as FILE#NUMBER takes it; 0: it has none */
  UlpArrayInfo info;     /* of the elements as the reader gives them, and so as they lie at `offset` if it gives none */
  guint64 offset, bytes; /* where they lie in the file; for text the whole table */
  guint stored_bits; /* from one element in the file to the next, which holds it in its lowest; 0: its container's */
  UlpSource *source; /* where they lie in another source than the file, which is the reader's, or NULL */
  char *note;        /* what a person should know about this reading of the file, in no language, or NULL */
  char *refused;     /* why it is listed, but not read, or NULL */
} UlpMember;

UlpMember *ulp_member_new(void);
UlpMember *ulp_member_copy(const UlpMember *member);
void ulp_member_free(UlpMember *member);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpMember, ulp_member_free)

/* What an opened file was opened with. */
typedef struct {
  UlpSource *source; /* at least one byte */
  const UlpValues *options;
  UlpFormat format;        /* what a text is to be read as; 0: fp64 */
  UlpDecimalSum *decimals; /* a text adds each element to it, as it is written, when it gives the element */
} UlpReading;

/* Errors name the place, what was found and what was expected, but not the file: ULP_ERROR_INPUT, or ULP_ERROR_USAGE for a
 * member that is not there, or ULP_ERROR_CANCELLED within 100 ms. `state` is the reader's own. */
typedef struct {
  const char *const *endings; /* of the file's name, with their points; NULL-terminated */
  const UlpParam *params;     /* what FILE:KEY=VALUE takes besides format */
  guint n_params;

  gpointer (*open)(const UlpReading *reading, GCancellable *cancellable, GError **error);
  void (*close)(gpointer state);
  /* Every array of the file (UlpMember), in its order. */
  GPtrArray *(*list)(gpointer state);
  /* The one that FILE#NAME means, or that FILE alone does (`name` NULL); the next reads are of this one. */
  UlpMember *(*choose)(gpointer state, const char *name, GCancellable *cancellable, GError **error);
  /* Elements [first, first + count) of the chosen member, packed, little-endian; slices in rising order are read in one
   * pass. NULL: the elements lie in the file as the member says. */
  gboolean (*read)(gpointer state, guint64 first, guint64 count, gpointer out, GCancellable *cancellable,
                   GError **error);
} UlpReader;

#define ULP_READER(id) extern const UlpReader ulp_reader_##id;
#include "core/input/readers.def"
#undef ULP_READER

extern const UlpReader *const ulp_readers[]; /* NULL-terminated */

/* What UlpReader.choose does where members are arrays with names: the one of that name or number, or the only one that is
 * read. Of `members` (UlpMember); a copy. ULP_ERROR_USAGE lists what there is. */
UlpMember *ulp_members_choose(GPtrArray *members, const char *name, GError **error);
/* The members in an array of their own, as UlpReader.list gives it. */
GPtrArray *ulp_members_copy(GPtrArray *members);
/* `type` of readers whose files may not say what their elements are. */
extern const UlpParam ulp_reader_type_param;
/* The format of an id that is right, of a table of types. */
UlpFormat ulp_reader_type(const char *id);

/* " .csv .npy": what messages list. New string. */
char *ulp_reader_endings(void);

/* Text of a file as an error may show it: one line of valid UTF-8 in quotes, cut to 40 bytes. New string. */
char *ulp_reader_quote(const char *text, gsize length);

/* ULP_ERROR_INPUT; FALSE. */
gboolean ulp_reader_fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
