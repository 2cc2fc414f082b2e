"""Demand: what a task asks of the tool, as numbers: poses along time, points, the corners of the working space."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np

from linkwright.arrays import Array, Indices
from linkwright.errors import InputError
from linkwright.synthesis.task import Task
from linkwright.trajectory.tables import MOST

RATE, FEWEST = 100.0, 100
"""Samples per second where a task names no rate, and intervals that a path has at least."""


@dataclass(frozen=True, eq=False)
class Demand:
    """Samples of the path at equal steps, and what else must be reached.

    t: (T,);  poses: (T, 4, 4);  twists, accelerations: (T, 6), of the origin, then angular, in world axes
    corners: (K,) samples nearest to the path's points;  reach: (R, 4, 4) poses of the working space's corners
    """

    t: Array
    poses: Array
    twists: Array
    accelerations: Array
    corners: Indices
    reach: Array


def demand(task: Task, fineness: float = 1) -> Demand:
    """A task's path in samples. fineness 10: ten times as many."""
    way = task.path
    wanted = max(way.duration * way.rate, 1) if way.rate else max(way.duration * RATE, FEWEST)
    count = ceil(wanted * fineness * (1 - 1e-12))
    if not 0 < count <= MOST:
        raise InputError(f"the path of '{task.name}' has {count} samples", hint=f"at most {MOST:.0e}: lower its rate")
    samples = way.at(np.linspace(0, way.duration, count + 1))
    corners = np.unique(np.round(np.array(way.marks) / way.duration * count).astype(np.intp))
    return Demand(samples.t, samples.poses, samples.twists, samples.accelerations, corners, _reached(task))


def _reached(task: Task) -> Array:
    """Poses at the corners of the working space."""
    if task.reach is None:
        return np.zeros((0, 4, 4))
    found: list[Array] = []
    for yaw in task.reach.yaws:
        for corner in task.reach.box.corners:
            pose = np.eye(4)
            pose[:2, :2] = [[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]]
            pose[:3, 3] = corner
            found.append(pose)
    return np.array(found)
