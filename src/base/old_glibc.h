/* Forced into every file of the shim and the agent (see their CMakeLists.txt), so that the two
 * libraries load wherever Node does: in glibc 2.28. A symbol gets the newest version that the
 * machine of the build knows, and 2.33 and 2.34 gave new versions to functions that had not
 * changed. Here the old ones are asked for by name. test/ship/run looks at what the libraries need.
 */
#ifndef BASE_OLD_GLIBC_H
#define BASE_OLD_GLIBC_H

#include <features.h>

#if defined __GLIBC__ && (defined __x86_64__ || defined __aarch64__)
#include <sys/stat.h>
#ifdef __x86_64__
#define OLD_GLIBC "GLIBC_2.2.5"
#define OLD_STAT  1 /* which struct stat is meant: the one there is */
#else
#define OLD_GLIBC "GLIBC_2.17"
#define OLD_STAT  0
#endif
#define OLD_SYMBOL(name) __asm__(".symver " #name "," #name "@" OLD_GLIBC)

OLD_SYMBOL(dlsym);
OLD_SYMBOL(dlvsym);
OLD_SYMBOL(dladdr);
OLD_SYMBOL(pthread_attr_getstacksize);

/* Before 2.33 these were inline functions around a symbol that says which struct stat it fills. */
int __fxstat(int version, int fd, struct stat *info);
int __lxstat(int version, const char *path, struct stat *info);
OLD_SYMBOL(__fxstat);
OLD_SYMBOL(__lxstat);
#define fstat(fd, info)   __fxstat(OLD_STAT, fd, info)
#define lstat(path, info) __lxstat(OLD_STAT, path, info)
#endif

#endif
