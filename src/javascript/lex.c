/* From bytes to tokens. Whether a slash begins a regular expression is the parser's to know, so it
 * asks for one (lex_regex_end); templates likewise. Bytes above 0x7f belong to names unless they
 * spell one of Unicode's spaces: invalid UTF-8 then becomes an odd name, never a crash. */
#include "base/buf.h"
#include "javascript/grammar.h"

enum class { CLASS_OTHER, CLASS_SPACE, CLASS_NEWLINE, CLASS_NAME, CLASS_DIGIT, CLASS_HIGH };

static const uint8_t classes[256] = {
    [' '] = CLASS_SPACE,        ['\t'] = CLASS_SPACE,        ['\v'] = CLASS_SPACE,
    ['\f'] = CLASS_SPACE,       ['\n'] = CLASS_NEWLINE,      ['\r'] = CLASS_NEWLINE,
    ['a' ... 'z'] = CLASS_NAME, ['A' ... 'Z'] = CLASS_NAME,  ['_'] = CLASS_NAME,
    ['$'] = CLASS_NAME,         ['0' ... '9'] = CLASS_DIGIT, [0x80 ... 0xff] = CLASS_HIGH,
};

/* FNV-1a, begun with this */
static const uint64_t hash_of_nothing = 14695981039346656037u;

static uint64_t hash_with(uint64_t hash, char c)
{
    return (hash ^ (unsigned char)c) * 1099511628211u;
}

static uint64_t hash_end(uint64_t hash)
{
    return hash ^ (hash >> 29);
}

uint64_t js_hash(struct str text)
{
    uint64_t hash = hash_of_nothing;
    for (size_t i = 0; i < text.len; i++)
        hash = hash_with(hash, text.at[i]);
    return hash_end(hash);
}

static size_t word_of_bits(uint64_t hash)
{
    return hash >> 6 & (JS_NAME_BITS / 64 - 1);
}

bool js_may_name(const struct js_file *file, const struct js_name *name)
{
    return file->name_bits[word_of_bits(name->hash)] >> (name->hash & 63) & 1;
}

static void names_grow(struct js__names *names)
{
    struct js_name **old = names->slots;
    size_t old_size = names->size;
    names->size = old_size ? old_size * 2 : 512;
    names->slots = mem_zalloc(names->size * sizeof *names->slots);
    for (size_t i = 0; i < old_size; i++) {
        if (!old[i])
            continue;
        size_t at = old[i]->hash & (names->size - 1);
        while (names->slots[at])
            at = (at + 1) & (names->size - 1);
        names->slots[at] = old[i];
    }
    free(old);
}

static struct js_name *name_with_hash(struct parser *p, struct str text, uint64_t hash)
{
    struct js__names *names = &p->names;
    if (names->count * 2 >= names->size)
        names_grow(names);
    size_t at = hash & (names->size - 1);
    for (; names->slots[at]; at = (at + 1) & (names->size - 1))
        if (names->slots[at]->hash == hash && str_equal(names->slots[at]->text, text))
            return names->slots[at];
    struct js_name *name = arena_new(p->file->arena, struct js_name);
    *name = (struct js_name){.text = text, .hash = hash};
    names->slots[at] = name;
    names->count++;
    p->file->name_bits[word_of_bits(hash)] |= (uint64_t)1 << (hash & 63);
    return name;
}

struct js_name *lex_name(struct parser *p, struct str text)
{
    return name_with_hash(p, text, js_hash(text));
}

/* Length of a space above ASCII at `at`, else 0: NBSP, BOM, and what Unicode calls spaces. */
static uint32_t high_space(const struct lexer *lex, uint32_t at, bool *newline)
{
    const unsigned char *s = (const unsigned char *)lex->text + at;
    uint32_t left = lex->length - at;
    if (left >= 2 && s[0] == 0xc2 && s[1] == 0xa0)
        return 2;
    if (left < 3)
        return 0;
    if (s[0] == 0xe2 && s[1] == 0x80 && (s[2] == 0xa8 || s[2] == 0xa9))
        return *newline = true, 3;
    bool is_space = (s[0] == 0xef && s[1] == 0xbb && s[2] == 0xbf) ||
                    (s[0] == 0xe2 && s[1] == 0x80 && s[2] >= 0x80 && s[2] <= 0x8a) ||
                    (s[0] == 0xe2 && s[1] == 0x80 && s[2] == 0xaf) || /* U+202F */
                    (s[0] == 0xe2 && s[1] == 0x81 && s[2] == 0x9f) || /* U+205F */
                    (s[0] == 0xe1 && s[1] == 0x9a && s[2] == 0x80) || /* U+1680 */
                    (s[0] == 0xe3 && s[1] == 0x80 && s[2] == 0x80);
    return is_space ? 3 : 0;
}

