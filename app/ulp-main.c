/* ulp: the experiments on the command line. */
#include "app/ulp-arguments.h"
#include "app/ulp-command.h"
#include "app/ulp-interrupt.h"
#include "app/ulp-text.h"
#include "core/base/error.h"
#include "core/base/i18n.h"
#include "core/base/memory.h"
#include "core/base/name.h"
#include "core/table/provenance.h"

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

typedef struct {
  const char *id;
  const char *usage;
  const char *help; /* N_() */
  int (*run)(char **argv, GError **error);
} Command;

static const Command commands[] = {
    {"list", "list WORD", N_("what there is: formats, generators, algorithms, devices..., arrays in a file"),
     ulp_command_list},
    {"bits", "bits NUMBER", N_("how each format stores a number"), ulp_command_bits},
    {"block", "block FORMAT NUMBER", N_("what numbers become that share a scale: MX formats, NVFP4"),
     ulp_command_block},
    {"distance", "distance A B", N_("how far two numbers lie apart in each format"), ulp_command_distance},
    {"run", "run EXPERIMENT", N_("run an experiment: table, plots and exports"), ulp_command_run},
    {"verify", "verify conversions", N_("convert every pattern of a format, and compare who does it"),
     ulp_command_verify},
    {"compare", "compare A B", N_("compare two arrays, or two exported tables"), ulp_command_compare},
    {"show", "show FILE", N_("show an exported table again: text, plots and exports"), ulp_command_show},
    {"explain", "explain [TERM]", N_("what a term of the results means; all terms"), ulp_command_explain},
};

void ulp_report(const char *message) {
  g_autofree char *line = ulp_name_shown(message);
  fprintf(stderr, "ulp: %s\n", line);
}

static int print_help(GError **error) {
  g_autoptr(GString) out = g_string_new(NULL);
  g_string_append_printf(out, "%s\n\n", _("Usage: ulp COMMAND [ARGUMENT...] [--OPTION VALUE...]"));
  for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
    g_string_append_printf(out, "  ulp %-16s %s\n", commands[i].usage, _(commands[i].help));
  g_string_append_printf(out, "  ulp %-16s %s\n\n", "--version", _("version and commit of this program"));
  ulp_text_wrap(out, _("“ulp COMMAND --help” and “ulp run EXPERIMENT --help” say more."), 0);
  ulp_text_wrap(
      out,
      _("Exit status: 0 done, 1 bad input or failed output, 2 usage, 3 no such device, or it "
        "failed, 4 a selected algorithm is outside the tolerance, the sum of the input is not finite, or what was compared differs, 5 not "
        "enough memory on the host, 130 interrupted, 128 + N ended by signal N."),
      0);
  ulp_text_print(out, error);
  return 0;
}

static int print_version(GError **error) {
  g_autoptr(GString) out = g_string_new(NULL);
  g_string_append_printf(out, "ulp %s (%s)\n", ulp_version(), ulp_commit());
  ulp_text_print(out, error);
  return 0;
}

/* "list, bits, ..." */
static char *command_ids(void) {
  GString *ids = g_string_new(NULL);
  for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
    g_string_append_printf(ids, "%s%s", i ? ", " : "", commands[i].id);
  return g_string_free(ids, FALSE);
}

static int dispatch(char **argv, GError **error) {
  const char *word = argv[0];
  g_autofree char *ids = command_ids();
  if (!word) {
    g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("no command, expected one of %s; see “ulp --help”"), ids);
    return 0;
  }
  if (g_str_equal(word, "--help") || g_str_equal(word, "-h") || g_str_equal(word, "help"))
    return print_help(error);
  if (g_str_equal(word, "--version"))
    return print_version(error);
  for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
    if (g_str_equal(word, commands[i].id))
      return commands[i].run(argv + 1, error);
  g_set_error(error, ULP_ERROR, ULP_ERROR_USAGE, _("unknown command “%s”, expected one of %s; see “ulp --help”"), word,
              ids);
  return 0;
}

/* A file opened in place of a closed standard stream would get what is meant for the stream. The stand-in for standard
 * output cannot be written, so that output is missed as it must be. */
static void occupy_standard_streams(void) {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
    if (fcntl(stream, F_GETFD) < 0)
      (void)!open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv) {
  occupy_standard_streams();
  ulp_memory_share_heap();
  signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed output like others */
  setlocale(LC_ALL, "");
  setlocale(LC_NUMERIC, "C");
  bindtextdomain(GETTEXT_PACKAGE, ULP_LOCALE_DIR);
  bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
  textdomain(GETTEXT_PACKAGE);

  g_autoptr(GError) error = NULL;
  const int status = dispatch(argv + 1, &error);
  if (!error)
    return status;
  ulp_report(error->message);
  return ulp_interrupt_exit_status(error);
}
