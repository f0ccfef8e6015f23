/* Expressions. Binary operators are climbed by precedence, chains of members and calls are loops:
 * what people and machines write long stays flat here, what they nest is bounded (parse_enter). */
#include "javascript/grammar.h"

bool word_is_reserved(const struct token *token)
{
    if (token->kind != TOKEN_WORD || token->escaped)
        return false;
    switch (token->name->word) {
    case JS_WORD_BREAK:
    case JS_WORD_CASE:
    case JS_WORD_CATCH:
    case JS_WORD_CLASS:
    case JS_WORD_CONST:
    case JS_WORD_CONTINUE:
    case JS_WORD_DEBUGGER:
    case JS_WORD_DEFAULT:
    case JS_WORD_DELETE:
    case JS_WORD_DO:
    case JS_WORD_ELSE:
    case JS_WORD_ENUM:
    case JS_WORD_EXPORT:
    case JS_WORD_EXTENDS:
    case JS_WORD_FALSE:
    case JS_WORD_FINALLY:
    case JS_WORD_FOR:
    case JS_WORD_FUNCTION:
    case JS_WORD_IF:
    case JS_WORD_IMPORT:
    case JS_WORD_IN:
    case JS_WORD_INSTANCEOF:
    case JS_WORD_NEW:
    case JS_WORD_NULL_:
    case JS_WORD_RETURN:
    case JS_WORD_SUPER:
    case JS_WORD_SWITCH:
    case JS_WORD_THIS:
    case JS_WORD_THROW:
    case JS_WORD_TRUE:
    case JS_WORD_TRY:
    case JS_WORD_TYPEOF:
    case JS_WORD_VAR:
    case JS_WORD_VOID:
    case JS_WORD_WHILE:
    case JS_WORD_WITH:
        return true;
    default:
        return false;
    }
}

static struct js_node *simple(struct parser *p, enum js_kind kind)
{
    struct js_node *node = node_new(p, kind, p->lex.token.start);
    lex_next(p);
    return node;
}

static double number_value(struct str text)
{
    char clean[64];
    size_t length = 0;
    for (size_t i = 0; i < text.len && length + 1 < sizeof clean; i++)
        if (text.at[i] != '_')
            clean[length++] = text.at[i];
    clean[length] = 0;
    bool prefixed = length > 2 && clean[0] == '0';
    if (prefixed && (clean[1] == 'b' || clean[1] == 'B'))
        return (double)strtoull(clean + 2, NULL, 2);
    if (prefixed && (clean[1] == 'o' || clean[1] == 'O'))
        return (double)strtoull(clean + 2, NULL, 8);
    return strtod(clean, NULL);
}

static struct js_node *parse_number(struct parser *p)
{
    struct js_node *node = node_new(p, JS_NUMBER, p->lex.token.start);
    node->number = number_value((struct str){p->lex.text + node->start, node->end - node->start});
    lex_next(p);
    return node;
}

static struct js_node *parse_string(struct parser *p)
{
    const struct token *token = &p->lex.token;
    struct js_node *node =
        node_string(p, lex_cooked(p, token->start + 1, token->end - 1), token->start, token->end);
    lex_next(p);
    return node;
}

struct js_node *parse_template(struct parser *p)
{
    struct js_node *node = node_new(p, JS_TEMPLATE, p->lex.token.start);
    struct list parts = list_new();
    uint32_t start = p->lex.token.end;
    for (;;) {
        bool more;
        uint32_t end = lex_template_chunk(p, start, &more);
        if (end == UINT32_MAX)
            parse_fail(p, node->start, node->start + 1, "syntax error: this template never ends");
        list_add(&parts, node_string(p, lex_cooked(p, start, end), start, end));
        p->lex.at = end + (more ? 2 : 1);
        p->lex.token.end = p->lex.at;
        lex_next(p);
        if (!more)
            break;
        list_add(&parts, parse_expression(p));
        if (!at_op(p, JS_OP_END_BRACE))
            parse_unexpected(p);
        start = p->lex.token.end;
    }
    node->a = parts.first;
    return node_end(p, node);
}

static struct js_node *parse_regex(struct parser *p)
{
    struct js_node *node = node_new(p, JS_REGEX, p->lex.token.start);
    uint32_t end = lex_regex_end(p, node->start);
    if (!end)
        parse_unexpected(p);
    p->lex.at = p->lex.token.end = end;
    lex_next(p);
    return node_end(p, node);
}

