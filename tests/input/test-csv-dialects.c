/* Dialects of CSV: what is recognised, what can be said, which column is taken, and what is never guessed in silence. */
#include "read-file.h"

#include <math.h>

#define MAX_VALUES 6

typedef struct {
  const char *spec, *text, *note;
  guint count;
  double values[MAX_VALUES];
} Case;

static const Case cases[] = {
    /* separators */
    {"x.csv#2", "t,v\n1,10\n2,20\n", "column 2 “v” of 2", 2, {10, 20}},
    {"x.csv#2", "t;v\n1;10\n2;20\n", "column 2 “v” of 2", 2, {10, 20}},
    {"x.csv#2", "t\tv\n1\t10\n2\t20\n", "column 2 “v” of 2", 2, {10, 20}},
    {"x.csv#2", "t v\n1 10\n2 20\n", "column 2 “v” of 2", 2, {10, 20}},
    {"x.csv#2", "   t    v  \n   1   10\n 200    20  \n", "column 2 “v” of 2", 2, {10, 20}}, /* aligned columns */
    {"x.csv#2", "1,\t10\n2,\t20\n", "column 2 of 2, first row taken as data", 2, {10, 20}},  /* a tab after the comma */
    {"x.csv#2", "1, 10\n2, 20\n", "column 2 of 2, first row taken as data", 2, {10, 20}},
    {"x.csv#2",
     "2020-01-01 12:00\t1.5\n2020-01-02 13:00\t2.5\n",
     "column 2 of 2, first row taken as data",
     2,
     {1.5, 2.5}},
    {"x.csv#2", "a;b,c\n1;2\n3;4\n", "column 2 “b,c” of 2", 2, {2, 4}},
    {"x.csv#3:separator=comma", "1;1,2,3\n4;4,5,6\n", "column 3 of 3, first row taken as data", 2, {3, 6}},
    {"x.csv#2:separator=space",
     "a 1,5\nb 2,5\n",
     "column 2 of 2, first row taken as data, decimal comma",
     2,
     {1.5, 2.5}},
    {"x.csv#2:separator=tab", "\"a\tb\"\t7\n\"c\td\"\t8\n", "column 2 of 2, first row taken as data", 2, {7, 8}},
    {"x.csv#2:separator=semicolon", "1;5\n2;6\n", "column 2 of 2, first row taken as data", 2, {5, 6}},
    /* decimal marks */
    {"x.csv#2", "t;v\n0,5;-1,25\n1,5;2,5e-3\n", "column 2 “v” of 2, decimal comma", 2, {-1.25, 0.0025}},
    {"x.csv#2", "0,5;1,25\n1;2\n", "column 2 of 2, first row taken as data, decimal comma", 2, {1.25, 2}},
    {"x.csv#1", "0.5;1\n1.5;2\n", "column 1 of 2, first row taken as data", 2, {0.5, 1.5}},
    {"x.csv:decimal=comma", "1,5\n2,25\n", "column 1 of 1, first row taken as data, decimal comma", 2, {1.5, 2.25}},
    {"x.csv#2:decimal=comma:separator=comma",
     "a,\"1,5\"\nb,\"2,5\"\n",
     "column 2 of 2, first row taken as data, decimal comma",
     2,
     {1.5, 2.5}},
    {"x.csv#1:decimal=comma", "0x1,8p1;1\n", "column 1 of 2, first row taken as data, decimal comma", 1, {3}},
    /* headers and units */
    {"x.csv", "v\n1\n2\n", "column 1 “v” of 1", 2, {1, 2}},
    {"x.csv", "1\n2\n", "column 1 of 1, first row taken as data", 2, {1, 2}},
    {"x.csv#2", "time,signal\ns,V\n0,1.5\n1,2.5\n", "column 2 “signal” of 2, second row taken as units", 2, {1.5, 2.5}},
    {"x.csv#2", "time,ratio\ns,-\n0,1.5\n1,2.5\n", "column 2 “ratio” of 2, second row taken as units", 2, {1.5, 2.5}},
    {"x.csv#ratio:header=units", "time,ratio\ns,\n0,1.5\n1,2.5\n", "column 2 “ratio” of 2", 2, {1.5, 2.5}},
    {"x.csv#2021:header=yes", "2020,2021\n1,2\n3,4\n", "column 2 “2021” of 2", 2, {2, 4}},
    {"x.csv#2", "2020,2021\n1,2\n3,4\n", "column 2 of 2, first row taken as data", 3, {2021, 2, 4}},
    {"x.csv#2:header=no", "2020,2021\n1,2\n3,4\n", "column 2 of 2", 3, {2021, 2, 4}},
    {"x.csv#2021:header=yes", "year,2020,2021\n1,2,3\n4,5,6\n", "column 3 “2021” of 3", 2, {3, 6}},
    /* the column: by name, by number, the only one with numbers, or all */
    {"x.csv", "name,value\nfoo,1\nbar,2\n", "column 2 “value” of 2", 2, {1, 2}},
    {"x.csv", "foo,1\nbar,2\n", "column 2 of 2, first row taken as data", 2, {1, 2}},
    {"x.csv", "2020-01-01,1\n2020-01-02,2\n", "column 2 of 2, first row taken as data", 2, {1, 2}},
    {"x.csv#a \"b\", c", "x,\"a \"\"b\"\", c\"\n1,2\n", "column 2 “a \"b\", c” of 2", 1, {2}},
    {"x.csv#größe", "größe,λ\n1,2\n", "column 1 “größe” of 2", 1, {1}},
    {"x.csv#2", "2,1\n", "column 2 of 2, first row taken as data", 1, {1}},
    {"x.csv#2:header=yes", "2,1\n7,8\n", "column 1 “2” of 2", 1, {7}}, /* a name comes before a number */
    {"x.csv#a:b", "a:b,c\n7,8\n", "column 1 “a:b” of 2", 1, {7}},
    {"x.csv#*", "a,b\n1,2\n3,4\n", "all cells row by row", 4, {1, 2, 3, 4}},
    /* missing cells */
    {"x.csv#2:missing=skip", "a,b\n1,\n2,5\n3,NA\n4,6\n", "column 2 “b” of 2, 2 missing left out", 2, {5, 6}},
    {"x.csv#2:missing=nan", "a,b\n1,\n2,5\n3,n/a\n4,null\n", "column 2 “b” of 2", 4, {NAN, 5, NAN, NAN}},
    {"x.csv#*:missing=skip", "a,b\n1,\n2,5\n,7\n", "all cells row by row, 2 missing left out", 4, {1, 2, 5, 7}},
    {"x.csv#*:missing=nan", "a,b\n1,None\n2,5\n", "all cells row by row", 4, {1, NAN, 2, 5}},
    {"x.csv#2:missing=skip",
     "1\t2\n3\t\n\t4\n",
     "column 2 of 2, first row taken as data, 1 missing left out",
     2,
     {2, 4}},
    {"x.csv#1",
     "1,x\n2,\n",
     "column 1 of 2, first row taken as data",
     2,
     {1, 2}}, /* nobody asked for the other cells */
    {"x.csv#2:missing=skip",
     "NA,NA\n1,2\n3,4\n",
     "column 2 of 2, first row taken as data, 1 missing left out",
     2,
     {2, 4}},
    /* comments, blank lines, CRLF and a byte order mark */
    {"x.csv#b", "\xef\xbb\xbf# made\r\n\r\na;b\r\n# 9;9\r\n1;2\r\n\r\n3;4\r\n", "column 2 “b” of 2", 2, {2, 4}},
};

