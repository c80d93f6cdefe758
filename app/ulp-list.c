/* ulp list: formats, generators, operations, algorithms, experiments and devices, as their descriptors have them, and the arrays in a
 * file. */
#include "app/ulp-arguments.h"
#include "app/ulp-command.h"
#include "app/ulp-list.h"
#include "app/ulp-text.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/name.h"
#include "core/experiment/experiment.h"
#include "core/input/file.h"
#include "core/number/block-format.h"
#include "core/table/provenance.h"

/* --- formats: the columns of a table of formats, all derived from the layout --- */

static const UlpColumn format_columns[] = {
    {"id", ULP_COLUMN_TEXT, N_("format"), "", N_("id of the format")},
    {"bits", ULP_COLUMN_TEXT, N_("bits"), "", N_("bits that count, and of the container where that is wider")},
    {"fields", ULP_COLUMN_TEXT, N_("s/e/m"), "", N_("bits of sign, exponent and significand's fraction")},
    {"bias", ULP_COLUMN_COUNT, N_("bias"), "1", N_("what the exponent field holds more than the exponent")},
    {"largest", ULP_COLUMN_TEXT, N_("largest finite"), "",
     N_("largest finite value, in the fewest digits that tell it from every other fp64 number")},
    {"smallest_normal", ULP_COLUMN_TEXT, N_("smallest normal"), "", N_("smallest positive normal value")},
    {"smallest_subnormal", ULP_COLUMN_TEXT, N_("smallest subnormal"), "",
     N_("smallest positive value below the normal ones")},
    {"eps", ULP_COLUMN_TEXT, N_("eps"), "", N_("gap between 1 and the next value")},
    {"infinity", ULP_COLUMN_TEXT, N_("Inf"), "", N_("whether there are infinities"), ulp_words_translated},
    {"nan", ULP_COLUMN_TEXT, N_("NaN"), "", N_("NaN patterns"), ulp_words_translated},
    {"title", ULP_COLUMN_TEXT, N_("name"), "", N_("the format in words"), ulp_words_translated},
    {"aliases", ULP_COLUMN_TEXT, N_("also called"), "", N_("names that are taken for the id, in any case")},
    {"source", ULP_COLUMN_TEXT, N_("source"), "", N_("standard that defines it"), .flags = ULP_COLUMN_IS_HIDDEN},
};

static char *power_of_two(UlpFormat format, UlpBits bits) {
  const UlpUnpacked value = ulp_unpack(ulp_layout(format), bits);
  int exponent = value.exponent;
  for (UlpBits significand = value.significand; significand > 1; significand >>= 1)
    exponent++;
  return g_strdup_printf("2^%d", exponent);
}

static void append_format(UlpTable *table, UlpFormat format) {
  const UlpLayout layout = ulp_layout(format);
  const UlpFormatInfo *info = ulp_format_info(format);
  const int used = ulp_layout_width(layout);
  const int eps = ulp_bits_ulp_exponent(format, ulp_bits_from_double(format, 1, ULP_ROUND_RN, ULP_PROFILE_IEEE));
  g_autofree char *bits = used < layout.container_bits ? g_strdup_printf("%d of %d", used, layout.container_bits)
                                                       : g_strdup_printf("%d", used);
  g_autofree char *fields = ulp_format_fields(format);
  g_autofree char *largest = ulp_bits_to_text(format, ulp_format_largest(format));
  const gboolean is_fixed_point = layout.coding == ULP_CODING_TWOS_COMPLEMENT;
  const gboolean has_subnormals = layout.coding == ULP_CODING_BINARY ? layout.has_subnormals : is_fixed_point;
  g_autofree char *normal = is_fixed_point ? g_strdup("-") : power_of_two(format, ulp_format_smallest_normal(format));
  g_autofree char *subnormal = has_subnormals ? power_of_two(format, ulp_format_smallest(format)) : g_strdup("-");
  g_autofree char *gap = g_strdup_printf("2^%d", eps);
  g_autofree char *nan = ulp_format_nans(format), *aliases = ulp_format_alias_names(info->id);
  const UlpCell cells[] = {
      ulp_cell_text(info->id),
      ulp_cell_text(bits),
      ulp_cell_text(fields),
      ulp_cell_count((guint64)layout.bias),
      ulp_cell_text(largest),
      ulp_cell_text(normal),
      ulp_cell_text(subnormal),
      ulp_cell_text(gap),
      ulp_cell_text(ulp_format_has_infinity(format) ? N_("yes") : N_("no")),
      ulp_cell_text(nan),
      ulp_cell_text(info->title),
      ulp_cell_text(aliases),
      ulp_cell_text(info->source),
  };
  ulp_table_append(table, cells);
}

