/* From sources to findings: parse in parallel, put files that import each other together as one
 * program, run each program's files as modules in a machine of its own, enter what nobody called as
 * unknown code may call it, then ask the rules. Programs share nothing: what is found in one does
 * not depend on the others, nor on the number of threads. */
#include "check/check.h"

#include "base/parallel.h"
#include "check/graph.h"
#include "machine/machine.h"
#include "rules/rules.h"

/* Files that import each other, and the packages they import where those are followed. Each program
 * has a machine of its own, so what is found in it depends on nothing else in the run. */
struct program {
    struct check *check;
    VEC(struct unit *) units; /* in the order of their paths, behind them what was followed */
    size_t bytes;
    bool is_large; /* one thread would be busy with it when the others are done */
    struct findings found;
    struct graph graph;
};

struct check {
    struct arena arena;
    struct arena trees[PARALLEL_MOST], texts[PARALLEL_MOST]; /* of each of the threads */
    const struct check_options *options;
    VEC(struct unit *) units; /* the program's own files, then what was followed */
    VEC(struct program *) programs;
};

/* ---- parsing ---- */

struct parsing {
    struct check *check;
    size_t first;
    const atomic_bool *stop;
};

static bool is_declaration_file(struct str path)
{
    return str_ends(path, STR(".d.ts")) || str_ends(path, STR(".d.mts")) ||
           str_ends(path, STR(".d.cts"));
}

/* Node goes by the name, whatever is in the file. */
static bool is_module(const struct js_file *file, struct str path)
{
    bool is_named_so = str_ends(path, STR(".mjs")) || str_ends(path, STR(".mts"));
    bool is_script = str_ends(path, STR(".cjs")) || str_ends(path, STR(".cts"));
    return file->is_module || is_named_so || (file->top->has_await && !is_script);
}

static void parse_one(void *context, unsigned worker, size_t index)
{
    const struct parsing *self = context;
    struct unit *unit = self->check->units.at[self->first + index];
    const struct source *source = unit->source;
    bool is_left_out = is_declaration_file(source->path) || is_stopped(self->stop);
    unit->file = js_parse_until(&self->check->trees[worker],
                                is_left_out ? (struct str){"", 0} : source->text,
                                js_dialect_of(source->path), self->stop);
    unit->file->is_module = is_module(unit->file, source->path);
    unit->file->owner = unit;
    unit->functions =
        arena_array(&self->check->trees[worker], struct function_notes, unit->file->functions.len);
    unit->is_relevant = unit->file->names_asynchrony;
    vec_each (function, &unit->file->functions)
        unit->functions[(*function)->index].is_relevant = (*function)->names_asynchrony;
}

static void parse_from(struct check *self, size_t first, unsigned jobs, const atomic_bool *stop)
{
    struct parsing parsing = {self, first, stop};
    parallel_each(self->units.len - first, jobs, parse_one, &parsing);
}

static struct unit *add_unit(struct check *self, struct source *source)
{
    struct unit *unit = arena_new(&self->arena, struct unit);
    unit->source = source;
    unit->index = (uint32_t)self->units.len;
    unit->facts = unit_facts_new(&self->arena);
    *vec_push(&self->units) = unit;
    return unit;
}

static const struct js_node *specifier_of(const struct js_node *import)
{
    const struct js_node *specifier = import->kind == JS_IMPORT        ? import->b
                                      : import->kind == JS_CALL        ? import->b
                                      : import->kind == JS_IMPORT_CALL ? import->a
                                                                       : import->c;
    return specifier && specifier->kind == JS_STRING ? specifier : NULL;
}

/* ---- packages ---- */

struct following {
    struct program *program;
    const struct check_options *options;
    struct map units; /* by path */
};

static void follow_import(struct following *self, struct unit *from, struct str specifier)
{
    const struct check_options *options = self->options;
    struct source *source = options->follow(options->follow_context, from->source, specifier);
    if (!source)
        return;
    struct map_entry *entry = map_add(&self->units, source->path, NULL);
    if (!entry->pointer) {
        struct unit *unit = add_unit(self->program->check, source);
        unit->is_followed = true;
        *vec_push(&self->program->units) = unit;
        entry->pointer = unit;
    }
    *vec_push(&from->followed) = (struct followed){specifier, entry->pointer};
}

