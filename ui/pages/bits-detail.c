#include "ui/pages/bits-detail.h"

#include "core/base/i18n.h"
#include "core/experiment/explain-table.h"
#include "core/experiment/profiles-table.h"
#include "core/experiment/steps-table.h"
#include "ui/pages/bits-ruler.h"
#include "ui/widgets/next-part.h"
#include "ui/widgets/table-grid.h"

#define EXPLAINED "explained"
#define STEPS "steps"
#define PROFILES "profiles"
#define RULER "ruler"

struct _UlpBitsDetail {
  GtkBox parent_instance;
  GtkStack *stack;
  GtkLabel *title;
  GtkWidget *explained, *steps, *profiles;
  UlpBitsRuler *ruler;
  UlpTyped typed;
  char *text;
  UlpFormat format;
};

G_DEFINE_TYPE(UlpBitsDetail, ulp_bits_detail, GTK_TYPE_BOX)

enum { TAKEN, N_SIGNALS };
static guint signals[N_SIGNALS];

static gboolean shows(UlpBitsDetail *self, const char *part) {
  return g_strcmp0(gtk_stack_get_visible_child_name(self->stack), part) == 0;
}

UlpTable *ulp_bits_detail_get_table(UlpBitsDetail *self) {
  if (!self->typed.real)
    return NULL;
  if (shows(self, EXPLAINED))
    return ulp_explain_table_new(&self->typed, &self->format, 1);
  if (shows(self, PROFILES))
    return ulp_profiles_table_new(&self->typed, &self->format, 1);
  return shows(self, STEPS) ? ulp_steps_table_new(&self->typed, &self->format, 1, NULL) : NULL;
}

static void update(UlpBitsDetail *self) {
  g_autoptr(UlpTable) table = ulp_bits_detail_get_table(self);
  if (shows(self, EXPLAINED))
    ulp_table_grid_set_table(self->explained, table);
  else if (shows(self, STEPS))
    ulp_table_grid_set_table(self->steps, table);
  else if (shows(self, PROFILES))
    ulp_table_grid_set_table(self->profiles, table);
  else if (self->typed.real)
    ulp_bits_ruler_set(self->ruler, &self->typed, self->format);
}

void ulp_bits_detail_set(UlpBitsDetail *self, const UlpTyped *typed, UlpFormat format) {
  g_free(self->text);
  self->text = g_strdup(typed->text);
  self->typed = *typed;
  self->typed.text = self->text;
  self->format = format;
  gtk_label_set_text(self->title, ulp_format_info(format)->id);
  update(self);
}

void ulp_bits_detail_show(UlpBitsDetail *self, const char *part) {
  gtk_stack_set_visible_child_name(self->stack, part);
}

void ulp_bits_detail_show_next(UlpBitsDetail *self) { ulp_stack_show_next(self->stack); }

UlpRulerView *ulp_bits_detail_get_ruler(UlpBitsDetail *self) {
  return shows(self, RULER) ? ulp_bits_ruler_get_view(self->ruler) : NULL;
}

static void taken(UlpBitsDetail *self, const char *text) { g_signal_emit(self, signals[TAKEN], 0, text); }

static void ulp_bits_detail_finalize(GObject *object) {
  g_free(ULP_BITS_DETAIL(object)->text);
  G_OBJECT_CLASS(ulp_bits_detail_parent_class)->finalize(object);
}

static void ulp_bits_detail_class_init(UlpBitsDetailClass *klass) {
  G_OBJECT_CLASS(klass)->finalize = ulp_bits_detail_finalize;
  signals[TAKEN] = g_signal_new("taken", ULP_TYPE_BITS_DETAIL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                G_TYPE_STRING);
}

static void ulp_bits_detail_init(UlpBitsDetail *self) {
  GtkWidget *head = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8), *title = gtk_label_new(NULL);
  GtkWidget *stack = gtk_stack_new(), *switcher = gtk_stack_switcher_new();
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing(GTK_BOX(self), 4);
  self->stack = GTK_STACK(stack);
  self->title = GTK_LABEL(title);
  self->explained = ulp_table_grid_new(_("Type a number"));
  self->steps = ulp_table_grid_new(_("Type an expression of at most 1000 characters, such as 0.1+0.2"));
  gtk_stack_add_titled(self->stack, self->explained, EXPLAINED, _("Explained"));
  gtk_stack_add_titled(self->stack, self->steps, STEPS, _("Step by step"));
  self->profiles = ulp_table_grid_new(_("Type a number"));
  gtk_stack_add_titled(self->stack, self->profiles, PROFILES, _("Who disagrees"));
  self->ruler = ULP_BITS_RULER(ulp_bits_ruler_new());
  gtk_stack_add_titled(self->stack, GTK_WIDGET(self->ruler), RULER, _("Ruler"));
  g_signal_connect_swapped(self->ruler, "taken", G_CALLBACK(taken), self);
  gtk_stack_set_hhomogeneous(self->stack, FALSE);
  gtk_stack_set_vhomogeneous(self->stack, FALSE);
  gtk_widget_set_vexpand(stack, TRUE);
  gtk_widget_add_css_class(stack, "ulp-card");
  gtk_widget_add_css_class(switcher, "ulp-tabs");
  gtk_widget_add_css_class(title, "ulp-strong");
  gtk_widget_set_name(title, "detail-format");
  gtk_stack_switcher_set_stack(GTK_STACK_SWITCHER(switcher), self->stack);
  gtk_box_append(GTK_BOX(head), switcher);
  gtk_box_append(GTK_BOX(head), title);
  gtk_box_append(GTK_BOX(self), head);
  gtk_box_append(GTK_BOX(self), stack);
  g_signal_connect_swapped(stack, "notify::visible-child", G_CALLBACK(update), self);
}

GtkWidget *ulp_bits_detail_new(void) { return g_object_new(ULP_TYPE_BITS_DETAIL, NULL); }
