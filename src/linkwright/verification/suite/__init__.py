"""The test suite that travels with generated code: sample inputs, expected values from an independent derivation, laws across
functions (section "Laws" of the documentation).

Expected values are brute force over the robot's own joints (referee/): neither the derivations, the passes nor the
languages have a part in them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np

from linkwright.emit import Call, Check, Term, Value
from linkwright.graph.function import Port
from linkwright.mechanics.tree.kinematics import last_frame
from linkwright.model.closed_robot import Robot
from linkwright.model.parameters import form_of
from linkwright.model.robot import OpenRobot
from linkwright.passes.kernel import Kernel
from linkwright.referee.open_reference import OpenReference
from linkwright.referee.robot_reference import Reference
from linkwright.referee.tree import reference_tree
from linkwright.verification.states import States, sample
from linkwright.verification.suite.expected import EXPECTED
from linkwright.verification.suite.identification import NAMES, guess, identification_checks
from linkwright.verification.suite.inverse import inverse_checks, rate_checks
from linkwright.verification.suite.laws import law_checks
from linkwright.verification.suite.linear import linear_checks
from linkwright.verification.suite.numbers import FROM_INERTIAS, Numbers, in_numbers, physical_parameters
from linkwright.verification.suite.quaternions import quaternion_checks
from linkwright.verification.suite.solutions import solution_checks

Array = np.ndarray[Any, Any]
SAMPLES = 3
LARGE = 20
"""Degrees of freedom beyond which there is one sample state instead of three."""
WHOLE = 200
"""Elements up to which a matrix is compared element by element; larger ones are multiplied with a random vector first
(Freivalds 1977), so that the tests stay small."""
TILT = 0.2
"""Smallest cosine of the middle Euler angle at a sample state."""


def checks_for(
    robot: Robot,
    kernels: Sequence[Kernel],
    samples: int | None = None,
    *,
    parameters: str = "numeric",
    symbolic: str = "",
    frame: str | None = None,
) -> tuple[Check, ...]:
    """Checks for kernels of a robot in one form of its parameters; frame: the one that was asked for."""
    count = samples if samples is not None else SAMPLES if robot.nv <= LARGE else 1
    numbers = Numbers(robot, parameters, symbolic)
    table = {k.name: k for k in kernels}
    checks: list[Check] = []
    for changed in (False, True) if varies(numbers, kernels) else (False,):
        reference = _reference(numbers, kernels, 1 if changed else count, frame, changed)
        for kernel in kernels:
            checks += expected_checks(EXPECTED, kernel, reference, numbers, changed)
        for n in range(len(reference.states)):
            given = given_at(kernels, reference, numbers, changed, n)
            known = {x: k for x, k in table.items() if not changed or x not in FROM_INERTIAS}
            checks += law_checks(robot, known, given, label_of(n, changed))
        labels = [label_of(n, changed) for n in range(len(reference.states))]
        passed = passed_to(kernels, numbers, changed)
        checks += quaternion_checks(table, reference, passed, labels)
        checks += inverse_checks(table, reference, passed, labels)
        checks += rate_checks(table, reference, passed, labels)
        if isinstance(reference, OpenReference):
            checks += solution_checks(table, reference, passed, labels)
        if not changed:
            checks += linear_checks(table, reference, numbers)
            checks += _identification_checks(table, reference, numbers)
    return tuple(checks)


def _identification_checks(table: Mapping[str, Kernel], r: Reference, numbers: Numbers) -> list[Check]:
    """Forces of a robot with other bodies and drives at the same states."""
    if not set(NAMES) & table.keys():
        return []
    assert isinstance(numbers.robot, OpenRobot)
    guessed = guess(numbers, in_numbers(numbers.robot, numbers.own))
    states = replace(r.states, wrench=r.states.wrench[:, :0])
    forces = OpenReference(reference_tree(guessed.robot.tree), states, r.frame).forces().value
    return identification_checks(table, r.states, guessed, forces, numbers)


def varies(numbers: Numbers, kernels: Sequence[Kernel]) -> bool:
    """Whether values other than the model's can be given, and what they mean is known."""
    ports = [p for k in kernels for p in k.inputs if p.name == "parameters" and k.name not in FROM_INERTIAS]
    return bool(ports) and all(numbers.speaks_of(p.labels) for p in ports)


def label_of(n: int, changed: bool) -> str:
    """What a check's name ends with: the number of its state."""
    return "with other parameters" if changed else f"{n + 1}"


def _reference(numbers: Numbers, kernels: Sequence[Kernel], count: int, frame: str | None, changed: bool) -> Reference:
    values = given_values(numbers, kernels, changed)
    tree = numbers.tree(values)
    name = frame if frame is not None else default_frame(numbers.robot)

    def made(states: States) -> OpenReference:
        return OpenReference(tree, states, name, frame is not None, values, tree_of=numbers.tree)

    seed = int(changed)
    if any(k.name.startswith("analytic_jacobian") for k in kernels):
        return made(upright(made(sample(numbers.robot.tree, 8 * count, seed)), count))
    return made(sample(numbers.robot.tree, count, seed))


