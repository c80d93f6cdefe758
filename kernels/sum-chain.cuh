/* A chain of plain additions (chain.cuh) over a whole array: blocks find the moves of all tiles of a window for a few binades
 * around the sum's, and one block then goes through them; the tile in which the way leaves its binade is gone through run by
 * run, and the run element by element. */
#pragma once

#include "kernels/chain.cuh"

#include <cooperative_groups.h>

constexpr unsigned kChainThreads = 128, kChainRun = 32, kChainTile = kChainThreads * kChainRun;
constexpr int kChainBinades = 4, kChainFewBinades = 2;
constexpr uint64_t kChainWindow = 1 << 17;       /* tiles: moves of so many are kept */
constexpr uint64_t kChainNanoseconds = 20000000; /* of a launch, about */
constexpr unsigned kChainLoads = 16;             /* of a thread, together */
constexpr unsigned kChainWarps = kChainThreads / 32;

struct ChainState {
  Ordinal sum;
  uint64_t next;   /* tile */
  uint64_t window; /* tiles to look at together, for so many binades */
  int binades;
  uint64_t singly; /* tiles that were gone through run by run, so far */
  uint64_t paused; /* the launch that stopped here, from 1 */
};

/* Bank conflicts: one word in 33 is left out. */
__device__ inline unsigned chain_place(unsigned i) { return i + i / kChainRun; }

template <UlpStep K> struct ChainShared {
  Real<K> stage[kChainTile + kChainTile / kChainRun];
  Move warps[kChainWarps];
  Ordinal followed, added; /* sums on their way to all threads */
};

template <UlpStep K, class Read>
__device__ inline void chain_load(ChainShared<K> &shared, const Read &read, uint64_t tile, uint64_t count) {
  const uint64_t first = tile * kChainTile;
  __syncthreads(); /* the tile before has been read */
  for (unsigned from = threadIdx.x; from < kChainTile; from += kChainLoads * kChainThreads) {
    Real<K> element[kChainLoads];
#pragma unroll
    for (unsigned k = 0; k < kChainLoads; k++) {
      const uint64_t i = first + from + k * kChainThreads;
      element[k] = i < count ? taken<K>(read(i)) : Real<K>(0); /* adding 0 moves nothing */
    }
#pragma unroll
    for (unsigned k = 0; k < kChainLoads; k++)
      shared.stage[chain_place(from + k * kChainThreads)] = element[k];
  }
  __syncthreads();
}

__device__ inline Move shuffled_up(const Move &move, unsigned by) {
  return {__shfl_up_sync(~0u, move.even, by), __shfl_up_sync(~0u, move.odd, by), __shfl_up_sync(~0u, move.low, by),
          __shfl_up_sync(~0u, move.high, by)};
}

__device__ inline Move shuffled_down(const Move &move, unsigned by) {
  return {__shfl_down_sync(~0u, move.even, by), __shfl_down_sync(~0u, move.odd, by),
          __shfl_down_sync(~0u, move.low, by), __shfl_down_sync(~0u, move.high, by)};
}

/* The moves of all threads, one after another, in thread 0. */
__device__ inline Move chain_total(Move move, Move *warps) {
  const unsigned lane = threadIdx.x % 32;
  for (unsigned by = 1; by < 32; by *= 2) {
    const Move next = shuffled_down(move, by);
    if (lane % (2 * by) == 0)
      move = then(move, next);
  }
  if (lane == 0)
    warps[threadIdx.x / 32] = move;
  __syncthreads();
  if (threadIdx.x == 0)
    for (unsigned warp = 1; warp < kChainWarps; warp++)
      move = then(move, warps[warp]);
  __syncthreads();
  return limited(move);
}

/* The moves of threads 0 to t, one after another, in thread t. */
__device__ inline Move chain_scan(Move move, Move *warps) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (unsigned by = 1; by < 32; by *= 2) {
    const Move before = shuffled_up(move, by);
    if (lane >= by)
      move = limited(then(before, move));
  }
  if (lane == 31)
    warps[warp] = move;
  __syncthreads();
  Move before = {0, 0, 0, 0};
  for (unsigned w = 0; w < warp; w++)
    before = limited(then(before, warps[w]));
  __syncthreads();
  return limited(then(before, move));
}

/* How many threads' moves, one after another, stay in the binade; *sum goes along. */
template <UlpStep K>
__device__ inline unsigned chain_follow(const Binade &binade, const Move &own, ChainShared<K> &shared, Ordinal *sum) {
  const Move move = chain_scan(own, shared.warps);
  const unsigned threads = static_cast<unsigned>(__syncthreads_count(stays(binade, move, *sum)));
  if (threads && threadIdx.x == threads - 1)
    shared.followed = moved(move, *sum);
  __syncthreads();
  if (threads)
    *sum = shared.followed;
  return threads;
}

