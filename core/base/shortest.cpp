/* The only C++ here: the C library has no shortest digits. */
#include "core/base/shortest.h"

#include <charconv>

int ulp_shortest_digits(double magnitude, char digits[17], int *exponent) {
  char text[32]; /* d.dddde-ddd */
  const char *const end = std::to_chars(text, text + sizeof text, magnitude, std::chars_format::scientific).ptr;
  const char *c = text;
  int n = 0;
  for (; *c != 'e'; c++)
    if (*c != '.')
      digits[n++] = *c;
  const bool negative = *++c == '-';
  int power = 0;
  for (c++; c < end; c++)
    power = 10 * power + (*c - '0');
  *exponent = (negative ? -power : power) + 1;
  return n;
}
