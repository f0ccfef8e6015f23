#include "report/graph_layout.h"

#include <math.h>

/* A thousand edges over a thousand layers would bend a million times: once there are MOST_BENDS in
 * a part, edges go straight. */
enum { SWEEPS = 12, SPREADS = 24, GAP = 28, BEND_WIDTH = 8, MOST_BENDS = 30000 };

/* A node, or the place where a long edge passes a layer. */
struct vertex {
    unsigned layer, order;
    double x, width, wish;
    VEC(uint32_t) up, down; /* neighbours in the layers next to it */
};

struct chain {
    uint32_t edge;
    bool reversed; /* the edge closes a cycle and is drawn upwards */
    VEC(uint32_t) vertices;
};

struct work {
    const struct graph *graph;
    VEC(struct vertex) vertices; /* the graph's nodes come first */
    VEC(struct chain) chains;
    VEC(uint32_t) * layers;
    size_t layer_count;
};

typedef VEC(uint32_t) numbers;

static bool is_drawn(const struct graph *graph, const struct graph_edge *edge)
{
    return edge->from != edge->to && edge->from < graph->nodes.len && edge->to < graph->nodes.len;
}

/* Depth first from every node in order; an edge back to a node on the stack closes a cycle.
 * Iterative: a chain of ten thousand reactions is a normal graph. */
static void find_cycles(const struct graph *graph, const numbers *out, bool *is_back)
{
    enum { WHITE, GREY, BLACK };
    size_t count = graph->nodes.len;
    unsigned char *colour = mem_zalloc(count + 1);
    size_t *next = mem_zalloc((count + 1) * sizeof *next);
    VEC(uint32_t) stack = {0};
    for (uint32_t root = 0; root < count; root++) {
        if (colour[root] == WHITE)
            *vec_push(&stack) = root;
        while (stack.len) {
            uint32_t node = *vec_last(&stack);
            colour[node] = colour[node] == WHITE ? GREY : colour[node];
            if (next[node] == out[node].len) {
                colour[node] = BLACK;
                stack.len--;
                continue;
            }
            uint32_t edge = out[node].at[next[node]++], to = graph->edges.at[edge].to;
            is_back[edge] = colour[to] == GREY;
            if (colour[to] == WHITE)
                *vec_push(&stack) = to;
        }
    }
    vec_free(&stack);
    free(colour);
    free(next);
}

/* Kahn's order over the edges that close no cycle; a node lies below all that come before it. */
static void assign_layers(struct work *self, const numbers *out, const bool *is_back)
{
    const struct graph *graph = self->graph;
    uint32_t *waiting = mem_zalloc((graph->nodes.len + 1) * sizeof *waiting);
    VEC(uint32_t) ready = {0};
    for (size_t i = 0; i < graph->edges.len; i++)
        if (is_drawn(graph, &graph->edges.at[i]) && !is_back[i])
            waiting[graph->edges.at[i].to]++;
    for (uint32_t i = 0; i < graph->nodes.len; i++)
        if (!waiting[i])
            *vec_push(&ready) = i;
    for (size_t i = 0; i < ready.len; i++) {
        uint32_t node = ready.at[i];
        vec_each (edge, &out[node]) {
            if (is_back[*edge])
                continue;
            uint32_t to = graph->edges.at[*edge].to;
            struct vertex *below = &self->vertices.at[to];
            if (below->layer < self->vertices.at[node].layer + 1)
                below->layer = self->vertices.at[node].layer + 1;
            if (--waiting[to] == 0)
                *vec_push(&ready) = to;
        }
    }
    vec_free(&ready);
    free(waiting);
}

static void connect(struct work *self, uint32_t upper, uint32_t lower)
{
    *vec_push(&self->vertices.at[upper].down) = lower;
    *vec_push(&self->vertices.at[lower].up) = upper;
}

/* One chain a drawn edge, with a bend in every layer between its ends while there are not too many.
 */
static void add_chain(struct work *self, uint32_t index, bool is_back)
{
    const struct graph_edge *edge = &self->graph->edges.at[index];
    uint32_t upper = is_back ? edge->to : edge->from, lower = is_back ? edge->from : edge->to;
    struct chain chain = {.edge = index, .reversed = is_back};
    *vec_push(&chain.vertices) = upper;
    unsigned last = self->vertices.at[lower].layer;
    size_t bends = self->vertices.len - self->graph->nodes.len;
    if (bends + last - self->vertices.at[upper].layer > MOST_BENDS)
        last = 0;
    for (unsigned layer = self->vertices.at[upper].layer + 1; layer < last; layer++) {
        *vec_push(&chain.vertices) = (uint32_t)self->vertices.len;
        *vec_push(&self->vertices) = (struct vertex){.layer = layer, .width = BEND_WIDTH};
    }
    *vec_push(&chain.vertices) = lower;
    for (size_t i = 0; i + 1 < chain.vertices.len; i++)
        connect(self, chain.vertices.at[i], chain.vertices.at[i + 1]);
    *vec_push(&self->chains) = chain;
}

