/* The half of `explain` that tells what a rule of `check` means, with a bad and a good example from
 * the analyser's own table. */
#ifndef COMMANDS_EXPLAIN_RULE_H
#define COMMANDS_EXPLAIN_RULE_H

#include <stdbool.h>

/* All rules where `name` is NULL. Returns the process's exit status. */
int explain_rules(const char *name, bool as_json);

#endif
