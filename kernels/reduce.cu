/* Reductions: what is known of a map's values over all places. A thread maps the elements at its own places, one after the
 * other; sums are exact (exact.cuh), counts are integers, and of equal extremes the first place wins: no order of threads can
 * change a bit. */
#include "kernels/elements.cuh"
#include "kernels/exact.cuh"
#include "kernels/session.cuh"

#include "core/array/blocks.h"
#include "core/job/job-check.h"
#include "core/job/map-element.h"

constexpr unsigned kMaxThreads = 320, kWarp = 32;
constexpr unsigned kBytesPerThread = ULP_MAP_VALUES * Exact<double>::limbs * sizeof(int64_t);

/* The slices. */
struct Places {
  const void *data[ULP_JOB_INPUTS];
  UlpFormat format[ULP_JOB_INPUTS];
  uint64_t offset[ULP_JOB_INPUTS], all[ULP_JOB_INPUTS];
};

__device__ inline UlpBits load_place(const Places &places, int k, UlpFormat format, uint64_t i) {
  return ulp_block_length(format) ? ulp_blocks_load(format, places.data[k], places.all[k], places.offset[k] + i)
                                  : load_element(format, places.data[k], places.offset[k] + i);
}

/* What a warp found of one value of the map, in one launch. Without any: count 0. */
struct Found {
  double min, max;
  uint64_t min_index, max_index, count;
  unsigned seen; /* ULP_SEEN_... */
};

struct Reduction {
  ExactTotals sum[ULP_MAP_VALUES];
  unsigned long long classes[ULP_MAP_CLASSES];
};

__host__ __device__ inline void merge(Found *a, const Found &b) {
  if (b.count && (!a->count || b.min < a->min || (b.min == a->min && b.min_index < a->min_index))) {
    a->min = b.min;
    a->min_index = b.min_index;
  }
  if (b.count && (!a->count || b.max > a->max || (b.max == a->max && b.max_index < a->max_index))) {
    a->max = b.max;
    a->max_index = b.max_index;
  }
  a->count += b.count;
  a->seen |= b.seen;
}

__device__ inline Found shuffle_down(const Found &found, unsigned by) {
  Found other;
  other.min = __shfl_down_sync(0xffffffffu, found.min, by);
  other.max = __shfl_down_sync(0xffffffffu, found.max, by);
  other.min_index = __shfl_down_sync(0xffffffffu, found.min_index, by);
  other.max_index = __shfl_down_sync(0xffffffffu, found.max_index, by);
  other.count = __shfl_down_sync(0xffffffffu, found.count, by);
  other.seen = __shfl_down_sync(0xffffffffu, found.seen, by);
  return other;
}

/* The places of a thread come in order. */
__device__ inline void take(Found *found, int64_t *limbs, unsigned stride, double value, uint64_t index) {
  if (value != value)
    return;
  if (!found->count || value < found->min) {
    found->min = value;
    found->min_index = index;
  }
  if (!found->count || value > found->max) {
    found->max = value;
    found->max_index = index;
  }
  found->count++;
  const uint64_t bits = ulp_double_bits(value);
  const bool infinite = bits << 1 == uint64_t{0x7ff} << 53;
  found->seen |= infinite                    ? (bits >> 63 ? ULP_SEEN_NEGATIVE_INFINITY : ULP_SEEN_POSITIVE_INFINITY)
                 : bits == uint64_t{1} << 63 ? ULP_SEEN_NEGATIVE_ZERO
                                             : ULP_SEEN_OTHER;
  if (!infinite && value != 0)
    Exact<double>::add(limbs, stride, value);
}

/* Places [first, end). `found` has a place for each warp and value. FROM, TO: the formats of the inputs (the first, the
 * second, the first again) where they are constants; 0: those of `places`. */