static void build(struct work *self, const double *widths)
{
    const struct graph *graph = self->graph;
    numbers *out = mem_zalloc((graph->nodes.len + 1) * sizeof *out);
    bool *is_back = mem_zalloc(graph->edges.len + 1);
    for (size_t i = 0; i < graph->nodes.len; i++)
        *vec_push(&self->vertices) = (struct vertex){.width = widths[i]};
    for (size_t i = 0; i < graph->edges.len; i++)
        if (is_drawn(graph, &graph->edges.at[i]))
            *vec_push(&out[graph->edges.at[i].from]) = (uint32_t)i;
    find_cycles(graph, out, is_back);
    assign_layers(self, out, is_back);
    for (uint32_t i = 0; i < graph->edges.len; i++)
        if (is_drawn(graph, &graph->edges.at[i]))
            add_chain(self, i, is_back[i]);
    for (size_t i = 0; i < graph->nodes.len; i++)
        vec_free(&out[i]);
    free(out);
    free(is_back);
}

static void fill_layers(struct work *self)
{
    vec_each (vertex, &self->vertices)
        if (vertex->layer >= self->layer_count)
            self->layer_count = vertex->layer + 1u;
    self->layers = mem_zalloc((self->layer_count + 1) * sizeof *self->layers);
    for (uint32_t i = 0; i < self->vertices.len; i++) {
        struct vertex *vertex = &self->vertices.at[i];
        vertex->order = (unsigned)self->layers[vertex->layer].len;
        *vec_push(&self->layers[vertex->layer]) = i;
    }
}

static double mean_order(const struct work *self, const struct vertex *vertex, bool from_above)
{
    const uint32_t *list = from_above ? vertex->up.at : vertex->down.at;
    size_t count = from_above ? vertex->up.len : vertex->down.len;
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += self->vertices.at[list[i]].order;
    return count ? sum / (double)count : vertex->order;
}

struct wish {
    double at;
    unsigned order;
    uint32_t vertex;
};

