/* What limits the memory of this process, each on its own. Files are read below `root`, which is "" but for tests; what
 * cannot be read limits nothing: G_MAXUINT64. */
#pragma once

#include <glib.h>

/* Bytes left in the control groups that this process is in, the smallest over all of them up the hierarchy: memory.max and
 * memory.high of version 2 (kernel.org, admin-guide/cgroup-v2), memory.limit_in_bytes of version 1
 * (admin-guide/cgroup-v1/memory), less the usage that the kernel could not reclaim: cached files that are not in active
 * use, and half of those that are. Swap does not count. */
guint64 ulp_memory_left_in_groups(const char *root);

/* Bytes that can be had without swapping, as Linux estimates them: MemAvailable of /proc/meminfo. */
guint64 ulp_memory_left_in_machine(const char *root);

/* Bytes left of `address_space` and `data` (getrlimit; G_MAXUINT64: no limit), less what /proc/self/statm says is taken. */
guint64 ulp_memory_left_in_rlimits(const char *root, guint64 address_space, guint64 data);
