/**
 * Tiny arm: the generated functions on dual numbers, which give derivatives
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 */

#include "Tiny_arm.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <type_traits>

/* value + rate e with e e = 0: a function of such numbers gives its derivative along the rates. */
namespace dual_numbers {

struct Dual {
    double value, rate;
    Dual(double v = 0.0, double r = 0.0) : value(v), rate(r) {}
};

inline Dual operator+(const Dual &a, const Dual &b) { return {a.value + b.value, a.rate + b.rate}; }
inline Dual operator-(const Dual &a, const Dual &b) { return {a.value - b.value, a.rate - b.rate}; }
inline Dual operator-(const Dual &a) { return {-a.value, -a.rate}; }
inline Dual operator*(const Dual &a, const Dual &b) { return {a.value * b.value, a.rate * b.value + a.value * b.rate}; }
inline Dual operator/(const Dual &a, const Dual &b)
{
    const double quotient = a.value / b.value;
    return {quotient, (a.rate - quotient * b.rate) / b.value};
}
inline Dual sqrt(const Dual &a) { return {std::sqrt(a.value), a.rate / (2.0 * std::sqrt(a.value))}; }
inline Dual sin(const Dual &a) { return {std::sin(a.value), std::cos(a.value) * a.rate}; }
inline Dual cos(const Dual &a) { return {std::cos(a.value), -std::sin(a.value) * a.rate}; }
inline Dual tan(const Dual &a) { return {std::tan(a.value), a.rate / (std::cos(a.value) * std::cos(a.value))}; }
inline Dual asin(const Dual &a) { return {std::asin(a.value), a.rate / std::sqrt(1.0 - a.value * a.value)}; }
inline Dual acos(const Dual &a) { return {std::acos(a.value), -a.rate / std::sqrt(1.0 - a.value * a.value)}; }
inline Dual exp(const Dual &a) { return {std::exp(a.value), std::exp(a.value) * a.rate}; }
inline Dual log(const Dual &a) { return {std::log(a.value), a.rate / a.value}; }
inline Dual atan2(const Dual &y, const Dual &x)
{
    const double square = x.value * x.value + y.value * y.value;
    return {std::atan2(y.value, x.value), (y.rate * x.value - x.rate * y.value) / square};
}
inline Dual hypot(const Dual &a, const Dual &b)
{
    const double length = std::hypot(a.value, b.value);
    return {length, (a.value * a.rate + b.value * b.rate) / length};
}

} // namespace dual_numbers

namespace {

using dual_numbers::Dual;

int failed;

void report(const char *name, const char *against, double error, double scale, double tolerance)
{
    error /= std::fmax(scale, 1e-3);
    const bool ok = error <= tolerance; // false for NaN
    failed += !ok;
    std::printf("  %-6s %9.2e  derivative of %s against %s\n", ok ? "ok" : "FAILED", error, name, against);
}

/* Rate of f along a direction by dual numbers, and by differences whose error falls with the fourth power of the step. */
template <class F, std::size_t N>
[[maybe_unused]] void differences(const char *name, F f, const std::array<double, N> &x)
{
    std::array<Dual, N> moving;
    std::array<double, N> direction;
    for (std::size_t i = 0; i < N; i++) {
        direction[i] = 1.0 / (1.0 + static_cast<double>(i % 5)) * (i % 2 ? -1.0 : 1.0);
        moving[i] = Dual(x[i], direction[i]);
    }
    const auto at = [&](double step) {
        std::array<double, N> point;
        for (std::size_t i = 0; i < N; i++)
            point[i] = x[i] + step * direction[i];
        return f(point);
    };
    const double h = 1e-3;
    const auto y = f(moving);
    const auto a = at(-2.0 * h), b = at(-h), c = at(h), d = at(2.0 * h);
    double error = 0.0, scale = 0.0;
    for (std::size_t i = 0; i < y.size(); i++) {
        const double rate = (a[i] - 8.0 * b[i] + 8.0 * c[i] - d[i]) / (12.0 * h);
        const double miss = std::fabs(y[i].rate - rate);
        error = std::isfinite(miss) ? std::fmax(error, miss) : HUGE_VAL;
        scale = std::fmax(scale, std::fmax(std::fabs(rate), std::fabs(y[i].value)));
    }
    report(name, "differences", error, scale, 1e-6);
}

/* Every column of d(part of f)/d(part of x) by dual numbers, and as another generated function has it. */
template <class F, class G, std::size_t N>
[[maybe_unused]] void columns(const char *name, F f, G g, const std::array<double, N> &x, std::size_t x_start,
                              std::size_t x_size, std::size_t y_start, std::size_t y_size, std::size_t g_start)
{
    const auto known = g(x);
    double error = 0.0, scale = 0.0;
    for (std::size_t j = 0; j < x_size; j++) {
        std::array<Dual, N> moving;
        for (std::size_t i = 0; i < N; i++)
            moving[i] = Dual(x[i], i == x_start + j ? 1.0 : 0.0);
        const auto y = f(moving);
        for (std::size_t i = 0; i < y_size; i++) {
            const double expected = known[g_start + i * x_size + j];
            const double miss = std::fabs(y[y_start + i].rate - expected);
            error = std::isfinite(miss) ? std::fmax(error, miss) : HUGE_VAL;
            scale = std::fmax(scale, std::fabs(expected));
        }
    }
    report(name, "the generated derivative", error, scale, 1e-9);
}

} // namespace

namespace {

const auto mass_matrix_y = [](const auto &x) {
    using Scalar = std::decay_t<decltype(x[0])>;
    std::array<Scalar, 5> y;
    Tiny_arm::mass_matrix<Scalar>(&x[0], nullptr, &y[0], &y[4]);
    return y;
};

} // namespace

int main()
{
    const std::array<double, 2> mass_matrix_x = {{0.5, -0.25}};
    differences("mass_matrix", mass_matrix_y, mass_matrix_x);
    return failed != 0;
}
