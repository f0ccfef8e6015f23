#include "lanes/lanes.h"

#include "base/arena.h"
#include "base/json.h"
#include "base/map.h"
#include "event/text.h"

extern const struct str lanes_page_html, lanes_page_css, lanes_page_js;

/* An event of the run, in whichever process. */
struct bar {
    struct event_key key;
    const struct traced_event *event;
    uint32_t trace;
    int64_t came_ns, went_ns;        /* went -1: never */
    size_t came_record, went_record; /* of its trace */
    size_t from, to;                 /* so many had gone when it came; and when it went */
    bool held, overtook;
    struct str lane;
};

struct run {
    struct arena arena;
    VEC(struct bar) bars; /* in the order in which they went */
    struct map lanes;     /* by name, in the order in which they are drawn */
    size_t left_out;
};

static const char *lane_kind(const struct event_key *key)
{
    switch (event_kind_family(key->kind)) {
    case FAMILY_TIMER:
        return "timers";
    case FAMILY_NETWORK:
    case FAMILY_PIPE:
    case FAMILY_MESSAGE:
        return key->phase == PHASE_NONE && key->has_about ? NULL : "worker tasks";
    case FAMILY_FILE:
    case FAMILY_WORK:
        return key->phase == PHASE_DONE ? "completions" : "worker tasks";
    default:
        return "loop";
    }
}

/* "1.2/3 timers", without the process where there is one only. */
static struct str lane_of(struct run *self, const struct event_key *key, bool alone)
{
    const char *kind = lane_kind(key);
    struct buf name = {0};
    if (!alone)
        buf_printf(&name, STR_FMT, STR_ARG(key->process));
    if (key->thread)
        buf_printf(&name, "/%u", key->thread);
    if (name.len)
        buf_char(&name, ' ');
    if (kind) {
        buf_text(&name, kind);
    } else { /* tcp from server 3000 1 */
        const char *of = event_kind_name(key->kind);
        buf_printf(&name, "%.*s " STR_FMT, (int)strcspn(of, "."), of, STR_ARG(key->about));
    }
    struct str result = arena_str(&self->arena, buf_view(&name));
    buf_free(&name);
    return result;
}

static int by_going(const void *left, const void *right)
{
    const struct bar *a = left, *b = right;
    if ((a->went_ns < 0) != (b->went_ns < 0))
        return a->went_ns < 0 ? 1 : -1;
    int64_t first = a->went_ns < 0 ? a->came_ns : a->went_ns;
    int64_t second = b->went_ns < 0 ? b->came_ns : b->went_ns;
    if (first != second)
        return first < second ? -1 : 1;
    if (a->trace != b->trace)
        return a->trace < b->trace ? -1 : 1;
    return a->went_record < b->went_record ? -1 : a->went_record > b->went_record;
}

static void read_trace(struct run *self, const struct trace *trace, uint32_t number, bool alone)
{
    size_t first = self->bars.len;
    for (size_t i = 0; i < trace->records.len; i++) {
        const struct trace_record *record = trace->records.at[i];
        if (record->type == TRACE_ARRIVE) {
            const struct trace_arrive *arrive = (const struct trace_arrive *)record;
            const struct traced_event *event = &trace->events.at[arrive->event - 1];
            struct bar *bar = vec_push(&self->bars);
            *bar = (struct bar){.key = trace_key(trace, arrive),
                                .event = event,
                                .trace = number,
                                .came_ns = record->time_ns,
                                .went_ns = -1,
                                .came_record = i,
                                .held = event->hold != NULL};
            bar->lane = lane_of(self, &bar->key, alone);
        } else if (record->type == TRACE_START || record->type == TRACE_DELIVER) {
            struct bar *bar =
                &self->bars.at[first + ((const struct trace_event *)record)->event - 1];
            if (bar->went_ns < 0) {
                bar->went_ns = record->time_ns;
                bar->went_record = i;
            }
        }
    }
}