static struct js_node *parse_spread(struct parser *p)
{
    struct js_node *node = node_new(p, JS_SPREAD, p->lex.token.start);
    lex_next(p);
    node->a = parse_assignment(p);
    return node_end(p, node);
}

static struct js_node *parse_array(struct parser *p)
{
    struct js_node *node = simple(p, JS_ARRAY);
    struct list items = list_new();
    while (!at_op(p, JS_OP_END_BRACKET)) {
        if (at_op(p, JS_OP_COMMA)) {
            list_add(&items, node_new(p, JS_HOLE, p->lex.token.start));
            lex_next(p);
            continue;
        }
        list_add(&items, at_op(p, JS_OP_DOTS) ? parse_spread(p) : parse_assignment(p));
        if (!at_op(p, JS_OP_END_BRACKET))
            expect_op(p, JS_OP_COMMA);
    }
    lex_next(p);
    node->a = items.first;
    return node_end(p, node);
}

struct js_node *parse_property_key(struct parser *p, uint16_t *flags)
{
    const struct token token = p->lex.token;
    if (token.kind == TOKEN_STRING)
        return parse_string(p);
    if (token.kind == TOKEN_NUMBER || token.kind == TOKEN_BIGINT) {
        struct str text = {p->lex.text + token.start, token.end - token.start};
        lex_next(p);
        return node_string(p, lex_name(p, text), token.start, token.end);
    }
    if (take_op(p, JS_OP_BRACKET)) {
        bool no_in = p->no_in;
        p->no_in = false;
        *flags |= JS_COMPUTED;
        struct js_node *key = parse_assignment(p);
        expect_op(p, JS_OP_END_BRACKET);
        p->no_in = no_in;
        return key;
    }
    struct js_name *name = take_name(p);
    return node_string(p, name, token.start, token.end);
}

/* After `get`, `set`, `async`, ...: is it a modifier, or the property's own name? */
static bool is_modifier(struct parser *p)
{
    struct token next = peek_token(p);
    if (next.kind == TOKEN_PUNCTUATOR)
        return next.op == JS_OP_BRACKET || next.op == JS_OP_MUL || next.op == JS_OP_HASH;
    return next.kind != TOKEN_END;
}

static struct js_node *finish_shorthand(struct parser *p, struct js_node *node)
{
    struct js_node *key = node->a;
    node->flags |= JS_SHORTHAND;
    struct js_node *value = node_name(p, key->text, key->start, key->end);
    if (at_op(p, JS_OP_ASSIGN)) { /* only legal where this turns out to be a pattern */
        struct js_node *with_default = node_new(p, JS_ASSIGN, key->start);
        with_default->op = JS_OP_ASSIGN;
        lex_next(p);
        with_default->a = value;
        with_default->b = parse_assignment(p);
        value = node_end(p, with_default);
    }
    node->b = value;
    return node_end(p, node);
}

static struct js_node *parse_property(struct parser *p)
{
    struct js_node *node = node_new(p, JS_PROPERTY, p->lex.token.start);
    bool is_async = false, is_generator = false;
    enum function_form form = FORM_METHOD;
    if (at_word(p, JS_WORD_ASYNC) && is_modifier(p)) {
        is_async = true;
        lex_next(p);
    } else if ((at_word(p, JS_WORD_GET) || at_word(p, JS_WORD_SET)) && is_modifier(p)) {
        form = at_word(p, JS_WORD_GET) ? FORM_GETTER : FORM_SETTER;
        lex_next(p);
    }
    is_generator = take_op(p, JS_OP_MUL);
    bool can_be_short = p->lex.token.kind == TOKEN_WORD && !word_is_reserved(&p->lex.token);
    node->a = parse_property_key(p, &node->flags);
    if (at_op(p, JS_OP_PAREN) || at_op(p, JS_OP_LESS)) {
        node->flags |= form == FORM_GETTER   ? JS_GETTER
                       : form == FORM_SETTER ? JS_SETTER
                                             : JS_METHOD;
        node->b = parse_method(p, node->start, form, is_async, is_generator);
        if (!(node->flags & JS_COMPUTED))
            node->b->function->name = node->a->text;
        return node_end(p, node);
    }
    if (!take_op(p, JS_OP_COLON)) {
        if (!can_be_short)
            parse_unexpected(p);
        return finish_shorthand(p, node);
    }
    node->b = parse_assignment(p);
    if (node->b->kind == JS_FUNCTION && !node->b->function->name && !(node->flags & JS_COMPUTED))
        node->b->function->name = node->a->text;
    return node_end(p, node);
}

