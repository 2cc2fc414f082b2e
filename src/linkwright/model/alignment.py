"""Turn and shift link frames so that the constant transforms between them are short.

A frame on a revolute or prismatic axis may turn about z and move along z freely: the joint's zero and slide take it up. Put
on the common normal of its own and the next axis (modified Denavit-Hartenberg), the constant rotation to the next link is
about x alone, and its displacement lies along x. Numbers only; a change is made where it saves products, and nowhere else.
"""

from __future__ import annotations

import math
from dataclasses import replace

from linkwright.graph.expr import Scalar, number
from linkwright.model.slide import constant_value, split_along_z
from linkwright.model.tree import Link, Place, Tree
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Mat, Vec

_VECTORS = 5
"""Vectors that Newton-Euler turns and shifts at each link: two angular rates, acceleration, force, moment."""
_TINY = 1e-12
_FAR = 20.0
"""How many times farther than the next joint a frame may go."""


def aligned(tree: Tree) -> Tree:
    """The same mechanism with frames placed so that its constants are as sparse as they get.

    Where all constants are exact they stay so: turns by measured angles would make them floats."""
    if not any(
        isinstance(number(x), float) for link in tree.links for x in (*link.X.p, *(e for r in link.X.R for e in r))
    ):
        return tree
    links, frames = list(tree.links), dict(tree.frames)
    children = tree.children
    for i, link in tree.outward():
        if not link.joint_type.single:
            continue
        for candidate in _candidates(links, children[i]):
            after = _moved(links, frames, i, children[i], *candidate)
            if _cost(after[0], i, children[i]) < _cost(links, i, children[i]):
                links, frames = after
    return replace(tree, links=tuple(links), frames=frames)


def _candidates(links: list[Link], children: tuple[int, ...]) -> list[tuple[float, float]]:
    """(turn, shift) that would put the frame on the common normal with a child's axis."""
    found: list[tuple[float, float]] = []
    for c in children:
        values = _numbers(links[c].X)
        if values is None:
            continue
        R, p = values
        x, y = R[0][2], R[1][2]
        if (
            math.hypot(x, y) > _TINY
        ):  # axes not parallel: z of the child is (sin a sin t, -sin a cos t, cos a) after a turn t
            turn = math.atan2(x, -y)
            sine, cosine = math.hypot(x, y), R[2][2]
            along = math.sin(turn) * p[0] - math.cos(turn) * p[1]  # p = a x + s z + d z_child
            shift = p[2] - along / sine * cosine
            # the common normal of nearly parallel axes may be kilometres away: digits would be lost on the way there and back
            found.append((turn, shift if abs(shift) < _FAR * max(map(abs, p)) else 0.0))
        else:
            found.append((math.atan2(p[1], p[0]) if math.hypot(p[0], p[1]) > _TINY else 0.0, p[2]))
        found.append((found[-1][0], 0.0))
        found.append((0.0, found[-2][1]))
    return [(t, s) for t, s in found if abs(t) > _TINY or abs(s) > _TINY]


def _moved(
    links: list[Link], frames: dict[str, Place], i: int, children: tuple[int, ...], turn: float, shift: float
) -> tuple[list[Link], dict[str, Place]]:
    """Link i's frame turned about and shifted along its z; everything attached to it follows."""
    links, frames = list(links), dict(frames)
    c, s = _clean(math.cos(turn)), _clean(math.sin(turn))
    motion = Transform(Mat(Vec(c, -s, 0), Vec(s, c, 0), Vec(0, 0, 1)), Vec(0, 0, _clean(shift)))
    back = motion.inverse
    old = links[i]
    links[i] = replace(old, inertia=old.inertia.seen_from(back).map(constant_value), slide=_clean_sum(old.slide, shift))
    if old.joint_type.slider:
        links[i] = replace(links[i], X=_tidy(old.X @ Transform(motion.R)))
    else:
        links[i] = replace(links[i], turn=_clean_sum(old.turn, turn))
    for k in children:
        links[k] = _zeroed(replace(links[k], X=_tidy(back @ links[k].X)))
    for name, place in frames.items():
        if place.link == i:
            frames[name] = Place(i, _tidy(back @ place.X))
    return links, frames


def _zeroed(link: Link) -> Link:
    """A rotation about the own z right before the joint belongs to the joint's zero, a displacement along it to the slide."""
    if not link.joint_type.single:
        return link
    values = _numbers(link.X)
    if values is None:
        return link
    X, extra = split_along_z(link.X)
    link = replace(link, X=X, slide=_clean_sum(link.slide, extra))
    R = values[0]
    spin = math.atan2(-R[0][1], R[0][0]) if abs(R[0][2]) < _TINY and math.hypot(R[0][0], R[0][1]) > 1 - _TINY else None
    if link.joint_type.slider or spin is None or abs(spin) < _TINY:
        return link
    c, s = _clean(math.cos(spin)), _clean(math.sin(spin))
    undo = Transform(Mat(Vec(c, s, 0), Vec(-s, c, 0), Vec(0, 0, 1)))
    return replace(link, X=_tidy(link.X @ undo), turn=_clean_sum(link.turn, spin))


def _cost(links: list[Link], i: int, children: tuple[int, ...]) -> int:
    """Products and sums that the constants of link i and its children will cost, roughly."""
    own = links[i]
    total = _VECTORS * (not _is_zero(own.slide)) + _turn_cost(own.turn)
    if own.joint_type.slider:
        total += _transform_cost(own.X)
    for k in children:
        child = links[k]
        total += _transform_cost(child.X) + _VECTORS * (not _is_zero(child.slide)) + _turn_cost(child.turn)
    return total


def _turn_cost(turn: Scalar) -> int:
    value = number(turn)
    quarters = 0.5 if value is None else float(value) / (math.pi / 2)
    return 0 if abs(quarters - round(quarters)) < _TINY else 1


def _transform_cost(X: Transform) -> int:
    entries = sum(number(x) not in (0, 1, -1) for row in X.R for x in row)
    return _VECTORS * (entries + sum(not _is_zero(x) for x in X.p))


def _numbers(X: Transform) -> tuple[list[list[float]], list[float]] | None:
    flat = [number(x) for x in (*X.R[0], *X.R[1], *X.R[2], *X.p)]
    if any(v is None for v in flat):
        return None
    values = [float(v) for v in flat if v is not None]
    return [values[0:3], values[3:6], values[6:9]], values[9:12]


def _tidy(X: Transform) -> Transform:
    size = max((abs(float(v)) for x in X.p if (v := number(x)) is not None), default=0.0)
    floor = _TINY * max(size, 1e-3)
    return Transform(X.R.map(_clean), X.p.map(lambda x: 0 if (v := number(x)) is not None and abs(v) < floor else x))


def _clean(x: Scalar) -> Scalar:
    value = number(x)
    if value is None:
        return x
    nearest = round(float(value))
    return nearest if abs(float(value) - nearest) < _TINY and abs(nearest) <= 1 else value


def _clean_sum(x: Scalar, y: Scalar) -> Scalar:
    total = x + y
    value = number(total)
    return 0 if value is not None and abs(float(value)) < _TINY else total


def _is_zero(x: Scalar) -> bool:
    return number(x) == 0
