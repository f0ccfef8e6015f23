/* stale-await: inside one async function shared state is read into a local (or as the left side of
 * x += await ...), an await comes, and the state is written from that old value. Reported only
 * where another function of the same file writes the same state, or another call of this one that
 * may be under way at the same time: that writer is named. */
#include "check/rules/rules.h"

/* A variable of the module, a field of an object that is the module's, or a field of `this`. */
struct shared {
    const struct js_variable *variable;
    const struct js_name *field;
    const struct js_node *class_node;
};

struct taint {
    const struct js_variable *local;
    struct shared from;
    const struct js_node *read;
    bool is_derived; /* by a call, or a part of it */
    unsigned awaits; /* how many had happened when it was read */
};

struct state {
    struct walk *walk;
    unsigned awaits;
    const struct js_node *await;
    VEC(struct taint) taints;
    VEC(struct shared) checked; /* read again in a condition after the last await */
};

static const struct js_node *class_of(const struct js_function *function)
{
    for (; function; function = function->is_arrow ? function->parent : NULL)
        if (function->class_node)
            return function->class_node;
    return NULL;
}

static bool is_shared_variable(const struct js_variable *v)
{
    bool is_data = v && (v->by == JS_BY_LET || v->by == JS_BY_VAR);
    return is_data && !v->scope->function->parent && v->written_late;
}

/* const state = { count: 0 } */
static bool is_state_of_module(const struct js_node *name)
{
    const struct js_variable *v = name->kind == JS_NAME ? name->variable : NULL;
    if (!v || v->by > JS_BY_CONST || v->scope->function->parent)
        return false;
    const struct js_node *value = initial_value(name);
    return value && value->kind == JS_OBJECT;
}

static bool shared_of(const struct js_function *function, const struct js_node *node,
                      struct shared *out)
{
    *out = (struct shared){0};
    if (node->kind == JS_NAME && is_shared_variable(node->variable)) {
        out->variable = node->variable;
        return true;
    }
    if (node->kind == JS_MEMBER && is_state_of_module(node->a)) {
        out->variable = node->a->variable;
        out->field = node->b->text;
        return true;
    }
    if (node->kind == JS_MEMBER && node->a->kind == JS_THIS && class_of(function)) {
        out->field = node->b->text;
        out->class_node = class_of(function);
        return true;
    }
    return false;
}

static bool same_shared(const struct shared *a, const struct shared *b)
{
    return a->variable == b->variable && a->class_node == b->class_node &&
           js_same_name(a->field, b->field);
}

/* ---- who else writes it ---- */

struct writer_search {
    struct shared what;
    const struct js_function *writer;
    const struct js_node *node;
};

static const struct js_node *written_by(const struct js_node *node)
{
    return node->kind == JS_ASSIGN || node->kind == JS_UPDATE ? node->a : NULL;
}

static void search_writer(struct walk *walk, const struct js_node *node)
{
    struct writer_search *search = walk->data;
    const struct js_node *target = written_by(node);
    struct shared found;
    if (search->writer || !target || !shared_of(walk->function, target, &found) ||
        !same_shared(&found, &search->what))
        return;
    search->writer = walk->function;
    search->node = node;
}

static bool competes(const struct js_function *function, const struct js_function *except)
{
    if (function == except || !function->body || function->is_constructor || !function->parent)
        return false;
    for (const struct js_function *f = except; f; f = f->parent)
        if (f == function)
            return false;
    return true;
}

struct call_search {
    const struct js_name *name;
    bool found;
};

static void search_call(const struct js_node *node, void *context)
{
    struct call_search *search = context;
    if (node->kind == JS_CALL && node->a->kind == JS_MEMBER)
        search->found |= js_same_name(node->a->b->text, search->name);
    if (node->kind == JS_CALL && node->a->kind == JS_NAME)
        search->found |= js_same_name(node->a->name, search->name);
    if (!search->found && node->kind != JS_FUNCTION)
        js_children(node, search_call, context);
}

