"""Where the measuring frame and the target are, roughly and from nothing: what the fit starts from.

pose, camera:  M_i = B F_i T, linear in the entries of both rotations (Shah 2013), then in both positions
position:      rotation of a cloud of points onto another (Kabsch 1976; Umeyama 1991) and the tool's position, in turn
distance:      trilateration, linear in the point and the square of its distance from the origin
point, plane:  the centre of what the tool touched; the plane through it
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.calibration.measured import Kind, inverse

Pair = tuple[Array, Array]
"""Base and tool, (4, 4) each."""
_ROUNDS = 20


def starts(kind: Kind, F: Array, M: Array, free: tuple[bool, bool]) -> list[Pair]:
    """Candidates for base and tool, from poses F (N, 4, 4) of the frame by the file; free: whether each is unknown at all."""
    none = np.eye(4)
    found: list[Pair] = [(none, none)]
    base, tool = free
    if base:
        found.append((_BASES[kind.name](F, M), none))
    if tool and kind.rotations:
        found.append((none, inverse(_of_pose(kind, inverse(F), inverse(_poses(kind, M)))[None])[0]))
    if base and tool and kind.rotations:
        found.append(_both(F, _poses(kind, M)))
    if base and tool and kind.name == "position":
        found.append(_in_turn(F, M))
    return found


def _poses(kind: Kind, M: Array) -> Array:
    return inverse(M) if kind.name == "camera" else M


def _of_pose(kind: Kind, F: Array, P: Array) -> Array:
    """B with P_i = B F_i on the average."""
    return _made(_nearest(np.einsum("nij,nkj->ik", P[:, :3, :3], F[:, :3, :3])), P[:, :3, 3], F[:, :3, 3])


def _made(R: Array, onto: Array, points: Array) -> Array:
    B = np.eye(4)
    B[:3, :3], B[:3, 3] = R, onto.mean(axis=0) - R @ points.mean(axis=0)
    return B


def _nearest(A: Array) -> Array:
    """The rotation nearest to a matrix."""
    U, _, Vt = np.linalg.svd(A)
    return U @ np.diag([1, 1, np.sign(np.linalg.det(U @ Vt))]) @ Vt


def over(x: Array, m: Array) -> Array:
    """B (4, 4) with m_i = B x_i on the average, of points (N, 3)."""
    return _made(_nearest((m - m.mean(axis=0)).T @ (x - x.mean(axis=0))), m, x)


def _of_points(F: Array, M: Array) -> Array:
    return over(F[:, :3, 3], M)


def _of_distances(F: Array, M: Array) -> Array:
    """|x - c|^2 = d^2 is linear in c and |c|^2."""
    x = F[:, :3, 3]
    A = np.column_stack([-2 * x, np.ones(len(x))])
    B = np.eye(4)
    B[:3, 3] = -np.linalg.lstsq(A, M**2 - (x * x).sum(axis=1), rcond=None)[0][:3]
    return B


def _of_touch(F: Array, M: Array) -> Array:
    B = np.eye(4)
    B[:3, 3] = -F[:, :3, 3].mean(axis=0)
    return B


def _of_plane(F: Array, M: Array) -> Array:
    x = F[:, :3, 3]
    normal = np.linalg.svd(x - x.mean(axis=0))[2][2]
    normal = normal * np.sign(normal[int(np.argmax(np.abs(normal)))])
    aside = np.cross(np.eye(3)[int(np.argmin(np.abs(normal)))], normal)
    aside = aside / np.linalg.norm(aside)
    B = np.eye(4)
    B[:3, :3] = np.stack([aside, np.cross(normal, aside), normal])
    B[:3, 3] = -B[:3, :3] @ x.mean(axis=0)
    return B


_BASES: dict[str, Callable[[Array, Array], Array]] = {
    "pose": lambda F, M: _of_points(F, M[:, :3, 3]),
    "camera": lambda F, M: _of_points(F, inverse(M)[:, :3, 3]),
    "position": _of_points,
    "distance": _of_distances,
    "point": _of_touch,
    "plane": _of_plane,
}


def _both(F: Array, P: Array) -> Pair:
    """Rotations: P_i T' - B F_i = 0 in the entries of T' and B; positions: p_i = B (f_i + R_i t) + b."""
    R, S = F[:, :3, :3], P[:, :3, :3]
    eye: Any = np.eye(3)
    rows: list[Array] = [np.hstack([_kron(s, eye), -_kron(eye, r.T)]) for r, s in zip(R, S, strict=True)]
    A: Array = np.concatenate(rows)
    null = np.linalg.svd(A, full_matrices=False)[2][-1]
    turned, based = null[:9].reshape(3, 3), null[9:].reshape(3, 3)
    sign = np.sign(np.linalg.det(based)) or 1.0
    B, T = np.eye(4), np.eye(4)
    B[:3, :3], T[:3, :3] = _nearest(sign * based), _nearest(sign * turned).T
    places = np.concatenate([np.hstack([np.eye(3), B[:3, :3] @ r]) for r in R])
    wanted = (P[:, :3, 3] - F[:, :3, 3] @ B[:3, :3].T).ravel()
    found = np.linalg.lstsq(places, wanted, rcond=None)[0]
    B[:3, 3], T[:3, 3] = found[:3], found[3:]
    return B, T


def _kron(a: Array, b: Array) -> Array:
    return np.asarray(np.kron(a, b))


def _in_turn(F: Array, M: Array) -> Pair:
    """Positions alone: the base for a tool, the tool for a base."""
    base, tool = np.eye(4), np.eye(4)
    for _ in range(_ROUNDS):
        base = _of_points(F @ tool, M)
        turned = base[:3, :3]
        rows = np.concatenate([np.hstack([turned @ r, np.eye(3)]) for r in F[:, :3, :3]])
        found = np.linalg.lstsq(rows, (M - F[:, :3, 3] @ turned.T).ravel(), rcond=None)[0]
        tool[:3, 3], base[:3, 3] = found[:3], found[3:]
    return base, tool
