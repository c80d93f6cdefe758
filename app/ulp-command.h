/* The commands of `ulp`. Each gets the words after its name and gives the exit status; where it sets `error`, the status
 * is that of the error. */
#pragma once

#include <glib.h>

int ulp_command_list(char **argv, GError **error);
int ulp_command_bits(char **argv, GError **error);
int ulp_command_block(char **argv, GError **error);
int ulp_command_distance(char **argv, GError **error);
int ulp_command_run(char **argv, GError **error);
int ulp_command_verify(char **argv, GError **error);
int ulp_command_compare(char **argv, GError **error);
int ulp_command_show(char **argv, GError **error);
int ulp_command_explain(char **argv, GError **error);

/* "ulp: MESSAGE", one line on standard error, as ulp_name_shown() has it. */
void ulp_report(const char *message);
