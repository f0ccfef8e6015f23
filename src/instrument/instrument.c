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
#include "instrument/instrument.h"

#include "javascript/rewrite.h"

#include <stdlib.h>

struct walker {
    const struct js_file *file;
    const struct instrument_options *options;
    struct instrumented *result;
    struct rewrite rewrite;
    VEC(struct js_paren) parens; /* by node, outermost first */
    bool strict, in_with;
    unsigned depth;
};

enum { DEEPEST = 4000 }; /* chains of operators are flat in the source and deep in the tree */

static void visit(struct walker *w, const struct js_node *node);
static void visit_target(struct walker *w, const struct js_node *target);
static void visit_function(struct walker *w, const struct js_node *node);

static void visit_list(struct walker *w, const struct js_node *node)
{
    for (; node; node = node->next)
        visit(w, node);
}

/* ---- places ---- */

static int compare_parens(const void *left, const void *right)
{
    const struct js_paren *a = left, *b = right;
    if (a->node != b->node)
        return (uintptr_t)a->node < (uintptr_t)b->node ? -1 : 1;
    return a->open < b->open ? -1 : a->open > b->open;
}

static const struct js_paren *paren_of(const struct walker *w, const struct js_node *node)
{
    size_t low = 0, high = w->parens.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)w->parens.at[middle].node < (uintptr_t)node)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < w->parens.len && w->parens.at[low].node == node;
    return found ? &w->parens.at[low] : NULL;
}

static const struct js_node *left_of(const struct js_node *node)
{
    switch ((enum js_kind)node->kind) {
    case JS_MEMBER:
    case JS_INDEX:
    case JS_CALL:
    case JS_TAGGED:
    case JS_CHAIN:
    case JS_BINARY:
    case JS_LOGICAL:
    case JS_ASSIGN:
    case JS_CONDITIONAL:
    case JS_SEQUENCE:
        return node->a;
    case JS_UPDATE:
        return node->flags & JS_PREFIX ? NULL : node->a;
    default:
        return NULL;
    }
}

/* Where a node begins, inside its own parentheses but with those of its first operand, which the
 * tree leaves out. */
static uint32_t start_of(const struct walker *w, const struct js_node *node)
{
    uint32_t start = node->start;
    for (const struct js_node *left = left_of(node); left; left = left_of(left)) {
        const struct js_paren *paren = left->flags & JS_PARENTHESISED ? paren_of(w, left) : NULL;
        if (paren)
            return paren->open;
        start = left->start;
    }
    return start;
}

static uint32_t outer_start(const struct walker *w, const struct js_node *node)
{
    const struct js_paren *paren = node->flags & JS_PARENTHESISED ? paren_of(w, node) : NULL;
    return paren ? paren->open : start_of(w, node);
}

static uint32_t outer_end(const struct walker *w, const struct js_node *node)
{
    const struct js_paren *paren = node->flags & JS_PARENTHESISED ? paren_of(w, node) : NULL;
    return paren ? paren->close : node->end;
}

/* ---- sites ---- */

static uint32_t add_site(struct walker *w, enum site_kind kind, const struct js_node *node,
                         struct str name, bool *wanted)
{
    uint32_t id = (uint32_t)w->result->sites.len;
    struct site *site = vec_push(&w->result->sites);
    *site = (struct site){kind, node->start, node->end, name};
    /* inside `with` the marks' own name would be looked up in a stranger's object */
    w->result->not_marked += w->in_with;
    *wanted =
        !w->in_with && (!w->options->wants || w->options->wants(w->options->context, id, site));
    w->result->marked += *wanted;
    return id;
}

/* mark(id,NODE), in parentheses of its own where a call would mean something else. */
static void wrap(struct walker *w, const struct js_node *node, char mark, uint32_t id,
                 bool in_parentheses)
{
    bool is_list = node->kind == JS_SEQUENCE;
    char open[64];
    snprintf(open, sizeof open, "%s%s.%c(%u,%s", in_parentheses ? "(" : "", INSTRUMENT_NAME, mark,
             id, is_list ? "(" : "");
    rewrite_open(&w->rewrite, start_of(w, node), str_of(open));
    char close[8];
    snprintf(close, sizeof close, ")%s%s", is_list ? ")" : "", in_parentheses ? ")" : "");
    rewrite_close(&w->rewrite, node->end, str_of(close));
}

