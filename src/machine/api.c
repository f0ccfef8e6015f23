/* Node's and the browser's own functions, as a table: who calls back when, who returns a promise
 * that can reject. What has no row is unknown. */
#include "machine/machine.h"

enum how {
    HOW_CALLBACK /* last argument, (error, value), later */,
    HOW_PROMISE,
    HOW_EMITTER /* returns one the environment emits on */,
    HOW_REQUEST /* the same; the last argument is a listener */,
    HOW_SYNC
};

struct api_row {
    const char *module, *name;
    enum how how;
};

static const struct api_row rows[] = {
    {"fs", "readFile", HOW_CALLBACK},
    {"fs", "writeFile", HOW_CALLBACK},
    {"fs", "appendFile", HOW_CALLBACK},
    {"fs", "readdir", HOW_CALLBACK},
    {"fs", "stat", HOW_CALLBACK},
    {"fs", "lstat", HOW_CALLBACK},
    {"fs", "unlink", HOW_CALLBACK},
    {"fs", "mkdir", HOW_CALLBACK},
    {"fs", "rmdir", HOW_CALLBACK},
    {"fs", "rm", HOW_CALLBACK},
    {"fs", "rename", HOW_CALLBACK},
    {"fs", "copyFile", HOW_CALLBACK},
    {"fs", "open", HOW_CALLBACK},
    {"fs", "close", HOW_CALLBACK},
    {"fs", "read", HOW_CALLBACK},
    {"fs", "write", HOW_CALLBACK},
    {"fs", "access", HOW_CALLBACK},
    {"fs", "exists", HOW_CALLBACK},
    {"fs", "realpath", HOW_CALLBACK},
    {"fs", "mkdtemp", HOW_CALLBACK},
    {"fs", "chmod", HOW_CALLBACK},
    {"fs", "utimes", HOW_CALLBACK},
    {"fs", "createReadStream", HOW_EMITTER},
    {"fs", "createWriteStream", HOW_EMITTER},
    {"fs", "watch", HOW_EMITTER},
    {"fs/promises", "readFile", HOW_PROMISE},
    {"fs/promises", "writeFile", HOW_PROMISE},
    {"fs/promises", "appendFile", HOW_PROMISE},
    {"fs/promises", "readdir", HOW_PROMISE},
    {"fs/promises", "stat", HOW_PROMISE},
    {"fs/promises", "lstat", HOW_PROMISE},
    {"fs/promises", "unlink", HOW_PROMISE},
    {"fs/promises", "mkdir", HOW_PROMISE},
    {"fs/promises", "rmdir", HOW_PROMISE},
    {"fs/promises", "rm", HOW_PROMISE},
    {"fs/promises", "rename", HOW_PROMISE},
    {"fs/promises", "copyFile", HOW_PROMISE},
    {"fs/promises", "open", HOW_PROMISE},
    {"fs/promises", "access", HOW_PROMISE},
    {"fs/promises", "realpath", HOW_PROMISE},
    {"fs/promises", "mkdtemp", HOW_PROMISE},
    {"child_process", "exec", HOW_CALLBACK},
    {"child_process", "execFile", HOW_CALLBACK},
    {"child_process", "spawn", HOW_EMITTER},
    {"child_process", "fork", HOW_EMITTER},
    {"dns", "lookup", HOW_CALLBACK},
    {"dns", "resolve", HOW_CALLBACK},
    {"crypto", "randomBytes", HOW_CALLBACK},
    {"crypto", "pbkdf2", HOW_CALLBACK},
    {"crypto", "scrypt", HOW_CALLBACK},
    {"zlib", "gzip", HOW_CALLBACK},
    {"zlib", "gunzip", HOW_CALLBACK},
    {"zlib", "deflate", HOW_CALLBACK},
    {"zlib", "inflate", HOW_CALLBACK},
    {"http", "createServer", HOW_EMITTER},
    {"http", "request", HOW_REQUEST},
    {"http", "get", HOW_REQUEST},
    {"https", "createServer", HOW_EMITTER},
    {"https", "request", HOW_REQUEST},
    {"https", "get", HOW_REQUEST},
    {"net", "createServer", HOW_EMITTER},
    {"net", "connect", HOW_REQUEST},
    {"net", "createConnection", HOW_REQUEST},
    {"readline", "createInterface", HOW_EMITTER},
    {"stream", "pipeline", HOW_CALLBACK},
    {"stream", "finished", HOW_CALLBACK},
    {"stream/promises", "pipeline", HOW_PROMISE},
    {"stream/promises", "finished", HOW_PROMISE},
    {"path", "join", HOW_SYNC},
    {"path", "resolve", HOW_SYNC},
    {"path", "dirname", HOW_SYNC},
    {"path", "basename", HOW_SYNC},
};

