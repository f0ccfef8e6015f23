/* The heart: an event loop waits, and we decide what it is told.
 *
 * A poll collects what could happen (ready descriptors, tasks that could start, tasks that are
 * done), lets the strategy hold and arrange it, and delivers: one event in most strategies,
 * everything at once in `none` and `fz`. What is not delivered is never stored across calls: epoll
 * is level-triggered, so the kernel shows it again, and a descriptor that was closed meanwhile
 * cannot come back. Where nothing is to be delivered, time passes (baton.c decides how far and
 * how). */
#include "shim/loop.h"

#include <errno.h>

/* Of a crowd of ready descriptors we look at this many at a time; the kernel goes round. */
enum { MOST_READY = 512, MOST_CHOICES = 16384 };

static struct {
    struct epoll_event ready[MOST_READY];
    struct event *free[MOST_CHOICES];
    struct epoll_event always[MOST_READY]; /* never held: eventfds, and all of a nested loop */
    size_t always_count;
    uint64_t round; /* of collecting */
} work;

static bool edges_are_kept; /* by some source, of any loop */

static struct random random_state;
static bool random_started;

const struct strategy *strategy_now(void)
{
    static const struct strategy *const all[STRATEGY_COUNT] = {
        [STRATEGY_NONE] = &strategy_none,   [STRATEGY_FZ] = &strategy_fz,
        [STRATEGY_DELAY] = &strategy_delay, [STRATEGY_PCT] = &strategy_pct,
        [STRATEGY_LATE] = &strategy_late,   [STRATEGY_DIRECTED] = &strategy_directed,
    };
    uint32_t which = shim.segment->config.strategy;
    return all[which < STRATEGY_COUNT ? which : STRATEGY_NONE];
}

/* Each process has its own stream, so that what one does never shifts the choices of another. */
struct random *strategy_random(void)
{
    if (UNLIKELY(!random_started)) {
        random_started = true;
        random_state.state = shim.segment->config.seed;
        for (const char *at = shim.process->name; *at; at++)
            random_state.state = random_mix(random_state.state, (unsigned char)*at);
        if (strategy_now()->start)
            strategy_now()->start(&random_state);
    }
    return &random_state;
}

/* Collecting. */

/* Descriptors that are shown once: what a look of ours was told is kept until the loop can be told.
 */
static void keep_edges(const struct epoll_event *shown, int count)
{
    for (int i = 0; i < count; i++) {
        struct source *source = source_of((int)shown[i].data.u64);
        if (source && source->edge) {
            source->kept |= shown[i].events;
            edges_are_kept = true;
        }
    }
}

static void take_kept_edges(struct loop *loop)
{
    if (LIKELY(!edges_are_kept))
        return;
    edges_are_kept = false;
    for (int fd = 0; fd <= sources_highest(); fd++) {
        struct source *source = source_of(fd);
        if (!source || !source->kept)
            continue;
        if (source->epfd == loop->epfd && work.always_count < MOST_READY) {
            work.always[work.always_count++] =
                (struct epoll_event){.events = source->kept, .data.u64 = source->data};
            source->kept = 0;
        } else {
            edges_are_kept = true;
        }
    }
}

/* Shell's sort: qsort() may allocate. */
static void sort_by_descriptor(struct epoll_event *ready, int count)
{
    for (int gap = count / 2; gap > 0; gap /= 2)
        for (int i = gap; i < count; i++) {
            struct epoll_event moved = ready[i];
            int at = i;
            for (; at >= gap && (int)ready[at - gap].data.u64 > (int)moved.data.u64; at -= gap)
                ready[at] = ready[at - gap];
            ready[at] = moved;
        }
}

/* The kernel tells in which order they became ready, which real time decides. Where a strategy
 * chooses, its choice must not depend on it; where none does, it is the natural order. */
static void forget_kernels_order(int count)
{
    if (strategy_now() != &strategy_none)
        sort_by_descriptor(work.ready, count);
}

static bool messages_come_by(struct loop *loop, int fd)
{
    return loop->checks && !loop->nested && loop->uv->async_io_watcher.fd == fd &&
           controls(CONTROL_POLL);
}

