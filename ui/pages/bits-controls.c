#include "ui/pages/bits-controls.h"

#include "core/base/i18n.h"

static const struct {
  const char *title, *text, *why;
} examples[] = {
    {"0.1", "0.1", N_("No binary format holds one tenth exactly")},
    {"1/3", "1/3", N_("One third, rounded once")},
    {"π", "pi", N_("Pi, rounded once")},
    {"0.1+0.2", "0.1+0.2", N_("Exactly three tenths; computed in fp64 it is not")},
    {"257", "257", N_("The first whole number that bf16 skips")},
    {"2049", "2049", N_("The first whole number that fp16 skips")},
    {"16777217", "16777217", N_("2^24 + 1, the first whole number that fp32 skips")},
    {"65504", "65504", N_("The largest fp16 value")},
    {"65520", "65520", N_("The first number that fp16 rounds to infinity")},
    {"1e-45", "1e-45", N_("Near the smallest fp32 subnormal")},
    {"max fp64", "1.7976931348623157e308", N_("The largest fp64 value")},
    {"−0", "-0", N_("Negative zero")},
    {"inf", "inf", N_("Infinity")},
    {"nan", "nan", N_("Not a number")},
};

typedef struct {
  void (*chosen)(gpointer data, const char *text);
  gpointer data;
} Examples;

static void clicked(GtkButton *button, gpointer data) {
  const Examples *to = data;
  to->chosen(to->data, g_object_get_data(G_OBJECT(button), "text"));
}

GtkWidget *ulp_bits_examples_new(void (*chosen)(gpointer data, const char *text), gpointer data) {
  Examples *to = g_new(Examples, 1);
  *to = (Examples){chosen, data};
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *caption = gtk_label_new(_("Try"));
  gtk_widget_add_css_class(caption, "ulp-dim");
  gtk_widget_set_margin_end(caption, 4);
  gtk_box_append(GTK_BOX(box), caption);
  for (guint i = 0; i < G_N_ELEMENTS(examples); i++) {
    GtkWidget *button = gtk_button_new_with_label(examples[i].title);
    gtk_widget_add_css_class(button, "ulp-chip");
    gtk_widget_set_tooltip_text(button, _(examples[i].why));
    g_object_set_data(G_OBJECT(button), "text", (gpointer)examples[i].text);
    g_signal_connect(button, "clicked", G_CALLBACK(clicked), to);
    gtk_box_append(GTK_BOX(box), button);
  }
  g_object_set_data_full(G_OBJECT(box), "examples", to, g_free);
  return box;
}

void ulp_bits_legend_say(GtkWidget *legend, const char *text) {
  GtkWidget *line = gtk_widget_get_last_child(legend);
  gtk_label_set_text(GTK_LABEL(line),
                     *text ? text : _("Click a bit to flip it, or move with the arrow keys and press Space"));
  if (*text)
    gtk_widget_remove_css_class(line, "ulp-dim");
  else
    gtk_widget_add_css_class(line, "ulp-dim");
}

GtkWidget *ulp_bits_legend_new(void) {
  static const struct {
    const char *title, *class_;
  } keys[] = {{N_("sign"), "ulp-key-sign"},
              {N_("exponent"), "ulp-key-exponent"},
              {N_("significand"), "ulp-key-significand"},
              {N_("unused"), "ulp-key-unused"}};
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
  for (guint i = 0; i < G_N_ELEMENTS(keys); i++) {
    GtkWidget *key = gtk_label_new(_(keys[i].title));
    gtk_widget_add_css_class(key, "ulp-key");
    gtk_widget_add_css_class(key, keys[i].class_);
    gtk_box_append(GTK_BOX(box), key);
  }
  GtkWidget *line = gtk_label_new(NULL);
  gtk_widget_set_name(line, "bit-words");
  gtk_widget_set_hexpand(line, TRUE);
  gtk_label_set_xalign(GTK_LABEL(line), 1);
  gtk_label_set_ellipsize(GTK_LABEL(line), PANGO_ELLIPSIZE_END);
  gtk_box_append(GTK_BOX(box), line);
  ulp_bits_legend_say(box, "");
  return box;
}

GtkDropDown *ulp_bits_add_drop_down(GtkWidget *box, const char *caption, const char *const *titles, guint n_titles) {
  GtkStringList *list = gtk_string_list_new(NULL);
  for (guint i = 0; i < n_titles; i++)
    gtk_string_list_append(list, _(titles[i]));
  GtkWidget *label = gtk_label_new_with_mnemonic(caption);
  GtkWidget *drop_down = gtk_drop_down_new(G_LIST_MODEL(list), NULL);
  gtk_label_set_mnemonic_widget(GTK_LABEL(label), drop_down);
  gtk_box_append(GTK_BOX(box), label);
  gtk_box_append(GTK_BOX(box), drop_down);
  return GTK_DROP_DOWN(drop_down);
}
