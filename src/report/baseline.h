/* A frozen list of findings: CI fails only on what is not in it.
 *
 * The file is JSON, sorted, one finding a line so that it merges well; matching is by fingerprint,
 * as a multiset: a line that was copied with its fault is new. Line numbers are there for people
 * only. */
#ifndef REPORT_BASELINE_H
#define REPORT_BASELINE_H

#include "base/error.h"
#include "report/finding.h"

/* Version 1 has fingerprints that do not know the enclosing function: those are still read, and
 * compared with the same of today's findings. */
enum { BASELINE_VERSION = 2, BASELINE_OLD_VERSION = 1 };

bool baseline_write(const char *path, const struct findings *findings, struct error *error);

/* Drops the findings that stand in the baseline and counts them in `known`. */
bool baseline_apply(const char *path, struct findings *findings, struct error *error);

#endif
