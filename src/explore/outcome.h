/* How a run ended, in the contract's words: `exit N`, `signal NAME`, `timeout`, `stuck`, `match
 * REGEX`; and `other output`. A plain value: nothing is owned, nothing fails. */
#ifndef EXPLORE_OUTCOME_H
#define EXPLORE_OUTCOME_H

#include "base/buf.h"

enum outcome_kind {
    OUTCOME_PASS,
    OUTCOME_EXIT,
    OUTCOME_SIGNAL,
    OUTCOME_TIMEOUT,
    OUTCOME_STUCK,
    OUTCOME_MATCH,
    OUTCOME_OUTPUT, /* it passed, but printed something else than unperturbed */
};

struct outcome {
    enum outcome_kind kind;
    int number; /* exit status or signal */
};

struct outcome outcome_of_status(int wait_status);
void outcome_print(struct outcome self, const char *regex, struct buf *out);

static inline bool outcome_failed(struct outcome self)
{
    return self.kind != OUTCOME_PASS;
}

#endif
