/* Order between contexts: unexpected-order, mixed-scheduling, timeout-order. */
#include "rules/rules.h"

/* ---- unexpected-order (thesis, sections 2.2, 4.2 and 5.3) ---- */

/* An access with its context. Writes are sorted by place, so that a read finds those to its own. */
struct use {
    uintptr_t place; /* and order: the access's, at hand for sorting */
    uint32_t order;
    const struct context *context;
    const struct access *access;
};

/* With so many looked at, thousands of suspects have been judged: the others are let go. */
enum { MOST_LOOKS = 100000000 };

struct uses {
    VEC(struct use) writes, suspects;
    size_t looks;              /* at accesses, for what excuses a suspect */
    const struct object *told; /* the list that the last finding is about */
    const struct context *told_in;
    uint8_t suspected[PLACE_BITS / 8]; /* places of the suspects */
};

static bool has_place(const uint8_t *places, const struct access *access)
{
    size_t bit = place_bit(access);
    return places[bit / 8] >> bit % 8 & 1;
}

static struct use use_of(const struct context *context, const struct access *access)
{
    return (struct use){place_key(access), access->order, context, access};
}

static void add_suspect(struct uses *uses, const struct context *context,
                        const struct access *access)
{
    size_t bit = place_bit(access);
    uses->suspected[bit / 8] |= (uint8_t)(1u << bit % 8);
    *vec_push(&uses->suspects) = use_of(context, access);
}

