/* Where marks go. One walk over the tree; every form that touches memory gets the edit that lets
 * the marks see it without changing what it means:
 *
 *   x                  r(1,x)                  evaluated in its place: dead zones, typeof, eval
 *                                              as before
 *   x = v, x++         a(1,x = v)              the assignment itself stays: functions keep their
 *                                              names
 *   o.p, o.p(), o.#p   o(1,o).p                the object passes through: `this`, getters, private
 *                                              names, delete, ?. as before
 *   o.p = v            s(1,o,"p",v)            done by the mark, when the value is there: an await
 *                                              in the value moves it to another event
 *   o.p += v, [o.p]=   c(1,o,"p").v += v       a reference made once, read and written by the
 *                                              language's own rules
 *
 * s and c are for strict code, z and d for sloppy code, where a failed write is silent. */
#include "instrument/instrument.h"

#include "javascript/rewrite.h"

#include <stdlib.h>

struct walker {
    const struct js_file *file;
    VEC(struct stamped {
        const struct js_scope *scope;
        uint32_t id;
        bool is_there;
    })
    scopes; /* around us, whose activations are told apart */
    struct str within;
    const struct instrument_options *options;
    struct instrumented *result;
    struct rewrite rewrite;
    VEC(struct js_paren) parens; /* by node, outermost first */
    bool strict, in_with, deciding;
    unsigned depth;
};

enum { DEEPEST = 4000 }; /* chains of operators are flat in the source and deep in the tree */

static void visit(struct walker *w, const struct js_node *node);
static void visit_target(struct walker *w, const struct js_node *target);
static void visit_function(struct walker *w, const struct js_node *node);

static void visit_list(struct walker *w, const struct js_node *node)
{
    for (; node; node = node->next)
        visit(w, node);
}

/* ---- places ---- */

static int compare_parens(const void *left, const void *right)
{
    const struct js_paren *a = left, *b = right;
    if (a->node != b->node)
        return (uintptr_t)a->node < (uintptr_t)b->node ? -1 : 1;
    return a->open < b->open ? -1 : a->open > b->open;
}

static const struct js_paren *paren_of(const struct walker *w, const struct js_node *node)
{
    size_t low = 0, high = w->parens.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)w->parens.at[middle].node < (uintptr_t)node)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < w->parens.len && w->parens.at[low].node == node;
    return found ? &w->parens.at[low] : NULL;
}

static const struct js_node *left_of(const struct js_node *node)
{
    switch ((enum js_kind)node->kind) {
    case JS_MEMBER:
    case JS_INDEX:
    case JS_CALL:
    case JS_TAGGED:
    case JS_CHAIN:
    case JS_BINARY:
    case JS_LOGICAL:
    case JS_ASSIGN:
    case JS_CONDITIONAL:
    case JS_SEQUENCE:
        return node->a;
    case JS_UPDATE:
        return node->flags & JS_PREFIX ? NULL : node->a;
    default:
        return NULL;
    }
}

/* Where a node begins, inside its own parentheses but with those of its first operand, which the
 * tree leaves out. */
static uint32_t start_of(const struct walker *w, const struct js_node *node)
{
    uint32_t start = node->start;
    for (const struct js_node *left = left_of(node); left; left = left_of(left)) {
        const struct js_paren *paren = left->flags & JS_PARENTHESISED ? paren_of(w, left) : NULL;
        if (paren)
            return paren->open;
        start = left->start;
    }
    return start;
}

static uint32_t outer_start(const struct walker *w, const struct js_node *node)
{
    const struct js_paren *paren = node->flags & JS_PARENTHESISED ? paren_of(w, node) : NULL;
    return paren ? paren->open : start_of(w, node);
}

static uint32_t outer_end(const struct walker *w, const struct js_node *node)
{
    const struct js_paren *paren = node->flags & JS_PARENTHESISED ? paren_of(w, node) : NULL;
    return paren ? paren->close : node->end;
}

/* ---- sites ---- */

static uint32_t add_site(struct walker *w, enum site_kind kind, const struct js_node *node,
                         struct str name, bool *wanted)
{
    uint32_t id = (uint32_t)w->result->sites.len;
    struct site *site = vec_push(&w->result->sites);
    *site = (struct site){.kind = (uint8_t)kind,
                          .flags = w->deciding ? SITE_DECIDES : 0,
                          .start = node->start,
                          .end = node->end,
                          .name = name,
                          .within = w->within};
    /* inside `with` the marks' own name would be looked up in a stranger's object */
    w->result->not_marked += w->in_with;
    *wanted =
        !w->in_with && (!w->options->wants || w->options->wants(w->options->context, id, site));
    w->result->marked += *wanted;
    return w->options->first + id;
}

static struct site *last_site(struct walker *w)
{
    return &w->result->sites.at[w->result->sites.len - 1];
}

/* mark(id,NODE), in parentheses of its own where a call would mean something else. */
static void wrap_in(struct walker *w, const struct js_node *node, char mark, uint32_t id,
                    const char *scope, bool in_parentheses)
{
    bool is_list = node->kind == JS_SEQUENCE;
    char open[96];
    snprintf(open, sizeof open, "%s%s.%c(%u,%s%s%s", in_parentheses ? "(" : "", INSTRUMENT_NAME,
             mark, id, scope, scope[0] ? "," : "", is_list ? "(" : "");
    rewrite_open(&w->rewrite, start_of(w, node), str_of(open));
    char close[8];
    snprintf(close, sizeof close, ")%s%s", is_list ? ")" : "", in_parentheses ? ")" : "");
    rewrite_close(&w->rewrite, node->end, str_of(close));
}

static void wrap(struct walker *w, const struct js_node *node, char mark, uint32_t id,
                 bool in_parentheses)
{
    wrap_in(w, node, mark, id, "", in_parentheses);
}

/* ---- variables ---- */

