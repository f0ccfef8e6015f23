/* races: small programs as what was observed of them, a line a record, and what is to be said of
 * each: the races with their violation and pattern, or silence.
 *
 *     thread 1 0 | turn 3 | main MESSAGE
 *     ask EVENT KIND MS LINE | then EVENT PROMISE LINE | start EVENT KEY | task TASK KEY LINE
 *     trigger EVENT TASK | promise P | settle P | send M | receive M | listen L | emit L
 *     read|write|create|delete|add OBJECT.NAME LINE [hash=N] [decides] [adds]
 *     file KIND PATH TASK LINE | resource read|write TEXT LINE
 *
 * Names are any words; each is introduced where it is first used. `-` is none. */
#include "test.h"

#include "base/map.h"
#include "races/races_private.h"

#include "../fuzz/fuzz_observed.c"

/* ---- From lines to records ---- */

struct writer {
    struct buf out;
    struct map known[8]; /* texts, sites, events, tasks, promises, listeners, objects */
    struct str words[8];
    size_t count;
};
enum { TEXTS, SITES, EVENTS, TASKS, PROMISES, LISTENERS, OBJECTS };

static void put(struct writer *w, enum observed_op op, uint32_t small, uint32_t a, uint32_t b,
                uint32_t c)
{
    struct observed_record record = {(uint32_t)op | small << 8, a, b, c};
    buf_add(&w->out, &record, sizeof record);
}

static uint32_t number(struct writer *w, int what, struct str name, bool *is_new)
{
    bool was_there;
    struct map_entry *entry = map_add(&w->known[what], name, &was_there);
    if (!was_there)
        entry->number = w->known[what].len;
    if (is_new)
        *is_new = !was_there;
    return (uint32_t)entry->number;
}

static uint32_t text(struct writer *w, struct str words)
{
    bool is_new;
    if (!words.len || str_is(words, "-"))
        return 0;
    uint32_t known = number(w, TEXTS, words, &is_new);
    if (!is_new)
        return known;
    put(w, OBSERVED_TEXT, 0, known, (uint32_t)words.len, 0);
    buf_str(&w->out, words);
    while (w->out.len % sizeof(struct observed_record))
        buf_char(&w->out, 0);
    return known;
}

static uint32_t site(struct writer *w, struct str line)
{
    bool is_new;
    if (!line.len || str_is(line, "-"))
        return 0;
    uint32_t file = text(w, STR("a.js")), known = number(w, SITES, line, &is_new);
    if (is_new) {
        uint32_t at = (uint32_t)strtoul(line.at, NULL, 10);
        put(w, OBSERVED_SITE, 0, known, file, at * 100);
        put(w, OBSERVED_WHERE, 0, at, 5, 0);
    }
    return known;
}

static uint32_t word_in(struct str word, const char *const *names, size_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (str_is(word, names[i]))
            return i;
    fail_msg("unknown word '" STR_FMT "'", STR_ARG(word));
    return 0;
}

static const char *const event_kinds[] = {"tick", "job", "immediate", "timer", "interval", "io"};
static const char *const access_kinds[] = {"read", "write", "create", "delete", "add"};
static const char *const file_kinds[] = {"create", "open", "read", "write", "close",
                                         "delete", "stat", "from", "to",    "list"};

static void put_access(struct writer *w)
{
    struct str rest = w->words[1], object = str_cut(&rest, '.');
    uint32_t flags = 0, hash = 0;
    for (size_t i = 3; i < w->count; i++) {
        if (str_starts(w->words[i], STR("hash="))) {
            hash = (uint32_t)strtoul(w->words[i].at + 5, NULL, 10);
            flags |= OBSERVED_HASHED;
        }
        flags |= str_is(w->words[i], "decides") ? OBSERVED_DECIDES : 0;
        flags |= str_is(w->words[i], "adds") ? OBSERVED_RELATIVE : 0;
    }
    bool variable = !rest.len;
    uint32_t of = variable ? 0 : number(w, OBJECTS, object, NULL);
    uint32_t name = text(w, variable ? object : rest), where = site(w, w->words[2]);
    put(w, OBSERVED_ACCESS, word_in(w->words[0], access_kinds, 5), of, name, where);
    if (flags)
        put(w, OBSERVED_VALUE, flags, hash, 0, 0);
}

