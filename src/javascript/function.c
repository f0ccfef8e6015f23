/* Functions, arrow functions, methods, classes. */
#include "javascript/grammar.h"

struct outer {
    struct js_function *function;
    bool no_in, no_arrow;
};

static struct js_node *function_open(struct parser *p, uint32_t start, struct outer *outer)
{
    struct js_node *node = node_new(p, JS_FUNCTION, start);
    struct js_function *function = arena_new(p->file->arena, struct js_function);
    *outer = (struct outer){p->function, p->no_in, p->no_conditional_arrow};
    *function = (struct js_function){.node = node,
                                     .file = p->file,
                                     .parent = p->function,
                                     .class_node = NULL,
                                     .index = (uint32_t)p->file->functions.len,
                                     .is_strict = p->function->is_strict};
    *vec_push(&p->file->functions) = function;
    node->function = function;
    p->function = function;
    p->no_in = p->no_conditional_arrow = false;
    function->scope = scope_open(p, true);
    return node;
}

static struct js_node *function_close(struct parser *p, struct js_node *node,
                                      const struct outer *outer)
{
    struct js_function *function = node->function;
    function->names_asynchrony |= function->is_async;
    p->file->names_asynchrony |= function->is_async;
    outer->function->names_asynchrony |= function->names_asynchrony;
    if (function->is_arrow) {
        outer->function->uses_this |= function->uses_this;
        outer->function->uses_arguments |= function->uses_arguments;
    }
    scope_close(p, function->scope);
    p->function = outer->function;
    p->no_in = outer->no_in;
    p->no_conditional_arrow = outer->no_arrow;
    return node_end(p, node);
}

static struct js_node *with_default(struct parser *p, struct js_node *target)
{
    if (!take_op(p, JS_OP_ASSIGN))
        return target;
    struct js_node *node = node_new(p, JS_DEFAULT, target->start);
    node->a = target;
    node->b = parse_assignment(p);
    return node_end(p, node);
}

static struct js_node *parse_rest(struct parser *p)
{
    struct js_node *node = node_new(p, JS_REST, p->lex.token.start);
    lex_next(p);
    node->a = parse_binding(p);
    return node_end(p, node);
}

static struct js_node *parse_binding_element(struct parser *p)
{
    if (at_op(p, JS_OP_DOTS))
        return parse_rest(p);
    return with_default(p, parse_binding(p));
}

static struct js_node *parse_array_binding(struct parser *p)
{
    struct js_node *node = node_new(p, JS_ARRAY_PATTERN, p->lex.token.start);
    struct list items = list_new();
    lex_next(p);
    while (!at_op(p, JS_OP_END_BRACKET)) {
        if (at_op(p, JS_OP_COMMA)) {
            list_add(&items, node_new(p, JS_HOLE, p->lex.token.start));
            lex_next(p);
            continue;
        }
        list_add(&items, parse_binding_element(p));
        if (!at_op(p, JS_OP_END_BRACKET))
            expect_op(p, JS_OP_COMMA);
    }
    lex_next(p);
    node->a = items.first;
    return node_end(p, node);
}

static struct js_node *parse_object_binding_part(struct parser *p)
{
    if (at_op(p, JS_OP_DOTS))
        return parse_rest(p);
    struct js_node *node = node_new(p, JS_PROPERTY, p->lex.token.start);
    bool can_be_short = p->lex.token.kind == TOKEN_WORD && !word_is_reserved(&p->lex.token);
    node->a = parse_property_key(p, &node->flags);
    if (!can_be_short)
        expect_op(p, JS_OP_COLON);
    if (!can_be_short || take_op(p, JS_OP_COLON)) {
        node->b = parse_binding_element(p);
    } else {
        node->flags |= JS_SHORTHAND;
        node->b = with_default(p, node_name(p, node->a->text, node->a->start, node->a->end));
    }
    return node_end(p, node);
}

