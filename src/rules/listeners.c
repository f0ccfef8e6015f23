/* invalid-listener-removal, duplicate-listener, listener-in-listener: what the machine noted about
 * emitters it knows, and what is plain from the text whatever the target is (an element of a page,
 * a socket, a parameter). */
#include "rules/rules.h"

static const char *const adding[] = {"on", "addListener", "addEventListener"};
static const char *const removing[] = {"off", "removeListener", "removeEventListener",
                                       "removeAllListeners"};

static bool calls_one_of(const struct js_node *node, const char *const *methods, size_t count)
{
    return node->kind == JS_CALL && node->a->kind == JS_MEMBER &&
           is_one_of(node->a->b->text->text, methods, count);
}

/* light.off(0, done) switches a lamp off. */
bool is_removing(const struct js_node *node)
{
    return calls_one_of(node, removing, COUNT_OF(removing)) &&
           !(argument(node, 0) && argument(node, 0)->kind == JS_NUMBER);
}

bool is_adding(const struct js_node *node)
{
    return calls_one_of(node, adding, COUNT_OF(adding)) && argument(node, 1);
}

const struct js_name *event_of(const struct js_node *call)
{
    const struct js_node *event = argument(call, 0);
    return event && event->kind == JS_STRING ? event->text : NULL;
}

static bool same_text(const struct unit *unit, const struct js_node *a, const struct js_node *b)
{
    size_t length = a->end - a->start;
    return length == b->end - b->start &&
           memcmp(unit->source->text.at + a->start, unit->source->text.at + b->start, length) == 0;
}

static bool same_call(const struct unit *unit, const struct js_node *a, const struct js_node *b)
{
    return same_text(unit, a->a->a, b->a->a) && same_text(unit, a->b, b->b) &&
           same_text(unit, a->b->next, b->b->next);
}

/* ---- invalid-listener-removal ---- */

struct finding *tell_removal(struct ruling *ruling, struct unit *unit, const struct js_node *site,
                             struct str event)
{
    struct finding *finding =
        report(ruling, &rule_invalid_listener_removal, unit, site,
               "this removes nothing: the function was never added for " STR_FMT
               " (functions are compared by identity)",
               STR_ARG(event));
    repair(ruling, finding, "keep the function that was added in a variable and remove that one");
    return finding;
}

static struct str quoted(struct ruling *ruling, const struct js_name *event)
{
    return event ? arena_printf(ruling->arena, "'" STR_FMT "'", STR_ARG(event->text))
                 : STR("any event");
}

/* A call's target, event and listener, as far as they tell it from others. */
static struct str key_of_call(struct ruling *ruling, const struct unit *unit,
                              const struct js_function *function, const struct js_node *call)
{
    enum { LONGEST = 200 };
    const struct js_node *parts[] = {call->a->a, call->b, call->b->next};
    struct buf key = {0};
    buf_add(&key, (const char *)&function, sizeof function);
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        size_t length = parts[i]->end - parts[i]->start;
        buf_add(&key, (const char *)&length, sizeof length);
        buf_add(&key, unit->source->text.at + parts[i]->start, length < LONGEST ? length : LONGEST);
    }
    struct str kept = arena_str(ruling->arena, (struct str){key.at, key.len});
    buf_free(&key);
    return kept;
}

static void note_adding(struct walk *walk, const struct js_node *node)
{
    if (!is_adding(node) && !(is_member_call(node, "once") && argument(node, 1)))
        return;
    struct str key = key_of_call(walk->ruling, walk->unit, walk->function, node);
    struct map_entry *last = map_add(&walk->ruling->added, key, NULL);
    if (node->start > last->number)
        last->number = node->start;
}

/* Removed and then added by the same code: whoever does so makes sure that it listens once, and
 * from the second time on there is something to remove. */
