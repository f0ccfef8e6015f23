/* invalid-listener-removal, where this.handle.bind(this) is added and this.handle removed: bind
 * makes a new function each time. Told from the text: the file does nothing else with the method
 * than call, bind, remove or replace it, so nobody can have added the method itself. */
#include "rules/rules.h"

/* What a file does with x.name, whatever x is. */
struct member_notes {
    size_t mentioned, understood;
    struct bound_adding {
        const struct js_node *call;
        struct bound_adding *next;
    } * added;
};

const struct js_node *bound_function(const struct js_node *call)
{
    return is_member_call(call, "bind") && call->b ? call->a->a : NULL;
}

static struct member_notes *notes_of_member(const struct walk *walk, const struct js_node *member)
{
    struct map_entry *entry =
        entry_for(walk->ruling, &walk->ruling->members, member->b->text, walk->unit);
    if (!entry->pointer)
        entry->pointer = arena_new(walk->ruling->arena, struct member_notes);
    return entry->pointer;
}

static void note_understood(const struct walk *walk, const struct js_node *node)
{
    if (node && node->kind == JS_MEMBER)
        notes_of_member(walk, node)->understood++;
}

static bool is_part_of_this(const struct js_node *node)
{
    return node && node->kind == JS_MEMBER && node->a->kind == JS_THIS;
}

static void note_adding(const struct walk *walk, const struct js_node *call)
{
    const struct js_node *bound = bound_function(argument(call, 1));
    if (!is_part_of_this(bound) || !is_plain_event(event_of(call)))
        return;
    struct member_notes *notes = notes_of_member(walk, bound);
    struct bound_adding *adding = arena_new(walk->ruling->arena, struct bound_adding);
    *adding = (struct bound_adding){call, notes->added};
    notes->added = adding;
}

static void note_member(struct walk *walk, const struct js_node *node)
{
    if (node->kind == JS_MEMBER)
        notes_of_member(walk, node)->mentioned++;
    if (node->kind == JS_ASSIGN)
        note_understood(walk, node->a);
    if (node->kind != JS_CALL)
        return;
    note_understood(walk, node->a);
    note_understood(walk, bound_function(node));
    if (is_removing(node))
        note_understood(walk, argument(node, 1));
    if (is_adding(node))
        note_adding(walk, node);
}

/* Once a file, and only where it binds something. */
static bool has_notes(const struct walk *walk)
{
    enum { NOT_ASKED, NO, YES };
    static const char *const words[] = {".bind("};
    struct walk inner = {.ruling = walk->ruling, .unit = walk->unit};
    struct map_entry *entry = entry_for(walk->ruling, &walk->ruling->members, walk->unit, NULL);
    if (entry->number != NOT_ASKED)
        return entry->number == YES;
    bool binds = has_any(walk->unit->source->text, words, COUNT_OF(words));
    entry->number = binds ? YES : NO;
    vec_each (function, &walk->unit->file->functions)
        if (binds && (*function)->body)
            walk_function(&inner, *function, note_member);
    return binds;
}

const struct js_node *added_bound(const struct walk *walk, const struct js_node *removal)
{
    const struct js_node *listener = argument(removal, 1);
    if (!is_part_of_this(listener) || !event_of(removal) || !has_notes(walk))
        return NULL;
    const struct member_notes *notes = notes_of_member(walk, listener);
    const struct bound_adding *adding = notes->mentioned == notes->understood ? notes->added : NULL;
    while (adding && !js_same_name(event_of(adding->call), event_of(removal)))
        adding = adding->next;
    return adding ? adding->call : NULL;
}