static struct js_node *parse_object_binding(struct parser *p)
{
    struct js_node *node = node_new(p, JS_OBJECT_PATTERN, p->lex.token.start);
    struct list items = list_new();
    lex_next(p);
    while (!at_op(p, JS_OP_END_BRACE)) {
        list_add(&items, parse_object_binding_part(p));
        if (!at_op(p, JS_OP_END_BRACE))
            expect_op(p, JS_OP_COMMA);
    }
    lex_next(p);
    node->a = items.first;
    return node_end(p, node);
}

struct js_node *parse_binding_name(struct parser *p)
{
    struct token token = p->lex.token;
    if (token.kind != TOKEN_WORD || word_is_reserved(&token))
        parse_unexpected(p);
    lex_next(p);
    return node_name(p, token.name, token.start, token.end);
}

struct js_node *parse_binding(struct parser *p)
{
    parse_enter(p);
    struct js_node *node;
    if (at_op(p, JS_OP_BRACKET) || at_op(p, JS_OP_BRACE)) {
        bool no_in = p->no_in;
        p->no_in = false; /* for (let [a = b in c] in d) */
        node = at_op(p, JS_OP_BRACKET) ? parse_array_binding(p) : parse_object_binding(p);
        p->no_in = no_in;
    } else {
        node = parse_binding_name(p);
    }
    parse_leave(p);
    return node;
}

/* function f(this: T) */
static struct js_node *parse_this_parameter(struct parser *p)
{
    struct token token = p->lex.token;
    lex_next(p);
    return node_name(p, token.name, token.start, token.end);
}

static struct js_node *parse_parameter(struct parser *p)
{
    uint16_t flags = 0;
    skip_decorators(p);
    bool is_property = p->typed && skip_modifiers(p, &flags);
    struct js_node *target;
    if (at_op(p, JS_OP_DOTS)) {
        target = parse_rest(p);
        skip_type_annotation(p);
    } else {
        bool is_this = p->typed && at_word(p, JS_WORD_THIS);
        if (p->flow && (p->lex.token.kind == TOKEN_WORD || p->lex.token.kind == TOKEN_STRING)) {
            struct token next = peek_token(p);
            if (next.kind == TOKEN_WORD && next.name->word == JS_WORD_AS) {
                lex_next(p); /* a component's 'data-x' as x */
                lex_next(p);
            }
        }
        target = is_this ? parse_this_parameter(p) : parse_binding(p);
        if (p->typed)
            take_op(p, JS_OP_QUESTION);
        skip_type_annotation(p);
        target = with_default(p, target);
    }
    if (is_property)
        target->flags |= JS_PARAMETER_PROPERTY;
    return target;
}

/* (error, value) => ...: a callback of Node's kind. */
static bool takes_error(const struct js_node *first)
{
    if (first->kind != JS_NAME)
        return false;
    return str_is(first->name->text, "err") || str_is(first->name->text, "error");
}

static void parse_parameters(struct parser *p, struct js_function *function)
{
    struct list items = list_new();
    expect_op(p, JS_OP_PAREN);
    while (!at_op(p, JS_OP_END_PAREN)) {
        struct js_node *parameter = parse_parameter(p);
        bool is_this = parameter->kind == JS_NAME && parameter->name->word == JS_WORD_THIS;
        if (!is_this) {
            list_add(&items, parameter);
            scope_declare_pattern(p, parameter, JS_BY_PARAMETER);
        }
        if (!at_op(p, JS_OP_END_PAREN))
            expect_op(p, JS_OP_COMMA);
    }
    lex_next(p);
    function->params = items.first;
    if (items.first && takes_error(items.first))
        function->names_asynchrony = p->file->names_asynchrony = true;
}

static bool has_use_strict(const struct js_node *list)
{
    for (; list && list->kind == JS_EXPRESSION_STATEMENT && list->a->kind == JS_STRING;
         list = list->next)
        if (str_is(list->a->text->text, "use strict"))
            return true;
    return false;
}

static void parse_body(struct parser *p, struct js_function *function)
{
    struct js_node *body = node_new(p, JS_BLOCK, p->lex.token.start);
    struct js_node *class_node = p->class_node;
    expect_op(p, JS_OP_BRACE);
    body->a = parse_statements(p, JS_OP_END_BRACE);
    expect_op(p, JS_OP_END_BRACE);
    p->class_node = class_node;
    function->body = node_end(p, body);
    function->is_strict |= has_use_strict(body->a);
}

