/* Models of packages whose asynchrony the shim cannot see: a native thread that calls back through
 * a descriptor of its own has no name, and cannot be told from another.
 *
 * models.cjs wraps the functions that interloper.json names. Before such a function is called, and
 * before its answer is handed on, a request goes through libuv's pool that does nothing: the shim
 * sees it start and end like any other task, by the name that stands behind it, and may make either
 * late. So a model needs no machinery of its own. */
#include "agent/models.h"

#include "segment/link.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

/* The first two are what the shim knows: segment/link.h. */
struct call {
    uv_work_t request;
    char name[LINK_CALL_NAME];
    napi_env env;
    napi_ref function;
    napi_async_context context;
    napi_async_cleanup_hook_handle guard; /* of a worker thread; NULL in the main thread */
    bool ending;                          /* its thread ends: nobody is to be called any more */
};

static const struct link *own_link;

static uv_loop_t *main_loop(void)
{
    uv_loop_t *(*default_loop)(void) = dlsym(RTLD_DEFAULT, "uv_default_loop");
    return default_loop ? default_loop() : NULL;
}

static void model_work(uv_work_t *request)
{
    (void)request;
}

/* A worker's loop may not be closed while a request of ours is under way: its environment waits for
 * answer(), which comes when all of it but this memory is gone. */
static void end_of_thread(napi_async_cleanup_hook_handle handle, void *argument)
{
    struct call *self = argument;
    (void)handle;
    self->ending = true;
    napi_async_destroy(self->env, self->context);
    napi_delete_reference(self->env, self->function);
}

static void answer(uv_work_t *request, int status)
{
    (void)status;
    struct call *self = (struct call *)request;
    napi_env env = self->env;
    if (self->guard)
        napi_remove_async_cleanup_hook(self->guard);
    if (self->ending) {
        free(self);
        return;
    }
    napi_handle_scope scope;
    napi_value function, global, result, thrown;
    if (napi_open_handle_scope(env, &scope) != 0)
        return; /* the environment is ending */
    if (napi_get_reference_value(env, self->function, &function) == 0 &&
        napi_get_global(env, &global) == 0 &&
        napi_make_callback(env, self->context, global, function, 0, NULL, &result) != 0 &&
        napi_get_and_clear_last_exception(env, &thrown) == 0)
        napi_fatal_exception(env, thrown);
    napi_async_destroy(env, self->context);
    napi_delete_reference(env, self->function);
    napi_close_handle_scope(env, scope);
    free(self);
}

/* hold(name, function): calls the function when an operation of this name is over. */
static napi_value hold(napi_env env, napi_callback_info info)
{
    int (*queue)(uv_loop_t *, uv_work_t *, uv_work_cb, uv_after_work_cb) =
        dlsym(RTLD_DEFAULT, "uv_queue_work");
    struct call *self = calloc(1, sizeof *self);
    struct uv_loop_s *loop;
    size_t count = 2, length;
    napi_value arguments[2], object;
    bool ok = queue && self && napi_get_cb_info(env, info, &count, arguments, NULL, NULL) == 0 &&
              count == 2 &&
              napi_get_value_string_utf8(env, arguments[0], self->name, sizeof self->name,
                                         &length) == 0 &&
              napi_create_object(env, &object) == 0 && napi_get_uv_event_loop(env, &loop) == 0 &&
              napi_create_reference(env, arguments[1], 1, &self->function) == 0 &&
              napi_async_init(env, object, arguments[0], &self->context) == 0;
    if (ok) {
        self->env = env;
        ok = loop == main_loop() ||
             napi_add_async_cleanup_hook(env, end_of_thread, self, &self->guard) == 0;
        ok = ok && queue(loop, &self->request, model_work, answer) == 0;
    }
    if (!ok) {
        if (self && self->guard)
            napi_remove_async_cleanup_hook(self->guard);
        free(self);
        napi_throw_error(env, NULL, "interloper: a modelled call could not be queued");
    }
    return NULL;
}

/* Whether the file is there and speaks of models. */
static bool has_models(const char *path)
{
    enum { MOST = 1 << 20 };
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return false;
    bool is_file = fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size <= MOST;
    char *text = is_file ? malloc(MOST) : NULL; /* a pipe would be waited for */
    ssize_t length = text ? read(fd, text, MOST) : 0;
    bool has = length > 0 && memmem(text, (size_t)length, "\"models\"", 8);
    free(text);
    close(fd);
    return has;
}

/* modelsFile(): the nearest interloper.json upwards of the working directory, where it has models.
 */
static napi_value models_file(napi_env env, napi_callback_info info)
{
    static const char name[] = "/interloper.json";
    char path[PATH_MAX + sizeof name];
    napi_value result;
    (void)info;
    if (!getcwd(path, PATH_MAX))
        return NULL;
    size_t length = strcmp(path, "/") == 0 ? 0 : strlen(path);
    for (;;) {
        memcpy(path + length, name, sizeof name);
        if (access(path, F_OK) == 0)
            break;
        if (length == 0)
            return NULL;
        path[length] = '\0';
        length = (size_t)(strrchr(path, '/') - path);
    }
    bool found = has_models(path) && napi_create_string_utf8(env, path, strlen(path), &result) == 0;
    return found ? result : NULL;
}

/* refused(): what is thrown next is the fault of a model. */
static napi_value refused(napi_env env, napi_callback_info info)
{
    (void)env, (void)info;
    own_link->model_refused();
    return NULL;
}

void models_export(napi_env env, napi_value exports, const struct link *link)
{
    if (!main_loop())
        return;
    own_link = link;
    link->models((const void *)model_work);
    agent_set_function(env, exports, "hold", hold);
    agent_set_function(env, exports, "modelsFile", models_file);
    agent_set_function(env, exports, "refused", refused);
}
