/* Declared parameters: one list builds the command line's options and help and the window's panel. */
#pragma once

#include <glib.h>

typedef enum {
  ULP_PARAM_COUNT,       /* whole number in [min, max]; 1e6 and 2^20 are understood when whole */
  ULP_PARAM_REAL,        /* finite double in [min, max] */
  ULP_PARAM_CHOICE,      /* one of `choices` */
  ULP_PARAM_CHOICES,     /* a comma-separated, non-empty list from `choices` */
  ULP_PARAM_COUNT_RANGE, /* FIRST:LAST, whole numbers in [min, max], FIRST <= LAST */
  ULP_PARAM_INPUT,       /* an input specification or a file name (core/input/input.h) */
  ULP_PARAM_ALGORITHMS,  /* a comma-separated list of algorithm specifications (core/sum/algorithm.h) */
} UlpParamType;

typedef struct {
  const char *id; /* option name: --id on the command line */
  UlpParamType type;
  const char *label;       /* N_(): what the panel shows */
  const char *help;        /* N_(): one line */
  const char *default_text; /* must itself be valid */
  double min, max;         /* COUNT, REAL, COUNT_RANGE; inclusive */
  const char *unit;        /* N_() or "" */
  const char *const *choices; /* CHOICE, CHOICES: NULL-terminated ids. REAL: words besides the numbers, NaN each, or NULL */
} UlpParam;

/* The numbers that `param` takes, in words: "1 to 100000", "0 or more"; "" where every finite number will do, or none is
 * meant. New string. */
char *ulp_param_range(const UlpParam *param);

/* The values of one list of parameters. Reference-free: owned by one holder, copied for a worker. */
typedef struct _UlpValues UlpValues;

/* All defaults. `params` is borrowed and must outlive the values (descriptors are constants). */
UlpValues *ulp_values_new(const UlpParam *params, guint n_params);
UlpValues *ulp_values_copy(const UlpValues *values);
void ulp_values_free(UlpValues *values);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpValues, ulp_values_free)

const UlpParam *ulp_values_param(const UlpValues *values, const char *id); /* NULL when there is none */

/* Checks type and range and keeps the value. ULP_ERROR_USAGE names the parameter, what was found and what was
 * expected; the old value then stays. INPUT and ALGORITHMS are kept as text: their modules parse them. */
gboolean ulp_values_set(UlpValues *values, const char *id, const char *text, GError **error);

/* Asking for an id or type that is not declared is a programming error and aborts. */
const char *ulp_values_text(const UlpValues *values, const char *id);
guint64 ulp_values_count(const UlpValues *values, const char *id);
void ulp_values_count_range(const UlpValues *values, const char *id, guint64 *first, guint64 *last);
double ulp_values_real(const UlpValues *values, const char *id);
guint ulp_values_choice(const UlpValues *values, const char *id); /* index into choices */
/* Indices into choices, in the order given, without repeats. Free with g_array_unref. guint elements. */
GArray *ulp_values_choices(const UlpValues *values, const char *id);

/* Splits "name:key=value:key=value" into the name and values. `lookup` maps a name to its parameters (FALSE: unknown).
 * ULP_ERROR_USAGE for an unknown name, an unknown or repeated key, or a value out of range. */
typedef gboolean (*UlpSpecLookup)(const char *name, const UlpParam **params, guint *n_params, gpointer data);
UlpValues *ulp_spec_parse(const char *spec, const char *what, UlpSpecLookup lookup, gpointer data, char **name_out,
                          GError **error);