static int compare_uses(const void *a, const void *b)
{
    const struct use *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Missing because nobody has written it yet, not because somebody took it away. */
static bool is_unwritten(const struct access *read)
{
    if (!read->last_write)
        return true;
    if (read->object)
        return read->found_first || read->last_write->kind == JS_PROPERTY;
    return read->last_write == read->variable->declared;
}

/* A read that found nothing; or one that found what only luck had put there before it. */
static bool is_suspect(const struct context *context, const struct access *access)
{
    if (access->is_write || access->is_guard || access->is_may || context->is_unknown_time)
        return false;
    if (access->found_placeholder) /* `if (list.length)` only asks for what a list holds */
        return !(access->object && access->is_condition);
    return access->found_missing ? is_unwritten(access) : is_late(context);
}

/* Was the writer already on its way when the read happened? Whatever the reader only makes ready
 * later (a chain that serialises calls) waits for it. */
static bool is_scheduled_before(const struct machine *m, const struct context *writer,
                                const struct context *reader, const struct access *read)
{
    const struct context *c = writer;
    for (unsigned i = 0; i < 50; i++) {
        if (c->parent == reader->id)
            return c->registered_order < read->order;
        if (c->cause == reader->id)
            return c->ready_order < read->order;
        if (c->id == 0 || c->cause >= c->id)
            return false;
        const struct context *cause = m->contexts.at[c->cause];
        if (order_of(m, cause, reader) == ORDER_BEFORE)
            return true;
        c = cause;
    }
    return false;
}

static bool writes_place_of(const struct context *writer, const struct access *condition)
{
    for (size_t i = 0; i < writer->accesses.len; i++)
        if (writer->accesses.at[i].is_write && same_place(&writer->accesses.at[i], condition))
            return true;
    return false;
}

/* Nothing orders the two but a counter or a flag: the writer changes it, the reader goes on only
 * when it has the right value. */
static bool is_ordered_by_condition(const struct context *writer, const struct context *reader,
                                    const struct access *read)
{
    for (size_t i = 0; i < reader->accesses.len; i++) {
        const struct access *condition = &reader->accesses.at[i];
        if (condition->order >= read->order)
            return false;
        if (condition->is_condition && !condition->is_write && writes_place_of(writer, condition))
            return true;
    }
    return false;
}

/* The same, for what the reader descends from too. */
static bool is_behind_condition(const struct machine *m, const struct context *writer,
                                const struct context *reader, const struct access *read)
{
    for (const struct context *c = reader; is_late(c); c = m->contexts.at[c->cause]) {
        if (is_ordered_by_condition(writer, c, read))
            return true;
        if (c->cause >= c->id)
            return false;
    }
    return false;
}

static bool looks_for_place_of(const struct context *context, const struct access *read)
{
    for (size_t i = 0; i < context->accesses.len; i++) {
        const struct access *condition = &context->accesses.at[i];
        if ((condition->is_condition || condition->is_guard) && condition->unit == read->unit &&
            same_place(condition, read))
            return true;
    }
    return false;
}

/* if (!engine) await load(); use(engine): whoever looked for it and waited has seen to it, though
 * on some path of load() we see it missing. */
static bool is_loaded_when_missing(const struct machine *m, const struct context *reader,
                                   const struct access *read)
{
    bool found = false;
    for (const struct context *c = reader;
         !found && c->kind == CONTEXT_AWAIT && c->parent < c->id;) {
        c = m->contexts.at[c->parent];
        found = looks_for_place_of(c, read);
    }
    return found;
}

/* Objects whose events come in a later macrotask, never while the one who listens goes on. */
struct registering {
    const struct js_function *listener;
    const struct js_node *found;
};

static bool is_made_by(const struct js_node *name, const char *const *makers, size_t count)
{
    const struct js_node *value = initial_value(name);
    const struct js_node *callee =
        value && (value->kind == JS_CALL || value->kind == JS_NEW) ? value->a : NULL;
    if (!callee)
        return false;
    if (callee->kind == JS_MEMBER)
        return is_one_of(callee->b->text->text, makers, count);
    return callee->kind == JS_NAME && is_one_of(callee->name->text, makers, count);
}

static bool emits_later(const struct js_node *object)
{
    static const char *const makers[] = {"Worker", "SharedWorker", "WebSocket", "EventSource",
                                         "FileReader"};
    static const char *const processes[] = {"spawn", "exec", "execFile", "fork"};
    bool is_output = object->kind == JS_MEMBER && (str_is(object->b->text->text, "stdout") ||
                                                   str_is(object->b->text->text, "stderr"));
    return is_output ? is_made_by(object->a, processes, COUNT_OF(processes))
                     : is_made_by(object, makers, COUNT_OF(makers));
}

static void search_registering(struct walk *walk, const struct js_node *node)
{
    static const char *const listening[] = {"on", "once", "addListener", "addEventListener"};
    struct registering *search = walk->data;
    const struct js_node *object = NULL;
    if (node->kind == JS_CALL && node->a->kind == JS_MEMBER &&
        is_one_of(node->a->b->text->text, listening, COUNT_OF(listening)) &&
        argument(node, 1) == search->listener->node)
        object = node->a->a;
    else if (node->kind == JS_ASSIGN && node->a->kind == JS_MEMBER &&
             node->b == search->listener->node && str_starts(node->a->b->text->text, STR("on")))
        object = node->a->a;
    if (object && emits_later(object))
        search->found = node;
}

/* worker.onmessage = e => { x = e.data }; use(x) */
static bool is_listener_registered_before(const struct context *writer, const struct access *read)
{
    const struct js_function *around =
        writer->function && writer->unit == read->unit ? writer->function->parent : NULL;
    struct registering search = {.listener = writer->function};
    struct walk walk = {.unit = writer->unit, .data = &search};
    if (!around || writer->function->node->end > read->node->start ||
        function_around(read->unit, read->node) != around)
        return false;
    walk_function(&walk, around, search_registering);
    return search.found && search.found->end <= read->node->start;
}

/* A callback whose time nobody knows is late all the same where it was given away only after the
 * read: http.get(url, res => res.on('end', () => { x = ... })); use(x) */
static bool is_surely_later(const struct machine *m, const struct context *writer,
                            const struct context *reader, const struct access *read)
{
    const struct context *giver = writer;
    while (giver->is_unknown_time && giver->parent < giver->id)
        giver = m->contexts.at[giver->parent];
    if (is_late(giver) && !giver->is_unknown_time)
        return order_of(m, giver, reader) == ORDER_AFTER &&
               is_scheduled_before(m, giver, reader, read);
    return !is_late(reader) && is_listener_registered_before(writer, read);
}

/* An empty list that is filled by others, and emptied by the one who takes what is in it. */
static bool is_collected(const struct use *write, const struct access *read)
{
    return read->found_placeholder && write->access->wrote_empty;
}

/* Two calls of one function, each of which reads and writes: no matter of who comes first. */
static bool is_other_call(const struct use *write, const struct access *read)
{
    return write->access->unit == read->unit && write->access->activation != read->activation &&
           function_around(read->unit, read->node) ==
               function_around(read->unit, write->access->node);
}

/* const state = { loading: true, error: null }: what only a failure writes is rightly missing until
 * then. */
static bool tells_of_failure(const struct use *write)
{
    return write->context->kind == CONTEXT_CATCH;
}

static bool comes_too_late(const struct machine *m, const struct use *write,
                           const struct context *reader, const struct access *read)
{
    const struct context *writer = write->context;
    bool is_update = write->access->node == read->node; /* x += ... reads what it writes */
    bool is_next_round = is_late(reader) && writer->site == reader->site; /* of an interval, say */
    if (is_update || is_next_round || !is_late(writer) || write->access->wrote_missing)
        return false;
    bool found_nothing = read->found_missing || read->found_placeholder;
    if (!found_nothing && !write->access->found_missing)
        return false;
    if (write->context->entry != reader->entry || write->context == reader ||
        is_collected(write, read) || is_other_call(write, read) || tells_of_failure(write))
        return false;
    if (writer->is_unknown_time)
        return found_nothing && is_surely_later(m, writer, reader, read);
    enum order order = order_of(m, write->context, reader);
    bool is_open = order == ORDER_OPEN && !is_behind_condition(m, writer, reader, read);
    bool is_early =
        order == ORDER_AFTER && found_nothing && !is_loaded_when_missing(m, reader, read);
    return (is_open || is_early) && is_scheduled_before(m, write->context, reader, read);
}

static bool writes_before(const struct machine *m, const struct use *write,
                          const struct context *reader, const struct access *read)
{
    if (write->access->wrote_missing)
        return false;
    enum order order = order_of(m, write->context, reader);
    return order == ORDER_BEFORE || (order == ORDER_SAME && write->access->order < read->order);
}

static bool is_written_before(const struct machine *m, struct uses *uses, size_t from,
                              const struct context *reader, const struct access *read)
{
    for (size_t i = from; i < uses->writes.len && same_place(uses->writes.at[i].access, read); i++)
        if (++uses->looks > MOST_LOOKS) {
            unit_reached(read->unit, BOUND_LOOKS, read->node);
            return true;
        } else if (writes_before(m, &uses->writes.at[i], reader, read)) {
            return true;
        }
    return false;
}

/* The read of the variable or field that holds the list which was read; NULL: none. */
static const struct access *holder_of(const struct context *reader, const struct access *read)
{
    enum { FURTHEST = 16 };
    const struct js_node *node = read->object ? read->node : NULL;
    if (node && node->kind == JS_CALL)
        node = node->a;
    if (node && (node->kind == JS_MEMBER || node->kind == JS_INDEX))
        node = node->a;
    size_t at = (size_t)(read - reader->accesses.at);
    for (size_t i = at; node && i-- > 0 && i + FURTHEST > at;)
        if (reader->accesses.at[i].node == node)
            return &reader->accesses.at[i];
    return NULL;
}

static bool looks_at(const struct access *access, const struct access *written,
                     const struct access *holder)
{
    if (access->is_write)
        return false;
    return same_place(access, written) ||
           (holder && !access->is_filled && same_place(access, holder));
}

/* An empty list or a 0 may be meant as a start. It is suspicious only where nobody ever looks at
 * what is written later. */
static bool is_read_later(const struct machine *m, struct uses *uses, const struct use *write,
                          const struct access *holder)
{
    for (size_t i = 0; i < m->contexts.len; i++) {
        const struct context *context = m->contexts.at[i];
        uses->looks += context->accesses.len + 1;
        if (uses->looks > MOST_LOOKS) {
            unit_reached(write->access->unit, BOUND_LOOKS, write->access->node);
            return true;
        }
        for (size_t j = 0; j < context->accesses.len; j++) {
            const struct access *access = &context->accesses.at[j];
            if (!looks_at(access, write->access, holder))
                continue;
            enum order order = order_of(m, context, write->context);
            bool is_after = order == ORDER_AFTER ||
                            (order == ORDER_SAME && access->order > write->access->order);
            if (is_after || order == ORDER_UNKNOWN || order == ORDER_OPEN)
                return true;
        }
    }
    return false;
}

/* Whoever looks again and again begins with the start. */
static bool is_read_again(const struct machine *m, const struct context *reader)
{
    const struct context *c = reader;
    while (is_late(c) && c->kind != CONTEXT_INTERVAL && !c->is_event && c->cause < c->id)
        c = m->contexts.at[c->cause];
    return c->kind == CONTEXT_INTERVAL || c->is_event;
}

/* The variable, or the one that holds the list. */
static const struct js_variable *variable_read(const struct access *read)
{
    const struct js_node *node = read->variable ? NULL : read->node;
    while (node && (node->kind == JS_CALL || node->kind == JS_MEMBER || node->kind == JS_INDEX ||
                    node->kind == JS_CHAIN))
        node = node->a;
    return !node ? read->variable : node->kind == JS_NAME ? node->variable : NULL;
}

/* By a function that was not executed or may be called again, or by whoever was given the list. */
static bool is_read_unseen(struct ruling *ruling, const struct access *read)
{
    enum { NOT_ASKED, NO, YES };
    const struct js_variable *variable = variable_read(read);
    if (!variable || (read->object && read->object->escaped))
        return read->object && read->object->escaped;
    struct map_entry *known = entry_for(ruling, &ruling->unseen, variable, NULL);
    const struct js_node *r = known->number == NOT_ASKED ? variable->first_reference : NULL;
    for (; r && known->number != YES; r = r->next_reference) {
        const struct js_function *user = function_around(read->unit, r);
        bool is_seen = !user || !user->parent || function_notes(user)->executed ||
                       function_notes(user)->entered;
        bool is_again =
            user && function_notes(user)->given_out && user != variable->scope->function;
        known->number = is_seen && !is_again ? NO : YES;
    }
    return known->number == YES;
}

static bool is_meant_as_start(struct ruling *ruling, struct uses *uses, const struct use *write,
                              const struct use *suspect)
{
    const struct access *read = suspect->access;
    bool is_queue = read->object && read->object->is_emptied;
    return read->found_placeholder &&
           (is_queue || is_read_again(ruling->m, suspect->context) ||
            is_read_unseen(ruling, read) ||
            is_read_later(ruling->m, uses, write, holder_of(suspect->context, read)));
}

static bool is_of_instance(const struct js_node *object)
{
    return object->kind == JS_THIS ||
           (object->kind == JS_NAME && object->variable && object->variable->by == JS_BY_PARAMETER);
}

/* this.width, game.ball, of which nothing is taken: what a method does without it is done again
 * when it is there, or seen at once by whoever wrote it. */
static bool is_kept_field(const struct access *read)
{
    const struct js_node *node = read->node;
    struct str text = read->unit->source->text;
    bool is_used_at_once =
        read->is_call || node->end >= text.len || memchr(".[(?!", text.at[node->end], 5) != NULL;
    return node->kind == JS_MEMBER && is_of_instance(node->a) && !is_used_at_once;
}

static void tell_order(struct ruling *ruling, const struct context *reader,
                       const struct access *read, const struct use *write)
{
    bool is_open = order_of(ruling->m, write->context, reader) == ORDER_OPEN;
    struct str place = name_of_place(ruling, read),
               writer = name_of_context(ruling, write->context);
    struct finding *finding =
        report(ruling, &rule_unexpected_order, read->unit, read->node,
               is_open ? "`" STR_FMT
                         "` may be %s here before it is written: nothing orders this and " STR_FMT
                         ", which writes it"
                       : "`" STR_FMT "` is %s here before it is written: " STR_FMT
                         ", which writes it, runs later",
               STR_ARG(place), read->is_call ? "called" : "read", STR_ARG(writer));
    if (is_kept_field(read))
        grade(finding, SEVERITY_NOTE);
    repair(ruling, finding,
           "use `" STR_FMT
           "` where it is written: in the callback, in a then on its promise, or after awaiting it",
           STR_ARG(place));
    relate(ruling, finding, write->access->unit, write->access->node,
           "it is written here, in " STR_FMT, STR_ARG(writer));
    relate(ruling, finding, write->context->unit, write->context->site, "that is scheduled here");
}

/* rows.length, rows[0]: once is enough. */
static bool is_told(const struct uses *uses, const struct use *suspect)
{
    const struct object *object = suspect->access->object;
    return object && object->class == CLASS_ARRAY && uses->told == object &&
           uses->told_in == suspect->context;
}

static void judge_read(struct ruling *ruling, struct uses *uses, const struct use *suspect)
{
    const struct context *context = suspect->context;
    const struct access *read = suspect->access;
    uintptr_t place = suspect->place;
    size_t low = 0, high = uses->writes.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (uses->writes.at[middle].place < place)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low; i < uses->writes.len && uses->writes.at[i].place == place; i++) {
        if (++uses->looks > MOST_LOOKS) {
            unit_reached(read->unit, BOUND_LOOKS, read->node);
            return;
        }
        if (!same_place(uses->writes.at[i].access, read) ||
            !comes_too_late(ruling->m, &uses->writes.at[i], context, read))
            continue;
        if (is_told(uses, suspect) ||
            is_meant_as_start(ruling, uses, &uses->writes.at[i], suspect) ||
            is_written_before(ruling->m, uses, low, context, read))
            return;
        tell_order(ruling, context, read, &uses->writes.at[i]);
        uses->told = read->object;
        uses->told_in = context;
        return;
    }
}