/* Parameters, return type and body; without a body (overloads, abstract, declare) `body` is NULL.
 */
static void parse_rest_of_function(struct parser *p, struct js_function *function)
{
    if (p->typed && at_op(p, JS_OP_LESS))
        skip_type_parameters(p);
    parse_parameters(p, function);
    skip_return_type(p);
    if (at_flow_word(p, "renders")) {
        lex_next(p);
        take_op(p, JS_OP_QUESTION);
        skip_type(p);
    }
    if (p->typed && !at_op(p, JS_OP_BRACE)) {
        expect_semicolon(p);
        return;
    }
    parse_body(p, function);
}

static void declare_self(struct parser *p, struct js_function *function, struct js_node *name)
{
    scope_declare(p, function->scope, name, JS_BY_SELF);
}

struct js_node *parse_function(struct parser *p, enum definition as)
{
    uint32_t start = p->lex.token.start;
    bool is_statement = as != AS_EXPRESSION;
    bool is_async = take_word(p, JS_WORD_ASYNC);
    if (at_flow_word(p, "component") || at_flow_word(p, "hook"))
        lex_next(p);
    else
        expect_word(p, JS_WORD_FUNCTION);
    bool is_generator = take_op(p, JS_OP_MUL);
    struct js_node *name = NULL;
    struct js_variable *variable = NULL;
    bool has_name = !at_op(p, JS_OP_PAREN) && !at_op(p, JS_OP_LESS);
    if (has_name || as == AS_DECLARATION) {
        name = parse_binding_name(p);
        if (is_statement)
            variable = scope_declare(p, p->scope, name, JS_BY_FUNCTION);
    }
    struct outer outer;
    struct js_node *node = function_open(p, start, &outer);
    if (variable && variable->declared == name)
        variable->origin = node;
    struct js_function *function = node->function;
    function->is_async = is_async;
    function->is_generator = is_generator;
    function->name = name ? name->name : NULL;
    if (is_statement)
        node->flags |= JS_DECLARATION;
    node->b = NULL;
    node->d = name; /* where the name stands */
    parse_rest_of_function(p, function);
    if (name && !is_statement)
        declare_self(p, function, name);
    return function_close(p, node, &outer);
}

struct js_node *parse_method(struct parser *p, uint32_t start, enum function_form form,
                             bool is_async, bool is_generator)
{
    struct outer outer;
    struct js_node *node = function_open(p, start, &outer);
    struct js_function *function = node->function;
    function->is_method = true;
    function->is_async = is_async;
    function->is_generator = is_generator;
    function->is_getter = form == FORM_GETTER;
    function->is_setter = form == FORM_SETTER;
    function->is_constructor = form == FORM_CONSTRUCTOR;
    parse_rest_of_function(p, function);
    return function_close(p, node, &outer);
}

static void parse_arrow_body(struct parser *p, struct js_node *node, const struct outer *outer)
{
    expect_op(p, JS_OP_ARROW);
    struct js_function *function = node->function;
    if (at_op(p, JS_OP_BRACE)) {
        parse_body(p, function);
    } else {
        p->no_in = outer->no_in;
        p->no_conditional_arrow = outer->no_arrow;
        function->body = parse_assignment(p);
        function->returns_value = true;
    }
}

struct js_node *parse_arrow(struct parser *p, uint32_t start, bool is_async)
{
    parse_enter(p);
    struct outer outer;
    struct js_node *node = function_open(p, start, &outer);
    node->function->is_arrow = true;
    node->function->is_async = is_async;
    if (p->typed && at_op(p, JS_OP_LESS))
        skip_type_parameters(p);
    parse_parameters(p, node->function);
    skip_arrow_return_type(p);
    parse_arrow_body(p, node, &outer);
    parse_leave(p);
    return function_close(p, node, &outer);
}

