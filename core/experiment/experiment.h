/* An experiment: declared parameters and plots, and a run that turns an input into tables.
 *
 * One file core/experiment/experiment-ID.c with its descriptor ulp_experiment_ID and one line in experiments.def; the
 * command line's options and help and the window's page are built from the descriptor. */
#pragma once

#include "core/backend/device.h"
#include "core/base/param.h"
#include "core/table/plot-spec.h"
#include "core/table/table.h"

typedef enum { ULP_VERDICT_NONE, ULP_VERDICT_PASS, ULP_VERDICT_FAIL } UlpVerdict;

typedef struct {
  UlpTable *data;    /* what the plots show and CSV exports */
  UlpTable *summary; /* what a person reads first; NULL where data is that */
  UlpVerdict verdict;
  char *verdict_reason; /* one line when FAIL, for people */
} UlpResult;

void ulp_result_clear(UlpResult *result);
/* What a plot is drawn over; NULL where there is no such table. */
UlpTable *ulp_result_plotted(const UlpResult *result, const UlpPlotSpec *plot);

#define ULP_STREAM_BYTES                                                                                               \
  (G_GUINT64_CONSTANT(1) << 28) /* of a file from which on it is read in parts, where that is possible */
#define ULP_STREAM_ELEMENTS (G_GUINT64_CONSTANT(1) << 23)

/* Which files an experiment takes in parts. */
typedef enum {
  ULP_STREAMS_NONE,
  ULP_STREAMS_LARGE,  /* those of ULP_STREAM_BYTES and more */
  ULP_STREAMS_TO_FIT, /* those that memory does not hold whole, as parts give less */
} UlpStreams;

/* An input, before it is there. */
typedef struct {
  UlpFormat format;
  guint64 count;
  gboolean is_file;  /* kept on the host, too */
  gboolean streamed; /* not kept at all: parts of at most ULP_STREAM_ELEMENTS are on the host and on the device */
} UlpInputSize;

/* What a run takes of memory besides its inputs. */
typedef struct {
  double arrays;      /* bytes of the arrays that it makes on its device, all of them together */
  double host;        /* bytes on the host in any case */
  double rows;        /* of result->data */
  double value_bytes; /* of the widest cells of VALUE columns; 8 when smaller */
} UlpNeeds;

double ulp_needs_array(UlpFormat format, guint64 count); /* bytes */

/* What a run does just now. `what`: N_(), or a label of the run's values; it lives as long as those. */
typedef struct {
  const char *what; /* NULL: not known */
  guint index, n;   /* of several such; n = 0: it is the only one */
} UlpRunPhase;

/* What a run works with. Written by the worker only. */
typedef struct {
  const UlpValues *values; /* set by ulp_experiment_run, as are the inputs: the document's */
  UlpDevice *device;
  GCancellable *cancellable;                              /* may be NULL */
  void (*progress)(double fraction, gpointer data);       /* may be NULL */
  void (*phase)(const UlpRunPhase *phase, gpointer data); /* may be NULL */
  /* Rows were added to result->data or result->summary; called on the worker's thread. May be NULL. */
  void (*changed)(const UlpResult *result, gpointer data);
  gpointer data;
  gsize bytes,
      row_bytes; /* memory that the caller itself will take, in all and for each row of the data, as plots do */
  const UlpResult *result; /* set by ulp_experiment_run: what it fills, so that a table that is full ends the run */
  UlpInput **inputs;       /* set by ulp_experiment_run: one for each parameter of type INPUT, in their order */
  guint n_inputs;
} UlpRun;

/* The first of them. */
static inline UlpInput *ulp_run_input(const UlpRun *run) { return run->inputs[0]; }

/* A way of its own to write result->data, besides CSV, JSON and plots: the command line's option --ID FILE. */
typedef struct {
  const char *id, *help;               /* N_() */
  char *(*text)(const UlpTable *data); /* new string */
} UlpTextExport;

typedef struct {
  const char *id;      /* as typed: "error-vs-n" */
  const char *title;   /* N_() */
  const char *summary; /* N_(): one line */
  const UlpParam *params;
  guint n_params;
  const UlpPlotSpec *plots; /* the first is the one shown and exported first */
  guint n_plots;
  const UlpColumn *columns; /* of result->data, for what is to be known of a plot before the run; may be left out */
  guint n_columns;
  const UlpTextExport *exports; /* may be left out */
  guint n_exports;
  UlpStreams streams; /* which of its inputs may be streamed (core/input/input.h) */
  /* Fills in what a run on inputs of these sizes, in the order of their parameters, takes at most; NULL: nothing. */
  void (*needs)(const UlpValues *values, const UlpInputSize *inputs, UlpNeeds *needs);
  /* Fills `result` as it goes; on FALSE what is there stays. */
  gboolean (*run)(const UlpRun *run, UlpResult *result, GError **error);
} UlpExperiment;

extern const UlpExperiment *const ulp_experiments[]; /* NULL-terminated, in the order of experiments.def */
const UlpExperiment *ulp_experiment_find(const char *id, GError **error); /* ULP_ERROR_USAGE lists the ids */

/* A run as a value (core/experiment/document.h). */
typedef struct _UlpRunDocument UlpRunDocument;

/* Runs it on run->device: opens the inputs, each with the document's seed and a random stream of its own (a generator
 * whose specification names no n gets the last value of the parameter `n`, where there is one, else 1000000 elements),
 * and puts provenance on every table before anybody sees it: program, command, seed, each input under the id of its
 * parameter (a generated one with its generator's version), device, driver, toolkit, CCCL, build. Hashes of files, and
 * of generated inputs when the document asks for them, follow when the run is through, as they read the whole input;
 * `changed` is called a last time then. ULP_ERROR_MEMORY before anything is
 * computed or a file's elements are read when what it needs in all is more than may be used (core/base/memory.h). */
gboolean ulp_experiment_run(const UlpRunDocument *document, const UlpRun *run, UlpResult *result, GError **error);
