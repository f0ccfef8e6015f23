/* libFuzzer target of the language server: any bytes as what a client sends. Bytes that begin like
 * a header are read as a whole conversation; others are bodies, cut at each NUL, of a conversation
 * that has begun, because no mutation keeps a length right. Whatever comes, every answer must be
 * valid JSON in a valid frame. Folders that a client names are not walked: they would be those of
 * the machine that fuzzes. */
#include "lsp/input.h"
#include "lsp/server.h"

#include <jansson.h>

struct talk {
    struct lsp_server *server;
    struct lsp_analysis *analysis;
};

static void check_answers(struct buf *out)
{
    struct lsp_input input = {0};
    struct str message;
    struct error error;
    enum lsp_next next;
    if (out->len)
        lsp_input_add(&input, out->at, out->len);
    while ((next = lsp_input_next(&input, &message, &error)) == LSP_MESSAGE) {
        json_error_t where;
        json_t *root = json_loadb(message.at, message.len, JSON_ALLOW_NUL, &where);
        if (!root)
            BUG("an answer is no JSON: %s", where.text);
        json_decref(root);
    }
    if (next == LSP_BROKEN || input.used != out->len)
        BUG("the answers are no messages");
    lsp_input_free(&input);
    buf_free(out);
}

static void analyse(struct talk *self)
{
    struct lsp_job job;
    struct buf out = {0};
    if (!lsp_server_take_job(self->server, &job))
        return;
    vec_each (root, &job.roots)
        free(*root);
    vec_free(&job.roots);
    lsp_analysis_run(self->analysis, &job, NULL, &out);
    check_answers(&out);
    lsp_job_free(&job);
}

static void say(struct talk *self, struct str message)
{
    struct buf out = {0};
    lsp_server_handle(self->server, message, &out);
    check_answers(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct talk talk = {lsp_server_new(), lsp_analysis_new(1)};
    struct str rest = {(const char *)data, size}, message;
    if (str_starts(rest, STR("Content-Length"))) {
        struct lsp_input input = {0};
        struct error error;
        lsp_input_add(&input, rest.at, rest.len / 2); /* in two pieces, as pipes deliver */
        for (int piece = 0; piece < 2; piece++) {
            while (lsp_input_next(&input, &message, &error) == LSP_MESSAGE)
                say(&talk, message);
            analyse(&talk);
            if (piece == 0)
                lsp_input_add(&input, rest.at + rest.len / 2, rest.len - rest.len / 2);
        }
        lsp_input_free(&input);
    } else {
        say(&talk,
            STR("{\"id\":1,\"method\":\"initialize\",\"params\":{\"capabilities\":{"
                "\"textDocument\":{\"publishDiagnostics\":{\"relatedInformation\":true}}}}}"));
        while (rest.len) {
            say(&talk, str_cut(&rest, '\0'));
            analyse(&talk);
        }
    }
    lsp_server_free(talk.server);
    lsp_analysis_free(talk.analysis);
    return 0;
}