struct js_node *parse_arrow_of_name(struct parser *p, const struct token *name, uint32_t start,
                                    bool is_async)
{
    parse_enter(p);
    struct outer outer;
    struct js_node *node = function_open(p, start, &outer);
    node->function->is_arrow = true;
    node->function->is_async = is_async;
    struct js_node *parameter = node_name(p, name->name, name->start, name->end);
    scope_declare_pattern(p, parameter, JS_BY_PARAMETER);
    node->function->params = parameter;
    parse_arrow_body(p, node, &outer);
    parse_leave(p);
    return function_close(p, node, &outer);
}

struct js_node *parse_static_block(struct parser *p, uint32_t start)
{
    struct js_node *block = node_new(p, JS_STATIC_BLOCK, start);
    struct outer outer;
    struct js_node *node = function_open(p, start, &outer);
    node->function->is_method = true;
    parse_body(p, node->function);
    block->a = function_close(p, node, &outer);
    return node_end(p, block);
}

/* ---- is this "(" the start of an arrow function's parameters? ---- */

struct scan_state {
    VEC(size_t) open;        /* indices into p->parens, or SIZE_MAX where not recorded */
    VEC(uint32_t) templates; /* depth of braces at which a template goes on */
    uint32_t braces, brackets;
    bool record, operand_ended;
    size_t waiting; /* the paren whose next token decides */
};

static void scan_template(struct parser *p, struct scan_state *scan, uint32_t start)
{
    bool more;
    uint32_t end = lex_template_chunk(p, start, &more);
    if (end == UINT32_MAX) {
        p->lex.at = p->lex.length;
        return;
    }
    p->lex.at = p->lex.token.end = end + (more ? 2 : 1);
    if (more) {
        *vec_push(&scan->templates) = scan->braces;
        scan->braces++;
    }
    scan->operand_ended = !more;
}

static void scan_close(struct parser *p, struct scan_state *scan)
{
    if (!scan->open.len)
        return;
    scan->waiting = *vec_pop(&scan->open);
    (void)p;
}

static bool ends_operand(const struct token *token)
{
    if (token->kind == TOKEN_PUNCTUATOR)
        return token->op == JS_OP_END_PAREN || token->op == JS_OP_END_BRACKET ||
               token->op == JS_OP_END_BRACE;
    if (token->kind != TOKEN_WORD)
        return true;
    enum js_word word = token->name->word;
    return !word_is_reserved(token) || word == JS_WORD_THIS || word == JS_WORD_SUPER ||
           word == JS_WORD_NULL_ || word == JS_WORD_TRUE || word == JS_WORD_FALSE;
}

static void scan_decide(struct parser *p, struct scan_state *scan, enum paren_use *first)
{
    if (scan->waiting == SIZE_MAX)
        return;
    enum paren_use use = at_op(p, JS_OP_ARROW)               ? PAREN_ARROW
                         : p->typed && at_op(p, JS_OP_COLON) ? PAREN_TYPED
                                                             : PAREN_GROUP;
    if (scan->record)
        p->parens.at[scan->waiting].use = use;
    if (!scan->open.len)
        *first = use;
    scan->waiting = SIZE_MAX;
}

static void scan_punctuator(struct parser *p, struct scan_state *scan)
{
    struct token token = p->lex.token;
    switch (token.op) {
    case JS_OP_PAREN:
        if (scan->record)
            *vec_push(&p->parens) = (struct paren){token.start, PAREN_GROUP};
        *vec_push(&scan->open) = scan->record ? p->parens.len - 1 : 0;
        break;
    case JS_OP_END_PAREN:
        scan_close(p, scan);
        break;
    case JS_OP_BRACKET:
        scan->brackets++;
        break;
    case JS_OP_END_BRACKET:
        if (scan->brackets)
            scan->brackets--;
        break;
    case JS_OP_BRACE:
        scan->braces++;
        break;
    case JS_OP_END_BRACE:
        if (scan->braces)
            scan->braces--;
        if (scan->templates.len && *vec_last(&scan->templates) == scan->braces) {
            (void)vec_pop(&scan->templates);
            scan_template(p, scan, token.end);
            return;
        }
        break;
    case JS_OP_DIV:
    case JS_OP_DIV_ASSIGN: {
        uint32_t end = scan->operand_ended ? 0 : lex_regex_end(p, token.start);
        if (end) {
            p->lex.at = p->lex.token.end = end;
            scan->operand_ended = true;
            return;
        }
        break;
    }
    default:
        break;
    }
    scan->operand_ended = ends_operand(&token);
}

