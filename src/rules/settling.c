/* Whether promises settle: dead-promise, unreachable-reaction, promise-cycle,
 * late-rejection-handler. */
#include "rules/rules.h"

/* ---- dead promises ---- */

/* A name under which some settling function was stored, and who names it. */
struct kept_name {
    const struct js_name *name;
    const struct js_function *namers[3]; /* the first: one more than are not looked at */
    unsigned count;
};

static struct kept_name *kept_name(const struct ruling *ruling, const struct js_name *name)
{
    if (!(ruling->kept_bits >> name->hash % 64 & 1))
        return NULL; /* as most names, at little cost */
    const struct map_entry *entry = map_find(&ruling->settlers, name->text);
    return entry ? entry->pointer : NULL;
}

static const struct js_name *name_in(const struct js_node *node)
{
    return node->kind == JS_NAME ? node->name : node->kind == JS_MEMBER ? node->b->text : NULL;
}

static void note_namer(struct walk *walk, const struct js_name *name)
{
    struct kept_name *kept = name ? kept_name(walk->ruling, name) : NULL;
    bool is_noted = kept && kept->count && kept->namers[kept->count - 1] == walk->function;
    if (kept && !is_noted && kept->count < COUNT_OF(kept->namers))
        kept->namers[kept->count++] = walk->function;
}

static void note_called(struct walk *walk, const struct js_node *node)
{
    const struct kept_name *kept = name_in(node) ? kept_name(walk->ruling, name_in(node)) : NULL;
    if (kept)
        entry_for(walk->ruling, &walk->ruling->settler_calls, kept, walk->function)->number = 1;
}

static void note_names(struct walk *walk, const struct js_node *node)
{
    note_namer(walk, name_in(node));
    if (node->kind == JS_PROPERTY && !(node->flags & JS_COMPUTED) && node->a &&
        node->a->kind == JS_STRING)
        note_namer(walk, node->a->text);
    if (node->kind != JS_CALL)
        return;
    note_called(walk, node->a);
    for (const struct js_node *arg = node->b; arg; arg = arg->next)
        note_called(walk, arg);
}

static bool names_some_kept(const struct ruling *ruling, const struct js_file *file)
{
    for (size_t i = 0; i < ruling->settlers.len; i++) {
        const struct kept_name *kept = ruling->settlers.at[i].pointer;
        if (js_may_name(file, kept->name))
            return true;
    }
    return false;
}

static void find_kept_names(struct ruling *ruling)
{
    vec_each (promise, &ruling->m->promises) {
        const struct js_name *name = (*promise)->settler_kept_as;
        struct map_entry *entry = name ? map_add(&ruling->settlers, name->text, NULL) : NULL;
        if (!entry || entry->pointer)
            continue;
        struct kept_name *kept = arena_new(ruling->arena, struct kept_name);
        kept->name = name;
        entry->pointer = kept;
        ruling->kept_bits |= 1ull << name->hash % 64;
    }
    vec_each (unit, &ruling->m->units) {
        struct walk walk = {.ruling = ruling, .unit = *unit};
        if (!names_some_kept(ruling, (*unit)->file))
            continue;
        vec_each (function, &(*unit)->file->functions)
            if ((*function)->body && (*function)->parent)
                walk_function(&walk, *function, note_names);
    }
}

/* A call of the async function that made the promise still waits, and not for that promise: what
 * stands behind was never executed (a bound, or an answer that nobody gave). */
static bool is_left_waiting(const struct ruling *ruling, const struct promise *promise)
{
    const struct js_function *function = promise->in_function;
    for (size_t i = 0; function && function->is_async && i < ruling->m->promises.len; i++) {
        const struct promise *call = ruling->m->promises.at[i];
        if (call->origin == ORIGIN_ASYNC && call->of_function == function && !call->is_settled &&
            call->awaits != promise)
            return true;
    }
    return false;
}

/* The settling function was stored under a name: another function that names it may call it, under
 * that name or another. In the function that waits only calls count, and only where it may be
 * entered again, or was left waiting: the machine has seen the rest. */
static bool may_be_called_elsewhere(struct ruling *ruling, const struct promise *promise)
{
    if (!ruling->settlers.len)
        find_kept_names(ruling);
    const struct kept_name *kept = kept_name(ruling, promise->settler_kept_as);
    for (unsigned i = 0; i < kept->count; i++)
        if (kept->namers[i] != promise->executor && kept->namers[i] != promise->in_function)
            return true;
    const struct js_function *waiting = promise->in_function;
    return waiting && waiting != promise->executor &&
           entry_for(ruling, &ruling->settler_calls, kept, waiting)->number &&
           (function_notes(waiting)->entered || is_left_waiting(ruling, promise));
}

