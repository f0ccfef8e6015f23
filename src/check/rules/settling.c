/* Whether promises settle: dead-promise, unreachable-reaction, multiple-settle, promise-cycle,
 * late-rejection-handler, recursive-microtask. */
#include "check/rules/rules.h"

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

/* The settling function was stored under a name: another function that names it may call it, under
 * that name or another. In the function that waits only calls count, and only where it may be
 * entered again: the machine has seen the rest. */
static bool may_be_called_elsewhere(struct ruling *ruling, const struct promise *promise)
{
    if (!ruling->settlers.len)
        find_kept_names(ruling);
    const struct kept_name *kept = kept_name(ruling, promise->settler_kept_as);
    for (unsigned i = 0; i < kept->count; i++)
        if (kept->namers[i] != promise->executor && kept->namers[i] != promise->in_function)
            return true;
    const struct js_function *waiting = promise->in_function;
    return waiting && waiting != promise->executor && waiting->entered &&
           entry_for(ruling, &ruling->settler_calls, kept, waiting)->number;
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

/* `await new Promise(() => {})`, or a noop, says "never": it keeps a server running, or must not
 * win a race. */
static bool says_never(const struct promise *p)
{
    const struct js_node *body = p->executor && !p->executor->params ? p->executor->body : NULL;
    return body && body->kind == JS_BLOCK && !body->a;
}

/* Something stands behind the await, or in the reaction, of the very function that made it. */
static bool waits_in_vain(const struct promise *p, const struct reaction *waiting)
{
    return waiting->in_function == p->in_function &&
           (waiting->kind == REACTION_THEN ||
            (waiting->kind == REACTION_AWAIT && goes_on_behind(waiting->unit, waiting->site)));
}

void rule_dead_promise(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++) {
        const struct promise *p = ruling->m->promises.at[i];
        const struct reaction *waiting = first_visible(p);
        bool is_meant = says_never(p) && waiting && !waits_in_vain(p, waiting);
        if (!waiting || is_meant || !promise_is_dead(ruling, p))
            continue;
        struct finding *finding = report(ruling, RULE_DEAD_PROMISE, p->unit, p->site,
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
        struct finding *finding = report(ruling, RULE_UNREACHABLE_REACTION, r->unit, r->site,
                                         "this never runs: %s waits for %s that can never settle",
                                         names[p->combinator], needs_all ? "an input" : "inputs");
        repair(ruling, finding, "make the input settle, or race it against a timeout");
        if (dead)
            relate(ruling, finding, dead->unit, dead->site, "this input never settles");
    }
}

void rule_unreachable_reaction(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++)
        if (ruling->m->promises.at[i]->combinator && !ruling->m->promises.at[i]->may_fulfill)
            judge_combination(ruling, ruling->m->promises.at[i]);
}

/* ---- events the machine noted ---- */

enum { MOST_CONDITIONS = 4 };

struct leaving {
    const struct js_node *call, *later;
    bool found;
    const struct js_node
        *conditions[MOST_CONDITIONS]; /* `if`s around the call, not the later one */
    unsigned condition_count;
};

static bool is_jump(const struct js_node *node)
{
    return node && (node->kind == JS_RETURN || node->kind == JS_THROW || node->kind == JS_BREAK ||
                    node->kind == JS_CONTINUE);
}

/* process.exit(1): nothing comes behind it. */
static bool is_exit(const struct js_node *statement)
{
    const struct js_node *call =
        statement && statement->kind == JS_EXPRESSION_STATEMENT ? statement->a : NULL;
    return call && is_member_call(call, "exit") && call->a->a->kind == JS_NAME &&
           str_is(call->a->a->name->text, "process");
}

/* One in the `if`, the other in its `else`. */
static bool is_either_or(const struct js_node *node, const struct leaving *leaving)
{
    return node->kind == JS_IF && node->c &&
           ((contains(node->b, leaving->call) && contains(node->c, leaving->later)) ||
            (contains(node->c, leaving->call) && contains(node->b, leaving->later)));
}

static bool calls_name(const struct js_node *node)
{
    return node->kind == JS_CALL && node->a->kind == JS_NAME;
}

struct settling_search {
    const struct leaving *leaving;
    bool found;
};

static void search_settling(const struct js_node *node, void *context)
{
    struct settling_search *search = context;
    const struct leaving *leaving = search->leaving;
    search->found |= calls_name(node) && node->a->variable &&
                     (node->a->variable == leaving->call->a->variable ||
                      node->a->variable == leaving->later->a->variable);
    if (!search->found && node->kind != JS_FUNCTION)
        js_children(node, search_settling, context);
}

