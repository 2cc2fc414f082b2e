"""Position and quaternion of frames, by composing quaternions along the chain.

A joint about z turns by (0, 0, sin(q/2), cos(q/2)): eight products, and no branch is ever needed. Quaternions are not kept at
unit length, so that a quarter turn (1, 0, 0, 1) costs sums only; the squared norm n is known, and
R u = u + 2/n (w r x u + r x (r x u)) turns the few vectors that the chain has. No rotation matrix is made.

The sign: continuous. The quaternion is a smooth function of joint angles, spherical and floating coordinates (and comes back
with the opposite sign, the same orientation, after a full turn of one joint); it jumps only where a planar joint makes half a
turn, since its coordinates (cosine, sine) do not know of more. Constant rotations count with their largest component positive.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from linkwright.graph.expr import Expr, Scalar, apply, as_number, cos, is_zero, number, sin, sqrt
from linkwright.mechanics.tree.kinematics import frame_place
from linkwright.model.joint_type import Rotation
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.turn import oblique_axis
from linkwright.spatial.vector import IDENTITY, ZERO, Mat, Scalars, Vec, X, Y, Z

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Quaternion:
    """r = (x, y, z) and w, of squared norm n."""

    r: Vec = ZERO
    w: Scalar = 1
    n: Scalar = 1

    def __matmul__(self, other: Quaternion) -> Quaternion:
        r = other.r * self.w + self.r * other.w + self.r.cross(other.r)
        return Quaternion(r, self.w * other.w - self.r.dot(other.r), self.n * other.n)

    def turn(self, u: Vec) -> Vec:
        """R u."""
        if all(is_zero(x) for x in u):
            return ZERO
        t = self.r.cross(u * (2 / self.n if isinstance(self.n, float) else Fraction(2) / self.n))
        return u + (t * self.w + self.r.cross(t))

    def turn_by_axes(self, u: Vec) -> Vec:
        """The same, shorter where the turned axes are needed anyway: a vector along one axis is a multiple of it."""
        along = [k for k in range(3) if not is_zero(u[k])]
        return self.turn((X, Y, Z)[along[0]]) * u[along[0]] if len(along) == 1 else self.turn(u)

    @property
    def components(self) -> list[Scalar]:
        """x y z w of the unit quaternion."""
        if is_zero(self.n - 1):
            return [*self.r, self.w]
        scale = 1 / sqrt(self.n)
        return [x * scale for x in (*self.r, self.w)]


@dataclass(frozen=True)
class Seat:
    """Where a link is: the origin of its joint in the world, and the link's orientation; `slide` leads on along its own z."""

    p: Vec = ZERO
    Q: Quaternion = Quaternion()
    slide: Scalar = 0

    def point(self, r: Vec) -> Vec:
        """A point of the link in the world."""
        return self.p + self.Q.turn(r + Vec(0, 0, self.slide))


def seats(tree: Tree, q: Scalars, needed: set[int] | None = None) -> dict[int, Seat]:
    """The needed links (all by default), and the base."""
    at: dict[int, Seat] = {BASE: Seat()}
    for i, link in tree.outward():
        if needed is None or i in needed:
            parent, own = at[link.parent], link.pose(q)
            joint = parent.Q @ constant_quaternion(link.X.R)
            p = parent.point(link.X.p) + joint.turn(own.p)
            at[i] = Seat(p, joint @ joint_quaternion(link, q), own.slide)
    return at


def pose_quaternion(tree: Tree, q: Scalars, frames: list[str] | None = None) -> list[list[Scalar]]:
    """Position and quaternion x y z w of each frame in the world, seven numbers."""
    places = [frame_place(tree, name) for name in (frames if frames is not None else list(tree.frames))]
    at = seats(tree, q, {j for p in places for j in tree.path(p.link)})
    return [
        [*at[p.link].point(p.X.p), *(at[p.link].Q @ constant_quaternion(p.X.R)).components] for p in places
    ]  # fmt: skip


