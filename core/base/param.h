/* Declared parameters: one list builds the command line's options and help and the window's panel.
 *
 * A parameter has a type, a constant of the module that owns the kind of value: the ones below, inputs (core/input),
 * formats (core/number) and algorithms (core/sum). A value is parsed by its type once, when it is set. */
#pragma once

#include <glib.h>

typedef struct _UlpParamType UlpParamType;

typedef struct {
  const char *id; /* option name: --id on the command line */
  const UlpParamType *type;
  const char *label;          /* N_(): what the panel shows */
  const char *help;           /* N_(): one line */
  const char *default_text;   /* must itself be valid */
  long double min, max;       /* COUNT, REAL, COUNT_RANGE; inclusive. Holds every count and every double exactly */
  const char *unit;           /* N_() or "" */
  const char *const *choices; /* CHOICE, CHOICES: NULL-terminated ids. FORMAT: words besides the formats, or NULL */
  const char *const *titles;  /* CHOICE, CHOICES: N_(), what each choice means, for help; NULL: that says itself */
  const char *word;           /* REAL: what may stand in the place of a number and is NaN then, "auto"; NULL: nothing */
} UlpParam;

struct _UlpParamType {
  const char *id;          /* "count": in the window's list of controls */
  const char *placeholder; /* what stands for a value in help: "COUNT" */
  /* The value of `text`, which has no white space around it; to be freed with `free`. NULL when it has none, with
   * ULP_ERROR_USAGE where there is more to say than what `expectation` does. No file or device is touched. Values are
   * never changed and are shared between threads. */
  gpointer (*parse)(const UlpParam *param, const char *text, GError **error);
  void (*free)(gpointer value);
  char *(*expectation)(const UlpParam *param); /* "a whole number from 1 to 10"; new string, translated */
  char *(*range)(const UlpParam *param);       /* ulp_param_range; NULL: no numbers are meant */
  const char *const *choices; /* words that all parameters of the type take, for help; NULL-terminated, or NULL */
  const char *besides;        /* N_(): what they take besides words, for help behind these; NULL: nothing */
};

extern const UlpParamType ulp_param_count;       /* whole number in [min, max]; 1e6 and 2^20 are understood, too */
extern const UlpParamType ulp_param_real;        /* finite double in [min, max], decimal or hex float */
extern const UlpParamType ulp_param_choice;      /* one of `choices` */
extern const UlpParamType ulp_param_choices;     /* a comma-separated, non-empty list from `choices` */
extern const UlpParamType ulp_param_count_range; /* FIRST:LAST, whole numbers in [min, max], FIRST <= LAST */
#define ULP_PARAM_COUNT (&ulp_param_count)
#define ULP_PARAM_REAL (&ulp_param_real)
#define ULP_PARAM_CHOICE (&ulp_param_choice)
#define ULP_PARAM_CHOICES (&ulp_param_choices)
#define ULP_PARAM_COUNT_RANGE (&ulp_param_count_range)

/* The numbers that `param` takes, in words: "1 to 100000", "0 or more"; "" where every finite number will do, or none
 * is meant. New string. */
char *ulp_param_range(const UlpParam *param);

/* Its help with choices, range, unit and default: what a command's help says. New string, translated. */
char *ulp_param_help(const UlpParam *param);

/* The values of one list of parameters. Reference-free: owned by one holder, copied for a worker. */
typedef struct _UlpValues UlpValues;

/* All defaults. `params` is borrowed and must outlive the values (descriptors are constants). */
UlpValues *ulp_values_new(const UlpParam *params, guint n_params);
UlpValues *ulp_values_copy(const UlpValues *values);
gboolean ulp_values_equal(const UlpValues *a, const UlpValues *b); /* the same texts of the same list */
void ulp_values_free(UlpValues *values);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpValues, ulp_values_free)

const UlpParam *ulp_values_param(const UlpValues *values, const char *id); /* NULL when there is none */

/* Parses `text` and keeps text and value. ULP_ERROR_USAGE names the parameter, what was found and what was expected;
 * the old value then stays. */
gboolean ulp_values_set(UlpValues *values, const char *id, const char *text, GError **error);

/* Asking for an id or type that is not declared is a programming error and aborts. What is returned is borrowed, and
 * stays until the parameter is set again. */
const char *ulp_values_text(const UlpValues *values, const char *id);
gconstpointer ulp_values_get(const UlpValues *values, const char *id, const UlpParamType *type);
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
