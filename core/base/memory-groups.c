/* Control groups: the limits of a container. */
#include "core/base/memory-private.h"

#include <string.h>

/* What the two versions call the same. */
typedef struct {
  const char *type;       /* of the file system */
  const char *controller; /* in /proc/self/cgroup and among the mount's options; NULL: the line without any */
  const char *limits[2], *usage;
  const char *inactive, *active, *inherited; /* keys of memory.stat; `inherited`: limit of all groups above */
} Version;

static const Version versions[] = {
    {"cgroup2", NULL, {"memory.max", "memory.high"}, "memory.current", "inactive_file", "active_file", NULL},
    {"cgroup",
     "memory",
     {"memory.limit_in_bytes", NULL},
     "memory.usage_in_bytes",
     "total_inactive_file",
     "total_active_file",
     "hierarchical_memory_limit"},
};

static char *text_below(const char *root, const char *folder, const char *name) {
  g_autofree char *path = g_strconcat(root, folder, "/", name, NULL);
  char *text = NULL;
  return g_file_get_contents(path, &text, NULL, NULL) ? text : NULL;
}

/* A number of bytes; "max" and what is no number limit nothing. */
static guint64 bytes_of(const char *text) {
  return text && g_ascii_isdigit(*text) ? g_ascii_strtoull(text, NULL, 10) : G_MAXUINT64;
}

/* The value of a line "key value"; `missing` where there is none. */
static guint64 value_of(const char *lines, const char *key, guint64 missing) {
  const gsize length = strlen(key);
  for (const char *line = lines; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (strncmp(line, key, length) == 0 && line[length] == ' ')
      return bytes_of(line + length + 1);
  }
  return missing;
}

static guint64 left_in_group(const char *root, const char *folder, const Version *version) {
  guint64 limit = G_MAXUINT64;
  for (guint i = 0; i < G_N_ELEMENTS(version->limits) && version->limits[i]; i++) {
    g_autofree char *text = text_below(root, folder, version->limits[i]);
    limit = MIN(limit, bytes_of(text));
  }
  if (limit == G_MAXUINT64)
    return limit;
  g_autofree char *usage = text_below(root, folder, version->usage), *stat = text_below(root, folder, "memory.stat");
  if (stat && version->inherited)
    limit = MIN(limit, value_of(stat, version->inherited, limit));
  const guint64 taken = usage ? bytes_of(usage) : 0;
  const guint64 cached = stat ? value_of(stat, version->inactive, 0) + value_of(stat, version->active, 0) / 2 : 0;
  const guint64 used = taken - MIN(taken, cached);
  return limit - MIN(limit, used);
}

static gboolean is_listed(const char *list, const char *word) {
  g_auto(GStrv) words = g_strsplit(list, ",", -1);
  return g_strv_contains((const char *const *)words, word);
}

/* The path of this process' group in the hierarchy, from lines "4:memory:/path"; NULL: it is in none. */
static char *group_of(const char *lines, const Version *version) {
  g_auto(GStrv) list = g_strsplit(lines, "\n", -1);
  for (guint i = 0; list[i]; i++) {
    g_auto(GStrv) fields = g_strsplit(list[i], ":", 3);
    if (g_strv_length(fields) == 3 &&
        (version->controller ? is_listed(fields[1], version->controller) : *fields[1] == '\0'))
      return g_strdup(fields[2]);
  }
  return NULL;
}

/* Where the hierarchy is mounted, and which of its groups is seen there, from lines of proc(5)'s mountinfo such as
 * "35 31 0:32 /group /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory". */
static gboolean find_mount(const char *lines, const Version *version, char **place, char **top) {
  g_auto(GStrv) list = g_strsplit(lines, "\n", -1);
  for (guint i = 0; list[i]; i++) {
    const char *type = strstr(list[i], " - ");
    g_auto(GStrv) before = g_strsplit(list[i], " ", 6), after = g_strsplit(type ? type + 3 : "", " ", 3);
    if (g_strv_length(before) < 6 || g_strv_length(after) < 3 || !g_str_equal(after[0], version->type) ||
        (version->controller && !is_listed(after[2], version->controller)))
      continue;
    *top = g_strcompress(before[3]); /* spaces are \040 */
    *place = g_strcompress(before[4]);
    return TRUE;
  }
  return FALSE;
}

/* Over the group `below` the mount and all above it that are seen there. */
static guint64 left_up_from(const char *root, const char *place, const char *below, const Version *version) {
  g_autofree char *path = g_strdup(below);
  guint64 left = G_MAXUINT64;
  for (;;) {
    g_autofree char *folder = g_strconcat(place, path, NULL);
    left = MIN(left, left_in_group(root, folder, version));
    char *last = strrchr(path, '/');
    if (!last)
      return left;
    *last = '\0';
  }
}

static guint64 left_in_version(const char *root, const char *groups, const char *mounts, const Version *version) {
  g_autofree char *group = group_of(groups, version), *place = NULL, *top = NULL;
  if (!group || !find_mount(mounts, version, &place, &top))
    return G_MAXUINT64;
  /* A container that sees its own group as the top may name it by its place in the whole hierarchy, and one in a namespace
   * of groups "/../..." for what is not below its own: then what is seen is all there is to ask. */
  const char *below = g_str_equal(top, "/") ? group : g_str_has_prefix(group, top) ? group + strlen(top) : "";
  if (*below != '/' || below[1] == '\0' || strstr(below, "/.."))
    below = "";
  return left_up_from(root, place, below, version);
}

guint64 ulp_memory_left_in_groups(const char *root) {
  g_autofree char *groups = text_below(root, "/proc/self", "cgroup");
  g_autofree char *mounts = groups ? text_below(root, "/proc/self", "mountinfo") : NULL;
  guint64 left = G_MAXUINT64;
  for (guint i = 0; mounts && i < G_N_ELEMENTS(versions); i++)
    left = MIN(left, left_in_version(root, groups, mounts, &versions[i]));
  return left;
}
