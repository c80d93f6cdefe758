#include "ui/pages/bits-page.h"

#include "core/base/i18n.h"
#include "core/expression/expression.h"
#include "ui/widgets/file-dialog.h"
#include "ui/widgets/message-bar.h"
#include "ui/widgets/result-export.h"

#include <string.h>

#define SHORT_DECIMAL 24 /* longer values are typed as bit patterns */

static const struct {
  const char *title, *text, *why;
} examples[] = {
    {"0.1", "0.1", N_("No binary format holds one tenth exactly")},
    {"1/3", "1/3", N_("One third, rounded once")},
    {"π", "pi", N_("Pi, rounded once")},
    {"0.1+0.2", "0.1+0.2", N_("Exactly three tenths; computed in fp64 it is not")},
    {"257", "257", N_("The first whole number that bf16 skips")},
    {"2049", "2049", N_("The first whole number that fp16 skips")},
    {"16777217", "16777217", N_("2^24 + 1, the first whole number that fp32 skips")},
    {"65504", "65504", N_("The largest fp16 value")},
    {"65520", "65520", N_("The first number that fp16 rounds to infinity")},
    {"1e-45", "1e-45", N_("Near the smallest fp32 subnormal")},
    {"max fp64", "1.7976931348623157e308", N_("The largest fp64 value")},
    {"−0", "-0", N_("Negative zero")},
    {"inf", "inf", N_("Infinity")},
    {"nan", "nan", N_("Not a number")},
};

struct _UlpBitsPage {
  GtkBox parent_instance;
  GtkEditable *entry;
  GtkLabel *message;
  GtkDropDown *round, *overflow;
  GPtrArray *rows; /* UlpBitsRow, from top to bottom */
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

static void show_rows(UlpBitsPage *self) {
  const UlpTyped value = typed(self);
  for (guint i = 0; i < self->rows->len; i++)
    ulp_bits_row_set_typed(row_at(self, i), &value);
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
  g_clear_pointer(&self->real, ulp_real_free);
  self->real = real;
  show_rows(self);
}

void ulp_bits_page_set_text(UlpBitsPage *self, const char *text) {
  gtk_editable_set_text(self->entry, text);
  gtk_editable_set_position(self->entry, -1);
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

static void focus_value(GSimpleAction *action, GVariant *parameter, gpointer page) {
  gtk_widget_grab_focus(GTK_WIDGET(ULP_BITS_PAGE(page)->entry));
}

/* --- construction --- */

static GtkWidget *add_drop_down(GtkWidget *box, const char *caption, const char *const *titles, guint n_titles) {
  GtkStringList *list = gtk_string_list_new(NULL);
  for (guint i = 0; i < n_titles; i++)
    gtk_string_list_append(list, _(titles[i]));
  GtkWidget *label = gtk_label_new_with_mnemonic(caption);
  GtkWidget *drop_down = gtk_drop_down_new(G_LIST_MODEL(list), NULL);
  gtk_label_set_mnemonic_widget(GTK_LABEL(label), drop_down);
  gtk_box_append(GTK_BOX(box), label);
  gtk_box_append(GTK_BOX(box), drop_down);
  return drop_down;
}

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
  self->round = GTK_DROP_DOWN(add_drop_down(box, _("_Round"), ulp_round_titles, ULP_N_ROUNDS));
  self->overflow = GTK_DROP_DOWN(add_drop_down(box, _("_Overflow"), ulp_profile_titles, ULP_N_PROFILES));
  return box;
}

static void example_clicked(GtkButton *button, gpointer page) {
  ulp_bits_page_set_text(page, g_object_get_data(G_OBJECT(button), "text"));
}

static GtkWidget *build_examples(UlpBitsPage *self) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *caption = gtk_label_new(_("Try"));
  gtk_widget_add_css_class(caption, "ulp-dim");
  gtk_widget_set_margin_end(caption, 4);
  gtk_box_append(GTK_BOX(box), caption);
  for (guint i = 0; i < G_N_ELEMENTS(examples); i++) {
    GtkWidget *button = gtk_button_new_with_label(examples[i].title);
    gtk_widget_add_css_class(button, "ulp-chip");
    gtk_widget_set_tooltip_text(button, _(examples[i].why));
    g_object_set_data(G_OBJECT(button), "text", (gpointer)examples[i].text);
    g_signal_connect(button, "clicked", G_CALLBACK(example_clicked), self);
    gtk_box_append(GTK_BOX(box), button);
  }
  return box;
}

