/* How `interloper run` tells what it found: text for people, JSON for programs. Takes nothing over
 * and cannot fail. */
#ifndef COMMANDS_RUN_REPORT_H
#define COMMANDS_RUN_REPORT_H

#include "explore/campaign.h"

void run_report_start(const struct campaign_options *options, FILE *out);
void run_report_command(const struct campaign_options *options, struct buf *out);
/* The command line that replays a finding's schedule. */
void run_report_repeat(const struct campaign_options *options, const struct finding *finding,
                       struct buf *line);
void run_report_quoted(FILE *out, const char *lines); /* a program's own, each behind a bar */
void run_report_baseline(const struct campaign_result *result, FILE *out);
void run_report_text(const struct campaign_options *options, const struct campaign_result *result,
                     FILE *out);
void run_report_json(const struct campaign_options *options, const struct campaign_result *result,
                     FILE *out);

#endif
