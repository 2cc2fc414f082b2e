"""Random mechanisms in space with one loop of any kind, closed where all coordinates are zero."""

from __future__ import annotations

import numpy as np

from tests.support.model import LOOP_KINDS, Body, Frame, Joint, Loop, Robot, make_robot
from tests.support.spatial import Mat, Transform, Vec

_SIZES = {"revolute": 1, "prismatic": 1, "helical": 1, "universal": 2, "cylindrical": 2, "spherical": 3}


def _pose(rng: np.random.Generator) -> np.ndarray:
    Q, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    X = np.eye(4)
    X[:3, :3] = Q * np.sign(np.linalg.det(Q))
    X[:3, 3] = rng.uniform(-1, 1, 3)
    return X


def _transform(X: np.ndarray) -> Transform:
    return Transform(Mat.of([[float(x) for x in row] for row in X[:3, :3]]), Vec(*(float(x) for x in X[:3, 3])))


def random_loop(seed: int, kind: str, extra: int = 1) -> Robot:
    """Two branches from a swinging stem, with `extra` degrees of freedom more than the closure takes away."""
    rng = np.random.default_rng(seed)
    poses = {"world": np.eye(4)}
    bodies: list[Body] = []
    joints: list[Joint] = []

    def add(parent: str, type_: str) -> str:
        name = f"b{len(bodies)}"
        X = _pose(rng)
        axis = rng.normal(size=3)
        other = np.cross(axis, rng.normal(size=3))
        poses[name] = X
        bodies.append(Body(name))
        unit = [Vec(*(float(x) for x in a / np.linalg.norm(a))) for a in (axis, other)]
        inner = _transform(np.linalg.inv(poses[parent]) @ X)
        axis2 = unit[1] if type_ == "universal" else None
        joints.append(Joint(f"j{name}", type_, parent, name, inner, unit[0], axis2, 0.3 if type_ == "helical" else 0))
        return name

    stem = add("world", "revolute")
    wanted = sum(LOOP_KINDS[kind]) + extra
    ends = [stem, stem]
    while wanted:
        names = [n for n, size in _SIZES.items() if size <= wanted]
        type_ = str(rng.choice(names))
        side = int(rng.integers(2))
        ends[side] = add(ends[side], type_)
        wanted -= _SIZES[type_]
    where = _pose(rng)
    frames = [
        Frame(n, body, _transform(np.linalg.inv(poses[body]) @ where))
        for n, body in zip(("first", "second"), ends, strict=True)
    ]
    start = {j.name: 0.0 for j in joints if j.nq == 1}
    return make_robot("loop", bodies, joints, frames=frames, loops=[Loop("loop", kind, "first", "second")], start=start)
