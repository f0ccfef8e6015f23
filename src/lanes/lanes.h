/* The page of a run: one file, from disk and without network, that draws what happened in lanes:
 * timers, worker tasks and their completions, each socket by its peer, everything else of the loop;
 * for each process. Time stands still in most of a run, so the axis is the order in which events
 * went: an event is a bar from where it came to where it went, and one that was held reaches over
 * all that overtook it. A finding has two: the run without holds above, the failing one below.
 *
 * Whoever fills the structs keeps everything they point to until lanes_page() has returned. Texts
 * may be hostile: they are data for the page's script, which makes text nodes of them. */
#ifndef LANES_LANES_H
#define LANES_LANES_H

#include "base/buf.h"
#include "schedule/schedule.h"
#include "trace/trace.h"

enum { LANES_MOST_EVENTS = 3000 }; /* of one run; the page says how many more there were */

struct lanes_fact {
    const char *name, *value; /* "schedule", ".interloper/f1.schedule" */
};

/* An event of a run that is worth a word, and has a colour of its own. */
struct lanes_mark {
    struct event_key key;
    const char *text; /* "reads user at app.js:12:7" */
};

struct lanes_run {
    const char *title;
    const struct traces *traces;
    const struct schedule *held; /* what it holds is marked; NULL: what the traces say was held */
    const struct lanes_mark *marks;
    size_t mark_count;
};

struct lanes_finding {
    const char *id, *title, *message, *status, *excerpt; /* NULL or empty: not told */
    const struct lanes_fact *facts;
    size_t fact_count;
    const struct lanes_run *runs; /* the natural one first, where there is one */
    size_t run_count;
};

struct lanes_page {
    const char *title, *summary;
    bool failed;
    const struct lanes_fact *facts;
    size_t fact_count;
    const struct lanes_finding *findings;
    size_t finding_count;
};

void lanes_page(const struct lanes_page *page, struct buf *html);

#endif