template <UlpStep K> __device__ inline Move chain_run(const ChainShared<K> &shared, const Binade &binade) {
  Chains<K> chains(binade);
#pragma unroll
  for (unsigned k = 0; k < kChainRun; k++)
    chains.take(shared.stage[chain_place(threadIdx.x * kChainRun + k)]);
  return chains.move(binade);
}

/* The sum after the whole tile. Where a run leaves the binade it is added by itself with the next, and, when that happens again
 * at once, four times as many. */
template <UlpStep K> __device__ Ordinal chain_through(ChainShared<K> &shared, Ordinal sum) {
  constexpr unsigned few = 2;
  for (unsigned from = 0, alone = few; from < kChainThreads;) {
    const Binade binade = binade_at<K>(binade_index<K>(sum));
    const Move own = threadIdx.x < from ? Move{0, 0, 0, 0} : chain_run(shared, binade);
    const unsigned reached = chain_follow(binade, own, shared, &sum);
    if (reached == kChainThreads)
      break;
    alone = reached > from + alone ? few : 4 * alone;
    const unsigned end = reached + alone < kChainThreads ? reached + alone : kChainThreads;
    if (threadIdx.x == 0) {
      Real<K> s = Ordinals<K>::value(sum);
      for (unsigned run = reached; run < end; run++) {
#pragma unroll
        for (unsigned k = 0; k < kChainRun; k++)
          s = plus<K>(s, shared.stage[chain_place(run * kChainRun + k)]);
      }
      shared.added = Ordinals<K>::of(s);
    }
    __syncthreads();
    sum = shared.added;
    from = end;
  }
  return sum;
}

/* Whether the tile has both signs: a sum of such elements is near zero, and changes its binade, again and again. */
template <UlpStep K> __device__ inline bool is_mixed(ChainShared<K> &shared) {
  unsigned negative = 0, positive = 0;
  for (unsigned k = 0; k < kChainRun; k++) {
    const Real<K> x = shared.stage[chain_place(threadIdx.x * kChainRun + k)];
    negative += x < 0;
    positive += x > 0;
  }
  const unsigned lesser = negative < positive ? negative : positive;
  return __syncthreads_count(8 * lesser > negative + positive) > static_cast<int>(kChainThreads / 2);
}

/* Binades of a wave: the sum's and the next further away; of a wave with many, two of those, and one nearer to 0. */
__device__ inline int wave_binade(const ChainState &now, int index, int which) {
  const int away = now.binades == kChainBinades ? which - 1 : which;
  return index < 0 ? index - away : index + away;
}

/* The moves of the window's tiles for these binades. */
template <UlpStep K, class Read>
__device__ inline void chain_look(ChainShared<K> &shared, const Read &read, uint64_t count, const ChainState &now,
                                  Move *moves) {
  const int index = binade_index<K>(now.sum);
  for (uint64_t tile = blockIdx.x; tile < now.window; tile += gridDim.x) {
    chain_load(shared, read, now.next + tile, count);
#pragma unroll 1
    for (int which = 0; which < now.binades; which++) {
      const Binade binade = binade_at<K>(wave_binade(now, index, which));
      const Move move = chain_total(chain_run(shared, binade), shared.warps);
      if (threadIdx.x == 0)
        moves[which * kChainWindow + tile] = move;
    }
  }
}

/* Goes through the window as far as its moves lead, and at least through one tile: *now is behind that. One block. */
template <UlpStep K, class Read>
__device__ inline void chain_advance(ChainShared<K> &shared, const Read &read, uint64_t count, const Move *moves,
                                     uint64_t patience, ChainState *now) {
  constexpr unsigned group = 16;
  const int index = binade_index<K>(now->sum);
  Ordinal sum = now->sum;
  uint64_t tile = 0;
  do {
    const Binade binade = binade_at<K>(binade_index<K>(sum));
    int which = 0;
    while (which < now->binades && wave_binade(*now, index, which) != binade_index<K>(sum))
      which++;
    if (which == now->binades)
      break;
    const Move *own = moves + which * kChainWindow;
    unsigned threads = kChainThreads;
    for (; tile < now->window && threads == kChainThreads; tile += threads * group) {
      const uint64_t first = tile + threadIdx.x * group;
      Move move = {0, 0, 0, 0};
      for (uint64_t i = first; i < first + group && i < now->window; i++)
        move = limited(then(move, own[i]));
      threads = chain_follow(binade, move, shared, &sum);
    }
    if (threads < kChainThreads)
      for (; tile < now->window && stays(binade, own[tile], sum); tile++)
        sum = moved(own[tile], sum);
    if (tile >= now->window && now->window)
      break;
    chain_load(shared, read, now->next + tile, count);
    if (patience < UINT64_MAX && now->next + tile == 0 && is_mixed(shared)) {
      now->singly = patience;
      break;
    }
    sum = chain_through(shared, sum);
    now->singly++;
    tile++;
  } while (tile < now->window);
  if (now->window && tile > now->window)
    tile = now->window;
  now->sum = sum;
  now->next += tile;
  now->window = 8 * tile;
}

