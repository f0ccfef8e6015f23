/* JavaScript, TypeScript and JSX source as a compact tree with scopes: what the analyser executes
 * and what instrumenting edits: tree.h has the nodes, scope.h variables and functions, and this
 * the file.
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
#include "javascript/scope.h"

enum js_dialect { JS_SCRIPT, JS_TYPESCRIPT, JS_TSX };

struct js_problem {
    uint32_t start, end;
    struct str message;
};

enum { JS_NAME_BITS = 2048 };

struct js_file {
    struct arena *arena, own;
    void *owner; /* of whoever parsed it: where they keep what they learn of it */
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

/* False: no name, member or plain string of the file is spelled so. */
bool js_may_name(const struct js_file *file, const struct js_name *name);

#endif
