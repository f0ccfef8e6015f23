/* The baton: of all event loops in the tree of processes, one runs at a time.
 *
 * Each loop (Node's main loop, each worker_thread's, each child's) has a slot in the segment. The
 * loop that has nothing to do marks itself idle and hands the baton to the next one that has not
 * looked since somebody last ran; when it comes round and everybody is idle, nobody can be on the
 * way to anybody, and time may pass: straight to the least deadline if no one outside owes us
 * anything, else at the pace of the real clock. That order of turns is also what makes several
 * loops repeat from run to run.
 *
 * A holder that blocks outside of its poll (a lock on a file, a read of a pipe whose writer is
 * another loop) would stop everyone: after a while of real sleep the waiting ones go on without it,
 * and it queues up again at its next poll. So would one that computes without end, until another
 * loop ends it (worker.terminate(), a signal): it is left behind after a second of CPU time. */
#include "shim/shim.h"

#include <errno.h>
#include <sys/syscall.h>

/* How long a turn may be: in decisions, or in polls that never wait and decide nothing (immediates
 * that set the next one, while another thread is to answer). */
enum { TURN_DECISIONS = 16, TURN_EMPTY_POLLS = 64, SLEEPS_UNTIL_DETACHED = 4 };
static const int64_t LOOK_AFTER = 15 * MS;
static const uint64_t COMPUTES_LONG = 1000 * MS;

static int64_t
    nothing_stirred_since; /* real time, while this process holds the baton and everybody is idle */
static uint64_t turn_began;  /* the process's count of decisions then */
static unsigned empty_polls; /* of this turn */

static struct segment_slot *slot_at(unsigned index)
{
    return &shim.segment->slots[index % SEGMENT_SLOTS];
}

static unsigned slots_used(void)
{
    return atomic_load_explicit(&shim.segment->slots_used, memory_order_relaxed);
}

static struct segment_slot *my_slot(void)
{
    return slot_at((unsigned)self.slot - 1);
}

static pid_t self_tid(void)
{
    return atomic_load(&my_slot()->tid);
}

static bool i_own(void)
{
    return atomic_load(&shim.segment->owner) == (uint32_t)self.slot;
}

static void lock(void)
{
    spin_lock(&shim.segment->lock);
}

static void unlock(void)
{
    spin_unlock(&shim.segment->lock);
}

static void give_to(unsigned index)
{
    struct segment_slot *slot = slot_at(index);
    atomic_store(&shim.segment->owner, index % SEGMENT_SLOTS + 1);
    atomic_store(&shim.segment->owner_since_ns, real_now());
    atomic_fetch_add(&slot->wake, 1);
    futex_wake(&slot->wake, 1);
}

static bool wants_turn(struct segment_slot *slot)
{
    uint32_t state = atomic_load(&slot->state);
    return state == SLOT_WANTS || (state == SLOT_IDLE && !atomic_load(&slot->checked));
}

/* The next slot after mine, in ring order, that wants the baton; -1: none does. */
static int next_wanting(void)
{
    unsigned from = self.slot ? (unsigned)self.slot : 0;
    for (unsigned i = 0; i < slots_used(); i++) {
        unsigned index = (from + i) % slots_used();
        if ((int)index + 1 != self.slot && wants_turn(slot_at(index)))
            return (int)index;
    }
    return -1;
}

static void pass_on(void)
{
    int next = next_wanting();
    if (next >= 0)
        give_to((unsigned)next);
    else
        atomic_store(&shim.segment->owner, 0);
}

static bool alone(void)
{
    for (unsigned i = 0; i < slots_used(); i++)
        if ((int)i + 1 != self.slot && atomic_load(&slot_at(i)->state) != SLOT_FREE)
            return false;
    return true;
}

/* What a waiting slot has seen of the holder, since this turn of the holder's began. */
struct watch {
    uint32_t owner;
    int64_t since;
    uint64_t run_time; /* CPU time of its thread when first seen */
    unsigned sleeps;   /* looks in a row at which it slept */
};

