#include "web/campaign.h"

#include "base/file.h"
#include "serve/command.h"
#include "web/causes.h"
#include "web/fields.h"
#include "web/graph.h"
#include "web/script.h"

#include <dirent.h>
#include <unistd.h>

enum { ATTEMPTS = 3, RESET_MS = 120000 };

bool campaign__cancelled(const struct campaign *self)
{
    return self->options->cancel && atomic_load(self->options->cancel);
}

void web__warn(struct campaign *self, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&self->lock);
    bool known = false;
    vec_each (old, &self->warnings) {
        known = known || strcmp(*old, text) == 0;
    }
    if (!known)
        *vec_push(&self->warnings) = arena_str(&self->result->arena, str_of(text)).at;
    pthread_mutex_unlock(&self->lock);
}

static void tell_progress(struct campaign *self)
{
    if (!self->options->progress)
        return;
    pthread_mutex_lock(&self->lock);
    struct web_progress progress = {self->phase, self->done, self->total, self->races};
    self->options->progress(self->options->context, &progress);
    pthread_mutex_unlock(&self->lock);
}

/* ---- a worker's browser and visits ---- */

static bool open_browser(struct worker *self, struct error *error)
{
    const struct web_options *options = self->campaign->options;
    struct browser_options wanted = {.program = options->browser,
                                     .width = options->visit.width,
                                     .height = options->visit.height,
                                     .cancel = options->cancel};
    if (!self->browser)
        self->browser = browser_open(&wanted, error);
    return self->browser != NULL;
}

static void *warm_main(void *context)
{
    struct window *self = context;
    struct worker *worker = self->worker;
    struct error ignored;
    self->warm = visit_open(worker->browser, &worker->campaign->visit, NULL, &ignored);
    return NULL;
}

/* The next context and page are made, a third of a run's time, while the current page is tested:
 * not earlier, for that would delay its loading. */
static void start_warming(struct window *self)
{
    self->warming = pthread_create(&self->warmer, NULL, warm_main, self) == 0;
}

static struct visit *take_warm(struct window *self)
{
    if (self->warming)
        pthread_join(self->warmer, NULL);
    self->warming = false;
    struct visit *visit = self->warm;
    self->warm = NULL;
    return visit;
}

static void close_browser(struct worker *self)
{
    visit_close(take_warm(&self->window));
    visit_close(take_warm(&self->beside));
    browser_close(self->browser);
    self->browser = NULL;
}

static bool reset_server(struct worker *self, struct error *error)
{
    const struct web_options *options = self->campaign->options;
    struct command_options command = {.text = options->reset,
                                      .option = "--reset",
                                      .log = options->reset_log,
                                      .cancel = options->cancel};
    return !options->reset || command_run(&command, RESET_MS, error);
}

bool campaign__check_selector(struct visit *visit, const char *whose, const struct web_event *event,
                              struct error *error)
{
    for (size_t i = 0; i < event->part_count; i++)
        if (!campaign__check_selector(visit, whose, &event->parts[i], error))
            return false;
    if (!event->selector)
        return true;
    json_t *answer = visit_ask(visit, "check", json_pack("[s]", event->selector), error);
    if (!answer)
        return false;
    const char *id = event->id ? event->id : "", *why = text_of(answer, "why");
    long count = number_of(answer, "count");
    bool ok = !*why && count <= 1;
    if (*why)
        error_set(error, EXIT_BAD_USAGE, "%s '%s': '%s' is not a selector", whose, id,
                  event->selector);
    else if (!ok)
        error_set(error, EXIT_BAD_USAGE,
                  "%s '%s': '%s' matches %ld elements (%s%s); say which: '%s >> nth=0' is the "
                  "first",
                  whose, id, event->selector, count, text_of(answer, "labels"),
                  count > 5 ? ", …" : "", event->selector);
    json_decref(answer);
    return ok;
}

/* A wrong password usually leads to the same form again, and all that follows would test that. */
static bool check_login(struct visit *visit, const struct web_event *event, struct error *error)
{
    for (size_t i = 0; i < event->part_count; i++)
        if (!check_login(visit, &event->parts[i], error))
            return false;
    if (event->type != WEB_INPUT)
        return true;
    json_t *asks = visit_ask(visit, "asksPassword", json_pack("[s]", event->selector), error);
    bool ok = asks && !json_is_true(asks);
    if (asks && !ok)
        error_set(error, EXIT_ENVIRONMENT,
                  "--prepare: the page still asks for the password (%s) afterwards: the login "
                  "failed",
                  event->selector);
    json_decref(asks);
    return ok;
}