static void test_cases(void) {
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const Case *it = &cases[i];
    g_test_message("%s of %s", it->spec, it->text);
    ReadArray array = read_ok(it->spec, it->text, strlen(it->text));
    g_assert_cmpstr(array.note, ==, it->note);
    g_assert_cmpuint(array.count, ==, it->count);
    for (guint j = 0; j < it->count; j++) {
      const double value = ((double *)array.data)[j];
      g_assert_true(value == it->values[j] || (isnan(value) && isnan(it->values[j])));
    }
    read_array_clear(&array);
  }
}

static void test_refused(void) {
  static const struct {
    const char *spec, *text;
    UlpError code;
    const char *words;
  } refused[] = {
      /* several columns of numbers are never summed without a word */
      {"x.csv", "time,signal\n0,1\n1,2\n", ULP_ERROR_USAGE, "x.csv|#1 “time”, #2 “signal”|FILE#COLUMN|FILE#*"},
      {"x.csv", "1,2\n3,4\n", ULP_ERROR_USAGE, "#1, #2;|FILE#COLUMN"},
      {"x.csv", "a,b,c\n1,x,2\n3,y,4\n", ULP_ERROR_USAGE, "#1 “a”, #3 “c”;"},
      {"x.csv", "2020,2021\n1,2\n", ULP_ERROR_USAGE, "#1, #2"},
      {"x.csv", "1,5\n2,5\n", ULP_ERROR_USAGE, "#1, #2"}, /* two columns, or one with a decimal comma */
      {"x.csv", "1,2,3,4,5,6,7,8,9,10,11,12,13,14\n", ULP_ERROR_USAGE, "#12 and 2 more"},
      {"x.csv", "a,b\n1,2\n3,four\n", ULP_ERROR_USAGE, "#1 “a”, #2 “b”"}, /* a bad cell does not hide its column */
      /* no such column */
      {"x.csv#none", "time,signal\n0,1\n", ULP_ERROR_USAGE, "“none”|#1 “time”, #2 “signal”|#*"},
      {"x.csv#3", "time,signal\n0,1\n", ULP_ERROR_USAGE, "“3”"},
      {"x.csv#0", "time,signal\n0,1\n", ULP_ERROR_USAGE, "“0”"},
      {"x.csv#-1", "time,signal\n0,1\n", ULP_ERROR_USAGE, "“-1”"},
      {"x.csv#2021", "2020,2021\n1,2\n", ULP_ERROR_USAGE, "“2021”"},
      {"x.csv#a", "a,b,a\n1,2,3\n", ULP_ERROR_USAGE, "several columns are named “a”|#1 “a”, #2 “b”, #3 “a”"},
      {"x.csv#\xff\xfe", "a,\xff\xfd\n1,2\n", ULP_ERROR_USAGE, "#1 “a”, #2"}, /* no UTF-8, but the message is */
      /* a first row that may be names or numbers */
      {"x.csv", "year,2020\n1,2\n3,4\n", ULP_ERROR_INPUT, "row 1, column 1: found “year”|header=yes"},
      {"x.csv", ",2020\n1,2\n3,4\n", ULP_ERROR_INPUT, "row 1, column 1: found an empty cell|header=yes"},
      {"x.csv#2", "a,1x\n2,3\n", ULP_ERROR_INPUT, "row 1, column 1: found “a”"},
      /* bad cells, by row and column of the file */
      {"x.csv#b", "# c\n\na,b\n1,2\n3,four\n", ULP_ERROR_INPUT, "row 5, column 2: found “four”"},
      {"x.csv#2", "a;b\n1;1.5\n2;1,5\n", ULP_ERROR_INPUT, "row 3, column 2: found “1,5”"},
      {"x.csv#2", "a;b\n1;1,5\n2;1.234,5\n", ULP_ERROR_INPUT, "row 3, column 2: found “1.234,5”"},
      {"x.csv#2", "a;b\n1;1,5\n2;1,234,5\n", ULP_ERROR_INPUT, "row 3, column 2: found “1,234,5”"},
      {"x.csv#2", "a,b\n1,\n2,5\n", ULP_ERROR_INPUT, "row 2, column 2: found an empty cell"},
      {"x.csv#2", "a,b\n1,NA\n2,5\n", ULP_ERROR_INPUT, "row 2, column 2: found “NA”"},
      {"x.csv#1:missing=skip", "a,b\n1,2\n3\n", ULP_ERROR_INPUT, "row 3, column 1|expected 2 cells"},
      {"x.csv#1", "a,b\n1,2\n3,4,5\n", ULP_ERROR_INPUT,
       "row 3, column 3|more cells than the 2"}, /* beside the column */
      {"x.csv#1", "a,b\n1,2\n3,\"4\n", ULP_ERROR_INPUT, "row 3, column 2|quoted"},
      {"x.csv#1:header=units", "a,b\n1,2\n", ULP_ERROR_INPUT, "no numbers"},
      {"x.csv#1:missing=skip", "a,b\n,2\nNA,3\n", ULP_ERROR_INPUT, "every cell is missing"},
      {"x.csv", "a,b\nx,y\nz,w\n", ULP_ERROR_INPUT, "row 2, column 1: found “x”"}, /* no column of numbers */
      {"x.csv:header=no", "v\n1\n2\n", ULP_ERROR_INPUT, "row 1, column 1: found “v”"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(refused); i++)
    assert_bytes_refused(refused[i].spec, refused[i].text, strlen(refused[i].text), refused[i].code, refused[i].words);
}

static void test_shape(void) {
  static const char text[] = "a,b,c\n1,,3\n4,5,6\n";
  static const char *const shapes[][2] = {{"x.csv#1", "fp64 [2]"},
                                          {"x.csv#*:missing=nan:format=fp32", "fp32 [2, 3]"},
                                          {"x.csv#*:missing=skip", "fp64 [5]"}};
  for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
    ReadArray array = read_ok(shapes[i][0], text, sizeof text - 1);
    g_autofree char *shape = ulp_array_info_text(&array.info);
    g_assert_cmpstr(shape, ==, shapes[i][1]);
    read_array_clear(&array);
  }
}

