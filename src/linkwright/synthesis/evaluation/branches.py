"""Branches: which of a candidate's postures are followed along the path."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.synthesis.evaluation.measures import corner_postures
from linkwright.synthesis.evaluation.rows import Rows

BRANCHES = 2
"""Of a candidate, followed along the path: those that move least between its points."""


def pairs(rows: Rows) -> Rows:
    """A row for every branch that reaches all corners, at most BRANCHES of each candidate."""
    q = corner_postures(rows)
    travel = np.where(np.isnan(q).any(axis=(1, 3)), np.inf, _travel(rows, q))
    order = np.argsort(travel, axis=1, kind="stable")[:, :BRANCHES]
    which, rank = np.nonzero(np.isfinite(np.take_along_axis(travel, order, axis=1)))
    branch = order[which, rank]
    known = {"corner_q": q[which, :, branch]}
    return Rows(rows.setting, rows.candidate[which], branch, rows.P[which], known)


def _travel(rows: Rows, q: Array) -> Array:
    """(M, B): time that the slowest joint needs from each of the path's points to the next, at its largest speed, added up."""
    setting = rows.setting
    step = np.diff(q[:, : len(setting.demand.corners)], axis=1)
    step = np.where(setting.sliding_joints, step, np.mod(step + np.pi, 2 * np.pi) - np.pi)
    times = (np.abs(step) / setting.per_joint("velocity")).max(axis=-1)
    return times.sum(axis=1)
