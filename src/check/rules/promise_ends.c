/* What becomes of promises: missing-catch, floating-promise, missing-reaction, missing-return. */
#include "check/rules/rules.h"

static bool is_cut(const struct ruling *ruling, const struct promise *p)
{
    return ruling->m->contexts.at[p->context]->is_cut;
}

static bool is_lost(const struct promise *p)
{
    return !p->is_handled && !p->object->escaped && p->can_reject && p->may_reject && p->unit;
}

static void tell_source(struct ruling *ruling, struct finding *finding, const struct promise *p)
{
    if (p->rejected_at && p->rejected_at != p->site)
        relate(ruling, finding, p->rejected_unit, p->rejected_at, "the rejection comes from here");
}

/* then(a, b) and catch(b): the author thought of failure; that `a` or `b` may throw too is seldom
 * what is worth telling. */
static bool has_handler_before(const struct promise *p)
{
    for (const struct reaction *r = p->parent ? p->parent->reactions : NULL; r; r = r->next)
        if (r->result == p)
            return r->kind != REACTION_FINALLY &&
                   (v_callable(r->on_rejected) || r->on_rejected.tag == V_UNKNOWN);
    return false;
}

/* Kept in a variable that code names which was not executed? Then nobody knows what becomes of it.
 */
static bool is_kept_for_later(const struct promise *p)
{
    const struct js_variable *variable = p->kept_in;
    for (const struct js_node *r = variable ? variable->first_reference : NULL; r;
         r = r->next_reference)
        if (r != variable->declared)
            return !p->is_used;
    return false;
}

/* In a catch block: `Promise.reject(error)` hands the error to unhandledRejection, and an async
 * function that is called on the spot reports it. Nobody is left to hear of their failure. */
static bool is_last_resort(const struct promise *p)
{
    bool rejects = p->origin == ORIGIN_REJECT && p->dropped_at == p->site;
    bool reports =
        p->dropped_at && p->dropped_at->kind == JS_CALL && p->dropped_at->a->kind == JS_FUNCTION;
    return p->dropped_in_catch && (rejects || reports);
}

void rule_missing_catch(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++) {
        const struct promise *p = ruling->m->promises.at[i];
        bool is_ours = p->origin != ORIGIN_ASYNC && p->origin != ORIGIN_API &&
                       p->origin != ORIGIN_INTERNAL && p->origin != ORIGIN_UNKNOWN;
        bool ends_here =
            !p->is_used || p->dropped_at == p->site; /* else whoever holds it may see to it */
        if (!is_ours || is_cut(ruling, p) || is_kept_for_later(p) || !is_lost(p) || !ends_here ||
            has_handler_before(p) || is_last_resort(p))
            continue;
        struct finding *finding =
            report(ruling, RULE_MISSING_CATCH, p->unit, p->site,
                   p->origin == ORIGIN_REACTION
                       ? "the chain ends here without a rejection handler, and it can reject: an "
                         "unhandled rejection ends a Node process"
                       : "this promise can reject, and nothing handles that: an unhandled "
                         "rejection ends a Node process");
        repair(ruling, finding,
               "end the chain with .catch(...), or return or await it where somebody catches");
        tell_source(ruling, finding, p);
    }
}

/* The call whose promise is dropped: of an async function, of the runtime's, or of a function that
 * returned a promise it made. */
static bool is_floating(const struct promise *p)
{
    if (!p->is_dropped || !p->dropped_at || p->dropped_at->kind != JS_CALL || !is_lost(p))
        return false;
    return p->origin == ORIGIN_ASYNC || p->origin == ORIGIN_API || p->dropped_at != p->site;
}

/* The last statement of a script that nobody imports, `main()`: when it fails, Node prints the
 * error and ends with status 1, and nothing else was to come. */
static bool ends_script(const struct promise *p, const struct unit *unit,
                        const struct js_node *site)
{
    const struct js_node *last = unit->file->program->a;
    while (last && last->next)
        last = last->next;
    return last && !unit->is_imported && p->in_function == unit->file->top &&
           last->start <= site->start && site->end <= last->end;
}

static bool is_one_of(struct str text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_is(text, words[i]))
            return true;
    return false;
}

/* f(x, (error, value) => ...) or f(x, callback): the caller hears of a failure, though not from the
 * promise. */
