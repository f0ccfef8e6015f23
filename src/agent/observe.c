/* The native half of the heavy mode, for the scripts in observe/.
 *
 * - A file of records (trace/observed.h) is mapped chunk by chunk and handed to JavaScript as
 *   memory; its space is taken before, so that a full disk is told and never fatal.
 * - Sources are instrumented here; JavaScript learns of a site only when it is first met.
 * - wrap() makes a function that looks before and after another one does its work. It is native, so
 *   that no stack trace shows it; what the other throws goes through it. */
#include "agent/observe.h"

#include "base/buf.h"
#include "causality/causality.h"
#include "instrument/instrument.h"
#include "trace/observed.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CHUNK = 1 << 20, LARGEST = 1 << 30, PATH_ROOM = 4096, KEY_ROOM = 8192 };

struct source {
    struct str text, path; /* ours */
    uint32_t first, count, not_marked;
    struct site *sites;
    VEC(uint32_t) lines; /* where each begins */
};

static const struct link *shim;

static __thread struct {
    char path[PATH_ROOM];
    off_t size;
    struct observed_header *header;
    VEC(struct source) sources;
    uint32_t sites;
    uint32_t *inside; /* how many wrapped functions are under way: memory of JavaScript's */
} own;

/* ---- the file ---- */

static void release(napi_env env, void *data, void *hint)
{
    (void)env, (void)hint;
    munmap(data, CHUNK);
}

static void *map_chunk(void)
{
    int saved = errno;
    void *mapped = MAP_FAILED;
    int fd = own.size >= LARGEST
                 ? -1
                 : open(own.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (fd >= 0 && posix_fallocate(fd, own.size, CHUNK) == 0)
        mapped = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED, fd, own.size);
    if (fd >= 0)
        close(fd);
    if (mapped != MAP_FAILED)
        own.size += CHUNK;
    errno = saved;
    return mapped == MAP_FAILED ? NULL : mapped;
}

/* chunk(): an ArrayBuffer of the file's next records; undefined where there is no room. */
static napi_value chunk(napi_env env, napi_callback_info info)
{
    (void)info;
    napi_value result;
    void *at = map_chunk();
    if (!at)
        return NULL;
    if (napi_create_external_arraybuffer(env, at, CHUNK, release, NULL, &result) != 0) {
        munmap(at, CHUNK);
        return NULL;
    }
    return result;
}

/* cut(): one more record found no room. */
static napi_value cut(napi_env env, napi_callback_info info)
{
    (void)env, (void)info;
    if (own.header)
        own.header->cut++;
    return NULL;
}

static bool begin_file(const struct link_observing *to)
{
    int length = snprintf(own.path, sizeof own.path, "%s/%s.%u.observed", to->folder, to->process,
                          to->thread);
    if (length < 0 || length >= (int)sizeof own.path)
        return false;
    unlink(own.path); /* of a program that was in this process before exec() */
    own.size = 0;
    void *first = map_chunk();
    if (!first)
        return false;
    own.header = first;
    own.header->version = OBSERVED_VERSION;
    own.header->thread = to->thread;
    size_t name = strlen(to->process);
    if (name >= sizeof own.header->process)
        name = sizeof own.header->process - 1;
    memcpy(own.header->process, to->process, name);
    own.header->magic = OBSERVED_MAGIC;
    return true;
}

static void set_text(napi_env env, napi_value object, const char *name, const char *text)
{
    napi_value value;
    if (napi_create_string_utf8(env, text, strlen(text), &value) == 0)
        napi_set_named_property(env, object, name, value);
}

/* observing(): what was asked for, with the file's first chunk and the counter `inside`; undefined:
 * light mode. */
