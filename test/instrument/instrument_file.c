/* Instruments one file, for the tests: instrument_file [--functions] [--module] FILE writes the new
 * text to standard output. A dash instead of FILE: many files; each line of standard input is
 * "module|script IN OUT", each line of the output "sites marked not_marked refusal". */
#include "base/error.h"
#include "base/file.h"
#include "instrument/instrument.h"

#include <stdio.h>

static bool only_functions(void *context, uint32_t id, const struct site *site)
{
    (void)context, (void)id;
    return site->kind == SITE_FUNCTION;
}

static bool instrument_one(const char *path, bool is_module, bool functions, FILE *out,
                           FILE *report)
{
    struct buf text = {0};
    struct error error = {0};
    if (!file_read(path, JS_LARGEST, &text, &error) || !out)
        return false;
    struct js_file *file = js_parse(buf_view(&text), JS_SCRIPT);
    file->is_module |= is_module;
    struct instrument_options options = {.wants = functions ? only_functions : NULL,
                                         .globals = true};
    struct instrumented result = instrument(file, &options);
    bool ok = fwrite(result.text.at, 1, result.text.len, out) == result.text.len;
    fprintf(report, "%zu %u %u %s\n", result.sites.len, result.marked, result.not_marked,
            result.refusal ? result.refusal : "");
    instrumented_free(&result);
    js_free(file);
    buf_free(&text);
    return ok;
}

static int instrument_many(bool functions)
{
    char *line = NULL;
    size_t room = 0;
    bool ok = true;
    while (ok && getline(&line, &room, stdin) > 0) {
        line[strcspn(line, "\n")] = 0;
        char *in = strchr(line, ' '), *out = in ? strchr(in + 1, ' ') : NULL;
        if (!out)
            return 2;
        *in++ = *out++ = 0;
        FILE *file = fopen(out, "w");
        ok = instrument_one(in, strcmp(line, "module") == 0, functions, file, stdout);
        ok = file && fclose(file) == 0 && ok;
    }
    free(line);
    return ok ? 0 : 2;
}

int main(int count, char **words)
{
    bool functions = false, is_module = false;
    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "--functions") == 0)
            functions = true;
        else if (strcmp(words[i], "--module") == 0)
            is_module = true;
        else if (strcmp(words[i], "-") == 0)
            return instrument_many(functions);
        else
            return instrument_one(words[i], is_module, functions, stdout, stderr) ? 0 : 2;
    }
    fprintf(stderr, "usage: instrument_file [--functions] [--module] FILE | -\n");
    return 2;
}
