#include "ui/picture/ruler-line.h"

#include "core/base/i18n.h"
#include "core/number/ordinal.h"
#include "ui/picture/bits-text.h"

#include <math.h>
#include <string.h>

#define LEAST_GAP 4.0   /* units between marks */
#define MOST_RANKS 5    /* heights of marks */
#define LONG_LABEL 10   /* characters, of values on a wide view */
#define LEAST_LABEL 1.5 /* em with its space, of any label */
#define WIDE_POWERS 10  /* powers of two up to this exponent are written out on a wide view */

/* One format's line. */
typedef struct {
  UlpRulerSheet *sheet;
  guint index;
  UlpFormat format;
  UlpBits stored;
  gboolean has_stored; /* it has a place */
  double stored_x;
  double base, top; /* of the line; of all that belongs to it */
  GArray *taken;    /* double, double: from and to of each label */
} Line;

/* --- labels --- */

/* The value as stored; on a wide view a power of two as such, and what is long only where it `must` be there. NULL for none. */
static char *label_of(const Line *line, UlpBits bits, gboolean must) {
  g_autofree char *text = ulp_bits_to_text(line->format, bits);
  if (line->has_stored && bits == line->stored)
    return ulp_bits_value_text(line->format, bits);
  if (ulp_ruler_is_even(line->sheet->picture->ruler))
    return g_steal_pointer(&text);
  const UlpUnpacked value = ulp_unpack(ulp_layout(line->format), bits);
  const int top = value.exponent + ulp_top_bit_128(value.significand);
  const gboolean is_power = value.significand && !(value.significand & (value.significand - 1));
  if (is_power && abs(top) > WIDE_POWERS) {
    g_autofree char *power = ulp_power_of_two(top);
    return g_strconcat(value.negative ? "-" : "", power, NULL);
  }
  if (strlen(text) <= LONG_LABEL)
    return g_steal_pointer(&text);
  return must ? ulp_bits_to_shortest(line->format, bits) : NULL;
}

static gboolean is_free(const Line *line, double from, double to) {
  for (guint i = 0; i + 1 < line->taken->len; i += 2)
    if (from < g_array_index(line->taken, double, i + 1) && to > g_array_index(line->taken, double, i))
      return FALSE;
  return TRUE;
}

static gboolean take(const Line *line, double from, double to) {
  if (!is_free(line, from, to))
    return FALSE;
  g_array_append_val(line->taken, from);
  g_array_append_val(line->taken, to);
  return TRUE;
}

/* Above the marks, where no other label is; an important one is moved into the picture. */
static void draw_label(const Line *line, const char *text, double x, UlpFont font, gboolean moves) {
  UlpPen *pen = &line->sheet->pen;
  const double width = ulp_pen_text_width(pen, font, text), space = 0.5 * pen->em;
  const double left = line->sheet->left, right = left + line->sheet->width + space;
  double from = x - width / 2;
  if (moves)
    from = CLAMP(from, left - space, MAX(right - width, left - space));
  if (from < left - pen->em || from + width > right + space || !take(line, from - space, from + width + space))
    return;
  ulp_pen_text(pen, font, text, from, line->top, 0);
}

/* --- one line --- */

static double mark_height(const Line *line, guint rank) {
  const double tallest = 0.8 * (line->base - line->top - ulp_pen_text_height(&line->sheet->pen, ULP_FONT_SANS));
  return MAX(tallest, 2) * (1 + MIN(rank, MOST_RANKS - 1)) / MOST_RANKS;
}

static void draw_marks(const Line *line, const GArray *marks) {
  UlpPen *pen = &line->sheet->pen;
  ulp_pen_ink(pen, ULP_INK_AXIS);
  for (guint i = 0; i < marks->len; i++) {
    const UlpRulerMark *mark = &g_array_index(marks, UlpRulerMark, i);
    const double x = ulp_ruler_sheet_x(line->sheet, mark->place);
    ulp_pen_line(pen, x, line->base, x, line->base - mark_height(line, mark->rank), mark->rank >= 2 ? 1.5 : 1);
  }
}

