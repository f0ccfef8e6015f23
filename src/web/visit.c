#include "web/visit_inside.h"

#include "web/fields.h"
#include "web/graph.h"
#include "web/script.h"

#include <time.h>

enum {
    ASK_MS = 20000,
    REST_MS = 30000,
    SHORT_WAIT_MS = 10,
    UNSEEN_ANSWER_MS = 600,
    UNSEEN_LOOKS = 12
};

double visit_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1000.0 + (double)now.tv_nsec / 1e6;
}

/* ---- events of the page ---- */

void visit__forget_api(struct visit *self)
{
    free(self->api);
    self->api = NULL;
}

/* The script in the page hands its functions over as a console message (inject/8-api.js). */
static void on_console(struct visit *self, json_t *params)
{
    json_t *arguments = json_object_get(params, "args");
    json_t *first = json_array_get(arguments, 0), *second = json_array_get(arguments, 1);
    json_int_t context = json_integer_value(json_object_get(params, "executionContextId"));
    if (strcmp(text_of(first, "value"), script_word()) != 0 || context != self->api_context)
        return;
    visit__forget_api(self);
    self->api = mem_dup(text_of(second, "objectId"));
}

static void on_context(struct visit *self, json_t *params)
{
    json_t *context = json_object_get(params, "context");
    json_t *more = json_object_get(context, "auxData");
    bool main = strcmp(text_of(more, "frameId"), page_target(self->page)) == 0;
    if (main && json_is_true(json_object_get(more, "isDefault")))
        self->api_context = json_integer_value(json_object_get(context, "id"));
}

static void on_navigated(struct visit *self, json_t *params)
{
    json_t *frame = json_object_get(params, "frame");
    bool ahead = !self->arena; /* an empty page, not gone to the address yet */
    if (ahead || json_object_get(frame, "parentId"))
        return;
    self->went_to = arena_str(self->arena, str_of(text_of(frame, "url"))).at;
    self->navigated = !self->loading;
    if (!self->loading)
        return;
    self->moves++;
    self->loaded = false;
    self->leaving_since = 0;
}

/* Told by the page's own process, before anything is heard from the network. */
static void on_leaving(struct visit *self, json_t *params)
{
    bool here = strcmp(text_of(params, "disposition"), "currentTab") == 0;
    if (here && strcmp(text_of(params, "frameId"), page_target(self->page)) == 0)
        self->leaving_since = self->network.now;
}

/* <meta http-equiv=refresh>; one that comes later is no part of loading. */
static void on_scheduled(struct visit *self, json_t *params)
{
    bool soon = json_number_value(json_object_get(params, "delay")) <= 1; /* s */
    if (soon && self->loading && strcmp(text_of(params, "frameId"), page_target(self->page)) == 0)
        self->leaving_since = self->network.now;
}

/* It stayed: a download, an answer without content. */
static void on_stopped(struct visit *self, json_t *params)
{
    if (strcmp(text_of(params, "frameId"), page_target(self->page)) == 0)
        self->leaving_since = 0;
}

static bool is_leaving(const struct visit *self)
{
    double age = self->network.now - self->leaving_since;
    return self->leaving_since > 0 && age < self->options->patience_ms;
}

static void on_dialog(struct visit *self)
{
    self->dialogs++;
    page_post(self->page, "Page.handleJavaScriptDialog", json_pack("{s:b}", "accept", 1));
}

static void on_event(void *context, const char *method, json_t *params)
{
    struct visit *self = context;
    self->network.now = visit_now();
    if (strcmp(method, "Runtime.consoleAPICalled") == 0)
        on_console(self, params);
    else if (strcmp(method, "Runtime.executionContextCreated") == 0)
        on_context(self, params);
    else if (strcmp(method, "Runtime.executionContextsCleared") == 0)
        visit__forget_api(self);
    else if (strcmp(method, "Page.frameNavigated") == 0)
        on_navigated(self, params);
    else if (strcmp(method, "Page.frameRequestedNavigation") == 0)
        on_leaving(self, params);
    else if (strcmp(method, "Page.frameScheduledNavigation") == 0)
        on_scheduled(self, params);
    else if (strcmp(method, "Page.frameStoppedLoading") == 0)
        on_stopped(self, params);
    else if (strcmp(method, "Page.loadEventFired") == 0)
        self->loaded = true;
    else if (strcmp(method, "Input.dragIntercepted") == 0) {
        json_decref(self->drag);
        self->drag = json_incref(json_object_get(params, "data"));
    } else if (strcmp(method, "Page.javascriptDialogOpening") == 0)
        on_dialog(self);
    else
        network_event(&self->network, method, params);
}

