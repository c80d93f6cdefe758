#include "ui/pages/bits-formats.h"

#include "core/base/i18n.h"
#include "core/number/format.h"
#include "ui/widgets/explain.h"

#define COLUMNS 3

struct _UlpBitsFormats {
  GtkBox parent_instance;
  GtkCheckButton *checks[ULP_N_FORMATS];
  GtkEditable *others; /* layouts, separated by commas */
  GtkLabel *message;
  gboolean is_set;
};

G_DEFINE_TYPE(UlpBitsFormats, ulp_bits_formats, GTK_TYPE_BOX)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

char *ulp_bits_formats_get_list(UlpBitsFormats *self) {
  GString *list = g_string_new(NULL);
  for (guint i = 0; i < ULP_N_FORMATS; i++)
    if (gtk_check_button_get_active(self->checks[i]))
      g_string_append_printf(list, "%s%s", list->len ? "," : "", ulp_format_ids[i]);
  g_autofree char *others = g_strstrip(g_strdup(gtk_editable_get_text(self->others)));
  g_autoptr(GArray) formats = *others ? ulp_formats_parse(others, NULL) : NULL;
  if (formats)
    g_string_append_printf(list, "%s%s", list->len ? "," : "", others);
  if (list->len == 0)
    g_string_append(list, ULP_FORMATS_USUAL);
  return g_string_free(list, FALSE);
}

static void changed(UlpBitsFormats *self) {
  g_autoptr(GError) error = NULL;
  g_autofree char *others = g_strstrip(g_strdup(gtk_editable_get_text(self->others)));
  g_autoptr(GArray) formats = *others ? ulp_formats_parse(others, &error) : NULL;
  gtk_label_set_text(self->message, error ? error->message : "");
  gtk_widget_set_visible(GTK_WIDGET(self->message), error != NULL);
  if (self->is_set && !error)
    g_signal_emit(self, signals[CHANGED], 0);
}

static void show_list(UlpBitsFormats *self, const char *list) {
  g_autoptr(GArray) formats = ulp_formats_parse(list, NULL);
  g_autoptr(GString) others = g_string_new(NULL);
  for (guint k = 0; formats && k < formats->len; k++) {
    const UlpFormat format = g_array_index(formats, UlpFormat, k);
    guint i = 0;
    while (i < ULP_N_FORMATS && ulp_formats[i] != format)
      i++;
    if (i < ULP_N_FORMATS)
      gtk_check_button_set_active(self->checks[i], TRUE);
    else
      g_string_append_printf(others, "%s%s", others->len ? "," : "", ulp_format_info(format)->id);
  }
  gtk_editable_set_text(self->others, others->str);
}

static void ulp_bits_formats_class_init(UlpBitsFormatsClass *klass) {
  signals[CHANGED] =
      g_signal_new("changed", ULP_TYPE_BITS_FORMATS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void ulp_bits_formats_init(UlpBitsFormats *self) {
  GtkWidget *button = gtk_menu_button_new(), *popover = gtk_popover_new(), *grid = gtk_grid_new();
  gtk_grid_set_column_spacing(GTK_GRID(grid), 12);
  for (guint i = 0; i < ULP_N_FORMATS; i++) {
    GtkWidget *check = gtk_check_button_new_with_label(ulp_format_ids[i]);
    self->checks[i] = GTK_CHECK_BUTTON(check);
    ulp_explain_set(check, ulp_format_ids[i], NULL);
    g_signal_connect_swapped(check, "toggled", G_CALLBACK(changed), self);
    gtk_grid_attach(GTK_GRID(grid), check, (int)(i % COLUMNS), (int)(i / COLUMNS), 1, 1);
  }
  GtkWidget *others = gtk_entry_new(), *message = gtk_label_new(NULL);
  const int below = ULP_N_FORMATS / COLUMNS + 1;
  self->others = GTK_EDITABLE(others);
  self->message = GTK_LABEL(message);
  gtk_entry_set_placeholder_text(GTK_ENTRY(others), _("layouts such as e5m7, e4m3-noinf"));
  gtk_accessible_update_property(GTK_ACCESSIBLE(others), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Layouts"), -1);
  gtk_widget_set_name(others, "layouts");
  g_signal_connect_swapped(others, "activate", G_CALLBACK(changed), self);
  gtk_widget_add_css_class(message, "ulp-error");
  gtk_label_set_wrap(self->message, TRUE);
  gtk_label_set_max_width_chars(self->message, 40);
  gtk_widget_set_visible(message, FALSE);
  gtk_grid_attach(GTK_GRID(grid), others, 0, below, COLUMNS, 1);
  gtk_grid_attach(GTK_GRID(grid), message, 0, below + 1, COLUMNS, 1);
  gtk_popover_set_child(GTK_POPOVER(popover), grid);
  gtk_menu_button_set_label(GTK_MENU_BUTTON(button), _("For_mats"));
  gtk_menu_button_set_use_underline(GTK_MENU_BUTTON(button), TRUE);
  gtk_menu_button_set_popover(GTK_MENU_BUTTON(button), popover);
  gtk_widget_set_tooltip_text(button, _("Which formats are shown"));
  gtk_box_append(GTK_BOX(self), button);
}

GtkWidget *ulp_bits_formats_new(const char *list) {
  UlpBitsFormats *self = g_object_new(ULP_TYPE_BITS_FORMATS, NULL);
  show_list(self, list);
  self->is_set = TRUE;
  return GTK_WIDGET(self);
}
