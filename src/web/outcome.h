/* What a run of one pair ended with, and how two of them differ (the oracle). */
#ifndef WEB_OUTCOME_H
#define WEB_OUTCOME_H

#include "web/picture.h"
#include "web/visit.h"

/* PAUSED: synchronous, and the user waits a while before the second event, as users may. What then
 * differs shows the time. LATE_READS: adverse, but only to what reads; the answers to what changes
 * the server come in time, so that what is read back after them is late in its turn. */
enum outcome_mode { OUTCOME_SYNCHRONOUS, OUTCOME_PAUSED, OUTCOME_ADVERSE, OUTCOME_LATE_READS };

struct outcome {
    const char *infeasible; /* why the pair cannot happen; NULL where it can */
    const char *label;      /* what the second event was triggered on, and its peers (visit.h) */
    const char *peers;
    struct buf picture; /* PNG, at the end */
    struct visit_place place;
    struct picture pixels;             /* of it, once they were needed */
    const char *text, *tree, *storage; /* tree: NULL where the page is too large for it */
    struct buf loaded; /* the same after loading, where someone looked; else empty and NULL */
    const char *loaded_text, *loaded_tree;
    const char **errors;
    size_t error_count;
    struct web_step *steps;
    size_t step_count;
    double ms;
};

/* What to keep of the page after loading: needed only where two ends differ, and a picture costs as
 * much as a third of loading. */
enum outcome_look { OUTCOME_LOOK_NOT, OUTCOME_LOOK_TEXTS, OUTCOME_LOOK_ALL };
bool outcome_look(struct visit *visit, enum outcome_look look, struct outcome *self,
                  struct error *error);
/* Runs the pair on a loaded page (Algorithm 2, lines 2-6 and 8-13). Texts go to the visit's arena.
 * `like`: the run it will be compared with; NULL where it is the first. */
bool outcome_run(struct visit *visit, const struct web_event *first, const struct web_event *second,
                 enum outcome_mode mode, const struct outcome *like, struct outcome *self,
                 struct error *error);
void outcome_free(struct outcome *self); /* the pictures */

/* Whether the second event, or anything that follows from it, changed or asked for something. */
bool outcome_second_acts(const struct outcome *self);

/* The request that the second event repeats while that of the first is out, and that changes the
 * server each time it comes (POST, PATCH): its text. NULL where there is none. */
const char *outcome_repeats(const struct outcome *self);

/* Whether the second event met another element in one run than in the other, which only a selector
 * that goes by place can do. The label alone does not tell: that of a toggle or a counter changes,
 * but then its peers do not; and where words stand beside it a number is a counter. */
bool outcome_other_element(const struct outcome *a, const struct outcome *b);

/* Which parts differ. */
struct outcome_parts {
    bool picture, text, tree, errors, storage;
};

static inline bool outcome_more_than_picture(struct outcome_parts parts)
{
    return parts.text || parts.tree || parts.errors || parts.storage;
}

static inline bool outcome_any(struct outcome_parts parts)
{
    return parts.picture || outcome_more_than_picture(parts);
}

/* `mask` grows by what differed after loading, where both were looked at then. Errors count only
 * where b has one that a has not. */
bool outcome_compare(struct outcome *a, struct outcome *b, struct picture_mask *mask,
                     struct outcome_parts *parts, struct error *error);
/* Takes from `parts` what differs already between a and `again`, another run in the same order: of
 * texts only the lines that do. (Of pictures: outcome_ignore.) */
void outcome_without_unstable(const struct outcome *a, const struct outcome *b,
                              const struct outcome *again, struct outcome_parts *parts);

/* The pixels outside the mask, with the difference picture as PNG where there are any. */
bool outcome_pixels(struct outcome *a, struct outcome *b, const struct picture_mask *mask,
                    struct web_difference *difference, struct buf *shown, struct error *error);

/* The mask also covers what differs between the final pictures of two equal runs. */
bool outcome_ignore(struct outcome *a, struct outcome *b, struct picture_mask *mask,
                    struct error *error);

#endif
