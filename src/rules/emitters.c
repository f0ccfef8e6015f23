/* dead-listener and dead-emit. Only emitters that do not leave the program's sight are judged. */
#include "rules/rules.h"

#include <limits.h>

static uint32_t entry_of(const struct ruling *ruling, uint32_t context)
{
    return ruling->m->contexts.at[context]->entry;
}

static bool is_automatic(const struct js_name *event)
{
    return str_is(event->text, "newListener") || str_is(event->text, "removeListener") ||
           str_is(event->text, "error");
}

/* Is it certain that the one in `before` happens before the one in `after`? */
static bool is_surely_before(const struct ruling *ruling, uint32_t before, uint32_t after)
{
    enum order order =
        order_of(ruling->m, ruling->m->contexts.at[before], ruling->m->contexts.at[after]);
    return order == ORDER_BEFORE || order == ORDER_SAME;
}

/* ---- all calls that emit or listen, and what was seen of them ---- */

enum doing { EMITTING, LISTENING, DOINGS };

/* On which emitters a call did so. */
struct call_notes {
    const struct emitter *only;       /* NULL: on several */
    VEC(const struct js_node *) made; /* where they were made, each once */
    bool succeeded;                   /* an event was heard, or may have been; a listener ran */
};

/* Who calls a function by its name, in the order of the file. */
struct callers {
    VEC(const struct js_function *) list;
};

/* What a call that names the event may do to an emitter, beyond what was seen, hangs on the two
 * only by who they are: so calls are counted, not looked at for each emitter. */
struct event_calls {
    bool is_unseen;   /* some call was never executed */
    uint32_t unnamed; /* calls on what may be any emitter */
};

/* Kept apart for calls whose event is not known, which may be any. */
struct emitter_index {
    bool are_calls_counted;
    struct map calls[DOINGS];  /* call → struct call_notes */
    struct map events[DOINGS]; /* text → struct event_calls; "" with a NUL before it: unknown */
    struct map counts;  /* event_calls and emitter, or where it was made → how many calls */
    struct map held;    /* functions that others hold */
    struct map callers; /* function → struct callers */
    struct map outside; /* function and depth → is it called from outside? */
};

static struct call_notes *notes_of_call(struct ruling *ruling, enum doing doing,
                                        const struct js_node *site)
{
    struct map_entry *entry = entry_for(ruling, &ruling->index->calls[doing], site, NULL);
    if (!entry->pointer)
        entry->pointer = arena_new(ruling->arena, struct call_notes);
    return entry->pointer;
}

static void note_done(struct ruling *ruling, enum doing doing, const struct js_node *site,
                      const struct emitter *emitter, bool succeeded)
{
    struct call_notes *notes = notes_of_call(ruling, doing, site);
    bool is_first = !notes->made.len;
    notes->succeeded |= succeeded;
    if (!is_first && notes->only == emitter)
        return;
    notes->only = is_first ? emitter : NULL;
    struct map_entry *made =
        entry_for(ruling, &ruling->index->counts, notes, emitter->object->site);
    if (!made->number++)
        *vec_push(&notes->made) = emitter->object->site;
}

/* Does the call name its emitter by a variable that holds one for good? */
static bool names_one(const struct js_node *call)
{
    const struct js_node *object = call->a->a;
    return object->kind == JS_NAME && object->variable && !object->variable->written_late &&
           object->variable->by != JS_BY_PARAMETER;
}

static struct event_calls *calls_of_event(struct ruling *ruling, enum doing doing,
                                          const struct js_name *event)
{
    struct str key = event ? event->text : (struct str){"\0unknown", 8};
    struct map_entry *entry = map_add(&ruling->index->events[doing], key, NULL);
    if (!entry->pointer)
        entry->pointer = arena_new(ruling->arena, struct event_calls);
    return entry->pointer;
}

static uint64_t *count_for(struct ruling *ruling, const struct event_calls *calls,
                           const void *emitter_or_site)
{
    return &entry_for(ruling, &ruling->index->counts, calls, emitter_or_site)->number;
}

/* Is all seen that this call does to an emitter? Where it was executed, on that one alone or on
 * others that stand in a variable of their own and were made elsewhere. */
