#include "ui/pages/glossary-window.h"

#include "core/base/i18n.h"
#include "ui/widgets/explain.h"

#include <string.h>

#define WINDOW_KEY "ulp-glossary"
#define INDEX_KEY "ulp-term-index"
#define HERE -1 /* the kind of what is at the focus */

struct _UlpGlossaryWindow {
  GtkWindow parent;
  GArray *terms; /* UlpTerm: what is here, then all */
  guint n_here;
  GStringChunk *kept; /* strings of what is here */
  GtkWidget *search, *list, *scroller, *title, *line, *more, *also, *source;
  char *shown; /* id */
};

G_DEFINE_TYPE(UlpGlossaryWindow, ulp_glossary_window, GTK_TYPE_WINDOW)

/* --- the term on view --- */

char *ulp_glossary_markup(const char *text, const char *id) {
  g_autoptr(GArray) places = ulp_terms_in(text);
  GString *markup = g_string_new(NULL);
  guint done = 0;
  for (guint i = 0; i < places->len; i++) {
    const UlpTermPlace *place = &g_array_index(places, UlpTermPlace, i);
    if (g_str_equal(place->term.id, id))
      continue;
    g_autofree char *before = g_markup_escape_text(text + done, place->start - done);
    g_autofree char *word = g_markup_escape_text(text + place->start, place->end - place->start);
    g_string_append_printf(markup, "%s<a href=\"%s\">%s</a>", before, place->term.id, word);
    done = place->end;
  }
  g_autofree char *rest = g_markup_escape_text(text + done, -1);
  g_string_append(markup, rest);
  return g_string_free(markup, FALSE);
}

static void say(GtkWidget *label, const char *text) {
  gtk_label_set_text(GTK_LABEL(label), text);
  gtk_widget_set_visible(label, *text != '\0');
}

static void show_term(UlpGlossaryWindow *self, const UlpTerm *term) {
  g_autofree char *paragraph = ulp_term_more(term), *markup = ulp_glossary_markup(paragraph, term->id);
  g_autofree char *also = *term->also ? g_strdup_printf(_("Also called: %s"), term->also) : g_strdup("");
  g_autofree char *source = *term->source ? g_strdup_printf(_("Source: %s"), term->source) : g_strdup("");
  g_free(self->shown);
  self->shown = g_strdup(term->id);
  say(self->title, term->id);
  say(self->line, _(term->line));
  gtk_label_set_markup(GTK_LABEL(self->more), markup);
  gtk_widget_set_visible(self->more, *markup != '\0');
  say(self->also, also);
  say(self->source, source);
}

const char *ulp_glossary_window_term(UlpGlossaryWindow *self) { return self->shown; }

static const UlpTerm *term_of(UlpGlossaryWindow *self, GtkListBoxRow *row) {
  const guint index = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(row), INDEX_KEY));
  return &g_array_index(self->terms, UlpTerm, index);
}

/* Not before it has a place. */
static gboolean scroll_to(gpointer data) {
  UlpGlossaryWindow *self = data;
  GtkListBoxRow *row = gtk_list_box_get_selected_row(GTK_LIST_BOX(self->list));
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(self->scroller));
  graphene_rect_t place;
  if (row && gtk_widget_compute_bounds(GTK_WIDGET(row), self->list, &place))
    gtk_adjustment_clamp_page(adjustment, place.origin.y, place.origin.y + place.size.height);
  g_object_unref(self);
  return G_SOURCE_REMOVE;
}

/* A row of the id: the last one, as the first may be what is here. */
static GtkListBoxRow *row_of(UlpGlossaryWindow *self, const char *id) {
  for (guint i = self->terms->len; i-- > 0;)
    if (g_str_equal(g_array_index(self->terms, UlpTerm, i).id, id))
      return gtk_list_box_get_row_at_index(GTK_LIST_BOX(self->list), (int)i);
  return NULL;
}

/* A layout such as e5m7 has no row. */
static void go_to(UlpGlossaryWindow *self, const char *name) {
  UlpTerm term;
  if (!ulp_term_find(name, &term))
    return;
  GtkListBoxRow *row = row_of(self, term.id);
  gtk_list_box_select_row(GTK_LIST_BOX(self->list), row);
  if (!row)
    show_term(self, &term);
  g_idle_add(scroll_to, g_object_ref(self));
}

static void on_selected(UlpGlossaryWindow *self, GtkListBoxRow *row) {
  if (row)
    show_term(self, term_of(self, row));
}

static gboolean on_link(GtkLabel *label, const char *id, UlpGlossaryWindow *self) {
  gtk_editable_set_text(GTK_EDITABLE(self->search), "");
  go_to(self, id);
  return TRUE;
}

/* --- the list --- */

