#include "base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    STACK_SIZE = 16 * 1024 * 1024, /* parsing is recursive */
};

static bool start_thread(pthread_t *thread, void *(*run)(void *data), void *data)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    bool ok = pthread_create(thread, &attributes, run, data) == 0;
    pthread_attr_destroy(&attributes);
    return ok;
}

/* ---- many items ---- */

struct shared_work {
    size_t count;
    atomic_size_t next;
    parallel_fn work;
    void *context;
};

struct worker {
    struct shared_work *shared;
    unsigned number;
    pthread_t thread;
};

static void *work_on(void *data)
{
    const struct worker *self = data;
    struct shared_work *shared = self->shared;
    for (size_t i; (i = atomic_fetch_add(&shared->next, 1)) < shared->count;)
        shared->work(shared->context, self->number, i);
    return NULL;
}

void parallel_each(size_t count, unsigned jobs, parallel_fn work, void *context)
{
    struct shared_work shared = {.count = count, .work = work, .context = context};
    struct worker workers[PARALLEL_MOST];
    for (unsigned i = 0; i < PARALLEL_MOST; i++)
        workers[i] = (struct worker){.shared = &shared, .number = i};
    unsigned started = 1;
    while (started < jobs && started < PARALLEL_MOST && count > started &&
           start_thread(&workers[started].thread, work_on, &workers[started]))
        started++;
    work_on(&workers[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
}

/* ---- beside the caller ---- */

struct background {
    pthread_t thread;
    void (*work)(void *context);
    void *context;
};

static void *work_beside(void *data)
{
    struct background *self = data;
    self->work(self->context);
    return NULL;
}

struct background *background_start(void (*work)(void *context), void *context)
{
    struct background *self = mem_alloc(sizeof *self);
    *self = (struct background){.work = work, .context = context};
    if (start_thread(&self->thread, work_beside, self))
        return self;
    free(self);
    return NULL;
}

void background_wait(struct background *self)
{
    if (self)
        pthread_join(self->thread, NULL);
    free(self);
}
