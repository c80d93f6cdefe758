#include "core/base/param-power.h"

#include "core/base/decimal.h"
#include "core/base/i18n.h"

static gpointer parse_power(const UlpParam *param, const char *text, GError **error) {
  guint64 count;
  if (!ulp_decimal_to_count(text, &count) || count < param->min || count > param->max || (count & (count - 1)) != 0 ||
      count == 0)
    return NULL;
  const guint exponent = (guint)g_bit_storage(count) - 1;
  return g_memdup2(&exponent, sizeof exponent);
}

static char *range_of_powers(const UlpParam *param) {
  return g_strdup_printf(_("%" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT), (guint64)param->min, (guint64)param->max);
}

static char *expect_power(const UlpParam *param) {
  g_autofree char *range = range_of_powers(param);
  return g_strdup_printf(_("a power of two from %s, such as 1024"), range);
}

const UlpParamType ulp_param_power = {"power", "POWER", parse_power, g_free, expect_power, range_of_powers};

guint ulp_values_power(const UlpValues *values, const char *id) {
  return *(const guint *)ulp_values_get(values, id, ULP_PARAM_POWER);
}
