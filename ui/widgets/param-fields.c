/* The list of controls. */
#include "core/base/param-power.h"
#include "core/input/input-spec.h"
#include "core/number/number-params.h"
#include "core/sum/algorithms-param.h"
#include "ui/widgets/param-field.h"

static const struct {
  const UlpParamType *type;
  GType (*get_type)(void);
} fields[] = {
#define ULP_PARAM_FIELD(type, control) {&ulp_param_##type, ulp_param_field_##control##_get_type},
#include "ui/widgets/param-fields.def"
#undef ULP_PARAM_FIELD
};

UlpParamField *ulp_param_field_new(const UlpParam *param) {
  GType (*get_type)(void) = ulp_param_field_entry_get_type;
  for (guint i = 0; i < G_N_ELEMENTS(fields); i++)
    if (fields[i].type == param->type)
      get_type = fields[i].get_type;
  UlpParamField *field = g_object_new(get_type(), "spacing", 6, NULL);
  ulp_param_field_build(field, param, ulp_param_field_new);
  return field;
}
