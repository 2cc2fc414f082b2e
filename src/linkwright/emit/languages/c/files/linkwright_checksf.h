/* Written by Linkwright: how functions of floats read and write the memory of linkwright_checks.h, which is of doubles. */
#ifndef LINKWRIGHT_CHECKSF_H
#define LINKWRIGHT_CHECKSF_H

#include "linkwright_checks.h"

/* n numbers from a place in memory, rounded to x; NULL where the place is -1. */
static inline const float *linkwright_taken(const double *memory, int at, int n, float *x)
{
    if (at < 0)
        return NULL;
    for (int i = 0; i < n; i++)
        x[i] = (float)memory[at + i];
    return x;
}

static inline void linkwright_put(const float *x, int n, double *memory)
{
    for (int i = 0; i < n; i++)
        memory[i] = (double)x[i];
}

#endif