/* Does a function inside the executor name resolve or reject, or the executor itself behind an
 * await? Then it may be called, though we did not see it. */
static bool may_settle_inside(const struct promise *p)
{
    const struct js_node *executor = p->origin == ORIGIN_NEW ? argument(p->site, 0) : NULL;
    if (!executor || executor->kind != JS_FUNCTION)
        return false;
    const struct js_file *file =
        p->unit->file; /* its functions stand in the order of their starts */
    for (size_t i = executor->function->index; i < file->functions.len; i++) {
        const struct js_function *f = file->functions.at[i];
        bool is_itself = f == executor->function;
        if (!contains(executor, f->node))
            break;
        if (!f->body || (is_itself && !f->is_async))
            continue;
        for (const struct js_node *param = executor->function->params; param; param = param->next)
            if (param->kind == JS_NAME && mentions(f->body, param->variable))
                return true;
    }
    return false;
}

bool promise_is_dead(struct ruling *ruling, const struct promise *p)
{
    bool is_made = p->origin == ORIGIN_NEW || p->origin == ORIGIN_WITH_RESOLVERS;
    if (!is_made || p->may_fulfill || p->may_reject || p->settler_called || p->settler_escaped ||
        p->is_locked || p->is_unknown || !p->unit)
        return false;
    if (ruling->m->contexts.at[p->context]->is_cut)
        return false;
    return !may_settle_inside(p) && (!p->settler_kept_as || !may_be_called_elsewhere(ruling, p));
}

static const struct reaction *first_visible(const struct promise *p)
{
    for (const struct reaction *r = p->reactions; r; r = r->next)
        if (r->unit && r->kind != REACTION_INTERNAL)
            return r;
    return NULL;
}

/* `await new Promise(() => {})`, or `() => undefined`, says "never": it keeps a server running, or
 * must not win a race. */
static bool says_never(const struct promise *p)
{
    const struct js_node *body = p->executor && !p->executor->params ? p->executor->body : NULL;
    bool is_nothing =
        body &&
        (body->kind == JS_NULL || (body->kind == JS_UNARY && body->op == JS_OP_VOID) ||
         (body->kind == JS_NAME && !body->variable && str_is(body->name->text, "undefined")));
    return is_nothing || (body && body->kind == JS_BLOCK && !body->a);
}

/* Something stands behind the await, or in the reaction, of the very function that made it. */
static bool waits_in_vain(const struct promise *p, const struct reaction *waiting)
{
    return waiting->in_function == p->in_function &&
           (waiting->kind == REACTION_THEN ||
            (waiting->kind == REACTION_AWAIT && goes_on_behind(waiting->unit, waiting->site)));
}

static void judge_dead_promise(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++) {
        const struct promise *p = ruling->m->promises.at[i];
        const struct reaction *waiting = first_visible(p);
        bool is_meant = says_never(p) && waiting &&
                        (!waits_in_vain(p, waiting) || is_said_to_last(p->unit, p->site));
        if (!waiting || is_meant || !promise_is_dead(ruling, p))
            continue;
        struct finding *finding = report(ruling, &rule_dead_promise, p->unit, p->site,
                                         "this promise can never settle: no path calls its resolve "
                                         "or reject, and what waits for it waits for ever");
        repair(ruling, finding, "call resolve (or reject) where the work ends");
        relate(ruling, finding, waiting->unit, waiting->site, "it is waited for here");
    }
}

/* ---- combinations ---- */

static const struct promise *dead_input(struct ruling *ruling, const struct promise *p, bool *all)
{
    const struct promise *dead = NULL;
    *all = true;
    for (size_t i = 0; i < p->inputs.len; i++) {
        if (promise_is_dead(ruling, p->inputs.at[i]))
            dead = p->inputs.at[i];
        else
            *all = false;
    }
    return dead;
}

static bool may_one_fulfill(const struct promise *p)
{
    for (size_t i = 0; i < p->inputs.len; i++) {
        const struct promise *input = p->inputs.at[i];
        bool only_rejects = input->may_reject && !input->may_fulfill && input->is_settled;
        if (!only_rejects && (input->may_fulfill || input->may_never || input->settler_escaped))
            return true;
    }
    return false;
}

