/* Phase 1 (section 4.1): which user events there are, and the event graph of each, triggered alone
 * on a fresh page. Unlike AjaxRacer, which triggers them one after the other on one page, no event
 * sees what another left behind: that is also how phase 2 will find the page. */
#include "web/campaign.h"
#include "web/fields.h"
#include "web/graph.h"
#include "web/picture.h"

/* ---- the page as it is ---- */

static bool find_events(struct worker *worker, struct visit *visit, struct error *error)
{
    struct campaign *campaign = worker->campaign;
    struct web_result *result = campaign->result;
    size_t most = campaign->options->most_events;
    double began = visit_now();
    json_t *found = visit_ask(visit, "find", json_pack("[i]", (int)most), error);
    result->scan_ms = visit_now() - began;
    if (!found)
        return false;
    struct web_events events;
    events_found(json_object_get(found, "events"), &result->arena, &events);
    const char *frame = text_of(found, "frame");
    if (*frame)
        web__warn(campaign,
                  "the page holds a frame with buttons or fields (%s): what is inside frames is "
                  "not used; test the frame's own page",
                  frame);
    json_decref(found);
    if (events.len > most) {
        web__warn(campaign,
                  "more than %zu user events found; the first %zu are used (see "
                  "--max-events)",
                  most, most);
        events.len = most;
    }
    result->events = events.at;
    result->event_count = events.len;
    return true;
}

/* A part of a given macro event that makes the next one possible opens something, and is left out
 * where that is open already: clicked again, a menu would close. */
static bool see_openers(struct visit *visit, struct arena *arena, struct web_event *event,
                        struct error *error)
{
    struct web_event *parts = arena_array(arena, struct web_event, event->part_count + 1);
    if (event->part_count)
        memcpy(parts, event->parts, event->part_count * sizeof *parts);
    event->parts = parts;
    for (size_t i = 0; i + 1 < event->part_count; i++) {
        if (parts[i].type != WEB_CLICK && parts[i].type != WEB_HOVER)
            continue;
        json_t *usable = visit_ask(visit, "usable", json_pack("[s]", parts[i + 1].selector), error);
        if (!usable)
            return false;
        parts[i].opens = json_is_false(usable);
        json_decref(usable);
    }
    return true;
}

static bool take_events(struct worker *worker, struct visit *visit, struct error *error)
{
    struct campaign *campaign = worker->campaign;
    const struct web_events *given = &campaign->options->events;
    struct web_result *result = campaign->result;
    if (!campaign->options->events_given)
        return find_events(worker, visit, error);
    result->events = arena_array(&result->arena, struct web_event, given->len + 1);
    result->event_count = given->len;
    for (size_t i = 0; i < given->len; i++) {
        result->events[i] = given->at[i];
        if (!campaign__check_selector(visit, "event", &given->at[i], error) ||
            !see_openers(visit, &result->arena, &result->events[i], error))
            return false;
    }
    return true;
}

static bool keep_picture(struct campaign *campaign, struct visit *visit, struct error *error)
{
    struct buf png = {0};
    picture_free(&campaign->loaded);
    bool ok = visit_picture(visit, false, NULL, NULL, &png, error) &&
              picture_decode(buf_view(&png), &campaign->loaded, error);
    buf_free(&png);
    return ok;
}

/* It may be why nothing was found. */
static void warn_errors(struct campaign *campaign, json_t *errors)
{
    const char *first = json_string_value(json_array_get(errors, 0));
    size_t count = json_array_size(errors);
    char more[32] = "";
    if (count > 1)
        snprintf(more, sizeof more, ", and %zu more", count - 1);
    if (first)
        web__warn(campaign, "an error while the page loaded: %s%s", first, more);
}

/* Where it is, without what names the same page: the fragment, a last slash. */
static struct str address_of(const char *url)
{
    struct str whole = {url, strcspn(url, "#")};
    while (whole.len && whole.at[whole.len - 1] == '/')
        whole.len--;
    return whole;
}

/* A login page in the place of the one asked for, say: whatever is found there is not about it. */
static void warn_elsewhere(struct campaign *campaign, const char *url)
{
    const char *asked = campaign->options->visit.url;
    if (*url && !str_equal(address_of(url), address_of(asked)))
        web__warn(campaign, "the page went on to %s: that one is tested, not %s", url, asked);
}

/* So that lines are the author's. One that cannot be had is told: its lines are those of the
 * bundle. One that is there and broken is somebody's mistake, and the lines he looks for would be
 * missing. */
