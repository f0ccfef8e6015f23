/* dead-listener and dead-emit. Only emitters that do not leave the program's sight are judged. */
#include "check/rules/rules.h"

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

struct event_search {
    const struct js_name *event;
    const char *const *methods; /* that make the event, or listen to it */
    const struct emitter *emitter;
    bool emits, found;
};

static bool does(const struct emitter *emitter, const struct js_node *site, bool emits)
{
    for (size_t i = 0; emits && i < emitter->emissions.len; i++)
        if (emitter->emissions.at[i].site == site)
            return true;
    for (size_t i = 0; !emits && i < emitter->listeners.len; i++)
        if (emitter->listeners.at[i].site == site)
            return true;
    return false;
}

/* Does the call name its emitter by a variable that holds one for good? */
static bool names_one(const struct js_node *call)
{
    const struct js_node *object = call->a->a;
    return object->kind == JS_NAME && object->variable && !object->variable->written_late &&
           object->variable->by != JS_BY_PARAMETER;
}

/* Is all seen that this call does to our emitter? It was executed, on ours alone or on others that
 * stand in a variable of their own and were made elsewhere. */
static bool is_seen(const struct ruling *ruling, const struct event_search *search,
                    const struct js_node *call)
{
    bool on_ours = false, on_others = false;
    vec_each (emitter, &ruling->m->emitters) {
        if (!does(*emitter, call, search->emits))
            continue;
        on_ours |= (*emitter)->object->site == search->emitter->object->site;
        on_others |= *emitter != search->emitter;
    }
    return on_others ? !on_ours && names_one(call) : on_ours;
}

static void search_event(struct walk *walk, const struct js_node *node)
{
    struct event_search *search = walk->data;
    const struct js_node *name = node->kind == JS_CALL ? argument(node, 0) : NULL;
    if (search->found || !name ||
        (name->kind == JS_STRING && !js_same_name(name->text, search->event)))
        return;
    for (const char *const *method = search->methods; *method; method++)
        if (is_member_call(node, *method) && !is_seen(walk->ruling, search, node))
            search->found = true;
}

/* Does the text make the event, or perhaps make it, in a call that was never executed, on an object
 * that was not known, or on one that may be any? */
