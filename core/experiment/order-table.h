/* The table of the nodes of trees (core/order/tree.h), one tree after another. */
#pragma once

#include "core/order/tree.h"
#include "core/table/table.h"

#define ULP_ORDER_N_COLUMNS 10
extern const UlpColumn ulp_order_columns[ULP_ORDER_N_COLUMNS];

void ulp_order_append(UlpTable *table, const char *label, const char *device, const UlpTree *tree);

/* Every tree of such a table as a graph in Graphviz's language. New string. */
char *ulp_order_dot(const UlpTable *table);