/* A place that nobody writes late cannot be read too early. In one pass, for the accesses are far
 * more than any cache holds; of the writes most turn out to be of no interest. */
static void collect_uses(const struct machine *m, struct uses *uses)
{
    VEC(struct write {
        const struct context *context;
        const struct access *access;
    })
    writes = {0};
    for (size_t i = 0; i < m->contexts.len; i++) {
        const struct context *context = m->contexts.at[i];
        for (size_t j = 0; j < context->accesses.len; j++) {
            const struct access *access = &context->accesses.at[j];
            bool is_of_use = access->is_write || is_suspect(context, access);
            if (!is_of_use || !has_place(m->late_writes, access))
                continue;
            if (access->is_write)
                *vec_push(&writes) = (struct write){context, access};
            else
                add_suspect(uses, context, access);
        }
    }
    vec_each (write, &writes)
        if (has_place(uses->suspected, write->access))
            *vec_push(&uses->writes) = use_of(write->context, write->access);
    vec_free(&writes);
}

static void judge_unexpected_order(struct ruling *ruling)
{
    struct uses uses = {0};
    collect_uses(ruling->m, &uses);
    if (uses.writes.len)
        qsort(uses.writes.at, uses.writes.len, sizeof *uses.writes.at, compare_uses);
    vec_each (suspect, &uses.suspects)
        judge_read(ruling, &uses, suspect);
    vec_free(&uses.writes);
    vec_free(&uses.suspects);
}