/* U+2028 and U+2029 end a line too. */
static bool ends_line(const struct lexer *lex, uint32_t at)
{
    char c = lex->text[at];
    bool newline = false;
    return c == '\n' || c == '\r' ||
           ((unsigned char)c == 0xe2 && high_space(lex, at, &newline) && newline);
}

/* Where the first line break between `from` and `end` stands; `end`: there is none. By memchr(),
 * which is much faster than we: a tenth of all source is comments. */
static uint32_t find_line_end(const struct lexer *lex, uint32_t from, uint32_t end)
{
    const char *newline = memchr(lex->text + from, '\n', end - from);
    end = newline ? (uint32_t)(newline - lex->text) : end;
    const char *other = memchr(lex->text + from, '\r', end - from);
    end = other ? (uint32_t)(other - lex->text) : end;
    for (const char *wide; (wide = memchr(lex->text + from, '\xe2', end - from));) {
        from = (uint32_t)(wide - lex->text);
        if (ends_line(lex, from))
            return from;
        from++;
    }
    return end;
}

static void skip_line(struct lexer *lex)
{
    lex->at = find_line_end(lex, lex->at, lex->length);
}

/* Without an end the rest of the file would be silently gone: reported. */
static void skip_comment(struct parser *p)
{
    struct lexer *lex = &p->lex;
    uint32_t start = lex->at, at = start + 2;
    for (const char *star; at < lex->length; at++) {
        star = memchr(lex->text + at, '*', lex->length - at);
        at = star ? (uint32_t)(star - lex->text) : lex->length;
        if (at + 1 < lex->length && lex->text[at + 1] == '/')
            break;
    }
    bool ends = at + 1 < lex->length;
    at = ends ? at + 2 : lex->length;
    if (!lex->token.after_newline)
        lex->token.after_newline = find_line_end(lex, start, at) < at;
    lex->at = at;
    if (!ends)
        parse_report(p, start, start + 2, "syntax error: this comment never ends");
}

static bool starts_with(const struct lexer *lex, const char *what)
{
    size_t length = strlen(what);
    return lex->length - lex->at >= length && memcmp(lex->text + lex->at, what, length) == 0;
}

static void skip_space(struct parser *p)
{
    struct lexer *lex = &p->lex;
    lex->token.after_newline = false;
    while (lex->at < lex->length) {
        unsigned char c = (unsigned char)lex->text[lex->at];
        bool newline = false;
        uint32_t wide = 0;
        if (classes[c] == CLASS_SPACE) {
            lex->at++;
        } else if (classes[c] == CLASS_NEWLINE) {
            lex->token.after_newline = true;
            lex->at++;
        } else if (c == '/' && starts_with(lex, "//")) {
            skip_line(lex);
        } else if (c == '/' && starts_with(lex, "/*")) {
            skip_comment(p);
        } else if (c == '<' && !p->file->is_module && starts_with(lex, "<!--")) {
            skip_line(lex);
        } else if (c == '-' && (lex->token.after_newline || !lex->previous_end) &&
                   !p->file->is_module && starts_with(lex, "-->")) {
            skip_line(lex); /* HTML's comments end, at the beginning of a line, with a comment */
        } else if (c >= 0x80 && (wide = high_space(lex, lex->at, &newline)) > 0) {
            lex->token.after_newline |= newline;
            lex->at += wide;
        } else {
            return;
        }
    }
}

static bool is_plain_in_word(char c)
{
    return classes[(unsigned char)c] == CLASS_NAME || classes[(unsigned char)c] == CLASS_DIGIT;
}

