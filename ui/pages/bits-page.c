#include "ui/pages/bits-page.h"

#include "core/base/i18n.h"
#include "core/expression/expression.h"
#include "ui/pages/bits-controls.h"
#include "ui/pages/bits-detail.h"
#include "ui/pages/bits-edit.h"
#include "ui/pages/bits-formats.h"
#include "ui/pages/bits-history.h"
#include "ui/widgets/file-dialog.h"
#include "ui/widgets/message-bar.h"
#include "ui/widgets/result-export.h"
#include "ui/widgets/state.h"

#include <string.h>

#define SHORT_DECIMAL 24 /* longer values are typed as bit patterns */
#define EDIT_X 60        /* where in a row its editor points to */
#define LEAST_LIST 170   /* pixels: two rows */
#define LEAST_DETAIL 190
#define STATE_GROUP "bits"

struct _UlpBitsPage {
  GtkBox parent_instance;
  GtkEditable *entry;
  GtkLabel *message;
  GtkDropDown *round, *overflow;
  UlpBitsFormats *formats;
  GtkWidget *controls, *list;
  GPtrArray *rows; /* UlpBitsRow, from top to bottom */
  guint current;   /* of them the one that the detail is about */
  UlpBitsDetail *detail;
  UlpBitsEdit *edit;
  UlpBitsHistory *history;
  gboolean goes; /* through the history, which stays as it is */
  gboolean sets; /* a text that was not typed */
  GSimpleActionGroup *actions;
  char *text; /* the last that was a number, and that number */
  UlpReal *real;
};

G_DEFINE_TYPE(UlpBitsPage, ulp_bits_page, GTK_TYPE_BOX)

static UlpBitsRow *row_at(UlpBitsPage *self, guint index) { return g_ptr_array_index(self->rows, index); }

/* --- from the entry to the rows --- */

static UlpTyped typed(UlpBitsPage *self) {
  return (UlpTyped){self->text, self->real, (UlpRound)gtk_drop_down_get_selected(self->round),
                    ulp_profiles[gtk_drop_down_get_selected(self->overflow)]};
}

static void show_detail(UlpBitsPage *self) {
  const UlpTyped value = typed(self);
  if (self->real && self->current < self->rows->len)
    ulp_bits_detail_set(self->detail, &value, ulp_bits_row_get_format(row_at(self, self->current)));
}

static void remember(UlpBitsPage *self) {
  const UlpBitsState state = {self->text, gtk_drop_down_get_selected(self->round),
                              gtk_drop_down_get_selected(self->overflow)};
  if (!self->goes)
    ulp_bits_history_add(self->history, &state, !self->sets);
}

static void show_rows(UlpBitsPage *self) {
  const UlpTyped value = typed(self);
  if (!self->real)
    return;
  for (guint i = 0; i < self->rows->len; i++)
    ulp_bits_row_set_typed(row_at(self, i), &value);
  show_detail(self);
  remember(self);
}

static void set_current(UlpBitsPage *self, UlpBitsRow *row) {
  guint index = self->current;
  g_ptr_array_find(self->rows, row, &index);
  if (self->current < self->rows->len)
    gtk_widget_remove_css_class(GTK_WIDGET(row_at(self, self->current)), "ulp-current");
  gtk_widget_add_css_class(GTK_WIDGET(row), "ulp-current");
  if (index == self->current)
    return;
  self->current = index;
  show_detail(self);
}

