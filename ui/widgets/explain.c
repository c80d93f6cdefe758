#include "ui/widgets/explain.h"

#include "core/base/i18n.h"

#include <string.h>

#define TERM_KEY "ulp-explain-term"
#define ENTRIES_KEY "ulp-explain-entries"

typedef GArray *(*Entries)(GtkWidget *widget);

/* --- texts --- */

char *ulp_explain_line(const UlpTerm *term) { return g_strdup_printf("%s: %s", term->id, _(term->line)); }

static gboolean has(const GArray *terms, const char *id) {
  for (guint i = 0; i < terms->len; i++)
    if (g_str_equal(g_array_index(terms, UlpTerm, i).id, id))
      return TRUE;
  return FALSE;
}

static void add(GArray *terms, const UlpTerm *term) {
  if (!has(terms, term->id))
    g_array_append_val(terms, *term);
}

/* What is a term as a whole, "rn" or "normal", is one here, other than in a sentence. */
static void add_terms_of(GArray *terms, const char *text) {
  UlpTerm whole;
  if (ulp_term_find(text, &whole) && whole.kind != ULP_TERM_WORD)
    add(terms, &whole);
  g_autoptr(GArray) places = ulp_terms_in(text);
  for (guint i = 0; i < places->len; i++)
    add(terms, &g_array_index(places, UlpTermPlace, i).term);
}

char *ulp_explain_text(const char *text, const char *said) {
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(UlpTerm));
  GString *all = g_string_new(text);
  add_terms_of(terms, said);
  add_terms_of(terms, text);
  for (guint i = 0; i < terms->len; i++) {
    g_autofree char *line = ulp_explain_line(&g_array_index(terms, UlpTerm, i));
    g_string_append_printf(all, "%s%s", all->len ? "\n" : "", line);
  }
  return g_string_free(all, FALSE);
}

/* --- widgets --- */

void ulp_explain_set(GtkWidget *widget, const char *name, const char *text) {
  UlpTerm term;
  const gboolean known = ulp_term_find(name, &term);
  g_autofree char *line = known ? ulp_explain_line(&term) : NULL;
  g_autofree char *all = text && line ? g_strdup_printf("%s\n%s", text, line) : g_strdup(text ? text : line);
  g_object_set_data_full(G_OBJECT(widget), TERM_KEY, known ? g_strdup(term.id) : NULL, g_free);
  gtk_widget_set_tooltip_text(widget, all);
  if (all)
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, all, -1);
}

void ulp_explain_set_entries(GtkWidget *widget, Entries entries) {
  g_object_set_data(G_OBJECT(widget), ENTRIES_KEY, (gpointer)entries);
}

static void add_own(GArray *terms, GtkWidget *widget) {
  const char *name = g_object_get_data(G_OBJECT(widget), TERM_KEY);
  const Entries entries = (Entries)g_object_get_data(G_OBJECT(widget), ENTRIES_KEY);
  UlpTerm term;
  if (name && ulp_term_find(name, &term))
    add(terms, &term);
  g_autoptr(GArray) more = entries ? entries(widget) : NULL;
  for (guint i = 0; more && i < more->len; i++)
    add(terms, &g_array_index(more, UlpTerm, i));
  if (GTK_IS_LABEL(widget))
    add_terms_of(terms, gtk_label_get_text(GTK_LABEL(widget)));
}

/* What it is first, then what is said about it. */
static void add_tree(GArray *terms, GtkWidget *widget) {
  if (!gtk_widget_get_mapped(widget))
    return;
  add_own(terms, widget);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    add_tree(terms, child);
  const char *tooltip = gtk_widget_get_tooltip_text(widget);
  if (tooltip)
    add_terms_of(terms, tooltip);
}

GArray *ulp_explain_here(GtkWidget *focus) {
  GArray *terms = g_array_new(FALSE, FALSE, sizeof(UlpTerm));
  for (GtkWidget *widget = focus; widget && terms->len == 0; widget = gtk_widget_get_parent(widget))
    add_tree(terms, widget);
  for (GtkWidget *widget = focus; widget; widget = gtk_widget_get_parent(widget))
    if (g_object_get_data(G_OBJECT(widget), ENTRIES_KEY))
      add_own(terms, widget);
  return terms;
}

/* --- the pointer --- */

/* The byte of a label's text at a point of the window; -1: none is there. */
static int byte_at(GtkWidget *label, GtkWidget *window, double x, double y) {
  double local_x, local_y;
  int left, top, index, trailing;
  if (!gtk_widget_translate_coordinates(window, label, x, y, &local_x, &local_y))
    return -1;
  gtk_label_get_layout_offsets(GTK_LABEL(label), &left, &top);
  const gboolean inside =
      pango_layout_xy_to_index(gtk_label_get_layout(GTK_LABEL(label)), (int)((local_x - left) * PANGO_SCALE),
                               (int)((local_y - top) * PANGO_SCALE), &index, &trailing);
  return inside ? index : -1;
}

static gboolean find_under(GtkWidget *window, double x, double y, UlpTerm *term) {
  GtkWidget *widget = gtk_widget_pick(window, x, y, GTK_PICK_DEFAULT);
  const int index = GTK_IS_LABEL(widget) ? byte_at(widget, window, x, y) : -1;
  if (index < 0)
    return FALSE;
  const char *text = gtk_label_get_text(GTK_LABEL(widget));
  g_autoptr(GArray) places = ulp_terms_in(text);
  for (guint i = 0; i < places->len; i++) {
    const UlpTermPlace *place = &g_array_index(places, UlpTermPlace, i);
    if ((guint)index >= place->start && (guint)index < place->end) {
      *term = place->term;
      return TRUE;
    }
  }
  return ulp_term_find(text, term) && term->kind != ULP_TERM_WORD;
}

static gboolean on_tooltip(GtkWidget *window, int x, int y, gboolean keyboard, GtkTooltip *tooltip, gpointer data) {
  UlpTerm term;
  if (keyboard || !find_under(window, x, y, &term))
    return FALSE;
  g_autofree char *line = ulp_explain_line(&term);
  gtk_tooltip_set_text(tooltip, line);
  return TRUE;
}

void ulp_explain_install(GtkWidget *window) {
  gtk_widget_set_has_tooltip(window, TRUE);
  g_signal_connect(window, "query-tooltip", G_CALLBACK(on_tooltip), NULL);
}
