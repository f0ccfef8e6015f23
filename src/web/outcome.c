#include "web/outcome.h"

#include "base/map.h"
#include "web/fields.h"
#include "web/graph.h"
#include "web/lines.h"

/* Large pages have trees of many megabytes; their text is compared all the same. (8-api.js hands
 * out no more of it.) */
enum { MOST_TREE_ELEMENTS = 5000, MOST_TREE_TEXT = 500000 };

/* Changes minutes, seconds and milliseconds; a whole number of frames. */
enum { PAUSE_MS = 71350 };

/* ---- the end of a run ---- */

static const char *keep(struct visit *visit, const char *text)
{
    return arena_str(visit_arena(visit), str_of(text)).at;
}

static void keep_errors(struct visit *visit, json_t *list, struct outcome *self)
{
    self->error_count = json_array_size(list);
    self->errors = arena_array(visit_arena(visit), const char *, self->error_count + 1);
    for (size_t i = 0; i < self->error_count; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        self->errors[i] = keep(visit, text ? text : "");
    }
}

static bool keep_tree(struct visit *visit, json_t *state, const char **kept, struct error *error)
{
    struct buf tree = {0};
    bool large = json_integer_value(json_object_get(state, "elements")) > MOST_TREE_ELEMENTS ||
                 json_string_length(json_object_get(state, "text")) >= MOST_TREE_TEXT;
    bool ok = large || visit_tree(visit, &tree, error);
    *kept = large ? NULL : arena_str(visit_arena(visit), buf_view(&tree)).at;
    buf_free(&tree);
    return ok;
}

static bool keep_state(struct visit *visit, struct outcome *self, struct error *error)
{
    json_t *state = visit_ask(visit, "state", NULL, error);
    if (!state)
        return false;
    const char *cookies = text_of(state, "cookies");
    self->text = keep(visit, text_of(state, "text"));
    self->storage = arena_printf(visit_arena(visit), "%s%s%s", text_of(state, "storage"),
                                 *cookies ? "\ncookies " : "", cookies)
                        .at;
    keep_errors(visit, json_object_get(state, "errors"), self);
    bool ok = keep_tree(visit, state, &self->tree, error);
    json_decref(state);
    return ok;
}

/* ---- the sequence ---- */

static json_t *node_of(json_t *nodes, const char *id)
{
    size_t i;
    json_t *node;
    json_array_foreach (nodes, i, node) {
        if (strcmp(text_of(node, "id"), id) == 0)
            return node;
    }
    return NULL;
}

/* The request that a node follows from, itself or through timers and reactions. */
static void see_asked(struct visit *visit, json_t *nodes, json_t *node, struct web_step *step)
{
    for (int depth = 0; node && depth < 100; depth++) {
        enum web_kind kind = graph_kind(node);
        if (web_kind_is_answer(kind) && kind != WEB_KIND_BODY) {
            struct str label = str_of(text_of(node, "label"));
            struct str method = str_cut(&label, ' ');
            bool request = kind == WEB_KIND_XHR || kind == WEB_KIND_FETCH;
            struct str url = request ? str_cut(&label, ' ') : label;
            step->asked =
                arena_printf(visit_arena(visit), STR_FMT " " STR_FMT, STR_ARG(method), STR_ARG(url))
                    .at;
            step->asked_by = keep(visit, text_of(node, "created"));
            return;
        }
        const char *parent = text_of(node, "parent");
        node = *parent ? node_of(nodes, parent) : NULL;
    }
}

