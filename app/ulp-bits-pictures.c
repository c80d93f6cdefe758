#include "app/ulp-bits-pictures.h"

#include "core/base/decimal.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "ui/picture/alignment-picture.h"
#include "ui/picture/bits-picture.h"
#include "ui/picture/ruler-picture.h"
#include "ui/plot/picture.h"

#include <math.h>

#define WIDTH 960 /* points */
#define RULER_FORMATS 2

static const UlpPlotStyle style = {.footer = TRUE};

static const char *const picture_options[] = {"plot", "ruler"};

void ulp_bits_add_picture_options(GArray *options) {
  ulp_options_add(
      options, "plot", "FILE",
      _("draw the bits, or with --align the last operation in the first format, as SVG, PDF or PNG, instead"));
  ulp_options_add(options, "ruler", "FILE",
                  _("draw the values of the first two formats around the number, as SVG, PDF or PNG, instead"));
  ulp_options_add(options, "span", "ULPS",
                  _("how wide that is, in ulps of the coarser format, or all for all of its values (default 4)"));
}

/* How wide the ruler is, in ulps; an infinity: all of it. */
static gboolean parse_span(const UlpArguments *arguments, double *ulps, GError **error) {
  const char *text = ulp_arguments_last(arguments, "span");
  *ulps = ULP_RULER_ULPS;
  if (!text || (ulp_decimal_to_real(text, ulps) && *ulps > 0))
    return TRUE;
  *ulps = INFINITY;
  if (g_str_equal(text, "all"))
    return TRUE;
  ulp_set_error(error, ULP_ERROR_USAGE, _("--span: found “%s”, expected a number of ulps above 0, or all"), text);
  return FALSE;
}

gboolean ulp_bits_check_pictures(const UlpArguments *arguments, GError **error) {
  double ulps;
  for (guint k = 0; k < G_N_ELEMENTS(picture_options); k++) {
    for (guint i = 0; i < ulp_arguments_n_values(arguments, picture_options[k]); i++) {
      if (!ulp_picture_check(ulp_arguments_value(arguments, picture_options[k], i), error)) {
        g_prefix_error(error, "--%s: ", picture_options[k]);
        return FALSE;
      }
    }
  }
  return parse_span(arguments, &ulps, error);
}

guint ulp_bits_n_pictures(const UlpArguments *arguments) {
  guint n = 0;
  for (guint k = 0; k < G_N_ELEMENTS(picture_options); k++)
    n += ulp_arguments_n_values(arguments, picture_options[k]);
  return n;
}

static gboolean write_all(const UlpArguments *arguments, const char *option, const UlpPicture *picture,
                          GError **error) {
  for (guint i = 0; i < ulp_arguments_n_values(arguments, option); i++)
    if (!ulp_picture_export(picture, ulp_arguments_value(arguments, option, i), NULL, error))
      return FALSE;
  return TRUE;
}

/* --- the bits --- */

static void draw_bits(gpointer data, cairo_t *cr, double width, double height) {
  ulp_bits_picture_draw(data, cr, width, height, &style);
}

static gboolean write_bits(const UlpArguments *arguments, const UlpTyped *typed, const GArray *formats,
                           const UlpTable *table, GError **error) {
  UlpBitsPicture drawing = {*typed, (const UlpFormat *)(gconstpointer)formats->data, formats->len, table};
  UlpPicture picture = {
      .title = _(ULP_BITS_TITLE), .table = table, .reproducible = TRUE, .draw = draw_bits, .data = &drawing};
  ulp_bits_picture_size(&drawing, &style, &picture.width, &picture.height);
  return write_all(arguments, "plot", &picture, error);
}

/* --- an operation --- */

static void draw_alignment(gpointer data, cairo_t *cr, double width, double height) {
  ulp_alignment_picture_draw(data, cr, width, height, &style);
}

static gboolean write_alignment(const UlpArguments *arguments, const UlpTyped *typed, UlpFormat format,
                                const UlpTable *table, GError **error) {
  const UlpArithmetic arithmetic = {format, typed->round, typed->profile};
  g_autoptr(UlpExpression) expression = ulp_expression_parse(typed->text, error);
  g_autoptr(GArray) steps = expression ? ulp_expression_steps(expression, &arithmetic, error) : NULL;
  if (!steps)
    return FALSE;
  const UlpExpressionStep *step = &g_array_index(steps, UlpExpressionStep, ulp_alignment_picture_choose(steps, format));
  g_autoptr(UlpAlignment) alignment = ulp_step_alignment(step, format);
  UlpAlignmentPicture drawing = {step, arithmetic, alignment, table};
  UlpPicture picture = {
      .title = _(ULP_ALIGNMENT_TITLE), .table = table, .reproducible = TRUE, .draw = draw_alignment, .data = &drawing};
  ulp_alignment_picture_size(&drawing, &style, &picture.width, &picture.height);
  return write_all(arguments, "plot", &picture, error);
}

/* --- the ruler --- */

static void draw_ruler(gpointer data, cairo_t *cr, double width, double height) {
  ulp_ruler_picture_draw(data, cr, width, height, &style);
}

static gboolean write_rulers(const UlpArguments *arguments, const UlpTyped *typed, const GArray *formats,
                             const UlpTable *table, GError **error) {
  double ulps;
  if (!parse_span(arguments, &ulps, error))
    return FALSE;
  g_autoptr(UlpRuler) ruler =
      ulp_ruler_new(typed->real, (const UlpFormat *)(gconstpointer)formats->data, MIN(formats->len, RULER_FORMATS));
  if (isinf(ulps))
    ulp_ruler_show_all(ruler);
  else
    ulp_ruler_show_ulps(ruler, ulps);
  UlpRulerPicture drawing = {.ruler = ruler, .typed = *typed, .table = table, .chosen = -1};
  const UlpPicture picture = {.title = _(ULP_RULER_TITLE),
                              .table = table,
                              .width = WIDTH,
                              .height = ULP_RULER_HEIGHT,
                              .reproducible = TRUE,
                              .draw = draw_ruler,
                              .data = &drawing};
  return write_all(arguments, "ruler", &picture, error);
}

gboolean ulp_bits_write_pictures(const UlpArguments *arguments, const UlpTyped *typed, const GArray *formats,
                                 const UlpTable *table, GError **error) {
  const gboolean plotted = ulp_arguments_has(arguments, "align")
                               ? write_alignment(arguments, typed, g_array_index(formats, UlpFormat, 0), table, error)
                               : write_bits(arguments, typed, formats, table, error);
  return plotted && write_rulers(arguments, typed, formats, table, error);
}
