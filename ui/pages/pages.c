#include "ui/pages/pages.h"

#include "core/base/i18n.h"
#include "ui/pages/bits-page.h"
#include "ui/pages/blocks-page.h"
#include "ui/pages/experiment-page.h"
#include "ui/pages/pair-page.h"

static void free_document(gpointer document) { ulp_run_document_unref(document); }

void ulp_pages_foreach(void (*add)(const UlpPage *page, gpointer data), gpointer data) {
  add(&(UlpPage){&ulp_page_kind_bits, "bits", _("Bits"), (gpointer)&ulp_bits_start, NULL}, data);
  add(&(UlpPage){&ulp_page_kind_pair, "two-values", _("Two values"), NULL, NULL}, data);
  add(&(UlpPage){&ulp_page_kind_blocks, "blocks", _("Blocks"), NULL, NULL}, data);
  for (guint i = 0; ulp_experiments[i]; i++) {
    const UlpExperiment *experiment = ulp_experiments[i];
    add(&(UlpPage){&ulp_page_kind_experiment, experiment->id, _(experiment->title), ulp_run_document_new(experiment),
                   free_document},
        data);
  }
}
