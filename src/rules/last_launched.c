/* last-launched: requests are started in a loop, and the callback of the one with the last index
 * decides that all are done. Commutative ordering violation: completions come in any order. */
#include "rules/rules.h"

/* What one round of a loop is known by. */
struct round {
    const struct js_variable *index, *item;
    const struct js_variable *answer; /* of the callback: what was asked for, or so it seems */
    const struct js_variable *list;   /* that the loop goes through; NULL: no name */
    const struct js_node *loop;
    const struct js_function *function; /* that launches */
};

static bool is_name(const struct js_node *node, const struct js_variable *variable)
{
    return node && variable && node->kind == JS_NAME && node->variable == variable;
}

/* list.length, or a name for it */
static bool is_length(const struct js_node *node)
{
    const struct js_node *value = initial_value(node);
    node = value ? value : node;
    return node->kind == JS_MEMBER &&
           (str_is(node->b->text->text, "length") || str_is(node->b->text->text, "size"));
}

static bool is_one(const struct js_node *node)
{
    return node->kind == JS_NUMBER && node->number == 1;
}

/* list.length - 1, or a name for it */
static bool is_last_index(const struct js_node *node)
{
    const struct js_node *value = initial_value(node);
    node = value ? value : node;
    return node->kind == JS_BINARY && node->op == JS_OP_SUB && is_length(node->a) &&
           is_one(node->b);
}

static bool declares(const struct js_node *loop, const struct js_node *name)
{
    const struct js_node *declared = name->variable ? name->variable->declared : NULL;
    return declared && contains(loop, declared);
}

/* i; k in const k = i, or const k = next++ of a counter outside; list.indexOf(item) */
static bool is_index(const struct js_node *node, const struct round *round)
{
    if (is_name(node, round->index))
        return true;
    if (is_member_call(node, "indexOf"))
        return is_name(argument(node, 0), round->item) && !argument(node, 1);
    const struct js_node *value = initial_value(node);
    if (!value || !declares(round->loop, node) ||
        node->variable->scope->function != round->function) /* or it counts answers */
        return false;
    bool is_counted = value->kind == JS_UPDATE && value->op == JS_OP_INCREMENT &&
                      !(value->flags & JS_PREFIX) && value->a->kind == JS_NAME &&
                      !declares(round->loop, value->a);
    return is_counted || is_name(value, round->index);
}

static bool is_next_index(const struct js_node *node, const struct round *round)
{
    return node->kind == JS_BINARY && node->op == JS_OP_ADD && is_index(node->a, round) &&
           is_one(node->b);
}

static bool is_minus_one(const struct js_node *node)
{
    return node && node->kind == JS_UNARY && node->op == JS_OP_SUB && is_one(node->a);
}

/* list[list.length - 1], list.at(-1), or a variable that is called so. */
static bool is_last_item(const struct js_node *node)
{
    if (node->kind == JS_INDEX)
        return is_last_index(node->b);
    if (is_member_call(node, "at"))
        return is_minus_one(argument(node, 0));
    if (node->kind != JS_NAME || !node->variable || node->variable->written_late)
        return false;
    return str_starts(node->variable->name->text, STR("last"));
}

/* The list of list[list.length - 1] and list.at(-1). */
static const struct js_node *list_of(const struct js_node *last)
{
    return last->kind == JS_INDEX ? last->a : last->kind == JS_CALL ? last->a->a : NULL;
}

static bool names_last(const struct js_node *node, const struct round *round)
{
    for (int turned = 0; turned < 2; turned++) {
        const struct js_node *x = turned ? node->b : node->a, *y = turned ? node->a : node->b;
        if (is_last_index(y) && is_index(x, round))
            return true;
        if (is_length(y) && is_next_index(x, round))
            return true;
        if (is_name(x, round->item) && is_last_item(y))
            return true;
        if (is_name(x, round->answer) && is_last_item(y) && is_name(list_of(y), round->list))
            return true;
    }
    return false;
}

/* i >= list.length - 1 */
static bool reaches_last(const struct js_node *node, const struct round *round)
{
    return (node->op == JS_OP_GREATER_EQUAL &&
            (is_index(node->a, round) || is_next_index(node->a, round))) ||
           (node->op == JS_OP_LESS_EQUAL &&
            (is_index(node->b, round) || is_next_index(node->b, round)));
}

/* i === list.length - 1, or a name for it */
static bool is_true_for_last(const struct js_node *node, const struct round *round)
{
    const struct js_node *value = initial_value(node);
    node = value ? value : node;
    if (node->kind != JS_BINARY)
        return false;
    bool is_equal = node->op == JS_OP_SAME || node->op == JS_OP_EQUAL;
    return (is_equal || reaches_last(node, round)) && names_last(node, round);
}