template <UlpMap M, int INPUTS, UlpFormat FROM, UlpFormat TO>
__global__ void __launch_bounds__(kMaxThreads)
    reduce_kernel(const __grid_constant__ Places places, UlpMapJob job, uint64_t first, uint64_t end, Reduction *all,
                  Found *found) {
  extern __shared__ int64_t shared[]; /* [value][limb][thread] */
  __shared__ unsigned long long classes[ULP_MAP_CLASSES];
  constexpr unsigned flush_after =
      255; /* counts of 8 bits each; four of them are below the pending additions of a limb */
  static_assert(4 * flush_after <= Exact<double>::max_pending, "a limb takes so many");
  static_assert(8 * ULP_MAP_CLASSES <= 64, "one word counts all classes");
  const unsigned stride = blockDim.x, per_value = Exact<double>::limbs * stride;
  int64_t *mine = shared + threadIdx.x;
  for (int limb = 0; limb < ULP_MAP_VALUES * Exact<double>::limbs; limb++)
    mine[limb * stride] = 0;
  if (threadIdx.x < ULP_MAP_CLASSES)
    classes[threadIdx.x] = 0;
  __syncthreads();

  job.map = M;
  UlpFormat formats[ULP_JOB_INPUTS];
#pragma unroll
  for (int k = 0; k < ULP_JOB_INPUTS; k++)
    formats[k] = FROM == 0 ? places.format[k] : k == 1 ? TO : FROM;
  Found of[ULP_MAP_VALUES] = {};
  uint64_t counts = 0; /* of each class, 8 bits */
  unsigned pending = 0, flushed = 0;
  const auto flush = [&] {
#pragma unroll
    for (int c = 0; c < ULP_MAP_CLASSES; c++) {
      const unsigned count = static_cast<unsigned>(counts >> (8 * c)) & 0xff;
      if (count)
        atomicAdd(&classes[c], static_cast<unsigned long long>(count));
    }
    counts = 0;
    pending = 0;
  };
  const uint64_t step = static_cast<uint64_t>(gridDim.x) * stride;
  for (uint64_t i = first + static_cast<uint64_t>(blockIdx.x) * stride + threadIdx.x; i < end; i += step) {
    UlpBits bits[INPUTS];
#pragma unroll
    for (int k = 0; k < INPUTS; k++)
      bits[k] = load_place(places, k, formats[k], i);
    const UlpMapped mapped = ulp_map_element(&job, formats, bits);
    counts += uint64_t{1} << (8 * mapped.class_);
#pragma unroll
    for (int v = 0; v < ULP_MAP_VALUES; v++)
      take(&of[v], mine + v * per_value, stride, mapped.value[v], i);
    if (++pending == flush_after) {
      flush();
      if (++flushed % 4 == 0) {
#pragma unroll 1
        for (int v = 0; v < ULP_MAP_VALUES; v++)
          Exact<double>::carry(mine + v * per_value, stride);
      }
    }
  }
  flush();

  const unsigned warp = (blockIdx.x * stride + threadIdx.x) / kWarp;
  for (int v = 0; v < ULP_MAP_VALUES; v++) {
    for (unsigned by = kWarp / 2; by; by /= 2)
      merge(&of[v], shuffle_down(of[v], by));
    if (threadIdx.x % kWarp == 0)
      found[warp * ULP_MAP_VALUES + v] = of[v];
  }
  __syncthreads();
  for (int v = 0; v < ULP_MAP_VALUES; v++)
    add_to_totals<double>(shared + v * per_value, &all->sum[v]);
  if (threadIdx.x < ULP_MAP_CLASSES && classes[threadIdx.x])
    atomicAdd(&all->classes[threadIdx.x], classes[threadIdx.x]);
}

/* ---- host ---- */

using Kernel = void(const Places places, UlpMapJob job, uint64_t first, uint64_t end, Reduction *all, Found *found);

static Kernel *find_kernel(UlpMap map, const UlpFormat *formats) {
  const UlpFormat from = formats[0], to = formats[1];
  if (map == ULP_MAP_VALUE && from == ULP_FORMAT_FP32)
    return reduce_kernel<ULP_MAP_VALUE, 1, ULP_FORMAT_FP32, 0>;
  if (map == ULP_MAP_VALUE && from == ULP_FORMAT_FP64)
    return reduce_kernel<ULP_MAP_VALUE, 1, ULP_FORMAT_FP64, 0>;
#define ULP_CONVERT_PAIR(FROM, TO)                                                                                     \
  if (map == ULP_MAP_CONVERSION && from == ULP_FORMAT_##FROM && to == ULP_FORMAT_##TO && formats[2] == from)           \
    return reduce_kernel<ULP_MAP_CONVERSION, 3, ULP_FORMAT_##FROM, ULP_FORMAT_##TO>;
#include "core/backend/convert-pairs.def"
#undef ULP_CONVERT_PAIR
  switch (map) {
#define ULP_MAP(id, ID, inputs)                                                                                        \
  case ULP_MAP_##ID:                                                                                                   \
    return reduce_kernel<ULP_MAP_##ID, inputs, 0, 0>;
#include "core/job/maps.def"
#undef ULP_MAP
  default:
    raise_fault(ULP_FAULT_INVALID, "%s", _("unknown map"));
  }
}

/* One block a multiprocessor, of as many threads as have room for their accumulators. */
struct Launch {
  unsigned threads, bytes, grid;
};

static Launch find_launch(const UlpSession *session, Kernel *kernel) {
  int shared = 0;
  cudaFuncAttributes attributes;
  check(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, session->index),
        _("asking for the shared memory"));
  check(cudaFuncGetAttributes(&attributes, kernel), "reduce_kernel");
  const unsigned room = static_cast<unsigned>(shared) - static_cast<unsigned>(attributes.sharedSizeBytes);
  const unsigned fit = room / kBytesPerThread / kWarp * kWarp;
  const unsigned threads = fit < kMaxThreads ? fit : kMaxThreads;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(threads * kBytesPerThread)),
        "reduce_kernel");
  return {threads, threads * kBytesPerThread, static_cast<unsigned>(session->info.multiprocessors)};
}

