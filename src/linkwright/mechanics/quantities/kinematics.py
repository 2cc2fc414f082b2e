"""How frames move: poses, Jacobians, their rates. Entries of the table of quantities."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.graph.expr import Scalar
from linkwright.graph.quantity import Nested, Quantity
from linkwright.lazy import lazy
from linkwright.mechanics.quantities.method import Derivation, always, both, of_closed, of_trees
from linkwright.mechanics.quantities.references import FEATHERSTONE, SICILIANO
from linkwright.mechanics.state import State
from linkwright.spatial.matrix import Matrix

jacobian_determinant = lazy("linkwright.mechanics.inverse.determinant:jacobian_determinant")
analytic_jacobian = lazy("linkwright.mechanics.tree.analytic_jacobian:analytic_jacobian")
frame_motion = lazy("linkwright.mechanics.tree.frame_motion:frame_motion")
jacobian_rates = lazy("linkwright.mechanics.tree.jacobian_rates:jacobian_rates")
forward_kinematics = lazy("linkwright.mechanics.tree.kinematics:forward_kinematics")
jacobian = lazy("linkwright.mechanics.tree.kinematics:jacobian")
joint_transforms = lazy("linkwright.mechanics.tree.kinematics:joint_transforms")
pose_quaternion = lazy("linkwright.mechanics.tree.quaternions:pose_quaternion")
rate_along_motion = lazy("linkwright.mechanics.tree.rates:rate_along_motion")
time_derivative = lazy("linkwright.mechanics.tree.time_derivatives:time_derivative")


def _directional(matrix: Callable[[State], Matrix]) -> Callable[[State], Matrix]:
    """The time derivative of a matrix, by differentiating its expressions."""
    return lambda x: rate_along_motion(x, matrix(x))


def _of_frames(derive: Callable[..., list[Nested]]) -> Derivation:
    """Of one frame where one is named, else of all."""

    def derivation(x: State) -> Nested:
        frame = x.options.get("frame")
        return derive(x.tree, x.q) if frame is None else derive(x.tree, x.q, [frame])[0]

    return derivation


def frame_jacobian(x: State, reference: str | None = None) -> Matrix:
    """Rows of a frame, linear then angular, with a column per free rate."""
    chosen = reference if reference is not None else x.options.get("reference", "local_world_aligned")
    return x.per_free_rate(jacobian(x.tree, x.q, x.options.get("frame"), chosen))


def _jacobian_rate(x: State) -> Nested:
    if x.options.get("reference", "local_world_aligned") != "local_world_aligned":
        return rate_along_motion(x, frame_jacobian(x))
    return jacobian_rates(x.tree, x.q, x.v, x.rest, x.options.get("frame"))[1]


def _second_rate(x: State) -> Nested:
    return jacobian_rates(x.tree, x.q, x.v, x.a, x.options.get("frame"))[2]


def _motion(x: State, *rates: list[Scalar]) -> Nested:
    return frame_motion(x.tree, x.q, rates, x.options.get("frame"))


def _analytic(x: State, orientation: str | None = None) -> Matrix:
    chosen = orientation if orientation is not None else x.options.get("orientation", "xyz")
    return x.per_free_rate(analytic_jacobian(x.tree, x.q, x.options.get("frame"), chosen))


KINEMATICS = (
    Quantity(
        "forward_kinematics",
        "q",
        "pose",
        {"product": both(_of_frames(forward_kinematics))},
        doc="Pose of every frame (or of one: frame=...) as a homogeneous matrix",
        equation="X_world_frame(q)",
        reference=FEATHERSTONE,
        unit="m",
        aliases=("pose", "fk"),
        options=("frame",),
        every_frame=True,
        kinematic=True,
        lanes=True,
    ),
    Quantity(
        "pose_quaternion",
        "q",
        "pq",
        {"quaternions": both(_of_frames(pose_quaternion))},
        doc="Position and quaternion (x y z w) of every frame (or of one: frame=...); the quaternion's sign is continuous in q",
        equation="(p; quaternion)(q)",
        reference="Siciliano et al. 2009, section 2.6",
        unit="m | 1",
        options=("frame",),
        every_frame=True,
        kinematic=True,
        lanes=True,
    ),
    Quantity(
        "joint_transforms",
        "q",
        "X",
        {"product": both(lambda x: joint_transforms(x.tree, x.q))},
        doc="Per moving joint, its child in the body that the joint before it moves, as a homogeneous matrix",
        equation="X_parent_child(q)",
        reference=FEATHERSTONE,
        unit="m",
        kinematic=True,
    ),
    Quantity(
        "jacobian",
        "q",
        "J",
        {"geometric": both(frame_jacobian)},
        doc="Geometric Jacobian of a frame, rows linear then angular",
        equation="(velocity; angular velocity) = J(q) v",
        reference=SICILIANO,
        unit="m | 1",
        aliases=("J",),
        options=("frame", "reference"),
        closed={
            "equation": "(velocity; angular velocity) = J(q) v,  J = J_tree W",
            "reference": FEATHERSTONE,
        },
        kinematic=True,
    ),
    Quantity(
        "jacobian_world",
        "q",
        "Jw",
        {"geometric": both(lambda x: frame_jacobian(x, "world"))},
        doc="Spatial Jacobian: velocity of the frame's body at the world's origin, in world axes, rows linear then angular",
        equation="twist at the world's origin = Jw(q) v",
        reference=SICILIANO,
        unit="m | 1",
        options=("frame",),
        kinematic=True,
    ),
    Quantity(
        "jacobian_body",
        "q",
        "Jb",
        {"geometric": both(lambda x: frame_jacobian(x, "local"))},
        doc="Body Jacobian: velocity of the frame in its own axes, rows linear then angular",
        equation="twist in the frame's axes = Jb(q) v",
        reference=SICILIANO,
        unit="m | 1",
        options=("frame",),
        kinematic=True,
    ),
    Quantity(
        "jacobian_determinant",
        "q",
        "detJ",
        {"factors": of_trees(jacobian_determinant, always)},
        doc="Determinant of the Jacobian in the rows of the mask; of redundant chains the manipulability sqrt(det(J J'))",
        equation="det(J(q)), or sqrt(det(J J'))",
        reference="Yoshikawa 1985",
        aliases=("detJ", "manipulability"),
        options=("frame", "mask"),
        kinematic=True,
        factored=True,
        beside_loops=True,
    ),
    Quantity(
        "jacobian_rate",
        "q v",
        "dJ",
        {
            "screws": of_trees(_jacobian_rate, always),
            "directional": of_trees(_directional(frame_jacobian)) | of_closed(_directional(frame_jacobian)),
        },
        doc="Time derivative of the geometric Jacobian",
        equation="dJ/dt(q, v)",
        reference=SICILIANO,
        unit="m/s | 1/s",
        aliases=("dJ",),
        options=("frame", "reference"),
        kinematic=True,
    ),
    Quantity(
        "jacobian_rate2",
        "q v a",
        "ddJ",
        {
            "screws": of_trees(_second_rate, always),
            "directional": of_trees(_directional(_directional(frame_jacobian))),
            "taylor": of_closed(lambda x: time_derivative(x, frame_jacobian(x), 2)),
        },
        doc="Second time derivative of the geometric Jacobian, world aligned at the frame's origin",
        equation="d2J/dt2(q, v, a)",
        reference=SICILIANO,
        unit="m/s^2 | 1/s^2",
        aliases=("ddJ",),
        options=("frame",),
        kinematic=True,
    ),
    Quantity(
        "analytic_jacobian",
        "q",
        "JA",
        {"chain_rule": both(_analytic)},
        doc="Jacobian of position and orientation numbers (XYZ Euler angles or quaternion)",
        equation="d(p, phi)/dt = JA(q) v",
        reference=SICILIANO,
        unit="m | 1",
        aliases=("JA",),
        options=("frame", "orientation"),
        kinematic=True,
    ),
    Quantity(
        "analytic_jacobian_quaternion",
        "q",
        "JQ",
        {"chain_rule": both(lambda x: _analytic(x, "quaternion"))},
        doc="Jacobian of position and quaternion (x y z w): of pose_quaternion, sign included",
        equation="d(p, quaternion)/dt = JQ(q) v",
        reference=SICILIANO,
        unit="m | 1",
        options=("frame",),
        kinematic=True,
    ),
    Quantity(
        "analytic_jacobian_rate",
        "q v",
        "dJA",
        {"directional": both(_directional(_analytic))},
        doc="Time derivative of the analytic Jacobian",
        equation="dJA/dt(q, v)",
        reference=SICILIANO,
        unit="m/s | 1/s",
        options=("frame", "orientation"),
        kinematic=True,
    ),
    Quantity(
        "twist",
        "q v",
        "V",
        {"inward": both(lambda x: _motion(x, x.v))},
        doc="Velocity of a frame's origin and angular velocity, in world axes",
        equation="twist = J(q) v",
        reference=FEATHERSTONE,
        unit="m/s | rad/s",
        options=("frame",),
        kinematic=True,
    ),
    Quantity(
        "frame_acceleration",
        "q v a",
        "dV",
        {"inward": both(lambda x: _motion(x, x.v, x.a))},
        doc="Time derivative of the twist: classical and angular acceleration of a frame, in world axes",
        equation="dtwist/dt = J(q) a + dJ/dt v",
        reference=FEATHERSTONE,
        unit="m/s^2 | rad/s^2",
        options=("frame",),
        kinematic=True,
    ),
    Quantity(
        "frame_jerk",
        "q v a j",
        "ddV",
        {"inward": both(lambda x: _motion(x, x.v, x.a, x.j))},
        doc="Second time derivative of the twist: jerk of a frame's origin and angular jerk, in world axes",
        equation="d2twist/dt2 = J(q) j + 2 dJ/dt a + d2J/dt2 v",
        reference=FEATHERSTONE,
        unit="m/s^3 | rad/s^3",
        options=("frame",),
        kinematic=True,
    ),
)