static bool is_added_next(struct ruling *ruling, const struct event *event)
{
    struct walk walk = {.ruling = ruling, .unit = event->unit};
    const struct js_node *call = event->site;
    if (!event->unit || call->kind != JS_CALL || call->a->kind != JS_MEMBER || !argument(call, 1))
        return false;
    struct js_function *function = function_around(event->unit, call);
    if (!function)
        return false;
    struct map_entry *noted = entry_for(ruling, &ruling->added, function, NULL);
    if (!noted->number++)
        walk_function(&walk, function, note_adding);
    const struct map_entry *last =
        map_find(&ruling->added, key_of_call(ruling, event->unit, function, call));
    return last && last->number > call->end;
}

/* By a context that may as well have come first: behind an answer, say. */
static bool may_be_added_before(struct ruling *ruling, const struct event *event)
{
    struct machine *m = ruling->m;
    const struct context *remover = m->contexts.at[event->context];
    vec_each (listener, &event->emitter->listeners)
        if ((!listener->event || js_same_name(listener->event, event->name)) &&
            v_same(listener->function, event->value) &&
            order_of(m, remover, m->contexts.at[listener->context]) != ORDER_BEFORE)
            return true;
    return false;
}

static void judge_invalid_listener_removal(struct ruling *ruling)
{
    vec_each (event, &ruling->m->events)
        if (event->kind == EVENT_REMOVED_STRANGER && !is_added_next(ruling, event) &&
            !may_be_added_before(ruling, event))
            tell_removal(ruling, event->unit, event->site, quoted(ruling, event->name));
}

/* A function that the very call makes: a literal, or `f.bind(x)`. */
static bool is_made_here(const struct js_node *function)
{
    return function->kind == JS_FUNCTION ||
           (is_member_call(function, "bind") && function->b && function->a->a->kind != JS_THIS);
}

enum capture { CAPTURE_NO, CAPTURE_YES, CAPTURE_UNCLEAR };

/* The third argument of addEventListener and removeEventListener. */
static enum capture capture_of(const struct js_node *call)
{
    const struct js_node *options = argument(call, 2);
    const struct js_node *value = options ? initial_value(options) : NULL;
    options = value ? value : options;
    if (!options || options->kind == JS_FALSE)
        return CAPTURE_NO;
    if (options->kind != JS_OBJECT)
        return options->kind == JS_TRUE ? CAPTURE_YES : CAPTURE_UNCLEAR;
    enum capture capture = CAPTURE_NO;
    for (const struct js_node *option = options->a; option; option = option->next) {
        if (option->kind != JS_PROPERTY || option->a->kind != JS_STRING || !option->b)
            return CAPTURE_UNCLEAR;
        if (!str_is(option->a->text->text, "capture"))
            continue;
        capture = option->b->kind == JS_TRUE    ? CAPTURE_YES
                  : option->b->kind == JS_FALSE ? CAPTURE_NO
                                                : CAPTURE_UNCLEAR;
    }
    return capture;
}

static bool has_capture(const struct js_node *call)
{
    return is_member_call(call, "addEventListener") || is_member_call(call, "removeEventListener");
}

/* What tells one listener from another beside function and event. */
enum flag { FLAG_NONE, FLAG_BUBBLE, FLAG_CAPTURE, FLAG_COUNT }; /* NONE: emitters, or unclear */

static enum flag flag_of(const struct js_node *call)
{
    enum capture capture = has_capture(call) ? capture_of(call) : CAPTURE_UNCLEAR;
    return capture == CAPTURE_UNCLEAR ? FLAG_NONE
           : capture == CAPTURE_YES   ? FLAG_CAPTURE
                                      : FLAG_BUBBLE;
}

static enum flag other_flag(enum flag flag)
{
    return flag == FLAG_CAPTURE ? FLAG_BUBBLE : FLAG_CAPTURE;
}

bool is_plain_event(const struct js_name *event)
{
    return event && !memchr(event->text.at, '.', event->text.len) &&
           !memchr(event->text.at, ' ', event->text.len);
}

