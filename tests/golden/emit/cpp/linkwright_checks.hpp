/** @file
 * Written by Linkwright 1.0: how functions that take and return values read and write the memory of linkwright_checks.h.
 */
#ifndef LINKWRIGHT_CHECKS_HPP
#define LINKWRIGHT_CHECKS_HPP

#include "linkwright_checks.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace linkwright {

template <std::size_t N, class Scalar = double>
std::array<Scalar, N> taken(const double *memory)
{
    std::array<Scalar, N> x;
    std::transform(memory, memory + N, x.begin(), [](double value) { return static_cast<Scalar>(value); });
    return x;
}

template <std::size_t N, class Scalar>
void put(const std::array<Scalar, N> &x, double *memory)
{
    std::transform(x.begin(), x.end(), memory, [](Scalar value) { return static_cast<double>(value); });
}

inline void put(double x, double *memory) { *memory = x; }

} // namespace linkwright

#endif