/* In rounds: what was parsed names what is to be parsed next. */
static void follow_packages(struct program *self, const struct check_options *options)
{
    struct following following = {.program = self, .options = options};
    vec_each (unit, &self->units)
        map_add(&following.units, (*unit)->source->path, NULL)->pointer = *unit;
    for (size_t done = 0; done < self->units.len && !is_stopped(options->stop);) {
        size_t parsed = self->units.len, parsed_of_all = self->check->units.len;
        for (; done < parsed; done++) {
            struct unit *unit = self->units.at[done];
            vec_each (import, &unit->file->imports)
                if (specifier_of(*import))
                    follow_import(&following, unit, specifier_of(*import)->text->text);
        }
        parse_from(self->check, parsed_of_all, options->jobs, options->stop);
    }
    map_free(&following.units);
}

/* ---- programs ---- */

/* The first of the files that are known to belong together; each file names one before it. */
static size_t first_of(size_t *belongs_to, size_t i)
{
    while (belongs_to[i] != i)
        i = belongs_to[i] = belongs_to[belongs_to[i]];
    return i;
}

static int compare_paths(const void *left, const void *right)
{
    const struct unit *const *a = left, *const *b = right;
    struct str x = (*a)->source->path, y = (*b)->source->path;
    int order = memcmp(x.at, y.at, x.len < y.len ? x.len : y.len);
    return order ? order : (x.len > y.len) - (x.len < y.len);
}

static void join_importers(struct check *self, size_t *belongs_to)
{
    struct map by_path = {0};
    vec_each (unit, &self->units)
        index_path(&by_path, *unit);
    vec_each (each, &self->units) {
        struct unit *unit = *each;
        vec_each (import, &unit->file->imports) {
            const struct js_node *specifier = specifier_of(*import);
            struct unit *other =
                specifier ? resolve_path(&by_path, unit, specifier->text->text) : NULL;
            if (!other)
                continue;
            size_t a = first_of(belongs_to, unit->index), b = first_of(belongs_to, other->index);
            belongs_to[a > b ? a : b] = a > b ? b : a;
        }
    }
    map_free(&by_path);
}

/* The files are put in the order of their paths first, so nothing depends on how they were named.
 */
static void find_programs(struct check *self)
{
    size_t count = self->units.len;
    size_t *belongs_to = mem_resize(NULL, count + 1, sizeof *belongs_to);
    struct program **of = mem_zalloc((count + 1) * sizeof *of);
    if (count)
        qsort(self->units.at, count, sizeof *self->units.at, compare_paths);
    for (size_t i = 0; i < count; i++)
        self->units.at[i]->index = (uint32_t)(belongs_to[i] = i);
    join_importers(self, belongs_to);
    for (size_t i = 0; i < count; i++) {
        size_t first = first_of(belongs_to, i);
        if (!of[first]) {
            of[first] = arena_new(&self->arena, struct program);
            of[first]->check = self;
            *vec_push(&self->programs) = of[first];
        }
        *vec_push(&of[first]->units) = self->units.at[i];
        of[first]->bytes += self->units.at[i]->source->text.len;
    }
    free(belongs_to);
    free(of);
}

static void tell_problems(const struct unit *unit, struct findings *out)
{
    vec_each (problem, &unit->file->problems)
        *vec_push(&out->problems) =
            (struct problem){{unit->source, problem->start, problem->end}, problem->message, true};
}

/* ---- running ---- */

enum {
    STEPS_OF_NAMED = 2000000,
    STEPS_OF_MAIN = 300000,
    STEPS_OF_ENTRY = 5000,
    STEPS_OF_FILE = 30000,
    SHARE_OF_TEST = 3
};

