#include "web/graph.h"

#include "base/map.h"
#include "base/vec.h"
#include "web/fields.h"

static const char *keep(struct arena *arena, json_t *object, const char *key)
{
    const char *text = text_of(object, key);
    return *text ? arena_str(arena, str_of(text)).at : NULL;
}

enum web_kind graph_kind(json_t *node)
{
    json_int_t kind = json_integer_value(json_object_get(node, "kind"));
    return kind >= 0 && kind < WEB_KIND_COUNT ? (enum web_kind)kind : WEB_KIND_MESSAGE;
}

static struct web_box box_of(json_t *box)
{
    return (struct web_box){json_number_value(json_object_get(box, "x")),
                            json_number_value(json_object_get(box, "y")),
                            json_number_value(json_object_get(box, "width")),
                            json_number_value(json_object_get(box, "height"))};
}

size_t graph_writes(struct arena *arena, json_t *node, struct web_write **writes)
{
    json_t *list = json_object_get(node, "writes"), *entry;
    size_t count = json_array_size(list), i;
    *writes = count ? arena_array(arena, struct web_write, count) : NULL;
    json_array_foreach (list, i, entry) {
        (*writes)[i] = (struct web_write){
            .handler = keep(arena, entry, "handler"),
            .what = keep(arena, entry, "what"),
            .where = keep(arena, entry, "where"),
            .box = box_of(json_object_get(entry, "box")),
            .storage = json_is_true(json_object_get(entry, "storage")),
            .unchanged = json_is_true(json_object_get(entry, "unchanged")),
        };
    }
    return count;
}

/* ---- building ---- */

struct building {
    struct web_graph *graph;
    struct map index; /* id of a node -> its place */
    VEC(struct web_edge) edges;
};

static void add_unseen(struct arena *arena, json_t *list, struct web_node *node)
{
    json_t *entry;
    size_t i;
    node->unseen = arena_array(arena, const char *, json_array_size(list) + 1);
    json_array_foreach (list, i, entry) {
        const char *where = json_string_value(entry);
        if (where)
            node->unseen[node->unseen_count++] = arena_str(arena, str_of(where)).at;
    }
}

static void add_node(struct building *self, json_t *traced)
{
    struct web_graph *graph = self->graph;
    struct arena *arena = &graph->arena;
    struct web_node *node = &graph->nodes[graph->node_count];
    *node = (struct web_node){
        .id = arena_str(arena, str_of(text_of(traced, "id"))).at,
        .kind = graph_kind(traced),
        .label = keep(arena, traced, "label"),
        .url = keep(arena, traced, "url"),
        .created = keep(arena, traced, "created"),
        .at_ms = json_number_value(json_object_get(traced, "at")),
        .error = keep(arena, traced, "error"),
    };
    node->write_count = graph_writes(arena, traced, &node->writes);
    add_unseen(arena, json_object_get(traced, "unseen"), node);
    map_add(&self->index, str_of(node->id), NULL)->number = graph->node_count++;
    for (size_t i = 0; i < node->write_count; i++)
        graph->mutations += !node->writes[i].storage;
}

static void add_edge(struct building *self, const char *from, const char *to, bool join)
{
    struct map_entry *source = map_find(&self->index, str_of(from));
    struct map_entry *target = map_find(&self->index, str_of(to));
    if (source && target && source != target)
        *vec_push(&self->edges) = (struct web_edge){source->number, target->number, join};
}

/* Events of one request are chained by joins; only the first is forked (Figure 4). */
static void add_edges(struct building *self, json_t *trace, const char *root)
{
    size_t i;
    json_t *item;
    json_array_foreach (json_object_get(trace, "nodes"), i, item) {
        const char *parent = text_of(item, "parent");
        bool joined = json_is_true(json_object_get(item, "joined"));
        if (strcmp(text_of(item, "root"), root) != 0 || joined)
            continue;
        add_edge(self, *parent ? parent : root, text_of(item, "id"), false);
        enum web_kind kind = graph_kind(item);
        self->graph->ajax += web_kind_is_answer(kind) && kind != WEB_KIND_BODY;
    }
    json_array_foreach (json_object_get(trace, "joins"), i, item) {
        const char *from = json_string_value(json_array_get(item, 0));
        const char *to = json_string_value(json_array_get(item, 1));
        if (from && to)
            add_edge(self, from, to, true);
    }
}

