/* Taking along an axis: of runs of elements that lie together, one of each group is kept. */
#include "core/input/operation-take.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

gboolean ulp_operation_take(UlpElements *elements, guint axis, guint64 at, GCancellable *cancellable, GError **error) {
  UlpArrayInfo *info = &elements->info;
  const guint64 length = axis < info->n_dimensions ? info->shape[axis] : 1;
  if (at >= length) {
    ulp_set_error(error, ULP_ERROR_USAGE,
                  _("at: found %" G_GUINT64_FORMAT ", expected less than %" G_GUINT64_FORMAT ", the length of axis %u"),
                  at, length, axis);
    return FALSE;
  }
  guint64 count, run = 1; /* elements between two along the axis: the product of the axes that run faster */
  ulp_array_info_count(info, &count);
  for (guint i = 0; i < info->n_dimensions; i++)
    if (info->fortran ? i < axis : i > axis)
      run *= info->shape[i];
  const guint64 kept = count / length;
  for (guint64 i = 0; i < kept; i++) {
    const guint64 from = (i / run * length + at) * run + i % run;
    ulp_packed_store(info->format, elements->data, i, ulp_packed_load(info->format, elements->data, from));
    if (i % ULP_OPERATION_SLICE == 0 && !ulp_go_on(cancellable, error))
      return FALSE;
  }
  if (axis < info->n_dimensions)
    info->n_dimensions--;
  for (guint i = axis; i < info->n_dimensions; i++)
    info->shape[i] = info->shape[i + 1];
  info->fortran = info->fortran && info->n_dimensions > 1;
  return TRUE;
}