static gboolean is_wanted(GtkListBoxRow *row, gpointer data) {
  UlpGlossaryWindow *self = data;
  const UlpTerm *term = term_of(self, row);
  g_autofree char *text = g_strjoin(" ", term->id, term->also, _(term->line), *term->more ? _(term->more) : "", NULL);
  g_autofree char *folded = g_utf8_casefold(text, -1);
  g_autofree char *wanted = g_utf8_casefold(gtk_editable_get_text(GTK_EDITABLE(self->search)), -1);
  g_auto(GStrv) words = g_strsplit(wanted, " ", -1);
  for (guint i = 0; words[i]; i++)
    if (!strstr(folded, words[i]))
      return FALSE;
  return TRUE;
}

/* The term that has the words as its name, else the first one that has them. */
static void on_search(UlpGlossaryWindow *self) {
  const char *words = gtk_editable_get_text(GTK_EDITABLE(self->search));
  GtkListBoxRow *named = NULL, *first = NULL;
  UlpTerm term;
  gtk_list_box_invalidate_filter(GTK_LIST_BOX(self->list));
  if (!*words)
    return;
  if (ulp_term_find(words, &term))
    named = row_of(self, term.id);
  for (int i = 0; !first && i < (int)self->terms->len; i++) {
    GtkListBoxRow *row = gtk_list_box_get_row_at_index(GTK_LIST_BOX(self->list), i);
    first = is_wanted(row, self) ? row : NULL;
  }
  if (named || first)
    gtk_list_box_select_row(GTK_LIST_BOX(self->list), named ? named : first);
  g_idle_add(scroll_to, g_object_ref(self));
}

static int kind_of(UlpGlossaryWindow *self, GtkListBoxRow *row) {
  const guint index = GPOINTER_TO_UINT(g_object_get_data(G_OBJECT(row), INDEX_KEY));
  return index < self->n_here ? HERE : (int)g_array_index(self->terms, UlpTerm, index).kind;
}

static void set_header(GtkListBoxRow *row, GtkListBoxRow *before, gpointer data) {
  const int kind = kind_of(data, row);
  GtkWidget *title = NULL;
  if (!before || kind_of(data, before) != kind) {
    title = gtk_label_new(kind == HERE ? _("What has the focus") : _(ulp_term_kind_titles[kind]));
    gtk_label_set_xalign(GTK_LABEL(title), 0);
    gtk_label_set_wrap(GTK_LABEL(title), TRUE);
    gtk_widget_add_css_class(title, "heading");
    gtk_widget_set_margin_top(title, 8);
    gtk_widget_set_margin_start(title, 6);
  }
  gtk_list_box_row_set_header(row, title);
}

static GtkWidget *row_new(const UlpTerm *term, guint index) {
  GtkWidget *row = gtk_list_box_row_new(), *label = gtk_label_new(term->id);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text(label, _(term->line));
  gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL, term->id,
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _(term->line), -1);
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), label);
  g_object_set_data(G_OBJECT(row), INDEX_KEY, GUINT_TO_POINTER(index));
  return row;
}

static void fill(UlpGlossaryWindow *self, const GArray *here) {
  gtk_editable_set_text(GTK_EDITABLE(self->search), "");
  for (GtkWidget *row; (row = gtk_widget_get_first_child(self->list));)
    gtk_list_box_remove(GTK_LIST_BOX(self->list), row);
  g_clear_pointer(&self->terms, g_array_unref);
  g_string_chunk_clear(self->kept);
  self->terms = g_array_new(FALSE, FALSE, sizeof(UlpTerm));
  self->n_here = here ? here->len : 0;
  for (guint i = 0; i < self->n_here; i++) {
    UlpTerm term = g_array_index(here, UlpTerm, i);
    const char **const strings[] = {&term.id, &term.also, &term.line, &term.more, &term.source};
    for (guint k = 0; k < G_N_ELEMENTS(strings); k++)
      *strings[k] = g_string_chunk_insert(self->kept, *strings[k]);
    g_array_append_val(self->terms, term);
  }
  g_autoptr(GArray) all = ulp_terms_all();
  g_array_append_vals(self->terms, all->data, all->len);
  for (guint i = 0; i < self->terms->len; i++)
    gtk_list_box_append(GTK_LIST_BOX(self->list), row_new(&g_array_index(self->terms, UlpTerm, i), i));
}

/* --- construction --- */

static GtkWidget *add_label(GtkWidget *box, const char *css_class) {
  GtkWidget *label = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  if (css_class)
    gtk_widget_add_css_class(label, css_class);
  gtk_box_append(GTK_BOX(box), label);
  return label;
}

static GtkWidget *build_term(UlpGlossaryWindow *self) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
  self->title = add_label(box, "title-2");
  self->line = add_label(box, "ulp-strong");
  self->more = add_label(box, NULL);
  self->also = add_label(box, "ulp-dim");
  self->source = add_label(box, "ulp-dim");
  g_signal_connect(self->more, "activate-link", G_CALLBACK(on_link), self);
  gtk_widget_set_margin_start(box, 18);
  gtk_widget_set_margin_end(box, 18);
  gtk_widget_set_margin_top(box, 12);
  gtk_widget_set_margin_bottom(box, 12);
  GtkWidget *scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), box);
  gtk_widget_set_hexpand(scroller, TRUE);
  return scroller;
}