/* The axis from the lowest to the highest finite value. */
static void draw_axis(const Line *line) {
  const UlpRuler *ruler = line->sheet->picture->ruler;
  UlpPen *pen = &line->sheet->pen;
  UlpOrdinal lowest, highest;
  double from = 0, to = 1;
  ulp_format_ordinals(line->format, &lowest, &highest);
  ulp_ruler_place_bits(ruler, line->format, ulp_ordinal_bits(line->format, lowest), &from);
  ulp_ruler_place_bits(ruler, line->format, ulp_ordinal_bits(line->format, highest), &to);
  const gboolean ends_here = ulp_ruler_in_view(to);
  from = CLAMP(from, 0, 1);
  to = CLAMP(to, 0, 1);
  ulp_pen_ink(pen, ULP_INK_TEXT);
  ulp_pen_line(pen, ulp_ruler_sheet_x(line->sheet, from), line->base, ulp_ruler_sheet_x(line->sheet, to), line->base,
               1.5);
  if (ends_here && ulp_format_has_infinity(line->format))
    ulp_pen_text(pen, ULP_FONT_SMALL, " → ∞", ulp_ruler_sheet_x(line->sheet, to),
                 line->base - ulp_pen_text_height(pen, ULP_FONT_SMALL) / 2, 0);
}

/* Where the view lies between two neighbours: which these are, at its ends. */
static void draw_neighbours_outside(const Line *line) {
  const UlpRulerSheet *sheet = line->sheet;
  const UlpRuler *ruler = sheet->picture->ruler;
  UlpPen *pen = &line->sheet->pen;
  UlpBits low = ulp_ruler_bits_at(ruler, line->index, 0), high = low;
  double place;
  if (!ulp_ruler_place_bits(ruler, line->format, low, &place))
    return;
  if (place < 0)
    high = ulp_bits_neighbour(line->format, low, TRUE);
  else
    low = ulp_bits_neighbour(line->format, high, FALSE);
  ulp_pen_ink(pen, ULP_INK_MUTED);
  if (ulp_ruler_place_bits(ruler, line->format, low, &place) && place < 0) {
    g_autofree char *value = ulp_bits_to_text(line->format, low), *text = g_strconcat("← ", value, NULL);
    ulp_pen_text(pen, ULP_FONT_SANS, text, sheet->left, line->top, 0);
  }
  if (ulp_ruler_place_bits(ruler, line->format, high, &place) && place > 1) {
    g_autofree char *value = ulp_bits_to_text(line->format, high), *text = g_strconcat(value, " →", NULL);
    ulp_pen_text(pen, ULP_FONT_SANS, text, sheet->left + sheet->width, line->top, 1);
  }
}

static void draw_bits_label(const Line *line, UlpBits bits, UlpFont font, gboolean must) {
  double place;
  if (!ulp_ruler_place_bits(line->sheet->picture->ruler, line->format, bits, &place) || !ulp_ruler_in_view(place))
    return;
  const double x = ulp_ruler_sheet_x(line->sheet, place), least = LEAST_LABEL * line->sheet->pen.em / 2;
  if (!must && !is_free(line, x - least, x + least)) /* before digits are made in vain */
    return;
  g_autofree char *text = label_of(line, bits, must);
  if (text)
    draw_label(line, text, x, font, must);
}

static gboolean is_end(const Line *line, UlpBits bits) {
  UlpOrdinal first, last, at;
  ulp_format_ordinals(line->format, &first, &last);
  return ulp_bits_ordinal(line->format, bits, &at) && (at == first || at == last);
}