static void scan_token(struct parser *p, struct scan_state *scan)
{
    if (p->lex.token.kind == TOKEN_PUNCTUATOR) {
        scan_punctuator(p, scan);
    } else if (p->lex.token.kind == TOKEN_TEMPLATE) {
        scan_template(p, scan, p->lex.token.end);
    } else if (p->lex.token.kind == TOKEN_BAD) { /* an apostrophe in JSX text, say */
        p->lex.at = p->lex.token.start + 1;
        scan->operand_ended = true;
    } else {
        scan->operand_ended = ends_operand(&p->lex.token);
    }
}

/* From a "(" to its ")", classifying all parentheses inside, so that each is looked at once. */
static enum paren_use scan_ahead(struct parser *p)
{
    struct lexer saved = p->lex;
    struct scan_state scan = {.record = p->lex.token.start >= p->scanned_to, .waiting = SIZE_MAX};
    enum paren_use first = PAREN_GROUP;
    bool was_trying = p->trying;
    p->trying = true; /* text of JSX may look like a comment without an end */
    bool done = !scan.record && !may_look_ahead(p);
    while (!done) {
        scan_token(p, &scan);
        lex_next(p);
        done = (!scan.open.len && !scan.templates.len) || p->lex.token.kind == TOKEN_END;
        scan_decide(p, &scan, &first);
    }
    if (scan.record)
        p->scanned_to = p->lex.previous_end;
    else if (p->ahead <= p->most_ahead)
        looked_ahead(p, saved.at, p->lex.at);
    vec_free(&scan.open);
    vec_free(&scan.templates);
    p->lex = saved;
    p->trying = was_trying;
    return first;
}

