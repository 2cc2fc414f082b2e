/** @file
 * Written by Linkwright: how functions that take and return values read and write the memory of linkwright_checks.h.
 */
#ifndef LINKWRIGHT_CHECKS_HPP
#define LINKWRIGHT_CHECKS_HPP

#include "linkwright_checks.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace linkwright {

template <std::size_t N>
std::array<double, N> taken(const double *memory)
{
    std::array<double, N> x;
    std::copy_n(memory, N, x.begin());
    return x;
}

template <std::size_t N>
void put(const std::array<double, N> &x, double *memory)
{
    std::copy_n(x.begin(), N, memory);
}

inline void put(double x, double *memory) { *memory = x; }

} // namespace linkwright

#endif