static void count_call(struct ruling *ruling, enum doing doing, const struct js_node *call,
                       const struct js_name *event)
{
    struct event_calls *calls = calls_of_event(ruling, doing, event);
    const struct map_entry *known = entry_for(ruling, &ruling->index->calls[doing], call, NULL);
    const struct call_notes *notes = known->pointer;
    if (!notes) {
        calls->is_unseen = true;
        return;
    }
    if (!names_one(call))
        calls->unnamed++;
    else
        vec_each (site, &notes->made)
            ++*count_for(ruling, calls, *site);
    if (notes->only) /* taken off again for that one: above all are counted */
        ++*count_for(ruling, calls, notes->only);
}

static void search_event_call(struct walk *walk, const struct js_node *node)
{
    static const char *const listening[] = {
        "on", "once", "addListener", "prependListener", "prependOnceListener", "addEventListener"};
    const struct js_node *name = node->kind == JS_CALL ? argument(node, 0) : NULL;
    if (!name || node->a->kind != JS_MEMBER)
        return;
    struct str method = node->a->b->text->text;
    if (!method.len || !memchr("oape", method.at[0], 4))
        return; /* most calls, at little cost */
    bool listens = is_one_of(method, listening, COUNT_OF(listening));
    if (listens || str_is(method, "emit"))
        count_call(walk->ruling, listens ? LISTENING : EMITTING, node,
                   name->kind == JS_STRING ? name->text : NULL);
}

static bool may_be_heard(struct machine *m, const struct emitter *emitter);

static void note_emitter(struct ruling *ruling, const struct emitter *emitter)
{
    for (size_t i = 0; i < emitter->emissions.len; i++) {
        const struct emission *emission = &emitter->emissions.at[i];
        note_done(ruling, EMITTING, emission->site, emitter,
                  emission->found_listener || may_be_heard(ruling->m, emitter));
    }
    for (size_t i = 0; i < emitter->listeners.len; i++) {
        const struct listener *listener = &emitter->listeners.at[i];
        note_done(ruling, LISTENING, listener->site, emitter,
                  listener->fired || emitter->unknown_emissions);
    }
}

static void make_index(struct ruling *ruling)
{
    ruling->index = arena_new(ruling->arena, struct emitter_index);
    vec_each (emitter, &ruling->m->emitters)
        note_emitter(ruling, *emitter);
    vec_each (closure, &ruling->m->closures)
        if ((*closure)->escaped)
            entry_for(ruling, &ruling->index->held, (*closure)->closure.function, NULL)->number = 1;
}

static void count_calls(struct ruling *ruling)
{
    ruling->index->are_calls_counted = true;
    vec_each (unit, &ruling->m->units) {
        struct walk walk = {.ruling = ruling, .unit = *unit};
        vec_each (function, &(*unit)->file->functions)
            if ((*function)->body)
                walk_function(&walk, *function, search_event_call);
    }
}

void emitter_index_free(struct emitter_index *self)
{
    if (!self)
        return;
    for (enum doing doing = 0; doing < DOINGS; doing++) {
        for (size_t i = 0; i < self->calls[doing].len; i++) {
            struct call_notes *notes = self->calls[doing].at[i].pointer;
            if (notes)
                vec_free(&notes->made);
        }
        map_free(&self->calls[doing]);
        map_free(&self->events[doing]);
    }
    for (size_t i = 0; i < self->callers.len; i++) {
        struct callers *callers = self->callers.at[i].pointer;
        if (callers)
            vec_free(&callers->list);
    }
    map_free(&self->counts);
    map_free(&self->held);
    map_free(&self->callers);
    map_free(&self->outside);
}

static bool may_be_done_by(struct ruling *ruling, const struct event_calls *calls,
                           const struct emitter *emitter)
{
    uint64_t others = calls->unnamed + *count_for(ruling, calls, emitter->object->site);
    return calls->is_unseen || others > *count_for(ruling, calls, emitter);
}

/* Does the text make the event, or perhaps make it, in a call that was never executed, on an object
 * that was not known, or on one that may be any? */
static bool may_happen_unseen(struct ruling *ruling, const struct emitter *emitter,
                              const struct js_name *event, enum doing doing)
{
    if (!ruling->index->are_calls_counted)
        count_calls(ruling);
    return may_be_done_by(ruling, calls_of_event(ruling, doing, event), emitter) ||
           may_be_done_by(ruling, calls_of_event(ruling, doing, NULL), emitter);
}

static bool site_succeeds(struct ruling *ruling, enum doing doing, const struct js_node *site)
{
    return notes_of_call(ruling, doing, site)->succeeded;
}

