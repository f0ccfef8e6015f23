/* Assignments, patterns and declarations: everything that writes. */
#include "instrument/instrument_private.h"

static void printed(struct rewrite *rewrite, uint32_t at, const char *mark, uint32_t id)
{
    char text[64];
    snprintf(text, sizeof text, "%s.%s(%u,", INSTRUMENT_NAME, mark, id);
    rewrite_open(rewrite, at, str_of(text));
}

/* ,"name" instead of .name and all up to `end`, then `tail`. */
static void replace_name(struct instrument__walker *w, const struct js_node *member, uint32_t end,
                         const char *tail)
{
    struct buf text = {0};
    const struct js_node *name = member->b;
    buf_text(&text, ",\"");
    buf_add(&text, w->file->text.at + name->start, name->end - name->start);
    buf_text(&text, "\"");
    buf_text(&text, tail);
    rewrite_replace(&w->rewrite, instrument__outer_end(w, member->a), end, buf_view(&text));
    buf_free(&text);
}

/* object and key as arguments; what stands between the key's end and `end` becomes `tail`. */
static void visit_object_and_key(struct instrument__walker *w, const struct js_node *access,
                                 uint32_t end, const char *tail, bool wanted)
{
    instrument__visit(w, access->a);
    if (access->kind == JS_MEMBER) {
        if (wanted)
            replace_name(w, access, end, tail);
        return;
    }
    bool is_list =
        wanted && access->b->kind == JS_SEQUENCE && !(access->b->flags & JS_PARENTHESISED);
    uint32_t key = instrument__outer_start(w, access->b);
    if (wanted)
        rewrite_replace(&w->rewrite, instrument__outer_end(w, access->a), key, STR(","));
    if (is_list)
        rewrite_open(&w->rewrite, key, STR("("));
    if (is_list)
        rewrite_close(&w->rewrite, access->b->end, STR(")"));
    instrument__visit(w, access->b);
    if (wanted)
        rewrite_replace(&w->rewrite, instrument__outer_end(w, access->b), end, str_of(tail));
}

static bool can_be_called_through(const struct js_node *target)
{
    return instrument__is_access(target) && target->a->kind != JS_SUPER &&
           !instrument__is_private(target);
}

static struct str name_of(const struct js_node *access)
{
    return access->kind == JS_MEMBER ? access->b->text->text : (struct str){"", 0};
}

/* c(id,o,"p").v, which may stand wherever something is assigned to. */
static void visit_reference(struct instrument__walker *w, const struct js_node *access,
                            uint8_t flags)
{
    bool wanted;
    uint32_t id = instrument__add_site(w, SITE_UPDATE, access, name_of(access), &wanted);
    instrument__last_site(w)->flags |= flags;
    if (wanted)
        printed(&w->rewrite, instrument__start_of(w, access), w->strict ? "c" : "d", id);
    visit_object_and_key(w, access, access->end, ").v", wanted);
}

static void visit_private_target(struct instrument__walker *w, const struct js_node *target,
                                 const struct js_node *value, uint8_t flags)
{
    bool wanted;
    if (target->a->kind == JS_SUPER || (value && instrument__suspends(value))) {
        w->result->not_marked++;
        if (target->a->kind != JS_SUPER)
            instrument__visit(w, target->a);
        if (target->kind == JS_INDEX)
            instrument__visit(w, target->b);
        return;
    }
    uint32_t id = instrument__add_site(w, SITE_PRIVATE, target, name_of(target), &wanted);
    instrument__last_site(w)->flags |= SITE_WRITES | flags;
    if (wanted)
        instrument__wrap(w, target->a, 'o', id, false);
    instrument__visit(w, target->a);
}