static bool read_maps(struct campaign *campaign, struct visit *visit, struct error *error)
{
    if (!campaign->options->source_maps)
        return true;
    json_t *maps = visit_ask(visit, "sourceMaps", NULL, error), *one;
    bool ok = maps != NULL;
    size_t i;
    json_array_foreach (maps, i, one) {
        const char *file = text_of(one, "file"), *why = text_of(one, "why");
        json_t *map = json_object_get(one, "map");
        struct error trouble = {0};
        if (json_is_string(map) &&
            !places_add(campaign->places, file,
                        (struct str){json_string_value(map), json_string_length(map)}, &trouble))
            ok = error_set(error, EXIT_BAD_USAGE,
                           "the source map of %s is broken (%s); --no-source-maps does without",
                           file, trouble.message);
        if (*why)
            web__warn(campaign,
                      "the source map of %s cannot be used (%s): lines are those of the bundle",
                      file, why);
    }
    json_decref(maps);
    return ok;
}

static bool check_ignored(struct campaign *campaign, struct visit *visit, struct error *error)
{
    const struct visit_options *options = &campaign->options->visit;
    for (size_t i = 0; i < options->ignored_count; i++) {
        const char *selector = options->ignored[i];
        json_t *answer = visit_ask(visit, "count", json_pack("[s]", selector), error);
        if (!answer)
            return false;
        bool wrong = *text_of(answer, "why");
        if (wrong)
            error_set(error, EXIT_BAD_USAGE, "--ignore: '%s' is not a selector of CSS", selector);
        else if (!number_of(answer, "count"))
            web__warn(campaign, "--ignore: nothing on the fresh page matches '%s'", selector);
        json_decref(answer);
        if (wrong)
            return false;
    }
    return true;
}

static void read_markup(struct campaign *campaign, struct visit *visit)
{
    struct buf html = {0};
    markup_free(campaign->markup);
    campaign->markup = visit_source(visit, &html) ? markup_new(buf_view(&html)) : NULL;
    buf_free(&html);
}

static bool look_at_page(struct worker *worker, size_t index, struct error *error)
{
    (void)index;
    struct web_result *result = worker->campaign->result;
    struct visit *visit = window__visit(&worker->window, &result->arena, error);
    if (!visit)
        return false;
    json_t *state = visit_ask(visit, "state", NULL, error);
    bool ok = state != NULL && check_ignored(worker->campaign, visit, error) &&
              take_events(worker, visit, error) && keep_picture(worker->campaign, visit, error) &&
              read_maps(worker->campaign, visit, error);
    result->title = arena_str(&result->arena, str_of(text_of(state, "title"))).at;
    result->browser = arena_str(&result->arena, str_of(browser_version(worker->browser))).at;
    if (ok) {
        read_markup(worker->campaign, visit);
        warn_errors(worker->campaign, json_object_get(state, "errors"));
        warn_elsewhere(worker->campaign, text_of(state, "url"));
    }
    if (ok && visit_facts(visit).cut)
        web__warn(worker->campaign,
                  "the page never rests by itself: %d timers or requests were cut off",
                  visit_facts(visit).cut);
    json_decref(state);
    visit_close(visit);
    if (ok && worker->campaign->options->source_maps)
        campaign__renew_script(worker);
    return ok;
}

/* ---- one event alone ---- */

static const struct web_event *last_part(const struct web_event *event)
{
    return event->part_count ? &event->parts[event->part_count - 1] : event;
}

static const struct web_event *first_part(const struct web_event *event)
{
    return event->part_count ? &event->parts[0] : event;
}

static void keep_text(struct arena *arena, json_t *object, const char *key, const char **into)
{
    const char *text = text_of(object, key);
    if (!*into && *text)
        *into = arena_str(arena, str_of(text)).at;
}

static bool describe(struct visit *visit, struct web_graph *graph, struct web_event *event,
                     struct error *error)
{
    const struct web_event *part =
        event->part_count && !event->label ? last_part(event) : first_part(event);
    json_t *place = visit_ask(visit, "locate",
                              json_pack("[s, b]", part->selector, part->type == WEB_SCROLL), error);
    if (!place)
        return false;
    json_t *box = json_object_get(place, "box");
    event->box = (struct web_box){json_number_value(json_object_get(box, "x")),
                                  json_number_value(json_object_get(box, "y")),
                                  json_number_value(json_object_get(box, "width")),
                                  json_number_value(json_object_get(box, "height"))};
    keep_text(&graph->arena, place, "label", &event->label);
    keep_text(&graph->arena, place, "handler", &event->handler);
    json_decref(place);
    return true;
}

/* Where only a library listens (Alpine, htmx), or nobody registered anything (onclick), the author
 * wrote the element itself. */
