/* Through the codec, by one loop for all pairs of formats, with the layouts as values. Three kinds of shortcuts give the same
 * bits faster: blocks in vector registers (cpu-convert-block.h), a loop of its own for each pair of convert-pairs.def, and, where the source has at most 16 bits and the
 * array is long, a table of what each of its patterns becomes. */
#include "core/backend/cpu-convert.h"

#include "core/backend/cpu-blocks.h"
#include "core/backend/cpu-convert-block.h"

#define WIDEST_TABLE 16 /* bits of a source */

typedef struct {
  const UlpConvertJob *job;
  const UlpCpuArray *from, *to;
  guint64 offset;
  const void *table; /* packed elements of the target, one for each pattern of the source; NULL: none */
} Conversion;

/* -- one element after another ------------------------------------------------------------------------------------ */

/* `word_bits`: those of the conversion, a constant. */
ULP_HD void convert_loop(int word_bits, UlpFormat from, UlpFormat to, const Conversion *c, guint64 first,
                         guint64 count) {
  const UlpRound round = c->job->round;
  const UlpProfile profile = c->job->profile;
  UlpConversion how = ulp_conversion(ulp_layout(from), ulp_layout(to));
  how.word_bits = word_bits;
  for (guint64 i = first; i < first + count; i++) {
    const UlpBits bits = ulp_packed_load(from, c->from->data, c->offset + i);
    ulp_packed_store(to, c->to->data, i, ulp_convert(&how, bits, round, profile));
  }
}

ULP_HD int word_bits_of(UlpFormat from, UlpFormat to) {
  return ulp_conversion(ulp_layout(from), ulp_layout(to)).word_bits;
}

static void convert_any(const Conversion *c, guint64 first, guint64 count) {
  const UlpFormat from = c->from->format, to = c->job->to;
  switch (word_bits_of(from, to)) {
  case 32:
    convert_loop(32, from, to, c, first, count);
    break;
  case 64:
    convert_loop(64, from, to, c, first, count);
    break;
  default:
    convert_loop(128, from, to, c, first, count);
    break;
  }
}

#define ULP_CONVERT_PAIR(FROM, TO)                                                                                     \
  static void convert_##FROM##_##TO(const Conversion *c, guint64 first, guint64 count) {                               \
    convert_loop(word_bits_of(ULP_FORMAT_##FROM, ULP_FORMAT_##TO), ULP_FORMAT_##FROM, ULP_FORMAT_##TO, c, first,       \
                 count);                                                                                               \
  }
#include "core/backend/convert-pairs.def"
#undef ULP_CONVERT_PAIR

static const struct {
  UlpFormat from, to;
  void (*run)(const Conversion *c, guint64 first, guint64 count);
} pairs[] = {
#define ULP_CONVERT_PAIR(FROM, TO) {ULP_FORMAT_##FROM, ULP_FORMAT_##TO, convert_##FROM##_##TO},
#include "core/backend/convert-pairs.def"
#undef ULP_CONVERT_PAIR
};

/* Each element has a rounding of its own. */
static void convert_by_chance(const Conversion *c, guint64 first, guint64 count) {
  const UlpFormat from = c->from->format, to = c->job->to;
  const UlpConversion how = ulp_conversion(ulp_layout(from), ulp_layout(to));
  for (guint64 i = first; i < first + count; i++) {
    const UlpBits bits = ulp_packed_load(from, c->from->data, c->offset + i);
    ulp_packed_store(to, c->to->data, i,
                     ulp_convert_128(&how, bits, ulp_convert_job_round(c->job, i), c->job->profile));
  }
}

static void convert_elements(guint64 first, guint64 count, guint thread, gpointer data) {
  const Conversion *c = data;
  if (c->job->round == ULP_ROUND_SR) {
    convert_by_chance(c, first, count);
    return;
  }
  for (guint i = 0; i < G_N_ELEMENTS(pairs); i++) {
    if (pairs[i].from == c->from->format && pairs[i].to == c->job->to) {
      pairs[i].run(c, first, count);
      return;
    }
  }
  convert_any(c, first, count);
}

/* -- looked up ---------------------------------------------------------------------------------------------------- */

static guint64 table_size(UlpFormat format) { return G_GUINT64_CONSTANT(1) << ulp_layout(format).container_bits; }