/* Tests are long, alike, and mostly call what is executed for itself: a smaller share does. */
static uint64_t share_of(const struct unit *unit, uint64_t steps)
{
    return !unit->source->named && is_test_file(unit->source) ? steps / SHARE_OF_TEST : steps;
}

/* Where precision was given up, and what the reader can do. */
static void tell_bounds(struct program *self, struct arena *texts)
{
    static const char *const messages[BOUND_COUNT] = {
        [BOUND_STEPS] =
            "%u of this file's functions reached the bound of steps, here for the first "
            "time: what they do behind it was not looked at; --effort 10 goes ten times "
            "as far",
        [BOUND_COROUTINES] =
            "too many async functions and generators wait at the same time, among them %u of this "
            "file, here for the first time: what they do when they go on was not looked at",
        [BOUND_TASKS] = "%u of this file's functions schedule callbacks without end, here for the "
                        "first time: the first rounds of them were looked at",
        [BOUND_CONTEXTS] = "the program has too many callbacks; %u of this file's functions were "
                           "looked at in part, here the first of them; --effort 10 goes ten times "
                           "as far",
        [BOUND_ACCESSES] = "%u of this file's callbacks read and write so much that the order of "
                           "what follows was not looked at, here for the first time",
        [BOUND_ITERATIONS] =
            "%u loops of this file did not end, here for the first time: the first 20,000 rounds "
            "were looked at",
        [BOUND_WALKS] = "a rule has read the program too often; of %u questions about this file, "
                        "here the first, it assumed what leads to no finding",
        [BOUND_LOOKS] = "a place is read and written too often; of %u reads in this file, here the "
                        "first, it was assumed that they come in order",
        [BOUND_REACTIONS] = "more than 100 reactions on one promise; those from here on, of %u "
                            "promises, were not compared",
    };
    vec_each (each, &self->units) {
        const struct unit *unit = *each;
        for (enum bound bound = 0; bound < BOUND_COUNT && !unit->is_followed; bound++) {
            if (!unit->bounds[bound].count)
                continue;
            uint32_t start = unit->bounds[bound].first->start;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
            struct str message = arena_printf(texts, messages[bound], unit->bounds[bound].count);
#pragma GCC diagnostic pop
            *vec_push(&self->found.problems) =
                (struct problem){{unit->source, start, start}, message, false};
        }
    }
}

static void index_units(struct machine *m, const struct program *self)
{
    vec_each (unit, &self->units) {
        *vec_push(&m->units) = *unit;
        index_path(&m->unit_by_path, *unit);
    }
}

static void note_imported(struct machine *m, struct unit *unit)
{
    vec_each (import, &unit->file->imports) {
        const struct js_node *specifier = specifier_of(*import);
        struct unit *other = specifier ? resolve_unit(m, unit, specifier->text->text) : NULL;
        if (other && other != unit)
            other->is_imported = true;
    }
}

static void end_entry(struct machine *m, size_t first)
{
    bool is_cut = m->exhausted || m->dropped_work;
    const struct context *entry = m->contexts.at[first];
    if (is_cut && !is_stopped(m->stop))
        unit_reached(entry->unit, m->exhausted ? m->exhausted_by : BOUND_TASKS, entry->site);
    for (size_t i = first; i < m->contexts.len && is_cut; i++)
        m->contexts.at[i]->is_cut = true;
}

static void begin_entry(struct machine *m, enum context_kind kind, struct unit *unit,
                        uint64_t steps)
{
    m->exhausted = m->dropped_work = false;
    m->step_limit = m->steps + steps * m->effort;
    m->may = 0;
    m->weak = m->threw = false;
    m->trail.len = 0;
    m->maybe = (struct maybe_thrown){0};
    m->current = 0;
    m->entry++;
    struct context *context = context_new(m, kind);
    context->unit = unit;
    context->ran = true;
    context->site = unit ? unit->file->program : NULL;
    context->function = unit ? unit->file->top : NULL;
    m->current = context->id;
}

