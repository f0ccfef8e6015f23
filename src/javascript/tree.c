/* Facts about kinds of nodes, as a table. */
#include "javascript/javascript.h"

enum { A = 1, B = 2, C = 4, D = 8 };

static const struct kind_info {
    const char *name;
    uint8_t children; /* which of a, b, c, d are nodes */
} kinds[JS_KIND_COUNT] = {
    [JS_ERROR] = {"error", 0},
    [JS_NAME] = {"name", 0},
    [JS_NUMBER] = {"number", 0},
    [JS_STRING] = {"string", 0},
    [JS_BIGINT] = {"bigint", 0},
    [JS_REGEX] = {"regex", 0},
    [JS_TEMPLATE] = {"template", A},
    [JS_TAGGED] = {"tagged", A | B},
    [JS_TRUE] = {"true", 0},
    [JS_FALSE] = {"false", 0},
    [JS_NULL] = {"null", 0},
    [JS_THIS] = {"this", 0},
    [JS_SUPER] = {"super", 0},
    [JS_META] = {"meta", 0},
    [JS_ARRAY] = {"array", A},
    [JS_OBJECT] = {"object", A},
    [JS_PROPERTY] = {"property", A | B},
    [JS_FUNCTION] = {"function", 0},
    [JS_CLASS] = {"class", B | C},
    [JS_STATIC_BLOCK] = {"static block", A},
    [JS_UNARY] = {"unary", A},
    [JS_UPDATE] = {"update", A},
    [JS_BINARY] = {"binary", A | B},
    [JS_LOGICAL] = {"logical", A | B},
    [JS_ASSIGN] = {"assign", A | B},
    [JS_CONDITIONAL] = {"conditional", A | B | C},
    [JS_CALL] = {"call", A | B},
    [JS_NEW] = {"new", A | B},
    [JS_MEMBER] = {"member", A | B},
    [JS_INDEX] = {"index", A | B},
    [JS_CHAIN] = {"chain", A},
    [JS_SEQUENCE] = {"sequence", A},
    [JS_SPREAD] = {"spread", A},
    [JS_YIELD] = {"yield", A},
    [JS_AWAIT] = {"await", A},
    [JS_IMPORT_CALL] = {"import()", A},
    [JS_HOLE] = {"hole", 0},
    [JS_JSX] = {"jsx", A | B | C},
    [JS_ARRAY_PATTERN] = {"array pattern", A},
    [JS_OBJECT_PATTERN] = {"object pattern", A},
    [JS_DEFAULT] = {"default", A | B},
    [JS_REST] = {"rest", A},
    [JS_PROGRAM] = {"program", A},
    [JS_BLOCK] = {"block", A},
    [JS_VAR] = {"var", A},
    [JS_DECLARATOR] = {"declarator", A | B},
    [JS_EXPRESSION_STATEMENT] = {"expression statement", A},
    [JS_IF] = {"if", A | B | C},
    [JS_FOR] = {"for", A | B | C | D},
    [JS_FOR_IN] = {"for in", A | B | D},
    [JS_FOR_OF] = {"for of", A | B | D},
    [JS_WHILE] = {"while", B | D},
    [JS_DO_WHILE] = {"do while", B | D},
    [JS_RETURN] = {"return", A},
    [JS_THROW] = {"throw", A},
    [JS_TRY] = {"try", A | B | C | D},
    [JS_SWITCH] = {"switch", A | B},
    [JS_CASE] = {"case", A | B},
    [JS_BREAK] = {"break", 0},
    [JS_CONTINUE] = {"continue", 0},
    [JS_LABELED] = {"labeled", B},
    [JS_EMPTY] = {"empty", 0},
    [JS_WITH] = {"with", A | D},
    [JS_ENUM] = {"enum", A | B},
    [JS_NAMESPACE] = {"namespace", A | B},
    [JS_IMPORT] = {"import", A | B},
    [JS_SPECIFIER] = {"specifier", A},
    [JS_EXPORT] = {"export", A | B | C},
    [JS_EXPORT_DEFAULT] = {"export default", A},
    [JS_EXPORT_ALL] = {"export all", B | C},
};

const char *js_kind_name(enum js_kind kind)
{
    return kinds[kind].name;
}

static void visit_list(const struct js_node *node, void (*visit)(const struct js_node *, void *),
                       void *context)
{
    for (; node; node = node->next)
        visit(node, context);
}

void js_children(const struct js_node *node,
                 void (*visit)(const struct js_node *child, void *context), void *context)
{
    uint8_t children = kinds[node->kind].children;
    if (children & A)
        visit_list(node->a, visit, context);
    if (children & B)
        visit_list(node->b, visit, context);
    if (children & C)
        visit_list(node->c, visit, context);
    if (children & D)
        visit_list(node->d, visit, context);
}