/* Of a word with escapes or bytes above ASCII. */
static void lex_rest_of_word(struct lexer *lex)
{
    bool newline = false;
    while (lex->at < lex->length) {
        unsigned char c = (unsigned char)lex->text[lex->at];
        if (classes[c] == CLASS_NAME || classes[c] == CLASS_DIGIT) {
            lex->at++;
        } else if (classes[c] == CLASS_HIGH && !high_space(lex, lex->at, &newline)) {
            lex->at++;
        } else if (c == '\\' && lex->at + 1 < lex->length && lex->text[lex->at + 1] == 'u') {
            lex->token.escaped = true;
            lex->at += 2;
            if (lex->at < lex->length && lex->text[lex->at] == '{')
                while (lex->at < lex->length && lex->text[lex->at++] != '}')
                    ;
        } else {
            break;
        }
    }
}

static void lex_word(struct parser *p, uint32_t start)
{
    struct lexer *lex = &p->lex;
    const char *text = lex->text;
    uint32_t end = lex->at;
    uint64_t hash = end > start ? hash_with(hash_of_nothing, text[start]) : hash_of_nothing; /* # */
    for (; end < lex->length && is_plain_in_word(text[end]); end++)
        hash = hash_with(hash, text[end]);
    lex->at = end;
    lex->token.escaped = false;
    if (end < lex->length &&
        (text[end] == '\\' || classes[(unsigned char)text[end]] == CLASS_HIGH)) {
        lex_rest_of_word(lex);
        hash = js_hash((struct str){text + start, lex->at - start}), end = lex->at;
    } else {
        hash = hash_end(hash);
    }
    lex->token.name = name_with_hash(p, (struct str){text + start, end - start}, hash);
}

static void lex_number(struct lexer *lex)
{
    uint32_t start = lex->at;
    bool prefixed = lex->text[start] == '0' && start + 1 < lex->length &&
                    strchr("xXoObB", lex->text[start + 1]) && lex->text[start + 1];
    while (lex->at < lex->length) {
        char c = lex->text[lex->at], before = lex->at > start ? lex->text[lex->at - 1] : 0;
        bool exponent_sign =
            !prefixed && (c == '+' || c == '-') && (before == 'e' || before == 'E');
        if (!is_plain_in_word(c) && !(c == '.' && !prefixed) && !exponent_sign)
            break;
        lex->at++;
    }
    lex->token.kind = lex->text[lex->at - 1] == 'n' ? TOKEN_BIGINT : TOKEN_NUMBER;
}

static void lex_string(struct lexer *lex, char quote)
{
    lex->token.kind = TOKEN_STRING;
    for (lex->at++; lex->at < lex->length; lex->at++) {
        char c = lex->text[lex->at];
        if (c == '\\') {
            lex->at++;
            if (lex->at + 1 < lex->length && lex->text[lex->at] == '\r' &&
                lex->text[lex->at + 1] == '\n')
                lex->at++;
        } else if (c == quote) {
            lex->at++;
            return;
        } else if (c == '\n' || c == '\r') {
            break;
        }
    }
    if (lex->at > lex->length)
        lex->at = lex->length;
    lex->token.kind = TOKEN_BAD;
}

/* Punctuators of each first character, longest first. */
static enum js_op longest_op(const char *text, uint32_t left, uint32_t *length)
{
    static const enum js_op by_length[][40] = {
        {JS_OP_USHR_ASSIGN},
        {JS_OP_DOTS, JS_OP_EXP_ASSIGN, JS_OP_SHL_ASSIGN, JS_OP_SHR_ASSIGN, JS_OP_LOGICAL_AND_ASSIGN,
         JS_OP_LOGICAL_OR_ASSIGN, JS_OP_NULLISH_ASSIGN, JS_OP_SAME, JS_OP_NOT_SAME, JS_OP_USHR},
        {JS_OP_OPTIONAL_CHAIN,
         JS_OP_ARROW,
         JS_OP_INCREMENT,
         JS_OP_DECREMENT,
         JS_OP_ADD_ASSIGN,
         JS_OP_SUB_ASSIGN,
         JS_OP_MUL_ASSIGN,
         JS_OP_DIV_ASSIGN,
         JS_OP_MOD_ASSIGN,
         JS_OP_AND_ASSIGN,
         JS_OP_OR_ASSIGN,
         JS_OP_XOR_ASSIGN,
         JS_OP_NULLISH,
         JS_OP_LOGICAL_OR,
         JS_OP_LOGICAL_AND,
         JS_OP_EQUAL,
         JS_OP_NOT_EQUAL,
         JS_OP_LESS_EQUAL,
         JS_OP_GREATER_EQUAL,
         JS_OP_SHL,
         JS_OP_SHR,
         JS_OP_EXP},
    };
    for (size_t i = 0; i < 3; i++) {
        *length = (uint32_t)(4 - i);
        if (left < *length)
            continue;
        for (const enum js_op *op = by_length[i]; *op; op++)
            if (js_op_spelling[*op][0] == text[0] &&
                memcmp(js_op_spelling[*op], text, *length) == 0)
                return *op;
    }
    return JS_OP_NONE;
}