static bool collect_descriptors(struct loop *loop)
{
    work.always_count = 0;
    take_kept_edges(loop);
    work.round++;
    if (work.always_count == MOST_READY) /* no room for more: those first */
        return false;
    int most = MOST_READY - (int)work.always_count;
    int count = real.epoll_pwait(loop->epfd, work.ready, most, 0, NULL);
    forget_kernels_order(count);
    bool collected = false;
    for (int i = 0; i < count; i++) {
        /* libuv and everybody we know puts the descriptor into data; sources remember the rest */
        int fd = (int)work.ready[i].data.u64;
        if (messages_come_by(loop, fd)) {
            messages_collect(loop);
            collected = true;
        }
        struct event *event = source_ready(loop, fd, work.ready[i].events);
        if (event) {
            event->came = event->came ? event->came : work.round;
            event->seen = work.round;
        } else {
            work.always[work.always_count++] = work.ready[i];
        }
    }
    if (!collected && loop->messages) /* perhaps a port was closed */
        messages_collect(loop);
    return count < most;
}

/* A held descriptor that is no longer ready (its data was read in another way, or it was closed) is
 * forgotten. */
static void forget_unready(struct loop *loop)
{
    for (size_t i = loop->pending_count; loop->descriptors && i-- > 0;) {
        struct event *event = loop->pending[i];
        if (event->kind == EVENT_FD && event->seen != work.round) {
            struct source *source = source_of(event->fd);
            if (source && source->event == event)
                source->event = NULL;
            event_drop(loop, event);
        }
    }
}

/* The loop was woken for messages alone, and they have become events. Whoever wakes it sets
 * `pending` first: what came before the descriptor was emptied is seen, what comes later shows
 * again. */
static void forget_wakeup(struct loop *loop)
{
    if (!loop->messages)
        return;
    int fd = loop->uv->async_io_watcher.fd;
    size_t at = 0;
    while (at < work.always_count && work.always[at].data.fd != fd)
        at++;
    if (at == work.always_count || messages_wake(loop))
        return;
    uint64_t count;
    int saved = errno;
    ssize_t got = real.read(fd, &count, sizeof count);
    (void)got;
    errno = saved;
    if (!messages_wake(loop))
        work.always[at] = work.always[--work.always_count];
}

static void collect(struct loop *loop)
{
    if (collect_descriptors(loop))
        forget_unready(loop);
    forget_wakeup(loop);
    if (!loop->nested) {
        pool_collect();
        loop_collect_done(loop);
    }
}

/* The loop could be told now, were it not for a hold. */
static bool is_there(const struct loop *loop, const struct event *event)
{
    if (event->started || event->kind == EVENT_TIMERS)
        return false;
    if (event->kind == EVENT_MESSAGE)
        return !message_is_behind(event);
    if (event->kind == EVENT_TASK) /* in a teardown it goes by itself */
        return pool_known();
    return event->kind != EVENT_FD ||
           (event->seen == work.round && !exit_is_behind(loop, event, work.round));
}

static size_t list_free(struct loop *loop)
{
    size_t count = 0;
    for (size_t i = 0; i < loop->pending_count && count < MOST_CHOICES; i++)
        if (is_there(loop, loop->pending[i]) && event_is_free(loop->pending[i]))
            work.free[count++] = loop->pending[i];
    return count;
}

/* Delivering. */

static void count_down_polls(struct loop *loop)
{
    for (size_t i = 0; loop->polls_held && i < loop->pending_count; i++)
        if (loop->pending[i]->hold.kind == HOLD_POLLS)
            loop->pending[i]->hold.until--;
}

static void finish_event(struct loop *loop, struct event *event)
{
    event_delivered(event);
    event_remove(loop, event);
}

/* Wakes the loop without telling it anything: an event of its own async descriptor. */
static int wake_with_nothing(struct loop *loop, struct epoll_event *events)
{
    if (!loop->uv)
        return 0;
    int fd = loop->uv->async_io_watcher.fd;
    events[0] = (struct epoll_event){.events = EPOLLIN, .data.u64 = 0};
    events[0].data.fd = fd;
    uint64_t one = 1;
    return real.write(fd, &one, sizeof one) < 0 && errno != EAGAIN ? 0 : 1;
}

