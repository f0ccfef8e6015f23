/* The parser's ground: errors, tokens, nodes, and the entry. */
#include "javascript/grammar.h"

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

void parse_report(struct parser *p, uint32_t start, uint32_t end, const char *message)
{
    add_problem(p, start, end, str_of(message));
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

bool may_look_ahead(struct parser *p)
{
    if (p->ahead <= p->most_ahead)
        return true;
    if (p->ahead != UINT64_MAX) { /* told once */
        bool was_trying = p->trying;
        p->trying = false;
        add_problem(p, p->lex.token.start, p->lex.token.end,
                    STR("too much of this file can be read in several ways: from here on only the "
                        "first is tried"));
        p->trying = was_trying;
        p->ahead = UINT64_MAX;
    }
    return false;
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
    p->function->names_asynchrony = true;
    p->file->names_asynchrony = true;
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
    if (!may_look_ahead(p))
        return false;
    struct recovery recovery = {
        .scope = p->scope, .function = p->function, .depth = p->depth, .outer = p->recovery};
    struct lexer saved = p->lex;
    bool was_trying = p->trying, was_in_type = p->in_type, was_in_extends = p->in_extends,
         was_in_return = p->in_arrow_return;
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
    p->in_arrow_return = was_in_return;
    p->depth = recovery.depth;
    if (p->ahead <= p->most_ahead)
        looked_ahead(p, saved.at, p->lex.at);
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
        if (p->lex.token.kind == TOKEN_END)
            break;
        if (!p->file->problems.len) /* else the one before it left this brace over */
            parse_report(p, p->lex.token.start, p->lex.token.end,
                         "syntax error: this brace closes nothing");
        lex_next(p);
    }
    program->a = all.first;
    program->end = p->lex.length;
    scope_close(p, top->scope);
    top->names_asynchrony |= top->has_await;
    p->file->names_asynchrony |= top->names_asynchrony;
}

struct js_file *js_parse(struct str text, enum js_dialect dialect)
{
    return js_parse_in(NULL, text, dialect);
}

struct js_file *js_parse_in(struct arena *arena, struct str text, enum js_dialect dialect)
{
    return js_parse_until(arena, text, dialect, NULL);
}

/* Real TypeScript looks back over 1 % of its bytes, code full of generics over 40 %. */
static uint64_t most_ahead(uint32_t length)
{
    enum { TIMES = 10, AT_LEAST = 100000 };
    return (uint64_t)length * TIMES + AT_LEAST;
}

static struct js_file *parse_as(struct arena *arena, struct str text, enum js_dialect dialect,
                                bool flow, const atomic_bool *stop)
{
    struct js_file *file = mem_zalloc(sizeof *file);
    file->arena = arena ? arena : &file->own;
    file->text = text;
    file->dialect = dialect;
    struct parser p = {
        .file = file,
        .typed = dialect != JS_SCRIPT || flow,
        .flow = flow,
        .jsx = dialect != JS_TYPESCRIPT,
        .stop = stop,
        .lex = {.text = text.at, .length = text.len <= JS_LARGEST ? (uint32_t)text.len : 0},
    };
    p.most_ahead = most_ahead(p.lex.length);
    parse_program(&p);
    if (text.len > JS_LARGEST)
        add_problem(&p, 0, 0,
                    arena_printf(file->arena, "larger than %d MB: not read", JS_LARGEST >> 20));
    if (is_stopped(stop))
        file->problems.len = 0; /* the end that was missing is ours */
    scope_resolve(&p);
    free(p.names.slots);
    vec_free(&p.parens);
    return file;
}

struct js_file *js_parse_until(struct arena *arena, struct str text, enum js_dialect dialect,
                               const atomic_bool *stop)
{
    struct js_file *file = parse_as(arena, text, dialect, false, stop);
    if (dialect != JS_SCRIPT || !file->problems.len || text.len > JS_LARGEST)
        return file;
    /* A .js with types in it: somebody strips them before it is run. */
    struct js_file *typed = parse_as(arena, text, dialect, true, stop);
    bool is_better = typed->problems.len < file->problems.len;
    js_free(is_better ? file : typed);
    return is_better ? typed : file;
}

void js_free(struct js_file *self)
{
    if (!self)
        return;
    vec_free(&self->functions);
    vec_free(&self->imports);
    vec_free(&self->problems);
    vec_free(&self->parens);
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
