/* Descriptors: what each is, what its events are called, and whether someone outside owes us an
 * answer through it.
 *
 * "Outside" is every process that is not a controlled loop of this run. We never know what a peer
 * out there will do, so the rule is about what we did: a request that was sent and not answered is
 * owed; after an answer more may follow for a while (a body behind its headers); then nobody owes
 * anything and virtual time may pass. Peers inside the tree need no rule: the baton knows whether
 * they are idle. */
#include "shim/loop.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>

struct source *sources;

static const int64_t ANSWER_LIMIT = 30000 * MS; /* an answer later than this never comes */
static const int64_t MORE_FOLLOWS = 1000 * MS;  /* after data came, or a connection, more may */
static const int64_t STRANGER =
    1000 * MS; /* without isolation, somebody may still connect to a server */

/* What is not acknowledged by then is there all the same: the kernel delays that by up to 40 ms. */
static const int64_t ARRIVES = 2 * MS;
static const int64_t STALLED = 5000 * MS; /* nor will it be before the connection is accepted */

static int highest; /* descriptor that any loop ever waited on */

void sources_start(void)
{
    sources = mmap(NULL, MOST_DESCRIPTORS * sizeof *sources, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (sources == MAP_FAILED)
        abort();
}

int sources_highest(void)
{
    return highest;
}

struct source *source_of(int fd)
{
    return fd >= 0 && fd < MOST_DESCRIPTORS ? &sources[fd] : NULL;
}

static uint16_t port_of(const struct sockaddr_storage *address)
{
    if (address->ss_family == AF_INET)
        return ntohs(((const struct sockaddr_in *)address)->sin_port);
    if (address->ss_family == AF_INET6)
        return ntohs(((const struct sockaddr_in6 *)address)->sin6_port);
    return 0;
}

static bool is_loopback(const struct sockaddr_storage *address)
{
    if (address->ss_family == AF_INET)
        return ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr) >> 24 == 127;
    const struct in6_addr *six = &((const struct sockaddr_in6 *)address)->sin6_addr;
    if (address->ss_family != AF_INET6)
        return false;
    return IN6_IS_ADDR_LOOPBACK(six) || (IN6_IS_ADDR_V4MAPPED(six) && six->s6_addr[12] == 127);
}

/* Names by role: what a descriptor is for, never how many came before it. A listener is called by
 * its port, one whose port nobody asked for by its place among those that are open; a connection by
 * its listener and its place among the connections to it. */

/* "what 3": the third of that name in this process. */
const char *text_numbered(const char *what)
{
    struct line line = {.len = 0};
    line_text(&line, what);
    line_text(&line, " ");
    line_number(&line, ++name_of(0, KIND_UNKNOWN, what, NO_DELAY)->submitted);
    char *kept = shim_alloc(line.len + 1);
    if (!kept)
        return what;
    memcpy(kept, line.text, line.len);
    kept[line.len] = '\0';
    return kept;
}

static void end_line(struct line *line)
{
    line->text[line->len] = '\0';
}

static const char *kept_line(struct line *line)
{
    end_line(line);
    char *kept = shim_alloc(line->len + 1);
    return kept ? memcpy(kept, line->text, line->len + 1) : "";
}

/* The first place that no open listener of this process has. */
static uint16_t free_place(void)
{
    uint64_t taken[64] = {0};
    for (int fd = 0; fd <= highest; fd++) {
        unsigned place = sources[fd].epfd && sources[fd].listens
                             ? atomic_load(&shim.segment->places[sources[fd].local_port])
                             : 0;
        if (place && place < 64 * 64)
            taken[place / 64] |= UINT64_C(1) << place % 64;
    }
    uint16_t place = 1;
    while (place < 64 * 64 - 1 && taken[place / 64] & UINT64_C(1) << place % 64)
        place++;
    return place;
}

/* "server 3000", "server any 1"; of another process's: "server any 1 of 1.2". */
static void listener_name(struct line *line, uint16_t port)
{
    unsigned place = atomic_load(&shim.segment->places[port]);
    unsigned owner = atomic_load(&shim.segment->ports[port]);
    line_text(line, place ? "server any " : "server ");
    line_number(line, place ? place : port);
    if (place && owner && owner - 1 != shim.process_index && owner <= SEGMENT_PROCESSES) {
        line_text(line, " of ");
        line_text(line, shim.segment->processes[owner - 1].name);
    }
}

