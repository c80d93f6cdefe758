/* Sorting, by value or by magnitude: a radix sort of the elements' fp64 bits as keys. */
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/memory.h"
#include "core/input/operation-arithmetic.h"
#include "core/number/format.h"
#include "core/number/fp64.h"

static const char *const by_choices[] = {"value", "magnitude", NULL};
static const char *const order_choices[] = {"rising", "falling", NULL};

static const UlpParam params[] = {
    {"by", ULP_PARAM_CHOICE, N_("By"), N_("what is compared"), "value", 0, 0, "", by_choices},
    {"order", ULP_PARAM_CHOICE, N_("Order"), N_("smallest or largest first"), "rising", 0, 0, "", order_choices},
};

#define SIGN (G_GUINT64_CONSTANT(1) << 63)

/* A number that is larger the later an element comes, and that gives the element back: by value totalOrder of IEEE 754-2019,
 * 5.10 (-NaN, numbers with -0 before +0, NaN), by magnitude the same of |x|, and -x before x. */
static guint64 key_of(guint64 bits, gboolean magnitude) {
  if (magnitude)
    return bits << 1 | !(bits >> 63);
  return bits & SIGN ? ~bits : bits | SIGN;
}

static guint64 bits_of(guint64 key, gboolean magnitude) {
  if (magnitude)
    return key >> 1 | (key & 1 ? 0 : SIGN);
  return key & SIGN ? key & ~SIGN : ~key;
}

#define DIGIT_BITS 8
#define DIGITS (1u << DIGIT_BITS)

/* One stable pass; FALSE when cancelled. */
static gboolean sort_digit(const guint64 *from, guint64 *to, guint64 count, guint shift, GCancellable *cancellable,
                           GError **error) {
  guint64 start[DIGITS + 1] = {0};
  for (guint64 i = 0; i < count; i++) {
    start[(from[i] >> shift) % DIGITS + 1]++;
    if (i % ULP_OPERATION_SLICE == 0 && !ulp_go_on(cancellable, error))
      return FALSE;
  }
  for (guint digit = 0; digit < DIGITS; digit++)
    start[digit + 1] += start[digit];
  for (guint64 i = 0; i < count; i++) {
    to[start[(from[i] >> shift) % DIGITS]++] = from[i];
    if (i % ULP_OPERATION_SLICE == 0 && !ulp_go_on(cancellable, error))
      return FALSE;
  }
  return TRUE;
}

static void load_keys(const UlpElements *elements, guint64 *keys, guint64 count, gboolean magnitude) {
  const UlpFormat format = elements->info.format;
  for (guint64 i = 0; i < count; i++) {
    const UlpBits bits = ulp_packed_load(format, elements->data, i);
    keys[i] = key_of(format == ULP_FORMAT_FP64 ? (guint64)bits : ulp_double_bits(ulp_bits_to_double(format, bits)),
                     magnitude);
  }
}

static void store_keys(UlpElements *elements, const guint64 *keys, guint64 count, const UlpValues *values) {
  const UlpFormat format = elements->info.format;
  const gboolean magnitude = ulp_values_choice(values, "by") == 1, falls = ulp_values_choice(values, "order") == 1;
  for (guint64 i = 0; i < count; i++) {
    const guint64 bits = bits_of(keys[falls ? count - 1 - i : i], magnitude);
    ulp_packed_store(format, elements->data, i,
                     format == ULP_FORMAT_FP64
                         ? bits
                         : ulp_bits_from_double(format, ulp_double_of_bits(bits), ULP_ROUND_RN, ULP_PROFILE_IEEE));
  }
}

static gboolean apply(UlpElements *elements, const UlpValues *values, GCancellable *cancellable, GError **error) {
  guint64 count;
  ulp_array_info_count(&elements->info, &count);
  if (!ulp_operation_check_fp64(elements, error))
    return FALSE;
  g_autofree guint64 *keys = ulp_try_allocate(count, sizeof *keys), *others = ulp_try_allocate(count, sizeof *keys);
  if (keys == NULL || others == NULL) {
    ulp_set_error(error, ULP_ERROR_MEMORY, _("not enough memory to sort %" G_GUINT64_FORMAT " elements"), count);
    return FALSE;
  }
  load_keys(elements, keys, count, ulp_values_choice(values, "by") == 1);
  for (guint shift = 0; shift < 64; shift += DIGIT_BITS) {
    guint64 *sorted = others;
    if (!sort_digit(keys, others, count, shift, cancellable, error))
      return FALSE;
    others = keys;
    keys = sorted;
  }
  store_keys(elements, keys, count, values);
  return TRUE;
}

const UlpOperation ulp_operation_sort = {
    "sort", N_("sort"),           N_("by value or magnitude, rising or falling; the order of equal bits does not show"),
    params, G_N_ELEMENTS(params), apply,
};
