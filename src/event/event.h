/* What an event is called: its key, the kinds as a table, one printer and one parser.
 *
 *     [@PROCESS[/THREAD]] KIND#NUMBER [DELAYms] ["about"] [start|done]
 *
 *     fs.open#2 "/srv/accounts" start         the second open of that path: the task
 *     fs.open#2 "/srv/accounts" done          its completion, under the same number
 *     @1.2 tcp.read#1 "from server 3000 2"    in the second child of the first process
 *     @1/1 fs.stat#1 "/srv/x" done            in the first worker thread
 *     timer#1 500ms "test/upload.js:12"       one of JavaScript's timers
 *
 * `about` says by role what the event is about: a path, a listener, a peer and its place among
 * those. A number counts what has the same process, thread, kind, delay and about, from 1, in the
 * order of submission; all phases of one operation share it. Where no process is named it is the
 * root, "1"; where no thread is, its main loop. In quotes \" \\ and \xHH stand for bytes that could
 * not stand for themselves, so that any path comes back as it was.
 *
 * Freestanding: used by the tool and inside other people's processes. Nothing here allocates,
 * prints to a file or keeps state; texts are slices into what the caller owns. */
#ifndef EVENT_EVENT_H
#define EVENT_EVENT_H

#include "base/str.h"
#include "event/kinds.h"

#include <stdint.h>

enum event_kind {
#define EVENT_KIND_ID(id, name, family) KIND_##id,
    EVENT_KINDS(EVENT_KIND_ID)
#undef EVENT_KIND_ID
        KIND_COUNT
};

enum event_family {
    FAMILY_OTHER,
    FAMILY_FILE,
    FAMILY_WORK,
    FAMILY_NETWORK,
    FAMILY_PIPE,
    FAMILY_MESSAGE,
    FAMILY_CLOSE,
    FAMILY_TIMER
};

enum event_phase { PHASE_NONE, PHASE_START, PHASE_DONE, PHASE_COUNT };

enum { NO_DELAY = -1 };

/* How a hold ends: "this event waits …" */
enum hold_end {
    HOLD_NONE,
    HOLD_POLLS,  /* for a number of decisions: "for 3 polls" */
    HOLD_TIME,   /* for a virtual time after its arrival: "for 120ms" */
    HOLD_EVENT,  /* until another event was delivered: "until tcp.read#2 …" */
    HOLD_BEFORE, /* until just before a timer: "until before timer#1 500ms …" */
    HOLD_IDLE,   /* until nothing else can run: "until idle" */
    HOLD_END_COUNT
};

struct event_key {
    struct str process; /* "1", "1.2", … */
    uint32_t thread;    /* 0: the main loop */
    enum event_kind kind;
    uint64_t number; /* from 1 */
    int32_t delay;   /* of a timer, in ms; NO_DELAY for all others */
    bool has_about;
    struct str about;
    enum event_phase phase;
};

struct event_hold {
    struct event_key event;
    enum hold_end end;
    int64_t amount;         /* ns of HOLD_TIME, count of HOLD_POLLS */
    struct event_key until; /* of HOLD_EVENT and HOLD_BEFORE */
};

const char *event_kind_name(enum event_kind kind);
enum event_family event_kind_family(enum event_kind kind);
bool event_kind_find(struct str name, enum event_kind *kind);
enum event_kind event_kind_of_fs(int uv_fs_type);
const char *event_phase_name(enum event_phase phase); /* "" for none */
bool event_key_equal(const struct event_key *a, const struct event_key *b);

/* Prints like snprintf: at most `room` bytes with a NUL at the end, and returns how many it takes.
 */
size_t event_key_print(const struct event_key *key, char *out, size_t room);
size_t event_hold_print(const struct event_hold *hold, char *out, size_t room);
size_t event_quote(struct str text, char *out, size_t room);

/* One token of a line: a word, or what stands in quotes, unescaped into *kept, which moves on. It
 * must have room for as many bytes as *rest has. */
enum event_token { TOKEN_END, TOKEN_WORD, TOKEN_QUOTED, TOKEN_BROKEN };
enum event_token event_next_token(struct str *rest, char **kept, struct str *token);

/* Parses a key at the front of *rest and leaves *rest behind it. Texts of the key are slices into
 * *rest and *kept. Returns NULL, or what is wrong with the token *wrong, in words. */
const char *event_key_parse(struct str *rest, char **kept, struct event_key *key,
                            struct str *wrong);

/* The same of what stands behind the word "hold". */
const char *event_hold_parse(struct str *rest, char **kept, struct event_hold *hold,
                             struct str *wrong);

bool event_parse_count(struct str text, uint64_t *number);

#endif
