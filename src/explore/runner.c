#include "explore/runner.h"

enum { TICK_MS = 15 };

static void on_tick(uv_timer_t *timer)
{
    struct runner *self = timer->data;
    vec_each (trial, &self->trials)
        trial_tick(*trial);
    self->on_tick(self->context);
}

bool runner_open(struct runner *self, struct workplace *place, void (*tick)(void *), void *context,
                 struct error *error)
{
    *self = (struct runner){.place = place, .on_tick = tick, .context = context};
    int trouble = uv_loop_init(&self->loop);
    if (trouble)
        return error_set(error, EXIT_ENVIRONMENT, "cannot start: %s", uv_strerror(trouble));
    uv_timer_init(&self->loop, &self->tick);
    self->tick.data = self;
    uv_timer_start(&self->tick, on_tick, TICK_MS, TICK_MS);
    return true;
}

static bool all_ended(const struct runner *self)
{
    for (size_t i = 0; i < self->trials.len; i++)
        if (!self->trials.at[i]->ended)
            return false;
    return true;
}

void runner_stop(struct runner *self)
{
    runner_discard(self);
    while (!all_ended(self))
        runner_turn(self);
    while (self->trials.len)
        trial_free(*vec_pop(&self->trials));
}

void runner_close(struct runner *self)
{
    uv_close((uv_handle_t *)&self->tick, NULL);
    uv_run(&self->loop, UV_RUN_DEFAULT);
    uv_loop_close(&self->loop);
    vec_free(&self->trials);
}

static void on_trial_end(struct trial *trial, void *context)
{
    (void)trial, (void)context; /* `ended` is set: whoever turns the loop looks */
}

struct trial *runner_start(struct runner *self, const struct trial_plan *plan, struct error *error)
{
    struct trial *trial = trial_start(self->place, plan, &self->loop, on_trial_end, self, error);
    if (trial)
        *vec_push(&self->trials) = trial;
    return trial;
}

void runner_turn(struct runner *self)
{
    uv_run(&self->loop, UV_RUN_ONCE);
}

void runner_drop(struct runner *self, struct trial *trial)
{
    for (size_t i = 0; i < self->trials.len; i++)
        if (self->trials.at[i] == trial) {
            vec_remove(&self->trials, i);
            break;
        }
    trial_free(trial);
}

void runner_discard(struct runner *self)
{
    vec_each (trial, &self->trials)
        trial_discard(*trial);
}

uint64_t runner_running(const struct runner *self)
{
    uint64_t result = 0;
    for (size_t i = 0; i < self->trials.len; i++)
        result += !self->trials.at[i]->ended;
    return result;
}

static bool start_again(struct runner *self, const struct trial_plan *plan, struct error *error)
{
    char name[32]; /* read while the trial is started, and not behind that */
    snprintf(name, sizeof name, "again-%llu", (unsigned long long)++self->repeated);
    struct trial_plan named = *plan;
    named.name = name;
    return runner_start(self, &named, error) != NULL;
}

bool runner_repeat(struct runner *self, const struct trial_plan *plan,
                   const struct repetition *repetition, struct error *error)
{
    uint64_t started = 0;
    bool ok = true, wanted = true;
    for (;;) {
        wanted = wanted && ok && !repetition->stopped(repetition->context);
        while (wanted && ok && started < repetition->times &&
               runner_running(self) < repetition->jobs) {
            ok = start_again(self, plan, error);
            started++;
        }
        if (!wanted || !ok)
            runner_discard(self);
        if (!self->trials.len)
            return ok;
        runner_turn(self);
        while (self->trials.len && self->trials.at[0]->ended) {
            struct trial *trial = self->trials.at[0];
            if (wanted && ok && trial->stop != TRIAL_DISCARDED)
                wanted = repetition->ended(repetition->context, trial);
            runner_drop(self, trial);
        }
    }
}
