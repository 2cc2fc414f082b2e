"""The table of laws: one line per law, its number in the design, its name, the quantities it speaks of, and the law itself.

A law is a function over any robot, without knowledge of how a quantity was derived: a new derivation inherits all laws that
speak of its quantity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from linkwright.mechanism import Mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.verification.finding import Finding
from linkwright.verification.laws import (
    coriolis,
    cut_forces,
    derivations,
    derivatives,
    energy,
    inverse,
    inverse_kinematics,
    kinematics,
    loops,
    loops_dynamics,
    loops_passes,
    loops_peer,
    loops_values,
    manifold,
    parameters,
    peer,
    rates,
)


@dataclass(frozen=True)
class Law:
    """A law: holds where its residual is below the tolerance and, where it was decided exactly, holds there too.

    quantities: the names of those it speaks of, separated by spaces
    """

    number: int
    name: str
    quantities: str
    check: Callable[[Any], Finding]
    tolerance: float = 1e-9


_TABLE = (
    Law(1, "poses are products of transforms", "forward_kinematics pose_quaternion joint_transforms",
        kinematics.forward_kinematics),
    Law(2, "J v = dx/dt, and dJ/dt", "jacobian jacobian_world jacobian_body analytic_jacobian analytic_jacobian_quaternion "
        "jacobian_rate jacobian_rate2 analytic_jacobian_rate twist frame_acceleration frame_jerk center_of_mass com_jacobian",
        kinematics.jacobians),
    Law(3, "Newton-Euler = Lagrange = Lie group", "inverse_dynamics", derivations.inverse_dynamics),
    Law(4, "c = C v, C by Christoffel symbols", "coriolis_matrix coriolis_vector mass_matrix", coriolis.christoffel),
    Law(5, "dM/dt - 2C is skew", "coriolis_matrix mass_matrix", coriolis.skew),
    Law(6, "kinetic energy = v' M v / 2; momenta",
        "kinetic_energy mass_matrix momentum centroidal_momentum centroidal_momentum_matrix", energy.kinetic),
    Law(7, "energy is kept, power is balanced",
        "forward_dynamics inverse_dynamics kinetic_energy potential_energy passive_forces", energy.conserved, 1e-8),
    Law(8, "tau = Y p = Y_base p_base", "inverse_dynamics regressor base_parameters base_regressor gravity_regressor "
        "kinetic_energy_regressor potential_energy_regressor momentum_regressor", parameters.linear),
    Law(9, "rank of regressors = base parameters", "regressor", parameters.rank),
    Law(10, "cut forces by virtual work", "cut_forces inverse_dynamics base_wrench", cut_forces.cut_forces),
    Law(19, "forward dynamics undoes inverse dynamics",
        "forward_dynamics inverse_dynamics mass_matrix mass_matrix_inverse", inverse.undone, 1e-7),
    Law(20, "derivatives = differences", "inverse_dynamics_derivatives forward_dynamics_derivatives "
        "inverse_dynamics_parameter_derivatives linearisation", derivatives.differences, 1e-8),
    Law(21, "dtau/dt, d2tau/dt2 along a motion",
        "inverse_dynamics_rate inverse_dynamics_rate2 mass_matrix_rate mass_matrix_rate2 coriolis_matrix_rate "
        "coriolis_matrix_rate2 gravity_rate gravity_rate2", rates.along_a_motion),
    Law(22, "optimised = unoptimised", "inverse_dynamics mass_matrix forward_dynamics", derivations.optimised),
    Law(23, "as an independent code says", "inverse_dynamics mass_matrix forward_dynamics jacobian "
        "twist frame_acceleration center_of_mass centroidal_momentum_matrix centroidal_momentum", peer.pinocchio),
    Law(24, "all solutions of inverse kinematics", "inverse_kinematics",
        inverse_kinematics.undoes, 1e-8),
)  # fmt: skip

LAWS = {law.number: law for law in _TABLE}

_FORCES = "inverse_dynamics mass_matrix gravity"
_CLOSED = (
    Law(2, "J v = dx/dt, and dJ/dt", "jacobian jacobian_world jacobian_body analytic_jacobian analytic_jacobian_quaternion "
        "jacobian_rate jacobian_rate2 analytic_jacobian_rate pose_quaternion twist frame_acceleration frame_jerk "
        "center_of_mass com_jacobian", loops_values.frames),
    Law(3, "forces by brute force and projection", "inverse_dynamics mass_matrix gravity coriolis_vector",
        loops_dynamics.brute_force),
    Law(4, "c = C v, C by Christoffel symbols", "coriolis_matrix coriolis_vector mass_matrix", loops_dynamics.coriolis),
    Law(5, "dM/dt - 2C is skew", "coriolis_matrix mass_matrix", loops_dynamics.skew),
    Law(6, "kinetic energy = v' M v / 2; momenta",
        "kinetic_energy mass_matrix momentum centroidal_momentum centroidal_momentum_matrix base_wrench",
        loops_dynamics.kinetic),
    Law(7, "energy is kept, loops stay closed", "forward_dynamics kinetic_energy potential_energy dependent_velocities",
        loops_dynamics.conserved, 1e-8),
    Law(8, "tau = Y p = Y_base p_base", "inverse_dynamics regressor base_parameters base_regressor gravity_regressor "
        "kinetic_energy_regressor potential_energy_regressor momentum_regressor", loops_dynamics.linear),
    Law(9, "rank of regressors = base parameters", "regressor base_regressor", loops_dynamics.rank),
    Law(10, "closing forces carry the tree", "constraint_forces closure_jacobian", loops_dynamics.constraint_forces),
    Law(11, "the picture of the loops is closed", "forward_kinematics joint_transforms", loops.picture),
    Law(12, "h(q, theta) = 0", "closure closure_residual", loops.closed),
    Law(13, "dtheta/dq explicit = implicit", "closure", loops.explicit_gradient),
    Law(14, "velocities and accelerations both ways", "projection_matrix dependent_velocities dependent_accelerations",
        loops.velocities),
    Law(15, "elimination = projection", _FORCES, loops_dynamics.both_ways),
    Law(16, "gradients of the closure = differences", "closure_jacobian closure_residual", loops.gradients),
    Law(17, "inverse Jacobians both ways", "inverse_jacobian", loops_dynamics.inverse_jacobians),
    Law(18, "dynamics of the platform both ways", "inverse_dynamics platform_inverse_dynamics", loops_dynamics.platform),
    Law(19, "forward dynamics undoes inverse dynamics", "forward_dynamics inverse_dynamics mass_matrix mass_matrix_inverse",
        loops_dynamics.undone, 1e-7),
    Law(20, "derivatives along the closed motion", "inverse_dynamics_derivatives forward_dynamics_derivatives "
        "inverse_dynamics_parameter_derivatives linearisation", loops_values.derivatives, 1e-8),
    Law(21, "dtau/dt, d2tau/dt2 along a motion",
        "inverse_dynamics_rate inverse_dynamics_rate2 mass_matrix_rate mass_matrix_rate2 coriolis_matrix_rate "
        "coriolis_matrix_rate2 gravity_rate gravity_rate2", loops_values.rates),
    Law(22, "optimised = unoptimised", _FORCES, loops_passes.optimised),
    Law(23, "as an independent code says", "forward_dynamics mass_matrix nonlinear_effects projection_matrix "
        "forward_dynamics_derivatives kinetic_energy potential_energy jacobian center_of_mass com_jacobian "
        "centroidal_momentum centroidal_momentum_matrix", loops_peer.pinocchio),
)  # fmt: skip

_OF_MANIFOLDS = (
    Law(3, "equations = Euler-Lagrange in a chart", "accelerations equations_of_motion inverse_dynamics", manifold.equations),
    Law(6, "masses, energies, momenta", "mass_matrix kinetic_energy potential_energy energy momentum", manifold.masses),
    Law(7, "dE/dt = power", "accelerations energy power", manifold.power),
    Law(10, "symmetries keep their momenta", "conserved_quantities accelerations", manifold.conserved),
    Law(12, "constraints are kept", "constraints accelerations", manifold.held),
    Law(19, "the equations vanish at the accelerations", "accelerations equations_of_motion", manifold.undone),
    Law(20, "linearisation = differences", "linearisation accelerations", manifold.linearised),
    Law(21, "Hamilton's form", "hamiltonian hamilton_equations momentum", manifold.hamilton),
    Law(22, "optimised = unoptimised", "accelerations mass_matrix energy", manifold.optimised),
)  # fmt: skip

LAWS_OF_LOOPS = MappingProxyType({law.number: law for law in _CLOSED})
LAWS_OF_MANIFOLDS = MappingProxyType({law.number: law for law in _OF_MANIFOLDS})


def laws_of(mechanism: Mechanism) -> Mapping[int, Law]:
    """The laws that are asked of a mechanism, by number."""
    match mechanism:
        case OpenRobot():
            return LAWS
        case ClosedRobot():
            return LAWS_OF_LOOPS
        case _:
            return LAWS_OF_MANIFOLDS