static const char *stream_name(const struct source *source, const char *path, const char *peer)
{
    struct line line = {.len = 0};
    if (source->is_local) { /* without a path on either side: one of a pair, such as a child's */
        if (!*path && !*peer)
            return text_numbered("socket");
        line_text(&line, source->listens ? "server " : *path ? "from server " : "to server ");
        line_text(&line, *path ? path : peer);
    } else if (source->listens) {
        listener_name(&line, source->local_port);
    } else if (source->target_inode == source->inode) {
        char host[INET6_ADDRSTRLEN] = "";
        const struct sockaddr_storage *to = &source->target;
        line_text(&line, "to ");
        if (is_loopback(to)) {
            listener_name(&line, port_of(to));
        } else {
            const void *bytes = to->ss_family == AF_INET6
                                    ? (const void *)&((const struct sockaddr_in6 *)to)->sin6_addr
                                    : (const void *)&((const struct sockaddr_in *)to)->sin_addr;
            inet_ntop(to->ss_family, bytes, host, sizeof host);
            line_text(&line, host);
            line_text(&line, " ");
            line_number(&line, port_of(to));
        }
    } else {
        line_text(&line, "from ");
        listener_name(&line, source->local_port);
    }
    end_line(&line);
    return source->listens ? kept_line(&line) : text_numbered(line.text);
}

void source_bound(int fd, const struct sockaddr *address, socklen_t length)
{
    struct source *source = sources ? source_of(fd) : NULL;
    struct sockaddr_storage copy = {0};
    if (!source || length > sizeof copy)
        return;
    memcpy(&copy, address, length);
    source->any_port = port_of(&copy) == 0;
}

/* Who made what a descriptor's events tell of. Their own end has its origin since it was last
 * used; what they can read comes from the other end, if that is in this process. */

static void note_used(int fd)
{
    struct source *source = source_of(fd);
    struct stat info;
    if (!source || self.role != ROLE_LOOP)
        return;
    if (fd == STDOUT_FILENO || fd == STDERR_FILENO)
        agent_prints();
    ino_t inode = source->inode;
    if (source->epfd && !source->is_socket) /* libuv's own wake-ups come even out of the middle of
                                               a garbage collection */
        return;
    if (!source->epfd) { /* a new connection, or a file that nobody waits on */
        if (fstat(fd, &info) != 0 || !S_ISSOCK(info.st_mode))
            return;
        inode = info.st_ino;
    }
    if (source->used_inode != inode)
        source->is_first_used = false;
    source->used_inode = inode;
    source->used = agent_origin();
    source->is_used = true;
    if (!source->is_first_used)
        source->first_used = source->used;
    source->is_first_used = true;
}

static int listener_of(uint16_t port)
{
    for (int fd = 0; port && fd <= highest; fd++)
        if (sources[fd].epfd && sources[fd].listens && sources[fd].local_port == port)
            return fd;
    return -1;
}

/* By the two ports; looked for once, since one of this process was there before. */
static struct source *other_end(struct source *source)
{
    for (int fd = 0; !source->peer && fd <= highest; fd++)
        if (sources[fd].is_stream && sources[fd].local_port == source->peer_port &&
            sources[fd].peer_port == source->local_port && &sources[fd] != source)
            source->peer = fd + 1;
    if (!source->peer)
        source->peer = -1;
    struct source *peer = source->peer > 0 ? &sources[source->peer - 1] : NULL;
    bool same = peer && peer->local_port == source->peer_port &&
                peer->peer_port == source->local_port && source->local_port;
    return same ? peer : NULL;
}

static const struct origin *origin_of(struct source *source, uint32_t mask)
{
    bool reads = mask & (EPOLLIN | EPOLLRDHUP | EPOLLHUP);
    bool ports = source->is_stream && !source->is_local && !source->listens;
    struct source *other = reads && ports ? other_end(source) : NULL;
    struct source *from = other && other->is_used ? other : source;
    bool told = from == other || source->listens || source->datagram;
    bool first = told && from->is_first_used;
    if (!from->is_used)
        return NULL;
    if (first)
        from->is_first_used = false; /* what is used from now on is told by another event */
    return first ? &from->first_used : &from->used;
}

int hook_shutdown(int fd, int how)
{
    if (sources)
        note_used(fd);
    return real.shutdown(fd, how);
}

