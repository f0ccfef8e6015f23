/* check --fix: writes the repairs that are certain into the files they are in. */
#ifndef COMMANDS_FIX_H
#define COMMANDS_FIX_H

#include "base/error.h"
#include "report/finding.h"

struct fixed {
    size_t findings, files;
};

/* Each file is replaced at once, behind links too, and keeps its rights. A repair at a place where
 * another one was put in waits for the next round. False: a file could not be written; those before
 * it are. */
bool fix_files(const struct findings *findings, struct fixed *fixed, struct error *error);

#endif
