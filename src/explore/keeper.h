/* Inside the room: what the keeper (see launch.h) does, and how it tells the tool. */
#ifndef EXPLORE_KEEPER_H
#define EXPLORE_KEEPER_H

#include "explore/launch.h"

struct keeper_report {
    enum ending_kind kind;
    int number;
    char step[64];
};

_Noreturn void keeper_main(const struct launch *what, int report_fd);

#endif
