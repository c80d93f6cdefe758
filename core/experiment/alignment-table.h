/* The operations of an expression digit by digit, as a table: what `ulp bits --align` prints. */
#pragma once

#include "core/experiment/bits-table.h"
#include "core/expression/alignment.h"

/* One row for each line of each operation (core/expression/alignment.h) in each format; a bar stands before the first digit that is
 * cut off. `typed` is a text that ulp_expression_real() takes. NULL with ULP_ERROR_INPUT where it is too long to be taken apart, or
 * where it has no operation whose digits could be written. */
UlpTable *ulp_alignment_table_new(const UlpTyped *typed, const UlpFormat *formats, guint n_formats, GError **error);

/* The same of `steps` (ulp_expression_steps()), which may have no such operation. */
UlpTable *ulp_alignment_table_of_steps(const UlpTyped *typed, const GArray *steps, const UlpArithmetic *arithmetic);

/* What a line is told beside its digits: "shifted right by 3"; new string, in English, which ulp_alignment_note_words() translates. */
char *ulp_alignment_note(const UlpAlignedRow *row, const UlpRounding *rounding);
char *ulp_alignment_note_words(const char *note);
