/** @file
 * Tiny arm: equations of motion of batches, CUDA
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 *
 * Conventions
 *   M(q) a = tau
 *   angles in radians * / """ % /end{document}
 *
 * Parameters
 *   m1       1.5   kg  mass of the upper link
 *   L_upper  0.25  m
 *
 * Functions
 *   mass_matrix  M(q) a = tau
 *
 * Every array is one of the device and of a whole batch: element i of state k is at [i * count + k], so that threads of a
 * warp read neighbouring numbers; with linkwright::layout::rows it is at [k * size + i]. What may be left out (nullptr)
 * is an array of the device too, one for all states. Launchers wait for nothing; they return what the launch returned.
 *
 * Kernels are compiled by the tests of Linkwright, but were never executed on a GPU there: `make test` runs what a thread
 * does on the host. Run `make test-gpu` first on a machine that has one. The tested way to a GPU is generated JAX.
 */

#ifndef TINY_ARM_CUH
#define TINY_ARM_CUH

#include "Tiny_arm.hpp"
#include "linkwright_math.cuh"
#include <cstddef>

// What a thread does: its share of the states. On the host, share{0, 1, count, layout} is all of them.
namespace Tiny_arm::states {

template <class Scalar>
LINKWRIGHT_CPP_INLINE void mass_matrix(
    const Scalar *LINKWRIGHT_CPP_RESTRICT q,
    const linkwright::same_t<Scalar> *LINKWRIGHT_CPP_RESTRICT parameters,
    Scalar *LINKWRIGHT_CPP_RESTRICT M,
    Scalar *LINKWRIGHT_CPP_RESTRICT h,
    const linkwright::share &share)
{
    for (std::size_t state = share.first; state < share.count; state += share.step) {
        struct { Scalar q[2], M[4], h[1]; } one;
        linkwright::gather(q, 2, state, share, one.q);
        Tiny_arm::mass_matrix<Scalar>(one.q, parameters, one.M, one.h);
        linkwright::scatter(one.M, 4, state, share, M);
        linkwright::scatter(one.h, 1, state, share, h);
    }
}

} // namespace Tiny_arm::states

#ifdef LINKWRIGHT_CUDA_RUNTIME
namespace Tiny_arm::batch {

/**
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
 */
template <class Scalar>
cudaError_t mass_matrix(
    const Scalar *q,
    const linkwright::same_t<Scalar> *parameters,
    Scalar *M,
    Scalar *h,
    std::size_t count,
    cudaStream_t stream = nullptr,
    linkwright::layout layout = linkwright::layout::columns);

} // namespace Tiny_arm::batch
#endif

#endif