static bool may_one_reject(const struct promise *p)
{
    bool may_reject = p->may_reject;
    for (size_t i = 0; !may_reject && i < p->inputs.len; i++) {
        const struct promise *input = p->inputs.at[i];
        may_reject = input->may_reject || input->is_unknown || input->settler_escaped;
    }
    return may_reject;
}

/* An input that does nothing but reject: then it is not the dead one that keeps a reaction from
 * running. */
static bool surely_one_rejects(const struct promise *p)
{
    for (size_t i = 0; i < p->inputs.len; i++)
        if (p->inputs.at[i]->may_reject && !p->inputs.at[i]->may_fulfill &&
            p->inputs.at[i]->is_settled)
            return true;
    return false;
}

struct try_search {
    const struct js_node *site;
    bool found;
};

static void search_try(struct walk *walk, const struct js_node *node)
{
    struct try_search *search = walk->data;
    search->found |=
        node->kind == JS_TRY && (node->c || node->d) && contains(node->a, search->site);
}

static bool is_in_try(struct ruling *ruling, const struct reaction *r)
{
    struct try_search search = {.site = r->site};
    struct walk walk = {.ruling = ruling, .unit = r->unit, .data = &search};
    const struct js_function *function = function_around(r->unit, r->site);
    if (function && !may_walk(ruling, function))
        return true;
    if (function)
        walk_function(&walk, function, search_try);
    return search.found;
}

/* Promise.all rejects with the first input that does, whatever the others do: is that what this
 * reaction is for? */
static bool runs_for_rejection(struct ruling *ruling, const struct promise *p,
                               const struct reaction *r)
{
    if (p->combinator != COMBINE_ALL || !may_one_reject(p))
        return false;
    if (r->kind == REACTION_AWAIT)
        return surely_one_rejects(p) || is_in_try(ruling, r);
    return r->kind != REACTION_THEN || v_callable(r->on_rejected) ||
           r->on_rejected.tag == V_UNKNOWN;
}

static void judge_combination(struct ruling *ruling, const struct promise *p)
{
    static const char *const names[] = {"", "Promise.all", "Promise.allSettled", "Promise.any",
                                        "Promise.race"};
    bool all;
    const struct promise *dead = dead_input(ruling, p, &all);
    bool needs_all = p->combinator == COMBINE_ALL || p->combinator == COMBINE_ALL_SETTLED;
    bool is_empty_race = p->combinator == COMBINE_RACE && !p->inputs.len;
    bool none_comes = p->combinator == COMBINE_ANY && !may_one_fulfill(p);
    if (p->is_unknown || !(is_empty_race || (dead && (needs_all || all || none_comes))))
        return;
    for (const struct reaction *r = p->reactions; r; r = r->next) {
        if (!r->unit || r->kind == REACTION_INTERNAL || runs_for_rejection(ruling, p, r) ||
            (is_empty_race && r->is_may))
            continue;
        struct finding *finding = report(ruling, &rule_unreachable_reaction, r->unit, r->site,
                                         "this never runs: %s waits for %s that can never settle",
                                         names[p->combinator], needs_all ? "an input" : "inputs");
        repair(ruling, finding, "make the input settle, or race it against a timeout");
        if (dead)
            relate(ruling, finding, dead->unit, dead->site, "this input never settles");
    }
}

static void judge_unreachable_reaction(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++)
        if (ruling->m->promises.at[i]->combinator && !ruling->m->promises.at[i]->may_fulfill)
            judge_combination(ruling, ruling->m->promises.at[i]);
}

/* ---- promise-cycle ---- */

static bool is_pending(const struct ruling *ruling, const struct promise *p)
{
    return !p->may_fulfill && !p->may_reject && !p->is_unknown && p->unit &&
           !ruling->m->contexts.at[p->context]->is_cut;
}

/* What an unfinished promise waits for at the end of all. */
static const struct promise *waited_for(const struct ruling *ruling, const struct promise *p)
{
    if (!is_pending(ruling, p))
        return NULL;
    return p->origin == ORIGIN_ASYNC ? p->awaits : p->origin == ORIGIN_REACTION ? p->parent : NULL;
}

static const struct reaction *await_of(const struct promise *p)
{
    const struct reaction *r = p->awaits ? p->awaits->reactions : NULL;
    while (r && !(r->kind == REACTION_AWAIT && r->result == p))
        r = r->next;
    return r;
}

