/* Ctrl+C stops a run and keeps what is there; a second one ends the program. */
#pragma once

#include <gio/gio.h>

/* From now on SIGINT cancels `cancellable`; where no thread can be made it ends the program as without this. Call it once, before any other thread is started. */
void ulp_interrupt_cancels(GCancellable *cancellable);