static bool prepare(struct worker *self, struct visit *visit, struct error *error)
{
    const struct web_events *steps = &self->campaign->options->prepare;
    for (size_t i = 0; i < steps->len; i++) {
        const struct web_event *event = &steps->at[i];
        visit_prepares(visit, true); /* a login may well lead to another page */
        if (!campaign__check_selector(visit, "--prepare: step", event, error) ||
            !visit_trigger(visit, event, "", 0, false, error))
            return false;
        const char *why = visit_facts(visit).unusable;
        if (why)
            return error_set(error, EXIT_ENVIRONMENT, "--prepare: %s cannot be triggered: %s",
                             event->id, why);
        if (!visit_settle(visit, error))
            return false;
        visit_prepares(visit, false);
    }
    for (size_t i = 0; i < steps->len; i++)
        if (!check_login(visit, &steps->at[i], error))
            return false;
    return true;
}

struct visit *window__visit(struct window *self, struct arena *arena, struct error *error)
{
    struct worker *worker = self->worker;
    if (!open_browser(worker, error) || !reset_server(worker, error))
        return NULL;
    struct visit *visit = take_warm(self);
    if (!visit)
        visit = visit_open(worker->browser, &worker->campaign->visit, arena, error);
    if (!visit)
        return NULL;
    visit_adopt(visit, arena);
    bool loaded = visit_load(visit, error);
    start_warming(self);
    if (loaded && prepare(worker, visit, error))
        return visit;
    visit_close(visit);
    return NULL;
}

void campaign__renew_script(struct worker *worker)
{
    struct campaign *self = worker->campaign;
    char *files = places_files(self->places);
    visit_close(take_warm(&worker->window)); /* has the old one */
    if (self->first_script != self->script)
        free(self->script);
    self->script = script_source(self->options->visit.index_file, files);
    self->visit.script = self->script;
    free(files);
}

bool campaign__look_again(struct campaign *self, const struct visit *visit, bool again)
{
    enum { ENOUGH = 4 };
    bool doubtful = visit_is_doubtful(visit);
    if (doubtful && again)
        atomic_fetch_add(&self->doubts, 1);
    return doubtful && !again && atomic_load(&self->doubts) < ENOUGH;
}

/* ---- work, side by side ---- */

static bool take_item(struct campaign *self, size_t *index)
{
    pthread_mutex_lock(&self->lock);
    bool any = self->next < self->total && !self->error.exit_code && !campaign__cancelled(self) &&
               (self->until <= 0 || visit_now() < self->until);
    if (any)
        *index = self->next++;
    pthread_mutex_unlock(&self->lock);
    return any;
}

static void end_all(struct campaign *self, const struct error *error)
{
    pthread_mutex_lock(&self->lock);
    if (!self->error.exit_code)
        self->error = *error;
    pthread_mutex_unlock(&self->lock);
}

struct shift {
    struct worker *worker;
    campaign_work *work;
    campaign_given_up *given_up;
    pthread_t thread;
};

/* Why the browser is gone is known only afterwards. */
static void explain(struct worker *worker, struct error *error)
{
    bool dead = worker->browser && !browser_is_alive(worker->browser);
    if (dead && error->exit_code == EXIT_ENVIRONMENT)
        browser_explain(worker->browser, error);
}

static void do_item(const struct shift *self, size_t index)
{
    struct worker *worker = self->worker;
    struct error error = {0};
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
        if (self->work(worker, index, &error))
            return;
        if (error.exit_code != EXIT_ENVIRONMENT)
            break;
        bool started = worker->browser != NULL;
        explain(worker, &error);
        close_browser(worker);
        if (!started)
            break;
    }
    if (error.exit_code == EXIT_ENVIRONMENT && self->given_up)
        self->given_up(worker, index, &error);
    else if (error.exit_code != EXIT_INTERRUPTED)
        end_all(worker->campaign, &error);
}

static void *shift_main(void *context)
{
    const struct shift *self = context;
    struct campaign *campaign = self->worker->campaign;
    size_t index;
    while (take_item(campaign, &index)) {
        do_item(self, index);
        pthread_mutex_lock(&campaign->lock);
        campaign->done++;
        pthread_mutex_unlock(&campaign->lock);
        tell_progress(campaign);
    }
    return NULL;
}