static void add_handler_step(struct visit *visit, json_t *nodes, json_t *node)
{
    enum web_kind kind = graph_kind(node);
    const char *trouble = text_of(node, "error");
    struct web_step step = {.kind = WEB_STEP_HANDLER, .text = keep(visit, text_of(node, "label"))};
    step.lane = strcmp(text_of(node, "root"), "2") == 0 ? 2 : 1;
    step.at_ms = json_number_value(json_object_get(node, "real")) - visit_page_began(visit);
    step.write_count = graph_writes(visit_arena(visit), node, &step.writes);
    step.handler = step.write_count ? step.writes[0].handler : NULL;
    if (!step.handler && *text_of(node, "created"))
        step.handler = keep(visit, text_of(node, "created"));
    if (step.write_count)
        see_asked(visit, nodes, node, &step);
    if (step.write_count || (web_kind_is_answer(kind) && kind != WEB_KIND_XHR))
        *vec_push(visit_steps(visit)) = step;
    if (*trouble)
        *vec_push(visit_steps(visit)) = (struct web_step){.kind = WEB_STEP_ERROR,
                                                          .lane = step.lane,
                                                          .at_ms = step.at_ms,
                                                          .text = keep(visit, trouble),
                                                          .handler = step.handler};
}

/* Who sent the request of a step: the network does not know, the page does. Requests of the same
 * text come in the same order here and there. */
static void see_senders(struct visit *visit, json_t *nodes)
{
    bool *used = mem_zalloc(json_array_size(nodes) + 1);
    vec_each (step, visit_steps(visit)) {
        size_t length = strlen(step->text ? step->text : ""), i;
        json_t *node;
        if (step->kind != WEB_STEP_REQUEST)
            continue;
        json_array_foreach (nodes, i, node) {
            const char *label = text_of(node, "label");
            bool same = strncmp(label, step->text, length) == 0 &&
                        (!label[length] || label[length] == ' ') && !used[i] &&
                        strcmp(text_of(node, "root"), step->lane == 2 ? "2" : "1") == 0 &&
                        !json_is_true(json_object_get(node, "joined"));
            if (!same)
                continue;
            used[i] = true;
            step->asked_by = keep(visit, text_of(node, "created"));
            break;
        }
    }
    free(used);
}

/* Stable, for steps of the same moment keep their order; lists are short and nearly sorted. */
static void sort_steps(web_steps *steps)
{
    for (size_t i = 1; i < steps->len; i++) {
        struct web_step step = steps->at[i];
        size_t k = i;
        for (; k > 0 && steps->at[k - 1].at_ms > step.at_ms; k--)
            steps->at[k] = steps->at[k - 1];
        steps->at[k] = step;
    }
}

static bool keep_steps(struct visit *visit, struct outcome *self, struct error *error)
{
    json_t *trace = visit_ask(visit, "trace", NULL, error), *node;
    if (!trace)
        return false;
    size_t i;
    json_t *nodes = json_object_get(trace, "nodes");
    json_array_foreach (nodes, i, node) {
        add_handler_step(visit, nodes, node);
    }
    see_senders(visit, nodes);
    json_decref(trace);
    web_steps *steps = visit_steps(visit);
    sort_steps(steps);
    *vec_push(steps) =
        (struct web_step){.kind = WEB_STEP_PICTURE, .at_ms = visit_now() - visit_began(visit)};
    self->step_count = steps->len;
    self->steps = arena_array(visit_arena(visit), struct web_step, steps->len);
    memcpy(self->steps, steps->at, steps->len * sizeof *self->steps);
    return true;
}

/* ---- the run ---- */

static bool is_hover(const struct web_event *event)
{
    for (size_t i = 0; i < event->part_count; i++)
        if (is_hover(&event->parts[i]))
            return true;
    return event->type == WEB_HOVER;
}

static const char *infeasible(struct visit *visit, const struct web_event *event)
{
    struct visit_facts facts = visit_facts(visit);
    if (facts.navigated)
        return arena_printf(visit_arena(visit), "%s navigates to %s", event->id, facts.went_to).at;
    if (facts.unusable)
        return arena_printf(visit_arena(visit), "%s: %s", event->id, facts.unusable).at;
    return NULL;
}

/* Nothing will follow from the event any more. */
static bool is_over(const struct visit *visit)
{
    struct visit_facts facts = visit_facts(visit);
    return facts.unusable || facts.navigated;
}

