/* Phase 2 (section 4.2): the pairs that may conflict (Algorithm 1), each run in synchronous and in
 * adverse mode from a fresh page (Algorithm 2). A difference is believed only if it comes back:
 * both modes are run again, what differs between equal runs is left out, and what remains is a
 * race. */
#include "web/campaign.h"
#include "web/graph.h"
#include "web/lines.h"
#include "web/outcome.h"

/* ---- planning ---- */

typedef VEC(struct web_test) test_list;

/* An event that does nothing is worth another try where somebody means something by it: not that
 * the mouse passes by, nor, where we found them ourselves, two clicks besides one, nor scrolling.
 */
static bool is_meant(const struct campaign *self, const struct web_event *event)
{
    const struct web_event *last = event->part_count ? &event->parts[event->part_count - 1] : event;
    bool passing = last->type == WEB_DBLCLICK || last->type == WEB_SCROLL;
    return last->type != WEB_HOVER && (!passing || self->options->events_given);
}

static void plan_pair(struct campaign *self, size_t i, size_t j, test_list *planned)
{
    const struct web_result *result = self->result;
    const struct web_graph *first = &result->graphs[i], *second = &result->graphs[j];
    bool later = result->events[j].trouble && result->events[j].out_of_reach;
    if (result->events[i].trouble || (result->events[j].trouble && !later))
        return;
    if (later) { /* the first may bring what it needs: a dialog, a row */
        if (first->ajax)
            *vec_push(planned) = (struct web_test){.first = i, .second = j, .idle = true};
        return;
    }
    bool twice = i == j && graph_saves(first); /* what it sends, whatever is seen of it */
    bool conflict = twice || graph_conflict(first, second);
    bool tried = graph_may_wake(first, second) || graph_may_be_stale(first, second);
    bool idle = !conflict && tried && is_meant(self, &result->events[j]);
    if (conflict || idle)
        *vec_push(planned) = (struct web_test){.first = i, .second = j, .idle = idle};
}

static void plan(struct campaign *self)
{
    struct web_result *result = self->result;
    test_list tests = {0};
    for (size_t i = 0; i < result->event_count; i++)
        for (size_t j = 0; j < result->event_count; j++)
            plan_pair(self, i, j, &tests);
    result->test_count = tests.len;
    result->tests = arena_array(&result->arena, struct web_test, tests.len + 1);
    if (tests.len)
        memcpy(result->tests, tests.at, tests.len * sizeof *tests.at);
    vec_free(&tests);
}

/* ---- one test ---- */

struct testing {
    struct worker *worker;
    struct web_test *test;
    enum outcome_look look;
    enum outcome_mode late; /* which answers are: OUTCOME_ADVERSE or OUTCOME_LATE_READS */
    struct outcome synchronous[2], adverse[2];
    struct picture_mask mask;
};

/* A run in which something was given up is made once more: it may have been the machine. */
static bool run_in(struct window *window, struct arena *arena, const struct testing *self,
                   enum outcome_mode mode, struct outcome *outcome, struct error *error)
{
    struct web_result *result = self->worker->campaign->result;
    double began = visit_now();
    bool ok = true, again = false;
    for (int round = 0; ok && (round == 0 || again); round++) {
        struct visit *visit = window__visit(window, arena, error);
        if (!visit)
            return false;
        outcome_free(outcome);
        *outcome = (struct outcome){0};
        const struct outcome *like = outcome == self->synchronous ? NULL : self->synchronous;
        ok = outcome_look(visit, self->look, outcome, error) &&
             outcome_run(visit, &result->events[self->test->first],
                         &result->events[self->test->second], mode, like, outcome, error);
        again = ok && campaign__look_again(self->worker->campaign, visit, round > 0);
        visit_close(visit);
    }
    outcome->ms = visit_now() - began;
    return ok;
}

static bool run_once(struct testing *self, enum outcome_mode mode, struct outcome *outcome,
                     struct error *error)
{
    self->test->runs++;
    return run_in(&self->worker->window, &self->test->arena, self, mode, outcome, error);
}

