#include "explore/plan.h"

#include "base/file.h"
#include "segment/plan.h"

static struct plan_key make_key(const struct event_key *key, struct buf *texts)
{
    struct plan_key made = {.thread = key->thread,
                            .number = (uint32_t)(key->number < UINT32_MAX ? key->number : 0),
                            .kind = (uint16_t)key->kind,
                            .phase = (uint16_t)key->phase,
                            .delay = key->delay,
                            .has_about = key->has_about};
    size_t length =
        key->process.len < sizeof made.process ? key->process.len : sizeof made.process - 1;
    if (length)
        memcpy(made.process, key->process.at, length);
    if (key->has_about) {
        made.about_at = (uint32_t)texts->len;
        made.about_length = (uint32_t)key->about.len;
        buf_str(texts, key->about);
        buf_char(texts, '\0');
    }
    return made;
}

void plan_make(const struct schedule *schedule, struct buf *out)
{
    struct buf texts = {0};
    struct plan head = {.magic = PLAN_MAGIC, .count = (uint32_t)schedule->holds.len};
    size_t at = out->len;
    buf_add(out, &head, sizeof head);
    vec_each (hold, &schedule->holds) {
        struct plan_hold made = {.event = make_key(&hold->event, &texts),
                                 .until = make_key(&hold->until, &texts),
                                 .end = hold->end,
                                 .amount = hold->amount};
        buf_add(out, &made, sizeof made);
    }
    buf_str(out, buf_view(&texts));
    buf_free(&texts);
    ((struct plan *)(out->at + at))->size = out->len - at;
}

void plan_fates(const char *path, size_t holds, struct plan_fates *out)
{
    struct buf bytes = {0};
    *out = (struct plan_fates){.holds = holds};
    bool there = file_read(path, PLAN_LARGEST, &bytes, NULL);
    size_t known = there && bytes.len >= sizeof(struct plan)
                       ? (bytes.len - sizeof(struct plan)) / sizeof(struct plan_hold)
                       : 0;
    const struct plan *plan = (const struct plan *)bytes.at;
    for (size_t i = 0; i < holds; i++) {
        uint32_t state = i < known ? atomic_load(&plan->holds[i].state) : PLAN_UNSEEN;
        bool met = state == PLAN_MET || state == PLAN_HELD; /* held until the process ended */
        out->met += met;
        if (!met)
            *vec_push(&out->unmet) = i;
    }
    buf_free(&bytes);
}

struct timed_hold {
    int64_t time;
    size_t order; /* among holds of the same time */
    const struct trace *trace;
    const struct trace_hold *hold;
};

static int by_time(const void *a, const void *b)
{
    const struct timed_hold *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

void schedule_of_traces(const struct traces *traces, struct schedule *into)
{
    VEC(struct timed_hold) found = {0};
    vec_each (trace, &traces->list)
        vec_each (record, &trace->records)
            if ((*record)->type == TRACE_HOLD)
                *vec_push(&found) = (struct timed_hold){(*record)->time_ns, found.len, trace,
                                                        (const struct trace_hold *)*record};
    if (found.len)
        qsort(found.at, found.len, sizeof *found.at, by_time);
    vec_each (item, &found) {
        struct event_hold hold = trace_hold_of(item->trace, item->hold);
        schedule_add_hold(into, &hold);
    }
    vec_free(&found);
}
