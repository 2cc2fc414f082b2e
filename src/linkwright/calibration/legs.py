"""Legs of a parallel robot from poses of its platform and positions of its motors: anchors and offsets of their lengths.

    |p + R b - a| = l + o        for every leg: a on the base, b on the platform, o the offset of its length l

Implicit, so that no closure is solved (Zhuang & Roth 1993; Daney 2003): legs are fitted one by one. Squared, it is linear in a,
b, o, the nine products a_i b_j and a constant, which gives a start from nothing wherever the instrument stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.calibration.columns import legs_in
from linkwright.calibration.errors import Apart, apart
from linkwright.calibration.measured import KINDS
from linkwright.calibration.numbers import matrix_of, transform_of
from linkwright.calibration.run import split
from linkwright.errors import InputError
from linkwright.measurements.table import table_of
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.numeric import numeric
from linkwright.spatial.vector import Vec

if TYPE_CHECKING:
    from linkwright.measurements.table import Table

_LINEAR = 17
"""Unknowns of the squared equation."""
_SAME = 1e-9


@dataclass(frozen=True, eq=False)
class Leg:
    """Where a leg is by the file: its joint at the base, its slider, its frame on the platform, and both anchors."""

    name: str
    first: str
    slider: str
    frame: str
    a: Array
    b: Array


@dataclass(frozen=True, eq=False)
class LegCalibration:
    """robot:  with calibrated anchors and offsets, in the world and platform of the file: fitted anchors laid over the file's
    base, tool: (4, 4), the world in the measuring frame, and the target on the platform
    values, errors: (legs, 7), anchors a and b (m, in measuring frame and target) and offset, and their standard errors
    corrections: (legs, 7), less the file's, in the robot's frames
    before, after, held_before, held_after: errors of leg lengths; sigma: their standard deviation (m)
    """

    robot: ClosedRobot
    legs: tuple[str, ...]
    base: Array
    tool: Array
    values: Array
    errors: Array
    corrections: Array
    before: Apart
    after: Apart
    held_before: Apart
    held_after: Apart
    sigma: float


def calibrate_legs(
    robot: ClosedRobot, poses: str | Path | Table | Mapping[str, Any], *, hold_out: float = 0.3, seed: int = 0
) -> LegCalibration:
    """Anchors and offsets of all legs, from a table with poses of the platform (columns.py) and a column per motor."""
    legs = legs_of(robot)
    T, lengths = legs_in(table_of(poses, "poses"), [leg.slider for leg in legs])
    fitted, held = split(len(T), hold_out, seed)
    if len(fitted) < _LINEAR + 3:
        hint = f"measure more poses, or hold out less than {hold_out:g}"
        raise InputError(f"{len(fitted)} poses are fitted; legs need {_LINEAR + 3}", hint=hint)
    found = [_fitted(T[fitted], lengths[fitted, k]) for k in range(len(legs))]
    values, covariances = np.array([x for x, _ in found]), [C for _, C in found]
    base, tool = _laid(legs, values)
    nominal = np.array([[*leg.a, *leg.b, 0.0] for leg in legs])
    after, before = _gaps(values, T, lengths), _gaps(_seen(nominal, base, tool), T, lengths)
    freedom = after[fitted].size - values.size
    sigma = float(np.sqrt((after[fitted] ** 2).sum() / max(freedom, 1)))
    own = _seen(values, np.linalg.inv(base), np.linalg.inv(tool))
    kind = KINDS["distance"]
    each = [apart(kind, x[rows].reshape(-1, 1)) for rows in (fitted, held) for x in (before, after)]
    return LegCalibration(
        robot=_placed(robot, legs, own), legs=tuple(leg.name for leg in legs), base=base, tool=tool, values=values,
        errors=np.array([sigma * np.sqrt(np.diag(C)) for C in covariances]), corrections=own - nominal,
        before=each[0], after=each[1], held_before=each[2], held_after=each[3], sigma=sigma,
    )  # fmt: skip


def legs_of(robot: ClosedRobot) -> list[Leg]:
    """Legs of which each is a line from a point of the base to a point of the platform, with a motor that makes it longer."""
    if robot.platform is None:
        raise InputError(f"'{robot.name}' has no platform", robot.source, "calibrate the frame of an arm")
    known = numeric(robot)
    parents = {j.child: j for j in known.joints.values()}
    legs: list[Leg] = []
    for loop in known.loops:
        ends = [loop.first, loop.second]
        on = next((x for x in ends if known.frame(x).body == known.platform), None)
        joint = parents.get(known.frame(next((x for x in ends if x != on), ends[0])).body)
        sliders = [joint] if joint and joint.joint_type.slider and joint.name in known.actuated else []
        while joint and joint.parent in parents:
            joint = parents[joint.parent]
        if on is None or joint is None or not sliders:
            raise _no_leg(robot, loop.name)
        a, b = (np.array([float(x) for x in X.p]) for X in (joint.X, known.frame(on).X))  # type: ignore[arg-type]
        legs.append(Leg(loop.name, joint.name, sliders[0].name, on, a, b))
    _check_lengths(robot, legs)
    return legs


def _no_leg(robot: ClosedRobot, name: str) -> InputError:
    hint = "legs of the kind UPS are known: a cross or ball, a driven slider, a ball at the platform"
    return InputError(
        f"'{name}' of '{robot.name}' is no leg that changes its length between two points", robot.source, hint
    )


def _check_lengths(robot: ClosedRobot, legs: list[Leg]) -> None:
    """The motors' positions by the file are the distances between anchors."""
    from linkwright.native import ClosedDynamics

    dynamics = ClosedDynamics(robot)
    q = dynamics.start[0] + np.random.default_rng(0).normal(size=(4, robot.nq)) * 0.02
    said = np.asarray(dynamics.function("inverse_kinematics")(q))
    order = [robot.actuated.index(leg.slider) for leg in legs]
    T = platform_poses(robot, q)
    for k, leg in enumerate(legs):
        length = np.linalg.norm(T[:, :3, 3] + T[:, :3, :3] @ leg.b - leg.a, axis=1)
        if np.abs(length - said[:, order[k]]).max() > _SAME:
            raise _no_leg(robot, leg.name)


