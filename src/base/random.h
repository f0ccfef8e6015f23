/* Random numbers that repeat: splitmix64. Allocation-free; a seed is its whole state, so a copy
 * replays it. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state;
};

static inline uint64_t random_next(struct random *self)
{
    uint64_t z = (self->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Uniform in [0, bound); 0 where bound is 0. The bias of a 64-bit multiply is far below what anyone
 * could measure. */
static inline uint64_t random_below(struct random *self, uint64_t bound)
{
    return (uint64_t)(((unsigned __int128)random_next(self) * bound) >> 64);
}

/* True with probability `percent` of 100. */
static inline int random_percent(struct random *self, double percent)
{
    return (double)(random_next(self) >> 11) * 0x1.0p-53 * 100.0 < percent;
}

/* One seed from two, so that run 7 of seed S never shares its stream with run 8. */
static inline uint64_t random_mix(uint64_t a, uint64_t b)
{
    struct random mixer = {a ^ (b * 0xd6e8feb86659fd93u)};
    return random_next(&mixer);
}

#endif