static bool find_author(struct campaign *campaign, struct visit *visit, struct web_graph *graph,
                        struct web_event *event, struct error *error)
{
    bool known = event->handler && !places_is_library(campaign->places, event->handler);
    if (known || !campaign->markup)
        return true;
    json_t *found = visit_ask(visit, "wayOut", json_pack("[s]", last_part(event)->selector), error);
    if (!found)
        return false;
    int line, column;
    if (markup_find(campaign->markup, json_object_get(found, "way"), &line, &column))
        event->handler =
            arena_printf(&graph->arena, "%s:%d:%d", text_of(found, "file"), line, column).at;
    json_decref(found);
    return true;
}

/* A little of its surroundings shows what the element is. */
static void take_thumbnail(struct worker *worker, struct web_graph *graph, struct web_event *event)
{
    enum { MARGIN = 24 };
    struct campaign *campaign = worker->campaign;
    struct web_box box = {event->box.x - MARGIN, event->box.y - MARGIN,
                          event->box.width + 2 * MARGIN, event->box.height + 2 * MARGIN};
    struct picture cut = picture_cut(&campaign->loaded, &box);
    struct buf png = {0};
    char name[64];
    snprintf(name, sizeof name, "event-%03zu.png", graph->event + 1);
    if (event->box.width >= 1 && cut.width && picture_encode(&cut, &png))
        event->thumbnail = campaign__picture(campaign, &graph->arena, buf_view(&png), name);
    picture_free(&cut);
    buf_free(&png);
}

static bool take_after(struct worker *worker, struct visit *visit, struct web_graph *graph,
                       struct web_event *event, struct error *error)
{
    struct buf png = {0};
    char name[64];
    snprintf(name, sizeof name, "event-%03zu-after.png", graph->event + 1);
    bool ok = visit_picture(visit, false, NULL, NULL, &png, error);
    if (ok)
        event->after = campaign__picture(worker->campaign, &graph->arena, buf_view(&png), name);
    buf_free(&png);
    return ok;
}

/* The event and all that derives from it, until the page rests again. */
static bool trace_event(struct worker *worker, struct visit *visit, struct web_graph *graph,
                        struct web_event *event, struct error *error)
{
    if (!describe(visit, graph, event, error) ||
        !find_author(worker->campaign, visit, graph, event, error))
        return false;
    take_thumbnail(worker, graph, event);
    int cut = visit_facts(visit).cut;
    if (!visit_trigger(visit, event, event->id, 1, true, error))
        return false;
    struct visit_facts facts = visit_facts(visit);
    if (facts.unusable) {
        event->trouble = facts.unusable;
        event->reason = facts.reason;
        event->out_of_reach = true;
        return true;
    }
    if (!facts.navigated && !visit_rest(visit, VISIT_ALL_TIME, error))
        return false;
    facts = visit_facts(visit);
    if (facts.navigated) {
        event->trouble = arena_printf(&graph->arena, "navigates to %s", facts.went_to).at;
        event->leaves = true;
        return true;
    }
    event->cut = facts.cut - cut;
    json_t *trace = visit_ask(visit, "trace", NULL, error);
    if (!trace)
        return visit_facts(visit).navigated;
    graph_build(graph, trace, event->id);
    const char *script = visit_script(visit, graph);
    if (script)
        graph_add_import(graph, script, network_path(script));
    event->messages = graph_messages(graph);
    json_decref(trace);
    return take_after(worker, visit, graph, event, error);
}

static bool trace_once(struct worker *worker, struct web_graph *graph, struct web_event *event,
                       bool again, bool *doubtful, struct error *error)
{
    const struct web_event untraced = *event;
    struct visit *visit = window__visit(&worker->window, &graph->arena, error);
    event->no_page = !visit;
    if (!visit)
        return false;
    bool ok = trace_event(worker, visit, graph, event, error);
    struct visit_facts facts = visit_facts(visit);
    if (!ok && facts.navigated && error->exit_code != EXIT_INTERRUPTED) {
        event->trouble = arena_printf(&graph->arena, "navigates to %s", facts.went_to).at;
        event->leaves = true;
        ok = true;
    }
    if (facts.dialogs)
        web__warn(worker->campaign, "event %s opens a dialog; it was accepted", event->id);
    *doubtful = campaign__look_again(worker->campaign, visit, again);
    visit_close(visit);
    if (!ok)
        *event = untraced; /* its texts go with the graph's arena */
    return ok;
}

/* An event that asked for nothing, whose answers changed nothing or were given up, is looked at
 * twice: a busy machine must not make it idle. What showed more counts. */