static void escape_variable(struct machine *m, struct unit *unit, const struct js_node *name)
{
    if (name && name->kind == JS_NAME && name->variable &&
        name->variable->scope == unit->file->top->scope)
        escape(m, unit->env->cells[name->variable->slot].value);
}

static void escape_exported(struct machine *m, struct unit *unit, const struct js_node *node)
{
    for (const struct js_node *s = node->c ? NULL : node->b; s; s = s->next)
        escape_variable(m, unit, s->a);
    if (!node->a)
        return;
    if (node->a->kind == JS_VAR)
        for (const struct js_node *d = node->a->a; d; d = d->next)
            escape_variable(m, unit, d->a);
    else
        escape_variable(m, unit, node->a->kind == JS_FUNCTION ? node->a->d : node->a->a);
}

/* What a file exports is held by others: nothing about it is certain any more. */
static void escape_exports(struct machine *m, struct unit *unit)
{
    struct property *exports =
        unit->module ? object_own(unit->module, name_of(m, "exports")) : NULL;
    m->exporting = true;
    if (exports)
        escape(m, exports->value);
    if (unit->has_default)
        escape(m, unit->exported_default);
    for (const struct js_node *node = unit->file->is_module ? unit->file->program->a : NULL; node;
         node = node->next)
        if (node->kind == JS_EXPORT)
            escape_exported(m, unit, node);
    m->exporting = false;
}

static void run_main(struct machine *m, struct unit *unit, uint64_t steps)
{
    size_t first = m->contexts.len;
    begin_entry(m, CONTEXT_MAIN, unit, steps);
    m->module_main = unit->file->is_module;
    run_unit(m, unit);
    m->threw = false;
    vec_each (any, &m->units)
        if ((*any)->state == UNIT_DONE && !(*any)->is_escaped) {
            (*any)->is_escaped = true;
            escape_exports(m, *any);
        }
    loop_run(m);
    end_entry(m, first);
}

/* Packages first, so that no file's own share is spent on them; those that others need were found
 * last. */
static size_t run_followed(struct machine *m)
{
    size_t count = 0;
    for (size_t i = m->units.len; i-- > 0;) {
        struct unit *unit = m->units.at[i];
        if (!unit->is_followed)
            continue;
        count++;
        if (unit->state == UNIT_IDLE && !is_stopped(m->stop))
            run_main(m, unit, STEPS_OF_FILE);
    }
    return count;
}

/* A program of few files is executed exactly; of many files each gets its share. */
static uint64_t steps_of(const struct unit *unit, size_t own)
{
    enum { FEW = 8 };
    uint64_t steps = own > FEW             ? STEPS_OF_FILE
                     : unit->source->named ? STEPS_OF_NAMED
                                           : STEPS_OF_MAIN;
    return share_of(unit, steps);
}

static void run_units(struct machine *m)
{
    size_t own = m->units.len - run_followed(m);
    for (int imported = 0; imported <= 1;
         imported++) /* who imports is run first, and runs the others */
        vec_each (unit, &m->units)
            if ((*unit)->is_imported == imported && (*unit)->state == UNIT_IDLE &&
                !is_stopped(m->stop))
                run_main(m, *unit, steps_of(*unit, own));
}

/* ---- what nobody called ---- */

/* Between two calls from outside, others may have changed whatever closures share. */
static void forget_variables(struct machine *m)
{
    vec_each (written, &m->written_cells) {
        struct cell *cell = *written;
        struct value value = cell->value;
        cell->is_noted = false;
        bool changes =
            cell->written && cell->written->variable && cell->written->variable->written_late;
        if (changes && value.tag != V_OBJECT && value.tag != V_LINK)
            cell->value = v_unknown();
        if (v_is(value, CLASS_MAP) || v_is(value, CLASS_SET) || v_is(value, CLASS_ARRAY) ||
            v_is(value, CLASS_PLAIN))
            value.object->is_uncertain = true;
    }
    m->written_cells.len = 0;
}

