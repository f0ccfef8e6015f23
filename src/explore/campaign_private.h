/* Inside the room: the state of a campaign, shared by its two halves, the baseline and the
 * exploration. */
#ifndef EXPLORE_CAMPAIGN_PRIVATE_H
#define EXPLORE_CAMPAIGN_PRIVATE_H

#include "explore/campaign.h"
#include "explore/plan.h"
#include "explore/runner.h"
#include "explore/search.h"
#include "explore/signature.h"
#include "explore/strategy.h"
#include "store/store.h"

enum { BASELINE_RUNS = 3 };

struct numbers {
    double *at;
    size_t len, room;
};

/* A run that is not counted yet: one of the two is NULL. */
struct pending {
    uint64_t number, plan;
    struct trial *trial;
    struct record *record;
};

struct campaign {
    const struct campaign_options *options;
    const struct campaign_observer *observer;
    struct campaign_result *result;
    struct error *error;
    struct workplace place;
    struct signature_rules rules;
    regex_t fail_on;
    bool has_fail_on;
    bool knows_output; /* of the natural run, to be compared with */
    uint64_t usual_output;

    struct runner runner;
    uv_signal_t signals[3];
    uint64_t started_ns, explore_started_ns;
    bool broken; /* *error says why */
    bool warned_of_crowd, warned_of_list, warned_of_logs, warned_of_log_file, warned_of_room,
        warned_of_cut, warned_of_holds, warned_of_traces;

    struct search *search;
    struct buf plan; /* the schedule's holds, for the shim */
    int64_t pct_length, own_length;
    uint64_t next_run,
        last_run;  /* numbers: next to start; the last that may be (UINT64_MAX: any) */
    uint64_t step; /* from one number to the next: the number of shards */
    VEC(struct pending) pending; /* by number */
    struct numbers run_ms, run_cpu_ms;

    struct store *store;     /* NULL: nothing is kept */
    struct stored_runs kept; /* by earlier processes of the tool */
    size_t next_kept;
    bool restored; /* the baseline too */
    bool differs;  /* shards that were merged had other natural runs */
    const char *trying;
    uint64_t proof_until_ns; /* real time; 0: no limit */
    char proving[160];       /* for the progress line; empty: exploring */
};

void campaign__warn(struct campaign *self, const char *format, ...) PRINTF_LIKE(2, 3);
/* traces_gather(), and a warning where not all could be read */
void campaign__gather(struct campaign *self, const struct trial *trial, struct traces *traces);

/* Starts a run; its end is seen in `ended` of the returned trial, which the list owns. NULL where
 * it could not be started: the campaign is broken then. */
struct trial *campaign__start(struct campaign *self, const struct trial_plan *plan);
void campaign__turn(struct campaign *self); /* the loop once: waits for something to happen */
void campaign__drop(struct campaign *self, struct trial *trial); /* frees it */

/* The outcome with --fail-on applied; and where the trial could not run at all, breaks. */
struct outcome campaign__judge(struct campaign *self, const struct trial *trial);
void campaign__learn_output(struct campaign *self, const struct trial *trial);
/* Its outcome in words, its signature, and the test that failed (NULL: not asked for). */
void campaign__describe(struct campaign *self, const struct trial *trial, struct outcome outcome,
                        struct buf *name, struct buf *signature, struct buf *test);
/* Warns once: a hold that was not met is a schedule that was not run. */
void campaign__tell_unmet(struct campaign *self, const struct schedule *schedule,
                          const struct plan_fates *fates);
void campaign__note_processes(struct campaign *self, const struct segment *segment);
void campaign__note_recorded(struct campaign *self, const struct record *record);
void campaign__share_network(struct campaign *self, bool share); /* in the runs to come */
bool campaign__over(const struct campaign *self);                /* interrupted or broken */
/* The schedule is of an earlier day: the program may have changed since. */
bool campaign__replays_file(const struct campaign *self);
bool campaign__budget_spent(const struct campaign *self);

/* The time for proving is over; a little more of it, for the last replays; what is being done. */
bool campaign__proof_over(const struct campaign *self);
void campaign__extend_proof(struct campaign *self);
void campaign__tell_proof(struct campaign *self, const char *format, ...) PRINTF_LIKE(2, 3);
void campaign__prove(struct campaign *self); /* all findings (prove.c) */

/* Keeps the output and the log of a run without which nothing can be said, as NAME.out and
 * NAME.log. */
void campaign__keep_failure(struct campaign *self, const struct trial *trial, const char *name);

/* True where the program passes unperturbed. Else result->baseline_problem says why not, or the
 * campaign is over. */
bool campaign__baseline(struct campaign *self);

/* Makes the search, and where it is one runs the program in its natural order for it (natural.c).
 */
void campaign__open_search(struct campaign *self);

/* The store (kept.c). Opening makes a new one, or with --resume reads what is there and says where
 * it is another campaign's. */
bool campaign__open_store(struct campaign *self);
void campaign__close_store(struct campaign *self);
void campaign__keep_baseline(struct campaign *self);
bool campaign__restore_baseline(struct campaign *self);
void campaign__keep_natural(struct campaign *self, const struct traces *traces);
void campaign__restore_natural(struct campaign *self);
void campaign__keep(struct campaign *self, struct record *record);
void campaign__drop_files(struct campaign *self, struct record *record); /* nobody wants them */
void campaign__load_files(struct campaign *self, struct record *record);
/* The run of that number, where it is in the store; the caller owns it. */
struct record *campaign__kept(struct campaign *self, uint64_t number);
void campaign__keep_proof(struct campaign *self, const struct finding *finding);
bool campaign__restore_proof(struct campaign *self, struct finding *finding);

double numbers_median(struct numbers *self); /* sorts them; 0 where there are none */

#endif
