#include "web/imports.h"

#include "base/buf.h"

enum { MOST_STEPS = 1000 };

/* ---- events, as they are collected ---- */

struct steps {
    json_t *events;
    json_t *filled;   /* fields since the last click or key: [{type, selector, value}] */
    const char *last; /* selector of the last event, in `events`; NULL: none */
};

static json_t *simple(const char *type, const char *selector, const char *value)
{
    json_t *event = json_pack("{s:s, s:s}", "type", type, "selector", selector);
    if (event && value)
        json_object_set_new(event, "value", json_string(value));
    return event;
}

/* What is no UTF-8 cannot be put into JSON: false. */
static bool add(struct steps *self, const char *type, const char *selector, const char *value)
{
    bool fills = strcmp(type, "input") == 0;
    json_t *event = simple(type, selector, value), *whole = event;
    if (!event)
        return false;
    if (!fills && json_array_size(self->filled)) {
        json_array_append_new(self->filled, event);
        whole = json_pack("{s:O}", "events", self->filled);
        json_decref(self->filled);
        self->filled = json_array();
    }
    json_array_append_new(self->events, whole);
    self->last = json_string_value(json_object_get(event, "selector"));
    if (fills)
        json_array_append(self->filled, event);
    return true;
}

static struct steps begin(void)
{
    return (struct steps){.events = json_array(), .filled = json_array()};
}

static json_t *end(struct steps *self, bool ok)
{
    json_decref(self->filled);
    if (!ok)
        json_decref(self->events);
    return ok ? self->events : NULL;
}

/* ---- DevTools ---- */

bool imports_is_recording(json_t *root)
{
    return json_is_object(root) && json_is_array(json_object_get(root, "steps"));
}

static void quote(struct buf *out, struct str text)
{
    buf_char(out, '"');
    buf_str(out, text);
    buf_char(out, '"');
}

/* One of a step's selectors, a list of ways into shadow roots, in our words; false where we have
 * none for it. `seen`: also by what a person sees, which is less certain than a path of CSS. */
static bool take_selector(json_t *ways, bool seen, struct buf *out)
{
    size_t i, count = json_array_size(ways);
    json_t *way;
    if (json_is_string(ways)) {
        ways = json_pack("[O]", ways);
        bool ok = take_selector(ways, seen, out);
        json_decref(ways);
        return ok;
    }
    json_array_foreach (ways, i, way) {
        struct str text = {json_string_value(way), json_string_length(way)};
        if (!text.at || !text.len)
            return false;
        if (i)
            buf_text(out, " >>> ");
        if (str_starts(text, STR("text/"))) {
            buf_text(out, "text=");
            quote(out, str_from(text, 5));
        } else if (str_starts(text, STR("aria/"))) {
            struct str rest = str_from(text, 5), label = str_cut(&rest, '[');
            struct str role = str_starts(rest, STR("role=\"")) ? str_from(rest, 6) : STR("");
            role = str_cut(&role, '"');
            buf_text(out, role.len ? "role=" : "label=");
            buf_str(out, role);
            buf_text(out, role.len ? "[name=" : "");
            quote(out, label);
            buf_text(out, role.len ? "s]" : "");
        } else if (str_starts(text, STR("pierce/"))) {
            buf_str(out, str_from(text, 7));
            continue;
        } else if (str_starts(text, STR("xpath/"))) {
            return false;
        } else {
            buf_str(out, text);
            continue;
        }
        if (!seen || count > 1)
            return false;
    }
    return count > 0;
}

static bool find_selector(json_t *step, struct buf *out)
{
    json_t *all = json_object_get(step, "selectors"), *ways;
    for (int seen = 0; seen < 2; seen++) {
        size_t i;
        json_array_foreach (all, i, ways) {
            buf_clear(out);
            if (take_selector(ways, seen, out))
                return true;
        }
    }
    return false;
}

static const struct {
    const char *theirs, *ours; /* NULL: says nothing about the user */
} recorded[] = {
    {"click", "click"},
    {"doubleClick", "dblclick"},
    {"hover", "hover"},
    {"change", "input"},
    {"keyDown", "key"},
    {"scroll", "scroll"},
    {"keyUp", NULL},
    {"navigate", NULL},
    {"setViewport", NULL},
    {"waitForElement", NULL},
    {"waitForExpression", NULL},
    {"close", NULL},
    {"emulateNetworkConditions", NULL},
};

static const char modifiers[][8] = {"Shift", "Control", "Alt", "Meta"};

