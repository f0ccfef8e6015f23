/* The commands. Each lives in commands/<name>.c, exports cmd_<name>() and stands in the table of
 * main.c; it gets its words (argv[0] is the command's name) and returns the process's exit status.
 * Only this room prints and exits. */
#ifndef COMMANDS_COMMANDS_H
#define COMMANDS_COMMANDS_H

#include "base/error.h"
#include "base/options.h"
#include "base/terminal.h"

int cmd_check(int argc, char **argv);
int cmd_detect(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_init(int argc, char **argv);
int cmd_log(int argc, char **argv);
int cmd_lsp(int argc, char **argv);
int cmd_merge(int argc, char **argv);
int cmd_minimize(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_web(int argc, char **argv);

/* Of a command's own words. False where nothing is left to do: --help was printed, or what is
 * wrong; the exit status is in `parsed->code` then. */
bool take_options(const struct command_usage *usage, int argc, char **argv, struct parsed *parsed);

/* Prints "interloper: message" on stderr and returns the error's exit code. */
int report_error(const struct error *error);
/* "heading: text" on stderr, as one line that no terminal obeys. */
void print_line(enum colour colour, const char *heading, const char *text);
void print_remark(const char *format, ...) PRINTF_LIKE(1, 2); /* "interloper: …", likewise */

#endif
