/* Observes the program once in its natural order, then turns each race round in a run of its own,
 * best first, and sees whether the program does anything else. */
#include "base/file.h"
#include "commands/detect.h"
#include "event/text.h"
#include "explore/campaign.h"
#include "explore/direct.h"
#include "explore/story_places.h"
#include "races/plan.h"

#include <dirent.h>
#include <unistd.h>

static void look_at_run(void *context, const char *folder)
{
    struct detect *self = context;
    observed_gather(&self->observed, folder, &self->error);
    traces_gather(&self->traces, folder);
    if (!self->save_file || !self->observed.parts.len)
        return;
    struct buf bytes = {0};
    observed_save(&self->observed, &bytes);
    file_write_private(self->save_file, buf_view(&bytes), &self->error);
    buf_free(&bytes);
}

static void add_filter(struct buf *out, const char *word, const struct texts *globs)
{
    vec_each (glob, globs)
        buf_printf(out, "%s %s\n", word, *glob);
}

/* What an earlier detect left in the folder: r1.schedule, r12.full.schedule. */
static void remove_old(const char *out)
{
    DIR *folder = opendir(out);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        struct str name = str_of(entry->d_name);
        size_t digits = 1;
        while (digits < name.len && name.at[digits] >= '0' && name.at[digits] <= '9')
            digits++;
        if (name.len < 2 || name.at[0] != 'r' || digits == 1 ||
            !str_is(str_from(name, digits), ".schedule"))
            continue;
        char *path = mem_printf("%s/%s", out, entry->d_name);
        unlink(path);
        free(path);
    }
    if (folder)
        closedir(folder);
}

static void to_author(void *context, struct observed_site *site)
{
    struct story_place place = {.path = site->file, .line = site->line, .column = site->column};
    if (!site->line)
        return;
    places_to_source(context, &place);
    site->file = place.path;
    site->line = place.line;
    site->column = place.column;
}

void detect_find(struct detect *self, struct races *races, const struct observed *observed)
{
    struct places places;
    places_open(&places, &self->arena, NULL);
    races_find(races, observed, &(struct races_places){to_author, &places});
    places_close(&places);
}

void detect_analyse(struct detect *self)
{
    detect_find(self, &self->races, &self->observed);
    vec_each (race, &self->races.list) {
        struct detected *one = vec_push(&self->list);
        one->race = race;
        one->why = "not tried";
        snprintf(one->id, sizeof one->id, "r%zu", self->list.len);
    }
}

static bool save_schedule(struct detect *self, struct detected *one, struct str text)
{
    char *path = mem_printf("%s/%s.schedule", self->out, one->id);
    if (make_folders(self->out, &self->error) && file_write_private(path, text, &self->error)) {
        one->schedule = path;
        return true;
    }
    free(path);
    return false;
}

/* The schedule of one hold, made as short in time as it can be. False where it does not stand. */
static bool shorten(struct campaign *campaign, struct detected *one,
                    const struct schedule *schedule, struct buf *text)
{
    struct minimal minimal;
    proof_minimise(campaign, schedule, 0, &minimal);
    bool stands = proof_stands(&minimal.replays) && minimal.holds.len;
    if (stands) {
        proof_print(schedule, &minimal, text);
        one->replays = minimal.replays;
        one->holds = minimal.holds.len;
    }
    vec_free(&minimal.holds);
    return stands;
}

/* It replays ten times, or it is no proof. */
static bool prove(struct detect *self, struct campaign *campaign, struct detected *one,
                  struct schedule *schedule, const struct direct_run *run)
{
    struct buf text = {0};
    schedule->outcome = arena_str(&schedule->arena, str_of(run->outcome));
    schedule->signature = arena_str(&schedule->arena, str_of(run->signature));
    bool stands = self->minimise && shorten(campaign, one, schedule, &text);
    if (!stands) {
        proof_replay(campaign, schedule, PROOF_TIMES, &one->replays);
        stands = proof_stands(&one->replays);
        one->holds = schedule->holds.len;
        schedule_print(schedule, &text);
    }
    if (stands) {
        one->outcome = mem_dup(run->outcome);
        one->signature = mem_dup(run->signature);
        one->test = run->test ? mem_dup(run->test) : NULL;
        save_schedule(self, one, buf_view(&text));
    }
    buf_free(&text);
    return stands;
}