template <class T> static const T *read_back(UlpSession *session, const T *source, uint64_t count) {
  if (count * sizeof(T) > kStagingBytes)
    raise_fault(ULP_FAULT_MEMORY, "%s", _("not enough memory on the host"));
  check(cudaMemcpyAsync(session->staging, source, count * sizeof(T), cudaMemcpyDeviceToHost, session->stream),
        _("reading a result"));
  check(cudaStreamSynchronize(session->stream), _("reading a result"));
  return static_cast<const T *>(session->staging);
}

static UlpReduced end_value(const Found &found, const ExactTotals &totals) {
  const double nothing = ulp_double_of_bits(0x7ff8000000000000u);
  UlpReduced reduced = {found.count,     nothing,         nothing,
                        found.min_index, found.max_index, exact_of_totals<double>(totals)};
  reduced.sum.seen = found.seen;
  if (found.count) {
    reduced.min = found.min;
    reduced.max = found.max;
  }
  return reduced;
}

static Places find_places(const UlpReduceJob &job, const Input *in) {
  UlpJob whole = {};
  whole.kind = ULP_JOB_REDUCE;
  whole.reduce = job;
  Places places = {};
  for (unsigned i = 0; i < ulp_job_n_inputs(&whole); i++) {
    if (in[i].count != in[0].count)
      raise_fault(ULP_FAULT_INVALID, "%s", _("a map takes slices of one length"));
    places.data[i] = in[i].data;
    places.format[i] = in[i].format;
    places.offset[i] = in[i].offset;
    places.all[i] = in[i].all;
  }
  return places;
}

void run_reduce(UlpSession *session, const UlpReduceJob &job, const Input *in, UlpJobResult *result,
                const UlpWatch *watch) {
  const Places places = find_places(job, in);
  const uint64_t count = in[0].count;
  Kernel *kernel = find_kernel(job.map.map, places.format);
  const Launch launch = find_launch(session, kernel);
  const unsigned warps = launch.grid * launch.threads / kWarp;
  Reduction *all = session->words.need<Reduction>(1);
  Found *found = session->partials.need<Found>(warps * ULP_MAP_VALUES);
  Found total[ULP_MAP_VALUES] = {};
  check(cudaMemsetAsync(all, 0, sizeof *all, session->stream), _("clearing the accumulator"));

  Progress progress(watch, static_cast<double>(count));
  Pace pace(1 << 22);
  for (uint64_t first = 0; first < count;) {
    const uint64_t part = pace.next(count - first);
    Clock clock(session, kernel);
    kernel<<<launch.grid, launch.threads, launch.bytes, session->stream>>>(places, job.map, first, first + part, all,
                                                                           found);
    launched("reduce_kernel");
    const double seconds = clock.stop();
    pace.took(seconds);
    result->seconds += seconds;
    const Found *of_warp = read_back(session, found, warps * ULP_MAP_VALUES);
    for (unsigned i = 0; i < warps * ULP_MAP_VALUES; i++)
      merge(&total[i % ULP_MAP_VALUES], of_warp[i]);
    first += part;
    progress.advance(static_cast<double>(part));
  }

  const Reduction *reduction = read_back(session, all, 1);
  for (int c = 0; c < ULP_MAP_CLASSES; c++)
    result->reduce.classes[c] = reduction->classes[c];
  for (int v = 0; v < ULP_MAP_VALUES; v++)
    result->reduce.value[v] = end_value(total[v], reduction->sum[v]);
}