/* What a file does with a variable, as far as its functions were walked. */
struct listener_notes {
    size_t understood; /* references that only add, remove or call it */
    bool is_unclear;
    const struct js_node *added, *added_otherwise; /* first; first for another event than that */
    enum { NOT_ASKED, NOT_UNDERSTOOD, UNDERSTOOD } state;
    const struct js_function **users; /* that name it */
    size_t user_count;
    bool has_too_many_users;
};

/* The same, for one event. */
struct event_notes {
    const struct js_node *added[FLAG_COUNT]; /* the first each */
    bool is_removed[FLAG_COUNT];
};

static struct listener_notes *notes_of(struct ruling *ruling, const struct js_variable *variable)
{
    struct map_entry *entry = entry_for(ruling, &ruling->listeners, variable, NULL);
    if (!entry->pointer)
        entry->pointer = arena_new(ruling->arena, struct listener_notes);
    return entry->pointer;
}

static struct event_notes *notes_of_event(struct ruling *ruling, const struct js_variable *variable,
                                          const struct js_name *event)
{
    struct map_entry *entry = entry_for(ruling, &ruling->listened, variable, event);
    if (!entry->pointer)
        entry->pointer = arena_new(ruling->arena, struct event_notes);
    return entry->pointer;
}

static bool is_first(const struct js_node *call, const struct js_node *so_far)
{
    return !so_far || call->start < so_far->start;
}

static void note_added(struct listener_notes *notes, struct event_notes *of_event,
                       const struct js_node *call)
{
    const struct js_node **same = &of_event->added[flag_of(call)];
    if (is_first(call, *same))
        *same = call;
    bool is_other = notes->added && event_of(notes->added) != event_of(call);
    if (is_first(call, notes->added)) {
        if (is_other)
            notes->added_otherwise = notes->added;
        notes->added = call;
    } else if (is_other && is_first(call, notes->added_otherwise)) {
        notes->added_otherwise = call;
    }
}

/* Adds, removes or calls a function by its name? */
static void note_use(struct ruling *ruling, const struct js_node *call)
{
    const struct js_node *callee = call->a, *listener = argument(call, 1);
    if (callee->kind == JS_NAME && callee->variable)
        notes_of(ruling, callee->variable)->understood++;
    const struct js_node *bound = bound_function(call);
    if (bound && bound->kind == JS_NAME && bound->variable)
        notes_of(ruling, bound->variable)->understood++;
    if (!listener || listener->kind != JS_NAME || !listener->variable ||
        !(is_adding(call) || is_removing(call)))
        return;
    struct listener_notes *notes = notes_of(ruling, listener->variable);
    notes->understood++;
    if (!is_plain_event(event_of(call))) {
        notes->is_unclear = true;
        return;
    }
    struct event_notes *of_event = notes_of_event(ruling, listener->variable, event_of(call));
    if (is_adding(call))
        note_added(notes, of_event, call);
    else
        of_event->is_removed[flag_of(call)] = true;
}

/* All that the call's listener names, in functions too. */
static void note_removed(const struct js_node *node, void *context)
{
    struct walk *walk = context;
    if (node->kind == JS_NAME && node->variable)
        entry_for(walk->ruling, &walk->ruling->removed, walk->function, node->variable);
    else if (node->kind == JS_FUNCTION && node->function->body)
        note_removed(node->function->body, context);
    else if (node->kind != JS_NAME)
        js_children(node, note_removed, context);
}

static void note_call(struct walk *walk, const struct js_node *node)
{
    if (node->kind != JS_CALL)
        return;
    note_use(walk->ruling, node);
    if (is_removing(node) && argument(node, 1))
        note_removed(argument(node, 1), walk);
}

static void note_calls_of(const struct walk *walk, struct js_function *function)
{
    struct walk search = {.ruling = walk->ruling, .unit = walk->unit};
    if (!(facts_of(function)->asked & ANSWER_NOTED))
        walk_function(&search, function, note_call);
    facts_of(function)->asked |= ANSWER_NOTED;
}

