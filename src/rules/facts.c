/* What is asked about a file for each of the many things in it, and does not depend on them: found
 * once and kept, so that a file of twenty thousand findings costs no more than its length. */
#include "rules/rules.h"

/* A comment that names the module which begins below it. */
struct module_line {
    size_t start;
    bool is_package; /* below node_modules/ */
};

struct unit_facts {
    uint8_t asked, answers; /* bits of enum file_answer */
    const struct js_node *last_statement;
    struct line {
        bool is_known, is_commented, is_said_to_be_meant;
        size_t start, end;
    } line; /* the last one that was asked about: it may be the whole file */
    struct function_facts *functions; /* by their index in the file; NULL: none asked yet */
    bool are_modules_known;
    VEC(struct module_line) modules;
};

struct unit_facts *unit_facts_new(struct arena *arena)
{
    return arena_new(arena, struct unit_facts);
}

struct function_facts *facts_of(const struct js_function *function)
{
    const struct unit *unit = unit_of(function);
    struct unit_facts *self = unit->facts;
    if (!self->functions)
        self->functions = mem_zalloc((unit->file->functions.len + 1) * sizeof *self->functions);
    return &self->functions[function->index];
}

void unit_facts_free(struct unit_facts *self)
{
    vec_free(&self->modules);
    free(self->functions);
}

static bool keep_answer(struct unit_facts *self, enum file_answer question, bool is_so)
{
    self->asked |= (uint8_t)question;
    if (is_so)
        self->answers |= (uint8_t)question;
    return is_so;
}

bool file_has_any(const struct unit *unit, enum file_answer question, const char *const *words,
                  size_t count)
{
    struct unit_facts *self = unit->facts;
    if (self->asked & question)
        return self->answers & question;
    return keep_answer(self, question, has_any(unit->source->text, words, count));
}

static void search_page(struct walk *walk, const struct js_node *node)
{
    static const char *const globals[] = {
        "document",    "window",         "navigator",      "localStorage",         "customElements",
        "HTMLElement", "XMLHttpRequest", "sessionStorage", "requestAnimationFrame"};
    bool *found = walk->data;
    for (size_t i = 0; i < COUNT_OF(globals) && node->kind == JS_NAME && !node->variable; i++)
        *found |= str_is(node->name->text, globals[i]);
}

bool runs_in_page(struct unit *unit)
{
    bool found = false;
    if (unit->facts->asked & FILE_IN_PAGE)
        return unit->facts->answers & FILE_IN_PAGE;
    struct walk walk = {.unit = unit, .data = &found};
    vec_each (function, &unit->file->functions)
        if ((*function)->body && !found)
            walk_function(&walk, *function, search_page);
    return keep_answer(unit->facts, FILE_IN_PAGE, found);
}

/* `export { a, b }`, as bundlers put it at the end, does nothing. */
static bool only_exports(const struct js_node *statement)
{
    return statement->kind == JS_EXPORT && !statement->a && !statement->c;
}

const struct js_node *last_statement(const struct unit *unit)
{
    const struct js_node *last = unit->facts->last_statement;
    if (!last)
        for (const struct js_node *one = unit->file->program->a; one; one = one->next)
            last = only_exports(one) ? last : one;
    unit->facts->last_statement = last;
    return last;
}

/* ---- comments ---- */

static struct str line_at(struct str text, size_t offset)
{
    size_t start = offset, end = offset;
    while (start > 0 && text.at[start - 1] != '\n')
        start--;
    while (end < text.len && text.at[end] != '\n')
        end++;
    return (struct str){text.at + start, end - start};
}

/* Behind the first // or, where there is none, the first comment of the other kind; an address
 * ('http://…') is none. */
static struct str comment_in(struct str line)
{
    for (size_t i = 0; i + 1 < line.len; i++)
        if (line.at[i] == '/' && line.at[i + 1] == '/' && !(i && line.at[i - 1] == ':'))
            return str_from(line, i);
    const char *comment = memmem(line.at, line.len, "/*", 2);
    return comment ? str_from(line, (size_t)(comment - line.at)) : STR("");
}

static bool comment_says_so(struct str line)
{
    static const char *const phrases[] = {"await",           "fire and forget", "fire-and-forget",
                                          "n't wait",        "not wait",        "background",
                                          "no need to wait", "nhandled"};
    return has_any(comment_in(line), phrases, COUNT_OF(phrases));
}

static bool is_comment(struct str line)
{
    line = str_trim(line);
    return str_starts(line, STR("//")) || str_starts(line, STR("/*")) ||
           str_starts(line, STR("* ")) || str_is(line, "*/");
}

