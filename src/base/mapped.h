/* A file that is mapped and made shorter by somebody else (a program under test has the same file)
 * kills whoever reads behind its new end, with SIGBUS. After mapped_survive() such a page reads as
 * zeros instead, and mapped_was_cut() says that it happened. One for the whole process, as signals
 * are. */
#ifndef BASE_MAPPED_H
#define BASE_MAPPED_H

#include <stdbool.h>

void mapped_survive(void);
bool mapped_was_cut(void); /* since it was asked last */

#endif
