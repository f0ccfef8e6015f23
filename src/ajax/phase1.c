/* Phase 1 (section 4.1): which user events there are, and the event graph of each, triggered alone
 * on a fresh page. Unlike AjaxRacer, which triggers them one after the other on one page, no event
 * sees what another left behind: that is also how phase 2 will find the page. */
#include "ajax/campaign.h"
#include "ajax/fields.h"
#include "ajax/graph.h"
#include "ajax/picture.h"

/* ---- the page as it is ---- */

static bool find_events(struct worker *worker, struct visit *visit, struct error *error)
{
    struct campaign *campaign = worker->campaign;
    struct ajax_result *result = campaign->result;
    size_t most = campaign->options->most_events;
    json_t *found = visit_ask(visit, "find", json_pack("[i]", (int)most), error);
    if (!found)
        return false;
    struct ajax_events events;
    events_found(json_object_get(found, "events"), &result->arena, &events);
    const char *frame = text_of(found, "frame");
    if (*frame)
        ajax__warn(campaign,
                   "the page holds a frame with buttons or fields (%s): what is inside frames is "
                   "not used; test the frame's own page",
                   frame);
    json_decref(found);
    if (events.len > most) {
        ajax__warn(campaign,
                   "more than %zu user events found; the first %zu are used (see "
                   "--max-events)",
                   most, most);
        events.len = most;
    }
    result->events = events.at;
    result->event_count = events.len;
    return true;
}

/* A selector that is none is the user's mistake, and better said before anything runs. */
static bool check_selector(struct visit *visit, const struct ajax_event *event, struct error *error)
{
    for (size_t i = 0; i < event->part_count; i++)
        if (!check_selector(visit, &event->parts[i], error))
            return false;
    if (!event->selector)
        return true;
    json_t *answer = visit_ask(visit, "check", json_pack("[s]", event->selector), error);
    bool ok = json_is_true(answer);
    if (answer && !ok)
        error_set(error, EXIT_BAD_USAGE, "event '%s': '%s' is not a CSS selector",
                  event->id ? event->id : "", event->selector);
    json_decref(answer);
    return ok;
}

