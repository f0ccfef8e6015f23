/* Hostile input by repetition: every token of the language, alone and where it means most, a few
 * hundred thousand times, read as .js and as .ts. Each text is read by a process of its own, which
 * must end by itself within bounds of time and memory.
 *
 *   repeat_tokens PROGRAM       `PROGRAM check` on each text (300,000 tokens)
 *   repeat_tokens --pairs N     the parser alone, on N times each piece with each other: a search
 *                               for what is worth a row below; prints what takes long */
#include "base/buf.h"
#include "javascript/javascript.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TIMES = 300000, MOST_SECONDS = 10, MOST_KILOBYTES = 1024 * 1024 };

/* clang-format off */
static const char *const tokens[] = {
#define TOKEN(name, text) text,
    JS_WORDS(TOKEN) JS_OPS(TOKEN)
#undef TOKEN
    "a", "#a", "1", "1n", ".5", "'s'", "`t`", "`", "`${", "}`", "/r/", "//", "/*", "*/", "<!--",
    "-->", "\\u0061", "\\", "\n", "\xc3\xa4", "\xff", "'", "\"", "\xe2\x80\xa8",
};

/* What nests, or may be read in two ways, so that a parser tries one first. */
static const char *const pieces[] = {
    "yield ", "yield* ", "await ", "a<b<", "a<b>", "a<", "f<T>(", "(a):", "(a)=>", "a?", "a?b:",
    "a?(b):", "a?(b):c=>", "a?(b)=>(c):", "async(", "async<", "async a=>", "<T>", "<T,>", "<a>",
    "<a b={", "new a<", "a as ", "a as b<", "a!", "@a ", "@a() ", "@(", "if(a)", "else ", "for(",
    "for await(", "while(a)", "do ", "with(a)", "a:", "switch(a){case ", "try{", "{", "({a:", "[",
    "({[", "({get a(){", "class{", "class extends ", "class{a=", "class{static{", "class A{[a",
    "function(){", "function f(a=", "function*g(){", "async function f(){", "=>{", "()=>", "a=",
    "a=>", "[a=", "({a=", "...", "[...", "a,", "a.b", "a?.", "a?.[", "a[", "a(", "`${a", "a`",
    "import(", "import a from 'b';", "import{", "export{", "export default ", "export * from 'a';",
    "let [", "let {a:", "var a=", "type A=", "type A=B<", "type A=(", "type A=(a:", "type A={",
    "type A=[", "type A=keyof ", "type A=B extends C?", "infer A extends ", "let a:", "let a:(",
    "let a:`${", "declare ", "declare module ", "namespace a{", "enum A{a=", "abstract ", "interface A{",
    "public ", "constructor(public ", "a satisfies ", "a is ", "asserts ", "unique ", "a<b,", "a<<b",
    "a<(b", "a<{", "a<[", "a<`${", "a<typeof ", "a<new ()=>", "<a,b>(c):", "!", "- ", "typeof ",
    "void ", "delete ", "++ ", "new ", "super.", "throw ", "return ", "case a:", "default:", "a**",
    "a?.(", "a in ", "a of ", "{}", "a;", "a\n", "/*\n", "\n-->", "a--\n>", "#!", "0.", "0x", "1_",
};
/* clang-format on */

static void repeat(struct buf *text, const char *prefix, const char *piece, const char *second,
                   unsigned times)
{
    buf_text(text, prefix);
    bool is_word = strlen(piece) > 1 && piece[0] >= 'a' && piece[0] <= 'z';
    for (unsigned n = 0; n < times; n++) {
        buf_text(text, piece);
        if (is_word && !second)
            buf_char(text, ' ');
        else if (second)
            buf_char(text, ' '), buf_text(text, second), buf_char(text, ' ');
    }
}

struct outcome {
    bool ok;
    double seconds;
    long kilobytes;
    int status;
};

static struct outcome wait_for(pid_t child)
{
    struct rusage used;
    struct outcome outcome = {0};
    if (wait4(child, &outcome.status, 0, &used) != child)
        return outcome;
    outcome.seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                      (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
    outcome.kilobytes = used.ru_maxrss;
    outcome.ok = WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) <= 2 &&
                 outcome.seconds <= MOST_SECONDS && outcome.kilobytes <= MOST_KILOBYTES;
    return outcome;
}

static void limit_time(void)
{
    setrlimit(RLIMIT_CPU, &(struct rlimit){MOST_SECONDS + 1, MOST_SECONDS + 1});
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
}

static struct outcome check(const char *program, struct str text, const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool written = file >= 0 && write(file, text.at, text.len) == (ssize_t)text.len;
    if (file >= 0)
        close(file);
    pid_t child = written ? fork() : -1;
    if (child == 0) {
        limit_time();
        int null = open("/dev/null", O_RDWR);
        dup2(null, 1);
        dup2(null, 2);
        execl(program, program, "check", "--jobs", "1", path, (char *)NULL);
        _exit(127);
    }
    return child > 0 ? wait_for(child) : (struct outcome){0};
}

