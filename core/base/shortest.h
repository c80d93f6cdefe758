/* Shortest digits of a double, from a kept library. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* `magnitude` (finite, above 0) as 0.DIGITS * 10^exponent in the fewest digits that read back to it under rn, the
 * nearest of those. No terminator; the number of digits. libstdc++'s std::to_chars does it by U. Adams, Ryu, PLDI 2018. */
int ulp_shortest_digits(double magnitude, char digits[17], int *exponent);

#ifdef __cplusplus
}
#endif
