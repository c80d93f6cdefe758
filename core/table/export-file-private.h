/* A file that is replaced whole or not at all, whenever the program is ended. */
#pragma once

#include <glib.h>

/* Writes the content into `file`: 0 or errno. */
typedef int (*UlpFileContent)(int file, gpointer data);

/* Makes `path` (no symbolic link) the file that `content` writes. 0 or errno; unless it is 0 the old file is as it was.
 *
 * The new file has no name until it is complete, so that a program that is killed leaves nothing. Where the file system or
 * a missing /proc does not allow that, it has a name in the same folder until then, removed on every way out, by
 * ulp_export_abandon() too; only SIGKILL leaves it.
 * Until then it is for its owner alone. It takes over the mode of the old file without set-user-id, set-group-id and
 * sticky, its access list, and owner and group where this user may give them; where the group cannot be kept, the
 * group may do what others may. A file that is new gets 0666 less the umask. */
int ulp_file_replace(const char *path, UlpFileContent content, gpointer data);
