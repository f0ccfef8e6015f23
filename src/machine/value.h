/* Abstract values and objects. A value is exact while it can be; where the program's text does not
 * determine it, it is UNKNOWN (perhaps of a known type) or a CHOICE of a few. Objects are one per
 * allocation executed. Everything lives in the machine's arena. */
#ifndef MACHINE_VALUE_H
#define MACHINE_VALUE_H

#include "base/arena.h"
#include "base/vec.h"
#include "javascript/javascript.h"

enum tag {
    V_UNDEFINED,
    V_NULL,
    V_BOOLEAN,
    V_NUMBER,
    V_STRING,
    V_OBJECT,
    V_UNKNOWN,
    V_CHOICE,
    V_DEAD /* before its `let` */,
    V_LINK /* import */
};
enum unknown_type { ANY, ANY_NUMBER, ANY_STRING, ANY_BOOLEAN };

struct object;
struct machine;

struct value {
    enum tag tag;
    enum unknown_type type; /* of V_UNKNOWN */
    union {
        struct {
            uint32_t context, access;
        } lookup; /* V_UNDEFINED: which access found nothing, from 1 on; 0: it is just undefined */
        bool boolean;
        double number;
        const struct js_name *string;
        struct object *object;
        struct choice *choice;
        struct link *link;
    };
};

enum { MOST_CHOICES = 4 };
struct choice {
    unsigned count;
    struct value at[MOST_CHOICES];
};

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

static inline struct value v_undefined(void)
{
    return (struct value){.tag = V_UNDEFINED};
}
static inline struct value v_null(void)
{
    return (struct value){.tag = V_NULL};
}
static inline struct value v_unknown(void)
{
    return (struct value){.tag = V_UNKNOWN};
}
static inline struct value v_any(enum unknown_type type)
{
    return (struct value){.tag = V_UNKNOWN, .type = type};
}
static inline struct value v_boolean(bool b)
{
    return (struct value){.tag = V_BOOLEAN, .boolean = b};
}
static inline struct value v_number(double n)
{
    return (struct value){.tag = V_NUMBER, .number = n};
}
static inline struct value v_string(const struct js_name *s)
{
    return (struct value){.tag = V_STRING, .string = s};
}
static inline struct value v_object(struct object *o)
{
    return (struct value){.tag = V_OBJECT, .object = o};
}
static inline bool v_is(struct value v, enum object_class class)
{
    return v.tag == V_OBJECT && v.object->class == class;
}
static inline bool v_callable(struct value v)
{
    return v_is(v, CLASS_CLOSURE) || v_is(v, CLASS_NATIVE);
}
static inline bool v_missing(struct value v)
{
    return v.tag == V_UNDEFINED || v.tag == V_NULL;
}

enum truth { FALSE_, TRUE_, MAYBE };
enum truth v_truth(struct value v);
bool v_same(struct value a, struct value b); /* for certain: === */
enum truth v_strict_equal(struct value a, struct value b);
enum truth v_loose_equal(struct value a, struct value b);
struct value v_join(struct machine *m, struct value a, struct value b);
const struct js_name *v_to_key(struct machine *m, struct value v);    /* NULL: unknown */
const struct js_name *v_to_string(struct machine *m, struct value v); /* NULL: unknown */
bool v_to_number(struct value v, double *number);
const char *v_typeof(struct value v); /* NULL: unknown */

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
