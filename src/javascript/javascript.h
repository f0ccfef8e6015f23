/* JavaScript, TypeScript and JSX source as a compact tree with scopes: what the analyser executes
 * and what instrumenting edits.
 *
 * js_parse() never fails: what it cannot read becomes a problem with its place, and parsing goes on
 * at the next statement. Types are read and dropped. The tree points into the source text, which
 * the caller keeps; everything else lives in the file's arena until js_free(). A js_file is
 * immutable after js_parse(), so threads may share it.
 *
 * The parser is ours, not tree-sitter's: see docs/check.md (7 MB/s there against about 60 here). */
#ifndef JAVASCRIPT_JAVASCRIPT_H
#define JAVASCRIPT_JAVASCRIPT_H

#include "base/arena.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/vec.h"
#include "javascript/words.h"

enum js_dialect { JS_SCRIPT, JS_TYPESCRIPT, JS_TSX };

/* Children are a, b, c, d; a list is its first node, linked by `next`. */
enum js_kind {
    JS_ERROR,
    /* expressions */
    JS_NAME, /* name, variable */
    JS_NUMBER,
    JS_STRING, /* text: cooked */
    JS_BIGINT,
    JS_REGEX,
    JS_TEMPLATE, /* a: list of JS_STRING and expressions in turn */
    JS_TAGGED,   /* a: tag, b: template */
    JS_TRUE,
    JS_FALSE,
    JS_NULL,
    JS_THIS,
    JS_SUPER,
    JS_META,     /* import.meta, new.target */
    JS_ARRAY,    /* a: list, with JS_HOLE and JS_SPREAD */
    JS_OBJECT,   /* a: list of JS_PROPERTY and JS_SPREAD */
    JS_PROPERTY, /* a: key (JS_STRING, or any expression where computed), b: value */
    JS_FUNCTION, /* function */
    JS_CLASS,    /* a: name or NULL, b: extends or NULL, c: list of JS_PROPERTY, JS_STATIC_BLOCK */
    JS_STATIC_BLOCK, /* a: JS_FUNCTION called at once */
    JS_UNARY,        /* op: ! ~ + - typeof void delete; a */
    JS_UPDATE,       /* op: ++ --; a */
    JS_BINARY,
    JS_LOGICAL, /* op: && || ?? */
    JS_ASSIGN,  /* op: = += ... &&= ||= ??=; a: target, b: value */
    JS_CONDITIONAL,
    JS_CALL,   /* a: callee, b: list of arguments */
    JS_NEW,    /* the same */
    JS_MEMBER, /* a: object, b: JS_STRING (private names begin with #) */
    JS_INDEX,  /* a: object, b: expression */
    JS_CHAIN,  /* a: chain in which a ?. may end it all */
    JS_SEQUENCE,
    JS_SPREAD,
    JS_YIELD, /* a or NULL */
    JS_AWAIT,
    JS_IMPORT_CALL, /* a: specifier */
    JS_HOLE,
    JS_JSX, /* a: element name or NULL, b: list of attribute values and spreads, c: children */
    /* targets of declarations and assignments; also JS_NAME, JS_MEMBER, JS_INDEX */
    JS_ARRAY_PATTERN,  /* a: list, with JS_HOLE, JS_REST, JS_DEFAULT */
    JS_OBJECT_PATTERN, /* a: list of JS_PROPERTY (b: target) and JS_REST */
    JS_DEFAULT,        /* a: target, b: value */
    JS_REST,
    /* statements */
    JS_PROGRAM,
    JS_BLOCK, /* a: list; scope */
    JS_VAR,   /* op: var let const; a: list of JS_DECLARATOR */
    JS_DECLARATOR,
    JS_EXPRESSION_STATEMENT,
    JS_IF,
    JS_FOR,    /* a: initialiser, b: test, c: update, d: body; scope */
    JS_FOR_IN, /* a: JS_VAR or target, b: object, d: body */
    JS_FOR_OF,
    JS_WHILE,    /* b: test, d: body */
    JS_DO_WHILE, /* the same */
    JS_RETURN,
    JS_THROW,
    JS_TRY, /* a: block, b: catch parameter or NULL, c: catch block or NULL, d: finally or NULL */
    JS_SWITCH, /* a: value, b: list of JS_CASE */
    JS_CASE,   /* a: test or NULL for default, b: list */
    JS_BREAK,  /* name or NULL */
    JS_CONTINUE,
    JS_LABELED, /* name; b: statement */
    JS_EMPTY,
    JS_WITH,           /* a: object, d: body */
    JS_ENUM,           /* TypeScript; a: JS_NAME, b: list of JS_PROPERTY */
    JS_NAMESPACE,      /* TypeScript; a: JS_NAME, b: list of statements */
    JS_IMPORT,         /* a: list of JS_SPECIFIER, b: JS_STRING */
    JS_SPECIFIER,      /* a: local JS_NAME (exports: any), text: outer name ("default", "*") */
    JS_EXPORT,         /* a: declaration, or NULL; b: list of JS_SPECIFIER, c: source or NULL */
    JS_EXPORT_DEFAULT, /* a */
    JS_EXPORT_ALL,     /* text: name or empty, c: source */
    JS_KIND_COUNT
};

