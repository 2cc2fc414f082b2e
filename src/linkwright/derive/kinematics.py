"""Forward kinematics of every frame, and Jacobians.  Featherstone 2008, chapter 4; Siciliano et al. 2009, chapter 3."""

from __future__ import annotations

from linkwright.derive.motion import Scalars, axes, pose, size
from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar, apply, cos, sin, sqrt
from linkwright.model.tree import BASE, Link, Place, Tree
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import ZERO, Mat, Vec

REFERENCES = ("local_world_aligned", "world", "local")


def last_frame(tree: Tree) -> str:
    """The frame a user means who names none: the last one on the outermost link."""
    end = max((place.link for place in tree.frames.values()), default=BASE)
    return [name for name, place in tree.frames.items() if place.link == end][-1]


def frame_place(tree: Tree, frame: str | None) -> Place:
    name = frame if frame is not None else last_frame(tree)
    if name not in tree.frames:
        raise QuantityError(f"there is no frame '{name}'", hint=f"frames: {', '.join(list(tree.frames)[:12])} ...")
    return tree.frames[name]


def link_transforms(tree: Tree, q: Scalars, needed: set[int] | None = None) -> dict[int, Transform]:
    """X_world_link of the needed links (all by default)."""
    at: dict[int, Transform] = {BASE: Transform()}
    for i, link in tree.outward():
        if needed is None or i in needed:
            at[i] = at[link.parent] @ pose(link, q).whole
    return at


def forward_kinematics(tree: Tree, q: Scalars, frames: list[str] | None = None) -> list[list[list[Scalar]]]:
    """Homogeneous 4x4 pose of each frame in the world."""
    names = frames if frames is not None else list(tree.frames)
    places = [frame_place(tree, name) for name in names]
    needed = {j for p in places if p.link != BASE for j in tree.path(p.link)}
    at = link_transforms(tree, q, needed)
    return [(at[p.link] @ p.X).matrix() for p in places]


def jacobian(
    tree: Tree, q: Scalars, frame: str | None = None, reference: str = "local_world_aligned"
) -> list[list[Scalar]]:
    """Geometric Jacobian, 6 x nv, rows linear then angular velocity of the frame.

    local_world_aligned: velocity of the frame's origin, in world axes; world: of the point at the world's origin; local: in the
    frame's own axes.
    """
    if reference not in REFERENCES:
        raise QuantityError(f"unknown reference '{reference}'", hint=f"one of: {', '.join(REFERENCES)}")
    place = frame_place(tree, frame)
    columns: list[list[Scalar]] = [[0] * 6 for _ in range(tree.nv)]
    if place.link != BASE:
        screws = _local_screws(tree, q, place) if reference == "local" else _world_screws(tree, q, place, reference)
        for k, linear, angular in screws:
            columns[k] = [old + new for old, new in zip(columns[k], (*linear, *angular), strict=True)]
    return [list(row) for row in zip(*columns, strict=True)] if columns else [[] for _ in range(6)]


def _world_screws(tree: Tree, q: Scalars, place: Place, reference: str) -> list[tuple[int, Vec, Vec]]:
    path = tree.path(place.link)
    at = link_transforms(tree, q, set(path))
    target = ZERO if reference == "world" else (at[place.link] @ place.X).p
    screws: list[tuple[int, Vec, Vec]] = []
    for j in path:
        X = at[j]
        for k, linear, angular in axes(tree.links[j]):
            w = X.R.apply(angular)
            screws.append((k, X.R.apply(linear) + w.cross(target - X.p), w))
    return screws


def _local_screws(tree: Tree, q: Scalars, place: Place) -> list[tuple[int, Vec, Vec]]:
    """Axes in the frame's own axes, carried inward-out: each joint sees the frame through the joints behind it."""
    X = place.X
    screws: list[tuple[int, Vec, Vec]] = []
    for j in reversed(tree.path(place.link)):
        link = tree.links[j]
        for k, linear, angular in axes(link):
            screws.append((k, X.R.apply_T(linear + angular.cross(X.p)), X.R.apply_T(angular)))
        X = pose(link, q).whole @ X
    return screws


def analytic_jacobian(tree: Tree, q: Scalars, frame: str | None = None, orientation: str = "xyz") -> list[list[Scalar]]:
    """Rates of (position, orientation numbers) per v: XYZ Euler angles (R = Rx Ry Rz) or the quaternion x y z w."""
    J = jacobian(tree, q, frame)
    R = (link_transforms(tree, q)[frame_place(tree, frame).link] @ frame_place(tree, frame).X).R
    rows = {"xyz": euler_xyz_rates, "quaternion": quaternion_rates}
    if orientation not in rows:
        raise QuantityError(f"unknown orientation '{orientation}'", hint=f"one of: {', '.join(rows)}")
    H = rows[orientation](R)
    lower = [[sum_of(h * J[3 + i][k] for i, h in enumerate(row)) for k in range(tree.nv)] for row in H]
    return J[:3] + lower