void graph_build(struct web_graph *self, json_t *trace, const char *root)
{
    struct building building = {.graph = self};
    json_t *nodes = json_object_get(trace, "nodes"), *node;
    size_t i;
    /* here and below: room for one more (graph_add_import) */
    self->nodes = arena_array(&self->arena, struct web_node, json_array_size(nodes) + 1);
    json_array_foreach (nodes, i, node) {
        if (strcmp(text_of(node, "root"), root) == 0)
            add_node(&building, node);
    }
    add_edges(&building, trace, root);
    self->edge_count = building.edges.len;
    self->edges = arena_array(&self->arena, struct web_edge, building.edges.len + 1);
    if (building.edges.len)
        memcpy(self->edges, building.edges.at, building.edges.len * sizeof *self->edges);
    vec_free(&building.edges);
    map_free(&building.index);
}

static size_t count_writes(const struct web_graph *self)
{
    size_t count = 0;
    for (size_t i = 0; i < self->node_count; i++)
        count += self->nodes[i].write_count;
    return count;
}

void graph_add_import(struct web_graph *self, const char *url, const char *path)
{
    struct arena *arena = &self->arena;
    if (!self->node_count)
        return;
    struct web_node node = {
        .id = arena_printf(arena, "%s.%zu", self->nodes[0].id, self->node_count).at,
        .kind = WEB_KIND_SCRIPT,
        .label = arena_printf(arena, "import %s", path).at,
        .url = arena_str(arena, str_of(url)).at,
        .writes = arena_array(arena, struct web_write, count_writes(self) + 1),
    };
    for (size_t i = 0; i < self->node_count; i++)
        for (size_t k = 0; k < self->nodes[i].write_count; k++)
            node.writes[node.write_count++] = self->nodes[i].writes[k];
    self->edges[self->edge_count++] = (struct web_edge){0, self->node_count, false};
    self->nodes[self->node_count++] = node;
    self->ajax++;
}

bool graph_has_request(const struct web_graph *self, const char *url)
{
    for (size_t i = 0; i < self->node_count; i++)
        if (self->nodes[i].url && strcmp(self->nodes[i].url, url) == 0)
            return true;
    return false;
}

static bool is_message(enum web_kind kind)
{
    return kind == WEB_KIND_SOCKET || kind == WEB_KIND_SOURCE || kind == WEB_KIND_WORKER;
}

int graph_messages(const struct web_graph *self)
{
    int count = 0;
    for (size_t i = 0; i < self->node_count; i++)
        count += is_message(self->nodes[i].kind);
    return count;
}

/* ---- conflicts ---- */

bool graph_changes_server(const struct web_node *node)
{
    static const char *const methods[] = {"POST ", "PUT ", "PATCH ", "DELETE "};
    bool asks = node->kind == WEB_KIND_XHR || node->kind == WEB_KIND_FETCH;
    for (size_t i = 0; asks && i < COUNT_OF(methods); i++)
        if (strncmp(node->label, methods[i], strlen(methods[i])) == 0)
            return true;
    return false;
}

/* The page looks at what it was answered. */
static bool reads(const struct web_graph *self)
{
    for (size_t i = 0; i < self->node_count; i++)
        if (self->nodes[i].kind == WEB_KIND_XHR || self->nodes[i].kind == WEB_KIND_BODY)
            return true;
    return false;
}

bool graph_saves(const struct web_graph *self)
{
    bool changes = false;
    for (size_t i = 0; i < self->node_count; i++)
        changes |= graph_changes_server(&self->nodes[i]);
    return changes && reads(self);
}

static bool node_shows(const struct web_node *node)
{
    for (size_t k = 0; k < node->write_count; k++)
        if (!node->writes[k].unchanged)
            return true;
    return false;
}

/* Whether it shows at once what it tells the server, so that the answer, when it is alone, has
 * nothing left to change: it may set that again, but only once it is late does one see it. */
