/* The operations on an input as rows: one each with its parameters, in their order, and a control that adds another. */
#pragma once

#include "ui/widgets/param-field.h"

#define ULP_TYPE_OPERATION_ROWS (ulp_operation_rows_get_type())
/* Signal: "changed", after every edit by the user. */
G_DECLARE_FINAL_TYPE(UlpOperationRows, ulp_operation_rows, ULP, OPERATION_ROWS, GtkBox)

/* `field`, borrowed, is the one that the rows are part of. */
GtkWidget *ulp_operation_rows_new(UlpParamField *field);
/* "|permute:seed=3|sort", "" for none; new string. */
char *ulp_operation_rows_text(UlpOperationRows *rows);
/* Rows for the operations of `text`; none where one of them is not valid, as the text alone then says what is meant. */
void ulp_operation_rows_set_text(UlpOperationRows *rows, const char *text);
