/* Sites, and the edits that wrap a node in a mark. The tree leaves parentheses out; whoever puts
 * something around a node has to know where they stand. */
#include "instrument/instrument_private.h"

#include <stdlib.h>

static int compare_parens(const void *left, const void *right)
{
    const struct js_paren *a = left, *b = right;
    if (a->node != b->node)
        return (uintptr_t)a->node < (uintptr_t)b->node ? -1 : 1;
    return a->open < b->open ? -1 : a->open > b->open;
}

static const struct js_paren *paren_of(const struct instrument__walker *w,
                                       const struct js_node *node)
{
    size_t low = 0, high = w->parens.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)w->parens.at[middle].node < (uintptr_t)node)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < w->parens.len && w->parens.at[low].node == node;
    return found ? &w->parens.at[low] : NULL;
}

static const struct js_node *left_of(const struct js_node *node)
{
    switch ((enum js_kind)node->kind) {
    case JS_MEMBER:
    case JS_INDEX:
    case JS_CALL:
    case JS_TAGGED:
    case JS_CHAIN:
    case JS_BINARY:
    case JS_LOGICAL:
    case JS_ASSIGN:
    case JS_CONDITIONAL:
    case JS_SEQUENCE:
        return node->a;
    case JS_UPDATE:
        return node->flags & JS_PREFIX ? NULL : node->a;
    default:
        return NULL;
    }
}

/* Where a node begins, inside its own parentheses but with those of its first operand, which the
 * tree leaves out. */
uint32_t instrument__start_of(const struct instrument__walker *w, const struct js_node *node)
{
    uint32_t start = node->start;
    for (const struct js_node *left = left_of(node); left; left = left_of(left)) {
        const struct js_paren *paren = left->flags & JS_PARENTHESISED ? paren_of(w, left) : NULL;
        if (paren)
            return paren->open;
        start = left->start;
    }
    return start;
}

uint32_t instrument__outer_start(const struct instrument__walker *w, const struct js_node *node)
{
    const struct js_paren *paren = node->flags & JS_PARENTHESISED ? paren_of(w, node) : NULL;
    return paren ? paren->open : instrument__start_of(w, node);
}

uint32_t instrument__outer_end(const struct instrument__walker *w, const struct js_node *node)
{
    const struct js_paren *paren = node->flags & JS_PARENTHESISED ? paren_of(w, node) : NULL;
    return paren ? paren->close : node->end;
}

uint32_t instrument__add_site(struct instrument__walker *w, enum site_kind kind,
                              const struct js_node *node, struct str name, bool *wanted)
{
    uint32_t id = (uint32_t)w->result->sites.len;
    struct site *site = vec_push(&w->result->sites);
    *site = (struct site){.kind = (uint8_t)kind,
                          .flags = w->deciding ? SITE_DECIDES : 0,
                          .start = node->start,
                          .end = node->end,
                          .name = name,
                          .within = w->within};
    /* inside `with` the marks' own name would be looked up in a stranger's object */
    w->result->not_marked += w->in_with;
    *wanted =
        !w->in_with && (!w->options->wants || w->options->wants(w->options->context, id, site));
    w->result->marked += *wanted;
    return w->options->first + id;
}

struct site *instrument__last_site(struct instrument__walker *w)
{
    return &w->result->sites.at[w->result->sites.len - 1];
}

/* mark(id,NODE), in parentheses of its own where a call would mean something else. */
void instrument__wrap_in(struct instrument__walker *w, const struct js_node *node, char mark,
                         uint32_t id, const char *scope, bool in_parentheses)
{
    bool is_list = node->kind == JS_SEQUENCE;
    char open[96];
    snprintf(open, sizeof open, "%s%s.%c(%u,%s%s%s", in_parentheses ? "(" : "", INSTRUMENT_NAME,
             mark, id, scope, scope[0] ? "," : "", is_list ? "(" : "");
    rewrite_open(&w->rewrite, instrument__start_of(w, node), str_of(open));
    char close[8];
    snprintf(close, sizeof close, ")%s%s", is_list ? ")" : "", in_parentheses ? ")" : "");
    rewrite_close(&w->rewrite, node->end, str_of(close));
}

void instrument__wrap(struct instrument__walker *w, const struct js_node *node, char mark,
                      uint32_t id, bool in_parentheses)
{
    instrument__wrap_in(w, node, mark, id, "", in_parentheses);
}

void instrument__sort_parens(struct instrument__walker *w)
{
    for (size_t i = 0; i < w->file->parens.len; i++)
        *vec_push(&w->parens) = w->file->parens.at[i];
    if (w->parens.len)
        qsort(w->parens.at, w->parens.len, sizeof w->parens.at[0], compare_parens);
}
