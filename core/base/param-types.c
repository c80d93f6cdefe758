/* Types of parameters that need no other module: counts, reals and words. */
#include "core/base/decimal.h"
#include "core/base/i18n.h"
#include "core/base/param.h"

#include <math.h>

/* --- counts --- */

typedef struct {
  guint64 first, last;
} Range;

static gboolean read_count(const UlpParam *param, const char *text, guint64 *count) {
  return ulp_decimal_to_count(text, count) && *count >= param->min && *count <= param->max;
}

static gpointer parse_count(const UlpParam *param, const char *text, GError **error) {
  guint64 count;
  return read_count(param, text, &count) ? g_memdup2(&count, sizeof count) : NULL;
}

static gpointer parse_range(const UlpParam *param, const char *text, GError **error) {
  g_auto(GStrv) ends = g_strsplit(text, ":", -1);
  Range range;
  const gboolean valid = g_strv_length(ends) == 2 && read_count(param, ends[0], &range.first) &&
                         read_count(param, ends[1], &range.last) && range.first <= range.last;
  return valid ? g_memdup2(&range, sizeof range) : NULL;
}

static char *count_text(long double count) {
  return g_strdup_printf("%" G_GUINT64_FORMAT, count < 0x1p64L ? (guint64)count : G_MAXUINT64);
}

static char *count_range(const UlpParam *param) {
  g_autofree char *min = count_text(param->min), *max = count_text(param->max);
  return g_strdup_printf(_("%s to %s"), min, max);
}

static char *expect_count(const UlpParam *param) {
  g_autofree char *range = count_range(param);
  return g_strdup_printf(_("a whole number from %s"), range);
}

static char *expect_range(const UlpParam *param) {
  g_autofree char *range = count_range(param);
  return g_strdup_printf(
      _("two whole numbers from %s with a colon between, such as %s, the first not above the second"), range,
      param->default_text);
}

const UlpParamType ulp_param_count = {"count", "COUNT", parse_count, g_free, expect_count, count_range};
const UlpParamType ulp_param_count_range = {"count-range", "FIRST:LAST", parse_range,
                                            g_free,        expect_range, count_range};

guint64 ulp_values_count(const UlpValues *values, const char *id) {
  return *(const guint64 *)ulp_values_get(values, id, ULP_PARAM_COUNT);
}

void ulp_values_count_range(const UlpValues *values, const char *id, guint64 *first, guint64 *last) {
  const Range *range = ulp_values_get(values, id, ULP_PARAM_COUNT_RANGE);
  *first = range->first;
  *last = range->last;
}

/* --- reals --- */

static gpointer parse_real(const UlpParam *param, const char *text, GError **error) {
  double real = NAN;
  const gboolean valid = g_strcmp0(text, param->word) == 0 ||
                         (ulp_decimal_to_real(text, &real) && real >= param->min && real <= param->max);
  return valid ? g_memdup2(&real, sizeof real) : NULL;
}

static char *real_text(double real) {
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd(text, sizeof text, "%.15g", real);
  if (g_ascii_strtod(text, NULL) != real)
    g_ascii_dtostr(text, sizeof text, real);
  return g_strdup(text);
}

static char *real_range(const UlpParam *param) {
  if (param->min <= -G_MAXDOUBLE && param->max >= G_MAXDOUBLE)
    return g_strdup("");
  g_autofree char *min = real_text((double)param->min), *max = real_text((double)param->max);
  return param->max >= G_MAXDOUBLE ? g_strdup_printf(_("%s or more"), min) : g_strdup_printf(_("%s to %s"), min, max);
}

static char *expect_number(const UlpParam *param) {
  g_autofree char *range = real_range(param);
  return !*range                     ? g_strdup(_("a finite number"))
         : param->max >= G_MAXDOUBLE ? g_strdup_printf(_("a number, %s"), range)
                                     : g_strdup_printf(_("a number from %s"), range);
}

static char *expect_real(const UlpParam *param) {
  g_autofree char *number = expect_number(param);
  return param->word ? g_strdup_printf(_("%s, or %s"), number, param->word) : g_steal_pointer(&number);
}

const UlpParamType ulp_param_real = {"real", "NUMBER", parse_real, g_free, expect_real, real_range};

double ulp_values_real(const UlpValues *values, const char *id) {
  return *(const double *)ulp_values_get(values, id, ULP_PARAM_REAL);
}

/* --- words --- */

static gboolean choice_index(const UlpParam *param, const char *text, guint *index) {
  for (guint i = 0; param->choices[i]; i++)
    if (g_str_equal(param->choices[i], text)) {
      *index = i;
      return TRUE;
    }
  return FALSE;
}

static gpointer parse_choice(const UlpParam *param, const char *text, GError **error) {
  guint index;
  return choice_index(param, text, &index) ? g_memdup2(&index, sizeof index) : NULL;
}

/* The chosen indices without repeats; NULL for an empty list or an element that is no choice. */
static gpointer parse_choices(const UlpParam *param, const char *text, GError **error) {
  g_auto(GStrv) items = g_strsplit(text, ",", -1);
  g_autoptr(GArray) indices = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; items[i]; i++) {
    guint index;
    gboolean repeated = FALSE;
    if (!choice_index(param, g_strstrip(items[i]), &index))
      return NULL;
    for (guint j = 0; j < indices->len; j++)
      repeated |= g_array_index(indices, guint, j) == index;
    if (!repeated)
      g_array_append_val(indices, index);
  }
  return indices->len > 0 ? g_steal_pointer(&indices) : NULL;
}

static void free_choices(gpointer indices) { g_array_unref(indices); }

static char *expect_choice(const UlpParam *param) {
  g_autofree char *choices = g_strjoinv(", ", (char **)param->choices);
  return g_strdup_printf(_("one of %s"), choices);
}

static char *expect_choices(const UlpParam *param) {
  g_autofree char *choices = g_strjoinv(", ", (char **)param->choices);
  return g_strdup_printf(_("a comma-separated list of %s"), choices);
}

const UlpParamType ulp_param_choice = {"choice", "WORD", parse_choice, g_free, expect_choice, NULL};
const UlpParamType ulp_param_choices = {"choices", "WORD,...", parse_choices, free_choices, expect_choices, NULL};

guint ulp_values_choice(const UlpValues *values, const char *id) {
  return *(const guint *)ulp_values_get(values, id, ULP_PARAM_CHOICE);
}

GArray *ulp_values_choices(const UlpValues *values, const char *id) {
  return g_array_copy((GArray *)ulp_values_get(values, id, ULP_PARAM_CHOICES));
}
