/* interloper init: the configuration and the CI workflow that fit the project at hand.
 *
 * It looks at files only, writes what is not there yet, and says what it wrote, what it left and
 * what to run next. On a terminal it asks once before it writes. A file that exists is never
 * changed, but with --force. */
#include "base/file.h"
#include "base/options.h"
#include "commands/commands.h"
#include "project/setup.h"

#include <sys/stat.h>
#include <unistd.h>

extern const struct str init_github, init_gitlab;

static struct {
    const char *ci;
    bool yes, force, dry_run;
} given;

static const struct option_row rows[] = {
    {"ci", 0, OPTION_CHOICE, &given.ci, "github|gitlab|none",
     "whose workflow is written (what the project's files say)", 0, 0},
    {"yes", 'y', OPTION_FLAG, &given.yes, NULL, "write without asking", 0, 0},
    {"dry-run", 'n', OPTION_FLAG, &given.dry_run, NULL,
     "print what would be written, and write nothing", 0, 0},
    {"force", 0, OPTION_FLAG, &given.force, NULL, "replace files that are there", 0, 0},
};

static const struct command_usage usage = {
    .command = "init",
    .synopsis = "interloper init [options] [FOLDER]",
    .summary = "Writes interloper.json and a CI workflow for the project at hand.",
    .examples = "  interloper init\n"
                "  interloper init --ci gitlab --dry-run\n\n"
                "Files that are there are left as they are. Without a terminal nothing is asked.\n",
    .rows = rows,
    .row_count = COUNT_OF(rows),
};

/* One file to write. */
struct target {
    const char *path; /* below the folder */
    struct buf text;
    bool is_there;
};

struct plan {
    const char *folder;
    struct setup setup;
    struct target targets[3];
    size_t count;
};

static const char configuration[] = "{\n"
                                    "  \"rules\": {},\n"
                                    "  \"ignore\": [],\n"
                                    "  \"severity\": \"warning\"\n"
                                    "}\n";

/* A template's line `test|TEXT` is written where the project has a test command, which {} stands
 * for; `install|TEXT` likewise. */
static void expand(struct buf *out, struct str template, const struct setup *setup)
{
    const struct {
        struct str mark;
        const char *command;
    } marks[] = {{STR("install|"), setup->install}, {STR("test|"), setup->test}};
    while (template.len) {
        struct str line = str_cut(&template, '\n');
        const char *command = "";
        for (size_t i = 0; i < COUNT_OF(marks); i++)
            if (str_starts(line, marks[i].mark)) {
                line = str_from(line, marks[i].mark.len);
                command = marks[i].command;
            }
        const char *gap = memmem(line.at, line.len, "{}", 2);
        size_t before = gap ? (size_t)(gap - line.at) : line.len;
        if (!command)
            continue;
        buf_str(out, (struct str){line.at, before});
        if (gap) {
            buf_text(out, command);
            buf_str(out, str_from(line, before + 2));
        }
        buf_char(out, '\n');
    }
}

static struct target *add(struct plan *plan, const char *path)
{
    struct target *target = &plan->targets[plan->count++];
    char *whole = mem_printf("%s/%s", plan->folder, path);
    struct stat found;
    *target = (struct target){.path = path, .is_there = lstat(whole, &found) == 0};
    free(whole);
    return target;
}

static void make_plan(struct plan *plan)
{
    if (!plan->setup.config || given.force)
        buf_text(&add(plan, "interloper.json")->text, configuration);
    if (plan->setup.ci == CI_GITHUB)
        expand(&add(plan, ".github/workflows/interloper.yml")->text, init_github, &plan->setup);
    if (plan->setup.ci != CI_GITLAB)
        return;
    expand(&add(plan, ".gitlab/interloper.yml")->text, init_gitlab, &plan->setup);
    struct target *entry = add(plan, ".gitlab-ci.yml");
    buf_text(&entry->text, "include:\n  - local: .gitlab/interloper.yml\n");
}

