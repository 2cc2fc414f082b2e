/*
 * Tiny arm: an example
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 *
 * make example
 */

#include "Tiny_arm.h"
#include <stddef.h>
#include <stdio.h>

static void show(const char *name, const double *x, int n)
{
    printf("%s:", name);
    for (int i = 0; i < n; i++)
        printf(" %.6g", x[i]);
    printf("\n");
}

int main(void)
{
    {
        const double q[2] = {0.5, -0.25};
        double M[4];
        double h[1];
        Tiny_arm_mass_matrix(q, NULL, M, h);
        show("mass_matrix M", M, 4);
        show("mass_matrix h", h, 1);
    }
    return 0;
}
