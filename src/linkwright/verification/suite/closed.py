"""The test suite that travels with the code of a closed mechanism: samples at which its loops close, expected values by brute
force and projection, and laws across functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.emit import Call, Check, Term, Value
from linkwright.errors import ModelError
from linkwright.graph.function import Function
from linkwright.mechanics.identifiable import force_rows
from linkwright.mechanics.inverse.beside_loops import frame_beside_loops, free_tree
from linkwright.mechanism import derive, quantities
from linkwright.model.assembly.analysis import cut
from linkwright.model.assembly.study import study
from linkwright.model.closed_robot import ClosedRobot
from linkwright.passes.kernel import Kernel
from linkwright.referee.closed import Closed
from linkwright.referee.closed_reference import ClosedReference, at_positions
from linkwright.referee.states import sample_closed
from linkwright.referee.tree import ReferenceTree
from linkwright.verification.suite import (
    LARGE,
    SAMPLES,
    TILT,
    default_frame,
    expected_checks,
    given_at,
    given_values,
    label_of,
    passed_to,
    upright,
    varies,
)
from linkwright.verification.suite import checks_for as checks_of_tree
from linkwright.verification.suite.closed_expected import EXPECTED
from linkwright.verification.suite.identification import NAMES, guess, identification_checks
from linkwright.verification.suite.inverse import rate_checks
from linkwright.verification.suite.laws import law_checks
from linkwright.verification.suite.linear import linear_checks
from linkwright.verification.suite.numbers import FROM_INERTIAS, Numbers, in_numbers
from linkwright.verification.suite.quaternions import quaternion_checks

Array = np.ndarray[Any, Any]
_NEAR = 0.02
"""How far the guess of a solver is from the solution."""


class ClosedNumbers(Numbers):
    """Numbers of a closed robot: parameters without a value get those with which its loops were closed in the first place."""

    @cached_property
    def own(self) -> dict[str, float]:
        return dict(study(self.robot).values)

    @cached_property
    def _base_map(self) -> Function:
        return derive(self.robot, "base_parameters", parameters=self.parameters, symbolic=self.symbolic)


def checks_for(
    robot: ClosedRobot,
    kernels: Sequence[Kernel],
    samples: int | None = None,
    *,
    parameters: str = "numeric",
    symbolic: str = "",
    frame: str | None = None,
) -> tuple[Check, ...]:
    """Checks for kernels of a closed robot in one form of its parameters; frame: the one that was asked for."""
    count = samples if samples is not None else SAMPLES if robot.tree.nv <= LARGE else 1
    beside = [k for k in kernels if quantities(robot)[k.name].beside_loops]
    kernels = [k for k in kernels if k not in beside]
    numbers = ClosedNumbers(robot, parameters, symbolic)
    table = {k.name: k for k in kernels}
    checks: list[Check] = []
    for changed in (False, True) if varies(numbers, kernels) else (False,):
        try:
            r = _reference(numbers, kernels, 1 if changed else count, frame, changed)
        except ModelError:  # with other lengths it may not close
            if not changed:
                raise
            continue
        for kernel in kernels:
            checks += expected_checks(EXPECTED, kernel, r, numbers, changed)
        for n in range(len(r.states)):
            given = given_at(kernels, r, numbers, changed, n)
            known = {x: k for x, k in table.items() if not changed or x not in FROM_INERTIAS}
            label = label_of(n, changed)
            checks += law_checks(robot, known, given, label)
            checks += [
                made(table, r, n, given, label) for names, made in _CLOSING if set(names.split()) <= table.keys()
            ]
            checks += _step(table["closure_step"], given, label) if "closure_step" in table else []
        passed = passed_to(kernels, numbers, changed)
        labels = [label_of(n, changed) for n in range(len(r))]
        checks += quaternion_checks(table, r, passed, labels)
        checks += rate_checks(table, r, passed, labels)
        if not changed:
            checks += linear_checks({n: k for n, k in table.items() if not n.startswith("base")}, r, numbers)
            checks += _identification_checks(table, r, numbers)
    if beside:
        form = {"parameters": parameters, "symbolic": symbolic}
        name = frame_beside_loops(robot, frame)
        checks += checks_of_tree(free_tree(robot), beside, samples, **form, frame=name)
    return tuple(checks)


def _identification_checks(table: Mapping[str, Kernel], r: ClosedReference, numbers: Numbers) -> list[Check]:
    """Forces of a robot with other bodies and drives at the same states."""
    if not set(NAMES) & table.keys():
        return []
    assert isinstance(numbers.robot, ClosedRobot)
    guessed = guess(numbers, in_numbers(numbers.robot, numbers.own))
    assert isinstance(guessed.robot, ClosedRobot)
    moved = at_positions(replace(r.closed, robot=guessed.robot), r.positions, r.states.v, r.states.a)
    of_motors = force_rows(numbers.robot) != numbers.robot.rate_names
    forces = EXPECTED["actuator_forces"](moved)[0] if of_motors else moved.forces().value
    return identification_checks(table, r.states, guessed, forces, numbers)


def _reference(
    numbers: Numbers, kernels: Sequence[Kernel], count: int, frame: str | None, changed: bool
) -> ClosedReference:
    given = numbers.robot
    assert isinstance(given, ClosedRobot)
    values = given_values(numbers, kernels, changed)
    robot = in_numbers(given, {**numbers.own, **values})
    made = cut(given)
    free = made.coordinates.free_v
    name = frame if frame is not None else default_frame(given.tree)
    tree = numbers.tree(values) if numbers.parameters != "base" else None

    def closed_of(other: Mapping[str, Any]) -> tuple[Closed, ReferenceTree]:
        known = {**numbers.own, **other}
        return Closed(in_numbers(given, known), free, known, made.counting), numbers.tree(other)

    def reference(count: int) -> ClosedReference:
        closed = Closed(robot, free, counting=made.counting)
        states = sample_closed(closed, made.coordinates, np.array(made.start), count, int(changed))
        return ClosedReference(
            tree or closed.tree, states, name, frame is not None, values, closed=closed, closed_of=closed_of
        )

    r = reference(count)
    if any(k.name.startswith("analytic_jacobian") for k in kernels) and np.min(r.at().tilt) < TILT:
        pool = reference(8 * count)
        return replace(pool, states=upright(pool, count), _motions={}, _spread={})
    return r


# --- laws of closing -----------------------------------------------------------------------------------------------------

Table = dict[str, Kernel]
Made = Callable[[Table, ClosedReference, int, dict[str, Array], str], Check]


def _value(name: str, x: Array) -> Value:
    return Value(name, np.shape(x), tuple(np.ravel(x).tolist()))


def _call(kernel: Kernel, known: dict[str, Array], outputs: Sequence[tuple[str, str]]) -> tuple[Call, list[Value]]:
    """A call with what is known, and the values it takes."""
    inputs: list[tuple[str, str]] = []
    values: list[Value] = []
    for port in kernel.inputs:
        source = f"parameters of {kernel.name}" if port.name == "parameters" else port.name
        if source in known:
            inputs.append((port.name, source))
            values.append(_value(source, known[source]))
    return Call(kernel.name, tuple(inputs), tuple(outputs)), values


def _vanishes(table: Table, r: ClosedReference, n: int, given: dict[str, Array], label: str) -> Check:
    """Law 12: h = 0 at positions that are closed by brute force."""
    call, values = _call(table["closure_residual"], given, [("h", "h")])
    return Check(f"law 12: h = 0 {label}", tuple(values), (call,), (Term(1.0, ("h",)),), floor=1.0)


def _solved(table: Table, r: ClosedReference, n: int, given: dict[str, Array], label: str) -> Check:
    """Law 12: the closed form closes."""
    first, values = _call(table["closure"], given, [("theta", "found")])
    residual = table["closure_residual"]
    second, more = _call(residual, {k: x for k, x in given.items() if k != "theta"}, [("h", "h")])
    second = Call(second.function, (*second.inputs, ("theta", "found")), second.outputs)
    known = {v.name: v for v in (*values, *more)}
    return Check(
        f"law 12: h(q, theta(q)) = 0 {label}", tuple(known.values()), (first, second), (Term(1.0, ("h",)),), floor=1.0
    )


def _iterated(table: Table, r: ClosedReference, n: int, given: dict[str, Array], label: str) -> Check:
    """Law 12: Newton's method from nearby finds what brute force found."""
    theta = given["theta"]
    rng = np.random.default_rng(n)
    known = {**given, "guess": _near(theta, r, rng)}
    call, values = _call(table["closure_solution"], known, [("theta", "found")])
    terms = (Term(1.0, ("found",)), Term(-1.0, ("theta",)))
    values = [v for v in values if v.name != "theta"]
    return Check(f"law 12: solved from nearby {label}", (*values, _value("theta", theta)), (call,), terms, floor=1.0)