static void put_line(struct writer *w)
{
    struct str *s = w->words, op = s[0];
    if (str_is(op, "thread")) {
        struct observed_header header = {.magic = OBSERVED_MAGIC, .version = OBSERVED_VERSION};
        if (w->out.len)
            put(w, OBSERVED_END, 0, 0, 0, 0);
        for (size_t i = 0; i < COUNT_OF(w->known); i++) {
            map_free(&w->known[i]);
        }
        memcpy(header.process, s[1].at, s[1].len);
        header.thread = (uint32_t)strtoul(s[2].at, NULL, 10);
        buf_add(&w->out, &header, sizeof header);
    } else if (str_is(op, "turn")) {
        put(w, OBSERVED_TURN, 0, (uint32_t)strtoul(s[1].at, NULL, 10), 0, 0);
    } else if (str_is(op, "main")) {
        uint32_t message = text(w, s[1]);
        put(w, OBSERVED_MAIN, 0, message, 0, 0);
    } else if (str_is(op, "ask")) {
        uint32_t where = site(w, s[4]), event = number(w, EVENTS, s[1], NULL);
        put(w, OBSERVED_REGISTER, word_in(s[2], event_kinds, 6), event,
            (uint32_t)strtoul(s[3].at, NULL, 10), where);
    } else if (str_is(op, "then")) {
        uint32_t where = site(w, s[3]), event = number(w, EVENTS, s[1], NULL);
        put(w, OBSERVED_THEN, 0, event, number(w, PROMISES, s[2], NULL), where);
    } else if (str_is(op, "start")) {
        uint32_t key = text(w, s[2]);
        put(w, OBSERVED_START, 0, number(w, EVENTS, s[1], NULL), key, 0);
    } else if (str_is(op, "task")) {
        uint32_t key = text(w, s[2]), where = site(w, s[3]);
        put(w, OBSERVED_DELEGATE, 0, number(w, TASKS, s[1], NULL), key, where);
    } else if (str_is(op, "trigger")) {
        put(w, OBSERVED_TRIGGER, 0, number(w, EVENTS, s[1], NULL), number(w, TASKS, s[2], NULL), 0);
    } else if (str_is(op, "promise")) {
        put(w, OBSERVED_PROMISE, 0, number(w, PROMISES, s[1], NULL), 0, 0);
    } else if (str_is(op, "settle")) {
        put(w, OBSERVED_SETTLE, 1, number(w, PROMISES, s[1], NULL), 0, 0);
    } else if (str_is(op, "send") || str_is(op, "receive")) {
        uint32_t message = text(w, s[1]);
        put(w, str_is(op, "send") ? OBSERVED_SEND : OBSERVED_RECEIVE, 0, message, 0, 0);
    } else if (str_is(op, "listen") || str_is(op, "emit")) {
        put(w, str_is(op, "listen") ? OBSERVED_LISTEN : OBSERVED_EMIT, 0,
            number(w, LISTENERS, s[1], NULL), 0, 0);
    } else if (str_is(op, "file")) {
        uint32_t path = text(w, s[2]), where = site(w, s[4]);
        uint32_t task = str_is(s[3], "-") ? 0 : number(w, TASKS, s[3], NULL);
        put(w, OBSERVED_FILE, word_in(s[1], file_kinds, 10), path, task, where);
    } else if (str_is(op, "resource")) {
        struct str name = {s[2].at, (size_t)(s[3].at + s[3].len - s[2].at)};
        uint32_t what = text(w, name), where = site(w, s[4]);
        put(w, OBSERVED_RESOURCE, word_in(s[1], access_kinds, 5), what, 0, where);
    } else {
        put_access(w);
    }
}

