/* Which variables are marked, and how those of one activation of a scope are told from those of
 * another. */
#include "instrument/instrument_private.h"

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
 * what is kept in a variable of ours. */
struct instrument__stamp instrument__stamp_scope(struct instrument__walker *w,
                                                 const struct js_scope *scope,
                                                 const struct js_node *node)
{
    struct instrument__stamp stamp = {""};
    bool wanted;
    if (!has_wanted(scope))
        return stamp;
    uint32_t id = instrument__add_site(w, SITE_SCOPE, node, w->within, &wanted);
    *vec_push(&w->scopes) = (struct instrument__scope){scope, id, wanted};
    if (wanted)
        snprintf(stamp.text, sizeof stamp.text, "%s%u=%s.n(%u)", INSTRUMENT_NAME, id,
                 INSTRUMENT_NAME, id);
    return stamp;
}

/* What the language and the host declare, sorted. */
/* clang-format off */
static const char *const known[] = {
    "AbortController", "AbortSignal", "AggregateError", "Array", "ArrayBuffer", "Atomics",
    "BigInt", "BigInt64Array", "BigUint64Array", "Blob", "Boolean", "BroadcastChannel", "Buffer",
    "DataView", "Date", "Error", "EvalError", "Event", "EventTarget", "FinalizationRegistry",
    "Float32Array", "Float64Array", "FormData", "Function", "Headers", "Infinity", "Int16Array",
    "Int32Array", "Int8Array", "Intl", "Iterator", "JSON", "Map", "Math", "MessageChannel",
    "MessageEvent", "MessagePort", "NaN", "Number", "Object", "Promise", "Proxy", "RangeError",
    "ReferenceError", "Reflect", "RegExp", "Request", "Response", "Set", "SharedArrayBuffer",
    "String", "Symbol", "SyntaxError", "TextDecoder", "TextEncoder", "TypeError", "URIError",
    "URL", "URLSearchParams", "Uint16Array", "Uint32Array", "Uint8Array", "Uint8ClampedArray",
    "WeakMap", "WeakRef", "WeakSet", "WebAssembly", "__dirname", "__filename", "arguments", "atob",
    "btoa", "clearImmediate", "clearInterval", "clearTimeout", "console", "crypto", "decodeURI",
    "decodeURIComponent", "encodeURI", "encodeURIComponent", "escape", "eval", "exports", "fetch",
    "global", "globalThis", "isFinite", "isNaN", "module", "parseFloat", "parseInt", "performance",
    "process", "queueMicrotask", "require", "setImmediate", "setInterval", "setTimeout",
    "structuredClone", "undefined", "unescape"
};
/* clang-format on */

/* What nobody declares: a variable of the global object that is the program's own. */
static bool is_program_global(const struct js_node *name)
{
    size_t low = 0, high = COUNT_OF(known);
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
bool instrument__add_variable_site(struct instrument__walker *w, enum site_kind kind,
                                   const struct js_node *node, const struct js_node *name,
                                   uint32_t *id, char scope[32])
{
    const struct instrument__scope *of = NULL;
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
    *id = instrument__add_site(w, kind, node, name->name->text, &wanted);
    if (is_global)
        snprintf(scope, 32, "%s", INSTRUMENT_GLOBAL);
    else
        snprintf(scope, 32, "%s%u", INSTRUMENT_NAME, of->id);
    return wanted && (is_global || of->is_there);
}
