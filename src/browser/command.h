/* Shell commands of the user: --reset, which is run and waited for, and --serve, which stays.
 * Their output goes to our stderr; their processes are a group of their own and never outlive us.
 */
#ifndef BROWSER_COMMAND_H
#define BROWSER_COMMAND_H

#include "base/error.h"

#include <stdatomic.h>

/* False where it does not end with status 0 in time; `option` names it in the message. */
bool command_run(const char *command, const char *option, int timeout_ms, struct error *error);

struct command; /* one that stays */
struct command *command_start(const char *command, struct error *error);
/* Waits until someone listens on the port of the URL's host; false where the command ended before,
 * or the time is over. */
bool command_wait_port(struct command *self, const char *url, int timeout_ms,
                       const atomic_bool *cancel, struct error *error);
void command_stop(struct command *self);

#endif
