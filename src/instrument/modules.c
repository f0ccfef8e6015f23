/* Live bindings: what one module reads under an imported name is the exporting module's variable,
 * and follows when that is assigned to. So a module tells at its start which of its variables have
 * which name outside (e), what it only hands on (h), and where its imports come from (i, q); a read
 * of an import then names the variable that it is, in the scope that it lies in.
 *
 *   e(import.meta.url,$__interloper5,"outer","local",...);
 *   h(import.meta.url,"./other.mjs","outer","inner",...);       "*","*": everything
 *   var $__interloper9=$__interloper.i(import.meta.url,"./other.mjs","inner");
 *   q(import.meta.url,"./other.mjs",space);                     of import * as space
 *
 * Only for specifiers that are paths: packages and Node's own modules are not asked. */
#include "instrument/instrument_private.h"

static bool is_path(const struct js_node *source)
{
    struct str text =
        source && source->kind == JS_STRING ? source->text->text : (struct str){"", 0};
    return text.len && (text.at[0] == '.' || text.at[0] == '/');
}

static struct str source_of(const struct instrument__walker *w, const struct js_node *node)
{
    return (struct str){w->file->text.at + node->start, node->end - node->start};
}

/* A name that needs no escapes. */
static bool is_plain(struct str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (name.at[i] == '"' || name.at[i] == '\\' || (unsigned char)name.at[i] < ' ')
            return false;
    return name.len;
}

static void add_export(struct instrument__walker *w, const struct js_variable *variable,
                       struct str outer)
{
    if (variable && variable->scope == w->file->top->scope && is_plain(outer))
        *vec_push(&w->exports) = (struct instrument__export){variable, outer};
}

static void add_pattern(struct instrument__walker *w, const struct js_node *target)
{
    if (!target)
        return;
    if (target->kind == JS_NAME && target->variable)
        add_export(w, target->variable, target->name->text);
    else if (target->kind == JS_DEFAULT || target->kind == JS_REST)
        add_pattern(w, target->a);
    else if (target->kind == JS_ARRAY_PATTERN || target->kind == JS_OBJECT_PATTERN)
        for (const struct js_node *part = target->a; part; part = part->next)
            add_pattern(w, part->kind == JS_PROPERTY ? part->b : part);
}

void instrument__find_exports(struct instrument__walker *w)
{
    for (const struct js_node *node = w->file->program->a; node; node = node->next) {
        if (node->kind != JS_EXPORT || node->c)
            continue;
        const struct js_node *declaration = node->a;
        for (const struct js_node *s = node->b; s; s = s->next)
            add_export(w, s->a->kind == JS_NAME ? s->a->variable : NULL, s->text->text);
        if (declaration && declaration->kind == JS_VAR)
            for (const struct js_node *d = declaration->a; d; d = d->next)
                add_pattern(w, d->a);
    }
}

bool instrument__is_exported(const struct instrument__walker *w, const struct js_variable *variable)
{
    vec_each (known, &w->exports)
        if (known->variable == variable)
            return true;
    return false;
}

/* The import that declares the variable; NULL: none that is asked. */
static const struct js_node *import_of(const struct instrument__walker *w,
                                       const struct js_variable *variable,
                                       const struct js_node **specifier)
{
    for (const struct js_node *node = w->file->program->a; node; node = node->next) {
        if (node->kind != JS_IMPORT || !is_path(node->b))
            continue;
        for (*specifier = node->a; *specifier; *specifier = (*specifier)->next)
            if ((*specifier)->a->variable == variable)
                return node;
    }
    return NULL;
}

