#include "web/script.h"

#include "base/buf.h"
#include "web/web.h"

#include <pthread.h>
#include <sys/random.h>

/* Made from the files of inject/ by cmake/embed.cmake. */
extern const struct str embedded_inject;

static char word[32];

static void make_word(void)
{
    uint64_t chance = 0;
    if (getrandom(&chance, sizeof chance, 0) != sizeof chance)
        BUG("no random numbers");
    snprintf(word, sizeof word, "interloper-%016llx", (unsigned long long)chance);
}

const char *script_word(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_word);
    return word;
}

char *script_constants(void)
{
    struct buf text = {0};
#define ROW(constant, name, answer)                                                                \
    buf_printf(&text, " " #constant ": %d,", (int)WEB_KIND_##constant);
#define NAME(constant, name, answer) buf_text(&text, " '" name "',");
#define REST(constant)               buf_printf(&text, " " #constant ": %d,", (int)WEB_REST_##constant);
#define WHY(constant)                buf_printf(&text, " " #constant ": %d,", (int)WEB_WHY_##constant);
    buf_text(&text, "const KIND = {");
    WEB_KINDS(ROW)
    buf_text(&text, " };\nconst kindNames = [");
    WEB_KINDS(NAME)
    buf_text(&text, " ];\nconst REST = {");
    WEB_RESTS(REST)
    buf_text(&text, " };\nconst WHY = {");
    WEB_REASONS(WHY)
    buf_printf(&text, " };\nconst LIBRARY_MARK = '%c';\n", WEB_LIBRARY_MARK);
#undef ROW
#undef NAME
#undef REST
#undef WHY
    return buf_take(&text);
}

char *script_source(const char *index_file, const char *mapped)
{
    struct buf text = {0};
    /* once a document: the browser offers it to the first, empty one too */
    buf_text(&text, "(function () {\n'use strict';\n");
    buf_printf(&text, "const indexFile = '%s', ownWord = '%s';\n", index_file, script_word());
    buf_printf(&text, "const mappedFiles = %s;\n", mapped);
    char *constants = script_constants();
    buf_text(&text, constants);
    free(constants);
    buf_str(&text, embedded_inject);
    buf_text(&text, "\n})();\n//# sourceURL=interloper:page\n");
    return buf_take(&text);
}
