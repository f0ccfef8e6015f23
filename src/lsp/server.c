#include "lsp/server.h"

#include "check/check.h"
#include "javascript/javascript.h"
#include "lsp/document.h"
#include "lsp/input.h"

#include <jansson.h>

/* Of JSON-RPC and the protocol. */
enum {
    ERROR_PARSE = -32700,
    ERROR_REQUEST = -32600,
    ERROR_METHOD = -32601,
    ERROR_PARAMS = -32602,
    ERROR_NOT_INITIALIZED = -32002,
};

enum { SYNC_INCREMENTAL = 2 };

struct lsp_server {
    enum { SERVER_NEW, SERVER_RUNNING, SERVER_SHUT_DOWN } state;
    bool is_over;
    struct lsp_documents documents;
    VEC(char *) roots;
    bool has_changed, has_disk_changed; /* since the last job */
    /* what the client can do */
    bool shows_related, edits_versions, registers_watchers;
};

struct lsp_server *lsp_server_new(void)
{
    struct lsp_server *self = mem_zalloc(sizeof *self);
    return self;
}

static void drop_roots(struct lsp_server *self)
{
    vec_each (root, &self->roots)
        free(*root);
    vec_free(&self->roots);
}

void lsp_server_free(struct lsp_server *self)
{
    lsp_documents_free(&self->documents);
    drop_roots(self);
    free(self);
}

bool lsp_server_is_over(const struct lsp_server *self)
{
    return self->is_over;
}

bool lsp_server_was_shut_down(const struct lsp_server *self)
{
    return self->state == SERVER_SHUT_DOWN;
}

bool lsp_server_take_job(struct lsp_server *self, struct lsp_job *job)
{
    if (!self->has_changed || self->state != SERVER_RUNNING)
        return false;
    *job = (struct lsp_job){.has_disk_changed = self->has_disk_changed,
                            .shows_related = self->shows_related};
    vec_each (root, &self->roots)
        *vec_push(&job->roots) = mem_dup(*root);
    vec_each (each, &self->documents.list) {
        const struct lsp_document *document = *each;
        struct lsp_text *text = vec_push(&job->texts);
        *text = (struct lsp_text){
            .uri = mem_dup(document->uri),
            .path = document->path ? mem_dup(document->path) : NULL,
            .version = document->version,
            .opened = document->opened,
        };
        buf_str(&text->text, buf_view(&document->text));
    }
    self->has_changed = self->has_disk_changed = false;
    return true;
}

/* ---- JSON ---- */

/* Consumes `message`. */
static void send(struct buf *out, json_t *message)
{
    char *body = message ? json_dumps(message, JSON_COMPACT) : NULL;
    if (!body)
        BUG("a message of ours is no JSON");
    lsp_add_message(out, str_of(body));
    free(body);
    json_decref(message);
}

/* Consumes `result`. */
static void answer(struct buf *out, json_t *id, json_t *result)
{
    send(out, json_pack("{s:s, s:O, s:o}", "jsonrpc", "2.0", "id", id, "result", result));
}

static void refuse(struct buf *out, json_t *id, int code, const char *why)
{
    send(out, json_pack("{s:s, s:O, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", id, "error", "code",
                        code, "message", why));
}

/* NULL where it is no text, or one with a NUL in it. */
static const char *text_at(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    const char *text = json_string_value(value);
    return text && strlen(text) == json_string_length(value) ? text : NULL;
}

static bool str_at(const json_t *object, const char *key, struct str *into)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_string(value))
        return false;
    *into = (struct str){json_string_value(value), json_string_length(value)};
    return true;
}

static uint64_t count_at(const json_t *object, const char *key)
{
    json_int_t value = json_integer_value(json_object_get(object, key));
    return value > 0 ? (uint64_t)value : 0;
}

static bool is_true_at(const json_t *object, const char *const *keys)
{
    for (; *keys; keys++)
        object = json_object_get(object, *keys);
    return json_is_true(object);
}

#define CAN(params, ...)                                                                           \
    is_true_at(params, (const char *const[]){"capabilities", __VA_ARGS__, NULL})

/* ---- the conversation's beginning and end ---- */

static void add_root(struct lsp_server *self, const char *uri)
{
    char *path = uri ? lsp_path_of_uri(uri) : NULL;
    if (!path)
        return;
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        path[--length] = '\0';
    *vec_push(&self->roots) = path;
}

