/* Statements, modules, and getting up again after a syntax error. */
#include "javascript/grammar.h"

static struct js_node *statement_node(struct parser *p, enum js_kind kind)
{
    struct js_node *node = node_new(p, kind, p->lex.token.start);
    lex_next(p);
    return node;
}

/* To where a statement may begin again: behind a ";" or in front of a "}" of this block, or at a
 * word on a new line that only begins statements. */
static void skip_to_statement(struct parser *p)
{
    unsigned depth = 0;
    for (; p->lex.token.kind != TOKEN_END; lex_next(p)) {
        if (p->lex.token.kind == TOKEN_PUNCTUATOR) {
            enum js_op op = p->lex.token.op;
            if (op == JS_OP_BRACE)
                depth++;
            if (op == JS_OP_END_BRACE && depth-- == 0)
                return;
            if (op == JS_OP_SEMICOLON && depth == 0) {
                lex_next(p);
                return;
            }
        } else if (p->lex.token.kind == TOKEN_WORD && p->lex.token.after_newline && depth == 0) {
            enum js_word word = p->lex.token.name->word;
            if (word == JS_WORD_CONST || word == JS_WORD_LET || word == JS_WORD_VAR ||
                word == JS_WORD_FUNCTION || word == JS_WORD_CLASS || word == JS_WORD_IF ||
                word == JS_WORD_FOR || word == JS_WORD_RETURN || word == JS_WORD_IMPORT ||
                word == JS_WORD_EXPORT || word == JS_WORD_TRY)
                return;
        }
    }
}

/* The functions that an error cut short have no body: they must not be executed. */
static void drop_unfinished(struct parser *p)
{
    while (p->function != p->recovery->function) {
        p->function->params = NULL;
        p->function = p->function->parent;
    }
}

static void recover(struct parser *p, uint32_t before)
{
    drop_unfinished(p);
    p->scope = p->recovery->scope;
    p->depth = p->recovery->depth;
    p->in_type = p->in_extends = p->in_arrow_return = p->no_in = p->no_conditional_arrow =
        p->trying = false;
    if (p->lex.token.start == before && p->lex.token.kind != TOKEN_END &&
        !at_op(p, JS_OP_END_BRACE))
        lex_next(p);
    skip_to_statement(p);
}

static bool list_ends(const struct parser *p, enum js_op end)
{
    if (p->lex.token.kind == TOKEN_END || at_op(p, JS_OP_END_BRACE))
        return true;
    return end == JS_OP_NONE
               ? false
               : (end == JS_OP_COLON) && (at_word(p, JS_WORD_CASE) || at_word(p, JS_WORD_DEFAULT));
}

/* `end`: END_BRACE for blocks, COLON for the clauses of a switch, NONE for the file. */
struct js_node *parse_statements(struct parser *p, enum js_op end)
{
    struct recovery recovery = {
        .scope = p->scope, .function = p->function, .depth = p->depth, .outer = p->recovery};
    struct list *list = arena_new(p->file->arena, struct list);
    uint32_t *before = arena_new(p->file->arena, uint32_t);
    bool outermost = !p->trying;
    p->recovery = &recovery;
    if (_setjmp(recovery.jump) != 0) {
        if (!outermost) {
            p->recovery = recovery.outer;
            longjmp(p->recovery->jump, 1);
        }
        recover(p, *before);
    }
    while (!list_ends(p, end)) {
        *before = p->lex.token.start;
        struct js_node *statement = parse_statement(p);
        if (statement)
            list_add(list, statement);
    }
    p->recovery = recovery.outer;
    return list->first;
}

struct js_node *parse_block(struct parser *p)
{
    struct js_node *node = node_new(p, JS_BLOCK, p->lex.token.start);
    node->scope = scope_open(p, false);
    expect_op(p, JS_OP_BRACE);
    node->a = parse_statements(p, JS_OP_END_BRACE);
    expect_op(p, JS_OP_END_BRACE);
    scope_close(p, node->scope);
    return node_end(p, node);
}

static enum js_declared declared_by(enum js_op op)
{
    return op == JS_OP_VAR ? JS_BY_VAR : op == JS_OP_LET ? JS_BY_LET : JS_BY_CONST;
}