/* The events of a class that others use are theirs to emit and to listen to. */
static bool is_of_shared_class(struct machine *m, const struct object *object)
{
    struct property *constructor =
        object->proto ? object_own(object->proto, name_of(m, "constructor")) : NULL;
    return (object->proto && object->proto->escaped) ||
           (constructor && constructor->value.tag == V_OBJECT &&
            constructor->value.object->escaped);
}

/* ---- dead-listener ---- */

/* Calls from outside come in any order, so an emit in another entry counts for every listener. */
static bool emitted_elsewhere(const struct ruling *ruling, const struct emitter *emitter,
                              const struct listener *listener)
{
    for (size_t i = 0; i < emitter->emissions.len; i++) {
        const struct emission *emission = &emitter->emissions.at[i];
        if (!emission->event ||
            (js_same_name(emission->event, listener->event) &&
             entry_of(ruling, emission->context) != entry_of(ruling, listener->context)))
            return true;
    }
    return false;
}

static bool is_made_in(const struct emitter *emitter, const struct unit *unit,
                       const struct js_function *function)
{
    return emitter->object->unit == unit && emitter->object->site &&
           function_around(unit, emitter->object->site) == function;
}

/* The function that was handed the emitter which a call names: as its parameter, in a field, or in
 * a variable that others assign. NULL: it stands there for good, or the function made it itself. */
static const struct js_function *handed_to(const struct emitter *emitter,
                                           const struct listener *listener)
{
    const struct js_function *around = function_around(listener->unit, listener->site);
    const struct js_node *node = listener->site->a->a, *value;
    if (node->kind == JS_THIS || is_made_in(emitter, listener->unit, around))
        return NULL;
    for (;;) {
        if (node->kind == JS_MEMBER || node->kind == JS_INDEX || node->kind == JS_CALL ||
            node->kind == JS_CHAIN || node->kind == JS_AWAIT || node->kind == JS_LOGICAL)
            node = node->a;
        else if ((value = initial_value(node)))
            node = value;
        else
            break;
    }
    if (node->kind == JS_THIS)
        return around;
    if (node->kind != JS_NAME || !node->variable)
        return NULL;
    const struct js_variable *variable = node->variable;
    if (variable->by == JS_BY_PARAMETER)
        return variable->scope->function;
    return variable->written_late || variable->scope->function->parent ? around : NULL;
}

static bool is_held_outside(struct ruling *ruling, const struct js_function *function)
{
    return entry_for(ruling, &ruling->index->held, function, NULL)->number;
}

static void note_caller(struct walk *walk, const struct js_node *node)
{
    const struct js_function *callee =
        node->kind == JS_CALL && node->a->kind == JS_NAME ? function_of_argument(node->a) : NULL;
    if (!callee || callee == walk->function)
        return;
    struct map_entry *entry = entry_for(walk->ruling, &walk->ruling->index->callers, callee, NULL);
    if (!entry->pointer)
        entry->pointer = arena_new(walk->ruling->arena, struct callers);
    struct callers *callers = entry->pointer;
    if (!callers->list.len || *vec_last(&callers->list) != walk->function)
        *vec_push(&callers->list) = walk->function;
}

static const struct callers *callers_of(struct ruling *ruling, struct unit *unit,
                                        const struct js_function *function)
{
    struct map_entry *noted = entry_for(ruling, &ruling->index->callers, unit, NULL);
    struct walk walk = {.ruling = ruling, .unit = unit};
    if (!noted->pointer) {
        noted->pointer = arena_new(ruling->arena, struct callers);
        vec_each (caller, &unit->file->functions)
            if ((*caller)->body)
                walk_function(&walk, *caller, note_caller);
    }
    return entry_for(ruling, &ruling->index->callers, function, NULL)->pointer;
}

static bool is_called_from_outside(struct ruling *ruling, struct unit *unit,
                                   const struct js_function *function, uintptr_t depth);

static bool is_led_to_from_outside(struct ruling *ruling, struct unit *unit,
                                   const struct js_function *function, uintptr_t depth)
{
    if (is_held_outside(ruling, function) ||
        is_called_from_outside(ruling, unit, function->parent, depth + 1))
        return true;
    const struct callers *callers = callers_of(ruling, unit, function);
    for (size_t i = 0; callers && i < callers->list.len; i++)
        if (is_called_from_outside(ruling, unit, callers->list.at[i], depth + 1))
            return true;
    return false;
}

