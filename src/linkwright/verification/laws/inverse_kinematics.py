"""Law 24: inverse kinematics undoes forward kinematics, its branches differ, and none is lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import QuantityError
from linkwright.graph.port import Port
from linkwright.kernels import kernel
from linkwright.mechanics.inverse.masks import mask_of
from linkwright.mechanics.tree.kinematics import last_frame
from linkwright.model.parameters import parametrised_tree
from linkwright.referee.open_reference import OpenReference
from linkwright.verification.context import OpenContext
from linkwright.verification.finding import Finding
from linkwright.verification.postures import APART, At, distance, errors, found_by_search, referee_of
from linkwright.verification.suite.numbers import Numbers

_STARTS = 120
"""From where brute force looks for postures that are not among the solutions."""
_CONDITION = 1e6
_COMPLETE = ("closed_form", "near_closed_form", "elimination")
"""Methods that promise all solutions."""


def undoes(s: OpenContext) -> Finding:
    """Law 24: at the pose of every sample state each solution has this pose, no two are the same, the posture of the state is
    among them, and a search from many starts finds no other."""
    try:
        solver = _Solver(s)
    except QuantityError as error:
        return Finding(note=error.what)
    at = solver.referee()
    worst, lost = 0.0, 0
    count: list[int] = []
    for n, q in enumerate(s.states.q):
        q = solver.reachable(q)
        pose, J = (x[0] for x in at(q[None]))
        if np.linalg.cond(J[:, solver.moving]) > _CONDITION and len(solver.moving) == 6:
            continue
        rows = solver(pose, q)
        count.append(len(rows))
        worst = max(worst, _largest(errors(solver.mask, at(rows)[0], pose)) if len(rows) else np.inf)
        if any(distance(a, b, solver.turns) < APART / 10 for k, a in enumerate(rows) for b in rows[:k]):
            return Finding(float("inf"), note=f"two solutions are one in state {n + 1}")
        others = [q[None]] if solver.complete else []
        if solver.complete and s.small and n == 0:
            others.append(found_by_search(at, solver.mask, pose, solver.starts(q), solver.still))
        every = np.concatenate([np.zeros((0, len(q))), *others])
        lost += sum(1 for x in every if not len(rows) or np.min(distance(rows, x, solver.turns)) > APART)
    if lost:
        return Finding(float("inf"), note=f"{lost} postures are not among the solutions")
    how = "" if solver.complete else "; other postures may exist"
    return Finding(
        worst, note=f"{solver.method}: {', '.join(map(str, count))} solutions{how}" if count else "singular poses"
    )


class _Solver:
    """The robot's inverse kinematics, whatever its method is."""

    def __init__(self, s: OpenContext) -> None:
        self.robot = s.robot
        self.states = s.states
        tree = parametrised_tree(s.robot).tree
        self.frame = last_frame(tree)
        self.mask = mask_of(tree, self.frame)
        made = kernel(s.robot, "inverse_kinematics")
        facts = dict(made.facts)
        self.method = facts.get("method", "")
        self.complete = self.method in _COMPLETE
        if self.method == "closed_form":  # the derivation under test
            found = s.function("inverse_kinematics")
            self.function: Any = found
            inputs: Mapping[str, Port] = found.inputs
        else:
            from linkwright.runtime import native

            self.function = native(made)
            inputs = {p.name: p for p in made.inputs}
        offsets = s.robot.offsets
        given = inputs["given"].labels if "given" in inputs else ()
        self.given = [offsets[name][0] for name in given]
        self.still = [offsets[name][1] for name in given]
        self.plain = s.robot.nq == s.robot.nv
        self._poses = referee_of(_reference(s, self.frame))
        poses, sample = self._poses(s.states.q)
        whole = [self._poses(s.states.q + 2 * np.pi * step)[0] for step in np.eye(s.robot.nq)]
        self.turns = np.array([np.allclose(turned, poses, atol=1e-9) for turned in whole])
        self.moving = [k for k in range(s.robot.nv) if np.abs(sample[:, :, k]).max() > 0 and k not in self.still]

    def referee(self) -> At:
        """Poses and Jacobians by brute force."""
        return self._poses

    def reachable(self, q: Array) -> Array:
        """A posture as the solutions tell it: joints that do not move the frame at zero."""
        if not self.plain:  # positions and rates are numbered differently
            return q
        return np.array([x if k in self.moving or k in self.still else 0.0 for k, x in enumerate(q)])

    def __call__(self, pose: Array, q: Array) -> Array:
        """All solutions at a pose, given joints as in q."""
        more = {"given": q[self.given]} if self.given else {}
        rows = np.asarray(self.function(pose=pose, **more)["solutions"])
        return rows[np.isfinite(rows).all(axis=1)]

    def starts(self, q: Array) -> Array:
        """Postures anywhere; what does not move the frame as in q."""
        rng = np.random.default_rng(1)
        made = np.repeat(q[None], _STARTS, axis=0)
        made[:, self.moving] = rng.uniform(-np.pi, np.pi, (_STARTS, len(self.moving)))
        return made


def _reference(s: OpenContext, frame: str) -> OpenReference:
    numbers = Numbers(s.robot, "numeric", "")
    return OpenReference(numbers.tree({}), s.states, frame, True, {}, tree_of=numbers.tree)


def _largest(x: Array) -> float:
    return float(np.max(np.abs(x), initial=0.0))