static void leave_behind(struct segment_slot *slot, enum trace_note_code why)
{
    trace_note(why, 0, "");
    atomic_store(&slot->state, SLOT_DETACHED);
    pass_on();
}

/* Called by a waiting slot, with the lock held: is the holder dead, asleep outside of its poll, or
 * computing without end? */
static void look_after_owner(struct watch *watch)
{
    uint32_t owner = atomic_load(&shim.segment->owner);
    if (!owner)
        return give_to((unsigned)self.slot - 1);
    struct segment_slot *slot = slot_at(owner - 1);
    pid_t pid = atomic_load(&slot->pid);
    char letter = process_letter(pid);
    if (letter == 0 || letter == 'Z') {
        atomic_store(&slot->state, SLOT_FREE);
        atomic_store(&shim.segment->processes[atomic_load(&slot->process)].state, PROCESS_ENDED);
        atomic_store(&shim.segment->last_death_ns, real_now());
        pass_on();
        return;
    }
    pid_t tid = atomic_load(&slot->tid);
    int64_t since = atomic_load(&shim.segment->owner_since_ns);
    if (watch->owner != owner || watch->since != since)
        *watch = (struct watch){owner, since, thread_run_time(pid, tid), 0};
    if (atomic_load(&slot->inside) || real_now() - since <= LOOK_AFTER)
        return;
    if (!process_works(pid, pid == shim.pid ? self_tid() : 0)) {
        if (++watch->sleeps >= SLEEPS_UNTIL_DETACHED)
            leave_behind(slot, NOTE_LOOP_SLEEPS);
        return;
    }
    watch->sleeps = 0;
    if (thread_run_time(pid, tid) - watch->run_time >= COMPUTES_LONG)
        leave_behind(slot, NOTE_LOOP_COMPUTES);
}

/* Waits until the baton is here. The lock is not held. */
static void wait_for_turn(void)
{
    struct segment_slot *slot = my_slot();
    struct watch watch = {0};
    self.was_handed |= !i_own();
    for (;;) {
        uint32_t seen = atomic_load(&slot->wake);
        if (i_own())
            break;
        lock();
        if (atomic_load(&shim.segment->owner) == 0)
            give_to((unsigned)self.slot - 1);
        unlock();
        if (i_own())
            break;
        futex_wait(&slot->wake, seen, LOOK_AFTER);
        if (i_own())
            break;
        if (atomic_load(&slot->wake) == seen) {
            lock();
            if (!i_own())
                look_after_owner(&watch);
            unlock();
        }
    }
    atomic_store(&slot->state, SLOT_RUNS);
    turn_began = decisions;
    empty_polls = 0;
}

int baton_reserve(void)
{
    lock();
    int index = -1;
    for (unsigned i = 0; i < SEGMENT_SLOTS && index < 0; i++)
        if (atomic_load(&slot_at(i)->state) == SLOT_FREE)
            index = (int)i;
    if (index >= 0) {
        struct segment_slot *slot = slot_at((unsigned)index);
        atomic_store(&slot->pid, getpid());
        atomic_store(&slot->tid, 0);
        atomic_store(&slot->deadline_ns, NEVER);
        atomic_store(&slot->owed_until_ns, 0);
        atomic_store(&slot->checked, 0);
        atomic_store(&slot->inside, 0);
        atomic_store(&slot->watchdog_ns, NEVER);
        atomic_store(&slot->watchdog_seen_ns, NEVER);
        atomic_store(&slot->held_until_ns, NEVER);
        atomic_store(&slot->must_release, 0);
        atomic_store(&slot->process, shim.process_index);
        atomic_store(&slot->state, SLOT_WANTS);
        if ((unsigned)index >= slots_used())
            atomic_store(&shim.segment->slots_used, (uint32_t)index + 1);
    } else {
        atomic_fetch_add(&shim.segment->uncontrolled, 1);
    }
    unlock();
    return index;
}

void baton_adopt(int index)
{
    if (index < 0)
        return;
    self.slot = index + 1;
    atomic_store(&my_slot()->tid, (int32_t)real.syscall(SYS_gettid));
    wait_for_turn();
}

