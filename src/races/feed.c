/* From records to accesses: all threads are read in the order of their turns, and each record
 * becomes a call of src/causality or an access of the step that its action is in.
 *
 * The reader has checked the numbers; what they say may still contradict itself, since a program
 * that is killed, or one that does what the agent has not thought of, leaves half of a story. What
 * cannot be fed is left out and counted (`odd`): an order that is missing gives a race too many,
 * never a wrong one too few. */
#include "races/races_private.h"

struct event {
    uint32_t pending_or_0, promise_or_0, site, by;
    uint32_t task_or_0; /* the action that it completes */
    uint32_t timer_ms;
    bool repeated, started;
    bool in_turn; /* a tick or a job */
};

struct task {
    uint32_t action, step;
};

struct promise {
    uint32_t handle, settled_by;
    bool settled;
    size_t elements, element_count; /* of a combinator's */
};

/* An action that ran because of a combinator's promise. */
struct reaction {
    uint32_t action, promise;
};

struct thread {
    const struct observed_part *part;
    uint32_t index, process;
    size_t at; /* the next record */
    uint64_t turn;
    struct causality_thread handle;
    struct causality_action now;
    bool begun;
    uint32_t key;      /* of the event whose turn it is; 0: it has none, or is the main script's */
    uint32_t timer_ms; /* where that is a timer's */
    bool in_main;
    uint32_t *sites,
        *texts; /* numbers of all threads by those of this one, minus one; 0: not yet */
    VEC(struct event) events;
    VEC(struct task) tasks;
    VEC(struct promise) promises;
    VEC(uint32_t) elements;        /* promises that were handed to combinators */
    VEC(struct reaction) combined; /* to those */
    VEC(struct causality_line) lines;
    VEC(struct causality_step) listeners;
    VEC(uint32_t) owners; /* by object: the event that touches it, as note_owners() counts them */
};

struct written {
    uint64_t from, to; /* bytes */
    struct causality_step step;
};

/* What was written to one direction of a connection, in its order. */
struct wire {
    VEC(struct written) list;
    size_t at; /* the first that is not yet read to its end */
};

struct feed {
    struct races__finder *finder;
    struct causality *causality;
    struct thread *threads;
    size_t count;
    struct map processes, messages, wire_numbers;
    VEC(struct wire) wires;
    size_t race; /* calls of Promise.race and any so far */
};

uint32_t races__text(struct races__finder *self, struct str text)
{
    bool was_there;
    struct map_entry *entry = map_add(&self->text_numbers, text, &was_there);
    if (!was_there) {
        *vec_push(&self->texts) = text;
        entry->number = self->texts.len;
    }
    return (uint32_t)entry->number;
}

static uint32_t text_of(struct feed *self, struct thread *thread, uint32_t number)
{
    if (!number)
        return 0;
    uint32_t *known = &thread->texts[number - 1];
    if (!*known)
        *known = races__text(self->finder, observed_text(thread->part, number));
    return *known;
}

/* The same place in the code has one number, whichever thread ran it. */
static uint32_t site_of(struct feed *self, struct thread *thread, uint32_t number)
{
    if (!number)
        return 0;
    uint32_t *known = &thread->sites[number - 1];
    if (*known)
        return *known;
    struct races__finder *finder = self->finder;
    const struct observed_site *site = observed_site_of(thread->part, number);
    struct str text = arena_printf(&finder->result->arena, STR_FMT ":%u:%u:%u", STR_ARG(site->file),
                                   site->line, site->column, site->offset);
    bool was_there;
    struct map_entry *entry = map_add(&finder->site_numbers, text, &was_there);
    if (!was_there) {
        *vec_push(&finder->sites) = *site;
        entry->number = finder->sites.len;
    }
    return *known = (uint32_t)entry->number;
}

static void odd(struct feed *self)
{
    self->finder->result->odd++;
}

static void edge(struct feed *self)
{
    self->finder->result->edges++;
}

static void add_action(struct feed *self, struct causality_action action, struct races__action what)
{
    while (self->finder->actions.len <= action.id)
        vec_push(&self->finder->actions);
    self->finder->actions.at[action.id] = what;
    self->finder->result->actions++;
}

