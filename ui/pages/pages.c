#include "ui/pages/pages.h"

#include "core/base/i18n.h"
#include "ui/pages/bits-page.h"
#include "ui/pages/experiment-page.h"

void ulp_pages_foreach(void (*add)(const UlpPage *page, gpointer data), gpointer data) {
  add(&(UlpPage){&ulp_page_kind_bits, "bits", _("Bits"), (gpointer)&ulp_bits_start, NULL}, data);
  for (guint i = 0; ulp_experiments[i]; i++) {
    const UlpExperimentStart start = {ulp_experiments[i], NULL};
    add(&(UlpPage){&ulp_page_kind_experiment, start.experiment->id, _(start.experiment->title),
                   g_memdup2(&start, sizeof start), g_free},
        data);
  }
}
