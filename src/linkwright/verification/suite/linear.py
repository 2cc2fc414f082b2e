"""Checks of what is linear in the parameters: base parameters, regressors over them, derivatives by parameters.

Which base parameters a robot has is a matter of choice, so an expected value exists only for a product: regressor times base
parameters is what the brute-force reference says of forces, energy or momentum.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from linkwright.arrays import Array
from linkwright.emit import Check
from linkwright.mechanism import derive
from linkwright.passes.kernel import Kernel
from linkwright.referee.open_reference import at_instant
from linkwright.referee.robot_reference import Reference
from linkwright.verification.states import evaluated, sample
from linkwright.verification.suite.building import called
from linkwright.verification.suite.laws import Law, law_check
from linkwright.verification.suite.numbers import other
from linkwright.verification.suite.samples import RobotSamples

_ROWS = 3
"""Random combinations of torques at many states by which base parameters are checked."""

_PRODUCTS: Mapping[str, Callable[[Reference], Array]] = {
    "regressor": lambda r: r.rigid_forces(),
    "gravity_regressor": lambda r: r.gravity().value,
    "kinetic_energy_regressor": lambda r: np.einsum("ni,nij,nj->n", r.states.v, r.rigid_mass(), r.states.v) / 2,
    "momentum_regressor": lambda r: np.einsum("nij,nj->ni", r.rigid_mass(), r.states.v),
}
"""Regressor -> what it is when multiplied with the parameters."""


def linear_checks(x: RobotSamples) -> list[Check]:
    """Checks at the model's own parameters: derivatives by parameters, regressors over base parameters times these."""
    if x.changed:
        return []
    based = [k for n, k in x.table.items() if n in _PRODUCTS and x.numbers.parameters == "base"]
    found = [_product(k, x, _PRODUCTS[k.name](x.r)) for k in based]
    if "inverse_dynamics_parameter_derivatives" in x.table:
        found.append(_along_parameters(x.table["inverse_dynamics_parameter_derivatives"], x))
    return [check for part in found for check in part]


def _along_parameters(kernel: Kernel, x: RobotSamples) -> list[Check]:
    """Derivatives times a direction of change of all parameters. Torques are linear in base parameters: they are their own."""
    labels = kernel.outputs[0].labels
    if x.numbers.speaks_of(labels):
        direction = {n: x.r.values[n] * (1 + other(n) / 2) for n in labels}
        expected = x.r.along_parameters(direction)
    else:
        base = x.numbers.base_values()
        direction = {n: base.get(n, 0.0) for n in labels}
        expected = x.r.rigid_forces()
    way = np.array([direction[n] for n in labels])
    return [
        called(f"{kernel.name} {x.label(n)}", kernel, x.inputs(kernel, n), "computed direction - expected",
               {"direction": way, "expected": row})
        for n, row in enumerate(expected)
    ]  # fmt: skip


def _product(kernel: Kernel, x: RobotSamples, expected: Array) -> list[Check]:
    """A regressor over base parameters, times those of the robot."""
    base = x.numbers.base_values()
    return times_parameters(kernel, x, np.array([base[n] for n in kernel.outputs[0].labels]), expected)


def times_parameters(kernel: Kernel, x: RobotSamples, p: Array, expected: Array) -> list[Check]:
    """Columns times parameters are as expected, at every state."""
    formula = "computed p - expected" if len(kernel.outputs[0].shape) == 2 else "computed' p - expected"
    return [
        called(f"{kernel.name} times parameters {x.label(n)}", kernel, x.inputs(kernel, n), formula,
               {"p": p, "expected": np.atleast_1d(row)})
        for n, row in enumerate(expected)
    ]  # fmt: skip


def mixed(name: str, kernel: Kernel, inputs: Mapping[str, Array], Y: Array, forces: Array, seed: int) -> Check:
    """Parameters, multiplied with columns at many states that are mixed to a few rows: the forces, mixed likewise."""
    mix = np.random.default_rng(seed).uniform(-1, 1, (_ROWS, len(Y)))
    return called(name, kernel, inputs, "rows computed - expected", {"rows": mix @ Y, "expected": mix @ forces.ravel()})


def base_checks(x: RobotSamples) -> list[Check]:
    """Of a tree's base parameters, at the model's own parameters and at others, and of its base regressor."""
    found = list[Check]()
    if x.changed:
        return found
    numbers, kernel = x.numbers, x.table.get("base_parameters")
    form = {"parameters": numbers.parameters, "symbolic": numbers.symbolic}
    if kernel is not None:
        regressor = derive(numbers.robot, "base_regressor", method="screws", **form)
        count = regressor.outputs["Yb"].shape[1]
        states = sample(numbers.robot.tree, 2 + 2 * count // max(1, numbers.robot.nv), 3)
        for changed in (False, True) if count else ():  # none where nothing that moves has a mass
            values = numbers.given(kernel, changed)
            forces = at_instant(numbers.tree(values), states).rigid_forces.value
            ports = {p.name: [values[n] for n in p.labels] for p in regressor.inputs.values() if p.name == "parameters"}
            Y = evaluated(regressor, states, **ports)[0].reshape(-1, count)
            explicit = numbers.passed(kernel, changed)
            label = replace(x, changed=changed).label(0)
            inputs = {} if explicit is None else {"parameters": explicit}
            found.append(mixed(f"{kernel.name} {label}", kernel, inputs, Y, forces, 11))
    if "base_regressor" in x.table:
        found += _product(x.table["base_regressor"], x, x.r.rigid_forces())
    return found


_BASE = Law(8, "Yb base by brute force", "base_regressor base_parameters", "Yb base - expected")


def closed_base_checks(x: RobotSamples) -> list[Check]:
    """Of a closed robot, base regressor times base parameters, drives and wrenches apart."""
    if not x.table.keys() >= set(_BASE.functions.split()):
        return []
    made = [law_check(_BASE, x, n, expected=row) for n, row in enumerate(x.r.rigid_forces())]
    return [check for check in made if check is not None]
