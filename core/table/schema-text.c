#include "core/table/schema-text.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <math.h>
#include <string.h>

#define SHOWN 80 /* bytes of what is found and expected */

const char *const ulp_schema_types[] = {[ULP_COLUMN_TEXT] = "text",
                                        [ULP_COLUMN_COUNT] = "count",
                                        [ULP_COLUMN_REAL] = "real",
                                        [ULP_COLUMN_VALUE] = "value",
                                        NULL};
const char *const ulp_schema_flags[] = {"measured", "hidden", "alarm", "code", "series", NULL};

/* On one line, in UTF-8, not too long. */
static char *printable(const char *text) {
  g_autofree char *part = g_strndup(text, SHOWN);
  g_autofree char *valid = g_utf8_make_valid(part, -1);
  for (char *c = valid; *c; c++)
    if ((guchar)*c < ' ' || *c == 0x7f)
      *c = ' ';
  return g_strconcat(valid, strlen(text) > SHOWN ? "…" : NULL, NULL);
}

gboolean ulp_schema_fail(GError **error, const char *found, const char *expected) {
  g_autofree char *shown = printable(found), *wanted = printable(expected);
  ulp_set_error(error, ULP_ERROR_INPUT, _("found “%s”, expected %s"), shown, wanted);
  return FALSE;
}

gboolean ulp_schema_read_type(const char *id, UlpColumnType *type, GError **error) {
  for (guint i = 0; ulp_schema_types[i]; i++)
    if (g_str_equal(id, ulp_schema_types[i])) {
      *type = (UlpColumnType)i;
      return TRUE;
    }
  return ulp_schema_fail(error, id, _("one of the types text, count, real, value"));
}

gboolean ulp_schema_read_flag(const char *id, UlpColumnFlags *flags, GError **error) {
  for (guint bit = 0; ulp_schema_flags[bit]; bit++)
    if (g_str_equal(id, ulp_schema_flags[bit])) {
      *flags |= 1u << bit;
      return TRUE;
    }
  return ulp_schema_fail(error, id, _("one of the flags measured, hidden, alarm, code, series"));
}

gboolean ulp_schema_read_format(const char *id, UlpValueStyle *style, GError **error) {
  UlpFormat format;
  if (!ulp_format_from_id(id, &format, NULL))
    return ulp_schema_fail(error, id, _("the id of a format; “ulp list formats” lists them"));
  *style = ulp_value_style(format);
  return TRUE;
}

static gboolean is_identifier(const char *id) {
  return *id && !g_ascii_isdigit(*id) && id[strspn(id, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_")] == '\0';
}

gboolean ulp_schema_check_columns(const UlpColumn *columns, guint n_columns, GError **error) {
  g_autoptr(GHashTable) ids = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < n_columns; i++) {
    const UlpColumn *column = &columns[i];
    const char *const texts[] = {column->title, column->unit, column->meaning};
    if (!is_identifier(column->id))
      return ulp_schema_fail(error, column->id, _("the id of a column: letters, digits and _"));
    if (!g_hash_table_add(ids, (gpointer)column->id))
      return ulp_schema_fail(error, column->id, _("columns with ids that differ"));
    for (guint k = 0; k < G_N_ELEMENTS(texts); k++)
      if (!g_utf8_validate(texts[k], -1, NULL))
        return ulp_schema_fail(error, texts[k], _("text in UTF-8"));
  }
  return TRUE;
}

/* Only what is written in the one way that exports have is taken: what reads back to the same text. */
static gboolean is_same(const char *text, const char *written, gsize length) {
  return strlen(text) == length && memcmp(text, written, length) == 0;
}

gboolean ulp_schema_read_count(const char *text, guint64 *count, GError **error) {
  char written[ULP_NUMBER_SIZE];
  *count = g_ascii_isdigit(*text) ? g_ascii_strtoull(text, NULL, 10) : 0;
  return is_same(text, written, ulp_count_write(*count, written)) ||
         ulp_schema_fail(error, text, _("a whole number from 0 to 18446744073709551615"));
}

gboolean ulp_schema_read_hexfloat(const char *text, double *value, GError **error) {
  char written[ULP_NUMBER_SIZE];
  *value = g_ascii_strtod(text, NULL);
  return is_same(text, written, ulp_double_write_hexfloat(*value, written)) ||
         ulp_schema_fail(error, text, _("a hex float such as 0x1.8p+1, inf or nan"));
}

gboolean ulp_schema_read_bits(const char *text, const UlpValueStyle *style, UlpBits *bits, GError **error) {
  const guint container_bits = ulp_layout(style->format).container_bits;
  *bits = 0;
  gboolean good = g_str_has_prefix(text, "0x") && strlen(text) == 2 + style->hex_digits;
  for (guint i = 0; good && i < style->hex_digits; i++) {
    const int digit = g_ascii_xdigit_value(text[2 + i]);
    good = digit >= 0;
    *bits = *bits << 4 | (UlpBits)MAX(digit, 0);
  }
  good = good && (container_bits >= 128 || *bits >> container_bits == 0);
  if (good)
    return TRUE;
  g_autofree char *expected = g_strdup_printf(_("the bits of %s as 0x and %u hex digits"),
                                              ulp_format_info(style->format)->id, style->hex_digits);
  return ulp_schema_fail(error, text, expected);
}

gboolean ulp_schema_check_hexfloat(const char *text, const UlpValueStyle *style, UlpBits bits, GError **error) {
  char written[ULP_NUMBER_SIZE];
  if (style->in_double &&
      is_same(text, written, ulp_double_write_hexfloat(ulp_bits_to_double(style->format, bits), written)))
    return TRUE;
  g_autofree char *exact = ulp_bits_to_hexfloat(style->format, bits);
  if (g_str_equal(text, exact))
    return TRUE;
  g_autofree char *expected = g_strdup_printf(_("%s, which the bits stand for"), exact);
  return ulp_schema_fail(error, text, expected);
}

gboolean ulp_schema_check_decimal(const char *text, double value, GError **error) {
  char *end;
  const double read = g_ascii_strtod(text, &end);
  const gboolean same = isnan(read) ? isnan(value) : read == value && signbit(read) == signbit(value);
  if (same && end > text && *end == '\0' && !g_ascii_isspace(*text))
    return TRUE;
  char expected[ULP_NUMBER_SIZE + 1];
  expected[ulp_double_write(value, expected)] = '\0';
  return ulp_schema_fail(error, text, expected);
}
