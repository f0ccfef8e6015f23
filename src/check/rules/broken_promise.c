/* broken-promise: two reactions that make different promises (R) stand on one promise (Q); thesis,
 * sections 2.1 and 4.1. How sure we are depends on what the first was for: a value it computed and
 * nobody took, or a catch that does not protect the then beside it. */
#include "check/rules/rules.h"

static bool is_registration(const struct reaction *reaction)
{
    return reaction->kind <= REACTION_FINALLY && reaction->result && reaction->unit;
}

bool reactions_exclude(const struct machine *m, const struct reaction *a, const struct reaction *b)
{
    vec_each (e, &m->exclusions) {
        bool first = a->registration >= e->a && a->registration < e->b;
        bool second = b->registration >= e->c && b->registration < e->d;
        if (first && second && (e->d != UINT32_MAX || b->activation == e->activation))
            return true;
    }
    return false;
}

static bool is_consumed(const struct promise *result)
{
    return result->reactions || result->object->escaped || result->waits_for ||
           (result->is_used && result->is_handled);
}

static bool is_called_on_data(const struct js_node *node)
{
    static const char *const makers[] = {"JSON",  "Object", "String", "Number",
                                         "Array", "Math",   "Buffer"};
    if (node->kind != JS_CALL || node->a->kind != JS_MEMBER || node->a->a->kind != JS_NAME)
        return false;
    for (size_t i = 0; i < COUNT_OF(makers); i++)
        if (str_is(node->a->a->name->text, makers[i]))
            return true;
    return false;
}

/* Did this reaction compute something for whoever comes next? */
static bool transforms(const struct reaction *reaction)
{
    if (reaction->kind != REACTION_THEN || !v_is(reaction->on_fulfilled, CLASS_CLOSURE))
        return false;
    const struct js_function *function = reaction->on_fulfilled.object->closure.function;
    const struct promise *result = reaction->result;
    if (!function->returns_value || !function->params)
        return false;
    if (result->may_fulfill && result->fulfilled.tag == V_UNDEFINED)
        return false;
    if (result->may_fulfill && result->fulfilled.tag != V_UNKNOWN)
        return true;
    bool is_expression = function->body && function->body->kind != JS_BLOCK;
    bool may_be_effect =
        is_expression && (function->body->kind == JS_CALL || function->body->kind == JS_AWAIT ||
                          function->body->kind == JS_ASSIGN);
    return !may_be_effect || is_called_on_data(function->body);
}

static bool uses_value(const struct reaction *reaction)
{
    struct value handler = reaction->on_fulfilled;
    if (reaction->kind != REACTION_THEN)
        return false;
    return v_is(handler, CLASS_CLOSURE) ? handler.object->closure.function->params != NULL
                                        : v_is(handler, CLASS_NATIVE) || handler.tag == V_UNKNOWN;
}

static bool looks_at_rejection(const struct reaction *reaction)
{
    return reaction->kind == REACTION_CATCH || v_callable(reaction->on_rejected) ||
           reaction->on_rejected.tag == V_UNKNOWN;
}

static bool end_is_open(const struct reaction *reaction)
{
    return !is_consumed(reaction->result) && !looks_at_rejection(reaction);
}

struct gathering {
    const struct js_node *first, *second;
    const struct js_variable *first_name, *second_name; /* a in const a = p.then(f) */
    const struct js_node *first_owner, *second_owner;   /* this in this.a = p.then(f) */
    bool found;
};

/* The reaction itself, or the name of what it returned. */
static bool is_in_list(const struct js_node *list, const struct js_node *node,
                       const struct js_variable *name)
{
    for (; list; list = list->next)
        if (contains(list, node) || (name && list->kind == JS_NAME && list->variable == name))
            return true;
    return false;
}

static void search_gathering(struct walk *walk, const struct js_node *node)
{
    struct gathering *search = walk->data;
    bool is_call = node->kind == JS_CALL || node->kind == JS_NEW;
    bool is_list = node->kind == JS_ARRAY || node->kind == JS_OBJECT;
    const struct js_node *list = is_call ? node->b : is_list ? node->a : NULL;
    search->found |= is_in_list(list, search->first, search->first_name) &&
                     is_in_list(list, search->second, search->second_name);
    if (node->kind == JS_DECLARATOR && node->a->kind == JS_NAME && node->b) {
        if (contains(node->b, search->first))
            search->first_name = node->a->variable;
        if (contains(node->b, search->second))
            search->second_name = node->a->variable;
    }
    if (node->kind != JS_ASSIGN || node->a->kind != JS_MEMBER)
        return;
    if (contains(node->b, search->first))
        search->first_owner = node->a->a;
    if (contains(node->b, search->second))
        search->second_owner = node->a->a;
}

static bool is_same_owner(const struct js_node *a, const struct js_node *b)
{
    return a && b && a->kind == b->kind &&
           (a->kind == JS_THIS ||
            (a->kind == JS_NAME && a->variable && a->variable == b->variable));
}

