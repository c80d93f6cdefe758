/* An experiment run on the CPU, with what it reported on the way. */
#pragma once

#include "core/base/error.h"
#include "core/experiment/document.h"

#include <math.h>
#include <string.h>

typedef struct {
  UlpRunDocument *document;
  UlpDevice *device;
  GCancellable *cancellable;
  UlpResult result;
  guint changes, cancel_after_rows;
  double fraction;
  gboolean went_back, missed_provenance;
} Fixture;

static inline void on_progress(double fraction, gpointer data) {
  Fixture *fixture = data;
  fixture->went_back |= fraction < fixture->fraction || fraction > 1;
  fixture->fraction = fraction;
}

static inline void on_changed(const UlpResult *result, gpointer data) {
  Fixture *fixture = data;
  fixture->changes++;
  fixture->missed_provenance |= result->data && ulp_table_n_provenance(result->data) == 0;
  fixture->missed_provenance |= result->summary && ulp_table_n_provenance(result->summary) == 0;
  if (fixture->cancel_after_rows && ulp_table_n_rows(result->data) >= fixture->cancel_after_rows)
    g_cancellable_cancel(fixture->cancellable);
}

/* `settings` are pairs of id and text, ended by NULL. */
static inline void set_up(Fixture *fixture, const char *id, const char *const *settings) {
  g_autoptr(GError) error = NULL;
  const UlpExperiment *experiment = ulp_experiment_find(id, &error);
  g_assert_no_error(error);
  *fixture = (Fixture){.document = ulp_run_document_new(experiment), .cancellable = g_cancellable_new()};
  for (guint i = 0; settings[i]; i += 2) {
    ulp_run_document_set(fixture->document, settings[i], settings[i + 1], &error);
    g_assert_no_error(error);
  }
  fixture->device = ulp_device_open("cpu", &error);
  g_assert_no_error(error);
}

static inline gboolean run(Fixture *fixture, GError **error) {
  const UlpRun work = {.device = fixture->device,
                       .cancellable = fixture->cancellable,
                       .progress = on_progress,
                       .changed = on_changed,
                       .data = fixture};
  const gboolean done = ulp_experiment_run(fixture->document, &work, &fixture->result, error);
  g_assert_false(fixture->went_back);
  g_assert_false(fixture->missed_provenance);
  return done;
}

static inline void run_well(Fixture *fixture) {
  g_autoptr(GError) error = NULL;
  g_assert_true(run(fixture, &error));
  g_assert_no_error(error);
  g_assert_cmpfloat(fixture->fraction, ==, 1);
}

static inline void tear_down(Fixture *fixture) {
  ulp_result_clear(&fixture->result);
  ulp_run_document_unref(fixture->document);
  g_object_unref(fixture->cancellable);
}

static inline UlpCell cell(const UlpTable *table, guint row, const char *id) {
  const int column = ulp_table_find(table, id);
  g_assert_cmpint(column, >=, 0);
  return ulp_table_cell(table, row, (guint)column);
}

static inline double number(const UlpTable *table, guint row, const char *id) {
  const int column = ulp_table_find(table, id);
  g_assert_cmpint(column, >=, 0);
  return ulp_table_number(table, row, (guint)column);
}

static inline const char *provenance(const UlpTable *table, const char *key) {
  for (guint i = 0; i < ulp_table_n_provenance(table); i++) {
    const char *found, *value;
    ulp_table_get_provenance(table, i, &found, &value);
    if (g_str_equal(found, key))
      return value;
  }
  return NULL;
}

#define SETTINGS(...) ((const char *const[]){__VA_ARGS__, NULL})