/* ---- pairs scheduled by one call of one function ---- */

/* sleep(40).then(f), of which nobody takes the promise; with a catch behind it or without. */
static bool is_last_of_chain(const struct promise *promise)
{
    while (promise && promise->reactions && !promise->reactions->next)
        promise = promise->reactions->result;
    return promise && promise->is_dropped;
}

/* The timer that it waits for and that was set where it was registered; NULL: none. */
static const struct context *timer_of(const struct machine *m, const struct context *c)
{
    const struct context *timer = c->kind == CONTEXT_THEN ? m->contexts.at[c->cause] : c;
    if (timer->kind != CONTEXT_TIMEOUT || timer->delay < 0)
        return NULL;
    bool is_set_here = timer->parent == c->parent && !timer->is_conditional;
    return timer == c || (is_set_here && is_last_of_chain(c->result)) ? timer : NULL;
}

static bool is_scheduled(const struct machine *m, const struct context *c)
{
    switch (c->kind) {
    case CONTEXT_TICK:
    case CONTEXT_MICROTASK:
    case CONTEXT_IMMEDIATE:
        return true;
    case CONTEXT_AWAIT:
        return c->cause == c->parent;
    case CONTEXT_THEN: /* the promise was already settled, or will be in time */
        return c->cause == c->parent || timer_of(m, c);
    case CONTEXT_TIMEOUT:
        return c->delay >= 0;
    default:
        return false;
    }
}