static struct js_node *parse_object(struct parser *p)
{
    struct js_node *node = simple(p, JS_OBJECT);
    struct list items = list_new();
    while (!at_op(p, JS_OP_END_BRACE)) {
        list_add(&items, at_op(p, JS_OP_DOTS) ? parse_spread(p) : parse_property(p));
        if (!at_op(p, JS_OP_END_BRACE))
            expect_op(p, JS_OP_COMMA);
    }
    lex_next(p);
    node->a = items.first;
    return node_end(p, node);
}

static struct js_node *parse_parenthesised(struct parser *p)
{
    uint32_t open = p->lex.token.start;
    lex_next(p);
    p->no_conditional_arrow = false;
    struct js_node *inner = parse_expression(p);
    if (p->flow) /* (x: T) */
        skip_type_annotation(p);
    expect_op(p, JS_OP_END_PAREN);
    inner->flags |= JS_PARENTHESISED;
    *vec_push(&p->file->parens) = (struct js_paren){inner, open, p->lex.previous_end};
    return inner;
}

static struct js_node *parse_import_expression(struct parser *p)
{
    struct js_node *node = simple(p, JS_META);
    if (take_op(p, JS_OP_DOT)) {
        take_name(p);
        return node_end(p, node);
    }
    if (!at_op(p, JS_OP_PAREN))
        parse_unexpected(p);
    node->kind = JS_IMPORT_CALL;
    node->a = parse_arguments(p);
    *vec_push(&p->file->imports) = node;
    return node_end(p, node);
}

static struct js_node *parse_async_word(struct parser *p)
{
    struct token async = p->lex.token, next = peek_token(p);
    if (next.kind == TOKEN_WORD && next.name->word == JS_WORD_FUNCTION && !next.after_newline)
        return parse_function(p, AS_EXPRESSION);
    if (next.kind == TOKEN_WORD && !next.after_newline && !word_is_reserved(&next)) {
        struct lexer saved = p->lex;
        lex_next(p);
        struct token name = p->lex.token;
        lex_next(p);
        if (at_op(p, JS_OP_ARROW))
            return parse_arrow_of_name(p, &name, async.start, true);
        p->lex = saved;
    }
    bool may_be_arrow = next.kind == TOKEN_PUNCTUATOR && !next.after_newline;
    if (may_be_arrow && (next.op == JS_OP_PAREN || (p->typed && next.op == JS_OP_LESS))) {
        struct lexer saved = p->lex;
        lex_next(p);
        if (at_op(p, JS_OP_LESS) ? true : arrow_follows(p))
            return parse_arrow(p, async.start, true);
        p->lex = saved;
    }
    lex_next(p);
    if (at_op(p, JS_OP_ARROW) && !p->lex.token.after_newline)
        return parse_arrow_of_name(p, &async, async.start, false);
    return node_name(p, async.name, async.start, async.end);
}

static struct js_node *parse_word(struct parser *p)
{
    struct token token = p->lex.token;
    switch (token.escaped ? JS_WORD_NONE : token.name->word) {
    case JS_WORD_FUNCTION:
        return parse_function(p, AS_EXPRESSION);
    case JS_WORD_CLASS:
        return parse_class(p, AS_EXPRESSION);
    case JS_WORD_THIS:
        p->function->uses_this = true;
        return simple(p, JS_THIS);
    case JS_WORD_SUPER:
        p->function->uses_this = true;
        return simple(p, JS_SUPER);
    case JS_WORD_NULL_:
        return simple(p, JS_NULL);
    case JS_WORD_TRUE:
        return simple(p, JS_TRUE);
    case JS_WORD_FALSE:
        return simple(p, JS_FALSE);
    case JS_WORD_IMPORT:
        return parse_import_expression(p);
    case JS_WORD_ASYNC:
        return parse_async_word(p);
    default:
        break;
    }
    if (word_is_reserved(&token))
        parse_unexpected(p);
    lex_next(p);
    if (at_op(p, JS_OP_ARROW) && !p->lex.token.after_newline)
        return parse_arrow_of_name(p, &token, token.start, false);
    return node_name(p, token.name, token.start, token.end);
}

