/* callback-twice: `if (error) callback(error); callback(null, data)`. The error path calls the
 * callback and goes on, so that it is called again behind. Plain from the text: in a list of
 * statements, a branch that calls the callback and does not leave, and behind it a statement that
 * calls it on every path, or gives it to others. */
#include "rules/rules.h"

/* A parameter that stands for "I am done", by its name. */
static bool is_named_callback(struct str name)
{
    static const char *const names[] = {"cb",         "callback", "done",    "next",
                                        "_cb",        "fn",       "_next",   "_callback",
                                        "onComplete", "finish",   "finished"};
    return is_one_of(name, names, COUNT_OF(names)) || str_ends(name, STR("Callback")) ||
           str_ends(name, STR("Cb"));
}

static const struct js_node *plain_call(const struct js_node *statement)
{
    bool holds_value = statement->kind == JS_EXPRESSION_STATEMENT || statement->kind == JS_RETURN;
    const struct js_node *value = holds_value ? statement->a : NULL;
    while (value && value->kind == JS_UNARY && value->op == JS_OP_VOID)
        value = value->a;
    return value && value->kind == JS_CALL ? value : NULL;
}

static const struct js_variable *called_parameter(const struct js_node *call)
{
    const struct js_variable *variable =
        call && call->a->kind == JS_NAME ? call->a->variable : NULL;
    return variable && variable->by == JS_BY_PARAMETER && is_named_callback(variable->name->text)
               ? variable
               : NULL;
}

static bool leaves(const struct js_node *statement)
{
    static const char *const ends[] = {"fail", "exit"};
    const struct js_node *call = plain_call(statement);
    if (call && call->a->kind == JS_NAME && statement->kind != JS_RETURN)
        return is_one_of(call->a->name->text, ends, COUNT_OF(ends));
    return statement->kind == JS_RETURN || statement->kind == JS_THROW ||
           statement->kind == JS_BREAK || statement->kind == JS_CONTINUE ||
           (call && (is_member_call(call, "exit") || is_member_call(call, "abort")));
}

/* The call of a callback with which this branch tells its end, where it does not leave; NULL: it
 * leaves, or calls none. */
static const struct js_node *falls_through(const struct js_node *branch)
{
    const struct js_node *called = NULL;
    const struct js_node *list = branch && branch->kind == JS_BLOCK ? branch->a : branch;
    for (const struct js_node *s = list; s; s = branch->kind == JS_BLOCK ? s->next : NULL) {
        if (leaves(s))
            return NULL;
        if (called_parameter(plain_call(s)))
            called = plain_call(s);
        else if (s->kind != JS_EXPRESSION_STATEMENT && s->kind != JS_VAR && s->kind != JS_EMPTY)
            return NULL; /* who knows where that leads */
    }
    return called;
}

static void find_error(const struct js_node *node, void *context)
{
    static const char *const names[] = {"e", "er", "err", "error", "ex", "exception", "_err"};
    bool *found = context;
    struct str name = node->kind == JS_NAME ? node->name->text : STR("");
    *found |= is_one_of(name, names, COUNT_OF(names)) || str_ends(name, STR("Err")) ||
              str_ends(name, STR("Error"));
    js_children(node, find_error, context);
}

/* A callback of an iteration is called as often as it likes: only an error tells of an end. */
static bool tells_error(const struct js_node *call)
{
    bool found = false;
    if (call->b)
        find_error(call->b, &found);
    return found;
}

/* The call on an error path of the statement that goes on behind it; NULL: none. */
static const struct js_node *told_and_goes_on(const struct js_node *statement)
{
    if (statement->kind == JS_TRY && statement->c && !statement->d) {
        const struct js_node *call = falls_through(statement->c);
        return call && tells_error(call) ? call : NULL;
    }
    if (statement->kind != JS_IF)
        return NULL;
    const struct js_node *call = falls_through(statement->b);
    if (call && tells_error(call) && !mentions(statement->a, call->a->variable))
        return call;
    const struct js_node *otherwise = statement->c;
    if (otherwise && otherwise->kind == JS_IF)
        return told_and_goes_on(otherwise);
    return NULL;
}

static void find_call(const struct js_node *node, void *context)
{
    struct later {
        const struct js_variable *callback;
        const struct js_node *found;
    } *later = context;
    if (later->found)
        return;
    if (node->kind == JS_CALL && node->a->kind == JS_NAME && node->a->variable == later->callback)
        later->found = node;
    for (const struct js_node *arg = node->kind == JS_CALL ? node->b : NULL; arg; arg = arg->next)
        if (arg->kind == JS_NAME && arg->variable == later->callback)
            later->found = node;
    if (node->kind == JS_FUNCTION && node->function->body)
        find_call(node->function->body, context);
    else
        js_children(node, find_call, context);
}

/* Where a statement behind it calls the callback, or hands it on, whatever happens. */
static const struct js_node *called_again(const struct js_node *from,
                                          const struct js_variable *callback)
{
    for (const struct js_node *s = from; s; s = s->next) {
        const struct js_node *call = plain_call(s);
        struct {
            const struct js_variable *callback;
            const struct js_node *found;
        } later = {callback, NULL};
        if (call)
            find_call(call, &later);
        if (later.found)
            return later.found;
        if (leaves(s) || mentions(s, callback))
            return NULL;
    }
    return NULL;
}

