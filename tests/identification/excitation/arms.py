"""Small robots with limits, for tests of exciting motions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import linkwright as lw
from linkwright.model.build import make_robot
from linkwright.model.robot import Body, Frame, Joint, Limits
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, Mat, Vec

EXAMPLES = Path(__file__).parents[3] / "examples"
ELBOW = EXAMPLES / "elbow6.urdf"


def chain(types: str, seed: int = 0, effort: float | None = None) -> Any:
    """An arm of revolute (R) and prismatic (P) joints with random axes, lengths, inertias and limits."""
    random = np.random.default_rng(seed)
    bodies, joints = [], []
    for k, kind in enumerate(types):
        axis = np.eye(3)[random.integers(3)]
        low = -random.uniform(0.5, 2.0)
        limits = Limits(low, low + random.uniform(1.0, 4.0), random.uniform(0.5, 3.0), effort)
        place = Transform(IDENTITY, Vec(*map(float, random.uniform(0.1, 0.4, 3))))
        inertia = Inertia.about_com(1.0, Vec(*map(float, random.uniform(-0.1, 0.1, 3))), _diagonal(0.02, 0.03, 0.04))
        bodies.append(Body(f"link{k + 1}", inertia))
        parent = f"link{k}" if k else "world"
        named = {"R": "revolute", "P": "prismatic"}[kind]
        joints.append(Joint(f"j{k + 1}", named, parent, f"link{k + 1}", place, Vec(*map(float, axis)), limits=limits))
    tool = Frame("tool", f"link{len(types)}", Transform(IDENTITY, Vec(0.0, 0.0, 0.3)))
    return make_robot("arm", bodies, joints, frames=[tool])


def _diagonal(x: float, y: float, z: float) -> Mat:
    return Mat(Vec(x, 0, 0), Vec(0, y, 0), Vec(0, 0, z))


def elbow() -> Any:
    """A six-axis arm with limits of positions, velocities and efforts."""
    return lw.load(ELBOW)
