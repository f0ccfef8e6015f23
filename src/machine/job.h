/* Jobs and the queues they wait in. */
#ifndef MACHINE_JOB_H
#define MACHINE_JOB_H

#include "machine/promise.h"

enum job_kind { JOB_CALL, JOB_REACTION, JOB_THENABLE, JOB_RESUME };

struct job {
    enum job_kind kind;
    enum context_kind context_kind;
    struct value callee, self;
    struct value *args;
    unsigned count;
    struct reaction *reaction;
    struct promise *promise;
    struct value value;
    bool is_rejection, is_may, is_conditional, is_cancelled, is_unknown_time;
    const struct js_node *site;
    struct unit *unit;
    struct js_function *registered_in;
    uint32_t parent, cause, registration, activation;
    struct called called;
    uint32_t root, order, ready_order;
    bool is_entry; /* entered with arguments nobody knows */
    bool is_event;
    double delay, deadline, repeat;
    unsigned runs;
    struct object *handle;
    struct promise *settles; /* API promises: settled with `value` when the job runs */
    struct job *next;
    struct job *later;    /* timers: a heap */
    uint32_t timer_order; /* of timers that fall due together */
};

struct queue {
    struct job *first, *last;
    size_t len;
};

#endif