/* From a promise on the circle once around: false where an await of it need not happen. The first
 * that an async function gave is where the finding stands. */
static bool is_sure_circle(const struct ruling *ruling, const struct promise *start,
                           const struct promise **first, unsigned *awaits)
{
    const struct promise *p = start;
    *first = NULL;
    *awaits = 0;
    do {
        const struct reaction *await = p->origin == ORIGIN_ASYNC ? await_of(p) : NULL;
        if (p->origin == ORIGIN_ASYNC && (!await || await->is_may || !await->unit))
            return false;
        if (await && (!*first || p->id < (*first)->id))
            *first = p;
        *awaits += await != NULL;
        p = waited_for(ruling, p);
    } while (p != start);
    return true;
}

static void tell_circle(struct ruling *ruling, const struct promise *start)
{
    const struct promise *first;
    unsigned awaits;
    if (waited_for(ruling, start) == start || !is_sure_circle(ruling, start, &first, &awaits) ||
        awaits < 2)
        return; /* what waits for itself alone was noted when it happened */
    struct finding *finding = report(
        ruling, &rule_promise_cycle, first->unit, first->site,
        STR_FMT " waits for " STR_FMT ", which waits for it in turn: neither ever ends",
        STR_ARG(name_of_promise(ruling, first)), STR_ARG(name_of_promise(ruling, first->awaits)));
    repair(ruling, finding, "let one of them do its work without the other's result");
    const struct promise *p = first;
    do {
        if (p->origin == ORIGIN_ASYNC)
            relate(ruling, finding, await_of(p)->unit, await_of(p)->site, "waits here");
        p = waited_for(ruling, p);
    } while (p != first);
}

/* Every promise waits for one at most: follow each as far as nobody has been. */
static void judge_circles(struct ruling *ruling)
{
    struct map rounds = {0};
    for (size_t i = 0; i < ruling->m->promises.len; i++) {
        const struct promise *p = ruling->m->promises.at[i];
        struct map_entry *seen = NULL;
        if (p->origin != ORIGIN_ASYNC || !p->awaits)
            continue;
        for (; p; p = waited_for(ruling, p)) {
            seen = entry_for(ruling, &rounds, p, NULL);
            if (seen->number)
                break;
            seen->number = i + 1;
        }
        if (p && seen->number == i + 1)
            tell_circle(ruling, p);
    }
    map_free(&rounds);
}

static void judge_promise_cycle(struct ruling *ruling)
{
    judge_circles(ruling);
    vec_each (event, &ruling->m->events) {
        if (event->kind != EVENT_SELF_RESOLUTION)
            continue;
        const struct promise *p = event->promise;
        bool is_await = event->other != NULL;
        struct finding *finding =
            report(ruling, &rule_promise_cycle, is_await ? event->unit : p->unit,
                   is_await ? event->site : p->site,
                   is_await ? "the function waits for its own promise, which waits for the function"
                            : "this promise waits for itself: it can never be fulfilled");
        repair(ruling, finding, "return the value itself, not the promise that is waiting for it");
        if (!is_await && event->site != p->site)
            relate(ruling, finding, event->unit, event->site,
                   "here it is resolved with a promise that waits for it");
    }
}

/* ---- late-rejection-handler ---- */

/* Work that is under way: whoever only keeps the settlers for an event may start that later. */
static bool fails_by_itself(const struct ruling *ruling, const struct promise *p)
{
    enum context_kind kind = ruling->m->contexts.at[p->rejected_root]->kind;
    return p->origin == ORIGIN_ASYNC || p->origin == ORIGIN_API || kind == CONTEXT_TIMEOUT ||
           kind == CONTEXT_IMMEDIATE || kind == CONTEXT_IO;
}

/* const p = waitFor(...); await send(); return await p: while the first await lasts, nobody would
 * hear of p's rejection. The order is open, so this is a note. */
static const struct reaction *late_await(const struct ruling *ruling, const struct promise *p)
{
    const struct reaction *r = p->reactions;
    const struct context *made = ruling->m->contexts.at[p->context];
    const struct context *awaited = r ? ruling->m->contexts.at[r->context] : NULL;
    bool is_open = r && fails_by_itself(ruling, p) && r->kind == REACTION_AWAIT && r->unit &&
                   !r->is_may && !r->is_late && p->kept_in &&
                   p->kept_in->scope->function == r->in_function && !p->object->escaped;
    return is_open && p->can_reject == BLAME_PROGRAM && p->may_reject && !p->waits_for &&
                   made->entry == awaited->entry && made->root != awaited->root && !made->is_cut
               ? r
               : NULL;
}

