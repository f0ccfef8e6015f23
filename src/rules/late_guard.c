/* A guard that is set only behind an await, for stale-await: `if (!connection) connection = await
 * open()` opens twice where two callers come before the first answer, and `if (busy) return; await
 * next(); busy = true` lets both in. What guards must be set in the turn of the event loop that
 * asks. */
#include "rules/shared_state.h"

/* The state that `test` asks for, where it comes out true while nothing is there: !x, x == null. */
static bool asks_for_missing(const struct walk *walk, const struct js_node *test,
                             struct shared *what)
{
    if (test->kind == JS_UNARY && test->op == JS_OP_NOT)
        return shared_of(walk->function, test->a, what);
    bool compares = test->kind == JS_BINARY && (test->op == JS_OP_EQUAL || test->op == JS_OP_SAME);
    bool is_nothing =
        compares && (test->b->kind == JS_NULL || (test->b->kind == JS_NAME && !test->b->variable &&
                                                  str_is(test->b->name->text, "undefined")));
    return is_nothing && shared_of(walk->function, test->a, what);
}

struct await_search {
    const struct js_node *found; /* the first in the function's own body */
    uint32_t from, to;
};

static void search_await(const struct js_node *node, void *context)
{
    struct await_search *self = context;
    if (self->found || node->kind == JS_FUNCTION || node->end <= self->from ||
        node->start >= self->to)
        return;
    js_children(node, search_await, context);
    if (node->kind == JS_AWAIT && node->start >= self->from && node->end <= self->to &&
        !self->found)
        self->found = node;
}

static const struct js_node *await_between(const struct js_node *around, uint32_t from, uint32_t to)
{
    struct await_search search = {.from = from, .to = to};
    search_await(around, &search);
    return search.found;
}

/* The assignment to `what` that is a statement of the list, or the last of a block in it. */
static const struct js_node *assignment_in(const struct walk *walk, const struct js_node *list,
                                           const struct shared *what)
{
    for (const struct js_node *s = list; s; s = s->next) {
        const struct js_node *node = s->kind == JS_EXPRESSION_STATEMENT ? s->a : NULL;
        struct shared written;
        if (node && node->kind == JS_ASSIGN && written_shared(walk->function, node, &written) &&
            same_shared(&written, what))
            return node;
        if (s->kind == JS_RETURN || s->kind == JS_THROW)
            return NULL;
    }
    return NULL;
}

/* Starting it twice is seen from outside: a second connection, a second process. */
static bool has_visible_effect(const struct js_node *await)
{
    static const char *const words[] = {"connect", "open",  "launch",       "spawn", "fork",
                                        "listen",  "start", "createServer", "login", "mkdtemp"};
    const struct js_node *call = await->a->kind == JS_CALL ? await->a : NULL;
    const struct js_node *callee = call && call->a->kind == JS_MEMBER ? call->a->b
                                   : call                             ? call->a
                                                                      : NULL;
    struct str name = !callee                     ? STR("")
                      : callee->kind == JS_NAME   ? callee->name->text
                      : callee->kind == JS_STRING ? callee->text->text
                                                  : STR("");
    return is_one_of(name, words, COUNT_OF(words));
}

static void judge_lazy(struct walk *walk, const struct js_node *node)
{
    struct shared what;
    if (node->kind != JS_IF || node->c || !node->b || !asks_for_missing(walk, node->a, &what))
        return;
    const struct js_node *list = node->b->kind == JS_BLOCK ? node->b->a : node->b;
    const struct js_node *write = assignment_in(walk, list, &what);
    if (!write || write->op != JS_OP_ASSIGN || write->b->kind != JS_AWAIT ||
        await_between(node->b, node->b->start, write->start) || !stale_may_compete(walk, &what))
        return;
    struct str name = text_of(walk->unit, write->a);
    struct finding *finding =
        report(walk->ruling, &rule_stale_await, walk->unit, write,
               "`" STR_FMT "` is still missing while this is awaited: another call of " STR_FMT
               " begins it a second time",
               STR_ARG(name), STR_ARG(name_of_function(walk->ruling, walk->function)));
    grade(finding, has_visible_effect(write->b) ? SEVERITY_WARNING : SEVERITY_NOTE);
    repair(walk->ruling, finding, "keep the promise itself in `" STR_FMT "`, and await it",
           STR_ARG(name));
    relate(walk->ruling, finding, walk->unit, node->a, "asked here, before the await");
    relate(walk->ruling, finding, walk->unit, write->b, "here other code runs");
}

/* if (busy) return; ... await ...; busy = true; ... busy = false; A field of an instance is a note
 * unless the program is seen to start the method twice: most have one owner, who awaits. */
static void judge_late_flag(struct walk *walk, const struct js_node *list)
{
    for (const struct js_node *s = list; s; s = s->next) {
        struct shared what;
        if (s->kind != JS_IF || s->c || !s->b || !leaves_function(s->b) ||
            !shared_of(walk->function, s->a, &what))
            continue;
        const struct js_node *set = assignment_in(walk, s->next, &what);
        if (!set || set->b->kind != JS_TRUE)
            continue;
        const struct js_node *await = NULL;
        for (const struct js_node *each = s->next; each && each->start < set->start && !await;
             each = each->next)
            await = await_between(each, each->start, set->start);
        if (!await || !stale_may_compete(walk, &what))
            continue;
        struct str name = text_of(walk->unit, s->a);
        struct finding *finding =
            report(walk->ruling, &rule_stale_await, walk->unit, set,
                   "`" STR_FMT "` is set only after the await: another call of " STR_FMT
                   " has asked for it by then, and goes on too",
                   STR_ARG(name), STR_ARG(name_of_function(walk->ruling, walk->function)));
        if (!what.variable && !stale_is_started_twice(walk))
            grade(finding, SEVERITY_NOTE);
        repair(walk->ruling, finding, "set `" STR_FMT "` before the await", STR_ARG(name));
        relate(walk->ruling, finding, walk->unit, s->a, "asked here, before the await");
        relate(walk->ruling, finding, walk->unit, await, "here other code runs");
    }
}

static void visit(struct walk *walk, const struct js_node *node)
{
    judge_lazy(walk, node);
    if (node->kind == JS_BLOCK)
        judge_late_flag(walk, node->a);
}

void judge_late_guards(struct walk *walk)
{
    walk_function(walk, walk->function, visit);
}
