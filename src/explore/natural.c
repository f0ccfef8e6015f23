/* The natural run: nothing held, everything in the order of its arrival, one event a poll. It is
 * what the search reads. A program may fail even so, since Node alone delivers several events in
 * one turn: that is no failure of the baseline, and the search then does without. */
#include "base/random.h"
#include "explore/campaign_private.h"

static void observe(struct campaign *self)
{
    const struct campaign_options *options = self->options;
    struct trial_plan plan = {
        .name = "natural",
        .config = options->config,
        .argv = options->argv,
        .shim = true,
        .agent = options->agent,
        .isolated = self->result->isolated,
        .timeout_ns = self->result->timeout_ns,
    };
    plan.config.seed = random_mix(options->seed, 0);
    plan.config.strategy = STRATEGY_DIRECTED;
    plan.config.log = 1;
    struct trial *trial = campaign__start(self, &plan);
    while (trial && !trial->ended)
        campaign__turn(self);
    if (!trial)
        return;
    if (!campaign__over(self) && !outcome_failed(campaign__judge(self, trial))) {
        struct traces traces;
        self->result->baseline.runs++;
        campaign__gather(self, trial, &traces);
        search_observe(self->search, &traces);
        campaign__keep_natural(self, &traces);
        traces_free(&traces);
    }
    campaign__drop(self, trial);
}

void campaign__open_search(struct campaign *self)
{
    struct search_options options = {.strategy = self->options->strategy,
                                     .config = self->options->config,
                                     .first = (uint64_t)self->options->first_run,
                                     .steer =
                                         self->options->first_run == 1 && !self->options->shards};
    options.config.own_length = self->own_length;
    options.config.pct_length = self->pct_length;
    self->search = search_new(&options);
    if (self->restored)
        campaign__restore_natural(self);
    else if (strcmp(self->options->strategy, "auto") == 0 && !campaign__budget_spent(self))
        observe(self);
}
