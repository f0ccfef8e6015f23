/* What `interloper web` is given on the command line and the browser would drop without a word.
 * False, and one line that says why, where it would. */
#ifndef COMMANDS_WEB_CHECK_H
#define COMMANDS_WEB_CHECK_H

#include "base/error.h"

bool web_check_header(const char *header, struct error *error);              /* "NAME: VALUE" */
bool web_check_cookie(const char *cookie, bool secure, struct error *error); /* "NAME=VALUE" */

#endif
