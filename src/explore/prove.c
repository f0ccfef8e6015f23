/* Behind the exploration: every finding is minimised, and what is left of its schedule replayed,
 * before it is reported; where that does not prove it, the schedule as it was found is replayed.
 * What was found is on the disk already, so whatever happens here, or is cut short, takes nothing
 * away. */
#include "base/file.h"
#include "explore/campaign_private.h"
#include "explore/description.h"

#include <stdarg.h>

static const uint64_t second = 1000000000;

/* Proving takes no longer than exploring did, within these: so many runs may always be made, where
 * they take no longer than the most. */
enum {
    LEAST_SECONDS = 20,
    LEAST_RUNS = 60,
    MOST_SECONDS = 120,
    GRACE_RUNS = 30,
    GRACE_SECONDS = 2,
    EXPLAINING_RUNS = 2
};

bool campaign__proof_over(const struct campaign *self)
{
    return self->proof_until_ns && real_now_ns() >= self->proof_until_ns;
}

static uint64_t time_of_runs(const struct campaign *self, unsigned count)
{
    return (uint64_t)(count * self->result->baseline.median_ms * 1e6);
}

/* What was minimised until time was up is replayed all the same. */
void campaign__extend_proof(struct campaign *self)
{
    if (!campaign__proof_over(self))
        return;
    uint64_t now = real_now_ns(), end = self->proof_end_ns;
    uint64_t until = now + GRACE_SECONDS * second + time_of_runs(self, GRACE_RUNS);
    uint64_t explaining = time_of_runs(self, EXPLAINING_RUNS);
    if (end && until > end)
        until = end > now + explaining ? end - explaining : end;
    self->proof_until_ns = until;
}

/* Minimising leaves time for the replays of what it leaves, and for the two runs that explain it.
 */
static void leave_time_for_replays(struct campaign *self)
{
    uint64_t now = real_now_ns(), until = self->proof_until_ns;
    uint64_t replays = time_of_runs(self, PROOF_TIMES + EXPLAINING_RUNS);
    if (!self->proof_end_ns || until <= now)
        return;
    self->proof_until_ns = until - (replays < (until - now) / 2 ? replays : (until - now) / 2);
}

void campaign__tell_proof(struct campaign *self, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(self->proving, sizeof self->proving, format, arguments);
    va_end(arguments);
}

/* True: a smaller schedule stands in its place, with its replays. */
static bool minimise(struct campaign *self, struct finding *finding,
                     const struct schedule *schedule)
{
    struct minimal minimal;
    struct buf text = {0};
    struct error error;
    proof_minimise(self, schedule, 0, &minimal);
    finding->minimised = !minimal.cut;
    /* what proves less is no gain, unless there is no time for more */
    bool stands = proof_stands(&minimal.replays) &&
                  (minimal.replays.times == PROOF_TIMES || campaign__proof_over(self));
    if (stands) {
        proof_print(schedule, &minimal, &text);
        if (findings_replace_schedule(&self->result->findings, finding, buf_view(&text), &error)) {
            finding->holds = minimal.holds.len;
            finding->replays = minimal.replays;
        } else {
            campaign__warn(self, "%s", error.message);
            stands = false;
        }
    }
    buf_free(&text);
    vec_free(&minimal.holds);
    return stands;
}

/* What failed, from the output that was saved. */
static void read_failure(struct campaign *self, struct finding *finding)
{
    enum { LARGEST = 128 * 1024 * 1024, END = 512 * 1024 };
    struct buf output = {0};
    struct traces traces = {0};
    struct description description;
    if (!finding->output || finding->message || !file_read(finding->output, LARGEST, &output, NULL))
        return;
    if (finding->trace && strcmp(finding->outcome, "stuck") == 0)
        traces_read(&traces, finding->trace, NULL);
    size_t skip = output.len > END ? output.len - END : 0;
    description_of_output(&description, self, str_of(finding->outcome),
                          str_from(buf_view(&output), skip), &traces);
    const struct described *failure = description_find(
        &description, &(struct schedule){.signature = str_of(finding->signature)}, false);
    if (!failure)
        failure = &description.list.at[0];
    finding->test = failure->test.len ? mem_dup_n(failure->test.at, failure->test.len) : NULL;
    finding->message =
        failure->message.len ? mem_dup_n(failure->message.at, failure->message.len) : NULL;
    finding->at = failure->at.len ? mem_dup_n(failure->at.at, failure->at.len) : NULL;
    finding->time_limit = failure->time_limit;
    description_free(&description);
    traces_free(&traces);
    buf_free(&output);
}

