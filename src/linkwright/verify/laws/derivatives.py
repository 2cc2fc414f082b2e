"""Law 20: derivatives of the graph are what differences say."""

from __future__ import annotations

import numpy as np

from linkwright.graph.calculus import Mode, jacobian
from linkwright.verify.differences import directional_difference
from linkwright.verify.finding import Finding, gap, largest
from linkwright.verify.subject import Subject, evaluate

_ASKED = (
    ("inverse_dynamics", "tau", "q v a"),
    ("forward_dynamics", "a", "q v tau"),
    ("mass_matrix", "M", "q"),
    ("gravity", "g", "q"),
    ("kinetic_energy", "T", "q v"),
    ("forward_kinematics", "pose", "q"),
)
_LARGE = (("inverse_dynamics", "tau", "q v a"), ("gravity", "g", "q"))


def differences(s: Subject) -> Finding:
    """Law 20: d output / d input, forward and reverse, against differences in forty digits."""
    asked = _ASKED if s.small else _LARGE
    gaps = [_gap(s, quantity, output, wrt) for quantity, output, inputs in asked for wrt in inputs.split()]
    gaps.append(_modes(s))
    return Finding(largest(gaps), note="" if s.small else "inverse dynamics and gravity only, for its size")


def _gap(s: Subject, quantity: str, output: str, wrt: str) -> float:
    f = s.function(quantity)
    matrix = evaluate(f.jacobian(output, wrt), s.states)[0]
    at = {name: getattr(s.states, name)[0] for name in f.inputs if name != "parameters"}
    along = np.random.default_rng(s.seed).uniform(-1, 1, at[wrt].shape)
    change = directional_difference(f, at, {wrt: along})
    return gap(matrix @ along, change, float(np.max(np.abs(matrix), initial=0.0)))


def _modes(s: Subject) -> float:
    """Forward and reverse derivatives are one another's check."""
    f = s.function("gravity")
    modes: tuple[Mode, Mode] = ("forward", "reverse")
    ahead, back = (evaluate(jacobian(f, "g", "q", mode), s.states) for mode in modes)
    return gap(ahead, back)
