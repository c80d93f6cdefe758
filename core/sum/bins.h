/* BINS (plan.h): the grid of bins, and what becomes of their counts. For C and nvcc.
 *
 * Bin j of an accumulator's format counts whole numbers of 2^u, u = W j, but no less than the exponent of the smallest subnormal.
 * The bin of x is j = floor((e + 1) / W), e its exponent (2^e <= |x| < 2^(e+1)): x is less than half a unit of bin j + 1, so that
 * x rounded to units of any bin above its own is 0. With K folds and J the largest bin of a finite element the sum is that of the
 * elements rounded to units of bin J - K + 1, to nearest even: its error is at most n 2^(u-1) <= n 2^((1-K)W) max |x|.
 *
 * How to get there in one pass, whatever comes last: from the bin of x (or one above it) down, what is left of x is rounded to
 * units of the bin, counted there and taken off. In IEEE arithmetic with p bits that is (sigma + x) - sigma with sigma =
 * 1.5 * 2^(p-1+u): the bits of sigma + x, less those of sigma, are the count (the "indexed" sums of Demmel and Nguyen, with
 * integers for their primaries and carries). Counts of one bin are the same whichever bins lie above or below it, because a unit
 * is an even number of those of the next bin; so whoever meets a larger element drops the lowest bins and begins higher ones at
 * 0, and who adds up several parts takes bin by bin and leaves out those below J - K + 1.
 *
 * A count of one element is at most 2^(W-1): 2^11 of them fit an int32_t of fp32's bins, 2^23 an int64_t of fp64's, with room;
 * then they go to a total of 128 bits, which holds those of 2^40 elements 2^49 times. */
#pragma once

#include "core/exact/exact-state.h"
#include "core/number/codec.h"

#include <math.h>
#include <string.h>

#define ULP_BINS_MOST 53
#define ULP_BINS_DEPOSITS_FP32 (1u << 11)
#define ULP_BINS_DEPOSITS_FP64 (1u << 23)

typedef struct {
  int width;             /* W: Demmel and Nguyen ask for p/2 < W < p - 2 */
  int fraction_bits;     /* p - 1 */
  int smallest, largest; /* exponents of the smallest subnormal, and of the largest finite number */
  int lowest, highest;   /* bins */
} UlpBinGrid;

ULP_HD UlpBinGrid ulp_bin_grid(UlpFormat accumulator) {
  const UlpBinGrid fp32 = {20, 23, -149, 127, -8, 6}, fp64 = {40, 52, -1074, 1023, -27, 25};
  return accumulator == ULP_FORMAT_FP64 ? fp64 : fp32;
}

/* Of a finite number that is not 0, by its exponent. */
ULP_HD int ulp_bin_of(UlpBinGrid grid, int exponent) {
  return (exponent + 1 - grid.width * grid.lowest) / grid.width + grid.lowest; /* the dividend is not negative */
}

/* Exponent of its unit. */
ULP_HD int ulp_bin_unit(UlpBinGrid grid, int bin) {
  return grid.width * bin > grid.smallest ? grid.width * bin : grid.smallest;
}

/* What elements are multiplied by before they are cut, as an exponent: sigma of the highest bin would overflow. */
ULP_HD int ulp_bin_scale(UlpBinGrid grid, int top) { return top == grid.highest ? -grid.width : 0; }

/* Of elements that are multiplied by 2^scale. */
ULP_HD double ulp_bin_sigma(UlpBinGrid grid, int bin, int scale) {
  return ldexp(1.5, grid.fraction_bits + ulp_bin_unit(grid, bin) + scale);
}

typedef struct {
  __int128 sum[ULP_BINS_MOST]; /* of bin lowest + i */
  int top;                     /* the largest bin of an element; `lowest` without one */
  uint32_t seen;               /* infinities and NaN: ULP_SEEN_... */
} UlpBinTotals;

ULP_HD void ulp_bin_totals_clear(UlpBinTotals *totals, UlpBinGrid grid) {
  memset(totals, 0, sizeof *totals);
  totals->top = grid.lowest;
}

/* Of other elements. */
ULP_HD void ulp_bin_totals_add(UlpBinTotals *totals, const UlpBinTotals *more) {
  for (int i = 0; i < ULP_BINS_MOST; i++)
    totals->sum[i] += more->sum[i];
  totals->top = totals->top > more->top ? totals->top : more->top;
  totals->seen |= more->seen;
}

/* The K highest bins as an accumulator that core rounds. */
ULP_HD void ulp_bin_totals_to_exact(const UlpBinTotals *totals, UlpBinGrid grid, int folds, UlpExact *exact) {
  memset(exact, 0, sizeof *exact);
  exact->seen = totals->seen | (uint32_t)ULP_SEEN_OTHER;
  if (totals->seen)
    return;
  for (int bin = totals->top; bin >= grid.lowest && bin > totals->top - folds; bin--) {
    const __int128 sum = totals->sum[bin - grid.lowest];
    const int unit = ulp_bin_unit(grid, bin);
    ulp_exact_state_add(exact, (int64_t)(sum & 0xffffffff), unit);
    ulp_exact_state_add(exact, (int64_t)(sum >> 32), unit + 32);
  }
}
