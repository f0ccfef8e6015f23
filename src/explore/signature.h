/* The signature of a failure: the one or two lines of its output that tell it from others, without
 * what differs from run to run (addresses, times, pids, ports, ids, temporary paths, colours).
 *
 * Two runs failed in the same way where outcome and signature are equal. The line that tells most
 * is the first that speaks of an error and was not also printed by the unperturbed program; the
 * first stack frame in the program's own files follows it. */
#ifndef EXPLORE_SIGNATURE_H
#define EXPLORE_SIGNATURE_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"

struct signature_rules {
    const char *project; /* paths below it are shown relative to it; NULL: none */
    struct map usual;    /* normalised lines the program prints when nothing is wrong */
    struct arena arena;  /* their text */
};

void signature_learn(struct signature_rules *rules, struct str output);
/* Returns the number of the line that tells of an error, from 0; SIZE_MAX where none does. */
size_t signature_of(const struct signature_rules *rules, struct str output, struct buf *signature);
/* The same for the same lines in whatever order; what is ours or empty does not count. */
uint64_t signature_digest(const struct signature_rules *rules, struct str output);
void signature_rules_free(struct signature_rules *rules);

/* One line, normalised. Public for its test. */
void signature_normalise(const char *project, struct str line, struct buf *out);

#endif
