/* Reads source files as `check` does and says which have problems, for the tests that compare the
 * parser with its peers. Paths come on standard input, one a line; "KIND PATH", where KIND is js,
 * ts, tsx or "-" (by the name's ending). One line for each goes out: the number of problems and the
 * first of them.
 *
 *   parse_files           reads each file once
 *   parse_files --time N  reads all of them N times and tells the best round, in MB/s */
#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "javascript/javascript.h"

#include <stdio.h>
#include <time.h>

struct input {
    char *path;
    enum js_dialect dialect;
    struct buf text;
};

static VEC(struct input) inputs;

static bool add_input(char *line)
{
    char *path = strchr(line, ' ');
    if (!path)
        return false;
    *path++ = 0;
    path[strcspn(path, "\n")] = 0;
    struct input *input = vec_push(&inputs);
    *input = (struct input){.path = mem_dup(path), .dialect = js_dialect_of(str_of(path))};
    if (strcmp(line, "js") == 0)
        input->dialect = JS_SCRIPT;
    else if (strcmp(line, "ts") == 0)
        input->dialect = JS_TYPESCRIPT;
    else if (strcmp(line, "tsx") == 0)
        input->dialect = JS_TSX;
    struct error error = {0};
    return file_read(path, 1u << 30, &input->text, &error);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void tell_problems(void)
{
    vec_each (input, &inputs) {
        struct js_file *file = js_parse(buf_view(&input->text), input->dialect);
        printf("%zu ", file->problems.len);
        if (file->problems.len) {
            const struct js_problem *first = &file->problems.at[0];
            printf("%u ", first->start);
            for (size_t i = 0; i < first->message.len; i++)
                putchar(first->message.at[i] == '\n' ? ' ' : first->message.at[i]);
        }
        printf("\n");
        js_free(file);
    }
}

static void tell_time(int rounds)
{
    double best = 0, bytes = 0;
    vec_each (input, &inputs)
        bytes += (double)input->text.len;
    for (int round = 0; round < rounds; round++) {
        double start = seconds();
        struct arena arena = {0};
        vec_each (input, &inputs)
            js_free(js_parse_in(&arena, buf_view(&input->text), input->dialect));
        arena_free(&arena);
        double took = seconds() - start;
        if (!round || took < best)
            best = took;
    }
    printf("%.1f MB in %.3f s: %.1f MB/s\n", bytes / 1e6, best, bytes / 1e6 / best);
}

int main(int count, char **words)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (!add_input(line)) {
            fprintf(stderr, "parse_files: cannot read %s", line);
            return 2;
        }
    }
    free(line);
    if (count == 3 && strcmp(words[1], "--time") == 0)
        tell_time((int)strtol(words[2], NULL, 10));
    else
        tell_problems();
    vec_each (input, &inputs) {
        free(input->path);
        buf_free(&input->text);
    }
    vec_free(&inputs);
    return 0;
}
