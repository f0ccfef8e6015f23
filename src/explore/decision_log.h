/* The decision logs of a run: one text file a process beside the segment, `<process>.log`, one line
 * an event, each beginning with its virtual time:
 *
 *     +12.000ms hold fs.open#1 "/a/b" start for 120ms
 *     +12.000ms poll 14 deliver tcp.read#2, held fs.open#1
 *
 * What follows the time of a decided hold is exactly a hold line of a schedule file. */
#ifndef EXPLORE_DECISION_LOG_H
#define EXPLORE_DECISION_LOG_H

#include "schedule/schedule.h"
#include "schedule/segment.h"

/* All logs of the folder in one text, each under a header that names its process. */
void decision_log_gather(const char *folder, const struct segment *segment, struct buf *out);

/* Adds every hold of the folder's logs, in order of time; returns how many lines were malformed. */
size_t decision_log_holds(const char *folder, struct schedule *into);

#endif
