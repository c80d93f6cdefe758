/* NumPy's .npy, versions 1 to 3: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 *
 * fp32 and fp64 of either byte order, any number of dimensions, elements in the order in which the file stores them.
 * The header is a Python dictionary literal, read by a parser of exactly the three keys NumPy writes; nothing is
 * evaluated. */
#include "core/input/reader.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <string.h>

#define MAX_HEADER 10000 /* NumPy's own limit, numpy.lib.format._MAX_HEADER_SIZE */

typedef struct {
  UlpFormat format;
  gboolean big_endian, fortran;
  guint64 count;
  guint dimensions;
} Npy;

typedef struct {
  const char *start, *p, *end;
} Scanner;

G_GNUC_PRINTF(2, 3) static gboolean fail(GError **error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *message = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_set_error_literal(error, ULP_ERROR, ULP_ERROR_INPUT, message);
  return FALSE;
}

static gboolean fail_expected(const Scanner *scanner, const char *expected, GError **error) {
  const guint64 place = (guint64)(scanner->p - scanner->start) + 1;
  if (scanner->p >= scanner->end)
    return fail(error, _("the npy header ends after %" G_GUINT64_FORMAT " characters, expected %s"), place - 1,
                expected);
  g_autofree char *found = ulp_reader_quote(scanner->p, MIN(10, (gsize)(scanner->end - scanner->p)));
  return fail(error, _("npy header, character %" G_GUINT64_FORMAT ": found %s, expected %s"), place, found, expected);
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

static gboolean read_descr(Scanner *scanner, Npy *npy, GError **error) {
  skip_space(scanner);
  if (scanner->p < scanner->end && *scanner->p == '[')
    return fail(error, _("the npy array is structured, expected plain fp32 or fp64 elements"));
  g_autofree char *descr = read_string(scanner, error);
  if (descr == NULL)
    return FALSE;
  if (strchr(descr, 'O') != NULL)
    return fail(error, _("the npy array holds Python objects: object arrays are pickles, which are never read"));
  npy->big_endian = descr[0] == '>';
  if (g_str_equal(descr, "<f4") || g_str_equal(descr, ">f4"))
    npy->format = ULP_FORMAT_FP32;
  else if (g_str_equal(descr, "<f8") || g_str_equal(descr, ">f8"))
    npy->format = ULP_FORMAT_FP64;
  else {
    g_autofree char *found = ulp_reader_quote(descr, strlen(descr));
    return fail(error, _("the npy element type is %s, expected '<f4', '<f8', '>f4' or '>f8'"), found);
  }
  return TRUE;
}

static gboolean read_order(Scanner *scanner, Npy *npy, GError **error) {
  npy->fortran = accept_word(scanner, "True");
  return npy->fortran || accept_word(scanner, "False") || fail_expected(scanner, _("True or False"), error);
}

static gboolean read_length(Scanner *scanner, guint64 *length, GError **error) {
  skip_space(scanner);
  if (scanner->p >= scanner->end || !g_ascii_isdigit(*scanner->p))
    return fail_expected(scanner, _("a length or ')'"), error);
  *length = 0;
  for (; scanner->p < scanner->end && g_ascii_isdigit(*scanner->p); scanner->p++)
    if (!g_uint64_checked_mul(length, *length, 10) ||
        !g_uint64_checked_add(length, *length, (guint64)(*scanner->p - '0')))
      return fail(error, _("an npy dimension is longer than 2^64"));
  return TRUE;
}

/* A tuple of lengths: (), (3,), (3, 4). */
static gboolean read_shape(Scanner *scanner, Npy *npy, GError **error) {
  if (!expect(scanner, '(', error))
    return FALSE;
  npy->count = 1;
  gboolean comma = TRUE;
  while (!accept(scanner, ')')) {
    guint64 length;
    if (!comma)
      return fail_expected(scanner, _("',' or ')'"), error);
    if (!read_length(scanner, &length, error))
      return FALSE;
    if (!g_uint64_checked_mul(&npy->count, npy->count, length))
      return fail(error, _("the npy shape holds more than 2^64 elements"));
    npy->dimensions++;
    comma = accept(scanner, ',');
  }
  if (npy->dimensions == 1 && !comma)
    return fail(error, _("the npy shape is a number, expected a tuple such as (3,)"));
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
    return fail(error, _("npy header: found the key %s, expected descr, fortran_order and shape once each"), found);
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
      return fail(error, _("the npy header has no %s"), keys[key].name);
  if (!accept(scanner, '\n') || scanner->p != scanner->end)
    return fail_expected(scanner, _("spaces and a newline at its end"), error);
  return TRUE;
}

/* Magic, version and length; the header's text in `scanner`. */
static gboolean find_header(const char *bytes, gsize size, Scanner *scanner, GError **error) {
  if (size < 10 || memcmp(bytes, "\x93NUMPY", 6) != 0)
    return fail(error, _("not an npy file: it does not begin with \\x93NUMPY and a version"));
  const guint8 *head = (const guint8 *)bytes;
  const guint major = head[6], minor = head[7];
  if (major < 1 || major > 3 || minor != 0)
    return fail(error, _("npy version %u.%u, expected 1.0, 2.0 or 3.0"), major, minor);
  const gsize prefix = major == 1 ? 10 : 12;
  if (size < prefix)
    return fail(error, _("the npy file ends within the length of its header"));
  const guint32 length = major == 1
                             ? head[8] | (guint32)head[9] << 8
                             : head[8] | (guint32)head[9] << 8 | (guint32)head[10] << 16 | (guint32)head[11] << 24;
  if (length > MAX_HEADER)
    return fail(error, _("the npy header has %u characters, expected at most %d"), length, MAX_HEADER);
  if (length > size - prefix)
    return fail(error, _("the npy header has %u characters, but the file ends after %" G_GSIZE_FORMAT), length,
                size - prefix);
  *scanner = (Scanner){bytes + prefix, bytes + prefix, bytes + prefix + length};
  return TRUE;
}

static gboolean check_size(const Npy *npy, guint64 found, GError **error) {
  guint64 expected;
  if (!g_uint64_checked_mul(&expected, npy->count, npy->format == ULP_FORMAT_FP32 ? 4 : 8))
    return fail(error, _("the npy shape holds more than 2^64 bytes"));
  if (npy->count == 0)
    return fail(error, _("the npy array is empty, expected at least one element"));
  if (found == expected)
    return TRUE;
  return fail(
      error,
      found < expected
          ? _("the npy file is truncated: found %" G_GUINT64_FORMAT " bytes of elements, expected %" G_GUINT64_FORMAT)
          : _("the npy file is too long: found %" G_GUINT64_FORMAT " bytes of elements, expected %" G_GUINT64_FORMAT),
      found, expected);
}

#define SLICE_ELEMENTS (1u << 18) /* between two looks at the cancellable */

/* Bytes of one element, in the order of the file, to the array's format; its own format keeps every bit. */
static gboolean copy_elements(const Npy *npy, const char *from, const UlpFileArray *array, GCancellable *cancellable,
                              GError **error) {
  const UlpFormat to = array->format;
  char *out = array->data;
  const gsize from_bytes = npy->format == ULP_FORMAT_FP32 ? 4 : 8, to_bytes = to == ULP_FORMAT_FP32 ? 4 : 8;
  const UlpLayout from_layout = ulp_layout(npy->format), to_layout = ulp_layout(to);
  for (guint64 i = 0; i < npy->count; i++) {
    guint64 bits = 0;
    if (i % SLICE_ELEMENTS == 0 && !ulp_go_on(cancellable, error))
      return FALSE;
    memcpy(&bits, from + i * from_bytes, from_bytes);
    if (npy->big_endian)
      bits = from_bytes == 4 ? GUINT32_SWAP_LE_BE((guint32)bits) : GUINT64_SWAP_LE_BE(bits);
    if (to != npy->format)
      bits = (guint64)ulp_convert_bits(from_layout, to_layout, bits, ULP_ROUND_RN, ULP_PROFILE_IEEE);
    memcpy(out + i * to_bytes, &bits, to_bytes);
  }
  return TRUE;
}

gboolean ulp_read_npy(const char *bytes, gsize size, const UlpFormat *wanted, GCancellable *cancellable,
                      UlpFileArray *array, GError **error) {
  Npy npy = {.dimensions = 0};
  Scanner scanner;
  if (!find_header(bytes, size, &scanner, error) || !read_dictionary(&scanner, &npy, error))
    return FALSE;
  if (!check_size(&npy, (guint64)(bytes + size - scanner.end), error))
    return FALSE;
  const UlpFormat format = wanted != NULL ? *wanted : npy.format;
  const char *note = npy.fortran && npy.dimensions > 1 ? N_("Fortran order, elements as stored") : NULL;
  const UlpFileArray read = {format, npy.count, ulp_reader_allocate(format, npy.count, error), note};
  if (read.data == NULL)
    return FALSE;
  if (!copy_elements(&npy, scanner.end, &read, cancellable, error)) {
    g_free(read.data);
    return FALSE;
  }
  *array = read;
  return TRUE;
}
