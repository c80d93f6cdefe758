#include "ui/widgets/member-chooser.h"

#include "core/base/i18n.h"
#include "core/base/name.h"
#include "core/input/file.h"

struct _UlpMemberChooser {
  GtkBox parent_instance;
  GtkDropDown *drop_down;
  char *file;            /* the specification without its array, of which `members` are; NULL: of none */
  char *spec;            /* what was set last */
  GPtrArray *members;    /* UlpMember; NULL until they are known */
  GCancellable *opening; /* the file that is being opened; NULL: none */
  gboolean syncing;
};

G_DEFINE_TYPE(UlpMemberChooser, ulp_member_chooser, GTK_TYPE_BOX)

enum { CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

#define MOST 10000 /* entries of a list that a person can look through */

/* --- specifications --- */

/* NULL for what names no file that can be opened. */
static UlpFileSpec *parse(const char *text) {
  UlpFileSpec *spec = ulp_file_spec_is(text) ? ulp_file_spec_parse(text, NULL) : NULL;
  if (spec && !spec->reader)
    g_clear_pointer(&spec, ulp_file_spec_free);
  return spec;
}

static char *with_member(const UlpFileSpec *spec, const char *member) {
  UlpFileSpec *copy = ulp_file_spec_copy(spec);
  g_free(copy->member);
  copy->member = g_strdup(member);
  char *text = ulp_file_spec_text(copy);
  ulp_file_spec_free(copy);
  return text;
}

/* The specification that means the member: by its name where that is read back as it, else by its number. */
static char *spec_of(UlpMemberChooser *self, const UlpFileSpec *spec, const UlpMember *member) {
  guint named = 0;
  for (guint i = 0; i < self->members->len; i++)
    named += g_strcmp0(((UlpMember *)g_ptr_array_index(self->members, i))->name, member->name) == 0;
  if (member->name && named == 1) {
    g_autofree char *text = with_member(spec, member->name);
    g_autoptr(UlpFileSpec) again = ulp_file_spec_parse(text, NULL);
    if (again && g_strcmp0(again->member, member->name) == 0)
      return g_steal_pointer(&text);
  }
  g_autofree char *number = g_strdup_printf("%" G_GUINT64_FORMAT, member->number);
  return with_member(spec, number);
}

/* --- the drop-down --- */

static char *title_of(const UlpMember *member) {
  g_autofree char *name = member->name ? ulp_name_shown(member->name) : g_strdup_printf("#%d", (int)member->number);
  g_autofree char *array = ulp_array_info_text(&member->info);
  return g_strdup_printf("%s   %s", name, member->refused ? _("(not read)") : array);
}

static gboolean is_meant(const UlpFileSpec *spec, const UlpMember *member) {
  g_autofree char *number = g_strdup_printf("%" G_GUINT64_FORMAT, member->number);
  return g_strcmp0(spec->member, member->name) == 0 || g_strcmp0(spec->member, number) == 0;
}

/* The entry that the specification means; the first stands for none. */
static void select_meant(UlpMemberChooser *self) {
  g_autoptr(UlpFileSpec) spec = parse(self->spec);
  guint selected = 0;
  for (guint i = 0; spec && spec->member && selected == 0 && i < MIN(self->members->len, MOST); i++)
    if (is_meant(spec, g_ptr_array_index(self->members, i)))
      selected = i + 1;
  if (gtk_drop_down_get_selected(self->drop_down) == selected)
    return;
  self->syncing = TRUE;
  gtk_drop_down_set_selected(self->drop_down, selected);
  self->syncing = FALSE;
}

static void show_members(UlpMemberChooser *self) {
  g_autoptr(GtkStringList) titles = gtk_string_list_new(NULL);
  gtk_string_list_append(titles, _("choose an array…"));
  for (guint i = 0; i < MIN(self->members->len, MOST); i++) {
    g_autofree char *title = title_of(g_ptr_array_index(self->members, i));
    gtk_string_list_append(titles, title);
  }
  self->syncing = TRUE;
  gtk_drop_down_set_model(self->drop_down, G_LIST_MODEL(titles));
  self->syncing = FALSE;
  select_meant(self);
  gtk_widget_set_visible(GTK_WIDGET(self), self->members->len > 1);
}

static void on_selected(UlpMemberChooser *self) {
  const guint selected = gtk_drop_down_get_selected(self->drop_down);
  if (self->syncing || selected == 0 || selected > self->members->len)
    return;
  g_autoptr(UlpFileSpec) spec = parse(self->spec);
  g_autofree char *text = spec ? spec_of(self, spec, g_ptr_array_index(self->members, selected - 1)) : NULL;
  if (text)
    g_signal_emit(self, signals[CHOSEN], 0, text);
}

/* --- opening the file --- */

static void open_file(GTask *task, gpointer source, gpointer data, GCancellable *cancellable) {
  g_autoptr(GError) error = NULL;
  g_autoptr(UlpFileSpec) spec = parse(data);
  g_autoptr(UlpFile) file = spec ? ulp_file_open(spec, cancellable, &error) : NULL;
  if (file)
    g_task_return_pointer(task, ulp_file_list(file), (GDestroyNotify)g_ptr_array_unref);
  else
    g_task_return_pointer(task, NULL, NULL); /* the run says what is wrong with it */
}

static void on_opened(GObject *source, GAsyncResult *result, gpointer data) {
  UlpMemberChooser *self = ULP_MEMBER_CHOOSER(source);
  GTask *task = G_TASK(result);
  GPtrArray *members = g_task_propagate_pointer(task, NULL);
  if (g_task_get_cancellable(task) != self->opening) { /* of a file that was asked for before */
    g_clear_pointer(&members, g_ptr_array_unref);
    return;
  }
  g_clear_object(&self->opening);
  if (!members)
    return;
  self->members = members;
  show_members(self);
}

static void forget(UlpMemberChooser *self) {
  if (self->opening)
    g_cancellable_cancel(self->opening);
  g_clear_object(&self->opening);
  g_clear_pointer(&self->members, g_ptr_array_unref);
  g_clear_pointer(&self->file, g_free);
}

void ulp_member_chooser_set_spec(UlpMemberChooser *self, const char *text) {
  g_autoptr(UlpFileSpec) spec = parse(text);
  g_autofree char *file = spec ? with_member(spec, NULL) : NULL;
  g_free(self->spec);
  self->spec = g_strdup(text);
  if (file && g_strcmp0(file, self->file) == 0) {
    if (self->members)
      select_meant(self);
    return;
  }
  forget(self);
  gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
  if (!file)
    return;
  self->file = g_steal_pointer(&file);
  self->opening = g_cancellable_new();
  g_autoptr(GTask) task = g_task_new(self, self->opening, on_opened, NULL);
  g_task_set_check_cancellable(task, FALSE);
  g_task_set_task_data(task, g_strdup(self->file), g_free);
  g_task_run_in_thread(task, open_file);
}

/* --- the widget --- */

static void dispose(GObject *object) {
  UlpMemberChooser *self = ULP_MEMBER_CHOOSER(object);
  forget(self);
  g_clear_pointer(&self->spec, g_free);
  G_OBJECT_CLASS(ulp_member_chooser_parent_class)->dispose(object);
}

static void ulp_member_chooser_class_init(UlpMemberChooserClass *class) {
  G_OBJECT_CLASS(class)->dispose = dispose;
  signals[CHOSEN] = g_signal_new("chosen", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void ulp_member_chooser_init(UlpMemberChooser *self) {
  self->drop_down = GTK_DROP_DOWN(gtk_drop_down_new(NULL, NULL));
  g_autoptr(GtkExpression) title = gtk_property_expression_new(GTK_TYPE_STRING_OBJECT, NULL, "string");
  gtk_drop_down_set_expression(self->drop_down, title); /* what is searched for */
  gtk_drop_down_set_enable_search(self->drop_down, TRUE);
  gtk_widget_set_hexpand(GTK_WIDGET(self->drop_down), TRUE);
  gtk_widget_set_tooltip_text(GTK_WIDGET(self->drop_down), _("Which array of the file, by name, format and shape"));
  gtk_accessible_update_property(GTK_ACCESSIBLE(self->drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, _("array of the file"),
                                 -1);
  g_signal_connect_swapped(self->drop_down, "notify::selected", G_CALLBACK(on_selected), self);
  gtk_box_append(GTK_BOX(self), GTK_WIDGET(self->drop_down));
  gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
}

UlpMemberChooser *ulp_member_chooser_new(void) { return g_object_new(ULP_TYPE_MEMBER_CHOOSER, NULL); }
