/* Written by Linkwright 1.0: what generated C functions share. Include guards make it safe to include twice. */
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

/* Sines and cosines of n angles, each within 2 units in the last place.
 * No branch depends on an angle, so the loop becomes vector code. Angles beyond 400000, infinities and NaN are left
 * to the C library, and so is everything where double arithmetic is not that of IEEE 754 (x87, -ffast-math). A GPU has
 * a function of its own for one angle, and no vectors to fill. */
#if defined(__CUDA_ARCH__)
LINKWRIGHT_INLINE void linkwright_sincos(int n, const double *x, double *sine, double *cosine)
{
    for (int i = 0; i < n; i++)
        ::sincos(x[i], &sine[i], &cosine[i]);
}
#elif defined(LINKWRIGHT_LIBM) || defined(__FAST_MATH__) || (defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0)
LINKWRIGHT_INLINE void linkwright_sincos(int n, const double *x, double *sine, double *cosine)
{
    for (int i = 0; i < n; i++) {
        sine[i] = sin(x[i]);
        cosine[i] = cos(x[i]);
    }
}
#else
LINKWRIGHT_INLINE void linkwright_sincos_near(double x, double *sine, double *cosine)
{
    /* x = k pi/2 + y; pi/2 in three parts, of which the first two times k are exact */
    const double shifted = x * 0.6366197723675814 + 6755399441055744.0;
    const double k = shifted - 6755399441055744.0;
    const double y = ((x - k * 1.5707963267923333) - k * 2.5633441515839558e-12) - k * 1.0562999066987428e-23;
    const double z = y * y, z2 = z * z;
    const double s = y + (y * z) * ((-0.1666666666666663 + z * 0.00833333333332184) + z2 * ((-0.00019841269829358178 + z * 2.7557313538182667e-06) + z2 * (-2.5050734291713603e-08 + z * 1.5895424255961225e-10)));
    const double c = (1.0 - 0.5 * z) + z2 * ((0.041666666666666595 + z * -0.0013888888888873422) + z2 * ((2.480158728908732e-05 + z * -2.755731424937012e-07) + z2 * (2.0875710631887434e-09 + z * -1.1359056782364493e-11)));
    /* the quadrant is in the low bits of `shifted`: odd ones swap sine and cosine, then signs */
    uint64_t quadrant, a, b;
    memcpy(&quadrant, &shifted, sizeof quadrant);
    const double first = (quadrant & 1) ? c : s;
    const double second = (quadrant & 1) ? s : c;
    memcpy(&a, &first, sizeof a);
    memcpy(&b, &second, sizeof b);
    a ^= (quadrant & 2) << 62;
    b ^= ((quadrant + 1) & 2) << 62;
    memcpy(sine, &a, sizeof a);
    memcpy(cosine, &b, sizeof b);
}

#define LINKWRIGHT_NEAR(x) (fabs(x) <= 400000.0) /* false for NaN */

LINKWRIGHT_PIECE void linkwright_sincos_far(int n, const double *x, double *sine, double *cosine)
{
    for (int i = 0; i < n; i++) {
        if (!LINKWRIGHT_NEAR(x[i])) {
            sine[i] = sin(x[i]);
            cosine[i] = cos(x[i]);
        }
    }
}

LINKWRIGHT_INLINE void linkwright_sincos(int n, const double *LINKWRIGHT_RESTRICT x, double *LINKWRIGHT_RESTRICT sine,
    double *LINKWRIGHT_RESTRICT cosine)
{
    uint64_t far = 0; /* the highest bit: some angle is far; the bits of doubles grow with their size, NaN's beyond all */
    for (int i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        far |= (bits & UINT64_C(0x7fffffffffffffff)) + UINT64_C(0x3ee795ffffffffff);
        linkwright_sincos_near(x[i], &sine[i], &cosine[i]);
    }
    if (far >> 63)
        linkwright_sincos_far(n, x, sine, cosine);
}
#endif

/* Sine and cosine of one angle. */
LINKWRIGHT_INLINE void linkwright_sincos_of(double x, double *sine, double *cosine) { linkwright_sincos(1, &x, sine, cosine); }

#endif
