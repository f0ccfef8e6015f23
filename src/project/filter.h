/* Which findings a user wants: the options' word first, then the configuration of the finding's
 * file. */
#ifndef PROJECT_FILTER_H
#define PROJECT_FILTER_H

#include "base/options.h"
#include "project/walk.h"
#include "report/finding.h"

struct rule_filter {
    const struct rule_table *rules;
    enum rule_choice *choices; /* one per rule, from --rule */
    bool *chosen;              /* --rule said something about it */
    bool only_chosen;          /* a --rule without a level: the others are off */
    enum severity least;       /* SEVERITY_OFF: not said */
};

bool filter_parse(struct rule_filter *self, const struct texts *options, const char *least,
                  struct error *error);
void filter_free(struct rule_filter *self);

/* What the analyser must run: a rule is off only if it is off for every file. The caller frees the
 * array. */
enum severity *filter_severities(const struct rule_filter *self, const struct project *project);

/* Silencing comments, rules, levels and least severity; what the baseline knows is not looked at
 * here. */
void filter_findings(const struct rule_filter *self, struct findings *findings);

#endif