static void write_story(struct writer *w, const char *story)
{
    struct str rest = str_of(story);
    *w = (struct writer){0};
    while (rest.len) {
        struct str line = str_trim(str_cut(&rest, '\n'));
        memset(w->words, 0, sizeof w->words);
        for (w->count = 0; line.len && w->count < COUNT_OF(w->words); line = str_trim(line))
            w->words[w->count++] = str_cut(&line, ' ');
        if (w->count)
            put_line(w);
    }
    for (size_t i = 0; i < COUNT_OF(w->known); i++)
        map_free(&w->known[i]);
}

/* ---- What is said ---- */

struct scene {
    struct writer writer;
    struct observed observed;
    struct races races;
};

static void play(struct scene *self, const char *story)
{
    struct error error;
    *self = (struct scene){0};
    write_story(&self->writer, story);
    if (!observed_parse(&self->observed, "story", buf_view(&self->writer.out), &error))
        fail_msg("%s", error.message);
    vec_each (part, &self->observed.parts)
        if (part->damaged_at >= 0)
            fail_msg("damaged at %lld", (long long)part->damaged_at);
    races_find(&self->races, &self->observed, NULL);
    assert_int_equal(self->races.odd, 0);
}

static void end(struct scene *self)
{
    races_free(&self->races);
    observed_free(&self->observed);
    buf_free(&self->writer.out);
}

/* Each race in a line: "5 7 x ordering", with its pattern and "?" where it is doubted. */
static void expect(const char *story, const char *wanted)
{
    struct scene scene;
    struct buf got = {0};
    play(&scene, story);
    vec_each (race, &scene.races.list) {
        const struct race_pair *pair = &race->tries[0];
        buf_printf(&got, "%u %u " STR_FMT " %s", pair->first.site.line, pair->second.site.line,
                   STR_ARG(race->location), race_violation_name(race->violation));
        if (race->pattern)
            buf_printf(&got, " %s%s", race->pattern->name, race->doubt ? "?" : "");
        buf_char(&got, '\n');
    }
    assert_string_equal(got.at ? got.at : "", wanted);
    buf_free(&got);
    end(&scene);
}

/* Two unrelated descriptors, a and b, asked for by the main script. */
#define TWO                                                                                        \
    "thread 1 0\nturn 1\nmain\n"                                                                   \
    "ask a io 0 1\nask b io 0 2\n"

static void unordered_accesses_race(void **state)
{
    (void)state;
    expect(TWO "start a tcp.read#1\nwrite x 5\nstart b tcp.read#2\nread x 7\n", "5 7 x ordering\n");
    expect(TWO "start a k1\nread x 5\nstart b k2\nread x 7\n", "");
    expect(TWO "start a k1\nwrite x 5\nstart b k2\nread y 7\n", "");
    expect(TWO "start a k1\nwrite o.x 5\nstart b k2\nread p.x 7\n", "");
    expect(TWO "start a k1\nwrite o.x 5\nstart b k2\nread o.x 7\n", "5 7 .x ordering\n");
}

static void ordered_accesses_do_not(void **state)
{
    (void)state;
    expect("thread 1 0\nmain\nwrite x 3\nask a io 0 1\nstart a k1\nwrite x 5\n", "");
    expect(TWO "start a k1\nwrite x 5\nask c timer 10 6\nstart c k2\nwrite x 7\n", "");
    expect("thread 1 0\nmain\nask a timer 5 1\nask b timer 9 2\n"
           "start a k1\nwrite x 5\nstart b k2\nread x 7\n",
           "");
    expect("thread 1 0\nmain\npromise p\nask a io 0 1\nthen r p 2\n"
           "start a k1\nwrite x 5\nsettle p\nstart r -\nread x 7\n",
           "");
}

