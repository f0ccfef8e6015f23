#include "web/network.h"

#include "base/map.h"
#include "web/fields.h"

#include <pthread.h>
#include <strings.h>

/* How long an answer waits for the news that it was asked for. */
enum { STRAY_MS = 1500 };

/* What was answered once will be answered again: it gets so many times the patience, for the
 * machine may be busy. */
enum { TRUST = 4 };

/* An answer of fetch whose body nobody reads never ends: after so long a silence it counts as
 * through. Bodies that are being read are known to the page's script. */
enum { UNREAD_MS = 400 };

/* ---- what earlier runs learned ---- */

struct marks {
    bool answered;
    bool endless; /* the last one did not end */
    int from;     /* nor did the nth of a run and those after it, twice; 0: none */
    int suspect;  /* it did so once */
};

struct network_known {
    pthread_mutex_t lock;
    struct map urls; /* without query, to struct marks; owns both */
};

struct network_known *network_known_new(void)
{
    struct network_known *self = mem_zalloc(sizeof *self);
    pthread_mutex_init(&self->lock, NULL);
    return self;
}

void network_known_free(struct network_known *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->urls.len; i++) {
        free((char *)self->urls.at[i].key.at);
        free(self->urls.at[i].pointer);
    }
    map_free(&self->urls);
    pthread_mutex_destroy(&self->lock);
    free(self);
}

static struct str without_query(const char *url)
{
    return (struct str){url, strcspn(url, "?#")};
}

static struct marks learned(struct network_known *self, const char *url)
{
    pthread_mutex_lock(&self->lock);
    struct map_entry *entry = map_find(&self->urls, without_query(url));
    struct marks marks = entry ? *(struct marks *)entry->pointer : (struct marks){0};
    pthread_mutex_unlock(&self->lock);
    return marks;
}

/* With the lock held. */
static struct marks *marks_of(struct network_known *self, const char *url)
{
    struct str name = without_query(url);
    struct map_entry *entry = map_find(&self->urls, name);
    if (!entry) {
        entry = map_add(&self->urls, (struct str){mem_dup_n(name.at, name.len), name.len}, NULL);
        entry->pointer = mem_zalloc(sizeof(struct marks));
    }
    return entry->pointer;
}

/* A machine that stalled once must not change what later runs wait for: hence twice. */
static void learn_endless(struct network_known *self, const char *url, int nth)
{
    pthread_mutex_lock(&self->lock);
    struct marks *marks = marks_of(self, url);
    marks->endless = true;
    if (marks->answered && marks->suspect == nth)
        marks->from = nth;
    else if (marks->answered)
        marks->suspect = nth;
    pthread_mutex_unlock(&self->lock);
}

static void learn_answered(struct network_known *self, const char *url, int nth)
{
    pthread_mutex_lock(&self->lock);
    struct marks *marks = marks_of(self, url);
    marks->answered = true;
    marks->endless = false;
    if (marks->from && nth >= marks->from)
        marks->from = 0;
    if (nth >= marks->suspect)
        marks->suspect = 0;
    pthread_mutex_unlock(&self->lock);
}

static bool is_endless(struct marks marks, int nth)
{
    return marks.endless || (marks.from && nth >= marks.from);
}

bool network_known_endless(struct network_known *self, const char *url, int nth)
{
    return is_endless(learned(self, url), nth);
}

size_t network_known_count(struct network_known *self)
{
    size_t count = 0;
    pthread_mutex_lock(&self->lock);
    for (size_t i = 0; i < self->urls.len; i++) {
        const struct marks *marks = self->urls.at[i].pointer;
        count += marks->endless || marks->from;
    }
    pthread_mutex_unlock(&self->lock);
    return count;
}

static double patience(const struct network *self, const char *url, double limit_ms)
{
    return learned(self->known, url).answered ? TRUST * limit_ms : limit_ms;
}

/* Which one to its URL the next request would be. */
static int next_nth(const struct network *self, const char *url)
{
    int nth = 1;
    for (size_t i = 0; i < self->requests.len; i++)
        nth += str_equal(without_query(self->requests.at[i].url), without_query(url));
    return nth;
}

/* ---- kinds of requests ---- */

/* DevTools' resource types. What is not here (Ping, Other: icons and prefetches, Media,
 * EventSource, WebSocket …) neither keeps a page busy nor is held. */
static const struct {
    const char *name;
    bool ajax; /* held; numbered once the page is loaded */
} types[] = {
    {"XHR", true},        {"Fetch", true},     {"Script", true}, {"Image", true},
    {"Stylesheet", true}, {"Document", false}, {"Font", false},
};