static void post_for_network(void *context, const char *method, json_t *params)
{
    page_post(((struct visit *)context)->page, method, params);
}

/* ---- opening ---- */

/* What its name promises of a cookie must be told, or the browser drops it. */
static void add_promises(json_t *cookie, struct str name)
{
    bool host = str_starts(name, STR("__Host-"));
    if (host)
        json_object_set_new(cookie, "path", json_string("/"));
    if (host || str_starts(name, STR("__Secure-")))
        json_object_set_new(cookie, "secure", json_true());
}

static void set_cookies(struct visit *self)
{
    for (size_t i = 0; i < self->options->cookie_count; i++) {
        struct str rest = str_of(self->options->cookies[i]);
        struct str name = str_trim(str_cut(&rest, '=')), value = str_trim(rest);
        json_t *cookie =
            json_pack("{s:o, s:o, s:s}", "name", json_stringn(name.at, name.len), "value",
                      json_stringn(value.at, value.len), "url", self->options->url);
        add_promises(cookie, name);
        page_post(self->page, "Network.setCookie", cookie);
    }
}

static bool set_state(struct visit *self, struct error *error)
{
    const struct storage_state *state = self->options->state;
    if (state && state->cookies) {
        json_t *reply =
            page_call(self->page, "Network.setCookies",
                      json_pack("{s:o}", "cookies", json_loads(state->cookies, 0, NULL)), error);
        json_decref(reply);
        if (!reply && error->exit_code == EXIT_ENVIRONMENT && strstr(error->message, "nvalid"))
            error_set(error, EXIT_BAD_USAGE, "--storage-state: the browser refuses its cookies");
        if (!reply)
            return false;
    }
    if (!state || !state->script)
        return true;
    json_t *reply = page_call(self->page, "Page.addScriptToEvaluateOnNewDocument",
                              json_pack("{s:s}", "source", state->script), error);
    if (reply)
        self->state_script = mem_dup(text_of(reply, "identifier"));
    json_decref(reply);
    return reply != NULL;
}

/* Only a page that is loaded for the first time begins with it: what it takes out stays out. */
void visit__end_state(struct visit *self)
{
    if (!self->state_script)
        return;
    page_post(self->page, "Page.removeScriptToEvaluateOnNewDocument",
              json_pack("{s:s}", "identifier", self->state_script));
    free(self->state_script);
    self->state_script = NULL;
}

/* Answers are paused; where headers or a password were given, so are the requests that they go
 * with. (They are never sent to other origins: DevTools' own way, setExtraHTTPHeaders, sends them
 * to all.) */
static json_t *paused_requests(struct visit *self)
{
    const struct visit_options *options = self->options;
    json_t *list = json_pack("[{s:s, s:s}]", "urlPattern", "*", "requestStage", "Response");
    if (!options->credentials && !options->header_count)
        return list;
    if (options->credentials) {
        struct buf value = {0};
        base64_encode(str_of(options->credentials), &value);
        self->authorization = mem_printf("Basic " STR_FMT, STR_ARG(buf_view(&value)));
        buf_free(&value);
    }
    self->network.authorization = self->authorization;
    self->network.headers = options->headers;
    self->network.header_count = options->header_count;
    self->network.origins = options->origins;
    self->network.origin_count = options->origin_count;
    for (size_t i = 0; i < options->origin_count; i++) {
        char *pattern = mem_printf("%s/*", options->origins[i]);
        json_array_append_new(
            list, json_pack("{s:s, s:s}", "urlPattern", pattern, "requestStage", "Request"));
        free(pattern);
    }
    return list;
}

/* The page sees the window asked for, but a pixel of it is drawn as long as nobody looks: the
 * frames of a run cost two processes a seventh of its time. Page.captureScreenshot draws all for
 * once. */
static void set_size(struct visit *self)
{
    page_post(self->page, "Emulation.setDeviceMetricsOverride",
              json_pack("{s:i, s:i, s:i, s:b, s:b}", "width", self->options->width, "height",
                        self->options->height, "deviceScaleFactor", 1, "mobile", 0,
                        "dontSetVisibleSize", 1));
    page_post(self->page, "Emulation.setVisibleSize",
              json_pack("{s:i, s:i}", "width", 1, "height", 1));
}

