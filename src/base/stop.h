/* A wish to end soon, set by others (a signal, another thread) and looked at where work goes on for
 * long. NULL: nobody can wish it. */
#ifndef BASE_STOP_H
#define BASE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static inline bool is_stopped(const atomic_bool *stop)
{
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

#endif
