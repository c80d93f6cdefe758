/* What files call the types and flags of columns, how their numbers are read, and the one way reading fails. */
#pragma once

#include "core/table/number-text.h"
#include "core/table/table.h"

extern const char *const ulp_schema_types[]; /* by UlpColumnType, NULL-terminated: text, count, real, value */
extern const char *const ulp_schema_flags[]; /* by bit of UlpColumnFlags, NULL-terminated: measured, hidden, alarm */

/* FALSE with ULP_ERROR_INPUT "found “FOUND”, expected EXPECTED"; what is found is shortened and made printable. */
gboolean ulp_schema_fail(GError **error, const char *found, const char *expected);

/* Each fails in that way. */
gboolean ulp_schema_read_type(const char *id, UlpColumnType *type, GError **error);
gboolean ulp_schema_read_flag(const char *id, UlpColumnFlags *flags, GError **error); /* sets its bit */
gboolean ulp_schema_read_format(const char *id, UlpValueStyle *style, GError **error);
/* That ids are C identifiers and differ, and that the other texts are UTF-8. */
gboolean ulp_schema_check_columns(const UlpColumn *columns, guint n_columns, GError **error);
gboolean ulp_schema_read_count(const char *text, guint64 *count, GError **error);
gboolean ulp_schema_read_hexfloat(const char *text, double *value, GError **error); /* inf, -inf and nan too */
gboolean ulp_schema_read_bits(const char *text, const UlpValueStyle *style, UlpBits *bits, GError **error);
gboolean ulp_schema_check_hexfloat(const char *text, const UlpValueStyle *style, UlpBits bits, GError **error);
/* That the decimal is `value`; digits beyond a double's do not matter. */
gboolean ulp_schema_check_decimal(const char *text, double value, GError **error);