static void try_generic_arrow(struct parser *p)
{
    skip_type_parameters(p);
    if (!at_op(p, JS_OP_PAREN) || !arrow_follows(p))
        parse_unexpected(p);
}

static struct js_node *parse_angle(struct parser *p)
{
    uint32_t start = p->lex.token.start;
    if (p->typed) {
        struct lexer saved = p->lex;
        struct token next = peek_token(p);
        bool may_be_generic = next.kind == TOKEN_WORD || !p->jsx;
        if (p->jsx && may_be_generic) { /* .tsx: <T,>() or <T extends U>() only */
            lex_next(p);
            next = peek_token(p);
            may_be_generic = (next.kind == TOKEN_PUNCTUATOR && next.op == JS_OP_COMMA) ||
                             (next.kind == TOKEN_WORD && next.name->word == JS_WORD_EXTENDS);
            p->lex = saved;
        }
        if (may_be_generic && parse_try(p, try_generic_arrow)) {
            p->lex = saved;
            return parse_arrow(p, start, false);
        }
        if (!p->jsx) { /* <T>value */
            skip_type_argument_list(p);
            return parse_unary(p);
        }
    }
    if (!p->jsx)
        parse_unexpected(p);
    return parse_jsx(p);
}

static struct js_node *parse_primary_punctuator(struct parser *p)
{
    switch (p->lex.token.op) {
    case JS_OP_PAREN:
        if (arrow_follows(p))
            return parse_arrow(p, p->lex.token.start, false);
        return parse_parenthesised(p);
    case JS_OP_BRACKET:
        return parse_array(p);
    case JS_OP_BRACE:
        return parse_object(p);
    case JS_OP_DIV:
    case JS_OP_DIV_ASSIGN:
        return parse_regex(p);
    case JS_OP_LESS:
        return parse_angle(p);
    case JS_OP_AT:
        skip_decorators(p);
        return parse_class(p, AS_EXPRESSION);
    default:
        parse_unexpected(p);
    }
}

static struct js_node *parse_primary(struct parser *p)
{
    bool no_in = p->no_in, no_arrow = p->no_conditional_arrow;
    if (p->lex.token.kind == TOKEN_PUNCTUATOR)
        p->no_in = p->no_conditional_arrow = false;
    struct js_node *node;
    switch (p->lex.token.kind) {
    case TOKEN_WORD:
        node = parse_word(p);
        break;
    case TOKEN_NUMBER:
        node = parse_number(p);
        break;
    case TOKEN_STRING:
        node = parse_string(p);
        break;
    case TOKEN_BIGINT:
        node = simple(p, JS_BIGINT);
        break;
    case TOKEN_TEMPLATE:
        node = parse_template(p);
        break;
    case TOKEN_PRIVATE: { /* #x in object */
        struct token token = p->lex.token;
        lex_next(p);
        node = node_string(p, token.name, token.start, token.end);
        break;
    }
    case TOKEN_PUNCTUATOR:
        p->no_conditional_arrow = no_arrow;
        if (p->lex.token.op != JS_OP_PAREN)
            p->no_conditional_arrow = false;
        node = parse_primary_punctuator(p);
        break;
    default:
        parse_unexpected(p);
    }
    p->no_in = no_in;
    p->no_conditional_arrow = no_arrow;
    return node;
}

struct js_node *parse_arguments(struct parser *p)
{
    struct list items = list_new();
    bool no_in = p->no_in, no_arrow = p->no_conditional_arrow;
    p->no_in = p->no_conditional_arrow = false;
    expect_op(p, JS_OP_PAREN);
    while (!at_op(p, JS_OP_END_PAREN)) {
        list_add(&items, at_op(p, JS_OP_DOTS) ? parse_spread(p) : parse_assignment(p));
        if (!at_op(p, JS_OP_END_PAREN))
            expect_op(p, JS_OP_COMMA);
    }
    lex_next(p);
    p->no_in = no_in;
    p->no_conditional_arrow = no_arrow;
    return items.first;
}

static struct js_node *wrap(struct parser *p, enum js_kind kind, struct js_node *object)
{
    struct js_node *node = node_new(p, kind, object->start);
    node->a = object;
    return node;
}

