"""What the tests of motion share: exact time derivatives along a motion, and a state of a robot in Pinocchio."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.graph import Expr, Scalar, directional
from tests.support.model import WORLD, Robot
from tests.support.spatial import Mat, Vec
from tests.support.verification import Scene, sample, without_drives


class Motion(Scene):
    """A scene that moves: dq/dt = N v, dv/dt = a, da/dt = j. Everything is in one graph, laws are decided exactly."""

    def __init__(self, robot: Robot) -> None:
        super().__init__(robot)
        self.j = self.symbols("j", robot.nv)
        ways = [(self.q, self.dq), (self.v, self.a), (self.a, self.j)]
        self._moving = {self.graph.data[x.index]: dx.index for xs, ds in ways for x, dx in zip(xs, ds, strict=True)}

    def flow(self, expressions: Sequence[Expr]) -> list[Expr]:
        """Time derivatives."""
        return [Expr(self.graph, i) for i in directional(self.graph, [x.index for x in expressions], self._moving)]

    def of(self, quantity: str, **choices: Any) -> Any:
        return self.put(lw.derive(self.robot, quantity, **choices))

    def pose(self, frame: str) -> tuple[Mat, Vec]:
        """R and p of a frame."""
        X = self.of("forward_kinematics", frame=frame)
        return Mat.of([row[:3] for row in X[:3]]), Vec(*(row[3] for row in X[:3]))

    def equal(self, found: Sequence[Any], expected: Sequence[Any]) -> bool:
        return self.vanish([x - y for x, y in zip(flat(found), flat(expected), strict=True)])


def flat(x: Any) -> list[Scalar]:
    return [e for part in x for e in flat(part)] if isinstance(x, list | tuple) else [x]


def moving_bodies(robot: Robot) -> list[str]:
    """Bodies that some joint moves."""
    moved: set[str] = set()
    for joint in robot.joints.values():
        if joint.type != "fixed" or joint.parent in moved:
            moved.add(joint.child)
    return [name for name in robot.bodies if name in moved and name != WORLD]


def last_body(robot: Robot) -> str:
    return list(robot.joints.values())[-1].child


FILES = {
    "panda": "panda_description/urdf/panda.urdf",
    "ur5": "ur_description/urdf/ur5_robot.urdf",
    "solo12": "solo_description/robots/solo12.urdf",
}
TIPS = {"panda": "panda_hand_tcp", "ur5": "ee_link", "solo12": "HR_FOOT"}
peers = pytest.mark.parametrize("name", list(FILES))


class PinocchioState:
    """A robot of example-robot-data (Solo12 on a floating base) in one random state, in both codes.

    G: the rates of Pinocchio's model per rate of the robot (it knows no mimic joints).
    """

    def __init__(self, name: str) -> None:
        self.pin = pytest.importorskip("pinocchio")
        from tests.support.verification import read

        path = Path(self.pin.__file__).parents[4] / "share" / "example-robot-data" / "robots" / FILES[name]
        if not path.exists():
            pytest.skip("example-robot-data is not installed")
        self.robot = without_drives(lw.load(path, floating=name == "solo12", snap=False))
        peer = read(self.robot, path)
        self.model, self.data, self.G = peer.model, peer.model.createData(), peer.G
        self.state = sample(self.robot, 1, seed=7)
        self.q, self.v, self.a, self.j = (getattr(self.state, k)[0] for k in ("q", "v", "a", "j"))
        self.Q, self.V, self.A = peer.q(self.q), self.G @ self.v, self.G @ self.a
        self.tip = TIPS[name]
        self.frame = peer.frame(self.tip)

    def ours(self, quantity: str, **choices: Any) -> np.ndarray:
        f = lw.derive(self.robot, quantity, **choices)
        return f(**{k: getattr(self.state, k)[0] for k in f.inputs})


@cache
def pinocchio_state(name: str) -> PinocchioState:
    return PinocchioState(name)


def close(found: Any, expected: Any, digits: float = 1e-10) -> None:
    scale = 1 + np.abs(expected).max(initial=0)
    np.testing.assert_allclose(found, expected, rtol=0, atol=digits * scale)
