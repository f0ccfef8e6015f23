#include "browser/command.h"

#include "base/str.h"
#include "browser/process.h"

#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct command {
    char *text;
    pid_t pid, keeper;
    int keeper_pipe;
    int status; /* -1 while it runs */
};

static pid_t start_shell(const char *command, int keeper_pipe, struct error *error)
{
    char *argv[] = {"/bin/sh", "-c", (char *)command, NULL};
    int fds[] = {-1, STDERR_FILENO, STDERR_FILENO};
    return process__start(argv, fds, COUNT_OF(fds), NULL, keeper_pipe, error);
}

bool command_run(const char *command, const char *option, int timeout_ms, struct error *error)
{
    pid_t pid = start_shell(command, -1, error);
    if (pid < 0)
        return false;
    int status = process__reap(pid, timeout_ms);
    process__kill_group(pid); /* what it left in the background, and itself where it hangs */
    if (status == -1)
        process__reap(pid, 1000);
    process__reap_group(pid, 1000);
    if (status == -1)
        return error_set(error, EXIT_BAD_USAGE, "%s: '%s' did not end within %d s", option, command,
                         timeout_ms / 1000);
    if (status != 0)
        return error_set(error, EXIT_BAD_USAGE, "%s: '%s' ended with status %d", option, command,
                         WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return true;
}

static void end_keeper(struct command *self)
{
    if (self->keeper_pipe >= 0)
        close(self->keeper_pipe);
    if (self->keeper > 0)
        process__reap(self->keeper, 2000);
}

struct command *command_start(const char *command, struct error *error)
{
    struct command *self = mem_zalloc(sizeof *self);
    self->text = mem_dup(command);
    self->status = -1;
    self->keeper = process__keeper(NULL, &self->keeper_pipe);
    self->pid = start_shell(command, self->keeper_pipe, error);
    if (self->pid > 0)
        return self;
    end_keeper(self);
    free(self->text);
    free(self);
    return NULL;
}

static bool port_answers(const char *host, const char *port)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    if (getaddrinfo(host, port, &hints, &found) != 0)
        return false;
    bool answers = false;
    for (struct addrinfo *at = found; at && !answers; at = at->ai_next) {
        int fd = socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol);
        answers = fd >= 0 && connect(fd, at->ai_addr, at->ai_addrlen) == 0;
        if (fd >= 0)
            close(fd);
    }
    freeaddrinfo(found);
    return answers;
}

/* "http://user@host:8080/x" -> host and port, both the caller's. */
static void split_url(const char *url, char **host, char **port)
{
    struct str rest = str_of(url);
    bool secure = str_starts(rest, STR("https:"));
    const char *slashes = strstr(url, "://");
    rest = slashes ? str_of(slashes + 3) : rest;
    rest.len = strcspn(rest.at, "/?#");
    const char *at = memchr(rest.at, '@', rest.len);
    if (at)
        rest = str_from(rest, (size_t)(at + 1 - rest.at));
    struct str name;
    if (rest.len && rest.at[0] == '[') {
        rest = str_from(rest, 1);
        name = str_cut(&rest, ']');
        str_cut(&rest, ':');
    } else {
        name = str_cut(&rest, ':');
    }
    *host = mem_dup_n(name.at, name.len);
    *port = rest.len ? mem_dup_n(rest.at, rest.len) : mem_dup(secure ? "443" : "80");
}

bool command_wait_port(struct command *self, const char *url, int timeout_ms,
                       const atomic_bool *cancel, struct error *error)
{
    char *host, *port;
    split_url(url, &host, &port);
    bool ok = false, ended = false;
    for (int waited = 0; !ok && !ended && waited < timeout_ms; waited += 50) {
        if (cancel && atomic_load(cancel))
            break;
        ok = port_answers(host, port);
        self->status = ok ? -1 : process__reap(self->pid, 0);
        ended = self->status != -1;
        if (!ok && !ended)
            usleep(50000);
    }
    if (!ok && cancel && atomic_load(cancel))
        error_set(error, EXIT_INTERRUPTED, "interrupted");
    else if (ended)
        error_set(error, EXIT_BAD_USAGE, "--serve: '%s' ended before %s:%s answered", self->text,
                  host, port);
    else if (!ok)
        error_set(error, EXIT_BAD_USAGE, "--serve: %s:%s does not answer after %d s", host, port,
                  timeout_ms / 1000);
    free(host);
    free(port);
    return ok;
}

void command_stop(struct command *self)
{
    if (!self)
        return;
    /* a chance to end by itself first */
    kill(-self->pid, SIGTERM);
    if (self->status == -1)
        self->status = process__reap(self->pid, 1000);
    process__kill_group(self->pid);
    if (self->status == -1)
        process__reap(self->pid, 1000);
    process__reap_group(self->pid, 1000);
    end_keeper(self);
    free(self->text);
    free(self);
}