/* What a generator keeps is shared by all who ask it to go on, though no closure captures it. */
static bool is_wanted_variable(const struct js_variable *variable)
{
    return variable &&
           (variable->captured ||
            (variable->scope->function->is_generator && variable->scope->function->has_yield)) &&
           variable->written_late && variable->by != JS_BY_IMPORT && variable->by != JS_BY_SELF;
}

static bool has_wanted(const struct js_scope *scope)
{
    for (const struct js_variable *v = scope ? scope->variables : NULL; v; v = v->next)
        if (is_wanted_variable(v))
            return true;
    return false;
}

/* From here on the variables of `scope` can be told apart from those of its other activations, by
 * what is kept in a variable of ours: `$__interloper7=$__interloper.n(7)`. Empty: nothing is needed
 * here. */
struct stamp {
    char text[80];
};

static struct stamp stamp_scope(struct walker *w, const struct js_scope *scope,
                                const struct js_node *node)
{
    struct stamp stamp = {""};
    bool wanted;
    if (!has_wanted(scope))
        return stamp;
    uint32_t id = add_site(w, SITE_SCOPE, node, w->within, &wanted);
    *vec_push(&w->scopes) = (struct stamped){scope, id, wanted};
    if (wanted)
        snprintf(stamp.text, sizeof stamp.text, "%s%u=%s.n(%u)", INSTRUMENT_NAME, id,
                 INSTRUMENT_NAME, id);
    return stamp;
}

/* Ours are left out: what nobody declares, and no host or language does. */
static bool is_program_global(const struct js_node *name)
{
    static const char *const known[] = {"AbortController",
                                        "AbortSignal",
                                        "AggregateError",
                                        "Array",
                                        "ArrayBuffer",
                                        "Atomics",
                                        "BigInt",
                                        "BigInt64Array",
                                        "BigUint64Array",
                                        "Blob",
                                        "Boolean",
                                        "BroadcastChannel",
                                        "Buffer",
                                        "DataView",
                                        "Date",
                                        "Error",
                                        "EvalError",
                                        "Event",
                                        "EventTarget",
                                        "FinalizationRegistry",
                                        "Float32Array",
                                        "Float64Array",
                                        "FormData",
                                        "Function",
                                        "Headers",
                                        "Infinity",
                                        "Int16Array",
                                        "Int32Array",
                                        "Int8Array",
                                        "Intl",
                                        "Iterator",
                                        "JSON",
                                        "Map",
                                        "Math",
                                        "MessageChannel",
                                        "MessageEvent",
                                        "MessagePort",
                                        "NaN",
                                        "Number",
                                        "Object",
                                        "Promise",
                                        "Proxy",
                                        "RangeError",
                                        "ReferenceError",
                                        "Reflect",
                                        "RegExp",
                                        "Request",
                                        "Response",
                                        "Set",
                                        "SharedArrayBuffer",
                                        "String",
                                        "Symbol",
                                        "SyntaxError",
                                        "TextDecoder",
                                        "TextEncoder",
                                        "TypeError",
                                        "URIError",
                                        "URL",
                                        "URLSearchParams",
                                        "Uint16Array",
                                        "Uint32Array",
                                        "Uint8Array",
                                        "Uint8ClampedArray",
                                        "WeakMap",
                                        "WeakRef",
                                        "WeakSet",
                                        "WebAssembly",
                                        "__dirname",
                                        "__filename",
                                        "arguments",
                                        "atob",
                                        "btoa",
                                        "clearImmediate",
                                        "clearInterval",
                                        "clearTimeout",
                                        "console",
                                        "crypto",
                                        "decodeURI",
                                        "decodeURIComponent",
                                        "encodeURI",
                                        "encodeURIComponent",
                                        "escape",
                                        "eval",
                                        "exports",
                                        "fetch",
                                        "global",
                                        "globalThis",
                                        "isFinite",
                                        "isNaN",
                                        "module",
                                        "parseFloat",
                                        "parseInt",
                                        "performance",
                                        "process",
                                        "queueMicrotask",
                                        "require",
                                        "setImmediate",
                                        "setInterval",
                                        "setTimeout",
                                        "structuredClone",
                                        "undefined",
                                        "unescape"};
    size_t low = 0, high = sizeof known / sizeof *known;
    struct str text = name->name->text;
    while (low < high) {
        size_t middle = (low + high) / 2, length = strlen(known[middle]);
        size_t shorter = text.len < length ? text.len : length;
        int order = memcmp(text.at, known[middle], shorter);
        if (order == 0 && text.len == length)
            return false;
        if (order < 0 || (order == 0 && text.len < length))
            high = middle;
        else
            low = middle + 1;
    }
    return true;
}

/* A site of a variable, unless that cannot be marked. True where it is wanted; then `scope` is what
 * the mark names. */
static bool add_variable_site(struct walker *w, enum site_kind kind, const struct js_node *node,
                              const struct js_node *name, uint32_t *id, char scope[32])
{
    const struct stamped *of = NULL;
    bool is_global = w->options->globals && !name->variable && is_program_global(name), wanted;
    if (!is_global && !is_wanted_variable(name->variable))
        return false;
    for (size_t i = w->scopes.len; !is_global && i-- > 0 && !of;)
        if (w->scopes.at[i].scope == name->variable->scope)
            of = &w->scopes.at[i];
    if (!is_global && !of) {
        w->result->not_marked++;
        return false;
    }
    *id = add_site(w, kind, node, name->name->text, &wanted);
    if (is_global)
        snprintf(scope, 32, "%s", INSTRUMENT_GLOBAL);
    else
        snprintf(scope, 32, "%s%u", INSTRUMENT_NAME, of->id);
    return wanted && (is_global || of->is_there);
}

/* `new x.y()` would call the mark instead: on the way down a new's callee marks need parentheses.
 */
static void visit_callee(struct walker *w, const struct js_node *node, bool of_new);

static void visit_name(struct walker *w, const struct js_node *node, bool in_parentheses)
{
    uint32_t id;
    char scope[32];
    if (add_variable_site(w, SITE_READ, node, node, &id, scope))
        wrap_in(w, node, 'r', id, scope, in_parentheses);
}