static struct js_node *parse_member(struct parser *p, struct js_node *object)
{
    struct js_node *node = wrap(p, JS_MEMBER, object);
    uint32_t start = p->lex.token.start, end = p->lex.token.end;
    node->b = node_string(p, take_name(p), start, end);
    return node_end(p, node);
}

static struct js_node *parse_index(struct parser *p, struct js_node *object)
{
    struct js_node *node = wrap(p, JS_INDEX, object);
    bool no_in = p->no_in, no_arrow = p->no_conditional_arrow;
    p->no_in = p->no_conditional_arrow = false;
    lex_next(p);
    node->b = parse_expression(p);
    expect_op(p, JS_OP_END_BRACKET);
    p->no_in = no_in;
    p->no_conditional_arrow = no_arrow;
    return node_end(p, node);
}

/* require("x") is a link between files. */
static void note_require(struct parser *p, struct js_node *call)
{
    if (call->a->kind == JS_NAME && call->a->name->word == JS_WORD_REQUIRE && call->b &&
        call->b->kind == JS_STRING && !call->b->next)
        *vec_push(&p->file->imports) = call;
}

static void note_plain_call(struct parser *p, struct js_node *call)
{
    const struct js_node *callee = call->a->kind == JS_MEMBER ? call->a->a : call->a;
    if (callee->kind == JS_NAME && p->function->parent && !p->function->names_asynchrony)
        *vec_push(&p->file->plain_calls) = (struct js_plain_call){call, p->function};
}

static void note_given(struct js_node *call)
{
    for (struct js_node *arg = call->b; arg; arg = arg->next)
        if (arg->kind == JS_FUNCTION)
            arg->function->given_to = call;
}

static struct js_node *parse_call(struct parser *p, struct js_node *callee)
{
    struct js_node *node = wrap(p, JS_CALL, callee);
    node->b = parse_arguments(p);
    note_require(p, node);
    note_plain_call(p, node);
    note_given(node);
    return node_end(p, node);
}

static struct js_node *parse_optional(struct parser *p, struct js_node *object)
{
    struct js_node *node;
    lex_next(p);
    if (p->typed && at_op(p, JS_OP_LESS))
        skip_type_arguments(p);
    if (at_op(p, JS_OP_PAREN))
        node = parse_call(p, object);
    else if (at_op(p, JS_OP_BRACKET))
        node = parse_index(p, object);
    else
        node = parse_member(p, object);
    node->flags |= JS_OPTIONAL;
    return node;
}

static struct js_node *parse_tagged(struct parser *p, struct js_node *tag)
{
    struct js_node *node = wrap(p, JS_TAGGED, tag);
    node->b = parse_template(p);
    return node_end(p, node);
}

static struct js_node *parse_new(struct parser *p)
{
    struct js_node *node = simple(p, JS_NEW);
    if (at_op(p, JS_OP_DOT)) {
        lex_next(p);
        take_name(p);
        node->kind = JS_META;
        return node_end(p, node);
    }
    parse_enter(p);
    struct js_node *callee = at_word(p, JS_WORD_NEW) ? parse_new(p) : parse_primary(p);
    for (;;) {
        if (take_op(p, JS_OP_DOT))
            callee = parse_member(p, callee);
        else if (at_op(p, JS_OP_BRACKET))
            callee = parse_index(p, callee);
        else if (p->lex.token.kind == TOKEN_TEMPLATE)
            callee = parse_tagged(p, callee);
        else if (!(p->typed && at_op(p, JS_OP_NOT) && !p->lex.token.after_newline &&
                   take_op(p, JS_OP_NOT)))
            break;
    }
    if (p->typed && at_op(p, JS_OP_LESS))
        skip_type_arguments(p);
    node->a = callee;
    if (at_op(p, JS_OP_PAREN))
        node->b = parse_arguments(p);
    parse_leave(p);
    return node_end(p, node);
}

/* One step of a chain of members and calls; NULL where the chain ends. */
static struct js_node *parse_suffix(struct parser *p, struct js_node *node, bool *has_optional)
{
    const struct token *token = &p->lex.token;
    if (token->kind == TOKEN_TEMPLATE)
        return parse_tagged(p, node);
    if (token->kind != TOKEN_PUNCTUATOR)
        return NULL;
    switch (token->op) {
    case JS_OP_DOT:
        lex_next(p);
        return parse_member(p, node);
    case JS_OP_OPTIONAL_CHAIN:
        *has_optional = true;
        return parse_optional(p, node);
    case JS_OP_BRACKET:
        return parse_index(p, node);
    case JS_OP_PAREN:
        return parse_call(p, node);
    case JS_OP_NOT: /* TypeScript's x! */
        if (!p->typed || token->after_newline)
            return NULL;
        lex_next(p);
        return node;
    case JS_OP_LESS:
    case JS_OP_SHL:
        return p->typed && skip_type_arguments(p) ? node : NULL;
    default:
        return NULL;
    }
}