/* The last of it is waited for: the page's process takes its orders later than the browser, which
 * would go to the address before the script is in place. */
static bool prepare(struct visit *self, struct error *error)
{
    static const char *const domains[] = {"Page.enable", "Network.enable", "Runtime.enable"};
    for (size_t i = 0; i < COUNT_OF(domains); i++)
        page_post(self->page, domains[i], NULL);
    /* what a service worker asks for is not the page's and cannot be held */
    page_post(self->page, "Network.setBypassServiceWorker", json_pack("{s:b}", "bypass", 1));
    page_post(self->page, "Fetch.enable",
              json_pack("{s:o, s:b}", "patterns", paused_requests(self), "handleAuthRequests", 1));
    set_size(self);
    page_post(self->page, "Emulation.setFocusEmulationEnabled", json_pack("{s:b}", "enabled", 1));
    page_post(
        self->page, "Browser.setDownloadBehavior",
        json_pack("{s:s, s:s}", "behavior", "deny", "browserContextId", page_context(self->page)));
    set_cookies(self);
    if (!set_state(self, error))
        return false;
    json_t *reply = page_call(self->page, "Page.addScriptToEvaluateOnNewDocument",
                              json_pack("{s:s}", "source", self->options->script), error);
    json_decref(reply);
    return reply != NULL;
}

struct visit *visit_open(struct browser *browser, const struct visit_options *options,
                         struct arena *arena, struct error *error)
{
    struct page_options size = {options->width, options->height};
    struct page *page = page_open(browser, &size, error);
    if (!page)
        return NULL;
    struct visit *self = mem_zalloc(sizeof *self);
    *self = (struct visit){.options = options, .page = page, .arena = arena};
    self->network.known = options->known;
    self->network.post = post_for_network;
    self->network.context = self;
    self->network.arena = arena;
    page_listen(page, on_event, self);
    if (prepare(self, error))
        return self;
    visit_close(self);
    return NULL;
}

void visit_adopt(struct visit *self, struct arena *arena)
{
    self->arena = self->network.arena = arena;
}

void visit_close(struct visit *self)
{
    if (!self)
        return;
    page_close(self->page);
    network_free(&self->network);
    visit__forget_api(self);
    free(self->authorization);
    json_decref(self->drag);
    free(self->state_script);
    free(self);
}

/* ---- what is known ---- */

struct visit_facts visit_facts(const struct visit *self)
{
    return (struct visit_facts){.navigated = self->navigated,
                                .went_to = self->went_to,
                                .unusable = self->unusable,
                                .reason = self->reason,
                                .label = self->label,
                                .peers = self->peers,
                                .dialogs = self->dialogs,
                                .cut = self->cut};
}

struct arena *visit_arena(const struct visit *self)
{
    return self->arena;
}

web_steps *visit_steps(struct visit *self)
{
    return &self->network.steps;
}

double visit_began(const struct visit *self)
{
    return self->network.began;
}

double visit_page_began(const struct visit *self)
{
    return self->page_began;
}

const char *visit_script(const struct visit *self, const struct web_graph *graph)
{
    vec_each (request, &self->network.requests) {
        if (request->script && request->lane && !graph_has_request(graph, request->url))
            return request->url;
    }
    return NULL;
}

/* ---- asking ---- */

static json_t *argument_list(json_t *arguments, const char *function)
{
    json_t *list = json_array();
    json_array_append_new(list, json_pack("{s:s}", "value", function));
    size_t i;
    json_t *argument;
    json_array_foreach (arguments, i, argument) {
        json_array_append_new(list, json_pack("{s:O}", "value", argument));
    }
    json_decref(arguments);
    return list;
}

static json_t *value_of(const char *function, json_t *reply, struct error *error)
{
    json_t *trouble = json_object_get(reply, "exceptionDetails");
    json_t *value = json_incref(json_object_get(json_object_get(reply, "result"), "value"));
    if (trouble) {
        json_t *thrown = json_object_get(trouble, "exception");
        const char *words = text_of(thrown, "description");
        if (json_is_string(json_object_get(thrown, "value")))
            error_set(error, EXIT_ENVIRONMENT, "%s", text_of(thrown, "value"));
        else
            error_set(error, EXIT_BAD_USAGE, "%s: %.*s", function, (int)strcspn(words, "\n"),
                      words);
        json_decref(value);
        value = NULL;
    } else if (!value) {
        value = json_null();
    }
    json_decref(reply);
    return value;
}

