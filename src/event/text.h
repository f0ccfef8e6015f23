/* Keys, holds and quoted texts into a buffer: for the tool, which has a heap. */
#ifndef EVENT_TEXT_H
#define EVENT_TEXT_H

#include "base/buf.h"
#include "event/event.h"

#define EVENT_APPEND(out, printer, what)                                                           \
    do {                                                                                           \
        size_t needed = printer(what, NULL, 0);                                                    \
        printer(what, buf_room(out, needed + 1), needed + 1);                                      \
        (out)->len += needed;                                                                      \
    } while (0)

static inline void buf_key(struct buf *out, const struct event_key *key)
{
    EVENT_APPEND(out, event_key_print, key);
}

static inline void buf_hold(struct buf *out, const struct event_hold *hold)
{
    EVENT_APPEND(out, event_hold_print, hold);
}

static inline void buf_quoted(struct buf *out, struct str text)
{
    EVENT_APPEND(out, event_quote, text);
}

#endif
