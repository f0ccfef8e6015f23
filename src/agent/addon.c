/* The agent's native half: joins the JavaScript of bootstrap.cjs with the shim of the process.
 *
 * Loaded once into each Node thread. It owns nothing but the references of that thread, which go
 * when the thread's environment is cleaned up. Where there is no shim, or one that does not want
 * us, attach() returns false and the script leaves no trace. */
#include "agent/models.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

struct thread {
    napi_env env;
    napi_ref look, running, stack, view;
};

static __thread struct thread own;

static const struct link *find_link(void)
{
    link_function *function = (link_function *)dlsym(RTLD_DEFAULT, LINK_SYMBOL);
    const struct link *found = function ? function() : NULL;
    return found && found->version == LINK_VERSION ? found : NULL;
}

/* Called by the shim inside the loop's poll. Only reads of plain properties happen in the script,
 * so that nothing can run out of turn; what it throws (a thread that is being terminated) is
 * dropped. */
static bool call(struct thread *thread, napi_ref which, double first, double second,
                 napi_value *result)
{
    napi_value function, undefined, arguments[2], ignored;
    if (napi_get_reference_value(thread->env, which, &function) == 0 &&
        napi_get_undefined(thread->env, &undefined) == 0 &&
        napi_create_double(thread->env, first, &arguments[0]) == 0 &&
        napi_create_double(thread->env, second, &arguments[1]) == 0 &&
        napi_call_function(thread->env, undefined, function, 2, arguments, result) == 0)
        return true;
    napi_get_and_clear_last_exception(thread->env, &ignored);
    return false;
}

static void look(void *context, double now)
{
    struct thread *thread = context;
    napi_handle_scope scope;
    napi_value ignored;
    if (napi_open_handle_scope(thread->env, &scope) != 0)
        return;
    call(thread, thread->look, now, 0, &ignored);
    napi_close_handle_scope(thread->env, scope);
}

static void running(void *context, double id, double trigger)
{
    struct thread *thread = context;
    napi_handle_scope scope;
    napi_value ignored;
    if (napi_open_handle_scope(thread->env, &scope) != 0)
        return;
    call(thread, thread->running, id, trigger, &ignored);
    napi_close_handle_scope(thread->env, scope);
}

static size_t stack(void *context, char *text, size_t room)
{
    struct thread *thread = context;
    napi_handle_scope scope;
    napi_value frames;
    size_t length = 0;
    if (napi_open_handle_scope(thread->env, &scope) != 0)
        return 0;
    if (call(thread, thread->stack, 0, 0, &frames) &&
        napi_get_value_string_utf8(thread->env, frames, text, room, &length) != 0)
        length = 0;
    napi_close_handle_scope(thread->env, scope);
    return length;
}

/* V8's own functions, by their names in Node's binary: the same from Node 18 to 26. A Local is a
 * pointer, and so is a napi_value. */
struct v8_location {
    int line, column; /* from 0 */
};
static struct {
    void *(*isolate)(void);
    void (*interrupt)(void *isolate, void (*callback)(void *isolate, void *data), void *data);
    void *(*stack_trace)(void *isolate, int most, int options);
    int (*frame_count)(void *trace);
    void *(*frame)(void *trace, void *isolate, uint32_t index);
    struct v8_location (*location)(void *frame);
    void *(*script)(void *frame), *(*function)(void *frame);
} v8;

static bool find_v8(void)
{
    static const struct {
        void *place;
        const char *symbol;
    } wanted[] = {
        {&v8.isolate, "_ZN2v87Isolate10GetCurrentEv"},
        {&v8.interrupt, "_ZN2v87Isolate16RequestInterruptEPFvPS0_PvES2_"},
        {&v8.stack_trace,
         "_ZN2v810StackTrace17CurrentStackTraceEPNS_7IsolateEiNS0_17StackTraceOptionsE"},
        {&v8.frame_count, "_ZNK2v810StackTrace13GetFrameCountEv"},
        {&v8.frame, "_ZNK2v810StackTrace8GetFrameEPNS_7IsolateEj"},
        {&v8.location, "_ZNK2v810StackFrame11GetLocationEv"},
        {&v8.script, "_ZNK2v810StackFrame24GetScriptNameOrSourceURLEv"},
        {&v8.function, "_ZNK2v810StackFrame15GetFunctionNameEv"},
    };
    bool all = true;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        void *found = dlsym(RTLD_DEFAULT, wanted[i].symbol);
        memcpy(wanted[i].place, &found, sizeof found);
        all = all && found;
    }
    return all;
}

