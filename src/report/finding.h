/* A finding: what the analysers hand to the reports.
 *
 * All texts and arrays belong to an arena of whoever made the finding and must live until the last
 * report is written. The analyser fills everything above the line; findings_finish() fills the
 * rest, sorts and removes duplicates, so the order in which findings were made (threads!) never
 * shows. Line numbers are not stored: reports ask the source. */
#ifndef REPORT_FINDING_H
#define REPORT_FINDING_H

#include "base/str.h"
#include "base/vec.h"
#include "report/rule.h"
#include "report/source.h"

/* Another location that tells the story: "first registered here", "written here". */
struct related {
    struct place place;
    struct str message;
};

/* One step of the order that makes the trouble, in the order in which it happens. SARIF's
 * codeFlows, the numbered list of the text report. */
struct flow_step {
    struct place place;
    struct str message; /* "the timer's callback reads `total`" */
};

/* A text to be put in at a byte of the finding's own file. */
struct insertion {
    uint32_t at;
    struct str text;
};

struct finding {
    const struct rule_info *rule;
    enum severity severity; /* SEVERITY_OFF: take the rule's */
    struct place place;     /* where a person would change the code (see CONTRACT.md) */
    struct str message;     /* what can happen in which order, in the program's names; one line, no
                               final full stop needed */
    struct str repair;      /* how it is usually repaired; may be empty */
    const struct insertion *fix; /* the repair itself where it is certain, in the file's order */
    size_t fix_count;            /* 0: it is not */
    struct str symbol;   /* the enclosing function, "Class.method"; may be empty. Keeps fingerprints
                            stable */
    struct str identity; /* what tells it from others of its rule, where no line of a source does;
                            may be empty */
    const struct related *related;
    size_t related_count;
    const struct flow_step *flow;
    size_t flow_count;
    bool is_elsewhere; /* in other people's code, or in code that nobody reads: counted, not told */
    /* ---- filled by findings_finish() ---- */
    struct position at, end;
    uint64_t fingerprint; /* survives shifted lines, other whitespace; differs between equal lines
                             of one file */
    uint64_t old_fingerprint; /* the same without `symbol`: what baselines of version 1 hold */
};

/* What is wrong with the input itself, not with its promises: syntax errors, a bound that was hit.
 */
struct problem {
    struct place place;
    struct str message; /* "syntax error: unexpected 'x'" */
    bool is_error;      /* false: a remark, such as "analysis stopped after 2 s" */
};

struct findings {
    VEC(struct finding) list;
    VEC(struct problem) problems;
    size_t suppressed; /* by comments */
    size_t known;      /* in the baseline */
    size_t cut;        /* beyond --max-findings */
    size_t elsewhere;  /* in vendored, bundled and minified code */
};

/* Positions and fingerprints; sorts by path, place, rule; one finding per rule and place. */
void findings_finish(struct findings *self);
void findings_free(struct findings *self); /* the lists, not the texts */

#endif