/* Whether the assignment gives what was there, more or less. */
static uint8_t relative_flag(const struct instrument__walker *w, const struct js_node *node)
{
    if (node->kind == JS_UPDATE)
        return SITE_RELATIVE;
    if (node->kind != JS_ASSIGN)
        return 0;
    if (node->op == JS_OP_ADD_ASSIGN || node->op == JS_OP_SUB_ASSIGN)
        return SITE_RELATIVE;
    const struct js_node *target = node->a, *sum = node->b;
    bool is_sum = node->op == JS_OP_ASSIGN && sum->kind == JS_BINARY &&
                  (sum->op == JS_OP_ADD || sum->op == JS_OP_SUB);
    uint32_t length = target->end - target->start;
    return is_sum && sum->a->end - sum->a->start == length &&
                   memcmp(w->file->text.at + target->start, w->file->text.at + sum->a->start,
                          length) == 0
               ? SITE_RELATIVE
               : 0;
}

static void visit_set(struct instrument__walker *w, const struct js_node *node)
{
    bool wanted;
    uint32_t id = instrument__add_site(w, SITE_SET, node->a, name_of(node->a), &wanted);
    instrument__last_site(w)->flags |= relative_flag(w, node);
    if (wanted)
        printed(&w->rewrite, instrument__start_of(w, node), w->strict ? "s" : "z", id);
    if (wanted) /* before what else ends there, which is inside of it */
        rewrite_close(&w->rewrite, node->end, STR(")"));
    visit_object_and_key(w, node->a, instrument__outer_start(w, node->b), ",", wanted);
    instrument__visit(w, node->b);
}

/* One mark around the whole for each variable that is written in it. */
static void wrap_writes(struct instrument__walker *w, const struct js_node *whole,
                        const struct js_node *target, uint8_t flags)
{
    uint32_t id;
    char scope[32];
    if (target->kind == JS_NAME) {
        size_t before = w->result->sites.len;
        bool wanted = instrument__add_variable_site(w, SITE_WRITE, whole, target, &id, scope);
        if (w->result->sites.len > before)
            instrument__last_site(w)->flags |= flags;
        if (wanted)
            instrument__wrap_in(w, whole, 'a', id, scope, false);
    } else if (target->kind == JS_DEFAULT || target->kind == JS_REST) {
        wrap_writes(w, whole, target->a, flags);
    } else if (target->kind == JS_ARRAY_PATTERN || target->kind == JS_OBJECT_PATTERN) {
        for (const struct js_node *part = target->a; part; part = part->next)
            wrap_writes(w, whole, part->kind == JS_PROPERTY ? part->b : part, flags);
    }
}

/* {a, b} = o reads o.a and o.b, in that order; what is left and what is computed is read with the
 * whole. */
static void wrap_parts(struct instrument__walker *w, const struct js_node *pattern,
                       const struct js_node *value)
{
    bool wanted, is_array = pattern->kind == JS_ARRAY_PATTERN, all = is_array;
    if (!is_array && pattern->kind != JS_OBJECT_PATTERN)
        return;
    for (const struct js_node *part = pattern->a; part && !is_array; part = part->next) {
        all |= part->kind != JS_PROPERTY || (part->flags & JS_COMPUTED);
        if (part->kind != JS_PROPERTY || part->a->kind != JS_STRING)
            continue;
        uint32_t id = instrument__add_site(w, SITE_GET, value, part->a->text->text, &wanted);
        if (wanted)
            instrument__wrap(w, value, 'o', id, false);
    }
    if (!all)
        return;
    uint32_t id = instrument__add_site(w, is_array ? SITE_ITERATE : SITE_TAKE_APART, value,
                                       (struct str){"", 0}, &wanted);
    if (wanted)
        instrument__wrap(w, value, 'o', id, false);
}

static void visit_taken_apart(struct instrument__walker *w, const struct js_node *pattern,
                              const struct js_node *value)
{
    wrap_parts(w, pattern, value);
    instrument__visit_undecided(w, value);
}

/* super.p = v writes to `this`, which passes through a mark before. */
static void visit_super_set(struct instrument__walker *w, const struct js_node *node)
{
    bool wanted;
    char open[64];
    uint32_t id = instrument__add_site(w, SITE_PRIVATE, node->a, name_of(node->a), &wanted);
    instrument__last_site(w)->flags |= SITE_WRITES;
    snprintf(open, sizeof open, "(%s.o(%u,this),", INSTRUMENT_NAME, id);
    if (wanted)
        rewrite_open(&w->rewrite, instrument__start_of(w, node), str_of(open));
    if (wanted)
        rewrite_close(&w->rewrite, node->end, STR(")"));
    instrument__visit_undecided(w, node->b);
}

