#include "ui/picture/alignment-picture.h"

#include "core/base/i18n.h"
#include "core/experiment/alignment-table.h"
#include "ui/picture/bits-text.h"
#include "ui/picture/pen.h"

#include <string.h>

#define CARRY_LOOK 1
#define MARGIN 0.6 /* em */
#define GAP 0.8    /* em between columns of text */
#define CELL 0.82  /* em, of one digit */

typedef struct {
  const UlpAlignmentPicture *picture;
  UlpPen pen;
  double line;               /* height of a row */
  double names, signs;       /* widths */
  double left, cell;         /* of the digits: where they begin, and how wide one is */
  double notes, notes_width; /* where they begin */
  double top;                /* of the first row of digits */
} Sheet;

static const UlpAlignedRow *row_at(const Sheet *sheet, guint index) {
  return &g_array_index(sheet->picture->alignment->rows, UlpAlignedRow, index);
}

static guint n_rows(const Sheet *sheet) { return sheet->picture->alignment ? sheet->picture->alignment->rows->len : 0; }

/* Those of the digits, or of a factor that is longer, with room for the names behind the cut and for dots. */
static guint n_columns(const Sheet *sheet) {
  const UlpAlignment *alignment = sheet->picture->alignment;
  guint n = alignment ? MAX(alignment->powers->len, alignment->cut + 2) + 1 : 0;
  for (guint i = 0; i < n_rows(sheet); i++)
    n = MAX(n, (guint)strlen(row_at(sheet, i)->digits));
  return n;
}

static double x_of(const Sheet *sheet, guint column) { return sheet->left + column * sheet->cell; }

/* What stands behind a row: its note, and where it has places of its own the power of the first one. */
static char *note_of(const Sheet *sheet, guint index) {
  const UlpAlignedRow *row = row_at(sheet, index);
  g_autofree char *note = ulp_alignment_note(row, &sheet->picture->step->rounding);
  g_autofree char *words = ulp_alignment_note_words(note);
  if (row->is_placed)
    return g_steal_pointer(&words);
  g_autofree char *power = ulp_power_of_two(row->power);
  return g_strdup_printf(_("first digit %s"), power);
}

static void sheet_init(Sheet *sheet, const UlpAlignmentPicture *picture, cairo_t *cr, const UlpPlotStyle *style) {
  *sheet = (Sheet){.picture = picture};
  UlpPen *pen = &sheet->pen;
  ulp_pen_init(pen, cr, style);
  sheet->line = 1.25 * ulp_pen_text_height(pen, ULP_FONT_MONO);
  for (guint i = 0; i < n_rows(sheet); i++) {
    g_autofree char *note = note_of(sheet, i);
    sheet->names = MAX(sheet->names, ulp_pen_text_width(pen, ULP_FONT_SANS, _(row_at(sheet, i)->name)));
    sheet->notes_width = MAX(sheet->notes_width, ulp_pen_text_width(pen, ULP_FONT_SMALL, note));
  }
  sheet->signs = ulp_pen_text_width(pen, ULP_FONT_MONO, "−");
  sheet->cell = CELL * pen->em;
  sheet->left = (MARGIN + 2 * GAP) * pen->em + sheet->names + sheet->signs;
  sheet->notes = x_of(sheet, n_columns(sheet)) + GAP * pen->em;
  sheet->top = 4.6 * sheet->line; /* title, result, powers, names of the bits that are cut off */
}

/* --- words --- */

static char *title_of(const UlpAlignmentPicture *picture) {
  return g_strdup_printf(_("%s in %s, %s"), picture->step->operation, ulp_format_info(picture->arithmetic.format)->id,
                         _(ulp_round_titles[ulp_round_kind(picture->arithmetic.round)]));
}