/* this.token = await this.renew(): what renew writes is what it returns. */
static bool is_called_for(const struct js_function *function, const struct js_node *write)
{
    struct call_search search = {.name = function->name};
    if (function->name)
        search_call(write, &search);
    return search.found;
}

static bool is_under_way(const struct promise *promise)
{
    return !promise->is_settled || promise->settled_context != promise->context;
}

/* Did one piece of code start it twice without waiting? */
static bool overlaps(const struct machine *m, const struct js_function *function)
{
    const struct promise *open = NULL;
    for (size_t i = 0; i < m->promises.len; i++) {
        const struct promise *p = m->promises.at[i];
        if (p->origin != ORIGIN_ASYNC || p->of_function != function || p->in_function == function)
            continue;
        if (open && open->context == p->context && is_under_way(open) &&
            !registrations_exclude(m, open->registration, p->registration, p->activation))
            return true;
        open = p;
    }
    return false;
}

/* Events that come once, or once a life. */
static bool comes_once(struct str event)
{
    static const char *const events[] = {"load",    "DOMContentLoaded", "ready",  "open",
                                         "end",     "finish",           "close",  "exit",
                                         "connect", "listening",        "unload", "beforeunload",
                                         "loadend", "beforeExit",       "error"};
    return is_one_of(event, events, COUNT_OF(events));
}

struct given_search {
    const struct js_function *function;
    bool is_given, is_repeated; /* to some call; to one that calls it again and again */
};

static bool calls_again(const struct js_node *call)
{
    static const char *const listening[] = {"on", "addListener", "addEventListener"};
    const struct js_node *event = argument(call, 0);
    if (call->a->kind == JS_NAME)
        return !call->a->variable && str_is(call->a->name->text, "setInterval");
    return call->a->kind == JS_MEMBER &&
           is_one_of(call->a->b->text->text, listening, COUNT_OF(listening)) &&
           event->kind == JS_STRING && !comes_once(event->text->text);
}

/* Looked up by name first: most names are no functions. */
static bool is_function(const struct js_node *node, const struct js_function *function)
{
    if (node->kind == JS_FUNCTION)
        return node->function == function;
    return node->kind == JS_NAME && js_same_name(node->name, function->name) &&
           function_of_argument(node) == function;
}

static void search_given(struct walk *walk, const struct js_node *node)
{
    struct given_search *search = walk->data;
    for (const struct js_node *arg = node->kind == JS_CALL ? node->b : NULL; arg; arg = arg->next)
        if (is_function(arg, search->function)) {
            search->is_given = true;
            search->is_repeated |= calls_again(node);
        }
}

/* To whom the file gives it as a callback. */
static struct given_search given_to(const struct walk *walk, const struct js_function *function)
{
    struct given_search search = {.function = function};
    struct walk inner = {.ruling = walk->ruling, .unit = walk->unit, .data = &search};
    vec_each (giver, &walk->unit->file->functions)
        if ((*giver)->body)
            walk_function(&inner, *giver, search_given);
    return search;
}

struct caller_search {
    const struct js_function *callee;
    bool found;
};

static void search_caller(struct walk *walk, const struct js_node *node)
{
    struct caller_search *search = walk->data;
    search->found |= node->kind == JS_CALL && is_function(node->a, search->callee);
}

/* Can it be called again while a call of it waits? Exported, listening, started twice, or called by
 * a function of which that is true. */
static bool may_overlap(struct walk *walk, const struct js_function *function, unsigned depth)
{
    enum { DEEPEST = 2 };
    const struct machine *m = walk->ruling->m;
    if ((!depth && function->entered) || overlaps(m, function))
        return true;
    struct given_search given = given_to(walk, function);
    if (given.is_repeated || (function->entered && !given.is_given))
        return true;
    vec_each (caller, &walk->unit->file->functions) {
        struct caller_search search = {.callee = function};
        struct walk inner = {.ruling = walk->ruling, .unit = walk->unit, .data = &search};
        if (depth == DEEPEST || !(*caller)->body || !(*caller)->parent || *caller == function)
            continue;
        walk_function(&inner, *caller, search_caller);
        if (search.found && may_overlap(walk, *caller, depth + 1))
            return true;
    }
    return false;
}