static bool is_optimistic(const struct web_graph *self, const bool *behind)
{
    for (size_t i = 0; i < self->node_count; i++)
        if (behind[i] && node_shows(&self->nodes[i]))
            return false;
    return graph_saves(self);
}

/* For each node whether an edge of an answer lies on a path to it; all of them where it is
 * optimistic. Edges may come in any order, so the marks are spread until nothing changes: graphs
 * are small. */
static bool *behind_answers(const struct web_graph *self, bool *optimistic)
{
    bool *behind = mem_zalloc(self->node_count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < self->edge_count; i++) {
            const struct web_edge *edge = &self->edges[i];
            bool answer = !edge->join && web_kind_is_answer(self->nodes[edge->to].kind);
            if (!behind[edge->to] && (answer || behind[edge->from]))
                changed = behind[edge->to] = true;
        }
    }
    *optimistic = is_optimistic(self, behind);
    for (size_t i = 0; *optimistic && i < self->node_count; i++)
        behind[i] = true;
    return behind;
}

bool graph_reads_back(const struct web_graph *self)
{
    bool *after = mem_zalloc(self->node_count + 1), found = false;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < self->edge_count; i++) {
            const struct web_edge *edge = &self->edges[i];
            bool follows = after[edge->from] || graph_changes_server(&self->nodes[edge->from]);
            if (follows && !after[edge->to])
                changed = after[edge->to] = true;
        }
    }
    for (size_t i = 0; i < self->node_count && !found; i++) {
        enum web_kind kind = self->nodes[i].kind;
        bool asks = kind == WEB_KIND_XHR || kind == WEB_KIND_FETCH;
        found = after[i] && asks && !graph_changes_server(&self->nodes[i]);
    }
    free(after);
    return found;
}

/* An empty element has no area but a place: what it is filled with will overlap. */
static double at_least_a_pixel(double side)
{
    return side < 1 ? 1 : side;
}

static bool overlap(const struct web_box *a, const struct web_box *b)
{
    return a->x < b->x + at_least_a_pixel(b->width) && b->x < a->x + at_least_a_pixel(a->width) &&
           a->y < b->y + at_least_a_pixel(b->height) && b->y < a->y + at_least_a_pixel(a->height);
}

static bool writes_conflict(const struct web_write *a, const struct web_write *b)
{
    if (a->storage != b->storage)
        return false;
    if (a->storage)
        return a->what && b->what && strcmp(a->what, b->what) == 0;
    return overlap(&a->box, &b->box);
}

static bool conflicts_with_any(const struct web_write *write, const struct web_graph *other)
{
    for (size_t i = 0; i < other->node_count; i++)
        for (size_t k = 0; k < other->nodes[i].write_count; k++)
            if (writes_conflict(write, &other->nodes[i].writes[k]))
                return true;
    return false;
}

static bool has_error(const struct web_graph *self, const char *text)
{
    for (size_t i = 0; i < self->node_count; i++)
        if (self->nodes[i].error && strcmp(self->nodes[i].error, text) == 0)
            return true;
    return false;
}

/* It throws when it is alone: what it misses may be what an answer of the other brings. */
static bool misses(const struct web_graph *self, const struct web_graph *other)
{
    for (size_t i = 0; i < self->node_count; i++)
        if (self->nodes[i].error && !has_error(other, self->nodes[i].error))
            return true;
    return false;
}

/* Whatever it asks for, all that it changes is out of sight while it is alone. */
static bool shows_nothing(const struct web_graph *self)
{
    for (size_t i = 0; i < self->node_count; i++)
        if (node_shows(&self->nodes[i]))
            return false;
    return true;
}

bool graph_is_idle(const struct web_graph *self)
{
    for (size_t i = 0; i < self->node_count; i++)
        if (self->nodes[i].error)
            return false;
    return !self->ajax && shows_nothing(self);
}

bool graph_is_more(const struct web_graph *self, const struct web_graph *other)
{
    if (self->ajax != other->ajax)
        return self->ajax > other->ajax;
    return count_writes(self) > count_writes(other);
}