/* Races of the same two callbacks are turned round by the same run: its proof is theirs, too. But
 * what looks benign and is only doubted is not blamed for what another race explains. */
static bool take_proof(struct detect *self, struct detected *one, struct str plan)
{
    vec_each (other, &self->list) {
        if (other == one)
            return false;
        if (other->status != DETECT_CONFIRMED || !str_equal(buf_view(&other->plan), plan))
            continue;
        bool same_place = str_equal(one->race->location, other->race->location);
        if (one->race->pattern && !other->race->pattern && !same_place) {
            one->status = DETECT_NO_DIFFERENCE;
            one->explained_by = arena_str(&self->arena, str_of(other->id)).at;
            return true;
        }
        one->status = DETECT_CONFIRMED;
        one->outcome = mem_dup(other->outcome);
        one->signature = mem_dup(other->signature);
        one->test = other->test ? mem_dup(other->test) : NULL;
        one->schedule = other->schedule ? mem_dup(other->schedule) : NULL;
        one->replays = other->replays;
        one->holds = other->holds;
        return true;
    }
    return false;
}

static void print_plan(const struct race_plans *plans, size_t i, struct buf *out)
{
    buf_clear(out);
    buf_hold(out, &plans->plans[i].hold);
    if (plans->has_first && plans->has_second) {
        buf_char(out, ' ');
        buf_key(out, &plans->first);
        buf_char(out, ' ');
        buf_key(out, &plans->second);
    }
}

static void run_free(struct direct_run *run)
{
    free(run->outcome);
    free(run->signature);
    free(run->test);
}

/* The program does something else. Did the accesses change places, or only their callbacks? */
static enum races_turn look_closer(struct detect *self, struct campaign *campaign,
                                   struct detected *one, const struct race_pair *pair,
                                   const struct schedule *schedule, const struct direct_run *run)
{
    struct detect_followed *followed = detect_follow(self, campaign, one, schedule);
    if (!followed)
        return RACES_TURNED;
    followed->outcome = run->outcome ? mem_dup(run->outcome) : NULL;
    followed->signature = run->signature ? mem_dup(run->signature) : NULL;
    one->seen_turned = followed;
    return races_turned(&followed->observed, one->race, pair);
}

/* Of a race that another one led to: whether it does more than that one. */
static bool is_news(const struct detected *one, const struct direct_run *run)
{
    const struct detect_followed *followed = one->followed;
    return run->differs &&
           (!followed || !followed->outcome || strcmp(followed->outcome, run->outcome) != 0 ||
            strcmp(followed->signature, run->signature) != 0);
}

static void conclude_run(struct detect *self, struct campaign *campaign, struct detected *one,
                         const struct race_pair *pair, struct schedule *schedule, bool turned,
                         const struct direct_run *run)
{
    static const char *const whys[] = {
        [RACES_KEPT] = "its callbacks change places, but the program keeps the accesses in their "
                       "order: a lock or a queue",
        [RACES_MISSING] = "where its callbacks change places, the second access does not happen",
    };
    if (turned && is_news(one, run)) {
        enum races_turn turn = look_closer(self, campaign, one, pair, schedule, run);
        if (turn != RACES_TURNED && one->status != DETECT_NO_DIFFERENCE) {
            one->status = DETECT_INFEASIBLE;
            one->why = whys[turn];
        }
        if (turn != RACES_TURNED)
            return;
        if (prove(self, campaign, one, schedule, run)) {
            one->status = DETECT_CONFIRMED;
            return;
        }
    }
    if (turned) {
        one->status = DETECT_NO_DIFFERENCE;
    } else if (!str_equal(pair->first.process, pair->second.process)) {
        one->why = "it was not reached: the clock stands still while another process works";
    } else if (one->status != DETECT_NO_DIFFERENCE) {
        one->status = DETECT_INFEASIBLE;
        one->why = "the second never came while the first was held: something orders them";
    }
}

