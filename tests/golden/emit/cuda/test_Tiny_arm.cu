/**
 * Tiny arm: tests of the generated functions against independent values
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 */

#include "Tiny_arm.cuh"
#include "linkwright_checks.cuh"

static void linkwright_call_mass_matrix(double *x, const int *at)
{
    for (const auto layout : linkwright::layouts) {
        linkwright::trial<double> trial(layout);
        double *const y[] = {trial.made(4), trial.made(1)};
        LINKWRIGHT_RUN(Tiny_arm, mass_matrix, trial.given(x + at[0], 2), at[1] < 0 ? nullptr : trial.shared(x + at[1],
        2), y[0], y[1]);
        trial.take(y[0], 4, x + at[2]);
        trial.take(y[1], 1, x + at[3]);
    }
}

int main(void)
{
    static double memory[16] = {0.5, -0.25, 1.5, 0.25, 2.2266843162829835, 0.3633421581414918, 0.3633421581414918, 1.5,
        -0.12370197962726147, 1.0, -1.0};
    static double sum[4];
    static linkwright_adapter *const functions[] = {linkwright_call_mass_matrix};
    static const int arguments[] = {0, 2, 11, 15, 0, 2, 11, 15};
    static const int rows[][7] = {
        {0, 0, 0, 0, 0, 0, 0}, {3, 9, 11, 0, 0, 0, 0}, {3, 10, 4, 0, 0, 0, 0},
        {0, 0, 4, 0, 0, 0, 0}, {3, 9, 15, 0, 0, 0, 0}, {3, 10, 8, 0, 0, 0, 0},
    };
    static const linkwright_case cases[] = {
        {"M at a sample", 1e-09, 0.001, 4, 0, 3},
        {"h at a sample", 1e-09, 0.001, 1, 3, 6},
    };
    const linkwright_table table = {"Tiny arm" LINKWRIGHT_WHERE, memory, 11, 16, sum, functions, arguments, rows, cases, 2};
    return linkwright_run(&table);
}
