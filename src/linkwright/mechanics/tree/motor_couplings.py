"""Motors that move several joints at once, as in many wrists: rates of the motors are v_m = A v, forces tau = A' tau_m.

Said as text, one motor after the other: "m5 = j5; m6 = j6 - j5". A motor stands in the place of a joint that it moves.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar
from linkwright.model.robot import OpenRobot
from linkwright.spatial.matrix import Matrix, dot

_HINT = "such as 'm5 = j5; m6 = j6 - 0.5 j5', with joints of one coordinate"
_TERM = re.compile(r"\s*([+-]?)\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)\s*\*?\s*)?([A-Za-z_][\w.\-/]*)")


@dataclass(frozen=True)
class Couplings:
    """A, square, in the order of the robot's rates, and the names of the motors: those of joints where these have their own."""

    names: tuple[str, ...]
    A: tuple[tuple[float, ...], ...]
    motors: tuple[tuple[str, tuple[tuple[str, float], ...]], ...]

    def at_motors(self, tau: Sequence[Scalar]) -> list[Scalar]:
        """Forces of the motors that are these at the joints: A^-T tau."""
        return [dot(row, tau) for row in self._inverse_transposed]

    @property
    def _inverse_transposed(self) -> Matrix:
        import numpy as np

        found = np.linalg.inv(np.array(self.A)).T
        return [[_plain(float(x)) for x in row] for row in found]


def _plain(x: float) -> Scalar:
    return round(x) if abs(x - round(x)) < 1e-14 else x


def couplings_of(text: str | None, robot: OpenRobot) -> Couplings | None:
    """From text; None where there is none."""
    parts = [p.strip() for p in (text or "").split(";") if p.strip()]
    if not parts:
        return None
    motors = [_motor(part, robot) for part in parts]
    offsets = {n: iv for n, (_, iv) in robot.offsets.items()}
    moved = sorted({offsets[n] for _, terms in motors for n, _ in terms})
    if len(moved) != len(motors):
        what = f"{len(motors)} coupled motors move {len(moved)} joints"
        raise QuantityError(what, robot.source, f"as many motors as joints: {_HINT}")
    names, rows = list(robot.rate_names), [[float(i == j) for j in range(robot.nv)] for i in range(robot.nv)]
    for place, (name, terms) in zip(moved, motors, strict=True):
        names[place], rows[place] = name, [0.0] * robot.nv
        for joint, factor in terms:
            rows[place][offsets[joint]] += factor
    if _singular(rows):
        raise QuantityError(f"the motors of '{text}' do not move all joints that they name", robot.source, _HINT)
    return Couplings(tuple(names), tuple(map(tuple, rows)), tuple((n, tuple(t)) for n, t in motors))


def _singular(rows: list[list[float]]) -> bool:
    import numpy as np

    return bool(np.linalg.cond(np.array(rows)) > 1e9)


def _motor(text: str, robot: OpenRobot) -> tuple[str, list[tuple[str, float]]]:
    name, equals, right = (x.strip() for x in text.partition("="))
    terms: list[tuple[str, float]] = []
    place = 0
    while equals and place < len(right):
        found = _TERM.match(right, place)
        if found is None or (terms and not found[1]):
            break
        terms.append((found[3], float(found[2] or 1) * (-1 if found[1] == "-" else 1)))
        place = found.end()
    if not name or not terms or right[place:].strip():
        raise QuantityError(f"'{text}' couples no motor to joints", robot.source, _HINT)
    for joint, _ in terms:
        if joint not in robot.joints or robot.joints[joint].nv != 1:
            known = ", ".join(j.name for j in robot.joints.values() if j.nv == 1)
            raise QuantityError(
                f"'{joint}' in '{text}' is no joint of one coordinate", robot.source, f"there are: {known}"
            )
    return name, terms