static bool is_user(const struct listener_notes *notes, const struct js_function *function)
{
    for (size_t i = 0; i < notes->user_count; i++)
        if (notes->users[i] == function)
            return true;
    return false;
}

/* What was noted about the variable, once all functions that name it are walked. */
static struct listener_notes *complete_notes(const struct walk *walk,
                                             const struct js_variable *variable)
{
    enum { MOST_USERS = 16 };
    struct listener_notes *notes = notes_of(walk->ruling, variable);
    if (notes->users)
        return notes;
    notes->users = arena_array(walk->ruling->arena, const struct js_function *, MOST_USERS);
    for (const struct js_node *r = variable->first_reference; r; r = r->next_reference) {
        struct js_function *user = function_around(walk->unit, r);
        if (!user || is_user(notes, user))
            continue;
        notes->has_too_many_users = notes->user_count == MOST_USERS;
        if (notes->has_too_many_users)
            break;
        notes->users[notes->user_count++] = user;
        note_calls_of(walk, user);
    }
    return notes;
}

static size_t count_references(const struct js_variable *variable)
{
    size_t count = 0;
    for (const struct js_node *r = variable->first_reference; r; r = r->next_reference)
        count += r != variable->declared;
    return count;
}

/* export function f, export const f: others may add it. */
static bool is_exported(const struct js_variable *variable)
{
    return variable->declared->flags & JS_EXPORTED && !variable->scope->function->parent;
}

/* All that the file does with the function which a call removes, where nobody else can get hold of
 * it; NULL: not so. */
static const struct listener_notes *understand_uses(const struct walk *walk,
                                                    const struct js_node *listener)
{
    const struct js_variable *variable = listener->kind == JS_NAME ? listener->variable : NULL;
    if (!variable || !function_of_argument(listener))
        return NULL;
    struct listener_notes *notes = complete_notes(walk, variable);
    if (notes->state == NOT_ASKED)
        notes->state = !notes->has_too_many_users && !notes->is_unclear &&
                               notes->understood == count_references(variable) &&
                               !is_exported(variable)
                           ? UNDERSTOOD
                           : NOT_UNDERSTOOD;
    return notes->state == UNDERSTOOD ? notes : NULL;
}

static void tell_other_capture(const struct walk *walk, const struct js_node *removal,
                               const struct js_node *added)
{
    struct finding *finding =
        report(walk->ruling, &rule_invalid_listener_removal, walk->unit, removal,
               "this removes nothing: the function was added for '" STR_FMT
               "' with another capture flag, and the flag is part of a listener's identity",
               STR_ARG(event_of(removal)->text));
    repair(walk->ruling, finding, "give the same capture flag to both calls");
    relate(walk->ruling, finding, walk->unit, added, "it was added here");
}

static void visit_invalid_listener_removal(struct walk *walk, const struct js_node *node)
{
    const struct js_node *listener = is_removing(node) ? argument(node, 1) : NULL;
    if (!listener || (is_test_file(walk->unit->source) && !walk->unit->source->named))
        return;
    struct str event = quoted(walk->ruling, event_of(node));
    if (is_made_here(listener)) {
        tell_removal(walk->ruling, walk->unit, node, event);
        return;
    }
    const struct js_node *bound = added_bound(walk, node);
    if (bound) {
        struct finding *finding = tell_removal(walk->ruling, walk->unit, node, event);
        relate(walk->ruling, finding, walk->unit, bound,
               "bind makes a new function: that one was added here");
        return;
    }
    const struct listener_notes *notes = understand_uses(walk, listener);
    if (!notes)
        return;
    const struct js_name *name = event_of(node);
    const struct event_notes *same = notes_of_event(walk->ruling, listener->variable, name);
    enum flag flag = flag_of(node), other = other_flag(flag);
    if (same->added[FLAG_NONE] || same->added[flag] || (flag == FLAG_NONE && same->added[other]) ||
        (flag == FLAG_NONE && same->added[other_flag(other)]))
        return;
    if (same->added[other]) {
        if (!same->is_removed[other]) /* with either flag, to be on the safe side */
            tell_other_capture(walk, node, same->added[other]);
        return;
    }
    struct finding *finding = tell_removal(walk->ruling, walk->unit, node, event);
    const struct js_node *added = notes->added;
    if (added && event_of(added) == name)
        added = notes->added_otherwise;
    if (added)
        relate(walk->ruling, finding, walk->unit, added, "it was added for '" STR_FMT "' here",
               STR_ARG(event_of(added)->text));
}

