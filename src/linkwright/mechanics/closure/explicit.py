"""Closed forms: dependent positions of a mechanism as expressions of the free ones, loop by loop, found automatically.

Patterns look at one closure each and solve it, or not. They are tried in turn until nothing is left; so loops come in the
order in which they can be solved. A new pattern is one function and one line in PATTERNS.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from linkwright.graph.expr import Expr, Scalar, lift, symbol
from linkwright.graph.graph import Graph
from linkwright.graph.notes import carry_notes, note
from linkwright.mechanics.closure import explicit_planar as planar
from linkwright.mechanics.closure.explicit_outline import outline
from linkwright.mechanics.closure.explicit_parallel import leg_of_platform
from linkwright.mechanics.closure.explicit_rewrite import Rewriter
from linkwright.mechanics.closure.explicit_state import Length, State, Step
from linkwright.mechanics.closure.forms import Span
from linkwright.mechanics.closure.linear import Linear, linear
from linkwright.model.cut import Closure, Cut

Pattern = Callable[[State, Closure], list[Step] | None]
"""Solves the unknowns of one closure, where it can."""

PATTERNS: Mapping[str, Pattern] = {
    "a leg of a platform": leg_of_platform,
    "an angle that others leave": planar.one_angle,
    "a length that others leave": planar.one_length,
    "two lines": planar.two_lengths,
    "two circles": planar.two_angles,
    "a circle and a line": planar.track_and_angle,
    "a length on a turning guide": planar.turning_track,
}


@dataclass(frozen=True)
class Solution:
    """A closed form. steps: what was solved how, in order: (name of the loop or coupling, pattern)."""

    cut: Cut
    linear: Linear
    steps: tuple[tuple[str, str], ...]

    def at(self, q_free: Sequence[Expr]) -> State:
        """Everything known, for given expressions of the free coordinates, all of one graph."""
        graph = q_free[0].graph if q_free else None
        found = _run(self.cut, linear(self.cut, graph), q_free)
        assert found is not None
        return found[0]

    def positions(self, q_free: Sequence[Expr]) -> list[Scalar]:
        """All positions of the tree; angles by atan2, with the whole turns that they have at the start."""
        state = self.at(q_free)
        return [state.value(k) + state.turns_missing(k) for k in range(self.cut.tree.nq)]


def explicit(cut: Cut) -> Solution | None:
    """The closed form of a cut mechanism, or None where it has none that is known here. It takes whole loops, and so none where
    equations that count are told from others by the rounding of a file."""
    if cut.counting or any(k not in _angles_and_lengths(cut) for k in cut.coordinates.dependent_q):
        return None
    graph = Graph()
    found_linear = linear(cut, graph)
    found = _run(cut, found_linear, [symbol(f"q[{k}]", graph) for k in cut.coordinates.free_q])
    return None if found is None else Solution(cut, found_linear, tuple(found[1]))


def _angles_and_lengths(cut: Cut) -> set[int]:
    """Positions that are one coordinate of one joint: not quaternions."""
    return {link.iq for link in cut.tree.links if link.joint_type.single}


def _run(cut: Cut, found: Linear, q_free: Sequence[Expr]) -> tuple[State, list[tuple[str, str]]] | None:
    graph = q_free[0].graph if q_free else Graph()
    free = dict(zip(cut.coordinates.free_q, q_free, strict=True))
    state = State(cut, found, graph, free, Span(set(free)))
    closures = [c for c in cut.closures if c.name not in found.done]
    followers = [f for f in cut.followers if f.name not in found.done]
    steps: list[tuple[str, str]] = []
    while closures or followers:
        for f in followers:
            rewriter = Rewriter(state, {f"q[{k}]": k for k in range(cut.tree.nq)}, "trigonometric")
            value = rewriter.value(lift(graph, f.value))
            if value is not None:
                state.take([Length(f.iq, value)])
                followers.remove(f)
                steps.append((f.name, "coupling"))
                break
        else:
            solved = _next(state, closures)
            if solved is None:
                return None
            steps.append(solved)
    if any(not state.knows(k) for k in cut.coordinates.dependent_q):
        return None
    return state, steps


def _next(state: State, closures: list[Closure]) -> tuple[str, str] | None:
    """Solve one closure by the first pattern that can."""
    for closure in closures:
        loop = outline(state, closure)
        if loop is not None and not loop.open and not loop.lengths:
            closures.remove(closure)
            return closure.name, "closed by others"
        for name, pattern in PATTERNS.items():
            steps = pattern(state, closure)
            if steps is not None:
                state.take(steps)
                closures.remove(closure)
                return closure.name, name
    return None


def eliminate(graph: Graph, roots: Sequence[int], cut: Cut, solution: Solution, form: str) -> list[int]:
    """Roots over symbols q[j] (free) and theta[k] (dependent, both in the order of `cut.coordinates`), without theta.

    trigonometric: sines and cosines of dependent angles are algebraic; an angle that stands by itself is an atan2
    direct:        angles by atan2, sines and cosines of them
    """
    names = {f"q[{j}]": k for j, k in enumerate(cut.coordinates.free_q)}
    names |= {f"theta[{j}]": k for j, k in enumerate(cut.coordinates.dependent_q)}
    q_free = [symbol(f"q[{j}]", graph) for j in range(len(cut.coordinates.free_q))]
    state = solution.at(q_free)
    new = Rewriter(state, names, form).rebuilt(graph, roots)
    _note_solved(state)
    carry_notes(graph, new)
    return [new.get(i, i) for i in roots]


_SIGNS = (1, -1)


def _note_solved(state: State) -> None:
    """Say what a closed form found: lengths, and cosines and sines of angles or of sums of them."""
    joints = {link.iq: link.joint for link in state.cut.tree.links}
    for index, value in state.values.items():
        if index in joints:  # others are lengths of sliding closures
            note(f"joint {joints[index]}", "position", value)
    for angle in state.solved:
        if all(k in joints and c in _SIGNS for k, c in angle.form):
            signed = "".join(f" {'+' if c == 1 else '-'} {joints[k]}" for k, c in angle.form)
            note(f"angle {signed.removeprefix(' + ').strip()}", "cosine and sine", angle.turn.x, angle.turn.y)


__all__ = ["PATTERNS", "Pattern", "Solution", "eliminate", "explicit"]
