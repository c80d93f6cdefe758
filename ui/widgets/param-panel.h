/* The controls of a list of declared parameters, with their labels, units, help and errors. */
#pragma once

#include "core/base/param.h"
#include "ui/widgets/param-field.h"

#include <gtk/gtk.h>

#define ULP_TYPE_PARAM_PANEL (ulp_param_panel_get_type())
/* Signal: "changed", when a value or the panel's validity may have changed. */
G_DECLARE_FINAL_TYPE(UlpParamPanel, ulp_param_panel, ULP, PARAM_PANEL, GtkWidget)

/* `params` is borrowed (a descriptor's constant). */
GtkWidget *ulp_param_panel_new(const UlpParam *params, guint n_params);

/* Every value that is valid, the last valid one of every other; borrowed. */
const UlpValues *ulp_param_panel_values(UlpParamPanel *panel);
gboolean ulp_param_panel_valid(UlpParamPanel *panel);
/* What is wrong with a parameter; NULL when nothing is. Borrowed. */
const char *ulp_param_panel_error(UlpParamPanel *panel, const char *id);
UlpParamField *ulp_param_panel_field(UlpParamPanel *panel, const char *id); /* NULL when there is none */