/* Triggers one event and waits until it is done. */
static bool step(struct visit *visit, const struct web_event *event, int lane, struct outcome *self,
                 struct error *error)
{
    bool ok = visit_trigger(visit, event, lane == 1 ? "1" : "2", lane, false, error) &&
              (is_over(visit) || visit_rest(visit, VISIT_ALL_TIME, error));
    struct visit_facts facts = visit_facts(visit);
    self->infeasible = infeasible(visit, event);
    self->label = facts.label;
    self->peers = facts.peers;
    return ok || facts.navigated;
}

/* Lines 2-5 and 8-12. */
static bool both_events(struct visit *visit, const struct web_event *first,
                        const struct web_event *second, enum outcome_mode mode,
                        struct outcome *self, struct error *error)
{
    bool adverse = mode == OUTCOME_ADVERSE || mode == OUTCOME_LATE_READS;
    if (adverse &&
        !visit_hold(visit, mode == OUTCOME_ADVERSE ? VISIT_HOLD_ALL : VISIT_HOLD_READS, error))
        return false;
    if (!step(visit, first, 1, self, error))
        return false;
    visit_hold_no_more(visit);
    if (self->infeasible)
        return true;
    if (adverse && !visit_free_connections(visit, error))
        return false;
    if (mode == OUTCOME_PAUSED && !visit_pause(visit, PAUSE_MS, error))
        return false;
    if (!step(visit, second, 2, self, error) || self->infeasible)
        return self->infeasible != NULL;
    if (!adverse)
        return true;
    bool ok = visit_release(visit, error) && visit_rest(visit, VISIT_ALL_TIME, error);
    self->infeasible = infeasible(visit, first);
    return ok || visit_facts(visit).navigated;
}

bool outcome_look(struct visit *visit, enum outcome_look look, struct outcome *self,
                  struct error *error)
{
    if (look == OUTCOME_LOOK_NOT)
        return true;
    if (!visit_cover(visit, true, error))
        return false;
    if (look == OUTCOME_LOOK_ALL && !visit_picture(visit, false, NULL, NULL, &self->loaded, error))
        return false;
    json_t *state = visit_ask(visit, "state", NULL, error);
    bool ok = state && keep_tree(visit, state, &self->loaded_tree, error);
    self->loaded_text = keep(visit, text_of(state, "text"));
    json_decref(state);
    return ok && visit_cover(visit, false, error);
}

bool outcome_run(struct visit *visit, const struct web_event *first, const struct web_event *second,
                 enum outcome_mode mode, const struct outcome *like, struct outcome *self,
                 struct error *error)
{
    bool leave = !is_hover(first) && !is_hover(second);
    if (!both_events(visit, first, second, mode, self, error))
        return false;
    if (self->infeasible)
        return true;
    return visit_cover(visit, true, error) &&
           visit_picture(visit, leave, like ? &like->place : NULL, &self->place, &self->picture,
                         error) &&
           keep_state(visit, self, error) && keep_steps(visit, self, error);
}

static bool changes_something(const struct web_step *step)
{
    for (size_t i = 0; i < step->write_count; i++)
        if (!step->writes[i].unchanged)
            return true;
    return step->kind == WEB_STEP_REQUEST || step->kind == WEB_STEP_ERROR;
}

bool outcome_second_acts(const struct outcome *self)
{
    for (size_t i = 0; i < self->step_count; i++)
        if (self->steps[i].lane == 2 && changes_something(&self->steps[i]))
            return true;
    return false;
}

const char *outcome_repeats(const struct outcome *self)
{
    for (size_t i = 0; i < self->step_count; i++) {
        const struct web_step *first = &self->steps[i];
        bool changes = strncmp(first->text ? first->text : "", "POST ", 5) == 0 ||
                       strncmp(first->text ? first->text : "", "PATCH ", 6) == 0;
        if (first->kind != WEB_STEP_REQUEST || first->lane != 1 || !changes || !first->body)
            continue;
        for (size_t k = i + 1; k < self->step_count; k++) {
            const struct web_step *step = &self->steps[k];
            bool ends = step->kind == WEB_STEP_RELEASED || step->kind == WEB_STEP_ABORTED;
            if (ends && step->request == first->request)
                break;
            if (step->kind == WEB_STEP_REQUEST && step->lane == 2 && step->body == first->body &&
                strcmp(step->text, first->text) == 0)
                return first->text;
        }
    }
    return NULL;
}

