/* What a run in a network of its own cannot reach: a database of this machine, say. A client that
 * connects again and again for ever is told "refused" by a network in which nobody listens, and a
 * run would never end. So the shim counts refusals (segment.h), and here the tool, which lives in
 * the machine's network, looks whether somebody listens on that port there. Nobody is connected to.
 * Allocates nothing; where the kernel tells nothing, nobody listens. */
#ifndef EXPLORE_OUTSIDE_H
#define EXPLORE_OUTSIDE_H

#include "base/base.h"

bool outside_listens(uint16_t port);

#endif
