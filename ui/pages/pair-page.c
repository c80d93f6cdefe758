#include "ui/pages/pair-page.h"

#include "core/base/i18n.h"
#include "core/experiment/alignment-table.h"
#include "ui/pages/pair-distance.h"
#include "ui/widgets/next-part.h"
#include "ui/widgets/shown-export.h"
#include "ui/widgets/table-grid.h"

#include <string.h>

#define OPERATION "operation"
#define ROUNDINGS "roundings"
#define DISTANCE "distance"
#define N_ROWS 2 /* a and b */

struct _UlpPairPage {
  GtkBox parent_instance;
  UlpPairInput *input;
  UlpBitsList *lists[N_ROWS]; /* each of one row */
  GtkLabel *apart;
  GtkStack *stack;
  UlpAlignmentView *alignment;
  GtkWidget *roundings;
  UlpPairDistance *distance;
  GSimpleActionGroup *actions;
};

G_DEFINE_TYPE(UlpPairPage, ulp_pair_page, GTK_TYPE_BOX)

static gboolean shows(UlpPairPage *self, const char *part) {
  return g_strcmp0(gtk_stack_get_visible_child_name(self->stack), part) == 0;
}

/* --- the numbers as the format stores them --- */

static void first_edited(UlpPairPage *self, const char *text) { ulp_pair_input_set_text(self->input, 0, text); }
static void second_edited(UlpPairPage *self, const char *text) { ulp_pair_input_set_text(self->input, 1, text); }

static void show_numbers(UlpPairPage *self) {
  const UlpFormat format = ulp_pair_input_get_format(self->input);
  for (guint i = 0; i < N_ROWS; i++) {
    const UlpTyped typed = ulp_pair_input_get_typed(self->input, i);
    if (!ulp_bits_list_get_row(self->lists[i], format))
      ulp_bits_list_set_formats(self->lists[i], ulp_format_info(format)->id);
    ulp_bits_list_set_typed(self->lists[i], &typed);
  }
}

