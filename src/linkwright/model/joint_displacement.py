"""Steps on the manifold of a joint's coordinates, in numbers: where a step u leads from x, and which step leads from b to a.

Arrays hold coordinates in their last dimension, configurations in those before. The two functions of a joint are each other's
inverse: difference(integrate(x, u), x) = u for turns below half a one. NumPy is imported where it is used: rows are read by
those who derive, too, and they need none.
"""

from __future__ import annotations

import math

from linkwright.arrays import Array

_NEXT, _LAST = [1, 2, 0], [2, 0, 1]


def cross(a: Array, b: Array) -> Array:
    """Cross products along the last axis; NumPy's own is several times slower on small arrays."""
    return a[..., _NEXT] * b[..., _LAST] - a[..., _LAST] * b[..., _NEXT]


def quaternion_matrix(x: Array) -> Array:
    """Rotation matrices of unit quaternions x y z w."""
    import numpy as np

    a, b, c, d = np.moveaxis(x, -1, 0)
    rows = [
        [1 - 2 * (b * b + c * c), 2 * (a * b - c * d), 2 * (a * c + b * d)],
        [2 * (a * b + c * d), 1 - 2 * (a * a + c * c), 2 * (b * c - a * d)],
        [2 * (a * c - b * d), 2 * (b * c + a * d), 1 - 2 * (a * a + b * b)],
    ]
    return np.stack([np.stack(r, axis=-1) for r in rows], axis=-2)


def quaternion_product(p: Array, q: Array) -> Array:
    """The rotation q, then p."""
    import numpy as np

    pv, pw, qv, qw = p[..., :3], p[..., 3:], q[..., :3], q[..., 3:]
    scalar = pw * qw - np.sum(pv * qv, axis=-1, keepdims=True)
    return np.concatenate([pw * qv + qw * pv + cross(pv, qv), scalar], axis=-1)


def _exponential(w: Array) -> Array:
    """The quaternion of a rotation vector."""
    import numpy as np

    half = np.linalg.norm(w, axis=-1, keepdims=True) / 2
    return np.concatenate([w * np.sinc(half / math.pi) / 2, np.cos(half)], axis=-1)


# --- lines and circles of angles ---------------------------------------------------------------------------------------


def added(x: Array, u: Array) -> Array:
    """x + u: the manifold is a line."""
    return x + u


def gap(a: Array, b: Array) -> Array:
    """a - b: the manifold is a line."""
    return a - b


def angle_gap(a: Array, b: Array) -> Array:
    """Angles count modulo a full turn."""
    import numpy as np

    apart = a - b
    return apart - 2 * math.pi * np.round(apart / (2 * math.pi))


# --- unit quaternions, poses, planar poses -----------------------------------------------------------------------------


def ball_moved(x: Array, u: Array) -> Array:
    """x turned by the rotation vector u, which is given in the axes of x; normalised."""
    import numpy as np

    turned = quaternion_product(x, _exponential(u))
    return turned / np.linalg.norm(turned, axis=-1, keepdims=True)


def ball_gap(a: Array, b: Array) -> Array:
    """The rotation vector from b to a in the axes of b, at most half a turn long."""
    import numpy as np

    back = b * np.array([-1.0, -1.0, -1.0, 1.0])
    turn = quaternion_product(back, a)
    turn = turn * np.where(turn[..., 3:] < 0, -1.0, 1.0)
    sine = np.linalg.norm(turn[..., :3], axis=-1, keepdims=True)
    angle = 2 * np.arctan2(sine, turn[..., 3:])
    return turn[..., :3] * np.where(sine > 1e-12, angle / np.maximum(sine, 1e-300), 2.0)


def free_moved(x: Array, u: Array) -> Array:
    """A pose shifted and turned by u, which is given in its own axes."""
    import numpy as np

    way = np.einsum("...ij,...j->...i", quaternion_matrix(x[..., 3:]), u[..., :3])
    return np.concatenate([x[..., :3] + way, ball_moved(x[..., 3:], u[..., 3:])], axis=-1)


def free_gap(a: Array, b: Array) -> Array:
    """Shift and rotation vector from pose b to pose a in the axes of b."""
    import numpy as np

    way = np.einsum("...ji,...j->...i", quaternion_matrix(b[..., 3:]), a[..., :3] - b[..., :3])
    return np.concatenate([way, ball_gap(a[..., 3:], b[..., 3:])], axis=-1)


def planar_moved(x: Array, u: Array) -> Array:
    """A planar pose shifted and turned by u = (x, y, angle), which is given in its own axes."""
    import numpy as np

    px, py, c, s = np.moveaxis(x, -1, 0)
    ux, uy, w = np.moveaxis(u, -1, 0)
    cw, sw = np.cos(w), np.sin(w)
    return np.stack([px + (c * ux - s * uy), py + (s * ux + c * uy), c * cw - s * sw, s * cw + c * sw], axis=-1)


def planar_gap(a: Array, b: Array) -> Array:
    """(x, y, angle) from planar pose b to planar pose a in the axes of b."""
    import numpy as np

    x, y = a[..., 0] - b[..., 0], a[..., 1] - b[..., 1]
    c, s = b[..., 2], b[..., 3]
    angle = np.arctan2(a[..., 3] * c - a[..., 2] * s, a[..., 2] * c + a[..., 3] * s)
    return np.stack([c * x + s * y, c * y - s * x, angle], axis=-1)
