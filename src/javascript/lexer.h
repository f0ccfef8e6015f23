/* Tokens, one at a time: what the parser reads. */
#ifndef JAVASCRIPT_LEXER_H
#define JAVASCRIPT_LEXER_H

#include "javascript/javascript.h"

struct parser;

enum token_kind {
    TOKEN_END,
    TOKEN_WORD,
    TOKEN_PRIVATE,
    TOKEN_NUMBER,
    TOKEN_BIGINT,
    TOKEN_STRING,
    TOKEN_TEMPLATE,
    TOKEN_PUNCTUATOR,
    TOKEN_BAD
};

struct token {
    enum token_kind kind;
    enum js_op op;
    uint32_t start, end;
    bool after_newline, escaped;
    struct js_name *name; /* words, private names (with #) */
};

struct lexer {
    const char *text;
    uint32_t at, length;
    struct token token;
    uint32_t previous_end;
};

struct js__names {
    struct js_name **slots;
    size_t count, size;
};

void lex_start(struct parser *p);
void lex_next(struct parser *p);
uint32_t lex_regex_end(struct parser *p, uint32_t start);
/* From behind a backtick or a "}": the chunk's end; *more where "${" follows. */
uint32_t lex_template_chunk(const struct parser *p, uint32_t start, bool *more);
struct js_name *lex_name(struct parser *p, struct str text);
struct js_name *lex_cooked(struct parser *p, uint32_t start, uint32_t end);

#endif
