/* What becomes of promises: missing-catch, floating-promise, missing-reaction, missing-return. */
#include "check/rules/rules.h"

static bool is_cut(const struct ruling *ruling, const struct promise *p)
{
    return ruling->m->contexts.at[p->context]->is_cut;
}

static bool is_lost(const struct promise *p)
{
    return !p->is_handled && !p->object->escaped && p->can_reject && p->may_reject && p->unit;
}

static void tell_source(struct ruling *ruling, struct finding *finding, const struct promise *p)
{
    if (p->rejected_at && p->rejected_at != p->site)
        relate(ruling, finding, p->rejected_unit, p->rejected_at, "the rejection comes from here");
}

/* then(a, b) and catch(b): the author thought of failure; that `a` or `b` may throw too is seldom
 * what is worth telling. */
static bool has_handler_before(const struct promise *p)
{
    for (const struct reaction *r = p->parent ? p->parent->reactions : NULL; r; r = r->next)
        if (r->result == p)
            return r->kind != REACTION_FINALLY &&
                   (v_callable(r->on_rejected) || r->on_rejected.tag == V_UNKNOWN);
    return false;
}

/* Kept in a variable that code names which was not executed? Then nobody knows what becomes of it.
 */
static bool is_kept_for_later(const struct promise *p)
{
    const struct js_variable *variable = p->kept_in;
    for (const struct js_node *r = variable ? variable->first_reference : NULL; r;
         r = r->next_reference)
        if (r != variable->declared)
            return !p->is_used;
    return false;
}

/* In a catch block: `Promise.reject(error)` hands the error to unhandledRejection, and an async
 * function that is called on the spot reports it. Nobody is left to hear of their failure. */
static bool is_last_resort(const struct promise *p)
{
    bool rejects = p->origin == ORIGIN_REJECT && p->dropped_at == p->site;
    bool reports =
        p->dropped_at && p->dropped_at->kind == JS_CALL && p->dropped_at->a->kind == JS_FUNCTION;
    return p->dropped_in_catch && (rejects || reports);
}

void rule_missing_catch(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++) {
        const struct promise *p = ruling->m->promises.at[i];
        bool is_ours = p->origin != ORIGIN_ASYNC && p->origin != ORIGIN_API &&
                       p->origin != ORIGIN_INTERNAL && p->origin != ORIGIN_UNKNOWN;
        bool ends_here =
            !p->is_used || p->dropped_at == p->site; /* else whoever holds it may see to it */
        if (!is_ours || is_cut(ruling, p) || is_kept_for_later(p) || !is_lost(p) || !ends_here ||
            has_handler_before(p) || is_last_resort(p))
            continue;
        struct finding *finding =
            report(ruling, RULE_MISSING_CATCH, p->unit, p->site,
                   p->origin == ORIGIN_REACTION
                       ? "the chain ends here without a rejection handler, and it can reject: an "
                         "unhandled rejection ends a Node process"
                       : "this promise can reject, and nothing handles that: an unhandled "
                         "rejection ends a Node process");
        repair(ruling, finding,
               "end the chain with .catch(...), or return or await it where somebody catches");
        tell_source(ruling, finding, p);
    }
}

/* The call whose promise is dropped: of an async function, of the runtime's, or of a function that
 * returned a promise it made. */
static bool is_floating(const struct promise *p)
{
    if (!p->is_dropped || !p->dropped_at || p->dropped_at->kind != JS_CALL || !is_lost(p))
        return false;
    return p->origin == ORIGIN_ASYNC || p->origin == ORIGIN_API || p->dropped_at != p->site;
}

/* The last statement of a script that nobody imports, `main()`: when it fails, Node prints the
 * error and ends with status 1, and nothing else was to come. */
static bool ends_script(const struct promise *p, const struct unit *unit,
                        const struct js_node *site)
{
    const struct js_node *last = unit->file->program->a;
    while (last && last->next)
        last = last->next;
    return last && !unit->is_imported && p->in_function == unit->file->top &&
           last->start <= site->start && site->end <= last->end;
}