static bool is_guarded(const struct walk *walk, const struct js_variable *callback)
{
    static const char *const guards[] = {"once(", "once ("};
    return callback->written_late &&
           has_any(walk->unit->source->text, guards, COUNT_OF(guards)); /* cb = once(cb) */
}

static const struct js_variable *variable_of(const struct js_function *function)
{
    const struct js_scope *scope = function->parent ? function->parent->scope : NULL;
    for (const struct js_variable *v = scope ? scope->variables : NULL; v; v = v->next)
        if (v->by == JS_BY_FUNCTION && v->origin == function->node && !v->written_late)
            return v;
    return NULL;
}

struct given_search {
    const struct walk *walk;
    const struct js_variable *function;
    unsigned index; /* of the callback among the parameters */
    unsigned calls, others;
};

static void search_given(const struct js_node *node, void *context)
{
    static const char *const exits[] = {"process.exit("};
    struct given_search *search = context;
    bool is_call =
        node->kind == JS_CALL && node->a->kind == JS_NAME && node->a->variable == search->function;
    const struct js_function *given =
        is_call ? function_of_argument(argument(node, search->index)) : NULL;
    struct str text = search->walk->unit->source->text;
    struct str body = {text.at + (given ? given->node->start : 0),
                       given ? given->node->end - given->node->start : 0};
    if (is_call)
        *(has_any(body, exits, 1) ? &search->calls : &search->others) += 1;
    const struct js_node *inner = node->kind == JS_FUNCTION ? node->function->body : NULL;
    if (inner)
        search_given(inner, context);
    else
        js_children(node, search_given, context);
}

/* Everybody who calls the function gives it a callback that ends the program on an error. */
static bool callback_exits(const struct walk *walk, const struct js_variable *callback)
{
    const struct js_function *owner = callback->scope->function;
    struct given_search search = {.walk = walk, .function = variable_of(owner)};
    const struct js_node *parameter = owner->params;
    while (parameter && parameter != callback->declared) {
        parameter = parameter->next;
        search.index++;
    }
    if (!search.function || !parameter)
        return false;
    unsigned mentioned = 0;
    for (const struct js_node *r = search.function->first_reference; r; r = r->next_reference)
        mentioned += r != search.function->declared;
    search_given(walk->unit->file->program, &search);
    return search.calls && !search.others && mentioned == search.calls;
}

static void judge_list(struct walk *walk, const struct js_node *list)
{
    for (const struct js_node *s = list; s; s = s->next) {
        const struct js_node *first = told_and_goes_on(s);
        const struct js_variable *callback = first ? first->a->variable : NULL;
        const struct js_node *second = callback ? called_again(s->next, callback) : NULL;
        if (!second || is_guarded(walk, callback) || callback_exits(walk, callback))
            continue;
        struct str name = callback->name->text;
        bool calls = second->a->kind == JS_NAME && second->a->variable == callback;
        struct finding *finding =
            report(walk->ruling, &rule_callback_twice, walk->unit, first,
                   "`" STR_FMT "` is called here, and the function goes on to %s", STR_ARG(name),
                   calls ? "where it is called again" : "where it is given to others who call it");
        relate(walk->ruling, finding, walk->unit, second,
               calls ? "`" STR_FMT "` is called a second time"
                     : "`" STR_FMT "` is handed on, to be called a second time",
               STR_ARG(name));
        repair(walk->ruling, finding, "return behind this call, or put the rest into an else");
        fix_return(walk->ruling, finding, walk->unit, s, first);
    }
}

static void visit_callback_twice(struct walk *walk, const struct js_node *node)
{
    if (node->kind == JS_BLOCK)
        judge_list(walk, node->a);
}

static const char *const words[] = {"cb(", "callback(", "done(",       "next(",   "fn(",
                                    "Cb(", "Callback(", "onComplete(", "finish(", NULL};

const struct rule rule_callback_twice = {
    .info = {"callback-twice", SEVERITY_WARNING,
             "a callback is called on an error path that goes on to call it again",
             "Whoever gave the callback goes on at its first call, with the error, and then once "
             "more with a result: "
             "answers are sent twice, counters pass their goal, the second call throws far away.",
             "const fs = require('fs');\nexports.load = (file, cb) => {\n  fs.readFile(file, "
             "(error, data) => {\n"
             "    if (error) cb(error);\n    cb(null, data);\n  });\n};\n",
             "const fs = require('fs');\nexports.load = (file, cb) => {\n  fs.readFile(file, "
             "(error, data) => {\n"
             "    if (error) return cb(error);\n    cb(null, data);\n  });\n};\n"},
    .visit = visit_callback_twice,
    .words = words,
    .not_in = PLACE_TEST | PLACE_EXAMPLE,
    .story = {"s0", {"the callback is called with the error, and nothing leaves"}},
};
