"""Forward kinematics of parallel robots: all poses of the platform for given positions of the motors.

Where every leg holds its point of the platform at a known distance from a known point (motors at the base or in the length of
the leg), a pose satisfies  |x + R b_i - c_i| = l_i  for all legs. In the plane, with three legs and three coordinates, two
differences of these equations are linear in x; what is left is one equation in the angle, a polynomial of degree six (Merlet
2006, section 4.2): all its real roots are found. In all other cases Newton's method starts from many poses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import InputError, QuantityError
from linkwright.graph.expr import as_number, floats
from linkwright.mechanics.closed.constraint_forces import lacking_motors
from linkwright.mechanics.platform.leg_numbers import crossing_and_rod
from linkwright.mechanics.platform.legs import Parallel, parallel
from linkwright.mechanics.tree.kinematics import link_transforms
from linkwright.model.assembly.analysis import cut
from linkwright.model.assembly.study import study
from linkwright.model.closed_robot import ClosedRobot

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

_CLOSED = 1e-10
_APART = 1e-6
_SEED = 20190630


def platform_poses(robot: ClosedRobot, actuated: Any, starts: int = 200) -> list[Array]:
    """Poses (the platform's coordinates) for positions of the actuated joints, nearest to the robot's start first.

    Of planar robots with three legs all; of others those that Newton's method finds from `starts` poses.
    """
    found = cut(robot)
    legs = parallel(found)
    if legs is None:
        raise QuantityError(
            f"'{robot.name}' is not a platform that legs carry", robot.source, "describe it by platform: and legs:"
        )
    values = np.array(actuated, dtype=float).reshape(-1)
    if values.shape != (len(legs.actuated),) or not np.all(np.isfinite(values)):
        raise InputError(
            f"'{robot.name}' has {len(legs.actuated)} motors, and was given {values.size} finite positions",
            hint=f"in this order: {', '.join(robot.actuated)}",
        )
    if study(robot).actuation.left:
        raise lacking_motors(found, "poses for positions of motors")
    near = np.array([found.start[k] for k in legs.iq])
    spheres = _spheres(legs, values)
    if spheres is None:
        poses = _by_closing(robot, legs, values)
    elif legs.legs[0].plane is not None and len(legs.iq) == 3 and len(legs.legs) == 3:
        poses = _planar(legs, *spheres)
    else:
        poses = _newton(legs, *spheres, near, starts)
    return sorted(poses, key=lambda x: float(np.linalg.norm(x - near)))


def _spheres(legs: Parallel, values: Array) -> tuple[Array, Array, Array] | None:
    """Centres and radii on which the legs hold their points of the platform, and these points in the platform's frame."""
    centres: list[Array] = []
    radii: list[float] = []
    given = {n: (j, float(x)) for (n, j), x in zip(legs.actuated, values, strict=True)}
    if sorted(given) != list(range(len(legs.legs))) or len(given) != len(values):
        return None
    for n, leg in enumerate(legs.legs):
        known = crossing_and_rod(leg, *given[n])
        if known is None:
            return None
        centres.append(np.array(floats(known[0])))
        radii.append(float(as_number(known[1])))
    points = np.array([floats(leg.anchor) for leg in legs.legs])
    return np.array(centres), np.array(radii), points


# --- three legs in the plane --------------------------------------------------------------------------------------------------


def _planar(legs: Parallel, centres: Array, radii: Array, points: Array) -> list[Array]:
    """All real solutions, by the roots of the polynomial in the platform's angle."""
    plane = legs.legs[0].plane
    assert plane is not None
    axes = np.array([floats(row) for row in plane])[:, :2]
    c = (centres @ axes) @ np.array([1, 1j])
    b = _flat(legs, points, axes)
    angles = _angles(c, b, radii)
    poses = [x for angle in angles for x in _positions(c, b, radii, angle)]
    full = [_pose(legs, axes, p, angle) for p, angle in poses]
    return _settled(legs, centres, radii, points, full)


def _flat(legs: Parallel, points: Array, axes: Array) -> Array:
    """The platform's points in its plane at angle zero, as complex numbers."""
    zero = _transform(legs, np.zeros(3))[0]
    return (points @ zero.T @ axes) @ np.array([1, 1j])


def _equation(c: Array, b: Array, radii: Array, angle: Array) -> tuple[Array, Array, Array]:
    """Determinant and numerators of the first point's way p from the first centre, from the two linear equations."""
    e = np.exp(1j * angle)
    u = [(b[i] - b[0]) * e - (c[i] - c[0]) for i in (1, 2)]
    k = [(radii[i] ** 2 - radii[0] ** 2 - np.abs(u[i - 1]) ** 2) / 2 for i in (1, 2)]
    det = u[0].real * u[1].imag - u[0].imag * u[1].real
    return det, k[0] * u[1].imag - k[1] * u[0].imag, k[1] * u[0].real - k[0] * u[1].real


def _angles(c: Array, b: Array, radii: Array) -> list[float]:
    """Roots of |numerators|^2 = (radius det)^2, a trigonometric polynomial of degree four at most."""
    samples = 2 * np.pi * np.arange(16) / 16
    det, x, y = _equation(c, b, radii, samples)
    waves = np.fft.fft(x * x + y * y - (radii[0] * det) ** 2) / 16
    coefficients = np.concatenate([waves[-4:], waves[:5]])  # of z^-4 .. z^4, z = e^(i angle)
    scale = float(np.max(np.abs(coefficients)))
    if scale == 0:
        return []
    kept = np.flatnonzero(np.abs(coefficients) > 1e-13 * scale)
    roots = np.roots(coefficients[kept[0] : kept[-1] + 1][::-1])
    # a double root comes as two roots that are off the circle by the square root of rounding
    return [float(np.angle(z)) for z in roots if abs(abs(z) - 1) < 1e-5]


def _positions(c: Array, b: Array, radii: Array, angle: float) -> list[tuple[complex, float]]:
    """Positions of the platform's origin at an angle."""
    det, x, y = _equation(c, b, radii, np.array([angle]))
    e = np.exp(1j * angle)
    if abs(det[0]) > 1e-9 * max(1.0, float(np.max(np.abs(c))) ** 2):
        ways = [complex(x[0], y[0]) / det[0]]
    else:  # the two lines are one: where it meets the first circle
        u = (b[1] - b[0]) * e - (c[1] - c[0])
        k = (radii[1] ** 2 - radii[0] ** 2 - abs(u) ** 2) / 2
        foot = k * u / abs(u) ** 2 if abs(u) > 0 else 0j
        half = np.sqrt(max(0.0, radii[0] ** 2 - abs(foot) ** 2))
        ways = [foot + sign * half * 1j * u / abs(u) for sign in (1, -1)] if abs(u) > 0 else []
    return [(complex(c[0] + w - b[0] * e), angle) for w in ways]


def _pose(legs: Parallel, axes: Array, p: complex, angle: float) -> Array:
    """The platform's coordinates of a position and an angle in the plane."""
    way = axes @ np.array([p.real, p.imag])
    result = np.zeros(3)
    lines = [k for k, link in enumerate(legs.platform.links) if link.joint_type.slider]
    directions = np.array([_axis(legs, k) for k in lines]).T
    result[lines] = np.linalg.lstsq(directions, way, rcond=None)[0]
    turn = next(k for k in range(3) if k not in lines)
    normal = np.cross(axes[:, 0], axes[:, 1])
    result[turn] = angle if float(np.dot(_axis(legs, turn), normal)) > 0 else -angle
    return result


def _axis(legs: Parallel, k: int) -> Sequence[float]:
    """The direction of a coordinate of the platform, in the base, at zero."""
    return floats(link_transforms(legs.platform, [0.0] * len(legs.iq))[k].R.T[2])


# --- Newton -------------------------------------------------------------------------------------------------------------------


def _transform(legs: Parallel, x: Array) -> tuple[Array, Array]:
    X = link_transforms(legs.platform, [float(v) for v in x])[len(legs.iq) - 1]
    return np.array([floats(row) for row in X.R]), np.array(floats(X.p))


def _residual(legs: Parallel, centres: Array, radii: Array, points: Array, x: Array) -> tuple[Array, Array]:
    """(|x + R b - c|^2 - l^2) / 2 per leg, and its derivative by the pose."""
    R, p = _transform(legs, x)
    flat = legs.legs[0].plane
    gap = p + points @ R.T - centres
    if flat is not None:
        normal = np.array(floats(flat.T[2]))
        gap = gap - np.outer(gap @ normal, normal)
    J = np.zeros((len(gap), len(x)))
    at = link_transforms(legs.platform, [float(v) for v in x])
    for k, link in enumerate(legs.platform.links):
        axis = np.array(floats(at[k].R.T[2]))
        J[:, k] = gap @ axis if link.joint_type.slider else np.einsum("ij,ij->i", gap, np.cross(axis, points @ R.T))
    return (np.einsum("ij,ij->i", gap, gap) - radii**2) / 2, J


def _polished(legs: Parallel, centres: Array, radii: Array, points: Array, x: Array, steps: int) -> Array | None:
    """The solution that damped Newton steps lead to; None where they lead nowhere."""
    size = float(np.max(radii)) ** 2
    h, slope = _residual(legs, centres, radii, points, x)
    damping = 1e-3
    for _ in range(steps):
        if np.max(np.abs(h)) < 1e-15 * size:
            break
        A = slope.T @ slope + damping * min(1.0, float(h @ h) / size**2) * np.eye(len(x)) * size
        step = -np.linalg.lstsq(A, slope.T @ h, rcond=None)[0]
        trial = x + step / max(1.0, float(np.max(np.abs(step))))
        h_new, slope_new = _residual(legs, centres, radii, points, trial)
        if h_new @ h_new < h @ h:
            x, h, slope, damping = trial, h_new, slope_new, damping * 0.3
        else:
            damping = max(damping * 10, 1e-8)
            if damping > 1e8:
                break
    return x if np.max(np.abs(h)) < _CLOSED * size else None


def _settled(
    legs: Parallel, centres: Array, radii: Array, points: Array, starts: Sequence[Array], steps: int = 30
) -> list[Array]:
    """Distinct solutions, each verified by substitution."""
    found: list[Array] = []
    turning = np.array([link.joint_type.hinge for link in legs.platform.links])
    for start in starts:
        x = _polished(legs, centres, radii, points, start, steps)
        if x is None:
            continue
        x[turning] = np.remainder(x[turning] + np.pi, 2 * np.pi) - np.pi
        if all(_distance(legs, x, y) > _APART for y in found):
            found.append(x)
    return found


def _distance(legs: Parallel, x: Array, y: Array) -> float:
    """How far apart two poses are: as rotations, since two triples of angles may be the same."""
    (R1, p1), (R2, p2) = _transform(legs, x), _transform(legs, y)
    return float(np.linalg.norm(R1 - R2) + np.linalg.norm(p1 - p2))


def _newton(legs: Parallel, centres: Array, radii: Array, points: Array, near: Array, count: int) -> list[Array]:
    draw = np.random.default_rng(_SEED)
    middle, reach = centres.mean(axis=0), float(np.max(radii))
    starts = [near]
    for _ in range(count):
        x = np.zeros(len(near))
        for k, link in enumerate(legs.platform.links):
            along = float(np.dot(middle, _axis(legs, k)))
            x[k] = along + draw.uniform(-reach, reach) if link.joint_type.slider else draw.uniform(-np.pi, np.pi)
        starts.append(x)
    return _settled(legs, centres, radii, points, starts, 60)


def _by_closing(robot: ClosedRobot, legs: Parallel, values: Array) -> list[Array]:
    """Legs of any kind: the whole mechanism is closed with its motors held."""
    from linkwright.model.assembly.solving import distinct

    found = study(robot)
    q = found.start.copy()
    held = [legs.legs[n].iq[j] for n, j in legs.actuated]
    q[held] = values
    motors = [legs.legs[n].iv[j] for n, j in legs.actuated]
    moving = np.array([k for k in range(robot.tree.nv) if k not in motors], dtype=np.intp)
    poses = [x[list(legs.iq)] for x in distinct(found.conditions, q, moving, 96)]
    return [x for n, x in enumerate(poses) if all(_distance(legs, x, y) > _APART for y in poses[:n])]
