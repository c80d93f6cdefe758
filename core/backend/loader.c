#include "core/backend/loader.h"

#include "core/base/i18n.h"

#include <gio/gio.h>
#include <gmodule.h>

#define MODULE_NAME "ulp-cuda.so"

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

static char *find_module(void) {
  const char *named = g_getenv("ULP_CUDA_MODULE");
  if (named && *named)
    return g_strdup(named);

  g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
  g_autofree char *folder = program ? g_path_get_dirname(program) : g_strdup(".");
  char *candidates[] = {
      g_build_filename(folder, MODULE_NAME, NULL),
      g_build_filename(folder, "..", "bin", MODULE_NAME, NULL),
      g_build_filename(folder, "..", ULP_LIBRARY_DIR, "ulpscope", MODULE_NAME, NULL),
      g_build_filename(ULP_LIBRARY_DIR_FULL, "ulpscope", MODULE_NAME, NULL),
  };
  char *found = NULL;
  for (guint i = 0; i < G_N_ELEMENTS(candidates); i++) {
    if (!found && g_file_test(candidates[i], G_FILE_TEST_EXISTS))
      found = g_steal_pointer(&candidates[i]);
    g_free(candidates[i]);
  }
  return found;
}

const UlpBackend *ulp_backend_cuda(const char **reason) {
  static GMutex lock;
  static gboolean tried;
  static const UlpBackend *backend;
  static char *failure;

  g_mutex_lock(&lock);
  if (!tried) {
    tried = TRUE;
    g_autofree char *path = find_module();
    if (path)
      backend = load(path, &failure);
    else
      failure = g_strdup(_("the CUDA module is not built or not installed"));
  }
  g_mutex_unlock(&lock);
  if (reason)
    *reason = failure;
  return backend;
}
