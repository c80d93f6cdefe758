/* What is put into SVG and PNG files beside the drawing. */
#include "ui/plot/png-text.h"
#include "ui/plot/svg-text.h"

#include <string.h>

/* Identifiers count up from 1 in the order in which they appear, and what refers to them goes along. */
static void test_svg(void) {
  static const char svg[] =
      "<?xml?>\n<svg w=\"1\">\n<g id=\"surface12\"><use href=\"#image70\"/></g><image id=\"image70\"/>"
      "<use href=\"#surface12\"/><g mask=\"url(#mask3)\"/><text id=\"surfaces\">surface12</text></svg>";
  static const char expected[] =
      "<?xml?>\n<svg w=\"1\">\n<title>a &lt; b</title>\n<desc>k: v &amp; w\nl:  \tm</desc>\n"
      "<g id=\"surface1\"><use href=\"#image2\"/></g><image id=\"image2\"/>"
      "<use href=\"#surface1\"/><g mask=\"url(#mask3)\"/><text id=\"surfaces\">surface12</text></svg>";
  g_autoptr(GByteArray) drawn = g_byte_array_new();
  g_byte_array_append(drawn, (const guint8 *)svg, sizeof svg - 1);
  g_autoptr(GByteArray) described = ulp_svg_describe(drawn, "a < b", "k: v & w\nl: \x01\tm", NULL);
  g_byte_array_append(described, (const guint8 *)"", 1);
  g_assert_cmpstr((const char *)described->data, ==, expected);
}

static guint32 number_at(const guint8 *bytes) {
  return (guint32)bytes[0] << 24 | (guint32)bytes[1] << 16 | (guint32)bytes[2] << 8 | bytes[3];
}

/* PNG Specification, 3rd edition, 11.3.3: at most 79 characters of key, one zero, the text. */
static void test_png(void) {
  g_autoptr(GByteArray) chunks = g_byte_array_new();
  g_autofree char *key = g_strnfill(100, 'k');
  ulp_png_append_text(chunks, key, "text");
  g_assert_cmpuint(chunks->len, ==, 12 + 79 + 1 + 4);
  g_assert_cmpuint(number_at(chunks->data), ==, 79 + 1 + 4);
  g_assert_cmpmem(chunks->data + 4, 4, "tEXt", 4);
  g_assert_cmpmem(chunks->data + 8, 79, key, 79);
  g_assert_cmpmem(chunks->data + 87, 5, "\0text", 5);
  g_byte_array_set_size(chunks, 0);
  ulp_png_append_text(chunks, "Key", "\xc3\xa4");
  g_assert_cmpmem(chunks->data + 4, 14, "iTXtKey\0\0\0\0\0\xc3\xa4", 14);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/plot/file-text/svg", test_svg);
  g_test_add_func("/plot/file-text/png", test_png);
  return g_test_run();
}
