/* The little of HTTP/1.1 that a server of files needs. Pure: no sockets, so that it can be fuzzed.
 */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include "base/arena.h"

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_OTHER };

struct http_request {
    enum http_method method;
    struct str path;   /* decoded, begins with '/', has no ".." part and no NUL */
    struct str target; /* as it was asked for: path and query; of the head's bytes */
    struct str host;   /* its header's value, of the head's bytes; empty where there is none */
    bool close;        /* the connection ends after the answer */
    bool has_range;
    int64_t first, last; /* of the range as it was written; -1 where left out */
};

/* Bytes up to and including the empty line that ends a request's head; 0 where it is not all there.
 */
size_t http_head_length(struct str bytes);

/* The status to answer with: 200 where the request is understood, else 400, 414 or 505. */
int http_parse(struct str head, struct arena *arena, struct http_request *request);

/* Whether the Host header means a server on loopback that listens on `port`: any other name leads
 * here only because somebody's DNS says so, and its page would read our answers as its own. */
bool http_host_is_loopback(const struct http_request *request, int port);

/* A part of the path begins with a dot: .git, .env. (".well-known" is meant for others.) */
bool http_is_dot_file(struct str path);

/* Where a folder that was asked for without its last '/' lies: the target with it, on the same
 * host. The caller frees it. */
char *http_folder(const struct http_request *request);

/* The bytes [*first, *first + *count) of `size` that the range asks for; false where none do. */
bool http_range(const struct http_request *request, uint64_t size, uint64_t *first,
                uint64_t *count);

/* "user:password" as Basic authentication wants it, of what stands before '@' in an address: there
 * "%40" is an '@'. The caller frees it. */
char *http_credentials(struct str part);

const char *http_type(struct str path); /* MIME type by the name's ending */
const char *http_reason(int status);

#endif
