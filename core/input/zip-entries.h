/* The entries of a ZIP archive (APPNOTE.TXT 6.3.10), through libzip, as sources of bytes. */
#pragma once

#include "core/input/source.h"

typedef struct _UlpZip UlpZip;

/* Reads the list of entries, no entry. `source` must outlive it. ULP_ERROR_INPUT or ULP_ERROR_CANCELLED. */
UlpZip *ulp_zip_open(UlpSource *source, GCancellable *cancellable, GError **error);
void ulp_zip_free(UlpZip *zip);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpZip, ulp_zip_free)

guint ulp_zip_n_entries(const UlpZip *zip);
const char *ulp_zip_name(UlpZip *zip, guint entry); /* UTF-8; borrowed */

/* The bytes of an entry as they were before it was packed; one at a time is open. Its size is what the archive declares, which
 * must be what is there: reading to the end checks that, and the sum of its bytes. Free it before the archive.
 * ULP_ERROR_INPUT: encrypted, packed otherwise than NumPy does (stored, deflated), or more bytes than deflate can make of it. */
UlpSource *ulp_zip_source(UlpZip *zip, guint entry, GError **error);
/* What reads of the archive and of its entries ask whether to go on; may be NULL. */
void ulp_zip_set_cancellable(UlpZip *zip, GCancellable *cancellable);