static bool add_step(struct steps *self, json_t *step, size_t number, const char *name,
                     struct error *error)
{
    const char *type = json_string_value(json_object_get(step, "type")), *ours = NULL;
    bool known = false;
    for (size_t i = 0; type && i < COUNT_OF(recorded); i++)
        if (strcmp(recorded[i].theirs, type) == 0)
            known = true, ours = recorded[i].ours;
    if (!known)
        return error_set(error, EXIT_BAD_USAGE,
                         "%s: step %zu: a recording's step of type \"%s\" is not known (a newer "
                         "version of DevTools?)",
                         name, number, type ? type : "");
    const char *key = json_string_value(json_object_get(step, "key"));
    for (size_t i = 0; key && i < COUNT_OF(modifiers); i++)
        if (strcmp(key, modifiers[i]) == 0) /* comes with the key it is held for */
            ours = NULL;
    if (!ours)
        return true;
    const char *value = strcmp(ours, "input") == 0
                            ? json_string_value(json_object_get(step, "value"))
                        : strcmp(ours, "key") == 0 ? key
                                                   : NULL;
    struct buf selector = {0};
    bool has = find_selector(step, &selector);
    bool anywhere = strcmp(ours, "key") == 0 || strcmp(ours, "scroll") == 0;
    if (!has && anywhere && !json_object_get(step, "selectors")) {
        buf_clear(&selector);
        buf_text(&selector, strcmp(ours, "key") == 0 && self->last ? self->last : "body");
        has = true;
    }
    bool valued = value || (strcmp(ours, "input") != 0 && strcmp(ours, "key") != 0);
    bool ok = has && valued && add(self, ours, selector.at, value);
    buf_free(&selector);
    return ok || error_set(error, EXIT_BAD_USAGE, "%s: step %zu: %s", name, number,
                           has ? "\"value\" or \"key\" is missing"
                               : "none of its selectors can be used (CSS, text/ or aria/ is read)");
}

json_t *imports_recording(json_t *root, const char *name, struct error *error)
{
    json_t *list = json_object_get(root, "steps"), *step;
    struct steps self = begin();
    size_t i;
    bool ok = json_array_size(list) <= MOST_STEPS ||
              error_set(error, EXIT_BAD_USAGE, "%s: more than %d steps", name, MOST_STEPS);
    json_array_foreach (list, i, step) {
        ok = ok && add_step(&self, step, i + 1, name, error);
    }
    return end(&self, ok);
}

/* ---- Playwright ---- */

struct scan {
    struct str text;
    size_t at, line;
    const char *name;
    struct error *error;
    struct steps steps;
    struct buf selector; /* of the statement that is read */
    size_t visits;       /* page.goto */
};

static bool refuse(struct scan *self, const char *format, struct str word)
{
    char why[256];
    snprintf(why, sizeof why, format, STR_ARG(word));
    return error_set(self->error, EXIT_BAD_USAGE, "%s: line %zu: %s", self->name, self->line, why);
}

static char peek(const struct scan *self)
{
    return self->at < self->text.len ? self->text.at[self->at] : '\0';
}

static void step_over(struct scan *self)
{
    self->line += peek(self) == '\n';
    self->at += self->at < self->text.len;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$';
}

static bool is_comment(const struct scan *self)
{
    struct str rest = str_from(self->text, self->at);
    return str_starts(rest, STR("//")) || str_starts(rest, STR("/*"));
}

static void skip_comment(struct scan *self)
{
    bool whole_line = self->text.at[self->at + 1] == '/';
    while (self->at < self->text.len) {
        bool over =
            whole_line ? peek(self) == '\n' : str_starts(str_from(self->text, self->at), STR("*/"));
        step_over(self);
        if (over) {
            self->at += whole_line ? 0 : 1;
            return;
        }
    }
}

static void skip_blank(struct scan *self)
{
    while (self->at < self->text.len && (is_space(peek(self)) || is_comment(self))) {
        if (is_comment(self))
            skip_comment(self);
        else
            step_over(self);
    }
}

/* A string in any quotes, without what is put into it. False where there is none. */
static bool take_string(struct scan *self, struct buf *out)
{
    char quote_mark = peek(self);
    buf_clear(out);
    if (quote_mark != '\'' && quote_mark != '"' && quote_mark != '`')
        return false;
    for (step_over(self); self->at < self->text.len && peek(self) != quote_mark; step_over(self)) {
        if (peek(self) == '$' && quote_mark == '`')
            return false;
        if (peek(self) != '\\') {
            buf_char(out, peek(self));
            continue;
        }
        step_over(self);
        char c = peek(self);
        buf_char(out, c == 'n' ? '\n' : c == 't' ? '\t' : c);
    }
    bool closed = peek(self) == quote_mark;
    step_over(self);
    return closed;
}

