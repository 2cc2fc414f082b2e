/** @file
 * Written by Linkwright: what generated C++ functions share.
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

#define SINCOS_INLINE LINKWRIGHT_CPP_INLINE
#define SINCOS_APART LINKWRIGHT_CPP_APART LINKWRIGHT_CPP_INLINE
#define SINCOS_RESTRICT LINKWRIGHT_CPP_RESTRICT
#include "../../c/files/sincos.h"
#include "../../c/files/sincosf.h"

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
