/* Fields of the objects that DevTools and the page's script hand over: what is missing, or of
 * another type, reads as nothing. */
#ifndef WEB_FIELDS_H
#define WEB_FIELDS_H

#include <jansson.h>

static inline const char *text_of(json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static inline long number_of(json_t *object, const char *key)
{
    const double most = 1e15;
    double number = json_number_value(json_object_get(object, key));
    return (long)(number > most ? most : number < -most ? -most : number);
}

#endif