static bool takes_callback(const struct js_node *call)
{
    static const char *const errors[] = {"err", "error", "er", "e"};
    static const char *const callbacks[] = {"cb", "callback", "done", "next"};
    const struct js_node *last = call->b;
    while (last && last->next)
        last = last->next;
    if (last && last->kind == JS_NAME)
        return is_one_of(last->name->text, callbacks, COUNT_OF(callbacks));
    const struct js_node *first = last && last->kind == JS_FUNCTION ? last->function->params : NULL;
    return first && first->kind == JS_NAME &&
           is_one_of(first->name->text, errors, COUNT_OF(errors));
}

/* ---- a check that can hardly fail here ---- */

struct condition_search {
    const struct js_node *thrown;
    const struct js_node *around, *before; /* the nearest `if` or `switch`, and one that left */
};

/* In source order, so that the innermost and the nearest are visited last. */
static void search_condition(struct walk *walk, const struct js_node *node)
{
    struct condition_search *search = walk->data;
    bool is_condition = node->kind == JS_IF || node->kind == JS_SWITCH;
    if (is_condition && contains(node, search->thrown) && !contains(node->a, search->thrown))
        search->around = node->a;
    else if (is_condition && node->end <= search->thrown->start)
        search->before = node->a;
}

static bool asks_for_kind(const struct js_node *node)
{
    if (node->kind == JS_UNARY)
        return node->op == JS_OP_TYPEOF;
    bool compares_size = node->op == JS_OP_LESS || node->op == JS_OP_GREATER ||
                         node->op == JS_OP_LESS_EQUAL || node->op == JS_OP_GREATER_EQUAL;
    return node->kind == JS_BINARY &&
           (node->op == JS_OP_INSTANCEOF || (compares_size && node->b->kind == JS_NUMBER));
}

/* What the function was given, or something inside of it; not its type, nor whether it is too
 * large, nor whether this.something has it already. */
static void search_data(const struct js_node *node, void *context)
{
    bool *found = context;
    *found |= node->kind == JS_NAME && node->variable && node->variable->by == JS_BY_PARAMETER;
    if (node->kind == JS_CALL && node->a->kind == JS_MEMBER)
        search_data(node->a, context);
    else if (!*found && node->kind != JS_FUNCTION && !asks_for_kind(node))
        js_children(node, search_data, context);
}

static bool is_abstract(const struct unit *unit, const struct js_node *thrown)
{
    static const char *const phrases[] = {"mplement", "verrid", "bstract", "upported"};
    struct str text = {unit->source->text.at + thrown->start, thrown->end - thrown->start};
    for (size_t i = 0; i < COUNT_OF(phrases); i++)
        if (memmem(text.at, text.len, phrases[i], strlen(phrases[i])))
            return true;
    return false;
}

/* `throw new Error(...)` at the beginning of the function that is called. It counts where it looks
 * into the data it was given; that a handle has the wrong type, or that something is registered
 * twice, is a mistake elsewhere in the program, and no failure of this call. */
static bool is_unlikely_check(struct ruling *ruling, const struct promise *p)
{
    if (p->can_reject != BLAME_CHECK || !p->rejected_at || !p->rejected_unit ||
        p->rejected_at->kind != JS_THROW)
        return false;
    const struct js_function *function = function_around(p->rejected_unit, p->rejected_at);
    struct condition_search search = {.thrown = p->rejected_at};
    struct walk walk = {.ruling = ruling, .unit = p->rejected_unit, .data = &search};
    if (function)
        walk_function(&walk, function, search_condition);
    const struct js_node *condition = search.around ? search.around : search.before;
    if (!condition)
        return is_abstract(p->rejected_unit, p->rejected_at);
    bool looks_at_data = false;
    search_data(condition, &looks_at_data);
    return !looks_at_data;
}

/* ---- a comment that says it is meant ---- */

static struct str line_at(struct str text, size_t offset)
{
    size_t start = offset, end = offset;
    while (start > 0 && text.at[start - 1] != '\n')
        start--;
    while (end < text.len && text.at[end] != '\n')
        end++;
    return (struct str){text.at + start, end - start};
}

static bool comment_says_so(struct str line)
{
    static const char *const phrases[] = {"await",          "fire and forget", "fire-and-forget",
                                          "n't wait",       "not wait",        "background",
                                          "no need to wait"};
    const char *comment = memmem(line.at, line.len, "//", 2);
    comment = comment ? comment : memmem(line.at, line.len, "/*", 2);
    size_t len = comment ? line.len - (size_t)(comment - line.at) : 0;
    for (size_t i = 0; i < COUNT_OF(phrases); i++)
        if (comment && memmem(comment, len, phrases[i], strlen(phrases[i])))
            return true;
    return false;
}