static UlpTable *list_formats(void) {
  UlpTable *table = ulp_table_new("formats", N_("Formats"), format_columns, G_N_ELEMENTS(format_columns));
  for (guint i = 0; i < ULP_N_FORMATS; i++)
    append_format(table, ulp_formats[i]);
  guint n;
  const UlpFormatAlias *aliases = ulp_format_aliases(&n);
  for (guint i = 0; i < n; i++) {
    UlpFormat format; /* a layout that is not in the list, but has a name somewhere */
    if (!g_strv_contains(ulp_format_ids, aliases[i].id) && ulp_format_from_id(aliases[i].id, &format, NULL))
      append_format(table, format);
  }
  return table;
}

/* --- formats of blocks --- */

static const UlpColumn block_columns[] = {
    {"id", ULP_COLUMN_TEXT, N_("format"), "", N_("id of the format")},
    {"element", ULP_COLUMN_TEXT, N_("element"), "", N_("format of the elements")},
    {"length", ULP_COLUMN_COUNT, N_("elements to a scale"), "1", N_("elements of a block")},
    {"scale", ULP_COLUMN_TEXT, N_("scale"), "", N_("format of the scale of a block")},
    {"tensor_scale", ULP_COLUMN_TEXT, N_("tensor scale"), "", N_("format of a scale of all blocks")},
    {"bits_per_element", ULP_COLUMN_REAL, N_("bits per element"), "1",
     N_("those of the element and its share of the scale")},
    {"title", ULP_COLUMN_TEXT, N_("name"), "", N_("the format in words"), ulp_words_translated},
    {"source", ULP_COLUMN_TEXT, N_("source"), "", N_("what defines it")},
};

static UlpTable *list_blocks(void) {
  UlpTable *table = ulp_table_new("blocks", N_("Formats of blocks"), block_columns, G_N_ELEMENTS(block_columns));
  for (guint i = 0; i < ULP_N_BLOCK_FORMATS; i++) {
    const UlpFormat blocks = ulp_block_formats[i], scale = ulp_block_scale_format(blocks);
    const UlpFormatInfo *info = ulp_format_info(blocks);
    const guint length = ulp_block_length(blocks);
    const UlpCell cells[] = {
        ulp_cell_text(info->id),
        ulp_cell_text(ulp_format_info(ulp_block_element_format(blocks))->id),
        ulp_cell_count(length),
        ulp_cell_text(ulp_format_info(scale)->id),
        ulp_cell_text(ulp_block_has_tensor_scale(blocks) ? "fp32" : "-"),
        ulp_cell_real(ulp_layout(blocks).container_bits + (double)ulp_layout(scale).container_bits / length),
        ulp_cell_text(info->title),
        ulp_cell_text(info->source),
    };
    ulp_table_append(table, cells);
  }
  return table;
}

/* --- generators, operations, experiments --- */

static const UlpColumn generator_columns[] = {
    {"id", ULP_COLUMN_TEXT, N_("generator"), "", N_("id of the generator")},
    {"help", ULP_COLUMN_TEXT, N_("elements"), "", N_("what it makes"), ulp_words_translated},
    {"parameters", ULP_COLUMN_TEXT, N_("parameters with defaults"), "", N_("given as :key=value")},
};

static UlpTable *list_generators(void) {
  UlpTable *table = ulp_table_new("generators", N_("Generators"), generator_columns, G_N_ELEMENTS(generator_columns));
  for (guint generator = 0; generator < ulp_n_generators(); generator++) {
    const UlpGeneratorInfo *info = ulp_generator_info(generator);
    g_autofree char *params = ulp_list_parameters(info->params, info->n_params);
    const UlpCell cells[] = {ulp_cell_text(info->id), ulp_cell_text(info->help), ulp_cell_text(params)};
    ulp_table_append(table, cells);
  }
  return table;
}

static const UlpColumn operation_columns[] = {
    {"id", ULP_COLUMN_TEXT, N_("operation"), "", N_("id of the operation")},
    {"help", ULP_COLUMN_TEXT, N_("elements"), "", N_("what it makes of an input"), ulp_words_translated},
    {"parameters", ULP_COLUMN_TEXT, N_("parameters with defaults"), "", N_("given as :key=value")},
};

