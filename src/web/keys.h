/* Keys by the names that KeyboardEvent.key has for them, with others held: "Enter", "a",
 * "Control+z", "Shift+Tab". */
#ifndef WEB_KEYS_H
#define WEB_KEYS_H

#include "base/base.h"

struct key_stroke {
    char key[24], place[24]; /* KeyboardEvent.key and .code */
    int code;                /* Windows virtual key code */
    int modifiers;           /* as DevTools counts them */
    const char *text;        /* what it types, NULL: nothing; may point into `key` */
};

/* False where there is no such key. */
bool keys_find(const char *name, struct key_stroke *stroke);
extern const char keys_known[]; /* all names, for a message */

#endif
