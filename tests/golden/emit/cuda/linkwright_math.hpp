/** @file
 * Written by Linkwright 1.0: what generated C++ functions share.
 *
 * -DLINKWRIGHT_CHECK, for the whole program: every function first looks at its inputs, and throws std::invalid_argument
 * where one is a null pointer or not a finite number (prints and aborts where exceptions are off). On a GPU they do not look.
 * -DLINKWRIGHT_LIBM: sines and cosines by the standard library.
 */
#ifndef LINKWRIGHT_MATH_HPP
#define LINKWRIGHT_MATH_HPP

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#ifdef LINKWRIGHT_CHECK
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#endif

#if defined(__GNUC__)
#define LINKWRIGHT_CPP_APART __attribute__((noinline))
#define LINKWRIGHT_CPP_RESTRICT __restrict__
#elif defined(_MSC_VER)
#define LINKWRIGHT_CPP_APART __declspec(noinline)
#define LINKWRIGHT_CPP_RESTRICT __restrict
#else
#define LINKWRIGHT_CPP_APART
#define LINKWRIGHT_CPP_RESTRICT
#endif
/* nvcc: functions are for the host and for the device. */
#ifdef __CUDACC__
#define LINKWRIGHT_CPP_HOST_DEVICE __host__ __device__
#else
#define LINKWRIGHT_CPP_HOST_DEVICE
#endif
#define LINKWRIGHT_CPP_INLINE LINKWRIGHT_CPP_HOST_DEVICE inline

/* Default values as the code that is being compiled can read them: an array of the host is none of the device. */
#ifdef __CUDA_ARCH__
#define LINKWRIGHT_CPP_DEFAULT(x) x##_on_device<Scalar>
#else
#define LINKWRIGHT_CPP_DEFAULT(x) x<Scalar>.data()
#endif

/* Straight-line code. gcc's -O3 puts unrelated numbers of it together into vectors (slp) and spends more on shuffling them
 * than it saves: without this, inverse dynamics of a humanoid takes 530 ns instead of 410. clang's does no harm. */
#if defined(__GNUC__) && !defined(__clang__) && !defined(__INTEL_COMPILER) && !defined(__CUDACC__)
#define LINKWRIGHT_CPP_STRAIGHT __attribute__((optimize("no-tree-slp-vectorize")))
#else
#define LINKWRIGHT_CPP_STRAIGHT
#endif

/* A piece of a large function. Compilers need time quadratic in the size of a function, so pieces stay apart. */
#define LINKWRIGHT_CPP_PIECE LINKWRIGHT_CPP_STRAIGHT LINKWRIGHT_CPP_APART LINKWRIGHT_CPP_HOST_DEVICE