enum js_flag {
    JS_OPTIONAL = 1 << 0,     /* member, index, call behind ?. */
    JS_COMPUTED = 1 << 1,     /* property key in brackets */
    JS_SHORTHAND = 1 << 2,    /* {x} */
    JS_GETTER = 1 << 3,       /* property */
    JS_SETTER = 1 << 4,       /* property */
    JS_METHOD = 1 << 5,       /* property */
    JS_STATIC = 1 << 6,       /* class member */
    JS_FIELD = 1 << 7,        /* class member that is no method */
    JS_PREFIX = 1 << 8,       /* ++x */
    JS_DROPPED = 1 << 8,      /* await: a statement of its own */
    JS_EXPORTED = 1 << 8,     /* name: its declaration is part of an export */
    JS_DELEGATE = 1 << 9,     /* yield* */
    JS_FOR_AWAIT = 1 << 10,   /* for await */
    JS_DECLARATION = 1 << 11, /* function or class statement */
    JS_PARENTHESISED = 1 << 12,
    JS_TYPE_ONLY = 1 << 13,          /* import type, export type */
    JS_PARAMETER_PROPERTY = 1 << 14, /* constructor(private x) */
    JS_WRITTEN = 1 << 15,            /* name that is assigned to, other than by its declaration */
};

/* A spelling, interned per file; names of two files are compared with js_same_name(). */
struct js_name {
    struct str text;
    uint64_t hash;
    bool is_async;               /* some async function of the file has this name */
    enum js_word word;           /* keyword or other word we know; JS_WORD_NONE */
    struct js_variable *current; /* while scopes are resolved */
};

struct js_node {
    uint8_t kind; /* enum js_kind */
    uint8_t op;   /* enum js_op */
    uint16_t flags;
    uint32_t start, end; /* bytes */
    struct js_node *next;
    union {
        struct js_node *a;
        struct js_name *name;
        struct js_function *function;
        double number;
    };
    union {
        struct js_node *b;
        struct js_variable *variable; /* JS_NAME; NULL: global, or unknown */
    };
    union {
        struct js_node *c;
        struct js_node *next_reference; /* JS_NAME */
        struct js_name *text;           /* JS_STRING (cooked), JS_SPECIFIER, JS_EXPORT_ALL */
    };
    struct js_node *d;
    struct js_scope *scope; /* JS_BLOCK, JS_PROGRAM, loops, JS_TRY (the catch's), JS_SWITCH,
                               JS_CLASS; NULL where it declares nothing */
};

enum js_declared {
    JS_BY_VAR,
    JS_BY_LET,
    JS_BY_CONST,
    JS_BY_FUNCTION,
    JS_BY_CLASS,
    JS_BY_PARAMETER,
    JS_BY_CATCH,
    JS_BY_IMPORT,
    JS_BY_SELF
};

struct js_variable {
    struct js_name *name;
    struct js_scope *scope;
    struct js_node *declared; /* the JS_NAME */
    struct js_node *origin;   /* the last JS_DECLARATOR of the plain name, or the JS_FUNCTION that
                                 declares it first; NULL: other ways */
    enum js_declared by;
    bool captured;     /* some closure uses it */
    bool written_late; /* assigned to other than by its declaration */
    bool written_in_closure;
    uint32_t slot; /* within its scope */
    uint32_t reads, writes;
    struct js_node *first_reference; /* linked by next_reference */
    struct js_variable *next;        /* of the scope */
    struct js_variable *outer;       /* while scopes are resolved */
};

