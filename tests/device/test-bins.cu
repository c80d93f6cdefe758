/* What a thread of a GPU counts (kernels/bins.cuh), on the host, against numbers cut by long double: elements of all sizes, of which
 * larger ones come later, and as many of the largest count as a counter must take. */
#include "kernels/bins.cuh"

#include <cmath>
#include <cstdio>
#include <random>

static int failures = 0;

static void require(bool good, const char *name, const char *what) {
  if (!good && failures++ < 10)
    std::printf("# %s: %s\n", name, what);
}

/* The count of x in a bin: x rounded to its units, less that to those of the bin above. */
static int64_t count_of(UlpBinGrid grid, int bin, long double x) {
  const auto units = [&](int of) {
    const int unit = ulp_bin_unit(grid, of);
    return std::ldexp(std::nearbyint(std::ldexp(x, -unit)), unit);
  };
  return static_cast<int64_t>(std::ldexp(units(bin) - units(bin + 1), -ulp_bin_unit(grid, bin)));
}

template <class A, int K> class Subject {
  using Format = BinFormat<A>;

public:
  void check(const char *name) {
    for (int turn = 0; turn < 3000; turn++)
      check_counts(name, turn);
    check_deposits(name);
    std::printf("%sok - %s, %d folds\n", failures ? "not " : "", name, K);
  }

private:
  /* Of any binade; of the lower and then of the upper ones; of neighbours of a bin's limit; nothing. */
  A element(int turn, int i) {
    const UlpBinGrid grid = Format::grid();
    const int range = grid.largest - grid.smallest,
              any = static_cast<int>(chance_() % static_cast<unsigned>(range + 1));
    const int exponent = turn % 3 == 0   ? any
                         : turn % 3 == 1 ? range * i / kMost
                                         : (any + grid.smallest) / grid.width * grid.width - grid.smallest - 1;
    const double significand = 1 + std::ldexp(static_cast<double>(chance_() >> 11), -53);
    const double x = std::ldexp(turn % 3 == 2 && chance_() % 2 ? 1.0 : significand, exponent + grid.smallest);
    return chance_() % 16 == 0 ? A(0) : static_cast<A>(chance_() % 2 ? -x : x);
  }

  void check_counts(const char *name, int turn) {
    const UlpBinGrid grid = Format::grid();
    Bins<A, K> bins;
    A x[kMost];
    bins.begin();
    int top = grid.lowest;
    for (int i = 0; i < kMost; i++) {
      do
        x[i] = element(turn, i);
      while (!std::isfinite(x[i]));
      if (Format::magnitude(x[i]) >= bins.limit)
        bins.rise(Format::magnitude(x[i]));
      bins.take(x[i]);
      if (x[i] != 0 && ulp_bin_of(grid, std::ilogb(x[i])) > top)
        top = ulp_bin_of(grid, std::ilogb(x[i]));
      require(bins.top == top, name, "another bin is the top");
    }
    for (int k = 0; k < K; k++) {
      int64_t expected = 0;
      for (int i = 0; i < kMost; i++)
        expected += top - k < grid.lowest ? 0 : count_of(grid, top - k, x[i]);
      require(bins.count[k] == expected, name, "another count");
    }
  }

  /* The largest count there is, of both signs. */
  void check_deposits(const char *name) {
    const UlpBinGrid grid = Format::grid();
    const A largest = static_cast<A>(std::ldexp(2 - std::ldexp(2.0, -grid.fraction_bits), grid.width - 2));
    for (int sign = -1; sign <= 1; sign += 2) {
      Bins<A, K> bins;
      bins.begin();
      bins.rise(Format::magnitude(largest));
      for (unsigned i = 0; i < Format::deposits; i++)
        bins.take(static_cast<A>(sign) * largest);
      const int64_t each = count_of(grid, bins.top, largest);
      require(std::llabs(each) == int64_t{1} << (grid.width - 1), name, "not the largest count");
      require(bins.count[0] == sign * each * static_cast<int64_t>(Format::deposits), name, "a counter overflowed");
    }
  }

  static constexpr int kMost = 40;
  std::mt19937_64 chance_{1};
};

int main() {
  Subject<float, 1>().check("fp32");
  Subject<float, 3>().check("fp32");
  Subject<float, 8>().check("fp32");
  Subject<double, 1>().check("fp64");
  Subject<double, 3>().check("fp64");
  Subject<double, 8>().check("fp64");
  std::printf("1..6\n");
  return failures != 0;
}