static bool has_silent_answers(const struct web_graph *self)
{
    bool optimistic;
    free(behind_answers(self, &optimistic));
    return optimistic;
}

static bool wrote_unseen(const struct web_node *node, const struct web_write *write)
{
    for (size_t i = 0; write->where && i < node->unseen_count; i++)
        if (strcmp(node->unseen[i], write->where) == 0)
            return true;
    return false;
}

/* What an answer of the first writes out of sight, the second shows. */
static bool shows_what_is_written(const struct web_graph *first, const struct web_graph *second)
{
    for (size_t i = 0; i < second->node_count; i++)
        for (size_t k = 0; k < second->nodes[i].write_count; k++)
            if (!second->nodes[i].writes[k].unchanged &&
                graph_answers_write(first, &second->nodes[i].writes[k]))
                return true;
    return false;
}

bool graph_may_wake(const struct web_graph *first, const struct web_graph *second)
{
    return first->ajax && (!second->ajax || shows_nothing(second) ||
                           (has_silent_answers(first) && has_silent_answers(second)) ||
                           shows_what_is_written(first, second));
}

/* "Reload" of what is there already: its answers set what they find, and a framework that compares
 * writes nothing. */
static bool answers_repeat(const struct web_graph *self)
{
    bool optimistic, *behind = behind_answers(self, &optimistic), repeat = reads(self);
    for (size_t i = 0; i < self->node_count && repeat; i++)
        repeat = !behind[i] || (!node_shows(&self->nodes[i]) && !self->nodes[i].unseen_count);
    free(behind);
    return repeat && !optimistic;
}

/* "https://x.example/api/todos" of an address. */
static struct str resource_of(const struct web_node *node)
{
    struct str url = str_of(node->url);
    url.len = strcspn(url.at, "?#");
    while (url.len && url.at[url.len - 1] == '/')
        url.len--;
    return url;
}

/* "/todos" and "/todos/7": to change one of them changes the other. */
static bool is_within(struct str inner, struct str outer)
{
    const char *scheme = memmem(outer.at, outer.len, "://", 3);
    bool path = scheme && memchr(scheme + 3, '/', (size_t)(outer.at + outer.len - scheme - 3));
    return path && str_starts(inner, outer) &&
           (inner.len == outer.len || inner.at[outer.len] == '/');
}

/* The second tells the server something about what the first asks for. */
static bool asks_for_what_changes(const struct web_graph *first, const struct web_graph *second)
{
    for (size_t i = 0; i < first->node_count; i++)
        for (size_t k = 0; k < second->node_count; k++) {
            const struct web_node *a = &first->nodes[i], *b = &second->nodes[k];
            bool asks = (a->kind == WEB_KIND_XHR || a->kind == WEB_KIND_FETCH) && a->url &&
                        !graph_changes_server(a);
            if (asks && b->url && graph_changes_server(b) &&
                (is_within(resource_of(a), resource_of(b)) ||
                 is_within(resource_of(b), resource_of(a))))
                return true;
        }
    return false;
}

bool graph_may_be_stale(const struct web_graph *first, const struct web_graph *second)
{
    return reads(first) && !shows_nothing(second) &&
           (answers_repeat(first) || asks_for_what_changes(first, second));
}

bool graph_answers_write(const struct web_graph *self, const struct web_write *write)
{
    bool optimistic, *behind = behind_answers(self, &optimistic), found = false;
    for (size_t i = 0; i < self->node_count && !found; i++) {
        found = behind[i] && wrote_unseen(&self->nodes[i], write);
        for (size_t k = 0; behind[i] && k < self->nodes[i].write_count && !found; k++)
            found = writes_conflict(&self->nodes[i].writes[k], write);
    }
    free(behind);
    return found;
}

bool graph_conflict(const struct web_graph *first, const struct web_graph *second)
{
    bool optimistic, *behind = behind_answers(first, &optimistic);
    bool found = first->ajax && misses(second, first);
    for (size_t i = 0; i < first->node_count && !found; i++)
        for (size_t k = 0; behind[i] && k < first->nodes[i].write_count && !found; k++)
            found = conflicts_with_any(&first->nodes[i].writes[k], second);
    free(behind);
    return found;
}