static const uint8_t single_ops[128] = {
    ['{'] = JS_OP_BRACE,     ['}'] = JS_OP_END_BRACE, ['('] = JS_OP_PAREN,
    [')'] = JS_OP_END_PAREN, ['['] = JS_OP_BRACKET,   [']'] = JS_OP_END_BRACKET,
    [';'] = JS_OP_SEMICOLON, [','] = JS_OP_COMMA,     ['.'] = JS_OP_DOT,
    ['?'] = JS_OP_QUESTION,  [':'] = JS_OP_COLON,     ['#'] = JS_OP_HASH,
    ['@'] = JS_OP_AT,        ['!'] = JS_OP_NOT,       ['~'] = JS_OP_TILDE,
    ['='] = JS_OP_ASSIGN,    ['|'] = JS_OP_OR,        ['^'] = JS_OP_XOR,
    ['&'] = JS_OP_AND,       ['<'] = JS_OP_LESS,      ['>'] = JS_OP_GREATER,
    ['+'] = JS_OP_ADD,       ['-'] = JS_OP_SUB,       ['*'] = JS_OP_MUL,
    ['/'] = JS_OP_DIV,       ['%'] = JS_OP_MOD,
};

static bool begins_long_op(char c)
{
    static const bool is_always_single[128] = {
        ['{'] = true, ['}'] = true, ['('] = true, [')'] = true, ['['] = true, [']'] = true,
        [';'] = true, [','] = true, [':'] = true, ['~'] = true, ['#'] = true, ['@'] = true,
    };
    return (unsigned char)c < 128 && !is_always_single[(unsigned char)c];
}

static bool is_second_of_long_op(char c)
{
    static const bool is_second[128] = {
        ['='] = true, ['.'] = true, ['?'] = true, ['*'] = true, ['<'] = true,
        ['>'] = true, ['&'] = true, ['|'] = true, ['+'] = true, ['-'] = true,
    };
    return (unsigned char)c < 128 && is_second[(unsigned char)c];
}

static void lex_punctuator(struct parser *p, char c)
{
    struct lexer *lex = &p->lex;
    const char *text = lex->text + lex->at;
    uint32_t left = lex->length - lex->at, length = 1;
    lex->token.kind = TOKEN_PUNCTUATOR;
    enum js_op op = JS_OP_NONE;
    bool may_be_long = begins_long_op(c) && !(p->in_type && (c == '>' || c == '?'));
    if (may_be_long && left > 1 && is_second_of_long_op(text[1]))
        op = longest_op(text, left, &length);
    /* `a?.5:b` is a conditional */
    if (op == JS_OP_OPTIONAL_CHAIN && left > 2 && classes[(unsigned char)text[2]] == CLASS_DIGIT)
        op = JS_OP_NONE;
    if (op == JS_OP_NONE) {
        op = (unsigned char)c < 128 ? single_ops[(unsigned char)c] : JS_OP_NONE;
        length = 1;
    }
    lex->token.op = op;
    if (op == JS_OP_NONE)
        lex->token.kind = TOKEN_BAD;
    lex->at += length;
}

static void lex_private(struct parser *p, uint32_t start)
{
    p->lex.at++;
    lex_word(p, start);
    p->lex.token.kind = TOKEN_PRIVATE;
}

