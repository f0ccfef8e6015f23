/* Reads of variables and properties, deletions, and calls: the object passes through the mark. */
#include "instrument/instrument_private.h"

/* `new x.y()` would call the mark instead: on the way down a new's callee marks need parentheses.
 */
static void visit_callee(struct instrument__walker *w, const struct js_node *node, bool of_new);

void instrument__visit_name(struct instrument__walker *w, const struct js_node *node,
                            bool in_parentheses)
{
    uint32_t id;
    char scope[32];
    if (instrument__add_variable_site(w, SITE_READ, node, node, &id, scope))
        instrument__wrap_in(w, node, 'r', id, scope, in_parentheses);
}

bool instrument__is_private(const struct js_node *member)
{
    return member->kind == JS_MEMBER && member->b->text->text.len &&
           member->b->text->text.at[0] == '#';
}

static void look_for_suspension(const struct js_node *node, void *found)
{
    bool *is_found = found;
    if (!*is_found)
        *is_found = instrument__suspends(node);
}

/* Whether an await or yield stands in it, so that what comes behind is another event's. */
bool instrument__suspends(const struct js_node *node)
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

bool instrument__is_access(const struct js_node *node)
{
    return node->kind == JS_MEMBER || node->kind == JS_INDEX;
}

static enum site_kind access_kind(const struct js_node *node, enum instrument__use use)
{
    bool has_key = node->kind == JS_INDEX;
    if (use == INSTRUMENT__DELETE)
        return has_key ? SITE_DELETE_KEY : SITE_DELETE;
    if (use == INSTRUMENT__CALL_WITH_KEY)
        return SITE_CALL_KEY;
    return has_key ? SITE_GET_KEY : instrument__is_private(node) ? SITE_PRIVATE : SITE_GET;
}

/* What is only passed through decides nothing. */
void instrument__visit_undecided(struct instrument__walker *w, const struct js_node *node)
{
    bool was_deciding = w->deciding;
    w->deciding = false;
    instrument__visit(w, node);
    w->deciding = was_deciding;
}

/* A read, a deletion, or the function of a call: the object passes through the mark. The number of
 * the site where it is wanted, else UINT32_MAX. */
uint32_t instrument__visit_access(struct instrument__walker *w, const struct js_node *node,
                                  enum instrument__use use, bool of_new)
{
    bool has_key = node->kind == JS_INDEX, wanted = false, was_deciding = w->deciding;
    uint32_t id = 0;
    bool can = node->a->kind != JS_SUPER && !is_behind_optional(node->a) &&
               !(has_key && instrument__suspends(node->b));
    if (can) {
        id = instrument__add_site(w, access_kind(node, use), node,
                                  has_key ? (struct str){"", 0} : node->b->text->text, &wanted);
        instrument__last_site(w)->flags |= use == INSTRUMENT__CALL ? SITE_CALLS : 0;
    } else {
        w->result->not_marked++;
    }
    if (wanted)
        instrument__wrap(w, node->a, 'o', id, of_new && !(node->a->flags & JS_PARENTHESISED));
    w->deciding = false;
    if (node->a->kind != JS_SUPER)
        visit_callee(w, node->a, of_new);
    if (has_key && wanted)
        instrument__wrap(w, node->b, 'k', id, false);
    if (has_key)
        instrument__visit(w, node->b);
    w->deciding = was_deciding;
    return wanted ? id : UINT32_MAX;
}

static void visit_callee(struct instrument__walker *w, const struct js_node *node, bool of_new)
{
    if (!of_new || (node->flags & JS_PARENTHESISED)) {
        instrument__visit(w, node);
        return;
    }
    if (++w->depth > INSTRUMENT__DEEPEST)
        w->result->refusal = "nested too deeply";
    else if (node->kind == JS_NAME)
        instrument__visit_name(w, node, true);
    else if (instrument__is_access(node))
        instrument__visit_access(w, node, INSTRUMENT__READ, true);
    else if (node->kind == JS_TAGGED) {
        visit_callee(w, node->a, true);
        instrument__visit(w, node->b);
    } else {
        instrument__visit(w, node);
    }
    w->depth--;
}

static bool is_one_of(struct str name, const char *const *names)
{
    for (; *names; names++)
        if (str_is(name, *names))
            return true;
    return false;
}

/* o.get(key): of Map, Set and what looks like them. */
static bool calls_with_key(const struct js_node *node)
{
    static const char *const names[] = {"get", "set", "has", "add", "delete", NULL};
    const struct js_node *key = node->b;
    return node->kind == JS_CALL && node->a->kind == JS_MEMBER && key && key->kind != JS_SPREAD &&
           !instrument__suspends(key) && is_one_of(node->a->b->text->text, names);
}

/* Functions of the language that touch whole objects: what each does with its first argument, and
 * what with the others. SITE_KIND_COUNT: nothing. */