/* On the line or the one above it. */
static bool is_said_to_be_meant(const struct promise *p)
{
    struct str text = p->dropped_unit->source->text, line = line_at(text, p->dropped_at->start);
    size_t start = (size_t)(line.at - text.at);
    return comment_says_so(line) || (start && comment_says_so(line_at(text, start - 1)));
}

/* ---- a request in a page whose answer nobody wants ---- */

static const struct js_node *leftmost(const struct js_node *node)
{
    while (node && (node->kind == JS_BINARY || node->kind == JS_TEMPLATE))
        node = node->a;
    return node;
}

/* Only a page has an origin that '/path' can be relative to. */
static bool is_relative(const struct js_node *url)
{
    const struct js_node *first = leftmost(url);
    return first && first->kind == JS_STRING && str_starts(first->text->text, STR("/"));
}

static void search_page(struct walk *walk, const struct js_node *node)
{
    static const char *const globals[] = {"document", "window", "navigator"};
    bool *found = walk->data;
    for (size_t i = 0; i < COUNT_OF(globals) && node->kind == JS_NAME && !node->variable; i++)
        *found |= str_is(node->name->text, globals[i]);
}

static bool runs_in_page(struct unit *unit)
{
    bool found = false;
    struct walk walk = {.unit = unit, .data = &found};
    vec_each (function, &unit->file->functions)
        if ((*function)->body && !found)
            walk_function(&walk, *function, search_page);
    return found;
}

static bool is_sent_and_forgotten(const struct promise *p)
{
    return p->origin == ORIGIN_API && strcmp(p->api, "fetch") == 0 && p->dropped_at == p->site &&
           (is_relative(p->site->b) || runs_in_page(p->dropped_unit));
}

/* ---- tests ---- */

static bool is_test_file(struct str path)
{
    static const char *const folders[] = {"test", "tests", "__tests__", "spec"};
    static const char *const marks[] = {".test.", ".spec.", "-test.", "-spec.", "_test.", "_spec."};
    struct str rest = path;
    while (rest.len) {
        struct str part = str_cut(&rest, '/');
        for (size_t i = 0; i < COUNT_OF(folders) && rest.len; i++)
            if (str_is(part, folders[i]))
                return true;
        for (size_t i = 0; i < COUNT_OF(marks) && !rest.len; i++)
            if (memmem(part.at, part.len, marks[i], strlen(marks[i])))
                return true;
    }
    return false;
}

struct going_on {
    const struct js_node *from;
    bool found;
};

static void search_going_on(struct walk *walk, const struct js_node *node)
{
    struct going_on *search = walk->data;
    search->found |= node->start > search->from->end &&
                     (node->kind == JS_AWAIT || node->kind == JS_RETURN || node->kind == JS_CALL);
}

/* A test that starts something and then looks at what came of it: not waiting is its point. */
static bool is_tested(struct ruling *ruling, const struct promise *p)
{
    struct unit *unit = p->dropped_unit;
    const struct js_function *test =
        is_test_file(unit->source->path) ? function_around(unit, p->dropped_at) : NULL;
    struct going_on search = {.from = p->dropped_at};
    struct walk walk = {.ruling = ruling, .unit = unit, .data = &search};
    if (test)
        walk_function(&walk, test, search_going_on);
    return search.found;
}

void rule_floating_promise(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++) {
        const struct promise *p = ruling->m->promises.at[i];
        if (!is_floating(p) || is_cut(ruling, p) || takes_callback(p->dropped_at) ||
            ends_script(p, p->dropped_unit, p->dropped_at) || is_last_resort(p) ||
            is_sent_and_forgotten(p) || is_tested(ruling, p) || is_unlikely_check(ruling, p) ||
            is_said_to_be_meant(p))
            continue;
        struct str what = text_of(p->dropped_unit, p->dropped_at->a);
        struct finding *finding =
            report(ruling, RULE_FLOATING_PROMISE, p->dropped_unit, p->dropped_at,
                   "nobody waits for `" STR_FMT
                   "` and nobody hears when it fails: its promise is dropped, and it can reject",
                   STR_ARG(what));
        repair(ruling, finding,
               "await it, return it, add .catch(...), or write `void` in front if dropping it is "
               "meant");
        tell_source(ruling, finding, p);
    }
}

