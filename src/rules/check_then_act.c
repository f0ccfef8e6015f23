/* check-then-act: a path is looked at, and created or removed in a later turn of the event loop.
 * Between the two another caller, or another process, has done the same: mkdir fails with EEXIST,
 * unlink with ENOENT, two own one lock. The look's answer comes by await, by a callback or by then;
 * the act is searched behind it by the text of the path, and one call deep. */
#include "rules/fs_calls.h"

#include <ctype.h>

struct acting {
    struct walk *walk;
    const struct js_node *look,
        *path;        /* path: what is looked at, or the parameter that stands for it */
    uint32_t from;    /* acts before are none */
    uint32_t end;     /* of the code that is searched */
    unsigned tries;   /* around the node, begun behind the look */
    unsigned calls;   /* functions that were followed */
    bool needs_async; /* the look was synchronous */
    const struct js_node *found;
    bool creates;
};

static bool is_word(struct str name, const char *words)
{
    struct str rest = str_of(words);
    while (rest.len)
        if (str_equal(str_cut(&rest, ' '), name))
            return name.len > 0;
    return false;
}

static bool is_look(const struct unit *unit, const struct js_node *node)
{
    struct str name = fs_called(unit, node);
    return node->b && is_word(name, "exists stat lstat access pathExists fileExists");
}

static bool is_lock_path(const struct unit *unit, const struct js_node *path)
{
    static const char *const words[] = {"lock", "Lock", "LOCK", "pidFile", "pidfile"};
    return has_any(source_of(unit, path), words, COUNT_OF(words));
}

/* Which of the path's fates the call is: 0 none, 1 created, 2 removed. */
static int act_of(const struct acting *self, const struct js_node *call)
{
    const struct unit *unit = self->walk->unit;
    struct str name = fs_called(unit, call);
    bool is_first = same_source(unit, argument(call, 0), self->path);
    bool is_second = same_source(unit, argument(call, 1), self->path);
    if (is_first && is_word(name, "unlink rmdir rm rename"))
        return 2;
    if ((is_first && is_word(name, "mkdir")) || (is_second && is_word(name, "symlink link")))
        return 1;
    return is_first && is_word(name, "writeFile open") && is_lock_path(unit, self->path) ? 1 : 0;
}

/* A callback that takes no error, or never looks at it: written there, or by name. */
static bool takes_no_error(const struct js_node *call)
{
    const struct js_node *last = call->b;
    while (last && last->next)
        last = last->next;
    const struct js_function *function = last ? function_of_argument(last) : NULL;
    const struct js_node *error = function ? function->params : NULL;
    bool is_unseen = error && error->kind == JS_NAME && error->variable && function->body &&
                     !mentions(function->body, error->variable) && !function->uses_arguments;
    return function && (!error || is_unseen);
}

/* const found = await lstat(path); if (found && same(found)) return; link(...): where it is there
 * the act is tried all the same, so that its failure is an ordinary answer. */
static bool is_tried_anyway(const struct acting *self, const struct js_node *call)
{
    struct str text = self->walk->unit->source->text;
    struct str before = {text.at, self->look->start}, between = str_from(text, self->look->end);
    between.len = call->start - self->look->end;
    before = str_trim(before);
    if (!str_ends(before, STR("await")))
        return false;
    before.len -= strlen("await");
    before = str_trim(before);
    if (!str_ends(before, STR("=")))
        return false;
    before.len--;
    before = str_trim(before);
    size_t start = before.len;
    while (start && (isalnum((unsigned char)before.at[start - 1]) || before.at[start - 1] == '_' ||
                     before.at[start - 1] == '$'))
        start--;
    char pattern[96];
    int length =
        snprintf(pattern, sizeof pattern, "if (" STR_FMT " && ", STR_ARG(str_from(before, start)));
    const char *found = length > 0 && (size_t)length < sizeof pattern
                            ? memmem(between.at, between.len, pattern, (size_t)length)
                            : NULL;
    struct str rest =
        found ? str_from(between, (size_t)(found - between.at) + (size_t)length) : STR("");
    return found && !str_starts(rest, str_from(before, start));
}