static GtkWidget *build_legend(void) {
  static const struct {
    const char *title, *class_;
  } keys[] = {{N_("sign"), "ulp-key-sign"},
              {N_("exponent"), "ulp-key-exponent"},
              {N_("significand"), "ulp-key-significand"},
              {N_("unused"), "ulp-key-unused"}};
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
  for (guint i = 0; i < G_N_ELEMENTS(keys); i++) {
    GtkWidget *key = gtk_label_new(_(keys[i].title));
    gtk_widget_add_css_class(key, "ulp-key");
    gtk_widget_add_css_class(key, keys[i].class_);
    gtk_box_append(GTK_BOX(box), key);
  }
  GtkWidget *hint = gtk_label_new(_("Click a bit to flip it, or move with the arrow keys and press Space"));
  gtk_widget_add_css_class(hint, "ulp-dim");
  gtk_widget_set_hexpand(hint, TRUE);
  gtk_widget_set_halign(hint, GTK_ALIGN_END);
  gtk_box_append(GTK_BOX(box), hint);
  return box;
}

static GtkWidget *build_rows(UlpBitsPage *self, const UlpFormat *formats, guint n_formats) {
  GtkWidget *list = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class(list, "ulp-card");
  gtk_widget_set_valign(list, GTK_ALIGN_START);
  g_autoptr(GtkSizeGroup) names = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
  for (guint i = 0; i < n_formats; i++) {
    GtkWidget *row = ulp_bits_row_new(formats[i], names);
    g_ptr_array_add(self->rows, row);
    g_signal_connect(row, "edited", G_CALLBACK(row_edited), self);
    gtk_box_append(GTK_BOX(list), row);
  }
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_AUTOMATIC, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), list);
  gtk_widget_set_vexpand(scroller, TRUE);
  return scroller;
}

static void ulp_bits_page_dispose(GObject *object) {
  g_clear_object(&ULP_BITS_PAGE(object)->actions);
  G_OBJECT_CLASS(ulp_bits_page_parent_class)->dispose(object);
}

static void ulp_bits_page_finalize(GObject *object) {
  UlpBitsPage *self = ULP_BITS_PAGE(object);
  g_ptr_array_unref(self->rows);
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
  };
  self->rows = g_ptr_array_new();
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing(GTK_BOX(self), 6);
  gtk_widget_add_css_class(GTK_WIDGET(self), "ulp-page");

  gtk_box_append(GTK_BOX(self), build_controls(self));
  GtkWidget *message = gtk_label_new(NULL);
  self->message = GTK_LABEL(message);
  gtk_widget_set_name(message, "message");
  gtk_widget_add_css_class(message, "ulp-dim");
  gtk_label_set_xalign(self->message, 0);
  gtk_label_set_ellipsize(self->message, PANGO_ELLIPSIZE_END);
  gtk_box_append(GTK_BOX(self), message);
  gtk_box_append(GTK_BOX(self), build_examples(self));
  gtk_box_append(GTK_BOX(self), build_legend());

  self->actions = g_simple_action_group_new();
  g_action_map_add_action_entries(G_ACTION_MAP(self->actions), entries, G_N_ELEMENTS(entries), self);
  gtk_widget_insert_action_group(GTK_WIDGET(self), "page", G_ACTION_GROUP(self->actions));

  g_signal_connect_swapped(self->entry, "changed", G_CALLBACK(text_changed), self);
  g_signal_connect_swapped(self->round, "notify::selected", G_CALLBACK(show_rows), self);
  g_signal_connect_swapped(self->overflow, "notify::selected", G_CALLBACK(show_rows), self);
}

GtkWidget *ulp_bits_page_new(const UlpBitsStart *start) {
  UlpBitsPage *self = g_object_new(ULP_TYPE_BITS_PAGE, NULL);
  g_autoptr(GArray) formats = ulp_formats_parse(start->formats, NULL);
  gtk_box_append(GTK_BOX(self), build_rows(self, (const UlpFormat *)(gconstpointer)formats->data, formats->len));
  ulp_bits_page_set_text(self, start->text);
  return GTK_WIDGET(self);
}

const UlpBitsStart ulp_bits_start = {"0.1", ULP_FORMATS_USUAL};

static GtkWidget *create(gconstpointer value) { return ulp_bits_page_new(value); }

static GActionGroup *page_actions(GtkWidget *page) { return G_ACTION_GROUP(ULP_BITS_PAGE(page)->actions); }

const UlpPageKind ulp_page_kind_bits = {.create = create, .actions = page_actions};