static bool read_text(napi_env env, void *local, char *text, size_t room)
{
    size_t length = 0;
    return local && napi_get_value_string_utf8(env, (napi_value)local, text, room, &length) == 0 &&
           length > 0;
}

/* Within V8's interrupt: nothing of JavaScript may run. The outermost frame outside of Node is the
 * callback's. */
static void interrupted(void *isolate, void *data)
{
    enum { MOST_FRAMES = 64, FILE_ROOM = 3000, FUNCTION_ROOM = 256 };
    struct thread *thread = data;
    napi_handle_scope scope;
    char file[FILE_ROOM], function[FUNCTION_ROOM], text[FILE_ROOM + FUNCTION_ROOM + 32];
    if (thread != &own || !own.env || napi_open_handle_scope(own.env, &scope) != 0)
        return;
    void *trace = v8.stack_trace(isolate, MOST_FRAMES, 0x7f), *frame = NULL;
    for (int i = trace ? v8.frame_count(trace) : 0; i-- > 0 && !frame;) {
        frame = v8.frame(trace, isolate, (uint32_t)i);
        if (!read_text(own.env, v8.script(frame), file, sizeof file) ||
            strncmp(file, "node:", 5) == 0 || strstr(file, "interloper-agent.cjs"))
            frame = NULL;
    }
    if (frame) {
        const char *path = strncmp(file, "file://", 7) == 0 ? file + 7 : file;
        struct v8_location location = v8.location(frame);
        if (!read_text(own.env, v8.function(frame), function, sizeof function))
            memcpy(function, "-", 2);
        for (char *at = function; *at; at++)
            if (*at == ' ' || *at == '\n' || *at == '\t')
                *at = '_';
        snprintf(text, sizeof text, "%s %s:%d:%d", function, path, location.line + 1,
                 location.column + 1);
    }
    find_link()->called(frame ? text : NULL);
    napi_close_handle_scope(own.env, scope);
}

static void interrupt(void *context)
{
    static bool looked, found;
    if (!looked)
        found = find_v8();
    looked = true;
    void *isolate = found ? v8.isolate() : NULL;
    if (isolate)
        v8.interrupt(isolate, interrupted, context);
}

static void clean_up(void *argument)
{
    (void)argument;
    find_link()->detach();
    observe_clean_up();
    own = (struct thread){0};
}

/* attach(view, look, running, stack): true where the shim has taken this thread. */
static napi_value attach(napi_env env, napi_callback_info info)
{
    size_t count = 4, length = 0;
    int type;
    double *view = NULL;
    struct uv_loop_s *loop = NULL;
    napi_value arguments[4], result;
    const struct link *shim = find_link();
    bool attached = shim && !own.env &&
                    napi_get_cb_info(env, info, &count, arguments, NULL, NULL) == 0 && count == 4 &&
                    napi_get_typedarray_info(env, arguments[0], &type, &length, (void **)&view,
                                             NULL, NULL) == 0 &&
                    length == VIEW_SIZE && napi_get_uv_event_loop(env, &loop) == 0 &&
                    napi_create_reference(env, arguments[0], 1, &own.view) == 0 &&
                    napi_create_reference(env, arguments[1], 1, &own.look) == 0 &&
                    napi_create_reference(env, arguments[2], 1, &own.running) == 0 &&
                    napi_create_reference(env, arguments[3], 1, &own.stack) == 0 &&
                    napi_add_env_cleanup_hook(env, clean_up, NULL) == 0;
    if (attached) {
        own.env = env;
        attached = shim->attach(&(struct link_thread){.view = view,
                                                      .uv_loop = loop,
                                                      .look = look,
                                                      .running = running,
                                                      .stack = stack,
                                                      .interrupt = interrupt,
                                                      .context = &own});
    }
    return napi_get_boolean(env, attached, &result) == 0 ? result : NULL;
}

static napi_value take_sets(napi_env env, napi_callback_info info)
{
    (void)env, (void)info;
    find_link()->take_sets();
    return NULL;
}

