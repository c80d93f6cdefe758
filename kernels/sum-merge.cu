/* Merges of partial accumulators. */
#include "kernels/sum.cuh"

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

/* One accumulator goes on with p[0], p[1], ... */
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
    sink_.arrival = session->values.need<double>(1);
    check(cudaMemsetAsync(sink_.arrival, 0, sizeof(double), session->stream), _("clearing the sum"));
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
  if (sink_.values)
    take_values(count);
  else if (sink_.sums && !sink_.result && (partials_ > 1 || run_.plan.merge == ULP_MERGE_IN_ORDER))
    take_sums(count);
}

void Merge::take_values(uint64_t count) {
  UlpSession *session = run_.session;
  check(
      cudaMemcpyAsync(session->staging, sink_.values, count * sizeof(double), cudaMemcpyDeviceToHost, session->stream),
      _("reading partials"));
  check(cudaStreamSynchronize(session->stream), _("reading partials"));
  const double *values = static_cast<const double *>(session->staging);
  timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  for (uint64_t i = 0; i < count; i++)
    total_ = total_ + values[i];
  clock_gettime(CLOCK_MONOTONIC, &after);
  run_.seconds += static_cast<double>(after.tv_sec - before.tv_sec);
  run_.seconds += 1e-9 * static_cast<double>(after.tv_nsec - before.tv_nsec);
}

void Merge::take_sums(uint64_t count) {
  with_types(run_, [&](auto step, auto) {
    constexpr UlpStep K = decltype(step)::value;
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

double Merge::value() {
  if (sink_.values)
    return total_;
  if (sink_.arrival && ulp_step_is_fp64(run_.plan.step))
    return read_back(run_, static_cast<const double *>(sink_.arrival));
  if (sink_.arrival)
    return static_cast<double>(read_back(run_, static_cast<const float *>(sink_.arrival)));
  return read_value(run_,
                    sink_.result || partials_ > 1 || run_.plan.merge == ULP_MERGE_IN_ORDER ? result_ : sink_.sums);
}

double read_value(const SumRun &run, const UlpSum *sum) { return ulp_sum_value(run.plan.step, read_back(run, sum)); }