/* Or refused. What it had still to send is counted for ever. */
static bool is_reset(int fd)
{
    struct tcp_info info;
    socklen_t length = sizeof info;
    return getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) == 0 &&
           info.tcpi_state == TCP_CLOSE;
}

static void note_refused(uint16_t port)
{
    for (size_t i = 0; i < SEGMENT_REFUSED; i++) {
        uint16_t known = 0;
        if (atomic_compare_exchange_strong(&shim.segment->refused_ports[i], &known, port) ||
            known == port) {
            atomic_fetch_add(&shim.segment->refusals[i], 1);
            return;
        }
    }
}

int hook_connect(int fd, const struct sockaddr *address, socklen_t length)
{
    struct source *source = sources ? source_of(fd) : NULL;
    bool inet = address && (address->sa_family == AF_INET || address->sa_family == AF_INET6);
    struct stat info;
    if (source && inet && length <= sizeof source->target && fstat(fd, &info) == 0) {
        memcpy(&source->target, address, length);
        source->target_inode = info.st_ino;
        note_used(fd);
        source->is_first_used = false; /* the other end reads nothing of this */
        if (is_loopback(&source->target))
            note_used(listener_of(port_of(&source->target)));
    }
    int result = real.connect(fd, address, length), saved = errno;
    bool own_network = shim.scope != UNMAPPED && shim.segment->config.isolated;
    if (result != 0 && own_network && inet && length <= sizeof source->target &&
        is_loopback(&source->target) && (saved == ECONNREFUSED || is_reset(fd)))
        note_refused(port_of(&source->target)); /* the loopback answers at once */
    errno = saved;
    return result;
}

static int socket_option(int fd, int option)
{
    int value = 0;
    socklen_t length = sizeof value;
    return getsockopt(fd, SOL_SOCKET, option, &value, &length) == 0 ? value : 0;
}

static bool is_connected(int fd)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    return getpeername(fd, (struct sockaddr *)&address, &length) == 0;
}

enum { PATH_PLACES = sizeof((struct sockaddr_un *)0)->sun_path + 1 };

static void unix_path(const struct sockaddr_storage *address, socklen_t length, char *path)
{
    const struct sockaddr_un *local = (const struct sockaddr_un *)address;
    size_t head = offsetof(struct sockaddr_un, sun_path);
    if (length > head && length - head < PATH_PLACES)
        memcpy(path, local->sun_path, length - head);
    path[PATH_PLACES - 1] = '\0';
}

static uint16_t peer_port(int fd)
{
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;
    return getpeername(fd, (struct sockaddr *)&address, &length) == 0 ? port_of(&address) : 0;
}

static void describe_socket(int fd, struct source *source)
{
    int domain = socket_option(fd, SO_DOMAIN), type = socket_option(fd, SO_TYPE);
    source->is_socket = true;
    source->is_stream = type != SOCK_DGRAM;
    source->listens = socket_option(fd, SO_ACCEPTCONN);
    source->is_local = domain == AF_UNIX;
    source->connected = !source->listens && is_connected(fd);
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &length) == 0)
        source->local_port = port_of(&address);
    uint16_t port = source->local_port;
    source->peer_port = source->connected                       ? peer_port(fd)
                        : source->target_inode == source->inode ? port_of(&source->target)
                                                                : 0;
    if (port)
        atomic_store(&shim.segment->ports[port], (uint16_t)(shim.process_index + 1));
    if (source->listens && port && !atomic_load(&shim.segment->places[port]))
        atomic_store(&shim.segment->places[port], source->any_port ? free_place() : 0);
    if (source->is_local && source->connected && source->child_inode != source->inode)
        exits_peer(fd, source);
    bool inet = domain == AF_INET || domain == AF_INET6;
    source->read_kind = source->listens      ? (inet ? KIND_TCP_ACCEPT : KIND_UNIX_ACCEPT)
                        : !source->is_stream ? KIND_UDP_READ
                                             : (inet ? KIND_TCP_READ : KIND_UNIX_READ);
    source->write_kind =
        !inet ? KIND_UNIX_WRITE : (source->is_stream ? KIND_TCP_WRITE : KIND_UDP_WRITE);
    if (source->about)
        return;
    char path[PATH_PLACES] = "", peer[PATH_PLACES] = "";
    if (source->is_local) {
        unix_path(&address, length, path);
        length = sizeof address;
        if (getpeername(fd, (struct sockaddr *)&address, &length) == 0)
            unix_path(&address, length, peer);
    }
    source->about = source->is_stream ? stream_name(source, path, peer) : text_numbered("socket");
}

