"""What checks of Lagrangians are made of: brute force in a chart at random states, with constants of the file and others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from linkwright.arrays import Array
from linkwright.manifold.constants import elements
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.passes.kernel import Kernel
from linkwright.referee.lagrangian import Brute
from linkwright.referee.states import LagrangianState as State
from linkwright.verification.lagrangian_states import LARGE, brute, in_numbers, sample
from linkwright.verification.suite.laws import law_checks
from linkwright.verification.suite.outputs import expected_checks
from linkwright.verification.suite.robots import Made
from linkwright.verification.suite.samples import Known, Samples, source

EXPECTED: Mapping[str, Callable[[Brute, State], dict[str, Any]]] = MappingProxyType(
    {
        "accelerations": lambda b, s: {"a": b.solution[0], "multipliers": b.solution[1]},
        "multipliers": lambda b, s: {"multipliers": b.solution[1]},
        "equations_of_motion": lambda b, s: {"residual": b.residual(s.a, _ones(b))},
        "inverse_dynamics": lambda b, s: {"tau": b.inverse_dynamics(s.a)},
        "mass_matrix": lambda b, s: {"M": b.mass_matrix},
        "kinetic_energy": lambda b, s: {"T": b.kinetic},
        "potential_energy": lambda b, s: {"U": b.potential},
        "energy": lambda b, s: {"E": b.kinetic + b.potential},
        "lagrangian": lambda b, s: {"L": float(b.at(b.system.lagrangian, 0 * b.dy, b.dy))},
        "momentum": lambda b, s: {"p": b.momentum},
        "power": lambda b, s: {"P": b.power},
        "conserved_quantities": lambda b, s: {"conserved": b.conserved},
        "hamiltonian": lambda b, s: {"H": b.kinetic + b.potential},
    }
)
"""Quantity -> its outputs by brute force."""


def _ones(b: Brute) -> Array:
    """Multipliers of the constraints, if there are any: nothing is solved where there are none."""
    return np.ones(len(b.solution[1]) if b.system.constraints else 0)


@dataclass(frozen=True)
class LagrangianCheckSource:
    system: Lagrangian
    checks: ClassVar[tuple[Made, ...]] = (expected_checks, law_checks)

    @property
    def count(self) -> int:
        return 2 if self.system.nv <= LARGE else 1

    def varies(self, kernels: Sequence[Kernel]) -> bool:
        return any(p.name == "parameters" for k in kernels for p in k.inputs)

    def samples(self, kernels: Sequence[Kernel], count: int, changed: bool) -> LagrangianSamples:
        known = _changed(self.system, kernels) if changed else in_numbers(self.system, np.random.default_rng(0))
        states = sample(known, count, int(changed))
        return LagrangianSamples(kernels, changed, known, states, [brute(known, s) for s in states])


@dataclass(frozen=True)
class LagrangianSamples(Samples):
    system: Lagrangian
    states: Sequence[State]
    reference: Sequence[Brute]
    _OTHERS: ClassVar[str] = "with other constants"

    def expected(self, kernel: Kernel) -> Mapping[str, Array]:
        if kernel.name not in EXPECTED:
            return {}
        rows = [EXPECTED[kernel.name](b, s) for b, s in zip(self.reference, self.states, strict=True)]
        return {name: np.array([row[name] for row in rows], dtype=float) for name in rows[0]}

    def __len__(self) -> int:
        return len(self.states)

    def given_at(self, n: int) -> Known:
        b, s = self.reference[n], self.states[n]
        known: Known = {"q": s.q, "v": s.v, "a": s.a, **s.inputs, "multipliers": _ones(b), "p": b.momentum}
        ports = [(k, p) for k in self.kernels for p in k.inputs if p.name == "parameters"]
        return known | {source(k, p.name): _parameters(self.system, p.labels) for k, p in ports}

    def holds(self, where: str, n: int) -> bool:
        if where != "without gyroscopes":
            return not where
        still = brute(self.system, replace(self.states[n], v=0 * self.states[n].v))
        return bool(np.all(np.abs(still.momentum) < 1e-12))


def _changed(system: Lagrangian, kernels: Sequence[Kernel]) -> Lagrangian:
    """With other values of the constants that all kernels take as inputs."""
    free = {label for k in kernels for p in k.inputs if p.name == "parameters" for label in p.labels}
    kept = {
        c.name: system.values[c.name]
        for c in system.constants
        if c.name in system.values and not any(n in free for n, _ in elements(c))
    }
    return in_numbers(replace(system, values=kept), np.random.default_rng(1))


def _parameters(system: Lagrangian, labels: Sequence[str]) -> Array:
    places = {n: (c.name, k) for c in system.constants for n, k in elements(c)}
    return np.array([float(system.values[places[n][0]][places[n][1]]) for n in labels])
