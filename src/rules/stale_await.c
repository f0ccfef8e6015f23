/* stale-await: inside one async function shared state is read into a local (or as the left side of
 * x += await ...), an await comes, and the state is written from that old value. Reported only
 * where another function of the same file writes the same state, or another call of this one that
 * may be under way at the same time: that writer is named. */
#include "rules/shared_state.h"

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

/* ---- who else writes it ---- */

/* Who writes what, and who calls whom: of the files that were asked about, each walked once. */
struct stale_index {
    struct map units;   /* that were walked */
    struct map writes;  /* variable or class, and field → struct writes */
    struct map uses;    /* function → struct function_uses */
    struct map open;    /* function → its last promise */
    struct map overlap; /* functions that were started twice; function and depth → may_overlap() */
};

struct writes {
    VEC(struct write {
        const struct js_function *writer;
        const struct js_node *node;
        const struct js_node *key;
        const struct js_node *inside;
    })
    list;
};

struct function_uses {
    bool is_given, is_repeated; /* to some call; to one that calls it again and again */
    VEC(const struct js_function *) callers;
};

static struct map_entry *entry_of_shared(struct ruling *ruling, const struct shared *what)
{
    const void *owner = what->variable ? (const void *)what->variable : what->class_node;
    return entry_for(ruling, &ruling->stale->writes, owner, what->field);
}