static void remove_root(struct lsp_server *self, const char *uri)
{
    struct lsp_server other = {0};
    add_root(&other, uri);
    for (size_t i = self->roots.len; other.roots.len && i-- > 0;)
        if (strcmp(self->roots.at[i], other.roots.at[0]) == 0) {
            free(self->roots.at[i]);
            vec_remove(&self->roots, i);
        }
    drop_roots(&other);
}

static json_t *initialize(struct lsp_server *self, json_t *params)
{
    json_t *folders = json_object_get(params, "workspaceFolders"), *folder;
    size_t i;
    json_array_foreach (folders, i, folder)
        add_root(self, text_at(folder, "uri"));
    if (!self->roots.len)
        add_root(self, text_at(params, "rootUri"));
    const char *path = text_at(params, "rootPath"); /* what rootUri replaced */
    if (!self->roots.len && path && path[0] == '/')
        *vec_push(&self->roots) = mem_dup(path);
    self->shows_related = CAN(params, "textDocument", "publishDiagnostics", "relatedInformation");
    self->edits_versions = CAN(params, "workspace", "workspaceEdit", "documentChanges");
    self->registers_watchers =
        CAN(params, "workspace", "didChangeWatchedFiles", "dynamicRegistration");
    self->state = SERVER_RUNNING;
    return json_pack("{s:{s:s, s:{s:b, s:i, s:{s:b}}, s:{s:[s]}, s:{s:{s:b, s:b}}}, s:{s:s, s:s}}",
                     "capabilities", "positionEncoding", "utf-16", "textDocumentSync", "openClose",
                     1, "change", SYNC_INCREMENTAL, "save", "includeText", 0, "codeActionProvider",
                     "codeActionKinds", "quickfix", "workspace", "workspaceFolders", "supported", 1,
                     "changeNotifications", 1, "serverInfo", "name", "interloper", "version",
                     INTERLOPER_VERSION);
}

/* Files change without the editor (git, a build), and so does the configuration. */
static void initialized(struct lsp_server *self, json_t *params, struct buf *out)
{
    (void)params;
    if (!self->registers_watchers)
        return;
    send(out,
         json_pack("{s:s, s:s, s:s, s:{s:[{s:s, s:s, s:{s:[{s:s}, {s:s}]}}]}}", "jsonrpc", "2.0",
                   "id", "watch", "method", "client/registerCapability", "params", "registrations",
                   "id", "watch", "method", "workspace/didChangeWatchedFiles", "registerOptions",
                   "watchers", "globPattern", "**/*.{js,mjs,cjs,jsx,ts,tsx,mts,cts}", "globPattern",
                   "**/{interloper.json,package.json,.gitignore}"));
}

static json_t *shut_down(struct lsp_server *self, json_t *params)
{
    (void)params;
    self->state = SERVER_SHUT_DOWN;
    return json_null();
}

/* ---- documents ---- */

static void did_open(struct lsp_server *self, json_t *params, struct buf *out)
{
    (void)out;
    json_t *item = json_object_get(params, "textDocument");
    const char *uri = text_at(item, "uri");
    struct str text;
    if (!uri || !str_at(item, "text", &text))
        return;
    lsp_document_open(&self->documents, uri, text,
                      json_integer_value(json_object_get(item, "version")));
    self->has_changed = true;
    self->has_disk_changed = true; /* it may be new there */
}

static void apply_change(struct lsp_document *document, json_t *change)
{
    struct str text;
    if (!str_at(change, "text", &text))
        return;
    json_t *range = json_object_get(change, "range");
    if (!json_is_object(range)) {
        lsp_document_set(document, text);
        return;
    }
    json_t *from = json_object_get(range, "start"), *to = json_object_get(range, "end");
    struct str old = buf_view(&document->text);
    size_t start = lsp_offset(old, count_at(from, "line"), count_at(from, "character"));
    size_t end = lsp_offset(old, count_at(to, "line"), count_at(to, "character"));
    lsp_document_replace(document, start, end, text);
}

static struct lsp_document *document_of(struct lsp_server *self, const json_t *params)
{
    const char *uri = text_at(json_object_get(params, "textDocument"), "uri");
    return uri ? lsp_document_find(&self->documents, uri) : NULL;
}