static bool is_wanted_variable(const struct js_variable *variable)
{
    return variable && variable->captured && variable->written_late &&
           variable->by != JS_BY_IMPORT && variable->by != JS_BY_SELF;
}

/* `new x.y()` would call the mark instead: on the way down a new's callee marks need parentheses.
 */
static void visit_callee(struct walker *w, const struct js_node *node, bool of_new);

static void visit_name(struct walker *w, const struct js_node *node, bool in_parentheses)
{
    bool wanted;
    if (!is_wanted_variable(node->variable))
        return;
    uint32_t id = add_site(w, SITE_READ, node, node->name->text, &wanted);
    if (wanted)
        wrap(w, node, 'r', id, in_parentheses);
}

static bool is_private(const struct js_node *member)
{
    return member->kind == JS_MEMBER && member->b->text->text.len &&
           member->b->text->text.at[0] == '#';
}

static bool suspends(const struct js_node *node);

static void look_for_suspension(const struct js_node *node, void *found)
{
    bool *is_found = found;
    if (!*is_found)
        *is_found = suspends(node);
}

/* Whether an await or yield stands in it, so that what comes behind is another event's. */
static bool suspends(const struct js_node *node)
{
    if (!node)
        return false;
    if (node->kind == JS_AWAIT || node->kind == JS_YIELD)
        return true;
    bool found = false;
    if (node->kind != JS_NAME && node->kind != JS_FUNCTION)
        js_children(node, look_for_suspension, &found);
    return found;
}

/* In a?.b.c the object of .c is no expression of its own: nothing can be put around it. */
static bool is_behind_optional(const struct js_node *object)
{
    while (!(object->flags & JS_PARENTHESISED) &&
           (object->kind == JS_MEMBER || object->kind == JS_INDEX || object->kind == JS_CALL ||
            object->kind == JS_TAGGED)) {
        if (object->flags & JS_OPTIONAL)
            return true;
        object = object->a;
    }
    return false;
}

static bool is_access(const struct js_node *node)
{
    return node->kind == JS_MEMBER || node->kind == JS_INDEX;
}

/* A read, a deletion, or the function of a call: the object passes through the mark. */
static void visit_access(struct walker *w, const struct js_node *node, bool is_delete, bool of_new)
{
    bool has_key = node->kind == JS_INDEX, wanted = false;
    uint32_t id = 0;
    bool can = node->a->kind != JS_SUPER && !is_behind_optional(node->a) &&
               !(has_key && suspends(node->b));
    if (can) {
        enum site_kind kind = is_delete          ? has_key ? SITE_DELETE_KEY : SITE_DELETE
                              : has_key          ? SITE_GET_KEY
                              : is_private(node) ? SITE_PRIVATE
                                                 : SITE_GET;
        id = add_site(w, kind, node, has_key ? (struct str){"", 0} : node->b->text->text, &wanted);
    } else {
        w->result->not_marked++;
    }
    if (wanted)
        wrap(w, node->a, 'o', id, of_new && !(node->a->flags & JS_PARENTHESISED));
    if (node->a->kind != JS_SUPER)
        visit_callee(w, node->a, of_new);
    if (has_key && wanted)
        wrap(w, node->b, 'k', id, false);
    if (has_key)
        visit(w, node->b);
}

static void visit_callee(struct walker *w, const struct js_node *node, bool of_new)
{
    if (!of_new || (node->flags & JS_PARENTHESISED)) {
        visit(w, node);
        return;
    }
    if (++w->depth > DEEPEST)
        w->result->refusal = "nested too deeply";
    else if (node->kind == JS_NAME)
        visit_name(w, node, true);
    else if (is_access(node))
        visit_access(w, node, false, true);
    else if (node->kind == JS_TAGGED) {
        visit_callee(w, node->a, true);
        visit(w, node->b);
    } else {
        visit(w, node);
    }
    w->depth--;
}

