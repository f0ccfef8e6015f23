#include "web/record.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/vec.h"
#include "web/fields.h"
#include "web/script.h"

/* Made from the files of record/ and four of inject/ by cmake/embed.cmake. */
extern const struct str embedded_record;

struct recording {
    json_t *events;
    const char *path;
    struct error trouble; /* of writing the file */
};

static bool same_place(json_t *a, json_t *b)
{
    return strcmp(text_of(a, "selector"), text_of(b, "selector")) == 0;
}

/* Typing goes on in the same field: the last text counts. A double click was told as two clicks
 * before. */
static void forget_steps_of(struct recording *self, json_t *event)
{
    bool typed = strcmp(text_of(event, "type"), "input") == 0;
    size_t most = typed ? 1 : strcmp(text_of(event, "type"), "dblclick") == 0 ? 2 : 0;
    const char *earlier = typed ? "input" : "click";
    for (; most; most--) {
        size_t count = json_array_size(self->events);
        json_t *last = count ? json_array_get(self->events, count - 1) : NULL;
        if (!last || !same_place(last, event) || strcmp(text_of(last, "type"), earlier) != 0)
            return;
        json_array_remove(self->events, count - 1);
    }
}

static void write_file(struct recording *self)
{
    size_t i;
    json_t *event;
    json_array_foreach (self->events, i, event) {
        char id[32];
        snprintf(id, sizeof id, "e%zu", i + 1);
        json_object_set_new(event, "id", json_string(id));
    }
    char *text = json_dumps(self->events, JSON_INDENT(2));
    file_write(self->path, str_of(text ? text : "[]"), &self->trouble);
    free(text);
}

static void on_event(void *context, const char *method, json_t *params)
{
    struct recording *self = context;
    json_t *arguments = json_object_get(params, "args");
    if (strcmp(method, "Runtime.consoleAPICalled") != 0 ||
        strcmp(text_of(json_array_get(arguments, 0), "value"), script_word()) != 0)
        return;
    json_t *event = json_loads(text_of(json_array_get(arguments, 1), "value"), 0, NULL);
    if (!json_is_object(event)) { /* the page itself talking */
        json_decref(event);
        return;
    }
    forget_steps_of(self, event);
    json_array_append_new(self->events, event);
    write_file(self);
}

static bool go_to(struct page *page, const char *url, struct error *error)
{
    struct buf script = {0};
    buf_text(&script, "(function () {\n'use strict';\nconst indexFile = '', mappedFiles = [];\n");
    buf_printf(&script, "const ownWord = '%s';\n", script_word());
    buf_str(&script, embedded_record);
    buf_text(&script, "\n})();\n//# sourceURL=interloper:page\n");
    page_post(page, "Page.enable", NULL);
    page_post(page, "Runtime.enable", NULL);
    json_t *reply = page_call(page, "Page.addScriptToEvaluateOnNewDocument",
                              json_pack("{s:s}", "source", script.at), error);
    buf_free(&script);
    json_decref(reply);
    if (!reply)
        return false;
    reply = page_call(page, "Page.navigate", json_pack("{s:s}", "url", url), error);
    const char *why = text_of(reply, "errorText");
    bool ok = reply && !*why;
    if (reply && !ok)
        error_set(error, EXIT_BAD_USAGE, "%s: %s", url, why);
    json_decref(reply);
    return ok;
}

/* Until the person closes the window, or interrupts us. */
static bool follow(struct page *page, struct recording *self)
{
    struct error end;
    for (bool any; page_wait(page, 1000, &any, &end);)
        if (self->trouble.exit_code)
            return false;
    return true;
}

bool record_events(const struct web_options *options, const char *path, bool visible,
                   struct error *error)
{
    struct recording self = {.events = json_array(), .path = path};
    struct browser_options wanted = {.program = options->browser,
                                     .visible = visible,
                                     .width = options->visit.width,
                                     .height = options->visit.height,
                                     .cancel = options->cancel};
    struct page_options size = {options->visit.width, options->visit.height};
    struct browser *browser = browser_open(&wanted, error);
    struct page *page = browser ? page_open(browser, &size, error) : NULL;
    bool ok = page != NULL;
    if (ok) {
        page_listen(page, on_event, &self);
        ok = go_to(page, options->visit.url, error) && follow(page, &self);
        write_file(&self);
        if (self.trouble.exit_code) {
            *error = self.trouble;
            ok = false;
        }
    }
    page_close(page);
    browser_close(browser);
    json_decref(self.events);
    return ok;
}