static bool digit_at(const struct lexer *lex, uint32_t at)
{
    return at < lex->length && classes[(unsigned char)lex->text[at]] == CLASS_DIGIT;
}

static bool name_at(const struct lexer *lex, uint32_t at)
{
    if (at >= lex->length)
        return false;
    uint8_t class = classes[(unsigned char)lex->text[at]];
    return class == CLASS_NAME || class == CLASS_HIGH || lex->text[at] == '\\';
}

void lex_next(struct parser *p)
{
    struct lexer *lex = &p->lex;
    lex->previous_end = lex->token.end;
    skip_space(p);
    uint32_t start = lex->at;
    lex->token.start = start;
    lex->token.op = JS_OP_NONE;
    if (start >= lex->length) {
        lex->token.kind = TOKEN_END;
        lex->token.end = lex->length;
        return;
    }
    char c = lex->text[start];
    if (name_at(lex, start) &&
        !(c == '\\' && !(start + 1 < lex->length && lex->text[start + 1] == 'u'))) {
        lex->token.kind = TOKEN_WORD;
        lex_word(p, start);
    } else if (digit_at(lex, start) || (c == '.' && digit_at(lex, start + 1))) {
        lex_number(lex);
    } else if (c == '"' || c == '\'') {
        lex_string(lex, c);
    } else if (c == '`') {
        lex->token.kind = TOKEN_TEMPLATE;
        lex->at++;
    } else if (c == '#' && name_at(lex, start + 1)) {
        lex_private(p, start);
    } else {
        lex_punctuator(p, c);
    }
    lex->token.end = lex->at;
}

/* A slash that turns out to begin none was looked at in vain. */
static uint32_t no_regex(struct parser *p, uint32_t start, uint32_t at)
{
    if (p->ahead <= p->most_ahead)
        looked_ahead(p, start, at);
    return 0;
}

uint32_t lex_regex_end(struct parser *p, uint32_t start)
{
    const struct lexer *lex = &p->lex;
    bool in_class = false;
    uint32_t at = start + 1;
    if (!may_look_ahead(p))
        return 0;
    for (; at < lex->length; at++) {
        char c = lex->text[at];
        if (c == '\\' && at + 1 < lex->length && !ends_line(lex, at + 1))
            at++;
        else if (ends_line(lex, at))
            return no_regex(p, start, at);
        else if (c == '[')
            in_class = true;
        else if (c == ']')
            in_class = false;
        else if (c == '/' && !in_class)
            break;
    }
    if (at >= lex->length)
        return no_regex(p, start, at);
    for (at++; at < lex->length && classes[(unsigned char)lex->text[at]] == CLASS_NAME; at++)
        ;
    return at;
}

uint32_t lex_template_chunk(const struct parser *p, uint32_t start, bool *more)
{
    const struct lexer *lex = &p->lex;
    *more = false;
    for (uint32_t at = start; at < lex->length; at++) {
        char c = lex->text[at];
        if (c == '\\')
            at++;
        else if (c == '`')
            return at;
        else if (c == '$' && at + 1 < lex->length && lex->text[at + 1] == '{')
            return *more = true, at;
    }
    return UINT32_MAX;
}

static void add_utf8(struct buf *out, uint32_t code)
{
    if (code < 0x80) {
        buf_char(out, (char)code);
    } else if (code < 0x800) {
        buf_char(out, (char)(0xc0 | (code >> 6)));
        buf_char(out, (char)(0x80 | (code & 0x3f)));
    } else if (code < 0x10000) {
        buf_char(out, (char)(0xe0 | (code >> 12)));
        buf_char(out, (char)(0x80 | ((code >> 6) & 0x3f)));
        buf_char(out, (char)(0x80 | (code & 0x3f)));
    } else {
        buf_char(out, (char)(0xf0 | ((code >> 18) & 7)));
        buf_char(out, (char)(0x80 | ((code >> 12) & 0x3f)));
        buf_char(out, (char)(0x80 | ((code >> 6) & 0x3f)));
        buf_char(out, (char)(0x80 | (code & 0x3f)));
    }
}