static enum paren_use classified(const struct parser *p, uint32_t at)
{
    size_t low = 0, high = p->parens.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (p->parens.at[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->parens.len && p->parens.at[low].at == at ? p->parens.at[low].use
                                                             : PAREN_UNKNOWN;
}

static void try_typed_arrow(struct parser *p)
{
    unsigned open = 0;
    do { /* to the matching ")": strings and nested brackets are tokens, and no slash matters in
            types */
        if (p->lex.token.kind == TOKEN_END || p->lex.token.kind == TOKEN_BAD)
            parse_unexpected(p);
        if (at_op(p, JS_OP_PAREN))
            open++;
        if (at_op(p, JS_OP_END_PAREN))
            open--;
        lex_next(p);
    } while (open);
    skip_arrow_return_type(p);
    if (!at_op(p, JS_OP_ARROW))
        parse_unexpected(p);
}

static bool ends_body(const struct parser *p)
{
    return p->lex.token.kind == TOKEN_END || at_op(p, JS_OP_END_PAREN) ||
           at_op(p, JS_OP_END_BRACKET) || at_op(p, JS_OP_END_BRACE) || at_op(p, JS_OP_COMMA) ||
           at_op(p, JS_OP_SEMICOLON);
}

/* From "=>" to the body's end, or to a ":" that belongs to no "?" in the body. */
static void scan_arrow_body(struct parser *p)
{
    struct scan_state scan = {.waiting = SIZE_MAX};
    unsigned conditionals = 0;
    lex_next(p);
    bool is_block = at_op(p, JS_OP_BRACE), is_nested = false;
    do {
        conditionals += !is_nested && at_op(p, JS_OP_QUESTION);
        conditionals -= !is_nested && at_op(p, JS_OP_COLON);
        scan_token(p, &scan);
        lex_next(p);
        is_nested = scan.open.len || scan.braces || scan.brackets;
        if (p->lex.token.kind == TOKEN_END)
            break;
    } while (is_nested ||
             !(is_block || ends_body(p) || (at_op(p, JS_OP_COLON) && conditionals == 0)));
    vec_free(&scan.open);
    vec_free(&scan.templates);
}

/* As TypeScript decides: c ? (a): T => a : b, but c ? (a) : t => a. */
static void try_arrow_before_colon(struct parser *p)
{
    try_typed_arrow(p);
    scan_arrow_body(p);
    if (!at_op(p, JS_OP_COLON))
        parse_unexpected(p);
}

bool arrow_follows(struct parser *p)
{
    uint32_t at = p->lex.token.start;
    enum paren_use use = at < p->scanned_to ? classified(p, at) : PAREN_UNKNOWN;
    if (use == PAREN_UNKNOWN)
        use = scan_ahead(p);
    if (use != PAREN_TYPED)
        return use == PAREN_ARROW;
    struct lexer saved = p->lex;
    bool follows = parse_try(p, p->no_conditional_arrow ? try_arrow_before_colon : try_typed_arrow);
    p->lex = saved;
    return follows;
}

/* ---- classes ---- */

static bool is_member_modifier(struct parser *p)
{
    struct token next = peek_token(p);
    if (next.kind != TOKEN_PUNCTUATOR)
        return next.kind != TOKEN_END;
    return next.op == JS_OP_BRACKET || next.op == JS_OP_MUL || next.op == JS_OP_BRACE ||
           next.op == JS_OP_HASH || (p->flow && (next.op == JS_OP_ADD || next.op == JS_OP_SUB));
}

struct member {
    uint16_t flags;
    bool is_async, is_generator;
    enum function_form form;
};

static void parse_member_modifiers(struct parser *p, struct member *member)
{
    for (;;) {
        skip_decorators(p);
        if (at_word(p, JS_WORD_STATIC) && is_member_modifier(p)) {
            member->flags |= JS_STATIC;
        } else if (at_word(p, JS_WORD_ASYNC) && is_member_modifier(p) &&
                   !peek_token(p).after_newline) {
            member->is_async = true;
        } else if ((at_word(p, JS_WORD_GET) || at_word(p, JS_WORD_SET)) && is_member_modifier(p)) {
            member->form = at_word(p, JS_WORD_GET) ? FORM_GETTER : FORM_SETTER;
        } else if (at_word(p, JS_WORD_ACCESSOR) && is_member_modifier(p)) {
            /* an auto-accessor behaves as a field here */
        } else if (p->typed && is_member_modifier(p) && skip_modifiers(p, &member->flags)) {
            continue;
        } else {
            break;
        }
        if (at_op(p, JS_OP_BRACE))
            return;
        lex_next(p);
        if ((member->flags & JS_STATIC) && at_op(p, JS_OP_BRACE))
            return;
    }
    member->is_generator = take_op(p, JS_OP_MUL);
}

static struct js_node *parse_field(struct parser *p, struct js_node *node)
{
    node->flags |= JS_FIELD;
    if (p->typed) {
        if (!take_op(p, JS_OP_QUESTION))
            take_op(p, JS_OP_NOT);
        skip_type_annotation(p);
    }
    if (at_op(p,
              JS_OP_ASSIGN)) { /* initialisers run as methods of the instance: they have a `this` */
        struct outer outer;
        uint32_t start = p->lex.token.start;
        lex_next(p);
        struct js_node *thunk = function_open(p, start, &outer);
        thunk->function->is_method = true;
        thunk->function->body = parse_assignment(p);
        thunk->function->returns_value = true;
        if (thunk->function->body->kind == JS_FUNCTION && !thunk->function->body->function->name &&
            !(node->flags & JS_COMPUTED))
            thunk->function->body->function->name = node->a->text;
        node->b = function_close(p, thunk, &outer);
    }
    expect_semicolon(p);
    return node_end(p, node);
}

static bool skip_index_signature(struct parser *p)
{
    if (!p->typed || !at_op(p, JS_OP_BRACKET))
        return false;
    struct lexer saved = p->lex;
    lex_next(p);
    bool is_one = p->lex.token.kind == TOKEN_WORD && (lex_next(p), at_op(p, JS_OP_COLON));
    if (!is_one) {
        p->lex = saved;
        return false;
    }
    lex_next(p);
    skip_type(p);
    expect_op(p, JS_OP_END_BRACKET);
    skip_type_annotation(p);
    expect_semicolon(p);
    return true;
}

static struct js_node *parse_class_member(struct parser *p)
{
    struct js_node *node = node_new(p, JS_PROPERTY, p->lex.token.start);
    struct member member = {.form = FORM_METHOD};
    parse_member_modifiers(p, &member);
    node->flags = member.flags;
    if ((member.flags & JS_STATIC) && at_op(p, JS_OP_BRACE))
        return parse_static_block(p, node->start);
    if (skip_index_signature(p))
        return NULL;
    skip_variance(p);
    node->a = parse_property_key(p, &node->flags);
    if (p->typed && at_op(p, JS_OP_QUESTION)) {
        struct token next = peek_token(p);
        if (next.kind == TOKEN_PUNCTUATOR && (next.op == JS_OP_PAREN || next.op == JS_OP_LESS))
            lex_next(p);
    }
    if (!at_op(p, JS_OP_PAREN) && !at_op(p, JS_OP_LESS))
        return parse_field(p, node);
    bool is_plain_key = !(node->flags & JS_COMPUTED);
    bool is_constructor = is_plain_key && !(node->flags & JS_STATIC) &&
                          member.form == FORM_METHOD && node->a->text->word == JS_WORD_CONSTRUCTOR;
    node->flags |= member.form == FORM_GETTER   ? JS_GETTER
                   : member.form == FORM_SETTER ? JS_SETTER
                                                : JS_METHOD;
    node->b = parse_method(p, node->start, is_constructor ? FORM_CONSTRUCTOR : member.form,
                           member.is_async, member.is_generator);
    node->b->function->class_node = p->class_node;
    node->b->function->is_static = (node->flags & JS_STATIC) != 0;
    if (is_plain_key)
        node->b->function->name = node->a->text;
    return node->b->function->body ? node_end(p, node) : NULL;
}

static struct js_node *parse_class_members(struct parser *p)
{
    struct list members = list_new();
    expect_op(p, JS_OP_BRACE);
    while (!at_op(p, JS_OP_END_BRACE)) {
        if (take_op(p, JS_OP_SEMICOLON))
            continue;
        struct js_node *member = parse_class_member(p);
        if (member)
            list_add(&members, member);
    }
    lex_next(p);
    return members.first;
}

struct js_node *parse_class(struct parser *p, enum definition as)
{
    parse_enter(p);
    bool is_statement = as != AS_EXPRESSION;
    struct js_node *node = node_new(p, JS_CLASS, p->lex.token.start), *outer_class = p->class_node;
    expect_word(p, JS_WORD_CLASS);
    bool has_name = p->lex.token.kind == TOKEN_WORD && !at_word(p, JS_WORD_EXTENDS) &&
                    !at_word(p, JS_WORD_IMPLEMENTS);
    if (has_name || as == AS_DECLARATION) {
        node->a = parse_binding_name(p);
        if (is_statement)
            scope_declare(p, p->scope, node->a, JS_BY_CLASS);
    }
    node->flags = is_statement ? JS_DECLARATION : 0;
    if (p->typed && at_op(p, JS_OP_LESS))
        skip_type_parameters(p);
    node->scope = scope_open(p, false);
    if (has_name && !is_statement)
        scope_declare(p, node->scope, node->a, JS_BY_SELF);
    if (take_word(p, JS_WORD_EXTENDS)) {
        node->b = parse_left_hand_side(p);
        if (p->typed && at_op(p, JS_OP_LESS))
            skip_type_argument_list(p);
    }
    if (p->typed && take_word(p, JS_WORD_IMPLEMENTS))
        skip_type_list(p);
    p->class_node = node;
    node->c = parse_class_members(p);
    p->class_node = outer_class;
    scope_close(p, node->scope);
    parse_leave(p);
    return node_end(p, node);
}
