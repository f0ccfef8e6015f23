/* Checked allocation and BUG(). */
#define BASE_ALLOWS_ALLOCATION
#include "base/base.h"

_Noreturn void bug_at(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "interloper: BUG at %s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

static void *checked(void *block, size_t size)
{
    if (!block && size) {
        fprintf(stderr, "interloper: out of memory (%zu bytes asked for)\n", size);
        exit(4);
    }
    return block;
}

void *mem_alloc(size_t size)
{
    return checked(malloc(size ? size : 1), size);
}

void *mem_zalloc(size_t size)
{
    return checked(calloc(1, size ? size : 1), size);
}

void *mem_resize(void *old, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        BUG("allocation of %zu * %zu bytes overflows", count, size);
    return checked(realloc(old, bytes ? bytes : 1), bytes);
}

char *mem_dup_n(const char *text, size_t length)
{
    char *copy = mem_alloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *mem_dup(const char *text)
{
    return mem_dup_n(text, strlen(text));
}

char *mem_printf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = NULL;
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    return checked(length < 0 ? NULL : text, 1);
}