static uint32_t hex_digits(const char *text, uint32_t *at, uint32_t end, uint32_t most)
{
    uint32_t code = 0;
    for (uint32_t n = 0; n < most && *at < end; n++, (*at)++) {
        char c = text[*at];
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                                : 16;
        if (digit > 15)
            break;
        code = (code << 4 | digit) & 0x1fffff;
    }
    return code;
}

/* Reads one escape behind its backslash and advances *at over it. */
static void cook_escape(const char *text, uint32_t *at, uint32_t end, struct buf *out)
{
    char c = text[(*at)++];
    static const char plain[] = "n\nt\tr\rb\bf\fv\v0";
    if (c == 'x') {
        add_utf8(out, hex_digits(text, at, end, 2));
    } else if (c == 'u') {
        bool braced = *at < end && text[*at] == '{';
        *at += braced;
        add_utf8(out, hex_digits(text, at, end, braced ? 6 : 4));
        if (braced && *at < end)
            (*at)++;
    } else if (c == '\r') {
        *at += *at < end && text[*at] == '\n';
    } else if (c != '\n') {
        const char *found = c ? strchr(plain, c) : NULL;
        bool is_known = found && (found - plain) % 2 == 0;
        buf_char(out, is_known ? found[1] : c);
    }
}

struct js_name *lex_cooked(struct parser *p, uint32_t start, uint32_t end)
{
    const char *text = p->lex.text;
    struct str raw = {text + start, end - start};
    if (!raw.len || !memchr(raw.at, '\\', raw.len))
        return lex_name(p, raw);
    struct buf out = {0};
    for (uint32_t at = start; at < end;) {
        if (text[at] != '\\' || at + 1 >= end) {
            buf_char(&out, text[at++]);
        } else {
            at++;
            cook_escape(text, &at, end, &out);
        }
    }
    struct js_name *name = lex_name(p, arena_str(p->file->arena, buf_view(&out)));
    buf_free(&out);
    return name;
}

const char *const js_op_spelling[JS_OP_COUNT] = {[JS_OP_NONE] = "",
#define OP(name, text) [JS_OP_##name] = text,
                                                 JS_OPS(OP)
#undef OP
};

/* ---- names of async functions ---- */

static uint32_t skip_blanks(const struct lexer *lex, uint32_t at)
{
    while (at < lex->length && (classes[(unsigned char)lex->text[at]] == CLASS_SPACE ||
                                classes[(unsigned char)lex->text[at]] == CLASS_NEWLINE))
        at++;
    return at;
}

static bool is_name_byte(char c)
{
    uint8_t class = classes[(unsigned char)c];
    return class == CLASS_NAME || class == CLASS_DIGIT || class == CLASS_HIGH;
}

static void mark_async_name(struct parser *p, uint32_t start, uint32_t end)
{
    if (end > start)
        lex_name(p, (struct str){p->lex.text + start, end - start})->is_async = true;
}

/* name = async ..., name: async ... */
static void mark_assigned_name(struct parser *p, uint32_t at)
{
    const char *text = p->lex.text;
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\n'))
        at--;
    if (at == 0 || (text[at - 1] != '=' && text[at - 1] != ':'))
        return;
    for (at--; at > 0 && text[at - 1] == ' ';)
        at--;
    uint32_t end = at;
    while (at > 0 && is_name_byte(text[at - 1]))
        at--;
    mark_async_name(p, at, end);
}

/* Like memmem(), which looks at every byte; memchr() for a byte that is rare in programs does not.
 */
static const char *find_word(const char *from, const char *end, const char *word, char rare)
{
    size_t len = strlen(word), offset = (size_t)(strchr(word, rare) - word);
    if ((size_t)(end - from) < len)
        return NULL;
    const char *last = end - len + offset;
    for (const char *at = from + offset; at <= last; at++) {
        at = memchr(at, rare, (size_t)(last - at) + 1);
        if (!at)
            return NULL;
        if (memcmp(at - offset, word, len) == 0)
            return at - offset;
    }
    return NULL;
}

/* Whoever names an async function calls one, perhaps before it is declared: so the names are looked
 * for before parsing. A name too many costs a little time, nothing else. */
