/* The CPU backend on elements of any width: arrays packed below a byte, slices that begin anywhere, and conversions by each
 * of its ways, against the codec element by element. */
#include "tests/backend/cpu-fixture.h"

#include "core/array/packing.h"

static guint64 next_random(guint64 *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static UlpFormat typed(const char *id) {
  g_autoptr(GError) error = NULL;
  UlpFormat format;
  ulp_format_from_id(id, &format, &error);
  g_assert_no_error(error);
  return format;
}

/* Containers of 4, 6, 8, 16, 32, 64, 80 and 128 bits, of every coding. */
static GArray *all_formats(void) {
  static const UlpLayout others[] = {
      {.container_bits = 4, .coding = ULP_CODING_TWOS_COMPLEMENT},
      {.container_bits = 16, .coding = ULP_CODING_POSIT, .exponent_bits = 2},
      {.container_bits = 32, .coding = ULP_CODING_TWOS_COMPLEMENT, .bias = 16},
  };
  const UlpFormat x87 =
      ULP_FORMAT_PACK(80, 0, ULP_CODING_BINARY, 15, 63, 16383, ULP_NAN_IEEE, ULP_HAS_IEEE | ULP_HAS_LEADING_BIT);
  const UlpFormat fp128 = ULP_FORMAT_PACK(128, 0, ULP_CODING_BINARY, 15, 112, 16383, ULP_NAN_IEEE, ULP_HAS_IEEE);
  const UlpFormat fp6 = ULP_FORMAT_PACK(6, 0, ULP_CODING_BINARY, 3, 2, 3, ULP_NAN_NONE, ULP_HAS_FINITE);
  const UlpFormat fp4 = ULP_FORMAT_PACK(4, 0, ULP_CODING_BINARY, 2, 1, 1, ULP_NAN_NONE, ULP_HAS_FINITE);
  const UlpFormat few[] = {x87, fp128, fp6, fp4, typed("e5m7"), typed("e4m3-noinf-zeronan")};
  GArray *formats = g_array_new(FALSE, FALSE, sizeof(UlpFormat));
  g_array_append_vals(formats, ulp_formats, ULP_N_FORMATS);
  g_array_append_vals(formats, few, G_N_ELEMENTS(few));
  for (guint i = 0; i < G_N_ELEMENTS(others); i++) {
    const UlpFormat format = ULP_FORMAT_PACK(others[i].container_bits, 0, others[i].coding, others[i].exponent_bits, 0,
                                             others[i].bias, ULP_NAN_NONE, 0);
    g_array_append_val(formats, format);
  }
  for (guint i = 0; i < formats->len; i++)
    g_assert_true(ulp_format_is_valid(g_array_index(formats, UlpFormat, i)));
  return formats;
}

/* Packed random patterns. */
static void *random_array(UlpFormat format, guint64 count, guint64 *state) {
  void *data = g_malloc0(ulp_packed_bytes(format, count));
  for (guint64 i = 0; i < count; i++)
    ulp_packed_store(format, data, i, (UlpBits)next_random(state) << 64 | next_random(state));
  return data;
}

static void test_slices(void) {
  enum { COUNT = 70003 };
  static const guint64 slices[][2] = {{0, COUNT}, {1, COUNT - 1}, {3, 65537}, {5, 1}, {7, 9}, {8, 16}, {COUNT, 0}};
  g_autoptr(GArray) formats = all_formats();
  guint64 state = 5;
  Cpu cpu = cpu_open_session();
  for (guint f = 0; f < formats->len; f++) {
    const UlpFormat format = g_array_index(formats, UlpFormat, f);
    g_autofree void *data = random_array(format, COUNT, &state);
    const UlpHandle array = cpu_upload_array(&cpu, format, data, COUNT);
    for (guint s = 0; s < G_N_ELEMENTS(slices); s++) {
      const guint64 offset = slices[s][0], count = slices[s][1], bytes = ulp_packed_bytes(format, count);
      g_autofree guint8 *found = g_malloc0(bytes + 1), *expected = g_malloc0(bytes + 1);
      UlpFault fault;
      memset(found, 0xff, bytes); /* unused bits of the last byte are cleared */
      for (guint64 i = 0; i < count; i++)
        ulp_packed_store(format, expected, i, ulp_packed_load(format, data, offset + i));
      g_assert_true(call_download(&cpu, array, offset, count, found, NULL, &fault));
      g_assert_cmpmem(found, bytes + 1, expected, bytes + 1);
    }
    cpu.backend->release(cpu.session, array);
  }
  cpu_close_session(&cpu);
}

/* Enough elements for a table where there is one, and too few for it. */
static void assert_converts(const Cpu *cpu, UlpFormat from, UlpFormat to, guint64 count, guint64 *state) {
  const UlpConvertJob job = {.to = to,
                             .round = (UlpRound)(next_random(state) % ULP_N_ROUNDS),
                             .profile = ulp_profiles[next_random(state) % ULP_N_PROFILES],
                             .random_bits = 1 + (guint32)(next_random(state) % ULP_ROUND_MAX_BITS),
                             .seed = next_random(state),
                             .first = next_random(state)};
  const guint64 offset = next_random(state) % 11;
  g_autofree void *data = random_array(from, count, state), *found = g_malloc0(ulp_packed_bytes(to, count));
  UlpFault fault;
  const UlpHandle array = cpu_upload_array(cpu, from, data, count);
  const UlpHandle converted = call_convert(cpu, array, offset, count - offset, &job, NULL, NULL, &fault);
  g_assert_cmpint(fault.code, ==, ULP_FAULT_NONE);
  g_assert_true(call_download(cpu, converted, 0, count - offset, found, NULL, &fault));
  for (guint64 i = 0; i < count - offset; i++) {
    const UlpBits expected = ulp_convert_bits(ulp_layout(from), ulp_layout(to), ulp_packed_load(from, data, offset + i),
                                              ulp_convert_job_round(&job, i), job.profile);
    if (ulp_packed_load(to, found, i) != expected)
      g_error("%s to %s, element %" G_GUINT64_FORMAT, ulp_format_info(from)->id, ulp_format_info(to)->id, i);
  }
  cpu->backend->release(cpu->session, array);
  cpu->backend->release(cpu->session, converted);
}

static void test_conversions(void) {
  g_autoptr(GArray) formats = all_formats();
  guint64 state = 7;
  Cpu cpu = cpu_open_session();
  for (guint f = 0; f < formats->len; f++) {
    for (guint t = 0; t < formats->len; t++) {
      const UlpFormat from = g_array_index(formats, UlpFormat, f), to = g_array_index(formats, UlpFormat, t);
      assert_converts(&cpu, from, to, 117, &state);
      assert_converts(&cpu, from, to, ulp_layout(from).container_bits <= 8 ? 1003 : 2003, &state);
    }
    if (ulp_layout(g_array_index(formats, UlpFormat, f)).container_bits == 16)
      for (guint t = 0; t < formats->len; t++)
        assert_converts(&cpu, g_array_index(formats, UlpFormat, f), g_array_index(formats, UlpFormat, t), 140003,
                        &state);
  }
  cpu_close_session(&cpu);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/backend/cpu/formats/slices", test_slices);
  g_test_add_func("/backend/cpu/formats/conversions", test_conversions);
  return g_test_run();
}