static GtkWidget *build_list(UlpGlossaryWindow *self) {
  self->search = gtk_search_entry_new();
  g_object_set(self->search, "placeholder-text", _("Search terms"), NULL);
  self->list = gtk_list_box_new();
  gtk_widget_set_name(self->list, "terms");
  gtk_list_box_set_selection_mode(GTK_LIST_BOX(self->list), GTK_SELECTION_BROWSE);
  gtk_list_box_set_filter_func(GTK_LIST_BOX(self->list), is_wanted, self, NULL);
  gtk_list_box_set_header_func(GTK_LIST_BOX(self->list), set_header, self, NULL);
  gtk_list_box_set_placeholder(GTK_LIST_BOX(self->list), gtk_label_new(_("No term has these words")));
  g_signal_connect_swapped(self->list, "row-selected", G_CALLBACK(on_selected), self);
  g_signal_connect_swapped(self->search, "search-changed", G_CALLBACK(on_search), self);
  self->scroller = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(self->scroller), self->list);
  gtk_widget_set_vexpand(self->scroller, TRUE);
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_size_request(box, 240, -1);
  gtk_box_append(GTK_BOX(box), self->search);
  gtk_box_append(GTK_BOX(box), self->scroller);
  return box;
}

static void ulp_glossary_window_init(UlpGlossaryWindow *self) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
  self->kept = g_string_chunk_new(512);
  gtk_box_append(GTK_BOX(box), build_list(self));
  gtk_box_append(GTK_BOX(box), build_term(self));
  gtk_widget_add_css_class(box, "ulp-page");
  gtk_window_set_child(GTK_WINDOW(self), box);
  gtk_window_set_title(GTK_WINDOW(self), _("Glossary"));
  gtk_window_set_default_size(GTK_WINDOW(self), 760, 520);
  GtkEventController *keys = gtk_shortcut_controller_new();
  gtk_shortcut_controller_add_shortcut(
      GTK_SHORTCUT_CONTROLLER(keys),
      gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0), gtk_named_action_new("window.close")));
  gtk_widget_add_controller(GTK_WIDGET(self), keys);
}

static void finalize(GObject *object) {
  UlpGlossaryWindow *self = ULP_GLOSSARY_WINDOW(object);
  g_clear_pointer(&self->terms, g_array_unref);
  g_string_chunk_free(self->kept);
  g_free(self->shown);
  G_OBJECT_CLASS(ulp_glossary_window_parent_class)->finalize(object);
}

static void ulp_glossary_window_class_init(UlpGlossaryWindowClass *class) {
  G_OBJECT_CLASS(class)->finalize = finalize;
}

/* --- a window's --- */

static void forget(gpointer parent, GObject *glossary) { g_object_set_data(parent, WINDOW_KEY, NULL); }

UlpGlossaryWindow *ulp_glossary_window_show(GtkWindow *parent, const char *name, const GArray *here) {
  UlpGlossaryWindow *self = g_object_get_data(G_OBJECT(parent), WINDOW_KEY);
  const gboolean is_new = !self;
  if (is_new) {
    self = g_object_new(ULP_TYPE_GLOSSARY_WINDOW, "transient-for", parent, "destroy-with-parent", TRUE, NULL);
    g_object_set_data(G_OBJECT(parent), WINDOW_KEY, self);
    g_signal_connect_object(self, "destroy", G_CALLBACK(forget), parent, G_CONNECT_SWAPPED);
  }
  if (is_new || here)
    fill(self, here);
  if (name)
    go_to(self, name);
  else if (is_new || here)
    gtk_list_box_select_row(GTK_LIST_BOX(self->list), gtk_list_box_get_row_at_index(GTK_LIST_BOX(self->list), 0));
  gtk_window_present(GTK_WINDOW(self));
  gtk_widget_grab_focus(self->search);
  return self;
}

static void glossary_action(GSimpleAction *action, GVariant *parameter, gpointer window) {
  ulp_glossary_window_show(window, NULL, NULL);
}

static void explain_action(GSimpleAction *action, GVariant *parameter, gpointer window) {
  g_autoptr(GArray) here = ulp_explain_here(gtk_window_get_focus(window));
  ulp_glossary_window_show(window, NULL, here);
}

void ulp_glossary_install(GtkWindow *window) {
  static const GActionEntry entries[] = {{.name = "glossary", .activate = glossary_action},
                                         {.name = "explain", .activate = explain_action}};
  g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), window);
  ulp_explain_install(GTK_WIDGET(window));
}
