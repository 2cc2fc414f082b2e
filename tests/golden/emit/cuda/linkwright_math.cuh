/** @file
 * Written by Linkwright 1.0: what generated CUDA functions of batches share.
 */
#ifndef LINKWRIGHT_MATH_CUH
#define LINKWRIGHT_MATH_CUH

#include "linkwright_math.hpp"

#include <cstddef>

/* Launchers are declared for other compilers too where these find the runtime's header. */
#if defined(__CUDACC__) || __has_include(<cuda_runtime.h>)
#define LINKWRIGHT_CUDA_RUNTIME
#include <cuda_runtime.h>
#endif

namespace linkwright {

/** How a batch of `count` states lies in memory: element i of state k is at */
enum class layout {
    columns, /**< [i * count + k]: a struct of arrays; neighbouring threads read neighbouring numbers */
    rows     /**< [k * size + i]: one state after the other, as in a NumPy array of shape (count, size) */
};

/** States of a batch that one thread takes: first, first + step, ... below count. */
struct share {
    std::size_t first, step, count;
    layout order;
};

/** Where state number `state` of an array begins, and how far its elements are from each other. */
struct place {
    std::size_t first, step;
};

LINKWRIGHT_CPP_INLINE place place_of(int size, std::size_t state, const share &all)
{
    if (all.order == layout::columns)
        return {state, all.count};
    return {state * static_cast<std::size_t>(size), 1};
}

/** One state of a batch to an array of its own. */
template <class Scalar>
LINKWRIGHT_CPP_INLINE void gather(const Scalar *batch, int size, std::size_t state, const share &all, Scalar *one)
{
    const place at = place_of(size, state, all);
    for (int i = 0; i < size; i++)
        one[i] = batch[at.first + static_cast<std::size_t>(i) * at.step];
}

/** And back. */
template <class Scalar>
LINKWRIGHT_CPP_INLINE void scatter(const Scalar *one, int size, std::size_t state, const share &all, Scalar *batch)
{
    const place at = place_of(size, state, all);
    for (int i = 0; i < size; i++)
        batch[at.first + static_cast<std::size_t>(i) * at.step] = one[i];
}

/** Threads of a block: long straight-line code needs many registers, so blocks are small. */
constexpr unsigned threads = 128;

/** Blocks for so many states; beyond the limit a thread takes several states. */
inline unsigned blocks(std::size_t count)
{
    const std::size_t wanted = (count + threads - 1) / threads, most = 65535;
    return static_cast<unsigned>(wanted < most ? wanted : most);
}

#ifdef __CUDACC__
/** The share of the thread that asks. */
__device__ inline share of_thread(std::size_t count, layout order)
{
    const std::size_t first = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    return {first, static_cast<std::size_t>(gridDim.x) * blockDim.x, count, order};
}
#endif

} // namespace linkwright

#endif
