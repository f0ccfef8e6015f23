/* broken-promise: two reactions that make different promises (R) stand on one promise (Q); thesis,
 * sections 2.1 and 4.1. How sure we are depends on what the first was for: a value it computed and
 * nobody took, or a catch that does not protect the then beside it. */
#include "rules/rules.h"

#include <ctype.h>

static bool is_registration(const struct reaction *reaction)
{
    return reaction->kind <= REACTION_FINALLY && reaction->result && reaction->unit;
}

bool registrations_exclude(const struct machine *m, uint32_t a, uint32_t b, uint32_t activation)
{
    vec_each (e, &m->exclusions)
        if (a >= e->a && a < e->b && b >= e->c && b < e->d &&
            (e->d != UINT32_MAX || activation == e->activation))
            return true;
    return false;
}

bool reactions_exclude(const struct machine *m, const struct reaction *a, const struct reaction *b)
{
    return registrations_exclude(m, a->registration, b->registration, b->activation);
}

static bool is_consumed(const struct promise *result)
{
    return result->reactions || result->object->escaped || result->waits_for ||
           (result->is_used && result->is_handled);
}

static bool is_called_on_data(const struct js_node *node)
{
    static const char *const makers[] = {"JSON",  "Object", "String", "Number",
                                         "Array", "Math",   "Buffer"};
    if (node->kind != JS_CALL || node->a->kind != JS_MEMBER || node->a->a->kind != JS_NAME)
        return false;
    for (size_t i = 0; i < COUNT_OF(makers); i++)
        if (str_is(node->a->a->name->text, makers[i]))
            return true;
    return false;
}

/* Of lists, texts or responses: does nothing but give a new value. */
static bool is_pure_method(struct str name)
{
    static const char *const pure[] = {"trim",   "split",       "filter",      "slice",
                                       "concat", "toUpperCase", "toLowerCase", "replace",
                                       "join",   "flat",        "replaceAll",  "toString",
                                       "json",   "text",        "map",         "flatMap"};
    return is_one_of(name, pure, COUNT_OF(pure));
}

/* s => s.trim() */
static bool is_derived_from(const struct js_node *node, const struct js_function *function)
{
    if (node->kind != JS_CALL || node->a->kind != JS_MEMBER || function->params->kind != JS_NAME ||
        !is_pure_method(node->a->b->text->text))
        return false;
    const struct js_node *object = node->a->a, *first = node->b;
    bool may_do_more =
        first && (first->kind == JS_FUNCTION ? first->function->body->kind == JS_BLOCK ||
                                                   first->function->body->kind == JS_CALL ||
                                                   first->function->body->kind == JS_ASSIGN
                                             : first->kind == JS_CALL);
    if (object->kind == JS_CALL)
        return !may_do_more && is_derived_from(object, function);
    return !may_do_more && object->kind == JS_NAME &&
           object->variable == function->params->variable;
}

static bool is_plain_value(const struct js_node *node);

static void look_at_value(const struct js_node *node, void *context)
{
    bool *is_plain = context;
    *is_plain = *is_plain && is_plain_value(node);
}

/* text.trim(), list.map(x => x.id) */
static bool is_pure_call(const struct js_node *node)
{
    bool is_plain = node->a->kind == JS_MEMBER && is_pure_method(node->a->b->text->text) &&
                    is_plain_value(node->a->a);
    for (const struct js_node *arg = node->b; arg && is_plain; arg = arg->next) {
        const struct js_node *body = arg->kind == JS_FUNCTION ? arg->function->body : arg;
        is_plain = body && is_plain_value(body);
    }
    return is_plain;
}

/* An expression that does nothing but give a value. */
static bool is_plain_value(const struct js_node *node)
{
    bool is_plain = true;
    switch ((enum js_kind)node->kind) {
    case JS_NAME:
    case JS_NUMBER:
    case JS_STRING:
    case JS_TRUE:
    case JS_FALSE:
    case JS_NULL:
    case JS_THIS:
    case JS_REGEX:
        return true;
    case JS_CALL:
        return is_pure_call(node) || is_called_on_data(node);
    case JS_UNARY:
        return node->op != JS_OP_DELETE && is_plain_value(node->a);
    case JS_TEMPLATE:
    case JS_ARRAY:
    case JS_OBJECT:
    case JS_PROPERTY:
    case JS_SPREAD:
    case JS_BINARY:
    case JS_LOGICAL:
    case JS_CONDITIONAL:
    case JS_MEMBER:
    case JS_INDEX:
    case JS_CHAIN:
        js_children(node, look_at_value, &is_plain);
        return is_plain;
    default:
        return false;
    }
}