/* Whoever made the instance may emit on it from now on. */
static void give_out_emitter(struct machine *m, struct emitter *emitter)
{
    emitter->unknown_listeners = emitter->unknown_emissions = true;
    vec_each (listener, &emitter->listeners) {
        if (!v_is(listener->function, CLASS_CLOSURE)) {
            escape(m, listener->function);
            continue;
        }
        struct object *closure = listener->function.object;
        if (closure->closure.called || closure->closure.queued)
            continue;
        closure->closure.called = closure->closure.queued = true;
        struct job *job =
            job_call(m, CONTEXT_LISTENER, listener->function, NULL, 0, listener->site);
        job->unit = listener->unit;
        job->self = v_unknown();
        job->is_entry = job->is_may = job->is_unknown_time = true;
        schedule_io(m, job);
    }
}

/* Whoever made the instance holds what it has, but was not there while its constructor ran: a
 * promise that the constructor keeps in a field is handled by others, and its reactions stay ours
 * to judge. */
static void give_out_instance(struct machine *m, struct object *instance)
{
    instance->is_uncertain = true;
    if (instance->emitter)
        give_out_emitter(m, instance->emitter);
    for (size_t i = 0; i < instance->properties.len; i++) {
        struct value value = instance->properties.at[i].value;
        if (v_is(value, CLASS_PROMISE))
            value.object->promise->is_used = value.object->promise->is_handled = true;
        else
            escape(m, value);
    }
}

static void enter_constructor(struct machine *m, struct object *closure)
{
    struct value self = construct_as_entry(m, closure);
    if (self.tag == V_OBJECT && !self.object->is_host)
        give_out_instance(m, self.object);
    else
        escape(m, self);
}

static void enter_method(struct machine *m, struct object *closure)
{
    const struct js_function *function = closure->closure.function;
    bool has_instance = function->is_method && !function->is_static;
    struct value self = has_instance ? v_object(invented_instance(m, closure)) : v_unknown();
    escape(m, call_as_entry(m, closure, self));
}

static void enter_closure(struct machine *m, struct object *closure)
{
    struct js_function *function = closure->closure.function;
    size_t first = m->contexts.len;
    begin_entry(m, CONTEXT_ENTRY, closure->unit, share_of(closure->unit, STEPS_OF_ENTRY));
    struct context *context = context_now(m);
    context->function = function;
    context->site = function->node;
    struct frame frame = {.unit = closure->unit, .function = function, .self = v_undefined()};
    m->frame = &frame;
    forget_variables(m);
    if (function->is_constructor && closure->is_class)
        enter_constructor(m, closure);
    else
        enter_method(m, closure);
    m->threw = false;
    m->frame = NULL;
    loop_run(m);
    end_entry(m, first);
}

/* What a name of the file's top level holds once the file was executed. */
static struct value value_of_name(struct machine *m, const struct unit *unit,
                                  const struct js_node *name)
{
    if (!name->variable || name->variable->scope != unit->file->top->scope || !unit->env)
        return v_unknown();
    struct value value = unit->env->cells[name->variable->slot].value;
    return value.tag == V_LINK ? read_link(m, value.link) : value;
}

/* Does the call of such a name, or of its member, lead to an async function, to one of Node's that
 * returns a promise, or to a method by which an emitter emits? */
static bool leads_to_asynchrony(struct machine *m, const struct unit *unit,
                                const struct js_node *callee)
{
    bool is_member = callee->kind == JS_MEMBER;
    struct value value = value_of_name(m, unit, is_member ? callee->a : callee);
    bool is_emitter = is_member && v_is(value, CLASS_EMITTER) && !value.object->is_host;
    if (is_member) {
        struct property *property =
            value.tag == V_OBJECT ? object_find(value.object, callee->b->text) : NULL;
        value = property ? property->value : v_unknown();
    }
    const struct js_function *function =
        v_is(value, CLASS_CLOSURE) ? value.object->closure.function : NULL;
    return (function &&
            (function->is_async || (is_emitter && function_notes(function)->is_relevant))) ||
           (v_is(value, CLASS_NATIVE) && makes_promise(value.object));
}

