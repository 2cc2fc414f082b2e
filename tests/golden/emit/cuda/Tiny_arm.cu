/**
 * Tiny arm: kernels of batches and their launchers
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 *
 * Kernels are compiled by the tests of Linkwright, but were never executed on a GPU there: `make test` runs what a thread
 * does on the host. Run `make test-gpu` first on a machine that has one. The tested way to a GPU is generated JAX.
 */

#include "Tiny_arm.cuh"

namespace Tiny_arm::kernels {

template <class Scalar>
__global__ void __launch_bounds__(linkwright::threads) mass_matrix(
    const Scalar *LINKWRIGHT_CPP_RESTRICT q,
    const linkwright::same_t<Scalar> *LINKWRIGHT_CPP_RESTRICT parameters,
    Scalar *LINKWRIGHT_CPP_RESTRICT M,
    Scalar *LINKWRIGHT_CPP_RESTRICT h,
    std::size_t count,
    linkwright::layout layout)
{
    Tiny_arm::states::mass_matrix<Scalar>(q, parameters, M, h, linkwright::of_thread(count, layout));
}

} // namespace Tiny_arm::kernels

namespace Tiny_arm::batch {

template <class Scalar>
cudaError_t mass_matrix(
    const Scalar *q,
    const linkwright::same_t<Scalar> *parameters,
    Scalar *M,
    Scalar *h,
    std::size_t count,
    cudaStream_t stream,
    linkwright::layout layout)
{
    if (count == 0)
        return cudaSuccess;
    Tiny_arm::kernels::mass_matrix<Scalar><<<linkwright::blocks(count), linkwright::threads, 0, stream>>>(q,
        parameters, M, h, count, layout);
    return cudaGetLastError();
}
template cudaError_t mass_matrix<double>(
    const double *q,
    const linkwright::same_t<double> *parameters,
    double *M,
    double *h,
    std::size_t count,
    cudaStream_t stream,
    linkwright::layout layout);
template cudaError_t mass_matrix<float>(
    const float *q,
    const linkwright::same_t<float> *parameters,
    float *M,
    float *h,
    std::size_t count,
    cudaStream_t stream,
    linkwright::layout layout);

} // namespace Tiny_arm::batch