/* ---- duplicate-listener ---- */

static bool adds_once(const struct js_node *call)
{
    return is_member_call(call, "once") || is_member_call(call, "prependOnceListener");
}

static void tell_duplicate(struct ruling *ruling, struct unit *unit, const struct js_node *site,
                           const struct js_name *event, struct unit *first_unit,
                           const struct js_node *first)
{
    struct finding *finding = report(ruling, &rule_duplicate_listener, unit, site,
                                     "the same function already listens to '" STR_FMT
                                     "': it is called twice for %s event",
                                     STR_ARG(event->text), adds_once(site) ? "the next" : "every");
    repair(ruling, finding, "add it once, or remove it before adding it again");
    if (first != site)
        relate(ruling, finding, first_unit, first, "added first here");
}

/* Two files that nobody imports: each is a program, and they share an emitter only in our record.
 */
static bool are_programs(const struct event *event)
{
    return event->unit != event->other_unit && !event->unit->is_imported && event->other_unit &&
           !event->other_unit->is_imported;
}

static void judge_duplicate_listener(struct ruling *ruling)
{
    vec_each (event, &ruling->m->events)
        if (event->kind == EVENT_DUPLICATE_LISTENER && !are_programs(event))
            tell_duplicate(ruling, event->unit, event->site, event->name, event->other_unit,
                           event->other);
}

/* A name or this.a.b: twice the same text is twice the same thing, while nobody assigns to it. */
static bool is_path(const struct js_node *node)
{
    while (node->kind == JS_MEMBER)
        node = node->a;
    return node->kind == JS_THIS ||
           (node->kind == JS_NAME && !(node->variable && node->variable->written_late));
}

/* emitter.on('x', f) as a statement; the DOM ignores what is added again. */
static const struct js_node *listening_statement(const struct js_node *statement)
{
    const struct js_node *call = statement->kind == JS_EXPRESSION_STATEMENT ? statement->a : NULL;
    bool listens = call &&
                   (is_member_call(call, "on") || is_member_call(call, "addListener") ||
                    is_member_call(call, "once")) &&
                   event_of(call) && argument(call, 1) && !argument(call, 2);
    return listens && is_path(call->a->a) && is_path(argument(call, 1)) ? call : NULL;
}

struct interruption {
    const struct unit *unit;
    const struct js_node *adding;
    bool found;
};

/* Whatever else is done to the emitter, or assigned, may take the listener away. */
static void search_interruption(const struct js_node *node, void *context)
{
    static const char *const harmless[] = {"on", "once", "addListener", "emit", "setMaxListeners"};
    struct interruption *search = context;
    bool is_used_up = adds_once(search->adding) && is_member_call(node, "emit");
    bool is_other_call = node->kind == JS_CALL && node->a->kind == JS_MEMBER &&
                         (is_used_up || !calls_one_of(node, harmless, COUNT_OF(harmless))) &&
                         same_text(search->unit, node->a->a, search->adding->a->a);
    search->found |= is_removing(node) || is_other_call || node->kind == JS_ASSIGN ||
                     node->kind == JS_RETURN || node->kind == JS_AWAIT;
    if (!search->found)
        js_children(node, search_interruption, context);
}

