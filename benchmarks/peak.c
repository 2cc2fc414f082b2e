/* What the processor can do, for the columns that say how near to it a row is: independent chains of fused multiply-adds,
 * scalar and in vectors, which keep its units busy; a chain of additions, which takes a cycle each; writing memory. Vectors
 * are the compiler's own (gcc and clang know vector_size). */
#include <string.h>
#include <time.h>

#if defined(__AVX512F__)
#define LANES 8
#elif defined(__AVX__)
#define LANES 4
#else
#define LANES 2
#endif
#define CHAINS 12 /* more than any processor's latency times its units; registers hold them */

#if defined(__x86_64__)
#define KEEP(x) __asm__ volatile("" : "+x"(x)) /* no code: what is computed until here stays apart, in a register */
#else
#define KEEP(x) __asm__ volatile("" : "+w"(x))
#endif

typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* of this thread: other programs on the machine must not count */
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int machine_lanes(void) { return LANES; }
int machine_chains(void) { return CHAINS; }

#define EACH(do) do(x0), do(x1), do(x2), do(x3), do(x4), do(x5), do(x6), do(x7), do(x8), do(x9), do(x10), do(x11)
#define STEP(x) x = x * factor + addend
#define HELD(x) ({ KEEP(x); })

#define CHAINED(type)                                                                             \
  type x0 = addend, x1 = x0, x2 = x0, x3 = x0, x4 = x0, x5 = x0;                                  \
  type x6 = x0, x7 = x0, x8 = x0, x9 = x0, x10 = x0, x11 = x0;                                    \
  const double start = cpu_seconds();                                                             \
  for (long i = 0; i < n; ++i) {                                                                  \
    EACH(STEP);                                                                                   \
    EACH(HELD);                                                                                   \
  }                                                                                               \
  return cpu_seconds() - start

/* n times CHAINS multiply-adds of one number each. */
double machine_scalar(long n, double factor, double addend) { CHAINED(double); }

/* n times CHAINS multiply-adds of LANES numbers each. */
double machine_vector(long n, double f, double a) {
  const lanes factor = f - (lanes){0}, addend = a - (lanes){0};
  CHAINED(lanes);
}

/* n cycles: each addition waits for the one before. */
double machine_cycles(long n, long y) {
  long x = y;
  const double start = cpu_seconds();
  for (long i = 0; i < n; i += 16) {
#define ADD x += y; __asm__ volatile("" : "+r"(x))
    ADD; ADD; ADD; ADD; ADD; ADD; ADD; ADD; ADD; ADD; ADD; ADD; ADD; ADD; ADD; ADD;
  }
  return cpu_seconds() - start;
}

/* n times all numbers of some arrays. */
double machine_write(long n, int arrays, double *const *out, const long *size) {
  const double start = cpu_seconds();
  for (long i = 0; i < n; ++i)
    for (int j = 0; j < arrays; ++j) {
      double *const x = out[j];
      const double value = 1.0 + (double)i;
      for (long k = 0; k < size[j]; ++k) x[k] = value;
      __asm__ volatile("" ::: "memory");
    }
  return cpu_seconds() - start;
}
