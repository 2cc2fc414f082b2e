"""Laws across generated functions: sums of products that vanish, spelled as they are in the books.

A law is offered where all its functions are generated. Names in its formula are inputs (q, v, a, ...) and the functions'
outputs; "x'" is a transpose. Where one function's output has the name of another's input (tau), it is passed on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.emit import Call, Check, Term, Value
from linkwright.model.closed_robot import Robot
from linkwright.model.robot import Drive
from linkwright.passes.kernel import Kernel

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Law:
    """functions: in the order of their calls; terms: a sum that vanishes; where: what the robot must be.

    "rigid": no springs, dampers, friction or rotors and no external wrenches; "free": no external wrenches
    """

    number: int
    name: str
    functions: str
    terms: str
    where: str = ""

    def holds_for(self, robot: Robot) -> bool:
        still = robot.tree.with_drives(lambda drive: Drive())
        driven = dict(still.joints) != dict(robot.joints) or still.tendons != robot.tree.tendons
        return not (self.where and robot.wrenches) and not (self.where == "rigid" and driven)


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
    Law(19, "M Minv v = v", "mass_matrix mass_matrix_inverse", "M Minv v - v"),
    Law(
        20, "M da/dv = -dtau/dv", "mass_matrix forward_dynamics forward_dynamics_derivatives inverse_dynamics_derivatives",
        "M da_dv + dtau_dv",
    ),
    Law(20, "da/dtau = Minv", "forward_dynamics_derivatives mass_matrix_inverse", "da_dtau - Minv"),
    Law(21, "dC/dt + (dC/dt)' = d2M/dt2", "coriolis_matrix_rate mass_matrix_rate2", "dC + dC' - ddM"),
)  # fmt: skip


def law_checks(
    robot: Robot, kernels: Mapping[str, Kernel], given: Mapping[str, Array], label: str, single: Sequence[str] = ()
) -> list[Check]:
    """Every law whose functions are all there, at one state. given: inputs by name, and p; single: functions left out."""
    found: list[Check] = []
    for law in LAWS:
        names = law.functions.split()
        if set(names) <= kernels.keys() and law.holds_for(robot) and not set(names) & set(single):
            check = _check(law, [kernels[n] for n in names], given, label)
            if check is not None:
                found.append(check)
    return found


def _check(law: Law, kernels: Sequence[Kernel], given: Mapping[str, Array], label: str) -> Check | None:
    terms = _terms(law.terms)
    made: set[str] = set()
    calls: list[Call] = []
    needed: dict[str, None] = {}
    for kernel in kernels:
        only = len(kernel.outputs) == 1
        # an output that bears an input's name (forward dynamics' a) is known by its function's name
        names = {p.name: kernel.name if only and _mentioned(kernel.name, terms) else p.name for p in kernel.outputs}
        inputs = [
            (p.name, _source(kernel, p.name)) for p in kernel.inputs if _source(kernel, p.name) in {*given, *made}
        ]
        needed.update({source: None for _, source in inputs if source not in made})
        calls.append(Call(kernel.name, tuple(inputs), tuple(names.items())))
        made.update(names.values())
    needed.update({n: None for t in terms for v in t.values if (n := v.rstrip("'")) not in made})
    if any(n not in given for n in needed):
        return None
    values = tuple(Value(n, tuple(np.shape(given[n])), tuple(np.ravel(given[n]).tolist())) for n in needed)
    return Check(f"law {law.number}: {law.name} {label}", values, tuple(calls), terms)


def _source(kernel: Kernel, port: str) -> str:
    """Parameters differ from function to function, other inputs do not."""
    return f"parameters of {kernel.name}" if port == "parameters" else port


def _mentioned(name: str, terms: Sequence[Term]) -> bool:
    return any(v.rstrip("'") == name for t in terms for v in t.values)


def _terms(formula: str) -> tuple[Term, ...]:
    """ "M a + 0.5 v' M v - T" as terms."""
    found: list[Term] = []
    for sign, text in re.findall(r"(^|[+-] )([^+-]+)", formula):
        words = text.split()
        factor = float(words.pop(0)) if re.fullmatch(r"[0-9.]+", words[0]) else 1.0
        found.append(Term(-factor if sign.startswith("-") else factor, tuple(words)))
    return tuple(found)
