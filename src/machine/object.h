/* Abstract objects: one per allocation executed. */
#ifndef MACHINE_OBJECT_H
#define MACHINE_OBJECT_H

#include "base/vec.h"
#include "machine/value.h"

struct property {
    const struct js_name *key;
    struct value value;
    struct object *getter, *setter;
    const struct js_node *written; /* by which node, NULL: by nobody we saw */
    uint32_t context;              /* in which it was written last */
    uint32_t way, mark;
    uint16_t tag;   /* of the key's hash: most others are told apart without looking at theirs */
    bool is_first;  /* nobody has written it since it is there */
    bool is_hidden; /* methods of classes and built-ins: no data of the user's */
};

enum object_class {
    CLASS_PLAIN,
    CLASS_ARRAY,
    CLASS_CLOSURE,
    CLASS_NATIVE,
    CLASS_PROMISE,
    CLASS_EMITTER,
    CLASS_ERROR,
    CLASS_MAP,
    CLASS_SET,
    CLASS_GENERATOR,
    CLASS_TARGET /* DOM */,
    CLASS_TIMER,
    CLASS_OTHER,
    CLASS_COUNT
};

struct call {
    struct value self;
    struct value *args;
    unsigned count;
    struct object *callee, *new_target;
    const struct js_node *node;
};

typedef struct value (*native_fn)(struct machine *m, struct call *call);

struct object {
    enum object_class class;
    uint32_t id, way, mark;
    uint32_t born;     /* the way on which it was made */
    bool escaped;      /* code we do not know may hold it */
    bool is_uncertain; /* has properties, or elements, that we do not know */
    bool is_host;      /* made by the environment, not by the program */
    bool is_builtin;   /* one of the language's own: never escapes anew
                        */
    bool is_invented;  /* stands for any instance, where we enter a method */
    bool is_class;     /* closure: must be called with new */
    bool is_emptied;   /* list: things are taken out of it again */
    const struct js_node *site;
    struct unit *unit;
    struct object *proto;
    VEC(struct property) properties;
    uint32_t *index; /* by hash, once there are many */
    uint32_t index_size;
    struct emitter *emitter; /* once somebody listens or emits */
    union {                  /* last: of it only what the class needs is allocated */
        struct {             /* CLASS_CLOSURE */
            struct js_function *function;
            struct env *env;
            struct value self;        /* of arrow functions, and */
            struct object *arguments; /* of the function around them */
            struct object *home;
            struct js_node *class_node;
            bool called, queued;
            uint8_t instance_room;  /* properties that the last one constructed by it had */
            bool is_compiled_async; /* a generator that stands for an async function */
            uint32_t escaped_in;
        } closure;
        struct { /* CLASS_NATIVE */
            native_fn fn;
            const char *name;
            struct value data[4];
            const struct api_row *api;
            void *pointer;
        } native;
        struct { /* CLASS_ARRAY, CLASS_SET (values), CLASS_MAP (values in turn with keys) */
            struct value *at;
            uint32_t len, room;
        } array;
        struct promise *promise;
        struct generator *generator;
        struct job *timer;
    };
};

static inline bool v_is(struct value v, enum object_class class)
{
    return v.tag == V_OBJECT && v.object->class == class;
}
static inline bool v_callable(struct value v)
{
    return v_is(v, CLASS_CLOSURE) || v_is(v, CLASS_NATIVE);
}

struct object *object_new(struct machine *m, enum object_class class, const struct js_node *site);
struct property *object_own(struct object *self, const struct js_name *key);
struct property *object_find(struct object *self,
                             const struct js_name *key); /* and its prototypes */
struct property *object_add(struct machine *m, struct object *self, const struct js_name *key);
void object_reserve(struct machine *m, struct object *self, size_t room);
void object_remove(struct object *self, const struct js_name *key);
void array_push(struct machine *m, struct object *self, struct value value);
const struct js_name *name_of(struct machine *m, const char *text); /* interned in the machine */
const struct js_name *name_of_str(struct machine *m, struct str text);

#endif
