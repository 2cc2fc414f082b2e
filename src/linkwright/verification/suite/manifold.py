"""The tests that travel with generated code of a Lagrangian: values by brute force in a chart, laws across functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from linkwright.emit import Call, Check, Term, Value
from linkwright.manifold.constants import elements
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.passes.kernel import Kernel
from linkwright.referee.lagrangian import Brute
from linkwright.referee.states import LagrangianState as State
from linkwright.verification.lagrangian_states import LARGE, brute, in_numbers, sample

Array = np.ndarray[Any, Any]

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


def checks_for(system: Lagrangian, kernels: Sequence[Kernel]) -> tuple[Check, ...]:
    """Checks at random states; where constants are inputs, also with other constants than the file's."""
    checks: list[Check] = []
    varied = any(p.name == "parameters" for k in kernels for p in k.inputs)
    count = 2 if system.nv <= LARGE else 1
    for changed in (False, True) if varied else (False,):
        known = _changed(system, kernels) if changed else in_numbers(system, np.random.default_rng(0))
        for n, state in enumerate(sample(known, 1 if changed else count, int(changed))):
            label = "with other constants" if changed else f"{n + 1}"
            checks += _at(known, kernels, state, label)
    return tuple(checks)


def _changed(system: Lagrangian, kernels: Sequence[Kernel]) -> Lagrangian:
    """With other values of the constants that all kernels take as inputs."""
    free = {label for k in kernels for p in k.inputs if p.name == "parameters" for label in p.labels}
    kept = {
        c.name: system.values[c.name]
        for c in system.constants
        if c.name in system.values and not any(n in free for n, _ in elements(c))
    }
    return in_numbers(replace(system, values=kept), np.random.default_rng(1))


def _at(system: Lagrangian, kernels: Sequence[Kernel], state: State, label: str) -> list[Check]:
    b = brute(system, state)
    given: dict[str, Any] = {"q": state.q, "v": state.v, "a": state.a, **state.inputs}
    given |= {"multipliers": _ones(b), "p": b.momentum}
    checks: list[Check] = []
    for kernel in kernels:
        if kernel.name not in EXPECTED:
            continue
        inputs = _inputs(system, kernel, given)
        for name, x in EXPECTED[kernel.name](b, state).items():
            if any(p.name == name for p in kernel.outputs):
                checks.append(Check.expect(f"{kernel.name} {name} {label}", kernel, inputs, name, np.ravel(x).tolist()))
    table = {k.name: k for k in kernels}
    return checks + [
        c for law in (_vanishing, _quadratic, _total, _momentum) if (c := law(system, table, given, label))
    ]


def _inputs(system: Lagrangian, kernel: Kernel, given: Mapping[str, Any]) -> dict[str, Sequence[float]]:
    return {p.name: np.ravel(_parameters(system, p.labels) if p.name == "parameters" else given[p.name]).tolist()
            for p in kernel.inputs}  # fmt: skip


def _parameters(system: Lagrangian, labels: Sequence[str]) -> list[float]:
    places = {n: (c.name, k) for c in system.constants for n, k in elements(c)}
    return [float(system.values[places[n][0]][places[n][1]]) for n in labels]


# --- laws across functions ---------------------------------------------------------------------------------------------------


def _law(
    name: str, system: Lagrangian, kernels: Sequence[Kernel], given: Mapping[str, Any],
    made: Mapping[str, Mapping[str, str]], terms: Sequence[Term],
) -> Check:  # fmt: skip
    """made: function -> its outputs' names in the law; what an earlier function made serves as input of a later one."""
    values: dict[str, Value] = {}
    calls: list[Call] = []
    known: set[str] = set()
    for kernel in kernels:
        inputs: list[tuple[str, str]] = []
        for p in kernel.inputs:
            source = f"parameters of {kernel.name}" if p.name == "parameters" else p.name
            inputs.append((p.name, source))
            if source not in known:
                x = _parameters(system, p.labels) if p.name == "parameters" else given[p.name]
                values[source] = Value(source, p.shape, tuple(float(e) for e in np.ravel(x)))
        outputs = tuple(made[kernel.name].items())
        calls.append(Call(kernel.name, tuple(inputs), outputs))
        known |= {n for _, n in outputs}
    for t in terms:
        for word in (w.rstrip("'") for w in t.values):
            if word not in known and word not in values:
                values[word] = Value(word, np.shape(given[word]), tuple(float(e) for e in np.ravel(given[word])))
    return Check(name, tuple(values.values()), tuple(calls), tuple(terms))


def _vanishing(system: Lagrangian, table: Mapping[str, Kernel], given: Mapping[str, Any], label: str) -> Check | None:
    if not {"accelerations", "equations_of_motion"} <= table.keys():
        return None
    kernels = [table["accelerations"], table["equations_of_motion"]]
    made = {
        "accelerations": {p.name: p.name for p in kernels[0].outputs},
        "equations_of_motion": {"residual": "residual"},
    }
    size = max(1.0, *(float(np.max(np.abs(x), initial=0.0)) for x in given.values()))
    terms = [Term(1.0, ("residual",))]
    name = f"law 19: the equations vanish at the accelerations {label}"
    return replace(_law(name, system, kernels, given, made, terms), floor=10 * size)


def _quadratic(system: Lagrangian, table: Mapping[str, Kernel], given: Mapping[str, Any], label: str) -> Check | None:
    if not {"mass_matrix", "kinetic_energy"} <= table.keys():
        return None
    kernels = [table["mass_matrix"], table["kinetic_energy"]]
    terms = [Term(0.5, ("v'", "M", "v")), Term(-1.0, ("T",))]
    made = {"mass_matrix": {"M": "M"}, "kinetic_energy": {"T": "T"}}
    return _law(f"law 6: T = v' M v / 2 {label}", system, kernels, given, made, terms)


def _total(system: Lagrangian, table: Mapping[str, Kernel], given: Mapping[str, Any], label: str) -> Check | None:
    names = ("kinetic_energy", "potential_energy", "energy")
    if not set(names) <= table.keys():
        return None
    terms = [Term(1.0, ("T",)), Term(1.0, ("U",)), Term(-1.0, ("E",))]
    made = {"kinetic_energy": {"T": "T"}, "potential_energy": {"U": "U"}, "energy": {"E": "E"}}
    return _law(f"law 7: E = T + U {label}", system, [table[n] for n in names], given, made, terms)


def _momentum(system: Lagrangian, table: Mapping[str, Kernel], given: Mapping[str, Any], label: str) -> Check | None:
    if not {"mass_matrix", "momentum"} <= table.keys() or not _without_gyroscopes(given, system):
        return None
    made = {"mass_matrix": {"M": "M"}, "momentum": {"p": "p made"}}
    terms = [Term(1.0, ("M", "v")), Term(-1.0, ("p made",))]
    return _law(f"law 6: p = M v {label}", system, [table["mass_matrix"], table["momentum"]], given, made, terms)


def _without_gyroscopes(given: Mapping[str, Any], system: Lagrangian) -> bool:
    """Whether L has no terms that are linear in the velocities."""
    state = State(given["q"], 0 * given["v"], given["a"], {i.name: given[i.name] for i in system.inputs})
    return bool(np.all(np.abs(brute(system, state).momentum) < 1e-12))