static struct js_node *parse_declarator(struct parser *p, enum js_op op)
{
    struct js_node *node = node_new(p, JS_DECLARATOR, p->lex.token.start);
    node->a = parse_binding(p);
    scope_declare_target(p, node, declared_by(op));
    if (p->typed)
        take_op(p, JS_OP_NOT);
    skip_type_annotation(p);
    if (take_op(p, JS_OP_ASSIGN)) {
        node->b = parse_assignment(p);
        if (node->b->kind == JS_FUNCTION && !node->b->function->name && node->a->kind == JS_NAME)
            node->b->function->name = node->a->name;
    } else if (node->a->kind != JS_NAME && !p->no_in &&
               (!p->typed || p->flow)) { /* not in the head of a for */
        parse_fail(p, node->a->start, node->a->end,
                   "syntax error: a pattern needs a value to take apart");
    }
    return node_end(p, node);
}

struct js_node *parse_var(struct parser *p, enum js_op op)
{
    struct js_node *node = statement_node(p, JS_VAR);
    struct list list = list_new();
    node->op = (uint8_t)op;
    do
        list_add(&list, parse_declarator(p, op));
    while (take_op(p, JS_OP_COMMA));
    node->a = list.first;
    return node_end(p, node);
}

/* `let`, `using` and `const` begin a declaration only before a name or a pattern. */
static enum js_op declaration_op(struct parser *p)
{
    if (at_word(p, JS_WORD_VAR))
        return JS_OP_VAR;
    if (at_word(p, JS_WORD_CONST))
        return JS_OP_CONST;
    if (!at_word(p, JS_WORD_LET) && !at_word(p, JS_WORD_USING))
        return JS_OP_NONE;
    struct token next = peek_token(p);
    bool names =
        next.kind == TOKEN_WORD && (!word_is_reserved(&next)) && next.name->word != JS_WORD_OF;
    bool pattern =
        next.kind == TOKEN_PUNCTUATOR && (next.op == JS_OP_BRACKET || next.op == JS_OP_BRACE);
    if (at_word(p, JS_WORD_USING))
        return names && !next.after_newline ? JS_OP_CONST : JS_OP_NONE;
    return names || pattern || (next.kind == TOKEN_WORD && next.name->word == JS_WORD_OF)
               ? JS_OP_LET
               : JS_OP_NONE;
}

static struct js_node *parse_if(struct parser *p)
{
    struct js_node *node = statement_node(p, JS_IF);
    expect_op(p, JS_OP_PAREN);
    node->a = parse_expression(p);
    expect_op(p, JS_OP_END_PAREN);
    node->b = parse_statement(p);
    if (take_word(p, JS_WORD_ELSE))
        node->c = parse_statement(p);
    return node_end(p, node);
}

static struct js_node *parse_for_initialiser(struct parser *p)
{
    enum js_op op = declaration_op(p);
    if (at_op(p, JS_OP_SEMICOLON))
        return NULL;
    p->no_in = true;
    struct js_node *head = op ? parse_var(p, op) : parse_expression(p);
    p->no_in = false;
    return head;
}

static void parse_for_tail(struct parser *p, struct js_node *node)
{
    expect_op(p, JS_OP_SEMICOLON);
    if (!at_op(p, JS_OP_SEMICOLON))
        node->b = parse_expression(p);
    expect_op(p, JS_OP_SEMICOLON);
    if (!at_op(p, JS_OP_END_PAREN))
        node->c = parse_expression(p);
}

static struct js_node *parse_for(struct parser *p)
{
    struct js_node *node = statement_node(p, JS_FOR);
    bool is_await = at_word(p, JS_WORD_AWAIT);
    if (is_await) {
        check_await(p, p->lex.token.start);
        lex_next(p);
    }
    node->scope = scope_open(p, false);
    node->scope->in_loop = true;
    expect_op(p, JS_OP_PAREN);
    node->a = parse_for_initialiser(p);
    if (node->a && (at_word(p, JS_WORD_OF) || at_word(p, JS_WORD_IN))) {
        node->kind = at_word(p, JS_WORD_OF) ? JS_FOR_OF : JS_FOR_IN;
        parse_to_pattern(p, node->a);
        parse_mark_written(node->a); /* not what the head itself declares */
        lex_next(p);
        node->b = node->kind == JS_FOR_OF ? parse_assignment(p) : parse_expression(p);
    } else {
        parse_for_tail(p, node);
    }
    expect_op(p, JS_OP_END_PAREN);
    if (is_await) {
        node->flags |= JS_FOR_AWAIT;
        p->function->has_await = p->function->names_asynchrony = p->file->names_asynchrony = true;
    }
    node->d = parse_statement(p);
    scope_close(p, node->scope);
    return node_end(p, node);
}

