/* What a person does with mouse and keyboard, done through DevTools' Input domain, so that the page
 * sees trusted events, focus and :hover as in real life. */
#include "web/fields.h"
#include "web/keys.h"
#include "web/visit_inside.h"

static bool call(struct visit *self, const char *method, json_t *params, struct error *error)
{
    json_t *reply = page_call(self->page, method, params, error);
    json_decref(reply);
    return reply != NULL || self->navigated;
}

static json_t *mouse(const struct visit *self, const char *type, int clicks)
{
    return json_pack("{s:s, s:f, s:f, s:s, s:i, s:i}", "type", type, "x", self->mouse_x, "y",
                     self->mouse_y, "button", clicks ? "left" : "none", "buttons",
                     strcmp(type, "mousePressed") == 0 ? 1 : 0, "clickCount", clicks);
}

static bool press(struct visit *self, int clicks, struct error *error)
{
    page_post(self->page, "Input.dispatchMouseEvent", mouse(self, "mousePressed", clicks));
    return call(self, "Input.dispatchMouseEvent", mouse(self, "mouseReleased", clicks), error);
}

static bool point(struct visit *self, struct error *error)
{
    return call(self, "Input.dispatchMouseEvent", mouse(self, "mouseMoved", 0), error);
}

/* ---- whether it arrived ---- */

/* The browser answers that all is well also where it dropped the event: it does so before the first
 * frame of a page is drawn, which on a busy machine is long after it was loaded. So the page is
 * asked. What is lost is lost in this visit: an event sent again would be another one. */
static bool arrived(struct visit *self, json_t *types, size_t dialogs, struct error *error)
{
    if (self->navigated || self->unusable) {
        json_decref(types);
        return true;
    }
    json_t *answer = visit_ask(self, "arrival", json_pack("[o]", types), error);
    if (!answer)
        return self->navigated;
    const char *missing = text_of(answer, "missing");
    /* what comes while a dialog is open, or the page goes away, is nobody's */
    bool ok = !*missing || self->navigated || self->dialogs != dialogs;
    if (!ok)
        error_set(error, EXIT_ENVIRONMENT, "the browser did not deliver an event to the page (%s)",
                  missing);
    json_decref(answer);
    return ok;
}

/* ---- keys ---- */

static json_t *key_event(const char *type, const char *name, bool with_text)
{
    struct key_stroke stroke;
    if (!keys_find(name, &stroke))
        BUG("no key is called '%s'", name);
    json_t *params = json_pack("{s:s, s:s, s:s, s:i, s:i}", "type", type, "key", stroke.key, "code",
                               stroke.place, "windowsVirtualKeyCode", stroke.code, "modifiers",
                               stroke.modifiers);
    if (with_text && stroke.text)
        json_object_set_new(params, "text", json_string(stroke.text));
    return params;
}

static bool strike(struct visit *self, const char *name, struct error *error)
{
    page_post(self->page, "Input.dispatchKeyEvent", key_event("keyDown", name, true));
    return call(self, "Input.dispatchKeyEvent", key_event("keyUp", name, false), error);
}

/* ---- fields ---- */

static void see_unusable(struct visit *self, json_t *answer, const char *why)
{
    self->unusable = arena_str(self->arena, str_of(why)).at;
    self->reason = (enum web_reason)number_of(answer, "reason");
}

static bool ask(struct visit *self, const char *function, json_t *arguments, struct error *error)
{
    json_t *answer = visit_ask(self, function, arguments, error);
    const char *why = json_string_value(json_object_get(answer, "why"));
    if (why)
        see_unusable(self, answer, why);
    json_decref(answer);
    return answer != NULL || self->navigated;
}

static const char *last_character(const char *value, char *room)
{
    size_t length = strlen(value);
    room[0] = length ? value[length - 1] : 'a';
    room[1] = '\0';
    return (unsigned char)room[0] < 0x80 ? room : "a";
}

/* The whole text comes at once, between the press and the release of its last key: one event of
 * each kind a page may listen for. */
static bool type_text(struct visit *self, const struct web_event *event, struct error *error)
{
    const char *value = event->value ? event->value : "";
    char room[2];
    const char *key = last_character(value, room);
    if (!ask(self, "selectAll", json_pack("[s]", event->selector), error) || self->unusable)
        return self->unusable != NULL;
    page_post(self->page, "Input.dispatchKeyEvent", key_event("rawKeyDown", key, false));
    if (*value)
        page_post(self->page, "Input.insertText", json_pack("{s:s}", "text", value));
    else if (!strike(self, "Delete", error))
        return false;
    return call(self, "Input.dispatchKeyEvent", key_event("keyUp", key, false), error);
}

static bool fill(struct visit *self, const struct web_event *event, bool is_text, bool leave,
                 struct error *error)
{
    const char *value = event->value ? event->value : "";
    if (!is_text)
        return ask(self, "assign", json_pack("[s, s]", event->selector, value), error);
    if (!type_text(self, event, error))
        return false;
    return !leave || self->unusable || ask(self, "blur", NULL, error);
}

static bool is_toggle(const struct web_event *event)
{
    return event->type == WEB_CHANGE && !event->value;
}

/* Finds the element and moves the mouse there; *is_text tells whether one types into it. What is to
 * be scrolled is left where it is; of what is dragged both ends must be on the screen. */