def sum_of(items: object) -> Scalar:
    total: Scalar = 0
    for x in items:  # type: ignore[attr-defined]
        total = total + x
    return total


def euler_xyz(R: Mat) -> Vec:
    """Angles with R = Rx(a) Ry(b) Rz(c), -pi/2 < b < pi/2."""
    b = apply("atan2", R[0][2], sqrt(R[0][0] * R[0][0] + R[0][1] * R[0][1]))
    return Vec(apply("atan2", -R[1][2], R[2][2]), b, apply("atan2", -R[0][1], R[0][0]))


def euler_xyz_rates(R: Mat) -> list[list[Scalar]]:
    """H with d(a, b, c)/dt = H w, w in world axes."""
    angles = euler_xyz(R)
    sa, ca, sb, cb = sin(angles[0]), cos(angles[0]), sin(angles[1]), cos(angles[1])
    t = 1 / cb
    return [[1, sa * sb * t, -(ca * sb * t)], [0, ca, sa], [0, -(sa * t), ca * t]]


def quaternion(R: Mat) -> list[Scalar]:
    """Unit quaternion x y z w of a rotation, stable for every angle (the largest component is divided by)."""
    t = (
        R[0][0] + R[1][1] + R[2][2],
        R[0][0] - R[1][1] - R[2][2],
        R[1][1] - R[0][0] - R[2][2],
        R[2][2] - R[0][0] - R[1][1],
    )
    x, y, z = R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]
    xy, xz, yz = R[0][1] + R[1][0], R[0][2] + R[2][0], R[1][2] + R[2][1]
    candidates = [
        (t[0], (x, y, z, t[0] + 1)),
        (t[1], (t[1] + 1, xy, xz, x)),
        (t[2], (xy, t[2] + 1, yz, y)),
        (t[3], (xz, yz, t[3] + 1, z)),
    ]
    best_t, best = candidates[0]
    for other_t, other in candidates[1:]:
        larger = other_t - best_t
        best = tuple(apply("select", larger, o, b) for o, b in zip(other, best, strict=True))
        best_t = apply("max", best_t, other_t)
    scale = 1 / (2 * sqrt(best_t + 1))
    return [component * scale for component in best]


def quaternion_rates(R: Mat) -> list[list[Scalar]]:
    """H with d(x, y, z, w)/dt = H w, w in world axes."""
    x, y, z, w = (k / 2 for k in quaternion(R))
    return [[w, z, -y], [-z, w, x], [y, -x, w], [-x, -y, -z]]


def coordinate_rates(tree: Tree, q: Scalars, v: Scalars) -> list[Scalar]:
    """dq/dt as a function of q and v: the same for one-axis joints, quaternion and planar kinematics otherwise."""
    result: list[Scalar] = [0] * tree.nq
    for link in tree.links:
        _link_rates(link, q, v, result)
    return result


def _link_rates(link: Link, q: Scalars, v: Scalars, result: list[Scalar]) -> None:
    i, k = link.iq, link.iv
    if size(link) == 1:
        result[i] = v[k]
    elif link.kind == "planar":
        c, s = q[i + 2], q[i + 3]
        result[i : i + 4] = [c * v[k] - s * v[k + 1], s * v[k] + c * v[k + 1], -(s * v[k + 2]), c * v[k + 2]]
    else:
        if link.kind == "floating":
            result[i : i + 3] = pose(link, q).R.apply(Vec(*v[k : k + 3]))
            i, k = i + 3, k + 3
        x, y, z, w = q[i : i + 4]
        a, b, c = (r / 2 for r in v[k : k + 3])
        result[i : i + 4] = [
            w * a - z * b + y * c,
            z * a + w * b - x * c,
            -(y * a) + x * b + w * c,
            -(x * a) - y * b - z * c,
        ]


def wrench_torques(tree: Tree, q: Scalars, wrench: Scalars) -> list[Scalar]:
    """J' w of the frames at which external wrenches act."""
    tau: list[Scalar] = [0] * tree.nv
    for n, frame in enumerate(tree.wrenches):
        J = jacobian(tree, q, frame, "local")
        for k in range(tree.nv):
            for r in range(6):
                tau[k] = tau[k] + J[r][k] * wrench[6 * n + r]
    return tau
