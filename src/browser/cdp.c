#include "browser/cdp.h"

#include "base/secret.h"

#include "base/buf.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <time.h>

/* How often a waiting thread looks whether it was cancelled. */
enum { CANCEL_POLL_MS = 50, LARGEST_MESSAGE = 512 * 1024 * 1024 };

struct cdp_session {
    struct cdp *cdp;
    char *id;
    struct cdp_session *parent; /* who gets its mail; NULL: it does itself */
    cdp_handler *handler;
    void *context;
    VEC(json_t *) mail;  /* replies we wait for and events, in order of arrival */
    size_t taken;        /* so many of them already */
    int64_t waiting_for; /* 0: no reply, or it is in the mail */
    char *failed;        /* why nothing will come any more */
};

struct cdp {
    int write_fd;
    const atomic_bool *cancel;
    pthread_mutex_t lock, write_lock;
    pthread_cond_t news;
    VEC(struct cdp_session *) sessions;
    struct buf partial; /* the reader's only */
    int64_t last_id;
    size_t malformed;
    FILE *log;    /* INTERLOPER_DEVTOOLS_LOG: every message, for those who work on this room */
    char *closed; /* why; NULL while open */
};

/* It holds all that the page and we say: its owner's alone. */
static FILE *open_log(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    return fd >= 0 ? fdopen(fd, "a") : NULL;
}

struct cdp *cdp_new(int write_fd, const atomic_bool *cancel)
{
    struct cdp *self = mem_zalloc(sizeof *self);
    self->write_fd = write_fd;
    self->cancel = cancel;
    pthread_mutex_init(&self->lock, NULL);
    pthread_mutex_init(&self->write_lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&self->news, &attributes);
    pthread_condattr_destroy(&attributes);
    const char *log = getenv("INTERLOPER_DEVTOOLS_LOG");
    if (log && *log)
        self->log = open_log(log);
    return self;
}

static void log_message(struct cdp *self, const char *direction, struct str text)
{
    enum { LONGEST = 600 };
    if (!self->log)
        return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct buf masked = {0};
    text = secret_mask(text, &masked);
    text.len = text.len < LONGEST ? text.len : LONGEST;
    fprintf(self->log, "%ld.%03ld %s " STR_FMT "\n", (long)now.tv_sec, now.tv_nsec / 1000000,
            direction, STR_ARG(text));
    fflush(self->log);
    buf_free(&masked);
}

void cdp_free(struct cdp *self)
{
    if (!self)
        return;
    if (self->sessions.len)
        BUG("%zu DevTools sessions still open", self->sessions.len);
    pthread_mutex_destroy(&self->lock);
    pthread_mutex_destroy(&self->write_lock);
    pthread_cond_destroy(&self->news);
    if (self->log)
        fclose(self->log);
    vec_free(&self->sessions);
    buf_free(&self->partial);
    free(self->closed);
    free(self);
}

void cdp_close(struct cdp *self, const char *why)
{
    pthread_mutex_lock(&self->lock);
    if (!self->closed)
        self->closed = mem_dup(why);
    pthread_cond_broadcast(&self->news);
    pthread_mutex_unlock(&self->lock);
}

bool cdp_closed(struct cdp *self)
{
    pthread_mutex_lock(&self->lock);
    bool closed = self->closed != NULL;
    pthread_mutex_unlock(&self->lock);
    return closed;
}

size_t cdp_malformed(struct cdp *self)
{
    return self->malformed;
}

/* ---- arrival ---- */

/* Several threads may each have a session with the browser itself: a reply goes to who waits for
 * it, an event to the first. A reply that nobody waits for (cdp_post, or a call that gave up) is
 * dropped. */
static struct cdp_session *addressee(struct cdp *self, json_t *message)
{
    const char *id = json_string_value(json_object_get(message, "sessionId"));
    json_t *reply_to = json_object_get(message, "id");
    if (!reply_to && !json_is_string(json_object_get(message, "method")))
        return NULL;
    vec_each (session, &self->sessions) {
        if (reply_to ? (*session)->waiting_for == json_integer_value(reply_to)
                     : strcmp((*session)->id, id ? id : "") == 0)
            return (*session)->parent ? (*session)->parent : *session;
    }
    return NULL;
}