static void show_message(UlpBitsPage *self, const char *problem) {
  gtk_label_set_text(self->message, problem ? problem
                                            : _("A number such as 0.1, 0x1.8p3, inf or fp16:0x3c00, or an expression "
                                                "such as 1/3, 2^-149, sqrt(2), pi or fma(a, b, c)"));
  gtk_widget_set_tooltip_text(GTK_WIDGET(self->message), gtk_label_get_text(self->message));
  gtk_accessible_update_state(GTK_ACCESSIBLE(self->entry), GTK_ACCESSIBLE_STATE_INVALID,
                              problem ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
  for (guint i = 0; i < 2; i++) {
    GtkWidget *widget = i ? GTK_WIDGET(self->entry) : GTK_WIDGET(self->message);
    if (problem)
      gtk_widget_add_css_class(widget, "ulp-error");
    else
      gtk_widget_remove_css_class(widget, "ulp-error");
  }
}

static void text_changed(UlpBitsPage *self) {
  g_autoptr(GError) error = NULL;
  const char *text = gtk_editable_get_text(self->entry);
  if (*text == '\0') { /* something else is about to be typed */
    show_message(self, NULL);
    return;
  }
  UlpReal *real = ulp_expression_real(text, &error);
  show_message(self, real ? NULL : error->message);
  if (real == NULL)
    return;
  g_free(self->text);
  self->text = g_strdup(text);
  UlpReal *last = self->real; /* which the detail has until it gets the new one */
  self->real = real;
  show_rows(self);
  ulp_real_free(last);
}

void ulp_bits_page_set_text(UlpBitsPage *self, const char *text) {
  self->sets = TRUE;
  gtk_editable_set_text(self->entry, text);
  gtk_editable_set_position(self->entry, -1);
  self->sets = FALSE;
}

static void go(UlpBitsPage *self, gboolean back) {
  const UlpBitsState *state = ulp_bits_history_go(self->history, back);
  if (!state)
    return;
  self->goes = TRUE;
  gtk_drop_down_set_selected(self->round, state->round);
  gtk_drop_down_set_selected(self->overflow, state->overflow);
  ulp_bits_page_set_text(self, state->text);
  self->goes = FALSE;
}

const char *ulp_bits_page_get_text(UlpBitsPage *self) { return gtk_editable_get_text(self->entry); }

/* What a user would type for these bits: the decimal while it is short, else the bit pattern. */
static char *text_of_bits(UlpFormat format, UlpBits bits) {
  if (ulp_bits_class(format, bits) <= ULP_CLASS_NORMAL) {
    g_autofree char *decimal = ulp_bits_to_decimal(format, bits);
    if (strlen(decimal) <= SHORT_DECIMAL)
      return g_steal_pointer(&decimal);
  }
  g_autofree char *hex = ulp_bits_to_hex(format, bits);
  return g_strdup_printf("%s:%s", ulp_format_info(format)->id, hex);
}

static void row_edited(UlpBitsRow *row, gpointer page) {
  g_autofree char *text = text_of_bits(ulp_bits_row_get_format(row), ulp_bits_row_get_bits(row));
  set_current(page, row);
  ulp_bits_page_set_text(page, text);
}

static void row_focused(UlpBitsRow *row, gpointer page) { set_current(page, row); }

static void row_opened(UlpBitsRow *row, gpointer page) {
  UlpBitsPage *self = page;
  set_current(self, row);
  graphene_rect_t bounds;
  if (!gtk_widget_compute_bounds(GTK_WIDGET(row), GTK_WIDGET(self), &bounds))
    return;
  const GdkRectangle place = {(int)bounds.origin.x + EDIT_X, (int)bounds.origin.y, 1, (int)bounds.size.height};
  ulp_bits_edit_set(self->edit, ulp_bits_row_get_format(row), ulp_bits_row_get_bits(row));
  gtk_popover_set_pointing_to(GTK_POPOVER(self->edit), &place);
  gtk_popover_popup(GTK_POPOVER(self->edit));
}

static void parts_edited(UlpBitsEdit *edit, gpointer page) {
  g_autofree char *text = text_of_bits(ulp_bits_edit_get_format(edit), ulp_bits_edit_get_bits(edit));
  ulp_bits_page_set_text(page, text);
}

UlpBitsRow *ulp_bits_page_get_row(UlpBitsPage *self, UlpFormat format) {
  for (guint i = 0; i < self->rows->len; i++)
    if (ulp_bits_row_get_format(row_at(self, i)) == format)
      return row_at(self, i);
  return NULL;
}

static int n_bits(UlpBitsRow *row) { return ulp_layout(ulp_bits_row_get_format(row)).container_bits; }

/* Up and Down go from field to field and keep the place, counted from the sign. */
static gboolean move_row(GtkWidget *widget, GVariant *args, gpointer data) {
  UlpBitsPage *self = ULP_BITS_PAGE(widget);
  const int n_rows = (int)self->rows->len;
  for (int i = 0; i < n_rows; i++) {
    UlpBitsRow *row = row_at(self, (guint)i);
    const int to = i + g_variant_get_int32(args);
    if (!gtk_widget_has_focus(GTK_WIDGET(ulp_bits_row_get_field(row))) || to < 0 || to >= n_rows)
      continue;
    UlpBitsRow *next = row_at(self, (guint)to);
    const int place = n_bits(row) - (int)ulp_bit_field_get_cursor(ulp_bits_row_get_field(row));
    ulp_bit_field_set_cursor(ulp_bits_row_get_field(next), (guint)MAX(0, n_bits(next) - place));
    return gtk_widget_grab_focus(GTK_WIDGET(ulp_bits_row_get_field(next)));
  }
  return FALSE;
}

/* --- exports --- */

static UlpTable *table_of(UlpBitsPage *self) {
  const UlpTyped value = typed(self);
  g_autoptr(GArray) formats = g_array_new(FALSE, FALSE, sizeof(UlpFormat));
  for (guint i = 0; i < self->rows->len; i++) {
    const UlpFormat format = ulp_bits_row_get_format(row_at(self, i));
    g_array_append_val(formats, format);
  }
  return ulp_bits_table_new(&value, (const UlpFormat *)(gconstpointer)formats->data, formats->len);
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

static void export_csv(GSimpleAction *action, GVariant *parameter, gpointer page) {
  ulp_file_dialog(page, _("Export CSV"), "bits.csv", csv_chosen);
}

static void export_json(GSimpleAction *action, GVariant *parameter, gpointer page) {
  ulp_file_dialog(page, _("Export JSON"), "bits.json", json_chosen);
}

static void undo(GSimpleAction *action, GVariant *parameter, gpointer page) { go(page, TRUE); }
static void redo(GSimpleAction *action, GVariant *parameter, gpointer page) { go(page, FALSE); }

static void edit_current(GSimpleAction *action, GVariant *parameter, gpointer page) {
  row_opened(row_at(page, ULP_BITS_PAGE(page)->current), page);
}

static void example_chosen(gpointer page, const char *text) { ulp_bits_page_set_text(page, text); }

static void focus_value(GSimpleAction *action, GVariant *parameter, gpointer page) {
  gtk_widget_grab_focus(GTK_WIDGET(ULP_BITS_PAGE(page)->entry));
}

/* --- construction --- */

static GtkWidget *build_controls(UlpBitsPage *self) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new_with_mnemonic(_("_Value"));
  GtkWidget *entry = gtk_entry_new();
  self->entry = GTK_EDITABLE(entry);
  gtk_label_set_mnemonic_widget(GTK_LABEL(label), entry);
  gtk_widget_add_css_class(entry, "ulp-number");
  gtk_widget_add_css_class(entry, "ulp-value");
  gtk_widget_set_hexpand(entry, TRUE);
  gtk_box_append(GTK_BOX(box), label);
  gtk_box_append(GTK_BOX(box), entry);
  gtk_editable_set_enable_undo(self->entry, FALSE); /* the page has its own, of flips and choices, too */
  self->round = ulp_bits_add_drop_down(box, _("_Round"), ulp_round_titles, ULP_N_ROUNDS);
  self->overflow = ulp_bits_add_drop_down(box, _("_Overflow"), ulp_profile_titles, ULP_N_PROFILES);
  return box;
}

static void set_formats(UlpBitsPage *self, const char *names) {
  g_autoptr(GArray) formats = ulp_formats_parse(names, NULL);
  g_autoptr(GtkSizeGroup) columns = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
  for (guint i = 0; i < self->rows->len; i++)
    gtk_box_remove(GTK_BOX(self->list), GTK_WIDGET(row_at(self, i)));
  g_ptr_array_set_size(self->rows, 0);
  self->current = 0;
  for (guint i = 0; i < formats->len; i++) {
    GtkWidget *row = ulp_bits_row_new(g_array_index(formats, UlpFormat, i), columns);
    g_ptr_array_add(self->rows, row);
    g_signal_connect(row, "edited", G_CALLBACK(row_edited), self);
    g_signal_connect(row, "focused", G_CALLBACK(row_focused), self);
    g_signal_connect(row, "opened", G_CALLBACK(row_opened), self);
    gtk_box_append(GTK_BOX(self->list), row);
  }
  set_current(self, row_at(self, 0));
}

static void formats_chosen(UlpBitsPage *self) {
  g_autofree char *names = ulp_bits_formats_get_list(self->formats);
  ulp_state_set(STATE_GROUP, "formats", names);
  set_formats(self, names);
  show_rows(self);
}

static GtkWidget *build_list(UlpBitsPage *self) {
  self->list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class(self->list, "ulp-card");
  gtk_widget_set_valign(self->list, GTK_ALIGN_START);
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), self->list);
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
  UlpBitsPage *self = ULP_BITS_PAGE(object);
  g_clear_object(&self->actions);
  if (self->edit)
    gtk_widget_unparent(GTK_WIDGET(self->edit));
  self->edit = NULL;
  G_OBJECT_CLASS(ulp_bits_page_parent_class)->dispose(object);
}

