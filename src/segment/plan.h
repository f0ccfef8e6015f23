/* The plan: the holds of a schedule as the shim reads them, a file "holds" beside the segment.
 *
 * The tool writes it (plan_write), every process of the run maps it, and each hold's fate is noted
 * in it, so that the tool can say how many were met. Holds until an event work across processes:
 * whoever delivers that event sets `until_came`, and whoever sets a timer says when it is due. Like
 * the segment it is private to one build. */
#ifndef SEGMENT_PLAN_H
#define SEGMENT_PLAN_H

#include "segment/segment.h"

enum { PLAN_MAGIC = 0x4e4c5049, PLAN_LARGEST = 1024 * 1024 * 1024 };

struct plan_key {
    char process[PROCESS_NAME_ROOM];
    uint32_t thread;
    uint32_t number;
    uint16_t kind, phase; /* of event/event.h */
    int32_t delay;
    uint32_t has_about;
    uint32_t about_at, about_length; /* behind the last hold; the text ends with a NUL besides */
};

enum plan_state {
    PLAN_UNSEEN, /* the event has not come */
    PLAN_HELD,
    PLAN_MET, /* it waited, and went on as the hold says */
    PLAN_CUT, /* it waited, and went on before */
};

struct plan_hold {
    struct plan_key event, until;
    uint32_t end; /* of enum hold_end */
    _Atomic uint32_t state;
    _Atomic uint32_t until_came;
    uint32_t unused;
    int64_t amount;
    _Atomic int64_t until_due; /* of HOLD_BEFORE: when that timer is due; 0: nobody has set it */
};

struct plan {
    uint32_t magic, count;
    uint64_t size; /* of the file */
    struct plan_hold holds[];
};

#endif
