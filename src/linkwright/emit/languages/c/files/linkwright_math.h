/* Written by Linkwright: what generated C functions share. Include guards make it safe to include twice. */
#ifndef LINKWRIGHT_MATH_H
#define LINKWRIGHT_MATH_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__cplusplus) || defined(_MSC_VER)
#define LINKWRIGHT_RESTRICT
#else
#define LINKWRIGHT_RESTRICT restrict
#endif

/* nvcc: functions are for the host and for the device. */
#ifdef __CUDACC__
#define LINKWRIGHT_HOST_DEVICE __host__ __device__
#else
#define LINKWRIGHT_HOST_DEVICE
#endif

/* Default values as the code that is being compiled can read them: an array of the host is none of the device. */
#ifdef __CUDA_ARCH__
#define LINKWRIGHT_DEFAULT(x) x##_on_device
#else
#define LINKWRIGHT_DEFAULT(x) x
#endif

/* Straight-line code. gcc's -O3 puts unrelated numbers of it together into vectors (slp) and spends more on shuffling them
 * than it saves: without this, inverse dynamics of a humanoid takes 530 ns instead of 410. clang's does no harm. */
#if defined(__GNUC__) && !defined(__clang__) && !defined(__INTEL_COMPILER) && !defined(__CUDACC__)
#define LINKWRIGHT_STRAIGHT __attribute__((optimize("no-tree-slp-vectorize")))
#else
#define LINKWRIGHT_STRAIGHT
#endif

/* A piece of a large function. Compilers need time quadratic in the size of a function, so pieces stay apart. */
#if defined(__GNUC__)
#define LINKWRIGHT_PIECE LINKWRIGHT_STRAIGHT __attribute__((noinline, unused)) LINKWRIGHT_HOST_DEVICE static
#elif defined(_MSC_VER)
#define LINKWRIGHT_PIECE __declspec(noinline) LINKWRIGHT_HOST_DEVICE static
#else
#define LINKWRIGHT_PIECE LINKWRIGHT_HOST_DEVICE static
#endif

/* -DLINKWRIGHT_CHECK: every function first looks at its inputs, names what is wrong and stops; on a GPU it does not look. */
#if defined(LINKWRIGHT_CHECK) && !defined(__CUDA_ARCH__)
#include <stdio.h>
#include <stdlib.h>
static void linkwright_check(const char *function, const char *name, const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        if (!x || !isfinite(x[i])) {
            if (x)
                fprintf(stderr, "%s: element %d of %s is %g, not a finite number\n", function, i, name, x[i]);
            else
                fprintf(stderr, "%s: %s is NULL\n", function, name);
            abort();
        }
    }
}
#define LINKWRIGHT_FINITE(x, n) linkwright_check(__func__, #x, x, n)
#else
#define LINKWRIGHT_FINITE(x, n) ((void)0)
#endif

#define LINKWRIGHT_INLINE LINKWRIGHT_HOST_DEVICE static inline

LINKWRIGHT_INLINE double linkwright_min(double a, double b) { return b < a ? b : a; }
LINKWRIGHT_INLINE double linkwright_max(double a, double b) { return b > a ? b : a; }
LINKWRIGHT_INLINE double linkwright_sign(double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x; }
LINKWRIGHT_INLINE double linkwright_select(double x, double yes, double no) { return x > 0.0 ? yes : no; }
LINKWRIGHT_INLINE double linkwright_only_if(double condition, double x) { return condition > 0.0 ? x : (double)NAN; }

LINKWRIGHT_INLINE void linkwright_fill(double *x, int n, double value)
{
    for (int i = 0; i < n; i++)
        x[i] = value;
}

#define SINCOS_INLINE LINKWRIGHT_INLINE
#define SINCOS_APART LINKWRIGHT_PIECE
#define SINCOS_RESTRICT LINKWRIGHT_RESTRICT
#include "sincos.h"

/* Sine and cosine of one angle. */
LINKWRIGHT_INLINE void linkwright_sincos_of(double x, double *sine, double *cosine) { linkwright_sincos(1, &x, sine, cosine); }

#endif
