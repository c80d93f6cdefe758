/* What tests of experiment pages share: the program's window at its default size with one page shown, and a run of it.
 */
#pragma once

#include "tests/pages/layout-check.h"
#include "tests/widgets/widget-test.h"
#include "ui/pages/experiment-page.h"
#include "ui/pages/window.h"
#include "ui/widgets/style.h"

typedef struct {
  GtkWidget *window, *page;
  GActionGroup *actions;
} UlpPageFixture;

static inline void ulp_page_open(UlpPageFixture *fixture, const char *id) {
  fixture->window = ulp_window_new(NULL);
  gtk_window_set_default_size(GTK_WINDOW(fixture->window), 1280, 800);
  g_assert_true(ulp_window_show_page(ULP_WINDOW(fixture->window), id, NULL));
  gtk_widget_show(fixture->window);
  fixture->page = ulp_window_get_page(ULP_WINDOW(fixture->window));
  fixture->actions = ulp_experiment_find(id, NULL) ? ulp_experiment_page_actions(fixture->page) : NULL;
  ulp_test_wait(ulp_test_is_mapped, fixture->page);
  ulp_test_settle(fixture->page);
}

static inline void ulp_page_close(UlpPageFixture *fixture) { ulp_test_assert_gone(fixture->window, fixture->page); }

static inline gboolean ulp_page_can(UlpPageFixture *fixture, const char *action) {
  return g_action_group_get_action_enabled(fixture->actions, action);
}

static inline void ulp_page_do(UlpPageFixture *fixture, const char *action) {
  g_assert_true(ulp_page_can(fixture, action));
  g_action_group_activate_action(fixture->actions, action, NULL);
}

static inline void ulp_page_set(UlpPageFixture *fixture, const char *id, const char *text) {
  UlpParamField *field = ulp_param_panel_field(ulp_experiment_page_panel(fixture->page), id);
  g_assert_nonnull(field);
  ulp_param_field_set_text(field, text);
}

static inline UlpShown ulp_page_shown(UlpPageFixture *fixture) {
  return ulp_result_view_shown(ulp_experiment_page_results(fixture->page));
}

static inline guint ulp_page_rows(UlpPageFixture *fixture) {
  const UlpShown shown = ulp_page_shown(fixture);
  return shown.data ? ulp_table_n_rows(shown.data) : 0;
}

static inline gboolean ulp_page_idle(gpointer fixture) { return !ulp_page_can(fixture, "cancel"); }
static inline gboolean ulp_page_has_rows(gpointer fixture) { return ulp_page_rows(fixture) > 0; }

static inline void ulp_page_run(UlpPageFixture *fixture) {
  ulp_page_do(fixture, "run");
  ulp_test_wait(ulp_page_idle, fixture);
  ulp_test_settle(fixture->page);
}
