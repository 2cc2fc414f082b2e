/* Written by Linkwright: what generated C functions in single precision share. Include guards make it safe to include twice. */
#ifndef LINKWRIGHT_MATHF_H
#define LINKWRIGHT_MATHF_H

#include "linkwright_math.h"

/* -DLINKWRIGHT_CHECK: see linkwright_math.h. */
#if defined(LINKWRIGHT_CHECK) && !defined(__CUDA_ARCH__)
static void linkwright_checkf(const char *function, const char *name, const float *x, int n)
{
    if (!x)
        linkwright_check(function, name, NULL, 1);
    for (int i = 0; i < n; i++) {
        if (!isfinite(x[i])) {
            fprintf(stderr, "%s: element %d of %s is %g, not a finite number\n", function, i, name, (double)x[i]);
            abort();
        }
    }
}
#define LINKWRIGHT_FINITEF(x, n) linkwright_checkf(__func__, #x, x, n)
#else
#define LINKWRIGHT_FINITEF(x, n) ((void)0)
#endif

LINKWRIGHT_INLINE float linkwright_minf(float a, float b) { return b < a ? b : a; }
LINKWRIGHT_INLINE float linkwright_maxf(float a, float b) { return b > a ? b : a; }
LINKWRIGHT_INLINE float linkwright_signf(float x) { return x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : x; }
LINKWRIGHT_INLINE float linkwright_selectf(float x, float yes, float no) { return x > 0.0f ? yes : no; }
LINKWRIGHT_INLINE float linkwright_only_iff(float condition, float x) { return condition > 0.0f ? x : (float)NAN; }

LINKWRIGHT_INLINE void linkwright_fillf(float *x, int n, float value)
{
    for (int i = 0; i < n; i++)
        x[i] = value;
}

#define SINCOS_INLINE LINKWRIGHT_INLINE
#define SINCOS_APART LINKWRIGHT_PIECE
#define SINCOS_RESTRICT LINKWRIGHT_RESTRICT
#include "sincosf.h"

/* Sine and cosine of one angle. */
LINKWRIGHT_INLINE void linkwright_sincosf_of(float x, float *sine, float *cosine) { linkwright_sincosf(1, &x, sine, cosine); }

#endif