/* Can code that we do not see have the function called, by itself or by others of its file? */
static bool is_called_from_outside(struct ruling *ruling, struct unit *unit,
                                   const struct js_function *function, uintptr_t depth)
{
    enum { NOT_ASKED, NO, YES };
    enum { DEEPEST = 4 };
    if (!function || !function->parent || depth > DEEPEST)
        return false;
    struct map *known = &ruling->index->outside;
    uint64_t answer = entry_for(ruling, known, function, (const void *)depth)->number;
    if (answer == NOT_ASKED) {
        answer = is_led_to_from_outside(ruling, unit, function, depth) ? YES : NO;
        entry_for(ruling, known, function, (const void *)depth)->number = answer;
    }
    return answer == YES;
}

/* The emitter that we saw is one of those that come in from outside: a stand-in of a test's. */
static bool may_be_another(struct ruling *ruling, const struct emitter *emitter,
                           const struct listener *listener)
{
    const struct js_node *call = listener->site;
    return call->kind == JS_CALL && call->a->kind == JS_MEMBER &&
           is_called_from_outside(ruling, listener->unit, handed_to(emitter, listener), 0);
}

/* Levenshtein's: how many letters must be added, dropped or changed. Of long names the beginning.
 */
static unsigned distance(struct str a, struct str b)
{
    enum { LONGEST = 40 };
    unsigned row[LONGEST + 1];
    size_t rows = a.len < LONGEST ? a.len : LONGEST, columns = b.len < LONGEST ? b.len : LONGEST;
    for (size_t j = 0; j <= columns; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= rows; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= columns; j++) {
            unsigned changed = diagonal + (a.at[i - 1] != b.at[j - 1]);
            unsigned fewer = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = changed < fewer ? changed : fewer;
        }
    }
    return row[columns];
}

/* Whoever listens to 'stoped' meant 'stopped', not the first event there is. */
static const struct emission *nearest_emission(const struct emitter *emitter, struct str event)
{
    enum { MOST = 64 };
    const struct emission *nearest = NULL;
    unsigned least = UINT_MAX;
    for (size_t i = 0; i < emitter->emissions.len && i < MOST; i++) {
        const struct emission *emission = &emitter->emissions.at[i];
        unsigned changes = emission->event ? distance(event, emission->event->text) : UINT_MAX;
        if (changes < least) {
            least = changes;
            nearest = emission;
        }
    }
    return nearest;
}

static void judge_listener(struct ruling *ruling, const struct emitter *emitter,
                           const struct listener *listener)
{
    if (listener->fired || !listener->event || listener->is_internal || !listener->unit ||
        is_automatic(listener->event))
        return;
    if (ruling->m->contexts.at[listener->context]->is_cut ||
        emitted_elsewhere(ruling, emitter, listener) ||
        site_succeeds(ruling, LISTENING, listener->site))
        return;
    const struct emission *same = NULL;
    for (size_t i = 0; i < emitter->emissions.len; i++) {
        if (!js_same_name(emitter->emissions.at[i].event, listener->event))
            continue;
        same = &emitter->emissions.at[i];
        if (!is_surely_before(ruling, same->context, listener->context))
            return;
    }
    if (may_happen_unseen(ruling, emitter, listener->event, EMITTING) ||
        may_be_another(ruling, emitter, listener))
        return;
    struct finding *finding =
        report(ruling, &rule_dead_listener, listener->unit, listener->site,
               same ? "'" STR_FMT "' is emitted only before this listener is added: it never runs"
                    : "nobody emits '" STR_FMT "' on this emitter: the listener never runs",
               STR_ARG(listener->event->text));
    const struct emission *near = same ? same : nearest_emission(emitter, listener->event->text);
    repair(ruling, finding,
           same ? "add the listener before the event is emitted"
                : "check the event's name, or emit it");
    if (near)
        relate(ruling, finding, near->unit, near->site, "'" STR_FMT "' is emitted here",
               STR_ARG(near->event->text));
}

static void judge_dead_listener(struct ruling *ruling)
{
    if (is_stopped(ruling->m->stop))
        return; /* an entry that was not executed any more might emit */
    if (!ruling->index && ruling->m->emitters.len)
        make_index(ruling);
    vec_each (emitter, &ruling->m->emitters)
        if (!(*emitter)->unknown_emissions && !(*emitter)->is_native &&
            !(*emitter)->object->escaped && !is_of_shared_class(ruling->m, (*emitter)->object))
            vec_each (listener, &(*emitter)->listeners)
                judge_listener(ruling, *emitter, listener);
}

