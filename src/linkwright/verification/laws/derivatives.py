"""Law 20: derivatives are what differences say, and complex steps along the motion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.exact.equality import equal
from linkwright.graph.calculus import Mode, jacobian
from linkwright.graph.function import Function
from linkwright.manifold.state import place_rates, slots_of
from linkwright.verification.context import AnyContext, AnyRobotContext, ClosedContext, LagrangianContext, OpenContext
from linkwright.verification.context.base import Exact
from linkwright.verification.context.lagrangian import alone
from linkwright.verification.differences import directional_difference
from linkwright.verification.finding import Finding, gap
from linkwright.verification.states import evaluated
from linkwright.verification.suite.numbers import other

_RULES = (
    ("inverse_dynamics", "tau", "q v a"),
    ("forward_dynamics", "a", "q v tau"),
    ("mass_matrix", "M", "q"),
    ("gravity", "g", "q"),
    ("kinetic_energy", "T", "q v"),
    ("forward_kinematics", "pose", "q"),
)
_LARGE = (("inverse_dynamics", "tau", "q v a"), ("gravity", "g", "q"))
_SLOPES = ("inverse_dynamics_derivatives", "forward_dynamics_derivatives", "linearisation")


@dataclass(frozen=True)
class _Slope:
    """What a derivative makes of a direction, to be compared with a difference of its function, relative to size."""

    function: Function
    at: dict[str, Array]
    along: dict[str, Array]
    found: Array
    size: float = 0.0


def differences(s: AnyContext) -> Finding:
    """Law 20: derivatives are differences in forty digits: those by the graph's rules, forward and reverse, and linear
    behaviour of a Lagrangian along any direction of the tangent space. Total derivatives of forces and accelerations by free
    rates, velocities, forces and parameters are those by brute force: complex steps, after which the loops are closed. The
    recursive ones of inverse dynamics are exactly those by the graph's rules."""
    slopes, gaps, told = _asked(s)
    gaps += [gap(x.found, directional_difference(x.function, x.at, x.along), x.size) for x in slopes]
    return s.found(gaps, *told, exactly=_both_ways)


def _asked(s: AnyContext) -> tuple[list[_Slope], list[float], list[str]]:
    """Slopes, other gaps and what is said, of each kind."""
    match s:
        case OpenContext():
            told = "" if s.small else "of the rules, inverse dynamics and gravity only, for its size"
            return list(_rules(s)), [_modes(s), *s.compared(*_SLOPES), *_by_parameters(s)], [told]
        case ClosedContext():
            slopes, named = s.compared(*(_SLOPES if s.moderate else _SLOPES[:1])), _by_parameters(s)
            nameless = "" if named or not s.small else "no parameters to differentiate by"
            return [], [*slopes, *named], [nameless, "" if s.moderate else "of inverse dynamics only, for its size"]
        case LagrangianContext():
            return list(_linear(s)), [], []


def _rules(s: OpenContext) -> Iterator[_Slope]:
    for quantity, output, inputs in _RULES if s.small else _LARGE:
        if (f := s.function_or_none(quantity)) is None:
            continue
        for wrt in inputs.split():
            matrix = evaluated(f.jacobian(output, wrt), s.states)[0][0]
            at: dict[str, Array] = {name: getattr(s.states, name)[0] for name in f.inputs if name != "parameters"}
            along = np.random.default_rng(s.seed).uniform(-1, 1, at[wrt].shape)
            yield _Slope(f, at, {wrt: along}, matrix @ along, float(np.max(np.abs(matrix), initial=0.0)))


def _linear(s: LagrangianContext) -> Iterator[_Slope]:
    """A and B times any direction of the tangent space."""
    rng, f = np.random.default_rng(s.seed), alone(s.function("accelerations"), "a")
    for n, state in enumerate(s.states):
        found = s.value("linearisation", n)
        chi = rng.uniform(-1, 1, s.robot.nv)
        du: dict[str, Array] = {k: rng.uniform(-1, 1, x.shape) for k, x in state.inputs.items()}
        dv, slots = rng.uniform(-1, 1, s.robot.nv), slots_of(s.robot.variables)
        across = [(x, state.q[x.q]) for x in slots if x.kind == "S2"]
        for x, u in across:
            chi[x.v] -= u * (u @ chi[x.v])
        dq = np.array(place_rates(slots, state.q.tolist(), chi.tolist()), dtype=float)
        for x, u in across:
            dv[x.v] -= u * (u @ dv[x.v] + dq[x.q] @ state.v[x.v])  # omega stays across q
        made = found["A"][s.robot.nv :] @ np.concatenate([chi, dv])
        if "B" in found:
            made = made + found["B"][s.robot.nv :] @ np.concatenate([np.ravel(du[i.name]) for i in s.robot.inputs])
        yield _Slope(f, {"q": state.q, "v": state.v, **state.inputs}, {"q": dq, "v": dv, **du}, made)


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
