/* Operations on any input: what stands behind a '|' in its text, "uniform:n=1e6|permute:seed=3|slice:first=5:n=100". They
 * work on whole arrays on the host, one after the other, before a device gets the result.
 *
 * An operation is one file core/input/operation-ID.c, which defines ulp_operation_ID, and one line in operations.def. */
#pragma once

#include "core/array/array-info.h"
#include "core/base/param.h"

#include <gio/gio.h>

/* An array on the host that its owner may change and replace. */
typedef struct {
  UlpArrayInfo info; /* little-endian */
  gpointer data;     /* packed elements; freed with g_free */
} UlpElements;

/* FALSE with ULP_ERROR_USAGE (what was found and what was expected: the caller names the operation), ULP_ERROR_MEMORY, or
 * ULP_ERROR_CANCELLED within 100 ms; the elements are then still a valid array. */
typedef struct {
  const char *id;
  const char *title; /* N_() */
  const char *help;  /* N_(): one line */
  const UlpParam *params;
  guint n_params;
  gboolean (*apply)(UlpElements *elements, const UlpValues *values, GCancellable *cancellable, GError **error);
} UlpOperation;

#define ULP_OPERATION(id) extern const UlpOperation ulp_operation_##id;
#include "core/input/operations.def"
#undef ULP_OPERATION

extern const UlpOperation *const ulp_operations[];      /* NULL-terminated, in the order of operations.def */
const UlpOperation *ulp_operation_find(const char *id); /* NULL: there is none */

#define ULP_OPERATION_SLICE 0x10000 /* elements between two looks at a cancellable */

/* An operation with its parameters, as a value. */
typedef struct {
  const UlpOperation *operation;
  UlpValues *values;
} UlpOperationSpec;

/* "permute:seed=3". ULP_ERROR_USAGE names the operation. */
UlpOperationSpec *ulp_operation_spec_parse(const char *text, GError **error);
void ulp_operation_spec_free(UlpOperationSpec *spec);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpOperationSpec, ulp_operation_spec_free)
/* The shortest text that is parsed as this value. New string. */
char *ulp_operation_spec_text(const UlpOperationSpec *spec);

/* Applies the operations (UlpOperationSpec) in their order; errors name the one. */
gboolean ulp_operations_apply(const GPtrArray *specs, UlpElements *elements, GCancellable *cancellable, GError **error);