static void same_lines_are_one_race(void **state)
{
    (void)state;
    expect(TWO "ask c io 0 3\nstart a k1\nwrite x 5 hash=1\nstart b k2\nwrite x 5 hash=2\n"
               "start c k3\nwrite x 5 hash=3\n",
           "5 5 x commutative-ordering\n");
    struct scene scene;
    play(&scene, TWO "ask c io 0 3\nstart a k1\nwrite x 5\nstart b k2\nwrite x 5\n"
                     "start c k3\nread x 9\n");
    assert_int_equal(scene.races.list.len, 2);
    assert_int_equal(scene.races.list.at[0].count + scene.races.list.at[1].count, 3);
    end(&scene);
}

/* Check in one event, act in a later one of the same chain: whoever writes in between breaks it. */
static void a_foreign_write_between_is_atomicity(void **state)
{
    (void)state;
    expect(TWO "start a k1\nread x 5 decides\nask c timer 10 6\nstart b k2\nwrite x 7 hash=1\n"
               "start c k3\nwrite x 8 hash=2\n",
           "5 7 x atomicity\n7 8 x atomicity\n");
    expect(TWO "start a k1\nwrite x 5 hash=3\nstart b k2\nread x 7\nask c timer 10 6\n"
               "start c k3\nread x 8\n",
           "5 7 x atomicity\n5 8 x atomicity\n");
}

/* The same with files and promises: read, wait for it, write. */
static void tasks_belong_together(void **state)
{
    (void)state;
    expect(TWO "start a k1\ntask t1 fs.read#1 5\nfile read /f t1 5\npromise p\nask d io 0 5\n"
               "trigger d t1\nthen r p 5\nstart b k2\ntask t2 fs.write#1 7\nfile write /f t2 7\n"
               "start d k3\nsettle p\nstart r -\ntask t3 fs.write#2 8\nfile write /f t3 8\n",
           "5 7 /f atomicity\n7 8 /f atomicity\n");
}

static void what_crosses_the_main_script_is_no_unit(void **state)
{
    (void)state;
    expect("thread 1 0\nmain\nwrite x 3 hash=1\nask a io 0 1\nask b io 0 2\n"
           "start a k1\nread x 5\nstart b k2\nwrite x 7 hash=2\n",
           "5 7 x ordering\n");
}

static void threads_are_ordered_by_messages(void **state)
{
    (void)state;
    static const char talk[] = "thread 1 0\nturn 1\nmain\nwrite f 2\nresource write port 80 3\n"
                               "%sturn 5\n"
                               "thread 1 1\nturn 3\nmain %s\nresource read port 80 9\n";
    char story[400];
    snprintf(story, sizeof story, talk, "send m\n", "m");
    expect(story, "");
    snprintf(story, sizeof story, talk, "", "-");
    expect(story, "3 9 port 80 ordering\n");
}

static void environments_are_of_a_process(void **state)
{
    (void)state;
    expect("thread 1 0\nmain\nresource write env HOME 3\nthread 1.1 0\nmain\n"
           "resource read env HOME 9\n",
           "");
    expect("thread 1 0\nmain\nresource write env HOME 3\nthread 1 1\nmain\n"
           "resource read env HOME 9\n",
           "3 9 env HOME ordering\n");
}

/* ---- Patterns, each with what it must not cover ---- */

static void same_value(void **state)
{
    (void)state;
    expect(TWO "start a k1\nwrite x 5 hash=4\nstart b k2\nwrite x 7 hash=4\n",
           "5 7 x ordering same-value\n");
    expect(TWO "start a k1\nwrite x 5 hash=4\nstart b k2\nwrite x 7 hash=5\n", "5 7 x ordering\n");
    expect(TWO "start a k1\nwrite x 5\nstart b k2\nwrite x 7\n", "5 7 x ordering\n");
}

