/* What models.cjs gets of the addon. */
#ifndef AGENT_MODELS_H
#define AGENT_MODELS_H

#include "agent/observe.h"

void models_export(napi_env env, napi_value exports, const struct link *link);

#endif
