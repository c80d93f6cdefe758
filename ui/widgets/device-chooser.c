#include "ui/widgets/device-chooser.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#define NAME_CHARS 24
#define DETAIL_CHARS 48

struct _UlpDeviceChooser {
  GtkWidget parent_instance;
  GtkDropDown *drop_down;
  GPtrArray *devices; /* NULL until they are known */
  char *id;
};

G_DEFINE_TYPE(UlpDeviceChooser, ulp_device_chooser, GTK_TYPE_WIDGET)

enum { CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- entries --- */

static guint n_entries(UlpDeviceChooser *self) { return self->devices ? self->devices->len : 1; }

static const UlpDeviceEntry *entry_at(UlpDeviceChooser *self, guint index) {
  static const UlpDeviceEntry cpu = {.id = (char *)"cpu", .usable = TRUE};
  return self->devices ? self->devices->pdata[index] : &cpu;
}

static gboolean is_cpu(const UlpDeviceEntry *entry) { return g_str_equal(entry->id, "cpu"); }

static const char *title_of(const UlpDeviceEntry *entry) {
  if (is_cpu(entry))
    return _("CPU");
  return *entry->info.name ? entry->info.name : _("GPU");
}

static char *detail_of(const UlpDeviceEntry *entry) {
  if (!entry->usable)
    return g_strdup(entry->reason);
  if (is_cpu(entry))
    return g_strdup(entry->info.name);
  g_autofree char *memory = g_format_size_full(entry->info.memory_bytes, G_FORMAT_SIZE_IEC_UNITS);
  return g_strdup_printf(_("%s, %s, compute capability %d.%d"), entry->id, memory, entry->info.capability_major,
                         entry->info.capability_minor);
}

static int index_of(UlpDeviceChooser *self, const char *id) {
  const gboolean any_gpu = g_str_equal(id, "cuda");
  for (guint i = 0; i < n_entries(self); i++) {
    const UlpDeviceEntry *entry = entry_at(self, i);
    if (g_str_equal(entry->id, id) || (any_gpu && g_str_has_prefix(entry->id, "cuda:")))
      return (int)i;
  }
  return -1;
}

/* --- the drop-down --- */

static void take_choice(UlpDeviceChooser *self, guint index) {
  const UlpDeviceEntry *entry = entry_at(self, index);
  gtk_widget_set_tooltip_text(GTK_WIDGET(self), title_of(entry));
  if (g_strcmp0(self->id, entry->id) == 0)
    return;
  g_free(self->id);
  self->id = g_strdup(entry->id);
  g_signal_emit(self, signals[CHOSEN], 0);
}

static void selected(UlpDeviceChooser *self) {
  const guint index = gtk_drop_down_get_selected(self->drop_down);
  if (index == GTK_INVALID_LIST_POSITION)
    return;
  if (entry_at(self, index)->usable)
    take_choice(self, index);
  else
    gtk_drop_down_set_selected(self->drop_down, (guint)MAX(0, index_of(self, self->id)));
}

static void fill(UlpDeviceChooser *self) {
  g_autoptr(GtkStringList) titles = gtk_string_list_new(NULL);
  for (guint i = 0; i < n_entries(self); i++)
    gtk_string_list_append(titles, title_of(entry_at(self, i)));

  const int kept = index_of(self, self->id);
  const guint index = kept >= 0 && entry_at(self, (guint)kept)->usable ? (guint)kept : 0;
  g_signal_handlers_block_by_func(self->drop_down, selected, self);
  gtk_drop_down_set_model(self->drop_down, G_LIST_MODEL(titles));
  gtk_drop_down_set_selected(self->drop_down, index);
  g_signal_handlers_unblock_by_func(self->drop_down, selected, self);
  take_choice(self, index);
}

static GtkWidget *new_label(gboolean wraps) {
  GtkWidget *label = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  if (wraps) {
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_width_chars(GTK_LABEL(label), DETAIL_CHARS);
    gtk_label_set_max_width_chars(GTK_LABEL(label), DETAIL_CHARS);
  } else {
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_label_set_max_width_chars(GTK_LABEL(label), NAME_CHARS);
  }
  return label;
}

static void setup_button(GtkSignalListItemFactory *factory, GtkListItem *item) {
  gtk_list_item_set_child(item, new_label(FALSE));
}

static void bind_button(GtkSignalListItemFactory *factory, GtkListItem *item) {
  GtkLabel *label = GTK_LABEL(gtk_list_item_get_child(item));
  const char *title = gtk_string_object_get_string(gtk_list_item_get_item(item));
  gtk_label_set_text(label, title);
  gtk_widget_set_tooltip_text(GTK_WIDGET(label), title);
}

static void setup_row(GtkSignalListItemFactory *factory, GtkListItem *item) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *detail = new_label(TRUE);
  gtk_widget_add_css_class(detail, "ulp-small");
  gtk_box_append(GTK_BOX(box), new_label(TRUE));
  gtk_box_append(GTK_BOX(box), detail);
  gtk_list_item_set_child(item, box);
}