static napi_value observing(napi_env env, napi_callback_info info)
{
    (void)info;
    struct link_observing to;
    napi_value result, buffer;
    void *at;
    if (own.header || !shim->observing || !shim->observing(&to) || !begin_file(&to))
        return NULL;
    /* the header stays mapped, and counts: the buffer has a mapping of its own */
    own.size = 0;
    at = map_chunk();
    if (!at || napi_create_object(env, &result) != 0 ||
        napi_create_external_arraybuffer(env, at, CHUNK, release, NULL, &buffer) != 0)
        return NULL;
    napi_set_named_property(env, result, "chunk", buffer);
    if (napi_create_arraybuffer(env, sizeof *own.inside, (void **)&own.inside, &buffer) != 0)
        return NULL;
    napi_set_named_property(env, result, "inside", buffer);
    set_text(env, result, "folder", to.folder);
    set_text(env, result, "process", to.process);
    agent_set_number(env, result, "thread", to.thread);
    agent_set_number(env, result, "level", to.level);
    agent_set_number(env, result, "first", sizeof(struct observed_header));
    return result;
}

static napi_value turn(napi_env env, napi_callback_info info)
{
    (void)info;
    napi_value result;
    return napi_create_double(env, (double)shim->turn(), &result) == 0 ? result : NULL;
}

static napi_value delivered(napi_env env, napi_callback_info info)
{
    (void)info;
    char text[KEY_ROOM];
    napi_value result;
    size_t length = shim->delivered(text, sizeof text);
    if (!length || length >= sizeof text)
        return NULL;
    return napi_create_string_utf8(env, text, length, &result) == 0 ? result : NULL;
}

static napi_value children(napi_env env, napi_callback_info info)
{
    (void)info;
    napi_value result;
    return napi_create_uint32(env, shim->children(), &result) == 0 ? result : NULL;
}

/* ---- paths ---- */

static napi_value text_of(napi_env env, const char *text, size_t length)
{
    napi_value result;
    return napi_create_string_utf8(env, text, length, &result) == 0 ? result : NULL;
}

/* place(path): an absolute path, as the same file is called by whatever links lead to its folder.
 */
static napi_value place(napi_env env, napi_callback_info info)
{
    size_t count = 1, length = 0;
    char path[PATH_ROOM], folder[PATH_MAX], whole[PATH_ROOM + PATH_MAX];
    napi_value argument;
    if (napi_get_cb_info(env, info, &count, &argument, NULL, NULL) != 0 ||
        napi_get_value_string_utf8(env, argument, path, sizeof path, &length) != 0)
        return NULL;
    int saved = errno;
    char *slash = strrchr(path, '/');
    bool found = false;
    if (slash && slash > path) {
        *slash = '\0';
        found = realpath(path, folder);
        *slash = '/';
    }
    errno = saved;
    int written =
        found ? snprintf(whole, sizeof whole, "%s%s", strcmp(folder, "/") ? folder : "", slash)
              : snprintf(whole, sizeof whole, "%s", path);
    return text_of(env, whole, (size_t)written);
}

/* path_of(fd): undefined where it is no file. */
static napi_value path_of(napi_env env, napi_callback_info info)
{
    size_t count = 1;
    uint32_t fd;
    char link[64], path[PATH_ROOM];
    napi_value argument;
    if (napi_get_cb_info(env, info, &count, &argument, NULL, NULL) != 0 ||
        napi_get_value_uint32(env, argument, &fd) != 0)
        return NULL;
    int saved = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%u", fd);
    ssize_t length = readlink(link, path, sizeof path);
    errno = saved;
    return length > 0 && path[0] == '/' ? text_of(env, path, (size_t)length) : NULL;
}

/* ---- sources ---- */

static bool only_functions(void *context, uint32_t id, const struct site *site)
{
    (void)context, (void)id;
    return site->kind == SITE_FUNCTION;
}

/* The text of a JavaScript string, to be freed; NULL where it is none. */
static char *take_text(napi_env env, napi_value value, size_t *length)
{
    if (napi_get_value_string_utf8(env, value, NULL, 0, length) != 0)
        return NULL;
    char *text = mem_alloc(*length + 1);
    napi_get_value_string_utf8(env, value, text, *length + 1, length);
    return text;
}

