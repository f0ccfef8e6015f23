/* Every kind of event, one row each: the only list of them. KIND(id, name, family)
 *
 * The rows of files stand in the order of libuv's uv_fs_type, which names what a request does:
 * event_kind_of_fs() counts from the first of them. A trace holds the number of the row, so a new
 * kind goes to the end of its family only together with a new TRACE_VERSION. */
#ifndef EVENT_KINDS_H
#define EVENT_KINDS_H

/* clang-format off */
#define EVENT_KINDS(KIND) \
    KIND(UNKNOWN, "unknown", OTHER) \
    KIND(FS_CUSTOM, "fs.custom", FILE) \
    KIND(FS_OPEN, "fs.open", FILE) \
    KIND(FS_CLOSE, "fs.close", FILE) \
    KIND(FS_READ, "fs.read", FILE) \
    KIND(FS_WRITE, "fs.write", FILE) \
    KIND(FS_SENDFILE, "fs.sendfile", FILE) \
    KIND(FS_STAT, "fs.stat", FILE) \
    KIND(FS_LSTAT, "fs.lstat", FILE) \
    KIND(FS_FSTAT, "fs.fstat", FILE) \
    KIND(FS_FTRUNCATE, "fs.ftruncate", FILE) \
    KIND(FS_UTIME, "fs.utime", FILE) \
    KIND(FS_FUTIME, "fs.futime", FILE) \
    KIND(FS_ACCESS, "fs.access", FILE) \
    KIND(FS_CHMOD, "fs.chmod", FILE) \
    KIND(FS_FCHMOD, "fs.fchmod", FILE) \
    KIND(FS_FSYNC, "fs.fsync", FILE) \
    KIND(FS_FDATASYNC, "fs.fdatasync", FILE) \
    KIND(FS_UNLINK, "fs.unlink", FILE) \
    KIND(FS_RMDIR, "fs.rmdir", FILE) \
    KIND(FS_MKDIR, "fs.mkdir", FILE) \
    KIND(FS_MKDTEMP, "fs.mkdtemp", FILE) \
    KIND(FS_RENAME, "fs.rename", FILE) \
    KIND(FS_SCANDIR, "fs.scandir", FILE) \
    KIND(FS_LINK, "fs.link", FILE) \
    KIND(FS_SYMLINK, "fs.symlink", FILE) \
    KIND(FS_READLINK, "fs.readlink", FILE) \
    KIND(FS_CHOWN, "fs.chown", FILE) \
    KIND(FS_FCHOWN, "fs.fchown", FILE) \
    KIND(FS_REALPATH, "fs.realpath", FILE) \
    KIND(FS_COPYFILE, "fs.copyfile", FILE) \
    KIND(FS_LCHOWN, "fs.lchown", FILE) \
    KIND(FS_OPENDIR, "fs.opendir", FILE) \
    KIND(FS_READDIR, "fs.readdir", FILE) \
    KIND(FS_CLOSEDIR, "fs.closedir", FILE) \
    KIND(FS_STATFS, "fs.statfs", FILE) \
    KIND(FS_MKSTEMP, "fs.mkstemp", FILE) \
    KIND(FS_LUTIME, "fs.lutime", FILE) \
    KIND(FS_OTHER, "fs.other", FILE) \
    KIND(FS_READ_FILE, "fs.readFile", FILE) /* Node 26's, whole: told by the agent */ \
    KIND(WORK, "work", WORK) /* zlib, crypto, an addon's */ \
    KIND(RANDOM, "random", WORK) \
    KIND(DNS_LOOKUP, "dns.lookup", NETWORK) \
    KIND(DNS_REVERSE, "dns.reverse", NETWORK) \
    KIND(TCP_ACCEPT, "tcp.accept", NETWORK) \
    KIND(TCP_CONNECT, "tcp.connect", NETWORK) \
    KIND(TCP_READ, "tcp.read", NETWORK) \
    KIND(TCP_WRITE, "tcp.write", NETWORK) \
    KIND(UDP_READ, "udp.read", NETWORK) \
    KIND(UDP_WRITE, "udp.write", NETWORK) \
    KIND(UNIX_ACCEPT, "unix.accept", NETWORK) \
    KIND(UNIX_CONNECT, "unix.connect", NETWORK) \
    KIND(UNIX_READ, "unix.read", NETWORK) \
    KIND(UNIX_WRITE, "unix.write", NETWORK) \
    KIND(PIPE_READ, "pipe.read", PIPE) \
    KIND(PIPE_WRITE, "pipe.write", PIPE) \
    KIND(FS_WATCH, "fs.watch", PIPE) \
    KIND(FD_READ, "fd.read", PIPE) \
    KIND(FD_WRITE, "fd.write", PIPE) \
    KIND(MESSAGE, "message", MESSAGE) /* to a MessagePort: what other threads posted to it */ \
    KIND(WORKER_STATE, "worker.state", MESSAGE) /* online, error, output: Node's own messages */ \
    KIND(TCP_CLOSE, "tcp.close", CLOSE) \
    KIND(PIPE_CLOSE, "pipe.close", CLOSE) \
    KIND(UDP_CLOSE, "udp.close", CLOSE) \
    KIND(CHILD_CLOSE, "child.close", CLOSE) \
    KIND(WATCH_CLOSE, "watch.close", CLOSE) \
    KIND(TIMERS, "timers", TIMER) /* all that have expired, together */ \
    KIND(TIMER, "timer", TIMER) /* one of JavaScript's: setTimeout */ \
    KIND(INTERVAL, "interval", TIMER) \
    KIND(CALL, "call", WORK) /* of a function that interloper.json names */
/* clang-format on */

#endif
