"""How frames of closed robots move. Entries of the table of quantities."""

from __future__ import annotations

from linkwright.graph.quantity import Quantity
from linkwright.lazy import lazy

_HOW = ("closure", "form")
_FRAMES = "Featherstone 2008"

KINEMATICS = (
    Quantity(
        "forward_kinematics",
        "q",
        "pose",
        {"product": lazy("linkwright.mechanics.closure.kinematics:forward_kinematics")},
        doc="Pose of every frame (or of one: frame=...) as a homogeneous matrix",
        equation="X_world_frame(q)",
        reference=_FRAMES,
        unit="m",
        aliases=("pose", "fk"),
        options=("frame", *_HOW),
    ),
    Quantity(
        "jacobian",
        "q",
        "J",
        {"geometric": lazy("linkwright.mechanics.closure.kinematics:jacobian")},
        doc="Geometric Jacobian of a frame, rows linear then angular",
        equation="(velocity; angular velocity) = J(q) v,  J = J_tree W",
        reference=_FRAMES,
        unit="m | 1",
        aliases=("J",),
        options=("frame", "reference", *_HOW),
    ),
    Quantity(
        "twist",
        "q v",
        "V",
        {"inward": lazy("linkwright.mechanics.closure.kinematics:twist")},
        doc="Velocity of a frame's origin and angular velocity, in world axes",
        equation="twist = J(q) v",
        reference=_FRAMES,
        unit="m/s | rad/s",
        options=("frame", *_HOW),
    ),
    Quantity(
        "frame_acceleration",
        "q v a",
        "dV",
        {"inward": lazy("linkwright.mechanics.closure.kinematics:frame_acceleration")},
        doc="Time derivative of the twist: classical and angular acceleration of a frame, in world axes",
        equation="dtwist/dt = J(q) a + dJ/dt v",
        reference=_FRAMES,
        unit="m/s^2 | rad/s^2",
        options=("frame", *_HOW),
    ),
    Quantity(
        "center_of_mass",
        "q",
        "com",
        {"settled": lazy("linkwright.mechanics.closure.kinematics:center_of_mass")},
        doc="Centre of mass of all links that move",
        equation="c(q) = sum m_i c_i / sum m_i",
        reference=_FRAMES,
        unit="m",
        physical=True,
        aliases=("com",),
        options=_HOW,
    ),
    Quantity(
        "com_jacobian",
        "q",
        "Jcom",
        {"settled": lazy("linkwright.mechanics.closure.kinematics:com_jacobian")},
        doc="Jacobian of the centre of mass",
        equation="dc/dt = Jcom(q) v",
        reference=_FRAMES,
        unit="m | 1",
        physical=True,
        aliases=("Jcom",),
        options=_HOW,
    ),
)