/* Consumes the message. */
static void deliver(struct cdp *self, json_t *message)
{
    pthread_mutex_lock(&self->lock);
    struct cdp_session *session = addressee(self, message);
    if (session) {
        *vec_push(&session->mail) = message;
        if (json_object_get(message, "id"))
            session->waiting_for = 0;
        pthread_cond_broadcast(&self->news);
    } else {
        json_decref(message);
    }
    pthread_mutex_unlock(&self->lock);
}

static json_t *parse(const struct buf *text)
{
    return json_loadb(text->at, text->len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
}

/* The code of an escape \uXXXX at `at`; 0 where there is none. */
static unsigned escaped_code(const struct buf *text, size_t at)
{
    char digits[5] = {0}, *end;
    if (at + 6 > text->len || text->at[at] != '\\' || text->at[at + 1] != 'u')
        return 0;
    memcpy(digits, text->at + at + 2, 4);
    unsigned code = (unsigned)strtoul(digits, &end, 16);
    return *end ? 0 : code;
}

static bool is_high_surrogate(unsigned code)
{
    return code >= 0xd800 && code <= 0xdbff;
}

static bool is_low_surrogate(unsigned code)
{
    return code >= 0xdc00 && code <= 0xdfff;
}

/* Pages cut their texts in the middle of a character, and the browser hands half of it on as it is:
 * no JSON for a parser that is strict. What is not ASCII it always escapes. */
static void mend(struct buf *text)
{
    for (size_t i = 0; i < text->len; i++) {
        unsigned code = escaped_code(text, i);
        if (is_high_surrogate(code) && is_low_surrogate(escaped_code(text, i + 6)))
            i += 11;
        else if (is_high_surrogate(code) || is_low_surrogate(code))
            memcpy(text->at + i + 2, "fffd", 4);
        else if (text->at[i] == '\\')
            i++;
        else if ((unsigned char)text->at[i] >= 0x80)
            text->at[i] = '?';
    }
}

/* Who waits for a reply that cannot be read must not do so until the time is over. */
static void fail_reply(struct cdp *self, const struct buf *text)
{
    long long id = 0;
    self->malformed++;
    if (text->len && sscanf(text->at, "{\"id\":%lld,", &id) == 1)
        deliver(self, json_pack("{s:I, s:{s:s}}", "id", (json_int_t)id, "error", "message",
                                "the browser's reply cannot be read"));
}

static void take_message(struct cdp *self, struct buf *text)
{
    log_message(self, "<-", buf_view(text));
    json_t *message = parse(text);
    if (!message) {
        mend(text);
        message = parse(text);
    }
    if (json_is_object(message)) {
        deliver(self, message);
    } else {
        json_decref(message);
        fail_reply(self, text);
    }
}

void cdp_feed(struct cdp *self, struct str bytes)
{
    while (bytes.len) {
        const char *end = memchr(bytes.at, '\0', bytes.len);
        struct str part = {bytes.at, end ? (size_t)(end - bytes.at) : bytes.len};
        buf_str(&self->partial, part);
        bytes = str_from(bytes, part.len + (end ? 1 : 0));
        if (end)
            take_message(self, &self->partial);
        if (end || self->partial.len > LARGEST_MESSAGE)
            buf_clear(&self->partial);
    }
}

/* ---- sessions ---- */

struct cdp_session *cdp_session_open(struct cdp *self, const char *id, cdp_handler *handler,
                                     void *context)
{
    struct cdp_session *session = mem_zalloc(sizeof *session);
    *session = (struct cdp_session){
        .cdp = self, .id = mem_dup(id ? id : ""), .handler = handler, .context = context};
    pthread_mutex_lock(&self->lock);
    *vec_push(&self->sessions) = session;
    pthread_mutex_unlock(&self->lock);
    return session;
}

struct cdp_session *cdp_session_open_below(struct cdp_session *parent, const char *id)
{
    struct cdp_session *session = cdp_session_open(parent->cdp, id, NULL, NULL);
    session->parent = parent; /* nothing is sent to it before somebody asked */
    return session;
}

static void free_session(struct cdp_session *session)
{
    for (size_t i = session->taken; i < session->mail.len; i++)
        json_decref(session->mail.at[i]);
    vec_free(&session->mail);
    free(session->failed);
    free(session->id);
    free(session);
}

void cdp_session_close_below(struct cdp_session *parent, const char *id)
{
    struct cdp *self = parent->cdp;
    pthread_mutex_lock(&self->lock);
    for (size_t i = self->sessions.len; i-- > 0;) {
        struct cdp_session *session = self->sessions.at[i];
        if (session->parent != parent || (id && strcmp(session->id, id) != 0))
            continue;
        vec_remove(&self->sessions, i);
        free_session(session);
    }
    pthread_mutex_unlock(&self->lock);
}

void cdp_session_close(struct cdp_session *session)
{
    if (!session)
        return;
    struct cdp *self = session->cdp;
    cdp_session_close_below(session, NULL);
    pthread_mutex_lock(&self->lock);
    for (size_t i = 0; i < self->sessions.len; i++)
        if (self->sessions.at[i] == session) {
            vec_remove(&self->sessions, i);
            break;
        }
    pthread_mutex_unlock(&self->lock);
    free_session(session);
}

void cdp_session_fail(struct cdp_session *session, const char *why)
{
    if (!session->failed)
        session->failed = mem_dup(why);
}

/* ---- sending ---- */

static void write_fully(struct cdp *self, struct str bytes)
{
    while (bytes.len) {
        ssize_t put = send(self->write_fd, bytes.at, bytes.len, MSG_NOSIGNAL);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0) {
            cdp_close(self, "the browser closed its pipe");
            return;
        }
        bytes = str_from(bytes, (size_t)put);
    }
}