static bool is_private(const struct js_node *member)
{
    return member->kind == JS_MEMBER && member->b->text->text.len &&
           member->b->text->text.at[0] == '#';
}

static bool suspends(const struct js_node *node);

static void look_for_suspension(const struct js_node *node, void *found)
{
    bool *is_found = found;
    if (!*is_found)
        *is_found = suspends(node);
}

/* Whether an await or yield stands in it, so that what comes behind is another event's. */
static bool suspends(const struct js_node *node)
{
    if (!node)
        return false;
    if (node->kind == JS_AWAIT || node->kind == JS_YIELD)
        return true;
    bool found = false;
    if (node->kind != JS_NAME && node->kind != JS_FUNCTION)
        js_children(node, look_for_suspension, &found);
    return found;
}

/* In a?.b.c the object of .c is no expression of its own: nothing can be put around it. */
static bool is_behind_optional(const struct js_node *object)
{
    while (!(object->flags & JS_PARENTHESISED) &&
           (object->kind == JS_MEMBER || object->kind == JS_INDEX || object->kind == JS_CALL ||
            object->kind == JS_TAGGED)) {
        if (object->flags & JS_OPTIONAL)
            return true;
        object = object->a;
    }
    return false;
}

static bool is_access(const struct js_node *node)
{
    return node->kind == JS_MEMBER || node->kind == JS_INDEX;
}

enum use { USE_READ, USE_DELETE, USE_CALL, USE_CALL_WITH_KEY };

static enum site_kind access_kind(const struct js_node *node, enum use use)
{
    bool has_key = node->kind == JS_INDEX;
    if (use == USE_DELETE)
        return has_key ? SITE_DELETE_KEY : SITE_DELETE;
    if (use == USE_CALL_WITH_KEY)
        return SITE_CALL_KEY;
    return has_key ? SITE_GET_KEY : is_private(node) ? SITE_PRIVATE : SITE_GET;
}

/* What is only passed through decides nothing. */
static void visit_undecided(struct walker *w, const struct js_node *node)
{
    bool was_deciding = w->deciding;
    w->deciding = false;
    visit(w, node);
    w->deciding = was_deciding;
}

/* A read, a deletion, or the function of a call: the object passes through the mark. The number of
 * the site where it is wanted, else UINT32_MAX. */
static uint32_t visit_access(struct walker *w, const struct js_node *node, enum use use,
                             bool of_new)
{
    bool has_key = node->kind == JS_INDEX, wanted = false, was_deciding = w->deciding;
    uint32_t id = 0;
    bool can = node->a->kind != JS_SUPER && !is_behind_optional(node->a) &&
               !(has_key && suspends(node->b));
    if (can) {
        id = add_site(w, access_kind(node, use), node,
                      has_key ? (struct str){"", 0} : node->b->text->text, &wanted);
        last_site(w)->flags |= use == USE_CALL ? SITE_CALLS : 0;
    } else {
        w->result->not_marked++;
    }
    if (wanted)
        wrap(w, node->a, 'o', id, of_new && !(node->a->flags & JS_PARENTHESISED));
    w->deciding = false;
    if (node->a->kind != JS_SUPER)
        visit_callee(w, node->a, of_new);
    if (has_key && wanted)
        wrap(w, node->b, 'k', id, false);
    if (has_key)
        visit(w, node->b);
    w->deciding = was_deciding;
    return wanted ? id : UINT32_MAX;
}

static void visit_callee(struct walker *w, const struct js_node *node, bool of_new)
{
    if (!of_new || (node->flags & JS_PARENTHESISED)) {
        visit(w, node);
        return;
    }
    if (++w->depth > DEEPEST)
        w->result->refusal = "nested too deeply";
    else if (node->kind == JS_NAME)
        visit_name(w, node, true);
    else if (is_access(node))
        visit_access(w, node, USE_READ, true);
    else if (node->kind == JS_TAGGED) {
        visit_callee(w, node->a, true);
        visit(w, node->b);
    } else {
        visit(w, node);
    }
    w->depth--;
}

static bool is_one_of(struct str name, const char *const *names)
{
    for (; *names; names++)
        if (str_is(name, *names))
            return true;
    return false;
}

/* o.get(key): of Map, Set and what looks like them. */
static bool calls_with_key(const struct js_node *node)
{
    static const char *const names[] = {"get", "set", "has", "add", "delete", NULL};
    const struct js_node *key = node->b;
    return node->kind == JS_CALL && node->a->kind == JS_MEMBER && key && key->kind != JS_SPREAD &&
           !suspends(key) && is_one_of(node->a->b->text->text, names);
}

/* Functions of the language that touch whole objects: what each does with its first argument, and
 * what with the others. SITE_KIND_COUNT: nothing. */
static const struct whole {
    const char *object, *const *functions;
    enum site_kind first, others;
} wholes[] = {
    {"Object", (const char *const[]){"assign", NULL}, SITE_CHANGE, SITE_TAKE_APART},
    {"Object", (const char *const[]){"keys", "getOwnPropertyNames", NULL}, SITE_ENUMERATE,
     SITE_KIND_COUNT},
    {"Object", (const char *const[]){"values", "entries", NULL}, SITE_TAKE_APART, SITE_KIND_COUNT},
    {"Object", (const char *const[]){"defineProperty", "defineProperties", NULL}, SITE_CHANGE,
     SITE_KIND_COUNT},
    {"Reflect", (const char *const[]){"ownKeys", NULL}, SITE_ENUMERATE, SITE_KIND_COUNT},
    {"Reflect", (const char *const[]){"set", "deleteProperty", "defineProperty", NULL}, SITE_CHANGE,
     SITE_KIND_COUNT},
    {"JSON", (const char *const[]){"stringify", NULL}, SITE_TAKE_APART, SITE_KIND_COUNT},
    {"Array", (const char *const[]){"from", NULL}, SITE_ITERATE, SITE_KIND_COUNT},
};

