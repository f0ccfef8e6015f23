/* The parser's ground: errors, tokens, nodes, and the entry. */
#include "javascript/parser.h"

static void add_problem(struct parser *p, uint32_t start, uint32_t end, struct str message)
{
    enum { MOST = 20 }; /* a file that is no JavaScript at all needs no thousand lines to say so */
    if (p->trying || p->file->problems.len >= MOST)
        return;
    if (p->file->problems.len && vec_last(&p->file->problems)->start == start)
        return;
    *vec_push(&p->file->problems) = (struct js_problem){start, end, message};
}

void parse_fail(struct parser *p, uint32_t start, uint32_t end, const char *format, ...)
{
    if (!p->trying) {
        char text[256];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        add_problem(p, start, end, arena_str(p->file->arena, str_of(text)));
    }
    longjmp(p->recovery->jump, 1);
}

void parse_unexpected(struct parser *p)
{
    const struct token *token = &p->lex.token;
    if (token->kind == TOKEN_END)
        parse_fail(p, token->start, token->end, "syntax error: unexpected end of file");
    int length = (int)(token->end - token->start);
    parse_fail(p, token->start, token->end, "syntax error: unexpected '%.*s'",
               length > 40 ? 40 : length, p->lex.text + token->start);
}

void parse_enter(struct parser *p)
{
    if (++p->depth > JS_DEEPEST)
        parse_fail(p, p->lex.token.start, p->lex.token.end,
                   "nested deeper than %d levels; this statement is not analysed", JS_DEEPEST);
}

struct js_node *node_new(struct parser *p, enum js_kind kind, uint32_t start)
{
    struct js_node *node = arena_new(p->file->arena, struct js_node);
    node->kind = (uint8_t)kind;
    node->start = start;
    node->end = p->lex.token.end;
    return node;
}

struct js_node *node_end(struct parser *p, struct js_node *node)
{
    node->end = p->lex.previous_end;
    return node;
}

struct js_node *node_string(struct parser *p, struct js_name *text, uint32_t start, uint32_t end)
{
    struct js_node *node = node_new(p, JS_STRING, start);
    node->text = text;
    node->end = end;
    return node;
}

static void note_asynchrony(struct parser *p, const struct js_name *name)
{
    if (name->word <= JS_WORD_LAST_PLAIN && !name->is_async)
        return;
    p->function->is_async_relevant = true;
    p->file->has_asynchrony = true;
}

struct js_node *node_name(struct parser *p, struct js_name *name, uint32_t start, uint32_t end)
{
    struct js_node *node = node_new(p, JS_NAME, start);
    node->name = name;
    node->end = end;
    node->next_reference = p->scope->references;
    p->scope->references = node;
    if (name->word == JS_WORD_EVAL)
        p->scope->has_eval = p->function->has_with_or_eval = true;
    if (name->word == JS_WORD_ARGUMENTS)
        p->function->uses_arguments = true;
    note_asynchrony(p, name);
    return node;
}

bool take_op(struct parser *p, enum js_op op)
{
    if (!at_op(p, op))
        return false;
    lex_next(p);
    return true;
}

bool take_word(struct parser *p, enum js_word word)
{
    if (!at_word(p, word))
        return false;
    lex_next(p);
    return true;
}

void expect_op(struct parser *p, enum js_op op)
{
    if (!take_op(p, op))
        parse_unexpected(p);
}

void expect_word(struct parser *p, enum js_word word)
{
    if (!take_word(p, word))
        parse_unexpected(p);
}

void expect_semicolon(struct parser *p)
{
    if (take_op(p, JS_OP_SEMICOLON))
        return;
    if (at_op(p, JS_OP_END_BRACE) || p->lex.token.kind == TOKEN_END || p->lex.token.after_newline)
        return;
    parse_unexpected(p);
}

struct token peek_token(struct parser *p)
{
    struct lexer saved = p->lex;
    lex_next(p);
    struct token next = p->lex.token;
    p->lex = saved;
    return next;
}

struct js_name *take_name(struct parser *p)
{
    if (p->lex.token.kind != TOKEN_WORD && p->lex.token.kind != TOKEN_PRIVATE)
        parse_unexpected(p);
    struct js_name *name = p->lex.token.name;
    note_asynchrony(p, name);
    lex_next(p);
    return name;
}

bool parse_try(struct parser *p, void (*try_it)(struct parser *p))
{
    struct recovery recovery = {
        .scope = p->scope, .function = p->function, .depth = p->depth, .outer = p->recovery};
    struct lexer saved = p->lex;
    bool was_trying = p->trying, was_in_type = p->in_type, was_in_extends = p->in_extends;
    volatile bool worked = false;
    p->recovery = &recovery;
    p->trying = true;
    if (_setjmp(recovery.jump) == 0) {
        try_it(p);
        worked = true;
    }
    p->recovery = recovery.outer;
    p->trying = was_trying;
    p->in_type = was_in_type;
    p->in_extends = was_in_extends;
    p->depth = recovery.depth;
    if (!worked)
        p->lex = saved;
    return worked;
}

static struct js_function *new_top(struct parser *p)
{
    struct js_function *top = arena_new(p->file->arena, struct js_function);
    top->file = p->file;
    *vec_push(&p->file->functions) = top;
    p->file->top = p->function = top;
    top->scope = scope_open(p, true);
    return top;
}

static void parse_program(struct parser *p)
{
    struct js_function *top = new_top(p);
    struct js_node *program = node_new(p, JS_PROGRAM, 0);
    p->file->program = top->node = top->body = program;
    program->scope = top->scope;
    lex_start(p);
    struct list all = list_new();
    while (p->lex.token.kind != TOKEN_END) {
        struct js_node *part = parse_statements(p, JS_OP_NONE);
        for (struct js_node *next; part; part = next) {
            next = part->next;
            list_add(&all, part);
        }
        if (p->lex.token.kind != TOKEN_END) /* a stray "}" */
            lex_next(p);
    }
    program->a = all.first;
    program->end = p->lex.length;
    scope_close(p, top->scope);
    top->is_async_relevant |= top->has_await;
    p->file->has_asynchrony |= top->is_async_relevant;
}

struct js_file *js_parse(struct str text, enum js_dialect dialect)
{
    return js_parse_in(NULL, text, dialect);
}

struct js_file *js_parse_in(struct arena *arena, struct str text, enum js_dialect dialect)
{
    struct js_file *file = mem_zalloc(sizeof *file);
    file->arena = arena ? arena : &file->own;
    file->text = text;
    file->dialect = dialect;
    struct parser p = {
        .file = file,
        .typed = dialect != JS_SCRIPT,
        .jsx = dialect != JS_TYPESCRIPT,
        .lex = {.text = text.at,
                .length = (uint32_t)(text.len < UINT32_MAX - 16 ? text.len : UINT32_MAX - 16)},
    };
    parse_program(&p);
    scope_resolve(&p);
    free(p.names.slots);
    vec_free(&p.parens);
    return file;
}

void js_free(struct js_file *self)
{
    if (!self)
        return;
    vec_free(&self->functions);
    vec_free(&self->imports);
    vec_free(&self->problems);
    vec_free(&self->plain_calls);
    arena_free(&self->own);
    free(self);
}

enum js_dialect js_dialect_of(struct str path)
{
    if (str_ends(path, STR(".tsx")))
        return JS_TSX;
    if (str_ends(path, STR(".ts")) || str_ends(path, STR(".mts")) || str_ends(path, STR(".cts")))
        return JS_TYPESCRIPT;
    return JS_SCRIPT;
}