static void ulp_bits_page_finalize(GObject *object) {
  UlpBitsPage *self = ULP_BITS_PAGE(object);
  g_ptr_array_unref(self->rows);
  ulp_bits_history_free(self->history);
  g_free(self->text);
  g_clear_pointer(&self->real, ulp_real_free);
  G_OBJECT_CLASS(ulp_bits_page_parent_class)->finalize(object);
}

static gboolean ulp_bits_page_grab_focus(GtkWidget *widget) {
  return gtk_widget_grab_focus(GTK_WIDGET(ULP_BITS_PAGE(widget)->entry));
}

static void ulp_bits_page_class_init(UlpBitsPageClass *klass) {
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
  G_OBJECT_CLASS(klass)->dispose = ulp_bits_page_dispose;
  G_OBJECT_CLASS(klass)->finalize = ulp_bits_page_finalize;
  widget_class->grab_focus = ulp_bits_page_grab_focus;
  gtk_widget_class_add_binding(widget_class, GDK_KEY_Up, 0, move_row, "i", -1);
  gtk_widget_class_add_binding(widget_class, GDK_KEY_Down, 0, move_row, "i", 1);
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
  self->rows = g_ptr_array_new();
  self->history = ulp_bits_history_new();
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing(GTK_BOX(self), 6);
  gtk_widget_add_css_class(GTK_WIDGET(self), "ulp-page");

  self->controls = build_controls(self);
  gtk_box_append(GTK_BOX(self), self->controls);
  GtkWidget *message = gtk_label_new(NULL);
  self->message = GTK_LABEL(message);
  gtk_widget_set_name(message, "message");
  gtk_widget_add_css_class(message, "ulp-dim");
  gtk_label_set_xalign(self->message, 0);
  gtk_label_set_ellipsize(self->message, PANGO_ELLIPSIZE_END);
  gtk_box_append(GTK_BOX(self), message);
  gtk_box_append(GTK_BOX(self), ulp_bits_examples_new(example_chosen, self));
  gtk_box_append(GTK_BOX(self), ulp_bits_legend_new());
  gtk_box_append(GTK_BOX(self), build_panes(self));
  self->edit = ULP_BITS_EDIT(ulp_bits_edit_new());
  gtk_widget_set_parent(GTK_WIDGET(self->edit), GTK_WIDGET(self));
  g_signal_connect(self->edit, "edited", G_CALLBACK(parts_edited), self);

  self->actions = g_simple_action_group_new();
  g_action_map_add_action_entries(G_ACTION_MAP(self->actions), entries, G_N_ELEMENTS(entries), self);
  gtk_widget_insert_action_group(GTK_WIDGET(self), "page", G_ACTION_GROUP(self->actions));

  g_signal_connect_swapped(self->entry, "changed", G_CALLBACK(text_changed), self);
  g_signal_connect_swapped(self->round, "notify::selected", G_CALLBACK(show_rows), self);
  g_signal_connect_swapped(self->overflow, "notify::selected", G_CALLBACK(show_rows), self);
}

GtkWidget *ulp_bits_page_new(const UlpBitsStart *start) {
  UlpBitsPage *self = g_object_new(ULP_TYPE_BITS_PAGE, NULL);
  self->formats = ULP_BITS_FORMATS(ulp_bits_formats_new(start->formats));
  gtk_box_append(GTK_BOX(self->controls), GTK_WIDGET(self->formats));
  g_signal_connect_swapped(self->formats, "changed", G_CALLBACK(formats_chosen), self);
  set_formats(self, start->formats);
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
