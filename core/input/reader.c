/* What the readers share: members, errors and quoting. */
#include "core/input/reader.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/number/number-params.h"

#include <string.h>

#define MOST_LISTED 8 /* names in an error */

UlpMember *ulp_member_new(void) { return g_new0(UlpMember, 1); }

UlpMember *ulp_member_copy(const UlpMember *member) {
  UlpMember *copy = g_memdup2(member, sizeof *member);
  copy->name = g_strdup(member->name);
  copy->note = g_strdup(member->note);
  copy->refused = g_strdup(member->refused);
  return copy;
}

void ulp_member_free(UlpMember *member) {
  if (member == NULL)
    return;
  g_free(member->name);
  g_free(member->note);
  g_free(member->refused);
  g_free(member);
}

GPtrArray *ulp_members_copy(GPtrArray *members) {
  GPtrArray *copy = g_ptr_array_new_full(members->len, (GDestroyNotify)ulp_member_free);
  for (guint i = 0; i < members->len; i++)
    g_ptr_array_add(copy, ulp_member_copy(g_ptr_array_index(members, i)));
  return copy;
}

/* "a", "b" and 7 more; of those that are read where there are some. */
static char *listed(GPtrArray *members, gboolean readable) {
  GString *text = g_string_new(NULL);
  guint shown = 0, more = 0;
  for (guint i = 0; i < members->len; i++) {
    const UlpMember *member = g_ptr_array_index(members, i);
    if (readable && member->refused != NULL)
      continue;
    if (shown == MOST_LISTED) {
      more++;
      continue;
    }
    g_autofree char *name = ulp_reader_quote(member->name, strlen(member->name));
    g_string_append_printf(text, "%s#%s", shown++ > 0 ? ", " : "", name);
  }
  if (more > 0)
    g_string_append_printf(text, _(" and %u more"), more);
  return g_string_free(text, FALSE);
}

static const UlpMember *find_member(GPtrArray *members, const char *name, GError **error) {
  const UlpMember *found = NULL;
  guint64 number, named = 0;
  for (guint i = 0; i < members->len; i++) {
    const UlpMember *member = g_ptr_array_index(members, i);
    if (g_str_equal(member->name, name)) {
      found = member;
      named++;
    }
  }
  if (named == 0 && g_ascii_string_to_unsigned(name, 10, 1, members->len, &number, NULL))
    return g_ptr_array_index(members, number - 1);
  if (named == 1)
    return found;
  g_autofree char *quoted = ulp_reader_quote(name, strlen(name)), *known = listed(members, FALSE);
  if (named > 1)
    ulp_set_error(error, ULP_ERROR_USAGE, _("several arrays are named %s, expected a number from 1 to %u"), quoted,
                  members->len);
  else
    ulp_set_error(error, ULP_ERROR_USAGE, _("there is no array %s, expected one of %s"), quoted, known);
  return NULL;
}

static const UlpMember *find_only(GPtrArray *members, GError **error) {
  const UlpMember *only = NULL;
  guint readable = 0;
  for (guint i = 0; i < members->len; i++) {
    const UlpMember *member = g_ptr_array_index(members, i);
    if (member->refused == NULL) {
      only = member;
      readable++;
    }
  }
  if (readable == 1 || members->len == 1)
    return readable == 1 ? only : g_ptr_array_index(members, 0);
  g_autofree char *known = listed(members, readable > 0);
  ulp_set_error(error, ULP_ERROR_USAGE, _("the file holds several arrays: %s; name one as FILE#NAME"), known);
  return NULL;
}

UlpMember *ulp_members_choose(GPtrArray *members, const char *name, GError **error) {
  if (members->len == 0) {
    ulp_reader_fail(error, _("the file holds no array, expected at least one"));
    return NULL;
  }
  const UlpMember *member = name != NULL ? find_member(members, name, error) : find_only(members, error);
  if (member == NULL)
    return NULL;
  g_autofree char *quoted = ulp_reader_quote(member->name, strlen(member->name));
  guint64 count;
  if (member->refused != NULL)
    ulp_reader_fail(error, _("the array %s is listed, but not read: %s"), quoted, member->refused);
  else if (!ulp_array_info_count(&member->info, &count) || count == 0)
    ulp_reader_fail(error, _("the array %s is empty, expected at least one element"), quoted);
  else
    return ulp_member_copy(member);
  return NULL;
}

UlpFormat ulp_reader_type(const char *id) {
  UlpFormat format;
  g_autoptr(GError) error = NULL;
  if (!ulp_format_from_id(id, &format, &error))
    g_error("%s: %s", id, error->message);
  return format;
}

static const char *const type_choices[] = {"auto", NULL};

const UlpParam ulp_reader_type_param = {
    .id = "type",
    .type = ULP_PARAM_FORMAT,
    .label = N_("Type"),
    .help = N_("format of the stored elements, where the file does not say it"),
    .default_text = "auto",
    .unit = "",
    .choices = type_choices,
};

char *ulp_reader_quote(const char *text, gsize length) {
  const gsize shown = MIN(length, 40);
  g_autofree char *valid = g_utf8_make_valid(text, (gssize)shown);
  GString *quoted = g_string_new("“");
  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char(p)) {
    const gunichar c = g_utf8_get_char(p);
    g_string_append_unichar(quoted, g_unichar_isprint(c) ? c : 0xfffd);
  }
  g_string_append(quoted, shown < length ? "…”" : "”");
  return g_string_free(quoted, FALSE);
}

gboolean ulp_reader_fail(GError **error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *message = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_set_error_literal(error, ULP_ERROR, ULP_ERROR_INPUT, message);
  return FALSE;
}