/* The late run of the second round, beside the one in order. */
struct late_run {
    struct testing *testing;
    struct arena arena; /* texts of its own, until both are done */
    struct error error;
    bool ok;
};

static void *late_main(void *context)
{
    struct late_run *self = context;
    struct testing *testing = self->testing;
    self->ok = run_in(&testing->worker->beside, &self->arena, testing, testing->late,
                      &testing->adverse[1], &self->error);
    return NULL;
}

static bool run_at_once(struct testing *self, struct error *error)
{
    struct late_run late = {.testing = self};
    pthread_t thread;
    if (pthread_create(&thread, NULL, late_main, &late) != 0)
        return error_set(error, EXIT_ENVIRONMENT, "cannot start a thread");
    bool ok = run_once(self, OUTCOME_PAUSED, &self->synchronous[1], error);
    pthread_join(thread, NULL);
    self->test->runs++;
    arena_join(&self->test->arena, &late.arena);
    if (ok && !late.ok)
        *error = late.error;
    return ok && late.ok;
}

static const char *other_element(struct testing *self, int round)
{
    const struct web_event *second = &self->worker->campaign->result->events[self->test->second];
    return arena_printf(&self->test->arena, "%s is another element by then: %s in order, %s late",
                        second->id, self->synchronous[round].label, self->adverse[round].label)
        .at;
}

/* Whether the second event, after the first, writes where an answer of the first does. */
static bool meets(const struct outcome *synchronous, const struct web_graph *first)
{
    for (size_t i = 0; i < synchronous->step_count; i++) {
        const struct web_step *step = &synchronous->steps[i];
        for (size_t k = 0; step->lane == 2 && k < step->write_count; k++)
            if (!step->writes[k].unchanged && graph_answers_write(first, &step->writes[k]))
                return true;
    }
    return false;
}

static bool may_act(const struct testing *self, const struct outcome *synchronous)
{
    const struct web_graph *graphs = self->worker->campaign->result->graphs;
    const struct web_graph *first = &graphs[self->test->first];
    if (synchronous->infeasible)
        return false;
    if (graph_may_be_stale(first, &graphs[self->test->second]))
        return true;
    return graph_is_idle(&graphs[self->test->second]) ? outcome_second_acts(synchronous)
                                                      : meets(synchronous, first);
}

/* test->why where the pair turned out to be infeasible. */
static void see_feasible(struct testing *self, int round)
{
    const char *why = self->synchronous[round].infeasible;
    self->test->why = why ? why : self->adverse[round].infeasible;
    if (!self->test->why && outcome_other_element(&self->synchronous[round], &self->adverse[round]))
        self->test->why = other_element(self, round);
}

/* One run in each mode; test->idle where the second event has nothing to do with the first after it
 * either. */
static bool run_both(struct testing *self, struct error *error)
{
    bool idle = self->test->idle;
    for (int look = 0; look == 0 || (idle && look < 2); look++) { /* not dropped for one run */
        if (!run_once(self, OUTCOME_SYNCHRONOUS, &self->synchronous[0], error))
            return false;
        idle = idle && !may_act(self, &self->synchronous[0]);
    }
    self->test->idle = idle;
    if (idle)
        return true;
    if (!self->synchronous[0].infeasible && !run_once(self, self->late, &self->adverse[0], error))
        return false;
    see_feasible(self, 0);
    return true;
}

/* Both modes once more, with a pause between the events of the one in order. With one job nothing
 * overlaps: the server may remember. With more it does anyway, and while one page waits for its
 * frames another has the machine. */
static bool run_both_again(struct testing *self, struct error *error)
{
    bool ok = self->worker->campaign->options->jobs > 1
                  ? run_at_once(self, error)
                  : run_once(self, OUTCOME_PAUSED, &self->synchronous[1], error) &&
                        (self->synchronous[1].infeasible ||
                         run_once(self, self->late, &self->adverse[1], error));
    if (ok)
        see_feasible(self, 1);
    return ok;
}