/* What may stand behind a '|' in an input. */
static UlpTable *list_operations(void) {
  UlpTable *table =
      ulp_table_new("operations", N_("Operations on inputs"), operation_columns, G_N_ELEMENTS(operation_columns));
  for (guint i = 0; ulp_operations[i]; i++) {
    const UlpOperation *operation = ulp_operations[i];
    g_autofree char *params = ulp_list_parameters(operation->params, operation->n_params);
    const UlpCell cells[] = {ulp_cell_text(operation->id), ulp_cell_text(operation->help), ulp_cell_text(params)};
    ulp_table_append(table, cells);
  }
  return table;
}

static const UlpColumn experiment_columns[] = {
    {"id", ULP_COLUMN_TEXT, N_("experiment"), "", N_("id of the experiment")},
    {"plots", ULP_COLUMN_TEXT, N_("plots"), "", N_("ids of its plots, the first is the default")},
    {"summary", ULP_COLUMN_TEXT, N_("what it shows"), "", N_("one line"), ulp_words_translated},
};

static UlpTable *list_experiments(void) {
  UlpTable *table =
      ulp_table_new("experiments", N_("Experiments"), experiment_columns, G_N_ELEMENTS(experiment_columns));
  for (guint i = 0; ulp_experiments[i]; i++) {
    const UlpExperiment *experiment = ulp_experiments[i];
    g_autoptr(GString) plots = g_string_new(NULL);
    for (guint k = 0; k < experiment->n_plots; k++)
      g_string_append_printf(plots, "%s%s", k ? ", " : "", experiment->plots[k].id);
    const UlpCell cells[] = {ulp_cell_text(experiment->id), ulp_cell_text(plots->str),
                             ulp_cell_text(experiment->summary)};
    ulp_table_append(table, cells);
  }
  return table;
}

/* --- devices --- */

static const UlpColumn device_columns[] = {
    {"id", ULP_COLUMN_TEXT, N_("device"), "", N_("what --device takes")},
    {"usable", ULP_COLUMN_TEXT, N_("usable"), "", N_("whether it can run experiments"), ulp_words_translated},
    {"name", ULP_COLUMN_TEXT, N_("name"), "", N_("its name, or the reason why it is not usable")},
    {"memory", ULP_COLUMN_REAL, N_("memory"), N_("GiB"), N_("memory of the device")},
    {"capability", ULP_COLUMN_TEXT, N_("capability"), "", N_("CUDA compute capability")},
    {"processors", ULP_COLUMN_COUNT, N_("processors"), "1", N_("multiprocessors; processors of a CPU")},
    {"driver", ULP_COLUMN_TEXT, N_("driver"), "", N_("version of the driver")},
    {"toolkit", ULP_COLUMN_TEXT, N_("toolkit"), "", N_("version of the toolkit the backend was built with")},
};

static UlpTable *list_devices(void) {
  UlpTable *table = ulp_table_new("devices", N_("Devices"), device_columns, G_N_ELEMENTS(device_columns));
  g_autoptr(GPtrArray) devices = ulp_devices_list();
  for (guint i = 0; i < devices->len; i++) {
    const UlpDeviceEntry *entry = g_ptr_array_index(devices, i);
    const UlpDeviceInfo *info = &entry->info;
    g_autofree char *capability = info->capability_major
                                      ? g_strdup_printf("%d.%d", info->capability_major, info->capability_minor)
                                      : g_strdup("-");
    const double gibibytes = (double)(info->memory_bytes * 10 / (1024 * 1024 * 1024)) / 10;
    const UlpCell cells[] = {
        ulp_cell_text(entry->id),
        ulp_cell_text(entry->usable ? N_("yes") : N_("no")),
        ulp_cell_text(entry->usable ? info->name : entry->reason),
        ulp_cell_real(gibibytes),
        ulp_cell_text(capability),
        ulp_cell_count((guint64)info->multiprocessors),
        ulp_cell_text(*info->driver ? info->driver : "-"),
        ulp_cell_text(*info->toolkit ? info->toolkit : "-"),
    };
    ulp_table_append(table, cells);
  }
  return table;
}

/* --- the arrays in a file --- */

static const UlpColumn member_columns[] = {
    {"number", ULP_COLUMN_COUNT, N_("number"), "1", N_("what FILE#NUMBER takes; 0: it has none")},
    {"name", ULP_COLUMN_TEXT, N_("name"), "", N_("what FILE#NAME takes")},
    {"array", ULP_COLUMN_TEXT, N_("array"), "", N_("format and shape of the elements")},
    {"bytes", ULP_COLUMN_COUNT, N_("bytes"), "1", N_("of the elements in the file")},
    {"note", ULP_COLUMN_TEXT, N_("note"), "", N_("how the file is read, or why the array is not read")},
};