void outcome_free(struct outcome *self)
{
    buf_free(&self->loaded);
    buf_free(&self->picture);
    picture_free(&self->pixels);
}

/* ---- comparing ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A label is: button "Inbox (3)". */
static bool has_words(struct str label)
{
    str_cut(&label, '"');
    for (size_t i = 0; i < label.len; i++)
        if ((label.at[i] | 32) >= 'a' && (label.at[i] | 32) <= 'z')
            return true;
    return false;
}

static struct str without_counters(struct str label, char *room)
{
    struct str out = {room, 0};
    bool words = has_words(label);
    for (size_t i = 0; i < label.len; i++)
        if (!words || !is_digit(label.at[i]))
            room[out.len++] = label.at[i];
    return out;
}

static bool same_label(struct str a, struct str b)
{
    char *room = mem_zalloc(a.len + b.len + 1);
    bool same = str_equal(without_counters(a, room), without_counters(b, room + a.len));
    free(room);
    return same;
}

static bool same_labels(struct str a, struct str b)
{
    while (a.len && b.len)
        if (!same_label(str_cut(&a, '\n'), str_cut(&b, '\n')))
            return false;
    return a.len == b.len;
}

bool outcome_other_element(const struct outcome *a, const struct outcome *b)
{
    return a->peers && b->peers && !same_labels(str_of(a->label), str_of(b->label)) &&
           !same_labels(str_of(a->peers), str_of(b->peers));
}

static bool same_bytes(const struct buf *a, const struct buf *b)
{
    return str_equal(buf_view(a), buf_view(b));
}

struct pair_of_pictures {
    struct picture a, b;
};

static bool decode_both(const struct buf *a, const struct buf *b, struct pair_of_pictures *pair,
                        struct error *error)
{
    *pair = (struct pair_of_pictures){0};
    if (picture_decode(buf_view(a), &pair->a, error) &&
        picture_decode(buf_view(b), &pair->b, error))
        return true;
    picture_free(&pair->a);
    return false;
}

static void free_both(struct pair_of_pictures *pair)
{
    picture_free(&pair->a);
    picture_free(&pair->b);
}

static bool mask_loaded(const struct outcome *a, const struct outcome *b, struct picture_mask *mask,
                        struct error *error)
{
    struct pair_of_pictures pair;
    bool looked = a->loaded.len && b->loaded.len;
    if (!looked || same_bytes(&a->loaded, &b->loaded))
        return true;
    if (!decode_both(&a->loaded, &b->loaded, &pair, error))
        return false;
    picture_mask_add(mask, &pair.a, &pair.b);
    free_both(&pair);
    return true;
}

/* A race is compared up to four times, and decoding takes much longer than comparing. */
static bool need_pixels(struct outcome *self, struct error *error)
{
    return self->pixels.pixels || picture_decode(buf_view(&self->picture), &self->pixels, error);
}

static bool need_both(struct outcome *a, struct outcome *b, struct error *error)
{
    return need_pixels(a, error) && need_pixels(b, error);
}

bool outcome_ignore(struct outcome *a, struct outcome *b, struct picture_mask *mask,
                    struct error *error)
{
    if (same_bytes(&a->picture, &b->picture))
        return true;
    if (!need_both(a, b, error))
        return false;
    picture_mask_add(mask, &a->pixels, &b->pixels);
    return true;
}

/* The lines of `text` but for those that stood there after loading in this run only: a counter of
 * visits, a greeting by chance. The caller frees it. */
