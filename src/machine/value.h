/* Abstract values and objects. A value is exact while it can be; where the program's text does not
 * determine it, it is UNKNOWN (perhaps of a known type) or a CHOICE of a few. Everything lives in
 * the machine's arena. */
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

#endif
