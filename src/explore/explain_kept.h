/* An explanation as bytes, for the store: what two runs showed need not be run for again. */
#ifndef EXPLORE_EXPLAIN_KEPT_H
#define EXPLORE_EXPLAIN_KEPT_H

#include "base/buf.h"
#include "explore/explain.h"

void explanation_write(const struct explanation *self, struct buf *out);
/* False where the bytes make no sense; then it is empty. */
bool explanation_read(struct explanation *self, struct str bytes);

#endif