/* "from a to b: steps in fp32 +2, difference +0.1 (+2 ulp at a), relative 1". */
static void show_apart(UlpPairPage *self, const UlpTable *distance) {
  const char *id = ulp_format_info(ulp_pair_input_get_format(self->input))->id;
  const double ratio = ulp_table_cell(distance, 0, (guint)ulp_table_find(distance, "relative")).real;
  g_autofree char *steps = ulp_table_text(distance, 0, (guint)ulp_table_find(distance, "steps"));
  g_autofree char *difference = ulp_table_text(distance, 0, (guint)ulp_table_find(distance, "difference"));
  g_autofree char *ulps = ulp_table_text(distance, 0, (guint)ulp_table_find(distance, "ulps"));
  char relative[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd(relative, sizeof relative, "%.6g", ratio);
  g_autofree char *text =
      !strcmp(steps, "-") ? g_strdup(_("from a to b: no distance, as one is NaN"))
      : !strcmp(steps, "0")
          ? g_strdup_printf(_("from a to b: no distance, both are the same value of %s"), id)
          : g_strdup_printf(_("from a to b: steps in %s %s%s, difference %s (%s ulp at a), relative %s"), id,
                            *steps == '-' ? "" : "+", steps, difference, ulps, relative);
  gtk_label_set_text(self->apart, text);
}

/* --- the parts below --- */

static UlpArithmetic arithmetic_of(UlpPairPage *self) {
  return (UlpArithmetic){ulp_pair_input_get_format(self->input), ulp_pair_input_get_round(self->input),
                         ULP_PROFILE_IEEE};
}

/* What the operation is done with: the numbers as they are stored, and as text. */
static GArray *steps_of(UlpPairPage *self) {
  const UlpArithmetic arithmetic = arithmetic_of(self);
  UlpBits operands[ULP_PAIR_NUMBERS];
  for (guint i = 0; i < ULP_PAIR_NUMBERS; i++) {
    const UlpTyped typed = ulp_pair_input_get_typed(self->input, i);
    operands[i] = ulp_real_round(typed.real, arithmetic.format, typed.round, typed.profile);
  }
  return ulp_arithmetic_steps(ulp_pair_input_get_operation(self->input), &arithmetic, operands);
}

static UlpTable *roundings_of(UlpPairPage *self) {
  UlpTyped typed[ULP_PAIR_NUMBERS];
  const UlpFormat format = ulp_pair_input_get_format(self->input);
  for (guint i = 0; i < ULP_PAIR_NUMBERS; i++)
    typed[i] = ulp_pair_input_get_typed(self->input, i);
  const UlpOperands numbers = {&typed[0], &typed[1], &typed[2]};
  return ulp_arithmetic_table_new(&numbers, ulp_pair_input_get_operation(self->input), &format, 1);
}

static UlpTable *alignment_of(UlpPairPage *self) {
  UlpTyped typed = ulp_pair_input_get_typed(self->input, 0);
  const UlpTyped second = ulp_pair_input_get_typed(self->input, 1);
  const UlpArithmetic arithmetic = arithmetic_of(self);
  g_autoptr(GArray) steps = steps_of(self);
  typed.round = arithmetic.round; /* what is said of the operation */
  UlpTable *table = ulp_alignment_table_of_steps(&typed, steps, &arithmetic);
  ulp_table_set_provenance(table, "second", second.text);
  return table;
}

static void show(UlpPairPage *self) {
  const UlpTyped typed[N_ROWS] = {ulp_pair_input_get_typed(self->input, 0), ulp_pair_input_get_typed(self->input, 1)};
  const UlpFormat format = ulp_pair_input_get_format(self->input);
  show_numbers(self);
  g_autoptr(UlpTable) distance = ulp_pair_distance_show(self->distance, &typed[0], &typed[1], format);
  show_apart(self, distance);
  if (shows(self, OPERATION)) {
    g_autoptr(GArray) steps = steps_of(self);
    const UlpArithmetic arithmetic = arithmetic_of(self);
    ulp_alignment_view_set(self->alignment, steps, &arithmetic);
  } else if (shows(self, ROUNDINGS)) {
    g_autoptr(UlpTable) table = roundings_of(self);
    ulp_table_grid_set_table(self->roundings, table);
    ulp_table_grid_select(self->roundings, ulp_round_kind(ulp_pair_input_get_round(self->input)));
  }
}

static void rounding_selected(guint row, gpointer page) {
  UlpPairInput *input = ULP_PAIR_PAGE(page)->input;
  ulp_pair_input_set_operation(input, ulp_pair_input_get_operation(input), row);
}

UlpPairInput *ulp_pair_page_get_input(UlpPairPage *self) { return self->input; }
UlpBitsList *ulp_pair_page_get_list(UlpPairPage *self, guint index) { return self->lists[index]; }
UlpAlignmentView *ulp_pair_page_get_alignment(UlpPairPage *self) { return self->alignment; }
void ulp_pair_page_show(UlpPairPage *self, const char *part) { gtk_stack_set_visible_child_name(self->stack, part); }

/* --- exports --- */

static void draw_alignment(gpointer data, cairo_t *cr, double width, double height) {
  const UlpPlotStyle style = {.footer = TRUE};
  ulp_alignment_picture_draw(data, cr, width, height, &style);
}

static void with_shown(GtkWidget *page, void (*use)(const UlpShown *shown, gpointer data), gpointer data) {
  UlpPairPage *self = ULP_PAIR_PAGE(page);
  const UlpTyped a = ulp_pair_input_get_typed(self->input, 0), b = ulp_pair_input_get_typed(self->input, 1);
  const UlpArithmetic arithmetic = arithmetic_of(self);
  const UlpPlotStyle style = {.footer = TRUE};
  g_autoptr(GArray) steps = steps_of(self);
  g_autoptr(UlpTable) table = shows(self, OPERATION) ? alignment_of(self)
                              : shows(self, ROUNDINGS)
                                  ? roundings_of(self)
                                  : ulp_pair_distance_show(self->distance, &a, &b, arithmetic.format);
  const UlpExpressionStep *step =
      &g_array_index(steps, UlpExpressionStep, ulp_alignment_picture_choose(steps, arithmetic.format));
  g_autoptr(UlpAlignment) alignment = ulp_step_alignment(step, arithmetic.format);
  UlpAlignmentPicture drawing = {step, arithmetic, alignment, table};
  UlpPicture picture = {.title = _(ULP_ALIGNMENT_TITLE), .draw = draw_alignment, .data = &drawing};
  ulp_alignment_picture_size(&drawing, &style, &picture.width, &picture.height);
  const UlpShown shown = {.data = table, .picture = &picture};
  use(&shown, data);
}

static const UlpShownExport pair_export = {"two-values", with_shown};

gboolean ulp_pair_page_export(UlpPairPage *self, const char *format, const char *path, GError **error) {
  return ulp_shown_export(GTK_WIDGET(self), &pair_export, format, path, error);
}

/* --- construction --- */

static void undo(GSimpleAction *action, GVariant *parameter, gpointer page) {
  ulp_pair_input_go(ULP_PAIR_PAGE(page)->input, TRUE);
}

static void redo(GSimpleAction *action, GVariant *parameter, gpointer page) {
  ulp_pair_input_go(ULP_PAIR_PAGE(page)->input, FALSE);
}

static void next_part(GSimpleAction *action, GVariant *parameter, gpointer page) {
  ulp_stack_show_next(ULP_PAIR_PAGE(page)->stack);
}

static void focus_value(GSimpleAction *action, GVariant *parameter, gpointer page) { gtk_widget_grab_focus(page); }

static GtkWidget *new_number(UlpPairPage *self, guint index, const char *caption, GCallback edited) {
  GtkWidget *list = ulp_bits_list_new(caption);
  self->lists[index] = ULP_BITS_LIST(list);
  g_signal_connect_swapped(list, "edited", edited, self);
  return list;
}

/* Both numbers as they are stored, side to side as far as there is room. */
static GtkWidget *build_numbers(UlpPairPage *self) {
  GtkWidget *scroller = gtk_scrolled_window_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append(GTK_BOX(box), new_number(self, 0, "a", G_CALLBACK(first_edited)));
  gtk_box_append(GTK_BOX(box), new_number(self, 1, "b", G_CALLBACK(second_edited)));
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scroller), TRUE);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), box);
  gtk_widget_set_vexpand(scroller, FALSE);
  return scroller;
}