static bool is_false_for_last(const struct js_node *node, const struct round *round)
{
    if (node->kind != JS_BINARY)
        return false;
    bool is_unequal = node->op == JS_OP_NOT_SAME || node->op == JS_OP_NOT_EQUAL;
    bool is_less = node->op == JS_OP_LESS && is_index(node->a, round);
    return (is_unequal || is_less) && names_last(node, round);
}

static bool has_call(const struct js_node *node);

static void look_for_call(const struct js_node *node, void *context)
{
    bool *found = context;
    *found = *found || has_call(node);
}

static bool has_call(const struct js_node *node)
{
    if (node->kind == JS_CALL)
        return true;
    if (node->kind == JS_FUNCTION)
        return false;
    bool found = false;
    js_children(node, look_for_call, &found);
    return found;
}

struct launch {
    struct walk *walk;
    struct round round;
    const struct js_node *call;  /* that takes the callback */
    const struct js_node *await; /* the first of an async round; NULL: it is a callback's */
    unsigned depth;              /* of callbacks inside callbacks */
};

static bool only_returns(const struct js_node *node)
{
    const struct js_node *only = node && node->kind == JS_BLOCK ? node->a : node;
    return only && only->kind == JS_RETURN && !only->next && !(only->a && has_call(only->a));
}

static bool calls_afterwards(const struct js_node *statement)
{
    for (const struct js_node *next = statement->next; next; next = next->next)
        if (has_call(next))
            return true;
    return false;
}

/* if (i === last) done(), or if (i < last) return; done() */
static bool waits_for_last(const struct js_node *node, const struct round *round)
{
    if (node->kind != JS_IF || !node->b)
        return false;
    if (is_true_for_last(node->a, round))
        return has_call(node->b);
    return is_false_for_last(node->a, round) && only_returns(node->b) && calls_afterwards(node);
}

/* fetch(url) of fetch(url).then(parse).then(...) */
static const struct js_node *start_of_chain(const struct js_node *call)
{
    const struct js_node *start = call;
    while (is_member_call(start, "then") || is_member_call(start, "catch") ||
           is_member_call(start, "finally"))
        start = start->a->a;
    return start->kind == JS_CALL ? start : call;
}

static void visit_callback(struct walk *walk, const struct js_node *node)
{
    const struct launch *launch = walk->data;
    if (!waits_for_last(node, &launch->round))
        return;
    struct finding *finding =
        report(walk->ruling, &rule_last_launched, walk->unit, node->a,
               "the request that was launched last decides that all are done, but answers come in "
               "any order: earlier ones may still be under way");
    repair(walk->ruling, finding, "count the answers (`if (--open === 0)`), or use Promise.all");
    relate(walk->ruling, finding, walk->unit, start_of_chain(launch->call),
           "the requests are launched here");
}

struct end_search {
    const struct js_function *round;
    bool found;
};

/* done(), resolve(all), or a function that whoever launches was given. */
static void search_end(const struct js_node *node, void *context)
{
    static const char *const ends[] = {"cb",       "callback", "done", "next", "resolve", "finish",
                                       "onFinish", "complete", "end",  "emit", "exit",    "close"};
    struct end_search *search = context;
    const struct js_node *callee = node->kind == JS_CALL ? node->a : NULL;
    if (callee && callee->kind == JS_MEMBER)
        search->found |= is_one_of(callee->b->text->text, ends, COUNT_OF(ends));
    if (callee && callee->kind == JS_NAME)
        search->found |= is_one_of(callee->name->text, ends, COUNT_OF(ends)) ||
                         (callee->variable && callee->variable->by == JS_BY_PARAMETER &&
                          callee->variable->scope->function != search->round);
    if (!search->found && node->kind != JS_FUNCTION)
        js_children(node, search_end, context);
}

/* The last item may be treated otherwise than the others; only where it is told that all is over
 * the order matters. */
static bool tells_end(const struct js_node *node, const struct js_function *round)
{
    struct end_search search = {.round = round};
    if (node->kind == JS_IF && only_returns(node->b))
        for (node = node->next; node; node = node->next)
            search_end(node, &search);
    else if (node->kind == JS_IF)
        search_end(node->b, &search);
    return search.found;
}

/* list.map(async (item, i) => { await ...; if (i === last) done(); }) */
static void visit_async_round(struct walk *walk, const struct js_node *node)
{
    struct launch *launch = walk->data;
    if (node->kind == JS_AWAIT && !launch->await)
        launch->await = node;
    if (launch->await && launch->await->end <= node->start &&
        tells_end(node, launch->round.function))
        visit_callback(walk, node);
}