/* The hold of a plan, behind those that led to where the race was seen. */
static bool fill_holds(struct schedule *schedule, const struct detected *one,
                       const struct event_hold *hold)
{
    schedule->holds.len = 0;
    if (one->followed)
        vec_each (base, &one->followed->base.holds) {
            if (event_key_equal(&base->event, &hold->event))
                return false;
            schedule_add_hold(schedule, base);
        }
    schedule_add_hold(schedule, hold);
    return true;
}

/* One pair of accesses: the plans in turn, until one shows a difference. */
static void try_pair(struct detect *self, struct campaign *campaign, struct detected *one,
                     const struct race_pair *pair)
{
    struct schedule schedule = {0};
    struct race_plans plans;
    const struct traces *traces = one->followed ? &one->followed->traces : &self->traces;
    race_plan(&plans, pair, false, &schedule.arena);
    bool known = plans.has_first && plans.has_second;
    if (known && direct_order_of(traces, &plans.first, &plans.second) == DIRECT_SECOND_IS_FIRST)
        race_plan(&plans, pair, true, &schedule.arena);
    if (!plans.count && one->status == DETECT_PREDICTED) {
        one->status = plans.is_limit ? DETECT_PREDICTED : DETECT_INFEASIBLE;
        one->why = plans.why_not;
    }
    for (size_t i = 0; i < plans.count && one->status != DETECT_CONFIRMED; i++) {
        struct direct_run run;
        print_plan(&plans, i, &one->plan);
        if (!one->followed && take_proof(self, one, buf_view(&one->plan)))
            break;
        if (!fill_holds(&schedule, one, &plans.plans[i].hold)) {
            one->why = "its event is held already, by the race that led here";
            continue;
        }
        if (direct_over(campaign) ||
            !direct_try(campaign, &schedule, known ? &plans.first : NULL, &plans.second, &run))
            break;
        one->runs++;
        bool turned = known ? run.order == DIRECT_SECOND_IS_FIRST : run.met;
        if (!turned && plans.nameless)
            one->why = "neither event has a name by which it could be held";
        else
            conclude_run(self, campaign, one, pair, &schedule, turned, &run);
        run_free(&run);
    }
    schedule_free(&schedule);
}

static void confirm_one(struct detect *self, struct campaign *campaign, struct detected *one)
{
    char words[80];
    if (race_is_benign(one->race) && !self->all)
        return;
    if (direct_over(campaign)) {
        one->why = "no time was left to try it";
        return;
    }
    snprintf(words, sizeof words, "turning race %s of %zu round", one->id, self->list.len);
    direct_tell(campaign, words);
    for (size_t i = 0; i < one->race->try_count && one->status != DETECT_CONFIRMED; i++)
        try_pair(self, campaign, one, &one->race->tries[i]);
    self->directed_runs += one->runs;
}

/* Where the reversals have led; what is new there follows behind the others. */
static void follow(struct detect *self)
{
    size_t seen = self->list.len;
    for (size_t i = 0; i < seen; i++)
        if (self->list.at[i].status == DETECT_CONFIRMED && self->list.at[i].seen_turned)
            detect_add_new(self, self->list.at[i].seen_turned);
}

static void confirm(struct detect *self, struct campaign *campaign)
{
    for (size_t i = 0; i < self->list.len; i++)
        confirm_one(self, campaign, &self->list.at[i]);
    size_t first_new = self->list.len;
    follow(self);
    for (size_t i = first_new; i < self->list.len; i++)
        confirm_one(self, campaign, &self->list.at[i]);
}

void detect_in_campaign(struct campaign *campaign, void *context)
{
    struct detect *self = context;
    remove_old(self->out);
    direct_tell(campaign, "running it in its natural order");
    bool passes = direct_natural(campaign, 0, STR(""), NULL, NULL);
    add_filter(&self->filter, "only", &self->only);
    add_filter(&self->filter, "skip", &self->skip);
    direct_tell(campaign, "observing it");
    if (!direct_over(campaign))
        self->observed_fails =
            !direct_natural(campaign, OBSERVE_ALL, buf_view(&self->filter), look_at_run, self) &&
            passes;
    self->was_observed = self->observed.parts.len > 0;
    direct_tell(campaign, "looking for races");
    detect_analyse(self);
    if (!self->no_confirm && !self->observed_fails)
        confirm(self, campaign);
}