static void test_members(void) {
  static const char text[] = "label,time,signal\nx,1,2\ny,3,4\nz,5,6\n";
  static const struct {
    const char *name, *shape;
    guint64 number;
  } expected[] = {{"time", "fp64 [3]", 2}, {"signal", "fp64 [3]", 3}, {"*", "fp64 [3, 3]", 0}};
  g_autoptr(UlpFileSpec) spec = ulp_file_spec_parse("x.csv", NULL);
  g_autoptr(UlpFile) file = ulp_file_open_memory(spec, text, sizeof text - 1, NULL, NULL);
  g_autoptr(GPtrArray) members = ulp_file_list(file);
  g_assert_cmpuint(members->len, ==, G_N_ELEMENTS(expected));
  for (guint i = 0; i < members->len; i++) {
    const UlpMember *member = g_ptr_array_index(members, i);
    g_autofree char *shape = ulp_array_info_text(&member->info);
    g_assert_cmpstr(member->name, ==, expected[i].name);
    g_assert_cmpstr(shape, ==, expected[i].shape);
    g_assert_cmpuint(member->number, ==, expected[i].number);
    g_assert_cmpuint(member->offset, ==, strlen("label,time,signal\n"));
    g_assert_cmpuint(member->offset + member->bytes, ==, sizeof text - 1);
  }
}

/* More than one window of the file, lines longer than a block of it, and slices across their ends. */
static void test_windows(void) {
  g_autoptr(GString) text = g_string_new("# ");
  for (guint i = 0; i < 700000; i++)
    g_string_append(text, "long ");
  g_string_append(text, "\nnumber,label\n");
  for (guint i = 0; i < 300000; i++)
    g_string_append_printf(text, "%u,row %u\n", i, i);
  ReadArray array = read_ok("x.csv", text->str, text->len);
  g_assert_cmpuint(array.count, ==, 300000);
  for (guint i = 0; i < 300000; i++)
    g_assert_cmpfloat(((double *)array.data)[i], ==, i);
  read_array_clear(&array);
  g_string_append(text, "x\n");
  assert_bytes_refused("x.csv", text->str, text->len, ULP_ERROR_INPUT, "row 300003, column 1|expected 2 cells");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input/csv-dialects/cases", test_cases);
  g_test_add_func("/input/csv-dialects/refused", test_refused);
  g_test_add_func("/input/csv-dialects/shape", test_shape);
  g_test_add_func("/input/csv-dialects/members", test_members);
  g_test_add_func("/input/csv-dialects/windows", test_windows);
  return g_test_run();
}
