/* Written by Linkwright: vectors that hold one number of each of several legs, where the processor has them (-march=native or
 * -mavx). Elsewhere and with -DLINKWRIGHT_NO_LANES one leg is done after the other: with the two lanes of SSE2 inverse dynamics
 * of a quadruped gains nothing. */
#ifndef LINKWRIGHT_LANES_H
#define LINKWRIGHT_LANES_H

#if defined(__GNUC__) && defined(__AVX__) && !defined(__CUDACC__) && !defined(LINKWRIGHT_NO_LANES)
#define LINKWRIGHT_LANES
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
#endif

#endif
