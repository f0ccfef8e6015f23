/* What a reader needs to know of a rule: the rows that `interloper explain`, SARIF's rule list and
 * the configuration share. The analyser owns the table (check/check.h); all texts are literals. */
#ifndef REPORT_RULE_H
#define REPORT_RULE_H

#include "base/base.h"

/* In order of weight: a bigger number is worse. */
enum severity {
    SEVERITY_OFF,  /* only in configurations: the rule does not run */
    SEVERITY_NOTE, /* worth knowing, probably meant */
    SEVERITY_WARNING,
    SEVERITY_ERROR,
};

struct rule_info {
    const char *name;       /* "broken-promise" */
    enum severity severity; /* of a finding that states none */
    const char *summary;    /* one line without a full stop: what is reported */
    const char
        *why; /* a paragraph or two: what goes wrong at run time; lines are wrapped when printed */
    const char *bad;  /* complete, small JavaScript that is reported; or NULL */
    const char *good; /* the same, repaired; reports nothing */
};

const char *severity_name(enum severity severity);          /* "off", "note", "warning", "error" */
bool severity_parse(const char *text, enum severity *into); /* also "warn", "info" */

#endif