static void counters(void **state)
{
    (void)state;
    static const char both[] = "start a k1\nread n 5\nwrite n 5 adds hash=1\n"
                               "start b k2\nread n 7\nwrite n 7 adds hash=2\n";
    char story[600];
    snprintf(story, sizeof story, TWO "%s", both);
    expect(story, "5 7 n ordering counter\n");
    /* a count-down that starts something is more than a counter */
    expect(TWO "start a k1\nread n 5\nwrite n 5 adds hash=1 decides\n"
               "start b k2\nread n 7\nwrite n 7 adds hash=2\n",
           "5 7 n ordering counter?\n");
    /* somebody looks at it in between */
    expect(TWO "start a k1\nread n 5\nwrite n 5 adds hash=1\nstart b k2\nread n 7\n",
           "5 7 n ordering\n");
}

static void appends(void **state)
{
    (void)state;
    expect(TWO "start a k1\nadd s.* 5\nstart b k2\nadd s.* 7\n",
           "5 7 what is in it commutative-ordering append\n");
    expect(
        TWO
        "ask c io 0 3\nstart a k1\nadd s.* 5\nstart b k2\nadd s.* 7\nstart c k3\nask d timer 5 8\n"
        "start d k4\nread s.* 9\n",
        "7 9 what is in it ordering\n5 9 what is in it ordering\n5 7 what is in it "
        "commutative-ordering append?\n");
}

static void new_keys_change_the_object(void **state)
{
    (void)state;
    expect(TWO "start a k1\ncreate o.k 5\nstart b k2\nread o.* 7\n",
           "5 7 what is in it ordering\n");
    expect(TWO "start a k1\ncreate o.k 5\nstart b k2\ncreate o.l 7\n", "");
    expect(TWO "start a k1\nwrite o.k 5\nstart b k2\nread o.* 7\n", "");
}

static void init_once(void **state)
{
    (void)state;
    expect(TWO "start a k1\nread x 5 decides\nwrite x 6 hash=1\nstart b k2\nread x 5 decides\n",
           "6 5 x ordering init-once\n");
    /* what was looked at is not what was set */
    expect(TWO "start a k1\nread y 5 decides\nwrite x 6 hash=1\nstart b k2\nread x 5 decides\n",
           "6 5 x ordering\n");
}

static void sequentialized(void **state)
{
    (void)state;
    expect(TWO "start a k1\nread busy 5 decides hash=0\nwrite busy 6 hash=1\nask c timer 5 7\n"
               "start b k2\nread busy 5 decides hash=1\nstart c k3\nwrite busy 8 hash=0\n",
           "6 5 busy ordering sequentialized\n5 8 busy ordering sequentialized\n");
    expect(TWO "start a k1\nwrite busy 6 hash=1\nask c timer 5 7\n"
               "start b k2\nread busy 5 decides hash=1\nstart c k3\nwrite busy 8 hash=0\n",
           "6 5 busy ordering\n5 8 busy ordering\n");
}

static void guarded(void **state)
{
    (void)state;
    expect(TWO "start a k1\nread s 5 decides hash=1\nwrite s 6 hash=2\n"
               "start b k2\nread s 8 decides hash=2\nwrite s 9 hash=3\n",
           "6 8 s ordering guarded\n5 9 s ordering guarded\n6 9 s ordering guarded\n");
    expect(TWO "start a k1\nread s 5 decides hash=1\nwrite s 6 hash=2\nstart b k2\n"
               "write s 9 hash=3\n",
           "5 9 s ordering\n6 9 s ordering\n");
}

/* ---- Files ---- */

