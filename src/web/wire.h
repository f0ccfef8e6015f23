/* What C and the script inside the page say to each other, written down once. The enums are made of
 * these tables here, the script's constants (KIND, REST, WHY) by script_constants(): what crosses
 * is a number. */
#ifndef WEB_WIRE_H
#define WEB_WIRE_H

/* X(constant, name, whether it is an edge that separates: section 4.1 (1)). What kind of event a
 * node is, also the label of the edge that forks it. */
#define WEB_KINDS(X)                                                                               \
    X(USER, "user", false)                                                                         \
    X(XHR, "xhr", true) /* readystatechange, load, error, abort, timeout of one request */         \
    X(FETCH, "fetch", true)                                                                        \
    X(BODY, "body", true) /* the body of a fetch was read: json(), text() … */                   \
    X(SCRIPT, "script", true)                                                                      \
    X(IMAGE, "image", true)                                                                        \
    X(STYLE, "stylesheet", true) /* that the page added */                                         \
    X(TIMEOUT, "timeout", false)                                                                   \
    X(INTERVAL, "interval", false)                                                                 \
    X(FRAME, "frame", false) /* requestAnimationFrame */                                           \
    X(IDLE, "idle", false)   /* requestIdleCallback */                                             \
    X(MESSAGE, "message", false)                                                                   \
    X(SOCKET, "socket", true)                                                                      \
    X(SOURCE, "eventsource", true)                                                                 \
    X(WORKER, "worker", true) /* a message of a worker */

/* What a look at the page found: nothing moves; the network is to be asked first; something is due
 * but an answer is on its way into the page. */
#define WEB_RESTS(X)                                                                               \
    X(QUIET)                                                                                       \
    X(NETWORK)                                                                                     \
    X(WAITS)

/* Why an event cannot be triggered on an element. */
#define WEB_REASONS(X)                                                                             \
    X(NONE)                                                                                        \
    X(GONE)                                                                                        \
    X(DISABLED)                                                                                    \
    X(HIDDEN)                                                                                      \
    X(COVERED)                                                                                     \
    X(OFF_SCREEN)                                                                                  \
    X(NO_VALUE) /* it takes none: such an element never will */                                    \
    X(NO_OPTION)                                                                                   \
    X(AT_END)

/* A place begins with it where nobody but a library was on the stack. */
#define WEB_LIBRARY_MARK '~'

#define WEB_KIND_CONSTANT(constant, name, answer) WEB_KIND_##constant,
#define WEB_REST_CONSTANT(constant)               WEB_REST_##constant,
#define WEB_WHY_CONSTANT(constant)                WEB_WHY_##constant,

enum web_kind { WEB_KINDS(WEB_KIND_CONSTANT) WEB_KIND_COUNT };
enum web_rest { WEB_RESTS(WEB_REST_CONSTANT) WEB_REST_COUNT };
enum web_reason { WEB_REASONS(WEB_WHY_CONSTANT) WEB_WHY_COUNT };

#endif
