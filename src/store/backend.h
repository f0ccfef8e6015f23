/* What a store asks of a database: run a statement, walk over its rows, and be one transaction
 * where it must. store.c has the statements, which both databases understand ($1, $2, … are their
 * parameters); a backend is one file with a struct of these functions, and brings its own tables,
 * because the databases' types differ.
 *
 * No function reports a failure by itself: the first one is put into store->problem
 * (store__fail()), and from then on every statement is empty. */
#ifndef STORE_BACKEND_H
#define STORE_BACKEND_H

#include "store/store.h"

/* A parameter. Text is whatever a program printed: not always UTF-8. */
struct store_value {
    enum { VALUE_INTEGER, VALUE_REAL, VALUE_TEXT, VALUE_BYTES } type;
    int64_t integer;
    double real;
    struct str bytes;
};

struct store_rows {
    struct store *store;
    void *at; /* the backend's; NULL: there are no more */
    int row;
};

struct store_backend {
    /* Both fill the store's handle, or an error with one line; create leaves a transaction open. */
    bool (*create)(struct store *self, const char *place, struct error *error);
    bool (*open)(struct store *self, const char *place, bool *absent, struct error *error);
    void (*close)(struct store *self);

    void (*query)(struct store_rows *rows, const char *sql, const struct store_value *values,
                  size_t count);
    bool (*step)(struct store_rows *rows); /* false: it was the last one, and all is freed */
    int64_t (*integer)(struct store_rows *rows, int column);
    double (*real)(struct store_rows *rows, int column);      /* of a text too */
    struct str (*bytes)(struct store_rows *rows, int column); /* until the next step */
};

struct store {
    const struct store_backend *backend;
    void *handle;
    char *label;    /* the place as people may see it: without a password */
    char *problem;  /* the first trouble; nothing is done any more */
    unsigned depth; /* of store_begin() */
};

extern const struct store_backend store__sqlite, store__postgres;

void store__fail(struct store *self, const char *problem);

/* For each type a letter (i: int64_t, r: double, t: text as struct str, b: bytes as struct str)
 * with an argument behind. store__run() is for statements without rows. */
struct store_rows store__query(struct store *self, const char *sql, const char *types, ...);
void store__run(struct store *self, const char *sql, const char *types, ...);
bool store__next(struct store_rows *rows);
int64_t store__number(struct store *self, const char *sql); /* of the only row; -1: none */

/* The address of a place in a database (place.c): postgres://…#NAME.SHARD. */
struct store_address {
    char *url;    /* without what stands behind # */
    char *schema; /* interloper_NAME_SHARD */
    char *secret; /* the password, or NULL */
};

bool store__address(const char *place, struct store_address *address, struct error *error);
void store__address_free(struct store_address *self);

#endif