/* libuv asserts that a wait without a time limit never comes back empty-handed; and it waits again,
 * without a word to its loop, where one with a limit does so before its time. */
static int wake_at_deadline(struct loop *loop, struct epoll_event *events, int timeout)
{
    return timeout < 0 ? wake_with_nothing(loop, events) : 0;
}

static int wake_for_close(struct loop *loop, struct epoll_event *events, int timeout)
{
    return timeout == 0 ? 0 : wake_with_nothing(loop, events);
}

static void start_task(struct loop *loop, struct event *event)
{
    event->started = true;
    trace_decision(TRACE_START, &event, 1);
    count_down_polls(loop);
    event_delivered(event);
    pool_start_task(event->node);
}

static int add_descriptor(struct event *event, struct epoll_event *events, int count)
{
    struct source *source = source_of(event->fd);
    events[count] = (struct epoll_event){.events = event->mask, .data.u64 = source->data};
    source->event = NULL;
    if (event->mask & EPOLLIN) {
        if (source->external || source->datagram)
            source->received = real_now();
    } else {
        source->connected = true;
    }
    return count + 1;
}

/* What finds no room stays ready, but for edges, which the kernel would not show again. */
static int add_always(struct epoll_event *events, int count, int most)
{
    size_t told = 0;
    for (; told < work.always_count && count < most; told++)
        events[count++] = work.always[told];
    keep_edges(work.always + told, (int)(work.always_count - told));
    return count;
}

/* libuv's own descriptor, once: what has become pending is called. */
static int add_async(struct loop *loop, struct epoll_event *events, int count)
{
    int fd = loop->uv->async_io_watcher.fd;
    for (int i = 0; i < count; i++)
        if (events[i].data.fd == fd)
            return count;
    events[count] = (struct epoll_event){.events = EPOLLIN, .data.u64 = 0};
    events[count].data.fd = fd;
    return count + 1;
}

/* Of several that are told at once nobody can say whose callback runs; and a close comes later. */
static void note_cause(size_t wanted)
{
    const struct event *first = work.free[0];
    if (wanted > 1)
        self.cause = (struct cause){0};
    else if (first->kind != EVENT_CLOSE)
        self.cause = (struct cause){.known = true, .event = trace_event_id(first)};
}

/* Hands the first `wanted` of the free events over. Close events only mark themselves: the check
 * phase takes them. */
static int deliver(struct loop *loop, size_t wanted, struct epoll_event *events, int most,
                   int timeout)
{
    int room = loop->uv ? most - 1 : most; /* a place is kept for libuv's async descriptor */
    int count = add_always(events, 0, room);
    bool done = false;
    if (wanted > (size_t)(room - count)) /* the rest stays ready */
        wanted = (size_t)(room - count);
    for (size_t i = 0; i < wanted; i++)
        work.free[i]->started = true;
    trace_decision(TRACE_DELIVER, work.free, wanted);
    note_cause(wanted);
    count_down_polls(loop);
    for (size_t i = 0; i < wanted; i++) {
        struct event *event = work.free[i];
        if (event->kind == EVENT_CLOSE) {
            loop->close_is_due = true;
            continue;
        }
        if (event->kind == EVENT_DONE) {
            loop_deliver_done(loop, event);
            done = true;
        } else if (event->kind == EVENT_MESSAGE) {
            message_deliver(event);
            count = add_async(loop, events, count);
        } else {
            count = add_descriptor(event, events, count);
        }
        finish_event(loop, event);
    }
    if (done)
        count = add_async(loop, events, count);
    return count ? count : wake_for_close(loop, events, timeout);
}

/* Time. */

static const int64_t LONG_WORK = 5000 * MS;

/* A wait in real time, from its first slice on. */
struct wait {
    int64_t slice, since, followed;
};

/* Held for polls that will not come: the first of them, by arrival. */
static struct event *first_patient(struct loop *loop)
{
    struct event *first = NULL;
    for (size_t i = 0; loop->polls_held && i < loop->pending_count; i++) {
        struct event *event = loop->pending[i];
        bool waits = event->hold.kind == HOLD_POLLS && event->hold.until > 0 && !event->started &&
                     event->kind != EVENT_TIMERS;
        if (waits && (!first || event->order < first->order))
            first = event;
    }
    return first;
}