static struct str take_word(struct scan *self)
{
    size_t start = self->at;
    while (is_letter(peek(self)))
        self->at++;
    return (struct str){self->text.at + start, self->at - start};
}

/* Over what stands in brackets, strings and comments included. */
static void skip_brackets(struct scan *self)
{
    struct buf ignored = {0};
    int depth = 0;
    do {
        char c = peek(self);
        if (c == '\'' || c == '"' || c == '`') {
            size_t before = self->at;
            take_string(self, &ignored);
            self->at += self->at == before;
            continue;
        }
        if (is_comment(self)) {
            skip_comment(self);
            continue;
        }
        depth += (c == '(' || c == '{' || c == '[') - (c == ')' || c == '}' || c == ']');
        step_over(self);
    } while (depth > 0 && self->at < self->text.len);
    buf_free(&ignored);
}

/* What a call is given: a string or number, and of { name: 'Save', exact: true } these two. */
struct call {
    struct str method;
    struct buf text, name;
    bool has_text, has_name, exact, other; /* other: something that we do not read */
};

static bool take_options(struct scan *self, struct call *call)
{
    for (step_over(self);;) {
        skip_blank(self);
        if (peek(self) == '}' || self->at >= self->text.len)
            break;
        struct str key = take_word(self);
        skip_blank(self);
        if (!key.len || peek(self) != ':')
            return false;
        step_over(self);
        skip_blank(self);
        if (str_is(key, "name")) {
            call->has_name = take_string(self, &call->name);
            if (!call->has_name)
                return false;
        } else if (str_is(key, "exact")) {
            call->exact = str_is(take_word(self), "true");
        } else {
            return false; /* modifiers, button, position: another click than ours */
        }
        skip_blank(self);
        if (peek(self) == ',')
            step_over(self);
    }
    step_over(self);
    return true;
}

static bool take_call(struct scan *self, struct call *call)
{
    call->method = take_word(self);
    call->has_text = call->has_name = call->exact = call->other = false;
    buf_clear(&call->text);
    skip_blank(self);
    if (!call->method.len || peek(self) != '(')
        return refuse(self, "'%.*s' is not a call", call->method);
    size_t open = self->at, line = self->line;
    step_over(self);
    for (bool first = true;; first = false) {
        skip_blank(self);
        char c = peek(self);
        if (c == ')')
            break;
        if (first && (c == '\'' || c == '"' || c == '`')) {
            call->has_text = take_string(self, &call->text);
            call->other = call->other || !call->has_text;
        } else if (first && (is_letter(c) || c == '-')) {
            step_over(self);
            struct str rest = take_word(self);
            buf_str(&call->text, (struct str){rest.at - 1, rest.len + 1});
            call->has_text = c == '-' || (c >= '0' && c <= '9');
            call->other = call->other || !call->has_text;
        } else if (c == '{') {
            call->other = call->other || !take_options(self, call);
        } else {
            call->other = true;
        }
        if (call->other)
            break;
        skip_blank(self);
        if (peek(self) == ',')
            step_over(self);
        else if (peek(self) != ')')
            call->other = true;
        if (call->other)
            break;
    }
    self->at = open;
    self->line = line;
    skip_brackets(self);
    return true;
}

static void join(struct scan *self)
{
    if (self->selector.len)
        buf_text(&self->selector, " >> ");
}

static void join_words(struct scan *self, const char *engine, const struct call *call)
{
    join(self);
    buf_text(&self->selector, engine);
    if (call->exact)
        quote(&self->selector, buf_view(&call->text));
    else
        buf_str(&self->selector, buf_view(&call->text));
}

/* A call that says where: true where it was one. */
static bool narrows(struct scan *self, const struct call *call)
{
    static const struct {
        const char *method, *engine;
    } words[] = {{"getByText", "text="}, {"getByLabel", "label="}, {"getByTestId", "testid="}};
    static const struct {
        const char *method, *attribute;
    } attributes[] = {
        {"getByPlaceholder", "placeholder"}, {"getByTitle", "title"}, {"getByAltText", "alt"}};
    struct str text = buf_view(&call->text);
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (call->has_text && str_is(call->method, words[i].method)) {
            join_words(self, words[i].engine, call);
            return true;
        }
    for (size_t i = 0; i < COUNT_OF(attributes); i++)
        if (call->has_text && str_is(call->method, attributes[i].method) &&
            !memchr(text.at, '"', text.len) && !memchr(text.at, '\\', text.len)) {
            join(self);
            buf_printf(&self->selector, "[%s%s=\"" STR_FMT "\"%s]", attributes[i].attribute,
                       call->exact ? "" : "*", STR_ARG(text), call->exact ? "" : " i");
            return true;
        }
    if (str_is(call->method, "getByRole") && call->has_text) {
        join(self);
        buf_printf(&self->selector, "role=" STR_FMT, STR_ARG(text));
        if (call->has_name)
            buf_printf(&self->selector, "[name=\"" STR_FMT "\"%s]", STR_ARG(buf_view(&call->name)),
                       call->exact ? "s" : "");
        return true;
    }
    if (str_is(call->method, "locator") && call->has_text) {
        join(self);
        buf_str(&self->selector, text);
        return true;
    }
    const char *nth = str_is(call->method, "first")  ? "0"
                      : str_is(call->method, "last") ? "-1"
                                                     : NULL;
    if (!nth && str_is(call->method, "nth") && call->has_text)
        nth = call->text.at;
    if (nth && self->selector.len)
        buf_printf(&self->selector, " >> nth=%s", nth);
    return nth && self->selector.len;
}