/* if (long) resolve(a); else resolve(b): a condition that chooses the value only. */
static bool settles_either_way(const struct js_node *node, const struct leaving *leaving)
{
    struct settling_search first = {.leaving = leaving}, second = {.leaving = leaving};
    if (!node->c || !calls_name(leaving->call) || !calls_name(leaving->later))
        return false;
    search_settling(node->b, &first);
    search_settling(node->c, &second);
    return first.found && second.found;
}

/* ---- two conditions that have nothing to do with each other ---- */

/* Names and fields in a condition; `a.b` is one, `a` in it is none of its own. */
struct named {
    const struct js_node *at[8];
    unsigned count;
    bool too_many;
};

static void collect_named(const struct js_node *node, void *context)
{
    struct named *named = context;
    if (node->kind != JS_NAME && node->kind != JS_MEMBER && node->kind != JS_THIS) {
        named->too_many |= node->kind == JS_FUNCTION || node->kind == JS_ASSIGN;
        js_children(node, collect_named, context);
        return;
    }
    const struct js_node *root = node;
    while (root->kind == JS_MEMBER)
        root = root->a;
    if (root->kind != JS_NAME && root->kind != JS_THIS)
        collect_named(root, context); /* f(x).y */
    else if (root->kind == JS_NAME && !root->variable)
        return; /* Array.isArray, undefined */
    else if (named->count < COUNT_OF(named->at))
        named->at[named->count++] = node;
    else
        named->too_many = true;
}

static bool is_same_path(const struct js_node *a, const struct js_node *b)
{
    while (a->kind == JS_MEMBER && b->kind == JS_MEMBER) {
        if (!js_same_name(a->b->text, b->b->text))
            return false;
        a = a->a;
        b = b->a;
    }
    return a->kind == b->kind && (a->kind == JS_THIS || a->variable == b->variable);
}

/* Is `inner` the same, or a field of it? */
static bool is_path_within(const struct js_node *outer, const struct js_node *inner)
{
    for (;; inner = inner->a) {
        if (is_same_path(outer, inner))
            return true;
        if (inner->kind != JS_MEMBER)
            return false;
    }
}

static bool is_named_in(const struct named *named, const struct js_node *path)
{
    for (unsigned i = 0; i < named->count; i++)
        if (is_path_within(path, named->at[i]) || is_path_within(named->at[i], path))
            return true;
    return false;
}

struct changing {
    const struct named *named;
    bool found;
};

static void search_change(const struct js_node *node, void *context)
{
    struct changing *changing = context;
    bool writes = node->kind == JS_ASSIGN || node->kind == JS_UPDATE;
    struct named target = {0};
    if (writes)
        collect_named(node->a, &target);
    for (unsigned i = 0; i < target.count; i++)
        changing->found |= is_named_in(changing->named, target.at[i]);
    if (!changing->found)
        js_children(node, search_change, context);
}

static bool is_negation(const struct js_node *node)
{
    return node->kind == JS_UNARY && node->op == JS_OP_NOT;
}

/* if (!name) reject(a); if (!email) reject(b): both may be missing. Not `if (error) reject(error);
 * if (data) resolve(data)`, of which one comes; so both ask for what is missing, or both reject. */
static bool both_may_hold(const struct js_node *first, const struct js_node *second,
                          const struct leaving *leaving)
{
    struct named early = {0}, late = {0};
    bool is_same_settler = calls_name(leaving->call) && calls_name(leaving->later) &&
                           leaving->call->a->variable == leaving->later->a->variable;
    if (!contains(first->b, leaving->call) || !contains(second->b, leaving->later) ||
        !(is_same_settler || (is_negation(first->a) && is_negation(second->a))))
        return false;
    collect_named(first->a, &early);
    collect_named(second->a, &late);
    if (early.too_many || late.too_many || !early.count || !late.count)
        return false;
    for (unsigned i = 0; i < early.count; i++)
        if (is_named_in(&late, early.at[i]))
            return false;
    struct changing changing = {.named = &late};
    search_change(first->b, &changing);
    return !changing.found;
}

static bool all_may_hold(const struct js_node *node, const struct leaving *leaving)
{
    for (unsigned i = 0; i < leaving->condition_count; i++)
        if (!both_may_hold(leaving->conditions[i], node, leaving))
            return false;
    return leaving->condition_count > 0;
}