static char *result_of(const UlpAlignmentPicture *picture) {
  const UlpRounding *rounding = &picture->step->rounding;
  const UlpFormat format = picture->arithmetic.format;
  g_autofree char *value = ulp_bits_value_text(format, rounding->stored),
                  *hex = ulp_bits_to_hex(format, rounding->stored);
  g_autofree char *error = ulp_bits_error_text(picture->step->exact, format, rounding->stored);
  g_autofree char *exceptions = ulp_exceptions_text(rounding->exceptions), *words = ulp_exceptions_words(exceptions);
  return g_strdup_printf(_("= %s, %s; error %s; exceptions: %s"), value, hex, error, words);
}

/* --- digits --- */

static void draw_digits(Sheet *sheet, const UlpAlignedRow *row, double y) {
  const UlpAlignment *alignment = sheet->picture->alignment;
  UlpPen *pen = &sheet->pen;
  const gboolean carries = !strcmp(row->name, "carries") || !strcmp(row->name, "borrows");
  const gboolean stored = !strcmp(row->name, "stored");
  for (guint i = 0; row->digits[i]; i++) {
    char digit[] = {row->digits[i], '\0'};
    if (*digit == ' ')
      continue;
    if (carries)
      ulp_pen_series_text(pen, CARRY_LOOK);
    else
      ulp_pen_ink(pen, row->is_placed && i >= alignment->cut ? ULP_INK_MUTED : ULP_INK_TEXT);
    ulp_pen_text(pen,
                 carries  ? ULP_FONT_SMALL
                 : stored ? ULP_FONT_MONO_BOLD
                          : ULP_FONT_MONO,
                 *digit == '~' ? "…" : digit, x_of(sheet, i) + sheet->cell / 2, y, 0.5);
  }
  if (alignment->more && !strcmp(row->name, "exact"))
    ulp_pen_text(pen, ULP_FONT_MONO, "…", x_of(sheet, alignment->powers->len) + sheet->cell / 2, y, 0.5);
}

static void draw_row(Sheet *sheet, guint index, double y) {
  const UlpAlignedRow *row = row_at(sheet, index);
  UlpPen *pen = &sheet->pen;
  g_autofree char *note = note_of(sheet, index);
  ulp_pen_ink(pen, ULP_INK_TEXT);
  ulp_pen_text(pen, ULP_FONT_SANS, _(row->name), MARGIN * pen->em, y, 0);
  if (row->negative)
    ulp_pen_text(pen, ULP_FONT_MONO, "−", sheet->left - GAP * pen->em / 2, y, 1);
  draw_digits(sheet, row, y);
  ulp_pen_ink(pen, ULP_INK_MUTED);
  ulp_pen_text(pen, ULP_FONT_SMALL, note, sheet->notes, y + 0.1 * sheet->line, 0);
}

/* What columns count: the first, the last that is kept, the last. */
static void draw_powers(Sheet *sheet, double y) {
  const UlpAlignment *alignment = sheet->picture->alignment;
  UlpPen *pen = &sheet->pen;
  const guint n = alignment->powers->len, wanted[] = {0, alignment->cut - 1, n - 1};
  double end = -G_MAXDOUBLE;
  for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
    const int power = wanted[i] < n ? g_array_index(alignment->powers, int, wanted[i]) : ULP_COLUMNS_LEFT_OUT;
    if (power == ULP_COLUMNS_LEFT_OUT)
      continue;
    g_autofree char *text = ulp_power_of_two(power);
    const double width = ulp_pen_text_width(pen, ULP_FONT_SMALL, text), x = x_of(sheet, wanted[i]) + sheet->cell / 2;
    if (x - width / 2 < end)
      continue;
    ulp_pen_ink(pen, ULP_INK_MUTED);
    ulp_pen_text(pen, ULP_FONT_SMALL, text, x, y, 0.5);
    end = x + width / 2 + 0.4 * pen->em;
  }
}