/* In their order: each counts from what the one before left. */
static void did_change(struct lsp_server *self, json_t *params, struct buf *out)
{
    (void)out;
    struct lsp_document *document = document_of(self, params);
    if (!document)
        return;
    size_t i;
    json_t *change;
    json_array_foreach (json_object_get(params, "contentChanges"), i, change)
        apply_change(document, change);
    json_t *version = json_object_get(json_object_get(params, "textDocument"), "version");
    if (json_is_integer(version))
        document->version = json_integer_value(version);
    self->has_changed = true;
}

static void did_close(struct lsp_server *self, json_t *params, struct buf *out)
{
    (void)out;
    const char *uri = text_at(json_object_get(params, "textDocument"), "uri");
    if (uri && lsp_document_close(&self->documents, uri))
        self->has_changed = self->has_disk_changed = true; /* it may have been closed unsaved */
}

static void disk_changed(struct lsp_server *self, json_t *params, struct buf *out)
{
    (void)params, (void)out;
    self->has_changed = self->has_disk_changed = true;
}

static void folders_changed(struct lsp_server *self, json_t *params, struct buf *out)
{
    json_t *event = json_object_get(params, "event"), *folder;
    size_t i;
    json_array_foreach (json_object_get(event, "removed"), i, folder)
        remove_root(self, text_at(folder, "uri"));
    json_array_foreach (json_object_get(event, "added"), i, folder)
        add_root(self, text_at(folder, "uri"));
    disk_changed(self, params, out);
}

static void ignore(struct lsp_server *self, json_t *params, struct buf *out)
{
    (void)self, (void)params, (void)out;
}

/* ---- code actions ---- */

struct search {
    uint32_t at;
    const struct js_node *found;
};

static void look_inside(const struct js_node *child, void *context)
{
    struct search *search = context;
    if (child->start < search->at && search->at < child->end)
        search->found = child;
}

/* Is a comment at `offset`, where a line begins, a comment? Inside a template, a string over
 * several lines or JSX it would be text. */
static bool may_hold_comment(const struct lsp_document *document, size_t offset)
{
    struct js_file *file = js_parse(buf_view(&document->text),
                                    js_dialect_of(str_of(document->path ? document->path : "")));
    struct search search = {(uint32_t)offset, file->program};
    const struct js_node *inner;
    do {
        inner = search.found;
        search.found = NULL;
        js_children(inner, look_inside, &search);
    } while (search.found);
    bool is_text = inner->kind == JS_TEMPLATE || inner->kind == JS_STRING || inner->kind == JS_JSX;
    js_free(file);
    return !is_text;
}

static const struct rule_info *rule_named(const char *name)
{
    for (size_t i = 0; name && i < check_rule_count; i++)
        if (strcmp(check_rules[i]->name, name) == 0)
            return check_rules[i];
    return NULL;
}

/* The comment on a line of its own, indented as the line below it and ended as the others. */
static json_t *silencing_edit(const struct lsp_document *document, uint64_t line, size_t start,
                              const char *rule)
{
    struct str text = buf_view(&document->text), rest = str_from(text, start);
    struct buf comment = {0};
    size_t indent = 0;
    while (indent < rest.len && (rest.at[indent] == ' ' || rest.at[indent] == '\t'))
        indent++;
    const char *newline = memchr(text.at, '\n', text.len);
    buf_add(&comment, rest.at, indent);
    buf_printf(&comment, "// interloper-ignore %s%s", rule,
               newline && newline > text.at && newline[-1] == '\r' ? "\r\n" : "\n");
    json_t *edit = json_pack("{s:{s:{s:I, s:i}, s:{s:I, s:i}}, s:s}", "range", "start", "line",
                             (json_int_t)line, "character", 0, "end", "line", (json_int_t)line,
                             "character", 0, "newText", comment.at);
    buf_free(&comment);
    return edit;
}

/* Consumes `edits`. */
static json_t *action_of(const struct lsp_server *self, const struct lsp_document *document,
                         json_t *diagnostic, const char *title, json_t *edits)
{
    json_t *edit = self->edits_versions ? json_pack("{s:[{s:{s:s, s:I}, s:o}]}", "documentChanges",
                                                    "textDocument", "uri", document->uri, "version",
                                                    (json_int_t)document->version, "edits", edits)
                                        : json_pack("{s:{s:o}}", "changes", document->uri, edits);
    return json_pack("{s:s, s:s, s:[O], s:o}", "title", title, "kind", "quickfix", "diagnostics",
                     diagnostic, "edit", edit);
}