static struct outcome_parts without(struct outcome_parts parts, struct outcome_parts unstable)
{
    return (struct outcome_parts){
        .picture = parts.picture,
        .text = parts.text && !unstable.text,
        .tree = parts.tree && !unstable.tree && !unstable.text,
        .errors = parts.errors && !unstable.errors,
        .storage = parts.storage && !unstable.storage,
    };
}

static struct outcome_parts in_both(struct outcome_parts a, struct outcome_parts b)
{
    return (struct outcome_parts){a.picture && b.picture, a.text && b.text, a.tree && b.tree,
                                  a.errors && b.errors, a.storage && b.storage};
}

static void set_unstable(struct web_test *test, struct outcome_parts between, bool reset)
{
    test->verdict = WEB_UNSTABLE;
    if (!outcome_any(between))
        test->why = "the difference did not come back in a second run";
    else
        test->why = reset ? "two synchronous runs differ already"
                          : "two synchronous runs differ already; if the server remembers earlier "
                            "runs, --reset can make it forget";
}

/* What differs between the runs of the two rounds in the same order. */
static bool compare_rounds(struct testing *self, struct outcome *runs,
                           struct outcome_parts *between, struct error *error)
{
    struct outcome_parts back;
    if (!outcome_compare(&runs[0], &runs[1], &self->mask, between, error) ||
        !outcome_compare(&runs[1], &runs[0], &self->mask, &back, error))
        return false;
    between->errors = between->errors || back.errors;
    return true;
}

static bool compare_modes(struct testing *self, int round, struct outcome_parts *parts,
                          struct error *error)
{
    return outcome_compare(&self->synchronous[round], &self->adverse[round], &self->mask, parts,
                           error);
}

/* `steady`: the runs with late answers are equal, so it was the pause that made a difference
 * between the others: they show the time, and what does not show it counts. */
static bool judge(struct testing *self, struct outcome_parts between, bool steady,
                  struct outcome_parts *confirmed, struct error *error)
{
    struct outcome_parts first, second;
    struct outcome *runs = self->synchronous;
    if (!outcome_ignore(&runs[0], &runs[1], &self->mask, error) ||
        !compare_modes(self, 1, &second, error) || !compare_modes(self, 0, &first, error))
        return false;
    if (steady) {
        outcome_without_unstable(&runs[0], &self->adverse[0], &runs[1], &first);
        outcome_without_unstable(&runs[1], &self->adverse[1], &runs[0], &second);
        *confirmed = in_both(first, second);
    } else {
        *confirmed = in_both(without(first, between), without(second, between));
    }
    if (outcome_any(*confirmed))
        self->test->verdict = WEB_RACE;
    else if (!steady)
        set_unstable(self->test, between, self->worker->campaign->options->reset != NULL);
    else
        self->test->why =
            "what differs shows the time: it differs as well between two runs in order, "
            "a minute apart";
    return true;
}

/* In order, but with a pause, the page ended as with the late answer: either what is shown depends
 * on how long the user waits and not on the order, or one of the runs went wrong. So the paused one
 * is made again, and if it stays so, the plain one too: *as_late where the verdict is clear then.
 */
static bool see_paused(struct testing *self, bool *as_late, struct error *error)
{
    struct outcome_parts parts;
    *as_late = false;
    for (int i = 0; i < 2; i++) {
        if (!compare_modes(self, 1, &parts, error))
            return false;
        if (outcome_any(parts))
            return true;
        if (i == 0 && !run_once(self, OUTCOME_PAUSED, &self->synchronous[1], error))
            return false;
        see_feasible(self, 1);
        if (self->test->why) {
            self->test->verdict = WEB_UNSTABLE;
            return true;
        }
    }
    *as_late = true;
    if (!run_once(self, OUTCOME_SYNCHRONOUS, &self->synchronous[0], error))
        return false;
    see_feasible(self, 0);
    if (!self->test->why && !compare_modes(self, 0, &parts, error))
        return false;
    self->test->verdict = self->test->why || !outcome_any(parts) ? WEB_UNSTABLE : WEB_SAME;
    if (self->test->verdict == WEB_SAME)
        self->test->why =
            "in order, but a minute apart, it ends as with the late answer: it depends "
            "on the time between the events, not on the order of answers";
    else if (!self->test->why)
        self->test->why = "the difference did not come back in further runs";
    return true;
}

