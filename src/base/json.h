/* A streaming JSON writer into a buf. Commas and escapes are its business; nesting is checked (BUG
 * when unbalanced). Bytes that are not UTF-8 are replaced by U+FFFD, so the result is always valid
 * JSON. Keys: pass NULL inside arrays. Reading JSON is jansson's job. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/buf.h"

/* jansson has functions of these names. A program that links both would get ours for jansson's
 * without a word, so the linker sees others. Do not include jansson.h beside this header. */
#define json_object  json_writer_object
#define json_array   json_writer_array
#define json_integer json_writer_integer
#define json_null    json_writer_null

struct json {
    struct buf *out;
    unsigned depth;
    bool has_items[64];
};

struct json json_to(struct buf *out);
void json_object(struct json *self, const char *key); /* opens */
void json_array(struct json *self, const char *key);  /* opens */
void json_end_object(struct json *self);
void json_end_array(struct json *self);
void json_text(struct json *self, const char *key, const char *value); /* NULL is null */
void json_str(struct json *self, const char *key, struct str value);
void json_own(struct json *self, const char *key, struct str value); /* ours: no secret is in it */
void json_number(struct json *self, const char *key, double value, int decimals);
void json_integer(struct json *self, const char *key, int64_t value);
void json_boolean(struct json *self, const char *key, bool value);
void json_null(struct json *self, const char *key);

/* `text` as a JSON string with its quotes; also what a reader of HTML reports gets (`<` is
 * escaped), and what a terminal or a CI's log shows (so is all that base/terminal.h keeps from it).
 */
void json_quote(struct buf *out, struct str text);

#endif
