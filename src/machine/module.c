/* Files as modules: CommonJS and ES modules, resolved between the program's own files, and to the
 * packages that check.c followed. */
#include "machine/machine.h"

/* ---- paths ---- */

static struct str folder_of(struct str path)
{
    while (path.len && path.at[path.len - 1] != '/')
        path.len--;
    return path;
}

/* "a/./b/../c" → "a/c", into `out`. */
static void normalise(struct str path, struct buf *out)
{
    bool absolute = path.len && path.at[0] == '/';
    VEC(struct str) parts = {0};
    while (path.len) {
        struct str part = str_cut(&path, '/');
        if (!part.len || str_is(part, "."))
            continue;
        bool up = str_is(part, "..") && parts.len && !str_is(*vec_last(&parts), "..");
        if (up)
            (void)vec_pop(&parts);
        else
            *vec_push(&parts) = part;
    }
    buf_clear(out);
    for (size_t i = 0; i < parts.len; i++) {
        if (i || absolute)
            buf_char(out, '/');
        buf_str(out, parts.at[i]);
    }
    vec_free(&parts);
}

static struct unit *unit_at(const struct map *by_path, struct str base, const char *suffix)
{
    struct buf path = {0};
    buf_str(&path, base);
    buf_text(&path, suffix);
    struct map_entry *entry = map_find(by_path, buf_view(&path));
    buf_free(&path);
    return entry ? entry->pointer : NULL;
}

/* FontLoader.ts beside FontLoader.web.ts: which of them './FontLoader' is, the platform says that
 * the program is built for. */
static bool has_platforms(const struct map *by_path, struct str base)
{
    static const char *const suffixes[] = {
        ".web.ts",     ".web.tsx",     ".web.js",     ".web.jsx",   ".native.ts",
        ".native.tsx", ".native.js",   ".ios.ts",     ".ios.tsx",   ".ios.js",
        ".android.ts", ".android.tsx", ".android.js", ".server.ts", ".server.js",
        ".node.ts",    ".node.js",     ".browser.ts", ".browser.js"};
    for (size_t i = 0; i < COUNT_OF(suffixes); i++)
        if (unit_at(by_path, base, suffixes[i]))
            return true;
    return false;
}

static struct unit *find_unit(const struct map *by_path, struct str base)
{
    static const char *const suffixes[] = {
        "",     ".js",  ".mjs",      ".cjs",       ".ts",        ".tsx",      ".jsx",
        ".mts", ".cts", "/index.js", "/index.mjs", "/index.cjs", "/index.ts", "/index.tsx"};
    for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
        struct unit *unit = unit_at(by_path, base, suffixes[i]);
        if (unit)
            return suffixes[i][0] == '.' && has_platforms(by_path, base) ? NULL : unit;
    }
    if (str_ends(base, STR(".js"))) { /* TypeScript names its output */
        base.len -= 3;
        struct unit *unit = unit_at(by_path, base, ".ts");
        return unit ? unit : unit_at(by_path, base, ".tsx");
    }
    return NULL;
}

void index_path(struct map *by_path, struct unit *unit)
{
    struct str path = unit->source->path;
    while (str_starts(path, STR("./")))
        path = str_from(path, 2);
    map_add(by_path, path, NULL)->pointer = unit;
}

struct unit *resolve_unit(struct machine *m, struct unit *from, struct str specifier)
{
    vec_each (followed, &from->followed)
        if (str_equal(followed->specifier, specifier))
            return followed->unit;
    return resolve_path(&m->unit_by_path, from, specifier);
}

struct unit *resolve_path(const struct map *by_path, const struct unit *from, struct str specifier)
{
    bool relative = str_starts(specifier, STR("./")) || str_starts(specifier, STR("../")) ||
                    str_is(specifier, ".") || str_is(specifier, "..");
    if (!relative && !str_starts(specifier, STR("/")))
        return NULL;
    struct buf joined = {0}, path = {0};
    if (relative)
        buf_str(&joined, folder_of(from->source->path));
    buf_str(&joined, specifier);
    normalise(buf_view(&joined), &path);
    struct unit *unit = find_unit(by_path, buf_view(&path));
    buf_free(&joined);
    buf_free(&path);
    return unit;
}

