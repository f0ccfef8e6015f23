/* Stacks of their own for async functions and generators, so that an await can stand anywhere in an
 * expression and the interpreter stay plain recursion. ucontext is slow for a scheduler and fast
 * enough here: a switch costs less than the statement it suspends. */
#include "check/machine.h"

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

struct coroutine {
    ucontext_t context, back;
    char *stack;
    void (*body)(struct machine *m, void *data);
    void *data;
    struct machine *machine;
    bool ended;
    unsigned suspensions;
    struct value transfer;
    bool transfer_is_throw;
    /* the machine's state on this stack, while suspended */
    struct frame *frame, *base;
    struct maybe_thrown maybe;
    unsigned own_may, base_may, call_depth;
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
        return NULL;
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

struct coroutine *coroutine_new(struct machine *m, void (*body)(struct machine *m, void *data),
                                void *data)
{
    char *stack = take_stack(m);
    if (!stack)
        return NULL;
    struct coroutine *self = arena_new(&m->arena, struct coroutine);
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
    struct frame *frame = m->frame;
    struct maybe_thrown maybe = m->maybe;
    unsigned may = m->may, call_depth = m->call_depth;
    bool weak = m->weak;
    char *stack_low = m->stack_low;
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
    self->suspensions++;
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
