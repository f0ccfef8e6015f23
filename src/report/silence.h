/* Comments in the source that silence a finding, and what a user does not want to see. */
#ifndef REPORT_SILENCE_H
#define REPORT_SILENCE_H

#include "report/finding.h"

/* Drops findings that a comment on their line or on the line before silences, and counts them in
 * `suppressed`:
 *   // interloper-ignore RULE[, RULE...]     one of these rules; no rule named: all of them
 *   a block comment "ignore: promise-fork"   broken-promise (the thesis's figure 7.2)
 *   // eslint-disable-line, eslint-disable-next-line with ESLint's name of the same complaint
 * Needs findings_finish(). */
void findings_silence(struct findings *self);

/* Drops what is less serious than `least`. */
void findings_at_least(struct findings *self, enum severity least);

/* Keeps the first `most` in order; counts the others in `cut`. */
void findings_limit(struct findings *self, size_t most);

#endif