/* new Pair(p.then(a), p.then(b)): whoever splits a promise and hands out the parts together means
 * it. */
static bool go_together(struct ruling *ruling, const struct reaction *first,
                        const struct reaction *second)
{
    struct gathering search = {.first = first->site, .second = second->site};
    struct walk walk = {.ruling = ruling, .unit = first->unit, .data = &search};
    const struct js_function *function =
        first->unit == second->unit ? function_around(first->unit, first->site) : NULL;
    if (function)
        walk_function(&walk, function, search_gathering);
    return search.found || is_same_owner(search.first_owner, search.second_owner);
}

enum fork { FORK_NONE, FORK_NOTE, FORK_LOST_VALUE, FORK_UNPROTECTED };

static enum fork fork_of(struct ruling *ruling, const struct promise *promise,
                         const struct reaction *first, const struct reaction *second)
{
    const struct context *a = ruling->m->contexts.at[first->context],
                         *b = ruling->m->contexts.at[second->context];
    if (first->site == second->site || a->entry != b->entry ||
        reactions_exclude(ruling->m, first, second))
        return FORK_NONE;
    if (transforms(first) && !is_consumed(first->result) && !first->result->is_used &&
        uses_value(second))
        return FORK_LOST_VALUE;
    bool one_catches = (first->kind == REACTION_CATCH) != (second->kind == REACTION_CATCH);
    const struct reaction *other = first->kind == REACTION_CATCH ? second : first;
    bool may_reject = promise->can_reject || promise->may_reject;
    if (one_catches && other->kind == REACTION_THEN && end_is_open(other) && may_reject &&
        first->activation == second->activation)
        return FORK_UNPROTECTED;
    if (first->activation != second->activation || first->kind != REACTION_THEN ||
        second->kind != REACTION_THEN || promise->is_unknown)
        return FORK_NONE;
    return go_together(ruling, first, second) ? FORK_NONE : FORK_NOTE;
}

static void tell(struct ruling *ruling, const struct promise *promise, const struct reaction *first,
                 const struct reaction *second, enum fork fork)
{
    struct finding *finding;
    if (fork == FORK_LOST_VALUE)
        finding = report(ruling, RULE_BROKEN_PROMISE, second->unit, second->site,
                         "this reaction gets the original value: what `" STR_FMT
                         "` returns goes into a promise that nobody uses",
                         STR_ARG(text_of(first->unit, first->site)));
    else if (fork == FORK_UNPROTECTED)
        finding =
            report(ruling, RULE_BROKEN_PROMISE, second->unit, second->site,
                   "two chains start at one promise: when it rejects, the chain of `" STR_FMT
                   "` rejects too and has no handler of its own",
                   STR_ARG(text_of(first->kind == REACTION_CATCH ? second->unit : first->unit,
                                   first->kind == REACTION_CATCH ? second->site : first->site)));
    else
        finding = report(ruling, RULE_BROKEN_PROMISE, second->unit, second->site,
                         "a second chain starts at the promise that `" STR_FMT
                         "` already reacts to; neither sees what the other makes of the value",
                         STR_ARG(text_of(first->unit, first->site)));
    repair(
        ruling, finding, "chain it: keep what the first `.then(...)` returns and react to that%s",
        fork == FORK_NOTE ? "; if two branches are meant, say so with /** ignore: promise-fork */"
                          : "");
    grade(finding, fork == FORK_NOTE ? SEVERITY_NOTE : SEVERITY_WARNING);
    relate(ruling, finding, first->unit, first->site, "the first reaction is registered here");
    relate(ruling, finding, promise->unit, promise->site, "the promise is made here");
}

static bool has_two_sites(const struct promise *promise)
{
    const struct js_node *site = promise->reactions ? promise->reactions->site : NULL;
    for (const struct reaction *reaction = promise->reactions; reaction; reaction = reaction->next)
        if (reaction->site != site)
            return true;
    return false;
}

static void judge(struct ruling *ruling, const struct promise *promise)
{
    if (promise->object->escaped || !has_two_sites(promise))
        return; /* many wait for one: that is what promises are for */
    for (const struct reaction *second = promise->reactions; second; second = second->next) {
        if (!is_registration(second))
            continue;
        enum fork worst = FORK_NONE;
        const struct reaction *with = NULL;
        for (const struct reaction *first = promise->reactions; first != second;
             first = first->next) {
            enum fork fork =
                is_registration(first) ? fork_of(ruling, promise, first, second) : FORK_NONE;
            if (fork > worst || (fork && !with)) {
                worst = fork;
                with = first;
            }
        }
        if (worst)
            tell(ruling, promise, with, second, worst);
    }
}

void rule_broken_promise(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++)
        judge(ruling, ruling->m->promises.at[i]);
}