def joint_quaternion(link: Link, q: Scalars) -> Quaternion:
    """How the joint turns the link."""
    first, last = link.joint_type.unit or (0, 0)
    unit = q[link.iq + first : link.iq + last]
    match link.joint_type.rotation:
        case Rotation.QUATERNION:
            x, y, z, w = unit
            return Quaternion(Vec(x, y, z), w)
        case Rotation.CIRCLE:
            cosine, sine = unit
            half = apply("atan2", sine, cosine) * HALF
        case Rotation.ANGLE:
            half = (link.coordinate(q) + link.turn) * HALF
        case _:
            return Quaternion()
    return Quaternion(Vec(0, 0, sin(half)), cos(half))


def constant_quaternion(R: Mat) -> Quaternion:
    """A constant rotation: numbers scaled so that the largest component is one; half angles where R turns by a symbol."""
    if R == IDENTITY:
        return Quaternion()
    if all(number(x) is not None for row in R for x in row):
        return _largest_is_one(R.map(as_number))
    k = oblique_axis(R)
    if k is not None and (angle := _angle(R, k)) is not None:
        half = angle * HALF
        return Quaternion(Vec(*(sin(half) if i == k else 0 for i in range(3))), cos(half))
    x, y, z, w = quaternion(R)
    return Quaternion(Vec(x, y, z), w)


def _largest_is_one(R: Mat) -> Quaternion:
    """By the largest component (Shepperd 1978), in fractions where R is in fractions."""
    four = [as_number(c) for c in max(_candidates(R), key=lambda x: as_number(x[0]))[1]]
    large = max(four, key=abs)
    x, y, z, w = (c / large if isinstance(c, float) or isinstance(large, float) else Fraction(c, large) for c in four)
    return Quaternion(Vec(x, y, z), w, x * x + y * y + z * z + w * w)


def _angle(R: Mat, k: int) -> Expr | None:
    """The angle of a rotation about a coordinate axis, where its entries are the cosine and sine of one expression."""
    i, j = (k + 1) % 3, (k + 2) % 3
    c, s = R[i][i], R[j][i]
    if not isinstance(c, Expr) or not isinstance(s, Expr):
        return None
    g = c.graph
    node, negative = (g.args[s.index][0], True) if g.op[s.index] == "neg" else (s.index, False)
    if (g.op[c.index], g.op[node]) != ("cos", "sin") or g.args[c.index] != g.args[node]:
        return None
    angle = Expr(g, g.args[node][0])
    return -angle if negative else angle


def quaternion(R: Mat) -> list[Scalar]:
    """Unit quaternion x y z w of a rotation, stable for every angle (the largest component is divided by)."""
    (best_t, best), *others = _candidates(R)
    for other_t, other in others:
        larger = other_t - best_t
        best = tuple(apply("select", larger, o, b) for o, b in zip(other, best, strict=True))
        best_t = apply("max", best_t, other_t)
    scale = 1 / (2 * sqrt(best_t + 1))
    return [component * scale for component in best]


def _candidates(R: Mat) -> list[tuple[Scalar, tuple[Scalar, ...]]]:
    """Four multiples of the quaternion, one per component; the number beside it is largest for the largest component."""
    t = (
        R[0][0] + R[1][1] + R[2][2],
        R[0][0] - R[1][1] - R[2][2],
        R[1][1] - R[0][0] - R[2][2],
        R[2][2] - R[0][0] - R[1][1],
    )
    x, y, z = R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]
    xy, xz, yz = R[0][1] + R[1][0], R[0][2] + R[2][0], R[1][2] + R[2][1]
    return [
        (t[0], (x, y, z, t[0] + 1)),
        (t[1], (t[1] + 1, xy, xz, x)),
        (t[2], (xy, t[2] + 1, yz, y)),
        (t[3], (xz, yz, t[3] + 1, z)),
    ]