static bool makes_value(const struct js_node *node)
{
    return node->kind == JS_OBJECT || node->kind == JS_ARRAY || node->kind == JS_TEMPLATE ||
           node->kind == JS_BINARY || node->kind == JS_CALL;
}

/* function f(user) { const name = user.name.trim(); return {...user, name}; } */
static bool only_returns_value(const struct js_function *f)
{
    enum { LONGEST = 2000 }; /* it may be asked about each call */
    if (f->is_async || f->is_generator || !f->body || f->node->end - f->node->start > LONGEST)
        return false;
    if (f->body->kind != JS_BLOCK)
        return makes_value(f->body) && is_plain_value(f->body);
    const struct js_node *statement = f->body->a;
    for (; statement && statement->kind == JS_VAR; statement = statement->next)
        for (const struct js_node *d = statement->a; d; d = d->next)
            if (!d->b || !is_plain_value(d->b))
                return false;
    return statement && statement->kind == JS_RETURN && !statement->next && statement->a &&
           makes_value(statement->a) && is_plain_value(statement->a);
}

/* user => ({...user, seen: true}), user => normalise(user), or normalise itself */
static bool makes_new_value(const struct js_function *f)
{
    const struct js_node *body = f->body;
    const struct js_function *callee =
        body->kind == JS_CALL && body->a->kind == JS_NAME && body->b && is_plain_value(body->b)
            ? function_of_argument(body->a)
            : NULL;
    return only_returns_value(f) || (callee && callee->params && only_returns_value(callee));
}

/* list => list.length */
static bool only_computes(const struct js_function *f)
{
    return f->body->kind == JS_BINARY || f->body->kind == JS_TEMPLATE ||
           f->body->kind == JS_MEMBER || is_called_on_data(f->body) || is_derived_from(f->body, f);
}

/* Did this reaction compute something for whoever comes next? */
static bool transforms(const struct reaction *reaction)
{
    if (reaction->kind != REACTION_THEN || !v_is(reaction->on_fulfilled, CLASS_CLOSURE))
        return false;
    const struct js_function *function = reaction->on_fulfilled.object->closure.function;
    const struct promise *result = reaction->result;
    if (!function->returns_value || !function->params)
        return false;
    if (result->may_fulfill && result->fulfilled.tag == V_UNDEFINED)
        return false;
    if (result->may_fulfill && result->fulfilled.tag != V_UNKNOWN)
        return true;
    bool is_expression = function->body && function->body->kind != JS_BLOCK;
    bool may_be_effect =
        is_expression && (function->body->kind == JS_CALL || function->body->kind == JS_AWAIT ||
                          function->body->kind == JS_ASSIGN);
    return !may_be_effect || is_called_on_data(function->body) ||
           is_derived_from(function->body, function);
}

static bool is_lost(const struct reaction *reaction, unsigned depth);

/* Does nobody get what the reaction computed, and nobody what the next ones make of it? */
static bool is_result_lost(const struct promise *result, unsigned depth)
{
    enum { DEEPEST = 8 };
    if (!is_consumed(result))
        return !result->is_used;
    if (!result->reactions || result->object->escaped || result->waits_for || depth == DEEPEST)
        return false;
    for (const struct reaction *next = result->reactions; next; next = next->next)
        if (!is_lost(next, depth + 1))
            return false;
    return true;
}

static bool is_lost(const struct reaction *reaction, unsigned depth)
{
    return reaction->result && transforms(reaction) && is_result_lost(reaction->result, depth);
}

static bool uses_value(const struct reaction *reaction)
{
    struct value handler = reaction->on_fulfilled;
    if (reaction->kind != REACTION_THEN)
        return false;
    return v_is(handler, CLASS_CLOSURE) ? handler.object->closure.function->params != NULL
                                        : v_is(handler, CLASS_NATIVE) || handler.tag == V_UNKNOWN;
}

