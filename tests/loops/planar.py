"""Random planar mechanisms that are closed where all coordinates are zero: driven cranks and sliders, and dyads on top of them.

A dyad is two bodies and three joints between two bodies that are there already, so that each adds a loop and two unknowns;
dyads on dyads make nested loops. Everything lies in a tilted plane, frames are turned at random, axes point either way.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from tests.support.model import Body, Frame, Joint, Loop, Robot, make_robot
from tests.support.spatial import Mat, Transform, Vec, rot_rpy, rot_z

DYADS = ("RRR", "RRP", "RPR", "PRP", "PPR", "RRs", "RsR")
"""Joints from X to Y; s is a slider at which the loop is closed."""


@dataclass
class Planar:
    """A mechanism under construction: bodies with their frames in the plane at zero, joints, loops."""

    rng: np.random.Generator
    tilt: Mat
    at: dict[str, tuple[np.ndarray, float]] = field(default_factory=dict)
    joints: list[Joint] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    driven: list[str] = field(default_factory=list)

    def point(self, low: float = -2, high: float = 2) -> np.ndarray:
        return np.round(self.rng.uniform(low, high, 2), 3)

    def body(self, parent: str, kind: str, point: np.ndarray, direction: float = 0.0) -> str:
        """A body with its joint at a point of the plane; a slider moves along `direction`."""
        name = f"b{len(self.joints)}"
        turn = round(float(self.rng.uniform(-3, 3)), 2)
        self.joints.append(
            Joint(
                f"j{name}", kind, parent, name, self.place(parent, point, turn), axis=self._axis(kind, direction - turn)
            )
        )
        self.at[name] = point, turn
        return name

    def place(self, body: str, point: np.ndarray, turn: float) -> Transform:
        """A frame at a point of the plane, seen from a body's frame; from the world through the tilt."""
        if body == "world":
            p = self.tilt.apply(Vec(float(point[0]), float(point[1]), 0))
            return Transform(self.tilt @ rot_z(turn), p)
        origin, angle = self.at[body]
        c, s = math.cos(angle), math.sin(angle)
        d = point - origin
        return Transform(rot_z(turn - angle), Vec(c * d[0] + s * d[1], -s * d[0] + c * d[1], 0))

    def _axis(self, kind: str, direction: float) -> Vec:
        if kind == "prismatic":
            return Vec(math.cos(direction), math.sin(direction), 0)
        return Vec(0, 0, int(self.rng.choice([-1, 1])))

    def close(self, first: str, second: str, point: np.ndarray, kind: str = "pin", direction: float = 0.0) -> None:
        """A pin at a point, or a slider along a direction."""
        name = f"loop{len(self.loops)}"
        for end, body in (("a", first), ("b", second)):
            X = self.place(body, point, direction)
            if kind == "slider":  # z along the direction
                X = X @ Transform(Mat(Vec(0, 0, 1), Vec(1, 0, 0), Vec(0, 1, 0)))
            self.frames.append(Frame(f"{name}{end}", body, X))
        self.loops.append(Loop(name, kind, f"{name}a", f"{name}b"))

    def dyad(self, kind: str, X: str, Y: str) -> None:
        A, B, C = (self.point() for _ in range(3))
        way, other = (round(float(w), 2) for w in self.rng.uniform(-3, 3, 2))
        first = self.body(X, "revolute", A) if kind[0] == "R" else self.body(X, "prismatic", A, way)
        if kind == "RRR":
            self.close(first, self.body(Y, "revolute", C), B)
        elif kind == "RRP":
            self.close(first, self.body(Y, "prismatic", C, other), B)
        elif kind == "RPR":
            self.close(self.body(first, "prismatic", B, other), Y, C)
        elif kind == "PRP":
            self.close(first, self.body(Y, "prismatic", C, other), B)
        elif kind == "RRs":
            self.close(Y, self.body(first, "revolute", B), C, "slider", other)
        elif kind == "RsR":
            self.close(first, self.body(Y, "revolute", C), B, "slider", other)
        else:  # a slider on a slider, pinned
            self.close(self.body(first, "prismatic", B, other), Y, C)

    def robot(self) -> Robot:
        bodies = [Body(name) for name in self.at]
        return make_robot(
            "planar", bodies, self.joints, frames=self.frames, loops=self.loops, actuated=[f"j{n}" for n in self.driven],
            start={j.name: 0.0 for j in self.joints},
        )  # fmt: skip


def random_planar(seed: int, cranks: str, dyads: list[str]) -> Robot:
    """cranks: a letter per driven joint, R or P, on the ground; dyads between random bodies."""
    rng = np.random.default_rng(seed)
    made = Planar(rng, rot_rpy(*(round(float(x), 2) for x in rng.uniform(-1, 1, 3))))
    for letter in cranks:
        name = made.body("world", "revolute" if letter == "R" else "prismatic", made.point(), float(rng.uniform(-3, 3)))
        made.driven.append(name)
    for kind in dyads:
        known = ["world", *made.at]
        X, Y = (str(x) for x in rng.choice(known[1:] if len(known) > 2 else known, 2, replace=False))
        made.dyad(kind, X, Y)
    return made.robot()