static struct js_node *parse_loop_body(struct parser *p)
{
    struct js_scope *scope = scope_open(p, false);
    scope->in_loop = true;
    struct js_node *body = parse_statement(p);
    scope_close(p, scope);
    return body;
}

static struct js_node *parse_while(struct parser *p)
{
    struct js_node *node = statement_node(p, JS_WHILE);
    expect_op(p, JS_OP_PAREN);
    node->b = parse_expression(p);
    expect_op(p, JS_OP_END_PAREN);
    node->d = parse_loop_body(p);
    return node_end(p, node);
}

static struct js_node *parse_do(struct parser *p)
{
    struct js_node *node = statement_node(p, JS_DO_WHILE);
    node->d = parse_loop_body(p);
    expect_word(p, JS_WORD_WHILE);
    expect_op(p, JS_OP_PAREN);
    node->b = parse_expression(p);
    expect_op(p, JS_OP_END_PAREN);
    take_op(p, JS_OP_SEMICOLON);
    return node_end(p, node);
}

static struct js_node *parse_return(struct parser *p)
{
    struct js_node *node = statement_node(p, JS_RETURN);
    bool has_value = !at_op(p, JS_OP_SEMICOLON) && !at_op(p, JS_OP_END_BRACE) &&
                     p->lex.token.kind != TOKEN_END && !p->lex.token.after_newline;
    if (has_value) {
        node->a = parse_expression(p);
        p->function->returns_value = true;
    } else {
        p->function->has_bare_return = true;
    }
    expect_semicolon(p);
    return node_end(p, node);
}

static struct js_node *parse_throw(struct parser *p)
{
    struct js_node *node = statement_node(p, JS_THROW);
    p->function->has_throw = true;
    if (p->lex.token.after_newline)
        parse_unexpected(p);
    node->a = parse_expression(p);
    expect_semicolon(p);
    return node_end(p, node);
}

static void parse_catch(struct parser *p, struct js_node *node)
{
    node->scope = scope_open(p, false);
    if (take_op(p, JS_OP_PAREN)) {
        node->b = parse_binding(p);
        scope_declare_pattern(p, node->b, JS_BY_CATCH);
        skip_type_annotation(p);
        expect_op(p, JS_OP_END_PAREN);
    }
    node->c = parse_block(p);
    scope_close(p, node->scope);
}

static struct js_node *parse_try_statement(struct parser *p)
{
    struct js_node *node = statement_node(p, JS_TRY);
    node->a = parse_block(p);
    if (take_word(p, JS_WORD_CATCH))
        parse_catch(p, node);
    if (take_word(p, JS_WORD_FINALLY))
        node->d = parse_block(p);
    if (!node->c && !node->d)
        parse_unexpected(p);
    return node_end(p, node);
}

static struct js_node *parse_case(struct parser *p)
{
    struct js_node *node = node_new(p, JS_CASE, p->lex.token.start);
    if (!take_word(p, JS_WORD_DEFAULT)) {
        expect_word(p, JS_WORD_CASE);
        node->a = parse_expression(p);
    }
    expect_op(p, JS_OP_COLON);
    node->b = parse_statements(p, JS_OP_COLON);
    return node_end(p, node);
}

static struct js_node *parse_switch(struct parser *p)
{
    struct js_node *node = statement_node(p, JS_SWITCH);
    struct list cases = list_new();
    expect_op(p, JS_OP_PAREN);
    node->a = parse_expression(p);
    expect_op(p, JS_OP_END_PAREN);
    expect_op(p, JS_OP_BRACE);
    node->scope = scope_open(p, false);
    while (!at_op(p, JS_OP_END_BRACE))
        list_add(&cases, parse_case(p));
    lex_next(p);
    scope_close(p, node->scope);
    node->b = cases.first;
    return node_end(p, node);
}

