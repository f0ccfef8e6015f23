/* From groups of pairs to races: which violation, how grave, and what to say about it. */
#include "races/races_private.h"

enum { ANCESTORS = 32 };

static const char *const kind_names[] = {
    [RACE_MEMORY] = "memory", [RACE_FILE] = "file", [RACE_RESOURCE] = "resource"};

static const char *const violation_names[] = {[RACE_ATOMICITY] = "atomicity",
                                              [RACE_ORDERING] = "ordering",
                                              [RACE_COMMUTATIVE] = "commutative-ordering"};

/* The usual repair, by violation and kind. */
static const char *const repairs[][3] = {
    [RACE_ATOMICITY] =
        {[RACE_MEMORY] = "check and change it in one callback, without waiting in between, or keep "
                         "others out with a queue until both are done",
         [RACE_FILE] = "do not look first and act later: let the call itself fail (flag wx), or "
                       "write a temporary file and rename it",
         [RACE_RESOURCE] = "take and use it in one callback, or keep others out with a queue"},
    [RACE_ORDERING] =
        {[RACE_MEMORY] = "start what comes second from the callback of what comes first (or await "
                         "it), or set the value before anybody can ask for it",
         [RACE_FILE] = "start what comes second when the first is done: in its callback, or "
                       "behind an await",
         [RACE_RESOURCE] = "start what comes second in the callback of what comes first"},
    [RACE_COMMUTATIVE] =
        {[RACE_MEMORY] = "give each a place of its own (an index, a key) instead of the order in "
                         "which they come",
         [RACE_FILE] = "let them write one after the other through a queue or one stream, or each "
                       "to a file of its own",
         [RACE_RESOURCE] = "give each one of its own"},
};

const char *race_kind_name(enum race_kind kind)
{
    return kind_names[kind];
}

const char *race_violation_name(enum race_violation violation)
{
    return violation_names[violation];
}

static bool are_ordered(const struct races__finder *self, uint32_t a, uint32_t b)
{
    struct causality_step x = {a < b ? a : b}, y = {a < b ? b : a};
    return a == b || causality_ordered(self->causality, x, y);
}

/* Did the one lead to the other: was it asked for or made ready by it, or by what that led to? */
static bool leads_to(const struct races__finder *self, uint32_t from, uint32_t to)
{
    uint32_t met[ANCESTORS] = {to};
    size_t count = 1;
    for (size_t i = 0; i < count; i++) {
        const struct races__action *one = &self->actions.at[met[i]];
        const uint32_t causes[] = {one->by_or_0, one->via_or_0};
        for (size_t j = 0; j < COUNT_OF(causes); j++) {
            if (causes[j] && causes[j] - 1 == from)
                return true;
            if (causes[j] && causes[j] - 1 > from && count < ANCESTORS)
                met[count++] = causes[j] - 1;
        }
    }
    return false;
}

/* `own` has a partner in what led to it or what it led to, and `foreign` can come between them. */
static bool is_split(const struct races__finder *self, const struct races__location *location,
                     const struct races__access *own, const struct races__access *foreign)
{
    if (!races__writes(foreign->kind))
        return false;
    for (uint32_t i = location->newest_or_0; i; i = self->accesses.at[i - 1].older_or_0) {
        const struct races__access *other = &self->accesses.at[i - 1];
        /* the tasks of one call of fs are one step to who calls it */
        bool same_call = location->kind == RACE_FILE && own->site && other->site == own->site;
        if (other->action != own->action && other->action != foreign->action && !same_call &&
            !self->actions.at[other->action].is_main &&
            races__conflict(other->kind, foreign->kind) &&
            (leads_to(self, other->action, own->action) ||
             leads_to(self, own->action, other->action)) &&
            !are_ordered(self, other->step, foreign->step))
            return true;
    }
    return false;
}

static struct observed_site site_at(const struct races__finder *self, uint32_t number)
{
    return number ? self->sites.at[number - 1] : (struct observed_site){0};
}

