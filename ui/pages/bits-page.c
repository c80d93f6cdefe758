#include "ui/pages/bits-page.h"

#include "core/base/i18n.h"
#include "ui/pages/bits-controls.h"
#include "ui/pages/bits-detail.h"
#include "ui/pages/bits-formats.h"
#include "ui/pages/bits-list.h"
#include "ui/pages/bits-value.h"
#include "ui/widgets/file-dialog.h"
#include "ui/widgets/message-bar.h"
#include "ui/widgets/result-export.h"
#include "ui/widgets/state.h"

#define LEAST_LIST 170 /* pixels: two rows */
#define LEAST_DETAIL 190
#define STATE_GROUP "bits"

struct _UlpBitsPage {
  GtkBox parent_instance;
  UlpBitsValue *value;
  UlpBitsFormats *formats;
  UlpBitsList *list;
  UlpBitsDetail *detail; /* about the current row */
  GSimpleActionGroup *actions;
};

G_DEFINE_TYPE(UlpBitsPage, ulp_bits_page, GTK_TYPE_BOX)

/* --- what is shown --- */

static void show_detail(UlpBitsPage *self) {
  const UlpTyped typed = ulp_bits_value_get_typed(self->value);
  if (typed.real)
    ulp_bits_detail_set(self->detail, &typed, ulp_bits_list_get_current(self->list));
}

static void show_value(UlpBitsPage *self) {
  const UlpTyped typed = ulp_bits_value_get_typed(self->value);
  if (!typed.real)
    return;
  ulp_bits_list_set_typed(self->list, &typed);
  show_detail(self);
}

static void formats_chosen(UlpBitsPage *self) {
  g_autofree char *names = ulp_bits_formats_get_list(self->formats);
  ulp_state_set(STATE_GROUP, "formats", names);
  ulp_bits_list_set_formats(self->list, names);
  show_value(self);
}

void ulp_bits_page_set_text(UlpBitsPage *self, const char *text) { ulp_bits_value_set_text(self->value, text); }

const char *ulp_bits_page_get_text(UlpBitsPage *self) { return ulp_bits_value_get_text(self->value); }

UlpBitsRow *ulp_bits_page_get_row(UlpBitsPage *self, UlpFormat format) {
  return ulp_bits_list_get_row(self->list, format);
}

static void text_chosen(gpointer page, const char *text) { ulp_bits_page_set_text(page, text); }

/* --- exports --- */

static UlpTable *table_of(UlpBitsPage *self) {
  const UlpTyped typed = ulp_bits_value_get_typed(self->value);
  g_autoptr(GArray) formats = ulp_bits_list_get_formats(self->list);
  return ulp_bits_table_new(&typed, (const UlpFormat *)(gconstpointer)formats->data, formats->len);
}

gboolean ulp_bits_page_export(UlpBitsPage *self, const char *format, const char *path, GError **error) {
  g_autoptr(UlpTable) table = table_of(self);
  const UlpShown shown = {.data = table};
  return ulp_result_export(&shown, format, path, error);
}

static void exported(GtkWidget *page, const char *path, const GError *error) {
  if (error)
    ulp_message_show(page, error->message);
}

static void export_to(GtkWidget *page, const char *format, const char *path) {
  g_autoptr(UlpTable) table = table_of(ULP_BITS_PAGE(page));
  const UlpShown shown = {.data = table};
  ulp_result_export_async(&shown, format, path, page, exported);
}

static void csv_chosen(GtkWidget *page, const char *path) { export_to(page, "csv", path); }
static void json_chosen(GtkWidget *page, const char *path) { export_to(page, "json", path); }

/* --- actions --- */

static void export_csv(GSimpleAction *action, GVariant *parameter, gpointer page) {
  ulp_file_dialog(page, _("Export CSV"), "bits.csv", csv_chosen);
}

static void export_json(GSimpleAction *action, GVariant *parameter, gpointer page) {
  ulp_file_dialog(page, _("Export JSON"), "bits.json", json_chosen);
}

static void undo(GSimpleAction *action, GVariant *parameter, gpointer page) {
  ulp_bits_value_go(ULP_BITS_PAGE(page)->value, TRUE);
}

static void redo(GSimpleAction *action, GVariant *parameter, gpointer page) {
  ulp_bits_value_go(ULP_BITS_PAGE(page)->value, FALSE);
}

static void edit_current(GSimpleAction *action, GVariant *parameter, gpointer page) {
  ulp_bits_list_edit(ULP_BITS_PAGE(page)->list);
}

static void focus_value(GSimpleAction *action, GVariant *parameter, gpointer page) {
  gtk_widget_grab_focus(GTK_WIDGET(ULP_BITS_PAGE(page)->value));
}

/* --- construction --- */

static GtkWidget *build_list(UlpBitsPage *self) {
  GtkWidget *scroller = gtk_scrolled_window_new();
  self->list = ULP_BITS_LIST(ulp_bits_list_new());
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), GTK_WIDGET(self->list));
  gtk_widget_set_size_request(scroller, -1, LEAST_LIST);
  return scroller;
}