static struct network_request *find(struct network *self, const char *id)
{
    for (size_t i = self->requests.len; i-- > 0;)
        if (strcmp(self->requests.at[i].id, id) == 0)
            return &self->requests.at[i];
    return NULL;
}

const char *network_path(const char *url)
{
    const char *path = strstr(url, "://");
    path = path ? strchr(path + 3, '/') : NULL;
    return path ? path : url;
}

static void note(struct network *self, const struct network_request *request,
                 enum web_step_kind kind)
{
    if (!request->number || !self->arena || !request->lane)
        return;
    struct str text =
        arena_printf(self->arena, "%s %s", request->method, network_path(request->url));
    *vec_push(&self->steps) = (struct web_step){.kind = kind,
                                                .lane = request->lane,
                                                .at_ms = self->now - self->began,
                                                .request = request->number,
                                                .text = text.at,
                                                .body = request->body};
}

/* The parts of a form are set apart by a line that is drawn by lot each time. */
static uint64_t hash_parts(struct str data)
{
    struct str rest = data, line = str_cut(&rest, '\n');
    uint64_t hash = 0;
    size_t from = 0;
    line.len -= line.len && line.at[line.len - 1] == '\r';
    for (size_t at = 0; at + line.len <= data.len; at++) {
        if (memcmp(data.at + at, line.at, line.len) != 0)
            continue;
        hash = hash * 31 + map_hash((struct str){data.at + from, at - from});
        from = at + line.len;
        at = from - 1;
    }
    return hash * 31 + map_hash((struct str){data.at + from, data.len - from});
}

/* What a request sends, to tell whether another one is the same; 0 where it cannot be told (files).
 * A GraphQL query only asks. */
static uint64_t hash_body(json_t *asked)
{
    const char *data = text_of(asked, "postData");
    if (!*data && json_is_true(json_object_get(asked, "hasPostData")))
        return 0;
    if (strncmp(data, "------WebKitFormBoundary", 24) == 0)
        return hash_parts(str_of(data)) | 1;
    const char *query = strstr(data, "\"query\"");
    if (query && !strstr(query, "mutation"))
        return 0;
    return map_hash(str_of(data)) | 1;
}

/* A POST without a hash of its body only asks, or may: GraphQL's queries. */
static bool changes_server(const struct network_request *request)
{
    static const char *const methods[] = {"PUT", "PATCH", "DELETE"};
    for (size_t i = 0; i < COUNT_OF(methods); i++)
        if (strcmp(request->method, methods[i]) == 0)
            return true;
    return strcmp(request->method, "POST") == 0 && request->body;
}

static void classify(struct network *self, struct network_request *request, const char *type)
{
    bool program = strcmp(type, "XHR") == 0 || strcmp(type, "Fetch") == 0;
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (strcmp(types[i].name, type) == 0) {
            request->counted = true;
            request->script = strcmp(type, "Script") == 0;
            /* while the page loads, its own scripts and images need no order */
            request->ajax = types[i].ajax && (program || self->lane > 0);
        }
    if (strncmp(request->url, "http", 4) != 0)
        request->ajax = false;
    request->background = network_known_endless(self->known, request->url, request->nth);
    bool passes = self->changes_pass && changes_server(request);
    request->hold = request->ajax && self->hold && !request->background && !passes;
    if (request->ajax)
        request->number = ++self->last_number;
}

static void take_strays(struct network *self, const char *id);

static void on_sent(struct network *self, json_t *params)
{
    const char *id = text_of(params, "requestId");
    if (find(self, id)) /* a redirect goes on under the same id */
        return;
    json_t *asked = json_object_get(params, "request");
    int nth = next_nth(self, text_of(asked, "url"));
    struct network_request *request = vec_push(&self->requests);
    request->nth = nth;
    request->id = mem_dup(id);
    request->url = mem_dup(text_of(asked, "url"));
    request->method = mem_dup(text_of(asked, "method"));
    request->lane = self->lane;
    request->body = hash_body(asked);
    request->worker = !*text_of(params, "loaderId");
    request->sent_at = self->now;
    classify(self, request, text_of(params, "type"));
    note(self, request, WEB_STEP_REQUEST);
    take_strays(self, id);
}

/* ---- answers ---- */

static void post_id(struct network *self, const char *method, const char *id)
{
    self->post(self->context, method, json_pack("{s:s}", "requestId", id));
}

static void forget_answer(struct network_request *request)
{
    free(request->fetch_id);
    request->fetch_id = NULL;
    json_decref(request->answer);
    request->answer = NULL;
}