json_t *visit_ask(struct visit *self, const char *function, json_t *arguments, struct error *error)
{
    static const char call[] =
        "function (name, a, b, c, d, e) { return this[name](a, b, c, d, e); }";
    json_t *list = argument_list(arguments, function);
    if (!self->api) {
        json_decref(list);
        error_set(error, EXIT_ENVIRONMENT, "the page's script is not there (%s)", function);
        return NULL;
    }
    json_t *params =
        json_pack("{s:s, s:s, s:o, s:b, s:b}", "objectId", self->api, "functionDeclaration", call,
                  "arguments", list, "awaitPromise", 1, "returnByValue", 1);
    json_t *reply = page_call_within(self->page, "Runtime.callFunctionOn", params, ASK_MS, error);
    return reply ? value_of(function, reply, error) : NULL;
}

/* ---- coming to rest ---- */

static bool restless(struct error *error)
{
    return error_set(error, EXIT_ENVIRONMENT, "the page does not come to rest within %d s",
                     REST_MS / 1000);
}

bool visit__drain(struct visit *self, struct error *error)
{
    double began = visit_now();
    for (bool any = true; any;) {
        if (!page_wait(self->page, 0, &any, error))
            return false;
        if (visit_now() - began > REST_MS)
            return restless(error);
    }
    return true;
}

/* What the page still waits for without the network knowing: an answer that came but was not handed
 * to a handler yet, a body being read, a socket, a font. */
static bool page_waits(struct visit *self, json_t *waiting)
{
    long unanswered = (long)network_unanswered(&self->network);
    return number_of(waiting, "answers") > unanswered || number_of(waiting, "bodies") > 0 ||
           number_of(waiting, "sockets") > 0 || number_of(waiting, "fonts") > 0;
}

static bool is_busy(const struct visit *self)
{
    return network_under_way(&self->network) > 0 || is_leaving(self);
}

struct resting {
    int page_ms;    /* how much of the page's time may pass */
    bool begun;     /* the page was told so; a look that finds the network busy does not get so far,
                       and it would go on with the allowance of an earlier rest */
    bool impatient; /* what we cannot see was waited for in vain: its time passes all the same */
    bool standing;  /* the last look found its time standing still, with timers due */
};

enum rest { REST_QUIET, REST_BUSY, REST_WAITS, REST_FAILED };

static json_t *advance(struct visit *self, struct resting *resting, struct error *error)
{
    int unanswered = resting->impatient ? -1 : (int)network_unanswered(&self->network);
    json_t *answer =
        visit_ask(self, "advance",
                  json_pack("[i, b, i, i, b]", resting->page_ms, resting->begun, unanswered,
                            self->network.worker_answers, network_holds_worker(&self->network)),
                  error);
    resting->begun = true;
    resting->standing = number_of(answer, "state") == WEB_REST_WAITS;
    return answer;
}

static enum rest look(struct visit *self, struct resting *resting, struct error *error)
{
    if (!visit__drain(self, error))
        return REST_FAILED;
    self->network.now = visit_now();
    if (is_busy(self))
        return REST_BUSY;
    json_t *answer = advance(self, resting, error);
    if (!answer)
        return self->navigated ? REST_QUIET : REST_FAILED;
    bool moves = number_of(answer, "state") == WEB_REST_NETWORK;
    bool waits = resting->standing || page_waits(self, json_object_get(answer, "waiting"));
    self->cut = (int)number_of(answer, "cut");
    json_decref(answer);
    if (!visit__drain(self, error))
        return REST_FAILED;
    if (moves || is_busy(self))
        return REST_BUSY;
    return waits ? REST_WAITS : REST_QUIET;
}

/* How long the page may wait for what we cannot see: much longer where an answer has begun. */
static double unseen_patience(const struct visit *self)
{
    return network_reading(&self->network) ? self->options->patience_ms : UNSEEN_ANSWER_MS;
}

