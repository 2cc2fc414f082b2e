"""What acts in the joints of a tree besides motors, in numbers: its springs, what dampers and viscous friction take, and its
dry friction."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.graph.evaluate import FLOAT, evaluate
from linkwright.graph.expr import Expr, is_zero
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import Drive, OpenRobot


def dissipation(springs: tuple[Array, Array], passive: Array, q: Array) -> Array:
    """Passive forces less the springs', whose energy is in the potential."""
    K, at_zero = springs
    return passive - (K @ q + at_zero)


def springs_of(robot: OpenRobot) -> tuple[Array, Array]:
    """The forces of all springs, in joints and between them: a matrix per position, and what is left at zero."""
    K, at_zero = np.zeros((robot.nv, robot.nq)), np.zeros(robot.nv)
    for tie in parametrised_tree(robot).tree.acting:
        if is_zero(tie.drive.stiffness):
            continue
        spring = tie.map(_float)
        for _, row, coefficient in spring.terms:
            force = coefficient * spring.drive.stiffness
            at_zero[row] += force * (spring.offset - spring.drive.rest)
            for column, _, other in spring.terms:
                K[row, column] += force * other
    return K, at_zero


@dataclass(frozen=True, eq=False)
class DryFriction:
    """Coulomb's law in some places of a tree: the force that resists is limit * sign(rate) where the place slides, and whatever
    holds it, at most the limit, where it does not.

    names: of the joints, or of what lies between joints
    D:     (places, nv); rates of the places are D v
    limit: (places,) N m or N
    """

    names: tuple[str, ...]
    D: Array
    limit: Array

    def rates(self, v: Array) -> Array:
        """How fast the places slide."""
        return self.D @ v

    def resistance(self, slip: Array) -> Array:
        """Joint forces that places resist with; slip: the sign of each place's rate, 0 where it is held."""
        return self.D.T @ (self.limit * slip)


def dry_friction_of(robot: OpenRobot) -> DryFriction | None:
    """All dry friction of a tree, in joints and between them; None where there is none."""
    tree = parametrised_tree(robot).tree
    names = [link.joint for link in tree.links for _ in link.rates] + [f"tie {k + 1}" for k in range(len(tree.ties))]
    found: list[tuple[str, Array, float]] = []
    for name, tie in zip(names, tree.acting, strict=True):
        limit = _float(tie.drive.coulomb)
        row = np.zeros(robot.nv)
        for _, k, coefficient in tie.terms:
            row[k] += _float(coefficient)
        if not 0 <= limit < np.inf:
            what = f"the dry friction of '{name}' is {limit:g}"
            raise InputError(what, robot.source, "coulomb: a force or a moment, zero or more")
        if limit > 0 and np.any(row):
            found.append((name, row, limit))
    if not found:
        return None
    return DryFriction(
        tuple(name for name, _, _ in found), np.array([x for _, x, _ in found]), np.array([x for _, _, x in found])
    )


def without_dry_friction(robot: OpenRobot) -> OpenRobot:
    """The same tree, whose forces have no jumps."""
    return robot.with_drives(_smooth)


def _smooth(drive: Drive) -> Drive:
    return replace(drive, coulomb=0)


def _float(x: Any) -> float:
    return float(evaluate(x.graph, [x.index], {}, FLOAT)[0]) if isinstance(x, Expr) else float(x)
