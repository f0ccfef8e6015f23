/* First in, first out: an event of a queue follows those that had entered it before, in every
 * order.
 *
 * Entries are kept per queue and chain on which they were made. Those of one chain are ordered
 * among themselves, so of each chain only the newest entry counts that lies before the arriving
 * event's own. And the event's predecessor in the queue on its own chain has followed everything
 * that was known then: only chains of which more is known now are looked at. */
#include "causality/causality_private.h"

enum { FEW_TRACKS = 32 };

uint32_t causality__new_queue(struct causality *self)
{
    vec_push(&self->queues);
    return (uint32_t)self->queues.len - 1;
}

uint32_t causality__timer_queue(struct causality *self, uint32_t lane, uint32_t delay)
{
    __typeof__(self->lanes.at[0].timers) *timers = &self->lanes.at[lane].timers;
    size_t low = 0, high = timers->len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (timers->at[middle].delay < delay)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == timers->len || timers->at[low].delay != delay) {
        vec_push(timers);
        memmove(&timers->at[low + 1], &timers->at[low],
                (timers->len - 1 - low) * sizeof timers->at[0]);
        timers->at[low].delay = delay;
        timers->at[low].queue = causality__new_queue(self);
    }
    return timers->at[low].queue;
}

static size_t slot_of(const struct causality *self, uint32_t queue, uint32_t chain)
{
    uint64_t hash = ((uint64_t)queue << 32 | chain) * 0x9e3779b97f4a7c15u;
    size_t at = (size_t)(hash >> 20) & (self->track_slot_count - 1);
    for (; self->track_slots[at]; at = (at + 1) & (self->track_slot_count - 1)) {
        const struct causality__track *track = &self->tracks.at[self->track_slots[at] - 1];
        if (track->queue == queue && track->chain == chain)
            break;
    }
    return at;
}

static const struct causality__track *track_of(const struct causality *self, uint32_t queue,
                                               uint32_t chain)
{
    uint32_t track = self->track_slot_count ? self->track_slots[slot_of(self, queue, chain)] : 0;
    return track ? &self->tracks.at[track - 1] : NULL;
}

static struct causality__track *track_made(struct causality *self, uint32_t queue, uint32_t chain)
{
    if (self->tracks.len * 2 >= self->track_slot_count) {
        free(self->track_slots);
        self->track_slot_count = self->track_slot_count ? self->track_slot_count * 2 : 64;
        self->track_slots = mem_zalloc(self->track_slot_count * sizeof self->track_slots[0]);
        for (uint32_t i = 0; i < self->tracks.len; i++)
            self->track_slots[slot_of(self, self->tracks.at[i].queue, self->tracks.at[i].chain)] =
                i + 1;
    }
    size_t slot = slot_of(self, queue, chain);
    if (!self->track_slots[slot]) {
        struct causality__queue *of = &self->queues.at[queue];
        *vec_push(&self->tracks) = (struct causality__track){queue, chain, 0, of->tracks_or_0};
        of->tracks_or_0 = self->track_slots[slot] = (uint32_t)self->tracks.len;
        of->count++;
    }
    return &self->tracks.at[self->track_slots[slot] - 1];
}

uint32_t causality__enter(struct causality *self, uint32_t queue, uint32_t step)
{
    struct causality__track *track = track_made(self, queue, self->steps.at[step].chain);
    struct causality__entry entry = {
        .step = step, .previous_or_0 = track->newest_or_0, .live_or_0 = track->newest_or_0};
    if (entry.previous_or_0) {
        /* Jumps of lengths 1, 3, 7, … as in a skew-binary list. */
        const struct causality__entry *all = self->entries.at;
        uint32_t previous = entry.previous_or_0, jump = all[previous - 1].jump_or_0;
        entry.depth = all[previous - 1].depth + 1;
        uint32_t further = jump ? all[jump - 1].jump_or_0 : 0;
        bool equal = jump && further &&
                     all[previous - 1].depth - all[jump - 1].depth ==
                         all[jump - 1].depth - all[further - 1].depth;
        entry.jump_or_0 = equal ? further : previous;
    }
    *vec_push(&self->entries) = entry;
    track->newest_or_0 = (uint32_t)self->entries.len;
    return (uint32_t)self->entries.len - 1;
}

