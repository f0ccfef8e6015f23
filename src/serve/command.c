#include "serve/command.h"

#include "base/buf.h"
#include "base/secret.h"
#include "base/stop.h"
#include "process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct command {
    struct command_options options;
    char *host, *port;
    struct guarded process;
    int status; /* -1 while it runs */

    /* its output */
    int out, log; /* read from, written to; -1: closed */
    size_t logged;
    struct buf line; /* the last one, as long as it is not complete */
    struct buf tail; /* the last of it */
    pthread_t reader;
    bool reader_runs;
    atomic_bool over;
};

/* ---- what it says ---- */

enum { LARGEST_LOG = 16 << 20, LONGEST_LINE = 1 << 20, TAIL = 4096 };

static void keep_tail(struct buf *tail, const char *bytes, size_t count)
{
    buf_add(tail, bytes, count);
    if (tail->len < 2 * TAIL)
        return;
    memmove(tail->at, tail->at + tail->len - TAIL, TAIL);
    tail->len = TAIL;
    tail->at[TAIL] = '\0';
}

/* The first so many bytes of what was not logged yet: whole lines, for a secret may come in two
 * pieces. */
static void write_log(struct command *self, size_t count)
{
    struct buf masked = {0};
    struct str said = secret_mask((struct str){self->line.at, count}, &masked);
    /* a log that cannot be written is no reason to stop */
    if (said.len && self->logged < LARGEST_LOG && write(self->log, said.at, said.len) > 0)
        self->logged += said.len;
    buf_free(&masked);
    if (count && count < self->line.len)
        memmove(self->line.at, self->line.at + count, self->line.len - count);
    self->line.len -= count;
}

/* Waits at most that long; false where there was nothing. */
static bool read_output(struct command *self, int wait_ms)
{
    char bytes[16384];
    struct pollfd news = {.fd = self->out, .events = POLLIN};
    if (poll(&news, 1, wait_ms) <= 0)
        return false;
    ssize_t got = read(self->out, bytes, sizeof bytes);
    if (got <= 0) {
        close(self->out);
        self->out = -1;
        return false;
    }
    keep_tail(&self->tail, bytes, (size_t)got);
    buf_add(&self->line, bytes, (size_t)got);
    const char *end = memrchr(self->line.at, '\n', self->line.len);
    write_log(self, end                             ? (size_t)(end + 1 - self->line.at)
                    : self->line.len > LONGEST_LINE ? self->line.len
                                                    : 0);
    return true;
}

static void *read_always(void *context)
{
    struct command *self = context;
    while (!atomic_load(&self->over))
        read_output(self, 100);
    return NULL;
}

/* Who was handed the other end (by a socket, say) may keep it open for ever, and write to it. */
static void end_output(struct command *self)
{
    atomic_store(&self->over, true);
    if (self->reader_runs)
        pthread_join(self->reader, NULL);
    self->reader_runs = false;
    for (int i = 0; i < 1000 && self->out >= 0 && read_output(self, 0); i++)
        continue;
    write_log(self, self->line.len);
}

static struct str last_line(struct str text)
{
    enum { LONGEST = 300 };
    text = str_trim(text);
    if (!text.len)
        return text;
    const char *end = memrchr(text.at, '\n', text.len);
    if (end)
        text = str_trim(str_from(text, (size_t)(end + 1 - text.at)));
    return str_from(text, text.len > LONGEST ? text.len - LONGEST : 0);
}

/* "--reset: 'make reset' ended with status 2; it said: … (all of it: out/reset.log)" */
static bool failed(struct command *self, const char *what, struct error *error)
{
    struct buf said = {0}, masked = {0};
    end_output(self);
    struct str line = last_line(secret_mask(buf_view(&self->tail), &masked)); /* then cut */
    if (line.len)
        buf_printf(&said, "; it said: " STR_FMT " (all of it: %s)", STR_ARG(line),
                   self->options.log);
    error_set(error, EXIT_BAD_USAGE, "%s: '%.200s' %s%s", self->options.option, self->options.text,
              what, said.at ? said.at : "");
    buf_free(&said);
    buf_free(&masked);
    return false;
}

static bool ended(struct command *self, const char *when, struct error *error)
{
    char what[160];
    snprintf(what, sizeof what, "ended with status %d%s",
             WIFEXITED(self->status) ? WEXITSTATUS(self->status) : 128 + WTERMSIG(self->status),
             when);
    return failed(self, what, error);
}

/* ---- starting and ending ---- */