static void visit_call(struct walker *w, const struct js_node *node)
{
    bool is_new = node->kind == JS_NEW;
    const struct js_node *callee = node->a;
    if (callee->kind != JS_SUPER)
        visit_callee(w, callee, is_new);
    visit_list(w, node->b);
}

/* ---- writes ---- */

static void printed(struct rewrite *rewrite, uint32_t at, const char *mark, uint32_t id)
{
    char text[64];
    snprintf(text, sizeof text, "%s.%s(%u,", INSTRUMENT_NAME, mark, id);
    rewrite_open(rewrite, at, str_of(text));
}

/* ,"name" instead of .name and all up to `end`, then `tail`. */
static void replace_name(struct walker *w, const struct js_node *member, uint32_t end,
                         const char *tail)
{
    struct buf text = {0};
    const struct js_node *name = member->b;
    buf_text(&text, ",\"");
    buf_add(&text, w->file->text.at + name->start, name->end - name->start);
    buf_text(&text, "\"");
    buf_text(&text, tail);
    rewrite_replace(&w->rewrite, outer_end(w, member->a), end, buf_view(&text));
    buf_free(&text);
}

/* object and key as arguments; what stands between the key's end and `end` becomes `tail`. */
static void visit_object_and_key(struct walker *w, const struct js_node *access, uint32_t end,
                                 const char *tail, bool wanted)
{
    visit(w, access->a);
    if (access->kind == JS_MEMBER) {
        if (wanted)
            replace_name(w, access, end, tail);
        return;
    }
    bool is_list =
        wanted && access->b->kind == JS_SEQUENCE && !(access->b->flags & JS_PARENTHESISED);
    uint32_t key = outer_start(w, access->b);
    if (wanted)
        rewrite_replace(&w->rewrite, outer_end(w, access->a), key, STR(","));
    if (is_list)
        rewrite_open(&w->rewrite, key, STR("("));
    visit(w, access->b);
    if (is_list)
        rewrite_close(&w->rewrite, access->b->end, STR(")"));
    if (wanted)
        rewrite_replace(&w->rewrite, outer_end(w, access->b), end, str_of(tail));
}

static bool can_be_called_through(const struct js_node *target)
{
    return is_access(target) && target->a->kind != JS_SUPER && !is_private(target);
}

static struct str name_of(const struct js_node *access)
{
    return access->kind == JS_MEMBER ? access->b->text->text : (struct str){"", 0};
}

/* c(id,o,"p").v, which may stand wherever something is assigned to. */
static void visit_reference(struct walker *w, const struct js_node *access)
{
    bool wanted;
    uint32_t id = add_site(w, SITE_UPDATE, access, name_of(access), &wanted);
    if (wanted)
        printed(&w->rewrite, start_of(w, access), w->strict ? "c" : "d", id);
    visit_object_and_key(w, access, access->end, ").v", wanted);
}

static void visit_private_target(struct walker *w, const struct js_node *target,
                                 const struct js_node *value)
{
    bool wanted;
    if (target->a->kind == JS_SUPER || (value && suspends(value))) {
        w->result->not_marked++;
        if (target->a->kind != JS_SUPER)
            visit(w, target->a);
        if (target->kind == JS_INDEX)
            visit(w, target->b);
        return;
    }
    uint32_t id = add_site(w, SITE_PRIVATE, target, name_of(target), &wanted);
    if (wanted)
        wrap(w, target->a, 'o', id, false);
    visit(w, target->a);
}

static void visit_set(struct walker *w, const struct js_node *node)
{
    bool wanted;
    uint32_t id = add_site(w, SITE_SET, node->a, name_of(node->a), &wanted);
    if (wanted)
        printed(&w->rewrite, start_of(w, node), w->strict ? "s" : "z", id);
    visit_object_and_key(w, node->a, outer_start(w, node->b), ",", wanted);
    visit(w, node->b);
    if (wanted)
        rewrite_close(&w->rewrite, node->end, STR(")"));
}