static const struct js_function *find_writer(struct walk *walk, const struct shared *what,
                                             const struct js_node *write,
                                             const struct js_node **node)
{
    struct writer_search search = {.what = *what};
    vec_each (function, &walk->unit->file->functions) {
        struct walk inner = {.ruling = walk->ruling, .unit = walk->unit, .data = &search};
        if (!search.writer && competes(*function, walk->function) &&
            !is_called_for(*function, write))
            walk_function(&inner, *function, search_writer);
    }
    *node = search.node;
    if (!search.writer && may_overlap(walk, walk->function, 0))
        return walk->function;
    return search.writer;
}

/* ---- through the function, in order of evaluation ---- */

static void step(struct state *state, const struct js_node *node);

static void step_child(const struct js_node *child, void *context)
{
    step(context, child);
}

static struct taint *taint_of(struct state *state, const struct js_variable *local)
{
    vec_each (taint, &state->taints)
        if (taint->local == local)
            return taint;
    return NULL;
}

struct source_search {
    struct state *state;
    struct shared what;
    const struct js_node *found; /* the old read */
    bool is_derived;
};

/* Does the value come from a read of `what` that an await lies behind? */
static void search_source(const struct js_node *node, void *context)
{
    struct source_search *search = context;
    if (search->found || node->kind == JS_FUNCTION)
        return;
    if (node->kind == JS_NAME && node->variable) {
        struct taint *taint = taint_of(search->state, node->variable);
        if (taint && taint->awaits < search->state->awaits &&
            same_shared(&taint->from, &search->what)) {
            search->found = taint->read;
            search->is_derived = taint->is_derived;
        }
        return;
    }
    js_children(node, search_source, context);
}

/* In a file that locks, the caller may hold the lock. */
static bool file_locks(const struct unit *unit)
{
    static const char *const words[] = {".lock(", "Lock(", "utex(", ".acquire(", "emaphore("};
    return file_has_any(unit, FILE_LOCKS, words, COUNT_OF(words));
}

static bool holds_lock(const struct walk *walk, const struct js_function *function)
{
    static const char *const words[] = {"lock",      "Lock",        "mutex",
                                        "Mutex",     "acquire",     "semaphore",
                                        "Semaphore", "transaction", "queue.add"};
    struct str text = {walk->unit->source->text.at + function->node->start,
                       function->node->end - function->node->start};
    return has_any(text, words, COUNT_OF(words));
}

static bool is_locked(const struct walk *walk)
{
    return file_locks(walk->unit) || holds_lock(walk, walk->function);
}

/* `by_others`: another call of the same function is no competitor, since what is written need not
 * depend on what was read, or is the very same. */
static void tell(struct state *state, const struct js_node *write, const struct shared *what,
                 const struct js_node *read, bool by_others)
{
    struct walk *walk = state->walk;
    const struct js_node *other;
    const struct js_function *writer = find_writer(walk, what, write, &other);
    if (!writer || (by_others && writer == walk->function) || is_locked(walk))
        return;
    struct str owner = what->variable ? what->variable->name->text : STR("this");
    struct str name = what->field ? arena_printf(walk->ruling->arena, STR_FMT "." STR_FMT,
                                                 STR_ARG(owner), STR_ARG(what->field->text))
                                  : owner;
    bool itself = writer == walk->function;
    struct finding *finding =
        report(walk->ruling, RULE_STALE_AWAIT, walk->unit, write,
               "`" STR_FMT "` is written from a value read before the await; %s" STR_FMT
               " may have written it in between, and that is lost",
               STR_ARG(name), itself ? "another call of " : "",
               STR_ARG(name_of_function(walk->ruling, writer)));
    repair(walk->ruling, finding,
           "read `" STR_FMT "` again after the await, or make read and write one step",
           STR_ARG(name));
    relate(walk->ruling, finding, walk->unit, read, "read here, before the await");
    relate(walk->ruling, finding, walk->unit, state->await, "here other code runs");
    if (!itself)
        relate(walk->ruling, finding, walk->unit, other, STR_FMT " writes it here",
               STR_ARG(name_of_function(walk->ruling, writer)));
}