static const struct whole *find_whole(const struct js_node *node)
{
    const struct js_node *callee = node->a;
    if (node->kind != JS_CALL || callee->kind != JS_MEMBER || callee->a->kind != JS_NAME ||
        callee->a->variable)
        return NULL;
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
        if (str_is(callee->a->name->text, wholes[i].object) &&
            is_one_of(callee->b->text->text, wholes[i].functions))
            return &wholes[i];
    return NULL;
}

static void visit_passed(struct walker *w, const struct js_node *object, enum site_kind kind,
                         uint8_t flags);

/* eval(text), Function(text), new Function(text) */
static bool makes_code(const struct js_node *node)
{
    static const char *const names[] = {"eval", "Function", NULL};
    return node->a->kind == JS_NAME && !node->a->variable && is_one_of(node->a->name->text, names);
}

static void visit_arguments(struct walker *w, const struct js_node *node)
{
    static const struct whole code = {.object = "", .first = SITE_CODE, .others = SITE_KIND_COUNT};
    const struct whole *whole = makes_code(node) ? &code : find_whole(node);
    bool was_deciding = w->deciding;
    w->deciding = false;
    for (const struct js_node *given = node->b; given; given = given->next) {
        enum site_kind kind = !whole             ? SITE_KIND_COUNT
                              : given == node->b ? whole->first
                                                 : whole->others;
        if (kind == SITE_KIND_COUNT || given->kind == JS_SPREAD || suspends(given))
            visit(w, given);
        else
            visit_passed(w, given, kind, strcmp(whole->object, "JSON") == 0 ? SITE_CALLS : 0);
    }
    w->deciding = was_deciding;
}

static void visit_call(struct walker *w, const struct js_node *node)
{
    bool is_new = node->kind == JS_NEW, has_key = calls_with_key(node);
    const struct js_node *callee = node->a;
    uint32_t id = UINT32_MAX;
    if (!is_new && is_access(callee) && callee->a->kind != JS_SUPER &&
        !(callee->flags & JS_PARENTHESISED))
        id = visit_access(w, callee, has_key ? USE_CALL_WITH_KEY : USE_CALL, false);
    else if (callee->kind != JS_SUPER)
        visit_callee(w, callee, is_new);
    if (has_key && id != UINT32_MAX)
        wrap(w, node->b, 'k', id, false);
    visit_arguments(w, node);
}

/* ---- writes ---- */

static void printed(struct rewrite *rewrite, uint32_t at, const char *mark, uint32_t id)
{
    char text[64];
    snprintf(text, sizeof text, "%s.%s(%u,", INSTRUMENT_NAME, mark, id);
    rewrite_open(rewrite, at, str_of(text));
}

/* ,"name" instead of .name and all up to `end`, then `tail`. */
static void replace_name(struct walker *w, const struct js_node *member, uint32_t end,
                         const char *tail)
{
    struct buf text = {0};
    const struct js_node *name = member->b;
    buf_text(&text, ",\"");
    buf_add(&text, w->file->text.at + name->start, name->end - name->start);
    buf_text(&text, "\"");
    buf_text(&text, tail);
    rewrite_replace(&w->rewrite, outer_end(w, member->a), end, buf_view(&text));
    buf_free(&text);
}

/* object and key as arguments; what stands between the key's end and `end` becomes `tail`. */
static void visit_object_and_key(struct walker *w, const struct js_node *access, uint32_t end,
                                 const char *tail, bool wanted)
{
    visit(w, access->a);
    if (access->kind == JS_MEMBER) {
        if (wanted)
            replace_name(w, access, end, tail);
        return;
    }
    bool is_list =
        wanted && access->b->kind == JS_SEQUENCE && !(access->b->flags & JS_PARENTHESISED);
    uint32_t key = outer_start(w, access->b);
    if (wanted)
        rewrite_replace(&w->rewrite, outer_end(w, access->a), key, STR(","));
    if (is_list)
        rewrite_open(&w->rewrite, key, STR("("));
    if (is_list)
        rewrite_close(&w->rewrite, access->b->end, STR(")"));
    visit(w, access->b);
    if (wanted)
        rewrite_replace(&w->rewrite, outer_end(w, access->b), end, str_of(tail));
}

static bool can_be_called_through(const struct js_node *target)
{
    return is_access(target) && target->a->kind != JS_SUPER && !is_private(target);
}

static struct str name_of(const struct js_node *access)
{
    return access->kind == JS_MEMBER ? access->b->text->text : (struct str){"", 0};
}

/* c(id,o,"p").v, which may stand wherever something is assigned to. */
static void visit_reference(struct walker *w, const struct js_node *access, uint8_t flags)
{
    bool wanted;
    uint32_t id = add_site(w, SITE_UPDATE, access, name_of(access), &wanted);
    last_site(w)->flags |= flags;
    if (wanted)
        printed(&w->rewrite, start_of(w, access), w->strict ? "c" : "d", id);
    visit_object_and_key(w, access, access->end, ").v", wanted);
}

static void visit_private_target(struct walker *w, const struct js_node *target,
                                 const struct js_node *value, uint8_t flags)
{
    bool wanted;
    if (target->a->kind == JS_SUPER || (value && suspends(value))) {
        w->result->not_marked++;
        if (target->a->kind != JS_SUPER)
            visit(w, target->a);
        if (target->kind == JS_INDEX)
            visit(w, target->b);
        return;
    }
    uint32_t id = add_site(w, SITE_PRIVATE, target, name_of(target), &wanted);
    last_site(w)->flags |= SITE_WRITES | flags;
    if (wanted)
        wrap(w, target->a, 'o', id, false);
    visit(w, target->a);
}

