/* What `run`, `replay`, `minimize` and `explain` share: their words, and how a schedule file
 * becomes the options of a campaign.
 *
 * The rows of PROOF_ROWS fill `proof_given`, one struct because a process runs one command. A
 * schedule that was read belongs to it; proof_close() frees it. */
#ifndef COMMANDS_PROOF_H
#define COMMANDS_PROOF_H

#include "base/json.h"
#include "base/options.h"
#include "base/progress.h"
#include "explore/campaign.h"

struct proof_given {
    struct campaign_options campaign;
    const char *format;
    struct texts share;
    bool no_isolate, no_agent;
    struct schedule schedule;
    VEC(char *) words; /* of its command */
    struct progress progress;
};
extern struct proof_given proof_given;

#define PROOF_RUN_ROWS                                                                             \
    {"timeout",                                                                                    \
     0,                                                                                            \
     OPTION_DURATION,                                                                              \
     &proof_given.campaign.timeout_ns,                                                             \
     "TIME",                                                                                       \
     "real time a run may take (20 times an unperturbed one, at least 30s)",                       \
     0,                                                                                            \
     0},                                                                                           \
        {"jobs",                                                                                   \
         'j',                                                                                      \
         OPTION_INTEGER,                                                                           \
         &proof_given.campaign.jobs,                                                               \
         "J",                                                                                      \
         "runs side by side (number of cores; 1 where runs share something)",                      \
         1,                                                                                        \
         1024},                                                                                    \
        {"stdin",     0,                                                                           \
         OPTION_TEXT, &proof_given.campaign.stdin_path,                                            \
         "FILE",      "what the program reads from stdin (nothing)",                               \
         0,           0},                                                                          \
        {"watchdog",                                                                               \
         0,                                                                                        \
         OPTION_DURATION,                                                                          \
         &proof_given.campaign.config.watchdog_ns,                                                 \
         "TIME",                                                                                   \
         "no hold makes the clock pass a timer set this far ahead (1s)",                           \
         0,                                                                                        \
         0},                                                                                       \
        {"share",                                                                                  \
         0,                                                                                        \
         OPTION_LIST,                                                                              \
         &proof_given.share,                                                                       \
         "network|files",                                                                          \
         "runs use the machine's network, or the real files (neither); may be given again",        \
         0,                                                                                        \
         0},                                                                                       \
        {"no-isolate",                                                                             \
         0,                                                                                        \
         OPTION_FLAG,                                                                              \
         &proof_given.no_isolate,                                                                  \
         NULL,                                                                                     \
         "runs use the machine's network, files and processes (as the schedule says)",             \
         0,                                                                                        \
         0},                                                                                       \
    {                                                                                              \
        "no-agent", 0, OPTION_FLAG, &proof_given.no_agent, NULL, "load nothing into Node", 0, 0    \
    }

#define PROOF_ROWS                                                                                 \
    PROOF_RUN_ROWS,                                                                                \
    {                                                                                              \
        "format", 0, OPTION_CHOICE, &proof_given.format, "text|json", "of the report (text)", 0, 0 \
    }

/* Defaults; to be called before the options are parsed. */
void proof_prepare(enum campaign_task task);
/* Reads the schedule that is named first, and takes its command, or what stands behind it. */
bool proof_complete(const struct command_usage *usage, const struct parsed *parsed,
                    struct error *error);
bool proof_run(struct campaign_result *result, struct error *error);
void proof_close(void);

/* A word, or the lot, as a shell would have to be given it. */
void shell_word(struct buf *out, const char *word);

/* "network", "network,files", or one after the other. */
bool parse_share(const struct texts *lists, struct campaign_options *options, struct error *error);

/* Tells why nothing can be said of schedules; returns the exit code. */
int report_baseline_failed(const struct campaign_result *result);
/* The same of another run without which nothing can be said, with the end of its output. */
int report_failed_run(const struct campaign_result *result, enum exit_code status,
                      const char *problem);

/* What the documents of both end with; prints and frees `text`. */
void proof_end_json(struct json *json, struct buf *text, const struct campaign_result *result);

#endif