static bool trace_one(struct worker *worker, size_t index, struct error *error)
{
    struct web_result *result = worker->campaign->result;
    struct web_graph *graph = &result->graphs[index];
    struct web_event *event = &result->events[index], untraced = *event;
    bool doubtful = false;
    arena_free(&graph->arena); /* of an attempt that failed */
    *graph = (struct web_graph){.event = index};
    if (!trace_once(worker, graph, event, false, &doubtful, error))
        return false;
    if (!doubtful && (event->trouble || graph_conflict(graph, graph)))
        return true;
    struct web_graph first = *graph;
    struct web_event first_event = *event;
    *graph = (struct web_graph){.event = index};
    *event = untraced;
    bool ok = trace_once(worker, graph, event, true, &doubtful, error);
    if (ok && !event->trouble && graph_is_more(graph, &first)) {
        arena_free(&first.arena);
        return true;
    }
    struct web_event second = *event;
    arena_free(&graph->arena);
    *graph = first;
    *event = first_event;
    if (!ok) { /* tried again from the beginning, or given up */
        arena_free(&graph->arena);
        *graph = (struct web_graph){.event = index};
        untraced.no_page = second.no_page;
        *event = untraced;
    }
    return ok;
}

static void trace_given_up(struct worker *worker, size_t index, const struct error *error)
{
    struct web_result *result = worker->campaign->result;
    result->events[index].trouble =
        arena_str(&result->graphs[index].arena, str_of(error->message)).at;
}

/* ---- what was found but cannot be used ---- */

static void warn_trouble(struct campaign *self, const struct web_event *event)
{
    bool later = event->out_of_reach && event->reason != WEB_WHY_NO_VALUE;
    const char *how = later                 ? "cannot be triggered on a fresh page: "
                      : event->out_of_reach ? "cannot be triggered: "
                      : event->leaves       ? ""
                                            : "was given up: ";
    const char *hint = later && !event->part_count
                           ? "; if another event leads there, give both as one: \"events\": […]"
                           : "";
    web__warn(self, "event %s (%s) %s%s%s", event->id, event->selector ? event->selector : "macro",
              how, event->trouble, hint);
}

/* What hides most of a fresh page (a question about cookies, a login) is said once. */
static void warn_covered(struct campaign *self)
{
    const struct web_result *result = self->result;
    const char *by = NULL;
    size_t count = 0;
    for (size_t i = 0; i < result->event_count; i++) {
        const struct web_event *event = &result->events[i];
        if (event->reason != WEB_WHY_COVERED || first_part(event)->opens)
            continue;
        by = by ? by : event->trouble;
        count += strcmp(event->trouble, by) == 0;
    }
    if (count)
        web__warn(self,
                  "%zu event%s that %s found could not be used: %s. If something closes that, "
                  "give it with --prepare FILE",
                  count, count == 1 ? "" : "s", count == 1 ? "was" : "were", by);
}

/* Events that we guessed (a hidden element behind a menu) and that did not work are nobody's loss.
 * Those a person gave are kept, with the reason. */
static void drop_guesses(struct campaign *self)
{
    struct web_result *result = self->result;
    size_t kept = 0;
    for (size_t i = 0; i < result->event_count; i++) {
        struct web_event *event = &result->events[i];
        if (event->out_of_reach && !self->options->events_given) {
            arena_free(&result->graphs[i].arena);
            continue;
        }
        if (event->trouble && !event->no_page)
            warn_trouble(self, event);
        result->graphs[i].event = kept;
        result->events[kept] = *event;
        result->graphs[kept++] = result->graphs[i];
    }
    result->event_count = kept;
}

/* Said once: on a page with a clock it is every event. */
static void warn_cut(struct campaign *self)
{
    const struct web_result *result = self->result;
    const struct web_event *first = NULL;
    size_t more = 0;
    for (size_t i = 0; i < result->event_count; i++) {
        const struct web_event *event = &result->events[i];
        if (event->cut > 0 && first)
            more++;
        else if (event->cut > 0)
            first = event;
    }
    if (!first)
        return;
    char others[64] = "";
    if (more)
        snprintf(others, sizeof others, " and of %zu more event%s", more, more == 1 ? "" : "s");
    web__warn(self,
              "the page never rests after event %s (%s): timers, frames or requests of it%s "
              "were cut off",
              first->id, first->selector ? first->selector : "macro", others);
}

bool phase1__run(struct campaign *self, struct error *error)
{
    struct web_result *result = self->result;
    double began = visit_now();
    bool ok = campaign__each(self, "loading", 1, look_at_page, NULL);
    if (ok && result->event_count) {
        result->graphs = arena_array(&result->arena, struct web_graph, result->event_count);
        ok = campaign__each(self, "tracing", result->event_count, trace_one, trace_given_up);
    }
    if (!ok)
        *error = self->error;
    else if (campaign__cancelled(self))
        error_set(error, EXIT_INTERRUPTED, "interrupted");
    if (result->graphs) {
        if (!self->options->events_given)
            warn_covered(self);
        drop_guesses(self);
        warn_cut(self);
    }
    result->phase1_ms = visit_now() - began;
    return ok;
}
