/* The language server on standard input and output.
 *
 * One thread reads and answers, another analyses, so that the editor never waits; a change while
 * the analysis is at work ends it, and it begins again with the new text. */
#ifndef LSP_LSP_H
#define LSP_LSP_H

#include "base/error.h"

/* Serves until the client says exit or goes away; the exit status is the protocol's: 0 where it had
 * asked to shut down, else 1. False: the client does not speak the protocol, or cannot be written
 * to. */
bool lsp_serve(int in, int out, unsigned threads, int *status, struct error *error);

#endif