static void describe_other(int fd, struct source *source, mode_t mode)
{
    char path[64], target[64] = "";
    struct line line = {.len = 0};
    line_text(&line, "/proc/self/fd/");
    line_number(&line, fd);
    memcpy(path, line.text, line.len);
    path[line.len] = '\0';
    ssize_t length = readlink(path, target, sizeof target - 1);
    target[length > 0 ? length : 0] = '\0';
    source->never_held = strstr(target, "eventfd") != NULL;
    source->read_kind = S_ISFIFO(mode)              ? KIND_PIPE_READ
                        : strstr(target, "inotify") ? KIND_FS_WATCH
                                                    : KIND_FD_READ;
    source->write_kind = S_ISFIFO(mode) ? KIND_PIPE_WRITE : KIND_FD_WRITE;
    if (!source->about)
        source->about =
            source->never_held ? "" : text_numbered(S_ISFIFO(mode) ? "pipe" : "descriptor");
}

static void describe(int fd, struct source *source)
{
    struct stat info = {0};
    int saved = errno;
    bool known = fstat(fd, &info) == 0;
    /* The same socket or pipe, added again, keeps its name; eventfds and the like share one inode.
     */
    bool same =
        known && source->inode == info.st_ino && (S_ISSOCK(info.st_mode) || S_ISFIFO(info.st_mode));
    if (!same) {
        source->inode = info.st_ino;
        source->about = NULL;
    }
    if (known && S_ISSOCK(info.st_mode))
        describe_socket(fd, source);
    else
        describe_other(fd, source, info.st_mode);
    errno = saved;
}

static void drop_event(struct source *source)
{
    if (source->event) {
        struct loop *loop = loop_for(source->epfd);
        if (loop)
            event_drop(loop, source->event);
        source->event = NULL;
    }
}

static void note_added(int epfd, int fd, const struct epoll_event *wanted)
{
    struct source *source = source_of(fd);
    if (!source)
        return;
    drop_event(source);
    const struct source before = *source;
    highest = fd > highest ? fd : highest;
    *source = (struct source){.epfd = epfd,
                              .mask = wanted->events,
                              .data = wanted->data.u64,
                              .edge = wanted->events & (EPOLLET | EPOLLONESHOT),
                              .datagram = source->datagram,
                              .any_port = source->any_port,
                              .target = source->target,
                              .target_inode = source->target_inode,
                              .inode = source->inode,
                              .about = source->about,
                              .child = source->child,
                              .child_inode = source->child_inode,
                              .asked = source->asked};
    describe(fd, source);
    if (source->inode ==
        before.used_inode) { /* what was done before it was added: connect(), say */
        source->used_inode = before.used_inode;
        source->used = before.used;
        source->first_used = before.first_used;
        source->is_used = before.is_used;
        source->is_first_used = before.is_first_used;
    }
    source->watcher = loop_name_watcher(epfd, fd, source->about);
    source->sent = source->datagram ? source->asked : 0;
}

int hook_epoll_ctl(int epfd, int operation, int fd, struct epoll_event *wanted)
{
    int result = real.epoll_ctl(epfd, operation, fd, wanted);
    if (shim.scope == MAPPED && !shim.is_node && !sources)
        sources_start(); /* another language's loop: its descriptors come before its first wait */
    bool holder = shim.scope == MAPPED || self.role == ROLE_LOOP;
    if (result != 0 || !sources || !holder)
        return result;
    baton_take(); /* only the holder touches sources and events; a loop that was left behind queues
                     up here */
    struct source *source = source_of(fd);
    if (operation == EPOLL_CTL_ADD) {
        note_added(epfd, fd, wanted);
    } else if (source && source->epfd == epfd && operation == EPOLL_CTL_MOD) {
        source->mask = wanted->events;
        source->edge = wanted->events & (EPOLLET | EPOLLONESHOT);
        source->kept = 0; /* the kernel shows it anew */
        source->data = wanted->data.u64;
    } else if (source && source->epfd == epfd && operation == EPOLL_CTL_DEL) {
        drop_event(source);
        note_used(fd);
        source->epfd = 0;
        if (source->watcher)
            loop_closes(source->watcher, &source->used);
        if (source->listens && source->local_port)
            atomic_store(&shim.segment->places[source->local_port], 0);
    }
    return result;
}