static void begin(struct feed *self, struct thread *thread, uint32_t message)
{
    struct map_entry *sent =
        message ? map_find(&self->messages, observed_text(thread->part, message)) : NULL;
    struct causality_step by = {sent ? (uint32_t)sent->number : 0};
    if (message && !sent)
        odd(self);
    if (sent)
        edge(self);
    thread->handle = causality_thread(self->causality, thread->process);
    thread->now = causality_main(self->causality, thread->handle, sent ? &by : NULL);
    thread->begun = thread->in_main = true;
    add_action(self, thread->now, (struct races__action){.part = thread->index, .is_main = true});
}

static uint32_t process_of(struct feed *self, struct str name)
{
    bool was_there;
    struct map_entry *entry = map_add(&self->processes, name, &was_there);
    if (!was_there)
        entry->number = self->processes.len - 1;
    return (uint32_t)entry->number;
}

/* Asking for events. */

static struct event *new_event(struct feed *self, struct thread *thread, uint32_t site,
                               struct causality_pending pending)
{
    struct event *event = vec_push(&thread->events);
    event->pending_or_0 = pending.id + 1;
    event->site = site_of(self, thread, site);
    event->by = thread->now.id;
    edge(self);
    return event;
}

static void on_register(struct feed *self, struct thread *thread,
                        const struct observed_record *record)
{
    struct causality *c = self->causality;
    enum causality_kind kind = observed_small_of(record);
    if (kind == CAUSALITY_JOB) { /* queueMicrotask */
        struct causality_promise settled = causality_promise(c);
        causality_settle(c, thread->now, settled, true);
        new_event(self, thread, record->c, causality_then(c, thread->now, settled))->in_turn = true;
        return;
    }
    if (kind > CAUSALITY_IO) {
        odd(self);
        kind = CAUSALITY_IO;
    }
    struct causality_pending pending = causality_register(c, thread->now, kind, record->b);
    struct event *event = new_event(self, thread, record->c, pending);
    event->repeated = kind == CAUSALITY_REPEATED;
    event->in_turn = kind == CAUSALITY_TICK;
    if (kind == CAUSALITY_TIMER || kind == CAUSALITY_REPEATED)
        event->timer_ms = record->b ? record->b : 1;
}

static void on_then(struct feed *self, struct thread *thread, const struct observed_record *record)
{
    struct causality_promise promise = {thread->promises.at[record->b - 1].handle};
    bool awaits = observed_small_of(record) & 1;
    struct causality_pending pending =
        (awaits ? causality_await : causality_then)(self->causality, thread->now, promise);
    struct event *event = new_event(self, thread, record->c, pending);
    event->promise_or_0 = record->b;
    event->in_turn = true;
}

static void settle(struct feed *self, struct thread *thread, uint32_t number, bool fulfilled)
{
    struct promise *promise = &thread->promises.at[number - 1];
    if (!promise->settled)
        causality_settle(self->causality, thread->now, (struct causality_promise){promise->handle},
                         fulfilled);
    if (!promise->settled)
        promise->settled_by = thread->now.id;
    promise->settled = true;
}

static void on_trigger(struct feed *self, struct thread *thread,
                       const struct observed_record *record)
{
    struct event *event = &thread->events.at[record->a - 1];
    struct causality_action by = thread->now;
    if (record->b) {
        by.id = thread->tasks.at[record->b - 1].action;
        event->task_or_0 = by.id + 1;
    }
    causality_trigger(self->causality, by, (struct causality_pending){event->pending_or_0 - 1});
    edge(self);
}

static void on_start(struct feed *self, struct thread *thread, const struct observed_record *record)
{
    struct event *event = &thread->events.at[record->a - 1];
    if (event->started && !event->repeated)
        odd(self);
    if (event->promise_or_0 && !thread->promises.at[event->promise_or_0 - 1].settled) {
        settle(self, thread, event->promise_or_0, true);
        odd(self);
    }
    event->started = true;
    thread->now =
        causality_start(self->causality, (struct causality_pending){event->pending_or_0 - 1});
    if (record->b || !event->in_turn) {
        thread->key = record->b;
        thread->timer_ms = event->timer_ms;
        thread->in_main = false;
    }
    uint32_t via = event->task_or_0;
    if (event->promise_or_0 && thread->promises.at[event->promise_or_0 - 1].element_count)
        *vec_push(&thread->combined) = (struct reaction){thread->now.id, event->promise_or_0 - 1};
    if (event->promise_or_0)
        via = thread->promises.at[event->promise_or_0 - 1].settled_by + 1;
    else if (via && !self->finder->actions.at[via - 1].key)
        self->finder->actions.at[via - 1].key = record->b;
    add_action(self, thread->now,
               (struct races__action){.part = thread->index,
                                      .key = thread->key,
                                      .site = event->site,
                                      .by_or_0 = event->by + 1,
                                      .via_or_0 = via,
                                      .timer_ms = thread->timer_ms,
                                      .is_main = thread->in_main});
}

