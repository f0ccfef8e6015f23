/* Loading the page under test, and saying what is wrong with an address that is none. */
#include "web/visit_inside.h"

static bool cannot_load(struct visit *self, const char *why, struct error *error)
{
    static const struct {
        const char *code, *words;
    } known[] = {
        {"net::ERR_CONNECTION_REFUSED", "nothing listens there (connection refused)"},
        {"net::ERR_NAME_NOT_RESOLVED", "no such host"},
        {"net::ERR_ADDRESS_UNREACHABLE", "the host cannot be reached"},
        {"net::ERR_INTERNET_DISCONNECTED", "no network"},
        {"net::ERR_TOO_MANY_REDIRECTS", "it redirects without end"},
        {"net::ERR_ABORTED", "it is a download or an empty answer, not a page"},
        {"net::ERR_EMPTY_RESPONSE", "the server closed the connection without an answer"},
        {"net::ERR_CERT_AUTHORITY_INVALID", "its certificate is not trusted"},
        {"net::ERR_TIMED_OUT", "no answer in time"},
        {"net::ERR_CONTENT_LENGTH_MISMATCH", "the connection broke in the middle of the page"},
        {"net::ERR_INCOMPLETE_CHUNKED_ENCODING", "the connection broke in the middle of the page"},
        {"net::ERR_CONNECTION_RESET", "the server broke the connection"},
        {"net::ERR_CONNECTION_TIMED_OUT", "no answer in time"},
    };
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (strcmp(known[i].code, why) == 0)
            why = known[i].words;
    return error_set(error, EXIT_BAD_USAGE, "%s: %s", self->options->url, why);
}

static bool check_document(struct visit *self, struct error *error)
{
    int status = self->network.document_status;
    const char *url = self->options->url, *type = self->network.document_type;
    if (status == 401 || status == 407)
        return error_set(error, EXIT_BAD_USAGE,
                         "%s: needs a user and a password (%d); pass them as "
                         "http://user:password@host or with --header 'Authorization: …'",
                         url, status);
    if (status >= 500)
        return error_set(error, EXIT_FAILS_UNPERTURBED, "%s: the server answers with status %d",
                         url, status);
    if (status >= 400)
        return error_set(error, EXIT_BAD_USAGE, "%s: the server answers with status %d", url,
                         status);
    bool page = !type || !*type || strstr(type, "html") || strstr(type, "xml");
    return page || error_set(error, EXIT_BAD_USAGE, "%s: is %s, not a page", url, type);
}

/* Whether it is the browser's fault (its network process died, say), so that another may succeed:
 * it stopped without an answer, or the page could be loaded a moment ago. */
static bool gave_up(const struct visit *self, json_t *reply, const char *why)
{
    bool download = json_is_true(json_object_get(reply, "isDownload"));
    bool aborted = strcmp(why, "net::ERR_ABORTED") == 0 && !self->network.document_status;
    return !download && (aborted || atomic_load(self->options->reached));
}

/* The page is to blame for silence, unless it could be loaded a moment ago. */
static bool no_answer(struct visit *self, double until, struct error *error)
{
    if (error->exit_code == EXIT_ENVIRONMENT && visit_now() >= until &&
        !atomic_load(self->options->reached))
        error_set(error, EXIT_BAD_USAGE, "%s: the page did not answer within %g s (see --timeout)",
                  self->options->url, self->options->load_ms / 1000.0);
    return false;
}

static bool navigate(struct visit *self, double until, struct error *error)
{
    json_t *reply =
        page_call_within(self->page, "Page.navigate", json_pack("{s:s}", "url", self->options->url),
                         self->options->load_ms, error);
    if (!reply && strstr(error->message, "invalid URL"))
        return cannot_load(self, "is no address of a page", error);
    if (!reply)
        return no_answer(self, until, error);
    const char *why = json_string_value(json_object_get(reply, "errorText"));
    bool ok = !why || strcmp(why, "net::ERR_HTTP_RESPONSE_CODE_FAILURE") == 0;
    if (!ok && gave_up(self, reply, why))
        error_set(error, EXIT_ENVIRONMENT, "%s: the browser gave up loading it (%s)",
                  self->options->url, why);
    else if (!ok && (self->network.document_status < 400 || check_document(self, error)))
        cannot_load(self, why, error);
    json_decref(reply);
    return ok;
}

/* It would not become loaded, however long we wait. */
static bool broke_off(struct visit *self, struct error *error)
{
    const char *why = self->network.document_failed;
    if (why && atomic_load(self->options->reached))
        error_set(error, EXIT_ENVIRONMENT, "%s: the browser gave up loading it (%s)",
                  self->options->url, why);
    else if (why)
        cannot_load(self, why, error);
    return why != NULL;
}

/* Laying out much more takes the browser minutes and gigabytes, in each of many runs. */
enum { LARGEST_PAGE_MB = 16 };

static bool is_too_large(const struct network *network)
{
    double most = LARGEST_PAGE_MB * 1e6;
    return network->document_announced > most || network->document_bytes > most;
}

static bool wait_loaded(struct visit *self, double until, struct error *error)
{
    while (!(self->loaded && self->api)) {
        bool any;
        if (!page_wait(self->page, 50, &any, error))
            return false;
        self->network.now = visit_now();
        network_give_up(&self->network, self->options->patience_ms);
        if (broke_off(self, error))
            return false;
        if (is_too_large(&self->network))
            return error_set(error, EXIT_BAD_USAGE, "%s: the page is larger than %d MB",
                             self->options->url, LARGEST_PAGE_MB);
        if (self->network.now > until)
            return error_set(error, /* it was loaded before: the machine may be busy */
                             atomic_load(self->options->reached) ? EXIT_ENVIRONMENT
                                                                 : EXIT_BAD_USAGE,
                             "%s: not loaded within %g s (see --timeout)", self->options->url,
                             self->options->load_ms / 1000.0);
    }
    return true;
}

/* Told a moment after what we asked was cut off by it. */
static bool has_moved(struct visit *self, int moves, double since)
{
    enum { NEWS_MS = 500 };
    struct error ignored;
    bool any, ok = true;
    while (ok && self->moves == moves && visit_now() - since < NEWS_MS)
        ok = page_wait(self->page, 50, &any, &ignored);
    return ok && self->moves != moves;
}

/* A page that goes on to another by itself is followed there. */
static bool rest_loaded(struct visit *self, double until, struct error *error)
{
    enum { MOST_MOVES = 8 };
    for (int i = 0; i < MOST_MOVES; i++) {
        if (!wait_loaded(self, until, error) || !check_document(self, error))
            return false;
        atomic_store(self->options->reached, true);
        int moves = self->moves;
        bool ok = visit_rest(self, VISIT_ALL_TIME, error);
        if (ok && self->moves == moves)
            return true;
        if (!ok && (error->exit_code != EXIT_ENVIRONMENT || !has_moved(self, moves, visit_now())))
            return false;
    }
    return error_set(error, EXIT_BAD_USAGE,
                     "%s: never stays: it goes on to another page again and again (at last to %s)",
                     self->options->url, self->went_to);
}

bool visit_load(struct visit *self, struct error *error)
{
    double until = visit_now() + self->options->load_ms;
    self->loading = true;
    self->loaded = false;
    if (!visit__drain(self, error))
        return false;
    visit__forget_api(self); /* that of the empty page */
    bool ok = navigate(self, until, error) && rest_loaded(self, until, error);
    visit__end_state(self);
    self->loading = false;
    return ok;
}