static struct value call_with_callback(struct machine *m, struct call *call)
{
    struct value last = call->count ? call->args[call->count - 1] : v_undefined();
    m->inexact = true;
    for (unsigned i = 0; i + 1 < call->count; i++)
        escape(m, call->args[i]);
    if (!v_callable(last)) {
        escape(m, last);
        return v_unknown();
    }
    struct value args[2] = {v_unknown(), v_unknown()};
    struct job *job = job_call(m, CONTEXT_IO, last, args, 2, call->node);
    if (v_is(last, CLASS_CLOSURE))
        last.object->closure.called = true;
    schedule_io(m, job);
    return v_undefined();
}

static struct value call_for_promise(struct machine *m, struct call *call)
{
    m->inexact = true;
    for (unsigned i = 0; i < call->count; i++)
        escape(m, call->args[i]);
    struct promise *promise = promise_new(m, ORIGIN_API, call->node);
    promise->api = call->callee->native.name;
    promise->can_reject = BLAME_PROGRAM;
    promise->by_io = true;
    promise->rejected_at = call->node;
    promise->rejected_unit = promise->unit;
    struct job *job = job_new(m, JOB_CALL, CONTEXT_IO, call->node);
    job->settles = promise;
    job->value = v_unknown();
    schedule_io(m, job);
    return v_object(promise->object);
}

static struct value call_for_emitter(struct machine *m, struct call *call)
{
    m->inexact = true;
    for (unsigned i = 0; i < call->count; i++)
        escape(m, call->args[i]);
    struct object *emitter = object_new(m, CLASS_EMITTER, call->node);
    emitter->is_host = emitter->is_uncertain = true;
    emitter_of(m, emitter)->emits_later = true;
    return v_object(emitter);
}

static struct value call_for_response(struct machine *m, struct call *call)
{
    struct value last = call->count ? call->args[call->count - 1] : v_undefined();
    if (!v_is(last, CLASS_CLOSURE))
        return call_for_emitter(m, call);
    schedule_event(m, last, call->node);
    struct call without = *call;
    without.count--;
    return call_for_emitter(m, &without);
}

static struct value call_for_string(struct machine *m, struct call *call)
{
    (void)m, (void)call;
    return v_any(ANY_STRING);
}

static const native_fn how_fn[] = {[HOW_CALLBACK] = call_with_callback,
                                   [HOW_PROMISE] = call_for_promise,
                                   [HOW_EMITTER] = call_for_emitter,
                                   [HOW_REQUEST] = call_for_response,
                                   [HOW_SYNC] = call_for_string};

bool makes_promise(const struct object *native)
{
    return native->native.fn == call_for_promise;
}

/* ---- util.promisify ---- */

static struct value promisified_callback(struct machine *m, struct call *call)
{
    struct promise *promise = call->callee->native.data[0].object->promise;
    struct value error = call_arg(call, 0);
    enum truth failed = v_truth(error);
    promise->settler_called = true;
    if (failed == TRUE_)
        promise_reject(m, promise, error, call->node);
    else if (failed == FALSE_)
        promise_resolve(m, promise, call_arg(call, 1), call->node);
    else
        promise_both(m, promise, call_arg(call, 1), error, call->node);
    if (failed != FALSE_)
        promise->can_reject = BLAME_PROGRAM;
    return v_undefined();
}

