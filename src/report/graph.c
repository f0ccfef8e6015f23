/* The callback graph as data: JSON and Graphviz. The page is graph_html.c. */
#include "report/graph.h"

#include "base/json.h"
#include "base/terminal.h"

void graph_free(struct graph *self)
{
    vec_free(&self->nodes);
    vec_free(&self->edges);
}

static void json_place(struct json *json, struct place place)
{
    if (!place.source)
        return;
    struct position at = source_position(place.source, place.start);
    json_str(json, "file", place.source->path);
    json_integer(json, "line", at.line);
    json_integer(json, "column", at.column);
}

static void json_accesses(struct json *json, const struct graph_node *node, const char *key,
                          bool writes)
{
    json_array(json, key);
    for (size_t i = 0; i < node->access_count; i++) {
        if (node->accesses[i].is_write != writes)
            continue;
        json_object(json, NULL);
        json_str(json, "name", node->accesses[i].name);
        json_place(json, node->accesses[i].place);
        json_end_object(json);
    }
    json_end_array(json);
}

static void json_node(struct json *json, const struct graph_node *node, size_t index)
{
    json_object(json, NULL);
    json_integer(json, "id", (int64_t)index);
    json_text(json, "kind", node->kind);
    json_str(json, "label", node->label);
    json_place(json, node->place);
    json_str(json, "q", node->queue);
    json_str(json, "r", node->result);
    json_boolean(json, "approximate", node->is_guess);
    json_accesses(json, node, "reads", false);
    json_accesses(json, node, "writes", true);
    json_end_object(json);
}

void graph_write_json(const struct graph *self, struct buf *out)
{
    struct json json = json_to(out);
    json_object(&json, NULL);
    json_array(&json, "nodes");
    for (size_t i = 0; i < self->nodes.len; i++)
        json_node(&json, &self->nodes.at[i], i);
    json_end_array(&json);
    json_array(&json, "edges");
    vec_each (edge, &self->edges) {
        json_object(&json, NULL);
        json_integer(&json, "from", edge->from);
        json_integer(&json, "to", edge->to);
        json_text(&json, "kind", edge->kind);
        json_end_object(&json);
    }
    json_end_array(&json);
    json_end_object(&json);
    buf_char(out, '\n');
}

/* Inside a quoted Graphviz string only the quote and the backslash are special. */
static void dot_text(struct buf *out, struct str text)
{
    struct buf safe = {0};
    terminal_safe(&safe, text);
    for (size_t i = 0; i < safe.len; i++) {
        if (safe.at[i] == '"' || safe.at[i] == '\\')
            buf_char(out, '\\');
        buf_char(out, safe.at[i]);
    }
    buf_free(&safe);
}

static void dot_names(struct buf *out, const struct graph_node *node, const char *title,
                      bool writes)
{
    const char *before = title;
    for (size_t i = 0; i < node->access_count; i++) {
        if (node->accesses[i].is_write != writes)
            continue;
        buf_text(out, before);
        dot_text(out, node->accesses[i].name);
        before = ", ";
    }
}

static void dot_node(struct buf *out, const struct graph_node *node, size_t index)
{
    buf_printf(out, "  n%zu [label=\"", index);
    dot_text(out, node->label);
    buf_printf(out, "\\n%s", node->kind);
    if (node->place.source) {
        struct position at = source_position(node->place.source, node->place.start);
        buf_char(out, ' ');
        dot_text(out, node->place.source->path);
        buf_printf(out, ":%u:%u", at.line, at.column);
    }
    buf_text(out, node->queue.len ? "\\nQ: " : "");
    dot_text(out, node->queue);
    buf_text(out, node->result.len ? "\\nR: " : "");
    dot_text(out, node->result);
    dot_names(out, node, "\\nreads ", false);
    dot_names(out, node, "\\nwrites ", true);
    buf_printf(out, "\"%s];\n", node->is_guess ? " style=dashed" : "");
}

void graph_write_dot(const struct graph *self, struct buf *out)
{
    buf_text(out, "digraph callbacks {\n  node [shape=box fontname=\"sans-serif\"];\n");
    for (size_t i = 0; i < self->nodes.len; i++)
        dot_node(out, &self->nodes.at[i], i);
    vec_each (edge, &self->edges)
        buf_printf(out, "  n%u -> n%u [tooltip=\"%s\"%s];\n", edge->from, edge->to, edge->kind,
                   strcmp(edge->kind, "registers") == 0 ? "" : " style=dashed");
    buf_text(out, "}\n");
}