static const struct {
    const char *method, *type;
    bool valued;
} actions[] = {
    {"click", "click", false},   {"dblclick", "dblclick", false},
    {"hover", "hover", false},   {"fill", "input", true},
    {"press", "key", true},      {"check", "click", false},
    {"uncheck", "click", false}, {"selectOption", "input", true},
    {"tap", "click", false},     {"pressSequentially", "input", true},
};

/* A call that does something: *done where it was one. */
static bool acts(struct scan *self, const struct call *call, bool *done)
{
    *done = true;
    for (size_t i = 0; i < COUNT_OF(actions); i++) {
        if (!str_is(call->method, actions[i].method))
            continue;
        if (!self->selector.len)
            return refuse(self, "on what is '%.*s' done?", call->method);
        if (actions[i].valued != call->has_text)
            return refuse(self, "'%.*s' with this value is not read", call->method);
        return add(&self->steps, actions[i].type, self->selector.at,
                   actions[i].valued ? call->text.at : NULL) ||
               refuse(self, "not UTF-8 at '%.*s'", call->method);
    }
    if (str_is(call->method, "goto") && !self->selector.len)
        return ++self->visits == 1 ||
               refuse(self, "a second '%.*s': steps of another page cannot be tested with this one",
                      call->method);
    *done = false;
    return true;
}

/* page.getByRole('button', { name: 'Save' }).click() */
static bool take_chain(struct scan *self, struct call *call)
{
    buf_clear(&self->selector);
    for (;;) {
        skip_blank(self);
        if (peek(self) != '.')
            return refuse(self, "a step that does nothing we read%.*s", STR(""));
        step_over(self);
        skip_blank(self);
        if (!take_call(self, call))
            return false;
        if (str_starts(call->method, STR("waitFor")))
            return true;
        if (!call->other && narrows(self, call))
            continue;
        bool done;
        if (call->other)
            return refuse(self, "what '%.*s' is given is not read", call->method);
        if (!acts(self, call, &done))
            return false;
        return done || refuse(self, "'%.*s' is not among the steps that are read", call->method);
    }
}

/* Steps are what is awaited of `page`; what is expected is not ours to test. */
static bool take_statement(struct scan *self, struct call *call)
{
    skip_blank(self);
    struct str word = take_word(self);
    if (str_is(word, "expect") || str_is(word, "test"))
        return true;
    if (str_is(word, "page"))
        return take_chain(self, call);
    return refuse(self, "only steps of 'page' are read, not of '%.*s'", word);
}

bool imports_is_test(struct str text)
{
    for (size_t i = 0; i + 10 < text.len; i++)
        if (str_starts(str_from(text, i), STR("await page")))
            return true;
    return false;
}

json_t *imports_test(struct str text, const char *name, struct error *error)
{
    struct scan self = {.text = text, .line = 1, .name = name, .error = error, .steps = begin()};
    struct call call = {0};
    struct buf ignored = {0};
    bool ok = true;
    while (ok && self.at < text.len) {
        char c = peek(&self);
        if (c == '\'' || c == '"' || c == '`') {
            size_t before = self.at;
            take_string(&self, &ignored);
            self.at += self.at == before;
        } else if (is_comment(&self)) {
            skip_comment(&self);
        } else if (is_letter(c)) {
            ok = !str_is(take_word(&self), "await") || take_statement(&self, &call);
        } else {
            step_over(&self);
        }
        if (ok && json_array_size(self.steps.events) > MOST_STEPS)
            ok = refuse(&self, "too many steps%.*s", STR(""));
    }
    buf_free(&ignored);
    buf_free(&call.text);
    buf_free(&call.name);
    buf_free(&self.selector);
    return end(&self.steps, ok);
}