static bool is_written(const struct target *target)
{
    return !target->is_there || (given.force && strcmp(target->path, ".gitlab-ci.yml") != 0);
}

static void tell(const struct plan *plan, const char *verb)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct target *target = &plan->targets[i];
        printf("%-9s %s\n", is_written(target) ? verb : "left", target->path);
        if (given.dry_run && is_written(target))
            fwrite(target->text.at, 1, target->text.len, stdout);
    }
    if (plan->setup.config && !given.force)
        printf("%-9s the configuration in %s\n", "left", plan->setup.config);
}

/* On a terminal a person sees first what would be written. */
static bool agreed(const struct plan *plan)
{
    char answer[16];
    if (given.yes || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return true;
    tell(plan, "to write");
    printf("Write? [Y/n] ");
    fflush(stdout);
    return fgets(answer, sizeof answer, stdin) && strchr("Yy\n", answer[0]);
}

static bool write_target(const struct plan *plan, const struct target *target, struct error *error)
{
    char *path = mem_printf("%s/%s", plan->folder, target->path);
    char *folder = mem_dup_n(path, (size_t)(strrchr(path, '/') - path));
    bool ok = folder_is_no_link(folder, error) && make_folders(folder, error) &&
              file_write(path, buf_view(&target->text), error);
    free(folder);
    free(path);
    return ok;
}

static bool write_all(const struct plan *plan, struct error *error)
{
    for (size_t i = 0; i < plan->count; i++)
        if (is_written(&plan->targets[i]) && !write_target(plan, &plan->targets[i], error))
            return false;
    return true;
}

static void tell_what_next(const struct plan *plan)
{
    const struct setup *setup = &plan->setup;
    if (setup->ci == CI_GITLAB && plan->targets[plan->count - 1].is_there)
        puts("\nAdd to .gitlab-ci.yml:\n  include:\n    - local: .gitlab/interloper.yml");
    puts("\nTry it here first:\n  npx interloper check .");
    if (setup->test)
        printf("  npx interloper run --budget 5m -- %s\n", setup->test);
    else
        puts("package.json has no test script, so only 'check' is set up; with one, run it as\n"
             "  npx interloper run --budget 5m -- npm test");
    puts("Runs leave their files in .interloper: add it to .gitignore.");
}

static int init(const char *folder, struct error *error)
{
    struct plan plan = {.folder = folder};
    struct stat found;
    if (stat(folder, &found) != 0 || !S_ISDIR(found.st_mode)) {
        error_set(error, EXIT_BAD_USAGE, "init: %s: no such folder", folder);
        return report_error(error);
    }
    if (!setup_look(folder, &plan.setup, error))
        return report_error(error);
    if (given.ci)
        plan.setup.ci = strcmp(given.ci, "github") == 0   ? CI_GITHUB
                        : strcmp(given.ci, "gitlab") == 0 ? CI_GITLAB
                                                          : CI_NONE;
    make_plan(&plan);
    bool ok = true;
    if (given.dry_run) {
        tell(&plan, "would be");
    } else if (agreed(&plan)) {
        ok = write_all(&plan, error);
        if (ok) {
            tell(&plan, "wrote");
            tell_what_next(&plan);
        }
    }
    for (size_t i = 0; i < plan.count; i++)
        buf_free(&plan.targets[i].text);
    return ok ? EXIT_NOTHING_FOUND : report_error(error);
}

int cmd_init(int argc, char **argv)
{
    struct parsed parsed;
    struct error error;
    if (!take_options(&usage, argc, argv, &parsed))
        return parsed.code;
    if (parsed.rest_count > 1) {
        error_set(&error, EXIT_BAD_USAGE, "init: one folder at a time");
        return report_error(&error);
    }
    return init(parsed.rest_count ? parsed.rest[0] : ".", &error);
}
