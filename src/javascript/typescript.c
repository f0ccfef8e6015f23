/* TypeScript: types are read and dropped, the rest becomes what it means at run time. */
#include "javascript/grammar.h"

/* `${infer A}.${B}`: what stands in the holes are types. */
static void skip_type_template(struct parser *p)
{
    bool was_in_type = p->in_type, more = true;
    uint32_t start = p->lex.token.end;
    while (more) {
        uint32_t end = lex_template_chunk(p, start, &more);
        if (end == UINT32_MAX)
            parse_unexpected(p);
        p->lex.at = p->lex.token.end = end + (more ? 2 : 1);
        lex_next(p);
        if (!more)
            break;
        skip_type(p);
        if (!at_op(p, JS_OP_END_BRACE))
            parse_unexpected(p);
        start = p->lex.token.end;
    }
    p->in_type = was_in_type;
}

/* All in between are types. */
static void skip_balanced(struct parser *p, enum js_op open, enum js_op close)
{
    bool was_in_type = p->in_type;
    unsigned depth = 0;
    p->in_type = true;
    do {
        if (p->lex.token.kind == TOKEN_END)
            parse_unexpected(p);
        if (at_op(p, open))
            depth++;
        if (at_op(p, close))
            depth--;
        if (!depth)
            p->in_type = was_in_type;
        if (p->lex.token.kind == TOKEN_TEMPLATE)
            skip_type_template(p);
        else
            lex_next(p);
    } while (depth);
}

/* The current token was lexed outside of types: split ">>" and its kin. */
static void split_greater(struct parser *p)
{
    if (p->lex.token.kind != TOKEN_PUNCTUATOR || p->lex.token.op == JS_OP_GREATER ||
        p->lex.text[p->lex.token.start] != '>')
        return;
    p->lex.token.op = JS_OP_GREATER;
    p->lex.token.end = p->lex.token.start + 1;
    p->lex.at = p->lex.token.end;
}

static void expect_greater(struct parser *p, bool was_in_type)
{
    split_greater(p);
    if (!at_op(p, JS_OP_GREATER))
        parse_unexpected(p);
    p->in_type = was_in_type;
    lex_next(p);
}

void skip_type_argument_list(struct parser *p)
{
    bool was_in_type = p->in_type, was_in_return = p->in_arrow_return;
    p->in_type = true;
    p->in_arrow_return = false;
    if (at_op(p, JS_OP_SHL)) { /* f<<T>(x: T) => void>() */
        p->lex.token.op = JS_OP_LESS;
        p->lex.at = p->lex.token.end = p->lex.token.start + 1;
    }
    expect_op(p, JS_OP_LESS);
    for (split_greater(p); !at_op(p, JS_OP_GREATER); split_greater(p)) {
        skip_type(p);
        split_greater(p);
        if (!at_op(p, JS_OP_GREATER))
            expect_op(p, JS_OP_COMMA);
    }
    p->in_arrow_return = was_in_return;
    expect_greater(p, was_in_type);
}

void skip_variance(struct parser *p)
{
    if (p->flow && !take_op(p, JS_OP_ADD))
        take_op(p, JS_OP_SUB);
}

void skip_type_parameters(struct parser *p)
{
    bool was_in_type = p->in_type;
    p->in_type = true;
    expect_op(p, JS_OP_LESS);
    while (!at_op(p, JS_OP_GREATER)) {
        while (at_word(p, JS_WORD_CONST) || ((at_word(p, JS_WORD_IN) || at_word(p, JS_WORD_OUT)) &&
                                             peek_token(p).kind == TOKEN_WORD))
            lex_next(p);
        skip_variance(p);
        take_name(p);
        if (p->flow && take_op(p, JS_OP_COLON))
            skip_type(p);
        if (take_word(p, JS_WORD_EXTENDS))
            skip_type(p);
        if (take_op(p, JS_OP_ASSIGN))
            skip_type(p);
        split_greater(p);
        if (!at_op(p, JS_OP_GREATER))
            expect_op(p, JS_OP_COMMA);
    }
    expect_greater(p, was_in_type);
}