/* ---- dead-emit ---- */

static bool heard_elsewhere(const struct ruling *ruling, const struct emitter *emitter,
                            const struct emission *emission)
{
    for (size_t i = 0; i < emitter->listeners.len; i++) {
        const struct listener *listener = &emitter->listeners.at[i];
        bool same = !listener->event || js_same_name(listener->event, emission->event);
        if (same && entry_of(ruling, listener->context) != entry_of(ruling, emission->context))
            return true;
    }
    return false;
}

/* exports.create = options => { return new Notifier(options); } */
static bool is_given_out(struct ruling *ruling, const struct object *object)
{
    struct unit *unit = object->unit;
    struct js_function *maker = unit && object->site ? function_around(unit, object->site) : NULL;
    if (!maker || !maker->parent || !is_held_outside(ruling, maker))
        return false;
    return is_returned_by(ruling, maker, object->site);
}

/* Somebody may listen there whom we do not see. An instance of our invention stands for those that
 * we saw, where nobody else can make any. */
static bool may_be_heard(struct machine *m, const struct emitter *emitter)
{
    if (emitter->object->is_invented && !is_of_shared_class(m, emitter->object))
        return false;
    return emitter->unknown_listeners || emitter->object->escaped;
}

/* emit(level, message) passes on what it was given: not everything will be listened to. */
static bool is_passed_on(const struct js_node *call)
{
    const struct js_node *event = call->kind == JS_CALL ? argument(call, 0) : NULL;
    if (event && event->kind == JS_NEW && is_member_call(call, "dispatchEvent"))
        event = argument(event, 0); /* new Event('name') */
    return !event || event->kind != JS_STRING;
}

static void search_question(struct walk *walk, const struct js_node *node)
{
    static const char *const asking[] = {"listenerCount", "listeners", "rawListeners",
                                         "eventNames"};
    bool *asks = walk->data;
    *asks |= node->kind == JS_CALL && node->a->kind == JS_MEMBER &&
             is_one_of(node->a->b->text->text, asking, COUNT_OF(asking));
}

/* if (bus.listenerCount(name)) bus.emit(...) */
static bool asks_for_listeners(const struct emission *emission)
{
    struct js_function *around = function_around(emission->unit, emission->site);
    return emission->is_may && around && answer(around, ANSWER_ASKS_LISTENERS, search_question);
}

/* inner.on('entry', entry => this.emit('entry', entry)): passed on, whether anybody listens or not.
 */
static bool is_relayed(const struct emission *emission)
{
    const struct js_function *around = function_around(emission->unit, emission->site);
    const struct js_node *call = around ? around->given_to : NULL;
    const struct js_node *name = call ? argument(call, 0) : NULL;
    return name && name->kind == JS_STRING && name->next == around->node &&
           js_same_name(name->text, emission->event);
}

struct parent_search {
    const struct js_node *child, *around, *found;
};

static void search_child(const struct js_node *node, void *context)
{
    struct parent_search *search = context;
    if (node == search->child)
        search->found = search->around;
}

static void search_parent(struct walk *walk, const struct js_node *node)
{
    struct parent_search *search = walk->data;
    search->around = node;
    if (contains(node, search->child))
        js_children(node, search_child, search);
}

/* const heard = bus.emit('x'); assert.equal(bus.emit('x'), false): that nobody listens is expected.
 */
static bool is_result_used(struct ruling *ruling, const struct emission *emission)
{
    struct js_function *around = function_around(emission->unit, emission->site);
    struct parent_search search = {.child = emission->site};
    struct walk walk = {.ruling = ruling, .unit = emission->unit, .data = &search};
    if (!around || !may_walk(ruling, around))
        return false;
    walk_function(&walk, around, search_parent);
    const struct js_node *parent = search.found;
    return parent && (parent->kind == JS_DECLARATOR || parent->kind == JS_ASSIGN ||
                      parent->kind == JS_CALL || parent->kind == JS_BINARY ||
                      parent->kind == JS_UNARY || parent->kind == JS_CONDITIONAL ||
                      (parent->kind == JS_LOGICAL && parent->a == emission->site) ||
                      (parent->kind == JS_IF && parent->a == emission->site));
}

/* Removed by a function that does that, not right before the event: somebody listens at times. */
static bool is_switched(const struct listener *listener, const struct emission *emission)
{
    return listener->removed_at && listener->removed_unit &&
           function_around(listener->removed_unit, listener->removed_at) !=
               function_around(emission->unit, emission->site);
}

