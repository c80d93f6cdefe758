#include "ui/pages/page-stack.h"

typedef struct {
  UlpPage page; /* its texts are own */
  GtkWidget *place, *widget;
  char *state; /* for the widget, once it is made */
} Slot;

struct _UlpPageStack {
  GArray *slots;
  GtkStack *stack; /* the window's */
};

static void slot_clear(gpointer data) {
  Slot *slot = data;
  if (slot->page.free_value)
    slot->page.free_value(slot->page.value);
  g_free((char *)slot->page.id);
  g_free((char *)slot->page.title);
  g_free(slot->state);
}

UlpPageStack *ulp_page_stack_new(void) {
  UlpPageStack *pages = g_new0(UlpPageStack, 1);
  pages->slots = g_array_new(FALSE, TRUE, sizeof(Slot));
  g_array_set_clear_func(pages->slots, slot_clear);
  pages->stack = GTK_STACK(gtk_stack_new());
  gtk_stack_set_hhomogeneous(pages->stack, FALSE);
  gtk_stack_set_vhomogeneous(pages->stack, FALSE);
  return pages;
}

void ulp_page_stack_free(UlpPageStack *pages) {
  g_array_unref(pages->slots);
  g_free(pages);
}

GtkStack *ulp_page_stack_widget(UlpPageStack *pages) { return pages->stack; }

static Slot *slot_at(const UlpPageStack *pages, guint index) { return &g_array_index(pages->slots, Slot, index); }

void ulp_page_stack_add(UlpPageStack *pages, const UlpPage *page) {
  Slot slot = {.page = *page, .place = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)};
  g_return_if_fail(ulp_page_stack_find(pages, page->id) < 0);
  slot.page.id = g_strdup(page->id);
  slot.page.title = g_strdup(page->title);
  g_array_append_val(pages->slots, slot);
  gtk_stack_add_titled(pages->stack, slot.place, slot.page.id, slot.page.title); /* the first one is shown at once */
}

guint ulp_page_stack_count(const UlpPageStack *pages) { return pages->slots->len; }

const UlpPage *ulp_page_stack_page(const UlpPageStack *pages, guint index) { return &slot_at(pages, index)->page; }

int ulp_page_stack_find(const UlpPageStack *pages, const char *id) {
  for (guint i = 0; i < pages->slots->len; i++)
    if (g_str_equal(slot_at(pages, i)->page.id, id))
      return (int)i;
  return -1;
}

int ulp_page_stack_shown(const UlpPageStack *pages) {
  GtkWidget *place = gtk_stack_get_visible_child(pages->stack);
  for (guint i = 0; i < pages->slots->len; i++)
    if (slot_at(pages, i)->place == place)
      return (int)i;
  return -1;
}

void ulp_page_stack_show(UlpPageStack *pages, guint index) {
  gtk_stack_set_visible_child(pages->stack, slot_at(pages, index)->place);
}

GtkWidget *ulp_page_stack_get(const UlpPageStack *pages, guint index) { return slot_at(pages, index)->widget; }

GtkWidget *ulp_page_stack_make(UlpPageStack *pages, guint index, gboolean *made) {
  Slot *slot = slot_at(pages, index);
  *made = slot->widget == NULL;
  if (slot->widget)
    return slot->widget;
  slot->widget = slot->page.kind->create(slot->page.value);
  gtk_widget_set_hexpand(slot->widget, TRUE);
  gtk_widget_set_vexpand(slot->widget, TRUE);
  gtk_box_append(GTK_BOX(slot->place), slot->widget);
  if (slot->state && slot->page.kind->set_state)
    slot->page.kind->set_state(slot->widget, slot->state);
  g_clear_pointer(&slot->state, g_free);
  return slot->widget;
}

char *ulp_page_stack_state(const UlpPageStack *pages, guint index) {
  const Slot *slot = slot_at(pages, index);
  if (!slot->widget)
    return g_strdup(slot->state);
  return slot->page.kind->state ? slot->page.kind->state(slot->widget) : NULL;
}

void ulp_page_stack_set_state(UlpPageStack *pages, guint index, const char *state) {
  Slot *slot = slot_at(pages, index);
  if (!slot->widget) {
    g_free(slot->state);
    slot->state = g_strdup(state);
  } else if (slot->page.kind->set_state) {
    slot->page.kind->set_state(slot->widget, state);
  }
}
