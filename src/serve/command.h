/* Shell commands of the user: --reset, which is run and waited for, and --serve, which stays.
 * Their output goes to a log; their processes are a group of their own and never outlive us. */
#ifndef SERVE_COMMAND_H
#define SERVE_COMMAND_H

#include "base/error.h"

#include <stdatomic.h>

struct command_options {
    const char *text;          /* for the shell */
    const char *option;        /* "--serve": names it in messages */
    const char *log;           /* file that its output is added to */
    const atomic_bool *cancel; /* ends all waiting; may be NULL */
};

/* False where it does not end with status 0 in time. */
bool command_run(const struct command_options *options, int timeout_ms, struct error *error);

struct command; /* one that stays */
/* It is to serve `url`: false where somebody does already. */
struct command *command_start(const struct command_options *options, const char *url,
                              struct error *error);
/* Waits until someone listens on the port of the URL's host; false where the command failed before,
 * or the time is over. */
bool command_wait_port(struct command *self, int timeout_ms, struct error *error);
/* False, and why, where it failed meanwhile. (One that goes to the background ends with 0.) */
bool command_is_well(struct command *self, struct error *error);
void command_stop(struct command *self);

#endif
