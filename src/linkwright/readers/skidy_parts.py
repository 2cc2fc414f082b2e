"""Poses and inertias in the forms that Skidy's files have; the forms are those of `table_foreign.py`."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.graph.expr import Scalar, is_zero, number
from linkwright.readers.keys import Place, Record
from linkwright.readers.snap import constant_value
from linkwright.readers.table_foreign import INERTIA, POSE, TENSOR
from linkwright.readers.yaml_parts import Parts
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, NULL, ZERO, Mat, Vec, norm, skew

# --- poses ------------------------------------------------------------------------------------------------------------


def pose_of(place: Place) -> Transform:
    """A 4x4 matrix, xyzrpy, or rotation and translation."""
    x, snapper = POSE.read(place), place.parts.snapper
    if x is None:
        return Transform()
    if not isinstance(x, Record):
        if any(not is_zero(constant_value(a - b)) for a, b in zip(x[3], (0, 0, 0, 1), strict=True)):
            place.fail("has a last row that is not 0 0 0 1", f"write {POSE.example}, {{xyzrpy: [...]}} or a 4x4 matrix")
        return Transform(_checked([row[:3] for row in x[:3]], place), snapper.vector([row[3] for row in x[:3]]))
    if x.whole and not x.given:
        place.fail("is no pose", f"write {POSE.example}, {{xyzrpy: [...]}} or a 4x4 matrix")
    if x["xyzrpy"] is not None:
        first, second, third, *rpy = x["xyzrpy"]
        return Transform(snapper.rpy(*rpy), snapper.vector([first, second, third]))
    return Transform(_rotation(x, place.parts), snapper.vector(x["translation"] or ZERO))


def _rotation(x: Record, parts: Parts) -> Mat:
    """A 3x3 matrix, a quaternion Q = [w, x, y, z], rpy, or an angle about an axis; none where it is not there."""
    turn = x["rotation"]
    if turn is None:
        return IDENTITY
    place = Place(x.given["rotation"], f"rotation of {x.what}", "", parts)
    if not isinstance(turn, Record):
        return _checked(turn, place)
    if turn["Q"] is not None:
        w, *xyz = turn["Q"]
        return parts.quaternion([*xyz, w], f"Q of {place.what}", turn.line_of("Q"))
    if turn["rpy"] is not None:
        return parts.snapper.rpy(*turn["rpy"])
    axis = turn["axis"]
    if turn.whole and turn.given.keys().isdisjoint(("axis", "rpy", "Q")):
        hint = "write {axis: [0, 0, 1], angle: 0}, {rpy: [0, 0, 0]}, {Q: [1, 0, 0, 0]} or a 3x3 matrix"
        place.fail("has no axis, rpy or Q", hint)
    if axis is None or not check_unit(axis, f"axis of {place.what}", turn.line_of("axis"), parts):
        return IDENTITY
    c, s = parts.snapper.cos_sin(turn["angle"])
    K = skew(axis)
    return (IDENTITY + K * s + (K @ K) * (1 - c)).map(constant_value)


def check_unit(axis: Vec, what: str, line: int | None, parts: Parts) -> bool:
    """Whether an axis has length one, as far as it has numbers; told where not."""
    values = [number(x) for x in axis]
    length = norm(v for v in values if v is not None)
    wrong = None not in values and abs(length - 1) > 5e-7
    if wrong:
        parts.report.error(f"{what} has the length {length:.6g}", line, "scale it to length 1")
    return not wrong


def _checked(rows: Sequence[Sequence[Scalar]], place: Place) -> Mat:
    """The matrix, if it is a rotation as far as it has numbers."""
    R = Mat.of(rows)
    large = any((v := number(x)) is not None and abs(v) > 2 for row in R for x in row)  # its square may be beyond all
    entries = [number(x) for row in (NULL if large else R @ R.T) for x in row]
    wrong = any(v is not None and abs(v - (k % 4 == 0)) > 1e-6 for k, v in enumerate(entries))
    determinant = None if large else number(constant_value(R[0].dot(R[1].cross(R[2]))))
    if wrong or (determinant is not None and determinant < 0):
        place.fail("is no rotation", "its columns are unit vectors, perpendicular to each other and right-handed")
        return IDENTITY
    return R


# --- inertias ---------------------------------------------------------------------------------------------------------


def inertia_of(place: Place, frame: str) -> tuple[Inertia, str]:
    """At the body's frame, from a 6x6 matrix or mass, inertia and com; and where inertias are given: as in Skidy, what a body
    says of it holds for those below, too."""
    x, report = INERTIA.read(place), place.parts.report
    if x is None:
        return Inertia(), frame
    if not isinstance(x, Record):
        return _of_matrix(x, place), frame
    frame = x["frame"] or frame
    if not x.whole:
        return Inertia(), frame
    tensor, R = _tensor(x, place.parts), _rotation(x, place.parts)
    if frame == "com":
        if "frame" not in x:
            said = f"{x.what} is about the centre of mass, as a body before it says: Skidy takes it so"
            report.note("assumed", said, x.line)
        return Inertia.about_com(x["mass"], x["com"], R @ tensor @ R.T).map(constant_value), frame
    if "rotation" in x:
        report.ignore("rotation of an inertia in the body's frame", x.line_of("rotation"))
    return Inertia(x["mass"], x["com"] * x["mass"], tensor).map(constant_value), frame


def _tensor(x: Record, parts: Parts) -> Mat:
    """Also Skidy's own symbols: I1, or Ixx1 to Izz1."""
    six = x["inertia"]
    if not isinstance(six, Record):
        return _symmetric(six)
    if six["index"] is None:
        return _symmetric([six[key] for key in TENSOR])
    index, point = str(six["index"].to_python()), six["pointmass"]
    if not index.isalnum():
        said = f"index of {six.what} is '{index[:20]}'"
        parts.report.error(said, six.line_of("index"), "write a number: it ends the symbols' names")
        return NULL
    if point is not None and point.to_python() in (True, "True", "1", 1):
        return IDENTITY * parts.values.symbol(f"I{index}")
    return _symmetric([parts.values.symbol(f"{key}{index}") for key in TENSOR])


def _of_matrix(M: Sequence[Sequence[Scalar]], place: Place) -> Inertia:
    """[[tensor, m c x], [-m c x, m]], about the body's frame."""
    mass, h = M[3][3], Vec(M[2][4], M[0][5], M[1][3])
    tensor = _symmetric([M[i][k] for i in range(3) for k in range(i, 3)])
    S = skew(h)
    whole = [
        [*(tensor[i][k] for k in range(3)), *(S[i][k] for k in range(3))] for i in range(3)
    ] + [
        [*(-S[i][k] for k in range(3)), *(mass if i == k else 0 for k in range(3))] for i in range(3)
    ]  # fmt: skip
    if any(not is_zero(constant_value(M[i][k] - whole[i][k])) for i in range(6) for k in range(6)):
        hint = "it is [[tensor, m c x], [-m c x, m 1]] about the body's frame; or write mass, inertia and com"
        place.fail("is not the matrix of a rigid body", hint)
    return Inertia(mass, h, tensor)


def _symmetric(six: Sequence[Scalar]) -> Mat:
    """From Ixx, Ixy, Ixz, Iyy, Iyz, Izz: Skidy's order."""
    xx, xy, xz, yy, yz, zz = six
    return Mat(Vec(xx, xy, xz), Vec(xy, yy, yz), Vec(xz, yz, zz))