int baton_register(void)
{
    int index = baton_reserve();
    baton_adopt(index);
    return index;
}

void baton_drop(int index)
{
    if (index >= 0)
        atomic_store(&slot_at((unsigned)index)->state, SLOT_FREE);
}

bool baton_someone_computes(void)
{
    uint32_t owner = atomic_load(&shim.segment->owner);
    struct segment_slot *slot = slot_at(owner - 1);
    return owner && atomic_load(&slot->pid) == getpid() && !atomic_load(&slot->inside);
}

bool baton_owner_sleeps(void)
{
    uint32_t owner = atomic_load(&shim.segment->owner);
    return baton_someone_computes() &&
           thread_letter(getpid(), atomic_load(&slot_at(owner - 1)->tid)) == 'S';
}

void baton_leave(void)
{
    if (!self.slot)
        return;
    lock();
    atomic_store(&my_slot()->state, SLOT_FREE);
    if (i_own())
        pass_on();
    unlock();
    self.slot = 0;
}

static void step_aside(enum slot_state state)
{
    if (!self.slot)
        return;
    lock();
    atomic_store(&my_slot()->state, state);
    atomic_store(&my_slot()->deadline_ns, NEVER);
    atomic_store(&my_slot()->owed_until_ns, 0);
    if (i_own())
        pass_on();
    unlock();
}

void baton_release(void)
{
    step_aside(SLOT_BLOCKED);
}

void baton_detach(void)
{
    step_aside(SLOT_DETACHED);
}

void baton_take(void)
{
    if (!self.slot || (i_own() && atomic_load(&my_slot()->state) == SLOT_RUNS))
        return;
    lock();
    atomic_store(&my_slot()->state, SLOT_WANTS);
    atomic_store(&my_slot()->checked, 0);
    unlock();
    wait_for_turn();
}

bool baton_try_take(void)
{
    if (!self.slot)
        return true;
    lock();
    bool free_now = i_own() || atomic_load(&shim.segment->owner) == 0;
    if (free_now) {
        atomic_store(&shim.segment->owner, (uint32_t)self.slot);
        atomic_store(&my_slot()->state, SLOT_RUNS);
    } else {
        atomic_store(&my_slot()->state, SLOT_WANTS);
    }
    unlock();
    return free_now;
}

void baton_forked(void)
{
    self.slot = 0;
    self.role = ROLE_OTHER;
}

void baton_inside(bool inside)
{
    if (self.slot)
        atomic_store(&my_slot()->inside, inside);
    if (!inside) {
        nothing_stirred_since = 0;
        atomic_store(&shim.segment->owner_since_ns, real_now());
    }
}

/* Whoever ran may have sent something to anyone: they all have to look again. */
static void uncheck_others(void)
{
    for (unsigned i = 0; i < slots_used(); i++)
        if ((int)i + 1 != self.slot)
            atomic_store(&slot_at(i)->checked, 0);
}

void baton_polled_in_vain(void)
{
    empty_polls++;
}

void baton_yield_if_long(void)
{
    if (alone())
        return;
    uncheck_others();
    if (decisions - turn_began < TURN_DECISIONS && empty_polls < TURN_EMPTY_POLLS)
        return;
    empty_polls = 0;
    lock();
    int next = next_wanting();
    if (next >= 0) {
        atomic_store(&my_slot()->state, SLOT_WANTS);
        give_to((unsigned)next);
    }
    unlock();
    if (next >= 0)
        wait_for_turn();
}

static enum owed worse(enum owed a, enum owed b)
{
    return a > b ? a : b;
}

static enum owed slot_owed(struct segment_slot *slot, uint32_t state)
{
    int64_t until = atomic_load(&slot->owed_until_ns);
    if (state == SLOT_DETACHED)
        return process_works(slot->pid, self_tid()) ? OWED_INSIDE : OWED_OUTSIDE;
    if (until == NEVER || state == SLOT_WANTS)
        return OWED_INSIDE;
    if (state == SLOT_BLOCKED && process_works(slot->pid, self_tid()))
        return OWED_INSIDE;
    return until && until > real_now() ? OWED_OUTSIDE : OWED_NOTHING;
}

