/* Ctrl+C and the other signals that end a run: the first keeps what is there, a second one ends the program. */
#pragma once

#include <gio/gio.h>

/* From now on SIGINT, SIGTERM, SIGHUP and SIGXFSZ cancel `cancellable`, those of them that were not ignored; a second one
 * ends the program with the first one's status, without a temporary file left. A write beyond the limit of a file's size
 * fails instead of ending the program. Where no thread can be made, they end the program as without this. Call it once,
 * before any other thread is started. */
void ulp_interrupt_cancels(GCancellable *cancellable);

/* Exit status of the command line for `error`: 128 and the number of the signal that came, as a shell has it, else that
 * of the error. */
int ulp_interrupt_exit_status(const GError *error);
