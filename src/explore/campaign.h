/* A campaign: the command unperturbed a few times (the baseline), then run after run under
 * schedules of the strategies' choosing, side by side, each failure grouped and its files saved;
 * then each finding is replayed and minimised (proof.h). Or, instead of exploring, one schedule
 * is.
 *
 * campaign_run() does all of it and returns when it is over, interrupted (SIGINT, SIGTERM, SIGHUP)
 * or impossible; then false, and the error has the contract's exit code. The options and what they
 * point to stay the caller's; the result owns its texts: campaign_result_free(). What a run does is
 * a function of the seed and its number alone, so results do not depend on `jobs`. */
#ifndef EXPLORE_CAMPAIGN_H
#define EXPLORE_CAMPAIGN_H

#include "explore/explain.h"
#include "explore/findings.h"
#include "explore/proof.h"
#include "explore/search.h"
#include "schedule/schedule.h"

enum campaign_task {
    CAMPAIGN_EXPLORES,  /* runs, and proves what it finds */
    CAMPAIGN_REPLAYS,   /* options.schedule, `runs` times */
    CAMPAIGN_MINIMISES, /* options.schedule, in at most `runs` runs (0: any number) */
    CAMPAIGN_DETECTS,   /* what options.detect does (direct.h) */
    CAMPAIGN_TELLS,     /* what its store holds, and runs nothing */
    CAMPAIGN_EXPLAINS,  /* options.schedule: what changed places in it */
};

struct campaign;

struct campaign_options {
    enum campaign_task task;
    char **argv;               /* NULL-terminated */
    const struct texts *given; /* the options that whoever repeats one run must give too */
    int64_t runs;
    int64_t first_run;     /* number of the first, 1 by default */
    int64_t shard, shards; /* of the runs, those of one shard (1, 2, …) of so many; 0: all */
    int64_t jobs;          /* 0: as many as there are cores where runs share nothing, else 1 */
    int64_t budget_ns;     /* 0: none */
    int64_t timeout_ns;    /* of one run, in real time; 0: from the baseline */
    uint64_t seed;
    const char *strategy;            /* of STRATEGY_CHOICES */
    const struct schedule *schedule; /* whose holds strategy directed runs, or NULL */
    const char *fail_on;             /* extended regular expression, or NULL */
    const char *out;                 /* folder for what is found */
    const char *store; /* address of a server that keeps the results; NULL: a file in `out` */
    const char *log;   /* file for the last run's decision log, or NULL */
    const char *stdin_path;
    bool resume;      /* goes on with the campaign whose store is there */
    struct str words; /* that it was started with, each with a NUL behind it, for the store */
    bool inspect; /* CAMPAIGN_REPLAYS: the process that the schedule holds waits for a debugger */
    bool until_fail;
    bool minimise;           /* what was explored and proved */
    bool agent;              /* Node loads it, where it can */
    int64_t most_written_mb; /* by an isolated run; 0: what the machine allows */
    void (*detect)(struct campaign *campaign, void *context);
    void *detect_context;
    bool compare_output; /* what prints something else than in its natural order has failed */
    bool isolate, share_network, share_files; /* the latter two matter where runs are isolated */
    struct segment_config config;             /* controls and the strategies' parameters */
};

struct campaign_process {
    char *name, *command;
    bool controlled;
    bool agent; /* it is a Node process, and the agent was in it */
    bool warned;
};

struct campaign_result {
    struct {
        uint64_t runs, failures;
        double median_ms;
    } baseline;
    uint64_t runs, failures, first_failure; /* first_failure 0: none */
    double first_failure_ms;        /* from the start, the baseline included; 0: not known */
    double elapsed_ms, explored_ms; /* all; without the baseline, proving and minimising */
    double median_run_ms, median_run_cpu_ms;
    int64_t jobs, timeout_ns; /* as they were used */
    bool isolated;            /* from the machine's processes, and from what is not shared: */
    bool shares_network, shares_files;
    bool interrupted;
    struct search_coverage coverage;
    size_t holds, met; /* of the schedule that was run; met: in the run that met the fewest */
    uint64_t kept;     /* runs that earlier processes of the tool had done */
    struct findings findings;
    struct replay replay;           /* of the schedule that was to be replayed, or minimised */
    struct proof_fitted fitted;     /* and that with the names of the program as it is now */
    struct minimal minimal;         /* of CAMPAIGN_MINIMISES */
    struct explanation explanation; /* of CAMPAIGN_EXPLAINS */
    struct buf natural;             /* the trace of the run without holds; empty: there is none */
    char *page;                     /* that shows all this, or NULL; the command's */
    VEC(struct campaign_process) processes;
    VEC(char *) warnings;

    /* Where the program fails unperturbed: one sentence, and the last lines it printed. */
    char *baseline_problem, *baseline_lines, *baseline_output;
    char *observed_problem; /* NULL: not observed, or it passes so too */
};

struct campaign_progress {
    uint64_t done, planned, failures; /* planned 0: as many as the budget allows */
    double elapsed_ms;                /* since the baseline was over */
    const char *trying;               /* "baseline", or a strategy */
    const char *proving;              /* NULL, or what is done instead of exploring, in words */
};

/* What a command shows while it goes on. Any may be NULL. */
struct campaign_observer {
    void *context;
    void (*ready)(void *context); /* all was checked that can be: the first run follows */
    void (*warning)(void *context, const char *text);
    void (*progress)(void *context, const struct campaign_progress *progress);
    void (*baseline)(void *context, const struct campaign_result *so_far);
};

/* Where its store is (store.h). The caller frees it. */
char *campaign_place(const struct campaign_options *options);

bool campaign_run(const struct campaign_options *options, const struct campaign_observer *observer,
                  struct campaign_result *result, struct error *error);
void campaign_result_free(struct campaign_result *result);

#endif