static void on_delegate(struct feed *self, struct thread *thread,
                        const struct observed_record *record)
{
    struct causality_action task = causality_delegate(self->causality, thread->now);
    struct task *known = vec_push(&thread->tasks);
    known->action = task.id;
    known->step = causality_now(self->causality, task).id;
    edge(self);
    add_action(self, task,
               (struct races__action){.part = thread->index,
                                      .key = record->b,
                                      .turn = thread->key,
                                      .site = site_of(self, thread, record->c),
                                      .by_or_0 = thread->now.id + 1,
                                      .is_task = true});
}

/* Promises. */

static void on_combine(struct feed *self, struct thread *thread,
                       const struct observed_record *record)
{
    static const enum causality_combinator last = CAUSALITY_OF_RACE;
    enum causality_combinator kind = observed_small_of(record);
    VEC(struct causality_promise) elements = {0};
    size_t first_element = thread->elements.len;
    const struct observed_part *part = thread->part;
    /* its elements stand right behind it */
    for (; elements.len < record->b && thread->at < part->count; thread->at++) {
        const struct observed_record *element = &part->at[thread->at];
        if (observed_op_of(element) != OBSERVED_ELEMENT)
            break;
        if (element->a >= record->a)
            continue;
        *vec_push(&thread->elements) = element->a;
        *vec_push(&elements) =
            (struct causality_promise){thread->promises.at[element->a - 1].handle};
    }
    if (elements.len < record->b || kind > last)
        odd(self);
    struct promise *promise = vec_push(&thread->promises);
    struct causality_promise made =
        causality_combine(self->causality, kind > last ? last : kind, elements.at, elements.len);
    promise->handle = made.id;
    vec_free(&elements);
    promise->elements = first_element;
    promise->element_count = thread->elements.len - first_element;
    if (kind < CAUSALITY_OF_RACE)
        return;
    struct races__finder *finder = self->finder;
    if (!finder->decides)
        *vec_push(&finder->promise_races) = (struct races__race){made.id, -1};
    else if (finder->promise_races.at[self->race].winner >= 0)
        causality_decide(self->causality, made,
                         (size_t)finder->promise_races.at[self->race].winner);
    self->race++;
}

/* Accesses. */

static struct races__touch touch_now(struct feed *self, struct thread *thread, uint32_t task,
                                     uint32_t site, uint32_t kind)
{
    struct races__touch touch = {
        .action = thread->now.id, .site = site_of(self, thread, site), .kind = (uint8_t)kind};
    if (task) {
        const struct task *of = &thread->tasks.at[task - 1];
        touch.action = of->action;
        touch.step = of->step;
        if (!touch.site)
            touch.site = self->finder->actions.at[of->action].site;
    } else {
        touch.step = causality_now(self->causality, thread->now).id;
    }
    return touch;
}

enum { OWNED_BY_NOBODY, OWNED_BY_MANY };

/* What one event alone ever touches races with nothing: most objects live and die in one, so this
 * is what keeps a long run short. */
static void note_owners(struct thread *thread)
{
    const struct observed_part *part = thread->part;
    uint32_t now = OWNED_BY_MANY + 1;
    size_t most = part->count * 16; /* a number that makes no sense costs no memory */
    for (size_t at = 0; at < part->count; at += observed_size(&part->at[at])) {
        const struct observed_record *record = &part->at[at];
        enum observed_op op = observed_op_of(record);
        now += op == OBSERVED_START;
        if (op != OBSERVED_ACCESS || record->a > most)
            continue;
        while (thread->owners.len <= record->a)
            vec_push(&thread->owners);
        uint32_t *owner = &thread->owners.at[record->a];
        *owner = *owner == OWNED_BY_NOBODY || *owner == now ? now : OWNED_BY_MANY;
    }
}

