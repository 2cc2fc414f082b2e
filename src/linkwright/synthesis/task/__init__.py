"""What a robot is wanted for: the task and its file."""

from __future__ import annotations

from linkwright.synthesis.task.parts import (
    Choice,
    Design,
    JointLimits,
    Limits,
    Motor,
    Payload,
    Reach,
    Search,
)
from linkwright.synthesis.task.shapes import Box, Capsule, Obstacle, Shape, Sphere
from linkwright.synthesis.task.task import Task

__all__ = [
    "Box",
    "Capsule",
    "Choice",
    "Design",
    "JointLimits",
    "Limits",
    "Motor",
    "Obstacle",
    "Payload",
    "Reach",
    "Search",
    "Shape",
    "Sphere",
    "Task",
]