/* Whether the assignment gives what was there, more or less. */
static uint8_t relative_flag(const struct walker *w, const struct js_node *node)
{
    if (node->kind == JS_UPDATE)
        return SITE_RELATIVE;
    if (node->kind != JS_ASSIGN)
        return 0;
    if (node->op == JS_OP_ADD_ASSIGN || node->op == JS_OP_SUB_ASSIGN)
        return SITE_RELATIVE;
    const struct js_node *target = node->a, *sum = node->b;
    bool is_sum = node->op == JS_OP_ASSIGN && sum->kind == JS_BINARY &&
                  (sum->op == JS_OP_ADD || sum->op == JS_OP_SUB);
    uint32_t length = target->end - target->start;
    return is_sum && sum->a->end - sum->a->start == length &&
                   memcmp(w->file->text.at + target->start, w->file->text.at + sum->a->start,
                          length) == 0
               ? SITE_RELATIVE
               : 0;
}

static void visit_set(struct walker *w, const struct js_node *node)
{
    bool wanted;
    uint32_t id = add_site(w, SITE_SET, node->a, name_of(node->a), &wanted);
    last_site(w)->flags |= relative_flag(w, node);
    if (wanted)
        printed(&w->rewrite, start_of(w, node), w->strict ? "s" : "z", id);
    if (wanted) /* before what else ends there, which is inside of it */
        rewrite_close(&w->rewrite, node->end, STR(")"));
    visit_object_and_key(w, node->a, outer_start(w, node->b), ",", wanted);
    visit(w, node->b);
}

/* One mark around the whole for each variable that is written in it. */
static void wrap_writes(struct walker *w, const struct js_node *whole, const struct js_node *target,
                        uint8_t flags)
{
    uint32_t id;
    char scope[32];
    if (target->kind == JS_NAME) {
        size_t before = w->result->sites.len;
        bool wanted = add_variable_site(w, SITE_WRITE, whole, target, &id, scope);
        if (w->result->sites.len > before)
            last_site(w)->flags |= flags;
        if (wanted)
            wrap_in(w, whole, 'a', id, scope, false);
    } else if (target->kind == JS_DEFAULT || target->kind == JS_REST) {
        wrap_writes(w, whole, target->a, flags);
    } else if (target->kind == JS_ARRAY_PATTERN || target->kind == JS_OBJECT_PATTERN) {
        for (const struct js_node *part = target->a; part; part = part->next)
            wrap_writes(w, whole, part->kind == JS_PROPERTY ? part->b : part, flags);
    }
}

/* {a, b} = o reads o.a and o.b, in that order; what is left and what is computed is read with the
 * whole. */
static void wrap_parts(struct walker *w, const struct js_node *pattern, const struct js_node *value)
{
    bool wanted, is_array = pattern->kind == JS_ARRAY_PATTERN, all = is_array;
    if (!is_array && pattern->kind != JS_OBJECT_PATTERN)
        return;
    for (const struct js_node *part = pattern->a; part && !is_array; part = part->next) {
        all |= part->kind != JS_PROPERTY || (part->flags & JS_COMPUTED);
        if (part->kind != JS_PROPERTY || part->a->kind != JS_STRING)
            continue;
        uint32_t id = add_site(w, SITE_GET, value, part->a->text->text, &wanted);
        if (wanted)
            wrap(w, value, 'o', id, false);
    }
    if (!all)
        return;
    uint32_t id =
        add_site(w, is_array ? SITE_ITERATE : SITE_TAKE_APART, value, (struct str){"", 0}, &wanted);
    if (wanted)
        wrap(w, value, 'o', id, false);
}

static void visit_taken_apart(struct walker *w, const struct js_node *pattern,
                              const struct js_node *value)
{
    wrap_parts(w, pattern, value);
    visit_undecided(w, value);
}

/* super.p = v writes to `this`, which passes through a mark before. */
static void visit_super_set(struct walker *w, const struct js_node *node)
{
    bool wanted;
    char open[64];
    uint32_t id = add_site(w, SITE_PRIVATE, node->a, name_of(node->a), &wanted);
    last_site(w)->flags |= SITE_WRITES;
    snprintf(open, sizeof open, "(%s.o(%u,this),", INSTRUMENT_NAME, id);
    if (wanted)
        rewrite_open(&w->rewrite, start_of(w, node), str_of(open));
    if (wanted)
        rewrite_close(&w->rewrite, node->end, STR(")"));
    visit_undecided(w, node->b);
}

static void visit_assign(struct walker *w, const struct js_node *node)
{
    const struct js_node *target = node->a, *value = node->kind == JS_ASSIGN ? node->b : NULL;
    bool is_plain = value && node->op == JS_OP_ASSIGN;
    if (is_plain && can_be_called_through(target) && !(target->flags & JS_PARENTHESISED)) {
        visit_set(w, node);
        return;
    }
    uint8_t flags = relative_flag(w, node);
    if (is_plain && target->kind == JS_MEMBER && target->a->kind == JS_SUPER && !suspends(value)) {
        visit_super_set(w, node);
        return;
    }
    wrap_writes(w, node, target, flags);
    if (can_be_called_through(target))
        visit_reference(w, target, flags);
    else if (is_access(target))
        visit_private_target(w, target, value, flags);
    else if (target->kind == JS_CALL)
        visit(w, target); /* an error when it is run */
    else
        visit_target(w, target);
    if (value)
        visit_taken_apart(w, target, value);
}

/* A pattern: what is evaluated in it. Names are written by whoever holds the pattern. */
static void visit_target(struct walker *w, const struct js_node *target)
{
    if (!target || ++w->depth > DEEPEST) {
        if (target)
            w->result->refusal = "nested too deeply";
        return;
    }
    switch ((enum js_kind)target->kind) {
    case JS_MEMBER:
    case JS_INDEX:
        if (can_be_called_through(target))
            visit_reference(w, target, 0);
        else
            visit_private_target(w, target, NULL, 0);
        break;
    case JS_DEFAULT:
        visit_target(w, target->a);
        visit(w, target->b);
        break;
    case JS_REST:
        visit_target(w, target->a);
        break;
    case JS_ARRAY_PATTERN:
    case JS_OBJECT_PATTERN:
        for (const struct js_node *part = target->a; part; part = part->next) {
            if (part->kind == JS_PROPERTY && (part->flags & JS_COMPUTED))
                visit(w, part->a);
            visit_target(w, part->kind == JS_PROPERTY ? part->b : part);
        }
        break;
    default:
        break;
    }
    w->depth--;
}