/* The two modes differed in `parts`. Runs them again and decides. Where equal runs differ, or
 * nothing but a picture that might have differed after loading, the page may have been another one
 * from the beginning: *again, and this time with a look at all of it. */
static bool confirm(struct testing *self, struct outcome_parts parts,
                    struct outcome_parts *confirmed, bool *again, struct error *error)
{
    struct outcome_parts between, late;
    bool looked = self->look == OUTCOME_LOOK_ALL;
    if (!looked)
        self->look = outcome_more_than_picture(parts) ? OUTCOME_LOOK_TEXTS : OUTCOME_LOOK_ALL;
    if (!run_both_again(self, error))
        return false;
    if (self->test->why) {
        self->test->verdict = WEB_UNSTABLE;
        return true;
    }
    bool as_late;
    if (!see_paused(self, &as_late, error))
        return false;
    if (as_late || self->test->why)
        return true;
    if (!compare_rounds(self, self->adverse, &late, error) ||
        !compare_rounds(self, self->synchronous, &between, error) ||
        !judge(self, between, !outcome_any(late), confirmed, error))
        return false;
    bool unseen = self->look == OUTCOME_LOOK_TEXTS && !outcome_more_than_picture(*confirmed);
    bool differs = outcome_any(between) && outcome_any(late);
    *again = !looked && self->test->verdict != WEB_SAME && (unseen || differs);
    return true;
}

/* ---- what is kept ---- */

static void keep_run(struct testing *self, const struct outcome *outcome, const char *name,
                     struct web_run *run)
{
    *run = (struct web_run){.steps = outcome->steps,
                            .step_count = outcome->step_count,
                            .text = outcome->text,
                            .errors = outcome->errors,
                            .error_count = outcome->error_count,
                            .storage = outcome->storage,
                            .ms = outcome->ms};
    struct campaign *campaign = self->worker->campaign;
    char file[64];
    snprintf(file, sizeof file, "test-%03zu-%s.png",
             (size_t)(self->test - campaign->result->tests) + 1, name);
    if (outcome->picture.len)
        run->picture =
            campaign__picture(campaign, &self->test->arena, buf_view(&outcome->picture), file);
}

static void keep_errors(struct testing *self)
{
    struct web_test *test = self->test;
    const struct outcome *before = &self->synchronous[0], *after = &self->adverse[0];
    test->errors = arena_array(&test->arena, const char *, after->error_count + 1);
    for (size_t i = 0; i < after->error_count; i++) {
        bool known = false;
        for (size_t k = 0; k < before->error_count; k++)
            known = known || strcmp(before->errors[k], after->errors[i]) == 0;
        if (!known)
            test->errors[test->error_count++] = after->errors[i];
    }
}

static bool keep_difference(struct testing *self, struct outcome_parts parts, struct error *error)
{
    struct web_test *test = self->test;
    struct web_difference *difference = &test->difference;
    struct outcome *before = &self->synchronous[0], *after = &self->adverse[0];
    struct buf shown = {0};
    difference->picture = parts.picture;
    difference->text = parts.text;
    difference->accessibility = parts.tree;
    difference->errors = parts.errors;
    difference->storage = parts.storage;
    if (!outcome_pixels(before, after, &self->mask, difference, &shown, error))
        return false;
    struct arena *arena = &test->arena;
    difference->line_count = lines_difference(arena, before->text, after->text, &difference->lines);
    if (!difference->line_count && before->tree && after->tree)
        difference->tree_count =
            lines_difference(arena, before->tree, after->tree, &difference->tree);
    difference->stored_count =
        lines_difference(arena, before->storage, after->storage, &difference->stored);
    char file[64];
    snprintf(file, sizeof file, "test-%03zu-diff.png",
             (size_t)(test - self->worker->campaign->result->tests) + 1);
    if (shown.len)
        test->diff = campaign__picture(self->worker->campaign, arena, buf_view(&shown), file);
    buf_free(&shown);
    return true;
}

