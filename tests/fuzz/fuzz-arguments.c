/* The words of a command, one a line, with the options of every experiment; then as the words of a whole command. */
#include "fuzz.h"

#include "core/experiment/document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  g_autofree char *text = fuzz_text(data, size);
  g_auto(GStrv) words = g_strsplit(text, "\n", 100);
  for (guint i = 0; ulp_experiments[i] != NULL; i++) {
    g_autoptr(GArray) options = ulp_options_new();
    ulp_run_document_add_options(ulp_experiments[i], options);
    g_autoptr(GError) error = NULL;
    g_autoptr(UlpArguments) arguments = ulp_arguments_parse("ulp run", options, words, &error);
    fuzz_check(arguments != NULL, error);
    if (arguments == NULL)
      continue;
    g_autoptr(UlpRunDocument) document = ulp_run_document_new(ulp_experiments[i]);
    const gboolean valid =
        ulp_arguments_check_words(arguments, 0, &error) && ulp_run_document_apply(document, arguments, &error);
    fuzz_check(valid, error);
  }
  return 0;
}