template <class Read> struct ChainCall {
  Read read;
  uint64_t count;
  ChainState *state;
  Move *moves;
  uint64_t patience; /* tiles to go through run by run before it is left to others; none of elements of both signs */
  uint64_t launch;   /* from 1 */
};

__device__ inline uint64_t nanoseconds() {
  uint64_t time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
}

template <UlpStep K, class Read> __global__ void __launch_bounds__(kChainThreads) chain_kernel(ChainCall<Read> call) {
  __shared__ ChainShared<K> shared;
  const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  const uint64_t tiles = (call.count + kChainTile - 1) / kChainTile, began = nanoseconds();
  while (true) {
    ChainState now = *call.state;
    if (now.next >= tiles || now.paused == call.launch)
      return;
    chain_look(shared, call.read, call.count, now, call.moves);
    grid.sync();
    if (blockIdx.x == 0) {
      chain_advance(shared, call.read, call.count, call.moves, call.patience, &now);
      const Ordinal magnitude = now.sum < 0 ? -now.sum : now.sum;
      if (magnitude > Ordinals<K>::of_infinity()) /* NaN stays NaN */
        now.next = tiles;
      const uint64_t left = tiles - now.next, least = gridDim.x, most = left < kChainWindow ? left : kChainWindow;
      now.window = now.window < least ? least : now.window;
      now.window = now.window < most ? now.window : most;
      now.binades = now.window <= 4 * least ? kChainBinades : kChainFewBinades;
      now.paused = now.singly >= call.patience || nanoseconds() - began > kChainNanoseconds ? call.launch : 0;
      if (threadIdx.x == 0)
        *call.state = now;
    }
    grid.sync();
  }
}

/* What a chain came to, and after how many values. */
template <UlpStep K> struct ChainEnd {
  Real<K> sum;
  uint64_t taken;
};

/* The chain over `count` values, read(i) each, from `start`. The seconds go into the run, and `weight` for each value into its
 * progress. It ends early, with its patience, where many tiles hold changes of the binade: then a host's loop is faster. */
template <UlpStep K, class Read>
ChainEnd<K> sum_chain(SumRun &run, const Read &read, uint64_t count, Real<K> start, double weight,
                      uint64_t patience = UINT64_MAX) {
  UlpSession *session = run.session;
  const auto kernel = chain_kernel<K, Read>;
  const uint64_t tiles = (count + kChainTile - 1) / kChainTile;
  const unsigned most = resident_blocks(session, kernel, kChainThreads, 0);
  ChainCall<Read> call = {
      read,     count, session->state.need<ChainState>(1), session->table.need<Move>(kChainBinades * kChainWindow),
      patience, 0};
  ChainState *now = static_cast<ChainState *>(session->staging);
  *now = {Ordinals<K>::of(start), 0, 0, kChainBinades, 0, 0};
  check(cudaMemcpyAsync(call.state, now, sizeof *now, cudaMemcpyHostToDevice, session->stream), _("starting the sum"));
  for (uint64_t before = 0; now->next < tiles && now->singly < patience;) {
    call.launch++;
    void *arguments[] = {&call};
    Clock clock(session, kernel);
    check(cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(kernel),
                                      static_cast<unsigned>(tiles < most ? tiles : most), kChainThreads, arguments, 0,
                                      session->stream),
          "chain_kernel");
    run.seconds += clock.stop();
    check(cudaMemcpyAsync(now, call.state, sizeof *now, cudaMemcpyDeviceToHost, session->stream), _("reading the sum"));
    check(cudaStreamSynchronize(session->stream), _("reading the sum"));
    run.progress.advance(weight * static_cast<double>((now->next - before) * kChainTile));
    before = now->next;
  }
  const uint64_t taken = now->next * kChainTile;
  return {Ordinals<K>::value(now->sum), taken < count ? taken : count};
}
