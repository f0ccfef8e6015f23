/* late-timer: a timer or a listener of an object outlives its close(), destroy() or disconnect()
 * and then uses a field that closing sets to null, or opens the connection again. Told from the
 * text of one class: closing, with the methods it calls, neither clears the timer nor sets a field
 * that the callback asks for. */
#include "rules/fs_calls.h"

enum { MOST_METHODS = 256, MOST_FIELDS = 64, DEEPEST = 2 };

/* A class, an object literal, or the assignments to one prototype. */
struct methods {
    struct {
        const struct js_name *name;
        const struct js_function *function;
    } list[MOST_METHODS];
    size_t len;
};

struct closing {
    struct walk *walk;
    const struct methods *methods;
    const struct js_function *function;
    const struct js_name *taken[MOST_FIELDS], *written[MOST_FIELDS];
    size_t taken_len, written_len;
    bool ends_connection; /* calls close(), end() or the like of one of its fields */
    struct str texts[MOST_FIELDS];
    size_t text_len;
    unsigned depth;
};

static void add_method(struct methods *self, const struct js_node *key, const struct js_node *value)
{
    if (self->len < MOST_METHODS && key && key->kind == JS_STRING && value &&
        value->kind == JS_FUNCTION && value->function->body) {
        self->list[self->len].name = key->text;
        self->list[self->len++].function = value->function;
    }
}

/* X of X.prototype.name = value; NULL: it is no such assignment. */
static const struct js_node *prototype_of(const struct js_node *node)
{
    const struct js_node *target = node->kind == JS_ASSIGN ? node->a : NULL;
    if (!target || target->kind != JS_MEMBER || target->a->kind != JS_MEMBER ||
        !str_is(target->a->b->text->text, "prototype") || target->a->a->kind != JS_NAME)
        return NULL;
    return target->a->a;
}

static const struct js_function *find_method(const struct methods *self, const struct js_name *name)
{
    for (size_t i = 0; i < self->len; i++)
        if (js_same_name(self->list[i].name, name))
            return self->list[i].function;
    return NULL;
}

/* this, or a name for it: const self = this */
static bool is_self(const struct js_node *node)
{
    const struct js_node *value = initial_value(node);
    return node->kind == JS_THIS || (value && value->kind == JS_THIS);
}

static const struct js_name *field_of_self(const struct js_node *node)
{
    return node->kind == JS_MEMBER && is_self(node->a) ? node->b->text : NULL;
}

static bool is_nothing(const struct js_node *value)
{
    return value->kind == JS_NULL || (value->kind == JS_UNARY && value->op == JS_OP_VOID) ||
           (value->kind == JS_NAME && str_is(value->name->text, "undefined"));
}

static bool has_name(const struct js_name *const *list, size_t len, const struct js_name *name)
{
    for (size_t i = 0; i < len; i++)
        if (js_same_name(list[i], name))
            return true;
    return false;
}

static void read_closing(const struct js_node *node, void *context);

static void read_closing_function(struct closing *self, const struct js_function *function)
{
    if (self->depth > DEEPEST || self->text_len == MOST_FIELDS)
        return;
    self->texts[self->text_len++] = source_of(self->walk->unit, function->node);
    self->depth++;
    read_closing(function->body, self);
    self->depth--;
}

static void read_closing(const struct js_node *node, void *context)
{
    static const char *const ends[] = {"close", "end",     "destroy",   "terminate",
                                       "quit",  "dispose", "disconnect"};
    struct closing *self = context;
    bool is_deleted = node->kind == JS_UNARY && node->op == JS_OP_DELETE;
    const struct js_name *field =
        node->kind == JS_ASSIGN || is_deleted ? field_of_self(node->a) : NULL;
    if (field && self->written_len < MOST_FIELDS)
        self->written[self->written_len++] = field;
    if (field && (is_deleted || is_nothing(node->b)) && self->taken_len < MOST_FIELDS)
        self->taken[self->taken_len++] = field;
    if (node->kind == JS_CALL && node->a->kind == JS_MEMBER) {
        const struct js_function *called =
            is_self(node->a->a) ? find_method(self->methods, node->a->b->text) : NULL;
        self->ends_connection |=
            field_of_self(node->a->a) && is_one_of(node->a->b->text->text, ends, COUNT_OF(ends));
        if (called && called != self->function)
            read_closing_function(self, called);
    }
    if (node->kind == JS_FUNCTION && node->function->body)
        read_closing(node->function->body, context);
    else
        js_children(node, read_closing, context);
}

static bool closing_says(const struct closing *self, const char *const *words, size_t count)
{
    for (size_t i = 0; i < self->text_len; i++)
        if (has_any(self->texts[i], words, count))
            return true;
    return false;
}

/* ---- what the callback does ---- */

struct callback {
    const struct closing *closing;
    const struct js_node *use;    /* of a field that closing takes away */
    const struct js_node *reopen; /* a call that opens the connection again */
    bool asks;                    /* for a field that closing writes */
    unsigned depth;
};

struct asking {
    const struct closing *closing;
    bool found;
};