static bool is_interrupted(const struct walk *walk, const struct js_node *first,
                           const struct js_node *from, const struct js_node *to)
{
    struct interruption search = {.unit = walk->unit, .adding = first};
    for (; from != to && !search.found; from = from->next)
        search_interruption(from, &search);
    return search.found;
}

static void judge_statement(struct walk *walk, const struct js_node *statement)
{
    enum { FARTHEST = 40 };
    const struct js_node *first = listening_statement(statement);
    const struct js_node *next = first ? statement->next : NULL;
    for (unsigned i = 0; next && i < FARTHEST; i++, next = next->next) {
        const struct js_node *again = listening_statement(next);
        if (!again || !same_call(walk->unit, first, again))
            continue;
        if (!is_interrupted(walk, first, statement->next, next))
            tell_duplicate(walk->ruling, walk->unit, again, event_of(again), walk->unit, first);
        return;
    }
}

static void visit_duplicate_listener(struct walk *walk, const struct js_node *node)
{
    if (node->kind != JS_BLOCK && node->kind != JS_PROGRAM)
        return;
    for (const struct js_node *statement = node->a; statement; statement = statement->next)
        judge_statement(walk, statement);
}

/* ---- listener-in-listener ---- */

static void tell_nested(struct ruling *ruling, struct unit *unit, const struct js_node *site,
                        struct str event, struct unit *outer_unit, const struct js_node *outer)
{
    struct finding *finding =
        report(ruling, &rule_listener_in_listener, unit, site,
               "every '" STR_FMT "' adds one more listener for '" STR_FMT
               "': they pile up, and each event is handled more often than the one before",
               STR_ARG(event), STR_ARG(event));
    repair(ruling, finding, "add the listener outside, or use once");
    if (outer != site)
        relate(ruling, finding, outer_unit, outer, "inside the listener added here");
}

static void search_removal(struct walk *walk, const struct js_node *node)
{
    bool *removes = walk->data;
    *removes |= is_removing(node);
}

static bool removes_some(struct js_function *function)
{
    return function && answer(function, ANSWER_REMOVES, search_removal);
}

/* Does the file remove the listener of this name somewhere? */
static bool is_removed_somewhere(const struct walk *walk, const struct js_node *listener)
{
    const struct js_variable *variable = listener->kind == JS_NAME ? listener->variable : NULL;
    if (!variable)
        return false;
    const struct listener_notes *notes = complete_notes(walk, variable);
    for (size_t i = 0; i < notes->user_count; i++) {
        const void *const pair[] = {notes->users[i], variable};
        if (map_find(&walk->ruling->removed, (struct str){(const char *)pair, sizeof pair}))
            return true;
    }
    return notes->has_too_many_users;
}

/* addEventListener(.., .., {once}), {signal}, or options that we do not see. */
static bool may_end_by_itself(const struct js_node *call)
{
    const struct js_node *options = argument(call, 2);
    if (!options || options->kind == JS_TRUE || options->kind == JS_FALSE)
        return false;
    if (options->kind != JS_OBJECT)
        return true;
    for (const struct js_node *option = options->a; option; option = option->next)
        if (option->kind != JS_PROPERTY || option->a->kind != JS_STRING ||
            str_is(option->a->text->text, "once") || str_is(option->a->text->text, "signal"))
            return true;
    return false;
}

static bool is_listening_for_long(const struct js_node *node)
{
    return is_adding(node) && event_of(node) &&
           (!is_member_call(node, "addEventListener") || !may_end_by_itself(node));
}

static bool same_target(const struct js_node *a, const struct js_node *b)
{
    return a->kind == JS_NAME && b->kind == JS_NAME && a->variable == b->variable &&
           js_same_name(a->name, b->name) && (!a->variable || !a->variable->written_late);
}

/* The DOM ignores a function that listens already: only one made anew each time piles up. */
static bool is_new_each_time(const struct js_node *call, const struct js_function *inside)
{
    const struct js_function *function = function_of_argument(argument(call, 1));
    const struct js_function *maker = function ? function->parent : NULL;
    while (maker && maker != inside)
        maker = maker->parent;
    return !is_member_call(call, "addEventListener") || maker;
}