static void note_write(struct walk *walk, const struct js_node *node)
{
    struct shared found;
    if (!walk->function->parent || !written_shared(walk->function, node, &found))
        return;
    struct map_entry *entry = entry_of_shared(walk->ruling, &found);
    if (!entry->pointer)
        entry->pointer = arena_new(walk->ruling->arena, struct writes);
    struct writes *writes = entry->pointer;
    const struct write *last = writes->list.len ? vec_last(&writes->list) : NULL;
    if (!last || last->writer != walk->function || !same_key(last->key, found.key) ||
        !same_key(last->inside, found.inside))
        *vec_push(&writes->list) = (struct write){walk->function, node, found.key, found.inside};
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

/* Did one piece of code start a function twice without waiting? */
static void note_overlaps(struct ruling *ruling)
{
    const struct machine *m = ruling->m;
    for (size_t i = 0; i < m->promises.len; i++) {
        struct promise *p = m->promises.at[i];
        if (p->origin != ORIGIN_ASYNC || p->in_function == p->of_function)
            continue;
        struct map_entry *last = entry_for(ruling, &ruling->stale->open, p->of_function, NULL);
        const struct promise *open = last->pointer;
        if (open && open->context == p->context && is_under_way(open) &&
            !registrations_exclude(m, open->registration, p->registration, p->activation))
            entry_for(ruling, &ruling->stale->overlap, p->of_function, NULL)->number = 1;
        last->pointer = p;
    }
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

/* The function that an expression is, or names as it names itself. */
static const struct js_function *function_named(const struct js_node *node)
{
    if (node->kind == JS_FUNCTION)
        return node->function;
    const struct js_function *function = node->kind == JS_NAME ? function_of_argument(node) : NULL;
    return function && js_same_name(node->name, function->name) ? function : NULL;
}

static struct function_uses *uses_of(struct ruling *ruling, const struct js_function *function)
{
    struct map_entry *entry = entry_for(ruling, &ruling->stale->uses, function, NULL);
    if (!entry->pointer)
        entry->pointer = arena_new(ruling->arena, struct function_uses);
    return entry->pointer;
}

static void note_called(struct walk *walk, const struct js_function *callee)
{
    struct function_uses *uses = uses_of(walk->ruling, callee);
    bool is_noted = uses->callers.len && *vec_last(&uses->callers) == walk->function;
    if (!is_noted && walk->function->parent && walk->function != callee)
        *vec_push(&uses->callers) = walk->function;
}

static void note_node(struct walk *walk, const struct js_node *node)
{
    note_write(walk, node);
    if (node->kind != JS_CALL)
        return;
    if (function_named(node->a))
        note_called(walk, function_named(node->a));
    for (const struct js_node *arg = node->b; arg; arg = arg->next) {
        const struct js_function *given = function_named(arg);
        if (!given)
            continue;
        struct function_uses *uses = uses_of(walk->ruling, given);
        uses->is_given = true;
        uses->is_repeated |= calls_again(node);
    }
}

static void note_unit(const struct walk *walk)
{
    struct ruling *ruling = walk->ruling;
    if (!ruling->stale) {
        ruling->stale = arena_new(ruling->arena, struct stale_index);
        note_overlaps(ruling);
    }
    struct walk inner = {.ruling = ruling, .unit = walk->unit};
    if (entry_for(ruling, &ruling->stale->units, walk->unit, NULL)->number++)
        return;
    vec_each (function, &walk->unit->file->functions)
        if ((*function)->body)
            walk_function(&inner, *function, note_node);
}

void stale_index_free(struct stale_index *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->writes.len; i++)
        if (self->writes.at[i].pointer)
            vec_free(&((struct writes *)self->writes.at[i].pointer)->list);
    for (size_t i = 0; i < self->uses.len; i++)
        vec_free(&((struct function_uses *)self->uses.at[i].pointer)->callers);
    map_free(&self->units);
    map_free(&self->writes);
    map_free(&self->uses);
    map_free(&self->open);
    map_free(&self->overlap);
}

static bool may_overlap(struct ruling *ruling, const struct js_function *function, uintptr_t depth);

/* Is something seen to start it while a call of it waits: the program itself, an interval, a
 * listener of what comes more than once? That others may call it is not enough. */
static bool is_seen_to_overlap(struct ruling *ruling, const struct js_function *function,
                               unsigned depth)
{
    enum { DEEPEST = 2 };
    const struct function_uses *uses = uses_of(ruling, function);
    bool is_seen =
        uses->is_repeated || entry_for(ruling, &ruling->stale->overlap, function, NULL)->number;
    for (size_t i = 0; !is_seen && depth < DEEPEST && i < uses->callers.len; i++)
        is_seen = is_seen_to_overlap(ruling, uses->callers.at[i], depth + 1);
    return is_seen;
}

static bool is_called_in_overlap(struct ruling *ruling, const struct js_function *function,
                                 uintptr_t depth)
{
    enum { DEEPEST = 2 };
    if ((!depth && function_notes(function)->entered) ||
        entry_for(ruling, &ruling->stale->overlap, function, NULL)->number)
        return true;
    const struct function_uses *uses = uses_of(ruling, function);
    if (uses->is_repeated || (function_notes(function)->entered && !uses->is_given))
        return true;
    for (size_t i = 0; depth < DEEPEST && i < uses->callers.len; i++)
        if (may_overlap(ruling, uses->callers.at[i], depth + 1))
            return true;
    return false;
}

/* Can it be called again while a call of it waits? Exported, listening, started twice, or called by
 * a function of which that is true. */
static bool may_overlap(struct ruling *ruling, const struct js_function *function, uintptr_t depth)
{
    enum { NOT_ASKED, NO, YES };
    struct map *known = &ruling->stale->overlap;
    const void *key = (const void *)(depth + 1); /* NULL: started twice */
    uint64_t answer = entry_for(ruling, known, function, key)->number;
    if (answer == NOT_ASKED) {
        answer = is_called_in_overlap(ruling, function, depth) ? YES : NO;
        entry_for(ruling, known, function, key)->number = answer;
    }
    return answer == YES;
}

/* ---- a flag that lets one call in at a time ---- */

static bool obeys(struct ruling *ruling, const struct js_function *function,
                  const struct js_node *node, const struct flag *flag)
{
    struct flag known[MOST_FLAGS];
    if (!may_walk(ruling, function))
        return true;
    for (unsigned i = flags_at(function, NULL, node, known); i-- > 0;)
        if (same_shared(&known[i].what, &flag->what) && known[i].held == flag->held)
            return true;
    return false;
}

/* Does nobody else give the flag back: only code behind the write, and other calls that had found
 * it free? */
static bool is_kept(struct walk *walk, const struct flag *flag, const struct js_node *write)
{
    const struct writes *writes = entry_of_shared(walk->ruling, &flag->what)->pointer;
    for (size_t i = 0; writes && i < writes->list.len; i++) {
        const struct write *other = &writes->list.at[i];
        bool is_inside = contains(walk->function->node, other->node);
        if (other->writer == walk->function || other->writer->is_constructor)
            continue;
        if (is_inside ? other->node->start < write->end
                      : !obeys(walk->ruling, other->writer, other->node, flag))
            return false;
    }
    return true;
}

/* The flag that this call holds from before the read until after the write; false: none. A field of
 * `this` keeps nobody away from what all instances share. */
static bool find_flag(struct walk *walk, const struct shared *what, const struct js_node *read,
                      const struct js_node *write, struct flag *flag)
{
    struct flag known[MOST_FLAGS];
    for (unsigned i = flags_at(walk->function, read, write, known); i-- > 0;)
        if (known[i].is_set && !(known[i].what.class_node && what->variable) &&
            is_kept(walk, &known[i], write)) {
            *flag = known[i];
            return true;
        }
    return false;
}

static const struct js_function *find_writer(struct walk *walk, const struct shared *what,
                                             const struct js_node *read,
                                             const struct js_node *write,
                                             const struct js_node **node)
{
    struct flag flag = {0};
    *node = NULL;
    note_unit(walk);
    if (!may_walk(walk->ruling, walk->function))
        return NULL;
    bool has_flag = find_flag(walk, what, read, write, &flag);
    const struct writes *writes = entry_of_shared(walk->ruling, what)->pointer;
    for (size_t i = 0; writes && i < writes->list.len; i++) {
        const struct write *other = &writes->list.at[i];
        *node = other->node;
        if (keys_may_meet(other->key, what->key) && same_key(other->inside, what->inside) &&
            competes(other->writer, walk->function) && !is_called_for(other->writer, write) &&
            !(has_flag && obeys(walk->ruling, other->writer, other->node, &flag)))
            return other->writer;
    }
    return !has_flag && may_overlap(walk->ruling, walk->function, 0) ? walk->function : NULL;
}

/* ---- through the function, in order of evaluation ---- */

static void step(struct state *state, const struct js_node *node);

static void step_child(const struct js_node *child, void *context)
{
    step(context, child);
}

static struct taint *old_taint(struct state *state, const struct js_variable *local,
                               const struct shared *what)
{
    vec_each (taint, &state->taints)
        if (taint->local == local && taint->awaits < state->awaits &&
            same_shared(&taint->from, what))
            return taint;
    return NULL;
}

struct source_search {
    struct state *state;
    struct shared what;
    const struct js_node *found; /* the old read */
    bool is_derived;
    bool in_answer; /* in what is awaited for the value */
};

/* Does the value come from a read of `what` that an await lies behind? */
static void search_source(const struct js_node *node, void *context)
{
    struct source_search *search = context;
    if (search->found || node->kind == JS_FUNCTION)
        return;
    if (node->kind == JS_NAME && node->variable) {
        struct taint *taint = old_taint(search->state, node->variable, &search->what);
        /* params = { id: this.session.id }; this.session = await ask(params): the answer is new */
        bool is_question = taint && taint->is_derived && search->in_answer;
        if (taint && !is_question) {
            search->found = taint->read;
            search->is_derived = taint->is_derived;
        }
        return;
    }
    bool was_in_answer = search->in_answer;
    search->in_answer |= node->kind == JS_AWAIT;
    js_children(node, search_source, context);
    search->in_answer = was_in_answer;
}

/* In a file that locks, the caller may hold the lock. */
static bool file_locks(const struct unit *unit)
{
    static const char *const words[] = {".lock(", "Lock(", "utex(", ".acquire(", "emaphore("};
    return file_has_any(unit, FILE_LOCKS, words, COUNT_OF(words));
}

static struct str body_text(const struct walk *walk, const struct js_function *function)
{
    return (struct str){walk->unit->source->text.at + function->node->start,
                        function->node->end - function->node->start};
}

static bool holds_lock(const struct walk *walk, const struct js_function *function)
{
    static const char *const words[] = {"lock",      "Lock",        "mutex",
                                        "Mutex",     "acquire",     "semaphore",
                                        "Semaphore", "transaction", "queue.add"};
    return has_any(body_text(walk, function), words, COUNT_OF(words));
}

/* if (busy.has(key)) return; busy.add(key): one call a key. */
static bool holds_key(const struct walk *walk)
{
    static const char *const asking[] = {".has("}, *const taking[] = {".add("};
    struct str text = body_text(walk, walk->function);
    return has_any(text, asking, 1) && has_any(text, taking, 1);
}

static bool is_locked(const struct walk *walk, const struct shared *what)
{
    return file_locks(walk->unit) || holds_lock(walk, walk->function) ||
           (what->key && holds_key(walk));
}

bool stale_may_compete(const struct walk *walk, const struct shared *what)
{
    note_unit(walk);
    return may_overlap(walk->ruling, walk->function, 0) && !is_locked(walk, what);
}

bool stale_is_started_twice(const struct walk *walk)
{
    note_unit(walk);
    return entry_for(walk->ruling, &walk->ruling->stale->overlap, walk->function, NULL)->number;
}

static struct str name_of_shared(const struct walk *walk, const struct shared *what,
                                 const struct js_node *read)
{
    struct str owner = what->inside     ? text_of(walk->unit, what->inside)
                       : what->variable ? what->variable->name->text
                                        : STR("this");
    if (what->key)
        return text_of(walk->unit, read);
    return what->field ? arena_printf(walk->ruling->arena, STR_FMT "." STR_FMT, STR_ARG(owner),
                                      STR_ARG(what->field->text))
                       : owner;
}

/* `by_others`: another call of the same function is no competitor, since what is written need not
 * depend on what was read, or is the very same. */
static void tell(struct state *state, const struct js_node *write, const struct shared *what,
                 const struct js_node *read, bool by_others)
{
    struct walk *walk = state->walk;
    const struct js_node *other;
    const struct js_function *writer = find_writer(walk, what, read, write, &other);
    if (!writer || (by_others && writer == walk->function) || is_locked(walk, what))
        return;
    struct str name = name_of_shared(walk, what, read);
    bool itself = writer == walk->function;
    struct finding *finding =
        report(walk->ruling, &rule_stale_await, walk->unit, write,
               "`" STR_FMT "` is written from a value read before the await; %s" STR_FMT
               " may have written it in between, and that is lost",
               STR_ARG(name), itself ? "another call of " : "",
               STR_ARG(name_of_function(walk->ruling, writer)));
    if (!what->variable && !is_seen_to_overlap(walk->ruling, walk->function, 0) &&
        !is_seen_to_overlap(walk->ruling, writer, 0))
        grade(finding, SEVERITY_NOTE); /* most instances have one owner, who awaits */
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
    for (const struct js_node *part = pattern->a; part; part = part->next) {
        const struct js_node *target = part->kind == JS_PROPERTY ? part->b : NULL;
        struct shared from;
        if (target && target->kind == JS_DEFAULT)
            target = target->a;
        if (!target || target->kind != JS_NAME || !target->variable || part->a->kind != JS_STRING ||
            !shared_part(state->walk->function, value, part->a->text, &from))
            continue;
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
    /* const n = state.a.n was read from state.a as well */
    const struct js_node *whole = search.read && search.what.inside ? search.read->a : NULL;
    for (; whole && shared_of(state->walk->function, whole, &search.what); whole = whole->a)
        *vec_push(&state->taints) =
            (struct taint){target->variable, search.what, whole, true, state->awaits};
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

/* state.concat(await f()), Math.max(state, await f()): the answer is made of the old value. */
static bool is_made_of_arguments(const struct js_node *call)
{
    const struct js_node *callee = call->kind == JS_CALL ? call->a : NULL;
    if (!callee || callee->kind != JS_MEMBER)
        return false;
    bool is_math =
        callee->a->kind == JS_NAME && !callee->a->variable && str_is(callee->a->name->text, "Math");
    return is_math || str_is(callee->b->text->text, "concat");
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
    search->is_derived |= node->kind == JS_OBJECT || is_comparison(node);
    if (is_made_of_arguments(node)) {
        search_early_read(node->a->a, context);
        for (const struct js_node *arg = node->b; arg; arg = arg->next)
            search_early_read(arg, context);
    } else if (node->kind == JS_ARRAY || node->kind == JS_OBJECT || node->kind == JS_PROPERTY ||
               node->kind == JS_SPREAD || node->kind == JS_BINARY || node->kind == JS_TEMPLATE) {
        js_children(node, search_early_read, context);
    }
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

/* const old = state; ...; state = old: another call that does the same changes nothing. (Nor does
 * const { part } = state; ...; state.part = part.) */
static bool writes_back(const struct state *state, const struct js_node *value)
{
    struct shared shared;
    const struct js_node *old = initial_value(value);
    if (old && old->kind == JS_LOGICAL) /* const old = state || {}; */
        old = old->a;
    return old && shared_of(state->walk->function, old, &shared);
}

/* `before`: how many awaits had happened when the evaluation of the value began. */
static void step_write(struct state *state, const struct js_node *node, const struct shared *what,
                       const struct js_node *value, unsigned before)
{
    struct source_search search = {.state = state, .what = *what};
    if (state->awaits > before || !holds_current(state, value, what))
        search_source(value, &search);
    if (state->awaits > before && !search.found)
        search_early_read(value, &search);
    bool is_same_entry = what->key && writes_back(state, value); /* changed in its place */
    if (search.found && !is_same_entry && !was_checked(state, what))
        tell(state, node, what, search.found,
             search.is_derived || writes_back(state, value) ||
                 (value->kind == JS_NAME && search.found->kind == JS_PROPERTY));
}

static void step_assignment(struct state *state, const struct js_node *node)
{
    struct shared what;
    bool is_shared = shared_of(state->walk->function, node->a, &what);
    unsigned before = state->awaits;
    if (node->a->kind != JS_NAME)
        step(state, node->a);
    step(state, node->b);
    bool compound = node->op != JS_OP_ASSIGN && node->op < JS_OP_LOGICAL_AND_ASSIGN;
    if (!is_shared)
        note_taint(state, node->a, node->b);
    else if (!compound)
        step_write(state, node, &what, node->b, before);
    else if (state->awaits > before)
        tell(state, node, &what, node->a, false);
}

/* map.set(key, value) */
static void step_call(struct state *state, const struct js_node *node)
{
    struct shared what;
    unsigned before = state->awaits;
    js_children(node, step_child, state);
    if (written_shared(state->walk->function, node, &what))
        step_write(state, node, &what, argument(node, 1), before);
}

static void note_checked(struct state *state, const struct js_node *test)
{
    struct read_search search = {.state = state};
    search_read(test, &search);
    if (search.read)
        *vec_push(&state->checked) = search.what;
}

/* if (!known) { await ...; return; }: what stands behind did not wait. */
static void step_branch(struct state *state, const struct js_node *branch)
{
    unsigned awaits = state->awaits;
    const struct js_node *await = state->await;
    if (branch)
        step(state, branch);
    if (branch && leaves_function(branch)) {
        state->awaits = awaits;
        state->await = await;
    }
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
    case JS_CALL:
        step_call(state, node);
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
        step(state, node->a);
        step_branch(state, node->b);
        step_branch(state, node->c);
        return;
    default:
        break;
    }
    js_children(node, step_child, state);
}

static void judge_stale_await(struct ruling *ruling)
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
            judge_late_guards(&walk);
        }
    }
}

const struct rule rule_stale_await = {
    .info =
        {"stale-await", SEVERITY_WARNING,
         "shared state is read, awaited over, and written from the old value",
         "While the function waits, another call may write the same state; the later write then "
         "overwrites it with a value computed from "
         "what was read before.",
         "let balance = 0;\nexports.deposit = async (amount, audit) => {\n  const before = "
         "balance;\n  await audit(amount);\n  balance = before + amount;\n};\n",
         "let balance = 0;\nexports.deposit = async (amount, audit) => {\n  await audit(amount);\n "
         " balance = balance + amount;\n};\n"},
    .judge = judge_stale_await,
    .story = {"012s", {"written here from the value read before"}},
};
