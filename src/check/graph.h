/* The callback graph, as a copy for src/report. */
#ifndef CHECK_GRAPH_H
#define CHECK_GRAPH_H

#include "machine/state.h"
#include "report/graph.h"

void graph_of(struct machine *m, struct arena *arena, struct graph *graph);

#endif