void instrument__visit_assign(struct instrument__walker *w, const struct js_node *node)
{
    const struct js_node *target = node->a, *value = node->kind == JS_ASSIGN ? node->b : NULL;
    bool is_plain = value && node->op == JS_OP_ASSIGN;
    if (is_plain && can_be_called_through(target) && !(target->flags & JS_PARENTHESISED)) {
        visit_set(w, node);
        return;
    }
    uint8_t flags = relative_flag(w, node);
    if (is_plain && target->kind == JS_MEMBER && target->a->kind == JS_SUPER &&
        !instrument__suspends(value)) {
        visit_super_set(w, node);
        return;
    }
    wrap_writes(w, node, target, flags);
    if (can_be_called_through(target))
        visit_reference(w, target, flags);
    else if (instrument__is_access(target))
        visit_private_target(w, target, value, flags);
    else if (target->kind == JS_CALL)
        instrument__visit(w, target); /* an error when it is run */
    else
        instrument__visit_target(w, target);
    if (value)
        visit_taken_apart(w, target, value);
}

/* A pattern: what is evaluated in it. Names are written by whoever holds the pattern. */
void instrument__visit_target(struct instrument__walker *w, const struct js_node *target)
{
    if (!target || ++w->depth > INSTRUMENT__DEEPEST) {
        if (target)
            w->result->refusal = "nested too deeply";
        return;
    }
    switch ((enum js_kind)target->kind) {
    case JS_MEMBER:
    case JS_INDEX:
        if (can_be_called_through(target))
            visit_reference(w, target, 0);
        else
            visit_private_target(w, target, NULL, 0);
        break;
    case JS_DEFAULT:
        instrument__visit_target(w, target->a);
        instrument__visit(w, target->b);
        break;
    case JS_REST:
        instrument__visit_target(w, target->a);
        break;
    case JS_ARRAY_PATTERN:
    case JS_OBJECT_PATTERN:
        for (const struct js_node *part = target->a; part; part = part->next) {
            if (part->kind == JS_PROPERTY && (part->flags & JS_COMPUTED))
                instrument__visit(w, part->a);
            instrument__visit_target(w, part->kind == JS_PROPERTY ? part->b : part);
        }
        break;
    default:
        break;
    }
    w->depth--;
}

/* A function without a name takes that of the variable: nothing may come between them. */
bool instrument__takes_name(const struct js_node *value)
{
    return value->kind == JS_FUNCTION || value->kind == JS_CLASS;
}

void instrument__visit_declarator(struct instrument__walker *w, const struct js_node *node)
{
    uint32_t id;
    char scope[32];
    instrument__visit_target(w, node->a);
    if (!node->b)
        return;
    if (node->a->kind == JS_NAME && !instrument__takes_name(node->b) &&
        instrument__add_variable_site(w, SITE_INITIALISE, node->a, node->a, &id, scope))
        instrument__wrap_in(w, node->b, 'a', id, scope, false);
    visit_taken_apart(w, node->a, node->b);
}

void instrument__visit_property(struct instrument__walker *w, const struct js_node *node)
{
    if (node->flags & JS_COMPUTED)
        instrument__visit(w, node->a);
    if ((node->flags & JS_SHORTHAND) && node->b->kind == JS_NAME) {
        uint32_t id;
        char scope[32];
        if (!instrument__add_variable_site(w, SITE_READ, node->b, node->b, &id, scope))
            return;
        struct str name = node->b->name->text;
        bool is_proto = str_is(name, "__proto__"); /* `__proto__: x` would set the prototype */
        struct buf text = {0};
        buf_printf(&text, is_proto ? "['" STR_FMT "']:" : STR_FMT ":", STR_ARG(name));
        rewrite_open(&w->rewrite, node->b->start, buf_view(&text));
        buf_free(&text);
        instrument__wrap_in(w, node->b, 'r', id, scope, false);
        return;
    }
    instrument__visit(w, node->b);
}