/* NULL where the diagnostic is none of ours, or no comment can stand above it. */
static json_t *silencing_action(const struct lsp_server *self, const struct lsp_document *document,
                                json_t *diagnostic)
{
    const char *source = text_at(diagnostic, "source");
    const struct rule_info *rule = rule_named(text_at(diagnostic, "code"));
    json_t *from = json_object_get(json_object_get(diagnostic, "range"), "start");
    if (!source || strcmp(source, "interloper") != 0 || !rule || !json_is_object(from))
        return NULL;
    uint64_t line = count_at(from, "line");
    size_t start = lsp_line_start(buf_view(&document->text), line);
    if (start >= document->text.len || !may_hold_comment(document, start))
        return NULL;
    json_t *edits = json_pack("[o]", silencing_edit(document, line, start, rule->name));
    char *title = mem_printf("Silence %s on this line", rule->name);
    json_t *action = action_of(self, document, diagnostic, title, edits);
    free(title);
    return action;
}

/* The repair itself, which came with the diagnostic; NULL: there is none, or it was another text.
 */
static json_t *repairing_action(const struct lsp_server *self, const struct lsp_document *document,
                                json_t *diagnostic)
{
    json_t *data = json_object_get(diagnostic, "data"), *part;
    json_t *version = json_object_get(data, "version"), *fix = json_object_get(data, "fix");
    const char *source = text_at(diagnostic, "source"), *repair = text_at(data, "title");
    if (!source || strcmp(source, "interloper") != 0 || !repair || !json_array_size(fix) ||
        !json_is_integer(version) || json_integer_value(version) != document->version)
        return NULL;
    json_t *edits = json_array();
    size_t i;
    json_array_foreach (fix, i, part) {
        json_t *at = json_object_get(part, "at");
        const char *text = text_at(part, "text");
        if (json_is_object(at) && text)
            json_array_append_new(edits, json_pack("{s:{s:O, s:O}, s:s}", "range", "start", at,
                                                   "end", at, "newText", text));
    }
    char *title = mem_printf("Repair: %s", repair);
    json_t *action = action_of(self, document, diagnostic, title, edits);
    json_object_set_new(action, "isPreferred", json_true());
    free(title);
    return action;
}

/* Does the client want quick fixes? It may name kinds, each with all below it. */
static bool wants_fixes(const json_t *context)
{
    json_t *only = json_object_get(context, "only"), *kind;
    size_t i;
    if (!json_is_array(only))
        return true;
    json_array_foreach (only, i, kind)
        if (json_is_string(kind) &&
            (strcmp(json_string_value(kind), "quickfix") == 0 || json_string_length(kind) == 0))
            return true;
    return false;
}

/* The client names the diagnostics, where they stand now: it knows what was edited since. */
static json_t *code_actions(struct lsp_server *self, json_t *params)
{
    struct lsp_document *document = document_of(self, params);
    json_t *context = json_object_get(params, "context"), *diagnostic;
    json_t *actions = json_array();
    size_t i;
    if (!document || !wants_fixes(context))
        return actions;
    json_array_foreach (json_object_get(context, "diagnostics"), i, diagnostic) {
        json_t *both[] = {repairing_action(self, document, diagnostic),
                          silencing_action(self, document, diagnostic)};
        for (size_t each = 0; each < COUNT_OF(both); each++)
            if (both[each])
                json_array_append_new(actions, both[each]);
    }
    return actions;
}

/* ---- messages ---- */

static const struct request {
    const char *name;
    json_t *(*run)(struct lsp_server *self, json_t *params); /* the result */
} requests[] = {
    {"initialize", initialize},
    {"textDocument/codeAction", code_actions},
    {"shutdown", shut_down},
};

static const struct notification {
    const char *name;
    void (*run)(struct lsp_server *self, json_t *params, struct buf *out);
} notifications[] = {
    {"initialized", initialized},
    {"textDocument/didOpen", did_open},
    {"textDocument/didChange", did_change},
    {"textDocument/didSave", disk_changed},
    {"textDocument/didClose", did_close},
    {"workspace/didChangeWatchedFiles", disk_changed},
    {"workspace/didChangeWorkspaceFolders", folders_changed},
    {"$/cancelRequest", ignore}, /* it was answered before this could be read */
};

