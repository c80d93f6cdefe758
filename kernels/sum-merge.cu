/* Merges of partial accumulators. */
#include "kernels/sum-chain.cuh"

#include <ctime>

constexpr unsigned kLanes = 256;
static_assert(Merge::kChunk % kLanes == 0, "a chunk begins at lane 0");
static_assert(Merge::kChunk * sizeof(double) <= kStagingBytes, "a chunk's values fit the staging memory");

/* Lane t goes on with p[t], p[t + 256], ...; with `out` the tree over the lanes follows. */
template <UlpStep K>
__global__ void __launch_bounds__(kLanes)
    merge_tree_kernel(const UlpSum *p, uint64_t count, UlpSum *lanes, UlpSum *out) {
  __shared__ UlpSum shared[kLanes];
  UlpSum sum = lanes[threadIdx.x];
  for (uint64_t i = threadIdx.x; i < count; i += kLanes)
    ulp_sum_merge(K, &sum, p[i]);
  lanes[threadIdx.x] = sum;
  if (!out)
    return;
  sum = stride_tree<K>(sum, shared);
  if (threadIdx.x == 0)
    *out = sum;
}

/* One accumulator goes on with p[0], p[1], ... Where the step adds plainly that is a chain. */
template <UlpStep K> __global__ void merge_in_order_kernel(const UlpSum *p, uint64_t count, UlpSum *state) {
  UlpSum sum = *state;
#pragma unroll 8
  for (uint64_t i = 0; i < count; i++)
    ulp_sum_merge(K, &sum, p[i]);
  *state = sum;
}

Merge::Merge(SumRun &run, uint64_t partials) : run_(run), partials_(partials) {
  UlpSession *session = run.session;
  const uint64_t chunk = partials < kChunk ? partials : kChunk;
  if (run.plan.merge == ULP_MERGE_NONE && partials > 1)
    raise_fault(ULP_FAULT_INVALID, _("%llu partials and no merge"), static_cast<unsigned long long>(partials));
  switch (run.plan.merge) {
  case ULP_MERGE_FP64:
    sink_.values = session->values.need<double>(chunk);
    break;
  case ULP_MERGE_ARRIVAL:
    word_ = session->values.need<double>(run.atomics == ULP_ATOMICS_SHARED ? chunk + 1 : 1);
    check(cudaMemsetAsync(word_, 0, sizeof(double), session->stream), _("clearing the sum"));
    sink_.atomics = run.atomics;
    if (run.atomics == ULP_ATOMICS_SHARED)
      sink_.values = static_cast<double *>(word_) + 1;
    else
      sink_.arrival = word_;
    break;
  default: /* the lanes of the tree, what it, or the chain, comes to, and counters stand behind */
    sink_.sums = session->partials.need<UlpSum>(chunk + kLanes + 2);
    lanes_ = sink_.sums + chunk;
    result_ = lanes_ + kLanes;
    check(cudaMemsetAsync(lanes_, 0, (kLanes + 2) * sizeof(UlpSum), session->stream), _("clearing the lanes"));
    if (ulp_merge_apart(run.plan.merge) != run.plan.merge) {
      unsigned *counters = reinterpret_cast<unsigned *>(result_ + 1);
      sink_.result = result_;
      (run.plan.merge == ULP_MERGE_TICKETS ? sink_.tickets : sink_.arrived) = counters;
    }
    break;
  }
}

void Merge::take(uint64_t count) {
  taken_ += count;
  if (sink_.values && word_)
    race_in_shared(count);
  else if (sink_.values)
    take_values(count);
  else if (sink_.sums && !sink_.result && (partials_ > 1 || run_.plan.merge == ULP_MERGE_IN_ORDER))
    take_sums(count);
}

struct Values {
  const double *values;
  __device__ double operator()(uint64_t i) const { return values[i]; }
};

template <UlpStep K> struct Sums {
  const UlpSum *sums;
  __device__ Real<K> operator()(uint64_t i) const {
    if constexpr (accumulates_fp64(K))
      return sums[i].d[0];
    else
      return sums[i].f[0];
  }
};

