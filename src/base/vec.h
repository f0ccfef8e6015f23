/* Typed growing arrays: `VEC(struct thing) things = {0}; *vec_push(&things) = thing;`
 * The vector owns its storage, never what its elements point to. vec_free() empties it for reuse.
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/base.h"

#define VEC(type)                                                                                  \
    struct {                                                                                       \
        type *at;                                                                                  \
        size_t len, room;                                                                          \
    }

/* The address of a new, cleared last element. */
#define vec_push(v)                                                                                \
    ((v)->at = vec__grow((v)->at, (v)->len, &(v)->room, sizeof *(v)->at),                          \
     memset(&(v)->at[(v)->len], 0, sizeof *(v)->at), &(v)->at[(v)->len++])
#define vec_last(v) (&(v)->at[(v)->len - 1])
#define vec_pop(v)  (&(v)->at[--(v)->len])
#define vec_remove(v, i)                                                                           \
    (memmove(&(v)->at[i], &(v)->at[(i) + 1], ((v)->len - (i)-1) * sizeof *(v)->at), (v)->len--)
#define vec_each(item, v)                                                                          \
    for (__typeof__((v)->at + 0) item = (v)->at; item < (v)->at + (v)->len; item++)
#define vec_free(v) (free((v)->at), (v)->at = NULL, (v)->len = (v)->room = 0)

static inline void *vec__grow(void *at, size_t len, size_t *room, size_t size) {
    if (len < *room)
        return at;
    *room = *room ? *room * 2 : 8;
    return mem_resize(at, *room, size);
}

#endif
