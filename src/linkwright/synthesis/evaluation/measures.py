"""What is measured of candidates: functions from rows to one number per row, for the tables of constraints and objectives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.synthesis.evaluation.integrals import positive_work
from linkwright.synthesis.evaluation.rows import extent, largest
from linkwright.synthesis.structure import BASE

if TYPE_CHECKING:
    from linkwright.synthesis.evaluation.rows import Rows


# --- of candidates: before their branches are known -------------------------------------------------------------------


def reach(rows: Rows) -> Array:
    """Farthest point of the path and of the working space from the base, relative to the sum of all lengths."""
    setting, demand = rows.setting, rows.setting.demand
    points = np.concatenate([demand.poses[setting.coarse, :3, 3], demand.reach[:, :3, 3]])
    away = np.zeros((len(rows), len(points)))
    for axis, name in enumerate(BASE):
        column = setting.column(name)
        base = rows.P[:, column, None] if column >= 0 else 0.0
        away += (points[:, axis] - base) ** 2
    return np.sqrt(away.max(axis=1)) / np.maximum(setting.machine.reach(rows.P), 1e-300)


def corner_poses(rows: Rows) -> Array:
    """The path's points, then the corners of the working space: (K, 4, 4)."""
    demand = rows.setting.demand
    return np.concatenate([demand.poses[demand.corners], demand.reach])


def corner_postures(rows: Rows) -> Array:
    """(M, K, B, nq): of the path's points and of the working space's corners; NaN where there is none."""
    return rows.once("corners", lambda: rows.setting.machine.postures(rows.P, corner_poses(rows)))


def missing_postures(rows: Rows) -> Array:
    """Share of these poses that the best branch does not reach."""
    lacking = np.isnan(corner_postures(rows)).any(axis=-1)
    return lacking.mean(axis=1).min(axis=1)


# --- along the path ---------------------------------------------------------------------------------------------------


def corner_ranges(rows: Rows) -> Array:
    """Largest way between two corner postures of a joint, relative to its range: turns as the shorter arc."""
    q, setting = rows.known["corner_q"], rows.setting
    share = extent(np.ascontiguousarray(q)) / setting.per_joint("range")
    for k in np.flatnonzero(~setting.sliding_joints):
        span = float(setting.per_joint("range")[k])
        apart: Array = np.abs(q[:, :, None, k] - q[:, None, :, k]) if span < np.pi else np.zeros((len(rows), 1, 1))
        arc: Array = np.abs(np.mod(apart + np.pi, 2 * np.pi) - np.pi)
        share[:, k] = arc.max(axis=(1, 2)) / span
    return share.max(axis=1)


def path_error(rows: Rows) -> Array:
    """Largest error of a pose along the path."""
    return rows.motion.error


def ranges(rows: Rows) -> Array:
    """Way of a motor along the path relative to its range, the largest."""
    return (rows.extent / rows.setting.per_motor("range")).max(axis=1)


def velocity(rows: Rows) -> Array:
    """Speed of a motor relative to its limit, the largest."""
    return (largest(rows.motion.motor_v) / rows.setting.per_motor("velocity")).max(axis=1)


def acceleration(rows: Rows) -> Array:
    """Acceleration of a motor relative to its limit, the largest."""
    return (largest(rows.motion.motor_a) / rows.setting.per_motor("acceleration")).max(axis=1)


# --- forces -----------------------------------------------------------------------------------------------------------


def torque(rows: Rows) -> Array:
    """Largest torque of a turning motor."""
    return np.where(rows.setting.sliding, 0.0, rows.peaks).max(axis=1, initial=0.0)


def force(rows: Rows) -> Array:
    """Largest force of a sliding motor."""
    return np.where(rows.setting.sliding, rows.peaks, 0.0).max(axis=1, initial=0.0)


def motor_power(rows: Rows) -> Array:
    """Largest mechanical power of one motor, given or taken."""
    return _powers(rows).max(axis=1)


def turning_power(rows: Rows) -> Array:
    """The same of the motors that turn."""
    return np.where(rows.setting.sliding, 0.0, _powers(rows)).max(axis=1, initial=0.0)


def _powers(rows: Rows) -> Array:
    return rows.once("powers", lambda: largest(rows.forces * rows.motion.motor_v))


def energy(rows: Rows) -> Array:
    """Integral of max(0, sum of torque times speed)."""
    return positive_work(rows.setting.demand.t, rows.power)


def mass(rows: Rows) -> Array:
    """Of all moving bodies."""
    masses = rows.setting.machine.masses(rows.P)
    return np.add.reduce([masses[:, k] for k in range(masses.shape[1])])


def condition(rows: Rows) -> Array:
    """Largest condition number of the Jacobian along the path; a bound of it where that decides, and no more is asked."""
    task, machine = rows.setting.task, rows.setting.machine
    limit = None if rows.setting.exact or "condition" in task.objectives else task.constraints.get("condition")
    return rows.once("condition", lambda: machine.jacobian_condition(rows.P, rows.motion, limit))