/* A new version of the tree at `node` in which that delay has `entry`. */
static uint32_t with_delay(struct causality *self, uint32_t node, uint32_t level, uint32_t delay,
                           uint32_t entry)
{
    if (!self->delays.len)
        vec_push(&self->delays);
    struct causality__delays made = self->delays.at[node];
    uint32_t digit = delay >> level * CAUSALITY__DELAY_BITS & (CAUSALITY__DELAY_BRANCHES - 1);
    made.at[digit] = level ? with_delay(self, made.at[digit], level - 1, delay, entry) : entry;
    made.newest = entry;
    *vec_push(&self->delays) = made;
    return (uint32_t)self->delays.len - 1;
}

uint32_t causality__enter_timer(struct causality *self, uint32_t lane, uint32_t delay,
                                uint32_t step)
{
    uint32_t entry = causality__enter(self, causality__timer_queue(self, lane, delay), step);
    uint32_t all = causality__enter(self, self->lanes.at[lane].all_timers, step);
    struct causality__entry *of = &self->entries.at[all];
    uint32_t node = 0, height = 1;
    if (of->previous_or_0) {
        node = self->entries.at[of->previous_or_0 - 1].by_delay;
        height = self->entries.at[of->previous_or_0 - 1].height;
    }
    while (height < 8 && delay >> height * CAUSALITY__DELAY_BITS) {
        if (node) {
            struct causality__delays above = {.at = {node}, .newest = self->delays.at[node].newest};
            *vec_push(&self->delays) = above;
            node = (uint32_t)self->delays.len - 1;
        }
        height++;
    }
    self->entries.at[entry].delay = delay;
    of->by_delay = with_delay(self, node, height - 1, delay, entry + 1);
    of->height = height;
    return entry;
}

/* The newest entry that lies no later than `step` and is older than `entry`; plus one. */
static uint32_t entered_or_0(const struct causality *self, const struct causality__track *track,
                             uint32_t step, uint32_t entry)
{
    const struct causality__entry *all = self->entries.at;
    uint32_t at = track ? track->newest_or_0 : 0;
    while (at && (all[at - 1].step > step || at - 1 >= entry)) {
        uint32_t jump = all[at - 1].jump_or_0;
        bool far = jump && (all[jump - 1].step > step || jump - 1 >= entry);
        at = far ? jump : all[at - 1].previous_or_0;
    }
    return at;
}

/* The newest from there on that did run. */
static uint32_t live_or_0(struct causality *self, uint32_t at)
{
    struct causality__entry *all = self->entries.at;
    uint32_t live = at;
    while (live && !all[live - 1].ran_or_0)
        live = all[live - 1].live_or_0;
    /* What has not run when a later one does was cancelled. */
    while (at != live) {
        uint32_t next = all[at - 1].live_or_0;
        all[at - 1].live_or_0 = live;
        at = next;
    }
    return live;
}

static uint32_t newest_or_0(struct causality *self, const struct causality__track *track,
                            uint32_t step, uint32_t entry)
{
    return live_or_0(self, entered_or_0(self, track, step, entry));
}

struct scan {
    struct causality *self;
    uint32_t queue, entry, chain;
    bool is_timer; /* then `queue` is that of all timers, and those of up to `delay` count */
    uint32_t delay;
};

/* The newest entry with a delay from `low` to `high`; plus one. */
static uint32_t newest_within(const struct causality *self, uint32_t node, uint32_t level,
                              uint64_t base, uint64_t low, uint64_t high)
{
    uint64_t width = (uint64_t)1 << level * CAUSALITY__DELAY_BITS;
    uint32_t best = 0;
    if (!node || base > high || base + width * CAUSALITY__DELAY_BRANCHES <= low)
        return 0;
    const struct causality__delays *of = &self->delays.at[node];
    if (base >= low && base + width * CAUSALITY__DELAY_BRANCHES - 1 <= high)
        return of->newest;
    for (uint32_t i = 0; i < CAUSALITY__DELAY_BRANCHES; i++) {
        uint64_t from = base + i * width;
        uint32_t found = level ? newest_within(self, of->at[i], level - 1, from, low, high)
                         : from >= low && from <= high ? of->at[i]
                                                       : 0;
        best = found > best ? found : best;
    }
    return best;
}

/* Of timers set on one chain, whoever was set later and for longer follows the earlier ones: only
 * those count whom nobody else follows. */