/* timerStack(number, frames) */
static napi_value timer_stack(napi_env env, napi_callback_info info)
{
    size_t count = 2, length = 0;
    char text[4096];
    uint32_t number;
    napi_value arguments[2];
    if (napi_get_cb_info(env, info, &count, arguments, NULL, NULL) == 0 && count == 2 &&
        napi_get_value_uint32(env, arguments[0], &number) == 0 &&
        napi_get_value_string_utf8(env, arguments[1], text, sizeof text, &length) == 0)
        find_link()->timer_stack(number, text, length);
    return NULL;
}

static napi_value find_running(napi_env env, napi_callback_info info)
{
    (void)env, (void)info;
    find_link()->find_running();
    return NULL;
}

static napi_value site(napi_env env, napi_callback_info info)
{
    size_t count = 1, length = 0;
    char text[1024];
    napi_value argument, result;
    if (napi_get_cb_info(env, info, &count, &argument, NULL, NULL) != 0 ||
        napi_get_value_string_utf8(env, argument, text, sizeof text, &length) != 0 ||
        napi_create_uint32(env, find_link()->site(text, length), &result) != 0)
        return NULL;
    return result;
}

static napi_value reads(napi_env env, napi_callback_info info)
{
    size_t count = 1, length = 0;
    char path[4097];
    napi_value argument;
    if (napi_get_cb_info(env, info, &count, &argument, NULL, NULL) == 0)
        napi_get_value_string_utf8(env, argument, path, sizeof path, &length); /* else: no text */
    find_link()->reads(path, length);
    return NULL;
}

/* libuv's time, brought up to date as Node does itself whenever it sets a timer. */
static napi_value now(napi_env env, napi_callback_info info)
{
    (void)info;
    struct uv_loop_s *loop;
    napi_value result;
    void (*update)(struct uv_loop_s *) = dlsym(RTLD_DEFAULT, "uv_update_time");
    uint64_t (*get)(const struct uv_loop_s *) = dlsym(RTLD_DEFAULT, "uv_now");
    if (!update || !get || napi_get_uv_event_loop(env, &loop) != 0)
        return NULL;
    update(loop);
    return napi_create_double(env, (double)get(loop), &result) == 0 ? result : NULL;
}

void agent_set_function(napi_env env, napi_value object, const char *name, napi_callback *callback)
{
    napi_value function;
    if (napi_create_function(env, name, (size_t)-1, callback, NULL, &function) == 0)
        napi_set_named_property(env, object, name, function);
}

void agent_set_number(napi_env env, napi_value object, const char *name, uint32_t number)
{
    napi_value value;
    if (napi_create_uint32(env, number, &value) == 0)
        napi_set_named_property(env, object, name, value);
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env,
                                                                          napi_value exports);
napi_value napi_register_module_v1(napi_env env, napi_value exports)
{
    napi_value table;
    if (!find_link() || napi_create_object(env, &table) != 0)
        return exports;
    agent_set_function(env, exports, "attach", attach);
    agent_set_function(env, exports, "takeSets", take_sets);
    agent_set_function(env, exports, "timerStack", timer_stack);
    agent_set_function(env, exports, "findRunning", find_running);
    agent_set_function(env, exports, "site", site);
    agent_set_function(env, exports, "reads", reads);
    agent_set_function(env, exports, "now", now);
    napi_set_named_property(env, exports, "view", table);
#define LINK_PLACE(name) agent_set_number(env, table, #name, VIEW_##name);
    LINK_VIEW(LINK_PLACE)
#undef LINK_PLACE
#define LINK_PLACE(name) agent_set_number(env, table, "timer_" #name, TIMER_##name);
    LINK_TIMER(LINK_PLACE)
#undef LINK_PLACE
    static const struct {
        const char *name;
        uint32_t value;
    } rest[] = {{"size", VIEW_SIZE},        {"timerPlaces", TIMER_PLACES},
                {"sets", VIEW_SETS},        {"setsAt", VIEW_SETS_AT},
                {"due", VIEW_DUE},          {"dueAt", VIEW_DUE_AT},
                {"repeats", TIMER_REPEATS}, {"unrefed", TIMER_UNREFED}};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        agent_set_number(env, table, rest[i].name, rest[i].value);
    observe_export(env, exports, find_link());
    models_export(env, exports, find_link());
    return exports;
}