static struct value call_promisified(struct machine *m, struct call *call)
{
    struct value args[MOST_ARGS + 1];
    unsigned count = call->count < MOST_ARGS ? call->count : MOST_ARGS;
    if (count)
        memcpy(args, call->args, count * sizeof *args);
    struct promise *promise = promise_new(m, ORIGIN_API, call->node);
    promise->api = "promisified";
    struct object *callback = native_new(m, "callback", promisified_callback);
    callback->native.data[0] = v_object(promise->object);
    args[count] = v_object(callback);
    call_value(m, call->callee->native.data[0], call->self, args, count + 1, call->node);
    if (m->threw) {
        m->threw = false;
        promise_reject(m, promise, m->exception, call->node);
    }
    promise->may_never = true;
    return v_object(promise->object);
}

static struct value util_promisify(struct machine *m, struct call *call)
{
    struct value function = call_arg(call, 0);
    if (!v_callable(function))
        return v_unknown();
    struct property *custom = object_own(function.object, name_of(m, "__promisify__"));
    if (custom)
        return custom->value;
    struct object *native = native_new(m, "promisified", call_promisified);
    native->native.data[0] = function;
    return v_object(native);
}

static struct value util_inherits(struct machine *m, struct call *call)
{
    struct value child = call_arg(call, 0), parent = call_arg(call, 1);
    struct property *a =
        v_callable(child) ? object_own(child.object, name_of(m, "prototype")) : NULL;
    struct property *b =
        v_callable(parent) ? object_find(parent.object, name_of(m, "prototype")) : NULL;
    if (a && a->value.tag == V_OBJECT && b && b->value.tag == V_OBJECT)
        a->value.object->proto = b->value.object;
    else if (a && a->value.tag == V_OBJECT)
        a->value.object->is_uncertain = true;
    return v_undefined();
}

/* ---- modules ---- */

static struct object *new_module(struct machine *m, struct str name)
{
    struct object *module = object_new(m, CLASS_OTHER, NULL);
    module->is_host = module->is_builtin = module->is_uncertain = true;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (str_is(name, rows[i].module))
            install(m, module, rows[i].name, how_fn[rows[i].how]);
    return module;
}

static void complete_module(struct machine *m, struct object *module, struct str name)
{
    if (str_is(name, "util")) {
        install(m, module, "promisify", util_promisify);
        install(m, module, "inherits", util_inherits);
    }
    if (str_is(name, "fs"))
        define_property(m, module, name_of(m, "promises"),
                        v_object(core_module(m, STR("fs/promises"))));
    if (str_is(name, "stream"))
        define_property(m, module, name_of(m, "promises"),
                        v_object(core_module(m, STR("stream/promises"))));
    define_property(m, module, name_of(m, "default"), v_object(module));
}

struct object *core_module(struct machine *m, struct str name)
{
    static const char *const known[] = {
        "fs",   "fs/promises", "child_process", "dns",      "crypto",  "zlib",
        "http", "https",       "net",           "readline", "util",    "path",
        "os",   "url",         "assert",        "stream",   "process", "stream/promises"};
    if (str_starts(name, STR("node:")))
        name = str_from(name, 5);
    struct map_entry *entry = map_find(&m->core_modules, name);
    if (entry)
        return entry->pointer;
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        if (!str_is(name, known[i]))
            continue;
        struct object *module = str_is(name, "process")
                                    ? object_own(m->global, name_of(m, "process"))->value.object
                                    : new_module(m, name);
        map_add(&m->core_modules, str_of(known[i]), NULL)->pointer = module;
        complete_module(m, module, name);
        return module;
    }
    return NULL;
}

/* ---- AbortController ---- */

