/* How the story of a failure is told: text for people, fields of a JSON document for programs. Used
 * by `run`, in every finding, and by `explain`. Takes nothing over and cannot fail. */
#ifndef COMMANDS_STORY_REPORT_H
#define COMMANDS_STORY_REPORT_H

#include "base/json.h"
#include "explore/explain.h"

/* The message of what failed, each line behind a bar, and where it was thrown. */
void story_report_failure(FILE *out, const char *message, const char *at);
void story_report_text(FILE *out, const struct explanation *explanation);
/* violation, sentence, story, good, bad, hint; all null or empty where there is no explanation. */
void story_report_json(struct json *json, const struct explanation *explanation);

#endif
