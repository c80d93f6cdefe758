/* Intervals between two MPFR numbers of one precision, whose ends are rounded outwards: every value that was asked for lies
 * inside. */
#pragma once

#include "core/expression/rational.h"

typedef struct {
  mpfr_t low, high; /* NaN: the value is none; -inf to +inf: nothing is known of it */
} UlpInterval;

void ulp_interval_init(UlpInterval *interval, mpfr_prec_t precision);
void ulp_interval_clear(UlpInterval *interval);

void ulp_interval_set_rational(UlpInterval *interval, const UlpRational *rational);
/* `result` = `kind`, of `arguments` where it has some. */
void ulp_interval_operate(UlpNodeKind kind, const UlpInterval *const *arguments, UlpInterval *result);
