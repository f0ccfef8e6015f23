#include "explore/description.h"

#include "explore/campaign_private.h"
#include "explore/story.h"

#include <ctype.h>

enum { SIGNATURE_BYTES = 512 * 1024 };

/* A test is what failed, whatever it said; but by its time limit it fails in another way. */
static void add_tests(struct description *self)
{
    vec_each (failure, &self->failures.list) {
        struct described *one = vec_push(&self->list);
        *one = (struct described){.signature = failure->test,
                                  .test = failure->test,
                                  .message = failure->message,
                                  .at = failure->at,
                                  .time_limit = failure->time_limit};
        if (failure->time_limit)
            one->signature = arena_printf(&self->failures.arena, STR_FMT " (time limit)",
                                          STR_ARG(failure->test));
    }
}

static void add_error(struct description *self, const struct campaign *campaign, struct str output,
                      size_t line)
{
    struct described *one = vec_push(&self->list);
    if (line != SIZE_MAX)
        failures_error(&self->failures, campaign->place.current, output, line);
    if (self->failures.list.len) {
        const struct test_failure *failure = vec_last(&self->failures.list);
        *one = (struct described){
            .message = failure->message, .at = failure->at, .time_limit = failure->time_limit};
    }
    one->signature = self->by_line;
}

void description_of_output(struct description *self, struct campaign *campaign, struct str outcome,
                           struct str output, const struct traces *traces)
{
    struct buf signature = {0}, waits = {0};
    *self = (struct description){0};
    buf_str(&self->outcome, outcome);
    size_t line = signature_of(&campaign->rules, output, &signature);
    if (!str_starts(outcome, STR("match ")))
        failures_read(&self->failures, campaign->place.current, output);
    self->by_line =
        arena_str(&self->failures.arena, signature.len ? buf_view(&signature) : outcome);
    if (self->failures.list.len)
        add_tests(self);
    else
        add_error(self, campaign, output, line);
    /* a test that failed and left something open is why nothing ends, and says more */
    if (str_is(outcome, "stuck") && traces && !self->list.at[0].test.len) {
        story_of_stuck(traces, campaign->place.current, &waits);
        self->list.at[0].message = arena_str(&self->failures.arena, buf_view(&waits));
    }
    buf_free(&signature);
    buf_free(&waits);
}

void description_of_trial(struct description *self, struct campaign *campaign,
                          const struct trial *trial, struct outcome outcome)
{
    struct capture output;
    struct buf name = {0};
    struct traces traces = {0};
    bool open = capture_open(&output, trial->output_path, CAPTURE_KEPT, NULL);
    outcome_print(outcome, campaign->options->fail_on, &name);
    if (outcome.kind == OUTCOME_STUCK)
        traces_gather(&traces, trial->folder);
    description_of_output(self, campaign, buf_view(&name),
                          open ? capture_end(&output, SIGNATURE_BYTES) : STR(""), &traces);
    if (open)
        capture_close(&output);
    traces_free(&traces);
    buf_free(&name);
}

void description_free(struct description *self)
{
    buf_free(&self->outcome);
    vec_free(&self->list);
    failures_free(&self->failures);
}

/* "at save (db.js:12:7)" and "at save (db.js:13:7)": a line was added above. */
static bool same_but_lines(struct str a, struct str b)
{
    while (a.len && b.len && a.at[0] == b.at[0]) {
        bool place = a.at[0] == ':' && a.len > 1 && b.len > 1;
        a = str_from(a, 1), b = str_from(b, 1);
        if (!place || !isdigit((unsigned char)a.at[0]) || !isdigit((unsigned char)b.at[0]))
            continue;
        while (a.len && isdigit((unsigned char)a.at[0]))
            a = str_from(a, 1);
        while (b.len && isdigit((unsigned char)b.at[0]))
            b = str_from(b, 1);
    }
    return !a.len && !b.len;
}

static bool same_signature(struct str a, struct str b, bool may_have_changed)
{
    return str_equal(a, b) || (may_have_changed && same_but_lines(a, b));
}

const struct described *description_find(const struct description *self,
                                         const struct schedule *schedule, bool may_have_changed)
{
    /* a schedule that was written by hand may not say how its run ended: then any failure is meant
     */
    if (!schedule || (!schedule->outcome.len && !schedule->signature.len))
        return &self->list.at[0];
    if (schedule->outcome.len && !str_equal(buf_view(&self->outcome), schedule->outcome))
        return NULL;
    if (!schedule->signature.len ||
        same_signature(self->by_line, schedule->signature, may_have_changed))
        return &self->list.at[0];
    for (size_t i = 0; i < self->list.len; i++)
        if (same_signature(self->list.at[i].signature, schedule->signature, may_have_changed))
            return &self->list.at[i];
    return NULL;
}
