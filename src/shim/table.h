/* Every libc function we stand in front of, one row each: the only list of them.
 *
 * ROW(scope, return type, name, parameters, arguments) makes the pointer to the real function
 * (real.name), the exported wrapper, and the row that test/shim checks against the library's
 * dynamic symbols. A wrapper calls hook_<name>() where this process is at least at the row's scope,
 * else the real function: a process without an event loop pays one comparison.
 *
 *   MAPPED      any process of the run (it shares our segment)
 *   CONTROLLED  a process whose event loop obeys the schedule */
#ifndef SHIM_TABLE_H
#define SHIM_TABLE_H

#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct rusage;
struct mmsghdr;

/* glibc and musl disagree about some types. */
#ifdef __GLIBC__
typedef int message_flags;
typedef __rlimit_resource_t resource_kind;
#else
typedef unsigned message_flags;
typedef int resource_kind;
#endif

/* clang-format off */
#define SHIM_TABLE(ROW) \
    /* poll.c: the event loop's wait */ \
    ROW(MAPPED, int, epoll_wait, (int epfd, struct epoll_event *events, int most, int timeout), (epfd, events, most, timeout)) \
    ROW(MAPPED, int, epoll_pwait, (int epfd, struct epoll_event *events, int most, int timeout, const sigset_t *mask), (epfd, events, most, timeout, mask)) \
    ROW(MAPPED, int, epoll_pwait2, (int epfd, struct epoll_event *events, int most, const struct timespec *timeout, const sigset_t *mask), (epfd, events, most, timeout, mask)) \
    ROW(CONTROLLED, int, eventfd, (unsigned value, int flags), (value, flags)) \
    ROW(MAPPED, int, epoll_ctl, (int epfd, int operation, int fd, struct epoll_event *event), (epfd, operation, fd, event)) \
    /* clock.c: every clock and every sleep */ \
    ROW(CONTROLLED, int, clock_gettime, (clockid_t id, struct timespec *result), (id, result)) \
    ROW(CONTROLLED, int, gettimeofday, (struct timeval *result, void *zone), (result, zone)) \
    ROW(CONTROLLED, time_t, time, (time_t *result), (result)) \
    ROW(CONTROLLED, int, clock_nanosleep, (clockid_t id, int flags, const struct timespec *until, struct timespec *left), (id, flags, until, left)) \
    ROW(CONTROLLED, int, usleep, (useconds_t length), (length)) \
    ROW(CONTROLLED, unsigned, sleep, (unsigned length), (length)) \
    /* threads.c: who they are */ \
    ROW(MAPPED, int, pthread_create, (pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument), (thread, attributes, start, argument)) \
    ROW(CONTROLLED, int, getrlimit64, (resource_kind which, struct rlimit64 *limit), (which, limit)) \
    ROW(CONTROLLED, int, pthread_join, (pthread_t thread, void **result), (thread, result)) \
    /* pool.c: when a worker takes a task */ \
    ROW(CONTROLLED, int, pthread_mutex_lock, (pthread_mutex_t *mutex), (mutex)) \
    ROW(CONTROLLED, int, pthread_mutex_unlock, (pthread_mutex_t *mutex), (mutex)) \
    /* timed_waits.c: waits outside of poll, and what ends them */ \
    ROW(CONTROLLED, int, pthread_cond_signal, (pthread_cond_t *condition), (condition)) \
    ROW(CONTROLLED, int, pthread_cond_broadcast, (pthread_cond_t *condition), (condition)) \
    ROW(CONTROLLED, int, pthread_cond_wait, (pthread_cond_t *condition, pthread_mutex_t *mutex), (condition, mutex)) \
    ROW(CONTROLLED, int, pthread_cond_timedwait, (pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until), (condition, mutex, until)) \
    ROW(CONTROLLED, int, pthread_cond_clockwait, (pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t id, const struct timespec *until), (condition, mutex, id, until)) \
    ROW(CONTROLLED, int, sem_timedwait, (sem_t *semaphore, const struct timespec *until), (semaphore, until)) \
    ROW(CONTROLLED, int, sem_clockwait, (sem_t *semaphore, clockid_t id, const struct timespec *until), (semaphore, id, until)) \
    /* sources.c: who owes us an answer; transfers whose chunks repeat; bind is in pin.c */ \
    ROW(CONTROLLED, int, socket, (int domain, int type, int protocol), (domain, type, protocol)) \
    ROW(CONTROLLED, int, socketpair, (int domain, int type, int protocol, int ends[2]), (domain, type, protocol, ends)) \
    ROW(CONTROLLED, int, bind, (int fd, const struct sockaddr *address, socklen_t length), (fd, address, length)) \
    ROW(CONTROLLED, int, connect, (int fd, const struct sockaddr *address, socklen_t length), (fd, address, length)) \
    ROW(CONTROLLED, int, shutdown, (int fd, int how), (fd, how)) \
    ROW(CONTROLLED, ssize_t, write, (int fd, const void *bytes, size_t count), (fd, bytes, count)) \
    ROW(CONTROLLED, ssize_t, writev, (int fd, const struct iovec *parts, int count), (fd, parts, count)) \
    ROW(CONTROLLED, ssize_t, send, (int fd, const void *bytes, size_t count, int flags), (fd, bytes, count, flags)) \
    ROW(CONTROLLED, ssize_t, sendto, (int fd, const void *bytes, size_t count, int flags, const struct sockaddr *to, socklen_t length), (fd, bytes, count, flags, to, length)) \
    ROW(CONTROLLED, ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags), (fd, message, flags)) \
    ROW(CONTROLLED, int, sendmmsg, (int fd, struct mmsghdr *messages, unsigned count, message_flags flags), (fd, messages, count, flags)) \
    /* children.c: the process tree */ \
    ROW(MAPPED, pid_t, fork, (void), ()) \
    ROW(MAPPED, int, execve, (const char *path, char *const words[], char *const environment[]), (path, words, environment)) \
    ROW(MAPPED, int, execv, (const char *path, char *const words[]), (path, words)) \
    ROW(MAPPED, int, execvp, (const char *file, char *const words[]), (file, words)) \
    ROW(MAPPED, int, execvpe, (const char *file, char *const words[], char *const environment[]), (file, words, environment)) \
    ROW(MAPPED, int, posix_spawn, (pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes, char *const words[], char *const environment[]), (pid, path, actions, attributes, words, environment)) \
    ROW(MAPPED, int, posix_spawnp, (pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes, char *const words[], char *const environment[]), (pid, file, actions, attributes, words, environment)) \
    /* waits.c: a process without a loop that waits for others owes nobody anything */ \
    ROW(MAPPED, pid_t, waitpid, (pid_t pid, int *status, int options), (pid, status, options)) \
    ROW(MAPPED, pid_t, wait, (int *status), (status)) \
    ROW(MAPPED, pid_t, wait3, (int *status, int options, struct rusage *usage), (status, options, usage)) \
    ROW(MAPPED, pid_t, wait4, (pid_t pid, int *status, int options, struct rusage *usage), (pid, status, options, usage)) \
    ROW(MAPPED, int, waitid, (idtype_t type, id_t id, siginfo_t *info, int options), (type, id, info, options)) \
    ROW(MAPPED, int, sigsuspend, (const sigset_t *mask), (mask)) \
    ROW(MAPPED, int, pause, (void), ()) \
    ROW(MAPPED, ssize_t, read, (int fd, void *into, size_t count), (fd, into, count)) \
    ROW(MAPPED, int, poll, (struct pollfd *fds, nfds_t count, int timeout), (fds, count, timeout)) \
    ROW(MAPPED, int, select, (int count, fd_set *readable, fd_set *writable, fd_set *odd, struct timeval *timeout), (count, readable, writable, odd, timeout)) \
    /* pin.c: what else differs from run to run */ \
    ROW(CONTROLLED, ssize_t, getrandom, (void *into, size_t count, unsigned flags), (into, count, flags)) \
    ROW(CONTROLLED, int, getentropy, (void *into, size_t count), (into, count)) \
    ROW(CONTROLLED, char *, mkdtemp, (char *template), (template)) \
    ROW(CONTROLLED, int, mkstemp, (char *template), (template))
/* clang-format on */

/* Not rows: syscall() and _exit() need wrappers of their own kind (variadic; never returns). */

#endif