/* ---- running ---- */

static const struct js_name *specifier_of(const struct js_node *node)
{
    const struct js_node *source = node->kind == JS_IMPORT ? node->b : node->c;
    return source && source->kind == JS_STRING ? source->text : NULL;
}

static void run_imports(struct machine *m, struct unit *unit)
{
    for (size_t i = 0; i < unit->file->imports.len; i++) {
        const struct js_node *node = unit->file->imports.at[i];
        if (node->kind != JS_IMPORT && node->kind != JS_EXPORT && node->kind != JS_EXPORT_ALL)
            continue;
        const struct js_name *specifier = specifier_of(node);
        struct unit *other = specifier ? resolve_unit(m, unit, specifier->text) : NULL;
        if (other)
            run_unit(m, other);
    }
}

static struct value value_of_import(struct machine *m, struct unit *unit,
                                    const struct js_node *import, const struct js_name *name)
{
    struct unit *other = resolve_unit(m, unit, specifier_of(import)->text);
    if (other) {
        struct link *link = arena_new(&m->arena, struct link);
        *link = (struct link){other, name};
        return (struct value){.tag = V_LINK, .link = link};
    }
    struct object *core = core_module(m, specifier_of(import)->text);
    if (!core)
        return v_unknown();
    if (str_is(name->text, "*") || str_is(name->text, "default"))
        return v_object(core);
    return get_property(m, v_object(core), name, NULL);
}

/* In a broken file an import may have ended up inside of a function. */
static bool is_top_level(const struct unit *unit, const struct js_variable *variable)
{
    return variable && variable->scope == unit->file->top->scope;
}

void link_imports(struct machine *m, struct unit *unit)
{
    for (size_t i = 0; i < unit->file->imports.len; i++) {
        const struct js_node *node = unit->file->imports.at[i];
        if (node->kind != JS_IMPORT)
            continue;
        for (const struct js_node *s = node->a; s; s = s->next)
            if (is_top_level(unit, s->a->variable))
                unit->env->cells[s->a->variable->slot].value =
                    value_of_import(m, unit, node, s->text);
    }
}

static const struct js_variable *top_variable(const struct unit *unit, const struct js_name *name)
{
    for (const struct js_variable *v = unit->file->top->scope->variables; v; v = v->next)
        if (js_same_name(v->name, name))
            return v;
    return NULL;
}

static struct value read_exported(struct machine *m, struct unit *unit, const struct js_name *name,
                                  unsigned depth);

static bool declares(const struct js_node *declaration, const struct js_name *name)
{
    if (!declaration)
        return false;
    if (declaration->kind == JS_FUNCTION)
        return declaration->d && js_same_name(declaration->d->name, name);
    if (declaration->kind == JS_CLASS || declaration->kind == JS_ENUM ||
        declaration->kind == JS_NAMESPACE)
        return declaration->a && js_same_name(declaration->a->name, name);
    if (declaration->kind != JS_VAR)
        return false;
    for (const struct js_node *d = declaration->a; d; d = d->next)
        if (d->a->kind != JS_NAME || js_same_name(d->a->name, name))
            return true;
    return false;
}

static struct value read_local(struct machine *m, struct unit *unit, const struct js_name *name)
{
    const struct js_variable *variable = top_variable(unit, name);
    if (!variable || !unit->env)
        return v_unknown();
    struct value value = unit->env->cells[variable->slot].value;
    if (value.tag == V_LINK)
        return read_link(m, value.link);
    return value.tag == V_DEAD ? v_unknown() : value;
}

static bool read_specifiers(struct machine *m, struct unit *unit, const struct js_node *node,
                            const struct js_name *name, unsigned depth, struct value *value)
{
    for (const struct js_node *s = node->b; s; s = s->next) {
        if (!js_same_name(s->text, name))
            continue;
        if (!node->c) {
            *value = read_local(m, unit, s->a->name);
            return true;
        }
        struct unit *other = resolve_unit(m, unit, node->c->text->text);
        *value = other ? read_exported(m, other, s->a->text, depth + 1) : v_unknown();
        return true;
    }
    return false;
}