void Merge::take_values(uint64_t count) {
  constexpr uint64_t few = 4096; /* are copied and added in less time than the kernels of a chain take */
  if (count <= few) {
    take_values_on_host(0, count);
    return;
  }
  constexpr uint64_t patience = 16; /* a sum that only grows changes its binade in so many tiles at most */
  const auto end = sum_chain<ULP_STEP_ADD_FP64>(run_, Values{sink_.values}, count, total_, 0, patience);
  total_ = end.sum;
  if (end.taken < count)
    take_values_on_host(end.taken, count);
}

void Merge::race_in_shared(uint64_t count) {
  run_.seconds += ulp_step_is_fp64(run_.plan.step)
                      ? add_in_shared(run_.session, sink_.values, count, static_cast<double *>(word_))
                      : add_in_shared(run_.session, sink_.values, count, static_cast<float *>(word_));
}

/* Goes on with values [first, end). */
void Merge::take_values_on_host(uint64_t first, uint64_t end) {
  UlpSession *session = run_.session;
  const double *values = static_cast<const double *>(session->staging);
  timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  check(cudaMemcpyAsync(session->staging, sink_.values + first, (end - first) * sizeof(double), cudaMemcpyDeviceToHost,
                        session->stream),
        _("reading partials"));
  check(cudaStreamSynchronize(session->stream), _("reading partials"));
  for (uint64_t i = 0; i < end - first; i++)
    total_ = total_ + values[i];
  clock_gettime(CLOCK_MONOTONIC, &after);
  run_.seconds += static_cast<double>(after.tv_sec - before.tv_sec);
  run_.seconds += 1e-9 * static_cast<double>(after.tv_nsec - before.tv_nsec);
}

void Merge::take_sums(uint64_t count) {
  with_types(run_, [&](auto step, auto) {
    constexpr UlpStep K = decltype(step)::value;
    if constexpr (adds_plainly(K)) {
      if (in_chain()) {
        total_ = sum_chain<K>(run_, Sums<K>{sink_.sums}, count, static_cast<Real<K>>(total_), 0).sum;
        return;
      }
    }
    Clock clock(run_.session, merge_tree_kernel<K>, merge_in_order_kernel<K>);
    if (run_.plan.merge == ULP_MERGE_IN_ORDER)
      merge_in_order_kernel<K><<<1, 1, 0, run_.session->stream>>>(sink_.sums, count, result_);
    else
      merge_tree_kernel<K>
          <<<1, kLanes, 0, run_.session->stream>>>(sink_.sums, count, lanes_, taken_ == partials_ ? result_ : nullptr);
    launched("merge kernel");
    run_.seconds += clock.stop();
  });
}

/* A result of a few bytes from the device. */
template <class T> static T read_back(const SumRun &run, const T *source) {
  UlpSession *session = run.session;
  T result;
  check(cudaMemcpyAsync(session->staging, source, sizeof result, cudaMemcpyDeviceToHost, session->stream),
        _("reading the sum"));
  check(cudaStreamSynchronize(session->stream), _("reading the sum"));
  memcpy(&result, session->staging, sizeof result);
  return result;
}

/* Whether the sum stands in total_. */
bool Merge::in_chain() const {
  bool plain = false;
  with_types(run_, [&](auto step, auto) { plain = adds_plainly(decltype(step)::value); });
  return (sink_.values && !word_) || (run_.plan.merge == ULP_MERGE_IN_ORDER && plain);
}

double Merge::value() {
  if (in_chain())
    return total_;
  if (word_ && ulp_step_is_fp64(run_.plan.step))
    return read_back(run_, static_cast<const double *>(word_));
  if (word_)
    return static_cast<double>(read_back(run_, static_cast<const float *>(word_)));
  return read_value(run_,
                    sink_.result || partials_ > 1 || run_.plan.merge == ULP_MERGE_IN_ORDER ? result_ : sink_.sums);
}

double read_value(const SumRun &run, const UlpSum *sum) { return ulp_sum_value(run.plan.step, read_back(run, sum)); }
