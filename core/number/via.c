#include "core/number/via.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <string.h>

static gboolean parse_round(const char *id, UlpRound *round, GError **error) {
  for (guint i = 0; i < ULP_N_ROUNDS; i++)
    if (g_str_equal(ulp_round_ids[i], id)) {
      *round = i;
      return TRUE;
    }
  g_autofree char *ids = g_strjoinv(", ", (char **)ulp_round_ids);
  ulp_set_error(error, ULP_ERROR_USAGE, _("found the rounding “%s”, expected one of %s"), id, ids);
  return FALSE;
}

static gboolean parse_step(char *text, UlpViaStep *step, GError **error) {
  char *colon = strchr(text, ':');
  step->round = ULP_ROUND_RN;
  if (colon)
    *colon = '\0';
  return ulp_format_from_id(g_strstrip(text), &step->format, error) &&
         (!colon || parse_round(g_strstrip(colon + 1), &step->round, error));
}

gboolean ulp_via_parse(const char *text, UlpVia *via, GError **error) {
  *via = (UlpVia){0};
  if (*text == '\0')
    return TRUE;
  g_auto(GStrv) parts = g_strsplit(text, ",", -1);
  for (char **part = parts; *part; part++) {
    if (via->n == ULP_VIA_MOST) {
      ulp_set_error(error, ULP_ERROR_USAGE, _("found %u steps, expected at most %d"), g_strv_length(parts),
                    ULP_VIA_MOST);
      return FALSE;
    }
    if (!parse_step(*part, &via->step[via->n], error))
      return FALSE;
    via->n++;
  }
  return TRUE;
}