/* The least deadline of all idle slots, and what anyone is still owed. */
static int64_t survey(enum owed *owed)
{
    int64_t least = NEVER;
    *owed =
        children_owe(); /* first: a child that becomes a loop meanwhile is then seen as a slot */
    for (unsigned i = 0; i < slots_used(); i++) {
        struct segment_slot *slot = slot_at(i);
        uint32_t state = atomic_load(&slot->state);
        if (state == SLOT_FREE)
            continue;
        *owed = worse(*owed, slot_owed(slot, state));
        int64_t deadline = atomic_load(&slot->deadline_ns);
        bool counts = state == SLOT_IDLE || (int)i + 1 == self.slot;
        if (counts && deadline < least)
            least = deadline;
    }
    return least;
}

/* Time has come to `when`: every idle slot that waited for it gets a turn, in ring order. True
 * where mine is among them. */
static bool wake_due(int64_t when)
{
    for (unsigned i = 0; i < slots_used(); i++) {
        struct segment_slot *slot = slot_at(i);
        if (atomic_load(&slot->state) == SLOT_IDLE && atomic_load(&slot->deadline_ns) <= when)
            atomic_store(&slot->checked, 0);
    }
    return atomic_load(&my_slot()->deadline_ns) <= when;
}

/* The verdict, and what each process of the tree was doing. */
static void log_stuck(void)
{
    static const char *const states[] = {"free",    "forked",     "left alone",
                                         "waiting", "controlled", "ended"};
    trace_note(NOTE_STUCK, 0, "");
    for (unsigned i = 0; i < atomic_load(&shim.segment->next_process) && i < SEGMENT_PROCESSES;
         i++) {
        struct segment_process *process = &shim.segment->processes[i];
        char letter[2] = {process_letter(atomic_load(&process->pid)), 0};
        struct line line = {.len = 0};
        line_text(&line, process->name);
        line_text(&line, " ");
        line_text(&line, states[atomic_load(&process->state)]);
        line_text(&line, " ");
        line_text(&line, letter);
        line.text[line.len] = '\0';
        trace_note(NOTE_STUCK_PROCESS, 0, line.text);
    }
}

/* The longer the leap, the longer nothing must have stirred in real time: a thread that is just
 * ending, or a signal between two processes, is seen by then. Short leaps are the many, and go at
 * once. */
static bool still_sure(int64_t least)
{
    int64_t now = real_now();
    int64_t needed = least == NEVER ? 100 * MS : least - clock_now() >= 1000 * MS ? 2 * MS : 0;
    if (!nothing_stirred_since)
        nothing_stirred_since = now;
    return now - nothing_stirred_since >= needed;
}

/* The slot whose hold would end first, of those that hold anything; -1: nobody does. */
static int first_holder(void)
{
    int first = -1;
    int64_t least = NEVER;
    for (unsigned i = 0; i < slots_used(); i++) {
        bool counts = atomic_load(&slot_at(i)->state) == SLOT_IDLE || (int)i + 1 == self.slot;
        int64_t until = counts ? atomic_load(&slot_at(i)->held_until_ns) : NEVER;
        if (until < least) {
            least = until;
            first = (int)i;
        }
    }
    return first;
}

/* Nothing can happen before `least` but by letting go of what is held. Where time may not pass for
 * a hold, the hold ends instead. */
static bool end_a_hold(int64_t least)
{
    int holder = first_holder();
    bool has_time = least < NEVER - 1; /* which is where holds end that wait for idleness */
    if (holder < 0 || (has_time && least <= baton_hold_limit()))
        return false;
    atomic_store(&slot_at((unsigned)holder)->must_release, 1);
    atomic_store(&slot_at((unsigned)holder)->checked, 0);
    return true;
}

