/** @file
 * Tiny arm: equations of motion, C++17
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 *
 * Conventions
 *   M(q) a = tau
 *   angles in radians * / """ % /end{document}
 *
 * Parameters
 *   m1       1.5   kg  mass of the upper link
 *   L_upper  0.25  m
 *
 * Functions
 *   mass_matrix  M(q) a = tau
 */

#ifndef TINY_ARM_HPP
#define TINY_ARM_HPP

#include "linkwright_math.hpp"

#include <array>
#include <cstddef>
#include <limits>
#include <string_view>

namespace Tiny_arm {

/** length of q */
inline constexpr std::size_t nq = 2;
/** joints in the order of q */
inline constexpr std::array<std::string_view, 2> joint_names = {{"upper \"arm\"", "it's \\ \316\261"}};
/** lower limits of q */
inline constexpr std::array<double, nq> lower_position_limit = {{-0.5, -std::numeric_limits<double>::infinity()}};

/** Indices of the elements of `parameters`: p[parameters_index::m1] */
namespace parameters_index {
inline constexpr std::size_t m1 = 0;
inline constexpr std::size_t L_upper = 1;
}

/** Default values of `parameters` */
template <class Scalar = double>
inline const std::array<Scalar, 2> default_parameters = {{
    Scalar(1.5), // 0: m1
    Scalar(0.25), // 1: L_upper
}};

#ifdef __CUDACC__
template <class Scalar>
__device__ const Scalar default_parameters_on_device[] = {Scalar(1.5), Scalar(0.25)};
#endif

/** Result of `mass_matrix`: auto [M, h] = ... */
template <class Scalar>
struct mass_matrix_result {
    std::array<Scalar, 4> M;
    Scalar h;
};

/**
 * Mass matrix of a small arm
 *
 *   M(q) a = tau
 *
 * in   q  [2]  (rad)  joint positions
 * in   parameters  [2]  physical parameters
 *      may be left out: 2 default values
 * out  M  [2x2]
 * out  h  [scalar]
 *
 * Operations: add 1 mul 4 neg 1 sin 1 cos 1
 * Reference: Featherstone 2008, table 6.2
 */
template <class Scalar = double>
[[nodiscard]] mass_matrix_result<Scalar> mass_matrix(
    const std::array<Scalar, 2> &q,
    const linkwright::same_t<std::array<Scalar, 2>> &parameters = default_parameters<Scalar>);

/** The same, to memory of the caller's. Arrays must not overlap. nullptr stands for the defaults of parameters. */
template <class Scalar>
LINKWRIGHT_CPP_INLINE void mass_matrix(
    const Scalar *q,
    const linkwright::same_t<Scalar> *parameters,
    Scalar *M,
    Scalar *h);

// Definitions

template <class Scalar>
LINKWRIGHT_CPP_INLINE void mass_matrix(
    const Scalar *LINKWRIGHT_CPP_RESTRICT q,
    const linkwright::same_t<Scalar> *LINKWRIGHT_CPP_RESTRICT parameters,
    Scalar *LINKWRIGHT_CPP_RESTRICT M,
    Scalar *LINKWRIGHT_CPP_RESTRICT h)
{
    if (!parameters)
        parameters = LINKWRIGHT_CPP_DEFAULT(default_parameters);
    linkwright::check("Tiny_arm::mass_matrix", "q", q, 2);
    linkwright::check("Tiny_arm::mass_matrix", "parameters", parameters, 2);
    Scalar sine[2], cosine[2];
    linkwright::sincos<2>(&q[0], &sine[0], &cosine[0]);
    const Scalar t1 = parameters[0] * parameters[1] * cosine[1];
    M[1] = t1;
    M[2] = t1;
    M[0] = Scalar(2.0) * t1 + parameters[0];
    h[0] = -(-Scalar(0.5) * sine[1]);
    M[3] = parameters[0];
}

template <class Scalar>
inline mass_matrix_result<Scalar> mass_matrix(
    const std::array<Scalar, 2> &q,
    const linkwright::same_t<std::array<Scalar, 2>> &parameters)
{
    mass_matrix_result<Scalar> result;
    Tiny_arm::mass_matrix<Scalar>(q.data(), parameters.data(), result.M.data(), &result.h);
    return result;
}

} // namespace Tiny_arm

#endif