static bool looks_at_rejection(const struct reaction *reaction)
{
    if (reaction->kind == REACTION_FINALLY)
        return false; /* it hears of it, and passes it on */
    return reaction->kind == REACTION_CATCH || v_callable(reaction->on_rejected) ||
           reaction->on_rejected.tag == V_UNKNOWN;
}

/* Does a rejection go through the reaction, and all that follow it, to nobody? */
static bool end_is_open(const struct reaction *reaction, unsigned depth)
{
    enum { DEEPEST = 8 };
    const struct promise *result = reaction->result;
    if (!result || looks_at_rejection(reaction) || depth == DEEPEST)
        return false;
    if (!is_consumed(result))
        return true;
    if (!result->reactions || result->object->escaped || result->waits_for)
        return false;
    for (const struct reaction *next = result->reactions; next; next = next->next)
        if (!end_is_open(next, depth + 1))
            return false;
    return true;
}

struct gathering {
    const struct js_node *first, *second;
    const struct js_variable *first_name, *second_name; /* a in const a = p.then(f) */
    const struct js_node *first_owner, *second_owner;   /* this in this.a = p.then(f) */
    bool found;
};

/* The reaction itself, or the name of what it returned. */
static bool is_in_list(const struct js_node *list, const struct js_node *node,
                       const struct js_variable *name)
{
    for (; list; list = list->next)
        if (contains(list, node) || (name && list->kind == JS_NAME && list->variable == name))
            return true;
    return false;
}

static void search_gathering(struct walk *walk, const struct js_node *node)
{
    struct gathering *search = walk->data;
    bool is_call = node->kind == JS_CALL || node->kind == JS_NEW;
    bool is_list = node->kind == JS_ARRAY || node->kind == JS_OBJECT;
    const struct js_node *list = is_call ? node->b : is_list ? node->a : NULL;
    search->found |= is_in_list(list, search->first, search->first_name) &&
                     is_in_list(list, search->second, search->second_name);
    if (node->kind == JS_DECLARATOR && node->a->kind == JS_NAME && node->b) {
        if (contains(node->b, search->first))
            search->first_name = node->a->variable;
        if (contains(node->b, search->second))
            search->second_name = node->a->variable;
    }
    if (node->kind != JS_ASSIGN || node->a->kind != JS_MEMBER)
        return;
    if (contains(node->b, search->first))
        search->first_owner = node->a->a;
    if (contains(node->b, search->second))
        search->second_owner = node->a->a;
}

static bool is_same_owner(const struct js_node *a, const struct js_node *b)
{
    return a && b && a->kind == b->kind &&
           (a->kind == JS_THIS ||
            (a->kind == JS_NAME && a->variable && a->variable == b->variable));
}

/* new Pair(p.then(a), p.then(b)): whoever splits a promise and hands out the parts together means
 * it. */
static bool go_together(struct ruling *ruling, const struct reaction *first,
                        const struct reaction *second)
{
    struct gathering search = {.first = first->site, .second = second->site};
    struct walk walk = {.ruling = ruling, .unit = first->unit, .data = &search};
    const struct js_function *function =
        first->unit == second->unit ? function_around(first->unit, first->site) : NULL;
    if (function && !may_walk(ruling, function))
        return true;
    if (function)
        walk_function(&walk, function, search_gathering);
    return search.found || is_same_owner(search.first_owner, search.second_owner);
}

/* Is the reaction an expression that does nothing but compute? */
static bool is_pure(const struct reaction *reaction)
{
    const struct js_function *f = reaction->on_fulfilled.object->closure.function;
    return f->params && f->body && only_computes(f);
}

/* for (const f of steps) start.then(f), or steps.forEach(f => start.then(f)) */
static bool is_repeated(const struct reaction *first, const struct reaction *second)
{
    if (first->activation == second->activation)
        return true;
    const struct js_function *round = function_around(first->unit, first->site);
    const struct js_node *call = round ? round->given_to : NULL;
    return call && is_member_call(call, "forEach") && argument(call, 0) == round->node;
}

