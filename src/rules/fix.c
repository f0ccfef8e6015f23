/* Repairs that are certain: whatever else the program does, this is what it was plainly meant to
 * do. A few words put in at places of the finding's file; what would need more is left to people.
 */
#include "rules/rules.h"

static void insert(struct ruling *ruling, struct finding *finding, const struct unit *unit,
                   uint32_t at, const char *text)
{
    enum { MOST = 2 };
    if (!finding || finding->place.source != unit->source || finding->fix_count == MOST)
        return;
    if (!finding->fix)
        finding->fix = arena_array(ruling->arena, struct insertion, MOST);
    struct insertion *insertion =
        (struct insertion *)(uintptr_t)&finding->fix[finding->fix_count++];
    *insertion = (struct insertion){at, str_of(text)};
}

enum surroundings { SURROUNDED_LOOSELY, SURROUNDED_TIGHTLY, BEGINS_LINE };

/* if (f()), `${f()}`, return f(): nothing around binds more strongly than await. What begins a line
 * gets no parenthesis: without semicolons it would become a call of the line before. */
static enum surroundings surroundings_of(const struct unit *unit, const struct js_node *node)
{
    struct str text = unit->source->text;
    size_t at = node->start, end = node->end;
    while (at && strchr(" \t", text.at[at - 1]))
        at--;
    while (end < text.len && strchr(" \t\r\n", text.at[end]))
        end++;
    char before = at ? text.at[at - 1] : '\n', after = end < text.len ? text.at[end] : ';';
    bool ends_line = memchr(text.at + node->end, '\n', end - node->end) != NULL;
    bool is_word = (after >= 'a' && after <= 'z') || (after >= 'A' && after <= 'Z');
    bool is_last = strchr(";)}", after) || (is_word && ends_line);
    if (is_last && strchr("(={};n\n\r", before)) /* n: of return */
        return SURROUNDED_LOOSELY;
    return strchr("\n\r", before) ? BEGINS_LINE : SURROUNDED_TIGHTLY;
}

void fix_await(struct ruling *ruling, struct finding *finding, struct unit *unit,
               const struct js_node *node)
{
    const struct js_function *function = node ? function_around(unit, node) : NULL;
    bool is_one = node && (node->kind == JS_CALL || node->kind == JS_NEW || node->kind == JS_NAME ||
                           node->kind == JS_MEMBER || node->kind == JS_INDEX);
    if (!is_one || !function || !function->is_async || !contains(function->body, node))
        return;
    enum surroundings around = surroundings_of(unit, node);
    if (around == BEGINS_LINE)
        return;
    bool is_loose = around == SURROUNDED_LOOSELY;
    insert(ruling, finding, unit, node->start, is_loose ? "await " : "(await ");
    if (!is_loose)
        insert(ruling, finding, unit, node->end, ")");
}

struct statement_search {
    const struct js_node *value, *found;
};

static void look_for_statement(const struct js_node *node, void *context)
{
    struct statement_search *self = context;
    if (node->kind == JS_EXPRESSION_STATEMENT && node->a == self->value)
        self->found = node;
    else if (!self->found && contains(node, self->value))
        js_children(node, look_for_statement, context);
}

void fix_return(struct ruling *ruling, struct finding *finding, struct unit *unit,
                const struct js_node *around, const struct js_node *call)
{
    struct statement_search search = {call, NULL};
    js_children(around, look_for_statement, &search);
    if (search.found && !search.found->next && search.found->start == call->start)
        insert(ruling, finding, unit, call->start, "return ");
}

static bool is_console(const struct js_node *call)
{
    const struct js_node *object =
        call->kind == JS_CALL && call->a->kind == JS_MEMBER ? call->a->a : NULL;
    return object && object->kind == JS_NAME && str_is(object->name->text, "console");
}

void fix_body(struct ruling *ruling, struct finding *finding, struct unit *unit,
              const struct js_function *function)
{
    const struct js_node *body = function->body;
    const struct js_node *only = body && body->kind == JS_BLOCK ? body->a : NULL;
    if (!only || only->next || only->kind != JS_EXPRESSION_STATEMENT || !only->a ||
        only->start != only->a->start || is_console(only->a))
        return;
    if (only->a->kind == JS_CALL || only->a->kind == JS_BINARY || only->a->kind == JS_NEW)
        insert(ruling, finding, unit, only->start, "return ");
}

void fix_catch(struct ruling *ruling, struct finding *finding, struct unit *unit,
               const struct js_node *chain)
{
    static const char *const words[] = {"require(", "process.", "'node:", "\"node:"};
    const struct js_function *function = function_around(unit, chain);
    bool is_at_top = !function || function == unit->file->top;
    if (chain->kind == JS_CALL && is_at_top && !runs_in_page(unit) &&
        has_any(unit->source->text, words, COUNT_OF(words)))
        insert(ruling, finding, unit, chain->end,
               ".catch(error => { console.error(error); process.exitCode = 1; })");
}
