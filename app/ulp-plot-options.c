#include "app/ulp-plot-options.h"

#include "core/base/error.h"
#include "core/base/i18n.h"

#include <math.h>
#include <string.h>

void ulp_plot_options_add(GArray *options) {
  ulp_options_add(
      options, "plot-size", "WIDTHxHEIGHT",
      _("size of plots in points, of a PNG in pixels at 96 dpi [100x100 to 10000x10000] (default 960x600)"));
  ulp_options_add(options, "plot-dpi", "NUMBER", _("pixels of a PNG to the inch [24 to 600] (default 96)"));
  ulp_options_add(options, "plot-font-size", "NUMBER",
                  _("size of the text of plots in points, with lines and marks in step [4 to 72] (default 10)"));
  ulp_options_add(options, "plot-theme", "WORD", _("ground of plots: light | dark (default light)"));
  ulp_options_add(options, "plot-text", NULL,
                  _("text of an SVG as text, to be searched and edited, in the reader's own font; else as shapes"));
}

/* All of `text` up to `end`; NaN otherwise. */
static double number_of(const char *text, const char *end) {
  char *stop;
  const double number = g_ascii_strtod(text, &stop);
  return stop != text && stop == end ? number : (double)NAN;
}

static gboolean read_number(const UlpArguments *arguments, const char *option, double low, double high, double *number,
                            GError **error) {
  const char *text = ulp_arguments_last(arguments, option);
  if (!text)
    return TRUE;
  *number = number_of(text, text + strlen(text));
  if (*number >= low && *number <= high)
    return TRUE;
  ulp_set_error(error, ULP_ERROR_USAGE, _("--%s: found “%s”, expected a number from %g to %g"), option, text, low,
                high);
  return FALSE;
}

static gboolean read_size(const UlpArguments *arguments, UlpPlotExportOptions *options, GError **error) {
  const char *text = ulp_arguments_last(arguments, "plot-size"), *cross = text ? strchr(text, 'x') : NULL;
  if (!text)
    return TRUE;
  options->width = cross ? number_of(text, cross) : (double)NAN;
  options->height = cross ? number_of(cross + 1, text + strlen(text)) : (double)NAN;
  if (options->width > 0 && options->height > 0)
    return TRUE;
  ulp_set_error(error, ULP_ERROR_USAGE, _("--plot-size: found “%s”, expected a width and a height, such as 960x600"),
                text);
  return FALSE;
}

static gboolean read_theme(const UlpArguments *arguments, UlpPlotExportOptions *options, GError **error) {
  const char *text = ulp_arguments_last(arguments, "plot-theme");
  options->style.dark = g_strcmp0(text, "dark") == 0;
  if (!text || options->style.dark || g_str_equal(text, "light"))
    return TRUE;
  ulp_set_error(error, ULP_ERROR_USAGE, _("--plot-theme: found “%s”, expected light or dark"), text);
  return FALSE;
}

gboolean ulp_plot_options_read(const UlpArguments *arguments, UlpPlotExportOptions *options, GError **error) {
  if (!read_size(arguments, options, error) || !read_theme(arguments, options, error) ||
      !read_number(arguments, "plot-dpi", 24, ULP_PLOT_EXPORT_DPI, &options->dpi, error) ||
      !read_number(arguments, "plot-font-size", 4, 72, &options->style.font_size, error))
    return FALSE;
  options->text = ulp_arguments_has(arguments, "plot-text");
  if (ulp_plot_export_check(options, error))
    return TRUE;
  g_prefix_error(error, "--plot-size: ");
  return FALSE;
}
