#include "explore/workplace.h"

#include "base/file.h"
#include "explore/launch.h"
#include "segment/segment.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The folder above `folder`, in place; false at the root. */
static bool go_up(char *folder)
{
    char *slash = strrchr(folder, '/');
    if (!slash || !folder[1])
        return false;
    slash[slash == folder] = '\0';
    return true;
}

static char *find_project(const char *current)
{
    char *folder = mem_dup(current);
    do {
        char *git = mem_printf("%s/.git", folder);
        bool found = exists(git);
        free(git);
        if (found)
            return folder;
    } while (go_up(folder));
    free(folder);
    return mem_dup(current);
}

static char *own_folder(void)
{
    char *self = realpath("/proc/self/exe", NULL);
    if (self)
        go_up(self);
    return self ? self : mem_dup("/");
}

static bool find_shim(struct workplace *self, struct error *error)
{
    const char *given = getenv("INTERLOPER_SHIM");
    char *own = own_folder();
    char *beside = mem_printf("%s/libinterloper-shim.so", own);
    char *installed = mem_printf("%s/../lib/interloper/libinterloper-shim.so", own);
    const char *found = given               ? given
                        : exists(beside)    ? beside
                        : exists(installed) ? installed
                                            : NULL;
    self->shim = found ? realpath(found, NULL) : NULL;
    if (!self->shim)
        error_set(error, EXIT_ENVIRONMENT,
                  "the shim is missing: %s (build it with 'make build', or install the package)",
                  given ? given : beside);
    if (self->shim) {
        char *folder = mem_dup(self->shim);
        go_up(folder);
        self->agent = mem_printf("%s/interloper-agent.cjs", folder);
        free(folder);
    }
    free(own);
    free(beside);
    free(installed);
    return self->shim != NULL;
}

