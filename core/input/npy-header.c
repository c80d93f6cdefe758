#include "core/input/npy-header.h"

#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/number/format.h"

#include <string.h>

#define MAX_HEADER 10000 /* NumPy's own limit, numpy.lib.format._MAX_HEADER_SIZE */

typedef struct {
  UlpMember *member;
  UlpFormat type; /* asked for; 0: what the file says */
} Npy;

/* NumPy's element types that are one number: kind and bytes. Beside them ml_dtypes' own types (its 0.6, with NumPy 2.4): numpy.save
 * writes a void of their size, V1 or V2, and its older versions f1 for float8_e5m2; bfloat16 is the only type of two bytes. Other
 * writers have the names of the types, which numpy.dtype takes. */
static const struct {
  const char *type, *format;
  guint bits; /* in the file */
} types[] = {
    {"f2", "fp16", 16},
    {"f4", "fp32", 32},
    {"f8", "fp64", 64},
    {"i1", "int8", 8},
    {"i2", "int16", 16},
    {"i4", "int32", 32},
    {"i8", "int64", 64},
    {"u1", "uint8", 8},
    {"u2", "uint16", 16},
    {"u4", "uint32", 32},
    {"u8", "uint64", 64},
    {"b1", "uint8", 8},
    {"V2", "bf16", 16},
    {"f1", "e5m2", 8},
    {"V1", NULL, 8},
    {"f16", NULL, 128}, /* long double, which is another format on another processor */
    {"bfloat16", "bf16", 16},
    {"float8_e5m2", "e5m2", 8},
    {"float8_e4m3fn", "e4m3", 8},
    {"float8_e4m3", "e4m3-ieee", 8},
    {"float8_e3m4", "e3m4", 8},
    {"float8_e4m3fnuz", "e4m3fnuz", 8},
    {"float8_e5m2fnuz", "e5m2fnuz", 8},
    {"float8_e4m3b11fnuz", "e4m3-bias11-noinf-zeronan", 8},
    {"float8_e8m0fnu", "e8m0", 8},
    {"float6_e3m2fn", "e3m2", 8},
    {"float6_e2m3fn", "e2m3", 8},
    {"float4_e2m1fn", "e2m1", 8},
};

typedef struct {
  const char *start, *p, *end;
} Scanner;

static gboolean fail_expected(const Scanner *scanner, const char *expected, GError **error) {
  const guint64 place = (guint64)(scanner->p - scanner->start) + 1;
  if (scanner->p >= scanner->end)
    return ulp_reader_fail(error, _("the npy header ends after %" G_GUINT64_FORMAT " characters, expected %s"),
                           place - 1, expected);
  g_autofree char *found = ulp_reader_quote(scanner->p, MIN(10, (gsize)(scanner->end - scanner->p)));
  return ulp_reader_fail(error, _("npy header, character %" G_GUINT64_FORMAT ": found %s, expected %s"), place, found,
                         expected);
}

static void skip_space(Scanner *scanner) {
  while (scanner->p < scanner->end && *scanner->p == ' ')
    scanner->p++;
}

static gboolean accept(Scanner *scanner, char c) {
  skip_space(scanner);
  if (scanner->p >= scanner->end || *scanner->p != c)
    return FALSE;
  scanner->p++;
  return TRUE;
}

static gboolean expect(Scanner *scanner, char c, GError **error) {
  const char expected[] = {'\'', c, '\'', '\0'};
  return accept(scanner, c) || fail_expected(scanner, expected, error);
}

static gboolean accept_word(Scanner *scanner, const char *word) {
  const gsize length = strlen(word);
  skip_space(scanner);
  if ((gsize)(scanner->end - scanner->p) < length || memcmp(scanner->p, word, length) != 0)
    return FALSE;
  scanner->p += length;
  return TRUE;
}