static bool starts_function_type(struct parser *p)
{
    struct lexer saved = p->lex;
    if (p->flow) { /* parameters need no names: what follows the parentheses tells */
        if (!may_look_ahead(p))
            return false;
        skip_balanced(p, JS_OP_PAREN, JS_OP_END_PAREN);
        bool is_function = at_op(p, JS_OP_ARROW);
        looked_ahead(p, saved.at, p->lex.at);
        p->lex = saved;
        return is_function;
    }
    lex_next(p);
    bool is_one = at_op(p, JS_OP_END_PAREN) || at_op(p, JS_OP_DOTS);
    if (!is_one && (at_op(p, JS_OP_BRACE) || at_op(p, JS_OP_BRACKET))) {
        bool brace = at_op(p, JS_OP_BRACE);
        skip_balanced(p, brace ? JS_OP_BRACE : JS_OP_BRACKET,
                      brace ? JS_OP_END_BRACE : JS_OP_END_BRACKET);
        is_one = at_op(p, JS_OP_COLON) || at_op(p, JS_OP_COMMA) || at_op(p, JS_OP_QUESTION) ||
                 at_op(p, JS_OP_ASSIGN) ||
                 (at_op(p, JS_OP_END_PAREN) && (lex_next(p), at_op(p, JS_OP_ARROW)));
    } else if (!is_one && p->lex.token.kind == TOKEN_WORD) {
        lex_next(p);
        is_one = at_op(p, JS_OP_COLON) || at_op(p, JS_OP_COMMA) || at_op(p, JS_OP_QUESTION) ||
                 at_op(p, JS_OP_ASSIGN);
        if (!is_one && at_op(p, JS_OP_END_PAREN)) {
            lex_next(p);
            is_one = at_op(p, JS_OP_ARROW);
        }
    }
    p->lex = saved;
    return is_one;
}

static void skip_function_type(struct parser *p)
{
    if (at_op(p, JS_OP_LESS))
        skip_type_parameters(p);
    skip_balanced(p, JS_OP_PAREN, JS_OP_END_PAREN);
    expect_op(p, JS_OP_ARROW);
    skip_return_type(p);
}

bool at_flow_word(const struct parser *p, const char *word)
{
    return p->flow && p->lex.token.kind == TOKEN_WORD && str_is(p->lex.token.name->text, word);
}

/* component(ref?: A, ...B) renders C, interface {...} */
static bool skip_flow_type(struct parser *p)
{
    bool is_component = at_flow_word(p, "component");
    if (!is_component && !at_flow_word(p, "interface"))
        return false;
    struct token next = peek_token(p);
    if (next.kind != TOKEN_PUNCTUATOR ||
        !(is_component ? next.op == JS_OP_PAREN || next.op == JS_OP_LESS : next.op == JS_OP_BRACE))
        return false;
    lex_next(p);
    if (!is_component) {
        skip_balanced(p, JS_OP_BRACE, JS_OP_END_BRACE);
        return true;
    }
    if (at_op(p, JS_OP_LESS))
        skip_type_parameters(p);
    skip_balanced(p, JS_OP_PAREN, JS_OP_END_PAREN);
    if (at_flow_word(p, "renders")) {
        lex_next(p);
        take_op(p, JS_OP_QUESTION);
        take_op(p, JS_OP_MUL);
        skip_type(p);
    }
    return true;
}

static void skip_named_type(struct parser *p)
{
    if (skip_flow_type(p))
        return;
    bool is_import = at_word(p, JS_WORD_IMPORT);
    take_name(p);
    if (is_import && at_op(p, JS_OP_PAREN))
        skip_balanced(p, JS_OP_PAREN, JS_OP_END_PAREN);
    while (take_op(p, JS_OP_DOT))
        take_name(p);
    if ((at_op(p, JS_OP_LESS) || at_op(p, JS_OP_SHL)) && !p->lex.token.after_newline)
        skip_type_argument_list(p);
}