/* ---- a value that was computed, guarded by a catch, and not taken ---- */

/* `name` in r.name, behind a reference r; empty: none. */
static struct str field_behind(const struct unit *unit, const struct js_node *reference)
{
    struct str text = unit->source->text;
    struct str behind =
        reference->end < text.len ? str_from(text, reference->end) : (struct str){0};
    if (str_starts(behind, STR("?.")))
        behind = str_from(behind, 1);
    if (!str_starts(behind, STR(".")))
        return (struct str){0};
    size_t len = 1;
    while (len < behind.len && (isalnum((unsigned char)behind.at[len]) || behind.at[len] == '_'))
        len++;
    return (struct str){behind.at + 1, len - 1};
}

static const struct js_node *first_reference(const struct js_function *f)
{
    const struct js_node *param = f->params;
    return param && param->kind == JS_NAME && param->variable ? param->variable->first_reference
                                                              : NULL;
}

static bool reads_field(const struct unit *unit, const struct js_function *f, struct str field)
{
    for (const struct js_node *r = first_reference(f); r; r = r->next_reference)
        if (str_equal(field_behind(unit, r), field))
            return true;
    return false;
}

static bool has_key(const struct js_node *object, struct str key)
{
    for (const struct js_node *p = object->a; p; p = p->next)
        if (p->kind == JS_PROPERTY && !(p->flags & JS_COMPUTED) && p->a &&
            p->a->kind == JS_STRING && str_equal(p->a->text->text, key))
            return true;
    return false;
}

static bool is_text_method(struct str name)
{
    static const char *const names[] = {"length",    "includes", "startsWith", "endsWith",
                                        "indexOf",   "match",    "matchAll",   "charAt",
                                        "substring", "substr",   "padStart",   "padEnd",
                                        "search",    "at",       "repeat",     "charCodeAt"};
    return is_pure_method(name) || is_one_of(name, names, COUNT_OF(names));
}

/* Has what the function returns this field, and what it is given not? */
static bool produces(const struct unit *unit, const struct js_function *f, struct str field)
{
    const struct js_node *value = f->body->kind == JS_BLOCK ? f->body->a : f->body;
    while (value && f->body->kind == JS_BLOCK && value->next)
        value = value->next;
    if (value && value->kind == JS_RETURN)
        value = value->a;
    if (!value || !field.len)
        return false;
    if (value->kind == JS_OBJECT)
        return has_key(value, field) && !reads_field(unit, f, field);
    return is_member_call(value, "parse") && is_called_on_data(value) && !is_text_method(field);
}

static bool is_only_caught(const struct promise *result)
{
    const struct reaction *next = result->reactions;
    return next && !next->next && next->kind == REACTION_CATCH && next->result &&
           !is_consumed(next->result) && !next->result->is_used && !result->object->escaped;
}

/* p.then(text => JSON.parse(text)).catch(none); p.then(settings => settings.theme) */
static bool wants_product(const struct reaction *first, const struct reaction *second)
{
    if (first->kind != REACTION_THEN || second->kind != REACTION_THEN ||
        !v_is(first->on_fulfilled, CLASS_CLOSURE) || !v_is(second->on_fulfilled, CLASS_CLOSURE) ||
        !is_only_caught(first->result))
        return false;
    const struct js_function *f = first->on_fulfilled.object->closure.function,
                             *g = second->on_fulfilled.object->closure.function;
    if (!f->params || !f->body || !only_returns_value(f))
        return false;
    for (const struct js_node *r = first_reference(g); r; r = r->next_reference)
        if (produces(first->unit, f, field_behind(second->unit, r)))
            return true;
    return false;
}

enum fork { FORK_NONE, FORK_NOTE, FORK_LOST_VALUE, FORK_UNPROTECTED };

