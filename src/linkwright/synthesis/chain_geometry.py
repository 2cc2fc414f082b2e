"""How a chain stands on its base, and which of its lengths do something that no other number does."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from linkwright.arrays import Array
from linkwright.catalogue.chain import Chain
from linkwright.catalogue.row import Quarter, Row

BASE = ("base_x", "base_y", "base_z", "base_yaw")
TOOL = ("tool_x", "tool_y", "tool_z")
ROWS: Mapping[str, tuple[int, ...]] = {
    "pose": (0, 1, 2, 3, 4, 5),
    "axis": (0, 1, 2, 3, 4),
    "3T1R": (0, 1, 2, 5),
    "plane": (0, 1, 5),
    "position": (0, 1, 2),
}
"""What of the tool's motion counts: rows of a twist in the world's axes (`axis`: nearly, all but the turn about z)."""
_HEIGHT = 2
_POSTURES, _STEP, _INDEPENDENT = 8, 1e-4, 1e-5


def angle(quarter: Quarter, name: str, values: Mapping[str, float]) -> float:
    """A constant angle of a row."""
    return values[name] if quarter is None else quarter * np.pi / 2


def standing(chain: Chain, ceiling: bool) -> tuple[Array, Array]:
    """Rotations of the base and of the tool. The only direction about which a chain turns is vertical, or that across slides of
    one plane, else the first axis; the tool stands as the world does where all joints are zero, unless the chain turns it in
    several ways."""
    turned = np.eye(3)
    axes: list[Array] = []
    slides: list[Array] = []
    for k, row in enumerate(chain.rows, 1):
        turned = turned @ _turned(row, k, 0.0, dict.fromkeys(chain.angles, 0.4))
        (axes if row.joint == "R" else slides).append(turned[:, 2])
    up = np.array([0.0, 0.0, -1.0 if ceiling else 1.0])
    single = bool(axes) and all(abs(abs(float(axes[0] @ x)) - 1) < 1e-9 for x in axes)
    upright = axes[0] if single else _across(slides) if not axes else None
    base = _between(np.array([0.0, 0.0, 1.0]) if upright is None else upright, up)
    return base, (base @ turned).T if single or not axes else np.eye(3)


def counting(mask: str, flat: bool = False) -> list[int]:
    """Rows of a twist that count; flat: in the x-y plane."""
    return [row for row in ROWS[mask] if not (flat and row == _HEIGHT)]


def last_is_idle(chain: Chain, turns: tuple[Array, Array], rows: list[int]) -> bool:
    """Whether the last joint moves nothing that counts while the tool is at it: it needs a tool of some length."""
    random = np.random.default_rng(2)
    names = [*BASE, *chain.lengths, *chain.angles]
    values = dict(zip(names, random.uniform(0.3, 0.9, len(names)), strict=True)) | dict.fromkeys(TOOL, 0.0)
    q = random.uniform(0.3, 1.2, chain.joints)
    moved = (place(chain, *turns, values, q + s * _STEP * np.eye(chain.joints)[-1]) for s in (1, -1))
    return bool(np.max(np.abs(twist(*moved)[rows])) < _INDEPENDENT * _STEP)


def independent(chain: Chain, base: Array, tool: Array, mask: str, *, flat: bool = False) -> tuple[str, ...]:
    """Places of base and tool and lengths that change what the tool can do; others repeat these, or move a joint's zero."""
    random = np.random.default_rng(1)
    names = [*BASE, *chain.lengths, *TOOL]
    values = dict(zip((*names, *chain.angles), random.uniform(0.3, 0.9, len(names) + len(chain.angles)), strict=True))
    postures = random.uniform(0.3, 1.2, (_POSTURES, chain.joints))
    rows = counting(mask, flat)

    def effect(name: str) -> Array:
        changed = ({**values, name: values[name] + s * _STEP} for s in (1, -1))
        ends = [[place(chain, base, tool, v, q) for q in postures] for v in changed]
        return np.concatenate([twist(a, b)[rows] for a, b in zip(*ends, strict=True)]) / (2 * _STEP)

    def offset(k: int) -> Array:
        step = _STEP * np.eye(chain.joints)[k]
        pairs = (
            (place(chain, base, tool, values, q + step), place(chain, base, tool, values, q - step)) for q in postures
        )
        return np.concatenate([twist(a, b)[rows] for a, b in pairs]) / (2 * _STEP)

    span = np.linalg.qr(np.column_stack([offset(k) for k in range(chain.joints)]))[0]
    kept: list[str] = []
    for name in names:
        column = effect(name)
        rest = column - span @ (span.T @ column)
        rest -= span @ (span.T @ rest)
        size = float(np.linalg.norm(rest))
        if size > _INDEPENDENT:
            kept.append(name)
            span = np.column_stack([span, rest / size])
    return tuple(kept)


def place(chain: Chain, base: Array, tool: Array, values: Mapping[str, float], q: Array) -> Array:
    """Where the tool is."""
    pose = np.eye(4)
    yaw = values["base_yaw"]
    pose[:3, :3] = _about_z(yaw) @ base
    pose[:3, 3] = [values[name] for name in BASE[:3]]
    for k, row in enumerate(chain.rows, 1):
        step = np.eye(4)
        step[:3, :3] = _turned(row, k, q[k - 1], values)
        along = q[k - 1] if row.joint == "P" else values.get(f"d{k}", 0.0)
        step[:3, 3] = values.get(f"a{k}", 0.0) * np.eye(3)[0] + along * step[:3, 2]
        pose = pose @ step
    end = np.eye(4)
    end[:3, :3], end[:3, 3] = tool, [values[name] for name in TOOL]
    return pose @ end


def twist(end: Array, start: Array) -> Array:
    """The small motion from one pose to another: of the origin, then the turn, in the world's axes."""
    turn = (end[:3, :3] - start[:3, :3]) @ ((end[:3, :3] + start[:3, :3]) / 2).T
    return np.array([*(end[:3, 3] - start[:3, 3]), turn[2, 1], turn[0, 2], turn[1, 0]])


def _turned(row: Row, k: int, q: float, values: Mapping[str, float]) -> Array:
    """Rot_x(alpha) Rot_z(theta)."""
    alpha = angle(row.alpha, f"alpha{k}", values)
    c, s = np.cos(alpha), np.sin(alpha)
    theta = q if row.joint == "R" else angle(row.theta, f"theta{k}", values)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]]) @ _about_z(theta)


def _about_z(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _across(directions: list[Array]) -> Array | None:
    """What is perpendicular to all of them, if that is one direction."""
    _, sizes, rows = np.linalg.svd(np.array([*directions, np.zeros(3), np.zeros(3)]))
    return rows[2] if sizes[1] > 1e-9 > sizes[2] else None


def _between(start: Array, end: Array) -> Array:
    """The rotation of least angle that turns one unit vector to another; a half turn is about x."""
    axis, cosine = np.cross(start, end), float(start @ end)
    if cosine < -1 + 1e-9:
        return np.diag([1.0, -1.0, -1.0])
    K = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + K + K @ K / (1 + cosine)