def given_values(numbers: Numbers, kernels: Sequence[Kernel], changed: bool) -> dict[str, float]:
    """Values of the parameters, by name: the model's, or others."""
    values: dict[str, float] = {}
    for kernel in kernels:
        if kernel.name not in FROM_INERTIAS:
            values |= numbers.given(kernel, changed)
    return values


def upright(r: Reference, count: int) -> Any:
    """Of many states, the first ones at which the frame's Euler angles have rates."""
    chosen = np.sort(np.argsort(r.at().tilt < TILT, kind="stable")[:count])
    return replace(r.states, **{f.name: getattr(r.states, f.name)[chosen] for f in fields(r.states)})


def default_frame(robot: Robot) -> str:
    """The frame that kinematic functions speak of where none is named."""
    return last_frame(form_of(robot.tree).tree)


def given_at(kernels: Sequence[Kernel], r: Reference, numbers: Numbers, changed: bool, n: int) -> dict[str, Array]:
    """Values that laws may use at one state."""
    given = {f.name: getattr(r.states, f.name)[n] for f in fields(r.states)}
    if not r.tree.robot.wrenches:
        del given["wrench"]
    given |= {f"parameters of {name}": x for name, x in passed_to(kernels, numbers, changed).items()}
    for kernel in kernels:
        if kernel.name == "regressor" and numbers.parameters != "base":
            given["p"] = physical_parameters(r.tree, kernel.outputs[0].labels)
    return given


def passed_to(kernels: Sequence[Kernel], numbers: Numbers, changed: bool) -> dict[str, Array]:
    """Values of `parameters` by function, for those to which they are given explicitly."""
    found = {k.name: numbers.passed(k, {}, changed) for k in kernels}
    return {name: x for name, x in found.items() if x is not None and len(x)}


# --- expected values -----------------------------------------------------------------------------------------------------


def expected_checks(
    table: Mapping[str, Callable[[Any], tuple[Array, ...]]],
    kernel: Kernel,
    r: Reference,
    numbers: Numbers,
    changed: bool,
) -> list[Check]:
    """Every output of a kernel at every state against the table of expected values; none where nothing is known of it."""
    if kernel.name not in table or _about_base(kernel, numbers):
        return []
    explicit = numbers.passed(kernel, {}, changed)
    found: list[Check] = []
    for port, expected in zip(kernel.outputs, table[kernel.name](r), strict=True):
        scales = np.nanmax(np.abs(expected), initial=0.0)
        floor = float(scales) if 1e-6 < scales < 1e-3 else 1e-3
        for n in range(len(r.states)):
            if np.isnan(expected[n]).all():  # a check that cannot fail is none
                continue
            name = kernel.name if len(kernel.outputs) == 1 else f"{kernel.name} {port.name}"
            inputs = {p.name: getattr(r.states, p.name)[n] for p in kernel.inputs if p.name != "parameters"}
            if explicit is not None:
                inputs["parameters"] = explicit
            found.append(compare(f"{name} {label_of(n, changed)}", kernel, inputs, port, expected[n], floor))
    return found


def _about_base(kernel: Kernel, numbers: Numbers) -> bool:
    """Whether columns stand for base parameters, of which the reference knows nothing: laws speak of these."""
    return numbers.parameters == "base" and bool(kernel.outputs[0].labels)


def compare(name: str, kernel: Kernel, inputs: Mapping[str, Array], port: Port, expected: Array, floor: float) -> Check:
    """A check of one output, whole or multiplied with a random vector; NaN is not compared."""
    shape = port.shape if len(port.shape) != 3 else (port.shape[0] * port.shape[1], port.shape[2])
    table = np.reshape(expected, shape)
    unknown = np.isnan(table)
    given = [Value(f"{k} in", np.shape(x), tuple(np.ravel(x).tolist())) for k, x in inputs.items()]
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    if len(shape) == 2 and (table.size > WHOLE or unknown.any()):
        rows = np.flatnonzero(~unknown.all(axis=1))
        if len(rows) < shape[0]:
            given.append(_matrix("rows", np.eye(shape[0])[rows]))
            left, table, unknown = ("rows",), table[rows], unknown[rows]
        if table.size > WHOLE or unknown.any():
            mix = np.where(unknown.any(axis=0), 0.0, np.round(np.random.default_rng(5).uniform(0.5, 1.5, shape[1]), 3))
            given.append(_matrix("mix", mix))
            right, table = ("mix",), np.nan_to_num(table) @ mix
    elif unknown.any():
        given.append(_matrix("mix", np.where(unknown, 0.0, 1.0)))
        left, table = ("mix'",), np.array([np.nansum(table)])
    given.append(Value("expected", np.shape(table), tuple(np.ravel(table).tolist())))
    call = Call(kernel.name, tuple((k, f"{k} in") for k in inputs), ((port.name, "computed"),))
    terms = (Term(1.0, (*left, "computed", *right)), Term(-1.0, ("expected",)))
    return Check(name, tuple(given), (call,), terms, floor=floor)


def _matrix(name: str, x: Array) -> Value:
    return Value(name, np.shape(x), tuple(np.ravel(x).tolist()))
