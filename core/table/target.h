/* Which file the target of an export stands for. */
#pragma once

#include <glib.h>

/* The file that `target` stands for: symbolic links in its last component are followed, to a missing file too. */
char *ulp_target_file(const char *target);

/* Whether exports to both would lose or mix something: one file, or one place for a new file, by any names (links, "-" and
 * /dev/stdout). A device such as /dev/null takes any number of exports. */
gboolean ulp_target_is_same(const char *a, const char *b);

/* `target` for a message, as ulp_name_shown() has it; standard output by that name. */
char *ulp_target_shown(const char *target);