static bool was_checked(struct state *state, const struct shared *what)
{
    vec_each (checked, &state->checked)
        if (same_shared(checked, what))
            return true;
    return false;
}

struct read_search {
    struct state *state;
    struct shared what;
    const struct js_node *read;
    bool is_derived;
};

static void search_read(const struct js_node *node, void *context)
{
    struct read_search *search = context;
    struct shared shared;
    if (node->kind == JS_FUNCTION || node->kind == JS_AWAIT || search->read)
        return;
    if (shared_of(search->state->walk->function, node, &shared)) {
        search->what = shared;
        search->read = node;
        return;
    }
    js_children(node, search_read, context);
    search->is_derived |= search->read && (node->kind == JS_CALL || node->kind == JS_NEW ||
                                           node->kind == JS_MEMBER || node->kind == JS_INDEX);
}

static void forget_taint(struct state *state, const struct js_variable *local)
{
    for (size_t i = state->taints.len; i-- > 0;)
        if (state->taints.at[i].local == local)
            vec_remove(&state->taints, i);
}

/* const { count } = state */
static void note_parts(struct state *state, const struct js_node *pattern,
                       const struct js_node *value)
{
    const struct js_node *class_node =
        value->kind == JS_THIS ? class_of(state->walk->function) : NULL;
    if (!class_node && !is_state_of_module(value))
        return;
    for (const struct js_node *part = pattern->a; part; part = part->next) {
        const struct js_node *target = part->kind == JS_PROPERTY ? part->b : NULL;
        if (target && target->kind == JS_DEFAULT)
            target = target->a;
        if (!target || target->kind != JS_NAME || !target->variable || part->a->kind != JS_STRING)
            continue;
        struct shared from = {class_node ? NULL : value->variable, part->a->text, class_node};
        *vec_push(&state->taints) =
            (struct taint){target->variable, from, part, false, state->awaits};
    }
}

/* const old = state; const next = state + 1; later perhaps old = state, again */
static void note_taint(struct state *state, const struct js_node *target,
                       const struct js_node *value)
{
    if (target->kind == JS_OBJECT_PATTERN && value)
        note_parts(state, target, value);
    if (target->kind != JS_NAME || !target->variable || !value ||
        target->variable->scope->function == NULL || !target->variable->scope->function->parent)
        return;
    struct read_search search = {.state = state};
    search_read(value, &search);
    forget_taint(state, target->variable);
    if (search.read)
        *vec_push(&state->taints) = (struct taint){target->variable, search.what, search.read,
                                                   search.is_derived, state->awaits};
}

static bool is_comparison(const struct js_node *node)
{
    static const enum js_op comparing[] = {
        JS_OP_EQUAL,      JS_OP_NOT_EQUAL, JS_OP_SAME,          JS_OP_NOT_SAME, JS_OP_LESS,
        JS_OP_LESS_EQUAL, JS_OP_GREATER,   JS_OP_GREATER_EQUAL, JS_OP_IN,       JS_OP_INSTANCEOF};
    for (size_t i = 0; node->kind == JS_BINARY && i < COUNT_OF(comparing); i++)
        if (node->op == comparing[i])
            return true;
    return false;
}

/* In [...state, await f()] the state is read first and written last. Only where the new value holds
 * the old one: x = x || await f() is a question, not a copy. */