namespace linkwright {

namespace detail {

using std::cos;
using std::fabs;
using std::memcpy;
using std::sin;
using std::uint32_t;
using std::uint64_t;

/* Sines and cosines of n angles, each within 2 units in the last place.
 * No branch depends on an angle, so the loop becomes vector code. Angles beyond 400000, infinities and NaN are left
 * to the C library, and so is everything where double arithmetic is not that of IEEE 754 (x87, -ffast-math). A GPU has
 * a function of its own for one angle, and no vectors to fill. */
#if defined(__CUDA_ARCH__)
LINKWRIGHT_CPP_INLINE void linkwright_sincos(int n, const double *x, double *sine, double *cosine)
{
    for (int i = 0; i < n; i++)
        ::sincos(x[i], &sine[i], &cosine[i]);
}
#elif defined(LINKWRIGHT_LIBM) || defined(__FAST_MATH__) || (defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0)
LINKWRIGHT_CPP_INLINE void linkwright_sincos(int n, const double *x, double *sine, double *cosine)
{
    for (int i = 0; i < n; i++) {
        sine[i] = sin(x[i]);
        cosine[i] = cos(x[i]);
    }
}
#else
LINKWRIGHT_CPP_INLINE void linkwright_sincos_near(double x, double *sine, double *cosine)
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

LINKWRIGHT_CPP_APART LINKWRIGHT_CPP_INLINE void linkwright_sincos_far(int n, const double *x, double *sine, double *cosine)
{
    for (int i = 0; i < n; i++) {
        if (!LINKWRIGHT_NEAR(x[i])) {
            sine[i] = sin(x[i]);
            cosine[i] = cos(x[i]);
        }
    }
}

LINKWRIGHT_CPP_INLINE void linkwright_sincos(int n, const double *LINKWRIGHT_CPP_RESTRICT x, double *LINKWRIGHT_CPP_RESTRICT sine,
    double *LINKWRIGHT_CPP_RESTRICT cosine)
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

/* Sines and cosines of n angles in single precision, each within 2 units in the last place.
 * No branch depends on an angle, so the loop becomes vector code. Angles beyond 5000, infinities and NaN are left to the C
 * library, and so is everything where float arithmetic is not that of IEEE 754 (x87, -ffast-math). A GPU has a function of
 * its own for one angle, and no vectors to fill. */
#if defined(__CUDA_ARCH__)
LINKWRIGHT_CPP_INLINE void linkwright_sincosf(int n, const float *x, float *sine, float *cosine)
{
    for (int i = 0; i < n; i++)
        ::sincosf(x[i], &sine[i], &cosine[i]);
}
#elif defined(LINKWRIGHT_LIBM) || defined(__FAST_MATH__) || (defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0)
LINKWRIGHT_CPP_INLINE void linkwright_sincosf(int n, const float *x, float *sine, float *cosine)
{
    for (int i = 0; i < n; i++) {
        sine[i] = sinf(x[i]);
        cosine[i] = cosf(x[i]);
    }
}
#else
LINKWRIGHT_CPP_INLINE void linkwright_sincosf_near(float x, float *sine, float *cosine)
{
    /* |x| = k pi/2 + y; pi/2 in four parts, of which the first three times k are exact, and so is what `twice` rounds off */
    const float size = fabsf(x);
    const float shifted = size * 0.63661975f + 12582912.0f;
    const float k = shifted - 12582912.0f;
#if defined(FP_FAST_FMAF) || defined(__FP_FAST_FMAF) /* a product and a sum as one operation: pi/2 in three parts of 24 bits */
    const float near = fmaf(k, 4.371139e-08f, fmaf(-k, 1.5707964f, size));
    const float y = fmaf(k, 1.7151245e-15f, near);
#else
    const float once = size - k * 1.5708008f;
    const float twice = once + k * 4.4535846e-06f;
    const float lost = (once - twice) + k * 4.4535846e-06f;
    const float y = (twice + (lost + k * 8.706138e-10f)) - k * 6.223372e-14f;
    const float near = y;
#endif
    const float z = near * near, z2 = z * z;
    const float s = y + (near * z) * ((-0.16666667f + z * 0.008333379f) + z2 * (-0.00019853038f + z * 2.8319803e-06f));
    const float c = (1.0f - 0.5f * z) + z2 * ((0.041666646f + z * -0.0013887306f) + z2 * 2.4431652e-05f);
    /* the quadrant is in the low bits of `shifted`: odd ones swap sine and cosine, then signs */
    uint32_t quadrant, sign, a, b;
    memcpy(&quadrant, &shifted, sizeof quadrant);
    memcpy(&sign, &x, sizeof sign);
    const float first = (quadrant & 1) ? c : s;
    const float second = (quadrant & 1) ? s : c;
    memcpy(&a, &first, sizeof a);
    memcpy(&b, &second, sizeof b);
    a ^= ((quadrant & 2) << 30) ^ (sign & UINT32_C(0x80000000));
    b ^= ((quadrant + 1) & 2) << 30;
    memcpy(sine, &a, sizeof a);
    memcpy(cosine, &b, sizeof b);
}

LINKWRIGHT_CPP_APART LINKWRIGHT_CPP_INLINE void linkwright_sincosf_far(int n, const float *x, float *sine, float *cosine)
{
    for (int i = 0; i < n; i++) {
        if (!(fabsf(x[i]) <= 5000.0f)) { /* NaN too */
            sine[i] = sinf(x[i]);
            cosine[i] = cosf(x[i]);
        }
    }
}

LINKWRIGHT_CPP_INLINE void linkwright_sincosf(int n, const float *LINKWRIGHT_CPP_RESTRICT x, float *LINKWRIGHT_CPP_RESTRICT sine,
    float *LINKWRIGHT_CPP_RESTRICT cosine)
{
    uint32_t far = 0; /* the highest bit: some angle is far; the bits of floats grow with their size, NaN's beyond all */
    for (int i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        far |= (bits & UINT32_C(0x7fffffff)) + UINT32_C(0x3a63bfff);
        linkwright_sincosf_near(x[i], &sine[i], &cosine[i]);
    }
    if (far >> 31)
        linkwright_sincosf_far(n, x, sine, cosine);
}
#endif

template <class Scalar>
struct same {
    using type = Scalar;
};

using std::isfinite;

/* Scalars that do not say whether they are finite are taken to be. */
template <class Scalar>
LINKWRIGHT_CPP_INLINE auto finite(const Scalar &x, int) -> decltype(static_cast<bool>(isfinite(x)))
{
    return static_cast<bool>(isfinite(x));
}

template <class Scalar>
LINKWRIGHT_CPP_INLINE bool finite(const Scalar &, long)
{
    return true;
}

} // namespace detail

/** A type that takes no part in finding a template's argument. */
template <class Scalar>
using same_t = typename detail::same<Scalar>::type;

template <class Scalar>
LINKWRIGHT_CPP_INLINE Scalar min(const Scalar &a, const Scalar &b)
{
    return b < a ? b : a;
}

template <class Scalar>
LINKWRIGHT_CPP_INLINE Scalar max(const Scalar &a, const Scalar &b)
{
    return b > a ? b : a;
}

template <class Scalar>
LINKWRIGHT_CPP_INLINE Scalar sign(const Scalar &x)
{
    return x > Scalar(0) ? Scalar(1) : x < Scalar(0) ? Scalar(-1) : Scalar(0) * x; // NaN and -0 stay
}

/** yes where x > 0, else no. */
template <class Scalar>
LINKWRIGHT_CPP_INLINE Scalar select(const Scalar &x, const Scalar &yes, const Scalar &no)
{
    return x > Scalar(0) ? yes : no;
}

/** Whether x is neither infinite nor NaN, of which x - x is NaN. */
template <class Scalar>
LINKWRIGHT_CPP_INLINE bool is_finite(const Scalar &x)
{
    return x - x <= Scalar(0.0);
}

/** x where condition > 0, else NaN. */
template <class Scalar>
LINKWRIGHT_CPP_INLINE Scalar only_if(const Scalar &condition, const Scalar &x)
{
    return condition > Scalar(0) ? x : Scalar(static_cast<double>(NAN));
}

/** n numbers are `value`. */
template <class Scalar>
LINKWRIGHT_CPP_INLINE void fill(Scalar *x, int n, Scalar value)
{
    for (int i = 0; i < n; i++)
        x[i] = value;
}

/** n numbers of y are those of x. */
template <class Scalar>
LINKWRIGHT_CPP_INLINE void copy(const Scalar *x, int n, Scalar *y)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i];
}

