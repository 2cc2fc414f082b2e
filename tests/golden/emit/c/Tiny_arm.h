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

#ifndef TINY_ARM_H
#define TINY_ARM_H

/* #define TINY_ARM_API static inline  and include the .c files to have the functions inlined */
#ifndef TINY_ARM_API
#ifdef __CUDACC__
#define TINY_ARM_API __host__ __device__
#else
#define TINY_ARM_API
#endif
#endif

#include <math.h> /* INFINITY */

#define TINY_ARM_NQ 2 /* length of q */
/* joints in the order of q */
static const char *const Tiny_arm_joint_names[2] = {"upper \"arm\"", "it's \\ \316\261"};
/* lower limits of q */
static const double Tiny_arm_lower_position_limit[TINY_ARM_NQ] = {-0.5, -INFINITY};

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TINY_ARM_PARAMETERS_m1 = 0,
    TINY_ARM_PARAMETERS_L_upper = 1,
};

static const double Tiny_arm_parameters[2] = {
    1.5, /* 0: m1 */
    0.25, /* 1: L_upper */
};

#ifdef __CUDACC__
static __device__ const double Tiny_arm_parameters_on_device[] = {1.5, 0.25};
#endif

/*
 * Mass matrix of a small arm
 *
 *   M(q) a = tau
 *
 * in   q  [2]  (rad)  joint positions
 * in   parameters  [2]  physical parameters
 *      may be left out: 2 default values
 * out  M  [2x2]
 * out  h  [scalar]
 *
 * Operations: add 1 mul 4 neg 1 sin 1 cos 1
 * Reference: Featherstone 2008, table 6.2
 * Arrays must not overlap.
 */
TINY_ARM_API void Tiny_arm_mass_matrix(const double q[2], const double *parameters, double M[4], double h[1]);

#ifdef __cplusplus
}
#endif
#endif