/* Headers that speak of the body on the line, not of the one we have. */
static json_t *own_headers(json_t *headers)
{
    json_t *kept = json_array(), *header;
    size_t i;
    json_array_foreach (headers, i, header) {
        const char *name = text_of(header, "name");
        if (strcasecmp(name, "content-encoding") != 0 && strcasecmp(name, "content-length") != 0 &&
            strcasecmp(name, "transfer-encoding") != 0)
            json_array_append(kept, header);
    }
    return kept;
}

static void let_go(struct network *self, struct network_request *request)
{
    json_t *body = json_object_get(request->answer, "body");
    if (body)
        self->post(self->context, "Fetch.fulfillRequest",
                   json_pack("{s:s, s:O, s:O, s:o}", "requestId", request->fetch_id, "responseCode",
                             json_object_get(request->answer, "status"), "body", body,
                             "responseHeaders",
                             own_headers(json_object_get(request->answer, "headers"))));
    else
        post_id(self, "Fetch.continueResponse", request->fetch_id);
    request->sent_at = self->now; /* how long it was held is not its fault */
    forget_answer(request);
}

static bool is_through(const struct network *self, const struct network_request *request)
{
    return request->done || (request->heard_at > 0 && self->now - request->heard_at > UNREAD_MS);
}

static bool must_wait_for(const struct network *self, const struct network_request *earlier)
{
    return earlier->ajax && !is_through(self, earlier) && !earlier->held && !earlier->hold &&
           !earlier->background;
}

/* Answers whose predecessors are through may follow. */
static void let_go_in_order(struct network *self)
{
    bool blocked = false;
    vec_each (request, &self->requests) {
        if (request->fetch_id && !request->held && (!blocked || request->background))
            let_go(self, request);
        blocked = blocked || must_wait_for(self, request);
    }
}

static bool is_not_sent_yet(json_t *params)
{
    return !json_object_get(params, "responseStatusCode") &&
           !json_object_get(params, "responseErrorReason");
}

static bool is_of(const char *url, const char *origin)
{
    size_t length = strlen(origin);
    return strncmp(url, origin, length) == 0 && (!url[length] || strchr("/?#", url[length]));
}

static bool is_given(const struct network *self, const char *name)
{
    for (size_t i = 0; i < self->header_count; i++) {
        struct str rest = str_of(self->headers[i]), given = str_trim(str_cut(&rest, ':'));
        if (strlen(name) == given.len && strncasecmp(name, given.at, given.len) == 0)
            return true;
    }
    return false;
}

static void add_given(const struct network *self, json_t *headers)
{
    for (size_t i = 0; i < self->header_count; i++) {
        struct str rest = str_of(self->headers[i]);
        struct str name = str_trim(str_cut(&rest, ':')), value = str_trim(rest);
        json_array_append_new(headers,
                              json_pack("{s:o, s:o}", "name", json_stringn(name.at, name.len),
                                        "value", json_stringn(value.at, value.len)));
    }
}

static void send_with_headers(struct network *self, json_t *params)
{
    json_t *headers = json_array(), *value, *request = json_object_get(params, "request");
    const char *name, *url = text_of(request, "url");
    bool allowed = false, own = self->origin_count && is_of(url, self->origins[0]);
    for (size_t i = 0; i < self->origin_count; i++)
        allowed |= is_of(url, self->origins[i]);
    json_object_foreach (json_object_get(request, "headers"), name, value) {
        if (!allowed || !is_given(self, name))
            json_array_append_new(headers, json_pack("{s:s, s:O}", "name", name, "value", value));
    }
    if (own && self->authorization && !is_given(self, "authorization"))
        json_array_append_new(headers, json_pack("{s:s, s:s}", "name", "Authorization", "value",
                                                 self->authorization));
    if (allowed)
        add_given(self, headers);
    self->post(
        self->context, "Fetch.continueRequest",
        json_pack("{s:s, s:o}", "requestId", text_of(params, "requestId"), "headers", headers));
}

