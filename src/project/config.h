/* Configuration: interloper.json, or the key "interloper" of package.json.
 *
 *   {"rules": {"broken-promise": "error", "mixed-scheduling": "off"}, "ignore": ["dist/",
 * "*.gen.js"], "severity": "warning", "maxFindings": 100}
 *
 * `extends` names others that are read before it; `overrides` are rules for files by globs:
 *
 *   {"extends": "../base.json", "overrides": [{"files": ["test/"], "rules": {...}}]}
 *
 * The nearest one upwards of a file counts, and of what stands above it only what it extends. Globs
 * count from its own folder, those it was given by others too. Whatever is not understood is
 * an error with its place, because a misspelt rule that silently stays on (or off) is worse than
 * none. */
#ifndef PROJECT_CONFIG_H
#define PROJECT_CONFIG_H

#include "base/error.h"
#include "project/ignore.h"
#include "report/rule.h"

struct rule_table {
    const struct rule_info *const *at;
    size_t count;
};

/* What a configuration or an option says about a rule. */
enum rule_choice {
    RULE_DEFAULT, /* nothing: runs, with the severity the analyser gives */
    RULE_OFF,
    RULE_NOTE,
    RULE_WARNING,
    RULE_ERROR,
};

/* Rules for the files that `files` names; a later one counts more. */
struct config_override {
    struct ignore_list files;
    VEC(struct config_choice {
        size_t rule;
        enum rule_choice choice;
    })
    choices;
};

struct config {
    char *path;                /* of the file; NULL: the defaults */
    char *folder;              /* what the ignored globs are relative to */
    enum rule_choice *choices; /* one per rule of the table */
    struct ignore_list ignored;
    VEC(struct config_override) overrides; /* at most 64: a file has a bit for each */
    enum severity least;                   /* SEVERITY_OFF: not said */
    int64_t max_findings;                  /* 0: not said */
};

struct config *config_default(const struct rule_table *rules);
/* NULL where there is an error. */
struct config *config_read(const char *path, const struct rule_table *rules, struct error *error);
void config_free(struct config *self);

/* Which overrides are for the file, a bit each; `real` is its path without links. */
uint64_t config_overrides_for(const struct config *self, const char *real);
enum rule_choice config_choice(const struct config *self, uint64_t overrides, size_t rule);

/* The configuration that stands in `folder` itself; `*found` is NULL where there is none. A
 * package.json without our key is none. False: there is one and it is malformed. */
bool config_find_in(const char *folder, const struct rule_table *rules, struct config **found,
                    struct error *error);

/* The models of packages in the nearest interloper.json upwards of the working directory, which is
 * where the agent takes them from. False: one is malformed. */
bool config_check_models(struct error *error);

/* "off", "on", "note", "warning", "error". */
bool rule_choice_parse(const char *text, enum rule_choice *into);
/* The index of a rule; when unknown, the error names `where` and the nearest name. */
bool rule_find(const struct rule_table *rules, const char *name, const char *where, size_t *index,
               struct error *error);

#endif