static struct value call_abort(struct machine *m, struct call *call)
{
    struct value signal = get_named(m, call->self, "signal");
    if (signal.tag != V_OBJECT)
        return v_undefined();
    define_property(m, signal.object, name_of(m, "aborted"), v_boolean(true));
    struct object *event = object_new(m, CLASS_OTHER, call->node);
    event->is_host = event->is_uncertain = true;
    struct value argument = v_object(event);
    emitter_emit(m, emitter_of(m, signal.object), name_of(m, "abort"), &argument, 1, call->node);
    struct value handler = get_named(m, signal, "onabort");
    if (v_callable(handler))
        call_value(m, handler, signal, &argument, 1, call->node);
    return v_undefined();
}

static struct value construct_abort_controller(struct machine *m, struct call *call)
{
    struct object *controller = object_new(m, CLASS_OTHER, call->node),
                  *signal = object_new(m, CLASS_TARGET, call->node);
    controller->is_host = signal->is_host = signal->is_uncertain = true;
    struct emitter *emitter = emitter_of(m, signal);
    emitter->unknown_emissions = false; /* only abort() emits */
    define_property(m, signal, name_of(m, "aborted"), v_boolean(false));
    define_property(m, signal, name_of(m, "onabort"), v_null());
    define_property(m, controller, name_of(m, "signal"), v_object(signal));
    install(m, controller, "abort", call_abort);
    return v_object(controller);
}

/* ---- XMLHttpRequest ---- */

static const char *const xhr_handlers[] = {
    "onreadystatechange", "onprogress", "onload", "onerror", "onabort", "ontimeout", "onloadend"};

static bool is_synchronous(struct machine *m, struct value request)
{
    return v_truth(get_named(m, request, "__async__")) == FALSE_;
}

static struct value xhr_open(struct machine *m, struct call *call)
{
    if (call->self.tag == V_OBJECT && call->count > 2)
        define_property(m, call->self.object, name_of(m, "__async__"), call->args[2]);
    return v_undefined();
}

struct answer {
    struct value handler, request;
};

static enum completion run_handler(struct machine *m, void *data)
{
    struct answer *answer = data;
    call_as_entry(m, answer->handler.object, answer->request);
    return DONE;
}

/* The handlers that stand there when the answer comes, not when the request goes out; each is one
 * of the ways it may go. */
static struct value xhr_answer(struct machine *m, struct call *call)
{
    struct answer answer = {.request = call->callee->native.data[0]};
    for (size_t i = 0; i < COUNT_OF(xhr_handlers) && !m->threw; i++) {
        answer.handler = get_named(m, answer.request, xhr_handlers[i]);
        if (v_is(answer.handler, CLASS_CLOSURE))
            branch(m, run_handler, &answer, NULL, NULL);
    }
    return v_undefined();
}

static struct value xhr_send(struct machine *m, struct call *call)
{
    struct object *answer = native_new(m, "answer", xhr_answer);
    answer->native.data[0] = call->self;
    m->inexact = true;
    if (call->self.tag != V_OBJECT)
        return call_unknown(m, call->args, call->count, call->node);
    if (is_synchronous(m, call->self))
        return call_value(m, v_object(answer), v_undefined(), NULL, 0, call->node);
    struct job *job = job_call(m, CONTEXT_IO, v_object(answer), NULL, 0, call->node);
    job->is_may = true;
    schedule_io(m, job);
    return v_undefined();
}

static struct value construct_xhr(struct machine *m, struct call *call)
{
    struct object *request = object_new(m, CLASS_TARGET, call->node);
    request->is_host = request->is_uncertain = true;
    emitter_of(m, request)->emits_later = true;
    install(m, request, "open", xhr_open);
    install(m, request, "send", xhr_send);
    return v_object(request);
}

void install_api(struct machine *m)
{
    install(m, m->global, "XMLHttpRequest", construct_xhr);
    install(m, m->global, "fetch", call_for_promise);
    install(m, m->global, "AbortController", construct_abort_controller);
}