struct js_scope {
    struct js_scope *parent, *first_child, *next_sibling, *last_child;
    struct js_function *function;
    struct js_variable *variables, *last_variable;
    uint32_t variable_count;
    bool is_function; /* parameters and body share it */
    bool in_loop;     /* a loop's body or head between here and the function */
    bool has_with, has_eval;
    struct js_node *references; /* linked by next_reference until resolved */
};

struct js_function {
    struct js_node *node;
    struct js_file *file;
    struct js_name *name;       /* own or given by what it is assigned to; may be NULL */
    struct js_function *parent; /* NULL: the file's top level */
    struct js_node *params;     /* list of targets, JS_DEFAULT, JS_REST */
    struct js_node *body;       /* JS_BLOCK, or an expression */
    struct js_scope *scope;
    struct js_node *class_node; /* for methods: the class they belong to */
    struct js_node *given_to;   /* the JS_CALL that has it among its arguments; may be NULL */
    uint32_t index;             /* within the file */
    bool is_async, is_generator, is_arrow, is_method, is_constructor, is_getter, is_setter,
        is_static;
    bool is_strict;
    bool uses_this, uses_arguments;
    bool returns_value; /* some return has an argument, or the body is an expression */
    bool has_await, has_yield, has_throw, has_with_or_eval;
    bool has_bare_return;  /* some return has none: undefined is meant */
    bool names_asynchrony; /* it or a function inside does */
};

struct js_problem {
    uint32_t start, end;
    struct str message;
};

enum { JS_NAME_BITS = 2048 };

struct js_file {
    struct arena *arena, own;
    void
        *owner; /* of whoever parsed it, and nothing to us: where they keep what they learn of it */
    struct str text;
    enum js_dialect dialect;
    struct js_node *program; /* JS_PROGRAM; function: the top level's */
    struct js_function *top;
    VEC(struct js_function *) functions; /* in order of their starts; the first is `top` */
    VEC(struct js_node *) imports; /* JS_IMPORT, JS_EXPORT*, JS_IMPORT_CALL, require("...") calls */
    VEC(struct js_plain_call {
        struct js_node *call; /* of a name, or of a name's member */
        struct js_function *function;
    })
    plain_calls; /* in functions that name nothing asynchronous: whom they call may be */
    VEC(struct js_paren {
        struct js_node *node; /* flagged JS_PARENTHESISED; its own place is inside */
        uint32_t open;        /* of "(" */
        uint32_t close;       /* behind ")" */
    })
    parens; /* inner ones first */
    VEC(struct js_problem) problems;
    bool is_module;                        /* has import or export, or is named so */
    bool names_asynchrony;                 /* at all */
    uint64_t name_bits[JS_NAME_BITS / 64]; /* of the hashes of all its names */
};

/* Bytes; a tree takes up to 60 times the text. More than this is a problem of the file, told before
 * any memory is taken. The largest source we know, typescript.js, has 9 MB. */
enum { JS_LARGEST = 16 << 20 };

struct js_file *js_parse(struct str text, enum js_dialect dialect);
/* The tree lives in an arena of the caller's, who parses many files: one large one costs the system
 * less than many small ones. Nothing is taken from it after the call. */
struct js_file *js_parse_in(struct arena *arena, struct str text, enum js_dialect dialect);
/* As soon as *stop is set the rest is not read; then the file has no problems. */
struct js_file *js_parse_until(struct arena *arena, struct str text, enum js_dialect dialect,
                               const atomic_bool *stop);
void js_free(struct js_file *self);
enum js_dialect js_dialect_of(struct str path);

static inline bool js_same_name(const struct js_name *a, const struct js_name *b)
{
    return a == b || (a && b && a->hash == b->hash && str_equal(a->text, b->text));
}
uint64_t js_hash(struct str text);
/* False: no name, member or plain string of the file is spelled so. */
bool js_may_name(const struct js_file *file, const struct js_name *name);

const char *js_kind_name(enum js_kind kind);
/* Calls `visit` for every direct child, in source order. */
void js_children(const struct js_node *node,
                 void (*visit)(const struct js_node *child, void *context), void *context);

#endif
