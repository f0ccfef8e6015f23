/* The rules: each asks the machine's record (what happened in which context) or the trees. Private
 * to src/rules and src/check. A file that has a rule ends with its `const struct rule`, and list.h
 * names it; report.c builds the finding. */
#ifndef RULES_RULES_H
#define RULES_RULES_H

#include "rules/ask.h"
#include "rules/tell.h"

#endif
