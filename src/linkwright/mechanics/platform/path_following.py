"""A platform along a path of its motors: from a known pose, step by step, so that its way of assembly does not change.

Between two positions of the motors they move in proportion. A step is predicted by the inverse Jacobian, dx = J^-1 dm, and
corrected by Newton's method on  inverse kinematics (x) = m;  it is halved where the correction is not small beside it, or where
the determinant of J changes its sign: a parallel singularity lies between, at which the motors do not determine the pose.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array

_SMALLEST = 1e-7
"""Part of the way between two positions of the motors below which a step is not halved."""
_CORRECTION = 0.1
"""Of a step: how much of it Newton's first correction may be."""
_CONVERGED = 1e-12


@dataclass(frozen=True)
class PlatformFunctions:
    """Of a pose: positions of the motors, and their rates per rate of the pose (square); turning: motors that turn.

    scale: sizes of the pose's coordinates; motor_scale: of the motors' positions
    """

    inverse: Callable[[Array], Array]
    jacobian: Callable[[Array], Array]
    turning: Array
    scale: Array
    motor_scale: Array

    def missing(self, x: Array, motors: Array) -> Array:
        """What the motors at a pose lack to given positions; of angles the smallest."""
        way = motors - self.inverse(x)
        return np.where(self.turning, np.remainder(way + np.pi, 2 * np.pi) - np.pi, way)

    def singular_values(self, x: Array) -> tuple[Array, float]:
        """Of the Jacobian without units, largest first; and the sign of its determinant."""
        J = self.jacobian(x) * self.scale / self.motor_scale[:, None]
        if not np.all(np.isfinite(J)):
            return np.full(len(x), np.nan), np.nan
        values: Array = np.asarray(np.linalg.svd(J, compute_uv=False), dtype=np.float64)
        return values, float(np.sign(np.linalg.det(J)))


def follow(functions: PlatformFunctions, start: Array, motors: Array) -> dict[str, Array]:
    """Poses (n, coordinates) at positions of the motors (n, motors), from a pose on.

    x: NaN from where on a singularity, or the end of the reach, bars the way; residual; conditioning: smallest over largest
    singular value of the inverse Jacobian (0: singular); reached: which part of the way to each position was made
    """
    count = len(motors)
    x, done, here = np.full((count, len(start)), np.nan), np.zeros(count), start
    residual, conditioning = np.full(count, np.nan), np.full(count, np.nan)
    for k, target in enumerate(motors):
        here, done[k] = _one_way(functions, here, target)
        values = functions.singular_values(here)[0]
        conditioning[k] = values[-1] / values[0]
        if done[k] < 1:
            break
        x[k], residual[k] = here, float(np.max(np.abs(functions.missing(here, target))))
    return {"x": x, "residual": residual, "conditioning": conditioning, "reached": done}


def _one_way(functions: PlatformFunctions, x: Array, target: Array) -> tuple[Array, float]:
    """The pose at the target, or where it came to, and the part of the way that was made."""
    from_here = functions.inverse(x)
    way = functions.missing(x, target)
    sign = functions.singular_values(x)[1]
    if not (np.all(np.isfinite(way)) and abs(sign) == 1):
        return x, 0.0
    part, step = 0.0, 1.0
    while part < 1:
        ahead = min(1.0, part + step)
        trial = _stepped(functions, x, from_here + ahead * way)
        if trial is not None and functions.singular_values(trial)[1] == sign:
            x, part, step = trial, ahead, 2 * step
        elif step < _SMALLEST:
            return x, part
        else:
            step /= 2
    return x, 1.0


def _stepped(functions: PlatformFunctions, x: Array, motors: Array) -> Array | None:
    """One step of the predictor, then corrections until nothing is left; None where they are too large."""
    last, size = x, 0.0
    for k in range(8):
        J, way = functions.jacobian(last), functions.missing(last, motors)
        if not (np.all(np.isfinite(J)) and np.all(np.isfinite(way))):
            return None
        if k and np.max(np.abs(way) / functions.motor_scale) < _CONVERGED:
            return last
        try:
            step = np.linalg.solve(J, way)
        except np.linalg.LinAlgError:
            return None
        length = float(np.max(np.abs(step) / functions.scale))
        if k == 0:
            size = length
        elif length > max(_CORRECTION**k * size, _CONVERGED):
            return None
        last = last + step
    return last if np.max(np.abs(functions.missing(last, motors)) / functions.motor_scale) < 1e-9 else None