static void on_access(struct feed *self, struct thread *thread,
                      const struct observed_record *record)
{
    bool is_owned = record->a < thread->owners.len && thread->owners.at[record->a] != OWNED_BY_MANY;
    if (is_owned && !self->finder->witness) {
        self->finder->result->accesses++;
        return; /* its VALUE is passed over where it stands */
    }
    struct races__touch touch = touch_now(self, thread, 0, record->c, observed_small_of(record));
    const struct observed_record *value = &thread->part->at[thread->at];
    if (thread->at < thread->part->count && observed_op_of(value) == OBSERVED_VALUE) {
        thread->at++;
        touch.flags =
            observed_small_of(value) & (OBSERVED_HASHED | OBSERVED_DECIDES | OBSERVED_RELATIVE);
        touch.hash = value->a;
    }
    races__touch(self->finder, RACE_MEMORY, thread->index, record->a,
                 text_of(self, thread, record->b), touch);
}

/* Ports belong to the machine; all else to a process. */
static void on_resource(struct feed *self, struct thread *thread,
                        const struct observed_record *record)
{
    struct str name = observed_text(thread->part, record->a);
    uint32_t space = str_starts(name, STR("port ")) ? 0 : thread->process + 1;
    races__touch(self->finder, RACE_RESOURCE, space, 0, text_of(self, thread, record->a),
                 touch_now(self, thread, record->b, record->c, observed_small_of(record)));
}

static void on_unseen(struct feed *self, struct thread *thread,
                      const struct observed_record *record)
{
    struct races *result = self->finder->result;
    struct str what = observed_text(thread->part, record->a);
    vec_each (known, &result->unseen)
        if (str_equal(*known, what))
            return;
    *vec_push(&result->unseen) = what;
}

/* Who was begun without a word of who began it learns of it late. */
static void on_main(struct feed *self, struct thread *thread, const struct observed_record *record)
{
    struct map_entry *sent =
        record->a ? map_find(&self->messages, observed_text(thread->part, record->a)) : NULL;
    if (sent)
        causality_receive(self->causality, thread->now,
                          (struct causality_step){(uint32_t)sent->number});
}

static bool take_number(struct str *text, uint64_t *number)
{
    char *end;
    char digits[24] = "";
    struct str word = str_cut(text, ' ');
    if (!word.len || word.len >= sizeof digits)
        return false;
    memcpy(digits, word.at, word.len);
    *number = strtoull(digits, &end, 10);
    return *end == '\0';
}

/* "tcp LOCAL>PEER FROM TO": bytes that one end has written, or the other one read. Who reads
 * follows those who wrote what it reads. */
static void on_wire(struct feed *self, struct thread *thread, struct str message, bool is_send)
{
    struct str rest = message;
    uint64_t from, to;
    bool was_there;
    str_cut(&rest, ' ');
    str_cut(&rest, ' ');
    struct str name = {message.at, message.len - rest.len};
    if (!take_number(&rest, &from) || !take_number(&rest, &to)) {
        odd(self);
        return;
    }
    struct map_entry *entry = map_add(&self->wire_numbers, name, &was_there);
    if (!was_there) {
        vec_push(&self->wires);
        entry->number = self->wires.len - 1;
    }
    struct wire *wire = &self->wires.at[entry->number];
    if (is_send && from == 0)
        wire->list.len = wire->at = 0; /* a new connection between the same two addresses */
    if (is_send) {
        struct causality_step step = causality_send(self->causality, thread->now);
        *vec_push(&wire->list) = (struct written){from, to, step};
        return;
    }
    for (; wire->at < wire->list.len && wire->list.at[wire->at].from < to; wire->at++) {
        causality_receive(self->causality, thread->now, wire->list.at[wire->at].step);
        edge(self);
        if (wire->list.at[wire->at].to > to)
            return; /* the rest of it comes later */
    }
}

static void on_message(struct feed *self, struct thread *thread,
                       const struct observed_record *record)
{
    struct str message = observed_text(thread->part, record->a);
    if (str_starts(message, STR("tcp ")) || str_starts(message, STR("tls "))) {
        on_wire(self, thread, message, observed_op_of(record) == OBSERVED_SEND);
        return;
    }
    if (observed_op_of(record) == OBSERVED_SEND) {
        map_add(&self->messages, message, NULL)->number =
            causality_send(self->causality, thread->now).id;
        return;
    }
    struct map_entry *sent = map_find(&self->messages, message);
    if (!sent && (str_starts(message, STR("atomic ")) || str_starts(message, STR("wire "))))
        return; /* nobody has stored yet; the other end is a stranger's */
    if (!sent) {
        odd(self);
        return;
    }
    causality_receive(self->causality, thread->now,
                      (struct causality_step){(uint32_t)sent->number});
    edge(self);
}