static UlpTable *list_members(const char *text, GError **error) {
  g_autoptr(UlpFileSpec) spec = ulp_file_spec_parse(text, error);
  g_autoptr(UlpFile) file = spec ? ulp_file_open(spec, NULL, error) : NULL;
  if (!file)
    return NULL;
  UlpTable *table = ulp_table_new("members", N_("Arrays"), member_columns, G_N_ELEMENTS(member_columns));
  g_autoptr(GPtrArray) members = ulp_file_list(file);
  for (guint i = 0; i < members->len; i++) {
    const UlpMember *member = g_ptr_array_index(members, i);
    g_autofree char *array = member->refused ? g_strdup("-") : ulp_array_info_text(&member->info);
    g_autofree char *name = ulp_name_shown(member->name ? member->name : "-");
    const char *note = member->refused ? member->refused : member->note;
    const UlpCell cells[] = {ulp_cell_count(member->number), ulp_cell_text(name), ulp_cell_text(array),
                             ulp_cell_count(member->bytes), ulp_cell_text(note ? note : "-")};
    ulp_table_append(table, cells);
  }
  return table;
}

/* --- the command --- */

static const struct {
  const char *id;
  UlpTable *(*list)(void);
} kinds[] = {
    {"formats", list_formats},           {"blocks", list_blocks},
    {"generators", list_generators},     {"operations", list_operations},
    {"algorithms", ulp_list_algorithms}, {"experiments", list_experiments},
    {"devices", list_devices},
};

static gboolean print(UlpTable *table, gboolean json, GError **error) {
  if (json)
    return ulp_text_print_json(table, error);
  const UlpTextOptions options = {0};
  g_autoptr(GString) out = g_string_new(NULL);
  if (g_str_equal(ulp_table_id(table), ULP_LIST_ONE))
    ulp_text_record(out, table, &options);
  else
    ulp_text_table(out, table, &options);
  return ulp_text_print(out, error);
}

static UlpTable *list_of(UlpArguments *arguments, GError **error) {
  const char *word = ulp_arguments_word(arguments, 0);
  const gboolean members = g_str_equal(word, "members"), algorithms = g_str_equal(word, "algorithms");
  if (!ulp_arguments_check_words(arguments, 1 + (members || algorithms), error))
    return NULL;
  if (algorithms && ulp_arguments_n_words(arguments) == 2)
    return ulp_list_algorithm(ulp_arguments_word(arguments, 1), error);
  if (members && ulp_arguments_n_words(arguments) == 2)
    return list_members(ulp_arguments_word(arguments, 1), error);
  for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
    if (g_str_equal(word, kinds[i].id))
      return kinds[i].list();
  if (members)
    ulp_set_error(error, ULP_ERROR_USAGE, _("list members: no file, expected its name"));
  else
    ulp_set_error(
        error, ULP_ERROR_USAGE,
        _("list: found “%s”, expected formats, blocks, generators, operations, algorithms, experiments, devices or members"),
        word);
  return NULL;
}

int ulp_command_list(char **argv, GError **error) {
  g_autoptr(GArray) options = ulp_options_new();
  ulp_options_add(options, "json", NULL, _("print JSON instead of text"));
  g_autoptr(UlpArguments) arguments = ulp_arguments_parse("ulp list", options, argv, error);
  if (!arguments)
    return 0;
  if (ulp_arguments_help(arguments)) {
    ulp_print_help(
        "ulp list formats|blocks|generators|operations|algorithms|experiments|devices\n       ulp list algorithms ALGORITHM\n"
        "       ulp list members FILE",
        _("Lists what there is, from the program's own descriptors, all about one algorithm, or the arrays in a file."),
        options, error);
    return 0;
  }
  if (ulp_arguments_n_words(arguments) == 0) {
    g_set_error_literal(
        error, ULP_ERROR, ULP_ERROR_USAGE,
        _("list: no word, expected formats, blocks, generators, operations, algorithms, experiments, devices or members"));
    return 0;
  }
  g_autoptr(UlpTable) table = list_of(arguments, error);
  if (table) {
    ulp_provenance_add_program(table);
    print(table, ulp_arguments_has(arguments, "json"), error);
  }
  return 0;
}