/* What is stored and its neighbours first, the format's ends, then marks from the tallest down. */
static void draw_labels(const Line *line, const GArray *marks) {
  if (line->has_stored) {
    ulp_pen_series_text(&line->sheet->pen, ULP_RULER_STORED_LOOK);
    draw_bits_label(line, line->stored, ULP_FONT_BOLD, TRUE);
    ulp_pen_ink(&line->sheet->pen, ULP_INK_TEXT);
    for (int up = 1; up >= 0; up--)
      draw_bits_label(line, ulp_bits_neighbour(line->format, line->stored, up), ULP_FONT_SANS, FALSE);
  }
  ulp_pen_ink(&line->sheet->pen, ULP_INK_TEXT);
  for (guint i = 0; i < 2; i++) {
    const UlpBits end = g_array_index(marks, UlpRulerMark, i ? marks->len - 1 : 0).bits;
    if (is_end(line, end))
      draw_bits_label(line, end, ULP_FONT_SANS, TRUE);
  }
  guint tallest = 0;
  for (guint i = 0; i < marks->len; i++)
    tallest = MAX(tallest, g_array_index(marks, UlpRulerMark, i).rank);
  for (guint rank = tallest + 1; rank-- > 0;)
    for (guint i = 0; i < marks->len; i++)
      if (g_array_index(marks, UlpRulerMark, i).rank == rank)
        draw_bits_label(line, g_array_index(marks, UlpRulerMark, i).bits, ULP_FONT_SANS, FALSE);
}

/* From the number to what is stored, with the error; beside it, if there is room, where rounding to nearest turns. */
static void draw_rounding(const Line *line) {
  const UlpRulerPicture *picture = line->sheet->picture;
  UlpPen *pen = &line->sheet->pen;
  double number, middle;
  if (!line->has_stored || !ulp_ruler_place_number(picture->ruler, &number) ||
      ulp_real_fit(picture->typed.real, line->format, line->stored) == ULP_REAL_EXACT)
    return;
  const double size = 0.3 * pen->em, y = line->base + 0.75 * pen->em,
               from = ulp_ruler_sheet_x(line->sheet, CLAMP(number, 0, 1));
  const double to = CLAMP(line->stored_x, line->sheet->left, line->sheet->left + line->sheet->width);
  const gboolean up = number * line->sheet->width + line->sheet->left > line->stored_x;
  const UlpBits other = ulp_bits_neighbour(line->format, line->stored, up);
  if (ulp_ruler_place_middle(picture->ruler, line->format, line->stored, other, &middle) && ulp_ruler_in_view(middle) &&
      fabs(ulp_ruler_sheet_x(line->sheet, middle) - line->stored_x) > 2 * pen->em) {
    ulp_pen_ink(pen, ULP_INK_MUTED);
    const double x = ulp_ruler_sheet_x(line->sheet, middle), dashes[] = {2, 2};
    cairo_set_dash(pen->cr, dashes, 2, 0);
    ulp_pen_line(pen, x, line->base - mark_height(line, 1), x, line->base + 0.5 * pen->em, 1);
    cairo_set_dash(pen->cr, NULL, 0, 0);
    ulp_pen_text(pen, ULP_FONT_SMALL, _("middle"), x, line->base + 0.5 * pen->em, 0.5);
  }
  if (fabs(to - from) < 3 * size)
    return;
  g_autofree char *ulps = ulp_real_error_ulps_text(picture->typed.real, line->format, line->stored);
  g_autofree char *words = ulp_about_words(ulps), *text = g_strdup_printf(_("%s ulp"), words);
  const double tip = to > from ? -size : size;
  ulp_pen_series(pen, ULP_RULER_NUMBER_LOOK);
  ulp_pen_line(pen, from, y, to, y, 1.5);
  cairo_move_to(pen->cr, to, y);
  cairo_line_to(pen->cr, to + tip, y - size);
  cairo_line_to(pen->cr, to + tip, y + size);
  cairo_close_path(pen->cr);
  cairo_fill(pen->cr);
  ulp_pen_series_text(pen, ULP_RULER_NUMBER_LOOK);
  /* Beyond the tip, or where that is outside under the arrow. */
  const double width = ulp_pen_text_width(pen, ULP_FONT_SMALL, text),
               beyond = to > from ? to + size : to - size - width;
  if (beyond >= line->sheet->left && beyond + width <= ulp_ruler_sheet_x(line->sheet, 1))
    ulp_pen_text(pen, ULP_FONT_SMALL, text, beyond, y - ulp_pen_text_height(pen, ULP_FONT_SMALL) / 2, 0);
  else
    ulp_pen_text(pen, ULP_FONT_SMALL, text, (from + to) / 2, y + 0.1 * pen->em, 0.5);
}