static bool take_type_operator(struct parser *p)
{
    bool is_operator = at_word(p, JS_WORD_KEYOF) || at_word(p, JS_WORD_UNIQUE) ||
                       at_word(p, JS_WORD_READONLY) || at_word(p, JS_WORD_TYPEOF) ||
                       at_word(p, JS_WORD_ASSERTS);
    if (!is_operator)
        return false;
    struct token next = peek_token(p);
    bool operand = next.kind != TOKEN_PUNCTUATOR || next.op == JS_OP_BRACE ||
                   next.op == JS_OP_BRACKET || next.op == JS_OP_PAREN;
    if (!operand || next.after_newline || next.kind == TOKEN_END)
        return false;
    lex_next(p);
    return true;
}

static bool next_is_name(struct parser *p)
{
    struct token next = peek_token(p);
    return next.kind == TOKEN_WORD && !next.after_newline;
}

static void skip_union_type(struct parser *p);

/* Outside of an extends clause a "?" tells that no constraint was meant, but a conditional type. */
static void try_constraint(struct parser *p)
{
    expect_word(p, JS_WORD_EXTENDS);
    skip_union_type(p);
    if (at_op(p, JS_OP_QUESTION) && !p->in_extends)
        parse_unexpected(p);
}

static bool skip_infer(struct parser *p)
{
    if (!at_word(p, JS_WORD_INFER) || !next_is_name(p))
        return false;
    lex_next(p);
    take_name(p);
    if (at_word(p, JS_WORD_EXTENDS))
        parse_try(p, try_constraint);
    return true;
}

static void skip_primary_type(struct parser *p)
{
    while (take_type_operator(p) || (p->flow && take_op(p, JS_OP_QUESTION)))
        ;
    if (p->flow && take_op(p, JS_OP_MUL))
        return;
    if (take_word(p, JS_WORD_ABSTRACT) || at_word(p, JS_WORD_NEW))
        take_word(p, JS_WORD_NEW);
    switch (p->lex.token.kind) {
    case TOKEN_WORD:
        if (!skip_infer(p))
            skip_named_type(p);
        break;
    case TOKEN_STRING:
    case TOKEN_NUMBER:
    case TOKEN_BIGINT:
        lex_next(p);
        break;
    case TOKEN_TEMPLATE:
        skip_type_template(p);
        break;
    default:
        if (at_op(p, JS_OP_SUB)) {
            lex_next(p);
            lex_next(p);
        } else if (at_op(p, JS_OP_LESS) || (at_op(p, JS_OP_PAREN) && starts_function_type(p))) {
            skip_function_type(p);
        } else if (take_op(p, JS_OP_PAREN)) {
            skip_type(p);
            expect_op(p, JS_OP_END_PAREN);
        } else if (at_op(p, JS_OP_BRACE)) {
            skip_balanced(p, JS_OP_BRACE, JS_OP_END_BRACE);
        } else if (at_op(p, JS_OP_BRACKET)) {
            skip_balanced(p, JS_OP_BRACKET, JS_OP_END_BRACKET);
        } else {
            parse_unexpected(p);
        }
    }
}

static void skip_postfix_type(struct parser *p)
{
    skip_primary_type(p);
    for (;;) {
        struct token next = p->flow && at_op(p, JS_OP_QUESTION) ? peek_token(p) : p->lex.token;
        if (p->flow && next.kind == TOKEN_PUNCTUATOR && next.op == JS_OP_DOT &&
            at_op(p, JS_OP_QUESTION)) { /* T?.['key'] */
            lex_next(p);
            lex_next(p);
        }
        if (!at_op(p, JS_OP_BRACKET) || p->lex.token.after_newline)
            break;
        skip_balanced(p, JS_OP_BRACKET, JS_OP_END_BRACKET);
    }
}

static void skip_union_type(struct parser *p)
{
    if (!take_op(p, JS_OP_OR))
        take_op(p, JS_OP_AND);
    do
        skip_postfix_type(p);
    while (take_op(p, JS_OP_OR) || take_op(p, JS_OP_AND));
}

