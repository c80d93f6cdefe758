/* The part of an array with one index along an axis. */
#pragma once

#include "core/input/operation.h"

/* Keeps the elements whose index along `axis` (of those there are) is `at`, in their order; the axis is gone then. As
 * numpy.take(x, at, axis) does. ULP_ERROR_USAGE: there is no such index. */
gboolean ulp_operation_take(UlpElements *elements, guint axis, guint64 at, GCancellable *cancellable, GError **error);
