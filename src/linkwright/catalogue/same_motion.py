"""Chains that move their last body in the same ways, though their masses lie elsewhere.

Neighbouring sliders may change places, so may a turning joint and a slider along its axis (a cylindrical joint), and a chain
may be held by its other end. A chain with random angles is changed so, and its rows are read off again, exactly, in a prime
field. What has as many free angles and is in the table is the same family. In U and S no joint changes places, and chains with
them are not turned around: the length behind a U or S is zero, the length before it is not.
"""

from __future__ import annotations

import random
from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from linkwright.catalogue.chain import Chain, without_idle_angles
from linkwright.catalogue.row import Quarter, Row
from linkwright.exact.elimination import cross
from linkwright.exact.field import SHORT_PRIMES, Field

P = SHORT_PRIMES[0]
Vector = Sequence[int]


class Axis(NamedTuple):
    """Of a joint: letter and direction; joins: whether it meets the axis before it in a U or S; firm: whether it is in one."""

    joint: str
    z: Vector
    joins: bool
    firm: bool


def same_motions(chains: Sequence[Chain]) -> dict[Chain, Chain]:
    """Per chain of a table, the first chain of the table that has the same motion, if that is another one."""
    table = frozenset(chains)
    found: dict[Chain, Chain] = {}
    for chain in chains:
        if chain not in found:
            found |= dict.fromkeys(with_motion_of(chain, table), chain)
    return {chain: first for chain, first in found.items() if chain != first}


def with_motion_of(chain: Chain, table: Container[Chain]) -> set[Chain]:
    """All chains of a table that have the motion of a chain, itself included."""
    found, left = {chain}, [chain]
    while left:
        for other in _moved(left.pop()):
            if other not in found and len(other.angles) == len(chain.angles) and other in table:
                found.add(other)
                left.append(other)
    return found


def _moved(chain: Chain) -> Iterator[Chain]:
    axes = _axes(chain)
    if not any(axis.firm for axis in axes):
        yield _chain(axes[::-1])
    for k in range(1, len(axes)):
        one, two = axes[k - 1 : k + 1]
        slides = one.joint == two.joint == "P"
        cylinder = one.joint != two.joint and not (one.firm or two.firm) and not any(cross(one.z, two.z, P))
        if slides or cylinder:
            yield _chain([*axes[: k - 1], two, one, *axes[k + 1 :]])


def _axes(chain: Chain) -> list[Axis]:
    """Directions at random angles."""
    draw = random.Random(chain.joints)
    firm = [len(group) > 1 for group in chain.groups for _ in group]
    x, y, z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
    axes: list[Axis] = []
    for k, row in enumerate(chain.rows):
        y, z = _turn(y, z, row.alpha, draw)
        x, y = _turn(x, y, None if row.joint == "R" else row.theta, draw)
        axes.append(Axis(row.joint, z, k > 0 and row.joint == "R" and not row.a, firm[k]))
    return axes


def _turn(u: Vector, v: Vector, angle: Quarter, draw: random.Random) -> tuple[Vector, Vector]:
    if angle == 0:
        return u, v
    c, s = Field(P).circle(draw.randrange(2, P)) if angle is None else (0, 1)
    return _sum(c, u, s, v), _sum(c, v, -s, u)


def _chain(axes: Sequence[Axis]) -> Chain:
    """The rows of axes: how each stands on the one before, and how the neighbours of a slider are twisted about it."""
    rows: list[Row] = []
    for k, axis in enumerate(axes):
        alpha: Quarter = _angle(axes[k - 1].z, axis.z) if k else 0
        if axis.joint == "R":
            rows.append(Row("R", alpha, 0, a=k > 0 and not axis.joins, d=not axis.joins))
            continue
        inner = 0 < k < len(axes) - 1
        normals = (cross(axes[k - 1].z, axis.z, P), cross(axis.z, axes[k + 1].z, P)) if inner else None
        rows.append(Row("P", alpha, _angle(*normals) if normals else 0, a=k > 0, d=False))
    return without_idle_angles(tuple(rows))


def _angle(u: Vector, v: Vector) -> Quarter:
    if not any(cross(u, v, P)):
        return 0
    return None if sum(a * b for a, b in zip(u, v, strict=True)) % P else 1


def _sum(c: int, u: Vector, s: int, v: Vector) -> Vector:
    return (c * u[0] + s * v[0]) % P, (c * u[1] + s * v[1]) % P, (c * u[2] + s * v[2]) % P