/* A function without a name takes that of the variable: nothing may come between them. */
static bool takes_name(const struct js_node *value)
{
    return value->kind == JS_FUNCTION || value->kind == JS_CLASS;
}

static void visit_declarator(struct walker *w, const struct js_node *node)
{
    uint32_t id;
    char scope[32];
    visit_target(w, node->a);
    if (!node->b)
        return;
    if (node->a->kind == JS_NAME && !takes_name(node->b) &&
        add_variable_site(w, SITE_INITIALISE, node->a, node->a, &id, scope))
        wrap_in(w, node->b, 'a', id, scope, false);
    visit_taken_apart(w, node->a, node->b);
}

/* ---- the rest ---- */

static bool is_directive(const struct js_node *statement)
{
    return statement && statement->kind == JS_EXPRESSION_STATEMENT &&
           statement->a->kind == JS_STRING && !(statement->a->flags & JS_PARENTHESISED);
}

static bool has_use_strict(const struct js_node *list)
{
    for (; is_directive(list); list = list->next)
        if (list->a->end - list->a->start == strlen("'use strict'") &&
            str_is(list->a->text->text, "use strict"))
            return true;
    return false;
}

/* Behind the directives at the start of a list of statements that begins at `at`. */
static void rewrite_prologue(struct walker *w, const struct js_node *list, uint32_t at,
                             const char *text)
{
    struct buf prologue = {0};
    bool has_directives = is_directive(list);
    for (; is_directive(list); list = list->next)
        at = list->end;
    buf_printf(&prologue, "%s%s", has_directives ? ";" : "", text);
    rewrite_open(&w->rewrite, at, buf_view(&prologue));
    buf_free(&prologue);
}

/* An arrow function's expression becomes a block where its variables must be told apart. */
static void mark_as_block(struct walker *w, const struct js_node *body, const struct stamp *stamp,
                          uint32_t id, bool wanted)
{
    struct buf text = {0};
    buf_printf(&text, "{var %s;", stamp->text);
    if (wanted)
        buf_printf(&text, "%s.f(%u);", INSTRUMENT_NAME, id);
    buf_text(&text, "return (");
    rewrite_open(&w->rewrite, outer_start(w, body), buf_view(&text));
    rewrite_close(&w->rewrite, outer_end(w, body), STR(")}"));
    buf_free(&text);
}

static void mark_expression(struct walker *w, const struct js_node *body, uint32_t id)
{
    char call[64];
    bool is_inside = body->flags & JS_PARENTHESISED;
    snprintf(call, sizeof call, "%s%s.f(%u),", is_inside ? "" : "(", INSTRUMENT_NAME, id);
    rewrite_open(&w->rewrite, start_of(w, body), str_of(call));
    if (!is_inside)
        rewrite_close(&w->rewrite, body->end, STR(")"));
}

static void visit_function(struct walker *w, const struct js_node *node)
{
    const struct js_function *function = node->function;
    const struct js_node *body = function->body;
    bool was_strict = w->strict, was_deciding = w->deciding, wanted = false;
    struct str was_within = w->within;
    size_t scopes = w->scopes.len;
    uint32_t id = 0;
    if (!body)
        return;
    bool is_block = body->kind == JS_BLOCK, is_field = !is_block && !function->is_arrow;
    w->strict |= is_block && has_use_strict(body->a);
    w->deciding = false;
    for (const struct js_node *parameter = function->params; parameter; parameter = parameter->next)
        visit_target(w, parameter);
    if (function->name)
        w->within = function->name->text;
    if (!(is_field && takes_name(body)))
        id = add_site(w, SITE_FUNCTION, node, function->name ? w->within : (struct str){"", 0},
                      &wanted);
    if (is_block) {
        struct stamp stamp = stamp_scope(w, function->scope, node);
        char text[128];
        int length = wanted ? snprintf(text, sizeof text, "%s.f(%u);", INSTRUMENT_NAME, id) : 0;
        snprintf(text + length, sizeof text - (size_t)length, stamp.text[0] ? "var %s;" : "%s",
                 stamp.text);
        if (text[0])
            rewrite_prologue(w, body->a, body->start + 1, text);
        visit_list(w, body->a);
    } else {
        struct stamp stamp = {""};
        if (function->is_arrow)
            stamp = stamp_scope(w, function->scope, node);
        if (stamp.text[0])
            mark_as_block(w, body, &stamp, id, wanted);
        else if (wanted)
            mark_expression(w, body, id);
        visit(w, body);
    }
    w->scopes.len = scopes;
    w->within = was_within;
    w->strict = was_strict;
    w->deciding = was_deciding;
}

static void open_block(struct walker *w, const struct js_scope *scope, const struct js_node *node,
                       const struct js_node *block)
{
    struct stamp stamp = stamp_scope(w, scope, node);
    char text[96];
    snprintf(text, sizeof text, "let %s;", stamp.text);
    if (stamp.text[0])
        rewrite_open(&w->rewrite, block->start + 1, str_of(text));
}

static void visit_block(struct walker *w, const struct js_node *node)
{
    size_t scopes = w->scopes.len;
    open_block(w, node->scope, node, node);
    visit_list(w, node->a);
    w->scopes.len = scopes;
}

/* Each turn of `for (let …)` has variables of its own: ours is among them, and gets a new number
 * where the turn begins. */
static void stamp_turns(struct walker *w, const struct js_node *node)
{
    char text[96];
    const struct js_node *first = node->a && node->a->kind == JS_VAR ? node->a->a : NULL;
    const struct js_node *turn = node->c ? node->c : node->b;
    struct stamp stamp = stamp_scope(w, first ? node->scope : NULL, node);
    if (!stamp.text[0])
        return;
    snprintf(text, sizeof text, "%s,", stamp.text);
    rewrite_open(&w->rewrite, first->start, str_of(text));
    if (turn)
        rewrite_open(&w->rewrite, outer_start(w, turn), str_of(text));
}

