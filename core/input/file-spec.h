/* Which array of which file, read how: FILE[#MEMBER][:KEY=VALUE]... as a value. No file is touched here. */
#pragma once

#include "core/input/reader.h"

typedef struct {
  char *path;
  char *member;            /* NULL: none is named */
  const UlpReader *reader; /* by the ending of `path`; NULL: a path of no known ending, which cannot be opened */
  UlpValues *options;      /* of the reader; NULL without one */
  UlpFormat format;        /* to which each element is rounded (ties to even) as it is read; 0: the file's own */
} UlpFileSpec;

/* Whether `text` is meant as a file: it has a known ending or holds a '/'. */
gboolean ulp_file_spec_is(const char *text);

/* The path ends at the first known ending that the end, "#" or ":key=" follows; colons elsewhere belong to the names.
 * ULP_ERROR_USAGE: a key or value that does not exist. */
UlpFileSpec *ulp_file_spec_parse(const char *text, GError **error);
UlpFileSpec *ulp_file_spec_copy(const UlpFileSpec *spec);
void ulp_file_spec_free(UlpFileSpec *spec);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpFileSpec, ulp_file_spec_free)

/* The shortest text that is parsed as this value. New string, in the bytes of the file's name. */
char *ulp_file_spec_text(const UlpFileSpec *spec);