void rule_missing_reaction(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++) {
        const struct promise *p = ruling->m->promises.at[i];
        bool is_made = p->origin == ORIGIN_NEW || p->origin == ORIGIN_RESOLVE ||
                       p->origin == ORIGIN_WITH_RESOLVERS;
        bool is_unused = !p->reactions && (!p->is_used || p->origin == ORIGIN_WITH_RESOLVERS) &&
                         !p->object->escaped && !p->is_handled;
        bool has_value = p->may_fulfill && p->fulfilled.tag != V_UNDEFINED;
        bool is_kept = (p->origin == ORIGIN_WITH_RESOLVERS && p->uses > 1) ||
                       (p->kept_in && p->kept_in->captured); /* () => promise gives it out */
        if (!is_made || is_cut(ruling, p) || !is_unused || !has_value || !p->unit || is_kept ||
            is_lost(p))
            continue;
        struct finding *finding = report(ruling, RULE_MISSING_REACTION, p->unit, p->site,
                                         "this promise gets a value that nobody ever looks at");
        repair(
            ruling, finding,
            "return it, await it or react to it; if only the effect matters, no promise is needed");
        if (p->settled_at && p->settled_at != p->site)
            relate(ruling, finding, p->settled_unit, p->settled_at, "the value is given here");
    }
}

/* ---- missing-return ---- */

static bool forgets_to_return(const struct reaction *reaction)
{
    if (reaction->kind != REACTION_THEN || !v_is(reaction->on_fulfilled, CLASS_CLOSURE) ||
        !reaction->result)
        return false;
    const struct js_function *function = reaction->on_fulfilled.object->closure.function;
    bool is_block = function->body && function->body->kind == JS_BLOCK && function->body->a;
    bool gave_undefined =
        reaction->result->may_fulfill && reaction->result->fulfilled.tag == V_UNDEFINED;
    return is_block && !function->returns_value && !function->has_bare_return && gave_undefined;
}

static bool parameter_is_used(const struct js_function *function)
{
    const struct js_node *param = function->params;
    if (!param)
        return false;
    if (param->kind != JS_NAME)
        return param->kind == JS_ARRAY_PATTERN || param->kind == JS_OBJECT_PATTERN;
    for (const struct js_node *r = param->variable ? param->variable->first_reference : NULL; r;
         r = r->next_reference)
        if (r != param)
            return true;
    return false;
}

static bool wants_value(const struct reaction *next)
{
    if (next->kind == REACTION_AWAIT)
        return next->site->kind == JS_AWAIT && !(next->site->flags & JS_DROPPED);
    if (next->kind != REACTION_THEN)
        return false;
    if (v_is(next->on_fulfilled, CLASS_CLOSURE))
        return parameter_is_used(next->on_fulfilled.object->closure.function);
    return v_is(next->on_fulfilled, CLASS_NATIVE) &&
           strcmp(next->on_fulfilled.object->native.name, "log") == 0;
}

/* A helper that takes any promise and hands its value on is no proof that this one has a value. */
static bool is_general_helper(const struct reaction *reaction, const struct reaction *next)
{
    return next->kind == REACTION_THEN && next->in_function != reaction->in_function;
}

static void judge_return(struct ruling *ruling, const struct reaction *reaction)
{
    for (const struct reaction *next = reaction->result->reactions; next; next = next->next) {
        if (!wants_value(next) || is_general_helper(reaction, next))
            continue;
        const struct js_function *function = reaction->on_fulfilled.object->closure.function;
        struct finding *finding =
            report(ruling, RULE_MISSING_RETURN, reaction->unit, reaction->site,
                   STR_FMT " returns nothing, and the next step uses its value: it gets undefined",
                   STR_ARG(name_of_function(ruling, function)));
        repair(ruling, finding,
               "return the value (or the promise) from this reaction; a bare `return` says that "
               "undefined is meant");
        relate(ruling, finding, next->unit, next->site, "the value is used here");
        return;
    }
}

void rule_missing_return(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++)
        for (const struct reaction *r = ruling->m->promises.at[i]->reactions; r; r = r->next)
            if (r->unit && forgets_to_return(r))
                judge_return(ruling, r);
}