static const struct whole {
    const char *object, *const *functions;
    enum site_kind first, others;
} wholes[] = {
    {"Object", (const char *const[]){"assign", NULL}, SITE_CHANGE, SITE_TAKE_APART},
    {"Object", (const char *const[]){"keys", "getOwnPropertyNames", NULL}, SITE_ENUMERATE,
     SITE_KIND_COUNT},
    {"Object", (const char *const[]){"values", "entries", NULL}, SITE_TAKE_APART, SITE_KIND_COUNT},
    {"Object", (const char *const[]){"defineProperty", "defineProperties", NULL}, SITE_CHANGE,
     SITE_KIND_COUNT},
    {"Reflect", (const char *const[]){"ownKeys", NULL}, SITE_ENUMERATE, SITE_KIND_COUNT},
    {"Reflect", (const char *const[]){"set", "deleteProperty", "defineProperty", NULL}, SITE_CHANGE,
     SITE_KIND_COUNT},
    {"JSON", (const char *const[]){"stringify", NULL}, SITE_TAKE_APART, SITE_KIND_COUNT},
    {"Array", (const char *const[]){"from", NULL}, SITE_ITERATE, SITE_KIND_COUNT},
};

static const struct whole *find_whole(const struct js_node *node)
{
    const struct js_node *callee = node->a;
    if (node->kind != JS_CALL || callee->kind != JS_MEMBER || callee->a->kind != JS_NAME ||
        callee->a->variable)
        return NULL;
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
        if (str_is(callee->a->name->text, wholes[i].object) &&
            is_one_of(callee->b->text->text, wholes[i].functions))
            return &wholes[i];
    return NULL;
}

/* eval(text), Function(text), new Function(text) */
static bool makes_code(const struct js_node *node)
{
    static const char *const names[] = {"eval", "Function", NULL};
    return node->a->kind == JS_NAME && !node->a->variable && is_one_of(node->a->name->text, names);
}

static void visit_arguments(struct instrument__walker *w, const struct js_node *node)
{
    static const struct whole code = {.object = "", .first = SITE_CODE, .others = SITE_KIND_COUNT};
    const struct whole *whole = makes_code(node) ? &code : find_whole(node);
    bool was_deciding = w->deciding;
    w->deciding = false;
    for (const struct js_node *given = node->b; given; given = given->next) {
        enum site_kind kind = !whole             ? SITE_KIND_COUNT
                              : given == node->b ? whole->first
                                                 : whole->others;
        if (kind == SITE_KIND_COUNT || given->kind == JS_SPREAD || instrument__suspends(given))
            instrument__visit(w, given);
        else
            instrument__visit_passed(w, given, kind,
                                     strcmp(whole->object, "JSON") == 0 ? SITE_CALLS : 0);
    }
    w->deciding = was_deciding;
}

void instrument__visit_call(struct instrument__walker *w, const struct js_node *node)
{
    bool is_new = node->kind == JS_NEW, has_key = calls_with_key(node);
    const struct js_node *callee = node->a;
    uint32_t id = UINT32_MAX;
    if (!is_new && instrument__is_access(callee) && callee->a->kind != JS_SUPER &&
        !(callee->flags & JS_PARENTHESISED))
        id = instrument__visit_access(
            w, callee, has_key ? INSTRUMENT__CALL_WITH_KEY : INSTRUMENT__CALL, false);
    else if (callee->kind != JS_SUPER)
        visit_callee(w, callee, is_new);
    if (has_key && id != UINT32_MAX)
        instrument__wrap(w, node->b, 'k', id, false);
    visit_arguments(w, node);
}

void instrument__visit_passed(struct instrument__walker *w, const struct js_node *object,
                              enum site_kind kind, uint8_t flags)
{
    bool wanted;
    uint32_t id = instrument__add_site(w, kind, object, (struct str){"", 0}, &wanted);
    instrument__last_site(w)->flags |= flags;
    if (wanted)
        instrument__wrap(w, object, 'o', id, false);
    instrument__visit_undecided(w, object);
}

void instrument__visit_in(struct instrument__walker *w, const struct js_node *node)
{
    bool wanted;
    bool is_brand = node->a->kind == JS_STRING && w->file->text.at[node->a->start] == '#';
    uint32_t id = instrument__add_site(w, is_brand ? SITE_PRIVATE : SITE_IN, node,
                                       (struct str){"", 0}, &wanted);
    if (wanted && !is_brand)
        instrument__wrap(w, node->a, 'k', id, false);
    if (!is_brand)
        instrument__visit(w, node->a);
    if (wanted)
        instrument__wrap(w, node->b, 'o', id, false);
    instrument__visit(w, node->b);
}

/* What typeof or delete is asked about is not evaluated as other names are. */
void instrument__visit_unary(struct instrument__walker *w, const struct js_node *node)
{
    const struct js_node *inner = node->a->kind == JS_CHAIN ? node->a->a : node->a;
    bool is_asked_for = node->op == JS_OP_TYPEOF && inner->kind == JS_NAME && !inner->variable;
    if (node->op != JS_OP_DELETE && !is_asked_for)
        instrument__visit(w, node->a);
    else if (instrument__is_access(inner))
        instrument__visit_access(w, inner, INSTRUMENT__DELETE, false);
    else if (inner->kind != JS_NAME)
        instrument__visit(w, node->a);
}
