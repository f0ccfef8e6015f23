#include "browser/page.h"

enum { CALL_MS = 15000 };

struct page {
    struct browser *browser;
    struct cdp_session *control; /* with the browser itself */
    struct cdp_session *session; /* with the page */
    char *context, *target;
    cdp_handler *handler;
    void *handler_context;
};

/* Workers of workers too. One waits with its first step until we listen. */
static void attach_workers(struct cdp_session *session)
{
    cdp_post(session, "Target.setAutoAttach",
             json_pack("{s:b, s:b, s:b, s:[{s:s}]}", "autoAttach", 1, "waitForDebuggerOnStart", 1,
                       "flatten", 1, "filter", "type", "worker"));
}

/* What a worker asks for is asked for by the page. */
static void on_worker(struct page *self, const char *id)
{
    struct cdp_session *worker = cdp_session_open_below(self->session, id);
    cdp_post(worker, "Network.enable", NULL);
    attach_workers(worker);
    cdp_post(worker, "Runtime.runIfWaitingForDebugger", NULL);
}

static void on_event(void *context, const char *method, json_t *params)
{
    struct page *self = context;
    const char *session = json_string_value(json_object_get(params, "sessionId"));
    if (strcmp(method, "Target.attachedToTarget") == 0 && session)
        on_worker(self, session);
    else if (strcmp(method, "Target.detachedFromTarget") == 0 && session)
        cdp_session_close_below(self->session, session);
    else if (strcmp(method, "Inspector.targetCrashed") == 0)
        cdp_session_fail(self->session, "the page crashed");
    else if (strcmp(method, "Inspector.detached") == 0)
        cdp_session_fail(self->session, "the page was closed");
    else if (self->handler)
        self->handler(self->handler_context, method, params);
}

/* Calls the browser and keeps one string of the answer. */
static char *call_for(struct page *self, const char *method, json_t *params, const char *key,
                      struct error *error)
{
    json_t *reply = cdp_call(self->control, method, params, CALL_MS, error);
    const char *value = json_string_value(json_object_get(reply, key));
    if (reply && !value)
        error_set(error, EXIT_ENVIRONMENT, "%s: answer without %s", method, key);
    char *copy = value ? mem_dup(value) : NULL;
    json_decref(reply);
    return copy;
}

/* A script that does nothing wants the page's process but no document: it has the one that every
 * window begins with. Going to about:blank would cost a sixth of what loading a small page does. */
#define NOWHERE "javascript:void 0"

static bool attach(struct page *self, const struct page_options *options, struct error *error)
{
    self->context = call_for(self, "Target.createBrowserContext",
                             json_pack("{s:b}", "disposeOnDetach", 1), "browserContextId", error);
    if (!self->context)
        return false;
    self->target =
        call_for(self, "Target.createTarget",
                 json_pack("{s:s, s:s, s:i, s:i}", "url", NOWHERE, "browserContextId",
                           self->context, "width", options->width, "height", options->height),
                 "targetId", error);
    if (!self->target)
        return false;
    char *id = call_for(self, "Target.attachToTarget",
                        json_pack("{s:s, s:b}", "targetId", self->target, "flatten", 1),
                        "sessionId", error);
    if (!id)
        return false;
    self->session = cdp_session_open(browser_cdp(self->browser), id, on_event, self);
    free(id);
    return true;
}

struct page *page_open(struct browser *browser, const struct page_options *options,
                       struct error *error)
{
    struct page *self = mem_zalloc(sizeof *self);
    self->browser = browser;
    self->control = cdp_session_open(browser_cdp(browser), NULL, NULL, NULL);
    if (attach(self, options, error)) {
        page_post(self, "Inspector.enable", NULL);
        attach_workers(self->session);
        return self;
    }
    page_close(self);
    return NULL;
}

void page_close(struct page *self)
{
    if (!self)
        return;
    if (self->context)
        cdp_post(self->control, "Target.disposeBrowserContext",
                 json_pack("{s:s}", "browserContextId", self->context));
    cdp_session_close(self->session);
    cdp_session_close(self->control);
    free(self->context);
    free(self->target);
    free(self);
}

void page_listen(struct page *self, cdp_handler *handler, void *context)
{
    self->handler = handler;
    self->handler_context = context;
}

json_t *page_call_within(struct page *self, const char *method, json_t *params, int timeout_ms,
                         struct error *error)
{
    return cdp_call(self->session, method, params, timeout_ms, error);
}

json_t *page_call(struct page *self, const char *method, json_t *params, struct error *error)
{
    return cdp_call(self->session, method, params, CALL_MS, error);
}

void page_post(struct page *self, const char *method, json_t *params)
{
    cdp_post(self->session, method, params);
}

bool page_wait(struct page *self, int timeout_ms, bool *any, struct error *error)
{
    return cdp_wait(self->session, timeout_ms, any, error);
}

const char *page_target(const struct page *self)
{
    return self->target;
}

const char *page_context(const struct page *self)
{
    return self->context;
}

/* ---- pictures ---- */

static int base64_value(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool base64_decode(struct str text, struct buf *out)
{
    uint32_t bits = 0;
    int count = 0;
    for (size_t i = 0; i < text.len && text.at[i] != '='; i++) {
        int value = base64_value(text.at[i]);
        if (value < 0)
            return false;
        bits = (bits << 6 | (uint32_t)value) & 0xffffff;
        if ((count += 6) >= 8) {
            count -= 8;
            buf_char(out, (char)(bits >> count));
        }
    }
    return true;
}

void base64_encode(struct str bytes, struct buf *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < bytes.len; i += 3) {
        uint32_t bits = 0;
        size_t count = bytes.len - i < 3 ? bytes.len - i : 3;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (k < count ? (unsigned char)bytes.at[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            buf_char(out, k <= count ? digits[bits >> (18 - 6 * k) & 63] : '=');
    }
}

bool page_picture(struct page *self, json_t *clip, struct buf *png, struct error *error)
{
    json_t *params = json_pack("{s:s, s:b}", "format", "png", "optimizeForSpeed", 1);
    if (clip) {
        json_object_set_new(clip, "scale", json_integer(1));
        json_object_set_new(params, "clip", clip);
    }
    json_t *reply = page_call(self, "Page.captureScreenshot", params, error);
    if (!reply)
        return false;
    json_t *data = json_object_get(reply, "data");
    struct str text = {json_string_value(data), json_string_length(data)};
    bool ok = text.at && base64_decode(text, png) && png->len > 0;
    json_decref(reply);
    return ok || error_set(error, EXIT_ENVIRONMENT, "the browser sent no picture");
}
