"""Pieces that all parts of the YAML format share: keys, words, scalars, vectors, placements, parameters."""

from __future__ import annotations

import math
from collections.abc import Sequence

from linkwright.errors import ExpressionError, suggestion
from linkwright.formula.functions import is_name
from linkwright.formula.scalar import constant
from linkwright.graph.expr import Expr, Scalar, number
from linkwright.model.robot import Parameter
from linkwright.readers.report import Report
from linkwright.readers.snap import Snapper, plain
from linkwright.readers.values import Values
from linkwright.readers.yaml_tree import Leaf, Map, Node, Seq
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, ZERO, Mat, Vec, norm, rot_quaternion

PLACEMENT = ("xyz", "rpy", "quaternion", "rotation")
_ORTHOGONAL = 1e-6
"""How far rows of a rotation may be from orthonormal, as files round them."""
PARAMETER = ("value", "doc")


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

    def named(self, node: Node | None, what: str) -> dict[str, Map]:
        """A part that maps names to mappings; an empty entry is an empty mapping."""
        if node is None or (isinstance(node, Leaf) and node.value is None):
            return {}
        if not isinstance(node, Map):
            self.report.error(
                f"'{what}' is not a mapping", node.line, f"write {what}: and below it one 'name: {{...}}' each"
            )
            return {}
        found: dict[str, Map] = {}
        for name, entry in node.entries.items():
            if isinstance(entry, Map):
                found[name] = entry
            elif isinstance(entry, Leaf) and entry.value is None:
                found[name] = Map(line=entry.line)
            else:
                self.report.error(
                    f"'{name}' in '{what}' is not a mapping", entry.line, f"write {name}: {{key: value, ...}}"
                )
        return found

    def word(self, node: Map, key: str, what: str) -> str | None:
        """A name; None where there is none."""
        entry = node.entries.get(key)
        if entry is None:
            return None
        if not isinstance(entry, Leaf) or not isinstance(entry.value, str):
            self.report.error(f"{key} of {what} is not a name", entry.line, f"write {key}: a name")
            return None
        return entry.value

    def flag(self, node: Map, key: str, what: str) -> bool:
        """True or false; false where nothing is said."""
        entry = node.entries.get(key)
        if entry is None:
            return False
        if not isinstance(entry, Leaf) or not isinstance(entry.value, bool):
            self.report.error(f"'{key}' of {what} is not true or false", entry.line, f"write {key}: true")
            return False
        return entry.value

    # --- numbers ----------------------------------------------------------------------------------------------------

    def scalar(self, node: Map, key: str, what: str, default: Scalar = 0) -> Scalar:
        entry = node.entries.get(key)
        if entry is None:
            return default
        return self.values.scalar(entry.plain(), f"{key} of {what}", entry.line, default)

    def vector(self, node: Map, key: str, count: int, what: str) -> list[Scalar]:
        entry = node.entries[key]
        return self.values.vector(entry.plain(), count, f"{key} of {what}", entry.line)

    def measured(self, node: Map, key: str, what: str) -> float | None:
        """A number that may not depend on parameters."""
        entry = node.entries.get(key)
        if entry is None or (isinstance(entry, Leaf) and entry.value is None):
            return None
        value = constant(self.scalar(node, key, what))
        if value is None:
            self.report.error(f"{key} of {what} depends on a parameter", entry.line, "write a number")
        return value

    def placement(self, node: Map, what: str) -> Transform:
        """xyz, and rpy, quaternion [x, y, z, w] or rotation (three rows)."""
        p = self.snapper.vector(self.vector(node, "xyz", 3, what)) if "xyz" in node.entries else ZERO
        turns = [key for key in PLACEMENT[1:] if key in node.entries]
        if len(turns) > 1:
            self.report.error(f"{what} has both {turns[0]} and {turns[1]}", node.line, "keep one of them")
        if "rotation" in node.entries:
            return Transform(self._rotation(node.entries["rotation"], what), p)
        if "quaternion" in node.entries:
            q = self.vector(node, "quaternion", 4, what)
            return Transform(self.quaternion(q, f"quaternion of {what}", node.line), p)
        R = self.snapper.rpy(*self.vector(node, "rpy", 3, what)) if "rpy" in node.entries else IDENTITY
        return Transform(R, p)

    def _rotation(self, node: Node, what: str) -> Mat:
        """The rows as they are; those with symbols are taken as a rotation."""
        if not isinstance(node, Seq) or len(node.items) != 3:
            self.report.error(
                f"rotation of {what} is not three rows", node.line, "write [[1, 0, 0], [0, 1, 0], [0, 0, 1]]"
            )
            return IDENTITY
        R = Mat.of([self.values.vector(x.plain(), 3, f"rotation of {what}", x.line) for x in node.items])
        square = [constant(x) for row in R @ R.T for x in row]
        off = [abs(x - (k % 4 == 0)) for k, x in enumerate(square) if x is not None]
        turned = constant(R[0].dot(R[1].cross(R[2])))
        if max(off, default=0) > _ORTHOGONAL or (turned is not None and turned < 0):
            hint = "rows are unit vectors at right angles, the third the cross product of the first two"
            self.report.error(f"rotation of {what} is no rotation", node.line, hint)
        return R

    def quaternion(self, q: Sequence[Scalar], what: str, line: int | None) -> Mat:
        """The rotation of [x, y, z, w], scaled to length one."""
        values = [number(x) for x in q]
        if any(v is None for v in values):
            return rot_quaternion(*q).map(plain)  # symbols: taken as a unit quaternion
        length = norm(v for v in values if v is not None)
        if not 0 < length < math.inf:
            told = "zero" if length == 0 else "beyond all numbers"
            self.report.error(f"{what} is {told}", line, "its scalar part is 1 for no rotation")
            return IDENTITY
        if sum(v * v for v in values if v is not None) != 1:
            if abs(length - 1) > 5e-7:
                self.report.note("repaired", f"{what} scaled to length 1", line)
            q = [v / length for v in values if v is not None]
        return rot_quaternion(*q).map(plain)

    # --- parameters -------------------------------------------------------------------------------------------------

    def parameters(self, node: Node | None) -> list[Parameter]:
        """Declared parameters. One that is a formula of others is an abbreviation for it, and no parameter itself."""
        if node is None or (isinstance(node, Leaf) and node.value is None):
            return []
        if isinstance(node, Seq):  # a list of names: symbols without values
            node = Map({str(x.plain()): Leaf(None, x.line) for x in node.items}, {}, node.line)
        if not isinstance(node, Map):
            self.report.error("'parameters' is not a mapping", node.line, "write parameters: {L1: 1, m1: 0.5}")
            return []
        found: list[Parameter] = []
        for name, entry in node.entries.items():
            if not is_name(name):
                hint = "letters, digits and _, not starting with a digit; not pi, not a function"
                self.report.error(f"'{name}' cannot name a parameter", entry.line, hint)
                continue
            value, doc = entry, ""
            if isinstance(entry, Map):
                self.keys(entry, PARAMETER, f"parameter '{name}'")
                value, doc = (
                    entry.entries.get("value", Leaf(None)),
                    self.word(entry, "doc", f"parameter '{name}'") or "",
                )
            self._parameter(name, value, doc, found)
        return found

    def _parameter(self, name: str, node: Node, doc: str, found: list[Parameter]) -> None:
        written = node.plain()
        x = self.values.scalar(written, f"parameter '{name}'", node.line) if written is not None else None
        value = None if x is None else constant(x)
        if isinstance(x, Expr) and value is None:
            self.names[name] = x
            return
        self.names[name] = self.values.symbol(name)
        found.append(Parameter(name, value, doc))

    def expression_error(self, error: ExpressionError, line: int | None) -> None:
        self.report.add(ExpressionError(error.what, self.report.where(line), error.hint))


def unit_of(values: Sequence[Scalar]) -> Vec | None:
    """The direction of a vector of numbers, None where it is zero or has symbols."""
    numbers = [constant(x) for x in values]
    if any(v is None for v in numbers):
        return None
    length = norm(v for v in numbers if v is not None)
    return Vec(*(v / length for v in numbers if v is not None)) if 0 < length < math.inf else None
