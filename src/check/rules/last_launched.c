/* last-launched: requests are started in a loop, and the callback of the one with the last index
 * decides that all are done. Commutative ordering violation: completions come in any order. */
#include "check/rules/rules.h"

/* What one round of a loop is known by. */
struct round {
    const struct js_variable *index, *item;
    const struct js_node *loop;
};

static bool is_name(const struct js_node *node, const struct js_variable *variable)
{
    return node && variable && node->kind == JS_NAME && node->variable == variable;
}

static bool is_length(const struct js_node *node)
{
    return node->kind == JS_MEMBER &&
           (str_is(node->b->text->text, "length") || str_is(node->b->text->text, "size"));
}

static bool is_one(const struct js_node *node)
{
    return node->kind == JS_NUMBER && node->number == 1;
}

/* list.length - 1, or a name for it */
static bool is_last_index(const struct js_node *node)
{
    const struct js_node *value = initial_value(node);
    node = value ? value : node;
    return node->kind == JS_BINARY && node->op == JS_OP_SUB && is_length(node->a) &&
           is_one(node->b);
}

static bool is_next_index(const struct js_node *node, const struct js_variable *index)
{
    return node->kind == JS_BINARY && node->op == JS_OP_ADD && is_name(node->a, index) &&
           is_one(node->b);
}

/* A variable initialised with list[list.length - 1] or list.at(-1). */
static bool is_last_item(const struct js_node *node)
{
    if (node->kind == JS_INDEX)
        return is_last_index(node->b);
    if (node->kind != JS_NAME || !node->variable || node->variable->written_late)
        return false;
    return str_starts(node->variable->name->text, STR("last"));
}

static bool compares_last(const struct js_node *node, const struct round *round)
{
    bool equality = node->kind == JS_BINARY && (node->op == JS_OP_SAME || node->op == JS_OP_EQUAL);
    if (!equality)
        return false;
    for (int turned = 0; turned < 2; turned++) {
        const struct js_node *x = turned ? node->b : node->a, *y = turned ? node->a : node->b;
        if (is_name(x, round->index) && is_last_index(y))
            return true;
        if (is_length(y) && is_next_index(x, round->index))
            return true;
        if (is_name(x, round->item) && is_last_item(y))
            return true;
    }
    return false;
}

static bool has_call(const struct js_node *node);

static void look_for_call(const struct js_node *node, void *context)
{
    bool *found = context;
    *found = *found || has_call(node);
}

static bool has_call(const struct js_node *node)
{
    if (node->kind == JS_CALL)
        return true;
    if (node->kind == JS_FUNCTION)
        return false;
    bool found = false;
    js_children(node, look_for_call, &found);
    return found;
}

struct launch {
    struct walk *walk;
    struct round round;
    const struct js_node *call; /* that takes the callback */
};

static void visit_callback(struct walk *walk, const struct js_node *node)
{
    const struct launch *launch = walk->data;
    if (node->kind != JS_IF || !compares_last(node->a, &launch->round) || !node->b ||
        !has_call(node->b))
        return;
    struct finding *finding =
        report(walk->ruling, RULE_LAST_LAUNCHED, walk->unit, node->a,
               "the request that was launched last decides that all are done, but answers come in "
               "any order: earlier ones may still be under way");
    repair(walk->ruling, finding, "count the answers (`if (--open === 0)`), or use Promise.all");
    relate(walk->ruling, finding, walk->unit, launch->call, "the requests are launched here");
}

/* Is a function given to this call run later? Known by name, or by the error its callback takes
 * first. */
static bool runs_later(const struct js_node *call, const struct js_function *callback)
{
    static const char *const now[] = {"forEach", "map",       "filter", "some", "every",
                                      "find",    "findIndex", "reduce", "sort", "flatMap"};
    if (call->a->kind == JS_MEMBER) {
        struct str name = call->a->b->text->text;
        for (size_t i = 0; i < COUNT_OF(now); i++)
            if (str_is(name, now[i]))
                return false;
        if (str_is(name, "then") || str_is(name, "finally"))
            return true;
        if (call->a->a->kind == JS_NAME && str_is(call->a->a->name->text, "fs"))
            return true;
    }
    if (call->a->kind == JS_NAME && (call->a->name->word == JS_WORD_SET_TIMEOUT ||
                                     call->a->name->word == JS_WORD_SET_IMMEDIATE))
        return true;
    const struct js_node *first = callback->params;
    if (!first || first->kind != JS_NAME)
        return false;
    struct str name = first->name->text;
    return str_is(name, "err") || str_is(name, "error") || str_is(name, "e");
}

static void visit_body(struct walk *walk, const struct js_node *node)
{
    struct launch *launch = walk->data;
    if (node->kind != JS_CALL)
        return;
    for (const struct js_node *arg = node->b; arg; arg = arg->next) {
        if (arg->kind != JS_FUNCTION || !runs_later(node, arg->function))
            continue;
        launch->call = node;
        struct walk inner = *walk;
        walk_function(&inner, arg->function, visit_callback);
    }
}

static const struct js_variable *declared_name(const struct js_node *head)
{
    if (!head || head->kind != JS_VAR || head->op == JS_OP_VAR)
        return NULL;
    const struct js_node *target = head->a->a;
    return target->kind == JS_NAME ? target->variable : NULL;
}

static void walk_list(struct walk *walk, const struct js_node *body)
{
    struct js_function round = {.body = (struct js_node *)(uintptr_t)body};
    struct walk inner = *walk;
    walk_function(&inner, &round, visit_body);
}

void visit_last_launched(struct walk *walk, const struct js_node *node)
{
    struct launch launch = {.walk = walk};
    struct walk inner = *walk;
    inner.data = &launch;
    launch.round.loop = node;
    if (node->kind == JS_FOR && declared_name(node->a)) {
        launch.round.index = declared_name(node->a);
        walk_list(&inner, node->d);
    } else if (node->kind == JS_FOR_OF && !(node->flags & JS_FOR_AWAIT) && declared_name(node->a)) {
        launch.round.item = declared_name(node->a);
        walk_list(&inner, node->d);
    } else if (is_member_call(node, "forEach") || is_member_call(node, "map")) {
        const struct js_node *callback = argument(node, 0);
        if (!callback || callback->kind != JS_FUNCTION || callback->function->is_async)
            return;
        const struct js_node *item = callback->function->params, *index = item ? item->next : NULL;
        launch.round.item = item && item->kind == JS_NAME ? item->variable : NULL;
        launch.round.index = index && index->kind == JS_NAME ? index->variable : NULL;
        walk_function(&inner, callback->function, visit_body);
    }
}
