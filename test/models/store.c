/* A package in native code with a thread of its own, as database drivers have: save(value,
 * callback) is answered from that thread, through a thread-safe function. Node's pool has no part
 * in it. load(callback) likewise. */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef struct napi_callback_info__ *napi_callback_info;
typedef struct napi_threadsafe_function__ *napi_threadsafe_function;
typedef napi_value (*napi_callback)(napi_env, napi_callback_info);
int napi_create_function(napi_env, const char *, size_t, napi_callback, void *, napi_value *);
int napi_set_named_property(napi_env, napi_value, const char *, napi_value);
int napi_get_cb_info(napi_env, napi_callback_info, size_t *, napi_value *, napi_value *, void **);
int napi_get_undefined(napi_env, napi_value *);
int napi_get_null(napi_env, napi_value *);
int napi_create_string_utf8(napi_env, const char *, size_t, napi_value *);
int napi_call_function(napi_env, napi_value, napi_value, size_t, const napi_value *, napi_value *);
int napi_create_threadsafe_function(napi_env, napi_value function, napi_value resource,
                                    napi_value name, size_t queue, size_t threads, void *data,
                                    void (*finalize)(napi_env, void *, void *), void *context,
                                    void (*call)(napi_env, napi_value, void *, void *),
                                    napi_threadsafe_function *result);
int napi_call_threadsafe_function(napi_threadsafe_function, void *data, int mode);
int napi_release_threadsafe_function(napi_threadsafe_function, int mode);

static void answer(napi_env env, napi_value function, void *context, void *data)
{
    napi_value undefined, nothing, ignored;
    (void)context, (void)data;
    if (!env)
        return;
    napi_get_undefined(env, &undefined);
    napi_get_null(env, &nothing);
    napi_call_function(env, undefined, function, 1, &nothing, &ignored);
}

static void *work(void *argument)
{
    napi_threadsafe_function call = argument;
    napi_call_threadsafe_function(call, NULL, 0);
    napi_release_threadsafe_function(call, 0);
    return NULL;
}

/* The last argument is the callback. */
static napi_value save(napi_env env, napi_callback_info info)
{
    size_t count = 4;
    napi_value arguments[4], name;
    napi_threadsafe_function call;
    pthread_t thread;
    napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
    napi_create_string_utf8(env, "store", 5, &name);
    if (count && count <= 4 &&
        napi_create_threadsafe_function(env, arguments[count - 1], NULL, name, 0, 1, NULL, NULL,
                                        NULL, answer, &call) == 0 &&
        pthread_create(&thread, NULL, work, call) == 0)
        pthread_detach(thread);
    return NULL;
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env,
                                                                          napi_value exports);
napi_value napi_register_module_v1(napi_env env, napi_value exports)
{
    napi_value function;
    napi_create_function(env, "save", 4, save, NULL, &function);
    napi_set_named_property(env, exports, "save", function);
    return exports;
}
