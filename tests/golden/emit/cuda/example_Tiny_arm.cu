/**
 * Tiny arm: how the generated functions are called, for batches
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 *
 * make example
 */

#include "Tiny_arm.cuh"

using real = double; // what functions compute with

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

static constexpr std::size_t count = 4;
static constexpr auto columns = linkwright::layout::columns; // element i of state k is at [i * count + k]

// A batch around a state.
static std::vector<real> states(const std::vector<real> &one)
{
    std::vector<real> all(one.size() * count);
    for (std::size_t i = 0; i < one.size(); i++)
        for (std::size_t k = 0; k < count; k++)
            all[i * count + k] = one[i] + static_cast<real>(0.01) * static_cast<real>(k);
    return all;
}

static void show(const char *name, const std::vector<real> &x)
{
    std::printf("%s\n", name);
    for (std::size_t i = 0; i < x.size(); i++)
        std::printf("%12.6f%s", static_cast<double>(x[i]), (i + 1) % count ? "" : "\n");
}

#ifdef __CUDACC__
static void check(cudaError_t error)
{
    if (error != cudaSuccess) {
        std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
        std::exit(1);
    }
}

static bool has_gpu()
{
    int found = 0;
    return cudaGetDeviceCount(&found) == cudaSuccess && found > 0;
}

// An array of the device, which lives as long as this.
struct on_gpu {
    real *data = nullptr;
    std::size_t size;

    explicit on_gpu(const std::vector<real> &x) : size(x.size())
    {
        check(cudaMalloc(&data, size * sizeof(real)));
        check(cudaMemcpy(data, x.data(), size * sizeof(real), cudaMemcpyHostToDevice));
    }
    on_gpu(const on_gpu &) = delete;
    on_gpu &operator=(const on_gpu &) = delete;
    ~on_gpu() { cudaFree(data); } // which waits for the kernels that read it

    std::vector<real> back() const // waits until the kernel is ready
    {
        std::vector<real> x(size);
        check(cudaMemcpy(x.data(), data, size * sizeof(real), cudaMemcpyDeviceToHost));
        return x;
    }
};
#endif

static void show_mass_matrix()
{
    const std::vector<real> q = states({0.5, -0.25});
    std::vector<real> M(4 * count);
    std::vector<real> h(1 * count);
#ifdef __CUDACC__
    if (has_gpu()) {
        on_gpu gpu_M(M);
        on_gpu gpu_h(h);
        check(Tiny_arm::batch::mass_matrix<real>(on_gpu(q).data, nullptr, gpu_M.data, gpu_h.data, count));
        M = gpu_M.back();
        h = gpu_h.back();
    } else
#endif
        Tiny_arm::states::mass_matrix<real>(q.data(), nullptr, M.data(), h.data(), linkwright::share{0, 1, count,
            columns});
    show("mass_matrix: M", M);
    show("mass_matrix: h", h);
}

int main()
{
    show_mass_matrix();
}