static void wait_for_anything(struct loop *loop, int64_t length_ns, const sigset_t *mask)
{
    struct timespec length = {0, (long)length_ns};
    if (loop->descriptors) /* held though ready: epoll would come back at once */
        real.nanosleep(&length, NULL);
    else if (real.epoll_pwait2)
        keep_edges(work.ready, real.epoll_pwait2(loop->epfd, work.ready, 1, &length, mask));
    else
        keep_edges(work.ready,
                   real.epoll_pwait(loop->epfd, work.ready, 1, (int)(length_ns / MS) + 1, mask));
}

/* Time cannot jump: wait in real time, a little longer each round. The clock follows if an answer
 * from outside is what we wait for, or if our own take so long that standing still would be a lie.
 */
static void wait_real(struct loop *loop, const sigset_t *mask, struct wait *wait)
{
    enum owed owed;
    int64_t began = real_now(), limit = baton_time_limit(&owed);
    int64_t most = baton_is_alone() ? 5 * MS : MS;
    wait->slice = wait->slice ? wait->slice * 2 : MS / 8;
    wait->slice = wait->slice > most ? most : wait->slice;
    if (!wait->since)
        wait->since = began;
    wait_for_anything(loop, wait->slice, mask);
    int64_t now = real_now();
    if (owed == OWED_OUTSIDE && children_doze_since() < began)
        began =
            children_doze_since(); /* it was already asleep when we had yet to see whether it is */
    if (owed == OWED_OUTSIDE || now - wait->since > LONG_WORK)
        clock_follow(wait->followed ? wait->followed : began, limit);
    wait->followed = owed == OWED_OUTSIDE ? now : 0; /* what lies between two rounds counts, too */
    baton_uncheck_others();
}

/* Something became ready since we collected: a thread that sleeps now may have sent it just before.
 */
static bool has_news(struct loop *loop)
{
    int count = real.epoll_pwait(loop->epfd, work.ready, MOST_READY, 0, NULL);
    keep_edges(work.ready, count);
    for (int i = 0; i < count; i++) {
        struct source *source = source_of((int)work.ready[i].data.u64);
        if (!source || !source->event)
            return true;
    }
    return false;
}

static struct idle describe_idle(struct loop *loop, int64_t deadline)
{
    bool under_way;
    struct idle idle = {.owed_until = sockets_owed_until(loop->epfd, &under_way),
                        .deadline = deadline};
    bool at_rest = threads_at_rest(&idle.deadline);
    idle.unsure = !at_rest || under_way || pool_is_running() || has_news(loop);
    return idle;
}

/* Until when this loop keeps something back that it could be told now; NEVER: it keeps nothing. */
static int64_t held_until(struct loop *loop)
{
    int64_t first = NEVER;
    for (size_t i = 0; i < loop->pending_count; i++) {
        int64_t end = is_there(loop, loop->pending[i]) ? event_hold_end(loop->pending[i]) : NEVER;
        if (end < first)
            first = end;
    }
    return first;
}

/* For the trace: which of the limits it was that this hold would have gone beyond. */
static enum trace_why why_it_ends(const struct event *event)
{
    int64_t end = event_hold_end(event), total = shim.segment->config.slowest_total_ns;
    if (total >= 0 && end - clock_now() > total - atomic_load(&shim.segment->late_ns))
        return WHY_BUDGET;
    return end < NEVER - 1 ? WHY_WATCHDOG : WHY_IDLE;
}

/* Time must not pass for a hold: the first to end ends now. Where nothing is held by itself, the
 * strategy lets something starve, and must choose. */
static void release_first(struct loop *loop)
{
    struct event *first = NULL;
    for (size_t i = 0; i < loop->pending_count; i++) {
        struct event *event = loop->pending[i];
        if (!is_there(loop, event) || event_is_free(event))
            continue;
        int64_t end = event_hold_end(event), least = first ? event_hold_end(first) : NEVER;
        if (!first || end < least || (end == least && event->order < first->order))
            first = event;
    }
    if (first)
        event_release(first, why_it_ends(first));
    else
        loop->impatient = true;
}

