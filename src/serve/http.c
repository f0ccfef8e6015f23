#include "serve/http.h"

#include "base/buf.h"

#include <strings.h>

enum { LONGEST_PATH = 8192 };

size_t http_head_length(struct str bytes)
{
    for (size_t i = 0; i + 3 < bytes.len; i++)
        if (memcmp(bytes.at + i, "\r\n\r\n", 4) == 0)
            return i + 4;
    return 0;
}

/* ---- paths ---- */

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool decode_path(struct str raw, struct arena *arena, struct str *path)
{
    char *out = arena_alloc(arena, raw.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < raw.len; i++) {
        char c = raw.at[i];
        if (c == '%') {
            int high = i + 2 < raw.len ? hex_value(raw.at[i + 1]) : -1;
            int low = high >= 0 ? hex_value(raw.at[i + 2]) : -1;
            if (low < 0)
                return false;
            c = (char)(high << 4 | low);
            i += 2;
        }
        if (c == '\0' || c == '\\')
            return false;
        out[len++] = c;
    }
    *path = (struct str){out, len};
    return len > 0 && out[0] == '/';
}

static bool climbs(struct str path)
{
    while (path.len)
        if (str_is(str_cut(&path, '/'), ".."))
            return true;
    return false;
}

/* What is no escape stands for itself, as in browsers. */
char *http_credentials(struct str part)
{
    struct buf out = {0};
    for (size_t i = 0; i < part.len; i++) {
        int high = part.at[i] == '%' && i + 2 < part.len ? hex_value(part.at[i + 1]) : -1;
        int low = high >= 0 ? hex_value(part.at[i + 2]) : -1;
        bool escape = low >= 0 && (high || low);
        char byte = part.at[i];
        if (escape) {
            byte = (char)(high << 4 | low);
            i += 2;
        }
        buf_char(&out, byte);
    }
    if (!memchr(part.at, ':', part.len)) /* a user without a password */
        buf_char(&out, ':');
    return buf_take(&out);
}

/* ---- headers ---- */

static bool same_name(struct str a, const char *name)
{
    if (a.len != strlen(name))
        return false;
    for (size_t i = 0; i < a.len; i++)
        if ((a.at[i] | 0x20) != name[i])
            return false;
    return true;
}

static int64_t number_of(struct str text)
{
    if (!text.len || text.len > 15)
        return -1;
    int64_t number = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] < '0' || text.at[i] > '9')
            return -1;
        number = number * 10 + (text.at[i] - '0');
    }
    return number;
}

/* One range only; a list of them is answered with the whole file, as RFC 9110 allows. */
static void read_range(struct str value, struct http_request *request)
{
    if (!str_starts(value, STR("bytes=")) || memchr(value.at, ',', value.len))
        return;
    struct str rest = str_from(value, 6);
    if (!memchr(rest.at, '-', rest.len))
        return;
    request->first = number_of(str_trim(str_cut(&rest, '-')));
    request->last = number_of(str_trim(rest));
    request->has_range = request->first >= 0 || request->last >= 0;
}

static void read_header(struct str line, struct http_request *request)
{
    struct str name = str_cut(&line, ':'), value = str_trim(line);
    if (same_name(name, "range"))
        read_range(value, request);
    if (same_name(name, "host")) /* two of them are nobody's */
        request->host = request->host.len ? STR("?") : value;
    if (same_name(name, "connection"))
        request->close = same_name(value, "close");
}

static struct str cut_line(struct str *rest)
{
    struct str line = str_cut(rest, '\n');
    if (line.len && line.at[line.len - 1] == '\r')
        line.len--;
    return line;
}

static bool has_controls(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.at[i] < ' ')
            return true;
    return false;
}

