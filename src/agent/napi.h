/* The few functions of Node-API that the addon uses, as Node documents them: their names and
 * signatures have not changed since version 3, and never will within the ABI's promise. Declared
 * here so that one binary serves Node 18 to 26 and no Node headers are needed to build it. */
#ifndef AGENT_NAPI_H
#define AGENT_NAPI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef struct napi_ref__ *napi_ref;
typedef struct napi_handle_scope__ *napi_handle_scope;
typedef struct napi_callback_info__ *napi_callback_info;
typedef napi_value napi_callback(napi_env env, napi_callback_info info);
typedef int napi_status; /* 0: it worked */
struct uv_loop_s;

napi_status napi_create_function(napi_env env, const char *name, size_t length,
                                 napi_callback *callback, void *data, napi_value *result);
napi_status napi_get_cb_info(napi_env env, napi_callback_info info, size_t *count,
                             napi_value *arguments, napi_value *this_value, void **data);
napi_status napi_set_named_property(napi_env env, napi_value object, const char *name,
                                    napi_value value);
napi_status napi_create_object(napi_env env, napi_value *result);
napi_status napi_get_value_uint32(napi_env env, napi_value value, uint32_t *result);
napi_status napi_get_typedarray_info(napi_env env, napi_value array, int *type, size_t *length,
                                     void **data, napi_value *buffer, size_t *offset);
napi_status napi_create_double(napi_env env, double value, napi_value *result);
napi_status napi_create_uint32(napi_env env, uint32_t value, napi_value *result);
napi_status napi_get_boolean(napi_env env, bool value, napi_value *result);
napi_status napi_get_undefined(napi_env env, napi_value *result);
napi_status napi_get_value_string_utf8(napi_env env, napi_value value, char *into, size_t room,
                                       size_t *length);
napi_status napi_get_typedarray_info(napi_env env, napi_value array, int *type, size_t *length,
                                     void **data, napi_value *buffer, size_t *offset);
napi_status napi_create_reference(napi_env env, napi_value value, uint32_t count, napi_ref *result);
napi_status napi_delete_reference(napi_env env, napi_ref reference);
napi_status napi_get_reference_value(napi_env env, napi_ref reference, napi_value *result);
napi_status napi_open_handle_scope(napi_env env, napi_handle_scope *result);
napi_status napi_close_handle_scope(napi_env env, napi_handle_scope scope);
napi_status napi_call_function(napi_env env, napi_value this_value, napi_value function,
                               size_t count, const napi_value *arguments, napi_value *result);
napi_status napi_get_and_clear_last_exception(napi_env env, napi_value *result);
napi_status napi_get_value_uint32(napi_env env, napi_value value, uint32_t *result);
napi_status napi_create_string_utf8(napi_env env, const char *text, size_t length,
                                    napi_value *result);
napi_status napi_create_array(napi_env env, napi_value *result);
napi_status napi_set_element(napi_env env, napi_value array, uint32_t index, napi_value value);
napi_status napi_create_arraybuffer(napi_env env, size_t length, void **data, napi_value *result);
napi_status napi_create_external_arraybuffer(napi_env env, void *data, size_t length,
                                             void (*release)(napi_env, void *, void *), void *hint,
                                             napi_value *result);
napi_status napi_is_promise(napi_env env, napi_value value, bool *result);
napi_status napi_get_global(napi_env env, napi_value *result);
napi_status napi_throw_error(napi_env env, const char *code, const char *message);
napi_status napi_fatal_exception(napi_env env, napi_value error);
/* A callback of an operation that was begun before: ticks and promise jobs run behind it. */
typedef struct napi_async_context__ *napi_async_context;
napi_status napi_async_init(napi_env env, napi_value object, napi_value name,
                            napi_async_context *result);
napi_status napi_async_destroy(napi_env env, napi_async_context context);
napi_status napi_make_callback(napi_env env, napi_async_context context, napi_value this_value,
                               napi_value function, size_t count, const napi_value *arguments,
                               napi_value *result);
napi_status napi_typeof(napi_env env, napi_value value, int *type);
napi_status napi_add_env_cleanup_hook(napi_env env, void (*hook)(void *), void *argument);
/* The environment waits until whoever added this has removed it. */
typedef struct napi_async_cleanup_hook_handle__ *napi_async_cleanup_hook_handle;
napi_status napi_add_async_cleanup_hook(napi_env env,
                                        void (*hook)(napi_async_cleanup_hook_handle, void *),
                                        void *argument, napi_async_cleanup_hook_handle *result);
napi_status napi_remove_async_cleanup_hook(napi_async_cleanup_hook_handle handle);
napi_status napi_get_uv_event_loop(napi_env env, struct uv_loop_s **loop);

#endif