static struct js_node *parse_jump(struct parser *p, enum js_kind kind)
{
    struct js_node *node = statement_node(p, kind);
    if (p->lex.token.kind == TOKEN_WORD && !p->lex.token.after_newline &&
        !word_is_reserved(&p->lex.token))
        node->name = take_name(p);
    expect_semicolon(p);
    return node_end(p, node);
}

static struct js_node *parse_with(struct parser *p)
{
    struct js_node *node = statement_node(p, JS_WITH);
    expect_op(p, JS_OP_PAREN);
    node->a = parse_expression(p);
    expect_op(p, JS_OP_END_PAREN);
    struct js_scope *scope = scope_open(p, false);
    scope->has_with = p->function->has_with_or_eval = true;
    node->d = parse_statement(p);
    scope_close(p, scope);
    return node_end(p, node);
}

/* ---- modules ---- */

static struct js_name *take_export_name(struct parser *p)
{
    if (p->lex.token.kind != TOKEN_STRING)
        return take_name(p);
    struct js_name *name = lex_cooked(p, p->lex.token.start + 1, p->lex.token.end - 1);
    lex_next(p);
    return name;
}

static struct js_node *take_source(struct parser *p)
{
    if (p->lex.token.kind != TOKEN_STRING)
        parse_unexpected(p);
    struct token token = p->lex.token;
    lex_next(p);
    struct js_node *source =
        node_string(p, lex_cooked(p, token.start + 1, token.end - 1), token.start, token.end);
    if ((at_word(p, JS_WORD_WITH) || at_word(p, JS_WORD_ASSERT)) && !p->lex.token.after_newline) {
        lex_next(p);
        parse_left_hand_side(p); /* { type: "json" } */
    }
    return source;
}

/* {type as}, {type as as a}: a modifier; {type as a}, {type as as}: the specifier itself. */
static bool take_type_before_as(struct parser *p)
{
    struct lexer saved = p->lex;
    lex_next(p);
    lex_next(p);
    bool is_modifier = p->lex.token.kind != TOKEN_WORD && p->lex.token.kind != TOKEN_STRING;
    if (at_word(p, JS_WORD_AS)) {
        struct token next = peek_token(p);
        is_modifier = next.kind == TOKEN_WORD || next.kind == TOKEN_STRING;
    }
    p->lex = saved;
    if (is_modifier)
        lex_next(p);
    return is_modifier;
}

/* `type` before a specifier, unless it is the specifier. */
static bool take_type_modifier(struct parser *p)
{
    if (!p->typed || !(at_word(p, JS_WORD_TYPE) || (p->flow && at_word(p, JS_WORD_TYPEOF))))
        return false;
    struct token next = peek_token(p);
    if (next.kind != TOKEN_WORD && next.kind != TOKEN_STRING)
        return false;
    if (next.kind == TOKEN_WORD && next.name->word == JS_WORD_AS)
        return take_type_before_as(p);
    lex_next(p);
    return true;
}

static struct js_node *import_specifier(struct parser *p, struct js_name *outer,
                                        struct js_name *local, struct token at)
{
    struct js_node *node = node_new(p, JS_SPECIFIER, at.start);
    node->a = node_name(p, local, at.start, at.end);
    node->text = outer;
    node->end = at.end;
    scope_declare(p, p->scope, node->a, JS_BY_IMPORT);
    return node;
}

static void parse_import_list(struct parser *p, struct list *list)
{
    expect_op(p, JS_OP_BRACE);
    while (!at_op(p, JS_OP_END_BRACE)) {
        bool type_only = take_type_modifier(p);
        struct token first = p->lex.token;
        struct js_name *outer = take_export_name(p), *local = outer;
        struct token at = p->lex.token;
        if (!at_word(p, JS_WORD_AS) && word_is_reserved(&first))
            parse_fail(p, first.start, first.end, "syntax error: unexpected '" STR_FMT "'",
                       STR_ARG(outer->text));
        at.start = at.end = p->lex.previous_end;
        at.start -= (uint32_t)(outer->text.len < at.start ? outer->text.len : 0);
        if (take_word(p, JS_WORD_AS)) {
            at = p->lex.token;
            local = take_name(p);
        }
        if (!type_only)
            list_add(list, import_specifier(p, outer, local, at));
        if (!at_op(p, JS_OP_END_BRACE))
            expect_op(p, JS_OP_COMMA);
    }
    lex_next(p);
}

