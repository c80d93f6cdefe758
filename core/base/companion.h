/* Files that are built and installed with the library: modules and helping programs. */
#pragma once

/* Where `name` lies: in the build tree's bin, else in the folder ulpscope beside the library. Never searched by a relative path or
 * a variable of the environment, as it is going to be run. NULL where there is none. New string. */
char *ulp_companion_find(const char *name);
