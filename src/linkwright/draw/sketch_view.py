"""From where a mechanism is looked at: straight onto its plane where it has one, a little from the side where most axes are
parallel, from the corner of a room otherwise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.draw.sketch_scene import Scene
from linkwright.model.joints import JOINT_TYPES

_MOST = 0.6
"""Part of the axes that must be parallel for a view along them."""
_ASIDE, _ABOVE = np.radians(24.0), np.radians(17.0)
_CORNER = (np.radians(-58.0), np.radians(22.0))


@dataclass(frozen=True)
class View:
    """right, up: unit vectors of the picture's plane; toward: from the mechanism to the eye."""

    right: Array
    up: Array
    toward: Array
    flat: bool

    def at(self, point: Array) -> tuple[float, float]:
        return float(point @ self.right), float(point @ self.up)

    def depth(self, point: Array) -> float:
        return float(point @ self.toward)


def view_of(scene: Scene) -> View:
    """Chosen from the directions of the joints' axes alone."""
    normal = _plane(scene)
    if normal is not None:
        right, up, toward = _onto(normal, scene.gravity)
        return View(right, up, toward, True)
    turning = [a for kind, a in scene.axes if JOINT_TYPES[kind].spins]
    shares = [sum(abs(float(a @ b)) > 0.999 for b in turning) for a in turning]
    if shares and max(shares) >= _MOST * len(scene.axes):
        right, up, toward = _onto(turning[shares.index(max(shares))], scene.gravity)
        right, toward = _turned(right, toward, _ASIDE)
        up, toward = _turned(up, toward, _ABOVE)
        return View(right, up, toward, False)
    azimuth, above = _CORNER
    toward = np.array([np.cos(azimuth) * np.cos(above), np.sin(azimuth) * np.cos(above), np.sin(above)])
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    return View(right, np.cross(toward, right), toward, False)


def _turned(a: Array, b: Array, angle: float) -> tuple[Array, Array]:
    """Two perpendicular vectors, turned in their plane: b moves towards a."""
    return np.cos(angle) * a - np.sin(angle) * b, np.sin(angle) * a + np.cos(angle) * b


def _plane(scene: Scene) -> Array | None:
    """The normal of the plane in which everything moves."""
    turning = [a for kind, a in scene.axes if JOINT_TYPES[kind].about_z]
    sliding = [a for kind, a in scene.axes if JOINT_TYPES[kind].slider]
    if len(turning) + len(sliding) < len(scene.axes) or any(JOINT_TYPES[kind].without_pitch for kind, _ in scene.axes):
        return None
    if turning:
        normal = turning[0]
    elif len(sliding) > 1 and np.linalg.norm(np.cross(sliding[0], sliding[1])) > 1e-6:
        normal = np.cross(sliding[0], sliding[1])
        normal = normal / np.linalg.norm(normal)
    elif sliding:
        normal = min(np.eye(3), key=lambda e: abs(float(e @ sliding[0])))
    else:
        return None
    flat = all(abs(abs(float(a @ normal)) - 1) < 1e-6 for a in turning)
    return normal if flat and all(abs(float(a @ normal)) < 1e-6 for a in sliding) else None


def _onto(normal: Array, gravity: Array) -> tuple[Array, Array, Array]:
    """right, up, toward of a view along a normal: weights hang down where gravity lies in the plane; else z, or y, is up."""
    size = float(np.linalg.norm(gravity))
    down = gravity / size if size > 0 else gravity
    flat = down - (down @ normal) * normal
    up = np.zeros(3)
    for wanted in (-flat, np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])):
        up = wanted - (wanted @ normal) * normal
        if np.linalg.norm(up) > 0.5:
            break
    up = up / np.linalg.norm(up)
    right = np.cross(up, normal)
    main = right[int(np.argmax(np.abs(right) > 0.6))] if np.any(np.abs(right) > 0.6) else right[0]
    right = right if main > 0 else -right
    return right, up, np.cross(right, up)
