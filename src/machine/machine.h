/* The abstract machine: it executes JavaScript over abstract values with the queues of Node's event
 * loop, and remembers what happened as contexts (the nodes of the callback graph), promises and
 * emitters. Private to src/check.
 *
 * Where a condition is not determined both ways are taken, one after the other, and their effects
 * joined (branch.c). Where code is not known its results are UNKNOWN and what it is given escapes.
 * Async functions and generators run on stacks of their own (coroutine.c). */
#ifndef MACHINE_MACHINE_H
#define MACHINE_MACHINE_H

#include "machine/builtin.h"
#include "machine/run.h"
#include "machine/schedule.h"

#endif
