/* The loop around a generated C function. The file that includes it has defined CALL(in, out): evaluate one state, where
 * in[0], in[1], in[2] are the state's inputs in the quantity's order and out is room for the results. REAL: what it computes with. */
#include <time.h>

#ifndef REAL
#define REAL double
#endif

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* of this thread: other programs on the machine must not count */
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Evaluate n states, cycling over `count` of them; input i of state k starts at data[i] + k * size[i]. */
double bench_seconds(long n, long count, int inputs, const REAL *const *data, const long *size, REAL *out) {
  const REAL *in[3] = {0, 0, 0};
  long k = 0;
  const double start = cpu_seconds();
  for (long i = 0; i < n; ++i) {
    for (int j = 0; j < inputs; ++j) in[j] = data[j] + k * size[j];
    CALL(in, out);
    __asm__ volatile("" ::: "memory");
    if (++k == count) k = 0;
  }
  return cpu_seconds() - start;
}