static int by_wish(const void *left, const void *right)
{
    const struct wish *a = left, *b = right;
    int order = (a->at > b->at) - (a->at < b->at);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

static void sort_layer(struct work *self, size_t layer, bool from_above)
{
    size_t count = self->layers[layer].len;
    struct wish *wishes = mem_zalloc((count + 1) * sizeof *wishes);
    for (size_t i = 0; i < count; i++) {
        uint32_t index = self->layers[layer].at[i];
        struct vertex *vertex = &self->vertices.at[index];
        wishes[i] = (struct wish){mean_order(self, vertex, from_above), vertex->order, index};
    }
    qsort(wishes, count, sizeof *wishes, by_wish);
    for (size_t i = 0; i < count; i++) {
        self->layers[layer].at[i] = wishes[i].vertex;
        self->vertices.at[wishes[i].vertex].order = (unsigned)i;
    }
    free(wishes);
}

static void order_layers(struct work *self)
{
    for (unsigned sweep = 0; sweep < SWEEPS; sweep++) {
        for (size_t i = 1; sweep % 2 == 0 && i < self->layer_count; i++)
            sort_layer(self, i, true);
        for (size_t i = self->layer_count; sweep % 2 == 1 && i > 1; i--)
            sort_layer(self, i - 2, false);
    }
}

static double distance(const struct vertex *a, const struct vertex *b)
{
    return (a->width + b->width) / 2 + GAP;
}

static void make_wishes(struct work *self, size_t layer)
{
    vec_each (index, &self->layers[layer]) {
        struct vertex *vertex = &self->vertices.at[*index];
        double sum = 0;
        vec_each (other, &vertex->up)
            sum += self->vertices.at[*other].x;
        vec_each (other, &vertex->down)
            sum += self->vertices.at[*other].x;
        size_t count = vertex->up.len + vertex->down.len;
        vertex->wish = count ? sum / (double)count : vertex->x;
    }
}

/* Pushed right as far as needed, and pushed left as far as needed: the mean of both keeps all
 * distances, and leans to neither side. */
static void spread_layer(struct work *self, size_t layer)
{
    size_t count = self->layers[layer].len;
    double *right = mem_zalloc((count + 1) * sizeof *right);
    make_wishes(self, layer);
    for (size_t i = 0; i < count; i++) {
        struct vertex *vertex = &self->vertices.at[self->layers[layer].at[i]];
        right[i] = vertex->wish;
        if (i) {
            const struct vertex *before = &self->vertices.at[self->layers[layer].at[i - 1]];
            double least = right[i - 1] + distance(before, vertex);
            right[i] = right[i] > least ? right[i] : least;
        }
    }
    double left = 0;
    for (size_t i = count; i > 0; i--) {
        struct vertex *vertex = &self->vertices.at[self->layers[layer].at[i - 1]];
        double place = vertex->wish;
        if (i < count) {
            const struct vertex *after = &self->vertices.at[self->layers[layer].at[i]];
            double most = left - distance(vertex, after);
            place = place < most ? place : most;
        }
        left = place;
        vertex->x = (place + right[i - 1]) / 2;
    }
    free(right);
}

static void pack(struct work *self)
{
    for (size_t layer = 0; layer < self->layer_count; layer++) {
        double x = 0;
        vec_each (index, &self->layers[layer]) {
            struct vertex *vertex = &self->vertices.at[*index];
            vertex->x = x + vertex->width / 2;
            x += vertex->width + GAP;
        }
    }
}

static void place(struct work *self)
{
    pack(self);
    for (unsigned round = 0; round < SPREADS; round++)
        for (size_t i = 0; i < self->layer_count; i++)
            spread_layer(self, round % 2 ? self->layer_count - 1 - i : i);
}

static struct layout_point point_of(const struct vertex *vertex, double shift)
{
    double y = LAYOUT_MARGIN + LAYOUT_BOX_HEIGHT / 2.0 +
               vertex->layer * (double)(LAYOUT_BOX_HEIGHT + LAYOUT_LAYER_GAP);
    return (struct layout_point){vertex->x + shift, y};
}

static void add_path(struct layout *layout, const struct work *work, const struct chain *chain,
                     double shift)
{
    struct layout_path path = {.edge = chain->edge};
    for (size_t i = 0; i < chain->vertices.len; i++) {
        size_t at = chain->reversed ? chain->vertices.len - 1 - i : i;
        *vec_push(&path.points) = point_of(&work->vertices.at[chain->vertices.at[at]], shift);
    }
    *vec_push(&layout->paths) = path;
}

static void copy_out(struct layout *layout, const struct work *work)
{
    double least = 0, most = 0;
    bool first = true;
    vec_each (vertex, &work->vertices) {
        double left = vertex->x - vertex->width / 2, right = vertex->x + vertex->width / 2;
        least = first || left < least ? left : least;
        most = first || right > most ? right : most;
        first = false;
    }
    double shift = LAYOUT_MARGIN - least;
    layout->box_count = work->graph->nodes.len;
    layout->boxes = mem_zalloc((layout->box_count + 1) * sizeof *layout->boxes);
    for (size_t i = 0; i < layout->box_count; i++)
        layout->boxes[i] =
            (struct layout_box){point_of(&work->vertices.at[i], shift), work->vertices.at[i].width};
    vec_each (chain, &work->chains)
        add_path(layout, work, chain, shift);
    layout->width = most - least + 2 * LAYOUT_MARGIN;
    layout->height = 2 * LAYOUT_MARGIN +
                     (double)work->layer_count * (LAYOUT_BOX_HEIGHT + LAYOUT_LAYER_GAP) -
                     LAYOUT_LAYER_GAP;
}

static void free_work(struct work *self)
{
    vec_each (vertex, &self->vertices) {
        vec_free(&vertex->up);
        vec_free(&vertex->down);
    }
    vec_each (chain, &self->chains)
        vec_free(&chain->vertices);
    for (size_t i = 0; i < self->layer_count; i++)
        vec_free(&self->layers[i]);
    vec_free(&self->vertices);
    vec_free(&self->chains);
    free(self->layers);
}

static void lay_out_part(struct layout *self, const struct graph *graph, const double *widths)
{
    struct work work = {.graph = graph};
    build(&work, widths);
    fill_layers(&work);
    order_layers(&work);
    place(&work);
    copy_out(self, &work);
    free_work(&work);
}

/* ---- parts without any order between them stand beside each other, in rows ---- */

struct part {
    struct graph graph;   /* of its nodes only their number counts */
    numbers nodes, edges; /* of the whole graph, in the part's order */
    struct layout layout;
};

static uint32_t first_of(uint32_t *belongs_to, uint32_t node)
{
    while (belongs_to[node] != node)
        node = belongs_to[node] = belongs_to[belongs_to[node]];
    return node;
}

/* In the order of their first nodes; `*count` becomes how many. */
static struct part *split(const struct graph *graph, size_t *count)
{
    size_t nodes = graph->nodes.len;
    uint32_t *belongs_to = mem_resize(NULL, nodes + 1, sizeof *belongs_to);
    uint32_t *own = mem_zalloc((nodes + 1) * sizeof *own); /* the node's number in its part */
    struct part *parts = mem_zalloc((nodes + 1) * sizeof *parts);
    uint32_t *part_of = mem_zalloc((nodes + 1) * sizeof *part_of);
    *count = 0;
    for (uint32_t i = 0; i < nodes; i++)
        belongs_to[i] = i;
    vec_each (edge, &graph->edges) {
        if (!is_drawn(graph, edge))
            continue;
        uint32_t a = first_of(belongs_to, edge->from), b = first_of(belongs_to, edge->to);
        belongs_to[a > b ? a : b] = a > b ? b : a;
    }
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t first = first_of(belongs_to, i);
        part_of[i] = first == i ? (uint32_t)(*count)++ : part_of[first];
        struct part *part = &parts[part_of[i]];
        own[i] = (uint32_t)part->nodes.len;
        *vec_push(&part->nodes) = i;
        *vec_push(&part->graph.nodes) = (struct graph_node){0};
    }
    for (uint32_t i = 0; i < graph->edges.len; i++) {
        const struct graph_edge *edge = &graph->edges.at[i];
        if (!is_drawn(graph, edge))
            continue;
        struct part *part = &parts[part_of[edge->from]];
        *vec_push(&part->edges) = i;
        *vec_push(&part->graph.edges) =
            (struct graph_edge){own[edge->from], own[edge->to], edge->kind};
    }
    free(belongs_to);
    free(own);
    free(part_of);
    return parts;
}

