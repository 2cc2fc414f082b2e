"""Law 20: derivatives are what differences say, and complex steps along the motion."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.exact.equality import equal
from linkwright.graph.calculus import Mode, jacobian
from linkwright.verification.context import AnyRobotContext, OpenContext
from linkwright.verification.context.base import Exact
from linkwright.verification.differences import directional_difference
from linkwright.verification.finding import Finding, gap
from linkwright.verification.states import evaluated
from linkwright.verification.suite.numbers import other

_ASKED = (
    ("inverse_dynamics", "tau", "q v a"),
    ("forward_dynamics", "a", "q v tau"),
    ("mass_matrix", "M", "q"),
    ("gravity", "g", "q"),
    ("kinetic_energy", "T", "q v"),
    ("forward_kinematics", "pose", "q"),
)
_LARGE = (("inverse_dynamics", "tau", "q v a"), ("gravity", "g", "q"))
_SLOPES = ("inverse_dynamics_derivatives", "forward_dynamics_derivatives", "linearisation")


def differences(s: OpenContext) -> Finding:
    """Law 20: d output / d input by the graph's rules, forward and reverse, against differences in forty digits; and the
    derivatives of the dynamics, as along_the_motion has them. The recursive ones of inverse dynamics are exactly those by the
    graph's rules."""
    gaps = [
        _by_rules(s, quantity, output, wrt)
        for quantity, output, inputs in (_ASKED if s.small else _LARGE)
        for wrt in inputs.split()
    ]
    gaps += [_modes(s), *s.compared(*_SLOPES), *_by_parameters(s)]
    note = "" if s.small else "of the rules, inverse dynamics and gravity only, for its size"
    return s.found(gaps, note, exactly=_both_ways)


def along_the_motion(s: AnyRobotContext) -> Finding:
    """Law 20: total derivatives of forces and accelerations by free rates (the tangent space where positions are quaternions),
    by velocities, forces and parameters, and linear behaviour near a state, by brute force: complex steps, after which the
    loops are closed."""
    slopes = s.compared(*(_SLOPES if s.moderate else _SLOPES[:1]))
    named = _by_parameters(s)
    return s.found(
        [*slopes, *named],
        "" if named or not s.small else "no parameters to differentiate by",
        "" if s.moderate else "of inverse dynamics only, for its size",
    )


def _by_rules(s: OpenContext, quantity: str, output: str, wrt: str) -> float:
    f = s.function_or_none(quantity)
    if f is None:
        return 0.0
    matrix = evaluated(f.jacobian(output, wrt), s.states)[0][0]
    at: dict[str, Array] = {name: getattr(s.states, name)[0] for name in f.inputs if name != "parameters"}
    along = np.random.default_rng(s.seed).uniform(-1, 1, at[wrt].shape)
    change = directional_difference(f, at, {wrt: along})
    return gap(matrix @ along, change, float(np.max(np.abs(matrix), initial=0.0)))


def _modes(s: OpenContext) -> float:
    """Forward and reverse derivatives are one another's check."""
    f = s.function("gravity")
    modes: tuple[Mode, Mode] = ("forward", "reverse")
    ahead, back = (evaluated(jacobian(f, "g", "q", mode), s.states)[0] for mode in modes)
    return gap(ahead, back)


def _by_parameters(s: AnyRobotContext) -> list[float]:
    """By masses, lengths, ...: whatever has a name in the model; the loops stay closed when a length changes. None of a large
    robot, and where nothing has a name: numbers of a file without parameters got names here."""
    quantity = "inverse_dynamics_parameter_derivatives"
    given: Any = s.given
    f = s.function_or_none(quantity, given, parameters="symbolic") if s.small else None
    r = None if f is None else s.varied(f.inputs["parameters"])
    if f is None or r is None:
        return []
    labels = f.inputs["parameters"].labels
    direction = {n: r.values[n] * (1 + other(n) / 2) for n in labels}
    slopes = evaluated(f, s.states, parameters=np.array([r.values[n] for n in labels]))[0]
    size = float(np.max(np.abs(slopes), initial=0.0))
    return [gap(slopes @ np.array(list(direction.values())), r.along_parameters(direction), size)]


def _both_ways(x: Exact) -> bool:
    """The recursive derivatives of inverse dynamics and those by the graph's rules are the same functions."""
    methods = ("recursive", "differentiation")
    one, two = (x.function("inverse_dynamics_derivatives", x.robot, method=m) for m in methods)
    return equal(one, two)