static bool writes_wanted(const struct js_node *target)
{
    if (target->kind == JS_NAME)
        return is_wanted_variable(target->variable);
    if (target->kind == JS_DEFAULT || target->kind == JS_REST)
        return writes_wanted(target->a);
    if (target->kind == JS_ARRAY_PATTERN || target->kind == JS_OBJECT_PATTERN)
        for (const struct js_node *part = target->a; part; part = part->next)
            if (writes_wanted(part->kind == JS_PROPERTY ? part->b : part))
                return true;
    return false;
}

static void visit_taken_apart(struct walker *w, const struct js_node *pattern,
                              const struct js_node *value)
{
    bool wanted = false;
    if (pattern->kind == JS_OBJECT_PATTERN || pattern->kind == JS_ARRAY_PATTERN) {
        bool is_object = pattern->kind == JS_OBJECT_PATTERN;
        uint32_t id = add_site(w, is_object ? SITE_TAKE_APART : SITE_ITERATE, value,
                               (struct str){"", 0}, &wanted);
        if (wanted)
            wrap(w, value, 'o', id, false);
    }
    visit(w, value);
}

static void visit_assign(struct walker *w, const struct js_node *node)
{
    const struct js_node *target = node->a, *value = node->kind == JS_ASSIGN ? node->b : NULL;
    bool is_plain = value && node->op == JS_OP_ASSIGN, wanted = false;
    if (is_plain && can_be_called_through(target) && !(target->flags & JS_PARENTHESISED)) {
        visit_set(w, node);
        return;
    }
    if (writes_wanted(target)) {
        struct str name = target->kind == JS_NAME ? target->name->text : (struct str){"", 0};
        uint32_t id = add_site(w, SITE_WRITE, node, name, &wanted);
        if (wanted)
            wrap(w, node, 'a', id, false);
    }
    if (can_be_called_through(target))
        visit_reference(w, target);
    else if (is_access(target))
        visit_private_target(w, target, value);
    else if (target->kind == JS_CALL)
        visit(w, target); /* an error when it is run */
    else
        visit_target(w, target);
    if (value)
        visit_taken_apart(w, target, value);
}

/* A pattern: what is evaluated in it. Names are written by whoever holds the pattern. */
static void visit_target(struct walker *w, const struct js_node *target)
{
    if (!target || ++w->depth > DEEPEST) {
        if (target)
            w->result->refusal = "nested too deeply";
        return;
    }
    switch ((enum js_kind)target->kind) {
    case JS_MEMBER:
    case JS_INDEX:
        if (can_be_called_through(target))
            visit_reference(w, target);
        else
            visit_private_target(w, target, NULL);
        break;
    case JS_DEFAULT:
        visit_target(w, target->a);
        visit(w, target->b);
        break;
    case JS_REST:
        visit_target(w, target->a);
        break;
    case JS_ARRAY_PATTERN:
    case JS_OBJECT_PATTERN:
        for (const struct js_node *part = target->a; part; part = part->next) {
            if (part->kind == JS_PROPERTY && (part->flags & JS_COMPUTED))
                visit(w, part->a);
            visit_target(w, part->kind == JS_PROPERTY ? part->b : part);
        }
        break;
    default:
        break;
    }
    w->depth--;
}

/* A function without a name takes that of the variable: nothing may come between them. */
static bool takes_name(const struct js_node *value)
{
    return value->kind == JS_FUNCTION || value->kind == JS_CLASS;
}

static void visit_declarator(struct walker *w, const struct js_node *node)
{
    bool wanted;
    visit_target(w, node->a);
    if (!node->b)
        return;
    if (node->a->kind == JS_NAME && is_wanted_variable(node->a->variable) && !takes_name(node->b)) {
        uint32_t id = add_site(w, SITE_INITIALISE, node->a, node->a->name->text, &wanted);
        if (wanted)
            wrap(w, node->b, 'a', id, false);
    }
    visit_taken_apart(w, node->a, node->b);
}

/* ---- the rest ---- */

static bool is_directive(const struct js_node *statement)
{
    return statement && statement->kind == JS_EXPRESSION_STATEMENT &&
           statement->a->kind == JS_STRING && !(statement->a->flags & JS_PARENTHESISED);
}