static void parse_import_clause(struct parser *p, struct list *list)
{
    if (p->lex.token.kind == TOKEN_WORD) {
        struct token at = p->lex.token;
        lex_next(p);
        list_add(list, import_specifier(p, p->known[JS_WORD_DEFAULT], at.name, at));
        if (!take_op(p, JS_OP_COMMA))
            return;
    }
    if (take_op(p, JS_OP_MUL)) {
        expect_word(p, JS_WORD_AS);
        struct token at = p->lex.token;
        struct js_name *local = take_name(p);
        list_add(list, import_specifier(p, lex_name(p, STR("*")), local, at));
    } else {
        parse_import_list(p, list);
    }
}

static struct js_node *parse_import_equals(struct parser *p, struct js_node *node)
{
    struct token at = p->lex.token;
    struct js_node *name = parse_binding_name(p);
    struct js_node *declarator = node_new(p, JS_DECLARATOR, at.start);
    declarator->a = name;
    scope_declare_target(p, declarator, JS_BY_CONST);
    expect_op(p, JS_OP_ASSIGN);
    declarator->b = parse_left_hand_side(p);
    expect_semicolon(p);
    node->kind = JS_VAR;
    node->op = JS_OP_CONST;
    node->a = node_end(p, declarator);
    return node_end(p, node);
}

struct js_node *parse_import(struct parser *p)
{
    struct js_node *node = statement_node(p, JS_IMPORT);
    struct list list = list_new();
    p->file->is_module = true;
    if (p->typed && (at_word(p, JS_WORD_TYPE) || (p->flow && at_word(p, JS_WORD_TYPEOF)))) {
        struct token next = peek_token(p);
        bool modifier =
            (next.kind == TOKEN_WORD && next.name->word != JS_WORD_FROM) ||
            (next.kind == TOKEN_PUNCTUATOR && (next.op == JS_OP_BRACE || next.op == JS_OP_MUL));
        if (modifier) {
            lex_next(p);
            node->flags |= JS_TYPE_ONLY;
        }
    }
    if (p->lex.token.kind == TOKEN_WORD) {
        struct token next = peek_token(p);
        if (p->typed && next.kind == TOKEN_PUNCTUATOR && next.op == JS_OP_ASSIGN)
            return parse_import_equals(p, node);
    }
    if (p->lex.token.kind != TOKEN_STRING) {
        parse_import_clause(p, &list);
        expect_word(p, JS_WORD_FROM);
    }
    node->a = list.first;
    node->b = take_source(p);
    expect_semicolon(p);
    if (!(node->flags & JS_TYPE_ONLY))
        *vec_push(&p->file->imports) = node;
    return node_end(p, node);
}

static void parse_export_list(struct parser *p, struct js_node *node)
{
    struct list list = list_new();
    expect_op(p, JS_OP_BRACE);
    while (!at_op(p, JS_OP_END_BRACE)) {
        bool type_only = take_type_modifier(p);
        struct token at = p->lex.token;
        struct js_node *specifier = node_new(p, JS_SPECIFIER, at.start);
        struct js_name *local = take_export_name(p);
        specifier->text = take_word(p, JS_WORD_AS) ? take_export_name(p) : local;
        specifier->a = node_string(p, local, at.start, at.end);
        if (!type_only)
            list_add(&list, node_end(p, specifier));
        if (!at_op(p, JS_OP_END_BRACE))
            expect_op(p, JS_OP_COMMA);
    }
    lex_next(p);
    node->b = list.first;
    if (take_word(p, JS_WORD_FROM)) {
        node->c = take_source(p);
        *vec_push(&p->file->imports) = node;
    } else { /* of this file: make them references */
        for (struct js_node *s = node->b; s; s = s->next)
            s->a = node_name(p, s->a->text, s->a->start, s->a->end);
    }
    expect_semicolon(p);
}