/* A Python string literal without escapes. */
static char *read_string(Scanner *scanner, GError **error) {
  skip_space(scanner);
  if (scanner->p < scanner->end && (*scanner->p == '\'' || *scanner->p == '"')) {
    const char *start = scanner->p + 1;
    const char *close = memchr(start, *scanner->p, (gsize)(scanner->end - start));
    if (close != NULL && memchr(start, '\\', (gsize)(close - start)) == NULL &&
        memchr(start, '\0', (gsize)(close - start)) == NULL) {
      scanner->p = close + 1;
      return g_strndup(start, (gsize)(close - start));
    }
  }
  fail_expected(scanner, _("a quoted string"), error);
  return NULL;
}

static guint find_type(const char *type) {
  guint i = 0;
  while (i < G_N_ELEMENTS(types) && !g_str_equal(types[i].type, type))
    i++;
  return i;
}

static void add_note(UlpMember *member, char *note) {
  g_autofree char *old = member->note;
  g_autofree char *added = note;
  member->note = old != NULL ? g_strconcat(old, ", ", added, NULL) : g_steal_pointer(&added);
}

static gboolean set_type(Npy *npy, const char *code, guint type, GError **error) {
  UlpMember *member = npy->member;
  const guint bits = types[type].bits;
  g_autofree char *found = ulp_reader_quote(code, strlen(code));
  if (npy->type == 0 && types[type].format == NULL)
    return ulp_reader_fail(
        error, _("the npy element type is %s, which does not say which format it is: expected :type=%s or the like"),
        found, bits == 8 ? "e4m3" : "fp80");
  member->info.format = npy->type != 0 ? npy->type : ulp_reader_type(types[type].format);
  const guint width = ulp_layout(member->info.format).container_bits;
  if (width > bits)
    return ulp_reader_fail(error, _("the npy element type is %s of %u bits, expected at least the %u of :type=%s"),
                           found, bits, width, ulp_format_info(member->info.format)->id);
  member->stored_bits = width < bits ? bits : 0;
  if (npy->type != 0 || strchr(code, 'V') != NULL)
    add_note(member, g_strdup_printf("%s as %s", code, ulp_format_info(member->info.format)->id));
  else if (g_str_has_suffix(code, "b1"))
    add_note(member, g_strdup("bool"));
  return TRUE;
}

/* '<f4': byte order and type, '|' only where there is one byte; or a name. FALSE without an error: it is neither. */
static gboolean read_type(Npy *npy, const char *descr, GError **error) {
  const gboolean has_order = *descr != '\0' && strchr("<>|", *descr) != NULL;
  const guint type = find_type(descr + has_order);
  if (type == G_N_ELEMENTS(types) || has_order != (strlen(types[type].type) <= 3))
    return FALSE;
  if (*descr == '|' && types[type].bits != 8)
    return FALSE;
  npy->member->info.big_endian = *descr == '>' && types[type].bits > 8;
  return set_type(npy, descr, type, error);
}

static gboolean read_descr(Scanner *scanner, Npy *npy, GError **error) {
  skip_space(scanner);
  if (scanner->p < scanner->end && *scanner->p == '[')
    return ulp_reader_fail(error, _("the npy array is structured, expected elements that are one number each"));
  g_autofree char *descr = read_string(scanner, error);
  if (descr == NULL)
    return FALSE;
  if (strchr(descr, 'O') != NULL)
    return ulp_reader_fail(error,
                           _("the npy array holds Python objects: object arrays are pickles, which are never read"));
  g_autoptr(GError) refused = NULL;
  if (read_type(npy, descr, &refused))
    return TRUE;
  if (refused != NULL) {
    g_propagate_error(error, g_steal_pointer(&refused));
    return FALSE;
  }
  g_autofree char *found = ulp_reader_quote(descr, strlen(descr));
  return ulp_reader_fail(
      error,
      _("the npy element type is %s, expected '<' or '>' and f2, f4, f8, i1, i2, i4, i8, u1, u2, u4, "
        "u8, b1, V1 or V2, or a name such as bfloat16"),
      found);
}