static void files(void **state)
{
    (void)state;
    expect(TWO "start a k1\ntask t1 fs.write#1 5\nfile write /d/f t1 5\nstart b k2\n"
               "file read /d/f - 7\n",
           "5 7 /d/f ordering\n");
    /* the task's completion comes after it */
    expect(TWO "start a k1\ntask t1 fs.write#1 5\nfile write /d/f t1 5\ntrigger b t1\nstart b k2\n"
               "file read /d/f - 7\n",
           "");
    /* but not after the rest of the event that delegated it */
    expect(TWO "start a k1\ntask t1 fs.write#1 5\nfile write /d/f t1 5\nfile read /d/f - 6\n",
           "5 6 /d/f ordering\n");
    expect(TWO "start a k1\nfile read /d/f - 5\nstart b k2\nfile open /d/f - 7\n", "");
    expect(TWO "start a k1\nfile stat /d/f - 5\nstart b k2\nfile write /d/f - 7\n", "");
    expect(TWO "start a k1\nfile stat /d/f - 5\nstart b k2\nfile create /d/f - 7\n",
           "5 7 /d/f ordering\n");
}

static void folders(void **state)
{
    (void)state;
    expect(TWO "start a k1\nfile create /d/f - 5\nstart b k2\nfile list /d - 7\n",
           "5 7 /d ordering\n");
    expect(TWO "start a k1\nfile read /d/e/f - 5\nstart b k2\nfile delete /d - 7\n",
           "5 7 /d ordering\n");
    expect(TWO "start a k1\nfile create /d/f - 5\nstart b k2\nfile create /d/g - 7\n", "");
    expect(TWO "start a k1\nfile to /d/f - 5\nstart b k2\nfile read /d/f - 7\n",
           "5 7 /d/f ordering\n");
}

static void processes_share_files(void **state)
{
    (void)state;
    expect("thread 1 0\nmain\nfile write /f - 3\nthread 1.1 0\nmain\nfile read /f - 9\n",
           "3 9 /f ordering\n");
}

static void conflicts_are_symmetric(void **state)
{
    (void)state;
    for (uint8_t a = 0; a < RACES__KINDS; a++)
        for (uint8_t b = 0; b < RACES__KINDS; b++)
            if (races__conflict(a, b) != races__conflict(b, a))
                fail_msg("%s (%u) and %s (%u)", races__kind_name(a), a, races__kind_name(b), b);
}

/* ---- What a directed run and a reader need ---- */

static void sides_say_how_they_are_held(void **state)
{
    (void)state;
    struct scene scene;
    play(&scene, TWO "start a tcp.read#1\nask j job 0 4\nstart j -\nwrite x 5\n"
                     "start b tcp.read#2\ntask t fs.stat#1 6\nfile stat /f t 6\nread x 7\n");
    assert_int_equal(scene.races.list.len, 1);
    const struct race *race = &scene.races.list.at[0];
    assert_true(str_is(race->tries[0].first.key, "tcp.read#1"));
    assert_true(str_is(race->tries[0].second.key, "tcp.read#2"));
    assert_int_equal(race->tries[0].first.stack_count, 2);
    assert_int_equal(race->tries[0].first.stack[0].line, 4);
    assert_int_equal(race->tries[0].first.stack[1].line, 1);
    assert_non_null(strstr(race->hint.at, "x is written at a.js:5 and is read at a.js:7"));
    end(&scene);
}

/* One location touched on very many chains: what is kept is bounded, and none is missed. */
static void many_chains_are_bounded(void **state)
{
    (void)state;
    struct buf story = {0};
    struct scene scene;
    enum { CHAINS = 3000 };
    buf_text(&story, "thread 1 0\nmain\n");
    for (int i = 0; i < CHAINS; i++)
        buf_printf(&story, "ask e%d io 0 1\n", i);
    for (int i = 0; i < CHAINS; i++)
        buf_printf(&story, "start e%d k%d\nwrite x 5 hash=%d\n", i, i, i);
    play(&scene, story.at);
    assert_int_equal(scene.races.list.len, 1);
    assert_in_range(scene.races.list.at[0].count, CHAINS, (RACES__CHAINS + 1) * CHAINS);
    end(&scene);
    buf_free(&story);
}

