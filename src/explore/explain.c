#include "explore/explain.h"

#include "explore/campaign_private.h"
#include "explore/description.h"

struct pair {
    struct campaign *campaign;
    struct trial *good, *bad;
};

/* A schedule without holds fails because each event comes in a turn of its own: then the good run
 * is one as Node makes it by itself. */
static struct trial *start(struct campaign *self, const struct schedule *schedule, const char *name,
                           struct str holds)
{
    struct trial_plan plan = proof_plan(self, schedule, holds);
    plan.name = name;
    plan.config.stacks = 1;
    if (!holds.len && !schedule->holds.len)
        plan.config.strategy = STRATEGY_NONE;
    return campaign__start(self, &plan);
}

/* Where runs share something they must not meet: the second begins when the first is over. */
static void run_both(struct pair *pair, const struct schedule *schedule)
{
    struct campaign *self = pair->campaign;
    struct buf holds = {0};
    plan_make(schedule, &holds);
    pair->good = start(self, schedule, "explain-good", STR(""));
    while (self->result->jobs < 2 && pair->good && !pair->good->ended)
        campaign__turn(self);
    if (pair->good && !campaign__over(self))
        pair->bad = start(self, schedule, "explain-bad", buf_view(&holds));
    while ((pair->good && !pair->good->ended) || (pair->bad && !pair->bad->ended))
        campaign__turn(self);
    buf_free(&holds);
}

static void keep_failure(struct explanation *self, const struct description *description)
{
    const struct described *failure = description_find(description, NULL, false);
    if (failure->test.len)
        self->test = mem_dup_n(failure->test.at, failure->test.len);
    if (failure->message.len)
        self->message = mem_dup_n(failure->message.at, failure->message.len);
    if (failure->at.len)
        self->at = mem_dup_n(failure->at.at, failure->at.len);
}

static void tell(struct pair *pair, const struct schedule *schedule,
                 struct explanation *explanation)
{
    struct campaign *self = pair->campaign;
    struct description description;
    struct traces good, bad;
    struct outcome outcome = campaign__judge(self, pair->bad);
    description_of_trial(&description, self, pair->bad, outcome);
    const struct described *same =
        description_find(&description, schedule, campaign__replays_file(self));
    if (outcome_failed(campaign__judge(self, pair->good))) {
        explanation->trouble = "the program failed although nothing was held, when its stacks were "
                               "recorded";
    } else if (!outcome_failed(outcome) || !same) {
        explanation->trouble = "the failure did not come back when its stacks were recorded";
    } else {
        traces_gather(&good, pair->good->folder);
        traces_gather(&bad, pair->bad->folder);
        story_tell(&explanation->story, &good, &bad, schedule, self->place.current,
                   same->time_limit);
        traces_free(&good);
        traces_free(&bad);
        explanation->done = true;
        keep_failure(explanation, &description);
    }
    description_free(&description);
}

void explain_schedule(struct campaign *campaign, const struct schedule *schedule,
                      struct explanation *explanation)
{
    struct pair pair = {.campaign = campaign};
    *explanation = (struct explanation){.trouble = "interrupted"};
    run_both(&pair, schedule);
    if (pair.good && pair.bad && !campaign__over(campaign)) {
        campaign__note_processes(campaign, pair.bad->segment);
        tell(&pair, schedule, explanation);
    }
    if (pair.good)
        campaign__drop(campaign, pair.good);
    if (pair.bad)
        campaign__drop(campaign, pair.bad);
}

void explanation_free(struct explanation *self)
{
    story_free(&self->story);
    free(self->test);
    free(self->message);
    free(self->at);
    *self = (struct explanation){0};
}