static enum idle_result everybody_is_idle(void)
{
    enum owed owed;
    int64_t least = survey(&owed);
    if (owed != OWED_INSIDE && end_a_hold(least))
        return IDLE_AGAIN;
    if (!controls(CONTROL_CLOCK) || owed != OWED_NOTHING) {
        nothing_stirred_since = 0;
        return IDLE_WAIT_REAL;
    }
    if (least == NEVER && !shim.is_node && threads_are_many())
        return IDLE_WAIT_REAL; /* a thread may sleep since before we came */
    if (!still_sure(least))
        return IDLE_WAIT_REAL;
    if (least == NEVER) {
        if (!atomic_exchange(&shim.segment->stuck, 1))
            log_stuck();
        return IDLE_WAIT_REAL;
    }
    if (first_holder() >= 0)
        atomic_fetch_add(&shim.segment->late_ns, least - clock_now());
    clock_jump_to(least);
    return wake_due(least) ? IDLE_TIME_CAME : IDLE_AGAIN;
}

enum idle_result baton_idle(const struct idle *idle)
{
    struct segment_slot *slot = my_slot();
    lock();
    atomic_store(&slot->deadline_ns, idle->deadline);
    atomic_store(&slot->owed_until_ns, idle->unsure ? NEVER : idle->owed_until);
    atomic_store(&slot->held_until_ns, idle->held_until);
    atomic_store(&slot->checked, 1);
    atomic_store(&slot->state, SLOT_IDLE);
    int next = next_wanting();
    if (next < 0) {
        unlock();
        enum idle_result result = everybody_is_idle();
        if (result != IDLE_AGAIN) {
            atomic_store(&slot->state, SLOT_RUNS);
            return result;
        }
        lock();
        next = next_wanting();
    }
    if (next >= 0)
        give_to((unsigned)next);
    unlock();
    if (next >= 0)
        wait_for_turn();
    else
        atomic_store(&slot->state, SLOT_RUNS);
    return IDLE_AGAIN;
}

int64_t baton_time_limit(enum owed *owed)
{
    int64_t least = survey(owed), limit = first_holder() < 0 ? NEVER : baton_hold_limit();
    return least < limit ? least : limit;
}

/* A timer set far ahead is a watchdog: remembered when first seen, since later it looks like any
 * other. One that lies before the loop's next deadline is gone. */
void baton_notice_deadline(int64_t deadline)
{
    _Atomic int64_t *seen = &my_slot()->watchdog_seen_ns;
    if (atomic_load(seen) < deadline)
        atomic_store(seen, NEVER);
    if (deadline - clock_now() >= shim.segment->config.watchdog_ns && deadline < atomic_load(seen))
        atomic_store(seen, deadline);
}

/* What is left of the run's lateness. And time-outs of any loop of any process are respected: a
 * hold stops half of --watchdog before them, so that the program's own waiting still fits in. */
int64_t baton_hold_limit(void)
{
    const struct segment_config *config = &shim.segment->config;
    int64_t now = clock_now(), limit = NEVER, margin = config->watchdog_ns / 2;
    if (config->slowest_total_ns >= 0)
        limit = now + config->slowest_total_ns - atomic_load(&shim.segment->late_ns);
    for (unsigned i = 0; i < slots_used(); i++) {
        struct segment_slot *slot = slot_at(i);
        if (atomic_load(&slot->state) == SLOT_FREE)
            continue;
        int64_t told = atomic_load(&slot->watchdog_ns), seen = atomic_load(&slot->watchdog_seen_ns);
        if (told > now && told != NEVER && told - margin < limit)
            limit = told - margin;
        if (seen > now && seen != NEVER && seen - margin < limit)
            limit = seen - margin;
    }
    return limit;
}

bool baton_must_release(void)
{
    return atomic_exchange(&my_slot()->must_release, 0);
}

bool baton_is_mine(void)
{
    return self.slot && i_own();
}

bool baton_polls(int slot)
{
    return slot && atomic_load(&slot_at((unsigned)slot - 1)->inside);
}

bool baton_is_alone(void)
{
    return alone();
}

void baton_uncheck_others(void)
{
    uncheck_others();
}
