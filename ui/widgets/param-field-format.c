/* A drop-down of the formats that have a name, and of the parameter's other words; its last item opens an entry for a
 * layout that is typed. */
#include "core/base/i18n.h"
#include "core/number/format.h"
#include "ui/widgets/param-field.h"

#define EXAMPLE "e5m7"

typedef struct {
  UlpParamField parent;
  GtkWidget *drop_down, *entry;
  GPtrArray *ids; /* borrowed, in the drop-down's order without the last entry */
} UlpParamFieldFormat;
typedef UlpParamFieldClass UlpParamFieldFormatClass;

G_DEFINE_TYPE(UlpParamFieldFormat, ulp_param_field_format, ULP_TYPE_PARAM_FIELD)

static guint selected_of(UlpParamFieldFormat *self) {
  return gtk_drop_down_get_selected(GTK_DROP_DOWN(self->drop_down));
}

/* The entry never begins empty, which would be an error that nobody has made yet. */
static void on_selected(UlpParamFieldFormat *self) {
  const gboolean typed = selected_of(self) == self->ids->len;
  gtk_widget_set_visible(self->entry, typed);
  if (typed && *gtk_editable_get_text(GTK_EDITABLE(self->entry)) == '\0')
    gtk_editable_set_text(GTK_EDITABLE(self->entry), EXAMPLE);
  if (typed && gtk_widget_get_mapped(self->drop_down))
    gtk_widget_grab_focus(self->entry); /* all of it is selected: the next key replaces it */
  ulp_param_field_emit_changed((UlpParamField *)self);
}

static void add_ids(UlpParamFieldFormat *self, GtkStringList *names, const char *const *ids) {
  for (guint i = 0; ids && ids[i]; i++) {
    g_ptr_array_add(self->ids, (gpointer)ids[i]);
    gtk_string_list_append(names, ids[i]);
  }
}

static void build(UlpParamField *field) {
  UlpParamFieldFormat *self = (UlpParamFieldFormat *)field;
  GtkStringList *names = gtk_string_list_new(NULL);
  add_ids(self, names, ulp_param_field_param(field)->choices);
  add_ids(self, names, ulp_format_ids);
  gtk_string_list_append(names, _("layout…"));
  gtk_orientable_set_orientation(GTK_ORIENTABLE(field), GTK_ORIENTATION_VERTICAL);
  self->drop_down = gtk_drop_down_new(G_LIST_MODEL(names), NULL);
  gtk_widget_set_hexpand(self->drop_down, TRUE);
  ulp_param_field_set_control(field, self->drop_down);
  gtk_box_append(GTK_BOX(field), self->drop_down);

  self->entry = ulp_param_field_add_entry(field, GTK_BOX(field));
  gtk_widget_set_visible(self->entry, FALSE);
  gtk_entry_set_placeholder_text(GTK_ENTRY(self->entry), EXAMPLE);
  gtk_widget_set_tooltip_text(self->entry, _("Exponent and fraction bits, such as e5m7 or e4m3-noinf"));
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("layout"), -1);
  g_signal_connect_swapped(self->drop_down, "notify::selected", G_CALLBACK(on_selected), self);
}

static char *get_text(UlpParamField *field) {
  UlpParamFieldFormat *self = (UlpParamFieldFormat *)field;
  const guint selected = selected_of(self);
  return selected < self->ids->len ? g_strdup(g_ptr_array_index(self->ids, selected))
                                   : g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(self->entry))));
}

static void set_text(UlpParamField *field, const char *text) {
  UlpParamFieldFormat *self = (UlpParamFieldFormat *)field;
  guint index = 0;
  while (index < self->ids->len && g_ascii_strcasecmp(g_ptr_array_index(self->ids, index), text) != 0)
    index++;
  if (index == self->ids->len)
    gtk_editable_set_text(GTK_EDITABLE(self->entry), text);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(self->drop_down), index);
}

static void finalize(GObject *object) {
  g_ptr_array_unref(((UlpParamFieldFormat *)object)->ids);
  G_OBJECT_CLASS(ulp_param_field_format_parent_class)->finalize(object);
}

static void ulp_param_field_format_init(UlpParamFieldFormat *self) { self->ids = g_ptr_array_new(); }

static void ulp_param_field_format_class_init(UlpParamFieldFormatClass *class) {
  G_OBJECT_CLASS(class)->finalize = finalize;
  class->build = build;
  class->get_text = get_text;
  class->set_text = set_text;
}
