#include "browser/browser.h"

#include "base/file.h"
#include "base/vec.h"
#include "process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { START_MS = 30000, STDERR_TAIL = 400 };

struct browser {
    struct browser_options options;
    struct cdp *cdp;
    struct cdp_session *session;
    char *profile; /* folder */
    char *stderr_path;
    char *version;
    pid_t pid, keeper;
    int keeper_pipe;
    int commands[2], events[2]; /* [0] is ours */
    atomic_int status;          /* of the ended process; -1 while unknown */
    pthread_t reader;
    bool reader_runs;
    /* the reader starts the process, then tells: PR_SET_PDEATHSIG wants a thread that stays */
    pthread_mutex_t lock;
    pthread_cond_t started;
    bool start_done;
    struct error start_error;
};

/* Why each is there, where the name does not tell:
 * - scheduling: pages of other tests are in the background but must run at full speed
 * - pictures: no GIF animation (section 5), nothing decoded late, no tile drawn in parts (its edges
 *   would depend on what changed when), no subpixel text, no scrollbars
 * - one process a page: frames of other sites stay in the target whose network we hold
 * - WebUI…: without, each window starts two more processes for the address bar's suggestions */
static const char *const flags[] = {
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--disable-quic",
    "--disable-extensions",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-client-side-phishing-detection",
    "--disable-popup-blocking",
    "--disable-hang-monitor",
    "--disable-dev-shm-usage",
    "--metrics-recording-only",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
    "--no-service-autorun",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--blink-settings=imageAnimationPolicy=2",
    "--disable-checker-imaging",
    "--disable-partial-raster",
    "--disable-image-animation-resync",
    "--disable-smooth-scrolling",
    /* else input is dropped, and reported as delivered, until a new page has drawn its first frame
     */
    "--allow-pre-commit-input",
    "--disable-lcd-text",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,PaintHolding,Translate,MediaRouter,"
    "OptimizationHints,AutofillServerCommunication,DialMediaRouteProvider,HttpsUpgrades,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI",
};

typedef VEC(char *) words;

static void add_word(words *list, char *word)
{
    *vec_push(list) = word;
}

static void command_line(const struct browser *self, words *list)
{
    add_word(list, mem_dup(self->options.program));
    for (size_t i = 0; i < COUNT_OF(flags); i++)
        add_word(list, mem_dup(flags[i]));
    if (!self->options.visible) {
        add_word(list, mem_dup("--headless"));
        add_word(list, mem_dup("--no-startup-window"));
    }
    if (geteuid() == 0) /* the sandbox refuses root */
        add_word(list, mem_dup("--no-sandbox"));
    add_word(list, mem_printf("--window-size=%d,%d", self->options.width, self->options.height));
    add_word(list, mem_printf("--user-data-dir=%s", self->profile));
    add_word(list, mem_dup("about:blank"));
    add_word(list, NULL);
}

/* ---- the reader: starts the process, reads until its end, reaps it ---- */

static void start_process(struct browser *self)
{
    words list = {0};
    command_line(self, &list);
    int log = open(self->stderr_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    int fds[] = {-1, -1, log, self->commands[1], self->events[1]};
    /* what it puts into the temporary folder goes with the profile */
    self->pid = process_start(list.at, fds, COUNT_OF(fds), self->profile, self->keeper_pipe,
                              &self->start_error);
    close(log);
    close(self->commands[1]);
    close(self->events[1]);
    self->commands[1] = self->events[1] = -1;
    vec_each (word, &list) {
        free(*word);
    }
    vec_free(&list);
}

static void read_all_events(struct browser *self)
{
    enum { CHUNK = 1 << 18 };
    char *chunk = mem_alloc(CHUNK);
    for (;;) {
        ssize_t got = read(self->events[0], chunk, CHUNK);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        cdp_feed(self->cdp, (struct str){chunk, (size_t)got});
    }
    free(chunk);
}

static void *reader_main(void *context)
{
    struct browser *self = context;
    start_process(self);
    pthread_mutex_lock(&self->lock);
    self->start_done = true;
    pthread_cond_signal(&self->started);
    pthread_mutex_unlock(&self->lock);
    if (self->pid < 0)
        return NULL;
    read_all_events(self);
    self->status = process_reap(self->pid, 500);
    cdp_close(self->cdp, "the browser is gone");
    process_kill_group(self->pid);
    if (self->status == -1)
        self->status = process_reap(self->pid, 5000);
    process_reap_group(self->pid, 2000);
    return NULL;
}

static bool start_reader(struct browser *self, struct error *error)
{
    /* signals are for the thread that asked for them */
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    self->reader_runs = pthread_create(&self->reader, NULL, reader_main, self) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (!self->reader_runs)
        return error_set(error, EXIT_ENVIRONMENT, "cannot start a thread");
    pthread_mutex_lock(&self->lock);
    while (!self->start_done)
        pthread_cond_wait(&self->started, &self->lock);
    pthread_mutex_unlock(&self->lock);
    if (self->pid < 0)
        *error = self->start_error;
    return self->pid > 0;
}

/* ---- opening and closing ---- */

/* The browser makes a socket below it whose path must fit into 108 bytes. */
static const char *temporary_folder(void)
{
    enum { LONGEST = 107 - (int)sizeof "/ilXXXXXXXX/org.chromium.Chromium.XXXXXX/SingletonSocket" };
    const char *folder = getenv("TMPDIR");
    return folder && *folder && strlen(folder) <= LONGEST ? folder : "/tmp";
}

static bool make_profile(struct browser *self, struct error *error)
{
    uint32_t chance = 0;
    if (getrandom(&chance, sizeof chance, 0) != sizeof chance)
        return error_set(error, EXIT_ENVIRONMENT, "no random numbers: %s", strerror(errno));
    self->profile = mem_printf("%s/il%08x", temporary_folder(), chance);
    self->stderr_path = mem_printf("%s/stderr.log", self->profile);
    self->keeper = process_keeper(self->profile, &self->keeper_pipe);
    if (self->keeper > 0 && mkdir(self->profile, 0700) == 0)
        return true;
    error_set(error, EXIT_ENVIRONMENT, "cannot make the folder %s: %s", self->profile,
              strerror(errno));
    if (self->keeper > 0 && errno == EEXIST) /* not ours to remove */
        kill(self->keeper, SIGKILL);
    free(self->profile);
    self->profile = NULL;
    return false;
}

static bool make_sockets(struct browser *self, struct error *error)
{
    bool ok = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, self->commands) == 0 &&
              socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, self->events) == 0;
    return ok || error_set(error, EXIT_ENVIRONMENT, "cannot make a socket: %s", strerror(errno));
}

