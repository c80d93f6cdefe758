/* A sum in a user's shared object (core/order/user-sum.h), run in a child process: a crash or a hang there is an error here. */
#pragma once

#include "core/base/param.h"

#include <gio/gio.h>

/* The file of an object, or "" for none. Loading it runs its code: so no run that is read from a file may name one. */
extern const UlpParamType ulp_param_object;
#define ULP_PARAM_OBJECT (&ulp_param_object)
/* "" for none. */
const char *ulp_values_object(const UlpValues *values, const char *id);

typedef struct _UlpObjectSum UlpObjectSum;

/* `patience`: seconds that loading it, or one sum, may take. ULP_ERROR_INPUT for what is no such object. */
UlpObjectSum *ulp_object_sum_open(const char *file, double patience, GCancellable *cancellable, GError **error);
/* The same in a process where memory from malloc() holds `fill` in every byte (0 to 255) before it is written; -1: as it comes. */
UlpObjectSum *ulp_object_sum_open_filled(const char *file, int fill, double patience, GCancellable *cancellable,
                                         GError **error);
void ulp_object_sum_free(UlpObjectSum *object);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UlpObjectSum, ulp_object_sum_free)

gboolean ulp_object_sum_is_fp64(const UlpObjectSum *object);

/* FALSE with ULP_ERROR_INPUT where the object crashed or took too long; ULP_ERROR_CANCELLED. */
gboolean ulp_object_sum_run(UlpObjectSum *object, const double *values, guint32 n, double *sum,
                            GCancellable *cancellable, GError **error);
