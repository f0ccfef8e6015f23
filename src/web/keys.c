#include "web/keys.h"

#include "base/utf8.h"

enum { HELD_ALT = 1, HELD_CONTROL = 2, HELD_META = 4, HELD_SHIFT = 8 };

static const struct {
    const char *prefix;
    int held;
} modifiers[] = {
    {"Alt+", HELD_ALT}, {"Control+", HELD_CONTROL}, {"Meta+", HELD_META}, {"Shift+", HELD_SHIFT}};

static const struct {
    const char *name;
    int code;
    const char *text;
} keys[] = {{"Enter", 13, "\r"},     {"Tab", 9, NULL},      {"Escape", 27, NULL},
            {"Backspace", 8, NULL},  {"Delete", 46, NULL},  {"Insert", 45, NULL},
            {"ArrowLeft", 37, NULL}, {"ArrowUp", 38, NULL}, {"ArrowRight", 39, NULL},
            {"ArrowDown", 40, NULL}, {"Home", 36, NULL},    {"End", 35, NULL},
            {"PageUp", 33, NULL},    {"PageDown", 34, NULL}};

const char keys_known[] = "a character, Enter, Tab, Escape, Backspace, Delete, Insert, ArrowLeft, "
                          "ArrowUp, ArrowRight, ArrowDown, Home, End, PageUp, PageDown, F1 to F12, "
                          "each also behind Control+, Shift+, Alt+ or Meta+";

static const char *take_modifiers(const char *name, int *held)
{
    for (size_t i = 0; i < COUNT_OF(modifiers);) {
        size_t length = strlen(modifiers[i].prefix);
        bool is_held = strncmp(name, modifiers[i].prefix, length) == 0 && name[length];
        if (is_held) {
            *held |= modifiers[i].held;
            name += length;
        }
        i = is_held ? 0 : i + 1;
    }
    return name;
}

static void set_names(struct key_stroke *stroke, const char *key, const char *place)
{
    snprintf(stroke->key, sizeof stroke->key, "%s", key);
    snprintf(stroke->place, sizeof stroke->place, "%s", place);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The code of a letter is that of its capital. */
static void find_character(const char *name, struct key_stroke *stroke)
{
    char c = name[0], capital = is_letter(c) ? (char)(c & ~0x20) : c;
    set_names(stroke, name, c == ' ' ? "Space" : "");
    stroke->code = name[1] ? 0 : capital;
    stroke->text = stroke->key;
    if (is_letter(c))
        snprintf(stroke->place, sizeof stroke->place, "Key%c", capital);
    else if (c >= '0' && c <= '9')
        snprintf(stroke->place, sizeof stroke->place, "Digit%c", c);
    if (is_letter(c) && stroke->modifiers & HELD_SHIFT)
        stroke->key[0] = capital;
}

static bool find_function_key(const char *name, struct key_stroke *stroke)
{
    enum { F1 = 112, MOST = 12 };
    for (int i = 1; i <= MOST; i++) {
        char known[8];
        snprintf(known, sizeof known, "F%d", i);
        if (strcmp(name, known) == 0) {
            set_names(stroke, name, name);
            stroke->code = F1 + i - 1;
            return true;
        }
    }
    return false;
}

static bool find_named(const char *name, struct key_stroke *stroke)
{
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (strcmp(keys[i].name, name) == 0) {
            set_names(stroke, name, name);
            stroke->code = keys[i].code;
            stroke->text = keys[i].text;
            return true;
        }
    return find_function_key(name, stroke);
}

bool keys_find(const char *name, struct key_stroke *stroke)
{
    *stroke = (struct key_stroke){0};
    name = take_modifiers(name, &stroke->modifiers);
    size_t length = strlen(name);
    if (length && utf8_at((struct str){name, length}, 0).bytes == length)
        find_character(name, stroke);
    else if (!find_named(name, stroke))
        return false;
    if (stroke->modifiers & ~HELD_SHIFT) /* an order, not a text */
        stroke->text = NULL;
    return true;
}