static gboolean read_order(Scanner *scanner, Npy *npy, GError **error) {
  npy->member->info.fortran = accept_word(scanner, "True");
  return npy->member->info.fortran || accept_word(scanner, "False") ||
         fail_expected(scanner, _("True or False"), error);
}

static gboolean read_length(Scanner *scanner, guint64 *length, GError **error) {
  skip_space(scanner);
  if (scanner->p >= scanner->end || !g_ascii_isdigit(*scanner->p))
    return fail_expected(scanner, _("a length or ')'"), error);
  *length = 0;
  for (; scanner->p < scanner->end && g_ascii_isdigit(*scanner->p); scanner->p++)
    if (!g_uint64_checked_mul(length, *length, 10) ||
        !g_uint64_checked_add(length, *length, (guint64)(*scanner->p - '0')))
      return ulp_reader_fail(error, _("an npy dimension is longer than 2^64"));
  if (scanner->p < scanner->end && *scanner->p == 'L') /* as Python 2 wrote its long integers */
    scanner->p++;
  return TRUE;
}

/* A tuple of lengths: (), (3,), (3, 4). */
static gboolean read_shape(Scanner *scanner, Npy *npy, GError **error) {
  UlpArrayInfo *info = &npy->member->info;
  if (!expect(scanner, '(', error))
    return FALSE;
  gboolean comma = TRUE;
  while (!accept(scanner, ')')) {
    guint64 length = 0;
    if (!comma)
      return fail_expected(scanner, _("',' or ')'"), error);
    if (!read_length(scanner, &length, error))
      return FALSE;
    if (info->n_dimensions == ULP_ARRAY_MAX_DIMENSIONS)
      return ulp_reader_fail(error, _("the npy shape has more than %d dimensions"), ULP_ARRAY_MAX_DIMENSIONS);
    info->shape[info->n_dimensions++] = length;
    comma = accept(scanner, ',');
  }
  if (info->n_dimensions == 1 && !comma)
    return ulp_reader_fail(error, _("the npy shape is a number, expected a tuple such as (3,)"));
  return TRUE;
}

static const struct {
  const char *name;
  gboolean (*read)(Scanner *scanner, Npy *npy, GError **error);
} keys[] = {{"descr", read_descr}, {"fortran_order", read_order}, {"shape", read_shape}};

static gboolean read_entry(Scanner *scanner, Npy *npy, gboolean *seen, GError **error) {
  g_autofree char *name = read_string(scanner, error);
  if (name == NULL)
    return FALSE;
  guint key = 0;
  while (key < G_N_ELEMENTS(keys) && !g_str_equal(name, keys[key].name))
    key++;
  if (key == G_N_ELEMENTS(keys) || seen[key]) {
    g_autofree char *found = ulp_reader_quote(name, strlen(name));
    return ulp_reader_fail(error, _("npy header: found the key %s, expected descr, fortran_order and shape once each"),
                           found);
  }
  seen[key] = TRUE;
  return expect(scanner, ':', error) && keys[key].read(scanner, npy, error);
}

/* The whole header: the dictionary, spaces and a newline. */
static gboolean read_dictionary(Scanner *scanner, Npy *npy, GError **error) {
  gboolean seen[G_N_ELEMENTS(keys)] = {FALSE};
  if (!expect(scanner, '{', error))
    return FALSE;
  gboolean comma = TRUE;
  while (!accept(scanner, '}')) {
    if (!comma)
      return fail_expected(scanner, _("',' or '}'"), error);
    if (!read_entry(scanner, npy, seen, error))
      return FALSE;
    comma = accept(scanner, ',');
  }
  for (guint key = 0; key < G_N_ELEMENTS(keys); key++)
    if (!seen[key])
      return ulp_reader_fail(error, _("the npy header has no %s"), keys[key].name);
  if (!accept(scanner, '\n') || scanner->p != scanner->end)
    return fail_expected(scanner, _("spaces and a newline at its end"), error);
  return TRUE;
}