static void skip_conditional_type(struct parser *p)
{
    lex_next(p);
    p->in_extends = true;
    skip_union_type(p);
    p->in_extends = false;
    if (take_op(p, JS_OP_QUESTION)) {
        skip_type(p);
        expect_op(p, JS_OP_COLON);
        skip_type(p);
    }
}

void skip_type(struct parser *p)
{
    parse_enter(p);
    bool was_in_type = p->in_type, was_in_extends = p->in_extends;
    p->in_type = true;
    p->in_extends = false;
    skip_union_type(p);
    if (at_word(p, JS_WORD_IS) && !p->lex.token.after_newline) {
        lex_next(p);
        skip_type(p);
    }
    if (at_word(p, JS_WORD_EXTENDS) && !p->lex.token.after_newline)
        skip_conditional_type(p);
    if (p->flow && !p->in_arrow_return && take_op(p, JS_OP_ARROW)) /* string => void */
        skip_type(p);
    p->in_type = was_in_type;
    p->in_extends = was_in_extends;
    /* the token behind a type was lexed as one of a type: `a as T >= b` */
    if (!was_in_type && (at_op(p, JS_OP_GREATER) || at_op(p, JS_OP_QUESTION))) {
        uint32_t previous = p->lex.previous_end;
        bool newline = p->lex.token.after_newline;
        p->lex.at = p->lex.token.start;
        lex_next(p);
        p->lex.previous_end = previous;
        p->lex.token.after_newline = newline;
    }
    parse_leave(p);
}

void skip_type_annotation(struct parser *p)
{
    if (p->typed && take_op(p, JS_OP_COLON))
        skip_type(p);
}

void skip_arrow_return_type(struct parser *p)
{
    bool was_in_return = p->in_arrow_return;
    p->in_arrow_return = true;
    skip_return_type(p);
    p->in_arrow_return = was_in_return;
}

void skip_return_type(struct parser *p)
{
    if (!p->typed)
        return;
    if (!p->in_type && !take_op(p, JS_OP_COLON))
        return;
    if (at_word(p, JS_WORD_ASSERTS)) {
        struct token next = peek_token(p);
        if (next.kind == TOKEN_WORD && !next.after_newline)
            lex_next(p);
    }
    skip_type(p);
    if (p->flow && at_op(p, JS_OP_MOD)) { /* %checks */
        lex_next(p);
        take_name(p);
    }
}

void skip_type_list(struct parser *p)
{
    do
        skip_type(p);
    while (take_op(p, JS_OP_COMMA));
}

/* As TypeScript decides: arguments where what follows cannot begin an expression. */
static void try_type_arguments(struct parser *p)
{
    skip_type_argument_list(p);
    const struct token *token = &p->lex.token;
    if (token->kind == TOKEN_TEMPLATE || token->kind == TOKEN_END || token->after_newline)
        return;
    if (token->kind != TOKEN_PUNCTUATOR)
        parse_unexpected(p);
    switch (token->op) {
    case JS_OP_PAREN:
    case JS_OP_END_PAREN:
    case JS_OP_END_BRACKET:
    case JS_OP_END_BRACE:
    case JS_OP_COLON:
    case JS_OP_SEMICOLON:
    case JS_OP_COMMA:
    case JS_OP_DOT:
    case JS_OP_OPTIONAL_CHAIN:
    case JS_OP_EQUAL:
    case JS_OP_NOT_EQUAL:
    case JS_OP_SAME:
    case JS_OP_NOT_SAME:
    case JS_OP_LOGICAL_AND:
    case JS_OP_LOGICAL_OR:
    case JS_OP_NULLISH:
    case JS_OP_QUESTION:
    case JS_OP_ASSIGN:
        return;
    default:
        parse_unexpected(p);
    }
}

bool skip_type_arguments(struct parser *p)
{
    return parse_try(p, try_type_arguments);
}

