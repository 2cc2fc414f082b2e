"""Serial arms for tests: made of axes, random of one family or another, and what Pinocchio says of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.support.model import WORLD, Body, Frame, Joint, Robot, make_robot
from tests.support.spatial import Inertia, Transform, Vec, rot_rpy
from tests.support.verification import build_peer

Array = NDArray[np.float64]


def serial(joints: Sequence[tuple[str, Sequence[float], Sequence[float]]], tool: Transform = Transform()) -> Robot:
    """An arm by its axes at zero, in world coordinates: (R or P, direction, a point of the axis); tool: likewise."""
    kinds = {"R": "revolute", "P": "prismatic"}
    bodies = [Body(f"b{k}", Inertia()) for k in range(len(joints))]
    made: list[Joint] = []
    before = np.zeros(3)
    for k, (kind, h, p) in enumerate(joints):
        h = np.asarray(h, float) / np.linalg.norm(h)
        X = Transform(p=Vec(*(np.asarray(p, float) - before)))
        made.append(Joint(f"j{k + 1}", kinds[kind], bodies[k - 1].name if k else WORLD, f"b{k}", X, Vec(*h.tolist())))
        before = np.asarray(p, float)
    place = Transform(tool.R, Vec(*(np.asarray(tool.p, float) - before)))
    return make_robot("arm", bodies, made, frames=[Frame("tool", bodies[-1].name, place)])


lengths = st.floats(-1.0, 1.0, width=16).map(lambda x: x + 0.2 if x >= 0 else x - 0.2)
angles = st.floats(-3.0, 3.0, width=16)


@st.composite
def points(draw: st.DrawFn) -> list[float]:
    return [draw(lengths) for _ in range(3)]


@st.composite
def tools(draw: st.DrawFn) -> Transform:
    R = rot_rpy(*(draw(angles) for _ in range(3)))
    return Transform(R, Vec(*draw(points())))


@st.composite
def directions(draw: st.DrawFn) -> list[float]:
    """Unit vectors, along an axis often."""
    if draw(st.booleans()):
        return draw(st.sampled_from([[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0], [0, 0, -1.0]]))
    R = rot_rpy(*(draw(angles) for _ in range(3)))
    return [float(x) for x in R.T[2]]


class Pinocchio:
    """What Pinocchio computes of a robot's tool."""

    def __init__(self, robot: Robot, frame: str = "tool") -> None:
        self.pin: Any = pytest.importorskip("pinocchio")
        self.peer = build_peer(robot)
        self.data = self.peer.model.createData()
        self.frame = self.peer.model.getFrameId(frame)

    def pose(self, q: Array) -> Array:
        """The tool in the world."""
        self.pin.framesForwardKinematics(self.peer.model, self.data, self.peer.q(q))
        return np.array(self.data.oMf[self.frame].homogeneous)

    def jacobian(self, q: Array) -> Array:
        """In world axes at the tool, rows linear then angular."""
        aligned = self.pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        J = self.pin.computeFrameJacobian(self.peer.model, self.data, self.peer.q(q), self.frame, aligned)
        return np.array(J) @ self.peer.G