static bool take_events(struct worker *worker, struct visit *visit, struct error *error)
{
    struct campaign *campaign = worker->campaign;
    const struct ajax_events *given = &campaign->options->events;
    struct ajax_result *result = campaign->result;
    if (!campaign->options->events_given)
        return find_events(worker, visit, error);
    result->events = arena_array(&result->arena, struct ajax_event, given->len + 1);
    result->event_count = given->len;
    for (size_t i = 0; i < given->len; i++) {
        result->events[i] = given->at[i];
        if (!check_selector(visit, &given->at[i], error))
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
        ajax__warn(campaign, "an error while the page loaded: %s%s", first, more);
}

static bool look_at_page(struct worker *worker, size_t index, struct error *error)
{
    (void)index;
    struct ajax_result *result = worker->campaign->result;
    struct visit *visit = window__visit(&worker->window, &result->arena, error);
    if (!visit)
        return false;
    json_t *state = visit_ask(visit, "state", NULL, error);
    bool ok = state != NULL && take_events(worker, visit, error) &&
              keep_picture(worker->campaign, visit, error);
    result->title = arena_str(&result->arena, str_of(text_of(state, "title"))).at;
    result->browser = arena_str(&result->arena, str_of(browser_version(worker->browser))).at;
    if (ok)
        warn_errors(worker->campaign, json_object_get(state, "errors"));
    if (ok && visit->cut)
        ajax__warn(worker->campaign,
                   "the page never rests by itself: %d timers or requests were cut off",
                   visit->cut);
    json_decref(state);
    visit_close(visit);
    return ok;
}

/* ---- one event alone ---- */

static const struct ajax_event *last_part(const struct ajax_event *event)
{
    return event->part_count ? &event->parts[event->part_count - 1] : event;
}

static const struct ajax_event *first_part(const struct ajax_event *event)
{
    return event->part_count ? &event->parts[0] : event;
}

static void keep_text(struct arena *arena, json_t *object, const char *key, const char **into)
{
    const char *text = text_of(object, key);
    if (!*into && *text)
        *into = arena_str(arena, str_of(text)).at;
}

static bool describe(struct visit *visit, struct ajax_graph *graph, struct ajax_event *event,
                     struct error *error)
{
    const struct ajax_event *part =
        event->part_count && !event->label ? last_part(event) : first_part(event);
    json_t *place = visit_ask(visit, "locate", json_pack("[s]", part->selector), error);
    if (!place)
        return false;
    json_t *box = json_object_get(place, "box");
    event->box = (struct ajax_box){json_number_value(json_object_get(box, "x")),
                                   json_number_value(json_object_get(box, "y")),
                                   json_number_value(json_object_get(box, "width")),
                                   json_number_value(json_object_get(box, "height"))};
    keep_text(&graph->arena, place, "label", &event->label);
    keep_text(&graph->arena, place, "handler", &event->handler);
    json_decref(place);
    return true;
}

/* A little of its surroundings shows what the element is. */
static void take_thumbnail(struct worker *worker, struct ajax_graph *graph,
                           struct ajax_event *event)
{
    enum { MARGIN = 24 };
    struct campaign *campaign = worker->campaign;
    struct ajax_box box = {event->box.x - MARGIN, event->box.y - MARGIN,
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

static bool take_after(struct worker *worker, struct visit *visit, struct ajax_graph *graph,
                       struct ajax_event *event, struct error *error)
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

static void add_import(const struct visit *visit, struct ajax_graph *graph)
{
    vec_each (request, &visit->network.requests) {
        if (!request->script || !request->lane || graph_has_request(graph, request->url))
            continue;
        graph_add_import(graph, request->url, network_path(request->url));
        return;
    }
}

/* The event and all that derives from it, until the page rests again. */
static bool trace_event(struct worker *worker, struct visit *visit, struct ajax_graph *graph,
                        struct ajax_event *event, struct error *error)
{
    if (!describe(visit, graph, event, error))
        return false;
    take_thumbnail(worker, graph, event);
    int cut = visit->cut;
    if (!visit_trigger(visit, event, event->id, 1, true, error))
        return false;
    if (visit->unusable) {
        event->trouble = visit->unusable;
        event->out_of_reach = true;
        return true;
    }
    if (!visit->navigated && !visit_rest(visit, VISIT_ALL_TIME, error))
        return false;
    if (visit->navigated) {
        event->trouble = arena_printf(&graph->arena, "navigates to %s", visit->went_to).at;
        return true;
    }
    event->cut = visit->cut - cut;
    json_t *trace = visit_ask(visit, "trace", NULL, error);
    if (!trace)
        return visit->navigated;
    graph_build(graph, trace, event->id);
    add_import(visit, graph);
    event->messages = graph_messages(graph);
    json_decref(trace);
    return take_after(worker, visit, graph, event, error);
}

static bool trace_one(struct worker *worker, size_t index, struct error *error)
{
    struct ajax_result *result = worker->campaign->result;
    struct ajax_graph *graph = &result->graphs[index];
    struct ajax_event *event = &result->events[index], untraced = *event;
    arena_free(&graph->arena); /* of an attempt that failed */
    *graph = (struct ajax_graph){.event = index};
    struct visit *visit = window__visit(&worker->window, &graph->arena, error);
    event->no_page = untraced.no_page = !visit;
    if (!visit)
        return false;
    bool ok = trace_event(worker, visit, graph, event, error);
    if (!ok && visit->navigated && error->exit_code != EXIT_INTERRUPTED) {
        event->trouble = arena_printf(&graph->arena, "navigates to %s", visit->went_to).at;
        ok = true;
    }
    if (visit->dialogs)
        ajax__warn(worker->campaign, "event %s opens a dialog; it was accepted", event->id);
    visit_close(visit);
    if (!ok)
        *event = untraced; /* its texts go with the graph's arena */
    return ok;
}

static void trace_given_up(struct worker *worker, size_t index, const struct error *error)
{
    struct ajax_result *result = worker->campaign->result;
    result->events[index].trouble =
        arena_str(&result->graphs[index].arena, str_of(error->message)).at;
}

/* ---- what was found but cannot be used ---- */

static void warn_trouble(struct campaign *self, const struct ajax_event *event)
{
    bool navigates = strncmp(event->trouble, "navigates", 9) == 0;
    bool later = event->out_of_reach && !strstr(event->trouble, "takes no value");
    const char *how = later                 ? "cannot be triggered on a fresh page: "
                      : event->out_of_reach ? "cannot be triggered: "
                      : navigates           ? ""
                                            : "was given up: ";
    const char *hint = later && !event->part_count
                           ? "; if another event leads there, give both as one: \"events\": […]"
                           : "";
    ajax__warn(self, "event %s (%s) %s%s%s", event->id, event->selector ? event->selector : "macro",
               how, event->trouble, hint);
}

/* What hides most of a fresh page (a question about cookies, a login) is said once. */
static void warn_covered(struct campaign *self)
{
    const struct ajax_result *result = self->result;
    const char *by = NULL;
    size_t count = 0;
    for (size_t i = 0; i < result->event_count; i++) {
        const struct ajax_event *event = &result->events[i];
        if (!event->out_of_reach || first_part(event)->opens ||
            strncmp(event->trouble, "covered", 7))
            continue;
        by = by ? by : event->trouble;
        count += strcmp(event->trouble, by) == 0;
    }
    if (count)
        ajax__warn(self,
                   "%zu event%s that %s found could not be used: %s. If something closes that, "
                   "give it with --prepare FILE",
                   count, count == 1 ? "" : "s", count == 1 ? "was" : "were", by);
}

/* Events that we guessed (a hidden element behind a menu) and that did not work are nobody's loss.
 * Those a person gave are kept, with the reason. */
static void drop_guesses(struct campaign *self)
{
    struct ajax_result *result = self->result;
    size_t kept = 0;
    for (size_t i = 0; i < result->event_count; i++) {
        struct ajax_event *event = &result->events[i];
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
    const struct ajax_result *result = self->result;
    const struct ajax_event *first = NULL;
    size_t more = 0;
    for (size_t i = 0; i < result->event_count; i++) {
        const struct ajax_event *event = &result->events[i];
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
    ajax__warn(self,
               "the page never rests after event %s (%s): timers, frames or requests of it%s "
               "were cut off",
               first->id, first->selector ? first->selector : "macro", others);
}

bool phase1__run(struct campaign *self, struct error *error)
{
    struct ajax_result *result = self->result;
    double began = visit_now();
    bool ok = campaign__each(self, "loading", 1, look_at_page, NULL);
    if (ok && result->event_count) {
        result->graphs = arena_array(&result->arena, struct ajax_graph, result->event_count);
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
