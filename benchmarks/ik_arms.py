"""Arms of the benchmark of inverse kinematics: their axes at home, by published numbers in metres, and ssik's own arms."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import cos, pi, radians, sin
from types import MappingProxyType
from typing import Any

import numpy as np

from tests.inverse.brute_force import Arm, Array, Axis

X, Y, Z = np.eye(3)


@dataclass(frozen=True)
class Case:
    """An arm and who else can solve it.

    given:    a joint (counted from zero) and its value: the peers and the search get the arm with that joint locked
    prebuilt: the module of ssik.prebuilt that is made for it
    """

    name: str
    arm: Arm
    given: tuple[int, float] | None = None
    prebuilt: str = ""
    samples: int = 1
    """Values of the given joint that are asked for per pose, where time is measured."""

    @property
    def locked(self) -> Arm:
        return self.arm if self.given is None else locked(self.arm, *self.given)


def locked(arm: Arm, k: int, value: float) -> Arm:
    """The arm without joint k, which stays where it is."""
    only = Arm(arm.axes[k : k + 1], np.eye(4)).pose(np.array([[value]]))[0]
    after = tuple(Axis(a.kind, only[:3, :3] @ a.h, only[:3, :3] @ a.p + only[:3, 3]) for a in arm.axes[k + 1 :])
    return Arm((*arm.axes[:k], *after), only @ arm.home)


def _turns(*axes: tuple[Array, tuple[float, float, float]]) -> tuple[Axis, ...]:
    return tuple(Axis("R", h, np.array(p, dtype=float)) for h, p in axes)


def _home(*p: float, R: Array = np.eye(3)) -> Array:
    found = np.eye(4)
    found[:3, :3], found[:3, 3] = R, p
    return found


def _modified_dh(*rows: tuple[float, float, float, float], tool: float = 0.0) -> Arm:
    """Rows of alpha (degrees), a, d, theta at home (degrees), each before its joint's rotation about z."""
    at, axes = np.eye(4), list[Axis]()
    for alpha, a, d, theta in rows:
        at = at @ _rotation(X, radians(alpha), (a, 0, 0)) @ _rotation(Z, radians(theta), (0, 0, d))
        axes.append(Axis("R", at[:3, 2].copy(), at[:3, 3].copy()))
    return Arm(tuple(axes), at @ _home(0, 0, tool))


def _rotation(axis: Array, angle: float, p: tuple[float, float, float]) -> Array:
    K = np.cross(np.eye(3), axis)
    found = _home(*p, R=np.eye(3) + sin(angle) * K + (1 - cos(angle)) * (K @ K))
    return np.where(np.abs(found) < 1e-16, 0.0, found)


def _urdf(*rows: tuple[tuple[float, float, float], float]) -> Arm:
    """Rows of a joint's place in the one before and its turn about x, as a URDF file has them; joints turn about z."""
    at, axes = np.eye(4), list[Axis]()
    for p, roll in rows:
        at = at @ _rotation(X, roll, p)
        axes.append(Axis("R", at[:3, 2].copy(), at[:3, 3].copy()))
    return Arm(tuple(axes), at)


UR5 = Arm(
    _turns(
        (Z, (0, 0, 0.089159)), (Y, (0, 0.13585, 0.089159)), (Y, (0.425, 0.01615, 0.089159)),
        (Y, (0.81725, 0.01615, 0.089159)), (-Z, (0.81725, 0.10915, 0.089159)), (Y, (0.81725, 0.10915, -0.005491)),
    ),
    _home(0.81725, 0.19145, -0.005491, R=np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, -1]])),
)  # fmt: skip
PANDA = Arm(
    _turns(
        (Z, (0, 0, 0.333)), (Y, (0, 0, 0.333)), (Z, (0, 0, 0.649)), (-Y, (0.0825, 0, 0.649)), (Z, (0, 0, 1.033)),
        (-Y, (0, 0, 1.033)), (-Z, (0.088, 0, 1.033)),
    ),
    _home(0.088, 0, 0.926, R=np.diag([1.0, -1, -1])),
)  # fmt: skip
PUMA = Arm(
    _turns(
        (Z, (0, 0, 0)), (-Y, (0, 0, 0)), (-Y, (0.4318, 0, 0)),
        (Z, (0.4521, -0.15005, 0)), (-Y, (0.4521, -0.15005, 0.4318)), (Z, (0.4521, -0.15005, 0.4318)),
    ),
    _home(0.4521, -0.15005, 0.4318),
)  # fmt: skip
KR6 = Arm(
    _turns(
        (-Z, (0, 0, 0.4)), (Y, (0.025, 0, 0.4)), (Y, (0.48, 0, 0.4)),
        (-X, (0.48, 0, 0.435)), (Y, (0.9, 0, 0.435)), (-X, (0.98, 0, 0.435)),
    ),
    _home(0.98, 0, 0.435),
)  # fmt: skip
SCARA = Arm(
    (*_turns((Z, (0, 0, 0.4)), (Z, (0.325, 0, 0.4))), Axis("P", -Z, np.array([0.6, 0, 0])), *_turns((-Z, (0.6, 0, 0)))),
    _home(0.6, 0, 0.2, R=np.diag([1.0, -1, -1])),
)
PLANAR = Arm(_turns((Z, (0, 0, 0)), (Z, (0.5, 0, 0)), (Z, (0.9, 0, 0))), _home(1.1, 0, 0))
BEND = 1.0471979549811776
"""JACO's wrist bends by 60 degrees twice; its file has seven digits of them."""
JACO2 = Arm(
    _turns(
        (-Z, (0, 0, 0.15675)), (-Y, (0, 0.0016, 0.2755)), (Y, (0, 0.0016, -0.1345)), (-Z, (0, -0.0098, 0.0728)),
        (-sin(BEND) * Y - cos(BEND) * Z, (0, 0.02723, 0.13694)), (-Z, (0, 0.064261895, 0.201078906)),
    ),
    _home(0, 0.064261895, 0.361078906),
)  # fmt: skip
XARM6 = _urdf(
    ((0, 0, 0.267), 0), ((0, 0, 0), -1.5708), ((0.0535, -0.2845, 0), 0), ((0.0775, 0.3425, 0), -1.5708),
    ((0, 0, 0), 1.5708), ((0.076, 0.097, 0), -1.5708),
)  # fmt: skip
PIPER = _modified_dh(
    (0, 0, 0.123, 0), (-90, 0, 0, -172.22), (0, 0.28503, 0, -102.78), (90, -0.02198, 0.25075, 0), (-90, 0, 0, 0),
    (90, 0, 0.091, 0),
)  # fmt: skip