static void lay_out(struct part *self, const double *widths)
{
    double *own = mem_zalloc((self->nodes.len + 1) * sizeof *own);
    for (size_t i = 0; i < self->nodes.len; i++)
        own[i] = widths[self->nodes.at[i]];
    lay_out_part(&self->layout, &self->graph, own);
    free(own);
}

/* Moves the part to its place, and gives its boxes and paths to the whole. */
static void put(struct layout *self, struct part *part, double x, double y)
{
    for (size_t i = 0; i < part->nodes.len; i++) {
        struct layout_box box = part->layout.boxes[i];
        box.centre.x += x;
        box.centre.y += y;
        self->boxes[part->nodes.at[i]] = box;
    }
    vec_each (path, &part->layout.paths) {
        vec_each (point, &path->points) {
            point->x += x;
            point->y += y;
        }
        path->edge = part->edges.at[path->edge];
        *vec_push(&self->paths) = *path;
    }
    part->layout.paths.len = 0; /* their points are the whole's now */
}

static double row_width(const struct part *parts, size_t count)
{
    double area = 0, widest = 0;
    for (size_t i = 0; i < count; i++) {
        area += parts[i].layout.width * parts[i].layout.height;
        widest = parts[i].layout.width > widest ? parts[i].layout.width : widest;
    }
    double width = 1.3 * sqrt(area); /* as wide as a screen is */
    return width > widest ? width : widest;
}

void layout_compute(struct layout *self, const struct graph *graph, const double *widths)
{
    size_t count;
    struct part *parts = split(graph, &count);
    for (size_t i = 0; i < count; i++)
        lay_out(&parts[i], widths);
    double most = row_width(parts, count), x = 0, y = 0, height = 0;
    self->box_count = graph->nodes.len;
    self->boxes = mem_zalloc((self->box_count + 1) * sizeof *self->boxes);
    for (size_t i = 0; i < count; i++) {
        const struct layout *layout = &parts[i].layout;
        if (x + layout->width > most + 1 && x > 0) {
            y += height;
            x = height = 0;
        }
        put(self, &parts[i], x, y);
        x += layout->width;
        height = layout->height > height ? layout->height : height;
        self->width = x > self->width ? x : self->width;
        self->height = y + height;
    }
    for (size_t i = 0; i < count; i++) {
        layout_free(&parts[i].layout);
        graph_free(&parts[i].graph);
        vec_free(&parts[i].nodes);
        vec_free(&parts[i].edges);
    }
    free(parts);
}

void layout_free(struct layout *self)
{
    vec_each (path, &self->paths)
        vec_free(&path->points);
    vec_free(&self->paths);
    free(self->boxes);
    self->boxes = NULL;
}
