#include "ui/pages/bits-list.h"

#include "ui/pages/bits-edit.h"
#include "ui/picture/bits-text.h"

#define EDIT_X 60 /* where in a row its editor points to */

struct _UlpBitsList {
  GtkBox parent_instance;
  GPtrArray *rows; /* UlpBitsRow, from top to bottom */
  guint current;
  UlpBitField *pointed; /* of a row, borrowed; NULL for none */
  char *caption;        /* of each row; NULL for none */
  UlpBitsEdit *edit;
};

G_DEFINE_TYPE(UlpBitsList, ulp_bits_list, GTK_TYPE_BOX)

enum { EDITED, CURRENT, POINTED, N_SIGNALS };
static guint signals[N_SIGNALS];

static UlpBitsRow *row_at(UlpBitsList *self, guint index) { return g_ptr_array_index(self->rows, index); }

static void mark_current(UlpBitsList *self, guint index) {
  gtk_widget_remove_css_class(GTK_WIDGET(row_at(self, self->current)), "ulp-current");
  if (self->rows->len > 1)
    gtk_widget_add_css_class(GTK_WIDGET(row_at(self, index)), "ulp-current");
  self->current = index;
}

static void set_current(UlpBitsList *self, UlpBitsRow *row) {
  guint index = self->current;
  g_ptr_array_find(self->rows, row, &index);
  if (index == self->current)
    return;
  mark_current(self, index);
  g_signal_emit(self, signals[CURRENT], 0);
}

/* --- edits --- */

static void emit_edited(UlpBitsList *self, UlpFormat format, UlpBits bits) {
  g_autofree char *text = ulp_bits_typed_text(format, bits);
  g_signal_emit(self, signals[EDITED], 0, text);
}

static void row_edited(UlpBitsRow *row, gpointer list) {
  set_current(list, row);
  emit_edited(list, ulp_bits_row_get_format(row), ulp_bits_row_get_bits(row));
}

static void row_focused(UlpBitsRow *row, gpointer list) { set_current(list, row); }

static void row_opened(UlpBitsRow *row, gpointer list) {
  set_current(list, row);
  ulp_bits_list_edit(list);
}

static void parts_edited(UlpBitsEdit *edit, gpointer list) {
  emit_edited(list, ulp_bits_edit_get_format(edit), ulp_bits_edit_get_bits(edit));
}

/* A field that no longer is pointed at says nothing while another one is. */
static void bit_pointed(UlpBitField *field, gpointer list) {
  UlpBitsList *self = list;
  const int bit = ulp_bit_field_get_pointed(field);
  if (bit < 0 && self->pointed != field)
    return;
  self->pointed = bit < 0 ? NULL : field;
  g_autofree char *words = bit < 0 ? NULL : ulp_bit_field_describe(field, (guint)bit);
  g_autofree char *text =
      words ? g_strdup_printf("%s: %s", ulp_format_info(ulp_bit_field_get_format(field))->id, words) : g_strdup("");
  g_signal_emit(self, signals[POINTED], 0, text);
}

void ulp_bits_list_edit(UlpBitsList *self) {
  UlpBitsRow *row = row_at(self, self->current);
  graphene_rect_t bounds;
  if (!gtk_widget_compute_bounds(GTK_WIDGET(row), GTK_WIDGET(self), &bounds))
    return;
  const GdkRectangle place = {(int)bounds.origin.x + EDIT_X, (int)bounds.origin.y, 1, (int)bounds.size.height};
  ulp_bits_edit_set(self->edit, ulp_bits_row_get_format(row), ulp_bits_row_get_bits(row));
  gtk_popover_set_pointing_to(GTK_POPOVER(self->edit), &place);
  gtk_popover_popup(GTK_POPOVER(self->edit));
}

/* --- keys --- */

static int n_bits(UlpBitsRow *row) { return ulp_layout(ulp_bits_row_get_format(row)).container_bits; }