/* The line where the exact result is cut, and the names of the digits behind it. */
static void draw_cut(Sheet *sheet, double top, double bottom) {
  static const double dash[] = {4, 3};
  const char *const names[] = {_("G"), _("R"), _("S")};
  const UlpAlignment *alignment = sheet->picture->alignment;
  UlpPen *pen = &sheet->pen;
  const double x = x_of(sheet, alignment->cut);
  ulp_pen_series(pen, CARRY_LOOK);
  cairo_set_dash(pen->cr, dash, 2, 0);
  ulp_pen_line(pen, x, top - sheet->line, x, bottom, 1.5);
  cairo_set_dash(pen->cr, NULL, 0, 0);
  ulp_pen_series_text(pen, CARRY_LOOK);
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    ulp_pen_text(pen, ULP_FONT_SMALL, names[i], x_of(sheet, alignment->cut + i) + sheet->cell / 2, top - sheet->line,
                 0.5);
}

static gboolean is_summed(const Sheet *sheet, guint index) {
  return index + 1 < n_rows(sheet) && !strcmp(row_at(sheet, index + 1)->name, "exact");
}

static void draw_operation(Sheet *sheet) {
  UlpPen *pen = &sheet->pen;
  double y = sheet->top;
  draw_powers(sheet, y - 2 * sheet->line);
  draw_cut(sheet, y, y + n_rows(sheet) * sheet->line);
  for (guint i = 0; i < n_rows(sheet); i++, y += sheet->line) {
    draw_row(sheet, i, y);
    if (is_summed(sheet, i)) {
      ulp_pen_ink(pen, ULP_INK_AXIS);
      ulp_pen_line(pen, sheet->left, y + 0.92 * sheet->line, x_of(sheet, sheet->picture->alignment->powers->len),
                   y + 0.92 * sheet->line, 1);
    }
  }
}

/* --- the whole --- */

void ulp_alignment_picture_size(const UlpAlignmentPicture *picture, const UlpPlotStyle *style, double *width,
                                double *height) {
  Sheet sheet;
  sheet_init(&sheet, picture, NULL, style);
  g_autofree char *title = title_of(picture), *result = result_of(picture);
  const double margins = 2 * MARGIN * sheet.pen.em;
  *width =
      MAX(ulp_pen_text_width(&sheet.pen, ULP_FONT_BOLD, title), ulp_pen_text_width(&sheet.pen, ULP_FONT_SANS, result));
  *width = MAX(*width + margins, n_rows(&sheet) ? sheet.notes + sheet.notes_width + margins : 0);
  *height = (n_rows(&sheet) ? sheet.top + n_rows(&sheet) * sheet.line : 2.4 * sheet.line) +
            (style->footer ? 1.6 : 0.6) * sheet.line;
  ulp_pen_clear(&sheet.pen);
}

void ulp_alignment_picture_draw(const UlpAlignmentPicture *picture, cairo_t *cr, double width, double height,
                                const UlpPlotStyle *style) {
  Sheet sheet;
  sheet_init(&sheet, picture, cr, style);
  UlpPen *pen = &sheet.pen;
  g_autofree char *title = title_of(picture), *result = result_of(picture);
  const double left = MARGIN * pen->em, inner = width - 2 * left;
  ulp_pen_ground(pen, width, height);
  ulp_pen_ink(pen, ULP_INK_TEXT);
  ulp_pen_text_within(pen, ULP_FONT_BOLD, title, left, 0.3 * sheet.line, inner);
  ulp_pen_text_within(pen, ULP_FONT_SANS, result, left, 1.3 * sheet.line, inner);
  if (n_rows(&sheet))
    draw_operation(&sheet);
  if (style->footer)
    ulp_pen_footer(pen, picture->table, left, height - 1.1 * sheet.line, inner);
  ulp_pen_clear(pen);
}

guint ulp_alignment_picture_choose(const GArray *steps, UlpFormat format) {
  for (guint i = steps->len; i-- > 0;) {
    g_autoptr(UlpAlignment) alignment = ulp_step_alignment(&g_array_index(steps, UlpExpressionStep, i), format);
    if (alignment)
      return i;
  }
  return steps->len - 1;
}
