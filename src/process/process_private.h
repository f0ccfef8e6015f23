#ifndef PROCESS_PROCESS_PRIVATE_H
#define PROCESS_PROCESS_PRIVATE_H

#include "process/process.h"

/* The child's side of process_start(); does not return. */
void process__become(char *const *argv, char *const *environment, const int *fds, int fd_count,
                     pid_t parent, int keeper_pipe);

#endif