static struct value read_exported(struct machine *m, struct unit *unit, const struct js_name *name,
                                  unsigned depth)
{
    enum { DEEPEST = 8 };
    if (depth > DEEPEST)
        return v_unknown();
    if (!unit->file->is_module) { /* import of a CommonJS file */
        struct value exports = get_named(m, v_object(unit->module), "exports");
        return str_is(name->text, "default") ? exports : get_property(m, exports, name, NULL);
    }
    if (str_is(name->text, "default") && unit->has_default)
        return unit->exported_default;
    for (const struct js_node *node = unit->file->program->a; node; node = node->next) {
        struct value value;
        if (node->kind == JS_EXPORT && node->a && declares(node->a, name))
            return read_local(m, unit, name);
        if (node->kind == JS_EXPORT && !node->a &&
            read_specifiers(m, unit, node, name, depth, &value))
            return value;
        if (node->kind == JS_EXPORT_ALL && !node->b) {
            struct unit *other = resolve_unit(m, unit, node->c->text->text);
            value = other ? read_exported(m, other, name, depth + 1) : v_unknown();
            if (value.tag != V_UNKNOWN)
                return value;
        }
    }
    return v_unknown();
}

/* One name of a namespace: what it stands for now. Not for branch.c to take back: it follows from
 * the variables, which are. */
static void list_name(struct machine *m, struct unit *unit, const struct js_name *name,
                      struct value value)
{
    object_add(m, unit->exports, name)->value = value;
}

/* Its value; false: it may be another one the next time. */
static bool list_variable(struct machine *m, struct unit *unit, const struct js_variable *v)
{
    struct value value = unit->env ? unit->env->cells[v->slot].value : v_unknown();
    bool is_link = value.tag == V_LINK;
    if (is_link)
        value = read_link(m, value.link);
    list_name(m, unit, v->name, value.tag == V_DEAD ? v_unknown() : value);
    return !is_link && !v->written_late;
}

/* The names that a declaration gives out; false: their values may change. */
static bool list_declared(struct machine *m, struct unit *unit, const struct js_node *declaration)
{
    bool is_steady = true, is_pattern = false;
    const struct js_node *name = declaration->kind == JS_FUNCTION ? declaration->d
                                 : declaration->kind == JS_VAR    ? NULL
                                                                  : declaration->a;
    if (name && name->kind == JS_NAME && is_top_level(unit, name->variable))
        is_steady = list_variable(m, unit, name->variable);
    for (const struct js_node *d = declaration->kind == JS_VAR ? declaration->a : NULL; d;
         d = d->next) {
        if (d->a->kind != JS_NAME)
            is_pattern = true;
        else if (is_top_level(unit, d->a->variable))
            is_steady &= list_variable(m, unit, d->a->variable);
    }
    for (const struct js_variable *v = is_pattern ? unit->file->top->scope->variables : NULL; v;
         v = v->next)
        is_steady &= list_variable(m, unit, v);
    return is_steady;
}

/* `import * as models` of a file with thousands of exports, asked for at each of thousands of
 * places: listed once where nothing in it can change any more. */
static struct value namespace_of(struct machine *m, struct unit *unit)
{
    if (!unit->file->is_module)
        return get_named(m, v_object(unit->module), "exports");
    if (unit->has_all_exports)
        return v_object(unit->exports);
    if (!unit->exports || unit->state != UNIT_DONE) {
        unit->exports = object_new(m, CLASS_PLAIN, NULL);
        unit->exports->is_host = true;
    }
    bool is_steady = unit->state == UNIT_DONE && !m->may && !m->weak;
    for (const struct js_node *node = unit->file->program->a; node; node = node->next) {
        if (node->kind == JS_EXPORT_ALL)
            unit->exports->is_uncertain = true;
        if (node->kind != JS_EXPORT)
            continue;
        for (const struct js_node *s = node->b; s; s = s->next) {
            const struct js_variable *v = !node->c && s->a->kind == JS_NAME ? s->a->variable : NULL;
            list_name(m, unit, s->text, read_exported(m, unit, s->text, 0));
            is_steady &= v && !v->written_late && v->by != JS_BY_IMPORT;
        }
        if (node->a)
            is_steady &= list_declared(m, unit, node->a);
    }
    if (unit->has_default)
        list_name(m, unit, name_of(m, "default"), unit->exported_default);
    unit->has_all_exports = is_steady;
    return v_object(unit->exports);
}

