/* Static analysis of asynchronous JavaScript: an abstract event loop, its callback graph, and rules
 * that are queries on it.
 *
 * check_run() parses the files (in parallel), links their modules, executes the program over
 * abstract values and appends findings and problems in any order; report/ sorts, silences and
 * prints them. Sources stay the caller's. All texts in findings and graph live in the returned
 * struct check until check_free(). Nothing here fails: what cannot be read as JavaScript becomes a
 * problem, what is too big is bounded and says so. */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include "base/buf.h"
#include "base/error.h"
#include "base/stop.h"
#include "report/finding.h"
#include "report/graph.h"
#include "rules/list.h" /* check_rules */

struct check_options {
    const enum severity *severities; /* one per rule of the table; SEVERITY_OFF: do not run it */
    unsigned jobs;                   /* threads; 0 is 1 */
    unsigned effort;                 /* how many times the usual bounds; 0 is 1 */
    struct graph *graph;             /* NULL, or filled for --graph */
    /* NULL, or: the source an import leads to that is none of the files, NULL where it is not to be
     * followed. What is followed is executed where the files call it, and has no findings. */
    struct source *(*follow)(void *context, const struct source *from, struct str specifier);
    void *follow_context;
    const atomic_bool *stop; /* NULL, or set by others: end soon with what was found */
};

struct check;

struct check *check_run(struct source **files, size_t count, const struct check_options *options,
                        struct findings *out);
void check_free(struct check *self);

/* What console.log would print, a line a call, executing the program in the abstract event loop:
 * what the differential test compares with Node. False where the loop had to give up or the
 * runtime leaves the order open, so that the program does not count. */
bool check_log_order(struct source *file, struct buf *out, struct error *error);

#endif
