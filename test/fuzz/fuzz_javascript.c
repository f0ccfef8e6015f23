/* libFuzzer target of the front end: any bytes, each dialect; the tree must lie within the text. */
#include "javascript/javascript.h"

static void visit(const struct js_node *node, void *context)
{
    const size_t *length = context;
    if (node->start > node->end || node->end > *length)
        BUG("%s outside the text", js_kind_name(node->kind));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"a.js", "a.jsx", "a.ts", "a.tsx"};
    if (!size)
        return 0;
    struct str text = {(const char *)data + 1, size - 1};
    struct js_file *file = js_parse(text, js_dialect_of(str_of(names[data[0] % 4])));
    js_children(file->program, visit, &text.len);
    js_free(file);
    return 0;
}