/* The schedule as it is by now: the minimal one where there is one. */
static void explain(struct campaign *self, struct finding *finding)
{
    struct schedule schedule;
    struct error error;
    if (!schedule_read(&schedule, finding->schedule, &error)) {
        campaign__warn(self, "%s", error.message);
        return;
    }
    campaign__tell_proof(self, "explaining %s", finding->id);
    explain_schedule(self, &schedule, &finding->explanation);
    schedule_free(&schedule);
}

static void prove(struct campaign *self, struct finding *finding)
{
    struct schedule schedule;
    struct error error;
    if (!finding->schedule)
        return;
    if (!schedule_read(&schedule, finding->schedule, &error)) {
        campaign__warn(self, "%s", error.message);
        return;
    }
    leave_time_for_replays(self);
    campaign__tell_proof(self, "replaying %s", finding->id);
    bool minimal =
        self->options->minimise && !self->options->schedule && minimise(self, finding, &schedule);
    if (!minimal && !campaign__over(self)) {
        campaign__extend_proof(self);
        proof_replay(self, &schedule, PROOF_TIMES, &finding->replays);
    }
    bool stands = proof_stands(&finding->replays);
    finding->proved = stands && finding->replays.times == PROOF_TIMES;
    if (self->proof_end_ns > self->proof_until_ns)
        self->proof_until_ns = self->proof_end_ns;
    if (stands && !campaign__over(self) && !campaign__proof_over(self))
        explain(self, finding);
    schedule_free(&schedule);
}

void campaign__prove(struct campaign *self)
{
    const struct campaign_options *options = self->options;
    uint64_t now = real_now_ns(), most = now - self->started_ns;
    uint64_t runs_ns = time_of_runs(self, LEAST_RUNS);
    if (most < runs_ns)
        most = runs_ns;
    if (most < LEAST_SECONDS * second)
        most = LEAST_SECONDS * second;
    if (most > MOST_SECONDS * second)
        most = MOST_SECONDS * second;
    uint64_t until = now + most;
    if (options->budget_ns)
        self->proof_end_ns = self->started_ns + (uint64_t)options->budget_ns;
    if (self->proof_end_ns && until > self->proof_end_ns)
        until = self->proof_end_ns;
    size_t unproved = 0, whole = 0, untold = 0;
    vec_each (finding, &self->result->findings.list) {
        read_failure(self, finding);
        self->proof_until_ns = until;
        if (!campaign__restore_proof(self, finding) && options->task != CAMPAIGN_TELLS &&
            !campaign__over(self) && !campaign__proof_over(self)) {
            prove(self, finding);
            campaign__keep_proof(self, finding);
        }
        unproved += !finding->replays.times;
        if (finding->time_limit && !finding->explanation.done)
            finding->explanation.story.violation = VIOLATION_TIME_LIMIT;
        untold += finding->proved && !finding->explanation.trouble && !finding->explanation.done;
        whole += finding->proved && options->minimise && !options->schedule && !finding->minimised;
    }
    self->proving[0] = '\0';
    findings_order(&self->result->findings);
    if (campaign__over(self) || !(unproved || whole || untold))
        return;
    campaign__warn(
        self,
        "time for proving was up: of %zu findings %zu were not replayed, %zu not minimised "
        "in full and %zu not explained; 'interloper replay', 'minimize' and 'explain' do "
        "it later",
        self->result->findings.list.len, unproved, whole, untold);
}