/* In the call itself, or where a name it passes is declared: `options = { recursive: true }`. */
static bool has_tolerant_option(const struct unit *unit, const struct js_node *call)
{
    enum { DECLARATION = 80 };
    static const char *const options[] = {"recursive", "force", "'wx'", "\"wx\"", "O_EXCL"};
    bool found = has_any(source_of(unit, call), options, COUNT_OF(options));
    for (const struct js_node *arg = call->b; arg && !found; arg = arg->next) {
        if (arg->kind != JS_NAME || !arg->variable || !arg->variable->declared)
            continue;
        struct str text = str_from(unit->source->text, arg->variable->declared->start);
        text.len = text.len > DECLARATION ? DECLARATION : text.len;
        found = has_any(str_cut(&text, '\n'), options, COUNT_OF(options));
    }
    return found;
}

/* Somebody was faster, and that is no matter. */
static bool tolerates(const struct acting *self, const struct js_node *call, bool creates)
{
    static const char *const exists[] = {"EEXIST"}, *const missing[] = {"ENOENT"};
    struct str text = self->walk->unit->source->text;
    struct str behind = {text.at + call->start, self->end - call->start};
    struct str next = str_trim(str_from(text, call->end));
    return has_tolerant_option(self->walk->unit, call) ||
           has_any(behind, creates ? exists : missing, 1) || str_starts(next, STR(".catch(")) ||
           takes_no_error(call) || (creates && is_tried_anyway(self, call)) || self->tries;
}

static void search(const struct js_node *node, void *context);

/* mkpath(p): what the function does with that parameter. */
static void follow_call(struct acting *self, const struct js_node *call)
{
    struct js_function *function = function_of_argument(call->a);
    const struct js_node *param = function ? function->params : NULL;
    for (const struct js_node *arg = call->b; arg && param; arg = arg->next, param = param->next) {
        if (param->kind != JS_NAME || !same_source(self->walk->unit, arg, self->path))
            continue;
        struct acting inner = *self;
        inner.path = param;
        inner.from = 0;
        inner.calls++;
        inner.end = function->node->end;
        search(function->body, &inner);
        self->found = inner.found;
        self->creates = inner.creates;
        return;
    }
}

static void search(const struct js_node *node, void *context)
{
    struct acting *self = context;
    if (self->found || node->end <= self->from)
        return;
    if (node->kind == JS_CALL && node->start >= self->from) {
        int act = act_of(self, node);
        bool is_late = !self->needs_async || !fs_is_sync(node);
        if (act && is_late && !tolerates(self, node, act == 1)) {
            self->found = node;
            self->creates = act == 1;
            return;
        }
        if (!act && !self->calls && function_of_argument(node->a))
            follow_call(self, node);
    }
    if (node->kind == JS_FUNCTION) {
        if (node->function->body)
            search(node->function->body, context);
        return;
    }
    if (node->kind == JS_TRY && node->c) {
        bool is_behind = !contains(node, self->look) || self->calls;
        self->tries += is_behind || contains(node->a, self->look);
        search(node->a, context);
        self->tries -= is_behind || contains(node->a, self->look);
        search(node->c, context);
        if (node->d)
            search(node->d, context);
        return;
    }
    js_children(node, search, context);
}

/* Nothing shows that two have the path in hand. Whoever creates the very path that callers name
 * (mkdirp) must expect two of them to name the same; whoever removes one need not. */
static bool is_on_paper(const struct acting *acting, const struct js_node *path)
{
    const struct walk *walk = acting->walk;
    return !is_lock_path(walk->unit, path) && !(acting->creates && is_given_by_caller(path)) &&
           !starts_again(walk->unit, walk->function);
}

