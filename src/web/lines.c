/* A longest common subsequence by dynamic programming: texts of pages are short once their common
 * beginning and end are set aside. Beyond LARGEST lines the middle counts as replaced. */
#include "web/lines.h"

#include "base/vec.h"

enum { CONTEXT = 3, LARGEST = 2000, MOST_LINES = 400 };

typedef VEC(struct str) text_lines;
typedef VEC(struct web_line) line_list;

static text_lines split(const char *text)
{
    text_lines lines = {0};
    for (struct str rest = str_of(text ? text : ""); rest.len;)
        *vec_push(&lines) = str_cut(&rest, '\n');
    return lines;
}

struct comparison {
    struct arena *arena;
    const struct str *a, *b;
    size_t a_count, b_count;
    line_list out;
};

static void add(struct comparison *self, enum web_line_kind kind, struct str text)
{
    *vec_push(&self->out) =
        (struct web_line){.kind = kind, .text = arena_str(self->arena, text).at};
}

static void add_all(struct comparison *self, enum web_line_kind kind, const struct str *lines,
                    size_t count)
{
    for (size_t i = 0; i < count; i++)
        add(self, kind, lines[i]);
}

/* longest[i][j]: of the texts from line i and line j on. */
static uint32_t *longest_table(const struct comparison *self)
{
    size_t width = self->b_count + 1;
    uint32_t *longest = mem_zalloc((self->a_count + 1) * width * sizeof *longest);
    for (size_t i = self->a_count; i-- > 0;)
        for (size_t j = self->b_count; j-- > 0;) {
            uint32_t down = longest[(i + 1) * width + j], right = longest[i * width + j + 1];
            longest[i * width + j] = str_equal(self->a[i], self->b[j])
                                         ? longest[(i + 1) * width + j + 1] + 1
                                         : (down > right ? down : right);
        }
    return longest;
}

static void add_middle(struct comparison *self)
{
    if (self->a_count > LARGEST || self->b_count > LARGEST) {
        add_all(self, WEB_LINE_SYNCHRONOUS, self->a, self->a_count);
        add_all(self, WEB_LINE_ADVERSE, self->b, self->b_count);
        return;
    }
    uint32_t *longest = longest_table(self);
    size_t i = 0, j = 0, width = self->b_count + 1;
    while (i < self->a_count && j < self->b_count) {
        if (str_equal(self->a[i], self->b[j])) {
            add(self, WEB_LINE_BOTH, self->a[i]);
            i++, j++;
        } else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1]) {
            add(self, WEB_LINE_SYNCHRONOUS, self->a[i++]);
        } else {
            add(self, WEB_LINE_ADVERSE, self->b[j++]);
        }
    }
    add_all(self, WEB_LINE_SYNCHRONOUS, self->a + i, self->a_count - i);
    add_all(self, WEB_LINE_ADVERSE, self->b + j, self->b_count - j);
    free(longest);
}

static bool near_change(const line_list *lines, size_t at)
{
    size_t first = at > CONTEXT ? at - CONTEXT : 0;
    for (size_t i = first; i < lines->len && i <= at + CONTEXT; i++)
        if (lines->at[i].kind != WEB_LINE_BOTH)
            return true;
    return false;
}

static size_t keep_changes(const line_list *all, struct arena *arena, struct web_line **result)
{
    size_t count = 0;
    *result = arena_array(arena, struct web_line, all->len + 1);
    for (size_t i = 0; i < all->len && count < MOST_LINES; i++)
        if (near_change(all, i))
            (*result)[count++] = all->at[i];
    return count;
}

size_t lines_difference(struct arena *arena, const char *synchronous, const char *adverse,
                        struct web_line **result)
{
    text_lines a = split(synchronous), b = split(adverse);
    size_t head = 0, tail = 0, least = a.len < b.len ? a.len : b.len;
    while (head < least && str_equal(a.at[head], b.at[head]))
        head++;
    while (tail < least - head && str_equal(a.at[a.len - 1 - tail], b.at[b.len - 1 - tail]))
        tail++;
    struct comparison self = {.arena = arena};
    add_all(&self, WEB_LINE_BOTH, a.at, head);
    if (a.len - head - tail || b.len - head - tail) {
        self.a = a.at + head, self.a_count = a.len - head - tail;
        self.b = b.at + head, self.b_count = b.len - head - tail;
        add_middle(&self);
    }
    add_all(&self, WEB_LINE_BOTH, a.at + a.len - tail, tail);
    size_t count = keep_changes(&self.out, arena, result);
    vec_free(&self.out);
    vec_free(&a);
    vec_free(&b);
    return count;
}

bool lines_same_but(const char *a, const char *b, const char *again)
{
    text_lines one = split(a), two = split(b), other = split(again);
    bool same = true, correspond = one.len == two.len && one.len == other.len;
    for (size_t i = 0; correspond && i < one.len; i++)
        same = same && (str_equal(one.at[i], two.at[i]) || !str_equal(one.at[i], other.at[i]));
    vec_free(&one);
    vec_free(&two);
    vec_free(&other);
    return same;
}
