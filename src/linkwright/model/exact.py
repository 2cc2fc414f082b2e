"""Exact neighbours: a robot whose numbers are all fractions and whose constant rotations are exactly orthonormal.

A measured rotation matrix is orthonormal only to rounding, so identities of mechanics hold on it only to rounding. They can be
decided exactly on a neighbour: a rotation is rounded as the quaternion it stands for (x/w, y/w, z/w rational), an axis as its
stereographic projection. Both are then rational and exactly of unit length; zeros and right angles stay what they are.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from linkwright.errors import ModelError
from linkwright.exact.equality import is_zero
from linkwright.graph.expr import Expr, Scalar, lift, number
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes, reachable
from linkwright.model.robot import Frame, Joint, OpenRobot
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, Mat, Vec, rot_quaternion

_SHORT, _NEAR, _FINE = 60_000, 1e-10, 2**33
"""A short fraction where one is near enough, else a multiple of 1/_FINE: rotations move by less than 1e-9."""


def rationalised(robot: OpenRobot) -> OpenRobot:
    """The nearest exact robot. Symbols stay; parameters lose their values, so that every derivation keeps them as symbols."""
    robot = robot.map(_fraction)
    joints = {n: _exact_joint(j) for n, j in robot.joints.items()}
    frames = {n: _exact_frame(f) for n, f in robot.frames.items()}
    return replace(
        robot,
        joints=MappingProxyType(joints),
        frames=MappingProxyType(frames),
        parameters=MappingProxyType({n: replace(p, value=None) for n, p in robot.parameters.items()}),
    )


def _fraction(x: Scalar) -> Scalar:
    """A number as the fraction its shortest decimal form says; an expression with such fractions in it."""
    value = number(x)
    if value is None:
        assert isinstance(x, Expr)
        return _with_fractions(x)
    return value if isinstance(value, int | Fraction) else Fraction(repr(float(value)))


def _with_fractions(x: Expr) -> Expr:
    """0.7 sqrt(3) as 7/10 sqrt(3): what is made of it is then not rounded either."""
    nodes = reachable(x.graph, [x.index])
    measured = {i: value for i in nodes if isinstance(value := x.graph.value(i), float)}
    if not measured:
        return x
    graph = Graph()
    memo = {i: graph.number(Fraction(repr(value))) for i, value in measured.items()}
    return Expr(graph, copy_nodes(x.graph, graph, [x.index], memo=memo)[0])


def _exact_joint(joint: Joint) -> Joint:
    mimic = joint.mimic
    if mimic is not None:  # a multiple of an angle: denominators that the prime field's circle has
        mimic = replace(mimic, multiplier=_dyadic(mimic.multiplier), offset=_dyadic(mimic.offset))
    return replace(
        joint,
        X=_exact_transform(joint.X, f"joint '{joint.name}'", joint.where),
        axis=rational_axis(joint.axis),
        axis2=rational_axis(joint.axis2) if joint.axis2 is not None else None,
        mimic=mimic,
    )


def _exact_frame(frame: Frame) -> Frame:
    return replace(frame, X=_exact_transform(frame.X, f"frame '{frame.name}'", frame.where))


def _dyadic(x: Scalar) -> Scalar:
    value = number(x)
    return x if value is None else Fraction(float(value))


def _exact_transform(X: Transform, what: str, where: str) -> Transform:
    values = [number(x) for row in X.R for x in row]
    if any(v is None for v in values):
        if not _orthonormal(X.R):
            raise ModelError(
                f"the rotation of {what} mixes symbols with rounded numbers",
                where,
                "give its angles as symbols or turns",
            )
        return X
    return Transform(rational_rotation(X.R), X.p)


def _orthonormal(R: Mat) -> bool:
    """Whether R R' = 1 exactly, for a rotation with symbols."""
    graph = Graph()
    lifted = R.map(lambda x: lift(graph, x))
    gap = [lift(graph, x) for row in lifted @ lifted.T - IDENTITY for x in row]
    return is_zero(gap)


def rational_rotation(R: Mat) -> Mat:
    """The rotation matrix of the rational quaternion nearest to that of R."""
    if R @ R.T == IDENTITY and all(isinstance(number(x), int | Fraction) for row in R for x in row):
        return R
    q = _quaternion([[float(number(x) or 0) for x in row] for row in R])
    largest = max(range(4), key=lambda k: abs(q[k]))
    x, y, z, w = (_rounded(c / q[largest]) for c in q)
    return rot_quaternion(x, y, z, w, 2 / (x * x + y * y + z * z + w * w))


def _rounded(x: float) -> Fraction:
    short = Fraction(x).limit_denominator(_SHORT)
    return short if abs(float(short) - x) < _NEAR else Fraction(round(x * _FINE), _FINE)


def _quaternion(R: list[list[float]]) -> list[float]:
    """x y z w, by the largest component (Shepperd 1978), not normalised."""
    trace = R[0][0] + R[1][1] + R[2][2]
    sizes = [R[0][0], R[1][1], R[2][2], trace]
    k = max(range(4), key=sizes.__getitem__)
    if k == 3:
        return [R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1], 1 + trace]
    i, j = (k + 1) % 3, (k + 2) % 3
    q = [0.0] * 4
    q[k] = 1 + R[k][k] - R[i][i] - R[j][j]
    q[i], q[j] = R[i][k] + R[k][i], R[j][k] + R[k][j]
    q[3] = R[j][i] - R[i][j]
    return q


def rational_axis(axis: Vec) -> Vec:
    """The rational unit vector nearest to a unit vector; axes with symbols as they are."""
    values = [number(x) for x in axis]
    if any(v is None for v in values):
        return axis
    if all(isinstance(v, int | Fraction) for v in values) and sum(v * v for v in values if v is not None) == 1:
        return axis
    unit = [float(v) for v in values if v is not None]
    size = sum(u * u for u in unit) ** 0.5
    k = max(range(3), key=lambda n: abs(unit[n]))
    sign = 1 if unit[k] > 0 else -1
    s, t = (_rounded(unit[(k + n) % 3] / (size + abs(unit[k]))) for n in (1, 2))
    scale = 1 / (1 + s * s + t * t)
    result: list[Scalar] = [0, 0, 0]
    result[k] = sign * (1 - s * s - t * t) * scale
    result[(k + 1) % 3], result[(k + 2) % 3] = 2 * s * scale, 2 * t * scale
    return Vec(*result)
