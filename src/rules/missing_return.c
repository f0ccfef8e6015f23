/* missing-return: a reaction returns undefined by omission while the next step uses its value. */
#include "rules/rules.h"

static bool is_block(const struct js_function *function)
{
    return function->body && function->body->kind == JS_BLOCK && function->body->a;
}

static bool forgets_to_return(const struct reaction *reaction)
{
    const struct js_function *function = reaction->on_fulfilled.object->closure.function;
    bool gave_undefined =
        reaction->result->may_fulfill && reaction->result->fulfilled.tag == V_UNDEFINED;
    return is_block(function) && !function->returns_value && gave_undefined;
}

/* ---- on some paths only ---- */

static bool always_leaves(const struct js_node *statement, bool typed);

static bool list_leaves(const struct js_node *list, bool typed)
{
    for (; list; list = list->next)
        if (always_leaves(list, typed))
            return true;
    return false;
}

struct break_search {
    bool found;
};

/* A break out of this switch, not out of what stands in it. */
static void search_break(const struct js_node *node, void *context)
{
    struct break_search *search = context;
    search->found |= node->kind == JS_BREAK && !node->name;
    bool has_own = node->kind == JS_FOR || node->kind == JS_FOR_IN || node->kind == JS_FOR_OF ||
                   node->kind == JS_WHILE || node->kind == JS_DO_WHILE || node->kind == JS_SWITCH ||
                   node->kind == JS_FUNCTION;
    if (!search->found && !has_own)
        js_children(node, search_break, context);
}

/* One clause falls into the next, so the last one counts. Where types are checked, a switch without
 * a default names all there are. */
static bool switch_leaves(const struct js_node *node, bool typed)
{
    bool has_default = false, last_leaves = true;
    struct break_search search = {0};
    for (const struct js_node *clause = node->b; clause; clause = clause->next) {
        has_default |= !clause->a;
        last_leaves = list_leaves(clause->b, typed);
        js_children(clause, search_break, &search);
    }
    return !search.found && last_leaves && (has_default || typed);
}

/* What cannot be told counts as leaving: loops without end, calls that may end the program. */
static bool always_leaves(const struct js_node *statement, bool typed)
{
    switch ((enum js_kind)statement->kind) {
    case JS_SWITCH:
        return switch_leaves(statement, typed);
    case JS_FOR:
        return !statement->b;
    case JS_WHILE:
        return statement->b->kind == JS_TRUE || statement->b->kind == JS_NUMBER;
    case JS_FOR_OF:
    case JS_FOR_IN:
    case JS_FUNCTION:
    case JS_CLASS:
        return false;
    case JS_BLOCK:
        return list_leaves(statement->a, typed);
    case JS_IF:
        return statement->c && always_leaves(statement->b, typed) &&
               always_leaves(statement->c, typed);
    case JS_TRY:
        return (statement->d && always_leaves(statement->d, typed)) ||
               (always_leaves(statement->a, typed) &&
                (!statement->c || always_leaves(statement->c, typed)));
    case JS_EXPRESSION_STATEMENT:
        return is_member_call(statement->a, "exit");
    case JS_VAR:
    case JS_EMPTY:
        return false;
    default:
        return true;
    }
}

/* .then(v => { if (v > 3) return v; }) */
static bool returns_sometimes(const struct js_function *function, bool typed)
{
    return is_block(function) && function->returns_value && !always_leaves(function->body, typed);
}

/* .catch(error => { console.error(error); }): what comes next gets undefined instead. */
static bool swallows_error(const struct js_function *function, bool typed)
{
    return is_block(function) && !function->returns_value && !function->has_throw &&
           !always_leaves(function->body, typed);
}

static bool is_typescript(const struct unit *unit)
{
    struct str path = unit->source->path;
    return str_ends(path, STR("ts")) || str_ends(path, STR(".tsx"));
}

/* Which of the reaction's callbacks returns undefined by omission? NULL: none. `*sometimes`: only
 * on some paths. */