def _parallel(h: Array, p: Array) -> None:
    h[2] = h[1]


def _meeting(h: Array, p: Array) -> None:
    p[1] = p[0]


def _anywhere(h: Array, p: Array) -> None:
    pass


_SHOULDERS = {"parallel": _parallel, "meeting": _meeting, "anywhere": _anywhere}
"""What is special of the first three axes: second and third parallel, first and second meet, nothing."""


def _wrist_partitioned(shoulder: str, seed: int) -> Arm:
    """Three axes of some kind, three through one point."""
    random = np.random.default_rng(seed)
    h = random.normal(size=(6, 3))
    p = random.uniform(-0.5, 0.5, (6, 3))
    p[4:] = p[3]
    _SHOULDERS[shoulder](h, p)
    R = _rotation(*_axis_angle(random))
    return Arm(
        tuple(Axis("R", a / np.linalg.norm(a), b) for a, b in zip(h, p, strict=True)),
        _home(*random.uniform(-0.5, 0.5, 3), R=R[:3, :3]),
    )


def _axis_angle(random: np.random.Generator) -> tuple[Array, float, tuple[float, float, float]]:
    axis = random.normal(size=3)
    return axis / np.linalg.norm(axis), float(random.uniform(-pi, pi)), (0.0, 0.0, 0.0)


CASES: Mapping[str, Case] = MappingProxyType(
    {
        case.name: case
        for case in (
            Case("ur5", UR5, prebuilt="universal_robots.ur5_ik"),
            Case("panda", PANDA, given=(6, 0.3), prebuilt="franka.panda_ik", samples=31),
            Case("puma", PUMA, prebuilt="unimation.puma560_ik"),
            Case("kr6", KR6, prebuilt="kuka.kr6_r900_ik"),
            Case("scara", SCARA),
            Case("planar 3R", PLANAR),
            *(Case(f"wrist {kind} {n}", _wrist_partitioned(kind, n)) for kind in _SHOULDERS for n in (1, 2)),
            Case("jaco2", JACO2, prebuilt="kinova.jaco2_ik"),
            Case("xarm6", XARM6, prebuilt="ufactory.xarm6_ik"),
            Case("piper", PIPER, prebuilt="agilex.piper_ik"),
        )
    }
)


def ssik_cases() -> Iterator[Case]:
    """Every arm that ssik is shipped with, by its own numbers."""
    from ssik.prebuilt import _manifest

    for name, entry in sorted(_manifest.load_manifest().items()):
        module = entry.hier_module.removeprefix("ssik.prebuilt.")
        yield Case(name.removesuffix("_ik"), arm_of(importlib.import_module(entry.hier_module)), prebuilt=module)


def arm_of(module: Any) -> Arm:
    """Axes at home from an artifact's numbers."""
    at, axes = np.eye(4), list[Axis]()
    for joint in module._KB.joints:
        at = at @ joint.T_left
        h = at[:3, :3] @ joint.axis
        kind = "P" if joint.joint_type == "prismatic" else "R"
        axes.append(Axis(kind, h / np.linalg.norm(h), at[:3, 3].copy()))
        at = at @ joint.T_right
    return Arm(tuple(axes), at)
