"""Checks of what is linear in the parameters: base parameters, regressors over them, derivatives by parameters.

Which base parameters a robot has is a matter of choice, so an expected value exists only for a product: regressor times base
parameters is what the brute-force reference says of forces, energy or momentum.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from linkwright.emit import Call, Check, Term, Value
from linkwright.mechanism import derive
from linkwright.passes.kernel import Kernel
from linkwright.referee.open_reference import at_instant
from linkwright.referee.robot_reference import Reference
from linkwright.verification.states import evaluated, sample
from linkwright.verification.suite.numbers import Numbers, other

Array = np.ndarray[Any, Any]
_ROWS = 3
"""Random combinations of torques at many states by which base parameters are checked."""

_PRODUCTS: Mapping[str, Callable[[Reference], Array]] = {
    "regressor": lambda r: r.rigid_forces(),
    "base_regressor": lambda r: r.rigid_forces(),
    "gravity_regressor": lambda r: r.gravity().value,
    "kinetic_energy_regressor": lambda r: np.einsum("ni,nij,nj->n", r.states.v, r.rigid_mass(), r.states.v) / 2,
    "momentum_regressor": lambda r: np.einsum("nij,nj->ni", r.rigid_mass(), r.states.v),
}
"""Regressor -> what it is when multiplied with the parameters."""


def linear_checks(kernels: Mapping[str, Kernel], r: Reference, numbers: Numbers) -> list[Check]:
    """Checks at the model's own parameters and, where inertias are inputs, at others."""
    found: list[Check] = []
    if "inverse_dynamics_parameter_derivatives" in kernels:
        found += _along_parameters(kernels["inverse_dynamics_parameter_derivatives"], r, numbers)
    if "base_parameters" in kernels:
        found += _base_parameters(kernels["base_parameters"], numbers)
    for name in _PRODUCTS:
        if name in kernels and (name == "base_regressor" or numbers.parameters == "base"):
            found += _product(kernels[name], r, numbers)
    return found


def _along_parameters(kernel: Kernel, r: Reference, numbers: Numbers) -> list[Check]:
    """Derivatives times a direction of change of all parameters. Torques are linear in base parameters: they are their own."""
    labels = kernel.outputs[0].labels
    if numbers.speaks_of(labels):
        direction = {n: r.values[n] * (1 + other(n) / 2) for n in labels}
        expected = r.along_parameters(direction)
    else:
        base = numbers.base_values()
        direction = {n: base.get(n, 0.0) for n in labels}
        expected = r.rigid_forces()
    made: list[Check] = []
    for n in range(len(r.states)):
        given = [_value("direction", np.array([direction[x] for x in labels])), _value("expected", expected[n])]
        call = _call(kernel, r.states, n, numbers.passed(kernel, {}), "slopes", given)
        terms = (Term(1.0, ("slopes", "direction")), Term(-1.0, ("expected",)))
        made.append(Check(f"{kernel.name} {n + 1}", tuple(given), (call,), terms))
    return made


def _base_parameters(kernel: Kernel, numbers: Numbers) -> list[Check]:
    """Base parameters, multiplied with base regressors of many states, mixed to a few rows: the torques, mixed likewise."""
    form = {"parameters": numbers.parameters, "symbolic": numbers.symbolic}
    regressor = derive(numbers.robot, "base_regressor", method="screws", **form)
    count = regressor.outputs["Yb"].shape[1]
    if not count:  # nothing that moves has a mass
        return []
    states = sample(numbers.robot.tree, 2 + 2 * count // max(1, numbers.robot.nv), 3)
    made: list[Check] = []
    for changed in (False, True):
        values = numbers.given(kernel, changed)
        motion = at_instant(numbers.tree(values), states)
        tau = motion.rigid_forces.value.ravel()
        ports = {p.name: [values[n] for n in p.labels] for p in regressor.inputs.values() if p.name == "parameters"}
        Y = evaluated(regressor, states, **ports)[0].reshape(-1, count)
        mix = np.random.default_rng(11).uniform(-1, 1, (_ROWS, len(tau)))
        given = [_value("rows", mix @ Y), _value("expected", mix @ tau)]
        explicit = np.array([values[n] for n in _labels(kernel)]) if changed or not numbers.defaults(kernel) else None
        call = _call(kernel, states, 0, explicit, "base", given)
        terms = (Term(1.0, ("rows", "base")), Term(-1.0, ("expected",)))
        label = "with other parameters" if changed else "1"
        made.append(Check(f"{kernel.name} {label}", tuple(given), (call,), terms))
    return made


def _product(kernel: Kernel, r: Reference, numbers: Numbers) -> list[Check]:
    """A regressor over base parameters, times those of the robot."""
    expected = _PRODUCTS[kernel.name](r)
    base = numbers.base_values()
    port = kernel.outputs[0]
    made: list[Check] = []
    for n in range(len(r.states)):
        p = _value("p", np.array([base[x] for x in port.labels]))
        given = [p, _value("expected", np.atleast_1d(expected[n]))]
        call = _call(kernel, r.states, n, numbers.passed(kernel, r.values), "Y", given)
        terms = (Term(1.0, ("Y" if len(port.shape) == 2 else "Y'", "p")), Term(-1.0, ("expected",)))
        made.append(Check(f"{kernel.name} times parameters {n + 1}", tuple(given), (call,), terms))
    return made


def _labels(kernel: Kernel) -> tuple[str, ...]:
    return next((p.labels for p in kernel.inputs if p.name == "parameters"), ())


def _call(kernel: Kernel, states: Any, n: int, parameters: Array | None, result: str, given: list[Value]) -> Call:
    """A call at state n; the values it needs are added to those given."""
    inputs = {p.name: getattr(states, p.name)[n] for p in kernel.inputs if p.name != "parameters"}
    if parameters is not None:
        inputs["parameters"] = parameters
    given += [_value(f"{k} in", x) for k, x in inputs.items()]
    return Call(kernel.name, tuple((k, f"{k} in") for k in inputs), ((kernel.outputs[0].name, result),))


def _value(name: str, x: Array) -> Value:
    return Value(name, np.shape(x), tuple(np.ravel(x).tolist()))
