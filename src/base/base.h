/* What every room may rely on: sizes, BUG(), and the functions we refuse to call.
 *
 * Included first by every other header of ours. Memory never comes back NULL: mem_alloc() and its
 * kin end the process when the machine has none left, because nothing sensible can follow. Code
 * inside the shim includes base/shared.h instead, which neither allocates nor prints. */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(array)        (sizeof(array) / sizeof((array)[0]))
#define NOT_INLINED            __attribute__((__noinline__))
#define PRINTF_LIKE(at, first) __attribute__((__format__(__printf__, at, first)))

/* A broken invariant of our own, never a user's mistake: says where, then aborts, in release builds
 * too. */
#define BUG(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void bug_at(const char *file, int line, const char *format, ...) PRINTF_LIKE(3, 4);

void *mem_alloc(size_t size);                           /* not cleared */
void *mem_zalloc(size_t size);                          /* cleared */
void *mem_resize(void *old, size_t count, size_t size); /* count * size is checked for overflow */
char *mem_dup(const char *text);                        /* the caller frees it */
char *mem_dup_n(const char *text, size_t length);
char *mem_printf(const char *format, ...) PRINTF_LIKE(1, 2);

/* As git's banned.h: a call to one of these does not compile. Each has a checked replacement above
 * or in buf.h. */
#define BANNED(name) sorry_##name##_is_banned_see_base_h
#ifndef BASE_ALLOWS_ALLOCATION
#undef malloc
#undef calloc
#undef realloc
#undef strdup
#undef strndup
#define malloc(n)     BANNED(malloc)
#define calloc(n, m)  BANNED(calloc)
#define realloc(p, n) BANNED(realloc)
#define strdup(s)     BANNED(strdup)
#define strndup(s, n) BANNED(strndup)
#endif
#undef strcpy
#undef strcat
#undef strncpy
#undef strncat
#undef sprintf
#undef vsprintf
#undef strtok
#undef system
#undef atoi
#define strcpy(d, s)     BANNED(strcpy)
#define strcat(d, s)     BANNED(strcat)
#define strncpy(d, s, n) BANNED(strncpy)
#define strncat(d, s, n) BANNED(strncat)
#define sprintf(...)     BANNED(sprintf)
#define vsprintf(...)    BANNED(vsprintf)
#define strtok(s, d)     BANNED(strtok)
#define system(c)        BANNED(system)
#define atoi(s)          BANNED(atoi)

#endif
