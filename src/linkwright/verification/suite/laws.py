"""Laws across generated functions: sums of products that vanish, spelled as they are in the books.

A law is offered where all its functions are generated. Names in its formula are inputs (q, v, a, ...) and the functions'
outputs; "x'" is a transpose. Where one function's output has the name of another's input (tau), it is passed on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array
from linkwright.emit import Call, Check
from linkwright.verification.suite.building import terms, value
from linkwright.verification.suite.numbers import FROM_INERTIAS
from linkwright.verification.suite.samples import Samples, source


@dataclass(frozen=True)
class Law:
    """functions: in the order of their calls; terms: a sum that vanishes; where: what the mechanism must be.

    "rigid": no springs, dampers, friction or rotors and no external wrenches; "free": no external wrenches
    "without gyroscopes": a Lagrangian without terms that are linear in the velocities
    floor: of the check; None: ten times the largest number of the state
    """

    number: int
    name: str
    functions: str
    terms: str
    where: str = ""
    floor: float | None = 1e-3


LAWS = (
    Law(2, "J v = twist", "jacobian twist", "J v - twist"),
    Law(2, "J a + dJ v = acceleration", "jacobian jacobian_rate frame_acceleration", "J a + dJ v - frame_acceleration"),
    Law(
        2, "J j + 2 dJ a + ddJ v = jerk", "jacobian jacobian_rate jacobian_rate2 frame_jerk",
        "J j + 2 dJ a + ddJ v - frame_jerk",
    ),
    Law(3, "tau = M a + nle", "inverse_dynamics mass_matrix nonlinear_effects", "M a + nle - tau"),
    Law(4, "C v = c", "coriolis_matrix coriolis_vector", "C v - c"),
    Law(4, "C v + g = nle", "coriolis_matrix gravity nonlinear_effects", "C v + g - nle", "rigid"),
    Law(4, "V + g = nle", "velocity_terms gravity nonlinear_effects", "V + g - nle", "free"),
    Law(4, "c + passive = V", "coriolis_vector passive_forces velocity_terms", "c + passive - V"),
    Law(5, "dM/dt = C + C'", "mass_matrix_rate coriolis_matrix", "mass_matrix_rate - C - C'"),
    Law(6, "T = v' M v / 2", "mass_matrix kinetic_energy", "0.5 v' M v - T"),
    Law(6, "p = M v", "mass_matrix generalized_momentum", "M v - generalized_momentum"),
    Law(6, "T = v' p / 2", "generalized_momentum kinetic_energy", "0.5 v' generalized_momentum - T"),
    Law(6, "hg = Ag v", "centroidal_momentum_matrix centroidal_momentum", "Ag v - hg"),
    Law(
        7, "power: d(T + U)/dt = v' tau", "mass_matrix mass_matrix_rate gravity inverse_dynamics",
        "v' M a + 0.5 v' mass_matrix_rate v + v' g - v' tau", "rigid",
    ),
    Law(7, "power: 2 v' c = v' dM/dt v", "coriolis_vector mass_matrix_rate", "2 v' c - v' mass_matrix_rate v"),
    Law(8, "Y p = tau", "regressor inverse_dynamics", "Y p - tau", "rigid"),
    Law(8, "Yb p_base = tau", "base_regressor base_parameters inverse_dynamics", "Yb base - tau", "rigid"),
    Law(8, "Yg p = g", "gravity_regressor gravity", "Yg p - g"),
    Law(8, "YT p = T", "kinetic_energy_regressor kinetic_energy", "YT' p - T", "rigid"),
    Law(8, "YU p = U", "potential_energy_regressor potential_energy", "YU' p - U", "rigid"),
    Law(8, "Yh p = M v", "momentum_regressor mass_matrix", "Yh p - M v", "rigid"),
    Law(19, "forward dynamics undoes inverse dynamics", "inverse_dynamics forward_dynamics", "forward_dynamics - a"),
    Law(9, "J' f", "equivalent_forces jacobian", "J' force - Jtf"),
    Law(
        19, "Lambda^-1 = J Minv J'", "operational_inertia_inverse jacobian mass_matrix_inverse",
        "J Minv J' - Linv",
    ),
    Law(19, "M Minv v = v", "mass_matrix mass_matrix_inverse", "M Minv v - v"),
    Law(
        20, "M da/dv = -dtau/dv", "mass_matrix forward_dynamics forward_dynamics_derivatives inverse_dynamics_derivatives",
        "M da_dv + dtau_dv",
    ),
    Law(20, "da/dtau = Minv", "forward_dynamics_derivatives mass_matrix_inverse", "da_dtau - Minv"),
    Law(21, "dC/dt + (dC/dt)' = d2M/dt2", "coriolis_matrix_rate mass_matrix_rate2", "dC + dC' - ddM"),
    # of closed robots; `needed` is what the tree needs at the dependent joints
    Law(12, "h = 0", "closure_residual", "h", floor=1.0),
    Law(12, "h(q, theta(q)) = 0", "closure closure_residual", "h", floor=1.0),
    Law(14, "Jq v + Jtheta dtheta = 0", "closure_jacobian", "Jq v + Jtheta dtheta"),
    Law(10, "Jtheta' lambda", "constraint_forces closure_jacobian", "Jtheta' lam - needed"),
    # of Lagrangians
    Law(19, "the equations vanish at the accelerations", "accelerations equations_of_motion", "residual", floor=None),
    Law(7, "E = T + U", "kinetic_energy potential_energy energy", "T + U - E"),
    Law(6, "p = M v", "mass_matrix momentum", "M v - momentum", "without gyroscopes"),
)  # fmt: skip


def law_checks(x: Samples) -> list[Check]:
    """Every law whose functions are all there, at every state."""
    known = {n for n in x.table if not x.changed or n not in FROM_INERTIAS}
    asked = [law for law in LAWS if known.issuperset(law.functions.split())]
    made = [law_check(law, x, n) for n in range(len(x)) for law in asked if x.holds(law.where, n)]
    return [check for check in made if check is not None]


def law_check(law: Law, x: Samples, n: int, **more: Array) -> Check | None:
    """A law at one state; None where something is not known there. more: values beside those that are given."""
    given: Mapping[str, Array] = {**x.given[n], **more}
    formula = terms(law.terms)
    mentioned = {v.rstrip("'") for t in formula for v in t.values}
    made: set[str] = set()
    calls: list[Call] = []
    needed: dict[str, None] = {}
    for kernel in (x.table[name] for name in law.functions.split()):
        # an output that bears an input's name (forward dynamics' a) is known by its function's name
        alone = len(kernel.outputs) == 1 and kernel.name in mentioned
        names = {p.name: kernel.name if alone else p.name for p in kernel.outputs}
        inputs = [(p.name, at) for p in kernel.inputs if (at := source(kernel, p.name)) in {*given, *made}]
        needed.update({at: None for _, at in inputs if at not in made})
        calls.append(Call(kernel.name, tuple(inputs), tuple(names.items())))
        made.update(names.values())
    needed.update({v.rstrip("'"): None for t in formula for v in t.values if v.rstrip("'") not in made})
    if any(name not in given for name in needed):
        return None
    floor = law.floor
    if floor is None:
        sizes = (float(np.max(np.abs(v), initial=0.0)) for k, v in given.items() if not k.startswith("parameters"))
        floor = 10 * max(1.0, *sizes)
    values = tuple(value(name, given[name]) for name in needed)
    return Check(f"law {law.number}: {law.name} {x.label(n)}", values, tuple(calls), formula, floor=floor)