static void on_paused(struct network *self, json_t *params)
{
    if (self->origin_count && is_not_sent_yet(params)) {
        send_with_headers(self, params);
        return;
    }
    const char *fetch_id = text_of(params, "requestId");
    struct network_request *request = find(self, text_of(params, "networkId"));
    const char *url = text_of(json_object_get(params, "request"), "url");
    if (!request && *text_of(params, "networkId") &&
        !network_known_endless(self->known, url, next_nth(self, url))) {
        *vec_push(&self->strays) = (struct network_stray){json_incref(params), self->now};
        return;
    }
    bool redirect = false;
    int status = (int)json_integer_value(json_object_get(params, "responseStatusCode"));
    if (status >= 300 && status < 400 && status != 304)
        redirect = true;
    const char *type = text_of(params, "resourceType");
    if (strcmp(type, "Document") == 0 && !redirect && !self->lane && !self->document_status)
        self->document_status = status;
    if (!request || redirect || !request->ajax || request->fetch_id) {
        post_id(self, "Fetch.continueResponse", fetch_id);
        return;
    }
    request->fetch_id = mem_dup(fetch_id);
    request->bodiless = json_object_get(params, "responseErrorReason") != NULL;
    json_t *headers = json_object_get(params, "responseHeaders");
    request->answer = json_pack("{s:i, s:O?}", "status", status, "headers", headers);
    if (request->hold) {
        request->held = true;
        note(self, request, WEB_STEP_HELD);
    }
    let_go_in_order(self);
}

/* The answer is announced by the browser, the request by the page's own process: on a busy machine
 * the answer may be heard of first. */
static void take_strays(struct network *self, const char *id)
{
    for (size_t i = 0; i < self->strays.len; i++) {
        json_t *params = self->strays.at[i].params;
        if (strcmp(text_of(params, "networkId"), id) != 0)
            continue;
        vec_remove(&self->strays, i);
        on_paused(self, params);
        json_decref(params);
        return;
    }
}

/* Some are never announced (of shared workers, say): they are let go. */
static void drop_strays(struct network *self)
{
    for (size_t i = 0; i < self->strays.len;) {
        json_t *params = self->strays.at[i].params;
        const char *url = text_of(json_object_get(params, "request"), "url");
        if (self->now - self->strays.at[i].since <= patience(self, url, STRAY_MS)) {
            i++;
            continue;
        }
        post_id(self, "Fetch.continueResponse", text_of(params, "requestId"));
        learn_endless(self->known, url, next_nth(self, url));
        vec_remove(&self->strays, i);
        json_decref(params);
    }
}

/* A page that goes on to another cancels its document. */
static void on_failed(struct network *self, json_t *params)
{
    const char *id = text_of(params, "requestId");
    bool cancelled = json_is_true(json_object_get(params, "canceled"));
    if (self->document_id && strcmp(id, self->document_id) == 0 && !cancelled)
        self->document_failed = arena_str(self->arena, str_of(text_of(params, "errorText"))).at;
}

static void on_done(struct network *self, json_t *params, bool failed)
{
    if (failed)
        on_failed(self, params);
    struct network_request *request = find(self, text_of(params, "requestId"));
    if (!request || request->done)
        return;
    request->done = true;
    request->failed = failed;
    self->worker_answers += request->worker && !request->script;
    if (!failed)
        learn_answered(self->known, request->url, request->nth);
    request->held = false;
    forget_answer(request);
    note(self, request, failed ? WEB_STEP_ABORTED : WEB_STEP_ANSWER);
    let_go_in_order(self);
}

/* As the server announces it; 0 where it does not. */
static double announced_bytes(json_t *response)
{
    const char *name;
    json_t *value;
    json_object_foreach (json_object_get(response, "headers"), name, value) {
        if (json_is_string(value) && strcasecmp(name, "content-length") == 0)
            return strtod(json_string_value(value), NULL);
    }
    return 0;
}

static void on_response(struct network *self, json_t *params)
{
    json_t *response = json_object_get(params, "response");
    struct network_request *request = find(self, text_of(params, "requestId"));
    if (request) {
        request->status = (int)json_integer_value(json_object_get(response, "status"));
        if (strcmp(text_of(params, "type"), "Fetch") == 0)
            request->heard_at = self->now;
    }
    bool main = strcmp(text_of(params, "requestId"), text_of(params, "loaderId")) == 0;
    if (!main || self->lane || self->document_type)
        return;
    self->document_status = (int)json_integer_value(json_object_get(response, "status"));
    if (!self->arena)
        return;
    self->document_type = arena_str(self->arena, str_of(text_of(response, "mimeType"))).at;
    self->document_announced = announced_bytes(response);
    self->document_id = arena_str(self->arena, str_of(text_of(params, "requestId"))).at;
}

static void on_data(struct network *self, json_t *params)
{
    const char *id = text_of(params, "requestId");
    struct network_request *request = find(self, id);
    if (request && request->heard_at > 0)
        request->heard_at = self->now;
    if (self->document_id && strcmp(id, self->document_id) == 0)
        self->document_bytes += json_number_value(json_object_get(params, "dataLength"));
}

