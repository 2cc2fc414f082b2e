"""General models: patterns whose angles are let go wherever the kind of motion does not depend on them.

Wrist rule: what turns the hand are the last two changes of direction among the turning axes. Let R_m be the axis before the
first of the two: up to it every angle is free. A chain that ends in three perpendicular sliders reaches all positions by them:
the first of them may stand in any way on what comes before.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from linkwright.catalogue.chain import Chain, without_idle_angles
from linkwright.catalogue.patterns import patterns
from linkwright.catalogue.row import Row, Rows


@cache
def general_models(joints: int, max_prismatic: int | None = None) -> tuple[Chain, ...]:
    """Of all patterns, each once, in the order of tables."""
    return tuple(sorted({general_of(chain) for chain in patterns(joints, max_prismatic)}))


def general_of(pattern: Chain) -> Chain:
    """The general model of a pattern; the pattern itself where no angle may be free."""
    rows = list(pattern.rows)
    changes = [before for before, turned in _directions(pattern.rows) if turned]
    m = changes[-2] if len(changes) > 1 else 0
    for k in range(1, m + 1):
        rows[k] = rows[k]._replace(alpha=None, theta=None if rows[k].joint == "P" and k < m else rows[k].theta)
    first = len(rows) - 3
    if first > 0 and _three_sliders(rows[first:]):
        rows[first] = rows[first]._replace(alpha=None, theta=None)
    return without_idle_angles(tuple(rows))


class _Direction(NamedTuple):
    """before: index of a turning joint; turned: whether the next one is perpendicular to it, else it is parallel."""

    before: int
    turned: bool


def _directions(rows: Rows) -> Iterator[_Direction]:
    """Between turning joints, across sliders. z of the joint before, seen from the next: turns about x and z in quarters."""
    before, z = -1, (0, 0, 1)
    for k, row in enumerate(rows):
        if row.alpha:
            z = (z[0], z[2], -z[1])
        if row.joint == "P":
            z = (z[1], -z[0], z[2]) if row.theta else z
            continue
        if before >= 0:
            yield _Direction(before, z[2] == 0)
        before, z = k, (0, 0, 1)


def _three_sliders(rows: list[Row]) -> bool:
    """Whether the last three rows are sliders, each perpendicular to the others."""
    one, two, three = rows
    return one.joint == two.joint == three.joint == "P" and (two.alpha, two.theta, three.alpha) == (1, 1, 1)