enum passed { PASSED_DEADLINE, PASSED_SOMETHING };

static enum passed let_time_pass(struct loop *loop, int64_t deadline, const sigset_t *mask,
                                 struct wait *wait)
{
    /* A poll that is waited for comes when what is due within the millisecond has come; else it is
     * now. */
    struct event *patient = first_patient(loop);
    int64_t held = held_until(loop);
    if (patient && !(held < deadline && held - clock_now() < MS)) {
        patient->hold.until = 0;
        return PASSED_SOMETHING;
    }
    struct idle idle = describe_idle(loop, held < deadline ? held : deadline);
    idle.held_until = held;
    if (baton_idle(&idle) == IDLE_WAIT_REAL)
        wait_real(loop, mask, wait);
    else
        *wait = (struct wait){0};
    return clock_now() >= deadline ? PASSED_DEADLINE : PASSED_SOMETHING;
}

/* What can be told at once of the free events; *task: the first of those that start instead. Ports
 * that are told at once are called in libuv's order: where another was drawn, only the first of
 * them goes. */
static size_t keep_batch(size_t count, struct event **task)
{
    bool natural = strategy_now() == &strategy_none, has_message = false;
    size_t kept = 0;
    *task = NULL;
    for (size_t i = 0; i < count; i++) {
        struct event *event = work.free[i];
        if (event->kind == EVENT_TASK) {
            *task = *task ? *task : event;
            continue;
        }
        if (event->kind == EVENT_MESSAGE && !natural && has_message)
            continue;
        has_message |= event->kind == EVENT_MESSAGE;
        work.free[kept++] = event;
    }
    return kept;
}

/* What of the free events goes now: a count, with tasks started on the way; 0: nothing yet. */
static size_t choose(struct loop *loop, int64_t deadline)
{
    const struct strategy *strategy = strategy_now();
    for (;;) {
        size_t count = list_free(loop);
        if (!count)
            return 0;
        bool timers_wait = !loop->impatient && deadline != NEVER && deadline <= baton_hold_limit();
        if (!strategy->arrange(strategy_random(), work.free, count, timers_wait))
            return 0;
        if (strategy->batch) {
            struct event *task;
            size_t kept = keep_batch(count, &task);
            if (!task)
                return kept;
            start_task(loop, task);
        } else if (work.free[0]->kind != EVENT_TASK) {
            return 1;
        } else {
            start_task(loop, work.free[0]);
        }
        pool_collect();
        loop_collect_done(loop);
        if (strategy->batch) { /* one task a poll, and then all that is free */
            struct event *more;
            return keep_batch(list_free(loop), &more);
        }
    }
}

/* A server that nobody can reach any more still has its unref'd housekeeping timers, for ever. When
 * nothing but those has fired many times in a row, they count as nothing. In a cluster's worker
 * they look as if they mattered: Node keeps the worker alive by an interval of 24.8 days, and shows
 * libuv only one timer for all. So what is set that far ahead is nothing, either, and nor are
 * timers that come seldom and were all that came for hours. */
static int64_t useful_deadline(struct loop *loop, int timeout)
{
    enum { ROUNDS = 100 };
    const int64_t second = 1000 * MS, hour = 3600 * second;
    int64_t deadline = loop_deadline(loop, timeout), now = clock_now();
    bool counts = timeout != 0 && deadline != NEVER;
    if (loop->last_event != events_seen() || !loop->quiet_since) {
        loop->idle_rounds = 0;
        loop->quiet_rounds = 0;
        loop->quiet_since = now;
    }
    loop->quiet_rounds += counts;
    loop->idle_rounds = loop_timer_matters(loop) ? 0 : loop->idle_rounds + counts;
    loop->last_event = events_seen();
    int64_t quiet = now - loop->quiet_since;
    bool seldom = quiet >= 6 * hour && quiet / 10 >= loop->quiet_rounds * second;
    bool far = counts && deadline - now >= 20 * 24 * hour;
    return loop->idle_rounds > ROUNDS || seldom || far ? NEVER : deadline;
}

