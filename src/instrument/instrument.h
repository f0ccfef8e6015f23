/* JavaScript with marks: the same program on the same lines, which tells a hidden object what it
 * does. Every place that could be marked is a site; sites are numbered in the order of a walk over
 * the file, wanted or not, so that a first pass may mark functions only and a second one the sites
 * that the first has shown to matter.
 *
 * What the program can see stays the same, but for Function.prototype.toString, columns, one more
 * frame in some stacks, the wording of some TypeErrors, and functions that are run from their
 * source elsewhere, where the hidden object is missing. docs/instrument.md has the table of marks.
 *
 * The caller keeps the file; the result is the caller's to free. */
#ifndef INSTRUMENT_INSTRUMENT_H
#define INSTRUMENT_INSTRUMENT_H

#include "base/buf.h"
#include "javascript/javascript.h"

/* The name under which the marks are found; a file that mentions it is left alone. */
#define INSTRUMENT_NAME "$__interloper"

enum site_kind {
    SITE_FUNCTION,   /* entered: f(id) */
    SITE_SCOPE,      /* the variables of one activation of it are told apart by what n(id) gives */
    SITE_READ,       /* of a variable: r(id, scope, value) */
    SITE_WRITE,      /* of a variable, done: a(id, scope, value) */
    SITE_INITIALISE, /* of a variable, about to be: a(id, scope, value) */
    SITE_GET,        /* o.name is about to be read, or called: o(id, object) */
    SITE_GET_KEY,    /* o[key]: o(id, object), then k(id, key) */
    SITE_SET,        /* o.name = value, o[key] = value: s or z(id, object, key, value) does it */
    SITE_UPDATE,     /* o.name += ..., patterns: c or d(id, object, key).v does it */
    SITE_PRIVATE,    /* o.#name, read or written: o(id, object) */
    SITE_DELETE,     /* as SITE_GET */
    SITE_DELETE_KEY, /* as SITE_GET_KEY */
    SITE_IN,         /* key in o: k(id, key), then o(id, object) */
    SITE_ENUMERATE,  /* for (x in o): o(id, object) */
    SITE_ITERATE,    /* for (x of o), ...o: o(id, object) */
    SITE_TAKE_APART, /* {...rest} = o: all that is left: o(id, object) */
    SITE_CALL_KEY,   /* o.get(key): o(id, object), then k(id, key) */
    SITE_CHANGE,     /* o is changed as a whole, by Object.assign and the like: o(id, object) */
    SITE_CODE, /* text that becomes code nobody instruments, by eval or Function: o(id, text) */
    SITE_KIND_COUNT
};

enum site_flag {
    SITE_DECIDES = 1,  /* what is read here decides a condition */
    SITE_RELATIVE = 2, /* what is written is what was there, more or less: += ++ -= --, x = x + 1 */
    SITE_WRITES = 4,   /* of SITE_PRIVATE */
    SITE_CALLS = 8,    /* of SITE_GET: it is called; of SITE_TAKE_APART: with all that is inside */
};

struct site {
    uint8_t kind;        /* enum site_kind */
    uint8_t flags;       /* of enum site_flag */
    uint32_t start, end; /* in the source */
    struct str name;     /* of the function, variable or property; empty: none, or computed */
    struct str within;   /* name of the function around it; empty: none */
};

struct instrumented {
    struct buf text;
    VEC(struct site) sites; /* by id; names point into the file */
    uint32_t marked;        /* sites that were wanted */
    uint32_t not_marked;    /* places that would be sites but for a form we cannot rewrite */
    const char *refusal;    /* NULL, or why the text is the source as it was */
};

struct instrument_options {
    uint32_t first; /* number of the file's first site in the marks */
    bool globals;   /* mark names that neither the file nor the language declares */
    bool tells_url; /* of a module: begins with m(first, import.meta.url) */
    /* NULL: all of them; the id is counted from 0 */
    bool (*wants)(void *context, uint32_t id, const struct site *site);
    void *context;
};

/* Which scope a variable's mark names where it is that of the global ones. */
#define INSTRUMENT_GLOBAL "1"

struct instrumented instrument(const struct js_file *file,
                               const struct instrument_options *options);
void instrumented_free(struct instrumented *self);

#endif
