/* Moves (kernels/chain.cuh) against the loop that they stand for, on the host: any number of any binade, runs with ties, with
 * elements of all sizes, and with ways that leave the binade and come back. A move that says that it stays must be right; and
 * those that begin well inside and go a short way must say so. */
#include "kernels/chain.cuh"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>

static int failures = 0;

template <UlpStep K> class Subject {
  using A = Real<K>;

public:
  void check(const char *name, int binades) {
    for (int i = 0; i < 400000; i++) {
      const int index = static_cast<int>(chance_() % static_cast<unsigned>(2 * binades + 1)) - binades;
      const Binade binade = binade_at<K>(index);
      const Ordinal start = start_in(binade);
      fill(binade);
      const Move move = limited(whole(binade));
      A sum = Ordinals<K>::value(start);
      bool left = false;
      for (int k = 0; k < count_; k++) {
        sum = plus<K>(sum, x_[k]);
        left = left || !binade.has(Ordinals<K>::of(sum));
      }
      const bool said = stays(binade, move, start);
      stayed_ += said;
      if (said && (left || moved(move, start) != Ordinals<K>::of(sum)))
        fail(name, index, start, sum, "stays, and is elsewhere");
      const Ordinal middle = binade.middle, half = (binade.high - binade.low) / 4;
      if (!said && short_ && start > middle - half && start < middle + half && half > 100000)
        fail(name, index, start, sum, "does not stay");
    }
    if (stayed_ < 40000)
      fail(name, 0, 0, A(0), "hardly any move stays");
    std::printf("%sok - %s, %ld moves\n", failures ? "not " : "", name, stayed_);
  }

private:
  Ordinal start_in(const Binade &binade) {
    const uint64_t span = static_cast<uint64_t>(binade.high - binade.low);
    const uint64_t near = chance_() % 4 < span ? chance_() % 4 : 0;
    switch (chance_() % 4) {
    case 0:
      return binade.low + static_cast<Ordinal>(near <= span ? near : 0);
    case 1:
      return binade.high - static_cast<Ordinal>(near <= span ? near : 0);
    default:
      return binade.low + static_cast<Ordinal>(span ? chance_() % (span + 1) : 0);
    }
  }

  void fill(const Binade &binade) {
    const double unit = static_cast<double>(Ordinals<K>::value(binade.odd) - Ordinals<K>::value(binade.middle));
    const int scale = static_cast<int>(chance_() % 20) - 12;
    const bool positive = chance_() % 3 == 0, halves = chance_() % 3 == 0;
    count_ = 1 + static_cast<int>(chance_() % kMost);
    short_ = scale <= 0; /* 40 elements of at most 1000 units */
    for (int k = 0; k < count_; k++) {
      double units = std::ldexp(static_cast<double>(chance_() % 2001) - 1000, scale);
      if (halves)
        units = (static_cast<double>(chance_() % 7) - 3) / 2;
      if (chance_() % 100 == 0) {
        units = std::ldexp(chance_() % 2 ? 1.0 : -1.0, static_cast<int>(chance_() % 56));
        short_ = false;
      }
      x_[k] = taken<K>(unit * (positive ? std::fabs(units) : units));
      if (k && chance_() % 8 == 0)
        x_[k] = -x_[k - 1];
    }
  }

  /* In runs of any length, composed in any order. */
  Move whole(const Binade &binade) {
    Move all = {0, 0, 0, 0};
    for (int k = 0; k < count_;) {
      Move part = {0, 0, 0, 0};
      for (unsigned runs = 1 + chance_() % 3; runs && k < count_; runs--) {
        Chains<K> chains(binade);
        for (unsigned elements = 1 + chance_() % 9; elements && k < count_; elements--)
          chains.take(x_[k++]);
        part = then(part, chains.move(binade));
      }
      all = limited(then(all, part));
    }
    return all;
  }

  void fail(const char *name, int index, Ordinal start, A sum, const char *what) {
    if (failures++ < 10)
      std::printf("# %s: binade %d from %lld to %a %s\n", name, index, start, static_cast<double>(sum), what);
  }

  static constexpr int kMost = 40;
  std::mt19937_64 chance_{1};
  A x_[kMost];
  int count_ = 0;
  long stayed_ = 0;
  bool short_ = true;
};

int main() {
  Subject<ULP_STEP_ADD_FP64>().check("fp64", 2046);
  Subject<ULP_STEP_ADD_FP32>().check("fp32", 254);
  Subject<ULP_STEP_ADD_FP16>().check("fp16", 30);
  Subject<ULP_STEP_ADD_BF16>().check("bf16", 254);
  std::printf("1..4\n");
  return failures != 0;
}