struct js_node *parse_left_hand_side(struct parser *p)
{
    struct js_node *node = at_word(p, JS_WORD_NEW) ? parse_new(p) : parse_primary(p);
    if (node->kind == JS_FUNCTION && node->function->is_arrow && !(node->flags & JS_PARENTHESISED))
        return node;
    bool has_optional = false;
    for (struct js_node *longer; (longer = parse_suffix(p, node, &has_optional));)
        node = longer;
    if (!has_optional)
        return node;
    struct js_node *chain = wrap(p, JS_CHAIN, node);
    return node_end(p, chain);
}

static enum js_op unary_op(const struct token *token)
{
    if (token->kind == TOKEN_PUNCTUATOR) {
        switch (token->op) {
        case JS_OP_NOT:
        case JS_OP_TILDE:
        case JS_OP_ADD:
        case JS_OP_SUB:
        case JS_OP_INCREMENT:
        case JS_OP_DECREMENT:
            return token->op;
        default:
            return JS_OP_NONE;
        }
    }
    if (token->kind != TOKEN_WORD || token->escaped)
        return JS_OP_NONE;
    return token->name->word == JS_WORD_TYPEOF   ? JS_OP_TYPEOF
           : token->name->word == JS_WORD_VOID   ? JS_OP_VOID
           : token->name->word == JS_WORD_DELETE ? JS_OP_DELETE
                                                 : JS_OP_NONE;
}

/* Sloppy scripts may use `await` as a name; a word that cannot begin an operand settles it. */
static bool await_is_operator(struct parser *p)
{
    if (p->function->is_async)
        return true;
    struct token next = peek_token(p);
    bool may_be_name = p->function->parent && !p->file->is_module;
    if (may_be_name && (next.kind == TOKEN_PUNCTUATOR || next.kind == TOKEN_TEMPLATE))
        return false; /* await(x), await[x], await`x` */
    if (next.after_newline)
        return false;
    if (next.kind == TOKEN_PUNCTUATOR)
        return next.op == JS_OP_PAREN || next.op == JS_OP_BRACKET || next.op == JS_OP_BRACE;
    if (next.kind == TOKEN_WORD &&
        (next.name->word == JS_WORD_IN || next.name->word == JS_WORD_OF ||
         next.name->word == JS_WORD_INSTANCEOF))
        return false;
    return next.kind != TOKEN_END;
}

/* In a function that is not async it means nothing: whoever wrote it forgot the word. */
void check_await(struct parser *p, uint32_t start)
{
    if (!p->function->is_async && p->function->parent)
        parse_report(p, start, start + 5, "syntax error: await in a function that is not async");
}

static struct js_node *parse_await(struct parser *p)
{
    struct js_node *node = simple(p, JS_AWAIT);
    check_await(p, node->start);
    p->function->has_await = p->function->names_asynchrony = true;
    p->file->names_asynchrony = true;
    node->a = parse_unary(p);
    return node_end(p, node);
}

/* What stands left of an assignment. A call may: that is an error only when it is executed. */
static void expect_target(struct parser *p, const struct js_node *node)
{
    switch ((enum js_kind)node->kind) {
    case JS_NAME:
    case JS_MEMBER:
    case JS_INDEX:
    case JS_CALL:
    case JS_HOLE:
    case JS_VAR: /* in the head of a for */
    case JS_ARRAY_PATTERN:
    case JS_OBJECT_PATTERN:
        return;
    default:
        parse_fail(p, node->start, node->end, "syntax error: nothing can be assigned to this");
    }
}

static struct js_node *parse_prefix(struct parser *p, enum js_op op)
{
    bool is_update = op == JS_OP_INCREMENT || op == JS_OP_DECREMENT;
    struct js_node *node = simple(p, is_update ? JS_UPDATE : JS_UNARY);
    node->op = (uint8_t)op;
    node->flags = is_update ? JS_PREFIX : 0;
    node->a = parse_unary(p);
    if (is_update)
        expect_target(p, node->a);
    if (is_update && node->a->kind == JS_NAME)
        node->a->flags |= JS_WRITTEN;
    return node_end(p, node);
}