/* f(x, (error, value) => ...): the caller hears of a failure, though not from the promise. */
static bool takes_callback(const struct js_node *call)
{
    const struct js_node *last = call->b;
    while (last && last->next)
        last = last->next;
    const struct js_node *first = last && last->kind == JS_FUNCTION ? last->function->params : NULL;
    return first && first->kind == JS_NAME &&
           (str_is(first->name->text, "err") || str_is(first->name->text, "error"));
}

/* ---- a request in a page whose answer nobody wants ---- */

static const struct js_node *leftmost(const struct js_node *node)
{
    while (node && (node->kind == JS_BINARY || node->kind == JS_TEMPLATE))
        node = node->a;
    return node;
}

/* Only a page has an origin that '/path' can be relative to. */
static bool is_relative(const struct js_node *url)
{
    const struct js_node *first = leftmost(url);
    return first && first->kind == JS_STRING && str_starts(first->text->text, STR("/"));
}

static void search_page(struct walk *walk, const struct js_node *node)
{
    static const char *const globals[] = {"document", "window", "navigator"};
    bool *found = walk->data;
    for (size_t i = 0; i < COUNT_OF(globals) && node->kind == JS_NAME && !node->variable; i++)
        *found |= str_is(node->name->text, globals[i]);
}

static bool runs_in_page(struct unit *unit)
{
    bool found = false;
    struct walk walk = {.unit = unit, .data = &found};
    vec_each (function, &unit->file->functions)
        if ((*function)->body && !found)
            walk_function(&walk, *function, search_page);
    return found;
}

static bool is_sent_and_forgotten(const struct promise *p)
{
    return p->origin == ORIGIN_API && strcmp(p->api, "fetch") == 0 && p->dropped_at == p->site &&
           (is_relative(p->site->b) || runs_in_page(p->dropped_unit));
}

/* ---- tests ---- */

static bool is_test_file(struct str path)
{
    static const char *const folders[] = {"test", "tests", "__tests__", "spec"};
    static const char *const marks[] = {".test.", ".spec.", "-test.", "-spec.", "_test.", "_spec."};
    struct str rest = path;
    while (rest.len) {
        struct str part = str_cut(&rest, '/');
        for (size_t i = 0; i < COUNT_OF(folders) && rest.len; i++)
            if (str_is(part, folders[i]))
                return true;
        for (size_t i = 0; i < COUNT_OF(marks) && !rest.len; i++)
            if (memmem(part.at, part.len, marks[i], strlen(marks[i])))
                return true;
    }
    return false;
}

struct going_on {
    const struct js_node *from;
    bool found;
};

static void search_going_on(struct walk *walk, const struct js_node *node)
{
    struct going_on *search = walk->data;
    search->found |= node->start > search->from->end &&
                     (node->kind == JS_AWAIT || node->kind == JS_RETURN || node->kind == JS_CALL);
}

/* A test that starts something and then looks at what came of it: not waiting is its point. */
static bool is_tested(struct ruling *ruling, const struct promise *p)
{
    struct unit *unit = p->dropped_unit;
    const struct js_function *test =
        is_test_file(unit->source->path) ? function_around(unit, p->dropped_at) : NULL;
    struct going_on search = {.from = p->dropped_at};
    struct walk walk = {.ruling = ruling, .unit = unit, .data = &search};
    if (test)
        walk_function(&walk, test, search_going_on);
    return search.found;
}

void rule_floating_promise(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++) {
        const struct promise *p = ruling->m->promises.at[i];
        if (!is_floating(p) || is_cut(ruling, p) || takes_callback(p->dropped_at) ||
            ends_script(p, p->dropped_unit, p->dropped_at) || is_last_resort(p) ||
            is_sent_and_forgotten(p) || is_tested(ruling, p))
            continue;
        struct str what = text_of(p->dropped_unit, p->dropped_at->a);
        struct finding *finding =
            report(ruling, RULE_FLOATING_PROMISE, p->dropped_unit, p->dropped_at,
                   "nobody waits for `" STR_FMT
                   "` and nobody hears when it fails: its promise is dropped, and it can reject",
                   STR_ARG(what));
        repair(ruling, finding,
               "await it, return it, add .catch(...), or write `void` in front if dropping it is "
               "meant");
        tell_source(ruling, finding, p);
    }
}

