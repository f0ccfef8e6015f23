/* Inside the room: the output as lines, and what every recogniser does with a block of them. */
#ifndef FAILURES_SCAN_H
#define FAILURES_SCAN_H

#include "base/buf.h"
#include "failures/failures.h"

struct scan {
    struct failures *out;
    const char *folder;
    VEC(struct str) lines; /* without colours and trailing blanks */
};

/* Looks for its own report in the lines and adds the failures in it. */
typedef void failures_recogniser(struct scan *scan);
extern const struct failures_runner {
    const char *name;
    failures_recogniser *recognise;
} failures_runners[];
extern const size_t failures_runner_count;

void failures__open(struct scan *self, struct failures *out, const char *folder, struct str output);
void failures__close(struct scan *self);

static inline struct str failures__line(const struct scan *self, size_t i)
{
    return i < self->lines.len ? self->lines.at[i] : STR("");
}
/* Without its indentation, which is `*indent`. */
struct str failures__text(const struct scan *self, size_t i, size_t *indent);

/* Adds a failure whose frames stand in the lines [from, to), and its message too where `message` is
 * empty. False where there are too many, or this one is known already. */
bool failures__add(struct scan *self, struct str test, struct str message, size_t from, size_t to);
struct str failures__relative(const struct scan *self, struct str place);
/* "a › b", either may be empty. */
struct str failures__join(struct scan *self, struct str a, struct str b);

#endif
