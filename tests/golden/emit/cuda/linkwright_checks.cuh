/** @file
 * Written by Linkwright 1.0: how checks of linkwright_checks.h call functions of a batch.
 *
 * A check's state is the one in the middle of a batch whose other states are NaN, in both layouts of memory: whoever reads or
 * writes the wrong place gets NaN. What a thread does runs on the host; -DLINKWRIGHT_ON_GPU launches kernels instead.
 */
#ifndef LINKWRIGHT_CHECKS_CUH
#define LINKWRIGHT_CHECKS_CUH

#include "linkwright_math.cuh"
#include "linkwright_checks.h"

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#if defined(LINKWRIGHT_ON_GPU)
#define LINKWRIGHT_WHERE ": kernels on the GPU"
#define LINKWRIGHT_RUN(robot, function, ...)                                                                                     \
    trial.ran(robot::batch::function<decltype(trial)::scalar>(__VA_ARGS__, trial.count, nullptr, trial.order))
#else
#if defined(__CUDACC__)
#define LINKWRIGHT_WHERE ": compiled by nvcc, run on the host; nothing was executed on a GPU"
#else
#define LINKWRIGHT_WHERE ": compiled for the host and run there; neither compiled for a GPU nor executed on one"
#endif
#define LINKWRIGHT_RUN(robot, function, ...)                                                                                     \
    robot::states::function<decltype(trial)::scalar>(__VA_ARGS__, linkwright::share{0, 1, trial.count, trial.order})
#endif

namespace linkwright {

inline constexpr layout layouts[] = {layout::columns, layout::rows};

#ifdef LINKWRIGHT_ON_GPU
inline void must(cudaError_t error)
{
    if (error != cudaSuccess) {
        std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
        std::exit(2);
    }
}

/** An array of the device. */
template <class Scalar>
class array {
public:
    explicit array(const std::vector<Scalar> &x) : size(x.size() * sizeof(Scalar))
    {
        must(cudaMalloc(&data, size));
        must(cudaMemcpy(data, x.data(), size, cudaMemcpyHostToDevice));
    }
    array(array &&other) noexcept : size(other.size), data(other.data) { other.data = nullptr; }
    array(const array &) = delete;
    array &operator=(const array &) = delete;
    ~array() { cudaFree(data); }

    Scalar *begin() { return data; }
    void read(const Scalar *from, std::vector<Scalar> &x) const
    {
        must(cudaDeviceSynchronize());
        must(cudaMemcpy(x.data(), from, x.size() * sizeof(Scalar), cudaMemcpyDeviceToHost));
    }

private:
    std::size_t size;
    Scalar *data = nullptr;
};
#else
/** An array of the host. */
template <class Scalar>
class array {
public:
    explicit array(std::vector<Scalar> x) : values(std::move(x)) {}

    Scalar *begin() { return values.data(); }
    void read(const Scalar *from, std::vector<Scalar> &x) const { x.assign(from, from + x.size()); }

private:
    std::vector<Scalar> values;
};
#endif

/** One call for a batch of Scalars; a check's own numbers are doubles. */
template <class Scalar>
class trial {
public:
    using scalar = Scalar;
    static constexpr std::size_t count = 3;
    const layout order;

    explicit trial(layout l) : order(l) {}

    /** A batch of an input, of which x is the state in the middle. */
    const Scalar *given(const double *x, int size)
    {
        std::vector<Scalar> all = absent(size);
        for (int i = 0; i < size; i++)
            all[middle(i, size)] = static_cast<Scalar>(x[i]);
        return keep(all);
    }

    /** An input that all states share. */
    const Scalar *shared(const double *x, int size)
    {
        std::vector<Scalar> all;
        for (int i = 0; i < size; i++)
            all.push_back(static_cast<Scalar>(x[i]));
        return keep(all);
    }

    /** Room for an output. */
    Scalar *made(int size) { return keep(absent(size)); }

    /** The result of the state in the middle to x; NaN where it depends on the layout. */
    void take(const Scalar *result, int size, double *x)
    {
        std::vector<Scalar> all = absent(size);
        arrays.front().read(result, all);
        for (int i = 0; i < size; i++) {
            const double y = static_cast<double>(all[middle(i, size)]);
            const bool same = order == layouts[0] || std::memcmp(&y, &x[i], sizeof y) == 0 || (std::isnan(y) && std::isnan(x[i]));
            x[i] = same ? y : static_cast<double>(NAN);
        }
    }

#ifdef LINKWRIGHT_ON_GPU
    void ran(cudaError_t error) const { must(error); }
#endif

private:
    std::vector<array<Scalar>> arrays;

    /** Where element i of the state in the middle is: said here once more, apart from what is tested. */
    std::size_t middle(int i, int size) const
    {
        return static_cast<std::size_t>(order == layout::columns ? i * static_cast<int>(count) + 1 : size + i);
    }

    static std::vector<Scalar> absent(int size)
    {
        return std::vector<Scalar>(count * static_cast<std::size_t>(size), static_cast<Scalar>(NAN));
    }

    Scalar *keep(const std::vector<Scalar> &x)
    {
        arrays.emplace_back(x);
        return arrays.back().begin();
    }
};

} // namespace linkwright

#endif