static bool is_regular(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* As a shell looks: a name with a slash is a path, all else is in PATH. What is found but cannot be
 * executed is remembered for the message. */
static char *search_path(const char *name, char **not_executable)
{
    const char *path = getenv("PATH");
    struct str rest = str_of(strchr(name, '/') ? "" : path ? path : "/usr/local/bin:/usr/bin:/bin");
    do {
        struct str folder = str_cut(&rest, ':');
        char *candidate =
            folder.len ? mem_printf(STR_FMT "/%s", STR_ARG(folder), name) : mem_dup(name);
        bool here = is_regular(candidate);
        if (here && access(candidate, X_OK) == 0)
            return candidate;
        if (here && !*not_executable)
            *not_executable = candidate;
        else
            free(candidate);
    } while (rest.len);
    return NULL;
}

static bool find_program(struct workplace *self, const char *name, struct error *error)
{
    char *not_executable = NULL;
    self->program = name[0] ? search_path(name, &not_executable) : NULL;
    if (!self->program && not_executable)
        error_set(error, EXIT_BAD_USAGE, "%s: not executable", not_executable);
    else if (!self->program &&
             (strcmp(name, "node") == 0 || strcmp(name, "npm") == 0 || strcmp(name, "npx") == 0))
        error_set(error, EXIT_ENVIRONMENT, "%s is not installed: install Node.js 18 or newer",
                  name);
    else if (!self->program)
        error_set(error, EXIT_BAD_USAGE, "%s: no such command", name[0] ? name : "''");
    free(not_executable);
    return self->program != NULL;
}

static bool is_variable(const char *entry, const char *name)
{
    size_t length = strlen(name);
    return strncmp(entry, name, length) == 0 && entry[length] == '=';
}

/* Everything but what a run adds itself: a campaign started by a campaign must not mix them up. */
static void copy_environment(struct workplace *self)
{
    for (char **entry = environ; *entry; entry++)
        if (!is_variable(*entry, SEGMENT_VARIABLE) && !is_variable(*entry, PROCESS_VARIABLE) &&
            !is_variable(*entry, "LD_PRELOAD"))
            *vec_push(&self->environment) = *entry;
}

static bool check_input(struct workplace *self, const char *path, struct error *error)
{
    self->stdin_path = path ? path : "/dev/null";
    struct stat info;
    int fd = open(self->stdin_path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fstat(fd, &info) != 0)
        return error_set(error, EXIT_BAD_USAGE, "--stdin: %s: %s", path, strerror(errno));
    close(fd);
    /* each run reads it from its start */
    return S_ISREG(info.st_mode) || S_ISCHR(info.st_mode) ||
           error_set(error, EXIT_BAD_USAGE, "--stdin: %s: is not a regular file", path);
}

static void plan_isolation(struct workplace *self)
{
    char *scratch = mem_printf("%s/scratch", self->folder);
    mkdir(scratch, 0700);
    isolation_plan(&self->isolation, scratch, self->current, self->project);
    free(scratch);
}

bool workplace_open(struct workplace *self, char **argv, const char *stdin_path,
                    struct error *error)
{
    *self = (struct workplace){.current = getcwd(NULL, 0), .folder_lock = -1};
    bool ok = self->current ||
              error_set(error, EXIT_BAD_USAGE, "no working directory: %s", strerror(errno));
    ok = ok && find_program(self, argv[0], error) && find_shim(self, error) &&
         check_input(self, stdin_path, error) &&
         (self->folder = temporary_folder_make(&self->folder_lock, error));
    if (!ok) {
        workplace_close(self);
        return false;
    }
    self->project = find_project(self->current);
    copy_environment(self);
    plan_isolation(self);
    return true;
}

void workplace_close(struct workplace *self)
{
    temporary_folder_remove(self->folder, self->folder_lock);
    isolation_free(&self->isolation);
    free(self->current);
    free(self->project);
    free(self->program);
    free(self->shim);
    free(self->agent);
    free(self->node_version);
    vec_free(&self->environment);
    *self = (struct workplace){.folder_lock = -1};
}

static bool try_isolation(struct workplace *self, char *why, size_t room)
{
    struct launch probe = {.run_folder = self->folder, .isolation = &self->isolation};
    struct keeper keeper;
    struct ending ending = {0};
    struct error error;
    if (!launch(&probe, &keeper, &error)) {
        snprintf(why, room, "%s", error.message);
        return false;
    }
    while (!keeper_collect(&keeper, &ending))
        ;
    snprintf(why, room, "%s%s%s", ending.step, ending.step[0] ? ": " : "",
             ending.step[0] ? strerror(ending.number) : "");
    return ending.kind == ENDING_STATUS;
}

bool workplace_can_isolate(struct workplace *self, char *why, size_t room)
{
    if (try_isolation(self, why, room))
        return true;
    if (self->isolation.user_namespace)
        return false;
    self->isolation.user_namespace = true; /* root in a container may have lost the power itself */
    char again[256];
    if (!try_isolation(self, again, sizeof again))
        return false;
    snprintf(why, room, "%s", again);
    return true;
}

/* The first line that `program --version` prints, without the "v". */
static char *ask_version(const char *program)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], 1);
        execl(program, program, "--version", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    char text[64];
    ssize_t got = read(ends[0], text, sizeof text - 1);
    close(ends[0]);
    int status = 0;
    if (pid > 0)
        waitpid(pid, &status, 0);
    struct str line = str_trim((struct str){text, got > 0 ? (size_t)got : 0});
    if (status != 0 || line.len < 2 || line.at[0] != 'v')
        return NULL;
    return mem_dup_n(line.at + 1, line.len - 1);
}

const char *workplace_node_version(struct workplace *self)
{
    if (self->node_version)
        return self->node_version;
    char *ignored = NULL;
    bool is_node = strncmp(base_name(self->program), "node", 4) == 0;
    char *node = is_node ? mem_dup(self->program) : search_path("node", &ignored);
    char *version = node ? ask_version(node) : NULL;
    self->node_version = version ? version : mem_dup("none");
    free(node);
    free(ignored);
    return self->node_version;
}
