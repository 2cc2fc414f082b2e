"""What readers of YAML share: keys, words, scalars, rotations."""

from __future__ import annotations

import math
from collections.abc import Sequence

from linkwright.errors import suggestion
from linkwright.formula.scalar import constant
from linkwright.graph.expr import Scalar, number
from linkwright.readers.report import Report
from linkwright.readers.snap import Snapper, constant_value
from linkwright.readers.values import Values
from linkwright.readers.yaml_tree import Leaf, Map
from linkwright.spatial.vector import IDENTITY, Mat, Vec, norm, rot_quaternion


class Parts:
    """Reads entries of mapping nodes; what is wrong goes to the report with its line."""

    def __init__(self, report: Report, snapper: Snapper) -> None:
        self.report, self.snapper = report, snapper
        self.names: dict[str, Scalar] = {}
        self.values = Values(report, self.names)

    # --- structure --------------------------------------------------------------------------------------------------

    def keys(self, node: Map, allowed: Sequence[str], what: str) -> None:
        for key, line in node.key_lines.items():
            if key not in allowed:
                hint = suggestion(key, allowed, f"keys of {what}: {', '.join(allowed)}")
                self.report.error(f"unknown key '{key}' in {what}", line, hint)

    def word(self, node: Map, key: str, what: str) -> str | None:
        """A name; None where there is none."""
        entry = node.entries.get(key)
        if entry is None:
            return None
        if not isinstance(entry, Leaf) or not isinstance(entry.value, str):
            self.report.error(f"{key} of {what} is not a name", entry.line, f"write {key}: a name")
            return None
        return entry.value

    # --- numbers ----------------------------------------------------------------------------------------------------

    def scalar(self, node: Map, key: str, what: str, default: Scalar = 0) -> Scalar:
        entry = node.entries.get(key)
        if entry is None:
            return default
        return self.values.scalar(entry.to_python(), f"{key} of {what}", entry.line, default)

    def quaternion(self, q: Sequence[Scalar], what: str, line: int | None) -> Mat:
        """The rotation of [x, y, z, w], scaled to length one."""
        values = [number(x) for x in q]
        if any(v is None for v in values):
            return rot_quaternion(*q).map(constant_value)  # symbols: taken as a unit quaternion
        length = norm(v for v in values if v is not None)
        if not 0 < length < math.inf:
            told = "zero" if length == 0 else "beyond all numbers"
            self.report.error(f"{what} is {told}", line, "its scalar part is 1 for no rotation")
            return IDENTITY
        if sum(v * v for v in values if v is not None) != 1:
            if abs(length - 1) > 5e-7:
                self.report.note("repaired", f"{what} scaled to length 1", line)
            q = [v / length for v in values if v is not None]
        return rot_quaternion(*q).map(constant_value)


def unit_of(values: Sequence[Scalar]) -> Vec | None:
    """The direction of a vector of numbers, None where it is zero or has symbols."""
    numbers = [constant(x) for x in values]
    if any(v is None for v in numbers):
        return None
    length = norm(v for v in numbers if v is not None)
    return Vec(*(v / length for v in numbers if v is not None)) if 0 < length < math.inf else None
