"""Poses and inertias in the forms that Skidy's files have."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import counted
from linkwright.graph.expr import Scalar, is_zero, number
from linkwright.readers.snap import constant_value
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Node, Seq
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, NULL, ZERO, Mat, Vec, norm, skew

POSE = ("rotation", "translation", "xyzrpy")
ROTATION = ("Q", "rpy", "axis", "angle")
MASS = ("mass", "inertia", "com", "frame", "rotation")
TENSOR = ("Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz")
FRAMES = ("body", "com")

_POSE_HINT = "write {rotation: {axis: [0, 0, 1], angle: 0}, translation: [0, 0, 0]}, {xyzrpy: [...]} or a 4x4 matrix"


class SkidyParts:
    """Reads nodes; what is wrong goes to the report of `parts`."""

    def __init__(self, parts: Parts) -> None:
        self.parts, self.report, self.values = parts, parts.report, parts.values
        self.frame = FRAMES[0]
        """Where inertias are given: as in Skidy, what a body says of it holds for those below, too."""

    def vector(self, node: Node, count: int, what: str) -> list[Scalar]:
        return self.values.vector(node.plain(), count, what, node.line)

    # --- poses ------------------------------------------------------------------------------------------------------

    def pose(self, node: Node, what: str) -> Transform:
        """A 4x4 matrix, xyzrpy, or rotation and translation."""
        if isinstance(node, Seq):
            rows = self.matrix(node, 4, what)
            if any(not is_zero(constant_value(x - wanted)) for x, wanted in zip(rows[3], (0, 0, 0, 1), strict=True)):
                self.report.error(f"the last row of {what} is not 0 0 0 1", node.line, _POSE_HINT)
            R = self.checked(Mat.of([row[:3] for row in rows[:3]]), what, node.line)
            return Transform(R, self.parts.snapper.vector([row[3] for row in rows[:3]]))
        if not isinstance(node, Map) or not any(key in node.entries for key in POSE):
            self.report.error(f"{what} is no pose", node.line, _POSE_HINT)
            return Transform()
        self.parts.keys(node, POSE, what)
        if "xyzrpy" in node.entries:
            x, y, z, *rpy = self.vector(node.entries["xyzrpy"], 6, f"xyzrpy of {what}")
            return Transform(self.parts.snapper.rpy(*rpy), self.parts.snapper.vector([x, y, z]))
        given = node.entries.get("translation")
        p = ZERO if given is None else self.parts.snapper.vector(self.vector(given, 3, f"translation of {what}"))
        return Transform(self.rotation(node.entries.get("rotation"), f"rotation of {what}"), p)

    def rotation(self, node: Node | None, what: str) -> Mat:
        """A 3x3 matrix, a quaternion Q = [w, x, y, z], rpy, or an angle about an axis; none where it is not there."""
        if node is None:
            return IDENTITY
        if isinstance(node, Seq):
            return self.checked(Mat.of(self.matrix(node, 3, what)), what, node.line)
        form = next((key for key in ROTATION if isinstance(node, Map) and key in node.entries), None)
        if not isinstance(node, Map) or form is None or form == "angle":
            hint = "write {axis: [0, 0, 1], angle: 0}, {rpy: [0, 0, 0]}, {Q: [1, 0, 0, 0]} or a 3x3 matrix"
            self.report.error(f"{what} has no axis, rpy or Q", node.line, hint)
            return IDENTITY
        self.parts.keys(node, ROTATION, what)
        written = node.entries[form]
        if form == "Q":
            w, x, y, z = self.vector(written, 4, f"Q of {what}")
            return self.parts.quaternion([x, y, z, w], f"Q of {what}", written.line)
        if form == "rpy":
            return self.parts.snapper.rpy(*self.vector(written, 3, f"rpy of {what}"))
        axis = Vec(*self.vector(written, 3, f"axis of {what}"))
        angle = self.parts.scalar(node, "angle", what)
        if not self.check_unit(axis, f"axis of {what}", written.line):
            return IDENTITY
        c, s = self.parts.snapper.cos_sin(angle)
        K = skew(axis)
        return (IDENTITY + K * s + (K @ K) * (1 - c)).map(constant_value)

    def check_unit(self, axis: Vec, what: str, line: int | None) -> bool:
        """Whether an axis has length one, as far as it has numbers; told where not."""
        values = [number(x) for x in axis]
        length = norm(v for v in values if v is not None)
        wrong = None not in values and abs(length - 1) > 5e-7
        if wrong:
            self.report.error(f"{what} has the length {length:.6g}", line, "scale it to length 1")
        return not wrong

    def matrix(self, node: Node, size: int, what: str) -> list[list[Scalar]]:
        rows = node.items if isinstance(node, Seq) else []
        if len(rows) != size:
            said = f"{what} has {counted(len(rows), 'row')}, not {size}"
            self.report.error(said, node.line, f"write {size} rows of {size} entries in brackets")
            return [[int(i == k) for k in range(size)] for i in range(size)]
        return [self.vector(row, size, f"row {i} of {what}") for i, row in enumerate(rows, 1)]

    def checked(self, R: Mat, what: str, line: int | None) -> Mat:
        """The matrix, if it is a rotation as far as it has numbers."""
        large = any(
            (v := number(x)) is not None and abs(v) > 2 for row in R for x in row
        )  # its square may be beyond all
        entries = [number(x) for row in (NULL if large else R @ R.T) for x in row]
        wrong = any(
            v is not None and abs(v - (k % 4 == 0)) > 1e-6 for k, v in enumerate(entries)
        )  # fmt: skip
        determinant = None if large else number(constant_value(R[0].dot(R[1].cross(R[2]))))
        if wrong or (determinant is not None and determinant < 0):
            hint = "its columns are unit vectors, perpendicular to each other and right-handed"
            self.report.error(f"{what} is no rotation", line, hint)
            return IDENTITY
        return R

    # --- inertias ---------------------------------------------------------------------------------------------------

    def inertia(self, node: Node, what: str) -> Inertia:
        """At the body's frame, from a 6x6 matrix or mass, inertia and com."""
        if isinstance(node, Seq):
            return self.six_by_six(self.matrix(node, 6, what), what, node.line)
        absent = [key for key in MASS[:3] if not isinstance(node, Map) or key not in node.entries]
        if not isinstance(node, Map) or absent:
            hint = "write mass, inertia and com; or a 6x6 matrix"
            self.report.error(f"{what} has no {absent[0]}", node.line, hint)
            return Inertia()
        self.parts.keys(node, MASS, what)
        frame = self.parts.word(node, "frame", what) or self.frame
        if frame not in FRAMES:
            self.report.error(f"{what} has frame '{frame}'", node.entries["frame"].line, "body or com")
        elif frame != self.frame or "frame" not in node.entries:
            self.note_frame(node, frame, what)
        self.frame = frame
        mass = self.parts.scalar(node, "mass", what)
        com = Vec(*self.vector(node.entries["com"], 3, f"com of {what}"))
        tensor = self.tensor(node.entries["inertia"], f"inertia of {what}")
        R = self.rotation(node.entries.get("rotation"), f"rotation of {what}")
        if frame == "com":
            return Inertia.about_com(mass, com, R @ tensor @ R.T).map(constant_value)
        if "rotation" in node.entries:
            self.report.ignore("rotation of an inertia in the body's frame", node.entries["rotation"].line)
        return Inertia(mass, com * mass, tensor).map(constant_value)

    def note_frame(self, node: Map, frame: str, what: str) -> None:
        if "frame" not in node.entries and frame == "com":
            said = f"{what} is about the centre of mass, as a body before it says: Skidy takes it so"
            self.report.note("assumed", said, node.line)

    def tensor(self, node: Node, what: str) -> Mat:
        """Six numbers (Ixx, Ixy, Ixz, Iyy, Iyz, Izz), some of them by name, a 3x3 matrix, or one for a multiple of 1."""
        if isinstance(node, Leaf):
            return IDENTITY * self.values.scalar(node.value, what, node.line)
        if isinstance(node, Map) and "index" in node.entries:
            self.parts.keys(node, ("index", "pointmass"), what)
            index = str(node.entries["index"].plain())
            point = node.entries.get("pointmass", Leaf(False)).plain() in (True, "True", "1", 1)
            return self.named_tensor(index, point, what, node.line)
        if isinstance(node, Map):
            self.parts.keys(node, TENSOR, what)
            return symmetric([self.parts.scalar(node, key, what) for key in TENSOR])
        if len(node.items) == len(TENSOR):
            return symmetric(self.vector(node, 6, what))
        rows = self.matrix(node, 3, what)
        return symmetric([rows[i][k] for i in range(3) for k in range(i, 3)])

    def named_tensor(self, index: str, point: bool, what: str, line: int | None) -> Mat:
        """Skidy's own symbols: I1, or Ixx1 to Izz1."""
        if not index.isalnum():
            self.report.error(f"index of {what} is '{index[:20]}'", line, "write a number: it ends the symbols' names")
            return NULL
        if point:
            return IDENTITY * self.values.symbol(f"I{index}")
        return symmetric([self.values.symbol(f"{key}{index}") for key in TENSOR])

    def six_by_six(self, M: Sequence[Sequence[Scalar]], what: str, line: int | None) -> Inertia:
        """[[tensor, m c x], [-m c x, m]], about the body's frame."""
        mass, h = M[3][3], Vec(M[2][4], M[0][5], M[1][3])
        tensor = symmetric([M[i][k] for i in range(3) for k in range(i, 3)])
        S = skew(h)
        whole = [
            [*(tensor[i][k] for k in range(3)), *(S[i][k] for k in range(3))] for i in range(3)
        ] + [
            [*(-S[i][k] for k in range(3)), *(mass if i == k else 0 for k in range(3))] for i in range(3)
        ]  # fmt: skip
        if any(not is_zero(constant_value(M[i][k] - whole[i][k])) for i in range(6) for k in range(6)):
            hint = "it is [[tensor, m c x], [-m c x, m 1]] about the body's frame; or write mass, inertia and com"
            self.report.error(f"{what} is not the matrix of a rigid body", line, hint)
        return Inertia(mass, h, tensor)


def symmetric(six: Sequence[Scalar]) -> Mat:
    """From Ixx, Ixy, Ixz, Iyy, Iyz, Izz: Skidy's order."""
    xx, xy, xz, yy, yz, zz = six
    return Mat(Vec(xx, xy, xz), Vec(xy, yy, yz), Vec(xz, yz, zz))