static bool went_before(const struct bar *bar, const struct bar *came)
{
    if (bar->went_ns < 0 || bar->went_ns != came->came_ns)
        return bar->went_ns >= 0 && bar->went_ns < came->came_ns;
    return bar->trace == came->trace ? bar->went_record < came->came_record
                                     : bar->trace < came->trace;
}

/* Bars are in the order of going: how many went before this one came is a search by halves. */
static void place(struct run *self)
{
    for (size_t i = 0; i < self->bars.len; i++) {
        struct bar *bar = &self->bars.at[i];
        size_t low = 0, high = i;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (went_before(&self->bars.at[middle], bar))
                low = middle + 1;
            else
                high = middle;
        }
        bar->from = low;
        bar->to = i;
    }
}

static bool is_in(const struct schedule *schedule, const struct event_key *key)
{
    for (size_t i = 0; i < schedule->holds.len; i++)
        if (event_key_equal(&schedule->holds.at[i].event, key))
            return true;
    return false;
}

/* Who came later, and went before one that was held. */
static void mark(struct run *self, const struct schedule *held)
{
    if (held)
        vec_each (bar, &self->bars)
            bar->held = is_in(held, &bar->key);
    for (size_t i = 0; i < self->bars.len; i++) {
        const struct bar *late = &self->bars.at[i];
        for (size_t j = late->from; late->held && j < i; j++) {
            struct bar *other = &self->bars.at[j];
            other->overtook |= other->trace == late->trace &&
                               other->key.thread == late->key.thread && !other->held &&
                               other->came_record > late->came_record;
        }
    }
}

/* Lanes in order: by process, then by kind, sockets behind, as they appear. */
static void add_lanes(struct run *self)
{
    static const char *const order[] = {"loop", "timers", "worker tasks", "completions"};
    VEC(struct str) processes = {0};
    vec_each (bar, &self->bars) {
        struct str before = bar->lane;
        const char *kind = lane_kind(&bar->key);
        if (kind)
            before.len -= strlen(kind);
        else
            before.len = bar->key.thread || str_starts(before, bar->key.process) ? before.len : 0;
        bool known = !kind;
        vec_each (process, &processes)
            known |= str_equal(*process, before);
        if (!known)
            *vec_push(&processes) = before;
    }
    vec_each (process, &processes)
        for (size_t i = 0; i < COUNT_OF(order); i++) {
            struct str name = arena_printf(&self->arena, STR_FMT "%s", STR_ARG(*process), order[i]);
            bool used = false;
            vec_each (bar, &self->bars)
                used |= str_equal(bar->lane, name);
            if (used)
                map_add(&self->lanes, name, NULL);
        }
    vec_each (bar, &self->bars)
        map_add(&self->lanes, bar->lane, NULL);
    for (size_t i = 0; i < self->lanes.len; i++)
        self->lanes.at[i].number = i;
    vec_free(&processes);
}

static void read_run(struct run *self, const struct lanes_run *given)
{
    const struct traces *traces = given->traces;
    for (size_t i = 0; i < traces->list.len; i++)
        read_trace(self, &traces->list.at[i], (uint32_t)i, traces->list.len == 1);
    if (self->bars.len)
        qsort(self->bars.at, self->bars.len, sizeof *self->bars.at, by_going);
    place(self);
    mark(self, given->held);
    if (self->bars.len > LANES_MOST_EVENTS) {
        self->left_out = self->bars.len - LANES_MOST_EVENTS;
        self->bars.len = LANES_MOST_EVENTS;
    }
    add_lanes(self);
}

