#include "core/experiment/verify-classes.h"

#include "core/array/packing.h"
#include "core/base/i18n.h"
#include "core/number/format.h"
#include "core/number/overflow.h"

#include <string.h>

const char *ulp_verify_class_title(guint class_) {
  return class_ == ULP_VERIFY_OVERFLOW ? N_("overflow") : ulp_class_titles[class_];
}

static guint class_of(UlpFormat from, const UlpConvertJob *job, UlpBits bits) {
  const UlpUnpacked element = ulp_unpack(ulp_layout(from), bits);
  const gboolean beyond = element.class_ < ULP_CLASS_INFINITE && element.significand &&
                          ulp_overflows(ulp_layout(job->to), element, job->round);
  return beyond ? ULP_VERIFY_OVERFLOW : element.class_;
}

void ulp_verify_compare(UlpVerifyClass *classes, UlpFormat from, const UlpConvertJob *job,
                        const UlpVerifyArrays *arrays) {
  if (memcmp(arrays->expected, arrays->found, ulp_packed_bytes(job->to, arrays->count)) == 0)
    return;
  for (guint64 i = 0; i < arrays->count; i++) {
    const UlpBits wanted = ulp_packed_load(job->to, arrays->expected, i),
                  got = ulp_packed_load(job->to, arrays->found, i);
    if (wanted == got)
      continue;
    const UlpBits bits = ulp_packed_load(from, arrays->source, i);
    UlpVerifyClass *class_ = &classes[class_of(from, job, bits)];
    if (class_->differ++ == 0) {
      class_->example = bits;
      class_->expected = wanted;
      class_->found = got;
    }
  }
}