/* The rows above, what there is to say about one of them below; the border between both moves. */
static GtkWidget *build_panes(UlpBitsPage *self) {
  GtkWidget *panes = gtk_paned_new(GTK_ORIENTATION_VERTICAL);
  self->detail = ULP_BITS_DETAIL(ulp_bits_detail_new());
  gtk_widget_set_size_request(GTK_WIDGET(self->detail), -1, LEAST_DETAIL);
  gtk_paned_set_start_child(GTK_PANED(panes), build_list(self));
  gtk_paned_set_end_child(GTK_PANED(panes), GTK_WIDGET(self->detail));
  gtk_paned_set_resize_end_child(GTK_PANED(panes), FALSE);
  gtk_paned_set_shrink_start_child(GTK_PANED(panes), FALSE);
  gtk_paned_set_shrink_end_child(GTK_PANED(panes), FALSE);
  gtk_widget_set_vexpand(panes, TRUE);
  return panes;
}

static void ulp_bits_page_dispose(GObject *object) {
  g_clear_object(&ULP_BITS_PAGE(object)->actions);
  G_OBJECT_CLASS(ulp_bits_page_parent_class)->dispose(object);
}

static gboolean ulp_bits_page_grab_focus(GtkWidget *widget) {
  return gtk_widget_grab_focus(GTK_WIDGET(ULP_BITS_PAGE(widget)->value));
}

static void ulp_bits_page_class_init(UlpBitsPageClass *klass) {
  G_OBJECT_CLASS(klass)->dispose = ulp_bits_page_dispose;
  GTK_WIDGET_CLASS(klass)->grab_focus = ulp_bits_page_grab_focus;
}

static void ulp_bits_page_init(UlpBitsPage *self) {
  static const GActionEntry entries[] = {
      {.name = "export-csv", .activate = export_csv},
      {.name = "export-json", .activate = export_json},
      {.name = "focus-value", .activate = focus_value},
      {.name = "edit", .activate = edit_current},
      {.name = "undo", .activate = undo},
      {.name = "redo", .activate = redo},
  };
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing(GTK_BOX(self), 6);
  gtk_widget_add_css_class(GTK_WIDGET(self), "ulp-page");
  self->actions = g_simple_action_group_new();
  g_action_map_add_action_entries(G_ACTION_MAP(self->actions), entries, G_N_ELEMENTS(entries), self);
  gtk_widget_insert_action_group(GTK_WIDGET(self), "page", G_ACTION_GROUP(self->actions));
}

GtkWidget *ulp_bits_page_new(const UlpBitsStart *start) {
  UlpBitsPage *self = g_object_new(ULP_TYPE_BITS_PAGE, NULL);
  GtkBox *box = GTK_BOX(self);
  self->formats = ULP_BITS_FORMATS(ulp_bits_formats_new(start->formats));
  self->value = ULP_BITS_VALUE(ulp_bits_value_new(GTK_WIDGET(self->formats)));
  gtk_box_append(box, GTK_WIDGET(self->value));
  gtk_box_append(box, ulp_bits_examples_new(text_chosen, self));
  gtk_box_append(box, ulp_bits_legend_new());
  gtk_box_append(box, build_panes(self));
  ulp_bits_list_set_formats(self->list, start->formats);
  g_signal_connect_swapped(self->formats, "changed", G_CALLBACK(formats_chosen), self);
  g_signal_connect_swapped(self->value, "changed", G_CALLBACK(show_value), self);
  g_signal_connect_swapped(self->list, "edited", G_CALLBACK(text_chosen), self);
  g_signal_connect_swapped(self->list, "current", G_CALLBACK(show_detail), self);
  g_signal_connect_swapped(self->detail, "taken", G_CALLBACK(text_chosen), self);
  ulp_bits_page_set_text(self, start->text);
  return GTK_WIDGET(self);
}

const UlpBitsStart ulp_bits_start = {"0.1", ULP_FORMATS_USUAL};

/* With the formats that were chosen last. */
static GtkWidget *create(gconstpointer value) {
  UlpBitsStart start = *(const UlpBitsStart *)value;
  g_autofree char *names = ulp_state_get(STATE_GROUP, "formats");
  g_autoptr(GArray) formats = names ? ulp_formats_parse(names, NULL) : NULL;
  if (formats)
    start.formats = names;
  return ulp_bits_page_new(&start);
}

static GActionGroup *page_actions(GtkWidget *page) { return G_ACTION_GROUP(ULP_BITS_PAGE(page)->actions); }

static char *get_state(GtkWidget *page) { return g_strdup(ulp_bits_page_get_text(ULP_BITS_PAGE(page))); }

static void set_state(GtkWidget *page, const char *text) { ulp_bits_page_set_text(ULP_BITS_PAGE(page), text); }

const UlpPageKind ulp_page_kind_bits = {
    .create = create, .actions = page_actions, .state = get_state, .set_state = set_state};