static int64_t send_message(struct cdp_session *session, const char *method, json_t *params,
                            bool wanted)
{
    struct cdp *self = session->cdp;
    pthread_mutex_lock(&self->lock);
    int64_t id = ++self->last_id;
    if (wanted)
        session->waiting_for = id;
    bool closed = self->closed != NULL;
    pthread_mutex_unlock(&self->lock);
    json_t *message = json_pack("{s:I, s:s, s:o}", "id", (json_int_t)id, "method", method, "params",
                                params ? params : json_object());
    if (session->id[0])
        json_object_set_new(message, "sessionId", json_string(session->id));
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (!text)
        BUG("%s: parameters that are no JSON", method);
    if (!closed) {
        pthread_mutex_lock(&self->write_lock);
        log_message(self, "->", str_of(text));
        write_fully(self, (struct str){text, strlen(text) + 1});
        pthread_mutex_unlock(&self->write_lock);
    }
    free(text);
    return id;
}

void cdp_post(struct cdp_session *session, const char *method, json_t *params)
{
    send_message(session, method, params, false);
}

/* ---- waiting ---- */

static struct timespec in_ms(int milliseconds)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec += milliseconds / 1000;
    at.tv_nsec += (milliseconds % 1000) * 1000000L;
    if (at.tv_nsec >= 1000000000L)
        at.tv_sec++, at.tv_nsec -= 1000000000L;
    return at;
}