/* Up and Down go from field to field and keep the place, counted from the sign. */
static gboolean move_row(GtkWidget *widget, GVariant *args, gpointer data) {
  UlpBitsList *self = ULP_BITS_LIST(widget);
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

/* --- state --- */

void ulp_bits_list_set_formats(UlpBitsList *self, const char *names) {
  g_autoptr(GArray) formats = ulp_formats_parse(names, NULL);
  g_autoptr(GtkSizeGroup) columns = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
  for (guint i = 0; i < self->rows->len; i++)
    gtk_box_remove(GTK_BOX(self), GTK_WIDGET(row_at(self, i)));
  g_ptr_array_set_size(self->rows, 0);
  self->pointed = NULL;
  for (guint i = 0; i < formats->len; i++) {
    GtkWidget *row = ulp_bits_row_new(g_array_index(formats, UlpFormat, i), columns);
    g_ptr_array_add(self->rows, row);
    if (self->caption)
      ulp_bits_row_set_caption(ULP_BITS_ROW(row), self->caption);
    g_signal_connect(row, "edited", G_CALLBACK(row_edited), self);
    g_signal_connect(row, "focused", G_CALLBACK(row_focused), self);
    g_signal_connect(row, "opened", G_CALLBACK(row_opened), self);
    g_signal_connect(ulp_bits_row_get_field(ULP_BITS_ROW(row)), "pointed", G_CALLBACK(bit_pointed), self);
    gtk_box_append(GTK_BOX(self), row);
  }
  self->current = 0;
  mark_current(self, 0);
}

void ulp_bits_list_set_typed(UlpBitsList *self, const UlpTyped *typed) {
  for (guint i = 0; i < self->rows->len; i++)
    ulp_bits_row_set_typed(row_at(self, i), typed);
}

GArray *ulp_bits_list_get_formats(UlpBitsList *self) {
  GArray *formats = g_array_new(FALSE, FALSE, sizeof(UlpFormat));
  for (guint i = 0; i < self->rows->len; i++) {
    const UlpFormat format = ulp_bits_row_get_format(row_at(self, i));
    g_array_append_val(formats, format);
  }
  return formats;
}

UlpFormat ulp_bits_list_get_current(UlpBitsList *self) { return ulp_bits_row_get_format(row_at(self, self->current)); }

UlpBitsRow *ulp_bits_list_get_row(UlpBitsList *self, UlpFormat format) {
  for (guint i = 0; i < self->rows->len; i++)
    if (ulp_bits_row_get_format(row_at(self, i)) == format)
      return row_at(self, i);
  return NULL;
}

/* --- construction --- */

static void ulp_bits_list_dispose(GObject *object) {
  UlpBitsList *self = ULP_BITS_LIST(object);
  if (self->edit)
    gtk_widget_unparent(GTK_WIDGET(self->edit));
  self->edit = NULL;
  G_OBJECT_CLASS(ulp_bits_list_parent_class)->dispose(object);
}

static void ulp_bits_list_finalize(GObject *object) {
  g_ptr_array_unref(ULP_BITS_LIST(object)->rows);
  g_free(ULP_BITS_LIST(object)->caption);
  G_OBJECT_CLASS(ulp_bits_list_parent_class)->finalize(object);
}

static void ulp_bits_list_class_init(UlpBitsListClass *klass) {
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
  G_OBJECT_CLASS(klass)->dispose = ulp_bits_list_dispose;
  G_OBJECT_CLASS(klass)->finalize = ulp_bits_list_finalize;
  gtk_widget_class_add_binding(widget_class, GDK_KEY_Up, 0, move_row, "i", -1);
  gtk_widget_class_add_binding(widget_class, GDK_KEY_Down, 0, move_row, "i", 1);
  signals[EDITED] =
      g_signal_new("edited", ULP_TYPE_BITS_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[POINTED] = g_signal_new("pointed", ULP_TYPE_BITS_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_STRING);
  signals[CURRENT] =
      g_signal_new("current", ULP_TYPE_BITS_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void ulp_bits_list_init(UlpBitsList *self) {
  self->rows = g_ptr_array_new();
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class(GTK_WIDGET(self), "ulp-card");
  gtk_widget_set_valign(GTK_WIDGET(self), GTK_ALIGN_START);
  self->edit = ULP_BITS_EDIT(ulp_bits_edit_new());
  gtk_widget_set_parent(GTK_WIDGET(self->edit), GTK_WIDGET(self));
  g_signal_connect(self->edit, "edited", G_CALLBACK(parts_edited), self);
}

GtkWidget *ulp_bits_list_new(const char *caption) {
  UlpBitsList *self = g_object_new(ULP_TYPE_BITS_LIST, NULL);
  self->caption = g_strdup(caption);
  return GTK_WIDGET(self);
}
