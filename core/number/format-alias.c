/* What formats are called elsewhere. */
#include "core/number/format.h"

static const UlpFormatAlias aliases[] = {
#define ULP_ALIAS(alias, id, user) {alias, id, user},
#include "core/number/aliases.def"
#undef ULP_ALIAS
};

const UlpFormatAlias *ulp_format_aliases(guint *n) {
  *n = G_N_ELEMENTS(aliases);
  return aliases;
}

const char *ulp_format_id_of_alias(const char *alias) {
  for (guint i = 0; i < G_N_ELEMENTS(aliases); i++)
    if (g_ascii_strcasecmp(aliases[i].alias, alias) == 0)
      return aliases[i].id;
  return NULL;
}

char *ulp_format_alias_names(const char *id) {
  GString *names = g_string_new(NULL);
  for (guint i = 0; i < G_N_ELEMENTS(aliases); i++)
    if (g_str_equal(aliases[i].id, id))
      g_string_append_printf(names, "%s%s", names->len ? ", " : "", aliases[i].alias);
  return g_string_free(names, FALSE);
}