struct outer_listener {
    const struct js_node *call;
    struct js_function *function;
};

static void visit_inner(struct walk *walk, const struct js_node *node);

/* setTimeout(() => bus.on(...)): every event does that too, a little later. */
static void visit_scheduled(const struct walk *walk, const struct js_node *node)
{
    static const char *const scheduling[] = {"setTimeout", "setImmediate", "queueMicrotask"};
    bool is_known = node->kind == JS_CALL && node->a->kind == JS_NAME && !node->a->variable &&
                    is_one_of(node->a->name->text, scheduling, COUNT_OF(scheduling));
    const struct js_node *callback =
        is_known || is_member_call(node, "nextTick") ? argument(node, 0) : NULL;
    struct walk inner = *walk;
    if (callback && callback->kind == JS_FUNCTION)
        walk_function(&inner, callback->function, visit_inner);
}

static void visit_inner(struct walk *walk, const struct js_node *node)
{
    const struct outer_listener *outer = walk->data;
    visit_scheduled(walk, node);
    if (!is_listening_for_long(node) || !same_target(node->a->a, outer->call->a->a) ||
        !js_same_name(event_of(node), event_of(outer->call)) ||
        !is_new_each_time(node, outer->function))
        return;
    if (removes_some(function_of_argument(argument(node, 1))) ||
        removes_some(function_around(walk->unit, outer->call)) ||
        is_removed_somewhere(walk, argument(node, 1)))
        return;
    tell_nested(walk->ruling, walk->unit, node, event_of(node)->text, walk->unit, outer->call);
}

static void visit_listener_in_listener(struct walk *walk, const struct js_node *node)
{
    if (!is_listening_for_long(node) || argument(node, 1)->kind != JS_FUNCTION)
        return;
    struct outer_listener outer = {node, argument(node, 1)->function};
    if (removes_some(outer.function)) /* one comes, one goes */
        return;
    struct walk inner = {.ruling = walk->ruling, .unit = walk->unit, .data = &outer};
    walk_function(&inner, outer.function, visit_inner);
}

static bool value_removes_some(struct value function)
{
    return v_is(function, CLASS_CLOSURE) && removes_some(function.object->closure.function);
}

/* One comes, one goes: the one that runs, the one that is added, or the code between them sees to
 * it. */
static bool keeps_their_number(const struct event *event)
{
    return value_removes_some(event->value) || value_removes_some(event->other_value) ||
           removes_some(function_around(event->unit, event->site));
}

/* ---- on emitters whose events only come from outside ---- */

/* Does a statement of the function, under no condition, consist of the call, or call the function?
 */
static bool surely_calls(const struct js_function *function, const struct js_node *call,
                         const struct js_function *callee)
{
    const struct js_node *body = function->body;
    if (body && body->kind != JS_BLOCK)
        return body == call || (body->kind == JS_CALL && function_of_argument(body->a) == callee);
    for (const struct js_node *s = body ? body->a : NULL; s; s = s->next) {
        const struct js_node *value = s->kind == JS_EXPRESSION_STATEMENT ? s->a : NULL;
        if (value && (value == call || (value->kind == JS_CALL && callee &&
                                        function_of_argument(value->a) == callee)))
            return true;
        if (s->kind != JS_EXPRESSION_STATEMENT && s->kind != JS_VAR && s->kind != JS_FUNCTION)
            return false; /* if (isAsked) return; */
    }
    return false;
}

/* ask(name => ask(age => ...)) where `ask` listens: the listener that runs has it add another. */
static bool adds_each_time(const struct context *running, const struct listener *added)
{
    const struct js_function *around = function_around(added->unit, added->site);
    if (!around || !running->function || !surely_calls(around, added->site, NULL))
        return false;
    return around == running->function || surely_calls(running->function, added->site, around);
}

