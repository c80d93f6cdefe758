/* The control of one declared parameter: it shows and takes the parameter's text, whatever its type.
 *
 * A control is one subclass in a file of its own, param-field-ID.c, and a type of parameter has one by its line in
 * param-fields.def; everything else works on any field. */
#pragma once

#include "core/base/param.h"

#include <gtk/gtk.h>

#define ULP_TYPE_PARAM_FIELD (ulp_param_field_get_type())
/* Signal: "changed", after every edit, valid or not. */
G_DECLARE_DERIVABLE_TYPE(UlpParamField, ulp_param_field, ULP, PARAM_FIELD, GtkBox)

struct _UlpParamFieldClass {
  GtkBoxClass parent;
  void (*build)(UlpParamField *field); /* adds the controls for ulp_param_field_param */
  char *(*get_text)(UlpParamField *field);
  void (*set_text)(UlpParamField *field, const char *text);
  gboolean empty_is_default; /* without a text it says nothing */
  gboolean wide;             /* takes both columns of the grid, under its label */
};

/* Shows the parameter's default. `param` is borrowed (a descriptor's constant). */
UlpParamField *ulp_param_field_new(const UlpParam *param);
const UlpParam *ulp_param_field_param(UlpParamField *field);
char *ulp_param_field_text(UlpParamField *field); /* new string */
void ulp_param_field_set_text(UlpParamField *field, const char *text);
/* The same, where an emptied entry stands for the default that it shows. New string. */
char *ulp_param_field_value(UlpParamField *field);
/* What an entry says, without blanks around it; an emptied one stands for `usual`, which it shows. New string. */
char *ulp_param_field_entry_text(GtkWidget *entry, const char *usual);
/* Shows the field as wrong, with the reason for those who do not see it, or as right again (NULL). */
void ulp_param_field_set_error(UlpParamField *field, const char *message);

/* Puts label and field into the next rows of a grid of two columns and returns the number of rows used: side by side,
 * or one below the other where the field is wide. */
int ulp_param_field_attach(UlpParamField *field, GtkGrid *grid, int row);

/* For subclasses. */
#define ULP_PARAM_FIELD(type, control) GType ulp_param_field_##control##_get_type(void);
#include "ui/widgets/param-fields.def"
#undef ULP_PARAM_FIELD
UlpParamField *ulp_param_field_make(UlpParamField *field, const UlpParam *param); /* another one, inside it */
void ulp_param_field_emit_changed(UlpParamField *field);
/* The control that stands for the field: focused, named and marked. The first one added is it when none is named. */
void ulp_param_field_set_control(UlpParamField *field, GtkWidget *control);
/* An entry whose every edit is the field's. */
GtkWidget *ulp_param_field_add_entry(UlpParamField *field, GtkBox *box);

/* For the list of controls (param-fields.c): what every field begins with. `make` is ulp_param_field_new. */
void ulp_param_field_build(UlpParamField *field, const UlpParam *param, UlpParamField *(*make)(const UlpParam *param));