static bool approach(struct visit *self, const struct web_event *event, bool *is_text,
                     struct error *error)
{
    json_t *place =
        event->type == WEB_DRAG
            ? visit_ask(self, "ends", json_pack("[s, s]", event->selector, event->value), error)
            : visit_ask(self, "locate",
                        json_pack("[s, b]", event->selector, event->type == WEB_SCROLL), error);
    if (!place)
        return self->navigated;
    const char *why = json_string_value(json_object_get(place, "why"));
    *is_text = json_is_true(json_object_get(place, "text"));
    if (why)
        see_unusable(self, place, why);
    const char *label = json_string_value(json_object_get(place, "label"));
    const char *peers = json_string_value(json_object_get(place, "peers"));
    self->label = label ? arena_str(self->arena, str_of(label)).at : NULL;
    self->peers = peers ? arena_str(self->arena, str_of(peers)).at : NULL;
    self->mouse_x = json_number_value(json_object_get(place, "x"));
    self->mouse_y = json_number_value(json_object_get(place, "y"));
    self->drop_x = json_number_value(json_object_get(place, "toX"));
    self->drop_y = json_number_value(json_object_get(place, "toY"));
    json_decref(place);
    return true;
}

/* ---- dragging ---- */

static void post_drag(struct visit *self, const char *type)
{
    page_post(self->page, "Input.dispatchDragEvent",
              json_pack("{s:s, s:f, s:f, s:O}", "type", type, "x", self->mouse_x, "y",
                        self->mouse_y, "data", self->drag));
}

/* Moved in steps, as a hand does: libraries begin to drag after some pixels. Where the page leaves
 * the dragging to the browser (draggable=true), that hands us what is dragged after the first moves
 * and we carry it on. */
static bool drag(struct visit *self, struct error *error)
{
    enum { STEPS = 5 };
    double x = self->mouse_x, y = self->mouse_y;
    json_decref(self->drag);
    self->drag = NULL;
    page_post(self->page, "Input.setInterceptDrags", json_pack("{s:b}", "enabled", 1));
    page_post(self->page, "Input.dispatchMouseEvent", mouse(self, "mousePressed", 1));
    for (int i = 1; i <= STEPS && !self->drag; i++) {
        self->mouse_x = x + (self->drop_x - x) * i / STEPS;
        self->mouse_y = y + (self->drop_y - y) * i / STEPS;
        json_t *move = mouse(self, "mouseMoved", 0);
        json_object_set_new(move, "button", json_string("left"));
        json_object_set_new(move, "buttons", json_integer(1));
        if (!call(self, "Input.dispatchMouseEvent", move, error) || !visit__drain(self, error))
            return false;
    }
    self->mouse_x = self->drop_x;
    self->mouse_y = self->drop_y;
    if (self->drag) {
        post_drag(self, "dragEnter");
        post_drag(self, "dragOver");
        post_drag(self, "drop");
    }
    bool ok = call(self, "Input.dispatchMouseEvent", mouse(self, "mouseReleased", 1), error);
    page_post(self->page, "Input.setInterceptDrags", json_pack("{s:b}", "enabled", 0));
    return ok;
}

bool visit__is_open(struct visit *self, const struct web_event *macro, size_t part)
{
    size_t last = part;
    while (last + 1 < macro->part_count && macro->parts[last].opens)
        last++;
    if (last == part)
        return false;
    struct error ignored = {0}; /* whoever performs the part will meet it again */
    json_t *place =
        visit_ask(self, "locate", json_pack("[s]", macro->parts[last].selector), &ignored);
    bool open = place && !json_object_get(place, "why");
    json_decref(place);
    return open;
}

bool visit__perform(struct visit *self, const struct web_event *event, struct error *error)
{
    bool is_text = false, typed = event->type == WEB_INPUT || event->type == WEB_CHANGE;
    double x = self->mouse_x, y = self->mouse_y;
    size_t dialogs = self->dialogs;
    if (!approach(self, event, &is_text, error))
        return false;
    if (self->unusable || self->navigated)
        return true;
    if (event->type == WEB_SCROLL)
        return ask(self, "scroll",
                   json_pack("[s, s]", event->selector, event->value ? event->value : ""), error) &&
               arrived(self, json_pack("[s]", "scroll"), dialogs, error);
    if (!point(self, error))
        return false;
    if (typed && !is_toggle(event)) {
        bool text = event->value && *event->value;
        json_t *types =
            text ? json_pack("[s, s]", "keydown", "beforeinput") : json_pack("[s]", "keydown");
        bool ok = fill(self, event, is_text, event->type == WEB_CHANGE, error) &&
                  (!is_text || arrived(self, json_incref(types), dialogs, error));
        json_decref(types);
        return ok;
    }
    switch (event->type) {
    case WEB_CLICK:
    case WEB_CHANGE:
        return press(self, 1, error) &&
               arrived(self, json_pack("[s, s]", "pointerdown", "pointerup"), dialogs, error);
    case WEB_DBLCLICK:
        return press(self, 1, error) && press(self, 2, error) &&
               arrived(self,
                       json_pack("[s, s, s, s]", "pointerdown", "pointerup", "pointerdown",
                                 "pointerup"),
                       dialogs, error);
    case WEB_HOVER: /* a mouse that is there already does not move */
        return (self->mouse_x == x && self->mouse_y == y) ||
               arrived(self, json_pack("[s]", "pointermove"), dialogs, error);
    case WEB_KEY:
        return ask(self, "focus", json_pack("[s]", event->selector), error) &&
               strike(self, event->value ? event->value : "Enter", error) &&
               arrived(self, json_pack("[s]", "keydown"), dialogs, error);
    case WEB_DRAG:
        return drag(self, error) && arrived(self, json_pack("[s]", "pointerdown"), dialogs, error);
    case WEB_SCROLL:
    case WEB_INPUT:
    case WEB_MACRO:
        break;
    }
    BUG("a macro event inside a macro event");
}