static const struct js_function *forgetful_callback(const struct reaction *reaction,
                                                    bool *sometimes)
{
    bool catches = reaction->kind == REACTION_CATCH;
    struct value callback = catches ? reaction->on_rejected : reaction->on_fulfilled;
    if ((reaction->kind != REACTION_THEN && !catches) || !v_is(callback, CLASS_CLOSURE) ||
        !reaction->result)
        return NULL;
    const struct js_function *function = callback.object->closure.function;
    if (function->has_bare_return || function->is_generator)
        return NULL;
    bool typed = is_typescript(reaction->unit);
    *sometimes = catches || returns_sometimes(function, typed);
    bool forgets = catches      ? swallows_error(function, typed)
                   : *sometimes ? true
                                : forgets_to_return(reaction);
    return forgets ? function : NULL;
}

/* ---- who uses the value ---- */

struct passing {
    const struct js_node *reference;
    bool found;
};

static void search_passing(struct walk *walk, const struct js_node *node)
{
    struct passing *search = walk->data;
    search->found |= node->kind == JS_RETURN && node->a == search->reference;
}

/* value => { save(); return value; }: handed on as it is; whether anybody wants it is open. */
static bool is_passed_on(const struct js_function *function, const struct js_node *reference)
{
    struct passing search = {.reference = reference};
    struct walk walk = {.data = &search};
    if (function->body == reference)
        return true;
    if (function->body)
        walk_function(&walk, function, search_passing);
    return search.found;
}

static bool parameter_is_used(const struct js_function *function)
{
    const struct js_node *param = function->params;
    if (!param)
        return false;
    if (param->kind != JS_NAME)
        return param->kind == JS_ARRAY_PATTERN || param->kind == JS_OBJECT_PATTERN;
    for (const struct js_node *r = param->variable ? param->variable->first_reference : NULL; r;
         r = r->next_reference)
        if (r != param && !is_passed_on(function, r))
            return true;
    return false;
}

/* return await f().then(g): handed on, as without the await; whether anybody wants it is open. */
static bool is_handed_on(struct ruling *ruling, const struct reaction *next)
{
    return next->in_function && is_returned_by(ruling, next->in_function, next->site);
}

static bool wants_value(struct ruling *ruling, const struct reaction *next)
{
    if (next->kind == REACTION_AWAIT)
        return next->site->kind == JS_AWAIT && !(next->site->flags & JS_DROPPED) &&
               !is_handed_on(ruling, next);
    if (next->kind != REACTION_THEN)
        return false;
    if (v_is(next->on_fulfilled, CLASS_CLOSURE))
        return parameter_is_used(next->on_fulfilled.object->closure.function);
    return v_is(next->on_fulfilled, CLASS_NATIVE) &&
           strcmp(next->on_fulfilled.object->native.name, "log") == 0;
}

/* userName(id).then(...), or const name = userName(id); name.then(...): the call says whose value
 * it wants. */
static bool calls_by_name(const struct js_node *receiver, const struct js_function *function)
{
    const struct js_node *value = initial_value(receiver);
    const struct js_node *call = value ? value : receiver;
    const struct js_node *callee = call->kind == JS_CALL ? call->a : NULL;
    if (!callee || !function || !function->name)
        return false;
    if (callee->kind == JS_MEMBER)
        return js_same_name(callee->b->text, function->name);
    return callee->kind == JS_NAME && js_same_name(callee->name, function->name) &&
           !(callee->variable && callee->variable->by == JS_BY_PARAMETER);
}

/* In another function. A helper that takes any promise and hands its value on is no proof that this
 * one has a value. */
static bool is_meant_by(const struct reaction *reaction, const struct reaction *next)
{
    return is_member_call(next->site, "then") &&
           calls_by_name(next->site->a->a, reaction->in_function);
}

struct use_search {
    const struct js_variable *variable;
    bool derefers, asks;
};

static bool is_variable(const struct js_node *node, const struct js_variable *variable)
{
    return node && node->kind == JS_NAME && node->variable == variable;
}

static void search_use(struct walk *walk, const struct js_node *node)
{
    struct use_search *search = walk->data;
    bool decides = node->kind == JS_IF || node->kind == JS_CONDITIONAL || node->kind == JS_LOGICAL;
    search->asks |= (decides && mentions(node->a, search->variable)) ||
                    (node->kind == JS_CHAIN && mentions(node->a, search->variable)) ||
                    (node->kind == JS_SWITCH && mentions(node->a, search->variable));
    search->derefers |= (node->kind == JS_MEMBER || node->kind == JS_INDEX) &&
                        is_variable(node->a, search->variable);
}

