/* shared-temp-file: a file is written under a fixed temporary name and renamed. Two calls at the
 * same time write the same temporary file: the contents mix, or the second rename fails with
 * ENOENT. Plain from the text of one function. */
#include "rules/fs_calls.h"

struct temporary {
    const struct unit *unit;
    const struct js_node *path; /* what is renamed; NULL while renames are searched */
    const struct js_node *found;
};

static bool is_written(const struct unit *unit, const struct js_node *call)
{
    struct str name = fs_called(unit, call);
    return str_is(name, "writeFile") || str_is(name, "outputFile") || str_is(name, "writeJson") ||
           str_is(name, "createWriteStream");
}

static void search(const struct js_node *node, void *context)
{
    struct temporary *self = context;
    if (self->found)
        return;
    bool is_call = node->kind == JS_CALL && !fs_is_sync(node);
    if (is_call && is_written(self->unit, node) &&
        same_source(self->unit, argument(node, 0), self->path)) {
        self->found = node;
        return;
    }
    if (node->kind == JS_FUNCTION && node->function->body)
        search(node->function->body, context);
    else
        js_children(node, search, context);
}

/* A name that says it is temporary, made of nothing that differs from call to call. */
static bool is_fixed(const struct unit *unit, const struct js_node *path)
{
    static const char *const says[] = {"tmp", "temp", "Temp", "~'", "~\"", "~`", ".new", ".part"};
    static const char *const differs[] = {
        "random", "pid", "Date",   "now",  "uuid", "Uuid",  "nanoid", "unique", "mkdtemp",
        "hrtime", "++",  "crypto", "hash", "Id",   "count", "seq",    "stamp",  "process."};
    const struct js_node *made = initial_value(path);
    struct str text = source_of(unit, made ? made : path);
    bool is_parameter = !made && path->kind == JS_NAME;
    return !is_parameter && has_any(text, says, COUNT_OF(says)) &&
           !has_any(text, differs, COUNT_OF(differs));
}

struct callers {
    const struct unit *unit;
    const struct js_function *function;
    const struct js_function *around;
    unsigned locked, others;
};

/* await this.acquireLock(); await this.write(state): in the text of whoever calls, before. */
static void search_callers(const struct js_node *node, void *context)
{
    static const char *const words[] = {"acquireLock(", "lock(", "Lock(", "acquire("};
    struct callers *callers = context;
    if (calls_function(node, callers->function)) {
        uint32_t start = callers->around ? callers->around->node->start : node->start;
        struct str before = {callers->unit->source->text.at + start, node->start - start};
        *(has_any(before, words, COUNT_OF(words)) ? &callers->locked : &callers->others) += 1;
    }
    const struct js_function *kept = callers->around;
    const struct js_node *body = node->kind == JS_FUNCTION ? node->function->body : NULL;
    if (body && (!kept || !kept->parent))
        callers->around = node->function;
    if (body)
        search_callers(body, context);
    else
        js_children(node, search_callers, context);
    callers->around = kept;
}

static struct callers callers_of(const struct unit *unit, const struct js_function *function)
{
    struct callers callers = {.unit = unit, .function = function};
    search_callers(unit->file->program, &callers);
    return callers;
}

static bool all_hold_lock(const struct unit *unit, const struct js_function *function)
{
    struct callers callers = callers_of(unit, function);
    return callers.locked && !callers.others;
}

/* Who locks here and not there knows of a second caller. */
static bool some_hold_lock(const struct unit *unit, const struct js_function *function)
{
    struct callers callers = callers_of(unit, function);
    return callers.locked && callers.others;
}

/* The function says that its calls wait for each other. */
static bool takes_turns(const struct unit *unit, const struct js_function *function)
{
    static const char *const words[] = {"lock",    "Lock",   "queue", "Queue",      "pending",
                                        "writing", "saving", "busy",  "inProgress", "running"};
    return serialises(unit) || is_command(unit) || all_hold_lock(unit, function) ||
           has_any(source_of(unit, function->node), words, COUNT_OF(words));
}

static void visit_shared_temp_file(struct walk *walk, const struct js_node *node)
{
    if (node->kind != JS_CALL || !walk->function || !walk->function->parent ||
        !str_is(fs_called(walk->unit, node), "rename") || !argument(node, 1))
        return;
    enum { LONGEST = 20000 }; /* a bundle in one function is read for each of its renames */
    const struct js_function *function = outermost(walk->function);
    struct temporary temporary = {.unit = walk->unit, .path = argument(node, 0)};
    if (!function->body || function->node->end - function->node->start > LONGEST ||
        !is_fixed(walk->unit, temporary.path) || takes_turns(walk->unit, function))
        return;
    search(function->body, &temporary);
    if (!temporary.found || temporary.found->start > node->start)
        return;
    struct finding *finding =
        report(walk->ruling, &rule_shared_temp_file, walk->unit, temporary.found,
               "two calls at the same time write the same temporary file `" STR_FMT
               "`: their contents mix, or the second rename finds nothing",
               STR_ARG(text_of(walk->unit, temporary.path)));
    if (!some_hold_lock(walk->unit, function) && !starts_again(walk->unit, walk->function))
        grade(finding, SEVERITY_NOTE);
    relate(walk->ruling, finding, walk->unit, node, "it is renamed here");
    repair(walk->ruling, finding,
           "put something of its own into each name (process.pid and a counter), or let calls wait "
           "for each other");
}

static const char *const words[] = {"rename(", "renameAsync(", NULL};

const struct rule rule_shared_temp_file = {
    .info = {"shared-temp-file", SEVERITY_WARNING,
             "a fixed temporary name is written and renamed, and nothing keeps two callers apart",
             "Writing to a temporary file and renaming it protects from half-written files only "
             "where every writer has a "
             "temporary file of its own. With one name for all, the second writer truncates what "
             "the first is about to rename.",
             "const fs = require('fs').promises;\nexports.save = async (file, data) => {\n  const "
             "temporary = file + '.tmp';\n"
             "  await fs.writeFile(temporary, data);\n  await fs.rename(temporary, file);\n};\n",
             "const fs = require('fs').promises;\nlet saves = 0;\nexports.save = async (file, "
             "data) => {\n"
             "  const temporary = `${file}.${process.pid}.${saves++}.tmp`;\n  await "
             "fs.writeFile(temporary, data);\n"
             "  await fs.rename(temporary, file);\n};\n"},
    .visit = visit_shared_temp_file,
    .words = words,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
    .story = {"s0", {"written here, by each of the calls"}},
};
