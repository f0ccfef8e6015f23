/* The words and operators of the language as tables: one row makes the enum and the spelling. */
#ifndef JAVASCRIPT_WORDS_H
#define JAVASCRIPT_WORDS_H

/* Keywords, contextual ones, and (below) names whose use makes a function worth executing. */
/* clang-format off */
#define JS_WORDS(X) \
    X(AWAIT, "await") X(ASYNC, "async") X(BREAK, "break") X(CASE, "case") X(CATCH, "catch") \
    X(CLASS, "class") X(CONST, "const") X(CONTINUE, "continue") X(DEBUGGER, "debugger") \
    X(DEFAULT, "default") X(DELETE, "delete") X(DO, "do") X(ELSE, "else") X(ENUM, "enum") \
    X(EXPORT, "export") X(EXTENDS, "extends") X(FALSE, "false") X(FINALLY, "finally") \
    X(FOR, "for") X(FUNCTION, "function") X(IF, "if") X(IMPORT, "import") X(IN, "in") \
    X(INSTANCEOF, "instanceof") X(LET, "let") X(NEW, "new") X(NULL_, "null") X(OF, "of") \
    X(RETURN, "return") X(STATIC, "static") X(SUPER, "super") X(SWITCH, "switch") \
    X(THIS, "this") X(THROW, "throw") X(TRUE, "true") X(TRY, "try") X(TYPEOF, "typeof") \
    X(VAR, "var") X(VOID, "void") X(WHILE, "while") X(WITH, "with") X(YIELD, "yield") \
    X(GET, "get") X(SET, "set") X(AS, "as") X(FROM, "from") X(USING, "using") X(TYPE, "type") \
    X(INTERFACE, "interface") X(DECLARE, "declare") X(NAMESPACE, "namespace") \
    X(MODULE, "module") X(ABSTRACT, "abstract") X(PUBLIC, "public") X(PRIVATE, "private") \
    X(PROTECTED, "protected") X(READONLY, "readonly") X(OVERRIDE, "override") \
    X(IMPLEMENTS, "implements") X(SATISFIES, "satisfies") X(KEYOF, "keyof") X(UNIQUE, "unique") \
    X(INFER, "infer") X(IS, "is") X(ASSERTS, "asserts") X(ACCESSOR, "accessor") \
    X(GLOBAL, "global") X(OUT, "out") X(ASSERT, "assert") X(CONSTRUCTOR, "constructor") \
    X(EVAL, "eval") X(ARGUMENTS, "arguments") X(REQUIRE, "require") X(TARGET, "target")
/* clang-format on */

/* clang-format off */
#define JS_ASYNC_WORDS(X) \
    X(THEN, "then") X(PROMISE, "Promise") X(SET_TIMEOUT, "setTimeout") \
    X(SET_INTERVAL, "setInterval") X(SET_IMMEDIATE, "setImmediate") X(NEXT_TICK, "nextTick") \
    X(QUEUE_MICROTASK, "queueMicrotask") X(EMIT, "emit") X(ON, "on") X(ONCE, "once") \
    X(ADD_LISTENER, "addListener") X(REMOVE_LISTENER, "removeListener") X(OFF, "off") \
    X(ADD_EVENT_LISTENER, "addEventListener") X(REMOVE_EVENT_LISTENER, "removeEventListener") \
    X(EVENT_EMITTER, "EventEmitter") X(FETCH, "fetch") X(XHR, "XMLHttpRequest") \
    X(RAF, "requestAnimationFrame") X(FS, "fs") X(PREPEND_LISTENER, "prependListener") \
    X(HTTP, "http") X(HTTPS, "https") X(ONLOAD, "onload") X(EXEC_FILE, "execFile")
/* clang-format on */

enum js_word {
    JS_WORD_NONE,
#define WORD(name, text) JS_WORD_##name,
    JS_WORDS(WORD) JS_WORD_LAST_PLAIN,
    JS_ASYNC_WORDS(WORD)
#undef WORD
        JS_WORD_COUNT
};

/* clang-format off */
#define JS_OPS(X) \
    X(BRACE, "{") X(END_BRACE, "}") X(PAREN, "(") X(END_PAREN, ")") X(BRACKET, "[") \
    X(END_BRACKET, "]") X(SEMICOLON, ";") X(COMMA, ",") X(DOT, ".") X(DOTS, "...") \
    X(QUESTION, "?") X(OPTIONAL_CHAIN, "?.") X(COLON, ":") X(ARROW, "=>") X(HASH, "#") \
    X(AT, "@") X(NOT, "!") X(TILDE, "~") X(INCREMENT, "++") X(DECREMENT, "--") X(ASSIGN, "=") \
    X(ADD_ASSIGN, "+=") X(SUB_ASSIGN, "-=") X(MUL_ASSIGN, "*=") X(DIV_ASSIGN, "/=") \
    X(MOD_ASSIGN, "%=") X(EXP_ASSIGN, "**=") X(SHL_ASSIGN, "<<=") X(SHR_ASSIGN, ">>=") \
    X(USHR_ASSIGN, ">>>=") X(AND_ASSIGN, "&=") X(OR_ASSIGN, "|=") X(XOR_ASSIGN, "^=") \
    X(LOGICAL_AND_ASSIGN, "&&=") X(LOGICAL_OR_ASSIGN, "||=") X(NULLISH_ASSIGN, "?" "?=") \
    X(NULLISH, "??") X(LOGICAL_OR, "||") X(LOGICAL_AND, "&&") X(OR, "|") X(XOR, "^") X(AND, "&") \
    X(EQUAL, "==") X(NOT_EQUAL, "!=") X(SAME, "===") X(NOT_SAME, "!==") X(LESS, "<") \
    X(GREATER, ">") X(LESS_EQUAL, "<=") X(GREATER_EQUAL, ">=") X(SHL, "<<") X(SHR, ">>") \
    X(USHR, ">>>") X(ADD, "+") X(SUB, "-") X(MUL, "*") X(DIV, "/") X(MOD, "%") X(EXP, "**") \
    X(IN, "in") X(INSTANCEOF, "instanceof") X(TYPEOF, "typeof") X(VOID, "void") \
    X(DELETE, "delete") X(VAR, "var") X(LET, "let") X(CONST, "const")
/* clang-format on */

enum js_op {
    JS_OP_NONE,
#define OP(name, text) JS_OP_##name,
    JS_OPS(OP)
#undef OP
        JS_OP_COUNT
};

extern const char *const js_op_spelling[JS_OP_COUNT];

#endif
