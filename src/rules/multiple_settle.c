/* multiple-settle: the machine has seen a second call of resolve or reject in the same call of the
 * same function; here is asked whether a path really leads from the one to the other. */
#include "rules/rules.h"

enum { MOST_CONDITIONS = 4 };

struct leaving {
    const struct js_node *call, *later;
    bool share_loop;  /* the innermost loop around the one is around the other too */
    bool share_break; /* the innermost loop or switch */
    bool found;
    const struct js_node
        *conditions[MOST_CONDITIONS]; /* `if`s around the call, not the later one */
    unsigned condition_count;
};

/* break and continue lead out of a loop or a switch, to what stands behind it. */
static bool is_jump(const struct js_node *node, const struct leaving *leaving)
{
    if (!node)
        return false;
    bool leaves_loop = (node->kind == JS_BREAK && (node->name || leaving->share_break)) ||
                       (node->kind == JS_CONTINUE && (node->name || leaving->share_loop));
    return node->kind == JS_RETURN || node->kind == JS_THROW || leaves_loop;
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

/* The executor's second parameter. */
static bool calls_reject(const struct js_node *call)
{
    const struct js_variable *variable = calls_name(call) ? call->a->variable : NULL;
    const struct js_node *first =
        variable && variable->by == JS_BY_PARAMETER ? variable->scope->function->params : NULL;
    return first && first->next == variable->declared;
}

/* if (!name) reject(a); if (!email) reject(b): both may be missing. Not `if (error) reject(error);
 * if (data) resolve(data)`, of which one comes; so both ask for what is missing, or both reject. */
static bool both_may_hold(const struct js_node *first, const struct js_node *second,
                          const struct leaving *leaving)
{
    struct named early = {0}, late = {0};
    bool both_reject = calls_reject(leaving->call) && calls_reject(leaving->later);
    if (!contains(first->b, leaving->call) || !contains(second->b, leaving->later) ||
        !(both_reject || (is_negation(first->a) && is_negation(second->a))))
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

static bool is_loop(const struct js_node *node)
{
    return node->kind == JS_FOR || node->kind == JS_FOR_IN || node->kind == JS_FOR_OF ||
           node->kind == JS_WHILE || node->kind == JS_DO_WHILE;
}

/* Outer ones are visited first, so that the innermost has the last word. */
static void note_loop(struct leaving *leaving, const struct js_node *node)
{
    bool is_around = (is_loop(node) || node->kind == JS_SWITCH) && contains(node, leaving->call);
    if (!is_around)
        return;
    leaving->share_break = contains(node, leaving->later);
    if (is_loop(node))
        leaving->share_loop = leaving->share_break;
}

static void search_leaving(struct walk *walk, const struct js_node *node)
{
    struct leaving *leaving = walk->data;
    note_loop(leaving, node);
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
            (is_jump(s->next, leaving) || is_exit(s->next)))
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
    if (innermost && !contains(innermost->node, later)) /* one round of a forEach */
        innermost = function_around(unit, later);
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
    return is_loop(node) || is_member_call(node, "forEach") || is_member_call(node, "map") ||
           is_member_call(node, "each");
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

/* ---- what happens behind the first call ---- */

/* What is left to be executed: nothing that anybody notices, something, or nothing at all for the
 * way leaves here. */
enum behind { BEHIND_QUIET, BEHIND_ACTS, BEHIND_LEAVES };

struct acts_search {
    const struct event *event;
    const struct js_node *test; /* of the `if` that the first call stands in; NULL: none */
    bool found;
};

struct look_search {
    const struct js_variable *variable;
    bool found;
};

static void search_look(const struct js_node *node, void *context)
{
    struct look_search *search = context;
    bool is_needed = node->kind == JS_MEMBER || node->kind == JS_INDEX || node->kind == JS_NAME ||
                     node->kind == JS_UNARY;
    search->found |= node->kind == JS_MEMBER && !(node->flags & JS_OPTIONAL) &&
                     node->a->kind == JS_NAME && node->a->variable == search->variable;
    if (is_needed && !search->found)
        js_children(node, search_look, context);
}

/* if (message.error) reject(message.error); resolve(message.result): it is there. Only where the
 * test itself must have looked: not behind && or ||. */
static bool looked_into(const struct acts_search *search, const struct js_node *object)
{
    struct look_search look = {object->kind == JS_NAME ? object->variable : NULL, false};
    if (look.variable && search->test)
        search_look(search->test, &look);
    return look.found;
}

static bool is_one_of_both(const struct js_node *callee, const struct event *event)
{
    return callee->kind == JS_NAME && callee->variable &&
           ((event->site->kind == JS_CALL && callee->variable == event->site->a->variable) ||
            (event->other->kind == JS_CALL && callee->variable == event->other->a->variable));
}

static bool makes_error(const struct js_node *node)
{
    return node->kind == JS_NEW && node->a->kind == JS_NAME && !node->a->variable &&
           str_ends(node->a->name->text, STR("Error"));
}

/* What a callback was given beside the error, or what a try did not come to assign. */
static bool may_be_missing(const struct js_node *object)
{
    const struct js_variable *v = object->kind == JS_NAME ? object->variable : NULL;
    const struct js_node *origin = v ? v->origin : NULL;
    bool is_late = origin && origin->kind == JS_DECLARATOR && !origin->b;
    return v && (v->by == JS_BY_PARAMETER || is_late);
}

/* A call, or what may throw: `data.length` does where an error came instead of data. */
static void search_acts(const struct js_node *node, void *context)
{
    struct acts_search *search = context;
    if (search->found || node->kind == JS_FUNCTION)
        return;
    bool is_quiet_call =
        (node->kind == JS_CALL && is_one_of_both(node->a, search->event)) || makes_error(node);
    switch ((enum js_kind)node->kind) {
    case JS_CALL:
    case JS_NEW:
        search->found = !is_quiet_call;
        break;
    case JS_AWAIT:
    case JS_YIELD:
    case JS_THROW:
    case JS_TAGGED:
    case JS_IMPORT_CALL:
        search->found = true;
        break;
    case JS_MEMBER:
    case JS_INDEX:
        search->found = may_be_missing(node->a) && !looked_into(search, node->a);
        break;
    default:
        break;
    }
    if (is_quiet_call)
        for (const struct js_node *arg = node->b; arg; arg = arg->next)
            search_acts(arg, context);
    else
        js_children(node, search_acts, context);
}

static enum behind list_behind(const struct js_node *list, const struct event *event,
                               const struct js_node *test)
{
    struct acts_search search = {.event = event, .test = test};
    for (const struct js_node *s = list; s; s = s->next) {
        search_acts(s, &search);
        if (search.found)
            return BEHIND_ACTS;
        if (s->kind == JS_RETURN || s->kind == JS_BREAK || s->kind == JS_CONTINUE)
            return BEHIND_LEAVES;
    }
    return BEHIND_QUIET;
}

/* What is executed in `node`, which holds the first call, behind that call. */
static enum behind behind_in(const struct js_node *node, const struct event *event)
{
    const struct js_node *call = event->other;
    const struct js_node *list = statements_of(node);
    if (node == call)
        return BEHIND_QUIET;
    if (list) {
        while (list && !contains(list, call))
            list = list->next;
        enum behind inner = list ? behind_in(list, event) : BEHIND_ACTS;
        const struct js_node *test = list && list->kind == JS_IF ? list->a : NULL;
        return inner == BEHIND_QUIET ? list_behind(list->next, event, test) : inner;
    }
    if (node->kind == JS_TRY) {
        bool is_caught = node->c && contains(node->c, call);
        enum behind inner = behind_in(is_caught                 ? node->c
                                      : contains(node->a, call) ? node->a
                                                                : node->d,
                                      event);
        bool has_finally = node->d && !contains(node->d, call);
        return inner != BEHIND_ACTS && has_finally && list_behind(node->d->a, event, NULL)
                   ? BEHIND_ACTS
                   : inner;
    }
    const struct js_node *part = part_with(node, call);
    return part && contains(part, call) ? behind_in(part, event) : BEHIND_ACTS;
}

/* Nothing but the second call, which is ignored: the outcome is what it would be with a return. Not
 * where the first stands below no condition: then what the second hands over is never seen. */
static bool only_is_ignored(const struct event *event)
{
    const struct js_function *function = function_around(event->unit, event->site);
    const struct js_node *body = function ? function->body : NULL;
    if (event->unit != event->other_unit || !body || body->kind != JS_BLOCK ||
        function_around(event->unit, event->other) != function ||
        event->other->start > event->site->start)
        return false;
    const struct js_node *statement = body->a;
    while (statement && !contains(statement, event->other))
        statement = statement->next;
    bool is_conditional =
        statement && !(statement->kind == JS_EXPRESSION_STATEMENT && statement->a == event->other);
    return is_conditional && behind_in(body, event) != BEHIND_ACTS;
}

/* `if (wrong) reject(error); resolve(value); }`: what a return leaves out is the second call alone.
 */
static void fix_two_in_a_row(struct ruling *ruling, struct finding *finding,
                             const struct event *event)
{
    const struct js_function *function = function_around(event->unit, event->site);
    if (event->unit != event->other_unit || !function || function->body->kind != JS_BLOCK)
        return;
    for (const struct js_node *s = function->body->a; s && s->next; s = s->next) {
        const struct js_node *branch = s->kind == JS_IF && !s->c ? s->b : NULL, *last = branch;
        if (!branch || s->next->next || s->next->kind != JS_EXPRESSION_STATEMENT ||
            s->next->a != event->site)
            continue;
        for (last = branch->kind == JS_BLOCK ? branch->a : branch; last && last->next;)
            last = last->next;
        if (last && last->kind == JS_EXPRESSION_STATEMENT && last->a == event->other)
            fix_return(ruling, finding, event->unit, s, event->other);
    }
}

static void judge_multiple_settle(struct ruling *ruling)
{
    struct map first_calls = {0}; /* → the finding about what comes behind */
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
        struct map_entry *told = loop ? NULL : entry_for(ruling, &first_calls, event->other, NULL);
        if (told && told->number) { /* one return is missing */
            struct finding *first = &ruling->out->list.at[told->number - 1];
            if (first->place.start != event->site->start)
                relate(ruling, first, event->unit, event->site, "and so does this call");
            continue;
        }
        struct finding *finding =
            report(ruling, &rule_multiple_settle, event->unit, event->site,
                   loop ? "a later round of this loop settles the same promise again: only the "
                          "first call counts"
                        : "on one path `" STR_FMT
                          "` has already settled this promise: this call cannot settle it any more",
                   STR_ARG(text_of(event->other_unit, event->other)));
        if (told && finding)
            told->number = ruling->out->list.len;
        repair(ruling, finding,
               loop ? "break or return after the first"
                    : "return after the first call, or use else");
        if (!loop)
            fix_two_in_a_row(ruling, finding, event);
        if (!loop && only_is_ignored(event))
            grade(finding, SEVERITY_NOTE);
        relate(ruling, finding, event->other_unit, event->other, "settled first here");
        relate(ruling, finding, event->promise->unit, event->promise->site,
               "the promise is made here");
    }
    map_free(&first_calls);
}

/* ---- an executor that rejects and goes on: what is plain from the text ---- */

struct going_on {
    const struct js_variable *resolve, *reject;
    struct named decides; /* what the rejection depends on, or leaves behind */
    const struct js_node *later;
    bool asks; /* somebody looks at that again */
    unsigned depth;
};

static bool is_settler(const struct js_node *node, const struct going_on *going)
{
    return node->kind == JS_NAME && node->variable &&
           (node->variable == going->resolve || node->variable == going->reject);
}

static bool asks_again(const struct js_node *test, const struct going_on *going)
{
    struct named named = {0};
    collect_named(test, &named);
    for (unsigned i = 0; i < named.count; i++)
        if (is_named_in(&going->decides, named.at[i]))
            return true;
    return named.too_many;
}

/* signal.addEventListener('abort', ...), given.then(resolve): waits for what others do. */
static bool begins_nothing(const struct js_node *call)
{
    static const char *const names[] = {
        "addEventListener", "addListener", "on", "once", "then", "catch", "finally"};
    const struct js_node *callee = call->a;
    return callee->kind == JS_MEMBER && callee->a->kind != JS_CALL &&
           is_one_of(callee->b->text->text, names, COUNT_OF(names));
}

/* work(error => { ... resolve(x) }), work().then(resolve) */
static void search_later(const struct js_node *node, void *context)
{
    struct going_on *going = context;
    bool tests = node->kind == JS_IF || node->kind == JS_CONDITIONAL || node->kind == JS_LOGICAL;
    going->asks |= tests && asks_again(node->a, going);
    bool is_call = node->kind == JS_CALL;
    if (is_call && !going->depth && is_settler(node->a, going))
        going->asks = true; /* here and now: the machine has seen that */
    if (is_call && !going->depth && node->a->kind == JS_MEMBER && node->a->a->kind != JS_CALL)
        going->asks |= begins_nothing(node) ||
                       asks_again(node->a, going); /* if (!x) reject(e); x.work(): it throws */
    bool settles = is_call && going->depth && is_settler(node->a, going);
    for (const struct js_node *arg = is_call ? node->b : NULL; arg; arg = arg->next)
        settles |= is_settler(arg, going);
    if (settles && !going->later)
        going->later = node;
    const struct js_node *body = node->kind == JS_FUNCTION ? node->function->body : NULL;
    going->depth += body != NULL;
    if (body)
        search_later(body, context);
    else
        js_children(node, search_later, context);
    going->depth -= body != NULL;
}

static void note_left_behind(const struct js_node *statement, struct named *out)
{
    const struct js_node *value = statement->kind == JS_EXPRESSION_STATEMENT ? statement->a : NULL;
    if (value && (value->kind == JS_ASSIGN || value->kind == JS_UPDATE))
        collect_named(value->a, out);
}

/* The call of reject that an `if` without else ends with; NULL: it does not. */
static const struct js_node *rejection_in(const struct js_node *statement, struct going_on *going)
{
    if (statement->kind != JS_IF || statement->c || !statement->b)
        return NULL;
    const struct js_node *last = statement->b->kind == JS_BLOCK ? statement->b->a : statement->b;
    for (; last && last->next; last = last->next)
        note_left_behind(last, &going->decides);
    const struct js_node *call =
        last && last->kind == JS_EXPRESSION_STATEMENT && calls_name(last->a) ? last->a : NULL;
    if (!call || call->a->variable != going->reject)
        return NULL;
    collect_named(statement->a, &going->decides);
    return going->decides.too_many ? NULL : call;
}

/* Work that is begun behind it in any case, and settles the promise when it is done. */
static const struct js_node *work_behind(const struct js_node *statement, struct going_on *going)
{
    const struct js_node *next = statement->next;
    for (; next && !going->later && !going->asks; next = next->next) {
        bool is_plain = next->kind == JS_EXPRESSION_STATEMENT || next->kind == JS_VAR;
        if (!is_plain && next->kind != JS_FUNCTION)
            return NULL;
        if (is_plain)
            search_later(next, going);
    }
    return going->asks ? NULL : going->later;
}

/* setTimeout(resolve, ms): begun in vain, and nobody notices. */
static bool only_waits(const struct js_node *work, const struct going_on *going)
{
    return work->kind == JS_CALL && work->a->kind == JS_NAME && !work->a->variable &&
           str_is(work->a->name->text, "setTimeout") && work->b && is_settler(work->b, going);
}

static void find_use(const struct js_node *node, void *context)
{
    struct use_search {
        const struct js_name *global;
        bool found;
    } *search = context;
    bool is_object = (node->kind == JS_MEMBER || node->kind == JS_INDEX) &&
                     node->a->kind == JS_NAME && !node->a->variable &&
                     js_same_name(node->a->name, search->global);
    search->found |= is_object;
    if (!search->found && node->kind != JS_FUNCTION)
        js_children(node, find_use, context);
}

/* if (typeof window === 'undefined') reject(error); window.open(...): the next statement throws,
 * and the executor ends there. */
static bool throws_at_once(const struct js_node *statement)
{
    const struct js_node *test = statement->a;
    const struct js_node *asked =
        test->kind == JS_BINARY && (test->op == JS_OP_SAME || test->op == JS_OP_EQUAL) ? test->a
                                                                                       : NULL;
    bool is_missing = asked && asked->kind == JS_UNARY && asked->op == JS_OP_TYPEOF &&
                      asked->a->kind == JS_NAME && !asked->a->variable &&
                      test->b->kind == JS_STRING && str_is(test->b->text->text, "undefined");
    struct {
        const struct js_name *global;
        bool found;
    } search = {is_missing ? asked->a->name : NULL, false};
    if (is_missing && statement->next)
        find_use(statement->next, &search);
    return search.found;
}

static void visit_multiple_settle(struct walk *walk, const struct js_node *node)
{
    enum { LONGEST = 20000 }; /* one may stand in the other */
    const struct js_node *executor = is_new_promise(node) ? argument(node, 0) : NULL;
    const struct js_function *f =
        executor && executor->kind == JS_FUNCTION ? executor->function : NULL;
    if (!f || !f->body || f->body->kind != JS_BLOCK || !f->params || !f->params->next ||
        f->params->kind != JS_NAME || f->params->next->kind != JS_NAME ||
        node->end - node->start > LONGEST)
        return;
    for (const struct js_node *s = f->body->a; s; s = s->next) {
        struct going_on going = {.resolve = f->params->variable,
                                 .reject = f->params->next->variable};
        const struct js_node *first = rejection_in(s, &going);
        const struct js_node *later = first && !throws_at_once(s) ? work_behind(s, &going) : NULL;
        if (!later)
            continue;
        struct finding *finding =
            report(walk->ruling, &rule_multiple_settle, walk->unit, later,
                   "where `" STR_FMT
                   "` has settled this promise the work is begun all the same, and this cannot "
                   "settle it any more",
                   STR_ARG(text_of(walk->unit, first)));
        if (only_waits(later, &going))
            grade(finding, SEVERITY_NOTE);
        repair(walk->ruling, finding, "return after the first call, or use else");
        fix_return(walk->ruling, finding, walk->unit, s, first);
        relate(walk->ruling, finding, walk->unit, first, "settled first here");
        relate(walk->ruling, finding, walk->unit, node, "the promise is made here");
        return;
    }
}

const struct rule rule_multiple_settle = {
    .info =
        {"multiple-settle", SEVERITY_WARNING,
         "a promise is resolved or rejected again on the same path",
         "Only the first call counts; what follows it still runs. Usually a return is missing "
         "after reject().",
         "function get(ok) {\n  return new Promise((resolve, reject) => {\n    if (!ok) reject(new "
         "Error('no'));\n    resolve(1);\n  });\n}\nmodule.exports = get;\n",
         "function get(ok) {\n  return new Promise((resolve, reject) => {\n    if (!ok) return "
         "reject(new Error('no'));\n    resolve(1);\n  });\n}\nmodule.exports = get;\n"},
    .judge = judge_multiple_settle,
    .visit = visit_multiple_settle,
    .story = {"10s", {"this call comes too late to settle it"}},
};