/* public, private, readonly, override, ... before a member or parameter. */
bool skip_modifiers(struct parser *p, uint16_t *flags)
{
    bool any = false;
    (void)flags;
    while (p->lex.token.kind == TOKEN_WORD) {
        enum js_word word = p->lex.token.name->word;
        if (word != JS_WORD_PUBLIC && word != JS_WORD_PRIVATE && word != JS_WORD_PROTECTED &&
            word != JS_WORD_READONLY && word != JS_WORD_OVERRIDE && word != JS_WORD_ABSTRACT &&
            word != JS_WORD_DECLARE)
            return any;
        struct token next = peek_token(p);
        if (next.kind == TOKEN_PUNCTUATOR && next.op != JS_OP_BRACKET && next.op != JS_OP_BRACE &&
            next.op != JS_OP_MUL && next.op != JS_OP_HASH && next.op != JS_OP_AT)
            return any; /* it is the name itself */
        lex_next(p);
        any = true;
    }
    return any;
}

void skip_decorators(struct parser *p)
{
    while (at_op(p, JS_OP_AT)) {
        parse_enter(p);
        lex_next(p);
        parse_left_hand_side(p);
        parse_leave(p);
    }
}

static struct js_node *empty_statement(struct parser *p, uint32_t start)
{
    return node_end(p, node_new(p, JS_EMPTY, start));
}

static void skip_ambient_body(struct parser *p)
{
    while (!at_op(p, JS_OP_BRACE) && p->lex.token.kind != TOKEN_END)
        lex_next(p);
    skip_balanced(p, JS_OP_BRACE, JS_OP_END_BRACE);
}

static struct js_node *parse_interface(struct parser *p, uint32_t start)
{
    lex_next(p);
    take_name(p);
    if (at_op(p, JS_OP_LESS))
        skip_type_parameters(p);
    if (take_word(p, JS_WORD_EXTENDS))
        skip_type_list(p);
    skip_balanced(p, JS_OP_BRACE, JS_OP_END_BRACE);
    return empty_statement(p, start);
}

static struct js_node *parse_type_alias(struct parser *p, uint32_t start)
{
    lex_next(p);
    take_name(p);
    if (at_op(p, JS_OP_LESS))
        skip_type_parameters(p);
    bool is_opaque = p->flow && take_op(p, JS_OP_COLON); /* opaque type A: B = C */
    if (is_opaque)
        skip_type(p);
    bool is_declared =
        p->flow && p->lex.token.kind == TOKEN_PUNCTUATOR && at_op(p, JS_OP_SEMICOLON);
    if (!(is_opaque || is_declared) || at_op(p, JS_OP_ASSIGN)) {
        expect_op(p, JS_OP_ASSIGN);
        skip_type(p);
    }
    expect_semicolon(p);
    return empty_statement(p, start);
}

static struct js_node *parse_enum(struct parser *p, uint32_t start)
{
    take_word(p, JS_WORD_CONST);
    struct js_node *node = node_new(p, JS_ENUM, start);
    struct list members = list_new();
    expect_word(p, JS_WORD_ENUM);
    node->a = parse_binding_name(p);
    scope_declare(p, p->scope, node->a, JS_BY_CONST);
    expect_op(p, JS_OP_BRACE);
    while (!at_op(p, JS_OP_END_BRACE)) {
        struct js_node *member = node_new(p, JS_PROPERTY, p->lex.token.start);
        member->a = parse_property_key(p, &member->flags);
        if (take_op(p, JS_OP_ASSIGN))
            member->b = parse_assignment(p);
        list_add(&members, node_end(p, member));
        if (!at_op(p, JS_OP_END_BRACE))
            expect_op(p, JS_OP_COMMA);
    }
    lex_next(p);
    node->b = members.first;
    return node_end(p, node);
}

static struct js_node *parse_namespace(struct parser *p, uint32_t start)
{
    struct js_node *node = node_new(p, JS_NAMESPACE, start);
    lex_next(p);
    if (p->lex.token.kind == TOKEN_STRING) { /* declare module "x" {...} */
        lex_next(p);
        if (at_op(p, JS_OP_BRACE))
            skip_balanced(p, JS_OP_BRACE, JS_OP_END_BRACE);
        else
            expect_semicolon(p);
        return empty_statement(p, start);
    }
    node->a = parse_binding_name(p);
    scope_declare(p, p->scope, node->a, JS_BY_VAR);
    while (take_op(p, JS_OP_DOT))
        take_name(p);
    struct js_scope *scope = scope_open(p, false);
    node->scope = scope;
    expect_op(p, JS_OP_BRACE);
    node->b = parse_statements(p, JS_OP_END_BRACE);
    expect_op(p, JS_OP_END_BRACE);
    scope_close(p, scope);
    return node_end(p, node);
}

