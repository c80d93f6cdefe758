/* NumPy's .npy, versions 1 to 3: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 *
 * Floating point, integers and bool of either byte order; elements in the order in which the file stores them. The header
 * is a Python dictionary literal, read by a parser of exactly the three keys NumPy writes; nothing is evaluated. */
#include "core/input/reader.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <string.h>

#define MAX_HEADER 10000 /* NumPy's own limit, numpy.lib.format._MAX_HEADER_SIZE */

typedef struct {
  UlpArrayInfo info;
  guint64 offset, bytes;
  gboolean is_bool;
} Npy;

/* NumPy's element types that are one number: kind and bytes. */
static const struct {
  const char *type;
  UlpFormat format;
} types[] = {
    {"f2", ULP_FORMAT_FP16},     {"f4", ULP_FORMAT_FP32},     {"f8", ULP_FORMAT_FP64},     {"i1", ULP_FORMAT_INT(8)},
    {"i2", ULP_FORMAT_INT(16)},  {"i4", ULP_FORMAT_INT(32)},  {"i8", ULP_FORMAT_INT(64)},  {"u1", ULP_FORMAT_UINT(8)},
    {"u2", ULP_FORMAT_UINT(16)}, {"u4", ULP_FORMAT_UINT(32)}, {"u8", ULP_FORMAT_UINT(64)}, {"b1", ULP_FORMAT_UINT(8)},
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

/* '<f4': byte order and type; '|' only where there is one byte. */
static gboolean set_type(Npy *npy, const char *descr) {
  if (*descr == '\0' || strchr("<>|", *descr) == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(types); i++)
    if (g_str_equal(descr + 1, types[i].type)) {
      const gboolean one_byte = ulp_layout(types[i].format).container_bits == 8;
      npy->info.format = types[i].format;
      npy->info.big_endian = *descr == '>' && !one_byte;
      npy->is_bool = descr[1] == 'b';
      return *descr != '|' || one_byte;
    }
  return FALSE;
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
  if (set_type(npy, descr))
    return TRUE;
  g_autofree char *found = ulp_reader_quote(descr, strlen(descr));
  return ulp_reader_fail(
      error,
      _("the npy element type is %s, expected '<' or '>' and f2, f4, f8, i1, i2, i4, i8, u1, u2, u4, "
        "u8 or b1"),
      found);
}

static gboolean read_order(Scanner *scanner, Npy *npy, GError **error) {
  npy->info.fortran = accept_word(scanner, "True");
  return npy->info.fortran || accept_word(scanner, "False") || fail_expected(scanner, _("True or False"), error);
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
  UlpArrayInfo *info = &npy->info;
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

static gboolean check_size(const Npy *npy, guint64 found, GError **error) {
  guint64 count;
  if (!ulp_array_info_count(&npy->info, &count))
    return ulp_reader_fail(error, _("the npy shape holds more than 2^64 elements"));
  if (npy->bytes == G_MAXUINT64)
    return ulp_reader_fail(error, _("the npy shape holds more than 2^64 bytes"));
  if (count == 0)
    return ulp_reader_fail(error, _("the npy array is empty, expected at least one element"));
  if (found == npy->bytes)
    return TRUE;
  return ulp_reader_fail(
      error,
      found < npy->bytes
          ? _("the npy file is truncated: found %" G_GUINT64_FORMAT " bytes of elements, expected %" G_GUINT64_FORMAT)
          : _("the npy file is too long: found %" G_GUINT64_FORMAT " bytes of elements, expected %" G_GUINT64_FORMAT),
      found, npy->bytes);
}

static gboolean read_header(Npy *npy, UlpSource *source, GCancellable *cancellable, GError **error) {
  char header[MAX_HEADER];
  guint prefix = 0;
  guint32 length = 0;
  if (!find_header(source, &prefix, &length, cancellable, error) ||
      !ulp_source_read(source, prefix, length, header, cancellable, error))
    return FALSE;
  Scanner scanner = {header, header, header + length};
  if (!read_dictionary(&scanner, npy, error))
    return FALSE;
  npy->info.fortran = npy->info.fortran && npy->info.n_dimensions > 1; /* one dimension has one order */
  npy->offset = prefix + length;
  if (!ulp_array_info_bytes(&npy->info, &npy->bytes))
    npy->bytes = G_MAXUINT64;
  return check_size(npy, ulp_source_size(source) - npy->offset, error);
}

static gpointer npy_open(const UlpReading *reading, GCancellable *cancellable, GError **error) {
  g_autofree Npy *npy = g_new0(Npy, 1);
  return read_header(npy, reading->source, cancellable, error) ? g_steal_pointer(&npy) : NULL;
}

static UlpMember *only_member(const Npy *npy) {
  UlpMember *member = ulp_member_new();
  member->info = npy->info;
  member->offset = npy->offset;
  member->bytes = npy->bytes;
  member->note = npy->info.fortran ? g_strdup("elements as stored") : npy->is_bool ? g_strdup("bool") : NULL;
  return member;
}

static GPtrArray *npy_list(gpointer npy) {
  GPtrArray *members = g_ptr_array_new_with_free_func((GDestroyNotify)ulp_member_free);
  g_ptr_array_add(members, only_member(npy));
  return members;
}

static UlpMember *npy_choose(gpointer npy, const char *name, GCancellable *cancellable, GError **error) {
  if (name == NULL)
    return only_member(npy);
  g_autofree char *found = ulp_reader_quote(name, strlen(name));
  ulp_set_error(error, ULP_ERROR_USAGE, _("found #%s, but an npy file holds one array, which has no name"), found);
  return NULL;
}

const UlpReader ulp_reader_npy = {
    .ending = ".npy", .open = npy_open, .close = g_free, .list = npy_list, .choose = npy_choose};
