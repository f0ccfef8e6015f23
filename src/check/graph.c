/* The callback graph as report/ shows it: a node a context, with Q, R, reads and writes; edges are
 * registration and, among what one macrotask drains, execution order. */
#include "check/graph.h"

#include "rules/rules.h"

static const char *const kinds[] = {
    [CONTEXT_MAIN] = "main",           [CONTEXT_ENTRY] = "export",
    [CONTEXT_TICK] = "nextTick",       [CONTEXT_THEN] = "then",
    [CONTEXT_CATCH] = "catch",         [CONTEXT_FINALLY] = "finally",
    [CONTEXT_AWAIT] = "await",         [CONTEXT_MICROTASK] = "microtask",
    [CONTEXT_TIMEOUT] = "timer",       [CONTEXT_INTERVAL] = "interval",
    [CONTEXT_IMMEDIATE] = "immediate", [CONTEXT_IO] = "io",
    [CONTEXT_CLOSE] = "close",         [CONTEXT_LISTENER] = "listener",
    [CONTEXT_CALLBACK] = "callback",   [CONTEXT_INTERNAL] = "internal",
};

static struct str promise_label(struct ruling *ruling, const struct promise *promise)
{
    if (!promise)
        return STR("");
    return arena_printf(ruling->arena, "#%u " STR_FMT, promise->id,
                        STR_ARG(text_of(promise->unit, promise->site)));
}

static void copy_accesses(struct ruling *ruling, const struct context *context,
                          struct graph_node *node)
{
    struct graph_access *accesses =
        arena_array(ruling->arena, struct graph_access, context->accesses.len + 1);
    size_t count = 0;
    for (size_t i = 0; i < context->accesses.len; i++) {
        const struct access *access = &context->accesses.at[i];
        if (!access->unit || (access->object && !access->key))
            continue;
        accesses[count++] =
            (struct graph_access){name_of_place(ruling, access),
                                  {access->unit->source, access->node->start, access->node->end},
                                  access->is_write};
    }
    node->accesses = accesses;
    node->access_count = count;
}

static struct str label_of(struct ruling *ruling, const struct context *context)
{
    if (context->kind == CONTEXT_MAIN && context->unit)
        return context->unit->source->path;
    if (context->function && context->function->name)
        return context->function->name->text;
    const struct js_function *around = context->registered_in;
    while (around && !around->name)
        around = around->parent;
    if (around && around->parent && context->kind != CONTEXT_ENTRY)
        return arena_printf(ruling->arena, "%s in " STR_FMT, kinds[context->kind],
                            STR_ARG(around->name->text));
    return name_of_context(ruling, context);
}

static bool is_shown(const struct context *context)
{
    return context->ran && context->unit && (context->kind != CONTEXT_INTERNAL);
}

static void add_node(struct ruling *ruling, struct graph *graph, const struct context *context)
{
    struct graph_node *node = vec_push(&graph->nodes);
    node->label = label_of(ruling, context);
    node->kind = kinds[context->kind];
    if (context->site)
        node->place =
            (struct place){context->unit->source, context->site->start, context->site->end};
    if (context->function && context->function->node)
        node->body = (struct place){context->unit->source, context->function->node->start,
                                    context->function->node->end};
    node->queue = promise_label(ruling, context->queue);
    node->result = promise_label(ruling, context->result);
    node->is_guess = context->is_may || context->is_unknown_time;
    copy_accesses(ruling, context, node);
}

/* The nearest ancestor that is a node. */
static uint32_t shown_ancestor(const struct machine *m, const uint32_t *index, uint32_t id)
{
    for (unsigned i = 0; i < 1000; i++) {
        if (index[id])
            return index[id];
        uint32_t parent = m->contexts.at[id]->parent;
        if (parent >= id)
            return 0;
        id = parent;
    }
    return 0;
}

void graph_of(struct machine *m, struct arena *arena, struct graph *graph)
{
    struct rules_options none = {0};
    struct ruling ruling = {.m = m, .arena = arena, .options = &none};
    uint32_t *index = mem_zalloc((m->contexts.len + 1) * sizeof *index),
             *last = mem_zalloc((m->contexts.len + 1) * sizeof *last);
    for (size_t i = 0; i < m->contexts.len; i++) {
        const struct context *context = m->contexts.at[i];
        if (!is_shown(context))
            continue;
        add_node(&ruling, graph, context);
        uint32_t own = index[i] = (uint32_t)graph->nodes.len;
        uint32_t parent = context->parent < i ? shown_ancestor(m, index, context->parent) : 0;
        if (parent && context->kind != CONTEXT_MAIN && context->kind != CONTEXT_ENTRY)
            *vec_push(&graph->edges) = (struct graph_edge){parent - 1, own - 1, "registers"};
        uint32_t before = last[context->root];
        if (before && before != parent)
            *vec_push(&graph->edges) = (struct graph_edge){before - 1, own - 1, "before"};
        last[context->root] = own;
    }
    free(index);
    free(last);
}