static unsigned passed, failed;

static void judge(const char *what, const char *prefix, const char *ending, struct outcome outcome)
{
    if (outcome.ok) {
        passed++;
        return;
    }
    failed++;
    if (WIFSIGNALED(outcome.status))
        printf("FAILED %s\"%s\" as %s: signal %d\n", prefix, what, ending,
               WTERMSIG(outcome.status));
    else
        printf("FAILED %s\"%s\" as %s: exit %d, %.1f s, %ld MB\n", prefix, what, ending,
               WEXITSTATUS(outcome.status), outcome.seconds, outcome.kilobytes / 1024);
}

static void check_piece(const char *program, const char *folder, const char *prefix,
                        const char *piece)
{
    static const char *const endings[] = {"a.js", "a.ts"};
    struct buf text = {0};
    repeat(&text, prefix, piece, NULL, TIMES);
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, endings[i]);
        struct outcome outcome = check(program, buf_view(&text), path);
        if (getenv("VERBOSE"))
            printf("%s%s %s %.2f s %ld MB\n", prefix, piece, endings[i], outcome.seconds,
                   outcome.kilobytes / 1024);
        judge(piece, prefix, endings[i], outcome);
        unlink(path);
    }
    buf_free(&text);
}

/* Refused before its tree is made: the tree would take gigabytes. */
static void check_large_file(const char *program, const char *folder)
{
    enum { BYTES = 60000000, KILOBYTES = 100 * 1024 };
    struct buf text = {0};
    char path[4096];
    while (text.len < BYTES)
        buf_text(&text, "x = 1;\n");
    snprintf(path, sizeof path, "%s/large.js", folder);
    struct outcome outcome = check(program, buf_view(&text), path);
    outcome.ok = outcome.ok && WEXITSTATUS(outcome.status) == 2 && outcome.kilobytes < KILOBYTES;
    judge("60 MB", "", "large.js", outcome);
    unlink(path);
    buf_free(&text);
}

static int check_all(const char *program)
{
    char folder[] = "/tmp/interloper-tokens-XXXXXX";
    if (!mkdtemp(folder))
        return 2;
    for (size_t i = 0; i < COUNT_OF(tokens); i++)
        check_piece(program, folder, "", tokens[i]);
    for (size_t i = 0; i < COUNT_OF(pieces); i++)
        check_piece(program, folder, "", pieces[i]);
    for (size_t i = 0; i < COUNT_OF(tokens); i++) {
        char line[64];
        snprintf(line, sizeof line, "%s\n", tokens[i]);
        check_piece(program, folder, "", line);
    }
    check_piece(program, folder, "function*g(){", "yield ");
    check_piece(program, folder, "function*g(){", "yield* ");
    check_piece(program, folder, "async function f(){", "await ");
    check_large_file(program, folder);
    rmdir(folder);
    printf("%u passed, %u failed\n", passed, failed);
    return failed ? 1 : 0;
}

static void parse_pair(const char *prefix, const char *first, const char *second, unsigned times)
{
    struct buf text = {0};
    repeat(&text, prefix, first, second, times);
    for (int dialect = JS_SCRIPT; dialect <= JS_TYPESCRIPT; dialect++) {
        pid_t child = fork();
        if (child == 0) {
            limit_time();
            js_free(js_parse(buf_view(&text), (enum js_dialect)dialect));
            _exit(0);
        }
        struct outcome outcome = wait_for(child);
        if (!outcome.ok || outcome.seconds > 0.2 || outcome.kilobytes > 200 * 1024)
            printf("%s [%s] [%s] dialect %d: status %d, %.2f s, %ld MB\n", prefix, first, second,
                   dialect, outcome.status, outcome.seconds, outcome.kilobytes / 1024);
        fflush(stdout);
    }
    buf_free(&text);
}

static int search_pairs(unsigned times)
{
    VEC(const char *) all = {0};
    for (size_t i = 0; i < COUNT_OF(pieces); i++)
        *vec_push(&all) = pieces[i];
    for (size_t i = 0; i < COUNT_OF(tokens); i++)
        *vec_push(&all) = tokens[i];
    for (size_t i = 0; i < COUNT_OF(pieces); i++)
        vec_each (second, &all)
            parse_pair("", pieces[i], *second, times);
    vec_free(&all);
    return 0;
}

int main(int count, char **words)
{
    if (count == 3 && strcmp(words[1], "--pairs") == 0)
        return search_pairs((unsigned)strtoul(words[2], NULL, 10));
    if (count == 2)
        return check_all(words[1]);
    fprintf(stderr, "usage: repeat_tokens PROGRAM | --pairs N\n");
    return 2;
}
