/* Stacks of their own for async functions and generators, so that an await can stand anywhere in an
 * expression and the interpreter stay plain recursion. ucontext is slow for a scheduler and fast
 * enough here: a switch costs less than the statement it suspends. */
#include "machine/machine.h"

#include <sys/mman.h>
#include <ucontext.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif

#ifdef HAS_ASAN
#include <sanitizer/common_interface_defs.h>
enum { STACK_SIZE = 1024 * 1024, STACK_RESERVE = 160 * 1024 };
#else
enum { STACK_SIZE = 256 * 1024, STACK_RESERVE = 32 * 1024 };
#endif
enum { MOST_ALIVE = 3200 }; /* more than the loop lets run in a row */

/* Many coroutines wait for what never comes. They are kept, for a later entry may settle what they
 * wait for; when stacks run short the one that has waited longest gives its own back, if it is an
 * earlier entry's. Where one entry alone has too many, it ends there as if its steps were spent. */

struct coroutine {
    ucontext_t context, back;
    char *stack;
    void (*body)(struct machine *m, void *data);
    void *data;
    struct machine *machine;
    bool ended, started;
    bool is_given_back; /* suspended for ever: its stack serves another */
    unsigned suspensions;
    struct value transfer;
    bool transfer_is_throw;
    /* the machine's state on this stack, while suspended */
    struct frame *frame, *base;
    struct maybe_thrown maybe;
    unsigned own_may, base_may, call_depth;
    unsigned own_maybe_catch, base_maybe_catch;
    uint32_t caught_order;
    uint32_t entry;                               /* in which it was suspended */
    struct coroutine *waits_before, *waits_after; /* among those that are suspended */
    struct coroutine *resumer, *next_idle, *next_alive;
    void *fake_stack, *resumer_fake_stack;
    const void *resumer_stack;
    size_t resumer_stack_size;
};

static void before_switch(void **save, const void *stack, size_t size)
{
#ifdef HAS_ASAN
    __sanitizer_start_switch_fiber(save, stack, size);
#else
    (void)save, (void)stack, (void)size;
#endif
}

static void after_switch(void *saved, const void **stack, size_t *size)
{
#ifdef HAS_ASAN
    __sanitizer_finish_switch_fiber(saved, stack, size);
#else
    (void)saved, (void)stack, (void)size;
#endif
}

static void begin(unsigned high, unsigned low)
{
    struct coroutine *self = (struct coroutine *)(((uintptr_t)high << 32) | low);
    after_switch(NULL, &self->resumer_stack, &self->resumer_stack_size);
    self->body(self->machine, self->data);
    self->ended = true;
    before_switch(NULL, self->resumer_stack, self->resumer_stack_size);
    swapcontext(&self->context, &self->back);
}

static char *new_stack(void)
{
    void *stack = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return stack == MAP_FAILED ? NULL : stack;
}

/* ---- those that are suspended, the one that has waited longest first ---- */

static void begin_waiting(struct machine *m, struct coroutine *self)
{
    self->entry = m->entry;
    self->waits_before = m->last_waiting;
    self->waits_after = NULL;
    if (m->last_waiting)
        m->last_waiting->waits_after = self;
    else
        m->first_waiting = self;
    m->last_waiting = self;
}

static void end_waiting(struct machine *m, struct coroutine *self)
{
    if (self->waits_before)
        self->waits_before->waits_after = self->waits_after;
    else
        m->first_waiting = self->waits_after;
    if (self->waits_after)
        self->waits_after->waits_before = self->waits_before;
    else
        m->last_waiting = self->waits_before;
}

static char *stack_of_longest_waiting(struct machine *m)
{
    struct coroutine *self = m->first_waiting;
    if (!self || self->entry == m->entry)
        return NULL;
    end_waiting(m, self);
    self->is_given_back = true;
    const struct frame *frame = self->frame; /* on that very stack */
    if (frame && frame->function)
        unit_reached(frame->unit, BOUND_COROUTINES, frame->function->node);
    if (frame && frame->promise)
        frame->promise->may_never = frame->promise->settler_escaped = true;
    char *stack = self->stack;
    self->stack = NULL;
    return stack;
}

/* An ended coroutine's stack serves again. */
static char *take_stack(struct machine *m)
{
    struct coroutine *idle = m->idle_coroutines;
    if (idle) {
        char *stack = idle->stack;
        m->idle_coroutines = idle->next_idle;
        idle->stack = NULL;
        return stack;
    }
    if (m->alive_coroutines >= MOST_ALIVE)
        return stack_of_longest_waiting(m);
    m->alive_coroutines++;
    return new_stack();
}

