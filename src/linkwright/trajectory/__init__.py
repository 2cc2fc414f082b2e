"""Trajectories: where a robot is along time, with bounded velocity, acceleration and jerk.

move(q0, q1, velocity=2, acceleration=10, jerk=100)   joints, rest to rest or between any states
through([q0, q1, q2], ..., blend=0.1)                  joints, through points, with a stop or a round corner at each
line(pose0, pose1, ...), arc(pose0, via, pose1, ...)   the tool, on a straight line or a circle
chain([line(...), arc(...)], blend=0.05)               the tool, on one after the other
follow(line(...), robot, near=q0)                      the joints that lead the tool so
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwright.lazy import names

if TYPE_CHECKING:
    from linkwright.trajectory.following import follow
    from linkwright.trajectory.joints import Samples, Trajectory
    from linkwright.trajectory.moves import move, through
    from linkwright.trajectory.paths import arc, chain, line
    from linkwright.trajectory.task import TaskSamples, TaskTrajectory

__all__ = [
    "Samples",
    "TaskSamples",
    "TaskTrajectory",
    "Trajectory",
    "arc",
    "chain",
    "follow",
    "line",
    "move",
    "through",
]

__getattr__ = names(
    __name__,
    {
        "Samples": "linkwright.trajectory.joints:Samples",
        "TaskSamples": "linkwright.trajectory.task:TaskSamples",
        "TaskTrajectory": "linkwright.trajectory.task:TaskTrajectory",
        "Trajectory": "linkwright.trajectory.joints:Trajectory",
        "arc": "linkwright.trajectory.paths:arc",
        "chain": "linkwright.trajectory.paths:chain",
        "follow": "linkwright.trajectory.following:follow",
        "line": "linkwright.trajectory.paths:line",
        "move": "linkwright.trajectory.moves:move",
        "through": "linkwright.trajectory.moves:through",
    },
)