/* One that costs less than it spares. */
static gboolean is_worth_a_table(const Conversion *c) {
  return c->job->round != ULP_ROUND_SR && ulp_layout(c->from->format).container_bits <= WIDEST_TABLE &&
         c->to->count >= 2 * table_size(c->from->format);
}

/* NULL when memory is short. */
static void *make_table(const Conversion *c) {
  const UlpFormat from = c->from->format, to = c->job->to;
  const guint64 size = table_size(from);
  void *table = g_try_malloc0(ulp_packed_bytes(to, size));
  for (guint64 i = 0; table && i < size; i++)
    ulp_packed_store(to, table, i,
                     ulp_convert_bits(ulp_layout(from), ulp_layout(to), i, c->job->round, c->job->profile));
  return table;
}

ULP_HD void look_up_loop(UlpFormat from, UlpFormat to, const Conversion *c, guint64 first, guint64 count) {
  for (guint64 i = first; i < first + count; i++) {
    const guint64 pattern = (guint64)ulp_packed_load(from, c->from->data, c->offset + i);
    ulp_packed_store(to, c->to->data, i, ulp_packed_load(to, c->table, pattern));
  }
}

/* What a load and a store read of a format is the width of its elements. */
#define WIDTH(bits) ((UlpFormat)(bits))

#define LOOK_UP(FROM, TO)                                                                                              \
  if (from == (FROM) && to == (TO)) {                                                                                  \
    look_up_loop(WIDTH(FROM), WIDTH(TO), c, first, count);                                                             \
    return;                                                                                                            \
  }

static void look_up(guint64 first, guint64 count, guint thread, gpointer data) {
  const Conversion *c = data;
  const int from = ulp_layout(c->from->format).container_bits, to = ulp_layout(c->job->to).container_bits;
  LOOK_UP(4, 8)
  LOOK_UP(4, 16)
  LOOK_UP(4, 32)
  LOOK_UP(6, 8)
  LOOK_UP(6, 16)
  LOOK_UP(6, 32)
  LOOK_UP(8, 8)
  LOOK_UP(8, 16)
  LOOK_UP(8, 32)
  LOOK_UP(16, 8)
  LOOK_UP(16, 16)
  LOOK_UP(16, 32)
  LOOK_UP(16, 64)
  look_up_loop(WIDTH(from), WIDTH(to), c, first, count);
}

/* -- in blocks ----------------------------------------------------------------------------------------------------- */

typedef struct {
  const Conversion *conversion;
  UlpBlockPair pair;
} Blocks;

/* A block that is not for vectors goes the usual way. */
static void convert_blocks(guint64 first, guint64 count, guint thread, gpointer data) {
  const Blocks *blocks = data;
  const Conversion *c = blocks->conversion;
  for (guint64 done = 0; done < count; done += ULP_BLOCK) {
    const guint64 at = first + done, n = MIN(ULP_BLOCK, count - done);
    const guint8 *in = (const guint8 *)c->from->data + ulp_packed_bytes(c->from->format, c->offset + at);
    guint8 *out = (guint8 *)c->to->data + ulp_packed_bytes(c->job->to, at);
    if (!ulp_block_convert(&blocks->pair, in, (guint)n, out))
      convert_elements(at, n, thread, (gpointer)c);
  }
}

gboolean ulp_cpu_convert(UlpCpuJob *work, const UlpConvertJob *job, const UlpCpuArray *from, guint64 offset,
                         const UlpCpuArray *to) {
  Conversion conversion = {job, from, to, offset, NULL};
  Blocks blocks = {.conversion = &conversion};
  if (ulp_block_length(from->format) || ulp_block_length(job->to))
    return ulp_cpu_convert_blocks(work, job, from, offset, to);
  if (offset % ULP_PACKED_GROUP == 0 && ulp_block_pair(&blocks.pair, from->format, job->to, job->round, job->profile))
    return ulp_cpu_job_run_parts(work, to->count, ULP_CPU_PART, convert_blocks, &blocks);
  g_autofree void *table = is_worth_a_table(&conversion) ? make_table(&conversion) : NULL;
  conversion.table = table;
  return ulp_cpu_job_run_parts(work, to->count, ULP_CPU_PART, table ? look_up : convert_elements, &conversion);
}