static bool greet(struct browser *self, struct error *error)
{
    self->session = cdp_session_open(self->cdp, NULL, NULL, NULL);
    json_t *reply = cdp_call(self->session, "Browser.getVersion", NULL, START_MS, error);
    if (!reply)
        return false;
    const char *product = json_string_value(json_object_get(reply, "product"));
    self->version = mem_dup(product ? product : "unknown");
    json_decref(reply);
    return true;
}

struct browser *browser_open(const struct browser_options *options, struct error *error)
{
    struct browser *self = mem_zalloc(sizeof *self);
    self->options = *options;
    self->keeper = self->pid = self->keeper_pipe = -1;
    self->status = -1;
    self->commands[0] = self->commands[1] = self->events[0] = self->events[1] = -1;
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->started, NULL);
    bool ok = make_profile(self, error) && make_sockets(self, error);
    if (ok) {
        self->cdp = cdp_new(self->commands[0], options->cancel);
        ok = start_reader(self, error) && greet(self, error);
        if (!ok && self->pid > 0 && error->exit_code != EXIT_INTERRUPTED)
            browser_explain(self, error);
    }
    if (ok)
        return self;
    browser_close(self);
    return NULL;
}

static void close_fd(int fd)
{
    if (fd >= 0)
        close(fd);
}

void browser_close(struct browser *self)
{
    if (!self)
        return;
    process_kill_group(self->pid);
    if (self->reader_runs)
        pthread_join(self->reader, NULL);
    cdp_session_close(self->session);
    cdp_free(self->cdp);
    for (int i = 0; i < 2; i++) {
        close_fd(self->commands[i]);
        close_fd(self->events[i]);
    }
    /* Helpers of the browser may still write for a moment after its group was killed. */
    for (int i = 0; self->profile && i < 50 && !remove_tree(self->profile) && errno != ENOENT; i++)
        usleep(10000);
    close_fd(self->keeper_pipe);
    if (self->keeper > 0 && process_reap(self->keeper, 3000) == -1)
        kill(self->keeper, SIGKILL);
    free(self->profile);
    free(self->stderr_path);
    free(self->version);
    pthread_mutex_destroy(&self->lock);
    pthread_cond_destroy(&self->started);
    free(self);
}

struct cdp *browser_cdp(struct browser *self)
{
    return self->cdp;
}

struct cdp_session *browser_session(struct browser *self)
{
    return self->session;
}

const char *browser_version(const struct browser *self)
{
    return self->version;
}

bool browser_is_alive(struct browser *self)
{
    return !cdp_closed(self->cdp);
}

/* ---- what happened to it ---- */

static void tail_of_stderr(const struct browser *self, struct buf *out)
{
    struct error ignored;
    struct buf log = {0};
    if (file_read(self->stderr_path, 64 << 20, &log, &ignored) && log.len) {
        struct str text = str_trim(buf_view(&log));
        text = str_from(text, text.len > STDERR_TAIL ? text.len - STDERR_TAIL : 0);
        for (size_t i = 0; i < text.len; i++)
            buf_char(out, text.at[i] == '\n' ? '|' : text.at[i]);
    }
    buf_free(&log);
}

void browser_explain(struct browser *self, struct error *error)
{
    struct buf said = {0};
    tail_of_stderr(self, &said);
    char ended[64] = "does not answer";
    if (!browser_is_alive(self)) {
        int status = self->status;
        for (int i = 0; status == -1 && i < 100; i++, status = self->status)
            usleep(10000);
        if (status != -1 && WIFSIGNALED(status))
            snprintf(ended, sizeof ended, "was killed by signal %d (%s)", WTERMSIG(status),
                     strsignal(WTERMSIG(status)));
        else if (status != -1)
            snprintf(ended, sizeof ended, "ended with status %d", WEXITSTATUS(status));
        else
            snprintf(ended, sizeof ended, "is gone");
    }
    error_set(error, EXIT_ENVIRONMENT, "the browser %s %s%s%s", self->options.program, ended,
              said.len ? "; it said: " : "", said.len ? said.at : "");
    buf_free(&said);
}
