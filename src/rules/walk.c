/* Walking trees without recursion: an explicit stack, so depth is memory. */
#include "rules/rules.h"

struct pending {
    VEC(const struct js_node *) nodes;
};

static void push(const struct js_node *node, void *context)
{
    struct pending *pending = context;
    *vec_push(&pending->nodes) = node;
}

static void push_list(struct pending *pending, const struct js_node *list)
{
    for (; list; list = list->next)
        push(list, pending);
}

void walk_function(struct walk *walk, const struct js_function *function, visit_fn visit)
{
    struct pending pending = {0};
    walk->function = function;
    push_list(&pending, function->params);
    if (function->body)
        push(function->body, &pending);
    while (pending.nodes.len) {
        const struct js_node *node = *vec_pop(&pending.nodes);
        visit(walk, node);
        size_t before = pending.nodes.len;
        js_children(node, push, &pending);
        for (size_t i = before, j = pending.nodes.len; i + 1 < j; i++) { /* source order */
            j--;
            const struct js_node *swapped = pending.nodes.at[i];
            pending.nodes.at[i] = pending.nodes.at[j];
            pending.nodes.at[j] = swapped;
        }
    }
    vec_free(&pending.nodes);
}

bool may_walk(struct ruling *ruling, const struct js_function *function)
{
    enum { AT_LEAST = 100000000, TIMES = 64 };
    if (!ruling->most_walked) {
        ruling->most_walked = AT_LEAST;
        vec_each (unit, &ruling->m->units)
            ruling->most_walked += (*unit)->source->text.len * TIMES;
    }
    ruling->walked += function->node->end - function->node->start;
    if (ruling->walked <= ruling->most_walked)
        return true;
    unit_reached(unit_of(function), BOUND_WALKS, function->node);
    return false;
}

bool answer(const struct js_function *function, enum answer question, visit_fn visit)
{
    bool found = false;
    struct walk walk = {.data = &found};
    struct function_facts *facts = facts_of(function);
    if (!(facts->asked & question) && function->body)
        walk_function(&walk, function, visit);
    if (found)
        facts->answers |= (uint8_t)question;
    facts->asked |= (uint8_t)question;
    return facts->answers & question;
}

const struct js_node *argument(const struct js_node *call, unsigned index)
{
    const struct js_node *arg = call->b;
    while (arg && index--)
        arg = arg->next;
    return arg;
}

bool is_member_call(const struct js_node *node, const char *name)
{
    return node->kind == JS_CALL && node->a->kind == JS_MEMBER &&
           str_is(node->a->b->text->text, name);
}

bool is_new_promise(const struct js_node *node)
{
    return node->kind == JS_NEW && node->a->kind == JS_NAME && !node->a->variable &&
           node->a->name->word == JS_WORD_PROMISE;
}

const struct js_node *initial_value(const struct js_node *name)
{
    const struct js_variable *variable = name->kind == JS_NAME ? name->variable : NULL;
    if (!variable || variable->written_late || variable->by > JS_BY_CONST)
        return NULL;
    const struct js_node *origin = variable->origin;
    bool declares = origin && origin->kind == JS_DECLARATOR &&
                    origin->a->variable == variable; /* not catch (e) { var e = 1; } */
    return declares ? origin->b : NULL;
}

static struct js_function *function_of_variable(const struct js_variable *variable)
{
    if (!variable || variable->written_late || variable->by != JS_BY_FUNCTION)
        return NULL;
    const struct js_node *origin = variable->origin;
    return origin && origin->kind == JS_FUNCTION ? origin->function : NULL;
}

struct js_function *function_of_argument(const struct js_node *node)
{
    if (!node)
        return NULL;
    if (node->kind == JS_FUNCTION)
        return node->function;
    const struct js_node *value = initial_value(node);
    if (value)
        return value->kind == JS_FUNCTION ? value->function : NULL;
    return node->kind == JS_NAME ? function_of_variable(node->variable) : NULL;
}

struct map_entry *entry_for(struct ruling *ruling, struct map *map, const void *a, const void *b)
{
    const void *const pair[] = {a, b};
    struct map_entry *known = map_find(map, (struct str){(const char *)pair, sizeof pair});
    if (known)
        return known;
    char *kept = arena_alloc(ruling->arena, sizeof pair);
    memcpy(kept, pair, sizeof pair);
    return map_add(map, (struct str){kept, sizeof pair}, NULL);
}

struct search {
    const struct js_variable *variable;
    bool found;
};

static void search_node(const struct js_node *node, void *context)
{
    struct search *search = context;
    if (search->found)
        return;
    if (node->kind == JS_NAME)
        search->found = node->variable == search->variable;
    else if (node->kind == JS_FUNCTION && node->function->body)
        search_node(node->function->body, context);
    else
        js_children(node, search_node, context);
}

bool mentions(const struct js_node *node, const struct js_variable *variable)
{
    struct search search = {variable, false};
    if (node && variable)
        search_node(node, &search);
    return search.found;
}

static void note_return(struct walk *walk, const struct js_node *node)
{
    if (node->kind == JS_RETURN && node->a)
        entry_for(walk->ruling, &walk->ruling->returned, node->a, walk->function)->number = 1;
}

bool is_returned_by(struct ruling *ruling, struct js_function *function,
                    const struct js_node *value)
{
    struct walk walk = {.ruling = ruling};
    if (!(facts_of(function)->asked & ANSWER_RETURNS_NOTED) && function->body)
        walk_function(&walk, function, note_return);
    facts_of(function)->asked |= ANSWER_RETURNS_NOTED;
    return function->body == value || entry_for(ruling, &ruling->returned, value, function)->number;
}

bool contains(const struct js_node *outer, const struct js_node *inner)
{
    return outer->start <= inner->start && inner->end <= outer->end;
}

/* Functions stand in the order of their starts. */
static struct js_function *last_started(const struct js_file *file, uint32_t position)
{
    size_t low = 0, high = file->functions.len; /* the first, the top level, starts before all */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (file->functions.at[middle]->node->start <= position)
            low = middle;
        else
            high = middle;
    }
    return file->functions.len ? file->functions.at[low] : NULL;
}

struct js_function *function_around(const struct unit *unit, const struct js_node *node)
{
    struct js_function *function = last_started(unit->file, node->start);
    while (function && !(function->body && contains(function->body, node)))
        function = function->parent;
    return function;
}

struct try_search {
    const struct js_node *node, *found; /* the innermost one that seems to cover it */
};

static void look_for_try(struct walk *walk, const struct js_node *node)
{
    struct try_search *self = walk->data;
    if (node->kind != JS_TRY)
        return;
    bool is_tried = contains(node->a, self->node);
    bool is_caught = node->c && node->d && contains(node->c, self->node);
    if (is_tried || is_caught)
        self->found = node; /* inner ones come later */
}

const struct js_node *try_around(struct ruling *ruling, struct unit *unit,
                                 const struct js_function *function, const struct js_node *node)
{
    struct try_search search = {node, NULL};
    struct walk walk = {.ruling = ruling, .unit = unit, .data = &search};
    walk_function(&walk, function, look_for_try);
    return search.found;
}