static void visit_class(struct walker *w, const struct js_node *node)
{
    bool was_strict = w->strict;
    w->strict = true;
    if (node->b)
        visit(w, node->b);
    for (const struct js_node *member = node->c; member; member = member->next) {
        if (member->kind == JS_STATIC_BLOCK) {
            visit_function(w, member->a);
            continue;
        }
        if (member->flags & JS_COMPUTED)
            visit(w, member->a);
        if (member->b)
            visit(w, member->b);
    }
    w->strict = was_strict;
}

static void visit_property(struct walker *w, const struct js_node *node)
{
    if (node->flags & JS_COMPUTED)
        visit(w, node->a);
    if ((node->flags & JS_SHORTHAND) && node->b->kind == JS_NAME) {
        uint32_t id;
        char scope[32];
        if (!add_variable_site(w, SITE_READ, node->b, node->b, &id, scope))
            return;
        struct str name = node->b->name->text;
        bool is_proto = str_is(name, "__proto__"); /* `__proto__: x` would set the prototype */
        struct buf text = {0};
        buf_printf(&text, is_proto ? "['" STR_FMT "']:" : STR_FMT ":", STR_ARG(name));
        rewrite_open(&w->rewrite, node->b->start, buf_view(&text));
        buf_free(&text);
        wrap_in(w, node->b, 'r', id, scope, false);
        return;
    }
    visit(w, node->b);
}

static void visit_passed(struct walker *w, const struct js_node *object, enum site_kind kind,
                         uint8_t flags)
{
    bool wanted;
    uint32_t id = add_site(w, kind, object, (struct str){"", 0}, &wanted);
    last_site(w)->flags |= flags;
    if (wanted)
        wrap(w, object, 'o', id, false);
    visit_undecided(w, object);
}

/* a(2,s,x); for each variable that the head of the loop has assigned to and does not declare. */
static void tell_assigned(struct walker *w, const struct js_node *loop,
                          const struct js_node *target, struct buf *out)
{
    uint32_t id;
    char scope[32];
    if (target->kind == JS_NAME) {
        bool is_turns_own = target->variable && target->variable->scope == loop->scope;
        if (!is_turns_own && add_variable_site(w, SITE_WRITE, target, target, &id, scope))
            buf_printf(out, "%s.a(%u,%s," STR_FMT ");", INSTRUMENT_NAME, id, scope,
                       STR_ARG(target->name->text));
    } else if (target->kind == JS_DEFAULT || target->kind == JS_REST) {
        tell_assigned(w, loop, target->a, out);
    } else if (target->kind == JS_ARRAY_PATTERN || target->kind == JS_OBJECT_PATTERN) {
        for (const struct js_node *part = target->a; part; part = part->next)
            tell_assigned(w, loop, part->kind == JS_PROPERTY ? part->b : part, out);
    }
}

static void open_turn(struct walker *w, const struct js_node *loop)
{
    struct buf text = {0};
    const struct js_node *body = loop->d;
    bool is_block = body->kind == JS_BLOCK;
    if (loop->a->kind != JS_VAR)
        tell_assigned(w, loop, loop->a, &text);
    for (const struct js_node *d = loop->a->kind == JS_VAR ? loop->a->a : NULL; d; d = d->next)
        tell_assigned(w, loop, d->a, &text);
    if (text.len) {
        if (!is_block)
            rewrite_open(&w->rewrite, body->start, STR("{"));
        rewrite_open(&w->rewrite, body->start + is_block, buf_view(&text));
        if (!is_block)
            rewrite_close(&w->rewrite, body->end, STR("}"));
    }
    buf_free(&text);
}

static void visit_loop_over(struct walker *w, const struct js_node *node)
{
    if (node->a->kind == JS_VAR) {
        for (const struct js_node *d = node->a->a; d; d = d->next) {
            visit_target(w, d->a);
            if (d->b)
                visit(w, d->b); /* for (var x = 1 in o) */
        }
    } else {
        visit_target(w, node->a);
    }
    visit_passed(w, node->b, node->kind == JS_FOR_IN ? SITE_ENUMERATE : SITE_ITERATE, 0);
    size_t scopes = w->scopes.len;
    if (node->d->kind == JS_BLOCK)
        open_block(w, node->scope, node, node->d);
    open_turn(w, node);
    visit(w, node->d);
    w->scopes.len = scopes;
}

static const struct js_node *test_of(const struct js_node *node)
{
    switch ((enum js_kind)node->kind) {
    case JS_IF:
    case JS_CONDITIONAL:
    case JS_LOGICAL:
    case JS_SWITCH:
        return node->a;
    case JS_FOR:
    case JS_WHILE:
    case JS_DO_WHILE:
        return node->b;
    default:
        return NULL;
    }
}

struct branching {
    struct walker *walker;
    const struct js_node *test;
    bool rest; /* whether the value of the other parts decides something, further up */
};

static void visit_branch(const struct js_node *child, void *context)
{
    struct branching *self = context;
    self->walker->deciding = child == self->test || self->rest;
    visit(self->walker, child);
}

static void visit_branching(struct walker *w, const struct js_node *node)
{
    struct branching branching = {w, test_of(node), w->deciding};
    size_t scopes = w->scopes.len;
    if (node->kind == JS_FOR)
        stamp_turns(w, node);
    if (node->kind == JS_SWITCH) {
        struct stamp stamp = stamp_scope(w, node->scope, node);
        char text[96];
        snprintf(text, sizeof text, "{let %s;", stamp.text);
        if (stamp.text[0]) {
            rewrite_open(&w->rewrite, node->start, str_of(text));
            rewrite_close(&w->rewrite, node->end, STR("}"));
        }
    }
    js_children(node, visit_branch, &branching);
    w->deciding = branching.rest;
    w->scopes.len = scopes;
}