static void keep_all(struct testing *self)
{
    keep_run(self, &self->synchronous[0], "synchronous", &self->test->synchronous);
    keep_run(self, &self->adverse[0], "adverse", &self->test->adverse);
    if (self->test->verdict == WEB_RACE)
        keep_errors(self);
}

/* Who repeats what is under way already (a second click on "more") and is not listened to has met a
 * guard, as with a button that is disabled. Another event that is lost is another matter: the user
 * is left with what he does not want any more. */
static bool is_ignored(const struct testing *self)
{
    return self->test->first == self->test->second && outcome_second_acts(self->synchronous) &&
           !outcome_second_acts(self->adverse);
}

/* A request that changes the server went out twice: a finding, whatever the page shows in the end.
 * Believed, as all else, if it comes back. */
static bool see_repeated(struct testing *self, struct error *error)
{
    const char *request = outcome_repeats(&self->adverse[0]);
    if (!request)
        return true;
    if (!run_once(self, self->late, &self->adverse[1], error))
        return false;
    if (self->adverse[1].infeasible || !outcome_repeats(&self->adverse[1]))
        return true;
    self->test->verdict = WEB_RACE;
    self->test->cause = WEB_DOUBLE_SUBMIT;
    self->test->why = arena_printf(&self->test->arena,
                                   "%s is sent again while the first one is under way", request)
                          .at;
    return true;
}

/* "Delete", and then the list is read again: with the first answer late that is read after all is
 * done, and right. Late in its turn it shows what was deleted meanwhile. */
static bool try_late_reads(struct testing *self, struct outcome_parts *parts, struct error *error)
{
    const struct web_graph *graphs = self->worker->campaign->result->graphs;
    bool worth = self->late == OUTCOME_ADVERSE && self->test->verdict == WEB_SAME &&
                 graph_reads_back(&graphs[self->test->first]);
    if (!worth)
        return true;
    self->late = OUTCOME_LATE_READS;
    if (!run_once(self, self->late, &self->adverse[0], error))
        return false;
    see_feasible(self, 0);
    bool feasible = !self->test->why;
    self->test->why = NULL;
    return !feasible || compare_modes(self, 0, parts, error);
}

static bool decide(struct testing *self, struct error *error)
{
    struct outcome_parts parts = {0}, confirmed = {0};
    atomic_bool *loads_differ = &self->worker->campaign->loads_differ;
    bool again = false;
    self->look = atomic_load(loads_differ) ? OUTCOME_LOOK_ALL : OUTCOME_LOOK_NOT;
    if (!run_both(self, error))
        return false;
    if (self->test->idle)
        return true;
    if (self->test->why) {
        self->test->verdict = WEB_INFEASIBLE;
        return true;
    }
    if (!compare_modes(self, 0, &parts, error))
        return false;
    self->test->verdict = WEB_SAME;
    if (!outcome_any(parts) && (!see_repeated(self, error) || !try_late_reads(self, &parts, error)))
        return false;
    if (!outcome_any(parts))
        return true;
    if (is_ignored(self)) {
        self->test->verdict = WEB_INFEASIBLE;
        self->test->why =
            arena_printf(&self->test->arena, "the page ignores %s until its answer is there",
                         self->worker->campaign->result->events[self->test->second].id)
                .at;
        return true;
    }
    if (!confirm(self, parts, &confirmed, &again, error))
        return false;
    if (again) {
        atomic_store(loads_differ, true);
        picture_mask_free(&self->mask);
        return decide(self, error);
    }
    if (self->test->verdict != WEB_RACE)
        return self->test->why || see_repeated(self, error);
    if (outcome_repeats(&self->adverse[0]) && outcome_repeats(&self->adverse[1]))
        self->test->cause = WEB_DOUBLE_SUBMIT;
    return keep_difference(self, confirmed, error);
}

