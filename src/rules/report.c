/* Findings in the program's own words. */
#include "rules/rules.h"

static struct str vformat(struct arena *arena, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = arena_alloc(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return (struct str){text, (size_t)length};
}

/* Sites travel with promises from file to file: a place outside its file is worse than none. */
static bool belongs(const struct unit *unit, const struct js_node *node)
{
    return unit && node && node->start <= node->end && node->end <= unit->source->text.len;
}

static bool has_newline(const struct unit *unit, uint32_t from, uint32_t to)
{
    return memchr(unit->source->text.at + from, '\n', to - from) != NULL;
}

/* A call in a chain over several lines stands where its method is named, not where the chain
 * begins: that is where a person would change it. */
static struct place place_of(struct unit *unit, const struct js_node *node)
{
    uint32_t start = node->start;
    if (node->kind == JS_CALL && node->a->kind == JS_MEMBER &&
        has_newline(unit, start, node->a->b->start))
        start = node->a->b->start;
    return (struct place){unit->source, start, node->end};
}

static enum severity severity_of(const struct rules_options *options, const struct rule *rule)
{
    for (size_t i = 0; options->severities && i < check_rule_count; i++)
        if (check_rules[i] == &rule->info)
            return options->severities[i];
    return SEVERITY_OFF;
}

struct finding *report(struct ruling *ruling, const struct rule *rule, struct unit *unit,
                       const struct js_node *node, const char *format, ...)
{
    if (!belongs(unit, node) || is_out_of_place(rule, unit))
        return NULL;
    va_list arguments;
    va_start(arguments, format);
    struct finding *finding = vec_push(&ruling->out->list);
    *finding = (struct finding){
        .rule = &rule->info,
        .severity = severity_of(ruling->options, rule),
        .place = place_of(unit, node),
        .message = vformat(ruling->arena, format, arguments),
        .is_elsewhere = is_of_others(unit, node),
    };
    va_end(arguments);
    if (is_large_bundle(unit->source))
        grade(finding, SEVERITY_NOTE);
    return finding;
}

/* The severity a rule itself gives counts unless the user set another than the table's. */
void grade(struct finding *finding, enum severity severity)
{
    if (finding &&
        (finding->severity == SEVERITY_OFF || finding->severity == finding->rule->severity))
        finding->severity = severity;
}

void relate(struct ruling *ruling, struct finding *finding, struct unit *unit,
            const struct js_node *node, const char *format, ...)
{
    enum { MOST = 6 };
    if (!finding || !belongs(unit, node) || finding->related_count == MOST)
        return;
    if (!finding->related)
        finding->related = arena_array(ruling->arena, struct related, MOST);
    struct related *related =
        (struct related *)(uintptr_t)&finding->related[finding->related_count++];
    va_list arguments;
    va_start(arguments, format);
    *related = (struct related){place_of(unit, node), vformat(ruling->arena, format, arguments)};
    va_end(arguments);
}

void repair(struct ruling *ruling, struct finding *finding, const char *format, ...)
{
    if (!finding)
        return;
    va_list arguments;
    va_start(arguments, format);
    finding->repair = vformat(ruling->arena, format, arguments);
    va_end(arguments);
}

/* ---- names ---- */

static const struct js_node *last_of(const struct js_node *list)
{
    while (list->next)
        list = list->next;
    return list;
}

/* The node's source on one line, shortened; a call that is too long by what it calls. */
struct str text_of(const struct unit *unit, const struct js_node *node)
{
    enum { LONGEST = 40 };
    if (!belongs(unit, node))
        return STR("it");
    struct str text = {unit->source->text.at + node->start, node->end - node->start};
    const char *newline = memchr(text.at, '\n', text.len);
    if (node->kind == JS_SEQUENCE) /* (0, module.f)() */
        return text_of(unit, last_of(node->a));
    if (node->kind == JS_CALL && (newline || text.len > LONGEST))
        return text_of(unit, node->a);
    if (newline)
        text.len = (size_t)(newline - text.at);
    if (text.len <= LONGEST)
        return str_trim(text);
    size_t length = LONGEST;
    while (length && (text.at[length] & 0xc0) == 0x80) /* inside a character */
        length--;
    return (struct str){text.at, length};
}

struct str name_of_function(struct ruling *ruling, const struct js_function *function)
{
    if (!function)
        return STR("a callback");
    if (!function->name)
        return STR("the callback");
    const struct js_node *class_name = function->class_node ? function->class_node->a : NULL;
    if (class_name)
        return arena_printf(ruling->arena, "`" STR_FMT "." STR_FMT "`",
                            STR_ARG(class_name->name->text), STR_ARG(function->name->text));
    return arena_printf(ruling->arena, "`" STR_FMT "`", STR_ARG(function->name->text));
}

struct str name_of_promise(struct ruling *ruling, const struct promise *promise)
{
    if (promise->of_function && promise->of_function->name)
        return arena_printf(ruling->arena, "the promise of `" STR_FMT "()`",
                            STR_ARG(promise->of_function->name->text));
    if (promise->unit && promise->site)
        return arena_printf(ruling->arena, "the promise of `" STR_FMT "`",
                            STR_ARG(text_of(promise->unit, promise->site)));
    return STR("this promise");
}

struct str name_of_place(struct ruling *ruling, const struct access *access)
{
    if (!access->object)
        return access->variable->name->text;
    const struct js_node *node = access->node;
    if (node->kind == JS_MEMBER || node->kind == JS_INDEX || node->kind == JS_NAME)
        return text_of(access->unit, node);
    if (is_member_call(node, "get"))
        return text_of(access->unit, node);
    if (node->kind == JS_CALL && node->a->kind == JS_MEMBER) /* list.push() */
        return text_of(access->unit, node->a->a);
    if (access->key && str_is(access->key->text, "[]"))
        return STR("the list");
    return arena_printf(ruling->arena, STR_FMT, STR_ARG(access->key->text));
}

struct str name_of_context(struct ruling *ruling, const struct context *context)
{
    static const char *const kinds[] = {
        [CONTEXT_MAIN] = "the script itself",
        [CONTEXT_ENTRY] = "the call of",
        [CONTEXT_TICK] = "the nextTick callback",
        [CONTEXT_THEN] = "the then reaction",
        [CONTEXT_CATCH] = "the catch reaction",
        [CONTEXT_FINALLY] = "the finally reaction",
        [CONTEXT_AWAIT] = "the code behind the await",
        [CONTEXT_MICROTASK] = "the microtask",
        [CONTEXT_TIMEOUT] = "the timer's callback",
        [CONTEXT_INTERVAL] = "the interval's callback",
        [CONTEXT_IMMEDIATE] = "the immediate",
        [CONTEXT_IO] = "the I/O callback",
        [CONTEXT_CLOSE] = "the close callback",
        [CONTEXT_LISTENER] = "the listener",
        [CONTEXT_CALLBACK] = "the callback",
        [CONTEXT_INTERNAL] = "the event loop",
    };
    if (context->kind == CONTEXT_ENTRY)
        return arena_printf(ruling->arena, "the call of " STR_FMT,
                            STR_ARG(name_of_function(ruling, context->function)));
    if (context->function && context->function->name && context->function->parent)
        return arena_printf(ruling->arena, "%s `" STR_FMT "`", kinds[context->kind],
                            STR_ARG(context->function->name->text));
    return str_of(kinds[context->kind]);
}