/* A key without its process, where the lane tells it. */
static void print_bar(struct json *json, const struct run *self, const struct bar *bar,
                      const struct lanes_run *given)
{
    struct buf name = {0};
    buf_key(&name, &bar->key);
    json_object(json, NULL);
    json_str(json, "key", buf_view(&name));
    json_integer(json, "lane", (int64_t)map_find(&self->lanes, bar->lane)->number);
    json_integer(json, "from", (int64_t)bar->from);
    json_integer(json, "to", (int64_t)bar->to);
    json_number(json, "came", (double)bar->came_ns / 1e6, 3);
    if (bar->went_ns >= 0)
        json_number(json, "went", (double)bar->went_ns / 1e6, 3);
    if (bar->held)
        json_boolean(json, "held", true);
    if (bar->overtook)
        json_boolean(json, "overtook", true);
    for (size_t i = 0; i < given->mark_count; i++)
        if (event_key_equal(&given->marks[i].key, &bar->key))
            json_text(json, "does", given->marks[i].text);
    json_end_object(json);
    buf_free(&name);
}

static void print_run(struct json *json, const struct lanes_run *given)
{
    struct run run = {0};
    read_run(&run, given);
    json_object(json, NULL);
    json_text(json, "title", given->title);
    json_integer(json, "left_out", (int64_t)run.left_out);
    json_array(json, "lanes");
    for (size_t i = 0; i < run.lanes.len; i++)
        json_str(json, NULL, run.lanes.at[i].key);
    json_end_array(json);
    json_array(json, "events");
    vec_each (bar, &run.bars)
        print_bar(json, &run, bar, given);
    json_end_array(json);
    json_end_object(json);
    vec_free(&run.bars);
    map_free(&run.lanes);
    arena_free(&run.arena);
}

static void print_facts(struct json *json, const struct lanes_fact *facts, size_t count)
{
    json_array(json, "facts");
    for (size_t i = 0; i < count; i++) {
        json_array(json, NULL);
        json_text(json, NULL, facts[i].name);
        json_text(json, NULL, facts[i].value);
        json_end_array(json);
    }
    json_end_array(json);
}

static void print_finding(struct json *json, const struct lanes_finding *finding)
{
    const struct {
        const char *name, *value;
    } texts[] = {
        {"id", finding->id},         {"title", finding->title},     {"message", finding->message},
        {"status", finding->status}, {"excerpt", finding->excerpt},
    };
    json_object(json, NULL);
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (texts[i].value && *texts[i].value)
            json_text(json, texts[i].name, texts[i].value);
    print_facts(json, finding->facts, finding->fact_count);
    json_array(json, "runs");
    for (size_t i = 0; i < finding->run_count; i++)
        print_run(json, &finding->runs[i]);
    json_end_array(json);
    json_end_object(json);
}

static void print_result(const struct lanes_page *page, struct buf *out)
{
    struct json json = json_to(out);
    json_object(&json, NULL);
    json_text(&json, "title", page->title);
    json_text(&json, "summary", page->summary);
    json_boolean(&json, "failed", page->failed);
    print_facts(&json, page->facts, page->fact_count);
    json_array(&json, "findings");
    for (size_t i = 0; i < page->finding_count; i++)
        print_finding(&json, &page->findings[i]);
    json_end_array(&json);
    json_end_object(&json);
}

void lanes_page(const struct lanes_page *page, struct buf *html)
{
    struct buf result = {0};
    print_result(page, &result);
    const struct {
        const char *mark;
        struct str text;
    } parts[] = {
        {"@STYLE@", lanes_page_css}, {"@RESULT@", buf_view(&result)}, {"@SCRIPT@", lanes_page_js}};
    struct str rest = lanes_page_html;
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        const char *mark = memmem(rest.at, rest.len, parts[i].mark, strlen(parts[i].mark));
        if (!mark)
            BUG("the page has no %s", parts[i].mark);
        buf_add(html, rest.at, (size_t)(mark - rest.at));
        buf_str(html, parts[i].text);
        rest = str_from(rest, (size_t)(mark - rest.at) + strlen(parts[i].mark));
    }
    buf_str(html, rest);
    buf_free(&result);
}
