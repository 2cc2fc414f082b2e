/*
 * Tiny arm: equations of motion, C99
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 *
 * Conventions
 *   M(q) a = tau
 *   angles in radians * / """ % \end{document}
 *
 * Parameters
 *   m1       1.5   kg  mass of the upper link
 *   L_upper  0.25  m
 *
 * Functions
 *   mass_matrix  M(q) a = tau
 */

#include "Tiny_arm.h"
#include "linkwright_math.h"

TINY_ARM_API void Tiny_arm_mass_matrix(const double q[LINKWRIGHT_RESTRICT 2],
    const double *LINKWRIGHT_RESTRICT parameters, double M[LINKWRIGHT_RESTRICT 4], double h[LINKWRIGHT_RESTRICT 1])
{
    if (!parameters)
        parameters = LINKWRIGHT_DEFAULT(Tiny_arm_parameters);
    LINKWRIGHT_FINITE(q, 2);
    LINKWRIGHT_FINITE(parameters, 2);
    double sine[2], cosine[2];
    linkwright_sincos(2, &q[0], &sine[0], &cosine[0]);
    const double t1 = parameters[0] * parameters[1] * cosine[1];
    M[1] = t1;
    M[2] = t1;
    M[0] = 2.0 * t1 + parameters[0];
    h[0] = -(-0.5 * sine[1]);
    M[3] = parameters[0];
}
