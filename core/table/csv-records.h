/* RFC 4180 records, strictly: fields of one record at a time, NUL-terminated. */
#pragma once

#include <gio/gio.h>

typedef struct {
  const char *at, *end;
  guint64 line;   /* of the next byte, from 1 */
  guint64 start;  /* line of the record read last */
  GString *text;  /* its fields, each with a NUL */
  GArray *places; /* gsize: where they begin */
} UlpCsvRecords;

void ulp_csv_records_init(UlpCsvRecords *records, const char *data, gsize size);
void ulp_csv_records_clear(UlpCsvRecords *records);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(UlpCsvRecords, ulp_csv_records_clear)

/* FALSE at the end, or with ULP_ERROR_INPUT. A record ends with CRLF or LF, the last one too. */
gboolean ulp_csv_records_next(UlpCsvRecords *records, GError **error);
guint ulp_csv_records_n_fields(const UlpCsvRecords *records);
const char *ulp_csv_records_field(const UlpCsvRecords *records, guint index);

/* A line that begins with "#", as a record of one field without the "#"; FALSE without error when the next does not. */
gboolean ulp_csv_records_comment(UlpCsvRecords *records, GError **error);
