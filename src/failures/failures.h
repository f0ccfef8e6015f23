/* Which tests failed, and how: read from what a test runner printed.
 *
 * A finding is a failing test, not a heap of lines. The runners are a table (runners.c), each with
 * the words by which its report is known; where none of them is, the output is that of a plain
 * program, and its error is found by failures_error(). Colours are taken out first. Output may come
 * from anywhere, so nothing in it is trusted: what is not understood is no failure.
 *
 * All texts belong to `arena`: failures_free() frees them. Files are named relative to `folder`
 * where they lie in it. */
#ifndef FAILURES_FAILURES_H
#define FAILURES_FAILURES_H

#include "base/arena.h"
#include "base/vec.h"

struct test_failure {
    struct str test;    /* "test/db.js › accounts › saves twice"; empty: an error of no test */
    struct str message; /* the assertion or error, a line or a few */
    struct str at;      /* "lib/db.js:3:22", the first frame that is the program's own; or empty */
    bool time_limit;    /* the test's own time-out ended it */
};

struct failures {
    const char *runner; /* "mocha"; NULL: none was recognised */
    VEC(struct test_failure) list;
    struct arena arena;
};

enum { FAILURES_MOST = 50, FAILURES_MESSAGE_LINES = 6 };

/* `folder` may be NULL. */
void failures_read(struct failures *self, const char *folder, struct str output);
/* The error whose message begins in line `line` (from 0) of the output; adds nothing where that
 * line is empty. */
void failures_error(struct failures *self, const char *folder, struct str output, size_t line);
void failures_free(struct failures *self);

/* "db.js:3:22" out of "    at f (file:///srv/db.js:3:22)", or an empty slice. Of anybody's code. */
struct str failures_place(struct str line);
/* Neither Node's own nor a package's. */
bool failures_is_own(struct str place);

#endif