/* Magic, version and length of the header: where it begins and its length. */
static gboolean find_header(UlpSource *source, guint *prefix, guint32 *length, GCancellable *cancellable,
                            GError **error) {
  guint8 head[12] = {0};
  const guint64 size = ulp_source_size(source);
  if (!ulp_source_read(source, 0, (gsize)MIN(size, sizeof head), head, cancellable, error))
    return FALSE;
  if (size < 10 || memcmp(head, "\x93NUMPY", 6) != 0)
    return ulp_reader_fail(error, _("not an npy file: it does not begin with \\x93NUMPY and a version"));
  const guint major = head[6], minor = head[7];
  if (major < 1 || major > 3 || minor != 0)
    return ulp_reader_fail(error, _("npy version %u.%u, expected 1.0, 2.0 or 3.0"), major, minor);
  *prefix = major == 1 ? 10 : 12;
  if (size < *prefix)
    return ulp_reader_fail(error, _("the npy file ends within the length of its header"));
  *length = head[8] | (guint32)head[9] << 8;
  if (major > 1)
    *length |= (guint32)head[10] << 16 | (guint32)head[11] << 24;
  if (*length > MAX_HEADER)
    return ulp_reader_fail(error, _("the npy header has %u characters, expected at most %d"), *length, MAX_HEADER);
  if (*length > size - *prefix)
    return ulp_reader_fail(error, _("the npy header has %u characters, but the file ends after %" G_GUINT64_FORMAT),
                           *length, size - *prefix);
  return TRUE;
}

static gboolean check_size(UlpMember *member, guint64 found, GError **error) {
  UlpArrayInfo stored = member->info;
  guint64 count;
  if (member->stored_bits != 0)
    stored.format = ULP_FORMAT_UINT(MIN(member->stored_bits, 64));
  if (!ulp_array_info_count(&member->info, &count))
    return ulp_reader_fail(error, _("the npy shape holds more than 2^64 elements"));
  if (!ulp_array_info_bytes(&stored, &member->bytes) ||
      !g_uint64_checked_mul(&member->bytes, member->bytes, member->stored_bits > 64 ? 2 : 1))
    return ulp_reader_fail(error, _("the npy shape holds more than 2^64 bytes"));
  if (count == 0)
    return ulp_reader_fail(error, _("the npy array is empty, expected at least one element"));
  if (found == member->bytes)
    return TRUE;
  return ulp_reader_fail(
      error,
      found < member->bytes
          ? _("the npy file is truncated: found %" G_GUINT64_FORMAT " bytes of elements, expected %" G_GUINT64_FORMAT)
          : _("the npy file is too long: found %" G_GUINT64_FORMAT " bytes of elements, expected %" G_GUINT64_FORMAT),
      found, member->bytes);
}

static gboolean read_header(Npy *npy, UlpSource *source, GCancellable *cancellable, GError **error) {
  char header[MAX_HEADER];
  guint prefix = 0;
  guint32 length = 0;
  UlpMember *member = npy->member;
  if (!find_header(source, &prefix, &length, cancellable, error) ||
      !ulp_source_read(source, prefix, length, header, cancellable, error))
    return FALSE;
  Scanner scanner = {header, header, header + length};
  if (!read_dictionary(&scanner, npy, error))
    return FALSE;
  member->info.fortran = member->info.fortran && member->info.n_dimensions > 1; /* one dimension has one order */
  if (member->info.fortran)
    add_note(member, g_strdup("elements as stored"));
  member->offset = prefix + length;
  return check_size(member, ulp_source_size(source) - member->offset, error);
}

UlpMember *ulp_npy_read(UlpSource *source, UlpFormat type, GCancellable *cancellable, GError **error) {
  g_autoptr(UlpMember) member = ulp_member_new();
  Npy npy = {member, type};
  return read_header(&npy, source, cancellable, error) ? g_steal_pointer(&member) : NULL;
}