static void judge_late_awaits(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++) {
        const struct promise *p = ruling->m->promises.at[i];
        const struct reaction *r = late_await(ruling, p);
        if (!r)
            continue;
        struct finding *finding =
            report(ruling, &rule_late_rejection_handler, r->unit, r->site,
                   "when this promise rejects during an earlier await, or that await fails, the "
                   "rejection is unhandled: nobody waits for it before this line");
        grade(finding, SEVERITY_NOTE);
        repair(ruling, finding,
               "await both with Promise.all, or add a handler where the promise is made");
        relate(ruling, finding, p->unit, p->site, "the promise is made here");
        if (p->rejected_at != p->site)
            relate(ruling, finding, p->rejected_unit, p->rejected_at, "it is rejected here");
    }
}

static void judge_late_rejection_handler(struct ruling *ruling)
{
    judge_late_awaits(ruling);
    vec_each (event, &ruling->m->events) {
        if (event->kind != EVENT_LATE_HANDLER)
            continue;
        struct finding *finding =
            report(ruling, &rule_late_rejection_handler, event->unit, event->site,
                   "the rejection happened in an earlier macrotask and was reported as unhandled "
                   "before this handler was attached");
        repair(ruling, finding,
               "attach the handler where the promise is made; await it before anything slow, or "
               "use Promise.all");
        relate(ruling, finding, event->promise->unit, event->promise->site,
               "the promise is made here");
        if (event->other != event->promise->site)
            relate(ruling, finding, event->other_unit, event->other, "it is rejected here");
    }
}

const struct rule rule_dead_promise = {
    .info =
        {"dead-promise", SEVERITY_WARNING, "a promise that is waited for can never settle",
         "Nothing calls its resolve or reject on any path, so its reactions never run and an await "
         "on it never returns.",
         "const ready = new Promise(resolve => {\n  console.log('working');\n});\nready.then(() => "
         "console.log('ready'));\n",
         "const ready = new Promise(resolve => {\n  console.log('working');\n  "
         "resolve();\n});\nready.then(() => console.log('ready'));\n"},
    .judge = judge_dead_promise,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
    .story = {"s0", {"the promise is made here, and nothing can settle it"}},
};

const struct rule rule_unreachable_reaction = {
    .info =
        {"unreachable-reaction", SEVERITY_WARNING,
         "a reaction on all, allSettled, any or race that can never run",
         "One of the inputs can never settle (for race and any: none of them can), so the combined "
         "promise cannot either.",
         "const never = new Promise(() => {});\nPromise.all([Promise.resolve(1), never]).then(() "
         "=> console.log('both'));\n",
         "const soon = new Promise(resolve => setTimeout(resolve, "
         "10));\nPromise.all([Promise.resolve(1), soon]).then(() => console.log('both'));\n"},
    .judge = judge_unreachable_reaction,
    .story = {"0s", {"this reaction waits for all of them"}},
};

const struct rule rule_late_rejection_handler = {
    .info =
        {"late-rejection-handler", SEVERITY_WARNING,
         "the rejection handler is attached after the rejection was reported",
         "Node reports a rejection as unhandled when the macrotask in which it happened ends. A "
         "handler attached in a later one is too "
         "late: the process may be gone.",
         "const p = Promise.reject(new Error('no'));\nsetTimeout(() => p.catch(e => "
         "console.log(e.message)), 10);\n",
         "const p = Promise.reject(new Error('no'));\np.catch(e => console.log(e.message));\n"},
    .judge = judge_late_rejection_handler,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
    .story = {"01s", {"only here, in a later macrotask, it is handled"}},
};

const struct rule rule_promise_cycle = {
    .info =
        {"promise-cycle", SEVERITY_WARNING, "a promise waits for itself",
         "A promise that is resolved with itself rejects with a TypeError; promises that wait for "
         "each other never settle.",
         "const p = Promise.resolve().then(() => p);\np.catch(e => console.log(e.message));\n",
         "const p = Promise.resolve().then(() => 1);\np.catch(e => console.log(e.message));\n"},
    .judge = judge_promise_cycle,
};
