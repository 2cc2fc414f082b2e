"""How frames move: poses, Jacobians, their rates. Entries of the table of quantities."""

from __future__ import annotations

from linkwright.derive.kinematics import analytic_jacobian, forward_kinematics, jacobian
from linkwright.derive.quantity import Inputs, Nested, Quantity
from linkwright.derive.references import FEATHERSTONE, SICILIANO
from linkwright.graph.expr import Scalar


def _rate(x: Inputs, rows: list[list[Scalar]]) -> Nested:
    from linkwright.derive.rates import rate_along_motion

    return rate_along_motion(x, rows)


def _poses(x: Inputs) -> Nested:
    frame = x.options.get("frame")
    poses = forward_kinematics(x.tree, x.q, [frame] if frame is not None else None)
    return poses[0] if frame is not None else poses


def _jacobian(x: Inputs) -> list[list[Scalar]]:
    return jacobian(x.tree, x.q, x.options.get("frame"), x.options.get("reference", "local_world_aligned"))


def _analytic(x: Inputs) -> list[list[Scalar]]:
    return analytic_jacobian(x.tree, x.q, x.options.get("frame"), x.options.get("orientation", "xyz"))


KINEMATICS = (
    Quantity(
        "forward_kinematics",
        "q",
        "pose",
        {"product": _poses},
        doc="Pose of every frame (or of one: frame=...) as a homogeneous matrix",
        equation="X_world_frame(q)",
        reference=FEATHERSTONE,
        unit="m",
        aliases=("pose", "fk"),
        options=("frame",),
    ),
    Quantity(
        "jacobian",
        "q",
        "J",
        {"geometric": _jacobian},
        doc="Geometric Jacobian of a frame, rows linear then angular",
        equation="(velocity; angular velocity) = J(q) v",
        reference=SICILIANO,
        unit="m | 1",
        aliases=("J",),
        options=("frame", "reference"),
    ),
    Quantity(
        "jacobian_rate",
        "q v",
        "dJ",
        {"directional": lambda x: _rate(x, _jacobian(x))},
        doc="Time derivative of the geometric Jacobian",
        equation="dJ/dt(q, v)",
        reference=SICILIANO,
        unit="m/s | 1/s",
        aliases=("dJ",),
        options=("frame", "reference"),
    ),
    Quantity(
        "analytic_jacobian",
        "q",
        "JA",
        {"chain_rule": _analytic},
        doc="Jacobian of position and orientation numbers (XYZ Euler angles or quaternion)",
        equation="d(p, phi)/dt = JA(q) v",
        reference=SICILIANO,
        unit="m | 1",
        aliases=("JA",),
        options=("frame", "orientation"),
    ),
    Quantity(
        "analytic_jacobian_rate",
        "q v",
        "dJA",
        {"directional": lambda x: _rate(x, _analytic(x))},
        doc="Time derivative of the analytic Jacobian",
        equation="dJA/dt(q, v)",
        reference=SICILIANO,
        unit="m/s | 1/s",
        options=("frame", "orientation"),
    ),
)