/* The place of what is in an object is made when all of it is read, and others move then. */
static void objects_that_are_read_whole_are_many(void **state)
{
    (void)state;
    struct buf story = {0};
    struct scene scene;
    enum { OBJECTS_READ = 300 };
    buf_text(&story, TWO "start a k1\n");
    for (int i = 0; i < OBJECTS_READ; i++)
        buf_printf(&story, "read o%d.** 5\n", i);
    buf_text(&story, "start b k2\n");
    for (int i = 0; i < OBJECTS_READ; i++)
        buf_printf(&story, "create o%d.k 7\n", i);
    play(&scene, story.at);
    assert_int_equal(scene.races.list.len, 1); /* of the same two lines */
    end(&scene);
    buf_free(&story);
}

static void damaged_files_end_where_they_are(void **state)
{
    (void)state;
    struct writer writer;
    write_story(&writer, TWO "start a k1\nwrite x 5\nask c timer 5 9\nstart b k2\nread x 7\n"
                             "task t fs.read#1 8\nfile read /f t 8\nthread 1 1\nmain\nread x 3\n");
    const uint8_t *bytes = (const uint8_t *)writer.out.at;
    LLVMFuzzerTestOneInput(bytes, writer.out.len);
    for (size_t length = 0; length < writer.out.len; length += 4)
        LLVMFuzzerTestOneInput(bytes, length);
    for (size_t at = 0; at < writer.out.len; at++)
        for (int bit = 0; bit < 8; bit += 3) {
            writer.out.at[at] ^= (char)(1 << bit);
            LLVMFuzzerTestOneInput(bytes, writer.out.len);
            writer.out.at[at] ^= (char)(1 << bit);
        }
    /* a number that was never introduced ends the part, and says where */
    struct observed observed = {0};
    struct observed_record *first =
        (struct observed_record *)(writer.out.at + sizeof(struct observed_header));
    struct observed_record odd = {OBSERVED_START, 7, 0, 0};
    first[1] = odd;
    assert_true(observed_parse(&observed, "bytes", buf_view(&writer.out), NULL));
    assert_int_equal(observed.parts.at[0].damaged_at, sizeof(struct observed_header) + 16);
    assert_int_equal(observed.parts.at[0].count, 1);
    observed_free(&observed);
    buf_free(&writer.out);
}

static void text_of_records(void **state)
{
    (void)state;
    struct scene scene;
    struct buf text_out = {0};
    play(&scene, TWO "start a tcp.read#1\nwrite x 5 hash=3\n");
    observed_print(&scene.observed, &text_out);
    assert_non_null(strstr(text_out.at, "# process 1 thread 0\n"));
    assert_non_null(strstr(text_out.at, "start event 1 key \"tcp.read#1\"\n"));
    assert_non_null(strstr(text_out.at, "access write object 0 name \"x\" site a.js:5:5\n"));
    buf_free(&text_out);
    end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unordered_accesses_race),
        cmocka_unit_test(ordered_accesses_do_not),
        cmocka_unit_test(same_lines_are_one_race),
        cmocka_unit_test(a_foreign_write_between_is_atomicity),
        cmocka_unit_test(tasks_belong_together),
        cmocka_unit_test(what_crosses_the_main_script_is_no_unit),
        cmocka_unit_test(threads_are_ordered_by_messages),
        cmocka_unit_test(environments_are_of_a_process),
        cmocka_unit_test(same_value),
        cmocka_unit_test(counters),
        cmocka_unit_test(appends),
        cmocka_unit_test(new_keys_change_the_object),
        cmocka_unit_test(init_once),
        cmocka_unit_test(sequentialized),
        cmocka_unit_test(guarded),
        cmocka_unit_test(files),
        cmocka_unit_test(folders),
        cmocka_unit_test(processes_share_files),
        cmocka_unit_test(conflicts_are_symmetric),
        cmocka_unit_test(sides_say_how_they_are_held),
        cmocka_unit_test(many_chains_are_bounded),
        cmocka_unit_test(objects_that_are_read_whole_are_many),
        cmocka_unit_test(damaged_files_end_where_they_are),
        cmocka_unit_test(text_of_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
