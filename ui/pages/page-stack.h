/* The pages of a window: each is made when it is first shown, with the state that it is to have by then. */
#pragma once

#include "ui/pages/page.h"

typedef struct _UlpPageStack UlpPageStack;

UlpPageStack *ulp_page_stack_new(void);
void ulp_page_stack_free(UlpPageStack *pages); /* not the widgets */
GtkStack *ulp_page_stack_widget(UlpPageStack *pages);

/* Below those that are there; the value becomes the stack's. */
void ulp_page_stack_add(UlpPageStack *pages, const UlpPage *page);
guint ulp_page_stack_count(const UlpPageStack *pages);
const UlpPage *ulp_page_stack_page(const UlpPageStack *pages, guint index); /* ids and titles are the stack's */
int ulp_page_stack_find(const UlpPageStack *pages, const char *id);         /* -1: there is none */
int ulp_page_stack_shown(const UlpPageStack *pages);                        /* -1: none yet */
void ulp_page_stack_show(UlpPageStack *pages, guint index);

/* The page's widget: NULL when it was not made yet; and made if need be, `made` then says so. */
GtkWidget *ulp_page_stack_get(const UlpPageStack *pages, guint index);
GtkWidget *ulp_page_stack_make(UlpPageStack *pages, guint index, gboolean *made);

/* What a page has to keep from one start to the next, as text; NULL: nothing. New string. */
char *ulp_page_stack_state(const UlpPageStack *pages, guint index);
void ulp_page_stack_set_state(UlpPageStack *pages, guint index, const char *state);
