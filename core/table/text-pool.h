/* The distinct texts of a table and its snapshots, numbered from 0 in order of appearance. It only grows, and a text
 * never moves, so that one thread may read the texts it has numbers of while another adds more. */
#pragma once

#include <glib.h>

typedef struct _UlpTextPool UlpTextPool;

UlpTextPool *ulp_text_pool_new(void);
void ulp_text_pool_free(UlpTextPool *pool);

/* The number of `text`, new or not; FALSE when memory is short or there are 2^30 texts. May be called on several
 * threads. */
gboolean ulp_text_pool_add(UlpTextPool *pool, const char *text, guint32 *number);
const char *ulp_text_pool_get(const UlpTextPool *pool, guint32 number);
guint32 ulp_text_pool_count(UlpTextPool *pool);
