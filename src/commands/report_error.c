#include "base/terminal.h"
#include "commands/commands.h"

void print_line(enum colour colour, const char *heading, const char *text)
{
    struct buf safe = {0};
    terminal_safe(&safe, str_of(text));
    fprintf(stderr, "%s%s:%s %s\n", terminal_colour(stderr, colour), heading,
            terminal_colour(stderr, COLOUR_NONE), safe.at ? safe.at : "");
    buf_free(&safe);
}

void print_remark(const char *format, ...)
{
    va_list arguments;
    char *text = NULL;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length >= 0)
        print_line(COLOUR_NONE, "interloper", text);
    free(text);
}

bool take_options(const struct command_usage *usage, int argc, char **argv, struct parsed *parsed)
{
    struct error error;
    bool ok = options_parse(usage, argc - 1, argv + 1, parsed, &error);
    if (ok && parsed->help)
        options_print_help(usage, parsed->help, stdout);
    parsed->code = ok ? EXIT_NOTHING_FOUND : report_error(&error);
    return ok && !parsed->help;
}

int report_error(const struct error *error)
{
    print_line(COLOUR_RED, "interloper", error->message);
    return (int)error->exit_code;
}
