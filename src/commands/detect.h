/* What the files of `interloper detect` share: a race with what became of it, and the two halves
 * behind the command: proving (detect_prove.c) and telling (detect_report.c). */
#ifndef COMMANDS_DETECT_H
#define COMMANDS_DETECT_H

#include "base/options.h"
#include "explore/proof.h"
#include "races/races.h"
#include "trace/trace.h"

struct campaign;
struct campaign_result;

enum detect_status {
    DETECT_PREDICTED,     /* not tried, or no time was left */
    DETECT_CONFIRMED,     /* turned round, and the program does something else */
    DETECT_NO_DIFFERENCE, /* turned round, and it does the same */
    DETECT_INFEASIBLE,    /* could not be turned round */
};

struct detected {
    const struct race *race;
    char id[16];
    enum detect_status status;
    const char *why; /* of what is infeasible or was not tried; a literal */
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

void detect_report_json(const struct detect *self, const struct campaign_result *result, FILE *out);

#endif