static enum race_violation violation_of(const struct races__finder *self,
                                        const struct races__pair *pair)
{
    const struct races__location *location = &self->locations.at[pair->location];
    const struct races__access *a = &self->accesses.at[pair->first];
    const struct races__access *b = &self->accesses.at[pair->second];
    if (is_split(self, location, a, b) || is_split(self, location, b, a))
        return RACE_ATOMICITY;
    const struct observed_site x = site_at(self, a->site), y = site_at(self, b->site);
    bool equals = x.line && x.line == y.line && str_equal(x.file, y.file);
    return equals || (a->kind == OBSERVED_ADD && b->kind == OBSERVED_ADD) ? RACE_COMMUTATIVE
                                                                          : RACE_ORDERING;
}

static void add_stack(const struct races__finder *self, struct race_side *side, uint32_t action)
{
    for (int i = 0; i < ANCESTORS && side->stack_count < RACE_STACK; i++) {
        const struct races__action *of = &self->actions.at[action];
        struct observed_site site = site_at(self, of->site);
        if (site.line)
            side->stack[side->stack_count++] = site;
        if (!of->by_or_0)
            return;
        action = of->by_or_0 - 1;
    }
}

/* Of who runs in a timer's turn: how long that can take from the start, timer after timer. */
static uint64_t timer_ms_of(const struct races__finder *self, uint32_t action)
{
    if (self->actions.at[action].is_task || !self->actions.at[action].timer_ms)
        return 0;
    uint64_t ms = 0;
    for (int i = 0; i < ANCESTORS; i++) {
        const struct races__action *of = &self->actions.at[action];
        ms += of->timer_ms;
        if (!of->by_or_0)
            break;
        action = of->by_or_0 - 1;
    }
    return ms;
}

/* Of an action without a name: the nearest that led to it and has one, plus one. */
static uint32_t ancestor_or_0(const struct races__finder *self, uint32_t action)
{
    uint32_t by = self->actions.at[action].key ? 0 : self->actions.at[action].by_or_0;
    while (by && !self->actions.at[by - 1].key)
        by = self->actions.at[by - 1].by_or_0;
    return by;
}

/* Its own, or that of the job of the same turn that it follows. */
static uint32_t alternative_of(const struct races__finder *self, uint32_t action)
{
    for (int i = 0; i < ANCESTORS; i++) {
        const struct races__action *one = &self->actions.at[action];
        uint32_t by = one->via_or_0 ? one->via_or_0 : one->by_or_0;
        if (one->alternative || !by || one->is_task || self->actions.at[by - 1].key != one->key)
            return one->alternative;
        action = by - 1;
    }
    return 0;
}

static bool has_both(const struct races__finder *self, uint32_t one, uint32_t other)
{
    uint32_t ancestor = ancestor_or_0(self, one);
    return ancestor && (ancestor - 1 == other || leads_to(self, ancestor - 1, other));
}

static struct race_side side_of(const struct races__finder *self, uint32_t access)
{
    const struct races__access *of = &self->accesses.at[access];
    const struct races__action *action = &self->actions.at[of->action];
    const struct observed_part *part = &self->observed->parts.at[action->part];
    struct race_side side = {.access = str_of(races__kind_name(of->kind)),
                             .writes = races__writes(of->kind),
                             .site = site_at(self, of->site),
                             .offset = site_at(self, of->site).offset,
                             .process = part->process,
                             .key = observed_text(part, action->key),
                             .turn = observed_text(part, action->turn),
                             .timer_ms = timer_ms_of(self, of->action),
                             .is_task = action->is_task,
                             .is_main = action->is_main};
    add_stack(self, &side, of->action);
    uint32_t ancestor = ancestor_or_0(self, of->action);
    if (ancestor)
        side.ancestor = observed_text(part, self->actions.at[ancestor - 1].key);
    side.alternative = observed_text(part, alternative_of(self, of->action));
    return side;
}

static struct race_pair pair_of(const struct races__finder *self, const struct races__pair *pair)
{
    uint32_t first = self->accesses.at[pair->first].action;
    uint32_t second = self->accesses.at[pair->second].action;
    return (struct race_pair){.first = side_of(self, pair->first),
                              .second = side_of(self, pair->second),
                              .first_has_both = has_both(self, first, second),
                              .second_has_both = has_both(self, second, first)};
}

static bool is_installed(const struct race_side *side)
{
    struct str file = side->site.file;
    return file.len && memmem(file.at, file.len, "/node_modules/", 14);
}

