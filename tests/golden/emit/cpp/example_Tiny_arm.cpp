/**
 * Tiny arm: how the generated functions are called
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 */

#include "Tiny_arm.hpp"

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

static void show_mass_matrix()
{
    const std::array<double, 2> q = {{0.5, -0.25}};
    const auto result_ = Tiny_arm::mass_matrix<double>(q);
    print("mass_matrix: M", result_.M, 2);
    print("mass_matrix: h", result_.h, 1);
    auto parameters = Tiny_arm::default_parameters<double>;
    parameters[Tiny_arm::parameters_index::m1] *= 2.0;
    const auto changed_ = Tiny_arm::mass_matrix<double>(q, parameters);
    print("mass_matrix: M, m1 doubled", changed_.M, 2);
    print("mass_matrix: h, m1 doubled", changed_.h, 1);
}

int main()
{
    show_mass_matrix();
}