/* A function that names nothing asynchronous may still call what another file made so. */
static void note_async_callees(struct machine *m, struct unit *unit)
{
    vec_each (plain, &unit->file->plain_calls) {
        if (function_notes(plain->function)->is_relevant ||
            !leads_to_asynchrony(m, unit, plain->call->a))
            continue;
        unit->is_relevant = true;
        for (struct js_function *f = plain->function; f; f = f->parent)
            function_notes(f)->is_relevant = true;
    }
}

static void enter_uncalled(struct machine *m)
{
    vec_each (unit, &m->units)
        if (!(*unit)->is_followed)
            note_async_callees(m, *unit);
    m->is_library = true;
    m->inexact = true;
    for (size_t i = 0; i < m->closures.len && !is_stopped(m->stop); i++) {
        struct object *closure = m->closures.at[i];
        struct js_function *function = closure->closure.function;
        if (closure->closure.called || !function || !function->body ||
            !function_notes(function)->is_relevant || function_notes(function)->entered ||
            closure->unit->is_followed)
            continue;
        function_notes(function)->entered = true;
        enter_closure(m, closure);
    }
}

/* ---- where a finding stands ---- */

/* The innermost function with a name around `offset`; NULL: the file's top level. */
static const struct js_function *named_function_at(const struct js_file *file, uint32_t offset)
{
    size_t low = 0, high = file->functions.len; /* in order of their starts; the first is `top` */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (file->functions.at[middle]->node->start <= offset)
            low = middle;
        else
            high = middle;
    }
    const struct js_function *function = high ? file->functions.at[low] : NULL;
    while (function && function->parent && (function->node->end <= offset || !function->name))
        function = function->parent;
    return function && function->parent ? function : NULL;
}

/* "f", "Class.method": with it a fingerprint tells equal lines of two functions apart. */
static void name_functions(struct program *self, struct arena *texts)
{
    vec_each (finding, &self->found.list) {
        const struct js_file *file = NULL;
        vec_each (unit, &self->units)
            if ((*unit)->source == finding->place.source)
                file = (*unit)->file;
        const struct js_function *function =
            file ? named_function_at(file, finding->place.start) : NULL;
        if (!function)
            continue;
        const struct js_node *class_name = function->class_node ? function->class_node->a : NULL;
        finding->symbol =
            class_name ? arena_printf(texts, STR_FMT "." STR_FMT, STR_ARG(class_name->name->text),
                                      STR_ARG(function->name->text))
                       : arena_str(texts, function->name->text);
    }
}

/* ---- the two ways in ---- */

static void run_program(void *context, unsigned worker, size_t index)
{
    struct check *check = context;
    struct program *self = check->programs.at[index];
    const struct check_options *options = check->options;
    const struct rules_options rules = {options->severities, options->stop};
    struct arena *texts = &check->texts[worker];
    /* What is most of the run has a second thread for the rules that only look at trees. */
    bool is_most = options->jobs > 1 && index == 0 && self->is_large;
    struct tree_rules *tree_rules =
        tree_rules_start(self->units.at, self->units.len, texts, &rules, is_most);
    struct machine *m = machine_new();
    m->stop = options->stop;
    m->effort = options->effort ? options->effort : 1;
    index_units(m, self);
    vec_each (unit, &self->units) {
        if (!(*unit)->is_followed)
            tell_problems(*unit, &self->found);
        note_imported(m, *unit);
    }
    run_units(m);
    tree_rules_pause(tree_rules);
    enter_uncalled(m);
    rules_run(m, texts, &rules, &self->found);
    tree_rules_finish(tree_rules, &self->found);
    name_functions(self, texts);
    tell_bounds(self, texts);
    if (options->graph)
        graph_of(m, texts, &self->graph);
    machine_free(m);
}

static int compare_first_paths(const void *left, const void *right)
{
    const struct program *const *a = left, *const *b = right;
    return compare_paths(&(*a)->units.at[0], &(*b)->units.at[0]);
}