static void tell_exports(struct instrument__walker *w, const struct instrument__stamp *stamp,
                         struct buf *out)
{
    size_t scope = 0, told = 0;
    while (stamp->text[scope] && stamp->text[scope] != '=')
        scope++;
    vec_each (one, &w->exports) {
        const struct js_node *specifier, *import = import_of(w, one->variable, &specifier);
        if (import)
            buf_printf(out, "%s.h(import.meta.url," STR_FMT ",\"" STR_FMT "\",\"" STR_FMT "\");",
                       INSTRUMENT_NAME, STR_ARG(source_of(w, import->b)), STR_ARG(one->outer),
                       STR_ARG(specifier->text->text));
        else if (scope && one->variable->written_late)
            told++;
    }
    if (!told)
        return;
    buf_printf(out, "%s.e(import.meta.url,%.*s", INSTRUMENT_NAME, (int)scope, stamp->text);
    vec_each (one, &w->exports)
        if (one->variable->written_late && one->variable->by != JS_BY_IMPORT)
            buf_printf(out, ",\"" STR_FMT "\",\"" STR_FMT "\"", STR_ARG(one->outer),
                       STR_ARG(one->variable->name->text));
    buf_text(out, ");");
}

static void tell_handed_on(struct instrument__walker *w, const struct js_node *node,
                           struct buf *out)
{
    bool is_space = node->kind == JS_EXPORT_ALL && node->b;
    if (!is_path(node->c) || is_space || (node->kind == JS_EXPORT && !node->b))
        return;
    buf_printf(out, "%s.h(import.meta.url," STR_FMT, INSTRUMENT_NAME,
               STR_ARG(source_of(w, node->c)));
    if (node->kind == JS_EXPORT_ALL)
        buf_text(out, ",\"*\",\"*\"");
    for (const struct js_node *s = node->kind == JS_EXPORT ? node->b : NULL; s; s = s->next)
        if (is_plain(s->text->text) && is_plain(s->a->text->text))
            buf_printf(out, ",\"" STR_FMT "\",\"" STR_FMT "\"", STR_ARG(s->text->text),
                       STR_ARG(s->a->text->text));
    buf_text(out, ");");
}

static void tell_imports(struct instrument__walker *w, const struct js_node *node, struct buf *out)
{
    for (const struct js_node *s = is_path(node->b) ? node->a : NULL; s; s = s->next) {
        struct str inner = s->text->text;
        bool wanted;
        if (!s->a->variable || !is_plain(inner))
            continue;
        uint32_t id = instrument__add_site(w, SITE_SCOPE, s->a, (struct str){"", 0}, &wanted);
        if (!wanted)
            continue;
        if (str_is(inner, "*")) {
            buf_printf(out, "%s.q(import.meta.url," STR_FMT "," STR_FMT ");", INSTRUMENT_NAME,
                       STR_ARG(source_of(w, node->b)), STR_ARG(s->a->name->text));
            continue;
        }
        buf_printf(out, "var %s%u=%s.i(import.meta.url," STR_FMT ",\"" STR_FMT "\");",
                   INSTRUMENT_NAME, id, INSTRUMENT_NAME, STR_ARG(source_of(w, node->b)),
                   STR_ARG(inner));
        *vec_push(&w->imports) = (struct instrument__import){s->a->variable, id};
    }
}

uint32_t instrument__import_scope(const struct instrument__walker *w,
                                  const struct js_variable *variable)
{
    vec_each (known, &w->imports)
        if (known->variable == variable)
            return known->id;
    return INSTRUMENT__NO_SITE;
}

void instrument__tell_bindings(struct instrument__walker *w, const struct instrument__stamp *stamp,
                               struct buf *out)
{
    for (const struct js_node *node = w->file->program->a; node; node = node->next)
        if (node->kind == JS_IMPORT)
            tell_imports(w, node, out);
    if (w->options->wants)
        return; /* a first pass: only functions */
    tell_exports(w, stamp, out);
    for (const struct js_node *node = w->file->program->a; node; node = node->next)
        if (node->kind == JS_EXPORT_ALL || (node->kind == JS_EXPORT && node->c))
            tell_handed_on(w, node, out);
}