static bool may_happen_unseen(struct ruling *ruling, const struct emitter *emitter,
                              const struct js_name *event, bool emits)
{
    static const char *const emitting[] = {"emit", NULL};
    static const char *const listening[] = {
        "on", "once", "addListener", "prependListener", "prependOnceListener", "addEventListener",
        NULL};
    struct event_search search = {event, emits ? emitting : listening, emitter, emits, false};
    vec_each (unit, &ruling->m->units) {
        struct walk walk = {.ruling = ruling, .unit = *unit, .data = &search};
        vec_each (function, &(*unit)->file->functions)
            if ((*function)->body && !search.found)
                walk_function(&walk, *function, search_event);
    }
    return search.found;
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

static bool site_fires(const struct ruling *ruling, const struct js_node *site)
{
    vec_each (emitter, &ruling->m->emitters)
        vec_each (listener, &(*emitter)->listeners)
            if (listener->site == site && (listener->fired || (*emitter)->unknown_emissions))
                return true;
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

static bool is_held_outside(const struct machine *m, const struct js_function *function)
{
    vec_each (closure, &m->closures)
        if ((*closure)->escaped && (*closure)->closure.function == function)
            return true;
    return false;
}

struct call_search {
    const struct js_function *callee;
    bool found;
};

static void search_call(struct walk *walk, const struct js_node *node)
{
    struct call_search *search = walk->data;
    search->found |= node->kind == JS_CALL && node->a->kind == JS_NAME &&
                     function_of_argument(node->a) == search->callee;
}

/* Can code that we do not see have the function called, by itself or by others of its file? */
static bool is_called_from_outside(struct ruling *ruling, struct unit *unit,
                                   const struct js_function *function, unsigned depth)
{
    enum { DEEPEST = 4 };
    if (!function || !function->parent || depth > DEEPEST)
        return false;
    if (is_held_outside(ruling->m, function) ||
        is_called_from_outside(ruling, unit, function->parent, depth + 1))
        return true;
    vec_each (caller, &unit->file->functions) {
        struct call_search search = {.callee = function};
        struct walk walk = {.ruling = ruling, .unit = unit, .data = &search};
        if ((*caller)->body && *caller != function)
            walk_function(&walk, *caller, search_call);
        if (search.found && is_called_from_outside(ruling, unit, *caller, depth + 1))
            return true;
    }
    return false;
}

/* The emitter that we saw is one of those that come in from outside: a stand-in of a test's. */
static bool may_be_another(struct ruling *ruling, const struct emitter *emitter,
                           const struct listener *listener)
{
    const struct js_node *call = listener->site;
    return call->kind == JS_CALL && call->a->kind == JS_MEMBER &&
           is_called_from_outside(ruling, listener->unit, handed_to(emitter, listener), 0);
}

static const struct emission *nearest_emission(const struct emitter *emitter)
{
    for (size_t i = 0; i < emitter->emissions.len; i++)
        if (emitter->emissions.at[i].event)
            return &emitter->emissions.at[i];
    return NULL;
}

static void judge_listener(struct ruling *ruling, const struct emitter *emitter,
                           const struct listener *listener)
{
    if (listener->fired || !listener->event || listener->is_internal || !listener->unit ||
        is_automatic(listener->event))
        return;
    if (ruling->m->contexts.at[listener->context]->is_cut ||
        emitted_elsewhere(ruling, emitter, listener) || site_fires(ruling, listener->site))
        return;
    const struct emission *same = NULL;
    for (size_t i = 0; i < emitter->emissions.len; i++) {
        if (!js_same_name(emitter->emissions.at[i].event, listener->event))
            continue;
        same = &emitter->emissions.at[i];
        if (!is_surely_before(ruling, same->context, listener->context))
            return;
    }
    if (may_happen_unseen(ruling, emitter, listener->event, true) ||
        may_be_another(ruling, emitter, listener))
        return;
    struct finding *finding =
        report(ruling, RULE_DEAD_LISTENER, listener->unit, listener->site,
               same ? "'" STR_FMT "' is emitted only before this listener is added: it never runs"
                    : "nobody emits '" STR_FMT "' on this emitter: the listener never runs",
               STR_ARG(listener->event->text));
    const struct emission *near = same ? same : nearest_emission(emitter);
    repair(ruling, finding,
           same ? "add the listener before the event is emitted"
                : "check the event's name, or emit it");
    if (near)
        relate(ruling, finding, near->unit, near->site, "'" STR_FMT "' is emitted here",
               STR_ARG(near->event->text));
}

void rule_dead_listener(struct ruling *ruling)
{
    if (is_stopped(ruling->m->stop))
        return; /* an entry that was not executed any more might emit */
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
    const struct js_function *maker =
        unit && object->site ? function_around(unit, object->site) : NULL;
    if (!maker || !maker->parent || !is_held_outside(ruling->m, maker))
        return false;
    return is_returned_by(maker, object->site);
}

/* Somebody may listen there whom we do not see. An instance of our invention stands for those that
 * we saw, where nobody else can make any. */
static bool may_be_heard(struct machine *m, const struct emitter *emitter)
{
    if (emitter->object->is_invented && !is_of_shared_class(m, emitter->object))
        return false;
    return emitter->unknown_listeners || emitter->object->escaped;
}

static bool site_is_heard(const struct ruling *ruling, const struct js_node *site)
{
    vec_each (emitter, &ruling->m->emitters)
        vec_each (emission, &(*emitter)->emissions)
            if (emission->site == site &&
                (emission->found_listener || may_be_heard(ruling->m, *emitter)))
                return true;
    return false;
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

static void judge_emission(struct ruling *ruling, const struct emitter *emitter,
                           const struct emission *emission)
{
    if (emission->found_listener || !emission->event || !emission->unit ||
        is_automatic(emission->event) || is_passed_on(emission->site))
        return;
    if (ruling->m->contexts.at[emission->context]->is_cut ||
        heard_elsewhere(ruling, emitter, emission) || site_is_heard(ruling, emission->site))
        return;
    const struct listener *later = NULL;
    for (size_t i = 0; i < emitter->listeners.len; i++) {
        if (!js_same_name(emitter->listeners.at[i].event, emission->event))
            continue;
        later = &emitter->listeners.at[i];
        if (!later->removed && !is_surely_before(ruling, emission->context, later->context))
            return;
    }
    if (may_happen_unseen(ruling, emitter, emission->event, false) ||
        asks_for_listeners(emission) || is_relayed(emission))
        return;
    bool removed = later && later->removed;
    struct finding *finding =
        report(ruling, RULE_DEAD_EMIT, emission->unit, emission->site,
               "'" STR_FMT "' is emitted while nobody listens%s: the event is lost",
               STR_ARG(emission->event->text),
               removed ? " any more"
               : later ? " yet"
                       : "");
    repair(ruling, finding,
           later && !removed
               ? "emit it in process.nextTick or setImmediate, so that listeners can be added first"
               : "check the event's name, or add a listener");
    if (later)
        relate(ruling, finding, later->unit, later->site,
               removed ? "its listener was removed again" : "its listener is added only here");
}

/* One call may emit on thousands of emitters that we saw; a few of them show what there is. */
static bool was_judged_often(struct ruling *ruling, const struct emission *emission)
{
    enum { OFTEN = 4 };
    struct str key = arena_printf(ruling->arena, "%p", (const void *)emission->site);
    return map_add(&ruling->emissions, key, NULL)->number++ >= OFTEN;
}

void rule_dead_emit(struct ruling *ruling)
{
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