/* A descriptor that was there before we were (Python's loop adds its own before its first wait) has
 * no source yet. */
static struct source *known_source(struct loop *loop, int fd, uint64_t data)
{
    struct source *source = source_of(fd);
    if (source && source->epfd != loop->epfd)
        note_added(loop->epfd, fd, &(struct epoll_event){.events = EPOLLIN, .data.u64 = data});
    return source;
}

static struct name *event_name(const struct loop *loop, const struct source *source, uint32_t mask)
{
    bool reads = (mask & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) || !(mask & EPOLLOUT);
    enum event_kind kind = reads ? source->read_kind : source->write_kind;
    if (!reads && source->is_stream && !source->connected)
        kind = source->is_local ? KIND_UNIX_CONNECT : KIND_TCP_CONNECT;
    return name_of(loop->thread, kind, source->about, NO_DELAY);
}

/* The pending event of a ready descriptor: the one that is held already, or a new one. NULL: never
 * held, deliver it. */
struct event *source_ready(struct loop *loop, int fd, uint32_t mask)
{
    struct source *source = known_source(loop, fd, (uint64_t)(uint32_t)fd);
    if (source && mask & EPOLLIN)
        source->is_heard = true;
    if (!source || source->never_held || source->edge || loop->nested || !controls(CONTROL_POLL))
        return NULL;
    if (!source->event) {
        source->event = event_arrived(loop, EVENT_FD, event_name(loop, source, mask), 0, PHASE_NONE,
                                      origin_of(source, mask));
        source->event->fd = fd;
    }
    source->event->mask = mask;
    return source->event;
}

/* Owing. */

static bool owner_is_ours(uint16_t port)
{
    unsigned owner = port ? atomic_load(&shim.segment->ports[port]) : 0;
    if (!owner)
        return false;
    return atomic_load(&shim.segment->processes[owner - 1].state) == PROCESS_CONTROLLED;
}

static bool peer_is_ours(int fd, struct source *source)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (source->is_local) {
        struct ucred peer;
        socklen_t size = sizeof peer;
        if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
            return true;
        /* pid 0: a process outside of our pid namespace */
        return peer.pid == shim.pid || process_of_pid(peer.pid) != NULL;
    }
    if (getpeername(fd, (struct sockaddr *)&address, &length) != 0)
        return false;
    source->peer_port = port_of(&address);
    return is_loopback(&address) && owner_is_ours(source->peer_port);
}

static void classify(int fd, struct source *source)
{
    source->connected = source->connected || is_connected(fd);
    if (!source->connected)
        return;
    source->external = !peer_is_ours(fd, source);
    source->classified = true;
    if (source->external && !source->sent && !source->received)
        source->sent =
            real_now(); /* what was sent before we looked is unknown: assume a question */
}

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Between two ends of our own nothing is ever under way for long, but for a full backlog: then the
 * kernel sends again, by its own real clock. That can only be as long as the other end has not been
 * heard of. */
static bool bytes_on_the_way(int fd, struct source *source)
{
    int left = 0;
    if (!source->in_flight || source->is_local)
        return false;
    source->in_flight = ioctl(fd, TIOCOUTQ, &left) == 0 && left > 0 && !is_reset(fd);
    if (!source->in_flight) {
        source->stalled = 0;
        source->is_heard = true;
    } else if (!source->stalled) {
        source->stalled = real_now();
    }
    return source->in_flight &&
           real_now() - source->stalled < (source->is_heard ? ARRIVES : STALLED);
}

static int64_t stream_owed_until(int fd, struct source *source)
{
    if (!source->classified)
        classify(fd, source);
    if (!source->connected) { /* still connecting, or a stream that never was */
        if (!source->sent)
            source->sent = real_now();
        return (source->mask & EPOLLOUT) ? source->sent + ANSWER_LIMIT : 0;
    }
    if (!source->external)
        return 0;
    return source->sent > source->received ? source->sent + ANSWER_LIMIT
                                           : source->received + MORE_FOLLOWS;
}

