#include "app/ulp-arguments.h"

#include "app/ulp-text.h"
#include "core/base/i18n.h"

#include <string.h>

gboolean ulp_print_help(const char *usage, const char *summary, const GArray *options, GError **error) {
  g_autoptr(GString) out = g_string_new(NULL);
  g_string_append_printf(out, _("Usage: %s\n"), usage);
  ulp_text_wrap(out, summary, 0);
  g_string_append_printf(out, "\n%s\n", _("Options:"));
  for (guint i = 0; i < options->len; i++) {
    const UlpOption *option = &g_array_index(options, UlpOption, i);
    g_autofree char *left = g_strdup_printf("  --%s %s", option->id, option->value ? option->value : "");
    g_string_append_printf(out, "%-28s", left);
    if (strlen(left) > 27)
      g_string_append_printf(out, "\n%28s", "");
    ulp_text_wrap(out, option->help, 28);
  }
  g_string_append_printf(out, "%-28s%s\n", "  --help", _("show this help"));
  return ulp_text_print(out, error);
}
