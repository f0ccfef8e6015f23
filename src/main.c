/* The table of commands, and what holds for all of them. */
#include "base/options.h"
#include "commands/commands.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} commands[] = {
    {"run", cmd_run, "explore schedules of an unmodified program and report what breaks"},
    {"replay", cmd_replay, "run a schedule again and tell how often its failure comes back"},
    {"minimize", cmd_minimize, "the fewest holds and the least lateness of a schedule"},
    {"detect", cmd_detect, "predict races from one observed run, and prove them by directed ones"},
    {"merge", cmd_merge, "join the results of shards into what one campaign would have given"},
    {"check", cmd_check, "find asynchronous bugs in source files without running them"},
    {"lsp", cmd_lsp, "the same in an editor: a language server on standard input and output"},
    {"init", cmd_init, "a configuration and a CI workflow for the project at hand"},
    {"explain", cmd_explain, "what a rule of check means, with a bad and a good example"},
    {"log", cmd_log, "a trace, a schedule or what detect observed as text"},
    {"web", cmd_web, "find races between AJAX answers and user events of a page"},
};

static void print_help(FILE *out)
{
    fputs("Interloper finds, proves and explains event races in JavaScript: bugs that appear only "
          "when\n"
          "callbacks, timers, promises or answers come in another order than the author saw.\n\n"
          "Usage: interloper COMMAND [options]\n\nCommands:\n",
          out);
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fputs("\n  interloper COMMAND --help     options and examples of one command\n"
          "  interloper --version          the version\n\n"
          "Examples:\n"
          "  interloper run -- npm test\n"
          "  interloper run --runs 500 --until-fail -- node test/upload.js\n"
          "  interloper check src\n",
          out);
}

/* The manual page about all of them. */
static void print_manual(FILE *out)
{
    manual_head("interloper", "finds, proves and explains event races in JavaScript", out);
    fputs("\n.SH SYNOPSIS\n.B interloper\n.I COMMAND\n[options]\n.SH COMMANDS\n", out);
    for (size_t i = 0; i < COUNT_OF(commands); i++) {
        fprintf(out, ".TP\n.BR interloper-%s (1)\n", commands[i].name);
        manual_text(commands[i].summary, out);
        fputc('\n', out);
    }
    fputs(".SH EXIT STATUS\n"
          "0: done, nothing found; 1: done, something found; 2: bad usage or bad input; 3: the "
          "program\n"
          "under test already fails unperturbed; 4: the environment lacks something, or what was\n"
          "asked for could not be tested.\n",
          out);
}

static void print_all_help(enum help_form form)
{
    if (form == HELP_MAN)
        print_manual(stdout);
    else if (form == HELP_NAMES)
        for (size_t i = 0; i < COUNT_OF(commands); i++)
            printf("%s\t\t%s\n", commands[i].name, commands[i].summary);
    else
        print_help(stdout);
}

static int unknown_command(const char *word)
{
    const char *names[COUNT_OF(commands)];
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        names[i] = commands[i].name;
    const char *near = nearest_name(word, names, COUNT_OF(names));
    struct error error;
    if (near)
        error_set(&error, EXIT_BAD_USAGE, "unknown command '%s'; did you mean '%s'?", word, near);
    else
        error_set(&error, EXIT_BAD_USAGE, "unknown command '%s'; see 'interloper --help'", word);
    return report_error(&error);
}

/* Where one of them is closed, the next file we open would take its place, and be written to. */
static void open_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) != fd)
            BUG("cannot open /dev/null");
}

/* A result that could not be written must not look like success. */
static int check_output(int status)
{
    errno = 0;
    bool written = fflush(stdout) == 0 && !ferror(stdout);
    bool told = status == EXIT_BAD_USAGE || status == EXIT_ENVIRONMENT;
    if (written || told)
        return status;
    struct error error;
    error_set(&error, EXIT_BAD_USAGE, "cannot write the result%s%s", errno ? ": " : "",
              errno ? strerror(errno) : "");
    return report_error(&error);
}

static int run_command(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return EXIT_BAD_USAGE;
    }
    const char *word = argv[1];
    for (size_t i = 0; i < COUNT_OF(commands); i++)
        if (strcmp(word, commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    if (help_form_of(word) || strcmp(word, "help") == 0) {
        for (size_t i = 0; argc > 2 && i < COUNT_OF(commands); i++)
            if (strcmp(argv[2], commands[i].name) == 0)
                return commands[i].run(2, (char *[]){argv[2], "--help", NULL});
        print_all_help(help_form_of(word));
        return 0;
    }
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        puts("interloper " INTERLOPER_VERSION);
        return 0;
    }
    return unknown_command(word);
}

int main(int argc, char **argv)
{
    open_standard_files();
    signal(SIGXFSZ, SIG_IGN); /* a limit on files is an error of write(), told in one line */
    return check_output(run_command(argc, argv));
}
