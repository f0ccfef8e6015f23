/* What the files of `interloper detect` share: a race with what became of it, and the two halves
 * behind the command: proving (detect_prove.c) and telling (detect_report.c). */
#ifndef COMMANDS_DETECT_H
#define COMMANDS_DETECT_H

#include "base/options.h"
#include "explore/proof.h"
#include "races/races.h"
#include "schedule/schedule.h"
#include "trace/trace.h"

struct campaign;
struct campaign_result;

enum detect_status {
    DETECT_PREDICTED,     /* not tried, or no time was left */
    DETECT_CONFIRMED,     /* turned round, and the program does something else */
    DETECT_NO_DIFFERENCE, /* turned round, and it does the same */
    DETECT_INFEASIBLE,    /* could not be turned round */
};

/* A run that was observed while a schedule turned a race round: what it did then may race again. */
struct detect_followed {
    struct observed observed;
    struct traces traces;
    struct races races;
    struct schedule base;      /* its holds are those of the run */
    char after[16];            /* the race that they turn round */
    char *outcome, *signature; /* of that run; NULL: it did the same as the natural one */
};

struct detected {
    const struct race *race;
    const struct detect_followed *followed; /* where the race was seen; NULL: in the natural run */
    char id[16];
    enum detect_status status;
    const char *why;          /* of what is infeasible or was not tried; a literal */
    const char *explained_by; /* the race that explains what its reversal shows; NULL: none */
    struct detect_followed *seen_turned; /* the run that turned it round; NULL: not observed */
    char *outcome, *signature, *schedule;
    char *test;      /* that fails where it is turned round; NULL: not known */
    struct buf plan; /* what was tried last, as text */
    struct replay replays;
    size_t holds;
    uint64_t runs; /* that it took */
};

struct detect {
    /* given */
    const char *out, *trace_file, *save_file;
    struct texts only, skip;
    bool no_confirm, all, predicted_counts, minimise;

    struct observed observed;
    struct traces traces; /* of the run that was observed */
    struct races races;
    VEC(struct detected) list;
    VEC(struct detect_followed *) followed;
    struct buf filter; /* which files are observed */
    bool was_observed, observed_fails;
    uint64_t directed_runs;
    struct arena arena; /* texts of places */
    struct error error; /* message empty: none */
};

const char *detect_status_name(enum detect_status status);
/* Whether it is to be told at all, and whether it is a race to be repaired. */
bool detected_is_harmful(const struct detected *self);
bool detected_counts(const struct detect *detect, const struct detected *self);

/* campaign_options.detect; the context is a struct detect. */
void detect_in_campaign(struct campaign *campaign, void *context);
/* Finds the races in what was observed, and makes the list. */
void detect_analyse(struct detect *self);

/* detect_follow.c: runs the schedule once more, observed; NULL where that could not be done. The
 * detect has it. */
struct detect_followed *detect_follow(struct detect *self, struct campaign *campaign,
                                      const struct detected *one, const struct schedule *schedule);
/* Races that nobody has seen before go to the end of the list. */
void detect_add_new(struct detect *self, struct detect_followed *followed);
void detect_find(struct detect *self, struct races *races, const struct observed *observed);
void detect_followed_free(struct detect_followed *self);

void detect_report_text(const struct detect *self, const struct campaign_result *result, FILE *out);
/* The told races as the reports of the other analysers: SARIF, workflow commands, JUnit. */
void detect_report_findings(const struct detect *self, double elapsed_ms, bool interrupted,
                            const char *format, FILE *out);
/* What happened before what, around the told races: dot, json or html. */
void detect_report_graph(const struct detect *self, const char *format, FILE *out);
bool detected_is_told(const struct detect *detect, const struct detected *self);
/* Relative to the working directory, where it lies in it. */
struct str detect_shown_path(struct str path);
/* Of a source; empty where it cannot be read, or where what --trace names lies elsewhere. */
struct str detect_source_text(struct arena *arena, struct str path);
void detect_shown_words(struct buf *out, struct str text); /* each path in it */

/* index.html in the folder of results. */
bool detect_page_write(const struct detect *self, const char *title, struct error *error);

void detect_report_json(const struct detect *self, const struct campaign_result *result, FILE *out);

#endif
