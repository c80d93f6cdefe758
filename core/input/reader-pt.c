/* PyTorch's checkpoints: pickles, which run what is in them, and so never read. */
#include "core/base/i18n.h"
#include "core/input/reader.h"

static gpointer pt_open(const UlpReading *reading, GCancellable *cancellable, GError **error) {
  ulp_reader_fail(error,
                  _("a PyTorch checkpoint is a pickle, which can run code and is never read; in Python, "
                    "safetensors.torch.save_file(torch.load(FILE, weights_only=True), \"x.safetensors\") makes a "
                    "file that is read here"));
  return NULL;
}

static const char *const endings[] = {".pt", ".pth", ".ckpt", ".pkl", NULL};

const UlpReader ulp_reader_pt = {.endings = endings, .open = pt_open};