static void judge_emission(struct ruling *ruling, const struct emitter *emitter,
                           const struct emission *emission)
{
    if (emission->found_listener || !emission->event || !emission->unit ||
        is_automatic(emission->event) || is_passed_on(emission->site))
        return;
    if (ruling->m->contexts.at[emission->context]->is_cut ||
        heard_elsewhere(ruling, emitter, emission) ||
        site_succeeds(ruling, EMITTING, emission->site))
        return;
    const struct listener *later = NULL;
    for (size_t i = 0; i < emitter->listeners.len; i++) {
        if (!js_same_name(emitter->listeners.at[i].event, emission->event))
            continue;
        later = &emitter->listeners.at[i];
        bool may_hear =
            !later->removed && !is_surely_before(ruling, emission->context, later->context);
        if (may_hear || is_switched(later, emission))
            return;
    }
    if (may_happen_unseen(ruling, emitter, emission->event, LISTENING) ||
        asks_for_listeners(emission) || is_relayed(emission) || is_result_used(ruling, emission))
        return;
    bool removed = later && later->removed;
    struct finding *finding =
        report(ruling, &rule_dead_emit, emission->unit, emission->site,
               "'" STR_FMT "' is emitted while nobody listens%s: the event is lost",
               STR_ARG(emission->event->text),
               removed ? " any more"
               : later ? " yet"
                       : "");
    if (!later && !emitter->listeners.len)
        grade(finding, SEVERITY_NOTE); /* it tells whoever may listen one day */
    repair(ruling, finding,
           later && !removed
               ? "emit it in process.nextTick or setImmediate, so that listeners can be added first"
               : "check the event's name, or add a listener");
    if (removed && later->removed_at)
        relate(ruling, finding, later->removed_unit, later->removed_at,
               "its listener was removed again");
    else if (later)
        relate(ruling, finding, later->unit, later->site,
               removed ? "its listener runs only once" : "its listener is added only here");
}

/* One call may emit on thousands of emitters that we saw; a few of them show what there is. */
static bool was_judged_often(struct ruling *ruling, const struct emission *emission)
{
    enum { OFTEN = 4 };
    struct str key = arena_printf(ruling->arena, "%p", (const void *)emission->site);
    return map_add(&ruling->emissions, key, NULL)->number++ >= OFTEN;
}

static void judge_dead_emit(struct ruling *ruling)
{
    if (!ruling->index && ruling->m->emitters.len)
        make_index(ruling);
    vec_each (emitter, &ruling->m->emitters) {
        if ((*emitter)->unknown_listeners || (*emitter)->is_native || (*emitter)->object->escaped ||
            is_of_shared_class(ruling->m, (*emitter)->object) ||
            is_given_out(ruling, (*emitter)->object))
            continue;
        vec_each (emission, &(*emitter)->emissions) {
            if (is_stopped(ruling->m->stop))
                return; /* an entry that was not executed any more might listen */
            if (!was_judged_often(ruling, emission))
                judge_emission(ruling, *emitter, emission);
        }
    }
}

const struct rule rule_dead_listener = {
    .info =
        {"dead-listener", SEVERITY_WARNING, "an event is listened to that nobody emits",
         "The emitter does not leave the program and no emit names this event: a misspelt name, "
         "usually.",
         "const EventEmitter = require('events');\nconst bus = new "
         "EventEmitter();\nbus.on('reddy', () => console.log('go'));\nbus.on('ready', () => "
         "console.log('go'));\nbus.emit('ready');\n",
         "const EventEmitter = require('events');\nconst bus = new "
         "EventEmitter();\nbus.on('ready', () => console.log('go'));\nbus.emit('ready');\n"},
    .judge = judge_dead_listener,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
    .story = {"0s", {"the listener is added here"}},
};

const struct rule rule_dead_emit = {
    .info = {"dead-emit", SEVERITY_WARNING, "an event is emitted while no listener can exist",
             "Nobody listens to it, or listeners are added only afterwards: the event is lost.",
             "const EventEmitter = require('events');\nconst bus = new "
             "EventEmitter();\nbus.emit('ready');\nbus.on('ready', () => console.log('go'));\n",
             "const EventEmitter = require('events');\nconst bus = new "
             "EventEmitter();\nbus.on('ready', () => console.log('go'));\nbus.emit('ready');\n"},
    .judge = judge_dead_emit,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
};