bool campaign__each(struct campaign *self, const char *phase, size_t total, campaign_work *work,
                    campaign_given_up *given_up)
{
    self->phase = phase;
    self->next = self->done = 0;
    self->total = total;
    tell_progress(self);
    size_t jobs = (size_t)self->options->jobs;
    jobs = jobs < total ? jobs : total;
    struct shift *shifts = mem_zalloc((jobs + 1) * sizeof *shifts);
    for (size_t i = 0; i < jobs; i++)
        shifts[i] = (struct shift){&self->workers[i], work, given_up, 0};
    /* the first worker is this thread; where no more can be started, there are fewer */
    for (size_t i = 1; i < jobs; i++)
        if (pthread_create(&shifts[i].thread, NULL, shift_main, &shifts[i]) != 0)
            jobs = i;
    if (jobs)
        shift_main(&shifts[0]);
    for (size_t i = 1; i < jobs; i++)
        pthread_join(shifts[i].thread, NULL);
    free(shifts);
    return !self->error.exit_code;
}

/* ---- pictures ---- */

const char *campaign__picture(struct campaign *self, struct arena *arena, struct str png,
                              const char *name)
{
    struct error error;
    char *path = mem_printf("%s/%s", self->options->folder, name);
    bool ok = file_write(path, png, &error);
    free(path);
    pthread_mutex_lock(&self->lock);
    if (!ok && !self->result->unsaved) /* a full disk is full for all of them */
        self->result->unsaved = arena_str(&self->result->arena, str_of(error.message)).at;
    pthread_mutex_unlock(&self->lock);
    return ok ? arena_str(arena, str_of(name)).at : NULL;
}

/* "test-007-diff.png", "event-012.png": names that only campaign__picture() is given. */
static bool is_picture(const char *name)
{
    static const char *const ends[] = {".png", "-after.png", "-synchronous.png", "-adverse.png",
                                       "-diff.png"};
    size_t start = strncmp(name, "test-", 5) == 0 ? 5 : strncmp(name, "event-", 6) == 0 ? 6 : 0;
    size_t digits = strspn(name + start, "0123456789");
    for (size_t i = 0; start && digits >= 3 && i < COUNT_OF(ends); i++)
        if (strcmp(name + start + digits, ends[i]) == 0)
            return true;
    return false;
}

/* Those of an earlier run would pass for this one's. */
static void remove_pictures(const char *path)
{
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (is_picture(entry->d_name))
            unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder)
        closedir(folder);
}

/* ---- all of it ---- */

static void start(struct campaign *self, const struct web_options *options,
                  struct web_result *result)
{
    *self = (struct campaign){.options = options, .visit = options->visit, .result = result};
    pthread_mutex_init(&self->lock, NULL);
    self->script = self->first_script = script_source(
        options->visit.index_file, options->source_maps ? "null" : "[]"); /* not known yet */
    self->places = places_new();
    self->visit.script = self->script;
    self->visit.known = network_known_new();
    self->visit.reached = &self->reached;
    self->workers = mem_zalloc((size_t)options->jobs * sizeof *self->workers);
    for (int i = 0; i < options->jobs; i++)
        self->workers[i] = (struct worker){.campaign = self,
                                           .window.worker = &self->workers[i],
                                           .beside.worker = &self->workers[i]};
    result->url = arena_str(&result->arena, str_of(options->visit.url)).at;
    result->folder = arena_str(&result->arena, str_of(options->folder)).at;
    result->viewport_width = options->visit.width;
    result->viewport_height = options->visit.height;
}

static void finish(struct campaign *self)
{
    struct web_result *result = self->result;
    for (int i = 0; i < self->options->jobs; i++)
        close_browser(&self->workers[i]);
    places_resolve_all(self->places, result);
    causes_name_all(result);
    size_t endless = network_known_count(self->visit.known);
    if (endless)
        web__warn(self, "%zu request%s never ended and %s not waited for", endless,
                  endless == 1 ? "" : "s", endless == 1 ? "was" : "were");
    result->warning_count = self->warnings.len;
    result->warnings = arena_array(&result->arena, const char *, self->warnings.len + 1);
    for (size_t i = 0; i < self->warnings.len; i++)
        result->warnings[i] = self->warnings.at[i];
    result->interrupted = campaign__cancelled(self);
    vec_free(&self->warnings);
    network_known_free(self->visit.known);
    picture_free(&self->loaded);
    free(self->workers);
    if (self->first_script != self->script)
        free(self->first_script);
    free(self->script);
    places_free(self->places);
    markup_free(self->markup);
    pthread_mutex_destroy(&self->lock);
}

static bool is_tested(const struct web_result *result, size_t event)
{
    for (size_t i = 0; i < result->test_count; i++)
        if (result->tests[i].first == event || result->tests[i].second == event)
            return true;
    return false;
}

