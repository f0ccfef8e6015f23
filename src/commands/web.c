/* interloper web: races between AJAX answers and user events of a page. */
#include "base/deadline.h"
#include "base/file.h"
#include "base/options.h"
#include "base/secret.h"
#include "base/terminal.h"
#include "browser/find.h"
#include "browser/page.h"
#include "commands/commands.h"
#include "commands/web_check.h"
#include "serve/command.h"
#include "serve/http.h"
#include "serve/server.h"
#include "web/campaign.h"
#include "web/findings.h"
#include "web/known.h"
#include "web/record.h"
#include "web/summary.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct arguments {
    const char *events, *prepare, *record, *serve, *reset, *browser, *viewport, *out, *format;
    const char *state, *baseline, *write_baseline;
    struct texts headers, header_to, cookies, ignored;
    int64_t jobs, most_events, timeout_ns, patience_ns, budget_ns;
    bool headless, serve_dotfiles, allow_empty, no_source_maps;
};

static struct arguments given;

/* ---- signals: a thread waits for them and raises a flag that every wait looks at ---- */

struct watch {
    atomic_bool cancel, over;
    struct timespec first; /* signal */
    pthread_t thread;
    sigset_t signals;
};

static double ms_since(const struct timespec *then)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) * 1e3 + (double)(now.tv_nsec - then->tv_nsec) / 1e6;
}

/* A terminal, npm and timeout(1) each send the same Ctrl-C, so that it comes twice at once. */
static void *watch_main(void *context)
{
    enum { ONE_PRESS_MS = 500 };
    struct watch *self = context;
    struct timespec slice = {.tv_nsec = 50 * 1000000};
    while (!atomic_load(&self->over)) {
        if (sigtimedwait(&self->signals, NULL, &slice) < 0)
            continue;
        if (!atomic_exchange(&self->cancel, true))
            clock_gettime(CLOCK_MONOTONIC, &self->first), deadline_start();
        else if (ms_since(&self->first) > ONE_PRESS_MS)
            _exit(EXIT_INTERRUPTED); /* asked twice: the keepers clean up */
    }
    return NULL;
}

static bool watch_start(struct watch *self, struct error *error)
{
    deadline_prepare();
    sigemptyset(&self->signals);
    sigaddset(&self->signals, SIGINT);
    sigaddset(&self->signals, SIGTERM);
    sigaddset(&self->signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &self->signals, NULL);
    int trouble = pthread_create(&self->thread, NULL, watch_main, self);
    return !trouble || error_set(error, EXIT_ENVIRONMENT, "cannot start a thread: %s (ulimit -u?)",
                                 strerror(trouble));
}

static void watch_stop(struct watch *self)
{
    atomic_store(&self->over, true);
    pthread_join(self->thread, NULL);
}

/* ---- progress ---- */