/* Credentials were sent with the request, where there are any (see visit.c). */
static void on_password(struct network *self, json_t *params)
{
    self->post(self->context, "Fetch.continueWithAuth",
               json_pack("{s:s, s:{s:s}}", "requestId", text_of(params, "requestId"),
                         "authChallengeResponse", "response", "CancelAuth"));
}

void network_event(struct network *self, const char *method, json_t *params)
{
    if (strcmp(method, "Network.requestWillBeSent") == 0)
        on_sent(self, params);
    else if (strcmp(method, "Network.responseReceived") == 0)
        on_response(self, params);
    else if (strcmp(method, "Network.dataReceived") == 0)
        on_data(self, params);
    else if (strcmp(method, "Network.loadingFinished") == 0)
        on_done(self, params, false);
    else if (strcmp(method, "Network.loadingFailed") == 0)
        on_done(self, params, true);
    else if (strcmp(method, "Fetch.requestPaused") == 0)
        on_paused(self, params);
    else if (strcmp(method, "Fetch.authRequired") == 0)
        on_password(self, params);
}

/* ---- questions ---- */

static bool is_under_way(const struct network *self, const struct network_request *request)
{
    bool waits = request->held || request->background;
    return request->counted && !is_through(self, request) && !waits;
}

size_t network_under_way(const struct network *self)
{
    size_t count = self->strays.len;
    for (size_t i = 0; i < self->requests.len; i++)
        count += is_under_way(self, &self->requests.at[i]);
    return count;
}

size_t network_held(const struct network *self)
{
    size_t count = 0;
    for (size_t i = 0; i < self->requests.len; i++)
        count += self->requests.at[i].held;
    return count;
}

bool network_holds_worker(const struct network *self)
{
    vec_each (request, &self->requests) {
        if (request->worker && request->held)
            return true;
    }
    return false;
}

size_t network_unanswered(const struct network *self)
{
    size_t count = 0;
    for (size_t i = 0; i < self->requests.len; i++)
        count += self->requests.at[i].ajax && !self->requests.at[i].worker &&
                 !is_through(self, &self->requests.at[i]);
    return count;
}

bool network_release(struct network *self)
{
    vec_each (request, &self->requests) {
        if (!request->held)
            continue;
        request->held = request->hold = false;
        note(self, request, WEB_STEP_RELEASED);
        let_go(self, request);
        return true;
    }
    return false;
}

struct network_request *network_next_to_take(struct network *self)
{
    enum { CONNECTIONS_LEFT = 3 };
    size_t keeping = 0;
    struct network_request *next = NULL;
    vec_each (request, &self->requests) {
        if (!request->held || request->bodiless || json_object_get(request->answer, "body"))
            continue;
        keeping++;
        next = next ? next : request;
    }
    return keeping > CONNECTIONS_LEFT ? next : NULL;
}

void network_give_up(struct network *self, double limit_ms)
{
    bool ordered = false;
    drop_strays(self);
    vec_each (request, &self->requests) {
        double age = self->now - request->sent_at;
        if (!is_under_way(self, request))
            continue;
        /* one that waits for its predecessors is not slow itself */
        if (!request->fetch_id && age > patience(self, request->url, limit_ms)) {
            request->background = true;
            self->given_up++;
            learn_endless(self->known, request->url, request->nth);
        } else if (request->fetch_id && age > limit_ms) {
            ordered = true;
        }
    }
    vec_each (request, &self->requests) {
        if (ordered && request->fetch_id && !request->held)
            let_go(self, request);
    }
    let_go_in_order(self);
}

static bool is_being_read(const struct network_request *request)
{
    bool waits = request->held || request->background;
    return request->ajax && request->heard_at > 0 && !request->done && !waits;
}

bool network_reading(const struct network *self)
{
    vec_each (request, &self->requests) {
        if (is_being_read(request))
            return true;
    }
    return false;
}

void network_stop_reading(struct network *self)
{
    vec_each (request, &self->requests) {
        if (is_being_read(request)) {
            request->background = true;
            self->given_up++;
            learn_endless(self->known, request->url, request->nth);
        }
    }
}

void network_free(struct network *self)
{
    vec_each (request, &self->requests) {
        free(request->id);
        forget_answer(request);
        free(request->url);
        free(request->method);
    }
    vec_each (stray, &self->strays) {
        json_decref(stray->params);
    }
    vec_free(&self->strays);
    vec_free(&self->requests);
    vec_free(&self->steps);
}