static enum fork fork_of(struct ruling *ruling, const struct promise *promise,
                         const struct reaction *first, const struct reaction *second)
{
    const struct context *a = ruling->m->contexts.at[first->context],
                         *b = ruling->m->contexts.at[second->context];
    bool is_same_site = first->site == second->site;
    if (a->entry != b->entry || reactions_exclude(ruling->m, first, second) ||
        (is_same_site && !is_repeated(first, second)))
        return FORK_NONE;
    if (is_lost(first, 0) && uses_value(second) && (!is_same_site || is_pure(first)))
        return FORK_LOST_VALUE;
    if (is_same_site)
        return FORK_NONE;
    if (wants_product(first, second))
        return FORK_LOST_VALUE;
    bool one_catches = (first->kind == REACTION_CATCH) != (second->kind == REACTION_CATCH);
    const struct reaction *other = first->kind == REACTION_CATCH ? second : first;
    bool may_reject = promise->can_reject || promise->may_reject;
    if (one_catches && other->kind != REACTION_CATCH && end_is_open(other, 0) && may_reject &&
        first->activation == second->activation)
        return FORK_UNPROTECTED;
    if (first->activation != second->activation || first->kind != REACTION_THEN ||
        second->kind != REACTION_THEN || promise->is_unknown)
        return FORK_NONE;
    return go_together(ruling, first, second) ? FORK_NONE : FORK_NOTE;
}

static void tell(struct ruling *ruling, struct unit *made_unit, const struct js_node *made,
                 const struct reaction *first, const struct reaction *second, enum fork fork)
{
    struct finding *finding;
    if (fork == FORK_LOST_VALUE)
        finding = report(ruling, &rule_broken_promise, second->unit, second->site,
                         "this reaction gets the original value: what `" STR_FMT
                         "` returns goes into a promise that nobody uses",
                         STR_ARG(text_of(first->unit, first->site)));
    else if (fork == FORK_UNPROTECTED)
        finding =
            report(ruling, &rule_broken_promise, second->unit, second->site,
                   "two chains start at one promise: when it rejects, the chain of `" STR_FMT
                   "` rejects too and has no handler of its own",
                   STR_ARG(text_of(first->kind == REACTION_CATCH ? second->unit : first->unit,
                                   first->kind == REACTION_CATCH ? second->site : first->site)));
    else
        finding = report(ruling, &rule_broken_promise, second->unit, second->site,
                         "a second chain starts at the promise that `" STR_FMT
                         "` already reacts to; neither sees what the other makes of the value",
                         STR_ARG(text_of(first->unit, first->site)));
    repair(
        ruling, finding, "chain it: keep what the first `.then(...)` returns and react to that%s",
        fork == FORK_NOTE ? "; if two branches are meant, say so with /** ignore: promise-fork */"
                          : "");
    grade(finding, fork == FORK_NOTE ? SEVERITY_NOTE : SEVERITY_WARNING);
    relate(ruling, finding, first->unit, first->site, "the first reaction is registered here");
    if (made)
        relate(ruling, finding, made_unit, made, "the promise is made here");
}

/* Of one call in a loop a few rounds show all there is; what a hundred wait for is meant to be
 * shared. */
enum { MOST_ROUNDS = 4, MOST_BRANCHES = 100 };

static size_t branches_of(const struct promise *promise, const struct reaction **out)
{
    const struct js_node *site = NULL;
    unsigned rounds = 0;
    size_t count = 0;
    for (const struct reaction *r = promise->reactions; r; r = r->next) {
        if (count == MOST_BRANCHES) {
            unit_reached(r->unit, BOUND_REACTIONS, r->site);
            break;
        }
        rounds = r->site == site ? rounds + 1 : 0;
        site = r->site;
        if (rounds <= MOST_ROUNDS && is_registration(r))
            out[count++] = r;
    }
    return count;
}

static void judge(struct ruling *ruling, const struct promise *promise)
{
    const struct reaction *branches[MOST_BRANCHES];
    if (promise->object->escaped || !promise->reactions || !promise->reactions->next)
        return; /* many wait for one: that is what promises are for */
    size_t count = branches_of(promise, branches);
    for (size_t second = 1; second < count; second++) {
        enum fork worst = FORK_NONE;
        const struct reaction *with = NULL;
        for (size_t first = 0; first < second; first++) {
            enum fork fork = fork_of(ruling, promise, branches[first], branches[second]);
            if (fork > worst || (fork && !with)) {
                worst = fork;
                with = branches[first];
            }
        }
        if (worst)
            tell(ruling, promise->unit, promise->site, with, branches[second], worst);
    }
}

