/* What becomes of promises: missing-catch, floating-promise, missing-reaction. */
#include "check/rules/rules.h"

static bool is_cut(const struct ruling *ruling, const struct promise *p)
{
    return ruling->m->contexts.at[p->context]->is_cut;
}

static bool is_lost(const struct ruling *ruling, const struct promise *p)
{
    return !p->is_handled && !p->object->escaped && p->may_reject && p->unit &&
           (p->can_reject || surely_rejects(ruling, p));
}

static void tell_source(struct ruling *ruling, struct finding *finding, const struct promise *p)
{
    if (p->rejected_at && p->rejected_at != p->site)
        relate(ruling, finding, p->rejected_unit, p->rejected_at, "the rejection comes from here");
}

/* then(value => { ...; throw new Error(...); }, b), written there: `b` does not hear of that. An
 * error that was made before has been told to somebody. */
static bool is_thrown_beside(const struct promise *p, const struct reaction *r)
{
    const struct js_node *first = is_member_call(r->site, "then") ? argument(r->site, 0) : NULL;
    const struct js_node *thrown = p->rejected_at;
    return first && first->kind == JS_FUNCTION && thrown && thrown->kind == JS_THROW &&
           thrown->a->kind == JS_NEW && contains(first, thrown) &&
           function_around(p->rejected_unit, thrown) == first->function;
}

/* then(a, b) and catch(b): the author thought of failure; that what `a` or `b` call may throw too
 * is seldom what is worth telling. */
static bool has_handler_before(const struct promise *p)
{
    const struct reaction *r = p->made_by;
    return r && r->kind != REACTION_FINALLY &&
           (v_callable(r->on_rejected) || r->on_rejected.tag == V_UNKNOWN) &&
           !is_thrown_beside(p, r);
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

/* The call whose promise is dropped: of an async function, of the runtime's, or of a function that
 * returned a promise it made. */
static bool is_floating(const struct ruling *ruling, const struct promise *p)
{
    if (!p->is_dropped || !p->dropped_at || p->dropped_at->kind != JS_CALL || !is_lost(ruling, p))
        return false;
    return p->origin == ORIGIN_ASYNC || p->origin == ORIGIN_API || p->dropped_at != p->site;
}

/* cy.task('x').then(f): Cypress has a queue of commands that looks like promises; a failure ends
 * the test. */
static bool is_command_queue(const struct js_node *site)
{
    const struct js_node *node = site;
    while (node->kind == JS_CALL && node->a->kind == JS_MEMBER)
        node = node->a->a;
    return node->kind == JS_NAME && !node->variable && str_is(node->name->text, "cy");
}

void rule_missing_catch(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++) {
        const struct promise *p = ruling->m->promises.at[i];
        bool is_ours = p->origin != ORIGIN_ASYNC && p->origin != ORIGIN_API &&
                       p->origin != ORIGIN_INTERNAL && p->origin != ORIGIN_UNKNOWN;
        bool ends_here =
            !p->is_used || p->dropped_at == p->site; /* else whoever holds it may see to it */
        if (!is_ours || is_cut(ruling, p) || is_kept_for_later(p) || !is_lost(ruling, p) ||
            !ends_here || (has_handler_before(p) && !surely_rejects(ruling, p)) ||
            is_last_resort(p) || is_said_to_be_meant(p->unit, p->site) || is_meant_unhandled(p) ||
            is_only_scheduled(p) || ends_program(p) || ends_script(p->unit, p->site) ||
            is_command_queue(p->site) || has_last_resort(p->unit, p->site))
            continue;
        struct finding *finding =
            report(ruling, RULE_MISSING_CATCH, p->unit, p->site,
                   p->origin == ORIGIN_REACTION
                       ? "the chain ends here without a rejection handler, and it can reject: %s"
                       : "this promise can reject, and nothing handles that: %s",
                   runs_in_page(p->unit) ? "whoever uses the page is not told of the failure"
                                         : "an unhandled rejection ends a Node process");
        repair(ruling, finding,
               "end the chain with .catch(...), or return or await it where somebody catches");
        tell_source(ruling, finding, p);
    }
}

/* `save`, `this.db.save`; of `(await open(...)).save` the last word. */
static struct str name_of_callee(struct unit *unit, const struct js_node *callee)
{
    const struct js_node *object = callee;
    while (object->kind == JS_MEMBER)
        object = object->a;
    bool is_plain = object->kind == JS_NAME || object->kind == JS_THIS || object == callee;
    return text_of(unit, is_plain ? callee : callee->b);
}

void rule_floating_promise(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++) {
        const struct promise *p = ruling->m->promises.at[i];
        if (!is_floating(ruling, p) || is_cut(ruling, p) || is_last_resort(p) ||
            drop_is_excused(ruling, p))
            continue;
        struct str what = name_of_callee(p->dropped_unit, p->dropped_at->a);
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
            is_lost(ruling, p))
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