/* Flow's `opaque type`. */
static void take_opaque(struct parser *p)
{
    if (p->flow && p->lex.token.kind == TOKEN_WORD && str_is(p->lex.token.name->text, "opaque") &&
        next_is_name(p) && peek_token(p).name->word == JS_WORD_TYPE)
        lex_next(p);
}

static struct js_node *skip_declared(struct parser *p, uint32_t start)
{
    lex_next(p);
    if (p->flow && take_word(p, JS_WORD_EXPORT)) /* declare export default T; */
        take_word(p, JS_WORD_DEFAULT);
    take_opaque(p);
    if (take_word(p, JS_WORD_ABSTRACT) || at_word(p, JS_WORD_CLASS)) {
        parse_class(p, AS_DECLARATION);
    } else if (at_word(p, JS_WORD_INTERFACE)) {
        return parse_interface(p, start);
    } else if (at_word(p, JS_WORD_ENUM) || at_word(p, JS_WORD_GLOBAL) ||
               at_word(p, JS_WORD_NAMESPACE)) {
        skip_ambient_body(p);
    } else if (at_word(p, JS_WORD_MODULE)) {
        while (!at_op(p, JS_OP_BRACE) && !at_op(p, JS_OP_SEMICOLON) &&
               p->lex.token.kind != TOKEN_END)
            lex_next(p);
        if (at_op(p, JS_OP_BRACE))
            skip_balanced(p, JS_OP_BRACE, JS_OP_END_BRACE);
    } else if (at_word(p, JS_WORD_TYPE)) {
        return parse_type_alias(p, start);
    } else if (at_word(p, JS_WORD_CONST) && peek_token(p).kind == TOKEN_WORD &&
               peek_token(p).name->word == JS_WORD_ENUM) {
        skip_ambient_body(p);
    } else { /* declare function, const, let, var: no code */
        parse_statement(p);
    }
    return empty_statement(p, start);
}

struct js_node *parse_typescript_statement(struct parser *p, bool exported)
{
    uint32_t start = p->lex.token.start;
    (void)exported;
    take_opaque(p);
    if ((at_flow_word(p, "component") || at_flow_word(p, "hook")) && next_is_name(p))
        return parse_function(p, AS_DECLARATION);
    if (p->lex.token.kind != TOKEN_WORD)
        return NULL;
    switch (p->lex.token.name->word) {
    case JS_WORD_INTERFACE:
        return next_is_name(p) ? parse_interface(p, start) : NULL;
    case JS_WORD_TYPE:
        return next_is_name(p) ? parse_type_alias(p, start) : NULL;
    case JS_WORD_ENUM:
        return parse_enum(p, start);
    case JS_WORD_CONST: {
        struct token next = peek_token(p);
        return next.kind == TOKEN_WORD && next.name->word == JS_WORD_ENUM ? parse_enum(p, start)
                                                                          : NULL;
    }
    case JS_WORD_NAMESPACE:
    case JS_WORD_MODULE: {
        struct token next = peek_token(p);
        bool named = (next.kind == TOKEN_WORD || next.kind == TOKEN_STRING) && !next.after_newline;
        return named ? parse_namespace(p, start) : NULL;
    }
    case JS_WORD_GLOBAL:
        return NULL;
    case JS_WORD_DECLARE:
        return next_is_name(p) ? skip_declared(p, start) : NULL;
    case JS_WORD_ABSTRACT:
        if (!next_is_name(p))
            return NULL;
        lex_next(p);
        return parse_class(p, AS_DECLARATION);
    default:
        return NULL;
    }
}