static void handle_request(struct lsp_server *self, const char *method, json_t *id, json_t *params,
                           struct buf *out)
{
    const struct request *request = NULL;
    for (size_t i = 0; i < COUNT_OF(requests); i++)
        if (strcmp(requests[i].name, method) == 0)
            request = &requests[i];
    bool is_first = strcmp(method, "initialize") == 0;
    if (self->state == SERVER_NEW && !is_first)
        refuse(out, id, ERROR_NOT_INITIALIZED, "the first request must be initialize");
    else if (self->state != SERVER_NEW && is_first)
        refuse(out, id, ERROR_REQUEST, "was initialized before");
    else if (self->state == SERVER_SHUT_DOWN)
        refuse(out, id, ERROR_REQUEST, "was shut down");
    else if (!request)
        refuse(out, id, ERROR_METHOD, "no such method here");
    else if (params && !json_is_object(params) && !json_is_null(params))
        refuse(out, id, ERROR_PARAMS, "params: an object expected");
    else
        answer(out, id, request->run(self, params));
}

static void handle_notification(struct lsp_server *self, const char *method, json_t *params,
                                struct buf *out)
{
    if (strcmp(method, "exit") == 0)
        self->is_over = true;
    for (size_t i = 0; i < COUNT_OF(notifications) && self->state == SERVER_RUNNING; i++)
        if (strcmp(notifications[i].name, method) == 0)
            notifications[i].run(self, params, out);
}

static void handle_object(struct lsp_server *self, json_t *message, struct buf *out)
{
    json_t *id = json_object_get(message, "id"), *params = json_object_get(message, "params");
    const char *method = text_at(message, "method");
    bool is_answer = !json_object_get(message, "method") &&
                     (json_object_get(message, "result") || json_object_get(message, "error"));
    bool has_good_id = json_is_integer(id) || json_is_string(id);
    if (is_answer)
        return; /* of the one request we make, which needs none */
    if (!method || (id && !has_good_id))
        refuse(out, has_good_id ? id : json_null(), ERROR_REQUEST,
               "a method and, in a request, an id that is a number or a text expected");
    else if (id)
        handle_request(self, method, id, params, out);
    else
        handle_notification(self, method, params, out);
}

static bool is_surrogate(struct str text, size_t at, char least, char most)
{
    return at + 6 <= text.len && text.at[at] == '\\' && text.at[at + 1] == 'u' &&
           (text.at[at + 2] | 0x20) == 'd' && (text.at[at + 3] | 0x20) >= least &&
           (text.at[at + 3] | 0x20) <= most;
}

/* Half a surrogate pair, which JavaScript's texts may hold and jansson refuses, becomes U+FFFD: to
 * lose a change would let every later one hit the wrong place. */
static void replace_halves(struct buf *message)
{
    struct str text = buf_view(message);
    for (size_t i = 0; i + 1 < text.len; i++) {
        if (text.at[i] != '\\')
            continue;
        bool is_high = is_surrogate(text, i, '8', '9') || is_surrogate(text, i, 'a', 'b');
        bool is_low = is_surrogate(text, i, 'c', 'f');
        if (is_high && is_surrogate(text, i + 6, 'c', 'f'))
            i += 11;
        else if (is_high || is_low)
            memcpy(message->at + i + 2, "fffd", 4);
        else
            i++; /* what is escaped may be a backslash */
    }
}

void lsp_server_handle(struct lsp_server *self, struct str message, struct buf *out)
{
    struct buf text = {0};
    json_error_t where;
    buf_str(&text, message);
    replace_halves(&text);
    json_t *root =
        json_loadb(buf_view(&text).at, text.len, JSON_ALLOW_NUL | JSON_DECODE_ANY, &where);
    buf_free(&text);
    if (!root) { /* where.text quotes the input, whatever bytes it has */
        char why[80];
        snprintf(why, sizeof why, "no JSON: line %d, column %d", where.line, where.column);
        refuse(out, json_null(), ERROR_PARSE, why);
    } else if (!json_is_object(root))
        refuse(out, json_null(), ERROR_REQUEST, "an object expected");
    else
        handle_object(self, root, out);
    json_decref(root);
}