int http_parse(struct str head, struct arena *arena, struct http_request *request)
{
    *request = (struct http_request){.method = HTTP_OTHER, .first = -1, .last = -1};
    struct str line = cut_line(&head);
    struct str method = str_cut(&line, ' '), target = str_cut(&line, ' ');
    if (target.len > LONGEST_PATH)
        return 414;
    if (!str_starts(line, STR("HTTP/1.")))
        return str_starts(line, STR("HTTP/")) ? 505 : 400;
    request->close = str_is(line, "HTTP/1.0");
    if (str_is(method, "GET"))
        request->method = HTTP_GET;
    else if (str_is(method, "HEAD"))
        request->method = HTTP_HEAD;
    request->target = str_cut(&target, '#');
    target = request->target;
    if (has_controls(target) || !decode_path(str_cut(&target, '?'), arena, &request->path) ||
        climbs(request->path))
        return 400;
    while (head.len)
        read_header(cut_line(&head), request);
    return 200;
}

bool http_host_is_loopback(const struct http_request *request, int port)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    struct str host = request->host;
    const char *colon = host.len ? memrchr(host.at, ':', host.len) : NULL;
    if (!colon || number_of(str_from(host, (size_t)(colon + 1 - host.at))) != port)
        return false;
    host.len = (size_t)(colon - host.at);
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (host.len == strlen(names[i]) && strncasecmp(host.at, names[i], host.len) == 0)
            return true;
    return false;
}

bool http_is_dot_file(struct str path)
{
    while (path.len) {
        struct str part = str_cut(&path, '/');
        if (str_starts(part, STR(".")) && !str_is(part, ".well-known") && !str_is(part, "."))
            return true;
    }
    return false;
}

char *http_folder(const struct http_request *request)
{
    struct str rest = request->target;
    while (rest.len > 1 && rest.at[1] == '/') /* two would begin a host's name */
        rest = str_from(rest, 1);
    bool asks = memchr(rest.at, '?', rest.len) != NULL;
    struct str path = str_cut(&rest, '?');
    return mem_printf(STR_FMT "/%s" STR_FMT, STR_ARG(path), asks ? "?" : "", STR_ARG(rest));
}

bool http_range(const struct http_request *request, uint64_t size, uint64_t *first, uint64_t *count)
{
    uint64_t last = size ? size - 1 : 0;
    if (request->first < 0) { /* the last so many bytes */
        uint64_t wanted = (uint64_t)request->last;
        *first = wanted < size ? size - wanted : 0;
    } else {
        *first = (uint64_t)request->first;
        if (request->last >= 0 && (uint64_t)request->last < last)
            last = (uint64_t)request->last;
    }
    if (!size || *first > last || (request->first < 0 && request->last == 0))
        return false;
    *count = last - *first + 1;
    return true;
}

/* ---- tables ---- */

const char *http_type(struct str path)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        {".html", "text/html; charset=utf-8"},
        {".htm", "text/html; charset=utf-8"},
        {".xhtml", "application/xhtml+xml"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".map", "application/json"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/plain; charset=utf-8"},
        {".xml", "application/xml"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
        {".jpeg", "image/jpeg"},
        {".gif", "image/gif"},
        {".webp", "image/webp"},
        {".avif", "image/avif"},
        {".ico", "image/x-icon"},
        {".woff", "font/woff"},
        {".woff2", "font/woff2"},
        {".ttf", "font/ttf"},
        {".otf", "font/otf"},
        {".wasm", "application/wasm"},
        {".pdf", "application/pdf"},
        {".mp3", "audio/mpeg"},
        {".wav", "audio/wav"},
        {".mp4", "video/mp4"},
        {".webm", "video/webm"},
    };
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (str_ends(path, str_of(types[i].ending)))
            return types[i].type;
    return "application/octet-stream";
}

const char *http_reason(int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {
        {200, "OK"},
        {206, "Partial Content"},
        {301, "Moved Permanently"},
        {400, "Bad Request"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {414, "URI Too Long"},
        {416, "Range Not Satisfiable"},
        {421, "Misdirected Request"},
        {431, "Request Header Fields Too Large"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < COUNT_OF(reasons); i++)
        if (reasons[i].status == status)
            return reasons[i].reason;
    return "Error";
}
