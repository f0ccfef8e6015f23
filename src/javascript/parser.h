/* What the files of the parser share. Recursive descent with a bound on depth; an error leaves by
 * longjmp to the innermost statement list, which skips to where a statement may begin again. */
#ifndef JAVASCRIPT_PARSER_H
#define JAVASCRIPT_PARSER_H

#include "base/map.h"
#include "javascript/lexer.h"

#include <setjmp.h>

struct recovery {
    jmp_buf jump;
    struct js_scope *scope;
    struct js_function *function;
    unsigned depth;
    struct recovery *outer;
};

enum { JS_DEEPEST = 3000 }; /* levels of nesting we follow: a few hundred bytes of stack each */

/* Whether a "(" opens the parameters of an arrow function; found by scanning ahead once. */
enum paren_use { PAREN_UNKNOWN, PAREN_GROUP, PAREN_ARROW, PAREN_TYPED };

struct parser {
    struct lexer lex;
    struct js_file *file;
    struct js__names names;
    struct js_scope *scope;
    struct js_function *function;
    struct js_node *class_node;
    struct recovery *recovery;
    unsigned depth;
    bool no_in; /* in the head of a for: `in` is no operator */
    bool typed; /* TypeScript */
    bool flow;  /* typed, but a .js: the annotations may be Flow's */
    bool jsx;
    bool in_type;              /* > is never merged with what follows */
    bool in_arrow_return;      /* Flow: the "=>" behind this type is the function's own */
    bool in_extends;           /* of a conditional type: the "?" behind it is that type's */
    bool trying;               /* errors are not reported: they only mean "not this way" */
    bool no_conditional_arrow; /* between ? and :, so that a `):` is not taken for a return type */
    uint32_t scanned_to;       /* parentheses before this offset are classified */
    /* Where the language is ambiguous we read ahead and come back. Text made to be ambiguous again
     * and again would be read as often as it has tokens: beyond a share of bytes nobody needs, the
     * first way is taken unread, and the file says so. */
    uint64_t ahead, most_ahead;
    const atomic_bool *stop;
    VEC(struct paren {
        uint32_t at;
        enum paren_use use;
    })
    parens;
    struct js_name *known[JS_WORD_COUNT];
};

/* parse.c */
_Noreturn void parse_fail(struct parser *p, uint32_t start, uint32_t end, const char *format, ...)
    PRINTF_LIKE(4, 5);
/* Notes a problem, and parsing goes on as if nothing were. */
void parse_report(struct parser *p, uint32_t start, uint32_t end, const char *message);
_Noreturn void parse_unexpected(struct parser *p);
void parse_enter(struct parser *p);
static inline void parse_leave(struct parser *p)
{
    p->depth--;
}
struct js_node *node_new(struct parser *p, enum js_kind kind, uint32_t start);
struct js_node *node_end(struct parser *p, struct js_node *node);
struct js_node *node_string(struct parser *p, struct js_name *text, uint32_t start, uint32_t end);
struct js_node *node_name(struct parser *p, struct js_name *name, uint32_t start, uint32_t end);
struct scan {
    struct lexer lex;
};

static inline bool at_op(const struct parser *p, enum js_op op)
{
    return p->lex.token.op == op && p->lex.token.kind == TOKEN_PUNCTUATOR;
}
static inline bool at_word(const struct parser *p, enum js_word word)
{
    return p->lex.token.kind == TOKEN_WORD && p->lex.token.name->word == word &&
           !p->lex.token.escaped;
}
bool take_op(struct parser *p, enum js_op op);
bool take_word(struct parser *p, enum js_word word);
void expect_op(struct parser *p, enum js_op op);
void expect_word(struct parser *p, enum js_word word);
void expect_semicolon(struct parser *p);
struct token peek_token(struct parser *p);
struct js_name *take_name(struct parser *p); /* any word */
/* `try_it` is run; where it fails the lexer is put back and false returned. */
bool parse_try(struct parser *p, void (*try_it)(struct parser *p));
/* False: so much was read twice already that no more is; told as a problem of the file. */
bool may_look_ahead(struct parser *p);
static inline void looked_ahead(struct parser *p, uint32_t from, uint32_t to)
{
    p->ahead += to > from ? to - from : 0;
}

/* A list under construction. */
struct list {
    struct js_node *first, **end;
};
static inline struct list list_new(void)
{
    return (struct list){NULL, NULL};
}
static inline void list_add(struct list *list, struct js_node *node)
{
    if (!list->first)
        list->first = node;
    else
        *list->end = node;
    list->end = &node->next;
}

/* scope.c */
struct js_scope *scope_open(struct parser *p, bool is_function);
void scope_close(struct parser *p, struct js_scope *scope);
struct js_variable *scope_declare(struct parser *p, struct js_scope *scope, struct js_node *name,
                                  enum js_declared by);
/* A declarator's target, which may be a pattern. */
void scope_declare_target(struct parser *p, struct js_node *declarator, enum js_declared by);
void scope_declare_pattern(struct parser *p, struct js_node *pattern, enum js_declared by);
void scope_resolve(struct parser *p);

#endif
