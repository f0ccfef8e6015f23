/* Guaranteed order between contexts. */
#ifndef MACHINE_ORDER_H
#define MACHINE_ORDER_H

#include "machine/state.h"

/* OPEN: the runtime may run either first. UNKNOWN: code that we do not see decides. */
enum order { ORDER_SAME, ORDER_BEFORE, ORDER_AFTER, ORDER_OPEN, ORDER_UNKNOWN };

enum order order_of(const struct machine *m, const struct context *a, const struct context *b);
bool same_place(const struct access *a, const struct access *b);
const struct access *conflict_of(const struct context *a, const struct context *b);

#endif