/* r => r.json(): throws where there is none, and does not ask. */
static bool needs_value(struct ruling *ruling, const struct reaction *next)
{
    if (next->kind != REACTION_THEN || !v_is(next->on_fulfilled, CLASS_CLOSURE))
        return false;
    const struct js_function *function = next->on_fulfilled.object->closure.function;
    const struct js_node *parameter = function->params;
    if (!parameter || parameter->kind != JS_NAME)
        return parameter && parameter->kind == JS_OBJECT_PATTERN;
    struct use_search search = {.variable = parameter->variable};
    struct walk walk = {.unit = next->unit, .data = &search};
    if (!may_walk(ruling, function))
        return false;
    if (function->body)
        walk_function(&walk, function, search_use);
    return search.derefers && !search.asks;
}

struct left_search {
    const struct js_function *next;
    bool found;
};

static void search_condition_on_left(const struct js_node *node, void *context)
{
    struct left_pair {
        const struct js_variable *variable;
        bool found;
    } *pair = context;
    bool decides = node->kind == JS_IF || node->kind == JS_CONDITIONAL || node->kind == JS_LOGICAL;
    pair->found |= decides && mentions(node->a, pair->variable);
    if (!pair->found)
        js_children(node, search_condition_on_left, context);
}

static void search_left(struct walk *walk, const struct js_node *node)
{
    struct left_search *search = walk->data;
    struct {
        const struct js_variable *variable;
        bool found;
    } pair = {0};
    if (node->kind != JS_ASSIGN || node->a->kind != JS_NAME || !node->a->variable)
        return;
    pair.variable = node->a->variable;
    search_condition_on_left(search->next->body, &pair);
    search->found |= pair.found;
}

/* .catch(e => { failed = e; }).then(value => { if (failed) ... }): the next step learns in another
 * way that there is no value. */
static bool tells_next_step(const struct js_function *function, const struct reaction *next)
{
    struct left_search search = {0};
    struct walk walk = {.data = &search};
    if (next->kind != REACTION_THEN || !v_is(next->on_fulfilled, CLASS_CLOSURE))
        return false;
    search.next = next->on_fulfilled.object->closure.function;
    if (search.next->body)
        walk_function(&walk, function, search_left);
    return search.found;
}

static void judge_return(struct ruling *ruling, const struct reaction *reaction,
                         const struct js_function *function, bool sometimes)
{
    for (const struct reaction *next = reaction->result->reactions; next; next = next->next) {
        bool is_elsewhere =
            next->kind == REACTION_THEN && next->in_function != reaction->in_function;
        if (is_elsewhere && (sometimes || !is_meant_by(reaction, next)))
            continue;
        if (!(sometimes || is_elsewhere ? needs_value(ruling, next) : wants_value(ruling, next)) ||
            tells_next_step(function, next))
            continue;
        struct finding *finding = report(
            ruling, &rule_missing_return, reaction->unit, reaction->site,
            STR_FMT " returns nothing%s, and the next step uses its value: it gets undefined",
            STR_ARG(name_of_function(ruling, function)),
            !sometimes                         ? ""
            : reaction->kind == REACTION_CATCH ? " after an error"
                                               : " on some paths");
        repair(ruling, finding,
               "return the value (or the promise) from this reaction; a bare `return` says that "
               "undefined is meant");
        relate(ruling, finding, next->unit, next->site, "the value is used here");
        if (!sometimes)
            fix_body(ruling, finding, reaction->unit, function);
        return;
    }
}

static void judge_missing_return(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++)
        for (const struct reaction *r = ruling->m->promises.at[i]->reactions; r; r = r->next) {
            bool sometimes = false;
            const struct js_function *function = r->unit ? forgetful_callback(r, &sometimes) : NULL;
            if (function)
                judge_return(ruling, r, function, sometimes);
        }
}

const struct rule rule_missing_return = {
    .info =
        {"missing-return", SEVERITY_WARNING,
         "a reaction returns nothing while the next one uses its value",
         "A function with a block body that has no return gives undefined to the next reaction, "
         "which then works with undefined; and "
         "what it started is not waited for.",
         "Promise.resolve(2)\n  .then(v => { v * 2; })\n  .then(v => console.log(v + 1));\n",
         "Promise.resolve(2)\n  .then(v => { return v * 2; })\n  .then(v => console.log(v + "
         "1));\n"},
    .judge = judge_missing_return,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
    .story = {"s0", {"this reaction returns nothing"}},
};
