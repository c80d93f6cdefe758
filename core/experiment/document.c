#include "core/experiment/document.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

struct _UlpRunDocument {
  const UlpExperiment *experiment;
  UlpValues *values;
  char *device;
  gboolean hash;
  GPtrArray *plots; /* borrowed UlpPlotSpec */
};

UlpRunDocument *ulp_run_document_new(const UlpExperiment *experiment) {
  UlpRunDocument *document = g_atomic_rc_box_new0(UlpRunDocument);
  document->experiment = experiment;
  document->values = ulp_values_new(experiment->params, experiment->n_params);
  document->device = g_strdup("cpu");
  document->plots = g_ptr_array_new();
  return document;
}

UlpRunDocument *ulp_run_document_copy(const UlpRunDocument *document) {
  UlpRunDocument *copy = g_atomic_rc_box_dup(sizeof *document, (gpointer)document);
  copy->values = ulp_values_copy(document->values);
  copy->device = g_strdup(document->device);
  copy->plots = g_ptr_array_copy(document->plots, NULL, NULL);
  return copy;
}

static void clear(gpointer data) {
  UlpRunDocument *document = data;
  ulp_values_free(document->values);
  g_free(document->device);
  g_ptr_array_unref(document->plots);
}

UlpRunDocument *ulp_run_document_ref(UlpRunDocument *document) { return g_atomic_rc_box_acquire(document); }

void ulp_run_document_unref(UlpRunDocument *document) { g_atomic_rc_box_release_full(document, clear); }

gboolean ulp_run_document_equal(const UlpRunDocument *a, const UlpRunDocument *b) {
  gboolean equal = a->experiment == b->experiment && ulp_values_equal(a->values, b->values) &&
                   g_str_equal(a->device, b->device) && a->hash == b->hash && a->plots->len == b->plots->len;
  for (guint i = 0; equal && i < a->plots->len; i++)
    equal = ulp_run_document_plot(a, i) == ulp_run_document_plot(b, i);
  return equal;
}

const UlpExperiment *ulp_run_document_experiment(const UlpRunDocument *document) { return document->experiment; }
const UlpValues *ulp_run_document_values(const UlpRunDocument *document) { return document->values; }
const char *ulp_run_document_device(const UlpRunDocument *document) { return document->device; }
gboolean ulp_run_document_hash(const UlpRunDocument *document) { return document->hash; }
guint ulp_run_document_n_plots(const UlpRunDocument *document) { return document->plots->len; }

const UlpPlotSpec *ulp_run_document_plot(const UlpRunDocument *document, guint index) {
  return g_ptr_array_index(document->plots, index);
}

gboolean ulp_run_document_set(UlpRunDocument *document, const char *param, const char *text, GError **error) {
  return ulp_values_set(document->values, param, text, error);
}

void ulp_run_document_set_values(UlpRunDocument *document, const UlpValues *values) {
  UlpValues *old = document->values;
  document->values = ulp_values_copy(values);
  ulp_values_free(old);
}

void ulp_run_document_set_device(UlpRunDocument *document, const char *device) {
  g_free(document->device);
  document->device = g_strdup(device);
}

void ulp_run_document_set_hash(UlpRunDocument *document, gboolean hash) { document->hash = hash; }

const UlpPlotSpec *ulp_experiment_plot(const UlpExperiment *experiment, const char *id, GError **error) {
  g_autoptr(GString) ids = g_string_new(NULL);
  for (guint i = 0; i < experiment->n_plots; i++) {
    if (g_str_equal(experiment->plots[i].id, id))
      return &experiment->plots[i];
    g_string_append_printf(ids, "%s%s", i ? ", " : "", experiment->plots[i].id);
  }
  ulp_set_error(error, ULP_ERROR_USAGE, _("found “%s”, expected one of %s"), id, ids->str);
  return NULL;
}

gboolean ulp_run_document_set_plots(UlpRunDocument *document, const char *ids, GError **error) {
  g_auto(GStrv) parts = g_strsplit(ids, ",", -1);
  g_autoptr(GPtrArray) plots = g_ptr_array_new();
  for (guint i = 0; parts[i]; i++) {
    const UlpPlotSpec *plot = ulp_experiment_plot(document->experiment, g_strstrip(parts[i]), error);
    if (!plot)
      return FALSE;
    g_ptr_array_add(plots, (gpointer)plot);
  }
  g_ptr_array_unref(document->plots);
  document->plots = g_steal_pointer(&plots);
  return TRUE;
}
