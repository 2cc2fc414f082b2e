"""Joint axes in space as rows of a modified Denavit-Hartenberg table, with numbers.

Frames of the file do not matter, nor which way an axis points, nor where the axis of a slider lies: it is laid through the
origin before it, or onto the turning axis behind it that it is parallel to. Lengths that only shift the base or the tool, or
that axes parallel to each other could share in many ways, are zero: no table of these axes has fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
ANGLE = 2e-3
"""Radians within which axes count as parallel or perpendicular: files write quarter turns as 1.57, which is 0.0008 off."""
LENGTH = 1e-4
"""Of the longest length of a row: what is shorter counts as zero."""
HALF, QUARTER = np.pi, np.pi / 2


@dataclass(frozen=True)
class Line:
    """The axis of a joint while all joints are at zero: direction and a point, which does not count of a slider."""

    joint: str
    slides: bool
    h: Vector
    p: Vector


class Placed(NamedTuple):
    """A row with numbers: Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d). In place of theta, of a slider in place of d, stands
    sign q + offset, q the robot's."""

    joint: str
    slides: bool
    alpha: float
    a: float
    theta: float
    d: float
    sign: int
    offset: float


class Gap(NamedTuple):
    """From an axis to the next: twist, common normal (None: any direction will do), its length, its feet on both."""

    alpha: float
    x: Vector | None
    a: float
    foot: Vector
    next_foot: Vector


class Table(NamedTuple):
    """Rows, and the pose of the frame on which the first of them stands."""

    base: Vector
    rows: tuple[Placed, ...]

    def end(self, q: Sequence[float]) -> Vector:
        """The pose of the last row's frame at positions of the robot's joints."""
        pose = self.base
        for row, x in zip(self.rows, q, strict=True):
            variable = row.sign * x + row.offset
            theta, d = (row.theta, variable) if row.slides else (variable, row.d)
            (ca, sa), (ct, st) = ((np.cos(angle), np.sin(angle)) for angle in (row.alpha, theta))
            turned = [
                [ct, -st, 0, row.a],
                [ca * st, ca * ct, -sa, -sa * d],
                [sa * st, sa * ct, ca, ca * d],
                [0, 0, 0, 1],
            ]
            pose = pose @ np.array(turned)
        return pose


def placed(lines: Sequence[Line]) -> Table:
    """The table of axes in order, from base to tool. Axes point so that alpha is in [0, pi/2], theta of a slider in [0, pi)."""
    signs = [1]
    for before, line in pairwise(lines):
        signs.append(-signs[-1] if float(before.h @ line.h) < -ANGLE else signs[-1])
    table = _table(lines, signs)
    for k in range(1, len(lines) - 1):
        rows = table.rows
        if rows[k].slides and rows[k + 1].alpha == QUARTER and not -ANGLE <= rows[k].theta < HALF - ANGLE:
            signs[k + 1 :] = [-sign for sign in signs[k + 1 :]]
            table = _table(lines, signs)
    return table


def _table(lines: Sequence[Line], signs: Sequence[int]) -> Table:
    directed = [replace(line, h=line.h * sign) for line, sign in zip(lines, signs, strict=True)]
    gaps = _gaps(directed)
    normals = _normals(directed, gaps)
    found: list[Placed] = []
    for k, (line, sign) in enumerate(zip(directed, signs, strict=True)):
        alpha, a = (gaps[k - 1].alpha, gaps[k - 1].a) if k else (0.0, 0.0)
        inner = 0 < k < len(lines) - 1
        theta = _turn(line.h, normals[k - 1], normals[k]) if inner else 0.0
        d = float((gaps[k].foot - gaps[k - 1].next_foot) @ line.h) if inner else 0.0
        turned = (theta, 0.0, sign, d) if line.slides else (0.0, d, sign, theta)
        found.append(Placed(line.joint, line.slides, alpha, a, *turned))
    origin = gaps[0].foot if gaps else lines[0].p
    rows, shift = _shared(found)
    x, z = normals[0] if normals else _across(directed[0].h), directed[0].h
    at = origin + sum((k.h * d for k, d in zip(directed, shift, strict=True)), np.zeros(3))
    return Table(np.vstack([np.column_stack([x, np.cross(z, x), z, at]), [0, 0, 0, 1]]), tuple(rows))


