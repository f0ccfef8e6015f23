/* Names, scopes, the variables they declare, and functions: made in the same pass as the tree. */
#ifndef JAVASCRIPT_SCOPE_H
#define JAVASCRIPT_SCOPE_H

#include "javascript/tree.h"

struct js_file;

/* A spelling, interned per file; names of two files are compared with js_same_name(). */
struct js_name {
    struct str text;
    uint64_t hash;
    bool is_async;               /* some async function of the file has this name */
    enum js_word word;           /* keyword or other word we know; JS_WORD_NONE */
    struct js_variable *current; /* while scopes are resolved */
};

static inline bool js_same_name(const struct js_name *a, const struct js_name *b)
{
    return a == b || (a && b && a->hash == b->hash && str_equal(a->text, b->text));
}
uint64_t js_hash(struct str text);

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

#endif
