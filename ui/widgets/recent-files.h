/* The files that were opened last, in the user's own configuration. */
#pragma once

#include <glib.h>

char **ulp_recent_files(void); /* paths, the last one first; NULL-terminated; new array */
void ulp_recent_files_add(const char *path);