static void parse_export_all(struct parser *p, struct js_node *node)
{
    node->kind = JS_EXPORT_ALL;
    node->a = NULL;
    if (take_word(p, JS_WORD_AS))
        node->b = node_string(p, take_export_name(p), p->lex.previous_end, p->lex.previous_end);
    expect_word(p, JS_WORD_FROM);
    node->c = take_source(p);
    expect_semicolon(p);
    *vec_push(&p->file->imports) = node;
}

static void parse_export_default(struct parser *p, struct js_node *node)
{
    node->kind = JS_EXPORT_DEFAULT;
    struct token next = peek_token(p);
    bool async_function = at_word(p, JS_WORD_ASYNC) && next.kind == TOKEN_WORD &&
                          next.name->word == JS_WORD_FUNCTION && !next.after_newline;
    if (p->typed && at_word(p, JS_WORD_ABSTRACT))
        lex_next(p);
    bool is_component = at_flow_word(p, "component") && next.kind == TOKEN_WORD;
    if (at_word(p, JS_WORD_FUNCTION) || async_function || is_component) {
        node->a = parse_function(p, AS_DEFAULT_EXPORT);
    } else if (at_word(p, JS_WORD_CLASS) || at_op(p, JS_OP_AT)) {
        skip_decorators(p);
        node->a = parse_class(p, AS_DEFAULT_EXPORT);
    } else if (p->typed && at_word(p, JS_WORD_INTERFACE)) {
        node->a = parse_typescript_statement(p, true);
    } else {
        node->a = parse_assignment(p);
        expect_semicolon(p);
    }
}

/* export function f, export const f = ... */
static void note_exported(const struct js_node *declaration)
{
    if (declaration->kind == JS_FUNCTION && declaration->d)
        declaration->d->flags |= JS_EXPORTED;
    for (struct js_node *d = declaration->kind == JS_VAR ? declaration->a : NULL; d; d = d->next)
        d->a->flags |= d->a->kind == JS_NAME ? JS_EXPORTED : 0;
}

struct js_node *parse_export(struct parser *p)
{
    struct js_node *node = statement_node(p, JS_EXPORT);
    p->file->is_module = true;
    if (p->typed && take_op(p, JS_OP_ASSIGN)) { /* export = x */
        node->kind = JS_EXPORT_DEFAULT;
        node->flags |= JS_COMPUTED;
        node->a = parse_expression(p);
        expect_semicolon(p);
    } else if (p->typed && at_word(p, JS_WORD_AS)) { /* export as namespace X */
        while (!at_op(p, JS_OP_SEMICOLON) && !p->lex.token.after_newline &&
               p->lex.token.kind != TOKEN_END)
            lex_next(p);
        node->kind = JS_EMPTY;
    } else if (take_word(p, JS_WORD_DEFAULT)) {
        parse_export_default(p, node);
    } else if (take_op(p, JS_OP_MUL)) {
        parse_export_all(p, node);
    } else if (at_op(p, JS_OP_BRACE)) {
        parse_export_list(p, node);
    } else if (p->typed && at_word(p, JS_WORD_TYPE) && peek_token(p).kind == TOKEN_PUNCTUATOR) {
        lex_next(p);
        bool all = take_op(p, JS_OP_MUL);
        if (all)
            parse_export_all(p, node);
        else
            parse_export_list(p, node);
        node->kind = JS_EMPTY;
    } else {
        node->a = p->typed ? parse_typescript_statement(p, true) : NULL;
        if (!node->a)
            node->a = parse_statement(p);
        if (node->a && node->a->kind == JS_EMPTY)
            node->kind = JS_EMPTY;
    }
    if (node->a)
        note_exported(node->a);
    return node_end(p, node);
}

/* ---- all together ---- */

static struct js_node *parse_expression_statement(struct parser *p)
{
    struct token first = p->lex.token;
    struct js_node *node = node_new(p, JS_EXPRESSION_STATEMENT, first.start);
    node->a = parse_expression(p);
    if (node->a->kind == JS_AWAIT)
        node->a->flags |= JS_DROPPED;
    if (node->a->kind == JS_NAME && !(node->a->flags & JS_PARENTHESISED) &&
        take_op(p, JS_OP_COLON)) {
        node->kind = JS_LABELED;
        node->name = node->a->name;
        node->b = parse_statement(p);
        return node_end(p, node);
    }
    expect_semicolon(p);
    return node_end(p, node);
}

