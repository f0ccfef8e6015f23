/* The native half of the heavy mode: mapped files, instrumenting, and functions that pass through.
 * Everything belongs to the thread that asks. */
#ifndef AGENT_OBSERVE_H
#define AGENT_OBSERVE_H

#include "agent/napi.h"
#include "segment/link.h"

/* Adds the functions of observe.c and the numbers of trace/observed.h to the addon's exports. */
void observe_export(napi_env env, napi_value exports, const struct link *shim);
void observe_clean_up(void);

void agent_set_function(napi_env env, napi_value object, const char *name, napi_callback *callback);
void agent_set_number(napi_env env, napi_value object, const char *name, uint32_t number);

#endif
