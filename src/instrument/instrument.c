/* Where marks go. One walk over the tree; every form that touches memory gets the edit that lets
 * the marks see it without changing what it means:
 *
 *   x                  r(1,x)                  evaluated in its place: dead zones, typeof, eval
 *                                              as before
 *   x = v, x++         a(1,x = v)              the assignment itself stays: functions keep their
 *                                              names
 *   o.p, o.p(), o.#p   o(1,o).p                the object passes through: `this`, getters, private
 *                                              names, delete, ?. as before
 *   o.p = v            s(1,o,"p",v)            done by the mark, when the value is there: an await
 *                                              in the value moves it to another event
 *   o.p += v, [o.p]=   c(1,o,"p").v += v       a reference made once, read and written by the
 *                                              language's own rules
 *
 * s and c are for strict code, z and d for sloppy code, where a failed write is silent. */
#include "instrument/instrument_private.h"

void instrument__visit_list(struct instrument__walker *w, const struct js_node *node)
{
    for (; node; node = node->next)
        instrument__visit(w, node);
}

static void visit_child(const struct js_node *child, void *context)
{
    instrument__visit(context, child);
}

static void visit_any(struct instrument__walker *w, const struct js_node *node)
{
    switch ((enum js_kind)node->kind) {
    case JS_NAME:
        instrument__visit_name(w, node, false);
        break;
    case JS_MEMBER:
    case JS_INDEX:
        instrument__visit_access(w, node, INSTRUMENT__READ, false);
        break;
    case JS_CALL:
    case JS_NEW:
        instrument__visit_call(w, node);
        break;
    case JS_UNARY:
        instrument__visit_unary(w, node);
        break;
    case JS_ASSIGN:
    case JS_UPDATE:
        instrument__visit_assign(w, node);
        break;
    case JS_BLOCK:
        instrument__visit_block(w, node);
        break;
    case JS_IF:
    case JS_CONDITIONAL:
    case JS_LOGICAL:
    case JS_SWITCH:
    case JS_FOR:
    case JS_WHILE:
    case JS_DO_WHILE:
        instrument__visit_branching(w, node);
        break;
    case JS_BINARY:
        if (node->op == JS_OP_IN)
            instrument__visit_in(w, node);
        else
            js_children(node, visit_child, w);
        break;
    case JS_SPREAD:
        instrument__visit_passed(w, node->a, SITE_ITERATE, 0);
        break;
    case JS_PROPERTY:
        instrument__visit_property(w, node);
        break;
    case JS_DECLARATOR:
        instrument__visit_declarator(w, node);
        break;
    case JS_FOR_IN:
    case JS_FOR_OF:
        instrument__visit_loop_over(w, node);
        break;
    case JS_FUNCTION:
        instrument__visit_function(w, node);
        break;
    case JS_CLASS:
        instrument__visit_class(w, node);
        break;
    case JS_TRY:
        instrument__visit_try(w, node);
        break;
    case JS_WITH: {
        bool was_in_with = w->in_with;
        instrument__visit(w, node->a);
        w->in_with = true;
        instrument__visit(w, node->d);
        w->in_with = was_in_with;
        break;
    }
    case JS_EXPORT:
        if (node->a)
            instrument__visit(w, node->a);
        break;
    case JS_IMPORT:
    case JS_EXPORT_ALL:
    case JS_STRING:
        break;
    case JS_JSX:
    case JS_ENUM:
    case JS_NAMESPACE:
        w->result->refusal = "no plain JavaScript";
        break;
    default:
        js_children(node, visit_child, w);
    }
}

void instrument__visit(struct instrument__walker *w, const struct js_node *node)
{
    if (w->result->refusal)
        return;
    if (++w->depth > INSTRUMENT__DEEPEST)
        w->result->refusal = "nested too deeply";
    else
        visit_any(w, node);
    w->depth--;
}

static void visit_program(struct instrument__walker *w)
{
    const struct js_node *program = w->file->program;
    struct str text = w->file->text;
    uint32_t at = 0;
    if (w->file->is_module)
        instrument__find_exports(w);
    struct instrument__stamp stamp = instrument__stamp_scope(w, w->file->top->scope, program);
    if (text.len > 2 && text.at[0] == '#' && text.at[1] == '!')
        while (at < text.len && text.at[at] != '\n')
            at++;
    at += at > 0 && at < text.len;
    struct buf front = {0};
    if (w->options->tells_url)
        buf_printf(&front, "%s.m(%u,import.meta.url);", INSTRUMENT_NAME, w->options->first);
    if (stamp.text[0])
        buf_printf(&front, "var %s;", stamp.text);
    if (w->file->is_module)
        instrument__tell_bindings(w, &stamp, &front);
    if (front.len)
        instrument__rewrite_prologue(w, program->a, at, front.at);
    buf_free(&front);
    instrument__visit_list(w, program->a);
}

static const char *refusal_of(const struct js_file *file)
{
    if (file->problems.len)
        return "it has syntax errors";
    if (file->dialect != JS_SCRIPT)
        return "no plain JavaScript";
    bool names_us = memmem(file->text.at, file->text.len, INSTRUMENT_NAME, strlen(INSTRUMENT_NAME));
    return names_us ? "it uses the name of the marks" : NULL;
}

struct instrumented instrument(const struct js_file *file, const struct instrument_options *options)
{
    static const struct instrument_options all = {0};
    struct instrumented result = {.refusal = refusal_of(file)};
    struct instrument__walker w = {.file = file,
                                   .options = options ? options : &all,
                                   .result = &result,
                                   .strict = file->is_module ||
                                             instrument__has_use_strict(file->program->a)};
    instrument__sort_parens(&w);
    if (!result.refusal)
        visit_program(&w);
    if (result.refusal) {
        result.sites.len = result.marked = 0;
        buf_str(&result.text, file->text);
    } else {
        rewrite_apply(&w.rewrite, file->text, &result.text);
    }
    rewrite_free(&w.rewrite);
    vec_free(&w.scopes);
    vec_free(&w.exports);
    vec_free(&w.imports);
    vec_free(&w.parens);
    return result;
}

void instrumented_free(struct instrumented *self)
{
    buf_free(&self->text);
    vec_free(&self->sites);
}