/* Nothing tested must not read like nothing wrong: the line that says so, NULL where all that was
 * asked for was tested. */
static const char *untested(struct campaign *self)
{
    const struct web_result *result = self->result;
    const struct web_event *first = NULL;
    size_t troubled = 0, left = 0; /* who leads to another page is told in a note */
    for (size_t i = 0; i < result->event_count; i++) {
        const struct web_event *event = &result->events[i];
        if (!event->trouble || is_tested(result, i))
            continue;
        first = first && !(first->leaves && !event->leaves) ? first : event;
        troubled++;
        left += event->leaves;
    }
    if (self->until > 0 && self->next < self->total && !result->test_count)
        return "nothing was tested: the --budget was spent before the first pair";
    if (!result->event_count && self->options->events_given)
        return "nothing was tested: the events file names no event";
    if (!result->event_count)
        return "nothing was tested: no user event that can be used was found on the page. Name "
               "some "
               "with --events FILE; a key for the whole page is [{\"type\": \"key\", "
               "\"selector\": \"body\", \"value\": \"Enter\"}]";
    bool some = self->options->events_given && troubled > left;
    if (!troubled || (!some && troubled < result->event_count))
        return NULL;
    char more[48] = "";
    if (troubled > 1)
        snprintf(more, sizeof more, ", and %zu more", troubled - 1);
    return arena_printf(&self->result->arena, "%s: event %s (%s): %s%s",
                        troubled == result->event_count ? "nothing was tested"
                                                        : "not all that was given could be tested",
                        first->id, first->selector ? first->selector : "macro", first->trouble,
                        more)
        .at;
}

/* "POST /login load": without the event's name. */
static int request_length(const char *label)
{
    size_t method = strcspn(label, " ");
    size_t address = label[method] ? strcspn(label + method + 1, " ") + 1 : 0;
    return (int)(method + address);
}

/* Said before anything is tested: each test does it again, several times. */
static void tell_changes(struct campaign *self)
{
    struct web_result *result = self->result;
    const char *example = NULL;
    size_t events = 0;
    for (size_t i = 0; i < result->event_count && !self->options->reset; i++) {
        bool found = false;
        for (size_t k = 0; k < result->graphs[i].node_count && !found; k++) {
            found = graph_changes_server(&result->graphs[i].nodes[k]);
            if (found && !example)
                example = result->graphs[i].nodes[k].label;
        }
        events += found;
    }
    if (!events)
        return;
    web__warn(self,
              "%zu event%s send%s requests that may change the server (%.*s): each test does so "
              "again, and what one run leaves behind the next one finds; --reset CMD brings the "
              "server back",
              events, events == 1 ? "" : "s", events == 1 ? "s" : "", request_length(example),
              example);
    result->told = self->warnings.at[self->warnings.len - 1];
    if (self->options->note)
        self->options->note(self->options->context, result->told);
}

/* An event whose answer changes something conflicts with itself: here none does. */
static void warn_unplanned(struct campaign *self)
{
    const struct web_result *result = self->result;
    size_t usable = 0, asking = 0;
    for (size_t i = 0; i < result->event_count; i++) {
        bool works = !result->events[i].trouble;
        usable += works;
        asking += works && result->graphs[i].ajax;
    }
    if (usable && !asking)
        web__warn(self, "no user event sent a request: there was no answer to hold, and no pair "
                        "was tested");
    else if (asking)
        web__warn(self,
                  "%zu user event%s sent requests, but no answer changed anything seen or stored: "
                  "no pair was tested",
                  asking, asking == 1 ? "" : "s");
}

bool web_run(const struct web_options *options, struct web_result *result, struct error *error)
{
    struct campaign self;
    if (!make_folders(options->folder, error))
        return false;
    remove_pictures(options->folder);
    start(&self, options, result);
    double began = visit_now();
    bool ok = phase1__run(&self, error);
    if (options->budget_ms > 0)
        self.until = began + options->budget_ms;
    if (ok && !campaign__cancelled(&self) && result->event_count)
        tell_changes(&self);
    if (ok && !campaign__cancelled(&self))
        ok = phase2__run(&self, error);
    if (ok && !campaign__cancelled(&self))
        result->untested = untested(&self);
    if (result->untested)
        web__warn(&self, "%s", result->untested);
    bool all = self.next >= self.total; /* of those planned */
    if (ok && all && result->event_count && !result->test_count && !campaign__cancelled(&self))
        warn_unplanned(&self);
    if (!ok && campaign__cancelled(&self))
        ok = true;
    finish(&self);
    return ok;
}