static void index_lines(struct source *self)
{
    *vec_push(&self->lines) = 0;
    for (size_t i = 0; i < self->text.len; i++)
        if (self->text.at[i] == '\n')
            *vec_push(&self->lines) = (uint32_t)i + 1;
}

/* The result of instrumenting: {text, kinds, first}, kinds being a byte for the kind and one for
 * the flags of each site, or {refusal}. */
static napi_value describe(napi_env env, const struct instrumented *made, uint32_t first)
{
    napi_value result, value;
    uint8_t *kinds;
    if (napi_create_object(env, &result) != 0)
        return NULL;
    if (made->refusal) {
        set_text(env, result, "refusal", made->refusal);
        return result;
    }
    if (napi_create_string_utf8(env, made->text.at, made->text.len, &value) != 0)
        return NULL;
    napi_set_named_property(env, result, "text", value);
    if (napi_create_arraybuffer(env, made->sites.len * 2, (void **)&kinds, &value) != 0)
        return NULL;
    for (size_t i = 0; i < made->sites.len; i++) {
        kinds[2 * i] = made->sites.at[i].kind;
        kinds[2 * i + 1] = made->sites.at[i].flags;
    }
    napi_set_named_property(env, result, "kinds", value);
    agent_set_number(env, result, "first", first);
    return result;
}

/* instrument(text, path, isModule, functionsOnly, tellsUrl) */
static napi_value instrument_source(napi_env env, napi_callback_info info)
{
    size_t count = 5, length = 0, path_length = 0;
    uint32_t is_module = 0, functions = 0, tells_url = 0;
    napi_value arguments[5];
    if (napi_get_cb_info(env, info, &count, arguments, NULL, NULL) != 0 || count < 5)
        return NULL;
    char *text = take_text(env, arguments[0], &length);
    char *path = take_text(env, arguments[1], &path_length);
    napi_get_value_uint32(env, arguments[2], &is_module);
    napi_get_value_uint32(env, arguments[3], &functions);
    napi_get_value_uint32(env, arguments[4], &tells_url);
    if (!text || !path || length > JS_LARGEST) {
        free(text);
        free(path);
        return NULL;
    }
    struct js_file *file = js_parse((struct str){text, length}, JS_SCRIPT);
    file->is_module |= is_module != 0;
    struct instrument_options options = {.first = own.sites,
                                         .globals = true,
                                         .tells_url = tells_url != 0,
                                         .wants = functions ? only_functions : NULL};
    struct instrumented made = instrument(file, &options);
    napi_value result = describe(env, &made, own.sites);
    if (made.refusal || !result) {
        free(text);
        free(path);
    } else {
        struct source *source = vec_push(&own.sources);
        *source = (struct source){.text = {text, length},
                                  .path = {path, path_length},
                                  .first = own.sites,
                                  .count = (uint32_t)made.sites.len,
                                  .not_marked = made.not_marked,
                                  .sites = made.sites.at};
        own.sites += source->count;
        index_lines(source);
        made.sites.at = NULL; /* the names lie in the text, which stays */
    }
    js_free(file);
    instrumented_free(&made);
    return result;
}

static const struct source *source_of(uint32_t site)
{
    size_t low = 0, high = own.sources.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (own.sources.at[middle].first + own.sources.at[middle].count <= site)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < own.sources.len && own.sources.at[low].first <= site;
    return found ? &own.sources.at[low] : NULL;
}

