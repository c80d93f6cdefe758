#include "core/backend/loader.h"

#include "core/base/companion.h"
#include "core/base/i18n.h"

#include <gio/gio.h>
#include <gmodule.h>

#define MODULE_NAME "ulp-cuda.so"
#define NAMED_BY "ULP_CUDA_MODULE"

/* Which part of a module's version is not ours, in words; NULL when all is. New string. */
static char *difference(const UlpVersion *version) {
  const UlpVersion ours = ULP_VERSION_HERE;
  const struct {
    const char *what;
    guint found, expected;
  } numbers[] = {
      {_("interface"), version->abi, ours.abi}, /* what follows is read only where this is the same */
      {_("size of a job"), version->job_size, ours.job_size},
      {_("size of a result"), version->result_size, ours.result_size},
      {_("size of an accumulator"), version->exact_size, ours.exact_size},
  };
  for (guint i = 0; i < (version->abi == ours.abi ? G_N_ELEMENTS(numbers) : 1); i++)
    if (numbers[i].found != numbers[i].expected)
      return g_strdup_printf(_("%s %u, expected %u"), numbers[i].what, numbers[i].found, numbers[i].expected);
  return g_strcmp0(version->lists, ours.lists)
             ? g_strdup_printf(_("lists “%s”, expected “%s”"), version->lists, ours.lists)
             : NULL;
}

/* The module is never unloaded: a CUDA context does not survive it. */
static const UlpBackend *load(const char *path, char **reason) {
  GModule *module = g_module_open(path, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);
  gpointer symbol = NULL;
  if (!module || !g_module_symbol(module, ULP_BACKEND_ENTRY, &symbol)) {
    *reason = g_strdup_printf(_("the CUDA module cannot be loaded: %s"), g_module_error());
    return NULL;
  }
  g_module_make_resident(module);
  const UlpBackend *backend = ((UlpBackendEntry)symbol)();
  g_autofree char *other = difference(&backend->version);
  if (other)
    *reason = g_strdup_printf(_("the CUDA module %s is of another version: %s"), path, other);
  return other ? NULL : backend;
}

static const UlpBackend *load_named(const char *path, char **reason) {
  g_autofree char *trouble = NULL;
  const UlpBackend *backend = NULL;
  if (g_path_is_absolute(path))
    backend = load(path, &trouble);
  else
    trouble = g_strdup_printf(_("found “%s”, expected an absolute path"), path);
  if (trouble)
    *reason = g_strdup_printf("%s: %s", NAMED_BY, trouble);
  return backend;
}

const char *ulp_backend_cuda_named(void) {
  const char *path = g_getenv(NAMED_BY);
  return path && *path ? path : NULL;
}

const UlpBackend *ulp_backend_cuda(const char **reason) {
  static GMutex lock;
  static gboolean tried;
  static const UlpBackend *backend;
  static char *failure;

  g_mutex_lock(&lock);
  if (!tried) {
    tried = TRUE;
    const char *named = ulp_backend_cuda_named();
    g_autofree char *path = named ? NULL : ulp_companion_find(MODULE_NAME);
    if (named)
      backend = load_named(named, &failure);
    else if (path)
      backend = load(path, &failure);
    else
      failure = g_strdup(_("the CUDA module is not built or not installed"));
  }
  g_mutex_unlock(&lock);
  if (reason)
    *reason = failure;
  return backend;
}
