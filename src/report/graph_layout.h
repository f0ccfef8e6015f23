/* Where the nodes of a callback graph are drawn: in layers from top to bottom, so that what must
 * run later lies lower (Sugiyama's method: layers by longest path, order by barycentres, places by
 * averaging). Parts with no order between them are laid out each for itself and stand in rows. */
#ifndef REPORT_GRAPH_LAYOUT_H
#define REPORT_GRAPH_LAYOUT_H

#include "report/graph.h"

struct layout_point {
    double x, y;
};

struct layout_box {
    struct layout_point centre;
    double width;
};

/* Long edges bend at points between the layers they pass. */
struct layout_path {
    uint32_t edge; /* index into the graph's edges */
    VEC(struct layout_point) points;
};

struct layout {
    struct layout_box *boxes; /* one per node of the graph */
    size_t box_count;
    VEC(struct layout_path) paths;
    double width, height;
};

enum { LAYOUT_BOX_HEIGHT = 44, LAYOUT_LAYER_GAP = 56, LAYOUT_MARGIN = 24 };

/* `widths`: of each node's box. */
void layout_compute(struct layout *self, const struct graph *graph, const double *widths);
void layout_free(struct layout *self);

#endif