static void find_async_names(struct parser *p)
{
    const struct lexer *lex = &p->lex;
    for (const char *found = lex->text, *end = lex->text + lex->length; found < end; found++) {
        found = find_word(found, end, "async", 'y');
        if (!found)
            return;
        uint32_t start = (uint32_t)(found - lex->text), at = start + 5;
        bool is_word = (start == 0 || !is_name_byte(lex->text[start - 1])) && at < lex->length &&
                       !is_name_byte(lex->text[at]);
        if (!is_word)
            continue;
        mark_assigned_name(p, start);
        at = skip_blanks(lex, at);
        if (lex->length - at > 8 && memcmp(lex->text + at, "function", 8) == 0)
            at = skip_blanks(lex, at + 8);
        if (at < lex->length && lex->text[at] == '*')
            at = skip_blanks(lex, at + 1);
        uint32_t from = at;
        while (at < lex->length && is_name_byte(lex->text[at]))
            at++;
        mark_async_name(p, from, at);
    }
}

/* ---- async functions as TypeScript writes them for old targets ---- */

static uint32_t before_blanks(const char *text, uint32_t at)
{
    while (at > 0 && (classes[(unsigned char)text[at - 1]] == CLASS_SPACE ||
                      classes[(unsigned char)text[at - 1]] == CLASS_NEWLINE))
        at--;
    return at;
}

/* Where the word in front of `at` begins, behind blanks; `at` where there is another. */
static uint32_t before_word(const char *text, uint32_t at, const char *word)
{
    uint32_t end = before_blanks(text, at), len = (uint32_t)strlen(word);
    return end >= len && memcmp(text + end - len, word, len) == 0 ? end - len : at;
}

static uint32_t before_parentheses(const char *text, uint32_t at)
{
    enum { LONGEST = 2000 };
    uint32_t from = before_blanks(text, at), low = from > LONGEST ? from - LONGEST : 0;
    unsigned depth = 0;
    for (at = from; at > low; at--) {
        depth += text[at - 1] == ')';
        if (!depth)
            break;
        depth -= text[at - 1] == '(';
        if (!depth)
            return at - 1;
    }
    return from;
}

/* name(...) { return __awaiter(, name = (...) => __awaiter(, name = function (...) { return ... */
static void mark_compiled_name(struct parser *p, uint32_t at)
{
    enum { LONGEST = 100 }; /* name before the dot */
    const char *text = p->lex.text;
    uint32_t low = at > LONGEST ? at - LONGEST : 0;
    while (at > low && (is_name_byte(text[at - 1]) || text[at - 1] == '.')) /* tslib_1. */
        at--;
    at = before_word(text, at, "(0,");
    bool is_arrow = before_word(text, at, "=>") != at;
    at = is_arrow ? before_word(text, at, "=>")
                  : before_word(text, before_word(text, at, "return"), "{");
    at = before_parentheses(text, at);
    uint32_t function = before_word(text, at, "function");
    if (is_arrow || function != at) {
        mark_assigned_name(p, function);
        return;
    }
    uint32_t end = before_blanks(text, at), start = end;
    while (start > 0 && is_name_byte(text[start - 1]))
        start--;
    mark_async_name(p, start, end);
}

static void find_compiled_names(struct parser *p)
{
    const char *text = p->lex.text, *end = text + p->lex.length;
    for (const char *found = text; (found = find_word(found, end, "__awaiter", 'w')); found++)
        mark_compiled_name(p, (uint32_t)(found - text));
    for (const char *found = text; (found = find_word(found, end, "__async(", 'y')); found++)
        mark_compiled_name(p, (uint32_t)(found - text));
}

void lex_start(struct parser *p)
{
    static const char *const words[JS_WORD_COUNT] = {
#define WORD(name, text) [JS_WORD_##name] = text,
        JS_WORDS(WORD) JS_ASYNC_WORDS(WORD)
#undef WORD
    };
    for (enum js_word word = 0; word < JS_WORD_COUNT; word++) {
        if (!words[word])
            continue;
        p->known[word] = lex_name(p, str_of(words[word]));
        p->known[word]->word = word;
    }
    if (p->lex.length) {
        find_async_names(p);
        find_compiled_names(p);
    }
    if (starts_with(&p->lex, "\xef\xbb\xbf"))
        p->lex.at = 3;
    if (starts_with(&p->lex, "#!"))
        skip_line(&p->lex);
    lex_next(p);
}