void rule_missing_reaction(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++) {
        const struct promise *p = ruling->m->promises.at[i];
        bool is_made = p->origin == ORIGIN_NEW || p->origin == ORIGIN_RESOLVE ||
                       p->origin == ORIGIN_WITH_RESOLVERS;
        bool is_unused = !p->reactions && (!p->is_used || p->origin == ORIGIN_WITH_RESOLVERS) &&
                         !p->object->escaped && !p->is_handled;
        bool has_value = p->may_fulfill && p->fulfilled.tag != V_UNDEFINED;
        bool is_kept = (p->origin == ORIGIN_WITH_RESOLVERS && p->uses > 1) ||
                       (p->kept_in && p->kept_in->captured); /* () => promise gives it out */
        if (!is_made || is_cut(ruling, p) || !is_unused || !has_value || !p->unit || is_kept ||
            is_lost(p))
            continue;
        struct finding *finding = report(ruling, RULE_MISSING_REACTION, p->unit, p->site,
                                         "this promise gets a value that nobody ever looks at");
        repair(
            ruling, finding,
            "return it, await it or react to it; if only the effect matters, no promise is needed");
        if (p->settled_at && p->settled_at != p->site)
            relate(ruling, finding, p->settled_unit, p->settled_at, "the value is given here");
    }
}

/* ---- missing-return ---- */

static bool forgets_to_return(const struct reaction *reaction)
{
    if (reaction->kind != REACTION_THEN || !v_is(reaction->on_fulfilled, CLASS_CLOSURE) ||
        !reaction->result)
        return false;
    const struct js_function *function = reaction->on_fulfilled.object->closure.function;
    bool is_block = function->body && function->body->kind == JS_BLOCK && function->body->a;
    bool gave_undefined =
        reaction->result->may_fulfill && reaction->result->fulfilled.tag == V_UNDEFINED;
    return is_block && !function->returns_value && !function->has_bare_return && gave_undefined;
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
        if (r != param)
            return true;
    return false;
}

static bool wants_value(const struct reaction *next)
{
    if (next->kind == REACTION_AWAIT)
        return next->site->kind == JS_AWAIT && !(next->site->flags & JS_DROPPED);
    if (next->kind != REACTION_THEN)
        return false;
    if (v_is(next->on_fulfilled, CLASS_CLOSURE))
        return parameter_is_used(next->on_fulfilled.object->closure.function);
    return v_is(next->on_fulfilled, CLASS_NATIVE) &&
           strcmp(next->on_fulfilled.object->native.name, "log") == 0;
}

/* A helper that takes any promise and hands its value on is no proof that this one has a value. */
static bool is_general_helper(const struct reaction *reaction, const struct reaction *next)
{
    return next->kind == REACTION_THEN && next->in_function != reaction->in_function;
}

static void judge_return(struct ruling *ruling, const struct reaction *reaction)
{
    for (const struct reaction *next = reaction->result->reactions; next; next = next->next) {
        if (!wants_value(next) || is_general_helper(reaction, next))
            continue;
        const struct js_function *function = reaction->on_fulfilled.object->closure.function;
        struct finding *finding =
            report(ruling, RULE_MISSING_RETURN, reaction->unit, reaction->site,
                   STR_FMT " returns nothing, and the next step uses its value: it gets undefined",
                   STR_ARG(name_of_function(ruling, function)));
        repair(ruling, finding,
               "return the value (or the promise) from this reaction; a bare `return` says that "
               "undefined is meant");
        relate(ruling, finding, next->unit, next->site, "the value is used here");
        return;
    }
}

void rule_missing_return(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++)
        for (const struct reaction *r = ruling->m->promises.at[i]->reactions; r; r = r->next)
            if (r->unit && forgets_to_return(r))
                judge_return(ruling, r);
}