static void look_behind(struct walk *walk, const struct js_node *look, const struct js_node *region,
                        uint32_t from, bool needs_async)
{
    enum { LONGEST = 20000 };
    struct acting acting = {.walk = walk,
                            .look = look,
                            .path = argument(look, 0),
                            .from = from,
                            .end = region->end,
                            .needs_async = needs_async};
    if (acting.path->kind == JS_STRING && is_command(walk->unit))
        return;
    if (region->end - region->start > LONGEST)
        return; /* a bundle in one function, read again for each of its looks */
    search(region, &acting);
    if (!acting.found || is_command(walk->unit) || serialises(walk->unit))
        return;
    struct str path = text_of(walk->unit, argument(look, 0));
    bool is_note = is_on_paper(&acting, argument(look, 0));
    struct finding *finding = report(
        walk->ruling, &rule_check_then_act, walk->unit, acting.found,
        acting.creates ? "`" STR_FMT "` may have been created by somebody else since it was looked "
                         "at: this fails with EEXIST, or two callers own it"
                       : "`" STR_FMT "` may have been removed by somebody else since it was looked "
                         "at: this fails with ENOENT",
        STR_ARG(path));
    if (is_note)
        grade(finding, SEVERITY_NOTE);
    relate(walk->ruling, finding, walk->unit, look, "`" STR_FMT "` is looked at here",
           STR_ARG(path));
    repair(walk->ruling, finding,
           acting.creates
               ? "act without looking: { recursive: true }, flag 'wx', or take EEXIST for success"
               : "act without looking: { force: true }, or take ENOENT for success");
}

/* The look at the beginning of look(p).then(...).catch(...). */
static const struct js_node *look_of_chain(const struct unit *unit, const struct js_node *node)
{
    while (node && node->kind == JS_CALL && node->a->kind == JS_MEMBER &&
           (is_member_call(node, "then") || is_member_call(node, "catch")))
        node = node->a->a;
    return node && node->kind == JS_CALL && is_look(unit, node) ? node : NULL;
}

static void visit_check_then_act(struct walk *walk, const struct js_node *node)
{
    const struct js_function *function = walk->function;
    if (!function || !function->parent || !function->body)
        return; /* a module's own code runs once */
    if (node->kind == JS_AWAIT) {
        const struct js_node *look = look_of_chain(walk->unit, node->a);
        if (look)
            look_behind(walk, look, function->body, node->end, false);
    }
    if (node->kind != JS_CALL)
        return;
    const struct js_node *look = is_look(walk->unit, node) ? node : NULL;
    if (look && fs_is_sync(look)) {
        look_behind(walk, look, function->body, node->end, true);
    } else if (look) {
        for (const struct js_node *arg = node->b->next; arg; arg = arg->next)
            if (arg->kind == JS_FUNCTION && arg->function->body)
                look_behind(walk, look, arg->function->body, node->start, false);
    } else if (is_member_call(node, "then") || is_member_call(node, "catch")) {
        look = look_of_chain(walk->unit, node);
        for (const struct js_node *arg = look ? node->b : NULL; arg; arg = arg->next)
            if (arg->kind == JS_FUNCTION && arg->function->body)
                look_behind(walk, look, arg->function->body, node->start, false);
    }
}

static const char *const words[] = {"exists(", "stat(", "access(", "existsSync(", "Exists(", NULL};

const struct rule rule_check_then_act = {
    .info =
        {"check-then-act", SEVERITY_WARNING,
         "a path is looked at, and created or removed only after an asynchronous step",
         "What was seen is old by the time it is acted upon: another call of the same function, or "
         "another process, creates "
         "or removes the path in between. Act at once and tolerate that somebody was faster.",
         "const fs = require('fs');\nexports.ensure = (dir, cb) => {\n  fs.stat(dir, error => {\n  "
         "  if (!error) return cb(null);\n"
         "    fs.mkdir(dir, cb);\n  });\n};\n",
         "const fs = require('fs');\nexports.ensure = (dir, cb) => {\n  fs.mkdir(dir, error => {\n"
         "    cb(error && error.code !== 'EEXIST' ? error : null);\n  });\n};\n"},
    .visit = visit_check_then_act,
    .words = words,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
    .story = {"0s", {"it is acted upon here, in a later turn"}},
};
