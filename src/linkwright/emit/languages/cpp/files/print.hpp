#include <array>
#include <cstddef>
#include <cstdio>

template <std::size_t N, class Scalar>
[[maybe_unused]] static void print(const char *name, const std::array<Scalar, N> &x, std::size_t columns)
{
    std::printf("%s\n", name);
    for (std::size_t i = 0; i < N; i++)
        std::printf("%12.6f%s", static_cast<double>(x[i]), (i + 1) % columns ? "" : "\n");
}

[[maybe_unused]] static void print(const char *name, double x, std::size_t) { std::printf("%s\n%12.6f\n", name, x); }