/** Sines and cosines of N angles: vector code for double and float. */
template <int N, class Scalar>
LINKWRIGHT_CPP_INLINE void sincos(const Scalar *x, Scalar *sine, Scalar *cosine)
{
    if constexpr (std::is_same_v<Scalar, double>) {
        detail::linkwright_sincos(N, x, sine, cosine);
    } else if constexpr (std::is_same_v<Scalar, float>) {
        detail::linkwright_sincosf(N, x, sine, cosine);
    } else {
        using std::cos;
        using std::sin;
        for (int i = 0; i < N; i++) {
            sine[i] = sin(x[i]);
            cosine[i] = cos(x[i]);
        }
    }
}

/** Sine and cosine of one angle. */
template <class Scalar>
LINKWRIGHT_CPP_INLINE void sincos(const Scalar &x, Scalar &sine, Scalar &cosine)
{
    sincos<1>(&x, &sine, &cosine);
}

#if defined(LINKWRIGHT_CHECK) && !defined(__CUDA_ARCH__)
[[noreturn]] inline void refuse(const char *function, const char *name, int element)
{
    char text[256];
    if (element < 0)
        std::snprintf(text, sizeof text, "%s: %s is null", function, name);
    else
        std::snprintf(text, sizeof text, "%s: element %d of %s is not a finite number", function, element, name);
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    throw std::invalid_argument(text);
#else
    std::fputs(text, stderr);
    std::abort();
#endif
}

template <class Scalar>
LINKWRIGHT_CPP_INLINE void check(const char *function, const char *name, const Scalar *x, int n)
{
    if (!x)
        refuse(function, name, -1);
    for (int i = 0; i < n; i++)
        if (!detail::finite(x[i], 0))
            refuse(function, name, i);
}
#else
template <class Scalar>
LINKWRIGHT_CPP_INLINE void check(const char *, const char *, const Scalar *, int)
{
}
#endif

} // namespace linkwright

#endif