/* The later call has a condition of its own: it most likely excludes the first, by a flag, a kind
 * of message, ... */
static bool is_conditioned(const struct js_node *node, const struct leaving *leaving)
{
    return node->kind == JS_IF && node->start > leaving->call->end &&
           contains(node, leaving->later) && !settles_either_way(node, leaving) &&
           !all_may_hold(node, leaving);
}

static const struct js_node *statements_of(const struct js_node *node)
{
    return node->kind == JS_BLOCK ? node->a : node->kind == JS_CASE ? node->b : NULL;
}

static const struct js_node *part_with(const struct js_node *node, const struct js_node *call)
{
    switch ((enum js_kind)node->kind) {
    case JS_EXPRESSION_STATEMENT:
        return node->a;
    case JS_IF:
    case JS_CONDITIONAL:
        return contains(node->b, call) ? node->b : contains(node->a, call) ? NULL : node->c;
    case JS_LOGICAL:
        return node->b;
    default:
        return NULL;
    }
}

/* Is the call the last thing that happens in the node, whenever it happens? */
static bool ends_with(const struct js_node *node, const struct js_node *call)
{
    while (node && node != call) {
        if (!contains(node, call))
            return false;
        const struct js_node *statement = statements_of(node);
        while (statement && !contains(statement, call))
            statement = statement->next;
        if (statement && statement->next)
            return false;
        node = statement ? statement : part_with(node, call);
    }
    return node != NULL;
}

struct guarded {
    const struct js_node *block;
    const struct leaving *leaving;
    bool goes_on; /* behind one of the calls that settle */
};

static void search_more(const struct js_node *node, void *context)
{
    struct guarded *guarded = context;
    const struct js_node *first = guarded->leaving->call->a, *later = guarded->leaving->later->a;
    bool settles = calls_name(node) && node->a->variable &&
                   (node->a->variable == first->variable || node->a->variable == later->variable);
    guarded->goes_on |= settles && !ends_with(guarded->block, node);
    if (!guarded->goes_on)
        js_children(node, search_more, context);
}

/* try { if (x) reject(x); else resolve(f(x)); } catch (e) { reject(e); } */
static bool is_caught_before(const struct js_node *node, const struct leaving *leaving)
{
    if (node->kind != JS_TRY || !node->c || !contains(node->c, leaving->later) ||
        !contains(node->a, leaving->call) || !calls_name(leaving->call) ||
        !calls_name(leaving->later))
        return false;
    struct guarded guarded = {.block = node->a, .leaving = leaving};
    search_more(node->a, &guarded);
    return !guarded.goes_on;
}

static void search_leaving(struct walk *walk, const struct js_node *node)
{
    struct leaving *leaving = walk->data;
    if (node->kind == JS_IF && contains(node, leaving->call) && !contains(node, leaving->later)) {
        leaving->found |= leaving->condition_count == MOST_CONDITIONS;
        if (!leaving->found)
            leaving->conditions[leaving->condition_count++] = node;
    }
    leaving->found |= is_either_or(node, leaving) || is_conditioned(node, leaving) ||
                      is_caught_before(node, leaving);
    if (node->kind == JS_RETURN && contains(node, leaving->call))
        leaving->found = true;
    for (const struct js_node *s = statements_of(node); s; s = s->next)
        if (s->kind == JS_EXPRESSION_STATEMENT && contains(s, leaving->call) &&
            (is_jump(s->next) || is_exit(s->next)))
            leaving->found = true;
}

/* `return reject(error)`, `reject(error); return`, or else: no path goes from one to the other. The
 * machine knows, but not where a way was left for an await. */
static bool leaves_at_once(struct ruling *ruling, struct unit *unit, const struct js_node *call,
                           const struct js_node *later)
{
    struct leaving leaving = {.call = call, .later = later};
    struct walk walk = {.ruling = ruling, .unit = unit, .data = &leaving};
    const struct js_function *innermost = function_around(unit, call);
    if (innermost && !may_walk(ruling, innermost))
        return true;
    if (innermost)
        walk_function(&walk, innermost, search_leaving);
    return leaving.found;
}

struct loop_search {
    const struct js_node *site;
    bool found;
};