static bool has_use_strict(const struct js_node *list)
{
    for (; is_directive(list); list = list->next)
        if (list->a->end - list->a->start == strlen("'use strict'") &&
            str_is(list->a->text->text, "use strict"))
            return true;
    return false;
}

static void mark_function(struct walker *w, const struct js_function *function, uint32_t id)
{
    const struct js_node *body = function->body;
    char call[64];
    snprintf(call, sizeof call, "%s.f(%u)", INSTRUMENT_NAME, id);
    struct buf text = {0};
    if (body->kind == JS_BLOCK) {
        uint32_t at = body->start + 1;
        for (const struct js_node *s = body->a; is_directive(s); s = s->next)
            at = s->end;
        buf_printf(&text, "%s%s;", at > body->start + 1 ? ";" : "", call);
        rewrite_open(&w->rewrite, at, buf_view(&text));
    } else {
        bool is_inside = body->flags & JS_PARENTHESISED;
        buf_printf(&text, "%s%s,", is_inside ? "" : "(", call);
        rewrite_open(&w->rewrite, start_of(w, body), buf_view(&text));
        if (!is_inside)
            rewrite_close(&w->rewrite, body->end, STR(")"));
    }
    buf_free(&text);
}

static void visit_function(struct walker *w, const struct js_node *node)
{
    const struct js_function *function = node->function;
    const struct js_node *body = function->body;
    bool was_strict = w->strict, wanted;
    if (!body)
        return;
    bool is_block = body->kind == JS_BLOCK;
    w->strict |= is_block && has_use_strict(body->a);
    for (const struct js_node *parameter = function->params; parameter; parameter = parameter->next)
        visit_target(w, parameter);
    bool is_field = !is_block && !function->is_arrow;
    if (!(is_field && takes_name(body))) {
        struct str name = function->name ? function->name->text : (struct str){"", 0};
        uint32_t id = add_site(w, SITE_FUNCTION, node, name, &wanted);
        if (wanted)
            mark_function(w, function, id);
    }
    if (is_block)
        visit_list(w, body->a);
    else
        visit(w, body);
    w->strict = was_strict;
}

static void visit_class(struct walker *w, const struct js_node *node)
{
    bool was_strict = w->strict;
    w->strict = true;
    if (node->b)
        visit(w, node->b);
    for (const struct js_node *member = node->c; member; member = member->next) {
        if (member->kind == JS_STATIC_BLOCK) {
            visit_function(w, member->a);
            continue;
        }
        if (member->flags & JS_COMPUTED)
            visit(w, member->a);
        if (member->b)
            visit(w, member->b);
    }
    w->strict = was_strict;
}

static void visit_property(struct walker *w, const struct js_node *node)
{
    if (node->flags & JS_COMPUTED)
        visit(w, node->a);
    if ((node->flags & JS_SHORTHAND) && node->b->kind == JS_NAME) {
        bool wanted;
        if (!is_wanted_variable(node->b->variable))
            return;
        uint32_t id = add_site(w, SITE_READ, node->b, node->b->name->text, &wanted);
        if (!wanted)
            return;
        struct buf text = {0};
        buf_str(&text, node->b->name->text);
        buf_char(&text, ':');
        rewrite_open(&w->rewrite, node->b->start, buf_view(&text));
        buf_free(&text);
        wrap(w, node->b, 'r', id, false);
        return;
    }
    visit(w, node->b);
}

static void visit_passed(struct walker *w, const struct js_node *object, enum site_kind kind)
{
    bool wanted;
    uint32_t id = add_site(w, kind, object, (struct str){"", 0}, &wanted);
    if (wanted)
        wrap(w, object, 'o', id, false);
    visit(w, object);
}

static void visit_loop_over(struct walker *w, const struct js_node *node)
{
    if (node->a->kind == JS_VAR) {
        for (const struct js_node *d = node->a->a; d; d = d->next) {
            visit_target(w, d->a);
            if (d->b)
                visit(w, d->b); /* for (var x = 1 in o) */
            w->result->not_marked += writes_wanted(d->a);
        }
    } else {
        w->result->not_marked += writes_wanted(node->a);
        visit_target(w, node->a);
    }
    visit_passed(w, node->b, node->kind == JS_FOR_IN ? SITE_ENUMERATE : SITE_ITERATE);
    visit(w, node->d);
}