def _near(theta: Array, r: ClosedReference, rng: np.random.Generator) -> Array:
    """A guess beside the solution; quaternions keep their length to first order only, as guesses do."""
    return theta + _NEAR * rng.uniform(-1, 1, len(theta)) * np.maximum(0.1, np.minimum(1.0, np.abs(theta)))


def _step(kernel: Kernel, given: dict[str, Array], label: str) -> list[Check]:
    """Law 12: a step that ends at the solution finds nothing left to do; everywhere it goes where it is told."""
    theta = given["theta"]
    direction, damping = np.linspace(-0.01, 0.02, len(theta)), 0.5
    known = {**given, "theta": theta - damping * direction, "direction": direction, "damping": np.array(damping)}
    found: list[Check] = []
    expected = dict(zip((p.name for p in kernel.outputs), (theta, np.zeros_like(theta), np.array(0.0)), strict=True))
    for port in kernel.outputs:
        call, values = _call(kernel, known, [(port.name, "found")])
        terms = (Term(1.0, ("found",)), Term(-1.0, ("expected",)))
        given_values = (*values, _value("expected", expected[port.name]))
        found.append(Check(f"law 12: {kernel.name} {port.name} {label}", given_values, (call,), terms, floor=1.0))
    return found


def _rates(table: Table, r: ClosedReference, n: int, given: dict[str, Array], label: str) -> Check:
    """Law 14: Jq v + Jtheta dtheta/dt = 0 for rates by brute force."""
    call, values = _call(table["closure_jacobian"], given, [("Jq", "Jq"), ("Jtheta", "Jtheta")])
    rates = _value("dtheta", r.rates[n, r.closed.dependent])
    known = {x.name: x for x in (*values, rates, _value("v", given["v"]))}
    terms = (Term(1.0, ("Jq", "v")), Term(1.0, ("Jtheta", "dtheta")))
    return Check(f"law 14: Jq v + Jtheta dtheta = 0 {label}", tuple(known.values()), (call,), terms)