static void draw_chosen(const Line *line) {
  const UlpRulerPicture *picture = line->sheet->picture;
  UlpPen *pen = &line->sheet->pen;
  double place;
  if (picture->chosen != (int)line->index ||
      !ulp_ruler_place_bits(picture->ruler, line->format, picture->chosen_bits, &place) || !ulp_ruler_in_view(place))
    return;
  ulp_pen_series(pen, ULP_RULER_STORED_LOOK);
  cairo_set_line_width(pen->cr, 2 * pen->thick);
  cairo_arc(pen->cr, ulp_ruler_sheet_x(line->sheet, place), line->base, 0.45 * pen->em, 0, 2 * G_PI);
  cairo_stroke(pen->cr);
}

static void draw(Line *line) {
  const UlpRuler *ruler = line->sheet->picture->ruler;
  UlpPen *pen = &line->sheet->pen;
  gboolean all;
  g_autoptr(GArray) marks = ulp_ruler_marks(ruler, line->index, LEAST_GAP * pen->thick / line->sheet->width, &all);
  line->taken = g_array_new(FALSE, FALSE, sizeof(double));
  ulp_pen_ink(pen, ULP_INK_TEXT);
  ulp_pen_text(pen, ULP_FONT_BOLD, ulp_format_info(line->format)->id, 0.6 * pen->em,
               line->base - ulp_pen_text_height(pen, ULP_FONT_BOLD), 0);
  if (!all) {
    ulp_pen_ink(pen, ULP_INK_MUTED);
    ulp_pen_text(pen, ULP_FONT_SMALL, _("not all"), 0.6 * pen->em, line->base, 0);
  }
  draw_marks(line, marks);
  draw_axis(line);
  if (marks->len == 0)
    draw_neighbours_outside(line);
  else
    draw_labels(line, marks);
  draw_rounding(line);
  if (line->has_stored && line->stored_x >= line->sheet->left - 1 &&
      line->stored_x <= line->sheet->left + line->sheet->width + 1)
    ulp_series_marker(pen->cr, ULP_RULER_STORED_LOOK, line->stored_x, line->base, 0.32 * pen->em, pen->style.dark);
  draw_chosen(line);
  g_array_unref(line->taken);
}

static Line line_of(UlpRulerSheet *sheet, guint index) {
  const UlpRulerPicture *picture = sheet->picture;
  const double height = (sheet->bottom - sheet->top) / ulp_ruler_n_formats(picture->ruler);
  Line line = {.sheet = sheet, .index = index, .format = ulp_ruler_format(picture->ruler, index)};
  line.top = sheet->top + index * height;
  line.base = line.top + height - 1.9 * sheet->pen.em;
  line.stored = ulp_real_round(picture->typed.real, line.format, picture->typed.round, picture->typed.profile);
  double place;
  line.has_stored = ulp_ruler_place_bits(picture->ruler, line.format, line.stored, &place);
  line.stored_x = line.has_stored ? ulp_ruler_sheet_x(sheet, place) : 0;
  return line;
}

void ulp_ruler_line_draw(UlpRulerSheet *sheet, guint index) {
  Line line = line_of(sheet, index);
  draw(&line);
}