static void meet_timers(struct scan *scan, const struct causality__entry *version, uint64_t low,
                        uint64_t high)
{
    struct causality *c = scan->self;
    while (low <= high) {
        uint32_t found = newest_within(c, version->by_delay, version->height - 1, 0, low, high);
        if (!found)
            return;
        uint64_t delay = c->entries.at[found - 1].delay;
        uint32_t live = live_or_0(c, found);
        if (live)
            *vec_push(&c->met) = c->entries.at[live - 1].ran_or_0 - 1;
        if (live != found && delay > low) /* who was cancelled is followed by nobody */
            meet_timers(scan, version, low, delay - 1);
        low = delay + 1;
    }
}

static void meet(struct scan *scan, uint32_t chain, uint32_t step)
{
    struct causality *c = scan->self;
    const struct causality__track *track = track_of(c, scan->queue, chain);
    if (scan->is_timer) {
        uint32_t at = entered_or_0(c, track, step, scan->entry);
        if (at) {
            struct causality__entry version = c->entries.at[at - 1];
            meet_timers(scan, &version, 0, scan->delay);
        }
        return;
    }
    uint32_t met = newest_or_0(c, track, step, scan->entry);
    if (met)
        *vec_push(&c->met) = c->entries.at[met - 1].ran_or_0 - 1;
}

static void look(void *context, uint32_t chain, uint32_t value)
{
    struct scan *scan = context;
    if (chain != scan->chain)
        meet(scan, chain, value - 1);
}

/* Looks at each chain that the queue was entered from. */
static void look_by_track(struct scan *scan, struct clock clock)
{
    struct causality *c = scan->self;
    for (uint32_t at = c->queues.at[scan->queue].tracks_or_0; at;
         at = c->tracks.at[at - 1].next_or_0) {
        uint32_t chain = c->tracks.at[at - 1].chain;
        uint32_t value = clock_read(&c->clocks, clock, chain);
        if (value && chain != scan->chain)
            meet(scan, chain, value - 1);
    }
}

void causality__after_previous(struct causality__arrival *self, uint32_t queue, uint32_t entry)
{
    struct causality *c = self->self;
    uint32_t step = c->entries.at[entry].step;
    uint32_t previous = newest_or_0(c, track_of(c, queue, c->steps.at[step].chain), step, entry);
    if (previous)
        causality__after(self, c->actions.at[c->entries.at[previous - 1].ran_or_0 - 1].first);
}

void causality__after_queue(struct causality__arrival *self, uint32_t queue, uint32_t entry,
                            bool is_timer, uint32_t delay)
{
    struct causality *c = self->self;
    uint32_t step = c->entries.at[entry].step, chain = c->steps.at[step].chain;
    struct clock clock = c->steps.at[step].clock;
    struct scan scan = {c, queue, entry, chain, is_timer, delay};
    if (is_timer)
        scan.queue = c->lanes.at[self->lane].all_timers;

    c->met.len = 0;
    size_t tracks = c->queues.at[scan.queue].count;
    uint32_t base = newest_or_0(c, track_of(c, queue, chain), step, entry);
    meet(&scan, chain, step);
    struct causality__queue *of = &c->queues.at[queue];
    uint32_t parent = c->chains.at[chain].parent_or_0;
    struct clock known = {0};
    if (of->done_or_0 && causality__covers(self, of->done_or_0 - 1)) {
        known = of->done;
    } else {
        if (!base && parent && causality__before(c, parent - 1, step)) {
            uint32_t from = c->steps.at[parent - 1].chain;
            base = newest_or_0(c, track_of(c, queue, from), parent - 1, entry);
            if (base)
                *vec_push(&c->met) = c->entries.at[base - 1].ran_or_0 - 1;
        }
        if (base)
            known = c->steps.at[c->entries.at[base - 1].step].clock;
    }
    if (known.root == 0 && tracks <= FEW_TRACKS) {
        look_by_track(&scan, clock);
    } else {
        clock_compare(&c->clocks, known, clock, &(struct clock_news){look, &scan});
    }

    /* Files that are read at the same time have the same clock, and what entered before it is
     * before the event that asked for them: then the next one need not look again. */
    bool by_first = self->first_or_0 != 0;
    for (size_t i = 0; i < c->met.len && by_first; i++) {
        uint32_t last = c->actions.at[c->met.at[i]].last;
        by_first = last == self->first_or_0 - 1 || causality__before(c, last, self->first_or_0 - 1);
    }
    of->done = clock;
    of->done_or_0 = by_first ? self->first_or_0 : (uint32_t)c->steps.len + 1;
    for (size_t i = 0; i < c->met.len; i++)
        causality__after(self, c->actions.at[c->met.at[i]].first);
}
