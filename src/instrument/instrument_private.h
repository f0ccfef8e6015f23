/* What the files of this room share: the walk over a tree, and the edits that put marks around its
 * nodes. sites.c numbers places and wraps them, variables.c tells scopes apart, access.c has reads
 * and calls, write.c assignments and patterns, statements.c functions, blocks and loops, modules.c
 * imports and exports. */
#ifndef INSTRUMENT_INSTRUMENT_PRIVATE_H
#define INSTRUMENT_INSTRUMENT_PRIVATE_H

#include "instrument/instrument.h"
#include "javascript/rewrite.h"

enum {
    INSTRUMENT__DEEPEST = 4000
}; /* operators in a row are flat in the source, not in the tree */

struct instrument__export {
    const struct js_variable *variable;
    struct str outer; /* its name outside */
};

struct instrument__import {
    const struct js_variable *variable;
    uint32_t id; /* of the site whose variable of ours leads to the one that is meant */
};

struct instrument__walker {
    const struct js_file *file;
    VEC(struct instrument__scope {
        const struct js_scope *scope;
        uint32_t id;
        bool is_there;
    })
    scopes; /* around us, whose activations are told apart */
    VEC(struct instrument__export) exports;
    VEC(struct instrument__import) imports;
    struct str within;
    const struct instrument_options *options;
    struct instrumented *result;
    struct rewrite rewrite;
    VEC(struct js_paren) parens; /* by node, outermost first */
    bool strict, in_with, deciding;
    unsigned depth;
};

/* instrument.c */
void instrument__visit(struct instrument__walker *w, const struct js_node *node);
void instrument__visit_list(struct instrument__walker *w, const struct js_node *node);

/* sites.c: where a node begins and ends, inside or outside of its own parentheses. */
void instrument__sort_parens(struct instrument__walker *w);
uint32_t instrument__start_of(const struct instrument__walker *w, const struct js_node *node);
uint32_t instrument__outer_start(const struct instrument__walker *w, const struct js_node *node);
uint32_t instrument__outer_end(const struct instrument__walker *w, const struct js_node *node);
uint32_t instrument__add_site(struct instrument__walker *w, enum site_kind kind,
                              const struct js_node *node, struct str name, bool *wanted);
struct site *instrument__last_site(struct instrument__walker *w);
void instrument__wrap_in(struct instrument__walker *w, const struct js_node *node, char mark,
                         uint32_t id, const char *scope, bool in_parentheses);
void instrument__wrap(struct instrument__walker *w, const struct js_node *node, char mark,
                      uint32_t id, bool in_parentheses);

/* variables.c */
struct instrument__stamp {
    char text[80]; /* `$__interloper7=$__interloper.n(7)`; empty: nothing is needed here */
};
struct instrument__stamp instrument__stamp_scope(struct instrument__walker *w,
                                                 const struct js_scope *scope,
                                                 const struct js_node *node);
bool instrument__add_variable_site(struct instrument__walker *w, enum site_kind kind,
                                   const struct js_node *node, const struct js_node *name,
                                   uint32_t *id, char scope[32]);

/* modules.c */
void instrument__find_exports(struct instrument__walker *w);
bool instrument__is_exported(const struct instrument__walker *w,
                             const struct js_variable *variable);
#define INSTRUMENT__NO_SITE UINT32_MAX
uint32_t instrument__import_scope(const struct instrument__walker *w,
                                  const struct js_variable *variable);
void instrument__tell_bindings(struct instrument__walker *w, const struct instrument__stamp *stamp,
                               struct buf *out);

/* access.c */
enum instrument__use {
    INSTRUMENT__READ,
    INSTRUMENT__DELETE,
    INSTRUMENT__CALL,
    INSTRUMENT__CALL_WITH_KEY
};
bool instrument__is_access(const struct js_node *node);
bool instrument__is_private(const struct js_node *member);
bool instrument__suspends(const struct js_node *node);
void instrument__visit_name(struct instrument__walker *w, const struct js_node *node,
                            bool in_parentheses);
void instrument__visit_undecided(struct instrument__walker *w, const struct js_node *node);
uint32_t instrument__visit_access(struct instrument__walker *w, const struct js_node *node,
                                  enum instrument__use use, bool of_new);
void instrument__visit_call(struct instrument__walker *w, const struct js_node *node);
void instrument__visit_passed(struct instrument__walker *w, const struct js_node *object,
                              enum site_kind kind, uint8_t flags);
void instrument__visit_in(struct instrument__walker *w, const struct js_node *node);
void instrument__visit_unary(struct instrument__walker *w, const struct js_node *node);

/* write.c */
bool instrument__takes_name(const struct js_node *value);
void instrument__visit_assign(struct instrument__walker *w, const struct js_node *node);
void instrument__visit_target(struct instrument__walker *w, const struct js_node *target);
void instrument__visit_declarator(struct instrument__walker *w, const struct js_node *node);
void instrument__visit_property(struct instrument__walker *w, const struct js_node *node);

/* statements.c */
bool instrument__has_use_strict(const struct js_node *list);
void instrument__rewrite_prologue(struct instrument__walker *w, const struct js_node *list,
                                  uint32_t at, const char *text);
void instrument__visit_function(struct instrument__walker *w, const struct js_node *node);
void instrument__visit_block(struct instrument__walker *w, const struct js_node *node);
void instrument__visit_class(struct instrument__walker *w, const struct js_node *node);
void instrument__visit_loop_over(struct instrument__walker *w, const struct js_node *node);
void instrument__visit_branching(struct instrument__walker *w, const struct js_node *node);
void instrument__visit_try(struct instrument__walker *w, const struct js_node *node);

#endif