static void bind_row(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer chooser) {
  const UlpDeviceEntry *entry = entry_at(chooser, gtk_list_item_get_position(item));
  GtkWidget *title = gtk_widget_get_first_child(gtk_list_item_get_child(item));
  GtkWidget *detail = gtk_widget_get_next_sibling(title);
  g_autofree char *text = detail_of(entry);
  gtk_label_set_text(GTK_LABEL(title), title_of(entry));
  gtk_label_set_text(GTK_LABEL(detail), text);
  gtk_widget_set_visible(detail, *text != '\0');
  gtk_list_item_set_activatable(item, entry->usable);
  gtk_list_item_set_selectable(item, entry->usable);
  gtk_widget_set_sensitive(gtk_list_item_get_child(item), entry->usable);
}

/* --- public --- */

void ulp_device_chooser_set_devices(UlpDeviceChooser *self, GPtrArray *devices) {
  g_ptr_array_ref(devices);
  g_clear_pointer(&self->devices, g_ptr_array_unref);
  self->devices = devices;
  fill(self);
}

const char *ulp_device_chooser_get_id(UlpDeviceChooser *self) { return self->id; }

const char *ulp_device_chooser_get_title(UlpDeviceChooser *self) {
  return title_of(entry_at(self, (guint)MAX(0, index_of(self, self->id))));
}

gboolean ulp_device_chooser_choose(UlpDeviceChooser *self, const char *id, GError **error) {
  const int index = index_of(self, id);
  if (index >= 0 && entry_at(self, (guint)index)->usable) {
    gtk_drop_down_set_selected(self->drop_down, (guint)index);
    return TRUE;
  }
  const int known = index < 0 && g_str_has_prefix(id, "cuda:") ? index_of(self, "cuda") : index;
  const char *reason = known >= 0 ? entry_at(self, (guint)known)->reason : NULL;
  g_set_error(error, ULP_ERROR, ULP_ERROR_DEVICE, _("device %s: %s"), id,
              reason ? reason : _("there is no such device"));
  return FALSE;
}

void ulp_device_chooser_popup(UlpDeviceChooser *self) {
  gtk_widget_grab_focus(GTK_WIDGET(self->drop_down));
  gtk_widget_activate(GTK_WIDGET(self->drop_down));
}

static void ulp_device_chooser_dispose(GObject *object) {
  UlpDeviceChooser *self = ULP_DEVICE_CHOOSER(object);
  if (self->drop_down)
    gtk_widget_unparent(GTK_WIDGET(self->drop_down));
  self->drop_down = NULL;
  G_OBJECT_CLASS(ulp_device_chooser_parent_class)->dispose(object);
}

static void ulp_device_chooser_finalize(GObject *object) {
  UlpDeviceChooser *self = ULP_DEVICE_CHOOSER(object);
  g_clear_pointer(&self->devices, g_ptr_array_unref);
  g_free(self->id);
  G_OBJECT_CLASS(ulp_device_chooser_parent_class)->finalize(object);
}

static void ulp_device_chooser_class_init(UlpDeviceChooserClass *klass) {
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
  G_OBJECT_CLASS(klass)->dispose = ulp_device_chooser_dispose;
  G_OBJECT_CLASS(klass)->finalize = ulp_device_chooser_finalize;
  gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
  signals[CHOSEN] =
      g_signal_new("chosen", ULP_TYPE_DEVICE_CHOOSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static GtkListItemFactory *new_factory(GCallback setup, GCallback bind, UlpDeviceChooser *self) {
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  g_signal_connect(factory, "setup", setup, self);
  g_signal_connect(factory, "bind", bind, self);
  return factory;
}

static void ulp_device_chooser_init(UlpDeviceChooser *self) {
  g_autoptr(GtkListItemFactory) button = new_factory(G_CALLBACK(setup_button), G_CALLBACK(bind_button), self);
  g_autoptr(GtkListItemFactory) row = new_factory(G_CALLBACK(setup_row), G_CALLBACK(bind_row), self);
  GtkWidget *drop_down = gtk_drop_down_new(NULL, NULL);
  self->id = g_strdup("cpu");
  self->drop_down = GTK_DROP_DOWN(drop_down);
  gtk_drop_down_set_factory(self->drop_down, button);
  gtk_drop_down_set_list_factory(self->drop_down, row);
  gtk_accessible_update_property(GTK_ACCESSIBLE(drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Device"), -1);
  gtk_widget_add_css_class(drop_down, "ulp-devices");
  gtk_widget_set_parent(drop_down, GTK_WIDGET(self));
  g_signal_connect_swapped(drop_down, "notify::selected", G_CALLBACK(selected), self);
  fill(self);
}

GtkWidget *ulp_device_chooser_new(void) { return g_object_new(ULP_TYPE_DEVICE_CHOOSER, NULL); }