static void search_early_read(const struct js_node *node, void *context)
{
    struct source_search *search = context;
    struct shared shared;
    bool is_early = node->end <= search->state->await->start;
    if (is_early && shared_of(search->state->walk->function, node, &shared) &&
        same_shared(&shared, &search->what))
        search->found = node;
    search->is_derived |= node->kind == JS_ARRAY || node->kind == JS_OBJECT || is_comparison(node);
    if (node->kind == JS_ARRAY || node->kind == JS_OBJECT || node->kind == JS_PROPERTY ||
        node->kind == JS_SPREAD || node->kind == JS_BINARY || node->kind == JS_TEMPLATE)
        js_children(node, search_early_read, context);
}

struct current_search {
    struct state *state;
    struct shared what;
    bool found;
};

static void search_current(const struct js_node *node, void *context)
{
    struct current_search *search = context;
    struct shared shared;
    search->found |= shared_of(search->state->walk->function, node, &shared) &&
                     same_shared(&shared, &search->what);
    if (!search->found && node->kind != JS_FUNCTION)
        js_children(node, search_current, context);
}

/* state = old.concat(state): what others wrote meanwhile is in it. */
static bool holds_current(struct state *state, const struct js_node *value,
                          const struct shared *what)
{
    struct current_search search = {.state = state, .what = *what};
    search_current(value, &search);
    return search.found;
}

/* const old = state; ...; state = old: another call that does the same changes nothing. */
static bool writes_back(const struct state *state, const struct js_node *value)
{
    struct shared shared;
    const struct js_node *old = initial_value(value);
    return old && shared_of(state->walk->function, old, &shared);
}

static void step_assignment(struct state *state, const struct js_node *node)
{
    struct shared what;
    bool is_shared = shared_of(state->walk->function, node->a, &what);
    unsigned before = state->awaits;
    if (node->a->kind != JS_NAME)
        step(state, node->a);
    step(state, node->b);
    if (!is_shared) {
        note_taint(state, node->a, node->b);
        return;
    }
    bool compound = node->op != JS_OP_ASSIGN && node->op < JS_OP_LOGICAL_AND_ASSIGN;
    if (compound && state->awaits > before) {
        tell(state, node, &what, node->a, false);
        return;
    }
    struct source_search search = {.state = state, .what = what};
    if (!compound && (state->awaits > before || !holds_current(state, node->b, &what)))
        search_source(node->b, &search);
    if (!compound && state->awaits > before && !search.found)
        search_early_read(node->b, &search);
    if (search.found && !was_checked(state, &what))
        tell(state, node, &what, search.found, search.is_derived || writes_back(state, node->b));
}

static void note_checked(struct state *state, const struct js_node *test)
{
    struct read_search search = {.state = state};
    search_read(test, &search);
    if (search.read)
        *vec_push(&state->checked) = search.what;
}

static void step(struct state *state, const struct js_node *node)
{
    switch ((enum js_kind)node->kind) {
    case JS_FUNCTION:
    case JS_CLASS:
        return;
    case JS_AWAIT:
        step(state, node->a);
        state->awaits++;
        state->await = node;
        state->checked.len = 0;
        return;
    case JS_ASSIGN:
        step_assignment(state, node);
        return;
    case JS_DECLARATOR: {
        unsigned before = state->awaits;
        if (node->b)
            step(state, node->b);
        if (state->awaits == before)
            note_taint(state, node->a, node->b);
        return;
    }
    case JS_IF:
        note_checked(state, node->a);
        break;
    default:
        break;
    }
    js_children(node, step_child, state);
}

void rule_stale_await(struct ruling *ruling)
{
    vec_each (unit, &ruling->m->units) {
        vec_each (function, &(*unit)->file->functions) {
            struct js_function *f = *function;
            struct walk walk = {.ruling = ruling, .unit = *unit, .function = f};
            if (!f->is_async || !f->has_await || !f->body || !f->parent)
                continue;
            struct state state = {.walk = &walk};
            step(&state, f->body);
            vec_free(&state.taints);
            vec_free(&state.checked);
        }
    }
}