static bool open_log(struct command *self, int ends[2], struct error *error)
{
    struct stat info;
    self->log = open(self->options.log,
                     O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (self->log < 0 || fstat(self->log, &info) != 0)
        return error_set(error, EXIT_BAD_USAGE, "%s: %s", self->options.log, strerror(errno));
    if (!S_ISREG(info.st_mode))
        return error_set(error, EXIT_BAD_USAGE, "%s: is not a regular file", self->options.log);
    self->logged = (size_t)info.st_size;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_set(error, EXIT_ENVIRONMENT, "cannot make a pipe: %s", strerror(errno));
    self->out = ends[0];
    return true;
}

static bool start(struct command *self, const struct command_options *options, struct error *error)
{
    char *argv[] = {"/bin/sh", "-c", (char *)options->text, NULL};
    int ends[2];
    *self =
        (struct command){.options = *options, .process = {-1, -1, -1, -1}, .status = -1, .out = -1};
    if (!open_log(self, ends, error))
        return false;
    int fds[] = {-1, ends[1], ends[1]};
    bool ok = guarded_start(&self->process, argv, fds, COUNT_OF(fds), error);
    close(ends[1]);
    return ok;
}

static void end(struct command *self)
{
    guarded_end(&self->process); /* what it left in the background, and itself where it hangs */
    end_output(self);
    if (self->out >= 0)
        close(self->out);
    if (self->log >= 0)
        close(self->log);
    buf_free(&self->tail);
    buf_free(&self->line);
}

static bool interrupted(struct error *error)
{
    return error_set(error, EXIT_INTERRUPTED, "interrupted");
}

/* ---- one that is waited for ---- */

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

bool command_run(const struct command_options *options, int timeout_ms, struct error *error)
{
    struct command self;
    bool ok = start(&self, options, error);
    double until = now_ms() + timeout_ms;
    while (ok && self.status == -1 && !is_stopped(options->cancel) && now_ms() < until) {
        read_output(&self, 5);
        self.status = guarded_status(&self.process, 0);
    }
    char what[64];
    snprintf(what, sizeof what, "did not end within %d s", timeout_ms / 1000);
    if (ok && self.status == -1)
        ok = is_stopped(options->cancel) ? interrupted(error) : failed(&self, what, error);
    else if (ok && self.status != 0)
        ok = ended(&self, "", error);
    end(&self);
    return ok;
}

/* ---- one that stays ---- */

static bool connects(const struct addrinfo *address)
{
    enum { PATIENCE_MS = 1000 }; /* a host that drops what it does not want must not keep us */
    int fd = socket(address->ai_family, address->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
                    address->ai_protocol);
    if (fd < 0)
        return false;
    int trouble = connect(fd, address->ai_addr, address->ai_addrlen) == 0 ? 0 : errno;
    struct pollfd news = {.fd = fd, .events = POLLOUT};
    if (trouble == EINPROGRESS && poll(&news, 1, PATIENCE_MS) == 1)
        getsockopt(fd, SOL_SOCKET, SO_ERROR, &trouble, &(socklen_t){sizeof trouble});
    close(fd);
    return trouble == 0;
}

static bool address_answers(const char *host, const char *port, int flags)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = flags}, *found = NULL;
    if (getaddrinfo(host, port, &hints, &found) != 0)
        return false;
    bool answers = false;
    for (struct addrinfo *at = found; at && !answers; at = at->ai_next)
        answers = connects(at);
    freeaddrinfo(found);
    return answers;
}

/* The name nearly everybody gives is not looked up: the program may be linked statically, and run
 * where the libraries that look names up are others. */
static bool port_answers(const char *host, const char *port)
{
    if (strcmp(host, "localhost") != 0)
        return address_answers(host, port, 0);
    return address_answers("127.0.0.1", port, AI_NUMERICHOST) ||
           address_answers("::1", port, AI_NUMERICHOST);
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

static struct command *start_server(const struct command_options *options, struct error *error)
{
    struct command *self = mem_zalloc(sizeof *self);
    if (start(self, options, error)) {
        self->reader_runs = pthread_create(&self->reader, NULL, read_always, self) == 0;
        return self;
    }
    end(self);
    free(self);
    return NULL;
}

struct command *command_start(const struct command_options *options, const char *url,
                              struct error *error)
{
    char *host, *port;
    struct command *self = NULL;
    split_url(url, &host, &port);
    if (port_answers(host, port))
        error_set(error, EXIT_BAD_USAGE,
                  "%s: port %s is already in use: it would not be the command's server that is "
                  "tested",
                  options->option, port);
    else
        self = start_server(options, error);
    if (self) {
        self->host = host;
        self->port = port;
    } else {
        free(host);
        free(port);
    }
    return self;
}

static bool has_failed(struct command *self)
{
    if (self->status == -1)
        self->status = guarded_status(&self->process, 0);
    return self->status > 0;
}

bool command_is_well(struct command *self, struct error *error)
{
    return !has_failed(self) || ended(self, " while the page was tested", error);
}

bool command_wait_port(struct command *self, int timeout_ms, struct error *error)
{
    enum { BACKGROUND_MS = 10000 }; /* for what a command left there when it ended */
    bool answers = false;
    double began = now_ms(), until = began + timeout_ms;
    char when[128];
    while (!answers && !has_failed(self) && !is_stopped(self->options.cancel) && now_ms() < until) {
        answers = port_answers(self->host, self->port);
        if (self->status == 0 && until > now_ms() + BACKGROUND_MS)
            until = now_ms() + BACKGROUND_MS;
        if (!answers)
            usleep(50000);
    }
    snprintf(when, sizeof when, " before %.60s:%.10s answered", self->host, self->port);
    if (is_stopped(self->options.cancel))
        return interrupted(error);
    if (has_failed(self))
        return ended(self, when, error);
    snprintf(when, sizeof when, "does not answer at %.60s:%.10s after %d s", self->host, self->port,
             (int)((now_ms() - began) / 1000));
    return answers || failed(self, when, error);
}

void command_stop(struct command *self)
{
    if (!self)
        return;
    /* a chance to end by itself first */
    if (self->process.pid > 0)
        kill(-self->process.pid, SIGTERM);
    if (self->status == -1)
        self->status = guarded_status(&self->process, 1000);
    end(self);
    free(self->host);
    free(self->port);
    free(self);
}