def _gaps(lines: Sequence[Line]) -> list[Gap]:
    """Axes of sliders are laid while the way is gone: the gaps before them depend on it."""
    gaps: list[Gap] = []
    at = _start(lines)
    for k in range(1, len(lines)):
        before, line = replace(lines[k - 1], p=at), lines[k]
        if line.slides or all(x.slides for x in lines[:k]):
            onto = _onto(lines, k)
            line = replace(line, p=at if onto is None else onto)
        gaps.append(_gap(before, line))
        at = gaps[-1].next_foot
    return gaps


def _start(lines: Sequence[Line]) -> Vector:
    """A point of the first turning axis from which its normal to the next one starts: sliders before it pass through it."""
    first = next((k for k, line in enumerate(lines) if not line.slides), None)
    if first is None:
        return np.zeros(3)
    own, behind = lines[first], lines[first + 1 : first + 2]
    if not behind or _parallel(own, behind[0]):
        return own.p
    onto = _onto(lines, first + 1) if behind[0].slides else behind[0].p
    return own.p if onto is None else _gap(own, replace(behind[0], p=onto)).foot


def _onto(lines: Sequence[Line], k: int) -> Vector | None:
    """A point of the turning axis behind a slider, if they are parallel and the axis before it is not."""
    behind = lines[k + 1 : k + 2]
    if not lines[k].slides or not behind or behind[0].slides:
        return None
    return behind[0].p if _parallel(lines[k], behind[0]) and not _parallel(lines[k - 1], lines[k]) else None


def _parallel(one: Line, two: Line) -> bool:
    return float(np.linalg.norm(np.cross(one.h, two.h))) < ANGLE


def _gap(one: Line, two: Line) -> Gap:
    across = two.p - one.p
    if _parallel(one, two):
        normal = across - one.h * (across @ one.h)
        a = float(np.linalg.norm(normal))
        return Gap(
            0.0,
            normal / a if a > np.finfo(float).eps * (1 + np.abs(across).max()) * 16 else None,
            a,
            one.p,
            one.p + normal,
        )
    x = np.cross(one.h, two.h)
    sine, cosine = float(np.linalg.norm(x)), float(one.h @ two.h)
    x = x / sine
    s, t = across @ one.h, across @ two.h
    foot = one.p + one.h * ((s - cosine * t) / sine**2)
    next_foot = two.p + two.h * ((cosine * s - t) / sine**2)
    alpha = QUARTER if abs(cosine) < ANGLE else float(np.arctan2(sine, cosine))
    return Gap(alpha, x, float(across @ x), foot, next_foot)


def _normals(lines: Sequence[Line], gaps: Sequence[Gap]) -> list[Vector]:
    """One per gap. Of axes that coincide it is that of a neighbouring gap, so that theta of the slider between them is 0."""
    normals = [gap.x for gap in gaps]
    for k in reversed(range(len(gaps) - 1)):
        if normals[k] is None and lines[k + 1].slides:
            normals[k] = normals[k + 1]
    made: list[Vector] = []
    for k, x in enumerate(normals):
        made.append(x if x is not None else made[-1] if k else _across(lines[0].h))
    return made


def _across(h: Vector) -> Vector:
    """A unit vector that is perpendicular to h."""
    x = np.cross(h, np.array([float(k == np.argmin(np.abs(h))) for k in range(3)]))
    return x / float(np.linalg.norm(x))


def _turn(h: Vector, x: Vector, y: Vector) -> float:
    """The angle about h from x to y."""
    return float(np.arctan2(np.cross(x, y) @ h, x @ y))


def _shared(rows: list[Placed]) -> tuple[list[Placed], list[float]]:
    """Turning joints that are parallel share their d: it is in the offset of a slider among them, or shifts the base if only
    sliders come before, or is at the last of them. Also by how much along each axis the base is shifted."""
    start = 0
    shift = [0.0] * len(rows)
    for end in range(1, len(rows) + 1):
        if end < len(rows) and rows[end].alpha == 0:
            continue
        run = rows[start:end]
        slider = next((k for k, row in enumerate(run, start) if row.slides), None)
        total = sum(row.d for row in run)
        if slider is not None:
            rows[slider] = rows[slider]._replace(offset=rows[slider].offset + total)
        elif all(row.slides for row in rows[:start]):
            shift[start] = total
        else:
            start = end
            continue
        rows[start:end] = [row._replace(d=0.0) for row in rows[start:end]]
        start = end
    return rows, shift