static bool test_one(struct worker *worker, size_t index, struct error *error)
{
    struct campaign *campaign = worker->campaign;
    struct web_test *test = &campaign->result->tests[index];
    double began = visit_now();
    arena_free(&test->arena); /* of an attempt that failed */
    *test = (struct web_test){
        .first = test->first, .second = test->second, .idle = test->idle, .verdict = WEB_BROKEN};
    struct testing testing = {.worker = worker, .test = test, .late = OUTCOME_ADVERSE};
    bool ok = decide(&testing, error);
    if (ok && !test->idle)
        keep_all(&testing);
    for (int i = 0; i < 2; i++) {
        outcome_free(&testing.synchronous[i]);
        outcome_free(&testing.adverse[i]);
    }
    picture_mask_free(&testing.mask);
    test->ms = visit_now() - began;
    pthread_mutex_lock(&campaign->lock);
    campaign->races += ok && test->verdict == WEB_RACE;
    pthread_mutex_unlock(&campaign->lock);
    return ok;
}

static void test_given_up(struct worker *worker, size_t index, const struct error *error)
{
    struct web_test *test = &worker->campaign->result->tests[index];
    test->verdict = WEB_BROKEN;
    test->why = arena_str(&test->arena, str_of(error->message)).at;
}

/* Tests that were not begun when the user interrupted are not results, nor are those where the
 * second event had nothing to do. */
static bool is_result(const struct web_test *test)
{
    bool finished = test->runs > 0 && test->verdict != WEB_BROKEN;
    return (finished && !test->idle) || test->why;
}

static void drop_others(struct web_result *result)
{
    size_t kept = 0;
    for (size_t i = 0; i < result->test_count; i++) {
        if (is_result(&result->tests[i]))
            result->tests[kept++] = result->tests[i];
        else
            arena_free(&result->tests[i].arena);
    }
    result->test_count = kept;
}

/* Those whose events are known to meet come before those that are only tried: where there is a
 * budget, it goes to the most promising. The result is in order of its events again. */
static int by_promise(const void *a, const void *b)
{
    const struct web_test *left = a, *right = b;
    if (left->idle != right->idle)
        return left->idle ? 1 : -1;
    if (left->first != right->first)
        return left->first < right->first ? -1 : 1;
    return (left->second > right->second) - (left->second < right->second);
}

static int by_events(const void *a, const void *b)
{
    const struct web_test *left = a, *right = b;
    if (left->first != right->first)
        return left->first < right->first ? -1 : 1;
    return (left->second > right->second) - (left->second < right->second);
}

static void sort_tests(struct web_result *result, int (*order)(const void *, const void *))
{
    if (result->test_count > 1)
        qsort(result->tests, result->test_count, sizeof *result->tests, order);
}

bool phase2__run(struct campaign *self, struct error *error)
{
    struct web_result *result = self->result;
    double began = visit_now();
    plan(self);
    if (self->until > 0)
        sort_tests(result, by_promise);
    bool ok = campaign__each(self, "testing", result->test_count, test_one, test_given_up);
    if (!ok)
        *error = self->error;
    if (self->until > 0 && self->next < self->total && !campaign__cancelled(self))
        web__warn(self, "--budget: %zu of %zu pairs were left out, the least promising ones",
                  self->total - self->next, self->total);
    drop_others(result);
    if (self->until > 0) /* pictures are numbered in order of testing */
        sort_tests(result, by_events);
    result->races = 0;
    for (size_t i = 0; i < result->test_count; i++)
        result->races += result->tests[i].verdict == WEB_RACE;
    result->phase2_ms = visit_now() - began;
    return ok;
}