static const struct listener *listener_that_runs(const struct emitter *emitter,
                                                 const struct context *context,
                                                 const struct listener *added)
{
    vec_each (listener, &emitter->listeners)
        if (listener != added && listener->site == context->site && !listener->once &&
            js_same_name(listener->event, added->event) &&
            v_is(listener->function, CLASS_CLOSURE) &&
            listener->function.object->closure.function == context->function)
            return listener;
    return NULL;
}

static void judge_native(struct ruling *ruling, const struct emitter *emitter)
{
    vec_each (added, &emitter->listeners) {
        const struct context *context = ruling->m->contexts.at[added->context];
        if (added->once || added->removed || !added->event || !added->unit || !context->is_event ||
            !adds_each_time(context, added))
            continue;
        const struct listener *running = listener_that_runs(emitter, context, added);
        struct event event = {.site = added->site, .unit = added->unit, .value = added->function};
        if (!running)
            continue;
        event.other_value = running->function;
        if (!keeps_their_number(&event))
            tell_nested(ruling, added->unit, added->site, added->event->text, running->unit,
                        running->site);
    }
}

static void judge_listener_in_listener(struct ruling *ruling)
{
    vec_each (emitter, &ruling->m->emitters)
        if ((*emitter)->is_native)
            judge_native(ruling, *emitter);
    vec_each (event, &ruling->m->events)
        if (event->kind == EVENT_LISTENER_IN_LISTENER && !keeps_their_number(event))
            tell_nested(ruling, event->unit, event->site, event->name->text, event->other_unit,
                        event->other);
}

const struct rule rule_invalid_listener_removal = {
    .info =
        {"invalid-listener-removal", SEVERITY_WARNING, "a listener is removed that was never added",
         "Listeners are compared by identity: a function written anew, or bound anew, is another "
         "one.",
         "const EventEmitter = require('events');\nconst bus = new EventEmitter();\nbus.on('x', () "
         "=> console.log('x'));\nbus.off('x', () => console.log('x'));\nbus.emit('x');\n",
         "const EventEmitter = require('events');\nconst bus = new EventEmitter();\nconst log = () "
         "=> console.log('x');\nbus.on('x', log);\nbus.emit('x');\nbus.off('x', log);\n"},
    .judge = judge_invalid_listener_removal,
    .visit = visit_invalid_listener_removal,
};

const struct rule rule_duplicate_listener = {
    .info =
        {"duplicate-listener", SEVERITY_WARNING,
         "the same function is added twice for the same event",
         "It is called twice for every event.",
         "const EventEmitter = require('events');\nconst bus = new EventEmitter();\nconst log = () "
         "=> console.log('x');\nbus.on('x', log);\nbus.on('x', log);\nbus.emit('x');\n",
         "const EventEmitter = require('events');\nconst bus = new EventEmitter();\nconst log = () "
         "=> console.log('x');\nbus.on('x', log);\nbus.emit('x');\n"},
    .judge = judge_duplicate_listener,
    .visit = visit_duplicate_listener,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
    .story = {"0s", {"the same function is added again"}},
};

const struct rule rule_listener_in_listener = {
    .info =
        {"listener-in-listener", SEVERITY_WARNING,
         "a listener adds a listener for the event it handles",
         "Every event adds one more: they pile up, and each event is handled more often than the "
         "one before.",
         "const EventEmitter = require('events');\nconst bus = new EventEmitter();\nbus.on('x', () "
         "=> {\n  bus.on('x', () => console.log('x'));\n});\nbus.emit('x');\nbus.emit('x');\n",
         "const EventEmitter = require('events');\nconst bus = new EventEmitter();\nbus.on('x', () "
         "=> console.log('first'));\nbus.on('x', () => console.log('x'));\nbus.emit('x');\n"},
    .judge = judge_listener_in_listener,
    .visit = visit_listener_in_listener,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
    .story = {"0s", {"each event adds one more listener here"}},
};