static void judge_broken_promise(struct ruling *ruling)
{
    for (size_t i = 0; i < ruling->m->promises.len; i++)
        judge(ruling, ruling->m->promises.at[i]);
}

/* ---- promises that were not seen made: what is plain from the text ---- */

/* p.then(f).finally(g) as a statement's value. */
struct chain {
    const struct js_variable *root; /* p; NULL: no such chain */
    const struct js_node *first;    /* the call on p itself */
    bool handles;                   /* some reaction looks at rejections */
    bool computes;                  /* all of them do nothing else */
};

static const struct js_function *reaction_of(const struct js_node *call)
{
    return argument(call, 0) ? function_of_argument(argument(call, 0)) : NULL;
}

static bool computes_only(const struct js_node *call)
{
    const struct js_function *f = is_member_call(call, "then") ? reaction_of(call) : NULL;
    return f && f->params && f->body && (only_computes(f) || makes_new_value(f));
}

static struct chain chain_of(const struct js_node *node)
{
    struct chain chain = {.computes = true};
    while (is_member_call(node, "then") || is_member_call(node, "catch") ||
           is_member_call(node, "finally")) {
        chain.first = node;
        chain.computes = chain.computes && computes_only(node);
        chain.handles |= is_member_call(node, "catch") || argument(node, 1);
        node = node->a->a;
    }
    if (chain.first && node->kind == JS_NAME && node->variable && !node->variable->written_late)
        chain.root = node->variable;
    return chain;
}

static struct chain dropped_chain(const struct js_node *statement)
{
    return statement->kind == JS_EXPRESSION_STATEMENT ? chain_of(statement->a) : (struct chain){0};
}

/* Also of return p.then(f) and const q = p.then(f). */
static struct chain any_chain(const struct js_node *statement)
{
    if (statement->kind == JS_RETURN && statement->a)
        return chain_of(statement->a);
    if (statement->kind == JS_VAR && statement->a->b)
        return chain_of(statement->a->b);
    return dropped_chain(statement);
}

static bool takes_value(const struct js_node *call)
{
    const struct js_function *f = is_member_call(call, "then") ? reaction_of(call) : NULL;
    return f && f->params;
}

static enum fork fork_in_text(const struct chain *first, const struct chain *second,
                              const struct js_node *second_statement)
{
    const struct chain *dropped = second_statement->kind == JS_EXPRESSION_STATEMENT ? second : NULL;
    bool first_catches = is_member_call(first->first, "catch"),
         second_catches = is_member_call(second->first, "catch");
    if (second_catches && !first->handles)
        return FORK_UNPROTECTED;
    if (first_catches && dropped && !dropped->handles)
        return FORK_UNPROTECTED;
    return first->computes && !first->handles && takes_value(second->first) ? FORK_LOST_VALUE
                                                                            : FORK_NONE;
}

enum { FARTHEST = 20 };

/* Statements that were told of, as many as may be asked about again. */
struct told {
    const struct js_node *statements[FARTHEST];
    unsigned count;
};

/* Each is told of once, with the first branch that it does not go with. */
static bool is_told(const struct told *told, const struct js_node *statement)
{
    for (unsigned i = 0; i < FARTHEST; i++)
        if (told->statements[i] == statement)
            return true;
    return false;
}

static void judge_statement(struct walk *walk, const struct js_node *statement, struct told *told)
{
    struct chain first = dropped_chain(statement);
    const struct js_node *next = first.root ? statement->next : NULL;
    for (unsigned i = 0; next && i < FARTHEST; i++, next = next->next) {
        struct chain second = any_chain(next);
        if (!second.root || second.root != first.root)
            continue;
        enum fork fork = fork_in_text(&first, &second, next);
        if (!fork || is_told(told, next))
            continue;
        told->statements[told->count++ % FARTHEST] = next;
        bool first_catches = is_member_call(first.first, "catch");
        struct reaction a = {.kind = first_catches ? REACTION_CATCH : REACTION_THEN,
                             .site = first.first,
                             .unit = walk->unit},
                        b = {.site = second.first, .unit = walk->unit};
        tell(walk->ruling, walk->unit, initial_value(first.root->declared), &a, &b, fork);
    }
}

