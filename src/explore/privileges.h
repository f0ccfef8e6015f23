/* What root must not do to the machine from inside a run. Root's power comes from two sides, and
 * both are taken care of: capabilities (mounting, raw devices, the clock, modules) are dropped for
 * good; what the kernel lets root do because he owns a file (/dev/sda, /proc/sys, /sys) is made
 * unreachable by mounts, which nobody without those capabilities can undo. What an ordinary test
 * does as root (chown, ports below 1024, other users' ids, kill, ptrace, chroot) goes on working,
 * and so do setuid programs: no_new_privs is not set, the bounding set limits them instead.
 *
 * Called by the first process of an isolated run, in its own mount namespace; nothing here can be
 * taken back. The functions that return a text return NULL, or what could not be put out of reach,
 * with errno. */
#ifndef EXPLORE_PRIVILEGES_H
#define EXPLORE_PRIVILEGES_H

#include "base/base.h"

/* A /dev that has only what is harmless; device files anywhere else cannot be opened. /dev/shm is
 * as it was. */
const char *privileges_hide_devices(void);

/* /proc, which must be the run's own, but for what belongs to processes, and every other file
 * system through which the kernel is set up becomes read-only. */
const char *privileges_protect_kernel(void);

/* Keeps what PRIVILEGES_KEPT lists in privileges.c; administering the network only where it is the
 * run's own. */
const char *privileges_drop(bool own_network);

#endif
