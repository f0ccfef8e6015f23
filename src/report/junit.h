/* Tests and what became of them, in the form that every CI shows: JUnit's XML. (What people and
 * editors read of findings is in report.h; a test that passed is no finding.) Texts may be
 * anybody's: what XML and terminals do not take is escaped, secrets are left out. */
#ifndef REPORT_JUNIT_H
#define REPORT_JUNIT_H

#include "base/buf.h"

enum junit_result { JUNIT_PASSED, JUNIT_FAILED, JUNIT_SKIPPED, JUNIT_ERROR };

struct junit_case {
    const char *name;
    enum junit_result result;
    const char *kind;    /* of a failure, "late-answer" */
    const char *message; /* why it did not pass, one line; NULL: nothing to say */
    const char *text;    /* what else there is to say, lines; NULL: nothing */
    double seconds;
};

void report_junit(const char *suite, const struct junit_case *cases, size_t count, struct buf *out);

#endif