static void find_asking(const struct js_node *node, void *context)
{
    struct asking *self = context;
    const struct js_name *field = field_of_self(node);
    self->found |= field && has_name(self->closing->written, self->closing->written_len, field);
    js_children(node, find_asking, context);
}

static bool opens_again(const struct js_name *name)
{
    static const char *const opening[] = {"connect",    "_connect",   "open",   "_open",
                                          "reconnect",  "_reconnect", "redial", "doConnect",
                                          "connectNow", "openSocket"};
    return is_one_of(name->text, opening, COUNT_OF(opening));
}

static void read_callback(const struct js_node *node, void *context)
{
    struct callback *self = context;
    struct asking asking = {self->closing, false};
    if (node->kind == JS_IF || node->kind == JS_CONDITIONAL || node->kind == JS_LOGICAL)
        find_asking(node->a, &asking);
    if (node->kind == JS_CHAIN)
        find_asking(node, &asking);
    self->asks |= asking.found;
    const struct js_name *owner = node->kind == JS_MEMBER ? field_of_self(node->a) : NULL;
    if (owner && !self->use && has_name(self->closing->taken, self->closing->taken_len, owner))
        self->use = node;
    bool is_own_call = node->kind == JS_CALL && node->a->kind == JS_MEMBER && is_self(node->a->a);
    const struct js_function *called =
        is_own_call ? find_method(self->closing->methods, node->a->b->text) : NULL;
    if (called && !self->reopen && opens_again(node->a->b->text))
        self->reopen = node;
    if (called && self->depth < DEEPEST) {
        self->depth++;
        struct callback inner = *self; /* what a method uses it may have asked for itself */
        read_callback(called->body, &inner);
        self->asks |= inner.asks;
        self->depth--;
    }
    if (node->kind == JS_FUNCTION && node->function->body)
        read_callback(node->function->body, context);
    else
        js_children(node, read_callback, context);
}

/* The function that a timer calls: written there, or a method of the class, bound or not. */
static const struct js_function *callback_of(const struct closing *self, const struct js_node *arg)
{
    if (arg && is_member_call(arg, "bind"))
        arg = arg->a->a;
    const struct js_name *name = arg ? field_of_self(arg) : NULL;
    return name ? find_method(self->methods, name) : arg ? function_of_argument(arg) : NULL;
}

/* ---- timers and listeners ---- */

struct setting {
    struct closing *closing;
    const struct js_name *kept_in; /* this.timer = setTimeout(...) */
    bool is_local;                 /* kept in a variable: somebody else takes care of it */
};

static bool is_timer(const struct js_node *call)
{
    const struct js_node *callee = call->a, *delay = argument(call, 1);
    bool is_named =
        callee->kind == JS_NAME && !callee->variable &&
        (callee->name->word == JS_WORD_SET_TIMEOUT || str_is(callee->name->text, "setInterval"));
    return is_named && delay && !(delay->kind == JS_NUMBER && delay->number <= 1);
}

/* process.on('exit', ...), window.addEventListener(...): of what lives longer than the object. */
static bool is_outside_listener(const struct js_node *call)
{
    static const char *const outside[] = {"process", "window", "document", "globalThis"};
    const struct js_node *callee = call->a;
    return callee->kind == JS_MEMBER && callee->a->kind == JS_NAME && !callee->a->variable &&
           is_one_of(callee->a->name->text, outside, COUNT_OF(outside)) && is_adding(call);
}

static void tell(const struct closing *self, const struct js_node *call,
                 const struct callback *callback, bool is_listener)
{
    struct walk *walk = self->walk;
    const struct js_node *use = callback->use ? callback->use : callback->reopen;
    struct str what = text_of(walk->unit, callback->use ? use->a : use);
    const char *who = is_listener ? "listener" : "timer";
    struct finding *finding = report(
        walk->ruling, &rule_late_timer, walk->unit, call,
        callback->use
            ? "this %s outlives " STR_FMT ", which takes `" STR_FMT "` away: its callback fails"
            : "this %s outlives " STR_FMT ": its callback calls `" STR_FMT "` on what was closed",
        who, STR_ARG(name_of_function(walk->ruling, self->function)), STR_ARG(what));
    relate(walk->ruling, finding, walk->unit, use, "its callback does this");
    relate(walk->ruling, finding, walk->unit, self->function->node,
           "this closes the object and leaves the %s alone", who);
    repair(walk->ruling, finding,
           is_listener ? "remove the listener when closing"
                       : "clear the timer when closing, or ask in its callback whether the object "
                         "is closed");
}

