"""Random arms with a spherical wrist: three joints of any kinds, lying specially or not, and three axes through a point."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import strategies as st

from tests.inverse.brute_force import Arm, Array, Axis

KINDS = tuple("".join(kinds) for kinds in product("RP", repeat=3))
LIE = (
    "anyhow",
    "first parallel",
    "last parallel",
    "outer parallel",
    "first meet",
    "last meet",
    "first across",
    "last across",
)


def unit(v: Array) -> Array:
    return v / np.linalg.norm(v)


def turned(arm: Arm) -> Arm:
    """The arm seen from its tool: the wrist comes first."""
    back = np.linalg.inv(arm.home)
    axes = [Axis(a.kind, -(back[:3, :3] @ a.h), back[:3, :3] @ a.p + back[:3, 3]) for a in reversed(arm.axes)]
    return Arm(tuple(axes), back)


def wrist_arm(kinds: str, lie: str, straight: bool, seed: int) -> Arm:
    """straight: all axes along those of coordinates."""
    rng = np.random.default_rng(seed)

    def any_direction() -> Array:
        return np.eye(3)[rng.integers(3)] * rng.choice([-1, 1]) if straight else unit(rng.normal(size=3))

    h, p = [any_direction() for _ in range(3)], [rng.uniform(-1, 1, 3) for _ in range(3)]
    match lie:
        case "first parallel":
            h[1] = -h[0]
        case "last parallel":
            h[2] = h[1]
        case "outer parallel":
            h[2] = h[0]
        case "first meet":
            p[1] = p[0]
        case "last meet":
            p[2] = p[1]
        case "first across":
            h[1] = unit(np.cross(h[0], rng.normal(size=3)))
        case "last across":
            h[2] = unit(np.cross(h[1], rng.normal(size=3)))
        case _:
            pass
    w = rng.uniform(-1, 1, 3)
    axes = [Axis(kind, *line) for kind, *line in zip(kinds, h, p, strict=True)]
    axes += [Axis("R", any_direction(), w) for _ in range(3)]
    home = np.eye(4)
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    home[:3, :3], home[:3, 3] = turn * np.linalg.det(turn), rng.uniform(-1, 1, 3)
    return Arm(tuple(axes), home)


def with_wrist_at(place: int, arm: Arm) -> Arm:
    """The wrist behind so many of the three other joints."""
    first, wrist = arm.axes[:3], arm.axes[3:]
    return Arm((*first[:place], *wrist, *first[place:]), arm.home)


_LAST = st.builds(wrist_arm, st.sampled_from(KINDS), st.sampled_from(LIE), st.booleans(), st.integers(0, 2**32 - 1))
wrist_arms = st.builds(with_wrist_at, st.integers(0, 3), _LAST)