static void on_reap(struct feed *self, struct thread *thread, const struct observed_record *record)
{
    struct map_entry *process = map_find(&self->processes, observed_text(thread->part, record->a));
    if (!process)
        return; /* nothing of it was observed */
    causality_reap(self->causality, thread->now, (uint32_t)process->number);
    edge(self);
}

static void take(struct feed *self, struct thread *thread, const struct observed_record *record)
{
    struct causality *c = self->causality;
    switch (observed_op_of(record)) {
    case OBSERVED_REGISTER:
        on_register(self, thread, record);
        break;
    case OBSERVED_THEN:
        on_then(self, thread, record);
        break;
    case OBSERVED_TRIGGER:
        on_trigger(self, thread, record);
        break;
    case OBSERVED_START:
        on_start(self, thread, record);
        break;
    case OBSERVED_DELEGATE:
        on_delegate(self, thread, record);
        break;
    case OBSERVED_PROMISE:
        vec_push(&thread->promises)->handle = causality_promise(c).id;
        break;
    case OBSERVED_SETTLE:
        settle(self, thread, record->a, observed_small_of(record) & 1);
        edge(self);
        break;
    case OBSERVED_COMBINE:
        on_combine(self, thread, record);
        break;
    case OBSERVED_LINE:
        *vec_push(&thread->lines) = causality_line(
            c, observed_small_of(record) <= CAUSALITY_OF_STREAM ? observed_small_of(record)
                                                                : CAUSALITY_OF_STREAM);
        break;
    case OBSERVED_IN_LINE:
        causality_in_line(
            c, (struct causality_pending){thread->events.at[record->a - 1].pending_or_0 - 1},
            thread->lines.at[record->b - 1]);
        break;
    case OBSERVED_LISTEN:
        *vec_push(&thread->listeners) = causality_now(c, thread->now);
        break;
    case OBSERVED_EMIT:
        causality_emit(c, thread->now, thread->listeners.at[record->a - 1]);
        edge(self);
        break;
    case OBSERVED_MAIN:
        on_main(self, thread, record);
        break;
    case OBSERVED_SEND:
    case OBSERVED_RECEIVE:
        on_message(self, thread, record);
        break;
    case OBSERVED_REAP:
        on_reap(self, thread, record);
        break;
    case OBSERVED_LAST:
        causality_last(c, thread->now);
        break;
    case OBSERVED_ACCESS:
        on_access(self, thread, record);
        break;
    case OBSERVED_SCOPE:
        *races__slot(&self->finder->scopes, (struct races__key){{thread->index, record->a, 0, 0}}) =
            site_of(self, thread, record->b) + 1;
        break;
    case OBSERVED_FILE:
        races__touch_file(
            self->finder, observed_text(thread->part, record->a),
            touch_now(self, thread, record->b, record->c, RACES__FILE + observed_small_of(record)));
        break;
    case OBSERVED_RESOURCE:
        on_resource(self, thread, record);
        break;
    case OBSERVED_CUT:
        self->finder->result->cut++;
        break;
    case OBSERVED_UNSEEN:
        on_unseen(self, thread, record);
        break;
    case OBSERVED_END:
    case OBSERVED_TEXT:
    case OBSERVED_TURN:
    case OBSERVED_FINISH: /* a task may be named behind its end */
    case OBSERVED_ELEMENT:
    case OBSERVED_SITE:
    case OBSERVED_WHERE:
    case OBSERVED_VALUE:
    case OBSERVED_ENTER:
    case OBSERVED_OP_COUNT:
        break;
    }
}