/* In which queue: those of one queue keep their order. */
static int queue_of(const struct context *c)
{
    switch (c->kind) {
    case CONTEXT_TICK:
        return 1;
    case CONTEXT_THEN:
    case CONTEXT_MICROTASK:
    case CONTEXT_AWAIT:
        return 2;
    case CONTEXT_IMMEDIATE:
        return 3;
    default:
        return 4;
    }
}

/* A part of the page that both change, known by how it is written. */
static const struct shown *shown_by_both(const struct context *a, const struct context *b)
{
    for (const struct shown *x = a->shown; x; x = x->next)
        for (const struct shown *y = b->shown; y; y = y->next)
            if (str_equal(text_of(x->unit, x->target), text_of(y->unit, y->target)))
                return x;
    return NULL;
}

/* What a call of a function scheduled, and where: by itself, or by calling a helper of its file. */
struct scheduled {
    const struct context *context;
    const struct js_node *at;
};

/* Two helpers that print, or one that is called twice, have each their own reasons. */
static bool prints_here(struct scheduled self)
{
    return self.context->has_output &&
           (self.at == self.context->site || self.context->kind == CONTEXT_AWAIT);
}

/* Why the order of the two matters, in *words. */
static bool matters(struct ruling *ruling, struct scheduled one, struct scheduled other,
                    struct str *words)
{
    const struct context *a = one.context, *b = other.context;
    const struct access *common = conflict_of(a, b);
    const struct shown *shown = common ? NULL : shown_by_both(a, b);
    if (common)
        *words = arena_printf(ruling->arena, "both use `" STR_FMT "`",
                              STR_ARG(name_of_place(ruling, common)));
    else if (shown)
        *words = arena_printf(ruling->arena, "both set `" STR_FMT "`",
                              STR_ARG(text_of(shown->unit, shown->target)));
    else
        *words = STR("both print");
    return common || shown || (prints_here(one) && prints_here(other));
}