static bool is_later(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

enum next { NEXT_MESSAGE, NEXT_TIMEOUT, NEXT_CLOSED, NEXT_CANCELLED };

/* A page may log faster than we read: taking the oldest must not move all the others each time. */
static json_t *take_oldest(struct cdp_session *session)
{
    json_t *message = session->mail.at[session->taken++];
    if (session->taken * 2 >= session->mail.len) {
        session->mail.len -= session->taken;
        memmove(session->mail.at, session->mail.at + session->taken,
                session->mail.len * sizeof *session->mail.at);
        session->taken = 0;
    }
    return message;
}

/* With the lock held. News that keep coming must not hide that the time is over; what came in time
 * is taken all the same. */
static bool look_for_message(struct cdp_session *session, const struct timespec *deadline,
                             enum next *result)
{
    struct cdp *self = session->cdp;
    struct timespec now = in_ms(0);
    bool any = session->mail.len > session->taken, over = !is_later(deadline, &now);
    if (self->cancel && atomic_load(self->cancel))
        *result = NEXT_CANCELLED;
    else if (any && !(over && session->waiting_for))
        *result = NEXT_MESSAGE;
    else if (self->closed || session->failed)
        *result = NEXT_CLOSED;
    else if (over)
        *result = NEXT_TIMEOUT;
    else
        return false;
    return true;
}

/* Takes the oldest message of the session, waiting for it until `deadline`. */
static enum next next_message(struct cdp_session *session, const struct timespec *deadline,
                              json_t **message)
{
    struct cdp *self = session->cdp;
    enum next result;
    pthread_mutex_lock(&self->lock);
    while (!look_for_message(session, deadline, &result)) {
        struct timespec look = in_ms(CANCEL_POLL_MS);
        pthread_cond_timedwait(&self->news, &self->lock,
                               is_later(&look, deadline) ? deadline : &look);
    }
    if (result == NEXT_MESSAGE)
        *message = take_oldest(session);
    else
        session->waiting_for = 0;
    pthread_mutex_unlock(&self->lock);
    return result;
}

static bool wait_failed(struct cdp_session *session, enum next why, const char *what,
                        int timeout_ms, struct error *error)
{
    if (why == NEXT_CANCELLED)
        return error_set(error, EXIT_INTERRUPTED, "interrupted");
    double seconds = timeout_ms / 1000.0;
    if (why == NEXT_TIMEOUT && session->id[0]) /* one that hangs leaves the browser itself well */
        return error_set(error, EXIT_ENVIRONMENT, "the page did not answer within %g s (%s)",
                         seconds, what);
    if (why == NEXT_TIMEOUT)
        return error_set(error, EXIT_ENVIRONMENT, "the browser did not answer %s within %g s", what,
                         seconds);
    const char *reason = session->failed ? session->failed : session->cdp->closed;
    return error_set(error, EXIT_ENVIRONMENT, "%s", reason);
}

static void handle_event(struct cdp_session *session, json_t *message)
{
    const char *method = json_string_value(json_object_get(message, "method"));
    if (method && session->handler)
        session->handler(session->context, method, json_object_get(message, "params"));
}

/* The reply's result, or NULL with the browser's own words for what is wrong. */
static json_t *result_of(json_t *reply, const char *method, struct error *error)
{
    json_t *result = json_incref(json_object_get(reply, "result"));
    if (!result) {
        json_t *trouble = json_object_get(reply, "error");
        const char *words = json_string_value(json_object_get(trouble, "message"));
        error_set(error, EXIT_ENVIRONMENT, "%s: %s", method, words ? words : "no result");
    }
    json_decref(reply);
    return result;
}

json_t *cdp_call(struct cdp_session *session, const char *method, json_t *params, int timeout_ms,
                 struct error *error)
{
    struct timespec deadline = in_ms(timeout_ms);
    int64_t id = send_message(session, method, params, true);
    for (;;) {
        json_t *message = NULL;
        enum next next = next_message(session, &deadline, &message);
        if (next != NEXT_MESSAGE) {
            wait_failed(session, next, method, timeout_ms, error);
            return NULL;
        }
        json_t *reply_to = json_object_get(message, "id");
        if (reply_to && json_integer_value(reply_to) == id)
            return result_of(message, method, error);
        handle_event(session, message);
        json_decref(message);
    }
}

bool cdp_wait(struct cdp_session *session, int timeout_ms, bool *any, struct error *error)
{
    struct timespec deadline = in_ms(timeout_ms);
    json_t *message = NULL;
    enum next next = next_message(session, &deadline, &message);
    *any = next == NEXT_MESSAGE;
    if (next == NEXT_MESSAGE) {
        handle_event(session, message);
        json_decref(message);
    }
    return next == NEXT_MESSAGE || next == NEXT_TIMEOUT ||
           wait_failed(session, next, "", timeout_ms, error);
}