static int compare_programs(const void *left, const void *right)
{
    const struct program *const *a = left, *const *b = right;
    if ((*a)->is_large != (*b)->is_large)
        return (*a)->is_large ? -1 : 1;
    if ((*a)->is_large && (*a)->bytes != (*b)->bytes)
        return (*a)->bytes > (*b)->bytes ? -1 : 1;
    return compare_first_paths(left, right);
}

/* Large ones first, so that the threads end together. */
static void put_in_order(struct check *self, unsigned jobs)
{
    enum { PARTS = 4 };
    size_t bytes = 0;
    vec_each (program, &self->programs)
        bytes += (*program)->bytes;
    vec_each (program, &self->programs)
        (*program)->is_large = (*program)->bytes > bytes / (PARTS * jobs);
    qsort(self->programs.at, self->programs.len, sizeof *self->programs.at, compare_programs);
}

static void add_graph(struct graph *self, const struct graph *other)
{
    uint32_t first = (uint32_t)self->nodes.len;
    vec_each (node, &other->nodes)
        *vec_push(&self->nodes) = *node;
    vec_each (edge, &other->edges)
        *vec_push(&self->edges) =
            (struct graph_edge){first + edge->from, first + edge->to, edge->kind};
}

static void gather(struct check *self, struct findings *out)
{
    qsort(self->programs.at, self->programs.len, sizeof *self->programs.at, compare_first_paths);
    vec_each (program, &self->programs) {
        vec_each (finding, &(*program)->found.list)
            *vec_push(&out->list) = *finding;
        vec_each (problem, &(*program)->found.problems)
            *vec_push(&out->problems) = *problem;
        if (self->options->graph)
            add_graph(self->options->graph, &(*program)->graph);
        findings_free(&(*program)->found);
        graph_free(&(*program)->graph);
        vec_free(&(*program)->units);
    }
}

struct check *check_run(struct source **files, size_t count, const struct check_options *options,
                        struct findings *out)
{
    struct check *self = mem_zalloc(sizeof *self);
    unsigned jobs = options->jobs ? options->jobs : 1;
    self->options = options;
    for (size_t i = 0; i < count; i++)
        add_unit(self, files[i]);
    parse_from(self, 0, jobs, options->stop);
    find_programs(self);
    vec_each (program, &self->programs)
        if (options->follow)
            follow_packages(*program, options);
    if (!self->programs.len)
        return self;
    put_in_order(self, jobs);
    parallel_each(self->programs.len, jobs, run_program, self);
    gather(self, out);
    return self;
}

static void free_units(struct check *self)
{
    vec_each (unit, &self->units) {
        vec_free(&(*unit)->followed);
        unit_facts_free((*unit)->facts);
        js_free((*unit)->file);
    }
    vec_free(&self->units);
    vec_free(&self->programs);
    for (size_t i = 0; i < PARALLEL_MOST; i++) {
        arena_free(&self->trees[i]);
        arena_free(&self->texts[i]);
    }
    arena_free(&self->arena);
}

void check_free(struct check *self)
{
    if (!self)
        return;
    free_units(self);
    free(self);
}

bool check_log_order(struct source *file, struct buf *out, struct error *error)
{
    struct check self = {0};
    add_unit(&self, file);
    parse_from(&self, 0, 1, NULL);
    struct machine *m = machine_new();
    *vec_push(&m->units) = self.units.at[0];
    index_path(&m->unit_by_path, self.units.at[0]);
    m->log = out;
    bool is_valid = self.units.at[0]->file->problems.len == 0;
    if (is_valid)
        run_main(m, self.units.at[0], STEPS_OF_NAMED);
    bool known = is_valid && !m->inexact && !m->open_order && !m->exhausted;
    if (!known)
        error_set(error, EXIT_BAD_USAGE, STR_FMT ": %s", STR_ARG(file->path),
                  !is_valid    ? "is no valid program"
                  : m->inexact ? "depends on what is not known"
                               : "leaves its order open");
    machine_free(m);
    free_units(&self);
    return known;
}