def _multipliers(table: Table, r: ClosedReference, n: int, given: dict[str, Array], label: str) -> Check:
    """Law 10: what the closures exert on the dependent joints is what the tree needs there."""
    first, values = _call(table["constraint_forces"], given, [("lam", "lam")])
    second, more = _call(table["closure_jacobian"], given, [("Jtheta", "Jtheta")])
    needed = r.motion().forces(r.states.wrench).value[n, r.closed.dependent]
    known = {v.name: v for v in (*values, *more, _value("needed", needed))}
    terms = (Term(1.0, ("Jtheta'", "lam")), Term(-1.0, ("needed",)))
    return Check(f"law 10: Jtheta' lambda {label}", tuple(known.values()), (first, second), terms)


def _base(table: Table, r: ClosedReference, n: int, given: dict[str, Array], label: str) -> Check:
    """Law 8: base regressor times base parameters, drives and wrenches apart."""
    first, values = _call(table["base_regressor"], given, [("Yb", "Yb")])
    second, more = _call(table["base_parameters"], given, [("base", "base")])
    expected = r.rigid_forces()[n]
    known = {v.name: v for v in (*values, *more, _value("expected", expected))}
    terms = (Term(1.0, ("Yb", "base")), Term(-1.0, ("expected",)))
    return Check(f"law 8: Yb base by brute force {label}", tuple(known.values()), (first, second), terms)


_CLOSING: tuple[tuple[str, Made], ...] = (
    ("base_regressor base_parameters", _base),
    ("closure_residual", _vanishes),
    ("closure closure_residual", _solved),
    ("closure_solution", _iterated),
    ("closure_jacobian", _rates),
    ("constraint_forces closure_jacobian", _multipliers),
)
"""Functions that a law needs -> its check."""