static bool has_comment_beside(struct str text, size_t start, size_t end)
{
    struct str above = start ? line_at(text, start - 1) : STR("");
    bool is_documentation = str_is(str_trim(above), "*/");
    return (is_comment(above) && !is_documentation) ||
           (end + 1 < text.len && is_comment(line_at(text, end + 1)));
}

static bool comments_say_so(struct str text, struct str line)
{
    bool says_so = comment_says_so(line), goes_on = true;
    while (!says_so && goes_on && line.at > text.at) {
        line = line_at(text, (size_t)(line.at - text.at) - 1);
        says_so = comment_says_so(line);
        goes_on = str_starts(str_trim(line), STR("//"));
    }
    return says_so;
}

static const struct line *line_of(const struct unit *unit, size_t offset)
{
    struct line *line = &unit->facts->line;
    if (line->is_known && line->start <= offset && offset <= line->end)
        return line;
    struct str text = unit->source->text, words = line_at(text, offset);
    size_t start = (size_t)(words.at - text.at), end = start + words.len;
    *line = (struct line){true, has_comment_beside(text, start, end), comments_say_so(text, words),
                          start, end};
    return line;
}

bool is_commented(const struct unit *unit, const struct js_node *node)
{
    return line_of(unit, node->start)->is_commented;
}

bool is_said_to_be_meant(const struct unit *unit, const struct js_node *node)
{
    return line_of(unit, node->start)->is_said_to_be_meant;
}

bool is_said_to_last(const struct unit *unit, const struct js_node *node)
{
    enum { LINES = 3 };
    static const char *const words[] = {"keep",  "Keep",  "forever", "for ever",
                                        "never", "Never", "alive",   "block"};
    struct str text = unit->source->text;
    struct str line = line_at(text, node->start);
    bool says_so = has_any(comment_in(line), words, COUNT_OF(words));
    for (unsigned i = 0; i < LINES && !says_so && line.at > text.at; i++) {
        line = line_at(text, (size_t)(line.at - text.at) - 1);
        if (!is_comment(line))
            break;
        says_so = has_any(line, words, COUNT_OF(words));
    }
    return says_so;
}

/* ---- bundles ---- */

/* The line above each module in a bundle of esbuild, rolldown and webpack: its path, or nothing. */
static struct str module_named_by(struct str line)
{
    static const char *const marks[] = {"// ", "//#region ", "!*** ", "/***/ \""};
    static const char *const endings[] = {".js", ".mjs", ".cjs", ".ts"};
    line = str_trim(line);
    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        if (!str_starts(line, str_of(marks[i])))
            continue;
        struct str path = str_from(line, strlen(marks[i]));
        for (path.len = 0; path.at + path.len < line.at + line.len; path.len++)
            if (strchr(" \"", path.at[path.len]))
                break;
        for (size_t k = 0; k < COUNT_OF(endings); k++)
            if (str_ends(path, str_of(endings[k])))
                return path;
    }
    return STR("");
}

static void find_modules(struct str text, struct unit_facts *self)
{
    static const char *const folder[] = {"node_modules/"};
    struct str rest = text;
    self->are_modules_known = true;
    if (!has_any(text, folder, 1))
        return;
    while (rest.len) {
        size_t start = (size_t)(rest.at - text.at);
        struct str module = module_named_by(str_cut(&rest, '\n'));
        if (module.len)
            *vec_push(&self->modules) = (struct module_line){start, has_any(module, folder, 1)};
    }
}

/* function requireErrors() { if (hasRequiredErrors) return errors; ... }: so rollup puts a CommonJS
 * module, of somebody else mostly, into a bundle of ES modules. */
static bool is_wrapped_module(const struct unit *unit, const struct js_node *node)
{
    static const char *const marks[] = {"if (hasRequired"};
    enum { HEAD = 120 };
    const struct js_function *function = function_around(unit, node);
    for (; function && function->parent; function = function->parent) {
        struct str head = {unit->source->text.at + function->node->start,
                           function->node->end - function->node->start};
        head.len = head.len > HEAD ? HEAD : head.len;
        if (function->name && str_starts(function->name->text, STR("require")) &&
            has_any(head, marks, COUNT_OF(marks)))
            return true;
    }
    return false;
}

bool is_bundled(const struct unit *unit, const struct js_node *node)
{
    struct unit_facts *self = unit->facts;
    if (is_wrapped_module(unit, node))
        return true;
    if (!self->are_modules_known)
        find_modules(unit->source->text, self);
    size_t low = 0, high = self->modules.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (self->modules.at[middle].start <= node->start)
            low = middle + 1;
        else
            high = middle;
    }
    return low && self->modules.at[low - 1].is_package;
}