static void build_parts(UlpPairPage *self) {
  GtkWidget *stack = gtk_stack_new(), *switcher = gtk_stack_switcher_new();
  self->stack = GTK_STACK(stack);
  self->alignment = ULP_ALIGNMENT_VIEW(ulp_alignment_view_new());
  self->roundings = ulp_table_grid_new(_("Type two numbers"));
  self->distance = ULP_PAIR_DISTANCE(ulp_pair_distance_new());
  ulp_table_grid_on_selected(self->roundings, rounding_selected, self);
  gtk_stack_add_titled(self->stack, GTK_WIDGET(self->alignment), OPERATION, _("Digit by digit"));
  gtk_stack_add_titled(self->stack, self->roundings, ROUNDINGS, _("In every rounding"));
  gtk_stack_add_titled(self->stack, GTK_WIDGET(self->distance), DISTANCE, _("Distance and tolerance"));
  gtk_stack_set_hhomogeneous(self->stack, FALSE);
  gtk_stack_switcher_set_stack(GTK_STACK_SWITCHER(switcher), self->stack);
  gtk_widget_set_halign(switcher, GTK_ALIGN_START);
  gtk_widget_add_css_class(switcher, "ulp-tabs");
  gtk_widget_add_css_class(stack, "ulp-card");
  gtk_widget_set_vexpand(stack, TRUE);
  gtk_box_append(GTK_BOX(self), switcher);
  gtk_box_append(GTK_BOX(self), stack);
}

static void ulp_pair_page_dispose(GObject *object) {
  g_clear_object(&ULP_PAIR_PAGE(object)->actions);
  G_OBJECT_CLASS(ulp_pair_page_parent_class)->dispose(object);
}

static gboolean ulp_pair_page_grab_focus(GtkWidget *widget) {
  return gtk_widget_grab_focus(GTK_WIDGET(ULP_PAIR_PAGE(widget)->input));
}

static void ulp_pair_page_class_init(UlpPairPageClass *klass) {
  G_OBJECT_CLASS(klass)->dispose = ulp_pair_page_dispose;
  GTK_WIDGET_CLASS(klass)->grab_focus = ulp_pair_page_grab_focus;
}

static void ulp_pair_page_init(UlpPairPage *self) {
  static const GActionEntry entries[] = {
      {.name = "focus-value", .activate = focus_value},
      {.name = "next-part", .activate = next_part},
      {.name = "undo", .activate = undo},
      {.name = "redo", .activate = redo},
  };
  GtkWidget *apart = gtk_label_new(NULL);
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing(GTK_BOX(self), 6);
  gtk_widget_add_css_class(GTK_WIDGET(self), "ulp-page");
  self->input = ULP_PAIR_INPUT(ulp_pair_input_new());
  self->apart = GTK_LABEL(apart);
  gtk_widget_set_name(apart, "apart");
  gtk_widget_add_css_class(apart, "ulp-strong");
  gtk_label_set_xalign(self->apart, 0);
  gtk_label_set_ellipsize(self->apart, PANGO_ELLIPSIZE_END);
  gtk_label_set_selectable(self->apart, TRUE);
  gtk_box_append(GTK_BOX(self), GTK_WIDGET(self->input));
  gtk_box_append(GTK_BOX(self), build_numbers(self));
  gtk_box_append(GTK_BOX(self), apart);
  build_parts(self);
  self->actions = g_simple_action_group_new();
  g_action_map_add_action_entries(G_ACTION_MAP(self->actions), entries, G_N_ELEMENTS(entries), self);
  ulp_shown_export_add_actions(G_ACTION_MAP(self->actions), GTK_WIDGET(self), &pair_export);
  gtk_widget_insert_action_group(GTK_WIDGET(self), "page", G_ACTION_GROUP(self->actions));
  g_signal_connect_swapped(self->input, "changed", G_CALLBACK(show), self);
  g_signal_connect_swapped(self->distance, "changed", G_CALLBACK(show), self);
  g_signal_connect_swapped(self->stack, "notify::visible-child", G_CALLBACK(show), self);
  show(self);
}

GtkWidget *ulp_pair_page_new(void) { return g_object_new(ULP_TYPE_PAIR_PAGE, NULL); }

static GtkWidget *create(gconstpointer value) { return ulp_pair_page_new(); }
static GActionGroup *page_actions(GtkWidget *page) { return G_ACTION_GROUP(ULP_PAIR_PAGE(page)->actions); }
static char *get_state(GtkWidget *page) { return ulp_pair_input_get_state(ULP_PAIR_PAGE(page)->input); }
static void set_state(GtkWidget *page, const char *text) { ulp_pair_input_set_state(ULP_PAIR_PAGE(page)->input, text); }

const UlpPageKind ulp_page_kind_pair = {
    .create = create, .actions = page_actions, .state = get_state, .set_state = set_state};
