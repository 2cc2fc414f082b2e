/* Written by Linkwright: vectors that hold one number of each of several legs, or columns, where the processor has them
 * (-march=native or -mavx). Elsewhere and with -DLINKWRIGHT_NO_LANES one is done after the other: with the two lanes of SSE2 inverse
 * dynamics of a quadruped gains nothing. */
#ifndef LINKWRIGHT_LANES_H
#define LINKWRIGHT_LANES_H

#if defined(__GNUC__) && defined(__AVX__) && !defined(__CUDACC__) && !defined(LINKWRIGHT_NO_LANES)
#define LINKWRIGHT_LANES
#include <immintrin.h>
typedef double linkwright_real2 __attribute__((vector_size(16)));
typedef double linkwright_real4 __attribute__((vector_size(32)));
typedef double linkwright_real8 __attribute__((vector_size(64)));
/* in an array of double */
typedef double linkwright_near2 __attribute__((vector_size(16), aligned(8), may_alias));
typedef double linkwright_near4 __attribute__((vector_size(32), aligned(8), may_alias));
typedef double linkwright_near8 __attribute__((vector_size(64), aligned(8), may_alias));
/* the same of floats */
typedef float linkwright_real2f __attribute__((vector_size(8)));
typedef float linkwright_real4f __attribute__((vector_size(16)));
typedef float linkwright_real8f __attribute__((vector_size(32)));
typedef float linkwright_near2f __attribute__((vector_size(8), aligned(4), may_alias));
typedef float linkwright_near4f __attribute__((vector_size(16), aligned(4), may_alias));
typedef float linkwright_near8f __attribute__((vector_size(32), aligned(4), may_alias));
/* LINKWRIGHT_REAL2{1.0, 2.0} */
#ifdef __cplusplus
#define LINKWRIGHT_REAL2 linkwright_real2
#define LINKWRIGHT_REAL4 linkwright_real4
#define LINKWRIGHT_REAL8 linkwright_real8
#define LINKWRIGHT_REAL2F linkwright_real2f
#define LINKWRIGHT_REAL4F linkwright_real4f
#define LINKWRIGHT_REAL8F linkwright_real8f
#else
#define LINKWRIGHT_REAL2 (linkwright_real2)
#define LINKWRIGHT_REAL4 (linkwright_real4)
#define LINKWRIGHT_REAL8 (linkwright_real8)
#define LINKWRIGHT_REAL2F (linkwright_real2f)
#define LINKWRIGHT_REAL4F (linkwright_real4f)
#define LINKWRIGHT_REAL8F (linkwright_real8f)
#endif

static inline linkwright_real2 linkwright_sqrt2(linkwright_real2 x)
{
    return _mm_sqrt_pd(x);
}

static inline linkwright_real4 linkwright_sqrt4(linkwright_real4 x)
{
    return _mm256_sqrt_pd(x);
}

#ifdef __AVX512F__
static inline linkwright_real8 linkwright_sqrt8(linkwright_real8 x)
{
    return _mm512_mask_sqrt_pd(x, 0xff, x); /* that without a mask is warned of by gcc 12 */
}
#else /* a function would pass vectors that the processor does not have */
#define linkwright_sqrt8(x) \
    __extension__({ \
        const linkwright_real8 of_ = (x); \
        const linkwright_real4 low_ = _mm256_sqrt_pd(LINKWRIGHT_REAL4{of_[0], of_[1], of_[2], of_[3]}); \
        const linkwright_real4 high_ = _mm256_sqrt_pd(LINKWRIGHT_REAL4{of_[4], of_[5], of_[6], of_[7]}); \
        LINKWRIGHT_REAL8{low_[0], low_[1], low_[2], low_[3], high_[0], high_[1], high_[2], high_[3]}; \
    })
#endif

#define linkwright_sqrt2f(x) \
    __extension__({ const linkwright_real2f of_ = (x); LINKWRIGHT_REAL2F{sqrtf(of_[0]), sqrtf(of_[1])}; })

static inline linkwright_real4f linkwright_sqrt4f(linkwright_real4f x)
{
    return _mm_sqrt_ps(x);
}

static inline linkwright_real8f linkwright_sqrt8f(linkwright_real8f x)
{
    return _mm256_sqrt_ps(x);
}

/* a vector with another number in a lane */
#define LINKWRIGHT_PUT(type, vector, lane, value) \
    __extension__({ type put_ = (vector); put_[lane] = (value); put_; })
#define LINKWRIGHT_PUT2(vector, lane, value) LINKWRIGHT_PUT(linkwright_real2, vector, lane, value)
#define LINKWRIGHT_PUT4(vector, lane, value) LINKWRIGHT_PUT(linkwright_real4, vector, lane, value)
#define LINKWRIGHT_PUT8(vector, lane, value) LINKWRIGHT_PUT(linkwright_real8, vector, lane, value)
#define LINKWRIGHT_PUT2F(vector, lane, value) LINKWRIGHT_PUT(linkwright_real2f, vector, lane, value)
#define LINKWRIGHT_PUT4F(vector, lane, value) LINKWRIGHT_PUT(linkwright_real4f, vector, lane, value)
#define LINKWRIGHT_PUT8F(vector, lane, value) LINKWRIGHT_PUT(linkwright_real8f, vector, lane, value)
#endif

#endif