struct value read_link(struct machine *m, struct link *link)
{
    if (str_is(link->name->text, "*"))
        return namespace_of(m, link->unit);
    return read_exported(m, link->unit, link->name, 0);
}

static struct value call_require(struct machine *m, struct call *call)
{
    struct value specifier = call_arg(call, 0);
    if (specifier.tag != V_STRING)
        return v_unknown();
    return require_module(m, call->callee->native.pointer, specifier.string->text, call->node);
}

struct value require_module(struct machine *m, struct unit *from, struct str specifier,
                            const struct js_node *site)
{
    (void)site;
    struct unit *unit = resolve_unit(m, from, specifier);
    if (unit) {
        run_unit(m, unit);
        return m->threw ? v_undefined() : namespace_of(m, unit);
    }
    struct object *core = core_module(m, specifier);
    if (core)
        return v_object(core);
    m->inexact = true;
    return v_unknown();
}

/* module, exports, require are free names of a CommonJS file: read_variable() asks the unit. */
static void bind_module_names(struct machine *m, struct unit *unit)
{
    unit->module = object_new(m, CLASS_PLAIN, NULL);
    unit->module->is_host = true;
    struct object *exports = object_new(m, CLASS_PLAIN, NULL);
    exports->is_host = true;
    unit->exports = unit->file->is_module ? NULL : exports;
    unit->first_exports = exports;
    define_property(m, unit->module, name_of(m, "exports"), v_object(exports));
    struct object *require = native_new(m, "require", call_require);
    require->native.pointer = unit;
    require->is_uncertain = true;
    unit->require = require;
}

struct top_level {
    struct unit *unit;
    struct frame frame;
};

static void exec_top_level(struct machine *m, void *data)
{
    struct top_level *top = data;
    struct unit *unit = top->unit;
    struct frame *outer = m->frame;
    top->frame.coroutine = m->coroutine && unit->file->top->has_await ? m->coroutine : NULL;
    if (top->frame.coroutine)
        coroutine_set_base(top->frame.coroutine, &top->frame);
    m->frame = &top->frame;
    declare_all(m, unit->file->top->scope, unit->file->program->a);
    link_imports(m, unit);
    exec_list(m, unit->file->program->a);
    branch_deferred(m, &top->frame);
    m->frame = outer;
    unit->state = UNIT_DONE;
}

static void run_with_await(struct machine *m, void *data)
{
    exec_top_level(m, data);
    m->threw = false;
}

void run_unit(struct machine *m, struct unit *unit)
{
    if (unit->state != UNIT_IDLE || (char *)__builtin_frame_address(0) < m->stack_low)
        return;
    unit->state = UNIT_RUNNING;
    struct top_level *top = arena_new(&m->arena, struct top_level);
    top->unit = unit;
    bind_module_names(m, unit);
    top->frame = (struct frame){
        .caller = m->frame,
        .function = unit->file->top,
        .unit = unit,
        .self =
            unit->file->is_module ? v_undefined() : get_named(m, v_object(unit->module), "exports"),
        .activation = ++m->next_activation,
    };
    struct frame *outer = m->frame;
    m->frame = &top->frame;
    unit->env = env_push(m, unit->file->top->scope);
    run_imports(m, unit);
    m->frame = outer;
    struct coroutine *coroutine =
        unit->file->top->has_await ? coroutine_new(m, run_with_await, top) : NULL;
    if (coroutine)
        coroutine_resume(m, coroutine, v_undefined(), false);
    else
        exec_top_level(m, top);
}
