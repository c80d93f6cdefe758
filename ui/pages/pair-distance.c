#include "ui/pages/pair-distance.h"

#include "core/base/decimal.h"
#include "core/base/i18n.h"
#include "ui/widgets/table-grid.h"

#include <math.h>

enum { ABSOLUTE, RELATIVE, ULPS, N_TOLERANCES };

static const struct {
  const char *name, *caption, *tip;
} tolerances[N_TOLERANCES] = {
    [ABSOLUTE] = {"atol", N_("absolute"), N_("Largest difference that is near enough")},
    [RELATIVE] = {"rtol", N_("relative"), N_("Largest difference over the magnitude of a")},
    [ULPS] = {"ulps", N_("ulps"), N_("Largest difference in ulps of the format at a")},
};

struct _UlpPairDistance {
  GtkBox parent_instance;
  GtkEditable *entries[N_TOLERANCES];
  GtkLabel *verdict;
  GtkWidget *grid;
};

G_DEFINE_TYPE(UlpPairDistance, ulp_pair_distance, GTK_TYPE_BOX)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* NaN where nothing is typed; FALSE where it is no tolerance. */
static gboolean read_tolerance(GtkEditable *entry, double *value) {
  const char *text = gtk_editable_get_text(entry);
  *value = NAN;
  const gboolean fits = *text == '\0' || (ulp_decimal_to_real(text, value) && *value >= 0);
  if (fits)
    gtk_widget_remove_css_class(GTK_WIDGET(entry), "ulp-error");
  else
    gtk_widget_add_css_class(GTK_WIDGET(entry), "ulp-error");
  return fits;
}

UlpTable *ulp_pair_distance_show(UlpPairDistance *self, const UlpTyped *a, const UlpTyped *b, UlpFormat format) {
  g_autoptr(GArray) formats = ulp_formats_parse(ULP_FORMATS_USUAL, NULL);
  double values[N_TOLERANCES];
  gboolean right = TRUE, asked = FALSE, all;
  for (guint i = 0; i < N_TOLERANCES; i++) {
    right = read_tolerance(self->entries[i], &values[i]) && right;
    asked = asked || !isnan(values[i]);
  }
  for (guint i = 0; i < formats->len; i++)
    if (g_array_index(formats, UlpFormat, i) == format)
      g_array_remove_index(formats, i);
  g_array_prepend_val(formats, format);
  const UlpNearness nearness = {values[ABSOLUTE], values[RELATIVE], values[ULPS]};
  UlpTable *table = ulp_distance_table_new(a, b, formats, &nearness, &all);
  gtk_label_set_text(self->verdict, !right   ? _("Type numbers from 0 on, such as 1e-6")
                                    : !asked ? ""
                                    : all    ? _("within, in every format")
                                             : _("not within in some format: see the columns below"));
  ulp_table_grid_set_table(self->grid, table);
  return table;
}

static void changed(UlpPairDistance *self) { g_signal_emit(self, signals[CHANGED], 0); }

static void ulp_pair_distance_class_init(UlpPairDistanceClass *klass) {
  signals[CHANGED] =
      g_signal_new("changed", ULP_TYPE_PAIR_DISTANCE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void ulp_pair_distance_init(UlpPairDistance *self) {
  GtkWidget *head = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8), *verdict = gtk_label_new(NULL);
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self), GTK_ORIENTATION_VERTICAL);
  gtk_box_append(GTK_BOX(head), gtk_label_new(_("Near enough")));
  for (guint i = 0; i < N_TOLERANCES; i++) {
    GtkWidget *label = gtk_label_new(_(tolerances[i].caption)), *entry = gtk_entry_new();
    self->entries[i] = GTK_EDITABLE(entry);
    gtk_editable_set_width_chars(self->entries[i], 9);
    gtk_widget_set_name(entry, tolerances[i].name);
    gtk_widget_set_tooltip_text(entry, _(tolerances[i].tip));
    gtk_widget_add_css_class(label, "ulp-dim");
    gtk_accessible_update_property(GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _(tolerances[i].tip), -1);
    gtk_box_append(GTK_BOX(head), label);
    gtk_box_append(GTK_BOX(head), entry);
    g_signal_connect_swapped(entry, "changed", G_CALLBACK(changed), self);
  }
  self->verdict = GTK_LABEL(verdict);
  gtk_widget_set_name(verdict, "verdict");
  gtk_widget_add_css_class(verdict, "ulp-strong");
  gtk_box_append(GTK_BOX(head), verdict);
  gtk_widget_set_margin_start(head, 8);
  gtk_widget_set_margin_top(head, 4);
  gtk_widget_set_margin_bottom(head, 4);
  self->grid = ulp_table_grid_new(_("Type two numbers"));
  gtk_widget_set_vexpand(self->grid, TRUE);
  gtk_box_append(GTK_BOX(self), head);
  gtk_box_append(GTK_BOX(self), self->grid);
}

GtkWidget *ulp_pair_distance_new(void) { return g_object_new(ULP_TYPE_PAIR_DISTANCE, NULL); }