bool visit_rest(struct visit *self, int page_ms, struct error *error)
{
    double began = visit_now(), waits_since = 0;
    int looks = 0; /* in vain: each gave the page time of its own, however busy the machine */
    for (struct resting resting = {.page_ms = page_ms};;) {
        enum rest rest = look(self, &resting, error);
        double now = visit_now();
        if (self->navigated || rest == REST_FAILED)
            return self->navigated && error->exit_code != EXIT_INTERRUPTED;
        if (rest == REST_QUIET)
            return true;
        waits_since = rest != REST_WAITS ? 0 : waits_since > 0 ? waits_since : now;
        looks = rest != REST_WAITS ? 0 : looks + 1;
        if (looks > UNSEEN_LOOKS && now - waits_since > unseen_patience(self)) {
            network_stop_reading(&self->network);
            self->unseen += !resting.impatient;
            if (!resting.standing)
                return true;
            resting.impatient = true;
        }
        if (now - began > REST_MS)
            return restless(error);
        self->network.now = now;
        network_give_up(&self->network, self->options->patience_ms);
        bool any;
        bool wait = rest == REST_WAITS || is_busy(self);
        if (wait && !page_wait(self->page, SHORT_WAIT_MS, &any, error))
            return false;
    }
}

bool visit_is_doubtful(const struct visit *self)
{
    return self->network.given_up > 0 || self->unseen > 0;
}

bool visit_pause(struct visit *self, int page_ms, struct error *error)
{
    json_t *answer = visit_ask(self, "pause", json_pack("[i]", page_ms), error);
    json_decref(answer);
    return answer != NULL || self->navigated;
}

/* ---- coming to rest elsewhere ---- */

void visit_prepares(struct visit *self, bool prepares)
{
    self->loading = prepares;
}

bool visit_settle(struct visit *self, struct error *error)
{
    enum { TRIES = 20 };
    for (int i = 0; i < TRIES; i++) {
        struct error trouble = {0};
        if (self->api && visit_rest(self, VISIT_ALL_TIME, &trouble))
            return true;
        if (trouble.exit_code == EXIT_INTERRUPTED || i + 1 == TRIES) {
            *error = trouble;
            return false;
        }
        bool any; /* the script of the new page will call */
        if (!page_wait(self->page, 100, &any, error))
            return false;
    }
    return error_set(error, EXIT_ENVIRONMENT, "the page does not come to rest");
}

/* ---- holding ---- */

static json_t *encoded_text(const char *text)
{
    struct buf out = {0};
    base64_encode(str_of(text), &out);
    json_t *result = json_stringn(out.at ? out.at : "", out.len);
    buf_free(&out);
    return result;
}

bool visit_hold(struct visit *self, enum visit_hold hold, struct error *error)
{
    self->network.hold = hold != VISIT_HOLD_NOTHING;
    self->network.changes_pass = hold == VISIT_HOLD_READS;
    json_t *answer =
        visit_ask(self, "holdSockets", json_pack("[b]", hold != VISIT_HOLD_NOTHING), error);
    json_decref(answer);
    return answer != NULL || self->navigated;
}

void visit_hold_no_more(struct visit *self)
{
    self->network.hold = false;
}

/* A body that cannot be had (the page may have aborted the request meanwhile) stays where it is. */
static bool take_body(struct visit *self, struct network_request *request, struct error *error)
{
    char *id = mem_dup(request->id);
    json_t *reply = page_call(self->page, "Fetch.getResponseBody",
                              json_pack("{s:s}", "requestId", request->fetch_id), error);
    request = network_next_to_take(&self->network);
    bool there = request && strcmp(request->id, id) == 0;
    if (reply && there && json_is_true(json_object_get(reply, "base64Encoded")))
        json_object_set(request->answer, "body", json_object_get(reply, "body"));
    else if (reply && there)
        json_object_set_new(request->answer, "body", encoded_text(text_of(reply, "body")));
    else if (there)
        request->bodiless = true;
    free(id);
    json_decref(reply);
    return reply || error->exit_code != EXIT_INTERRUPTED;
}

bool visit_free_connections(struct visit *self, struct error *error)
{
    for (struct network_request *next; (next = network_next_to_take(&self->network)) != NULL;)
        if (!take_body(self, next, error))
            return false;
    return true;
}

bool visit_release(struct visit *self, struct error *error)
{
    self->network.hold = false;
    self->network.lane = 1;
    self->network.now = visit_now();
    while (network_release(&self->network))
        if (!visit_rest(self, 0, error))
            return false;
    return visit_hold(self, VISIT_HOLD_NOTHING, error);
}

/* ---- triggering ---- */

