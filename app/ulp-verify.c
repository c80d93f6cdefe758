/* ulp verify: the experiments that compare this program with others, by the name of what they verify. */
#include "app/ulp-command.h"
#include "core/base/error.h"
#include "core/base/i18n.h"

int ulp_command_verify(char **argv, GError **error) {
  if (!argv[0]) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("verify: nothing to verify, expected “ulp verify conversions”"));
    return 0;
  }
  if (!g_str_equal(argv[0], "conversions")) {
    ulp_set_error(error, ULP_ERROR_USAGE, _("verify: found “%s”, expected “ulp verify conversions”"), argv[0]);
    return 0;
  }
  g_autoptr(GPtrArray) words = g_ptr_array_new();
  g_ptr_array_add(words, (gpointer) "verify-conversions");
  for (char **word = argv + 1; *word; word++)
    g_ptr_array_add(words, *word);
  g_ptr_array_add(words, NULL);
  return ulp_command_run((char **)words->pdata, error);
}