def platform_poses(robot: ClosedRobot, q: Array) -> Array:
    """(N, 4, 4) of the platform at its coordinates (N, nq)."""
    from linkwright.calibration.chain import chain_to
    from linkwright.calibration.elementary_transforms import Postures, poses

    chain = chain_to(robot.tree, robot.platform or "", (), ("", ""))
    every = np.zeros((len(q), robot.tree.nq))
    every[:, list(robot.coordinates.free_q)] = q
    return poses(chain.transforms, np.zeros(0), Postures(every, np.zeros((len(q), robot.tree.nv))))


def _gaps(values: Array, T: Array, lengths: Array) -> Array:
    """(N, legs): measured less modelled lengths."""
    arms = T[:, None, :3, 3] + np.einsum("nij,kj->nki", T[:, :3, :3], values[:, 3:6]) - values[:, :3]
    return lengths - (np.linalg.norm(arms, axis=2) - values[:, 6])


def _fitted(T: Array, lengths: Array) -> tuple[Array, Array]:
    """Seven numbers of a leg, and the inverse of the products of its columns."""
    from scipy.optimize import least_squares

    R, p = T[:, :3, :3], T[:, :3, 3]

    def gap(x: Array) -> Array:
        return _gaps(x[None], T, lengths[:, None])[:, 0]

    def slope(x: Array) -> Array:
        arm = p + R @ x[3:6] - x[:3]
        unit = arm / np.linalg.norm(arm, axis=1)[:, None]
        return np.column_stack([unit, -np.einsum("ni,nij->nj", unit, R), np.ones(len(arm))])

    turned = np.einsum("nji,nj->ni", R, p)
    A = np.column_stack([-2 * p, 2 * turned, -2 * lengths, -2 * R.reshape(-1, 9), np.ones(len(p))])
    wanted = np.asarray(lengths**2 - (p * p).sum(axis=1), dtype=float)
    start = np.linalg.lstsq(np.asarray(A, dtype=float), wanted, rcond=None)[0][:7]
    found = least_squares(gap, start, jac=slope, x_scale="jac", xtol=1e-15, ftol=1e-15, gtol=1e-15)  # pyright: ignore
    J = slope(np.asarray(found.x))
    return np.asarray(found.x), np.asarray(np.linalg.pinv(J.T @ J))


def _laid(legs: list[Leg], values: Array) -> tuple[Array, Array]:
    """The world in the measuring frame and the target on the platform, by laying the file's anchors over the fitted ones."""
    from linkwright.calibration.start import over

    base = over(np.array([leg.a for leg in legs]), values[:, :3])
    tool = over(values[:, 3:6], np.array([leg.b for leg in legs]))
    return base, tool


def _seen(values: Array, base: Array, tool: Array) -> Array:
    """Anchors in other frames: a by the base, b by the inverse of the tool."""
    back = np.linalg.inv(tool)
    a = values[:, :3] @ base[:3, :3].T + base[:3, 3]
    b = values[:, 3:6] @ back[:3, :3].T + back[:3, 3]
    return np.column_stack([a, b, values[:, 6]])


def _placed(robot: ClosedRobot, legs: list[Leg], values: Array) -> ClosedRobot:
    """The robot in numbers, with anchors and offsets."""
    known = numeric(robot)
    joints, frames = dict(known.joints), dict(known.frames)
    for leg, row in zip(legs, values.tolist(), strict=True):
        first = joints[leg.first]
        joints[leg.first] = replace(first, X=replace(first.X, p=Vec(*row[:3])))
        place = frames[leg.frame]
        frames[leg.frame] = replace(place, X=replace(place.X, p=Vec(*row[3:6])))
        slider = joints[leg.slider]
        X, shift = matrix_of(slider.X), np.eye(4)
        shift[:3, 3] = row[6] * np.array(slider.axis, dtype=float)
        joints[leg.slider] = replace(slider, X=transform_of(X @ shift))
    tree = replace(
        known.tree, joints=MappingProxyType(joints), frames=MappingProxyType(frames), parameters=MappingProxyType({})
    )
    return known.with_tree(tree)
