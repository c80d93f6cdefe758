/* Tables and paragraphs as aligned text. */
#pragma once

#include "core/experiment/experiment.h"

typedef struct {
  guint8 group; /* the columns of this group and those of every group; 0 for all. Hidden columns are left out. */
  int digits;   /* significant digits of REAL columns; 0 for as many as read back to the same number */
  gboolean constants_above; /* a text or value that is the same in all of several rows is said once, above */
} UlpTextOptions;

/* A head and a line for each row; numbers to the right. */
void ulp_text_table(GString *out, const UlpTable *table, const UlpTextOptions *options);

/* Row 0, a line for each column. */
void ulp_text_record(GString *out, const UlpTable *table, const UlpTextOptions *options);

/* `text` in lines of at most 100 columns; the first starts where `out` is, the others are indented by `indent`. */
void ulp_text_wrap(GString *out, const char *text, guint indent);

/* To standard output, whole. ULP_ERROR_OUTPUT. */
gboolean ulp_text_print(const GString *text, GError **error);

/* Of a run: the table where it can be read, then the summary. */
gboolean ulp_text_print_result(const UlpResult *result, GError **error);

/* `table` as JSON, the same way. */
gboolean ulp_text_print_json(UlpTable *table, GError **error);