int64_t sockets_owed_until(int epfd, bool *under_way)
{
    int64_t until = 0;
    *under_way = false;
    for (int fd = 0; fd <= highest; fd++) {
        struct source *source = &sources[fd];
        if (source->epfd != epfd || !source->is_socket)
            continue;
        if (source->listens) {
            if (!shim.segment->config.isolated)
                until = later(until, later(source->received, source->sent) + STRANGER);
            if (!source->sent)
                source->sent = real_now();
        } else if (source->is_stream) {
            until = later(until, stream_owed_until(fd, source));
            *under_way = *under_way || (!source->external && bytes_on_the_way(fd, source));
        } else if (source->sent) { /* datagrams: only what went to a stranger was noted */
            until = later(until, source->sent > source->received ? source->sent + ANSWER_LIMIT / 6
                                                                 : source->received + MORE_FOLLOWS);
        }
    }
    return until;
}

/* What we send. */

static void note_sent(int fd)
{
    struct source *source = source_of(fd);
    if (!source)
        return;
    if (source->never_held) {
        if (source->epfd)
            messages_woken(source->epfd, fd);
        return;
    }
    source->in_flight = true;
    note_used(fd);
    if (source->is_heard)
        source->stalled = 0;
    if (source->external)
        source->sent = real_now();
}

static void note_datagram(int fd, const struct sockaddr *to)
{
    struct source *source = source_of(fd);
    if (!source || !source->datagram)
        return note_sent(fd);
    struct sockaddr_storage address = {0};
    socklen_t length = sizeof address;
    if (to)
        memcpy(&address, to,
               to->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                         : sizeof(struct sockaddr_in));
    else if (getpeername(fd, (struct sockaddr *)&address, &length) != 0)
        return;
    if (!is_loopback(&address) || !owner_is_ours(port_of(&address)))
        source->sent = source->asked = real_now(); /* often before any loop waits for the answer */
}

/* TCP transfers arrive in chunks whose size depends on how fast the reader is, unless the buffers
 * hold them whole. */
static void enlarge_buffers(int fd)
{
    int size = 32 * 1024 * 1024;
    if (setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &size, sizeof size) != 0)
        setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof size) != 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
}

int hook_socket(int domain, int type, int protocol)
{
    int fd = real.socket(domain, type, protocol);
    struct source *source = sources ? source_of(fd) : NULL;
    if (!source)
        return fd;
    int saved = errno;
    bool inet = domain == AF_INET || domain == AF_INET6;
    source->datagram = inet && (type & 0xf) == SOCK_DGRAM;
    source->asked = 0;
    source->any_port = false;
    if (controls(CONTROL_PIN) && inet && (type & 0xf) == SOCK_STREAM)
        enlarge_buffers(fd);
    errno = saved;
    return fd;
}

#define SENDING(type, call, note)                                                                  \
    type result = call;                                                                            \
    self.stirred |= result > 0;                                                                    \
    if (result > 0 && sources) {                                                                   \
        int saved = errno;                                                                         \
        note;                                                                                      \
        errno = saved;                                                                             \
    }                                                                                              \
    return result

ssize_t hook_write(int fd, const void *bytes, size_t count)
{
    SENDING(ssize_t, real.write(fd, bytes, count), note_sent(fd));
}

ssize_t hook_writev(int fd, const struct iovec *parts, int count)
{
    SENDING(ssize_t, real.writev(fd, parts, count), note_sent(fd));
}

ssize_t hook_send(int fd, const void *bytes, size_t count, int flags)
{
    SENDING(ssize_t, real.send(fd, bytes, count, flags), note_datagram(fd, NULL));
}

ssize_t hook_sendto(int fd, const void *bytes, size_t count, int flags, const struct sockaddr *to,
                    socklen_t length)
{
    SENDING(ssize_t, real.sendto(fd, bytes, count, flags, to, length), note_datagram(fd, to));
}

ssize_t hook_sendmsg(int fd, const struct msghdr *message, int flags)
{
    SENDING(ssize_t, real.sendmsg(fd, message, flags), note_datagram(fd, message->msg_name));
}

int hook_sendmmsg(int fd, struct mmsghdr *messages, unsigned count, message_flags flags)
{
    SENDING(int, real.sendmmsg(fd, messages, count, flags),
            note_datagram(fd, messages[0].msg_hdr.msg_name));
}