struct js_node *parse_unary(struct parser *p)
{
    parse_enter(p);
    enum js_op op = unary_op(&p->lex.token);
    struct js_node *node;
    if (op != JS_OP_NONE) {
        node = parse_prefix(p, op);
    } else if (at_word(p, JS_WORD_AWAIT) && await_is_operator(p)) {
        node = parse_await(p);
    } else {
        node = parse_left_hand_side(p);
        bool postfix = at_op(p, JS_OP_INCREMENT) || at_op(p, JS_OP_DECREMENT);
        if (postfix && !p->lex.token.after_newline) {
            struct js_node *update = wrap(p, JS_UPDATE, node);
            expect_target(p, node);
            update->op = (uint8_t)p->lex.token.op;
            if (node->kind == JS_NAME)
                node->flags |= JS_WRITTEN;
            lex_next(p);
            node = node_end(p, update);
        }
    }
    parse_leave(p);
    return node;
}

static const uint8_t precedence[JS_OP_COUNT] = {
    [JS_OP_NULLISH] = 1,    [JS_OP_LOGICAL_OR] = 2,    [JS_OP_LOGICAL_AND] = 3,
    [JS_OP_OR] = 4,         [JS_OP_XOR] = 5,           [JS_OP_AND] = 6,
    [JS_OP_EQUAL] = 7,      [JS_OP_NOT_EQUAL] = 7,     [JS_OP_SAME] = 7,
    [JS_OP_NOT_SAME] = 7,   [JS_OP_LESS] = 8,          [JS_OP_GREATER] = 8,
    [JS_OP_LESS_EQUAL] = 8, [JS_OP_GREATER_EQUAL] = 8, [JS_OP_IN] = 8,
    [JS_OP_INSTANCEOF] = 8, [JS_OP_SHL] = 9,           [JS_OP_SHR] = 9,
    [JS_OP_USHR] = 9,       [JS_OP_ADD] = 10,          [JS_OP_SUB] = 10,
    [JS_OP_MUL] = 11,       [JS_OP_DIV] = 11,          [JS_OP_MOD] = 11,
    [JS_OP_EXP] = 12,
};

static enum js_op binary_op(struct parser *p)
{
    const struct token *token = &p->lex.token;
    if (token->kind == TOKEN_PUNCTUATOR)
        return token->op;
    if (token->kind != TOKEN_WORD || token->escaped)
        return JS_OP_NONE;
    if (token->name->word == JS_WORD_INSTANCEOF)
        return JS_OP_INSTANCEOF;
    return token->name->word == JS_WORD_IN && !p->no_in ? JS_OP_IN : JS_OP_NONE;
}

/* TypeScript's `x as T`, `x satisfies T`. */
static bool take_assertion(struct parser *p)
{
    if (!p->typed || p->lex.token.after_newline ||
        !(at_word(p, JS_WORD_AS) || at_word(p, JS_WORD_SATISFIES)))
        return false;
    lex_next(p);
    skip_type(p);
    return true;
}

static struct js_node *parse_binary(struct parser *p, unsigned least)
{
    parse_enter(p);
    struct js_node *left = parse_unary(p);
    for (;;) {
        if (take_assertion(p))
            continue;
        enum js_op op = binary_op(p);
        unsigned level = precedence[op];
        if (!level || level < least)
            break;
        bool logical = op == JS_OP_LOGICAL_AND || op == JS_OP_LOGICAL_OR || op == JS_OP_NULLISH;
        struct js_node *node = wrap(p, logical ? JS_LOGICAL : JS_BINARY, left);
        node->op = (uint8_t)op;
        lex_next(p);
        node->b = parse_binary(p, op == JS_OP_EXP ? level : level + 1);
        left = node_end(p, node);
    }
    parse_leave(p);
    return left;
}

static struct js_node *parse_conditional(struct parser *p)
{
    struct js_node *test = parse_binary(p, 1);
    if (!at_op(p, JS_OP_QUESTION))
        return test;
    struct js_node *node = wrap(p, JS_CONDITIONAL, test);
    lex_next(p);
    bool no_in = p->no_in, no_arrow = p->no_conditional_arrow;
    p->no_in = false;
    p->no_conditional_arrow = true;
    node->b = parse_assignment(p);
    p->no_in = no_in;
    p->no_conditional_arrow = no_arrow;
    expect_op(p, JS_OP_COLON);
    node->c = parse_assignment(p);
    return node_end(p, node);
}

