"""Laws of Lagrangians on manifolds alone: against brute force in a chart, and against differences of many digits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from linkwright.verification.context import LagrangianContext
from linkwright.verification.finding import Finding, gap, largest


def masses(s: LagrangianContext) -> Finding:
    """Law 6: mass matrix, energies and momenta."""
    names = ("mass_matrix", "momentum", "kinetic_energy", "potential_energy", "energy")
    for name in names:
        s.function(name)  # refused where the kinetic energy is not quadratic
    return s.found(s.compared(*names))


def conserved(s: LagrangianContext) -> Finding:
    """Law 10: the symmetries that the file names keep their momenta where no input acts on them."""
    f = s.function("conserved_quantities")
    if s.robot.constraints:
        return Finding(note="constraints may take part in the momenta")
    gaps = s.compared("conserved_quantities")
    for n, state in enumerate(s.states):
        free = replace(state, inputs={k: 0 * x for k, x in state.inputs.items()})
        if s.robot.dissipation.is_zero:
            rate = s.rate(f, free)
            gaps.append(gap(rate, np.zeros_like(rate), s.loudest_power(n, free)))
    return Finding(largest(gaps))


def undone(s: LagrangianContext) -> Finding:
    """Law 19: the equations vanish at the accelerations, and only there."""
    gaps: list[float] = []
    for n in range(len(s.states)):
        found = s.value("accelerations", n)
        more = {"multipliers": found["multipliers"]} if "multipliers" in found else {}
        residual = s.value("equations_of_motion", n, a=found["a"], **more)["residual"]
        size = s.value("inverse_dynamics", n, a=found["a"])["tau"]
        gaps.append(gap(residual, 0 * residual, np.append(size, 1.0)))
    return Finding(largest(gaps))


def hamilton(s: LagrangianContext) -> Finding:
    """Law 21: H is the energy, v comes back from p, and dp/dt is that of the motion."""
    gaps: list[float] = []
    momentum = s.function("momentum")
    for n, state in enumerate(s.states):
        p = s.value("momentum", n)["p"]
        gaps.append(gap(s.value("hamiltonian", n, p=p)["H"], s.reference[n].kinetic + s.reference[n].potential))
        if s.function_or_none("hamilton_equations") is None:
            continue
        both = s.value("hamilton_equations", n, p=p)
        gaps.append(gap(both["v"], state.v))
        gaps.append(gap(both["dp"], s.rate(momentum, state)))
    return Finding(largest(gaps))
