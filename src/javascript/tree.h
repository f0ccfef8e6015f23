/* The tree: what kinds of nodes there are, and which children each has. Positions are bytes of the
 * source text. */
#ifndef JAVASCRIPT_TREE_H
#define JAVASCRIPT_TREE_H

#include "base/str.h"
#include "javascript/words.h"

struct js_name;
struct js_variable;
struct js_function;
struct js_scope;

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

const char *js_kind_name(enum js_kind kind);
/* Calls `visit` for every direct child, in source order. */
void js_children(const struct js_node *node,
                 void (*visit)(const struct js_node *child, void *context), void *context);

#endif
