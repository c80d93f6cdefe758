#include "ui/pages/shortcuts.h"

#include "core/base/i18n.h"

static const struct {
  const char *action; /* NULL: the widget that has the focus handles the keys */
  const char *keys;   /* separated by blanks, as gtk_accelerator_parse reads them; a range as FIRST...LAST */
  const char *group, *help;
} shortcuts[] = {
    {NULL, "<alt>1...9", N_("Window"), N_("Show a page")},
    {"win.next-page", "<ctrl>Page_Down", N_("Window"), N_("Next page")},
    {"win.previous-page", "<ctrl>Page_Up", N_("Window"), N_("Previous page")},
    {"win.open", "<ctrl>o", N_("Window"), N_("Open a run or data")},
    {"win.save", "<ctrl>s", N_("Window"), N_("Save the run")},
    {"win.new-window", "<ctrl>n", N_("Window"), N_("New window")},
    {"win.present", "F11", N_("Window"), N_("Present: full screen, large type; Page Down: next page")},
    {"win.larger", "<ctrl>plus <ctrl>equal <ctrl>KP_Add", N_("Window"), N_("Larger")},
    {"win.smaller", "<ctrl>minus <ctrl>KP_Subtract", N_("Window"), N_("Smaller")},
    {"win.usual-size", "<ctrl>0", N_("Window"), N_("Usual size")},
    {"win.choose-device", "<ctrl><shift>d", N_("Window"), N_("Choose the device")},
    {"win.dark", "<ctrl>d", N_("Window"), N_("Light or dark")},
    {"win.export", "<ctrl>e", N_("Window"), N_("Export")},
    {"win.close-message", "<ctrl>m", N_("Window"), N_("Close the message")},
    {NULL, "F10", N_("Window"), N_("Menu")},
    {"win.shortcuts", "F1 <ctrl>question", N_("Window"), N_("Keys")},
    {"win.explain", "<shift>F1", N_("Window"), N_("Explain what has the focus")},
    {"win.glossary", "<ctrl>F1", N_("Window"), N_("Glossary")},
    {"win.quit", "<ctrl>q", N_("Window"), N_("Quit")},
    {"page.run", "F5", N_("Experiments"), N_("Run")},
    {"page.cancel", "Escape", N_("Experiments"), N_("Cancel")},
    {"page.undo", "<ctrl>z", N_("Experiments"), N_("Undo a change of the settings")},
    {"page.redo", "<ctrl><shift>z", N_("Experiments"), N_("Redo it")},
    {"page.reset-zoom", "<ctrl>Home", N_("Experiments"), N_("Show the whole plot")},
    {"page.pin", "<ctrl>p", N_("Experiments"), N_("Keep the result to compare, or let it go")},
    {"page.panel", "F9", N_("Experiments"), N_("Show or hide the settings")},
    {"page.plot-only", "F8", N_("Experiments"), N_("The plot alone, or all")},
    {NULL, "plus minus", N_("Plot"), N_("Nearer, further")},
    {NULL, "Left Right Up Down", N_("Plot"), N_("Move")},
    {NULL, "h r", N_("Plot"), N_("All of it")},
    {NULL, "c v", N_("Plot"), N_("Back and forward through views")},
    {NULL, "o p", N_("Plot"), N_("Dragging zooms to a box, or moves")},
    {NULL, "k l", N_("Plot"), N_("Logarithmic or linear x, y")},
    {NULL, "comma period", N_("Plot"), N_("Read the last or next mark")},
    {NULL, "bracketleft bracketright", N_("Plot"), N_("The same of another series")},
    {NULL, "m", N_("Plot"), N_("Compare marks with this one")},
    {NULL, "<ctrl>c <ctrl><shift>c", N_("Plot"), N_("Copy the picture, its values")},
    {NULL, "<ctrl>c", N_("Experiments"), N_("Copy the rows")},
    {NULL, "plus minus", N_("Ruler"), N_("Nearer, further")},
    {NULL, "Left Right", N_("Ruler"), N_("Move")},
    {NULL, "Home End", N_("Ruler"), N_("All values; around the number")},
    {NULL, "comma period", N_("Ruler"), N_("Read the last or next value")},
    {NULL, "bracketleft bracketright", N_("Ruler"), N_("The same of another format")},
    {NULL, "Return", N_("Ruler"), N_("Take the value")},
    {"page.focus-value", "<ctrl>l", N_("Bits"), N_("Type a value")},
    {"page.edit", "F2", N_("Bits"), N_("Type hex, exponent or significand")},
    {"page.next-part", "F4", N_("Bits"), N_("The next part below: explained, step by step, the ruler")},
    {NULL, "Left Right", N_("Bits"), N_("Go to a bit")},
    {NULL, "Home End", N_("Bits"), N_("First and last bit")},
    {NULL, "Up Down", N_("Bits"), N_("Go to another format")},
    {NULL, "space", N_("Bits"), N_("Flip the bit")},
    {NULL, "<ctrl>Up", N_("Bits"), N_("Next value")},
    {NULL, "<ctrl>Down", N_("Bits"), N_("Previous value")},
};

void ulp_shortcuts_install(GtkApplication *app) {
  for (guint i = 0; i < G_N_ELEMENTS(shortcuts); i++) {
    if (shortcuts[i].action == NULL)
      continue;
    g_auto(GStrv) keys = g_strsplit(shortcuts[i].keys, " ", -1);
    gtk_application_set_accels_for_action(app, shortcuts[i].action, (const char *const *)keys);
  }
}

void ulp_shortcuts_install_page(GtkApplication *app, guint n, const char *page_id) {
  g_autofree char *action = g_strdup_printf("win.page::%s", page_id);
  g_autofree char *key = g_strdup_printf("<alt>%u", n);
  gtk_application_set_accels_for_action(app, action, (const char *[]){key, NULL});
}

/* GTK builds such windows from markup only. Its groups fill columns of this height; all fit into one page. (With groups
 * broken into columns at less, GTK 4.8 measures labels wrongly.) */
GtkWidget *ulp_shortcuts_window_new(void) {
  GString *ui =
      g_string_new("<interface><object class='GtkShortcutsWindow' id='window'><property name='modal'>1</property>"
                   "<child><object class='GtkShortcutsSection'><property name='section-name'>keys</property>"
                   "<property name='max-height'>30</property>");
  const char *group = NULL;
  for (guint i = 0; i < G_N_ELEMENTS(shortcuts); i++) {
    if (g_strcmp0(group, shortcuts[i].group) != 0) {
      g_autofree char *head = g_markup_printf_escaped(
          "<child><object class='GtkShortcutsGroup'><property name='title'>%s</property>", _(shortcuts[i].group));
      g_string_append_printf(ui, "%s%s", group ? "</object></child>" : "", head);
      group = shortcuts[i].group;
    }
    g_autofree char *item = g_markup_printf_escaped("<child><object class='GtkShortcutsShortcut'>"
                                                    "<property name='accelerator'>%s</property>"
                                                    "<property name='title'>%s</property></object></child>",
                                                    shortcuts[i].keys, _(shortcuts[i].help));
    g_string_append(ui, item);
  }
  g_string_append(ui, "</object></child></object></child></object></interface>");
  g_autofree char *text = g_string_free(ui, FALSE);
  g_autoptr(GtkBuilder) builder = gtk_builder_new_from_string(text, -1);
  return GTK_WIDGET(gtk_builder_get_object(builder, "window"));
}
