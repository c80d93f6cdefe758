#include "ui/pages/bits-page.h"

#include "core/base/i18n.h"
#include "ui/pages/bits-controls.h"
#include "ui/pages/bits-detail.h"
#include "ui/pages/bits-formats.h"
#include "ui/pages/bits-list.h"
#include "ui/pages/bits-value.h"
#include "ui/picture/bits-picture.h"
#include "ui/widgets/shown-export.h"
#include "ui/widgets/state.h"

#define LEAST_LIST 170 /* pixels: two rows */
#define LEAST_DETAIL 190
#define LEAST_RULER 640
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

/* --- exports: the table of the rows; the picture of the rows, or the ruler where it is on view --- */

static const UlpPlotStyle print = {.footer = TRUE};

static void draw_bits(gpointer data, cairo_t *cr, double width, double height) {
  ulp_bits_picture_draw(data, cr, width, height, &print);
}

static void draw_ruler(gpointer data, cairo_t *cr, double width, double height) {
  ulp_ruler_picture_draw(data, cr, width, height, &print);
}

static void with_shown(GtkWidget *page, void (*use)(const UlpShown *shown, gpointer data), gpointer data) {
  UlpBitsPage *self = ULP_BITS_PAGE(page);
  const UlpTyped typed = ulp_bits_value_get_typed(self->value);
  g_autoptr(GArray) formats = ulp_bits_list_get_formats(self->list);
  const UlpFormat *first = (const UlpFormat *)(gconstpointer)formats->data;
  g_autoptr(UlpTable) table = ulp_bits_table_new(&typed, first, formats->len);
  UlpRulerView *view = ulp_bits_detail_get_ruler(self->detail);
  UlpBitsPicture bits = {typed, first, formats->len, table};
  UlpRulerPicture ruler = {.chosen = -1};
  UlpPicture picture = {.title = _(ULP_BITS_TITLE), .draw = draw_bits, .data = &bits};
  if (view) {
    ruler = *ulp_ruler_view_get_picture(view);
    ruler.table = table;
    picture = (UlpPicture){.title = _(ULP_RULER_TITLE),
                           .width = MAX(gtk_widget_get_width(GTK_WIDGET(view)), LEAST_RULER),
                           .height = ULP_RULER_HEIGHT,
                           .draw = draw_ruler,
                           .data = &ruler};
  } else {
    ulp_bits_picture_size(&bits, &print, &picture.width, &picture.height);
  }
  const UlpShown shown = {.data = table, .picture = &picture};
  use(&shown, data);
}

static const UlpShownExport bits_export = {"bits", with_shown};

gboolean ulp_bits_page_export(UlpBitsPage *self, const char *format, const char *path, GError **error) {
  return ulp_shown_export(GTK_WIDGET(self), &bits_export, format, path, error);
}

/* --- actions --- */

static void undo(GSimpleAction *action, GVariant *parameter, gpointer page) {
  ulp_bits_value_go(ULP_BITS_PAGE(page)->value, TRUE);
}

static void redo(GSimpleAction *action, GVariant *parameter, gpointer page) {
  ulp_bits_value_go(ULP_BITS_PAGE(page)->value, FALSE);
}

static void edit_current(GSimpleAction *action, GVariant *parameter, gpointer page) {
  ulp_bits_list_edit(ULP_BITS_PAGE(page)->list);
}

static void next_part(GSimpleAction *action, GVariant *parameter, gpointer page) {
  ulp_bits_detail_show_next(ULP_BITS_PAGE(page)->detail);
}

static void focus_value(GSimpleAction *action, GVariant *parameter, gpointer page) {
  gtk_widget_grab_focus(GTK_WIDGET(ULP_BITS_PAGE(page)->value));
}

/* --- construction --- */

static GtkWidget *build_list(UlpBitsPage *self) {
  GtkWidget *scroller = gtk_scrolled_window_new();
  self->list = ULP_BITS_LIST(ulp_bits_list_new(NULL));
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
      {.name = "focus-value", .activate = focus_value},
      {.name = "edit", .activate = edit_current},
      {.name = "next-part", .activate = next_part},
      {.name = "undo", .activate = undo},
      {.name = "redo", .activate = redo},
  };
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing(GTK_BOX(self), 6);
  gtk_widget_add_css_class(GTK_WIDGET(self), "ulp-page");
  self->actions = g_simple_action_group_new();
  g_action_map_add_action_entries(G_ACTION_MAP(self->actions), entries, G_N_ELEMENTS(entries), self);
  ulp_shown_export_add_actions(G_ACTION_MAP(self->actions), GTK_WIDGET(self), &bits_export);
  gtk_widget_insert_action_group(GTK_WIDGET(self), "page", G_ACTION_GROUP(self->actions));
}

GtkWidget *ulp_bits_page_new(const UlpBitsStart *start) {
  UlpBitsPage *self = g_object_new(ULP_TYPE_BITS_PAGE, NULL);
  GtkBox *box = GTK_BOX(self);
  self->formats = ULP_BITS_FORMATS(ulp_bits_formats_new(start->formats));
  self->value = ULP_BITS_VALUE(ulp_bits_value_new(GTK_WIDGET(self->formats)));
  gtk_box_append(box, GTK_WIDGET(self->value));
  gtk_box_append(box, ulp_bits_examples_new(text_chosen, self));
  GtkWidget *legend = ulp_bits_legend_new();
  gtk_box_append(box, legend);
  gtk_box_append(box, build_panes(self));
  ulp_bits_list_set_formats(self->list, start->formats);
  g_signal_connect_swapped(self->formats, "changed", G_CALLBACK(formats_chosen), self);
  g_signal_connect_swapped(self->value, "changed", G_CALLBACK(show_value), self);
  g_signal_connect_swapped(self->list, "edited", G_CALLBACK(text_chosen), self);
  g_signal_connect_swapped(self->list, "pointed", G_CALLBACK(ulp_bits_legend_say), legend);
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