static size_t line_of(const struct source *source, uint32_t offset)
{
    size_t low = 0, high = source->lines.len;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (source->lines.at[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Columns count UTF-16 units, as JavaScript does. */
static uint32_t column_of(struct str line)
{
    uint32_t column = 1;
    for (size_t i = 0; i < line.len; i++) {
        unsigned char byte = (unsigned char)line.at[i];
        column += (byte & 0xc0) != 0x80;
        column += byte >= 0xf0;
    }
    return column;
}

/* siteAt(id): [path, offset, line, column, name, name of the function around] */
static napi_value site_at(napi_env env, napi_callback_info info)
{
    size_t count = 1;
    uint32_t id;
    napi_value argument, result, value;
    if (napi_get_cb_info(env, info, &count, &argument, NULL, NULL) != 0 ||
        napi_get_value_uint32(env, argument, &id) != 0 || napi_create_array(env, &result) != 0)
        return NULL;
    const struct source *source = source_of(id);
    if (!source)
        return NULL;
    const struct site *found = &source->sites[id - source->first];
    size_t line = line_of(source, found->start);
    uint32_t start = source->lines.at[line];
    const uint32_t numbers[] = {
        found->start, (uint32_t)line + 1,
        column_of((struct str){source->text.at + start, found->start - start})};
    const struct str texts[] = {found->name, found->within};
    if ((value = text_of(env, source->path.at, source->path.len)))
        napi_set_element(env, result, 0, value);
    for (uint32_t i = 0; i < 3; i++)
        if (napi_create_uint32(env, numbers[i], &value) == 0)
            napi_set_element(env, result, 1 + i, value);
    for (uint32_t i = 0; i < 2; i++)
        if ((value = text_of(env, texts[i].at ? texts[i].at : "", texts[i].len)))
            napi_set_element(env, result, 4 + i, value);
    return result;
}

/* setPath(first, path): where the source is whose first site has that number. How many it has. */
static napi_value set_path(napi_env env, napi_callback_info info)
{
    size_t count = 2, length = 0;
    uint32_t first = 0;
    napi_value arguments[2], result;
    if (napi_get_cb_info(env, info, &count, arguments, NULL, NULL) != 0 || count < 2 ||
        napi_get_value_uint32(env, arguments[0], &first) != 0)
        return NULL;
    struct source *source = (struct source *)source_of(first);
    char *path = source ? take_text(env, arguments[1], &length) : NULL;
    if (!path)
        return NULL;
    free((char *)source->path.at);
    source->path = (struct str){path, length};
    return napi_create_uint32(env, source->count, &result) == 0 ? result : NULL;
}

/* stateOf(promise): 0 pending, 1 fulfilled, 2 rejected. N-API cannot tell; the method of V8 that
 * can is exported by every Node, and a napi_value is what it calls `this`. */
static napi_value state_of(napi_env env, napi_callback_info info)
{
    static int (*ask_state)(napi_value promise);
    size_t count = 1;
    napi_value argument, result;
    bool is_promise = false;
    if (!ask_state)
        *(void **)&ask_state = dlsym(RTLD_DEFAULT, "_ZN2v87Promise5StateEv");
    if (!ask_state || napi_get_cb_info(env, info, &count, &argument, NULL, NULL) != 0 || !count ||
        napi_is_promise(env, argument, &is_promise) != 0 || !is_promise ||
        napi_create_uint32(env, (uint32_t)ask_state(argument), &result) != 0)
        return NULL;
    return result;
}

/* addressOf(typed array): where its memory lies, as text; threads that share it see the same. */
static napi_value address_of(napi_env env, napi_callback_info info)
{
    size_t count = 1, length, offset;
    int type;
    void *data = NULL;
    napi_value argument, buffer;
    char text[32];
    if (napi_get_cb_info(env, info, &count, &argument, NULL, NULL) != 0 || !count ||
        napi_get_typedarray_info(env, argument, &type, &length, &data, &buffer, &offset) != 0)
        return NULL;
    int written = snprintf(text, sizeof text, "%p", data);
    return text_of(env, text, (size_t)written);
}

/* find(path, line, name): the site in a line where that is called, else any site of the line. */
static napi_value find(napi_env env, napi_callback_info info)
{
    size_t count = 3, path_length = 0, name_length = 0;
    uint32_t line = 0, found = UINT32_MAX;
    napi_value arguments[3], result;
    if (napi_get_cb_info(env, info, &count, arguments, NULL, NULL) != 0 || count < 3 ||
        napi_get_value_uint32(env, arguments[1], &line) != 0)
        return NULL;
    char *path = take_text(env, arguments[0], &path_length);
    char *name = take_text(env, arguments[2], &name_length);
    for (size_t i = own.sources.len; path && name && i-- > 0 && found == UINT32_MAX;) {
        const struct source *source = &own.sources.at[i];
        if (!str_is(source->path, path))
            continue;
        bool has_name = false;
        for (uint32_t at = 0; at < source->count && !has_name; at++) {
            const struct site *here = &source->sites[at];
            has_name = str_is(here->name, name);
            bool fits = (has_name || found == UINT32_MAX) &&
                        line_of(source, here->start) + 1 <= line &&
                        line_of(source, here->end) + 1 >= line && here->kind != SITE_FUNCTION &&
                        here->kind != SITE_SCOPE;
            has_name &= fits;
            if (fits)
                found = source->first + at;
        }
    }
    free(path);
    free(name);
    if (found == UINT32_MAX)
        return NULL;
    return napi_create_uint32(env, found, &result) == 0 ? result : NULL;
}

/* ---- functions that pass through ---- */

enum { MOST_ARGUMENTS = 16 };
enum { REPLACES_ARGUMENT = 1, REPLACES_RESULT = 2 };

struct wrapped {
    napi_ref original, before, after;
    uint32_t replaces;
};

static napi_value value_of(napi_env env, napi_ref reference)
{
    napi_value value;
    return reference && napi_get_reference_value(env, reference, &value) == 0 ? value : NULL;
}

static void drop_exception(napi_env env)
{
    napi_value ignored;
    napi_get_and_clear_last_exception(env, &ignored);
}

/* Ours must not throw; where it does (a thread that is being terminated), as if it were not there.
 */
static napi_value ask(napi_env env, napi_ref function, napi_value this_value, size_t count,
                      const napi_value *arguments)
{
    napi_value called = value_of(env, function), result = NULL;
    if (called && napi_call_function(env, this_value, called, count, arguments, &result) != 0) {
        drop_exception(env);
        result = NULL;
    }
    return result;
}

static napi_value pass_through(napi_env env, napi_callback_info info)
{
    napi_value few[MOST_ARGUMENTS], this_value, result = NULL, *arguments = few;
    size_t count = MOST_ARGUMENTS;
    void *data = NULL;
    int type = 0;
    if (napi_get_cb_info(env, info, &count, few, &this_value, &data) != 0)
        return NULL;
    if (count > MOST_ARGUMENTS) {
        arguments = mem_alloc(count * sizeof *arguments);
        napi_get_cb_info(env, info, &count, arguments, &this_value, &data);
    }
    struct wrapped *self = data;
    napi_value given = ask(env, self->before, this_value, count, arguments);
    if (self->replaces == REPLACES_ARGUMENT && given && count &&
        napi_typeof(env, given, &type) == 0 && type != 0)
        arguments[0] = given;
    uint32_t *inside = own.inside;
    *inside += 1;
    bool ok = napi_call_function(env, this_value, value_of(env, self->original), count, arguments,
                                 &result) == 0;
    *inside -= 1;
    given = ok && self->after ? ask(env, self->after, this_value, 1, &result) : NULL;
    if (self->replaces == REPLACES_RESULT && given && napi_typeof(env, given, &type) == 0 &&
        type != 0)
        result = given;
    if (arguments != few)
        free(arguments);
    return ok ? result : NULL;
}

static napi_ref keep(napi_env env, napi_value value)
{
    enum { FUNCTION = 7 };
    napi_ref reference = NULL;
    int type = 0;
    if (napi_typeof(env, value, &type) != 0 || type != FUNCTION ||
        napi_create_reference(env, value, 1, &reference) != 0)
        return NULL;
    return reference;
}

/* wrap(original, before, after, replaces, name): a function that calls before(...arguments), the
 * original and after(result), all with its `this`; where `replaces` is 1, what before returns is
 * the first argument. */
static napi_value wrap(napi_env env, napi_callback_info info)
{
    size_t count = 5, length = 0;
    uint32_t replaces = 0;
    char name[128] = "";
    napi_value arguments[5], result;
    if (napi_get_cb_info(env, info, &count, arguments, NULL, NULL) != 0 || count < 2)
        return NULL;
    struct wrapped *made = mem_zalloc(sizeof *made);
    made->original = keep(env, arguments[0]);
    made->before = keep(env, arguments[1]);
    made->after = count > 2 ? keep(env, arguments[2]) : NULL;
    if (count > 3 && napi_get_value_uint32(env, arguments[3], &replaces) == 0)
        made->replaces = replaces;
    if (count > 4)
        napi_get_value_string_utf8(env, arguments[4], name, sizeof name, &length);
    if (!made->original ||
        napi_create_function(env, name, length, pass_through, made, &result) != 0) {
        free(made);
        return NULL;
    }
    return result;
}

/* ---- */

static void export_numbers(napi_env env, napi_value exports, const char *name, size_t count,
                           const char *const *names)
{
    napi_value table;
    if (napi_create_object(env, &table) != 0)
        return;
    for (size_t i = 0; i < count; i++)
        agent_set_number(env, table, names[i], (uint32_t)i);
    napi_set_named_property(env, exports, name, table);
}

#define EXPORT(name, ...)                                                                          \
    export_numbers(env, exports, name, sizeof(const char *const[]){__VA_ARGS__} / sizeof(char *),  \
                   (const char *const[]){__VA_ARGS__})

void observe_export(napi_env env, napi_value exports, const struct link *found)
{
    static const struct {
        const char *name;
        napi_callback *callback;
    } functions[] = {{"observing", observing},
                     {"chunk", chunk},
                     {"cut", cut},
                     {"turn", turn},
                     {"delivered", delivered},
                     {"children", children},
                     {"place", place},
                     {"pathOf", path_of},
                     {"siteAt", site_at},
                     {"instrument", instrument_source},
                     {"wrap", wrap},
                     {"find", find},
                     {"stateOf", state_of},
                     {"addressOf", address_of},
                     {"setPath", set_path}};
    shim = found;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        agent_set_function(env, exports, functions[i].name, functions[i].callback);
#define NAME(name, ...) #name,
    EXPORT("ops", OBSERVED_OPS(NAME));
    EXPORT("files", OBSERVED_FILES(NAME));
#undef NAME
    /* in the order of their enums, which have no table */
    EXPORT("accesses", "READ", "WRITE", "CREATE", "DELETE", "ADD");
    EXPORT("kinds", "TICK", "JOB", "IMMEDIATE", "TIMER", "REPEATED", "IO");
    EXPORT("combinators", "ALL", "ALL_SETTLED", "ANY", "RACE");
    EXPORT("lines", "ITERATOR", "DESCRIPTOR", "STREAM");
    EXPORT("sites", "FUNCTION", "SCOPE", "READ", "WRITE", "INITIALISE", "GET", "GET_KEY", "SET",
           "UPDATE", "PRIVATE", "DELETE", "DELETE_KEY", "IN", "ENUMERATE", "ITERATE", "TAKE_APART",
           "CALL_KEY", "CHANGE", "CODE");
    _Static_assert(OBSERVED_ADD == 4 && CAUSALITY_IO == 5 && CAUSALITY_OF_RACE == 3 &&
                       CAUSALITY_OF_STREAM == 2 && SITE_CODE == 18,
                   "the names above");
}

void observe_clean_up(void)
{
    vec_each (source, &own.sources) {
        free((char *)source->text.at);
        free((char *)source->path.at);
        free(source->sites);
        vec_free(&source->lines);
    }
    vec_free(&own.sources);
    if (own.header)
        munmap(own.header, CHUNK);
    memset(&own, 0, sizeof own);
}
