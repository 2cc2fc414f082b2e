/**
 * Tiny arm: tests of the generated functions against independent values
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 */

#include "Tiny_arm.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>

namespace {

std::array<double, 4> sum;
double scale, largest;
int passed, failed;

[[maybe_unused]] void begin()
{
    sum.fill(0.0);
    scale = 0.0;
}

template <std::size_t N>
void add(double factor, const std::array<double, N> &x)
{
    for (std::size_t i = 0; i < N; i++) {
        sum[i] += factor * x[i];
        scale = std::fmax(scale, std::fabs(factor * x[i]));
    }
}

[[maybe_unused]] void end(const char *name, double tolerance, double least)
{
    double error = 0.0;
    for (double x : sum)
        error = std::isfinite(x) ? std::fmax(error, std::fabs(x)) : HUGE_VAL;
    error /= std::fmax(scale, least);
    const bool ok = error <= tolerance; // false for NaN
    (ok ? passed : failed)++;
    largest = error > largest || std::isnan(error) ? error : largest;
    std::printf("  %-6s %9.2e  %s\n", ok ? "ok" : "FAILED", error, name);
}

constexpr std::array<double, 2> d0 = {{0.5, -0.25}};

constexpr std::array<double, 2> d1 = {{1.5, 0.25}};

constexpr std::array<double, 4> d2 = {{2.2266843162829835, 0.3633421581414918, 0.3633421581414918, 1.5}};

constexpr std::array<double, 1> d3 = {{-0.12370197962726147}};

void case_0()
{
    std::array<double, 4> r0;
    std::array<double, 1> r1;
    begin();
    { const auto made = Tiny_arm::mass_matrix<double>(d0, d1); r0 = made.M; r1[0] = made.h; }
    add(1.0, r0);
    add(-1.0, d2);
    end("M at a sample", 1e-09, 0.001);
}

void case_1()
{
    std::array<double, 4> r0;
    std::array<double, 1> r1;
    begin();
    { const auto made = Tiny_arm::mass_matrix<double>(d0, d1); r0 = made.M; r1[0] = made.h; }
    add(1.0, r1);
    add(-1.0, d3);
    end("h at a sample", 1e-09, 0.001);
}

} // namespace

int main()
{
    std::printf("%s\n", "Tiny arm");
    case_0();
    case_1();
    std::printf("%d checks, %d passed, max relative error %.2e\n", passed + failed, passed, largest);
    return failed != 0;
}