typedef void (*pair_fn)(struct ruling *ruling, struct scheduled first, struct scheduled second);

static const struct js_node *scheduled_at(const struct context *c, uint32_t call)
{
    if (c->activation == call)
        return c->kind == CONTEXT_AWAIT ? NULL : c->site;
    bool is_helper = c->called.by == call && c->called.at->kind == JS_CALL && c->registered_in &&
                     !contains(c->called.at, c->registered_in->node);
    return is_helper ? c->called.at : NULL;
}

/* Did one call schedule both? */
static bool is_pair(struct scheduled *a, struct scheduled *b)
{
    uint32_t calls[] = {a->context->activation, a->context->called.by};
    for (size_t i = 0; i < COUNT_OF(calls) && calls[i]; i++) {
        a->at = scheduled_at(a->context, calls[i]);
        b->at = scheduled_at(b->context, calls[i]);
        if (a->at && b->at && a->at != b->at)
            return true;
    }
    return false;
}

/* Calls `judge` for every two contexts that one call of one function scheduled, in that order. */
static void each_pair(struct ruling *ruling, pair_fn judge)
{
    enum { WINDOW = 64 };
    const struct machine *m = ruling->m;
    for (size_t i = 0; i < m->contexts.len; i++) {
        const struct context *a = m->contexts.at[i];
        if (!is_scheduled(m, a) || a->is_conditional || !a->unit)
            continue;
        for (size_t j = i + 1; j < m->contexts.len && j < i + WINDOW; j++) {
            const struct context *b = m->contexts.at[j];
            struct scheduled x = {a, NULL}, y = {b, NULL};
            if (a->parent != b->parent || b->is_conditional || b->unit != a->unit ||
                !is_scheduled(m, b) || !is_pair(&x, &y))
                continue;
            bool in_order = a->registration < b->registration;
            judge(ruling, in_order ? x : y, in_order ? y : x);
        }
    }
}