static bool repeats(const struct js_node *node)
{
    switch ((enum js_kind)node->kind) {
    case JS_FOR:
    case JS_FOR_IN:
    case JS_FOR_OF:
    case JS_WHILE:
    case JS_DO_WHILE:
        return true;
    case JS_CALL:
        return is_member_call(node, "forEach") || is_member_call(node, "map") ||
               is_member_call(node, "each");
    default:
        return false;
    }
}

static void search_loop(const struct js_node *node, void *context)
{
    struct loop_search *search = context;
    const struct js_node *body = node->kind == JS_FUNCTION ? node->function->body : NULL;
    if (search->found || !contains(node, search->site))
        return;
    search->found = repeats(node);
    if (body)
        search_loop(body, context);
    else
        js_children(node, search_loop, context);
}

/* A loop around the call, in its own function or in the one that made the promise. Where the call
 * stands in a closure that others keep and call in a loop, each of them may be another promise's.
 */
static bool loops_around(const struct event *event)
{
    const struct promise *p = event->promise;
    const struct js_function *around = function_around(event->unit, event->site);
    struct loop_search search = {.site = event->site};
    if (p->origin == ORIGIN_NEW && p->unit == event->unit)
        search_loop(p->site, &search);
    if (around && around->body)
        search_loop(around->body, &search);
    return search.found;
}

static void search_switch(struct walk *walk, const struct js_node *node)
{
    struct leaving *calls = walk->data;
    calls->found |=
        node->kind == JS_SWITCH && contains(node, calls->call) && contains(node, calls->later);
}

/* From one case into the next: one report is enough for all of them. */
static bool falls_through(struct ruling *ruling, const struct event *event)
{
    struct leaving calls = {.call = event->other, .later = event->site};
    struct walk walk = {.ruling = ruling, .unit = event->unit, .data = &calls};
    const struct js_function *function = function_around(event->unit, event->site);
    if (function && !may_walk(ruling, function))
        return true;
    if (function && event->unit == event->other_unit)
        walk_function(&walk, function, search_switch);
    return calls.found;
}

void rule_multiple_settle(struct ruling *ruling)
{
    vec_each (event, &ruling->m->events) {
        if (event->kind != EVENT_SETTLED_AGAIN ||
            leaves_at_once(ruling, event->other_unit, event->other, event->site))
            continue;
        bool loop = event->other == event->site;
        if (event->promise->is_told && falls_through(ruling, event))
            continue;
        if (loop && (!event->site->b || !loops_around(event)))
            continue; /* a signal without a value: given again it says nothing else */
        event->promise->is_told = true;
        struct finding *finding =
            report(ruling, RULE_MULTIPLE_SETTLE, event->unit, event->site,
                   loop ? "a later round of this loop settles the same promise again: only the "
                          "first call counts"
                        : "on one path `" STR_FMT
                          "` has already settled this promise: this call cannot settle it any more",
                   STR_ARG(text_of(event->other_unit, event->other)));
        repair(ruling, finding,
               loop ? "break or return after the first"
                    : "return after the first call, or use else");
        relate(ruling, finding, event->other_unit, event->other, "settled first here");
        relate(ruling, finding, event->promise->unit, event->promise->site,
               "the promise is made here");
    }
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
        ruling, RULE_PROMISE_CYCLE, first->unit, first->site,
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

void rule_promise_cycle(struct ruling *ruling)
{
    judge_circles(ruling);
    vec_each (event, &ruling->m->events) {
        if (event->kind != EVENT_SELF_RESOLUTION)
            continue;
        const struct promise *p = event->promise;
        bool is_await = event->other != NULL;
        struct finding *finding =
            report(ruling, RULE_PROMISE_CYCLE, is_await ? event->unit : p->unit,
                   is_await ? event->site : p->site,
                   is_await ? "the function waits for its own promise, which waits for the function"
                            : "this promise waits for itself: it can never be fulfilled");
        repair(ruling, finding, "return the value itself, not the promise that is waiting for it");
        if (!is_await && event->site != p->site)
            relate(ruling, finding, event->unit, event->site,
                   "here it is resolved with a promise that waits for it");
    }
}

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
            report(ruling, RULE_LATE_REJECTION_HANDLER, r->unit, r->site,
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

void rule_late_rejection_handler(struct ruling *ruling)
{
    judge_late_awaits(ruling);
    vec_each (event, &ruling->m->events) {
        if (event->kind != EVENT_LATE_HANDLER)
            continue;
        struct finding *finding =
            report(ruling, RULE_LATE_REJECTION_HANDLER, event->unit, event->site,
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
