/* A record: what is kept of a run when it is over. How it ended; what the search learns from it;
 * its processes; and, where it failed in a way that is not known yet, the files that a finding is
 * made of.
 *
 * Runs end in any order and are recorded as they end; they are counted in the order of their
 * numbers. In between, and from one process of the tool to the next, a record lives in the store
 * (kept.c). It owns all it points to: record_free(). */
#ifndef EXPLORE_RECORD_H
#define EXPLORE_RECORD_H

#include "explore/outcome.h"
#include "explore/search_model.h"
#include "explore/trial.h"

enum record_file {
    FILE_SCHEDULE, /* its holds */
    FILE_OUTPUT,   /* what it printed */
    FILE_LOG,      /* what happened, as text */
    FILE_TRACE,    /* and as it is */
    RECORD_FILES,
    STORED_EXPLANATION = RECORD_FILES, /* beside them in the store */
    STORED_FILES
};

struct record_process {
    char *name, *command;
    bool controlled;
    bool agent;             /* was in it */
    bool without, in_parts; /* it could not be loaded; or only into some of its threads */
};

struct record {
    uint64_t number, seed;
    uint64_t plan; /* a hash of what it was asked to do */
    enum strategy_kind strategy;
    struct outcome outcome;
    char *name, *signature; /* of the failure: outcome in words; NULL where it passed */
    double wall_ms, cpu_ms;
    double at_ms; /* when it was over, since the campaign began */
    struct model_run seen;
    VEC(struct record_process) processes;
    bool full;           /* it filled the disk it may fill */
    bool log_incomplete; /* the machine's was full */
    bool crowded;   /* some process or loop found no room in the segment: it was not controlled */
    bool unlisted;  /* some processes are not among those above */
    size_t holds;   /* of its schedule, where it failed */
    size_t met;     /* of the holds that were given (--holds) */
    char *note;     /* what there is to say of these, or NULL */
    bool has_files; /* here or in the store */
    struct buf files[RECORD_FILES];
    char *log; /* as text, where somebody asked for it; or NULL */
};

void record_free(struct record *self); /* NULL is allowed */

/* The processes of a run that is over. */
void record_processes(struct record *self, const struct segment *segment);

/* Makes the files; name and signature must be there. False where the output could not be read. */
bool record_files(struct record *self, const struct trial *trial, struct workplace *place,
                  const struct traces *traces, struct error *error);

/* What two runs have in common that were asked to do the same. */
uint64_t record_plan(const struct trial_plan *plan);

#endif