static bool is_timer(const struct js_node *callee, enum js_word word)
{
    return callee->kind == JS_NAME && callee->name->word == word;
}

/* Timers of one delay, or of delays that grow with the index, keep their order. */
static bool is_made_of_index(const struct js_node *delay, const struct round *round)
{
    if (!delay || delay->kind == JS_NUMBER || is_name(delay, round->index))
        return true;
    return delay->kind == JS_BINARY && is_made_of_index(delay->a, round) &&
           is_made_of_index(delay->b, round);
}

static bool is_answered_in_any_order(struct str object, struct str method)
{
    static const char *const modules[] = {"fs", "http", "https"};
    static const char *const methods[] = {"then", "finally", "exec", "execFile"};
    return is_one_of(method, methods, COUNT_OF(methods)) ||
           is_one_of(object, modules, COUNT_OF(modules));
}

/* An event that tells of the end of a request, not of what a user does. */
static bool is_end_of_request(struct str event)
{
    static const char *const ends[] = {"load",  "loadend", "readystatechange", "end", "finish",
                                       "close", "exit"};
    return is_one_of(event, ends, COUNT_OF(ends));
}

static bool takes_error_first(const struct js_function *callback)
{
    static const char *const errors[] = {"err", "error", "e"};
    const struct js_node *first = callback->params;
    return first && first->kind == JS_NAME &&
           is_one_of(first->name->text, errors, COUNT_OF(errors));
}

/* Is a function given to this call run later? Known by name, or by the error its callback takes
 * first. */
static bool runs_later(const struct js_node *call, const struct js_function *callback,
                       const struct round *round)
{
    static const char *const now[] = {"forEach", "map",       "filter", "some", "every",
                                      "find",    "findIndex", "reduce", "sort", "flatMap"};
    static const char *const listening[] = {"addEventListener", "on", "once"};
    const struct js_node *callee = call->a, *first = call->b;
    if (is_timer(callee, JS_WORD_SET_TIMEOUT))
        return !is_made_of_index(argument(call, 1), round);
    if (is_timer(callee, JS_WORD_SET_IMMEDIATE))
        return false;
    if (callee->kind == JS_NAME && is_answered_in_any_order(STR(""), callee->name->text))
        return true;
    if (callee->kind == JS_MEMBER) {
        struct str name = callee->b->text->text;
        bool is_written_in_order = is_member_call(callee->a, "write"); /* to one stream */
        if (is_one_of(name, now, COUNT_OF(now)) || is_written_in_order)
            return false;
        if (is_one_of(name, listening, COUNT_OF(listening)))
            return first->kind == JS_STRING && is_end_of_request(first->text->text);
        struct str object = callee->a->kind == JS_NAME ? callee->a->name->text : STR("");
        if (is_answered_in_any_order(object, name))
            return true;
    }
    return takes_error_first(callback);
}

/* ping(host, h => { ...; if (h === hosts.at(-1)) done(); }): nobody who is answered at once asks
 * for the last answer; behind the loop would do. */
static bool is_given_item(const struct js_node *call, const struct round *round)
{
    for (const struct js_node *arg = call->b; arg; arg = arg->next)
        if (is_name(arg, round->item))
            return true;
    return false;
}

/* https.get(url, answer => answer.on('end', () => { if (i === last) done(); })) */
static void visit_nested(struct walk *walk, const struct js_node *node)
{
    enum { DEEPEST = 4 };
    struct launch *launch = walk->data;
    visit_callback(walk, node);
    if (node->kind != JS_CALL || launch->depth == DEEPEST)
        return;
    launch->depth++;
    for (const struct js_node *arg = node->b; arg; arg = arg->next)
        if (arg->kind == JS_FUNCTION && runs_later(node, arg->function, &launch->round)) {
            struct walk inner = *walk;
            walk_function(&inner, arg->function, visit_nested);
        }
    launch->depth--;
}

static void judge_callback(struct walk *walk, const struct js_node *launching,
                           const struct js_function *callback)
{
    struct launch *launch = walk->data;
    launch->call = launching;
    struct walk inner = *walk;
    walk_function(&inner, callback, visit_nested);
}

/* request.onload = function */
static bool is_handler_of_end(const struct js_node *node)
{
    if (node->kind != JS_ASSIGN || node->a->kind != JS_MEMBER || node->b->kind != JS_FUNCTION)
        return false;
    struct str name = node->a->b->text->text;
    return str_starts(name, STR("on")) && is_end_of_request(str_from(name, 2));
}

static void visit_answer(struct walk *walk, const struct js_node *node)
{
    const struct launch *launch = walk->data;
    if (tells_end(node, launch->round.function))
        visit_callback(walk, node);
}

