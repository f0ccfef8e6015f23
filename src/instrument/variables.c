/* Which variables are marked, and how those of one activation of a scope are told from those of
 * another. */
#include "instrument/instrument_private.h"

/* What a generator keeps is shared by all who ask it to go on, and what a module exports by all who
 * import it, though no closure captures it. */
static bool is_wanted_variable(const struct instrument__walker *w,
                               const struct js_variable *variable)
{
    if (!variable || !variable->written_late || variable->by == JS_BY_IMPORT ||
        variable->by == JS_BY_SELF)
        return false;
    const struct js_function *function = variable->scope->function;
    return variable->captured || (function->is_generator && function->has_yield) ||
           instrument__is_exported(w, variable);
}

static bool has_wanted(const struct instrument__walker *w, const struct js_scope *scope)
{
    for (const struct js_variable *v = scope ? scope->variables : NULL; v; v = v->next)
        if (is_wanted_variable(w, v))
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
    if (!has_wanted(w, scope))
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
    bool is_import = name->variable && name->variable->by == JS_BY_IMPORT;
    uint32_t import = is_import ? instrument__import_scope(w, name->variable) : INSTRUMENT__NO_SITE;
    is_import &= import != INSTRUMENT__NO_SITE;
    if (!is_global && !is_import && !is_wanted_variable(w, name->variable))
        return false;
    for (size_t i = w->scopes.len; !is_global && !is_import && i-- > 0 && !of;)
        if (w->scopes.at[i].scope == name->variable->scope)
            of = &w->scopes.at[i];
    if (!is_global && !is_import && !of) {
        w->result->not_marked++;
        return false;
    }
    *id = instrument__add_site(w, kind, node, name->name->text, &wanted);
    if (is_global)
        snprintf(scope, 32, "%s", INSTRUMENT_GLOBAL);
    else
        snprintf(scope, 32, "%s%u", INSTRUMENT_NAME, is_import ? import : of->id);
    return wanted && (is_global || is_import || of->is_there);
}