static void judge_setting(const struct setting *self, const struct js_node *call,
                          const struct js_node *argument_, bool is_listener)
{
    static const char *const clearing[] = {"clear", "Clear", "cancel", "Cancel"};
    static const char *const removing[] = {"remove", "Remove", ".off("};
    static const char *const asking[] = {"closed",  "closing",   "destroyed",  "disposed",
                                         "stopped", "connected", "readyState", "terminated",
                                         "Closed",  "Destroyed", "abort",      "active"};
    const struct closing *closing = self->closing;
    const struct js_function *function = callback_of(closing, argument_);
    if (!function || !function->body || self->is_local ||
        closing_says(closing, is_listener ? removing : clearing,
                     is_listener ? COUNT_OF(removing) : COUNT_OF(clearing)) ||
        has_any(source_of(closing->walk->unit, function->node), asking, COUNT_OF(asking)))
        return;
    for (size_t i = 0; self->kept_in && i < closing->text_len; i++)
        for (struct str rest = closing->texts[i]; rest.len; rest = str_from(rest, 1))
            if (str_starts(rest, self->kept_in->text))
                return; /* closing does something with it */
    struct callback callback = {.closing = closing};
    read_callback(function->body, &callback);
    if (!closing->ends_connection || is_listener)
        callback.reopen = NULL;
    if (!callback.asks && (callback.use || callback.reopen))
        tell(closing, call, &callback, is_listener);
}

static void find_settings(const struct js_node *node, void *context)
{
    struct setting *self = context, inner = *self;
    inner.kept_in = NULL;
    inner.is_local = false;
    if (node->kind == JS_ASSIGN) {
        inner.kept_in = field_of_self(node->a);
        inner.is_local = !inner.kept_in;
    }
    inner.is_local |= node->kind == JS_DECLARATOR || node->kind == JS_RETURN;
    if (node->kind == JS_CALL && is_timer(node))
        judge_setting(self, node, argument(node, 0), false);
    else if (node->kind == JS_CALL && is_outside_listener(node))
        judge_setting(self, node, argument(node, 1), true);
    if (node->kind == JS_FUNCTION && node->function->body)
        find_settings(node->function->body, &inner);
    else
        js_children(node, find_settings, &inner);
}

static bool is_closing(struct str name)
{
    static const char *const names[] = {"close",    "destroy",  "disconnect", "dispose",
                                        "_destroy", "shutdown", "terminate",  "teardown",
                                        "_close",   "quit"};
    return is_one_of(name, names, COUNT_OF(names));
}

static void judge_methods(struct walk *walk, const struct methods *methods)
{
    for (size_t i = 0; i < methods->len; i++) {
        struct closing closing = {
            .walk = walk, .methods = methods, .function = methods->list[i].function};
        if (!is_closing(methods->list[i].name->text))
            continue;
        read_closing_function(&closing, closing.function);
        if (!closing.taken_len && !closing.ends_connection)
            continue;
        for (size_t j = 0; j < methods->len; j++) {
            struct setting setting = {.closing = &closing};
            if (j != i && !is_closing(methods->list[j].name->text))
                find_settings(methods->list[j].function->body, &setting);
        }
        return; /* one way to close is enough */
    }
}

static void visit_late_timer(struct walk *walk, const struct js_node *node)
{
    struct methods methods = {0};
    enum { LONGEST = 200000 }; /* bundles in one class do not exist */
    if (node->end - node->start > LONGEST)
        return;
    if (node->kind == JS_CLASS || node->kind == JS_OBJECT) {
        const struct js_node *member = node->kind == JS_CLASS ? node->c : node->a;
        for (; member; member = member->next)
            if (member->kind == JS_PROPERTY && !(member->flags & JS_STATIC))
                add_method(&methods, member->a, member->b);
    } else if (node->kind == JS_ASSIGN && prototype_of(node) &&
               is_closing(node->a->b->text->text)) {
        const struct js_node *body = walk->function ? walk->function->body : NULL;
        bool is_list = body && (body->kind == JS_BLOCK || body->kind == JS_PROGRAM);
        for (const struct js_node *s = is_list ? body->a : NULL; s; s = s->next) {
            const struct js_node *set = s->kind == JS_EXPRESSION_STATEMENT ? s->a : NULL;
            const struct js_node *of = set ? prototype_of(set) : NULL;
            if (of && js_same_name(of->name, prototype_of(node)->name))
                add_method(&methods, set->a->b, set->b);
        }
    }
    if (methods.len > 1)
        judge_methods(walk, &methods);
}

const struct rule rule_late_timer = {
    .info = {"late-timer", SEVERITY_WARNING,
             "a timer or listener outlives close() and uses what closing takes away",
             "Closing an object does not stop its timers. One that fires afterwards reads fields "
             "that are gone, or opens a connection that nobody closes any more.",
             "class Client {\n  ping() {\n    setTimeout(() => this.socket.write('ping'), 1000);\n"
             "  }\n  close() {\n    this.socket.end();\n    this.socket = null;\n  }\n}\n"
             "exports.Client = Client;\n",
             "class Client {\n  ping() {\n    this.timer = setTimeout(() => "
             "this.socket.write('ping'), 1000);\n  }\n  close() {\n    clearTimeout(this.timer);\n"
             "    this.socket.end();\n    this.socket = null;\n  }\n}\nexports.Client = Client;\n"},
    .visit = visit_late_timer,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
    .story = {"1s0", {"set here, and still waiting when the object is closed"}},
};