/* Until the thread's next turn. */
static void run_turn(struct feed *self, struct thread *thread)
{
    const struct observed_part *part = thread->part;
    while (thread->at < part->count) {
        const struct observed_record *record = &part->at[thread->at];
        enum observed_op op = observed_op_of(record);
        thread->at += observed_size(record);
        if (op == OBSERVED_TURN) {
            uint64_t turn = (uint64_t)record->b << 32 | record->a;
            thread->turn = turn > thread->turn ? turn : thread->turn;
            return;
        }
        if (op == OBSERVED_TEXT || op == OBSERVED_SITE || op == OBSERVED_WHERE)
            continue;
        bool begins = !thread->begun;
        if (begins)
            begin(self, thread, op == OBSERVED_MAIN ? record->a : 0);
        if (!begins || op != OBSERVED_MAIN)
            take(self, thread, record);
    }
    thread->turn = UINT64_MAX;
}

static struct thread *next_thread(struct feed *self)
{
    struct thread *next = NULL;
    for (size_t i = 0; i < self->count; i++)
        if (self->threads[i].turn != UINT64_MAX && (!next || self->threads[i].turn < next->turn))
            next = &self->threads[i];
    return next;
}

static void open_thread(struct feed *self, size_t index)
{
    const struct observed_part *part = &self->finder->observed->parts.at[index];
    struct thread *thread = &self->threads[index];
    thread->part = part;
    thread->index = (uint32_t)index;
    thread->process = process_of(self, part->process);
    note_owners(thread);
    thread->sites = mem_zalloc((part->site_places.len + 1) * sizeof *thread->sites);
    thread->texts = mem_zalloc((part->texts.len + 1) * sizeof *thread->texts);
    self->finder->result->damaged += part->damaged_at >= 0;
    self->finder->result->cut += part->cut;
}

/* Objects that are read or written with all they hold: only for those an access to a part is one to
 * the whole, too. */
static void note_wholes(struct races__finder *finder, const struct observed_part *part,
                        uint32_t index)
{
    uint32_t all = 0;
    for (uint32_t i = 1; i <= part->texts.len && !all; i++)
        all = str_is(observed_text(part, i), "**") ? i : 0;
    for (size_t at = 0; all && at < part->count; at += observed_size(&part->at[at])) {
        const struct observed_record *record = &part->at[at];
        if (observed_op_of(record) == OBSERVED_ACCESS && record->b == all)
            *races__slot(&finder->wholes, (struct races__key){{index, record->a, 0, 0}}) = 1;
    }
}

/* Who reacts to a combinator could have run because of another of its promises. */
static void note_alternatives(struct feed *self, const struct thread *thread)
{
    vec_each (reaction, &thread->combined) {
        struct races__action *action = &self->finder->actions.at[reaction->action];
        const struct promise *combined = &thread->promises.at[reaction->promise];
        for (size_t i = 0; i < combined->element_count && !action->alternative; i++) {
            const struct promise *element =
                &thread->promises.at[thread->elements.at[combined->elements + i] - 1];
            uint32_t key = element->settled ? self->finder->actions.at[element->settled_by].key : 0;
            if (key && key != action->key)
                action->alternative = key;
        }
    }
}

static void close_thread(struct thread *self)
{
    free(self->sites);
    free(self->texts);
    vec_free(&self->events);
    vec_free(&self->tasks);
    vec_free(&self->promises);
    vec_free(&self->elements);
    vec_free(&self->combined);
    vec_free(&self->lines);
    vec_free(&self->listeners);
    vec_free(&self->owners);
}

void races__feed(struct races__finder *finder)
{
    struct feed self = {
        .finder = finder, .causality = finder->causality, .count = finder->observed->parts.len};
    self.threads = mem_zalloc((self.count + 1) * sizeof *self.threads);
    for (size_t i = 0; i < self.count; i++)
        open_thread(&self, i);
    for (size_t i = 0; i < self.count; i++)
        note_wholes(finder, self.threads[i].part, (uint32_t)i);
    for (struct thread *thread; (thread = next_thread(&self));)
        run_turn(&self, thread);
    for (size_t i = 0; i < self.count; i++)
        note_alternatives(&self, &self.threads[i]);
    for (size_t i = 0; i < self.count; i++)
        close_thread(&self.threads[i]);
    free(self.threads);
    map_free(&self.processes);
    map_free(&self.messages);
    map_free(&self.wire_numbers);
    vec_each (wire, &self.wires)
        vec_free(&wire->list);
    vec_free(&self.wires);
}

bool races__decide(struct races__finder *finder)
{
    bool any = false;
    vec_each (race, &finder->promise_races) {
        race->winner =
            causality_winner(finder->causality, (struct causality_promise){race->promise});
        any |= race->winner >= 0;
    }
    return any;
}
