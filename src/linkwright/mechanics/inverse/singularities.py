"""Singular poses: where the factors of a Jacobian's determinant vanish, and the values of joints at which they do."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from linkwright.errors import QuantityError
from linkwright.graph.domains import floats
from linkwright.graph.expr import Expr, lift, number
from linkwright.graph.rewrite import symbols_of
from linkwright.mechanics.inverse.determinant import JacobianDeterminant
from linkwright.mechanics.symbols import open_state
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import OpenRobot
from linkwright.readable.equations import readable
from linkwright.spatial.determinant import Factor

_DEGREE = 8
"""Of a factor as a polynomial in the cosine and sine of one joint, or in its displacement; six columns make at most six."""
_NOISE = 1e-11
_ON_CIRCLE = 1e-6
"""Double roots, where a factor touches zero, are found this much beside the unit circle."""


@dataclass(frozen=True)
class Singularity:
    """A factor of the determinant: where it vanishes the pose is singular.

    factor: over q and parameters;  joints: those it depends on;  meaning: what happens there, in words
    names: of all coordinates;  periodic: whether each is an angle;  parameters: their values
    """

    factor: Expr
    joints: tuple[str, ...]
    meaning: str
    names: tuple[str, ...]
    periodic: tuple[bool, ...]
    parameters: Mapping[str, float]

    @property
    def always(self) -> bool:
        """Whether it is zero whatever the joints are: the chain lacks a motion that the mask asks for."""
        return number(self.factor) == 0

    def value(self, q: Sequence[float]) -> float:
        """The factor at a position."""
        known = {f"q[{k}]": float(x) for k, x in enumerate(q)}
        return floats(self.factor.graph, [self.factor.index], {**self.parameters, **known})[0]

    def solve(self, joint: str, q: Sequence[float]) -> list[float]:
        """Values of a joint at which the factor vanishes while the others stay at q; angles in (-pi, pi]."""
        if joint not in self.joints:
            raise QuantityError(
                f"the factor does not depend on '{joint}'", hint=f"one of: {', '.join(self.joints) or 'no joint'}"
            )
        k = self.names.index(joint)
        at = [*range(2 * _DEGREE + 1)]
        points = [
            2 * math.pi * i / len(at) if self.periodic[k] else math.cos(math.pi * (i + 0.5) / len(at)) for i in at
        ]
        curve = np.array([self.value([*q[:k], x, *q[k + 1 :]]) for x in points])
        return _angles(curve) if self.periodic[k] else _lengths(np.array(points), curve)

    @cached_property
    def values(self) -> tuple[float, ...] | None:
        """Of a factor that depends on one joint, where that joint is; None where it depends on several."""
        return tuple(self.solve(self.joints[0], [0.0] * len(self.names))) if len(self.joints) == 1 else None

    @property
    def text(self) -> str:
        """The condition, its solution where it has one, and what it means."""
        if self.always:
            return f"everywhere: {self.meaning}"
        condition = f"{readable(self.factor).text()} = 0"
        if self.values is None:
            return f"{condition} ({self.meaning})"
        at = " or ".join(_spelled(x) for x in self.values)
        return f"{condition}: {f'{self.joints[0]} = {at}' if at else 'never'} ({self.meaning})"

    def __str__(self) -> str:
        return self.text


def singularities(robot: OpenRobot, frame: str | None = None, mask: str | None = None) -> list[Singularity]:
    """Factors of the determinant of a frame's Jacobian that depend on joints; one that is zero where all poses are singular.

    mask: which rows of the Jacobian count, by default what the chain can do. The Jacobian must be square.
    """
    form = parametrised_tree(robot, "symbolic")
    x = open_state(form.tree, {})
    own = JacobianDeterminant.of(x.tree, x.q, frame, mask)
    if not own.square:
        raise QuantityError(
            f"{robot.name} has {len(own.rates)} joints on the way and {own.mask.name} asks for {own.rows} numbers: "
            "its Jacobian has no determinant",
            hint="name a mask with as many rows, or look where jacobian_determinant (the manipulability) vanishes",
        )
    names = robot.position_names
    values = {p.name: float(p.value) for p in form.parameters if p.value is not None}
    periodic = [False] * len(names)
    for link in own.screws.links:
        if link.joint_type.single:
            periodic[link.iq] = link.joint_type.spins
    found: list[Singularity] = []
    for f in own.factors:
        value = lift(x.graph, f.value)
        used = symbols_of(x.graph, [value.index])
        joints = tuple(n for k, n in enumerate(names) if f"q[{k}]" in used)
        if joints or number(value) == 0:
            meaning = _meaning(own, f, joints, robot.rate_names)
            found.append(Singularity(value, joints, meaning, names, tuple(periodic), values))
    return found


def _meaning(own: JacobianDeterminant, f: Factor, joints: Sequence[str], rates: Sequence[str]) -> str:
    """In the words of a wrist-partitioned arm, where the factor is of that kind."""
    columns = [rates[own.rates[c]] for c in f.columns]
    if not joints:
        return f"the joints cannot do what the mask '{own.mask.name}' asks for"
    if all(r >= own.linear for r in f.rows):
        return "wrist: the axes lie in one plane, a turn is lost"
    if len(joints) == 1:
        return f"elbow: stretched or folded at {joints[0]}"
    if len(columns) == 1:
        return f"shoulder: {columns[0]} moves the point of the wrist no longer in a direction of its own"
    return f"the motions by {', '.join(columns)} depend on each other"


def _angles(curve: np.ndarray) -> list[float]:
    """Zeros of a trigonometric polynomial given at equal steps of a turn: roots of z^n f(z) on the unit circle."""
    n = (len(curve) - 1) // 2
    spectrum = np.fft.fft(curve) / len(curve)
    centred = np.array([spectrum[k] for k in range(-n, n + 1)])  # of e^(i k x), k from -n to n
    size = float(np.max(np.abs(centred), initial=0.0))
    kept = np.flatnonzero(np.abs(centred) > _NOISE * size)
    if size == 0 or len(kept) < 2:
        return []
    roots = np.roots(centred[kept[0] : kept[-1] + 1][::-1])
    on_circle = roots[np.abs(np.abs(roots) - 1) < _ON_CIRCLE]
    found: list[float] = []
    for x in sorted(_principal(float(a)) for a in np.angle(on_circle)):
        if all(abs(math.remainder(x - y, 2 * math.pi)) > 10 * _ON_CIRCLE for y in found):
            found.append(x)
    return sorted(found)


def _principal(x: float) -> float:
    """In (-pi, pi], without what rounding left of 0 and pi."""
    nearest = round(x / (math.pi / 2)) * math.pi / 2
    x = nearest if abs(x - nearest) < 1e-9 else x
    return math.pi if x <= -math.pi else x


def _lengths(points: np.ndarray, curve: np.ndarray) -> list[float]:
    """Real zeros of a polynomial of a displacement."""
    coefficients = np.polynomial.polynomial.polyfit(points, curve, _DEGREE)
    size = float(np.max(np.abs(coefficients), initial=0.0))
    kept = np.flatnonzero(np.abs(coefficients) > 1e-9 * size)
    if size == 0 or kept[-1] == 0:
        return []
    roots = np.polynomial.polynomial.polyroots(coefficients[: kept[-1] + 1])
    return sorted(float(r.real) for r in roots if abs(r.imag) < _ON_CIRCLE)


def _spelled(x: float) -> str:
    quarters = x / (math.pi / 2)
    named = {0: "0", 1: "pi/2", 2: "pi", -1: "-pi/2"}
    return named[round(quarters)] if abs(quarters - round(quarters)) < 1e-9 and round(quarters) in named else f"{x:.5g}"