static void visit_in(struct walker *w, const struct js_node *node)
{
    bool wanted;
    bool is_brand = node->a->kind == JS_STRING && w->file->text.at[node->a->start] == '#';
    uint32_t id =
        add_site(w, is_brand ? SITE_PRIVATE : SITE_IN, node, (struct str){"", 0}, &wanted);
    if (wanted && !is_brand)
        wrap(w, node->a, 'k', id, false);
    if (!is_brand)
        visit(w, node->a);
    if (wanted)
        wrap(w, node->b, 'o', id, false);
    visit(w, node->b);
}

static void visit_child(const struct js_node *child, void *context)
{
    visit(context, child);
}

static void visit_any(struct walker *w, const struct js_node *node)
{
    switch ((enum js_kind)node->kind) {
    case JS_NAME:
        visit_name(w, node, false);
        break;
    case JS_MEMBER:
    case JS_INDEX:
        visit_access(w, node, USE_READ, false);
        break;
    case JS_CALL:
    case JS_NEW:
        visit_call(w, node);
        break;
    case JS_UNARY: {
        const struct js_node *inner = node->a->kind == JS_CHAIN ? node->a->a : node->a;
        bool is_asked_for = node->op == JS_OP_TYPEOF && inner->kind == JS_NAME && !inner->variable;
        if (node->op != JS_OP_DELETE && !is_asked_for)
            visit(w, node->a);
        else if (is_access(inner))
            visit_access(w, inner, USE_DELETE, false);
        else if (inner->kind != JS_NAME)
            visit(w, node->a);
        break;
    }
    case JS_ASSIGN:
    case JS_UPDATE:
        visit_assign(w, node);
        break;
    case JS_BLOCK:
        visit_block(w, node);
        break;
    case JS_IF:
    case JS_CONDITIONAL:
    case JS_LOGICAL:
    case JS_SWITCH:
    case JS_FOR:
    case JS_WHILE:
    case JS_DO_WHILE:
        visit_branching(w, node);
        break;
    case JS_BINARY:
        if (node->op == JS_OP_IN)
            visit_in(w, node);
        else
            js_children(node, visit_child, w);
        break;
    case JS_SPREAD:
        visit_passed(w, node->a, SITE_ITERATE, 0);
        break;
    case JS_PROPERTY:
        visit_property(w, node);
        break;
    case JS_DECLARATOR:
        visit_declarator(w, node);
        break;
    case JS_FOR_IN:
    case JS_FOR_OF:
        visit_loop_over(w, node);
        break;
    case JS_FUNCTION:
        visit_function(w, node);
        break;
    case JS_CLASS:
        visit_class(w, node);
        break;
    case JS_TRY:
        visit(w, node->a);
        visit_target(w, node->b);
        if (node->c) {
            size_t scopes = w->scopes.len;
            open_block(w, node->scope, node->c, node->c);
            visit(w, node->c);
            w->scopes.len = scopes;
        }
        if (node->d)
            visit(w, node->d);
        break;
    case JS_WITH: {
        bool was_in_with = w->in_with;
        visit(w, node->a);
        w->in_with = true;
        visit(w, node->d);
        w->in_with = was_in_with;
        break;
    }
    case JS_EXPORT:
        if (node->a)
            visit(w, node->a);
        break;
    case JS_IMPORT:
    case JS_EXPORT_ALL:
    case JS_STRING:
        break;
    case JS_JSX:
    case JS_ENUM:
    case JS_NAMESPACE:
        w->result->refusal = "no plain JavaScript";
        break;
    default:
        js_children(node, visit_child, w);
    }
}

static void visit(struct walker *w, const struct js_node *node)
{
    if (w->result->refusal)
        return;
    if (++w->depth > DEEPEST)
        w->result->refusal = "nested too deeply";
    else
        visit_any(w, node);
    w->depth--;
}

static void visit_program(struct walker *w)
{
    const struct js_node *program = w->file->program;
    struct str text = w->file->text;
    struct stamp stamp = stamp_scope(w, w->file->top->scope, program);
    uint32_t at = 0;
    if (text.len > 2 && text.at[0] == '#' && text.at[1] == '!')
        while (at < text.len && text.at[at] != '\n')
            at++;
    at += at > 0 && at < text.len;
    char text_in_front[192];
    int length = w->options->tells_url
                     ? snprintf(text_in_front, sizeof text_in_front, "%s.m(%u,import.meta.url);",
                                INSTRUMENT_NAME, w->options->first)
                     : 0;
    snprintf(text_in_front + length, sizeof text_in_front - (size_t)length,
             stamp.text[0] ? "var %s;" : "%s", stamp.text);
    if (text_in_front[0])
        rewrite_prologue(w, program->a, at, text_in_front);
    visit_list(w, program->a);
}

static const char *refusal_of(const struct js_file *file)
{
    if (file->problems.len)
        return "it has syntax errors";
    if (file->dialect != JS_SCRIPT)
        return "no plain JavaScript";
    bool names_us = memmem(file->text.at, file->text.len, INSTRUMENT_NAME, strlen(INSTRUMENT_NAME));
    return names_us ? "it uses the name of the marks" : NULL;
}

struct instrumented instrument(const struct js_file *file, const struct instrument_options *options)
{
    static const struct instrument_options all = {0};
    struct instrumented result = {.refusal = refusal_of(file)};
    struct walker w = {.file = file,
                       .options = options ? options : &all,
                       .result = &result,
                       .strict = file->is_module || has_use_strict(file->program->a)};
    for (size_t i = 0; i < file->parens.len; i++)
        *vec_push(&w.parens) = file->parens.at[i];
    if (w.parens.len)
        qsort(w.parens.at, w.parens.len, sizeof w.parens.at[0], compare_parens);
    if (!result.refusal)
        visit_program(&w);
    if (result.refusal) {
        result.sites.len = result.marked = 0;
        buf_str(&result.text, file->text);
    } else {
        rewrite_apply(&w.rewrite, file->text, &result.text);
    }
    rewrite_free(&w.rewrite);
    vec_free(&w.scopes);
    vec_free(&w.parens);
    return result;
}

void instrumented_free(struct instrumented *self)
{
    buf_free(&self->text);
    vec_free(&self->sites);
}