static void visit_in(struct walker *w, const struct js_node *node)
{
    bool wanted;
    bool is_brand = node->a->kind == JS_STRING && w->file->text.at[node->a->start] == '#';
    uint32_t id =
        add_site(w, is_brand ? SITE_PRIVATE : SITE_IN, node, (struct str){"", 0}, &wanted);
    if (wanted && !is_brand)
        wrap(w, node->a, 'k', id, false);
    if (!is_brand)
        visit(w, node->a);
    if (wanted)
        wrap(w, node->b, 'o', id, false);
    visit(w, node->b);
}

static void visit_child(const struct js_node *child, void *context)
{
    visit(context, child);
}

static void visit_any(struct walker *w, const struct js_node *node)
{
    switch ((enum js_kind)node->kind) {
    case JS_NAME:
        visit_name(w, node, false);
        break;
    case JS_MEMBER:
    case JS_INDEX:
        visit_access(w, node, false, false);
        break;
    case JS_CALL:
    case JS_NEW:
        visit_call(w, node);
        break;
    case JS_UNARY: {
        const struct js_node *inner = node->a->kind == JS_CHAIN ? node->a->a : node->a;
        if (node->op != JS_OP_DELETE)
            visit(w, node->a);
        else if (is_access(inner))
            visit_access(w, inner, true, false);
        else if (inner->kind != JS_NAME)
            visit(w, node->a);
        break;
    }
    case JS_ASSIGN:
    case JS_UPDATE:
        visit_assign(w, node);
        break;
    case JS_BINARY:
        if (node->op == JS_OP_IN)
            visit_in(w, node);
        else
            js_children(node, visit_child, w);
        break;
    case JS_SPREAD:
        visit_passed(w, node->a, SITE_ITERATE);
        break;
    case JS_PROPERTY:
        visit_property(w, node);
        break;
    case JS_DECLARATOR:
        visit_declarator(w, node);
        break;
    case JS_FOR_IN:
    case JS_FOR_OF:
        visit_loop_over(w, node);
        break;
    case JS_FUNCTION:
        visit_function(w, node);
        break;
    case JS_CLASS:
        visit_class(w, node);
        break;
    case JS_TRY:
        visit(w, node->a);
        visit_target(w, node->b);
        if (node->c)
            visit(w, node->c);
        if (node->d)
            visit(w, node->d);
        break;
    case JS_WITH: {
        bool was_in_with = w->in_with;
        visit(w, node->a);
        w->in_with = true;
        visit(w, node->d);
        w->in_with = was_in_with;
        break;
    }
    case JS_EXPORT:
        if (node->a)
            visit(w, node->a);
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

static void visit(struct walker *w, const struct js_node *node)
{
    if (w->result->refusal)
        return;
    if (++w->depth > DEEPEST)
        w->result->refusal = "nested too deeply";
    else
        visit_any(w, node);
    w->depth--;
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
    struct walker w = {.file = file,
                       .options = options ? options : &all,
                       .result = &result,
                       .strict = file->is_module || has_use_strict(file->program->a)};
    for (size_t i = 0; i < file->parens.len; i++)
        *vec_push(&w.parens) = file->parens.at[i];
    if (w.parens.len)
        qsort(w.parens.at, w.parens.len, sizeof w.parens.at[0], compare_parens);
    if (!result.refusal)
        visit_list(&w, file->program->a);
    if (result.refusal) {
        result.sites.len = result.marked = 0;
        buf_str(&result.text, file->text);
    } else {
        rewrite_apply(&w.rewrite, file->text, &result.text);
    }
    rewrite_free(&w.rewrite);
    vec_free(&w.parens);
    return result;
}

void instrumented_free(struct instrumented *self)
{
    buf_free(&self->text);
    vec_free(&self->sites);
}
