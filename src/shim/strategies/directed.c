/* directed: exactly the holds of a schedule, as the tool wrote them beside the segment (the plan).
 * Nothing else is held, and everything goes in its natural order, one event at a time. What becomes
 * of each hold is noted in the plan, which all processes share: there the tool reads how many were
 * met, and there a hold until an event of another process finds out that it came. */
#include "shim/loop.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

struct wanted {
    struct wanted *next; /* of the same name */
    struct plan_hold *plan;
    uint32_t serial; /* the agent's, of the timer that ends it; 0: none, or not yet set */
};

static struct plan *plan;

const char *plan_text(const struct plan_key *key)
{
    const char *texts = (const char *)&plan->holds[plan->count];
    return key->has_about ? texts + key->about_at : "";
}

static struct plan *map_plan(void)
{
    const char *slash = strrchr(shim.segment_path, '/');
    struct line path = {.len = 0};
    line_text(&path, shim.segment_path);
    path.len = slash ? (size_t)(slash - shim.segment_path) + 1 : 0;
    line_text(&path, "holds");
    path.text[path.len] = '\0';
    int fd = open(path.text, O_RDWR | O_CLOEXEC);
    struct stat info;
    void *mapped = MAP_FAILED;
    if (fd >= 0 && fstat(fd, &info) == 0 && info.st_size >= (off_t)sizeof(struct plan))
        mapped = mmap(NULL, (size_t)info.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0)
        close(fd);
    struct plan *found = mapped == MAP_FAILED ? NULL : mapped;
    return found && found->magic == PLAN_MAGIC && found->size == (uint64_t)info.st_size ? found
                                                                                        : NULL;
}

static struct name *own_name(const struct plan_key *key)
{
    if (strcmp(key->process, shim.process->name) != 0)
        return NULL;
    return name_of(key->thread, (enum event_kind)key->kind, plan_text(key), key->delay);
}

static void add(struct wanted **list, struct plan_hold *hold)
{
    struct wanted *wanted = shim_alloc(sizeof *wanted);
    if (!wanted)
        return;
    *wanted = (struct wanted){.next = *list, .plan = hold};
    *list = wanted;
}

static void start(struct random *random)
{
    (void)random;
    plan = map_plan();
    for (uint32_t i = 0; plan && i < plan->count; i++) {
        struct plan_hold *hold = &plan->holds[i];
        struct name *name = own_name(&hold->event);
        if (name)
            add(&name->wanted, hold);
        bool awaits = hold->end == HOLD_EVENT || hold->end == HOLD_BEFORE;
        name = awaits ? own_name(&hold->until) : NULL;
        if (name)
            add(&name->awaited, hold);
    }
}

static bool is_meant(const struct event *event, const struct plan_key *key)
{
    return key->number == event->number && key->phase == event->phase;
}

static void arrive(struct random *random, struct event *event)
{
    (void)random;
    for (struct wanted *wanted = event->name->wanted; wanted; wanted = wanted->next) {
        struct plan_hold *hold = wanted->plan;
        if (!is_meant(event, &hold->event))
            continue;
        event->hold = (struct hold){(enum hold_end)hold->end, hold->amount, hold};
        if (hold->end == HOLD_TIME)
            event->hold.until += event->since;
        atomic_store(&hold->state, PLAN_HELD);
    }
}

void directed_delivered(const struct event *event)
{
    for (struct wanted *wanted = event->name->awaited; wanted; wanted = wanted->next)
        if (is_meant(event, &wanted->plan->until))
            atomic_store(&wanted->plan->until_came, 1);
}

/* JavaScript's timers, as the agent tells of them: when one is set, and when it has expired. */
void directed_timer_set(const struct name *name, uint32_t number, uint32_t serial)
{
    if (strategy_now() != &strategy_directed)
        return;
    strategy_random(); /* starts it: the first timers are set before the first event arrives */
    for (struct wanted *wanted = name->awaited; wanted; wanted = wanted->next)
        if (wanted->plan->until.number == number) {
            wanted->serial = serial;
            atomic_store(&wanted->plan->until_due, (clock_now() / MS + name->delay) * MS);
        }
}

void directed_timer_expired(const struct name *name, uint32_t serial)
{
    for (struct wanted *wanted = name->awaited; wanted; wanted = wanted->next)
        if (wanted->serial == serial)
            atomic_store(&wanted->plan->until_came, 1);
}

static bool arrange(struct random *random, struct event **free, size_t count, bool timers_wait)
{
    (void)random, (void)timers_wait;
    for (size_t i = 1; i < count; i++)
        if (free[i]->order < free[0]->order) {
            struct event *first = free[i];
            free[i] = free[0];
            free[0] = first;
        }
    return true;
}

const struct strategy strategy_directed = {
    .name = "directed", .start = start, .arrive = arrive, .arrange = arrange};
