"""Law 20: derivatives are what differences say."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linkwright.exact.equality import equal
from linkwright.graph.calculus import Mode, jacobian
from linkwright.graph.function import Function
from linkwright.referee.poses import STEP
from linkwright.verification.context import OpenContext
from linkwright.verification.differences import directional_difference
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.states import evaluated, rate_matrix, rates

Array = NDArray[np.float64]

_ASKED = (
    ("inverse_dynamics", "tau", "q v a"),
    ("forward_dynamics", "a", "q v tau"),
    ("mass_matrix", "M", "q"),
    ("gravity", "g", "q"),
    ("kinetic_energy", "T", "q v"),
    ("forward_kinematics", "pose", "q"),
)
_LARGE = (("inverse_dynamics", "tau", "q v a"), ("gravity", "g", "q"))
_RECURSIVE = (
    ("inverse_dynamics_derivatives", "inverse_dynamics", "q v"),
    ("forward_dynamics_derivatives", "forward_dynamics", "q v tau"),
)


def differences(s: OpenContext) -> Finding:
    """Law 20: d output / d input by the graph's rules, forward and reverse, and the derivatives of the dynamics that have
    derivations of their own, against differences in forty digits."""
    gaps = [
        _by_rules(s, quantity, output, wrt)
        for quantity, output, inputs in (_ASKED if s.small else _LARGE)
        for wrt in inputs.split()
    ]
    gaps += [_modes(s), *(_by_recursion(s, *asked) for asked in _RECURSIVE), _linearised(s)]
    gaps += [_by_parameters(s)] if s.small else []
    note = "" if s.small else "of the rules, inverse dynamics and gravity only, for its size"
    return Finding(largest(gaps), _both_ways(s), notes(note, s.exact_note))


def _at(s: OpenContext, f: Function) -> dict[str, Array]:
    return {name: getattr(s.states, name)[0] for name in f.inputs if name != "parameters"}


def _by_rules(s: OpenContext, quantity: str, output: str, wrt: str) -> float:
    f = s.function_or_none(quantity)
    if f is None:
        return 0.0
    matrix = evaluated(f.jacobian(output, wrt), s.states)[0][0]
    at = _at(s, f)
    along = np.random.default_rng(s.seed).uniform(-1, 1, at[wrt].shape)
    change = directional_difference(f, at, {wrt: along})
    return gap(matrix @ along, change, float(np.max(np.abs(matrix), initial=0.0)))


def _modes(s: OpenContext) -> float:
    """Forward and reverse derivatives are one another's check."""
    f = s.function("gravity")
    modes: tuple[Mode, Mode] = ("forward", "reverse")
    ahead, back = (evaluated(jacobian(f, "g", "q", mode), s.states)[0] for mode in modes)
    return gap(ahead, back)


def _by_recursion(s: OpenContext, quantity: str, of: str, inputs: str) -> float:
    """Derivatives by q are along the tangent space: dq = N(q) times what they are multiplied with."""
    derivatives, f = s.function_or_none(quantity), s.function_or_none(of)
    if derivatives is None or f is None:
        return 0.0
    at = _at(s, f)
    found = derivatives(**_at(s, derivatives))
    along = np.random.default_rng(s.seed).uniform(-1, 1, s.robot.nv)
    gaps: list[float] = []
    for matrix, wrt in zip(found.values(), inputs.split(), strict=True):
        step = rate_matrix(s.robot, at["q"]) @ along if wrt == "q" else along
        change = directional_difference(f, at, {wrt: step})
        gaps.append(gap(matrix @ along, change, float(np.max(np.abs(matrix), initial=0.0))))
    return largest(gaps)


def _linearised(s: OpenContext) -> float:
    """A and B against the change of dq/dt = N(q) v and of the accelerations when q, v and tau change.

    In coordinates a deviation is N dq, and what it does to dq/dt is  N d(dq)/dt + (dN/dt) dq.
    """
    linear, f = s.function_or_none("linearisation"), s.function_or_none("forward_dynamics")
    if linear is None or f is None:
        return 0.0
    at, n = _at(s, f), s.robot.nv
    found = linear(**_at(s, linear))
    dq, dv, dtau = np.random.default_rng(s.seed).uniform(-1, 1, (3, n))
    N = rate_matrix(s.robot, at["q"])
    growth = found["A"] @ np.concatenate([dq, dv]) + found["B"] @ dtau
    shown = N @ dv + _changed_rates(s, at["q"], at["v"], N @ dq) - _changed_rates(s, at["q"], dq, N @ at["v"])
    faster = directional_difference(f, at, {"q": N @ dq, "v": dv, "tau": dtau})
    scale = float(np.max(np.abs(found["A"]), initial=0.0))
    return largest([gap(N @ growth[:n], shown), gap(growth[n:], faster, scale)])


def _changed_rates(s: OpenContext, q: Array, v: Array, along: Array) -> Array:
    """Derivative of N(q) v by q along a direction, by a complex step."""
    return np.imag(np.array(rates(s.robot, q + 1j * STEP * along, v))) / STEP


def _by_parameters(s: OpenContext) -> float:
    """By masses, lengths, ...: whatever has a name in the model."""
    derivatives = s.function_or_none("inverse_dynamics_parameter_derivatives", s.given, parameters="symbolic")
    if derivatives is None:
        return 0.0
    f = s.function("inverse_dynamics", s.given, parameters="symbolic")
    port = derivatives.inputs["parameters"]
    rng = np.random.default_rng(s.seed)
    values = np.array(port.defaults) if port.defaults is not None else rng.uniform(0.5, 1.5, port.size)
    at = {**_at(s, derivatives), "parameters": values}
    along = rng.uniform(-1, 1, port.size)
    matrix = np.asarray(derivatives(**at))
    return gap(matrix @ along, directional_difference(f, at, {"parameters": along}), float(np.max(np.abs(matrix))))


def _both_ways(s: OpenContext) -> bool | None:
    """The recursive derivatives of inverse dynamics and those by the graph's rules are the same functions."""
    robot = s.exact_robot
    if robot is None:
        return None
    one, other = (s.function("inverse_dynamics_derivatives", robot, method=m) for m in ("recursive", "differentiation"))
    return equal(one, other)