static char *without_own_lines(const char *text, const char *own, const char *other)
{
    struct buf out = {0};
    struct map mine = {0}, theirs = {0};
    for (struct str rest = str_of(own); rest.len;)
        map_add(&mine, str_cut(&rest, '\n'), NULL);
    for (struct str rest = str_of(other); rest.len;)
        map_add(&theirs, str_cut(&rest, '\n'), NULL);
    for (struct str rest = str_of(text); rest.len;) {
        struct str line = str_cut(&rest, '\n');
        if (map_find(&theirs, line) || !map_find(&mine, line)) {
            buf_str(&out, line);
            buf_char(&out, '\n');
        }
    }
    map_free(&mine);
    map_free(&theirs);
    return buf_take(&out);
}

static bool same_text(const char *a, const char *a_loaded, const char *b, const char *b_loaded)
{
    if (strcmp(a, b) == 0)
        return true;
    if (!a_loaded || !b_loaded || strcmp(a_loaded, b_loaded) == 0)
        return false;
    char *left = without_own_lines(a, a_loaded, b_loaded);
    char *right = without_own_lines(b, b_loaded, a_loaded);
    bool same = strcmp(left, right) == 0;
    free(left);
    free(right);
    return same;
}

/* What only one of them is too large for is no difference. */
static bool same_tree(const struct outcome *a, const struct outcome *b)
{
    return !a->tree || !b->tree || same_text(a->tree, a->loaded_tree, b->tree, b->loaded_tree);
}

static bool has_error(const struct outcome *self, const char *text)
{
    for (size_t i = 0; i < self->error_count; i++)
        if (strcmp(self->errors[i], text) == 0)
            return true;
    return false;
}

static bool has_new_error(const struct outcome *a, const struct outcome *b)
{
    for (size_t i = 0; i < b->error_count; i++)
        if (!has_error(a, b->errors[i]))
            return true;
    return false;
}

bool outcome_compare(struct outcome *a, struct outcome *b, struct picture_mask *mask,
                     struct outcome_parts *parts, struct error *error)
{
    *parts =
        (struct outcome_parts){.text = !same_text(a->text, a->loaded_text, b->text, b->loaded_text),
                               .tree = !same_tree(a, b),
                               .errors = has_new_error(a, b),
                               .storage = strcmp(a->storage, b->storage) != 0};
    if (!mask_loaded(a, b, mask, error))
        return false;
    if (same_bytes(&a->picture, &b->picture))
        return true;
    if (!need_both(a, b, error))
        return false;
    parts->picture = picture_compare(&a->pixels, &b->pixels, mask).pixels > 0;
    return true;
}

static bool still_differs(const char *a, const char *b, const char *again, bool stable)
{
    return stable || !lines_same_but(a, b, again);
}

void outcome_without_unstable(const struct outcome *a, const struct outcome *b,
                              const struct outcome *again, struct outcome_parts *parts)
{
    bool text = same_text(a->text, a->loaded_text, again->text, again->loaded_text);
    bool tree = same_tree(a, again); /* NULL where the page is too large for one */
    bool storage = strcmp(a->storage, again->storage) == 0;
    parts->text = parts->text && still_differs(a->text, b->text, again->text, text);
    /* the tree holds the text */
    parts->tree =
        parts->tree && (text || parts->text) && still_differs(a->tree, b->tree, again->tree, tree);
    parts->storage =
        parts->storage && still_differs(a->storage, b->storage, again->storage, storage);
    parts->errors = parts->errors && !has_new_error(a, again) && !has_new_error(again, a);
}

bool outcome_pixels(struct outcome *a, struct outcome *b, const struct picture_mask *mask,
                    struct web_difference *difference, struct buf *shown, struct error *error)
{
    if (same_bytes(&a->picture, &b->picture))
        return true;
    if (!need_both(a, b, error))
        return false;
    struct picture_difference found = picture_compare(&a->pixels, &b->pixels, mask);
    if (found.pixels) {
        difference->pixels = (double)found.pixels / (double)(found.compared ? found.compared : 1);
        difference->box = (struct web_box){found.left, found.top, found.right - found.left,
                                           found.bottom - found.top};
        struct picture show = picture_show(&a->pixels, &b->pixels, mask);
        picture_encode(&show, shown);
        picture_free(&show);
    }
    return true;
}
