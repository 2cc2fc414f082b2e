/*
 * Tiny arm: tests of the generated functions against independent values
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 */

#include "Tiny_arm.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static double sum[4], scale;
static int passed, failed;
static double largest;

static void begin(void)
{
    memset(sum, 0, sizeof sum);
    scale = 0.0;
}

static void add(double factor, const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        sum[i] += factor * x[i];
        scale = fmax(scale, fabs(factor * x[i]));
    }
}

static void end(const char *name, int n, double tolerance, double least)
{
    double error = 0.0;
    for (int i = 0; i < n; i++)
        error = isfinite(sum[i]) ? fmax(error, fabs(sum[i])) : INFINITY;
    error /= fmax(scale, least);
    const int ok = error <= tolerance; /* false for NaN */
    passed += ok;
    failed += !ok;
    largest = error > largest || isnan(error) ? error : largest;
    printf("  %-6s %9.2e  %s\n", ok ? "ok" : "FAILED", error, name);
}

static const double d0[2] = {0.5, -0.25};

static const double d1[2] = {1.5, 0.25};

static const double d2[4] = {2.2266843162829835, 0.3633421581414918, 0.3633421581414918, 1.5};

static const double d3[1] = {-0.12370197962726147};

static void case_0(void)
{
    double r0[4], r1[1];
    begin();
    Tiny_arm_mass_matrix(d0, d1, r0, r1);
    add(1.0, r0, 4);
    add(-1.0, d2, 4);
    end("M at a sample", 4, 1e-09, 0.001);
}

static void case_1(void)
{
    double r0[4], r1[1];
    begin();
    Tiny_arm_mass_matrix(d0, d1, r0, r1);
    add(1.0, r1, 1);
    add(-1.0, d3, 1);
    end("h at a sample", 1, 1e-09, 0.001);
}

int main(void)
{
    printf("%s\n", "Tiny arm");
    case_0();
    case_1();
    printf("%d checks, %d passed, max relative error %.2e\n", passed + failed, passed, largest);
    return failed != 0;
}