static void prepare(struct coroutine *self)
{
    getcontext(&self->context);
    self->context.uc_stack.ss_sp = self->stack;
    self->context.uc_stack.ss_size = STACK_SIZE;
    self->context.uc_link = NULL;
    makecontext(&self->context, (void (*)(void))begin, 2, (unsigned)((uintptr_t)self >> 32),
                (unsigned)(uintptr_t)self);
}

/* On arm64 a ucontext_t wants an alignment that the arena does not give. */
static struct coroutine *aligned_coroutine(struct arena *arena)
{
    const uintptr_t alignment = _Alignof(struct coroutine);
    uintptr_t room = (uintptr_t)arena_alloc(arena, sizeof(struct coroutine) + alignment);
    return (struct coroutine *)((room + alignment - 1) & ~(alignment - 1));
}

struct coroutine *coroutine_new(struct machine *m, void (*body)(struct machine *m, void *data),
                                void *data)
{
    char *stack = take_stack(m);
    if (!stack) {
        machine_exhausted(m, BOUND_COROUTINES);
        return NULL;
    }
    struct coroutine *self = aligned_coroutine(&m->arena);
    *self = (struct coroutine){.stack = stack, .body = body, .data = data, .machine = m};
    self->next_alive = m->all_coroutines;
    m->all_coroutines = self;
    prepare(self);
    return self;
}

static void recycle(struct machine *m, struct coroutine *self)
{
    self->next_idle = m->idle_coroutines;
    m->idle_coroutines = self;
}

/* Whoever resumes is the caller now: the first one's frame is long gone. */
void coroutine_set_base(struct coroutine *self, struct frame *base)
{
    self->base = base;
}

bool coroutine_ended(const struct coroutine *self)
{
    return self->ended;
}

unsigned coroutine_suspensions(const struct coroutine *self)
{
    return self->suspensions;
}

bool coroutine_resume(struct machine *m, struct coroutine *self, struct value value, bool is_throw)
{
    if (self->is_given_back)
        return true;
    struct frame *frame = m->frame;
    struct maybe_thrown maybe = m->maybe;
    unsigned may = m->may, call_depth = m->call_depth, maybe_catch = m->in_maybe_catch;
    uint32_t caught_order = m->caught_order;
    bool weak = m->weak;
    char *stack_low = m->stack_low;
    if (self->started) {
        end_waiting(m, self);
        m->caught_order = self->caught_order;
    }
    self->started = true;
    self->base_maybe_catch = maybe_catch;
    m->in_maybe_catch = maybe_catch + self->own_maybe_catch;
    self->transfer = value;
    self->transfer_is_throw = is_throw;
    self->resumer = m->coroutine;
    self->base_may = may;
    m->coroutine = self;
    m->may = may + self->own_may;
    m->weak = weak || self->own_may > 0;
    m->maybe = self->maybe;
    m->call_depth = call_depth + self->call_depth;
    if (self->base)
        self->base->caller = frame;
    if (self->frame)
        m->frame = self->frame;
    m->stack_low = self->stack + STACK_RESERVE;
    before_switch(&self->resumer_fake_stack, self->stack, STACK_SIZE);
    swapcontext(&self->back, &self->context);
    after_switch(self->resumer_fake_stack, NULL, NULL);
    m->coroutine = self->resumer;
    m->frame = frame;
    m->maybe = maybe;
    m->may = may;
    m->weak = weak;
    m->call_depth = call_depth;
    m->in_maybe_catch = maybe_catch;
    m->caught_order = caught_order;
    m->stack_low = stack_low;
    if (self->ended)
        recycle(m, self);
    return self->ended;
}

struct value coroutine_suspend(struct machine *m)
{
    struct coroutine *self = m->coroutine;
    self->own_may = m->may > self->base_may ? m->may - self->base_may : 0;
    if (self->own_may)
        branch_commit(m);
    self->frame = m->frame;
    self->maybe = m->maybe;
    self->own_maybe_catch = m->in_maybe_catch - self->base_maybe_catch;
    self->caught_order = m->caught_order;
    self->suspensions++;
    begin_waiting(m, self);
    before_switch(&self->fake_stack, self->resumer_stack, self->resumer_stack_size);
    swapcontext(&self->context, &self->back);
    after_switch(self->fake_stack, &self->resumer_stack, &self->resumer_stack_size);
    if (self->transfer_is_throw) {
        m->threw = true;
        m->exception = self->transfer;
    }
    return self->transfer;
}

void coroutines_free(struct machine *m)
{
    for (struct coroutine *self = m->all_coroutines; self; self = self->next_alive)
        if (self->stack)
            munmap(self->stack, STACK_SIZE);
}