static bool begin(struct visit *self, const struct web_event *event, const char *id, int lane,
                  bool trace, struct error *error)
{
    json_t *answer = visit_ask(
        self, "begin", json_pack("[s, b, s, i]", id, trace, event->id, event->messages), error);
    if (!answer)
        return self->navigated;
    self->network.lane = lane;
    self->network.now = visit_now();
    if (lane && self->network.began == 0) {
        self->network.began = self->network.now;
        self->page_began = json_number_value(answer);
    }
    json_decref(answer);
    return true;
}

bool visit_trigger(struct visit *self, const struct web_event *event, const char *id, int lane,
                   bool trace, struct error *error)
{
    self->unusable = NULL;
    if (!begin(self, event, id, lane, trace, error))
        return false;
    if (lane)
        *vec_push(&self->network.steps) =
            (struct web_step){.kind = WEB_STEP_TRIGGER,
                              .lane = lane,
                              .at_ms = self->network.now - self->network.began,
                              .text = event->id};
    if (event->type != WEB_MACRO)
        return visit__perform(self, event, error);
    for (size_t i = 0; i < event->part_count; i++) {
        if (visit__is_open(self, event, i))
            continue;
        if (!visit__perform(self, &event->parts[i], error))
            return false;
        if (self->unusable || self->navigated)
            return true;
        /* a menu may need a moment to open; its network is none of our business here */
        json_t *answer = visit_ask(self, "pass", json_pack("[i]", 300), error);
        json_decref(answer);
        if (!answer && !self->navigated)
            return false;
    }
    return true;
}

/* ---- looking ---- */

bool visit_picture(struct visit *self, bool final, const struct visit_place *like,
                   struct visit_place *place, struct buf *png, struct error *error)
{
    if (final)
        page_post(self->page, "Input.dispatchMouseEvent",
                  json_pack("{s:s, s:i, s:i}", "type", "mouseMoved", "x", -1, "y", -1));
    json_t *arguments = json_pack("[b]", final);
    if (like)
        json_array_append_new(arguments, json_pack("{s:f, s:f, s:b}", "x", like->x, "y", like->y,
                                                   "scrolled", like->scrolled));
    json_t *answer = visit_ask(self, "still", arguments, error);
    if (!answer)
        return false;
    if (place)
        *place = (struct visit_place){json_number_value(json_object_get(answer, "x")),
                                      json_number_value(json_object_get(answer, "y")),
                                      json_is_true(json_object_get(answer, "scrolled"))};
    json_decref(answer);
    return page_picture(self->page, NULL, png, error);
}

bool visit_cover(struct visit *self, bool cover, struct error *error)
{
    const struct visit_options *options = self->options;
    json_t *list = json_array();
    for (size_t i = 0; cover && i < options->ignored_count; i++)
        json_array_append_new(list, json_string(options->ignored[i]));
    json_t *answer = visit_ask(self, "cover", json_pack("[bo]", cover, list), error);
    json_decref(answer);
    return answer != NULL;
}

static const char *ax_text(json_t *node, const char *key)
{
    return text_of(json_object_get(node, key), "value");
}

bool visit_tree(struct visit *self, struct buf *lines, struct error *error)
{
    json_t *reply = page_call(self->page, "Accessibility.getFullAXTree", NULL, error);
    if (!reply)
        return false;
    size_t i;
    json_t *node;
    json_array_foreach (json_object_get(reply, "nodes"), i, node) {
        const char *role = ax_text(node, "role");
        bool leaf = strcmp(role, "InlineTextBox") == 0 || strcmp(role, "StaticText") == 0;
        if (json_is_true(json_object_get(node, "ignored")) || leaf || !*role)
            continue;
        const char *name = ax_text(node, "name"), *value = ax_text(node, "value");
        if (*name || *value)
            buf_printf(lines, "%s \"%s\"%s%s\n", role, name, *value ? " = " : "", value);
    }
    json_decref(reply);
    return true;
}

bool visit_source(struct visit *self, struct buf *html)
{
    struct error error;
    if (!self->network.document_id)
        return false;
    json_t *reply = page_call(self->page, "Network.getResponseBody",
                              json_pack("{s:s}", "requestId", self->network.document_id), &error);
    struct str body = str_of(text_of(reply, "body"));
    bool encoded = json_is_true(json_object_get(reply, "base64Encoded"));
    bool ok = reply && (!encoded || base64_decode(body, html));
    if (ok && !encoded)
        buf_str(html, body);
    json_decref(reply);
    return ok;
}