static struct js_node *parse_declaration(struct parser *p, enum js_op op)
{
    struct js_node *node = parse_var(p, op);
    expect_semicolon(p);
    return node_end(p, node);
}

static bool at_async_function(struct parser *p)
{
    if (!at_word(p, JS_WORD_ASYNC))
        return false;
    struct token next = peek_token(p);
    return next.kind == TOKEN_WORD && next.name->word == JS_WORD_FUNCTION && !next.after_newline;
}

static struct js_node *parse_word_statement(struct parser *p)
{
    switch (p->lex.token.name->word) {
    case JS_WORD_IF:
        return parse_if(p);
    case JS_WORD_FOR:
        return parse_for(p);
    case JS_WORD_WHILE:
        return parse_while(p);
    case JS_WORD_DO:
        return parse_do(p);
    case JS_WORD_RETURN:
        return parse_return(p);
    case JS_WORD_THROW:
        return parse_throw(p);
    case JS_WORD_TRY:
        return parse_try_statement(p);
    case JS_WORD_SWITCH:
        return parse_switch(p);
    case JS_WORD_BREAK:
        return parse_jump(p, JS_BREAK);
    case JS_WORD_CONTINUE:
        return parse_jump(p, JS_CONTINUE);
    case JS_WORD_WITH:
        return parse_with(p);
    case JS_WORD_FUNCTION:
        return parse_function(p, AS_DECLARATION);
    case JS_WORD_CLASS:
        return parse_class(p, AS_DECLARATION);
    case JS_WORD_EXPORT:
        return parse_export(p);
    case JS_WORD_IMPORT: {
        struct token next = peek_token(p);
        bool is_expression =
            next.kind == TOKEN_PUNCTUATOR && (next.op == JS_OP_PAREN || next.op == JS_OP_DOT);
        return is_expression ? NULL : parse_import(p);
    }
    case JS_WORD_DEBUGGER: {
        struct js_node *node = statement_node(p, JS_EMPTY);
        expect_semicolon(p);
        return node;
    }
    default:
        return at_async_function(p) ? parse_function(p, AS_DECLARATION) : NULL;
    }
}

/* await using x = ...: the `await` only matters to the disposal. */
static void skip_await_using(struct parser *p)
{
    if (!at_word(p, JS_WORD_AWAIT))
        return;
    struct token next = peek_token(p);
    if (next.kind != TOKEN_WORD || next.name->word != JS_WORD_USING || next.after_newline)
        return;
    struct lexer saved = p->lex;
    lex_next(p);
    if (peek_token(p).kind != TOKEN_WORD)
        p->lex = saved;
}

static struct js_node *parse_any_statement(struct parser *p)
{
    skip_await_using(p);
    if (at_op(p, JS_OP_BRACE))
        return parse_block(p);
    if (at_op(p, JS_OP_SEMICOLON))
        return statement_node(p, JS_EMPTY);
    if (at_op(p, JS_OP_AT)) {
        skip_decorators(p);
        return parse_any_statement(p);
    }
    if (p->lex.token.kind != TOKEN_WORD || p->lex.token.escaped)
        return parse_expression_statement(p);
    enum js_op op = p->typed && at_word(p, JS_WORD_CONST) && peek_token(p).kind == TOKEN_WORD &&
                            peek_token(p).name->word == JS_WORD_ENUM
                        ? JS_OP_NONE
                        : declaration_op(p);
    if (op)
        return parse_declaration(p, op);
    struct js_node *node = parse_word_statement(p);
    if (!node && p->typed)
        node = parse_typescript_statement(p, false);
    return node ? node : parse_expression_statement(p);
}

struct js_node *parse_statement(struct parser *p)
{
    parse_enter(p);
    if (is_stopped(p->stop)) /* the file ends here */
        p->lex.length = p->lex.at;
    struct js_node *node = parse_any_statement(p);
    parse_leave(p);
    return node;
}
