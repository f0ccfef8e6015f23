/* JSX. An element evaluates its expressions; its text means nothing to us, so it is only skipped.
 */
#include "javascript/grammar.h"

static char char_at(const struct parser *p, uint32_t at)
{
    return at < p->lex.length ? p->lex.text[at] : 0;
}

/* A word that may go on with dashes: data-x. */
static void take_jsx_name(struct parser *p)
{
    take_name(p);
    while (at_op(p, JS_OP_SUB) || at_op(p, JS_OP_DECREMENT)) {
        lex_next(p);
        if (p->lex.token.kind == TOKEN_WORD || p->lex.token.kind == TOKEN_NUMBER)
            lex_next(p);
    }
}

static struct js_node *parse_element_name(struct parser *p)
{
    struct token token = p->lex.token;
    if (token.kind != TOKEN_WORD)
        parse_unexpected(p);
    take_jsx_name(p);
    char first = p->lex.text[token.start];
    bool is_reference = (first >= 'A' && first <= 'Z') || at_op(p, JS_OP_DOT);
    struct js_node *name = is_reference ? node_name(p, token.name, token.start, token.end) : NULL;
    if (take_op(p, JS_OP_COLON))
        take_jsx_name(p);
    while (take_op(p, JS_OP_DOT))
        take_jsx_name(p);
    return name;
}

/* Attribute strings have no escapes and may span lines, so they are read here. */
static void skip_attribute_string(struct parser *p)
{
    char quote = p->lex.text[p->lex.token.start];
    const char *end =
        memchr(p->lex.text + p->lex.token.start + 1, quote, p->lex.length - p->lex.token.start - 1);
    if (!end)
        parse_unexpected(p);
    p->lex.at = p->lex.token.end = (uint32_t)(end - p->lex.text) + 1;
    lex_next(p);
}

static struct js_node *parse_container(struct parser *p)
{
    bool was_in_type = p->in_type;
    p->in_type = false;
    expect_op(p, JS_OP_BRACE);
    struct js_node *value = NULL;
    if (at_op(p, JS_OP_DOTS)) {
        value = node_new(p, JS_SPREAD, p->lex.token.start);
        lex_next(p);
        value->a = parse_assignment(p);
    } else if (!at_op(p, JS_OP_END_BRACE)) {
        value = parse_expression(p);
    }
    if (!at_op(p, JS_OP_END_BRACE))
        parse_unexpected(p);
    p->in_type = was_in_type;
    return value;
}

static struct js_node *parse_attribute_value(struct parser *p)
{
    char quote = char_at(p, p->lex.token.start);
    if (quote == '"' || quote == '\'') {
        skip_attribute_string(p);
        return NULL;
    }
    if (at_op(p, JS_OP_LESS))
        return parse_jsx(p);
    struct js_node *value = parse_container(p);
    lex_next(p);
    return value;
}

static struct js_node *parse_attributes(struct parser *p)
{
    struct list list = list_new();
    while (!at_op(p, JS_OP_GREATER) && !at_op(p, JS_OP_DIV)) {
        struct js_node *value = NULL;
        if (at_op(p, JS_OP_BRACE)) {
            value = parse_container(p);
            lex_next(p);
        } else {
            take_jsx_name(p);
            if (take_op(p, JS_OP_COLON))
                take_jsx_name(p);
            if (take_op(p, JS_OP_ASSIGN))
                value = parse_attribute_value(p);
        }
        if (value)
            list_add(&list, value);
    }
    return list.first;
}

/* Stands behind ">" or "}": over text to "<" or "{". */
static void skip_text(struct parser *p, uint32_t from)
{
    while (from < p->lex.length && p->lex.text[from] != '<' && p->lex.text[from] != '{')
        from++;
    p->lex.at = p->lex.token.end = from;
    lex_next(p);
}

static struct js_node *parse_children(struct parser *p)
{
    struct list list = list_new();
    for (;;) {
        if (p->lex.token.kind == TOKEN_END)
            parse_unexpected(p);
        if (at_op(p, JS_OP_BRACE)) {
            struct js_node *value = parse_container(p);
            if (value)
                list_add(&list, value);
            skip_text(p, p->lex.token.end);
            continue;
        }
        if (char_at(p, p->lex.at) == '/' || peek_token(p).op == JS_OP_DIV)
            return list.first;
        struct js_node *child = parse_jsx(p);
        list_add(&list, child);
        skip_text(p, p->lex.previous_end);
    }
}

static void parse_closing_tag(struct parser *p)
{
    expect_op(p, JS_OP_LESS);
    expect_op(p, JS_OP_DIV);
    while (!at_op(p, JS_OP_GREATER)) {
        if (p->lex.token.kind == TOKEN_END)
            parse_unexpected(p);
        lex_next(p);
    }
}

struct js_node *parse_jsx(struct parser *p)
{
    parse_enter(p);
    bool was_in_type = p->in_type;
    p->in_type = true; /* keeps ">" alone */
    struct js_node *node = node_new(p, JS_JSX, p->lex.token.start);
    expect_op(p, JS_OP_LESS);
    if (!at_op(p, JS_OP_GREATER)) {
        node->a = parse_element_name(p);
        if (p->typed && at_op(p, JS_OP_LESS))
            skip_type_argument_list(p);
        node->b = parse_attributes(p);
    }
    bool closed = at_op(p, JS_OP_DIV);
    if (closed)
        lex_next(p);
    if (!at_op(p, JS_OP_GREATER))
        parse_unexpected(p);
    if (!closed) {
        p->in_type = false;
        skip_text(p, p->lex.token.end);
        node->c = parse_children(p);
        p->in_type = true;
        parse_closing_tag(p);
    }
    p->in_type = was_in_type;
    lex_next(p);
    parse_leave(p);
    return node_end(p, node);
}