static const char *scheduler_of(const struct context *c)
{
    static const char *const names[] = {"", "process.nextTick", "a promise job", "setImmediate",
                                        "setTimeout"};
    return c->kind == CONTEXT_MICROTASK ? "queueMicrotask"
           : c->kind == CONTEXT_AWAIT   ? "an await"
                                        : names[queue_of(c)];
}

/* Whether the body of a TypeScript file runs inside of a promise job is for its compiler to say. */
static bool is_for_the_compiler(const struct machine *m, const struct context *first,
                                const struct context *second)
{
    const struct context *parent = m->contexts.at[first->parent];
    if (parent->kind != CONTEXT_MAIN || queue_of(first) > 2 || queue_of(second) > 2)
        return false;
    const struct unit *unit = first->unit;
    return unit->file->dialect != JS_SCRIPT && unit->file->is_module &&
           !str_ends(unit->source->path, STR(".mts"));
}

/* What waits for a timer is no matter of queues; and that code behind an await comes before what
 * macrotasks do surprises nobody. */
static bool is_for_queues(const struct machine *m, const struct context *first,
                          const struct context *second)
{
    const struct context *x = timer_of(m, first), *y = timer_of(m, second);
    bool is_slow = (x && (x != first || x->delay > 1)) || (y && (y != second || y->delay > 1));
    return queue_of(first) != queue_of(second) && !is_slow && second->kind != CONTEXT_AWAIT &&
           !is_for_the_compiler(m, first, second);
}

static void judge_mixed_pair(struct ruling *ruling, struct scheduled one, struct scheduled other)
{
    const struct context *first = one.context, *second = other.context;
    struct str words;
    if (!is_for_queues(ruling->m, first, second))
        return;
    enum order order = order_of(ruling->m, first, second);
    if (order == ORDER_BEFORE || order == ORDER_UNKNOWN || !matters(ruling, one, other, &words))
        return;
    struct finding *finding;
    if (order == ORDER_OPEN)
        finding = report(ruling, &rule_mixed_scheduling, second->unit, other.at,
                         "whether this or the callback of %s runs first is open, and " STR_FMT,
                         scheduler_of(first), STR_ARG(words));
    else
        finding = report(ruling, &rule_mixed_scheduling, second->unit, other.at,
                         "this runs before the callback of %s that is written first (%s comes "
                         "earlier), and " STR_FMT,
                         scheduler_of(first), scheduler_of(second), STR_ARG(words));
    repair(ruling, finding, "schedule both the same way, or start the second from the first");
    relate(ruling, finding, first->unit, one.at, "scheduled first, with %s", scheduler_of(first));
}

static void judge_mixed_scheduling(struct ruling *ruling)
{
    each_pair(ruling, judge_mixed_pair);
}