/* ---- for (const step of steps) chain.then(step) ---- */

/* const chain = Promise.resolve(): there is nothing to wait for, but a chain to begin. */
static bool begins_chain(const struct js_variable *variable)
{
    const struct js_node *made = initial_value(variable->declared);
    return made && is_member_call(made, "resolve") && !made->b && made->a->a->kind == JS_NAME &&
           !made->a->a->variable && made->a->a->name->word == JS_WORD_PROMISE;
}

/* Somebody is to wait for what the reaction begins. */
static bool begins_work(const struct js_node *callback)
{
    if (!callback || callback->kind != JS_FUNCTION)
        return callback && callback->kind == JS_NAME;
    const struct js_function *f = callback->function;
    bool is_call = f->body && f->body->kind == JS_CALL;
    return f->is_async || is_call || (f->body && f->body->kind == JS_BLOCK && f->returns_value);
}

static void judge_round(struct walk *walk, const struct js_node *round, const struct js_node *value)
{
    struct chain chain = chain_of(value);
    if (!chain.root || !is_member_call(chain.first, "then") ||
        contains(round, chain.root->declared) || chain.root->scope->function != walk->function ||
        !begins_chain(chain.root) || !begins_work(argument(chain.first, 0)))
        return;
    struct finding *finding =
        report(walk->ruling, &rule_broken_promise, walk->unit, chain.first,
               "each round reacts to the same promise: `" STR_FMT
               "` never becomes the end of what the round before began, so no round waits for "
               "another, and whoever waits for it waits for none",
               STR_ARG(chain.root->declared->name->text));
    repair(walk->ruling, finding,
           "keep the end of the chain: `" STR_FMT " = " STR_FMT ".then(...)`",
           STR_ARG(chain.root->declared->name->text), STR_ARG(chain.root->declared->name->text));
    grade(finding, SEVERITY_WARNING);
    relate(walk->ruling, finding, walk->unit, initial_value(chain.root->declared),
           "the promise is made here");
}

static void judge_rounds(struct walk *walk, const struct js_node *node)
{
    const struct js_node *callback = is_member_call(node, "forEach") ? argument(node, 0) : NULL;
    bool is_loop = node->kind == JS_FOR_OF || node->kind == JS_FOR_IN || node->kind == JS_FOR ||
                   node->kind == JS_WHILE;
    const struct js_node *body = is_loop ? node->d
                                 : callback && callback->kind == JS_FUNCTION
                                     ? callback->function->body
                                     : NULL;
    if (!body)
        return;
    if (!is_loop && body->kind != JS_BLOCK)
        judge_round(walk, node, body);
    const struct js_node *s = body->kind == JS_BLOCK ? body->a : is_loop ? body : NULL;
    for (; s; s = body->kind == JS_BLOCK ? s->next : NULL)
        if (s->kind == JS_EXPRESSION_STATEMENT)
            judge_round(walk, node, s->a);
}

static void visit_broken_promise(struct walk *walk, const struct js_node *node)
{
    judge_rounds(walk, node);
    if (node->kind != JS_BLOCK && node->kind != JS_PROGRAM)
        return;
    struct told told = {0};
    for (const struct js_node *statement = node->a; statement; statement = statement->next)
        judge_statement(walk, statement, &told);
}

const struct rule rule_broken_promise = {
    .info =
        {"broken-promise", SEVERITY_WARNING, "two chains start at one promise where one was meant",
         "Every then, catch and finally returns a new promise. A second reaction registered on the "
         "same promise starts a chain of "
         "its own: it gets the original value, not what the first reaction made of it, and a catch "
         "there does not see what the first "
         "chain throws. Where the branches are plainly independent this is only a note.",
         "const p = Promise.resolve(1);\np.then(v => v + 1);\np.then(v => console.log('expecting "
         "2:', v));\n",
         "const p = Promise.resolve(1);\np.then(v => v + 1)\n  .then(v => console.log('expecting "
         "2:', v));\n"},
    .judge = judge_broken_promise,
    .visit = visit_broken_promise,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
    .story = {"10s", {"this reaction is registered on the same promise"}},
};
