"""Scalars and vectors as people write them (numbers, Expr, text) -> scalars of one graph; mistakes go to the report."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from typing import Any

from linkwright.errors import ExpressionError, counted
from linkwright.formula.scalar import parse
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.graph.graph import Graph, tidy
from linkwright.narrowing import is_sequence
from linkwright.readers.report import Report
from linkwright.readers.snap import constant_value
from linkwright.spatial.inertia import PARAMETER_NAMES
from linkwright.spatial.vector import ZERO, Mat, Vec

SYMORO_NAMES = ("M", "MX", "MY", "MZ", "XX", "XY", "YY", "XZ", "YZ", "ZZ")
"""The ten inertial parameters as SYMORO calls them, in our order."""
PARAMETER_INDEX: Mapping[str, int] = {
    name: i for names in (PARAMETER_NAMES, SYMORO_NAMES) for i, name in enumerate(names)
}

DRIVE: Mapping[str, str] = {
    "spring": "stiffness", "rest": "rest", "damper": "damping", "viscous": "viscous", "coulomb": "coulomb",
    "rotor_inertia": "rotor_inertia", "gear_ratio": "gear_ratio",
}  # fmt: skip
"""What acts in a joint: key in files -> field of Drive."""
_TENSOR = "kg m^2"


class Values:
    """Reads scalars for one robot. After a mistake it reports, and goes on with a harmless value."""

    def __init__(self, report: Report, names: Mapping[str, Scalar] | None = None) -> None:
        """names: what a name may stand for; None lets every name be a symbol."""
        self.report, self.names = report, names
        self.graph = Graph()

    def symbol(self, name: str) -> Expr:
        return Expr(self.graph, self.graph.symbol(name))

    def scalar(self, x: Any, what: str, line: int | None = None, default: Scalar = 0, unit: str = "") -> Scalar:
        """A number or an Expr of this graph. unit: what a text with units may be measured in."""
        if isinstance(x, Expr):
            return constant_value(lift(self.graph, x))
        if isinstance(x, str):
            try:
                return parse(x, self.graph, names=self.names, unit=unit)
            except ExpressionError as error:
                self.report.add(ExpressionError(f"{what}: {error.what}", self.report.where(line), error.hint))
                return default
        if not isinstance(x, bool) and isinstance(x, Real):
            if _is_finite(x):
                return tidy(x)
            shown = x if isinstance(x, float) else "beyond 1e308"
            self.report.error(f"{what} is {shown}, which is not a finite number", line, "write a finite number")
            return default
        self.report.error(f"{what} is {_kind(x)}, not a number or a formula", line, "write a number or a formula")
        return default

    def vector(self, x: Any, count: int, what: str, line: int | None = None, unit: str = "") -> list[Scalar]:
        """`count` scalars."""
        if isinstance(x, str) or not is_sequence(x):
            self.report.error(f"{what} is {_kind(x)}, not a list", line, f"write {count} entries in brackets")
            return [0] * count
        if len(x) != count:
            self.report.error(
                f"{what} has {counted(len(x), 'entry', 'entries')}, not {count}",
                line,
                f"write {count} entries in brackets",
            )
            return [0] * count
        return [self.scalar(item, f"entry {i} of {what}", line, unit=unit) for i, item in enumerate(x, 1)]

    def tensor(self, x: Any, what: str, line: int | None = None) -> Mat:
        """A symmetric tensor: three entries are its diagonal, six are Ixx, Ixy, Iyy, Ixz, Iyz, Izz."""
        if not isinstance(x, str) and is_sequence(x) and len(x) == 3:
            xx, yy, zz = self.vector(x, 3, what, line, _TENSOR)
            return Mat(Vec(xx, 0, 0), Vec(0, yy, 0), Vec(0, 0, zz))
        if isinstance(x, str) or not is_sequence(x) or len(x) != 6:
            hint = "write [Ixx, Iyy, Izz] or [Ixx, Ixy, Iyy, Ixz, Iyz, Izz]"
            self.report.error(f"{what} is not a tensor of three or six entries", line, hint)
            return Mat(ZERO, ZERO, ZERO)
        xx, xy, yy, xz, yz, zz = self.vector(x, 6, what, line, _TENSOR)
        return Mat(Vec(xx, xy, xz), Vec(xy, yy, yz), Vec(xz, yz, zz))


def _is_finite(x: Real) -> bool:
    try:
        return math.isfinite(x)
    except OverflowError:  # a whole number beyond 1e308
        return False


def _kind(x: object) -> str:
    if x is None:
        return "empty"
    if isinstance(x, bool):
        return "true or false"
    kinds: dict[type, str] = {dict: "a mapping", list: "a list", tuple: "a list"}
    return kinds.get(type(x), f"'{str(x)[:30]}'")
