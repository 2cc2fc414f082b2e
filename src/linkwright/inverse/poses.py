"""Poses as people give them, as homogeneous matrices: checked, so that what is no pose is told and not solved."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.graph.expr import Scalar, apply, lift, symbol
from linkwright.graph.function import Function, Port
from linkwright.graph.graph import Graph
from linkwright.model.joint_displacement import quaternion_matrix
from linkwright.passes import optimise
from linkwright.passes.kernel import Kernel
from linkwright.passes.schedule import schedule

LOOSE = 1e-6
"""How far from a rotation a matrix may be: what is rounded to seven digits passes."""
_LOOSE_LENGTH = 1e-3
"""How far from one the length of a quaternion may be; it is divided by."""
_FORMATS = "a pose is a 4 x 4 homogeneous matrix, or x y z qx qy qz qw; several: one more dimension in front"


def as_poses(pose: Any, goals: int = 1) -> Array:
    """(..., 4, 4) from matrices, from (..., 7), or from what has a matrix (`.homogeneous`); goals: how many frames have one,
    (..., goals, 4, 4) of more than one."""
    pose = getattr(pose, "homogeneous", pose)
    try:
        array = np.asarray(pose, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"the pose is no array of numbers but {type(pose).__name__}", hint=_FORMATS) from None
    if array.shape[-1:] == (7,):
        array = _from_quaternions(array)
    if array.ndim < 2 or array.shape[-2:] != (4, 4):
        raise InputError(f"the pose has the shape {array.shape}", hint=_FORMATS)
    if goals > 1 and array.shape[-3:-2] != (goals,):
        what = f"{goals} frames have goals, and the poses have the shape {array.shape}"
        raise InputError(what, hint=f"give one pose per frame: (..., {goals}, 4, 4)")
    check(array)
    return array


def is_plain(rows: list[list[float]]) -> bool:
    """Whether a 4 x 4 matrix passes `check` without a doubt: a tenth of its time."""
    first, second, third, last = rows
    if last != [0.0, 0.0, 0.0, 1.0]:
        return False
    *off, determinant = _of_rotation(first, second, third)
    return sum(map(abs, off)) < LOOSE and determinant > 0.0 and isfinite(first[3] + second[3] + third[3])


def _of_rotation(first: Any, second: Any, third: Any) -> tuple[Any, ...]:
    """Of three rows, of numbers or of arrays: the entries of R'R - 1, and the determinant of R."""
    a, b, c, _ = first
    d, e, f, _ = second
    g, h, i, _ = third
    return (
        a * a + d * d + g * g - 1.0,
        b * b + e * e + h * h - 1.0,
        c * c + f * f + i * i - 1.0,
        a * b + d * e + g * h,
        a * c + d * f + g * i,
        b * c + e * f + h * i,
        (a * e - b * d) * i + (b * f - c * e) * g + (c * d - a * f) * h,
    )


def away_from_rotations(pose: Port, asked: Sequence[bool]) -> Kernel:
    """pose (goals in front, where there are several) -> the largest entry of R'R - 1, and 1 more where R mirrors.

    asked: whether the rotation of a goal matters
    """
    graph = Graph()
    entries = [symbol(f"{pose.name}[{k}]", graph) for k in range(pose.size)]
    off: Scalar = 0
    for k in (k for k, matters in enumerate(asked) if matters):
        rows = [entries[16 * k + 4 * i : 16 * k + 4 * i + 4] for i in range(3)]
        *gaps, determinant = _of_rotation(*rows)
        for gap in gaps:
            off = apply("max", off, abs(gap))
        off = off + apply("select", determinant, 0, 1)
    inputs = [Port(pose.name, pose.shape, tuple(x.index for x in entries))]
    output = Port("off", (), (lift(graph, off).index,))
    made = Function.make("away_from_rotations", graph, inputs, [output], doc="how far a pose is from having a rotation")
    return schedule(optimise(made, 1))


def check(poses: Array) -> None:
    """Complain about the first that is none, and say how far it is from being one."""
    flat = poses.reshape(-1, 4, 4)
    entries = np.ascontiguousarray(np.moveaxis(flat, 0, -1))
    with np.errstate(all="ignore"):
        *gaps, determinant = _of_rotation(*entries[:3])
        off = np.abs(gaps).max(axis=0)
        mirrored: Any = determinant < 0.0
        last: Array = np.abs(entries[3] - np.array([[0.0], [0.0], [0.0], [1.0]])).max(axis=0)
    finite: Any = np.isfinite(entries).all(axis=(0, 1))
    bad = np.flatnonzero(~finite | (off > LOOSE) | mirrored | (last > LOOSE))
    if not len(bad):
        return
    k = int(bad[0])
    which = f"pose {k} of {len(flat)}" if len(flat) > 1 else "the pose"
    if not finite[k]:
        i, j = (int(x) for x in np.argwhere(~np.isfinite(flat[k]))[0])
        raise InputError(f"{which} has {flat[k, i, j]} in row {i + 1}, column {j + 1}", hint=_FORMATS)
    if last[k] > LOOSE:
        raise InputError(f"the last row of {which} is {_row(flat[k, 3])}, not 0 0 0 1", hint=_FORMATS)
    if mirrored[k] and off[k] <= LOOSE:
        raise InputError(f"{which} mirrors: the determinant of its rotation is -1", hint="axes have to be right-handed")
    hint = "columns of a rotation have length one and right angles between them; give enough digits"
    raise InputError(f"{which} has no rotation: R'R is {off[k]:.2g} from the identity", hint=hint)


def _row(values: Array) -> str:
    return " ".join(f"{x:g}" for x in values)


def _from_quaternions(array: Array) -> Array:
    lengths = np.linalg.norm(array[..., 3:], axis=-1, keepdims=True)
    off = np.abs(lengths - 1)
    if not np.all(off <= _LOOSE_LENGTH):
        worst = float(np.ravel(lengths)[np.argmax(np.where(np.isnan(off), np.inf, off))])
        hint = "the order is x y z qx qy qz qw"
        raise InputError(f"the quaternion of the pose has length {worst:.6g}, not 1", hint=hint)
    poses = np.zeros((*array.shape[:-1], 4, 4))
    poses[..., :3, :3] = quaternion_matrix(array[..., 3:] / lengths)
    poses[..., :3, 3], poses[..., 3, 3] = array[..., :3], 1
    return poses