/* `if (!shown) showSpinner()`: the one looks whether the other has been there. */
static bool looks_for_writes_of(const struct context *one, const struct context *other)
{
    for (size_t i = 0; i < one->accesses.len; i++)
        if (one->accesses.at[i].is_condition && !one->accesses.at[i].is_write &&
            writes_place_of(other, &one->accesses.at[i]))
            return true;
    return false;
}

/* A minute and ten milliseconds that only print: nobody takes them for a sequence. */
static bool is_far_apart(const struct context *early, const struct context *late,
                         const struct context *first, const struct context *second)
{
    enum { FAR_MS = 1000 };
    return late->delay - early->delay >= FAR_MS && !conflict_of(first, second) && !first->shown &&
           !second->shown;
}

static void judge_timeouts(struct ruling *ruling, struct scheduled one, struct scheduled other)
{
    struct str words;
    const struct context *first = one.context, *second = other.context;
    const struct context *early = timer_of(ruling->m, second), *late = timer_of(ruling->m, first);
    if (!early || !late || late->delay <= early->delay)
        return;
    bool is_aware = looks_for_writes_of(first, second) || looks_for_writes_of(second, first);
    if (first->ends_program || is_aware || is_far_apart(early, late, first, second) ||
        !matters(ruling, one, other, &words))
        return;
    struct finding *finding =
        report(ruling, &rule_timeout_order, second->unit, other.at,
               "this timer (%.0f ms) fires before the one written above it (%.0f ms), and " STR_FMT,
               early->delay, late->delay, STR_ARG(words));
    repair(ruling, finding,
           "write timers in the order in which they fire, or start the second from the first");
    relate(ruling, finding, first->unit, one.at, "written first, fires later");
}

static void judge_timeout_order(struct ruling *ruling)
{
    each_pair(ruling, judge_timeouts);
}

const struct rule rule_unexpected_order = {
    .info =
        {"unexpected-order", SEVERITY_WARNING,
         "data is read before, or in no certain order with, the callback that first writes it",
         "The code that writes is scheduled (a timer, a promise reaction, an answer) and has not "
         "run, or need not have run, when the "
         "reading code runs. The reader then sees undefined or an old value.",
         "let config;\nsetTimeout(() => { config = { port: 80 }; }, "
         "10);\nconsole.log(config.port);\n",
         "let config;\nsetTimeout(() => {\n  config = { port: 80 };\n  "
         "console.log(config.port);\n}, 10);\n"},
    .judge = judge_unexpected_order,
    .story = {"1s0", {"it is read here, possibly before it is written"}},
};

const struct rule rule_mixed_scheduling = {
    .info =
        {"mixed-scheduling", SEVERITY_WARNING,
         "callbacks scheduled in different ways run in another order than written, and it matters",
         "nextTick runs before promise jobs, both before timers and immediates, and between a "
         "timer of 0 ms and an immediate the order is "
         "open. Here the callbacks touch the same data or print, so the order shows.",
         "let user;\nsetImmediate(() => { user = 'ann'; });\nprocess.nextTick(() => { "
         "console.log('hello', user); });\n",
         "let user;\nsetImmediate(() => {\n  user = 'ann';\n  process.nextTick(() => { "
         "console.log('hello', user); });\n});\n"},
    .judge = judge_mixed_scheduling,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
    .story = {"0ss", {"scheduled second", "and may run first"}},
};

const struct rule rule_timeout_order = {
    .info =
        {"timeout-order", SEVERITY_WARNING,
         "timers run in another order than written, and it matters",
         "The later one has the shorter delay; both touch the same data or print.",
         "setTimeout(() => console.log('first'), 101);\nsetTimeout(() => console.log('second'), "
         "100);\n",
         "setTimeout(() => console.log('first'), 100);\nsetTimeout(() => console.log('second'), "
         "101);\n"},
    .judge = judge_timeout_order,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
    .story = {"0ss", {"started second", "fires first"}},
};
