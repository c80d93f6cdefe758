#include "ui/pages/bits-ruler.h"

#include "core/base/i18n.h"
#include "ui/widgets/state.h"

#define STATE_GROUP "bits"
#define STATE_BESIDE "beside"
#define USUAL_BESIDE ULP_INDEX_FP16
#define NEARER 4.0 /* of one press of a button */

struct _UlpBitsRuler {
  GtkBox parent_instance;
  UlpRulerView *view;
  GtkDropDown *beside; /* a format of the list */
  GtkLabel *reading;
  UlpTyped typed;
  char *text;
  UlpFormat format;
};

G_DEFINE_TYPE(UlpBitsRuler, ulp_bits_ruler, GTK_TYPE_BOX)

enum { TAKEN, N_SIGNALS };
static guint signals[N_SIGNALS];

UlpRulerView *ulp_bits_ruler_get_view(UlpBitsRuler *self) { return self->view; }

static void show_reading(UlpBitsRuler *self) {
  UlpFormat format;
  UlpBits bits;
  const UlpRulerPicture *picture = ulp_ruler_view_get_picture(self->view);
  const gboolean reads = ulp_ruler_view_get_read(self->view, &format, &bits);
  g_autofree char *words = reads ? ulp_ruler_picture_words(picture, (guint)picture->chosen, bits) : NULL;
  gtk_label_set_text(self->reading,
                     words ? words
                           : _("Wheel or + and −: nearer, further; drag or arrows: move; a click takes a value"));
}

static void show(UlpBitsRuler *self) {
  const UlpFormat formats[] = {self->format, ulp_formats[gtk_drop_down_get_selected(self->beside)]};
  if (self->typed.real)
    ulp_ruler_view_set(self->view, &self->typed, formats, formats[0] == formats[1] ? 1 : 2);
}

void ulp_bits_ruler_set(UlpBitsRuler *self, const UlpTyped *typed, UlpFormat format) {
  g_free(self->text);
  self->text = g_strdup(typed->text);
  self->typed = *typed;
  self->typed.text = self->text;
  self->format = format;
  show(self);
}

static void beside_chosen(UlpBitsRuler *self) {
  ulp_state_set(STATE_GROUP, STATE_BESIDE, ulp_format_ids[gtk_drop_down_get_selected(self->beside)]);
  show(self);
}

static void taken(UlpBitsRuler *self) {
  UlpFormat format;
  UlpBits bits;
  if (!ulp_ruler_view_get_read(self->view, &format, &bits))
    return;
  g_autofree char *hex = ulp_bits_to_hex(format, bits);
  g_autofree char *text = g_strdup_printf("%s:%s", ulp_format_info(format)->id, hex);
  g_signal_emit(self, signals[TAKEN], 0, text);
}

static void all_clicked(UlpBitsRuler *self) { ulp_ruler_view_show_all(self->view); }
static void number_clicked(UlpBitsRuler *self) { ulp_ruler_view_show_number(self->view); }
static void nearer_clicked(UlpBitsRuler *self) { ulp_ruler_view_zoom_middle(self->view, NEARER); }
static void further_clicked(UlpBitsRuler *self) { ulp_ruler_view_zoom_middle(self->view, 1 / NEARER); }

/* --- construction --- */

static void ulp_bits_ruler_finalize(GObject *object) {
  g_free(ULP_BITS_RULER(object)->text);
  G_OBJECT_CLASS(ulp_bits_ruler_parent_class)->finalize(object);
}

static void ulp_bits_ruler_class_init(UlpBitsRulerClass *klass) {
  G_OBJECT_CLASS(klass)->finalize = ulp_bits_ruler_finalize;
  signals[TAKEN] =
      g_signal_new("taken", ULP_TYPE_BITS_RULER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static GtkWidget *build_beside(UlpBitsRuler *self) {
  g_autofree char *last = ulp_state_get(STATE_GROUP, STATE_BESIDE);
  GtkWidget *beside = gtk_drop_down_new_from_strings(ulp_format_ids);
  guint selected = USUAL_BESIDE;
  for (guint i = 0; last && i < ULP_N_FORMATS; i++)
    if (g_str_equal(last, ulp_format_ids[i]))
      selected = i;
  self->beside = GTK_DROP_DOWN(beside);
  gtk_drop_down_set_selected(self->beside, selected);
  gtk_widget_set_name(beside, "beside");
  g_signal_connect_swapped(beside, "notify::selected", G_CALLBACK(beside_chosen), self);
  return beside;
}

static void add_buttons(UlpBitsRuler *self, GtkBox *box) {
  const struct {
    const char *title, *tip;
    void (*clicked)(UlpBitsRuler *self);
  } buttons[] = {{"−", _("Further (−)"), further_clicked},
                 {"+", _("Nearer (+)"), nearer_clicked},
                 {_("Around the number"), _("Four ulps of the coarser format (End)"), number_clicked},
                 {_("All values"), _("From the lowest to the highest (Home)"), all_clicked}};
  for (guint i = 0; i < G_N_ELEMENTS(buttons); i++) {
    GtkWidget *button = gtk_button_new_with_label(buttons[i].title);
    gtk_widget_add_css_class(button, "ulp-tool");
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_widget_set_tooltip_text(button, buttons[i].tip);
    g_signal_connect_swapped(button, "clicked", G_CALLBACK(buttons[i].clicked), self);
    gtk_box_append(box, button);
  }
}

static void ulp_bits_ruler_init(UlpBitsRuler *self) {
  GtkWidget *view = ulp_ruler_view_new(), *tools = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *reading = gtk_label_new(NULL), *caption = gtk_label_new_with_mnemonic(_("_beside"));
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self), GTK_ORIENTATION_VERTICAL);
  self->view = ULP_RULER_VIEW(view);
  self->reading = GTK_LABEL(reading);
  gtk_widget_set_name(reading, "reading");
  gtk_widget_add_css_class(reading, "ulp-small");
  gtk_widget_set_hexpand(reading, TRUE);
  gtk_label_set_xalign(self->reading, 0);
  gtk_label_set_ellipsize(self->reading, PANGO_ELLIPSIZE_END);
  gtk_box_append(GTK_BOX(tools), reading);
  gtk_box_append(GTK_BOX(tools), caption);
  gtk_box_append(GTK_BOX(tools), build_beside(self));
  gtk_label_set_mnemonic_widget(GTK_LABEL(caption), GTK_WIDGET(self->beside));
  add_buttons(self, GTK_BOX(tools));
  gtk_widget_set_margin_start(tools, 8);
  gtk_widget_set_margin_end(tools, 8);
  gtk_widget_set_margin_bottom(tools, 4);
  gtk_box_append(GTK_BOX(self), view);
  gtk_box_append(GTK_BOX(self), tools);
  g_signal_connect_swapped(view, "reading", G_CALLBACK(show_reading), self);
  g_signal_connect_swapped(view, "taken", G_CALLBACK(taken), self);
  show_reading(self);
}

GtkWidget *ulp_bits_ruler_new(void) { return g_object_new(ULP_TYPE_BITS_RULER, NULL); }
