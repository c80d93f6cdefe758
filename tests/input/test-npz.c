/* The npz reader: what NumPy writes, and archives that lie. */
#include "recorded.h"

static void test_arrays(void) {
  static const char *const archives[] = {"stored.npz", "deflated.npz"};
  static const char *const cases[][3] = {
      {"weights", "fp32 [2, 3]", "1 -2 0.10000000149011612 448 -0 0.015625"},
      {"steps", "int64 [5]", "0 1 2 3 4"},
      {"half", "fp16 [6]", "1 -2 0.0999755859375 448 -0 0.015625"},
      {"1", "fp32 [2, 3]", "1 -2 0.10000000149011612 448 -0 0.015625"},
  };
  for (guint a = 0; a < G_N_ELEMENTS(archives); a++) {
    g_autoptr(GByteArray) file = recorded(archives[a]);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
      g_autofree char *spec = g_strconcat("x.npz#", cases[i][0], NULL);
      ReadArray array = read_ok(spec, file->data, file->len);
      g_autofree char *shape = ulp_array_info_text(&array.info), *values = values_text(&array);
      g_assert_cmpstr(shape, ==, cases[i][1]);
      g_assert_cmpstr(values, ==, cases[i][2]);
      read_array_clear(&array);
    }
    ReadArray zeros = read_ok("x.npz#zeros", file->data, file->len);
    g_assert_cmpuint(zeros.count, ==, 300);
    read_array_clear(&zeros);
    assert_bytes_refused("x.npz", file->data, file->len, ULP_ERROR_USAGE, "#“weights”, #“steps”, #“half”, #“zeros”");
    assert_bytes_refused("x.npz#none", file->data, file->len, ULP_ERROR_USAGE, "“none”|#“weights”");
  }
  g_autoptr(GByteArray) file = recorded("deflated.npz"); /* the others are read though one is a pickle */
  assert_bytes_refused("x.npz#object", file->data, file->len, ULP_ERROR_INPUT, "“object”|pickle");
}

/* Places of the first central record's fields (APPNOTE.TXT, 4.3.12). */
enum { FLAGS = 8, METHOD = 10, CRC = 16, PACKED = 20, UNPACKED = 24 };

static guint central_record(const GByteArray *file, guint which) {
  guint found = 0;
  for (guint i = 0; i + 4 <= file->len; i++)
    if (memcmp(file->data + i, "PK\1\2", 4) == 0 && found++ == which)
      return i;
  g_assert_not_reached();
}

/* Of the fourth entry, the zeros. */
static void change(GByteArray *file, guint field) {
  guint8 *record = file->data + central_record(file, 3);
  switch (field) {
  case FLAGS:
    record[FLAGS] |= 1; /* encrypted */
    break;
  case METHOD:
    record[METHOD] = 12; /* bzip2 */
    break;
  case UNPACKED:
    record[UNPACKED + 3] = 0x70; /* 1.9 GB */
    break;
  case UNPACKED + 1:
    record[UNPACKED] += 8; /* one element more than there is */
    break;
  case CRC:
    record[CRC] ^= 1;
    break;
  default:
    record[PACKED + 3] = 0x70;
  }
}

static void test_lies(void) {
  assert_recorded_refused("deflated.npz#zeros", change, FLAGS, ULP_ERROR_INPUT, "“zeros”|encrypted");
  assert_recorded_refused("deflated.npz#zeros", change, METHOD, ULP_ERROR_INPUT, "“zeros”|method 12|expected 0");
  assert_recorded_refused("deflated.npz#zeros", change, UNPACKED, ULP_ERROR_INPUT, "“zeros”|declares|at most");
  assert_recorded_refused("deflated.npz#zeros", change, UNPACKED + 1, ULP_ERROR_INPUT,
                          "“zeros”|too long|found 2408|expected 2400");
  assert_recorded_refused("stored.npz#zeros", change, UNPACKED, ULP_ERROR_INPUT, "“zeros”");
  assert_recorded_refused("stored.npz#zeros", change, PACKED, ULP_ERROR_INPUT, "“zeros”");
  assert_recorded_refused("deflated.npz#zeros", change, CRC, ULP_ERROR_INPUT, "zip|CRC");
  assert_recorded_refused("stored.npz#zeros", change, CRC, ULP_ERROR_INPUT, "zip|CRC");
}

/* Nothing is an archive that is cut anywhere; a byte that is changed is noticed or changes no element that is read. */
static void test_damaged(void) {
  g_autoptr(GByteArray) file = recorded("deflated.npz");
  ReadArray whole = read_ok("x.npz#weights", file->data, file->len);
  for (guint i = 1; i < file->len; i++) {
    ReadArray array = {.count = 0};
    const guint8 old = file->data[i];
    file->data[i] ^= (guint8)(1u << i % 8);
    if (read_bytes("x.npz#weights", file->data, file->len, NULL, &array, NULL)) {
      g_assert_cmpmem(array.data, 24, whole.data, 24);
      read_array_clear(&array);
    }
    file->data[i] = old;
    g_assert_false(read_bytes("x.npz#weights", file->data, i, NULL, &array, NULL));
  }
  read_array_clear(&whole);
}

static void test_others(void) {
  assert_bytes_refused("x.npz", "no archive", 10, ULP_ERROR_INPUT, "x.npz|zip");
  static const guint8 empty[22] = {'P', 'K', 5, 6};
  assert_bytes_refused("x.npz", empty, sizeof empty, ULP_ERROR_INPUT, "no array");
  g_autoptr(GCancellable) cancellable = g_cancellable_new();
  g_cancellable_cancel(cancellable);
  g_autoptr(GByteArray) file = recorded("deflated.npz");
  g_autoptr(GError) error = NULL;
  ReadArray array;
  g_assert_false(read_bytes("x.npz#weights", file->data, file->len, cancellable, &array, &error));
  g_assert_error(error, ULP_ERROR, ULP_ERROR_CANCELLED);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/npz/arrays", test_arrays);
  g_test_add_func("/input/npz/lies", test_lies);
  g_test_add_func("/input/npz/damaged", test_damaged);
  g_test_add_func("/input/npz/others", test_others);
  return g_test_run();
}