/* The callback of a function that may as well call it at once. */
static void judge_answer(struct walk *walk, const struct js_node *launching,
                         const struct js_function *callback)
{
    struct launch answered = *(const struct launch *)walk->data;
    const struct js_node *first = callback->params;
    answered.round.answer = first && first->kind == JS_NAME ? first->variable : NULL;
    answered.call = launching;
    struct walk inner = *walk;
    inner.data = &answered;
    walk_function(&inner, callback, visit_answer);
}

static void visit_body(struct walk *walk, const struct js_node *node)
{
    const struct launch *launch = walk->data;
    if (is_handler_of_end(node))
        judge_callback(walk, node, node->b->function);
    if (node->kind != JS_CALL)
        return;
    for (const struct js_node *arg = node->b; arg; arg = arg->next) {
        if (arg->kind != JS_FUNCTION)
            continue;
        if (runs_later(node, arg->function, &launch->round))
            judge_callback(walk, node, arg->function);
        else if (node->a->kind == JS_NAME && !arg->next && is_given_item(node, &launch->round))
            judge_answer(walk, node, arg->function);
    }
}

static const struct js_variable *declared_name(const struct js_node *head)
{
    if (!head || head->kind != JS_VAR || head->op == JS_OP_VAR)
        return NULL;
    const struct js_node *target = head->a->a;
    return target->kind == JS_NAME ? target->variable : NULL;
}

/* for (const [index, item] of list.entries()) */
static void take_entries(struct round *round, const struct js_node *loop)
{
    const struct js_node *target = loop->a && loop->a->kind == JS_VAR ? loop->a->a->a : NULL;
    if (!target || target->kind != JS_ARRAY_PATTERN || !is_member_call(loop->b, "entries"))
        return;
    const struct js_node *index = target->a, *item = index ? index->next : NULL;
    round->index = index && index->kind == JS_NAME ? index->variable : NULL;
    round->item = item && item->kind == JS_NAME ? item->variable : NULL;
}

static void walk_list(struct walk *walk, const struct js_node *body)
{
    struct js_function round = {.body = (struct js_node *)(uintptr_t)body};
    struct walk inner = *walk;
    walk_function(&inner, &round, visit_body);
}

static void visit_last_launched(struct walk *walk, const struct js_node *node)
{
    struct launch launch = {.walk = walk};
    struct walk inner = *walk;
    inner.data = &launch;
    launch.round.loop = node;
    launch.round.function = walk->function;
    if (node->kind == JS_FOR && declared_name(node->a)) {
        launch.round.index = declared_name(node->a);
        walk_list(&inner, node->d);
    } else if (node->kind == JS_FOR_OF && !(node->flags & JS_FOR_AWAIT)) {
        launch.round.item = declared_name(node->a);
        launch.round.list = node->b->kind == JS_NAME ? node->b->variable : NULL;
        take_entries(&launch.round, node);
        walk_list(&inner, node->d);
    } else if (is_member_call(node, "forEach") || is_member_call(node, "map")) {
        const struct js_node *callback = argument(node, 0);
        if (!callback || callback->kind != JS_FUNCTION)
            return;
        const struct js_node *item = callback->function->params, *index = item ? item->next : NULL;
        launch.round.item = item && item->kind == JS_NAME ? item->variable : NULL;
        launch.round.index = index && index->kind == JS_NAME ? index->variable : NULL;
        launch.call = node;
        launch.round.list = node->a->a->kind == JS_NAME ? node->a->a->variable : NULL;
        launch.round.function = callback->function;
        walk_function(&inner, callback->function,
                      callback->function->is_async ? visit_async_round : visit_body);
    }
}

static const char *const words[] = {".at(-1)", "length - 1]", "length-1]", NULL};

const struct rule rule_last_launched = {
    .info =
        {"last-launched", SEVERITY_WARNING,
         "the last launched request decides that all are complete",
         "Requests complete in any order. When the one with the last index answers first, the "
         "others are still under way.",
         "const fs = require('fs');\nexports.readAll = (names, done) => {\n  const texts = [];\n  "
         "names.forEach((name, i) => {\n    fs.readFile(name, (error, text) => {\n      texts[i] = "
         "text;\n      if (i === names.length - 1) done(texts);\n    });\n  });\n};\n",
         "const fs = require('fs');\nexports.readAll = (names, done) => {\n  const texts = [];\n  "
         "let open = names.length;\n  names.forEach((name, i) => {\n    fs.readFile(name, (error, "
         "text) => {\n      texts[i] = text;\n      if (--open === 0) done(texts);\n    });\n  "
         "});\n};\n"},
    .visit = visit_last_launched,
    .words = words,
    .story = {"0s", {"the answer to the last one counts as the end of all"}},
};