static struct js_node *parse_yield(struct parser *p)
{
    struct js_node *node = simple(p, JS_YIELD);
    p->function->has_yield = true;
    if (!p->lex.token.after_newline && at_op(p, JS_OP_MUL)) {
        node->flags |= JS_DELEGATE;
        lex_next(p);
    }
    bool ends = p->lex.token.after_newline || p->lex.token.kind == TOKEN_END ||
                at_op(p, JS_OP_END_PAREN) || at_op(p, JS_OP_END_BRACKET) ||
                at_op(p, JS_OP_END_BRACE) || at_op(p, JS_OP_COMMA) || at_op(p, JS_OP_SEMICOLON) ||
                at_op(p, JS_OP_COLON) || at_word(p, JS_WORD_IN) || at_word(p, JS_WORD_OF);
    if (!ends)
        node->a = parse_assignment(p);
    return node_end(p, node);
}

/* Remembers which names are assigned to, however deep in a pattern. */
void parse_mark_written(struct js_node *target)
{
    if (target->kind == JS_NAME)
        target->flags |= JS_WRITTEN;
    else if (target->kind == JS_DEFAULT || target->kind == JS_REST)
        parse_mark_written(target->a);
    else if (target->kind == JS_ARRAY_PATTERN || target->kind == JS_OBJECT_PATTERN)
        for (struct js_node *part = target->a; part; part = part->next)
            parse_mark_written(part->kind == JS_PROPERTY ? part->b : part);
}

static void name_function(struct js_node *target, struct js_node *value)
{
    if (value->kind != JS_FUNCTION || value->function->name)
        return;
    if (target->kind == JS_NAME)
        value->function->name = target->name;
    else if (target->kind == JS_MEMBER)
        value->function->name = target->b->text;
}

struct js_node *parse_assignment(struct parser *p)
{
    parse_enter(p);
    bool is_yield = at_word(p, JS_WORD_YIELD) && p->function->is_generator;
    struct js_node *left = is_yield ? parse_yield(p) : parse_conditional(p);
    if (is_yield) {
        parse_leave(p);
        return left;
    }
    enum js_op op = p->lex.token.kind == TOKEN_PUNCTUATOR ? p->lex.token.op : JS_OP_NONE;
    if (op >= JS_OP_ASSIGN && op <= JS_OP_NULLISH_ASSIGN) {
        if (op == JS_OP_ASSIGN)
            parse_to_pattern(p, left);
        else
            expect_target(p, left);
        parse_mark_written(left);
        struct js_node *node = wrap(p, JS_ASSIGN, left);
        node->op = (uint8_t)op;
        lex_next(p);
        node->b = parse_assignment(p);
        name_function(left, node->b);
        left = node_end(p, node);
    }
    parse_leave(p);
    return left;
}

struct js_node *parse_expression(struct parser *p)
{
    struct js_node *first = parse_assignment(p);
    if (!at_op(p, JS_OP_COMMA))
        return first;
    struct js_node *node = wrap(p, JS_SEQUENCE, first);
    struct list items = list_new();
    list_add(&items, first);
    while (take_op(p, JS_OP_COMMA))
        list_add(&items, parse_assignment(p));
    node->a = items.first;
    return node_end(p, node);
}

/* [a, b] = ... and {a, b} = ... were read as literals: turn them into what they mean. */
void parse_to_pattern(struct parser *p, struct js_node *node)
{
    if (node->kind == JS_ASSIGN && node->op == JS_OP_ASSIGN) {
        node->kind = JS_DEFAULT;
        return;
    }
    if (node->kind == JS_SPREAD) {
        node->kind = JS_REST;
        parse_to_pattern(p, node->a);
        return;
    }
    if (node->kind != JS_ARRAY && node->kind != JS_OBJECT) {
        expect_target(p, node);
        return;
    }
    node->kind = node->kind == JS_ARRAY ? JS_ARRAY_PATTERN : JS_OBJECT_PATTERN;
    for (struct js_node *part = node->a; part; part = part->next)
        parse_to_pattern(p, part->kind == JS_PROPERTY ? part->b : part);
}
