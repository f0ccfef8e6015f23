/* How library code fails: it returns false or NULL and fills a struct error; only commands/ prints
 * and exits.
 *
 * `exit_code` is the contract's number for this kind of trouble, so that the one place that prints
 * need not guess. The message is one line without a final newline, says which thing is wrong and
 * where, and owns its storage. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include "base/base.h"

enum exit_code {
    EXIT_NOTHING_FOUND = 0,
    EXIT_FOUND = 1,
    EXIT_BAD_USAGE = 2,
    EXIT_FAILS_UNPERTURBED = 3,
    EXIT_ENVIRONMENT = 4,
    EXIT_INTERRUPTED = 130,
};

struct error {
    enum exit_code exit_code;
    char message[1024];
};

/* Always returns false, so that a function can `return error_set(...)`. */
bool error_set(struct error *error, enum exit_code code, const char *format, ...) PRINTF_LIKE(3, 4);

#endif
