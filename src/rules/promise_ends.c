/* What becomes of promises: missing-catch, floating-promise, missing-reaction. */
#include "rules/rules.h"

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

static void judge_missing_catch(struct ruling *ruling)
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
        struct finding *finding = report(
            ruling, &rule_missing_catch, p->unit, p->site,
            p->origin == ORIGIN_REACTION
                ? "the chain ends here without a rejection handler, and it can reject: %s"
                : "this promise can reject, and nothing handles that: %s",
            runs_in_page(p->unit) ? "whoever uses the page is not told of the failure"
                                  : "nobody hears of the failure, and an unhandled rejection "
                                    "ends a Node process");
        repair(ruling, finding,
               "end the chain with .catch(...), or return or await it where somebody catches");
        if (p->dropped_at == p->site)
            fix_catch(ruling, finding, p->unit, p->site);
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

/* try { save(); } catch (error) { ... } in an async function: the failure is meant to be caught. */
static bool is_meant_to_be_caught(struct ruling *ruling, const struct promise *p)
{
    const struct js_function *function = function_around(p->dropped_unit, p->dropped_at);
    const struct js_node *try = function && function->is_async
                                    ? try_around(ruling, p->dropped_unit, function, p->dropped_at)
                                    : NULL;
    return try && try->c && contains(try->a, p->dropped_at);
}

static void judge_floating_promise(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++) {
        const struct promise *p = ruling->m->promises.at[i];
        if (!is_floating(ruling, p) || is_cut(ruling, p) || is_last_resort(p) ||
            drop_is_excused(ruling, p))
            continue;
        struct str what = name_of_callee(p->dropped_unit, p->dropped_at->a);
        struct finding *finding =
            report(ruling, &rule_floating_promise, p->dropped_unit, p->dropped_at,
                   "nobody waits for `" STR_FMT
                   "` and nobody hears when it fails: its promise is dropped, and it can reject",
                   STR_ARG(what));
        repair(ruling, finding,
               "await it, return it, add .catch(...), or write `void` in front if dropping it is "
               "meant");
        if (is_meant_to_be_caught(ruling, p))
            fix_await(ruling, finding, p->dropped_unit, p->dropped_at);
        tell_source(ruling, finding, p);
    }
}

static void judge_missing_reaction(struct ruling *ruling)
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
        struct finding *finding = report(ruling, &rule_missing_reaction, p->unit, p->site,
                                         "this promise gets a value that nobody ever looks at");
        repair(
            ruling, finding,
            "return it, await it or react to it; if only the effect matters, no promise is needed");
        if (p->settled_at && p->settled_at != p->site)
            relate(ruling, finding, p->settled_unit, p->settled_at, "the value is given here");
    }
}

const struct rule rule_missing_reaction = {
    .info =
        {"missing-reaction", SEVERITY_WARNING, "a promise gets a value that nobody ever looks at",
         "The promise is settled with a value, but nothing reacts to it, awaits it or passes it "
         "on: either the result is lost by mistake "
         "or the promise is not needed.",
         "function load() {\n  const result = new Promise(resolve => {\n    setTimeout(() => "
         "resolve(42), 10);\n  });\n}\nload();\n",
         "function load() {\n  const result = new Promise(resolve => {\n    setTimeout(() => "
         "resolve(42), 10);\n  });\n  return result;\n}\nload().then(console.log);\n"},
    .judge = judge_missing_reaction,
    .story = {"s0", {"the promise is made here"}},
};

const struct rule rule_missing_catch = {
    .info = {"missing-catch", SEVERITY_WARNING,
             "a promise chain that can reject ends without a rejection handler",
             "A rejection that reaches the end of a chain becomes an "
             "unhandledRejection, which ends a Node process.",
             "Promise.resolve('{').then(text => {\n  if (!text.endsWith('}')) throw "
             "new Error('cut off');\n});\n",
             "Promise.resolve('{').then(text => {\n  if (!text.endsWith('}')) throw "
             "new Error('cut off');\n}).catch(console.error);\n"},
    .judge = judge_missing_catch,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
    .story = {"0s", {"nothing behind this handles the rejection"}},
};

const struct rule rule_floating_promise = {
    .info = {"floating-promise", SEVERITY_WARNING,
             "the promise of an async call is dropped although it can reject",
             "Nobody waits for the call and nobody hears when it fails: an unhandledRejection.",
             "async function save(x) {\n  if (!x) throw new Error('nothing to "
             "save');\n}\nexports.onClick = x => {\n  save(x);\n};\n",
             "async function save(x) {\n  if (!x) throw new Error('nothing to "
             "save');\n}\nexports.onClick = async x => {\n  await save(x);\n};\n"},
    .judge = judge_floating_promise,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
    .story = {"s0", {"the call is made here and its promise dropped"}},
};
