"""The table of laws: one line per law, its number in the design, its name, the quantities it speaks of, the law itself, and of
which kinds of mechanism it is asked.

A law is a function over any mechanism of its kinds, without knowledge of how a quantity was derived: a new derivation inherits
all laws that speak of its quantity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from linkwright.manifold.lagrangian import Lagrangian
from linkwright.mechanism import Mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.verification.finding import Finding
from linkwright.verification.laws import (
    closed_forces,
    closure,
    coriolis,
    cut_forces,
    derivations,
    derivatives,
    energy,
    inverse,
    inverse_kinematics,
    kinematics,
    lagrangian,
    parameters,
    rates,
)
from linkwright.verification.peers import PEERS

TREE, CLOSED, LAGRANGIAN = (OpenRobot,), (ClosedRobot,), (Lagrangian,)
ROBOT = (*TREE, *CLOSED)


@dataclass(frozen=True)
class Law:
    """A law: holds where its residual is below the tolerance and, where it was decided exactly, holds there too.

    quantities: the names of those it speaks of, separated by spaces
    of:         the kinds of mechanism that it is asked of
    """

    number: int
    name: str
    quantities: str
    check: Callable[[Any], Finding]
    of: tuple[type, ...]
    tolerance: float = 1e-9


LAWS = (
    Law(1, "poses are products of transforms", "forward_kinematics pose_quaternion joint_transforms",
        kinematics.forward_kinematics, TREE),
    Law(2, "J v = dx/dt, and dJ/dt", "jacobian jacobian_world jacobian_body analytic_jacobian analytic_jacobian_quaternion "
        "jacobian_rate jacobian_rate2 analytic_jacobian_rate pose_quaternion twist frame_acceleration frame_jerk "
        "center_of_mass com_jacobian", kinematics.jacobians, ROBOT),
    Law(3, "Newton-Euler = Lagrange = Lie group", "inverse_dynamics", derivations.equations, TREE),
    Law(3, "forces by brute force and projection", "inverse_dynamics mass_matrix gravity coriolis_vector",
        derivations.equations, CLOSED),
    Law(3, "equations = Euler-Lagrange in a chart", "accelerations equations_of_motion inverse_dynamics",
        derivations.equations, LAGRANGIAN),
    Law(4, "c = C v, C by Christoffel symbols", "coriolis_matrix coriolis_vector mass_matrix", coriolis.christoffel, ROBOT),
    Law(5, "dM/dt - 2C is skew", "coriolis_matrix mass_matrix", coriolis.skew, ROBOT),
    Law(6, "kinetic energy = v' M v / 2; momenta",
        "kinetic_energy mass_matrix momentum centroidal_momentum centroidal_momentum_matrix base_wrench",
        energy.kinetic, ROBOT),
    Law(6, "masses, energies, momenta", "mass_matrix kinetic_energy potential_energy energy momentum",
        lagrangian.masses, LAGRANGIAN),
    Law(7, "energy is kept, power is balanced",
        "forward_dynamics inverse_dynamics kinetic_energy potential_energy passive_forces", energy.kept, TREE, 1e-8),
    Law(7, "energy is kept, loops stay closed", "forward_dynamics kinetic_energy potential_energy dependent_velocities",
        energy.kept, CLOSED, 1e-8),
    Law(7, "dE/dt = power", "accelerations energy power", energy.kept, LAGRANGIAN),
    Law(8, "tau = Y p = Y_base p_base", "inverse_dynamics regressor base_parameters base_regressor gravity_regressor "
        "kinetic_energy_regressor potential_energy_regressor momentum_regressor", parameters.linear, ROBOT),
    Law(9, "rank of regressors = base parameters", "regressor", parameters.rank, TREE),
    Law(9, "rank of regressors = base parameters", "regressor base_regressor", parameters.rank, CLOSED),
    Law(10, "cut forces by virtual work", "cut_forces inverse_dynamics base_wrench", cut_forces.cut_forces, TREE),
    Law(10, "closing forces carry the tree", "constraint_forces closure_jacobian", closed_forces.constraint_forces, CLOSED),
    Law(10, "symmetries keep their momenta", "conserved_quantities accelerations", lagrangian.conserved, LAGRANGIAN),
    Law(11, "the picture of the loops is closed", "forward_kinematics joint_transforms", closure.picture, CLOSED),
    Law(12, "h(q, theta) = 0", "closure closure_residual", closure.held, CLOSED),
    Law(12, "constraints are kept", "constraints accelerations", closure.held, LAGRANGIAN),
    Law(13, "dtheta/dq explicit = implicit", "closure", closure.explicit_gradient, CLOSED),
    Law(14, "velocities and accelerations both ways", "projection_matrix dependent_velocities dependent_accelerations",
        closure.velocities, CLOSED),
    Law(15, "elimination = projection", "inverse_dynamics mass_matrix gravity", closed_forces.both_ways, CLOSED),
    Law(16, "gradients of the closure = differences", "closure_jacobian closure_residual", closure.gradients, CLOSED),
    Law(17, "inverse Jacobians both ways", "inverse_jacobian", closed_forces.inverse_jacobians, CLOSED),
    Law(18, "dynamics of the platform both ways", "inverse_dynamics platform_inverse_dynamics", closed_forces.platform, CLOSED),
    Law(19, "forward dynamics undoes inverse dynamics",
        "forward_dynamics inverse_dynamics mass_matrix mass_matrix_inverse", inverse.undone, ROBOT, 1e-7),
    Law(19, "the equations vanish at the accelerations", "accelerations equations_of_motion", lagrangian.undone, LAGRANGIAN),
    Law(20, "derivatives = differences", "inverse_dynamics_derivatives forward_dynamics_derivatives "
        "inverse_dynamics_parameter_derivatives linearisation", derivatives.differences, TREE, 1e-8),
    Law(20, "derivatives along the closed motion", "inverse_dynamics_derivatives forward_dynamics_derivatives "
        "inverse_dynamics_parameter_derivatives linearisation", derivatives.differences, CLOSED, 1e-8),
    Law(20, "linearisation = differences", "linearisation accelerations", derivatives.differences, LAGRANGIAN),
    Law(21, "dtau/dt, d2tau/dt2 along a motion",
        "inverse_dynamics_rate inverse_dynamics_rate2 mass_matrix_rate mass_matrix_rate2 coriolis_matrix_rate "
        "coriolis_matrix_rate2 gravity_rate gravity_rate2", rates.along_a_motion, ROBOT),
    Law(21, "Hamilton's form", "hamiltonian hamilton_equations momentum", lagrangian.hamilton, LAGRANGIAN),
    Law(22, "optimised = unoptimised", "inverse_dynamics mass_matrix forward_dynamics", derivations.optimised, TREE),
    Law(22, "optimised = unoptimised", "inverse_dynamics mass_matrix gravity", derivations.optimised, CLOSED),
    Law(22, "optimised = unoptimised", "accelerations mass_matrix energy", derivations.optimised, LAGRANGIAN),
    Law(23, "as an independent code says", "inverse_dynamics mass_matrix forward_dynamics jacobian "
        "twist frame_acceleration center_of_mass centroidal_momentum_matrix centroidal_momentum",
        PEERS["pinocchio"].compared, TREE),
    Law(23, "as an independent code says", "forward_dynamics mass_matrix nonlinear_effects projection_matrix "
        "forward_dynamics_derivatives kinetic_energy potential_energy jacobian center_of_mass com_jacobian "
        "centroidal_momentum centroidal_momentum_matrix", PEERS["pinocchio"].compared, CLOSED),
    Law(24, "all solutions of inverse kinematics", "inverse_kinematics", inverse_kinematics.undoes, TREE, 1e-8),
)  # fmt: skip


def laws_of(mechanism: Mechanism) -> Mapping[int, Law]:
    """The laws that are asked of a mechanism, by number."""
    return {law.number: law for law in LAWS if isinstance(mechanism, law.of)}
