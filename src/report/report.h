/* Findings in the forms people and machines read. All of them are complete documents; none depends
 * on how many threads made the findings. Findings must have gone through findings_finish(). */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/buf.h"
#include "report/finding.h"
#include "report/formats.h"
#include "report/frame.h"

struct report_facts {
    size_t files; /* analysed */
    const struct rule_info *const *rules;
    size_t rule_count;
    double elapsed_ms; /* printed for people only: machine formats are the same in every run */
    bool interrupted;  /* these are the findings so far */
};

void report_text(const struct findings *findings, const struct report_facts *facts,
                 const struct paint *paint, struct buf *out);
void report_json(const struct findings *findings, const struct report_facts *facts,
                 struct buf *out);
void report_sarif(const struct findings *findings, const struct report_facts *facts,
                  struct buf *out);
/* Workflow commands that GitHub shows beside the changed lines. */
void report_github(const struct findings *findings, const struct report_facts *facts,
                   struct buf *out);

void report_junit_findings(const struct findings *findings, const struct report_facts *facts,
                           struct buf *out);
/* What GitLab calls a code quality report. */
void report_gitlab(const struct findings *findings, const struct report_facts *facts,
                   struct buf *out);
/* For a job's summary or a comment. */
void report_markdown(const struct findings *findings, const struct report_facts *facts,
                     struct buf *out);

/* Who writes one of REPORT_FORMATS; NULL for any other word. */
typedef void report_writer(const struct findings *findings, const struct report_facts *facts,
                           struct buf *out);
report_writer *report_writer_of(const char *format);

/* "2 errors, 1 warning and 3 notes in 12 files": the last line of the text report. */
void report_totals(const struct findings *findings, const struct report_facts *facts,
                   struct buf *out);
/* What a finding says in one paragraph: the message, and the repair if there is one. */
void report_full_message(const struct finding *finding, struct buf *out);

#endif