static int controlled_poll(struct loop *loop, struct epoll_event *events, int most, int timeout,
                           const sigset_t *mask)
{
    if (loop->uv)
        loop_restore_hidden(loop);
    clock_new_poll();
    agent_poll(loop);
    messages_poll(loop);
    atomic_fetch_add_explicit(&shim.process->polls, 1, memory_order_relaxed);
    while (loop->nested && pool_run_something())
        ;
    children_settle(); /* a child that has come up by now gets its turn now, not one decision later
                        */
    baton_yield_if_long();
    int64_t deadline = useful_deadline(loop, timeout);
    struct wait wait = {0};
    bool watchdogs_known = false;
    if (!loop->nested)
        baton_notice_deadline(deadline);
    for (;;) {
        children_settle();
        collect(loop);
        if (baton_must_release())
            release_first(loop);
        size_t wanted = choose(loop, deadline);
        loop->impatient = false;
        if (wanted)
            return deliver(loop, wanted, events, most, timeout);
        if (work.always_count) {
            if (!loop->nested)
                self.cause = (struct cause){0};
            return add_always(events, 0, most);
        }
        if (timeout == 0) {
            baton_polled_in_vain();
            return 0;
        }
        if (loop->close_is_due) /* Node polls twice an iteration, and released it in the first */
            return wake_for_close(loop, events, timeout);
        if (!watchdogs_known)
            agent_before_time_passes(loop);
        watchdogs_known = true;
        if (clock_now() >= deadline ||
            let_time_pass(loop, deadline, mask, &wait) == PASSED_DEADLINE)
            return wake_at_deadline(loop, events, timeout);
        if (!shim.is_node &&
            wait.slice >= MS) /* other languages look at their signals between two waits */
            return errno = EINTR, -1;
    }
}

/* A loop of a thread that we leave alone. Node's watchdog for vm time-outs is one: it waits in real
 * time for a computation that never ends, on a clock that stands still meanwhile. So while a loop
 * computes, its wait lets time pass. */
static int foreign_poll(int epfd, struct epoll_event *events, int most, int timeout,
                        const sigset_t *mask)
{
    int64_t began = real_now();
    int result = real.epoll_pwait(epfd, events, most, timeout, mask);
    if (result == 0 && timeout > 0 && shim.scope == CONTROLLED && baton_someone_computes())
        clock_follow(began, NEVER);
    return result;
}

static int poll_any(int epfd, struct epoll_event *events, int most, int timeout,
                    const sigset_t *mask)
{
    if (shim.scope == MAPPED && !shim.is_node) {
        if (!sources)
            sources_start();
        shim_become_controlled();
    }
    if (!shim.is_node && self.role != ROLE_LOOP) {
        threads_became_loop();
        baton_register();
    }
    bool ours = self.role == ROLE_LOOP && self.slot && most > 0 && sources;
    struct loop *loop = ours ? loop_polled(epfd) : NULL;
    if (!loop)
        return foreign_poll(epfd, events, most, timeout, mask);
    baton_take();
    self.deep = true;
    self.waits_for = NULL;
    baton_inside(true);
    int result = controlled_poll(loop, events, most, timeout, mask);
    if (!loop->checks && loop_next_timer(loop) <= clock_now())
        self.cause = (struct cause){0}; /* they come next, and no check callback of ours before */
    if (!loop->nested)
        agent_cause_changed(TURN_POLLED);
    baton_inside(false);
    self.deep = false;
    return result;
}

int hook_epoll_pwait(int epfd, struct epoll_event *events, int most, int timeout,
                     const sigset_t *mask)
{
    return poll_any(epfd, events, most, timeout, mask);
}

int hook_epoll_wait(int epfd, struct epoll_event *events, int most, int timeout)
{
    return poll_any(epfd, events, most, timeout, NULL);
}

int hook_epoll_pwait2(int epfd, struct epoll_event *events, int most,
                      const struct timespec *timeout, const sigset_t *mask)
{
    int64_t ms =
        timeout ? (int64_t)timeout->tv_sec * 1000 + (timeout->tv_nsec + 999999) / 1000000 : -1;
    return poll_any(epfd, events, most, ms > INT32_MAX ? INT32_MAX : (int)ms, mask);
}