static void show_progress(void *context, const struct web_progress *progress)
{
    (void)context;
    if (!isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r\033[K%s %zu/%zu", progress->phase, progress->done, progress->total);
    if (progress->races)
        fprintf(stderr, ", %s%zu race%s%s", terminal_colour(stderr, COLOUR_RED), progress->races,
                progress->races == 1 ? "" : "s", terminal_colour(stderr, COLOUR_NONE));
    fflush(stderr);
}

static void end_progress(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

static void show_note(void *context, const char *text)
{
    (void)context;
    end_progress();
    print_line(COLOUR_YELLOW, "note", text);
}

/* ---- what to visit ---- */

struct target {
    char *url;            /* without user and password */
    char *credentials;    /* "user:password"; NULL: none */
    struct texts origins; /* the page's own, then those of --header-to; each is ours */
    struct server *server;
    struct command *command;
    char *log; /* of the command */
    struct storage_state state;
    char *root; /* the folder that is served; NULL: the page is another server's */
};

static bool is_url(const char *word)
{
    return strncasecmp(word, "http://", 7) == 0 || strncasecmp(word, "https://", 8) == 0;
}

/* An address without slashes behind its scheme. */
static bool is_other_scheme(const char *word)
{
    static const char *const schemes[] = {"data:", "about:", "javascript:", "blob:", "mailto:"};
    for (size_t i = 0; i < COUNT_OF(schemes); i++)
        if (strncasecmp(word, schemes[i], strlen(schemes[i])) == 0)
            return true;
    return strstr(word, "://") != NULL;
}

/* "localhost:3000/x" is an address too, unless there is such a file. */
static bool looks_like_host(const char *word)
{
    struct stat info;
    size_t host = strcspn(word, ":/");
    return word[host] == ':' && word[host + 1] >= '0' && word[host + 1] <= '9' &&
           stat(word, &info) != 0;
}

static void take_credentials(struct target *self)
{
    char *start = strstr(self->url, "://") + 3;
    size_t length = strcspn(start, "/?#");
    char *at = memrchr(start, '@', length); /* the last, as browsers read it */
    if (!at)
        return;
    self->credentials = http_credentials((struct str){start, (size_t)(at - start)});
    memmove(start, at + 1, strlen(at + 1) + 1);
}

/* ---- secrets: known before anything is said about them ---- */

/* "Bearer TOKEN", "session=TOKEN; other=TOKEN": a page knows the tokens alone. A first word of
 * several is a scheme, and a short one may stand anywhere. */
static void keep_words(struct str value)
{
    enum { SHORTEST_WORD = 6 };
    for (size_t start = 0, end; start < value.len; start = end + 1) {
        for (end = start; end < value.len && !strchr(" ;,", value.at[end]);)
            end++;
        struct str token = {value.at + start, end - start}, word = token;
        str_cut(&token, '=');
        bool named = token.len && token.at[0] != '='; /* those at the end are base64's */
        if (word.len >= SHORTEST_WORD && (named || start || end == value.len))
            secret_add("", word);
        if (named && token.len >= SHORTEST_WORD)
            secret_add("", token);
    }
}

static void keep_header(const char *header)
{
    struct str value = str_of(header), name = str_cut(&value, ':');
    value = str_trim(strchr(header, ':') ? value : name);
    secret_add("", value);
    keep_words(value);
    struct buf login = {0};
    if (value.len > 6 && strncasecmp(value.at, "basic ", 6) == 0 &&
        base64_decode(str_trim(str_from(value, 6)), &login)) {
        struct str password = buf_view(&login);
        str_cut(&password, ':');
        secret_add(":", password);
    }
    buf_free(&login);
}

static void keep_cookie(const char *cookie)
{
    struct str value = str_of(cookie), name = str_cut(&value, '=');
    char *before = mem_printf(STR_FMT "=", STR_ARG(name));
    secret_add(before, str_trim(strchr(cookie, '=') ? value : name));
    free(before);
}

/* "http://user:password@host/": as it was typed, as it is meant, and as a header holds it. */
static void keep_password(const char *url)
{
    const char *start = strstr(url, "://");
    if (!start)
        return;
    const char *at = memrchr(start + 3, '@', strcspn(start + 3, "/?#"));
    if (!at)
        return;
    struct str part = {start + 3, (size_t)(at - start - 3)}, password = part;
    char *meant = http_credentials(part);
    struct buf encoded = {0};
    base64_encode(str_of(meant), &encoded);
    str_cut(&password, ':');
    secret_add(":", password);
    secret_add(":", str_of(strchr(meant, ':') + 1));
    secret_add("", buf_view(&encoded));
    buf_free(&encoded);
    free(meant);
}

static void keep_secrets(const char *word, const struct arguments *options)
{
    for (size_t i = 0; i < options->headers.len; i++)
        keep_header(options->headers.at[i]);
    for (size_t i = 0; i < options->cookies.len; i++)
        keep_cookie(options->cookies.at[i]);
    keep_password(word);
}

/* ---- where headers go ---- */

/* "http://host:8080" of an address, as the browser writes it: small letters, no port that goes
 * without saying. */
static char *origin_of(const char *url)
{
    const char *host = strstr(url, "://") + 3;
    struct str origin = {url, (size_t)(host - url) + strcspn(host, "/?#")};
    struct str usual = str_starts(origin, STR("https:")) ? STR(":443") : STR(":80");
    origin.len -= str_ends(origin, usual) ? usual.len : 0;
    char *copy = mem_dup_n(origin.at, origin.len);
    for (char *at = copy; *at; at++)
        *at = *at >= 'A' && *at <= 'Z' ? (char)(*at | 0x20) : *at;
    return copy;
}

static bool find_origins(struct target *self, const struct arguments *options, struct error *error)
{
    *vec_push(&self->origins) = origin_of(self->url);
    for (size_t i = 0; i < options->header_to.len; i++) {
        const char *word = options->header_to.at[i];
        const char *host = is_url(word) ? strstr(word, "://") + 3 : "";
        bool plain =
            *host && strcspn(host, "/?#*@\\ ") + (strchr(host, '/') != NULL) == strlen(host);
        if (!plain)
            return error_set(error, EXIT_BAD_USAGE,
                             "--header-to: '%s' is not an origin such as https://api.example",
                             word);
        *vec_push(&self->origins) = origin_of(word);
    }
    return !options->header_to.len || options->headers.len ||
           error_set(error, EXIT_BAD_USAGE, "--header-to: there is no --header to send");
}

static bool serve(struct target *self, const char *text, const char *folder,
                  const atomic_bool *cancel, struct error *error)
{
    enum { SERVE_MS = 60000 };
    self->log = mem_printf("%s/serve.log", folder);
    unlink(self->log);
    struct command_options command = {text, "--serve", self->log, cancel};
    self->command = command_start(&command, self->url, error);
    return self->command && command_wait_port(self->command, SERVE_MS, error);
}

/* What is served where a path is given: the folder itself, or the one the file stands in. */
static char *folder_of(const char *path)
{
    struct stat info;
    const char *slash = strrchr(path, '/');
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        size_t length = strlen(path);
        while (length > 1 && path[length - 1] == '/')
            length--;
        return mem_dup_n(path, length);
    }
    return !slash          ? mem_dup(".")
           : slash == path ? mem_dup("/")
                           : mem_dup_n(path, (size_t)(slash - path));
}

static bool open_target(const char *word, const struct arguments *options, struct target *self,
                        struct error *error)
{
    bool address = is_url(word) || looks_like_host(word);
    if (!*word)
        return error_set(error, EXIT_BAD_USAGE, "web: the page's address is empty");
    if (options->serve && !address)
        return error_set(error, EXIT_BAD_USAGE,
                         "--serve needs the URL that the command will serve");
    if (!address && is_other_scheme(word))
        return error_set(error, EXIT_BAD_USAGE, "%s: only http and https addresses can be visited",
                         word);
    if (address) {
        self->url = is_url(word) ? mem_dup(word) : mem_printf("http://%s", word);
        for (char *at = self->url; *at != ':'; at++) /* all that follows knows small ones only */
            *at |= 0x20;
        take_credentials(self);
    } else {
        self->server = server_open(word, options->serve_dotfiles, error);
        if (!self->server)
            return false;
        self->url = mem_dup(server_url(self->server));
        self->root = folder_of(word);
    }
    return true;
}

static void close_target(struct target *self)
{
    command_stop(self->command);
    server_close(self->server);
    free(self->url);
    free(self->credentials);
    for (size_t i = 0; i < self->origins.len; i++)
        free((char *)self->origins.at[i]);
    vec_free(&self->origins);
    free(self->log);
    free(self->root);
    storage_state_free(&self->state);
}

/* ---- options ---- */

static bool read_viewport(const char *text, int *width, int *height, struct error *error)
{
    char *end;
    long w = strtol(text, &end, 10), h = *end == 'x' ? strtol(end + 1, &end, 10) : 0;
    if (*end || w < 100 || h < 100 || w > 8192 || h > 8192)
        return error_set(error, EXIT_BAD_USAGE,
                         "--viewport: '%s' is not a size such as 1280x720 (100 to 8192)", text);
    *width = (int)w;
    *height = (int)h;
    return true;
}

static bool check_lists(const struct arguments *options, const char *url, struct error *error)
{
    bool secure = strncmp(url, "https:", 6) == 0;
    for (size_t i = 0; i < options->headers.len; i++)
        if (!web_check_header(options->headers.at[i], error))
            return false;
    for (size_t i = 0; i < options->cookies.len; i++)
        if (!web_check_cookie(options->cookies.at[i], secure, error))
            return false;
    return true;
}

/* A variable of a script that was never set: --events "$file" */
static bool check_empty(const struct arguments *options, struct error *error)
{
    const struct {
        const char *name, *value;
    } texts[] = {{"events", options->events},     {"prepare", options->prepare},
                 {"record", options->record},     {"serve", options->serve},
                 {"reset", options->reset},       {"browser", options->browser},
                 {"out", options->out},           {"storage-state", options->state},
                 {"baseline", options->baseline}, {"write-baseline", options->write_baseline}};
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (texts[i].value && !*texts[i].value)
            return error_set(error, EXIT_BAD_USAGE, "--%s is empty", texts[i].name);
    return options->patience_ns >= 1000000 ||
           error_set(error, EXIT_BAD_USAGE, "--patience: at least 1ms, or no answer is waited for");
}

static bool fill_campaign(const struct arguments *options, const struct target *target,
                          struct arena *arena, struct web_options *campaign, struct error *error)
{
    struct visit_options *visit = &campaign->visit;
    *visit = (struct visit_options){.url = target->url,
                                    .headers = options->headers.at,
                                    .header_count = options->headers.len,
                                    .origins = target->origins.at,
                                    .origin_count = target->origins.len,
                                    .cookies = options->cookies.at,
                                    .cookie_count = options->cookies.len,
                                    .credentials = target->credentials,
                                    .state = options->state ? &target->state : NULL,
                                    .ignored = options->ignored.at,
                                    .ignored_count = options->ignored.len,
                                    .index_file = target->server ? "index.html" : "",
                                    .load_ms = (int)(options->timeout_ns / 1000000),
                                    .patience_ms = (int)(options->patience_ns / 1000000)};
    campaign->reset = options->reset;
    /* a server that is reset for one run must not be used by another */
    campaign->jobs = options->reset ? 1 : (int)options->jobs;
    campaign->most_events = (size_t)options->most_events;
    campaign->budget_ms = (double)options->budget_ns / 1e6;
    campaign->events_given = options->events != NULL;
    campaign->source_maps = !options->no_source_maps;
    campaign->progress = show_progress;
    campaign->note = show_note;
    return read_viewport(options->viewport, &visit->width, &visit->height, error) &&
           (!options->events || events_read(options->events, arena, &campaign->events, error)) &&
           (!options->prepare || events_read(options->prepare, arena, &campaign->prepare, error));
}

/* ---- results ---- */

/* But for what was told at once, and what will be the last line. */
static void print_warnings(const struct web_result *result)
{
    for (size_t i = 0; i < result->warning_count; i++) {
        const char *text = result->warnings[i];
        bool told = result->told && strcmp(text, result->told) == 0;
        if (!told && !(result->untested && strcmp(text, result->untested) == 0))
            print_line(COLOUR_YELLOW, "note", text);
    }
    if (result->unsaved && result->report)
        print_line(COLOUR_YELLOW, "note", result->unsaved);
}

static bool print_result(const struct web_result *result, const char *format, const char *root,
                         struct error *error)
{
    struct buf out = {0};
    struct summary_colours colours = {
        terminal_colour(stdout, COLOUR_RED),    terminal_colour(stdout, COLOUR_GREEN),
        terminal_colour(stdout, COLOUR_YELLOW), terminal_colour(stdout, COLOUR_DIM),
        terminal_colour(stdout, COLOUR_BOLD),   terminal_colour(stdout, COLOUR_NONE)};
    if (strcmp(format, "json") == 0)
        summary_json(result, &out);
    else if (strcmp(format, "junit") == 0) /* a test for each pair, not for each finding */
        findings_junit(result, &out);
    else if (report_writer_of(format))
        findings_write(report_writer_of(format), result, root, &out);
    else
        summary_text(result, &colours, &out);
    bool ok = fwrite(out.at, 1, out.len, stdout) == out.len && fflush(stdout) == 0;
    if (!ok)
        error_set(error, EXIT_BAD_USAGE, "cannot write the result: %s", strerror(errno));
    buf_free(&out);
    return ok;
}

/* "Nothing found" must mean that it was looked for: false where the browser or the server failed in
 * every attempt. */
static bool check_tested(const struct web_result *result, struct command *server,
                         struct error *error)
{
    size_t events = 0, pairs = 0;
    const char *why = NULL;
    for (size_t i = 0; i < result->event_count; i++)
        if (result->events[i].no_page && ++events == 1)
            why = result->events[i].trouble;
    for (size_t i = 0; i < result->test_count; i++)
        if (result->tests[i].verdict == WEB_BROKEN && ++pairs == 1 && !why)
            why = result->tests[i].why;
    if (!events && !pairs)
        return true;
    struct error end;
    bool ended = server && !command_is_well(server, &end);
    return error_set(error, EXIT_ENVIRONMENT, "%zu of %zu %s: %s", pairs ? pairs : events,
                     pairs ? result->test_count : result->event_count,
                     pairs ? "pairs could not be tested" : "events could not be tried",
                     ended ? end.message
                     : why ? why
                           : "the browser failed");
}

/* A baseline of half the races would let the other half pass for new ones. */
static bool write_baseline(const struct web_result *result, const char *path, struct error *error)
{
    if (!path || result->interrupted)
        return true;
    struct buf text = {0};
    known_write(result, &text);
    bool ok = file_write(path, buf_view(&text), error);
    buf_free(&text);
    return ok;
}

static int finish(struct web_result *result, const struct arguments *options,
                  const struct known_causes *known, const struct target *target)
{
    struct error error;
    if (!write_baseline(result, options->write_baseline, &error))
        return report_error(&error);
    if (known)
        known_apply(known, result);
    int status = result->interrupted                         ? EXIT_INTERRUPTED
                 : result->races && !options->write_baseline ? EXIT_FOUND
                                                             : EXIT_NOTHING_FOUND;
    if (web_report_write(result, &error))
        result->report = arena_printf(&result->arena, "%s/index.html", result->folder).at;
    print_warnings(result);
    if (!result->report) {
        report_error(&error);
        status = EXIT_ENVIRONMENT;
    } else if (!result->interrupted && !check_tested(result, target->command, &error)) {
        report_error(&error);
        status = result->races ? EXIT_FOUND : EXIT_ENVIRONMENT;
    } else if (result->untested && !options->allow_empty) {
        error_set(&error, EXIT_ENVIRONMENT, "%s", result->untested);
        report_error(&error);
        status = result->races ? EXIT_FOUND : EXIT_ENVIRONMENT;
    } else if (result->untested) {
        print_line(COLOUR_YELLOW, "note", result->untested);
    }
    return print_result(result, options->format, target->root, &error) ? status
                                                                       : report_error(&error);
}

/* ---- the output folder ---- */

static bool try_writing(const char *folder, struct error *error)
{
    char *path = mem_printf("%s/.interloper-%d", folder, (int)getpid());
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    else
        error_set(error, EXIT_BAD_USAGE, "--out: cannot write to %s: %s", folder, strerror(errno));
    unlink(path);
    free(path);
    return fd >= 0;
}

static const char default_folder[] = ".interloper";

/* The folder as an absolute path, for the report is looked at from elsewhere. */
static char *open_folder(const char *folder, struct error *error)
{
    if ((folder == default_folder && !folder_is_no_link(folder, error)) ||
        !make_folders(folder, error))
        return NULL;
    char *real = realpath(folder, NULL);
    if (!real)
        error_set(error, EXIT_BAD_USAGE, "%s: %s", folder, strerror(errno));
    if (!real || (try_writing(real, error) && folder_lock(real, error) >= 0)) /* until we end */
        return real;
    free(real);
    return NULL;
}

/* ---- all of it ---- */

static int test_page(const struct arguments *options, const struct web_options *campaign,
                     const struct target *target, struct error *error)
{
    struct command *server = target->command;
    struct known_causes *known = NULL;
    if (options->baseline && !(known = known_read(options->baseline, error)))
        return report_error(error);
    struct web_result result = {0};
    bool ok = web_run(campaign, &result, error);
    end_progress();
    if (!ok && error->exit_code == EXIT_ENVIRONMENT && server && !command_is_well(server, error))
        error->exit_code = EXIT_ENVIRONMENT; /* it was there when we began */
    int status = ok ? finish(&result, options, known, target) : report_error(error);
    web_result_free(&result);
    known_free(known);
    return status;
}

static int record(const char *word, const struct arguments *options,
                  const struct web_options *campaign, struct error *error)
{
    print_remark("recording to %s; close the window when you are done", options->record);
    if (!record_events(campaign, options->record, !options->headless, error))
        return report_error(error);
    print_remark("use it: interloper web %s --events %s", word, options->record);
    return EXIT_NOTHING_FOUND;
}

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

/* Said now, not when all is tested, or the person has done all that was to be recorded. */
static bool check_written(const struct arguments *options, struct error *error)
{
    struct error why;
    if (options->write_baseline && !file_check_writable(options->write_baseline, &why))
        return error_set(error, EXIT_BAD_USAGE, "--write-baseline: cannot write %s", why.message);
    if (!options->record)
        return true;
    if (!options->headless && !is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY"))
        return error_set(error, EXIT_ENVIRONMENT,
                         "--record opens a window and needs a display; DISPLAY is not set");
    return file_check_writable(options->record, &why) ||
           error_set(error, EXIT_BAD_USAGE, "--record: cannot write %s", why.message);
}

/* All that can be wrong with what was given is said before anything is started. */
static bool open_all(const char *word, const struct arguments *options, struct target *target,
                     struct arena *arena, struct web_options *campaign, struct error *error)
{
    char *program = browser_find(options->browser, options->record && !options->headless, error);
    campaign->browser = program;
    if (!program || !check_written(options, error) ||
        (options->state && !storage_state_read(options->state, &target->state, error)) ||
        !open_target(word, options, target, error) || !check_lists(options, target->url, error) ||
        !find_origins(target, options, error) ||
        !fill_campaign(options, target, arena, campaign, error))
        return false;
    bool needs_folder = !options->record || options->serve;
    char *folder = needs_folder ? open_folder(options->out, error) : NULL;
    campaign->folder = folder;
    if (needs_folder && !folder)
        return false;
    campaign->reset_log = arena_printf(arena, "%s/reset.log", folder ? folder : "").at;
    if (folder && options->reset)
        unlink(campaign->reset_log);
    return !options->serve || serve(target, options->serve, folder, campaign->cancel, error);
}

static int visit(const char *word, const struct arguments *options, struct watch *watch)
{
    struct error error = {0};
    struct arena arena = {0};
    struct target target = {0};
    struct web_options campaign = {.cancel = &watch->cancel};
    int status;
    if (!open_all(word, options, &target, &arena, &campaign, &error))
        status = report_error(&error);
    else if (options->record)
        status = record(word, options, &campaign, &error);
    else
        status = test_page(options, &campaign, &target, &error);
    close_target(&target);
    arena_free(&arena);
    free((char *)campaign.browser);
    free((char *)campaign.folder);
    return status;
}

static const struct option_row rows[] = {
    {"events", 'e', OPTION_TEXT, &given.events, "FILE",
     "the user events to use (JSON; a selector 'my-card >>> button' goes into a shadow root); "
     "else those found on the page",
     0, 0},
    {"record", 0, OPTION_TEXT, &given.record, "FILE",
     "open a window and write down what you do there, as an events file", 0, 0},
    {"prepare", 0, OPTION_TEXT, &given.prepare, "FILE",
     "events to trigger after each loading first: a login, say", 0, 0},
    {"serve", 0, OPTION_TEXT, &given.serve, "CMD",
     "start this server first, wait until the URL's port answers", 0, 0},
    {"serve-dotfiles", 0, OPTION_FLAG, &given.serve_dotfiles, NULL,
     "of a FILE or FOLDER: serve names that begin with a dot (.git, .env) too", 0, 0},
    {"reset", 0, OPTION_TEXT, &given.reset, "CMD",
     "run this before each visit: brings the server back to its first state", 0, 0},
    {"header", 0, OPTION_LIST, &given.headers, "'NAME: VALUE'",
     "sent with every request to the page's own origin; its value is shown nowhere", 0, 0},
    {"header-to", 0, OPTION_LIST, &given.header_to, "ORIGIN",
     "send the headers there too: https://api.example", 0, 0},
    {"cookie", 0, OPTION_LIST, &given.cookies, "NAME=VALUE",
     "set before the page is loaded; its value is shown nowhere", 0, 0},
    {"storage-state", 0, OPTION_TEXT, &given.state, "FILE",
     "cookies and local storage that the page begins with, as Playwright saves them", 0, 0},
    {"ignore", 0, OPTION_LIST, &given.ignored, "SELECTOR",
     "what it matches (CSS) is not compared; may be given again", 0, 0},
    {"baseline", 'b', OPTION_TEXT, &given.baseline, "FILE",
     "races whose cause stands in it do not count", 0, 0},
    {"write-baseline", 0, OPTION_TEXT, &given.write_baseline, "FILE",
     "write the causes of today's races there, and exit 0", 0, 0},
    {"no-source-maps", 0, OPTION_FLAG, &given.no_source_maps, NULL,
     "name lines of the scripts as they are loaded, not of what they were made from", 0, 0},
    {"allow-empty", 0, OPTION_FLAG, &given.allow_empty, NULL,
     "exit 0, not 4, where nothing could be tested", 0, 0},
    {"viewport", 0, OPTION_TEXT, &given.viewport, "WxH", "size of the page (1280x720)", 0, 0},
    {"jobs", 'j', OPTION_INTEGER, &given.jobs, "N",
     "tests at once, each with its own browser (number of cores, at most 4)", 1, 32},
    {"max-events", 0, OPTION_INTEGER, &given.most_events, "N",
     "use at most so many found events (20)", 1, 500},
    {"budget", 0, OPTION_DURATION, &given.budget_ns, "TIME",
     "begin no test after that, the most promising pairs first; says what was left out", 0, 0},
    {"timeout", 0, OPTION_DURATION, &given.timeout_ns, "TIME",
     "how long the page may take to load (30s)", 0, 0},
    {"patience", 0, OPTION_DURATION, &given.patience_ns, "TIME",
     "a request that takes longer is not waited for (5s)", 0, 0},
    {"browser", 0, OPTION_TEXT, &given.browser, "PROGRAM",
     "Chromium or Chrome (INTERLOPER_BROWSER, then PATH)", 0, 0},
    {"headless", 0, OPTION_FLAG, &given.headless, NULL, "no window for --record", 0, 0},
    {"out", 'o', OPTION_TEXT, &given.out, "DIR", "pictures and report (.interloper)", 0, 0},
    {"format", 0, OPTION_CHOICE, &given.format, "text|json|" REPORT_FORMATS,
     "of the summary (text)", 0, 0},
};

static const struct command_usage usage = {
    .command = "web",
    .synopsis = "interloper web [options] URL|FILE|FOLDER",
    .summary = "Finds pairs of user events whose AJAX answers, coming late, leave the page "
               "wrong; proves them with pictures.",
    .examples = "  interloper web examples/shop/\n"
                "  interloper web http://localhost:3000 --serve 'npm start'\n"
                "  interloper web page.html --events events.json --format json\n",
    .rows = rows,
    .row_count = COUNT_OF(rows),
};

static void set_defaults(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    given = (struct arguments){.viewport = "1280x720",
                               .out = default_folder,
                               .format = "text",
                               .jobs = cores > 4   ? 4
                                       : cores > 0 ? cores
                                                   : 1,
                               .most_events = 20,
                               .timeout_ns = 30000000000,
                               .patience_ns = 5000000000};
}

static bool check_words(const struct parsed *parsed, struct error *error)
{
    if (!check_empty(&given, error))
        return false;
    if (parsed->rest_count > 1)
        return error_set(error, EXIT_BAD_USAGE, "web: more than one page given: %s",
                         parsed->rest[1]);
    return parsed->rest_count == 1 ||
           error_set(error, EXIT_BAD_USAGE,
                     "web: which page? Give a URL, an HTML file or a folder");
}

int cmd_web(int argc, char **argv)
{
    struct parsed parsed;
    struct error error;
    struct watch watch = {0};
    set_defaults();
    if (!take_options(&usage, argc, argv, &parsed))
        return parsed.code;
    if (!check_words(&parsed, &error))
        return report_error(&error);
    keep_secrets(parsed.rest[0], &given);
    bool watched = watch_start(&watch, &error);
    int status = watched ? visit(parsed.rest[0], &given, &watch) : report_error(&error);
    if (watched)
        watch_stop(&watch);
    vec_free(&given.headers);
    vec_free(&given.header_to);
    vec_free(&given.cookies);
    vec_free(&given.ignored);
    return status;
}
