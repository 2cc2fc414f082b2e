"""Numbers that mean an exact value: 1.570796327 in a file means pi/2, and cos(pi/2) is 0, not 6e-17.

Exact zeros and ones in rotation matrices are what keeps derived code short. A number is taken as the exact value when it agrees
with it to nine significant digits; 1.5708 or 1.57 may be measured angles and stay what they are. Every change is reported.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from linkwright.graph.expr import Expr, Scalar, as_number, cos, number, sin
from linkwright.model.robot import Note
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.vector import Mat, Vec

ANGLE = 2e-9
"""Relative tolerance on multiples of a quarter turn: 1.570796325 means pi/2, 1.5707963 may not. See docs/decisions/0005."""
ZERO_ANGLE, ZERO_LENGTH, ZERO_INERTIA = 1e-10, 1e-12, 1e-14
"""What is rounding noise: radians, metres, and tensor entries as a part of the largest one."""

_QUARTERS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # (cos, sin) of 0, 1, 2, 3 quarter turns


class Snapper:
    """Makes rotations and vectors exact where they mean it, and remembers what it changed."""

    def __init__(self, snap: bool | float = True) -> None:
        """snap: False changes nothing; a number is the relative tolerance on angles."""
        self.on = snap is not False and snap != 0
        self.tolerance = ANGLE if snap is True else float(snap)
        self._angles: dict[float, list[float]] = {}  # written -> [change, times]
        self._noise = 0

    # --- rotations --------------------------------------------------------------------------------------------------

    def cos_sin(self, angle: Scalar) -> tuple[Scalar, Scalar]:
        """Cosine and sine, exact for multiples of a quarter turn."""
        if isinstance(angle, Expr):
            return constant_value(cos(angle)), constant_value(sin(angle))
        x = float(angle)
        quarters = round(x / (math.pi / 2))
        exact = quarters * (math.pi / 2)
        allowed = self.tolerance * min(abs(exact), 2 * math.pi) if quarters else ZERO_ANGLE
        if x == 0 or (self.on and abs(x - exact) <= allowed):
            if x != exact:
                entry = self._angles.setdefault(x, [abs(x - exact), 0])
                entry[1] += 1
            return _QUARTERS[quarters % 4]
        return math.cos(x), math.sin(x)

    def rot_x(self, angle: Scalar) -> Mat:
        c, s = self.cos_sin(angle)
        return Mat(Vec(1, 0, 0), Vec(0, c, -s), Vec(0, s, c))

    def rot_z(self, angle: Scalar) -> Mat:
        c, s = self.cos_sin(angle)
        return Mat(Vec(c, -s, 0), Vec(s, c, 0), Vec(0, 0, 1))

    def rpy(self, roll: Scalar, pitch: Scalar, yaw: Scalar) -> Mat:
        """Rz(yaw) Ry(pitch) Rx(roll)."""
        c, s = self.cos_sin(pitch)
        rot_y = Mat(Vec(c, 0, s), Vec(0, 1, 0), Vec(-s, 0, c))
        return (self.rot_z(yaw) @ rot_y @ self.rot_x(roll)).map(constant_value)

    # --- lengths and tensors ----------------------------------------------------------------------------------------

    def vector(self, values: Sequence[Scalar]) -> Vec:
        """A position: rounding noise is zero."""
        return Vec(*values).map(self._length)

    def _length(self, x: Scalar) -> Scalar:
        if self.on and isinstance(x, float) and 0 < abs(x) < ZERO_LENGTH:
            self._noise += 1
            return 0
        return x

    def inertia(self, inertia: Inertia) -> Inertia:
        """Tensor entries that are nothing beside the largest one are zero."""
        values = [abs(float(v)) for x in inertia.parameters[4:] if (v := number(x)) is not None]
        if not self.on or len(values) < 6:
            return inertia
        noise = ZERO_INERTIA * max(values)

        def quiet(x: Scalar) -> Scalar:
            if 0 < abs(as_number(x)) <= noise:
                self._noise += 1
                return 0
            return x

        return Inertia(inertia.m, inertia.h, inertia.I.map(quiet))

    # --- report -----------------------------------------------------------------------------------------------------

    def notes(self) -> list[Note]:
        notes: list[Note] = []
        if self._angles:
            shown = ", ".join(f"{x:.12g}" for x in list(self._angles)[:4]) + (" ..." if len(self._angles) > 4 else "")
            worst = max(change for change, _ in self._angles.values())
            times = int(sum(n for _, n in self._angles.values()))
            what = f"{times} angles written as {shown} taken as multiples of pi/2 (largest change {worst:.1e} rad)"
            notes.append(Note("snapped", what + "; snap=False keeps them"))
        if self._noise:
            notes.append(Note("snapped", f"{self._noise} lengths or inertia entries that are rounding noise set to 0"))
        return notes


def constant_value(x: Scalar) -> Scalar:
    """A constant expression as the number it is; anything else unchanged."""
    value = number(x)
    return x if value is None else value