static bool is_close(const struct races__access *access)
{
    return access->kind == RACES__FILE + FILE_CLOSE || access->kind == RACES__BELOW;
}

static int64_t rank_of(const struct races__finder *self, const struct races__pair *pair,
                       const struct race *race)
{
    static const int64_t by_violation[] = {
        [RACE_ATOMICITY] = 300000, [RACE_ORDERING] = 200000, [RACE_COMMUTATIVE] = 100000};
    const struct races__access *a = &self->accesses.at[pair->first];
    const struct races__access *b = &self->accesses.at[pair->second];
    int64_t distance = (int64_t)b->action - (int64_t)a->action;
    int64_t rank = by_violation[race->violation] - (distance > 40000 ? 40000 : distance);
    if (!race_is_benign(race))
        rank += 1000000;
    if (race->doubt)
        rank -= 250000;
    if ((a->flags | b->flags) & RACES__DECIDES)
        rank += 50000;
    if (is_close(a) || is_close(b))
        rank -= 250000;
    if (is_installed(&race->tries[0].first) && is_installed(&race->tries[0].second))
        rank -= 350000;
    return rank;
}

/* The hint. */

static void say_place(struct buf *out, const struct observed_site *site)
{
    if (!site->line)
        return;
    buf_printf(out, " at " STR_FMT ":%u", STR_ARG(site->file), site->line);
    if (site->name.len)
        buf_printf(out, " (" STR_FMT ")", STR_ARG(site->name));
}

static void say_access(struct buf *out, const struct race_side *side)
{
    static const struct {
        const char *kind, *words;
    } words[] = {
        {"read", "is read"},
        {"write", "is written"},
        {"create", "is created"},
        {"delete", "is deleted"},
        {"add", "gets a new element"},
        {"change", "gets or loses a key"},
        {"open", "is opened"},
        {"close", "is closed"},
        {"stat", "is looked for"},
        {"rename", "is renamed"},
        {"rename onto", "is renamed onto"},
        {"list", "is listed"},
        {"change what is in", "gets or loses a file"},
        {"use what is below", "is used by its files"},
    };
    const char *said = "is touched";
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (str_is(side->access, words[i].kind))
            said = words[i].words;
    buf_text(out, said);
    say_place(out, &side->site);
}

static const char *other_way(const struct race *race)
{
    const struct race_side *first = &race->tries[0].first, *second = &race->tries[0].second;
    if (race->violation == RACE_ATOMICITY)
        return "another change can come between two steps that belong together";
    if (first->writes && second->writes)
        return "the other one's change is what stays";
    return first->writes ? "the reader does not see the change" : "the reader sees the change";
}

static struct str hint_of(struct races__finder *self, const struct race *race)
{
    struct buf text = {0};
    buf_printf(&text, STR_FMT " ", STR_ARG(race->location));
    say_access(&text, &race->tries[0].first);
    buf_text(&text, " and ");
    say_access(&text, &race->tries[0].second);
    buf_printf(&text,
               ", in callbacks that nothing orders. It came in this order here; the other "
               "way round, %s. ",
               other_way(race));
    if (race->pattern && !race->doubt)
        buf_printf(&text, "Mostly harmless (%s): %s.", race->pattern->name, race->pattern->reason);
    else
        buf_printf(&text, "Usual repair: %s.", repairs[race->violation][race->kind]);
    if (race->doubt)
        buf_printf(&text, " (It looks like a %s, but %s.)", race->pattern->name, race->doubt);
    struct str hint = arena_str(&self->result->arena, buf_view(&text));
    buf_free(&text);
    return hint;
}

/* Of a property its object has no name that would be the same everywhere. */
static struct str name_of(struct races__finder *self, const struct races__location *location)
{
    struct str name = location->name ? self->texts.at[location->name - 1] : STR("?");
    if (location->kind != RACE_MEMORY || location->is_variable || str_starts(name, STR("[")))
        return name;
    return str_is(name, "*") || str_is(name, "**")
               ? STR("what is in it")
               : arena_printf(&self->result->arena, "." STR_FMT, STR_ARG(name));
}

