#pragma once

#include "fuzz.h"

#include "core/experiment/document.h"

static inline void fuzz_document(const UlpRunDocument *document, const GError *error) {
  fuzz_check(document != NULL, error);
  if (document == NULL)
    return;
  g_autoptr(GError) trouble = NULL;
  g_autofree char *text = ulp_run_document_to_text(document), *json = ulp_run_document_to_json(document);
  g_autoptr(UlpRunDocument) from_text = ulp_run_document_from_text(text, &trouble);
  g_assert_no_error(trouble);
  g_assert_true(ulp_run_document_equal(document, from_text));
  g_autoptr(UlpRunDocument) from_json = ulp_run_document_from_json(json, -1, &trouble);
  g_assert_no_error(trouble);
  g_assert_true(ulp_run_document_equal(document, from_json));
}