/* The two actions of a race and what led to them, breadth first. */
static void add_steps(struct races__finder *self, struct race *race, const struct races__pair *pair)
{
    uint32_t actions[RACE_STEPS] = {self->accesses.at[pair->first].action,
                                    self->accesses.at[pair->second].action};
    size_t count = 2;
    struct race_step *steps = arena_array(&self->result->arena, struct race_step, RACE_STEPS);
    for (size_t i = 0; i < count; i++) {
        const struct races__action *of = &self->actions.at[actions[i]];
        const uint32_t causes[] = {of->by_or_0, of->via_or_0};
        uint32_t *links[] = {&steps[i].by_or_0, &steps[i].via_or_0};
        steps[i] =
            (struct race_step){.key = observed_text(&self->observed->parts.at[of->part], of->key),
                               .site = site_at(self, of->site),
                               .is_task = of->is_task,
                               .is_main = of->is_main};
        for (size_t j = 0; j < COUNT_OF(causes); j++) {
            size_t at = 0;
            while (causes[j] && at < count && actions[at] != causes[j] - 1)
                at++;
            if (!causes[j] || at == RACE_STEPS)
                continue;
            if (at == count)
                actions[count++] = causes[j] - 1;
            *links[j] = (uint32_t)at + 1;
        }
    }
    race->steps = steps;
    race->step_count = count;
}

static struct race race_of(struct races__finder *self, const struct races__group *group)
{
    const struct races__pair *pair = &group->tries[0];
    const struct races__location *location = &self->locations.at[pair->location];
    struct race race = {.kind = (enum race_kind)location->kind,
                        .location = name_of(self, location),
                        .count = group->count,
                        .violation = violation_of(self, pair)};
    /* one pair that is none of the pattern makes the group none */
    for (uint32_t i = 0; i < group->try_count; i++) {
        race.tries[race.try_count++] = pair_of(self, &group->tries[i]);
        const char *doubt;
        const struct race_pattern *pattern = races__pattern(self, &group->tries[i], &doubt);
        race.pattern = i == 0 || pattern == race.pattern ? pattern : NULL;
        race.doubt = !race.pattern ? NULL : doubt ? doubt : race.doubt;
    }
    race.rank = rank_of(self, pair, &race);
    add_steps(self, &race, pair);
    return race;
}

/* What a reader would call the same race: the same location, and the same two lines. */
static bool same_lines(const struct race_pair *a, const struct race_pair *b, bool crossed)
{
    const struct observed_site *x = &b->first.site, *y = &b->second.site;
    if (crossed) {
        x = &b->second.site;
        y = &b->first.site;
    }
    return a->first.site.line == x->line && a->second.site.line == y->line &&
           str_equal(a->first.site.file, x->file) && str_equal(a->second.site.file, y->file);
}

static bool is_same(const struct race *a, const struct race *b)
{
    return a->kind == b->kind && str_equal(a->location, b->location) &&
           (same_lines(&a->tries[0], &b->tries[0], false) ||
            same_lines(&a->tries[0], &b->tries[0], true));
}

static int by_rank(const void *a, const void *b)
{
    const struct race *x = a, *y = b;
    return x->rank > y->rank ? -1 : x->rank < y->rank;
}

/* Behind sorting: the best one stays, and takes the other's pairs. */
static void merge(struct races__finder *self)
{
    struct races *result = self->result;
    size_t kept = 0;
    for (size_t i = 0; i < result->list.len; i++) {
        struct race *race = &result->list.at[i];
        size_t same = 0;
        while (same < kept && !is_same(&result->list.at[same], race))
            same++;
        if (same == kept) {
            result->list.at[kept++] = *race;
            continue;
        }
        struct race *into = &result->list.at[same];
        into->count += race->count;
        for (size_t j = 0; j < race->try_count && into->try_count < RACE_TRIES; j++)
            into->tries[into->try_count++] = race->tries[j];
    }
    result->list.len = kept;
}

void races__judge(struct races__finder *self)
{
    struct races *result = self->result;
    vec_each (group, &self->groups)
        *vec_push(&result->list) = race_of(self, group);
    if (result->list.len)
        qsort(result->list.at, result->list.len, sizeof *result->list.at, by_rank);
    merge(self);
    vec_each (race, &result->list)
        race->hint = hint_of(self, race);
}
