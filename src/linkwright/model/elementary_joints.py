"""Joint types of one link: where it is, how fast it moves, what of its inertia it cannot move, how its coordinates step.

They are the kinds of a link in the Tree (`Link.kind`); `joints.py` has the table of all types.
"""

from __future__ import annotations

from linkwright.model import joint_displacement, joint_inertia, joint_motion
from linkwright.model.joint_type import JointType, Moves, Rotation, Symbol, Wording

_ONE = ("",)
_TURN = "M-5.5 1A5.5 5.5 0 1 1 1 5.4M4.4 2.2L0.6 5.5L4 8.4"
LENGTH_AND_ANGLE = ("m, rad", "N, N m")
"""Units of positions and forces where it slides and turns."""

REVOLUTE = JointType(
    "revolute",
    _ONE,
    _ONE,
    _ONE,
    Symbol("disc", tree=_TURN, word="hinge"),
    Wording("angle about `axis`", "its rate", "angle in rad", tip="Turns about an axis: a hinge."),
    rest=(0.0,),
    moves=Moves(
        Rotation.ANGLE,
        displaces=False,
        place=joint_motion.hinge_place,
        rate=joint_motion.hinge_rate,
        divide=joint_inertia.of_hinge,
        difference=joint_displacement.angle_gap,
        periodic=True,
    ),
    axes=1,
    limited=True,
    closure="pin",
)

PRISMATIC = JointType(
    "prismatic",
    _ONE,
    _ONE,
    _ONE,
    Symbol("sleeve", "M0 -7V7M-3 -4L0 -7L3 -4M-3 4L0 7L3 4", "M-7 0H7M-4 -3L-7 0L-4 3M4 -3L7 0L4 3", word="slider"),
    Wording("displacement along `axis`", "its rate", "position in m", ("m", "N"), tip="Slides along an axis."),
    rest=(0.0,),
    moves=Moves(
        Rotation.NONE,
        displaces=True,
        place=joint_motion.slider_place,
        rate=joint_motion.slider_rate,
        divide=joint_inertia.of_slider,
    ),
    axes=1,
    reach=0.4,
    limited=True,
    closure="slider",
)

HELICAL = JointType(
    "helical",
    _ONE,
    _ONE,
    _ONE,
    Symbol("disc", "M-5 -7L5 -3.5L-5 0L5 3.5L-5 7", "M-4 -4L4 -1L-4 2L4 5", word="helical"),
    Wording(
        "angle about `axis`, with a displacement of `pitch` times the angle",
        "its rate",
        "angle in rad",
        convention="Helical joint: an angle; the displacement is the pitch times it.",
        tip="Turns and slides together: a screw.",
    ),
    rest=(0.0,),
    moves=Moves(
        Rotation.ANGLE,
        displaces=True,
        place=joint_motion.screw_place,
        rate=joint_motion.screw_rate,
        divide=joint_inertia.of_moving_hinge,
    ),
    axes=1,
    without_pitch=REVOLUTE,
)

PLANAR = JointType(
    "planar",
    ("x", "y", "cos", "sin"),
    ("vx", "vy", "w"),
    ("fx", "fy", "m"),
    Symbol("plate", "M-5 1H5M0 -4L-1.5 4", "M-5 0H5M0 -5V5", word="planar"),
    Wording(
        "x, y, cosine, sine of the angle, in the x-y plane of the joint's frame (to tilt the plane, turn the frame)",
        "vx, vy, angular velocity, in the moved frame",
        "position in m, cosine, sine",
        LENGTH_AND_ANGLE,
        "x, y and an angle",
        convention="Planar joint: q = [x, y, cos, sin], v = [vx, vy, w] in the moved frame.",
        tip="Slides in a plane and turns in it.",
    ),
    rest=(0.0, 0.0, 1.0, 0.0),
    moves=Moves(
        Rotation.CIRCLE,
        displaces=True,
        place=joint_motion.planar_place,
        rate=joint_motion.planar_rate,
        divide=joint_inertia.of_moving_hinge,
        coordinate_rates=joint_motion.planar_coordinate_rates,
        integrate=joint_displacement.planar_moved,
        difference=joint_displacement.planar_gap,
    ),
    axes=1,
    unit=(2, 4),
)

SPHERICAL = JointType(
    "spherical",
    ("qx", "qy", "qz", "qw"),
    ("wx", "wy", "wz"),
    ("mx", "my", "mz"),
    Symbol("ball", dot=5, word="ball"),
    Wording(
        "quaternion x y z w",
        "angular velocity in the moved frame",
        "quaternion",
        start="a quaternion x y z w",
        convention="Spherical joint: q = quaternion, v = angular velocity in the moved frame.",
        tip="Turns every way: a ball joint with a quaternion.",
    ),
    rest=(0.0, 0.0, 0.0, 1.0),
    moves=Moves(
        Rotation.QUATERNION,
        displaces=False,
        place=joint_motion.ball_place,
        rate=joint_motion.ball_rate,
        divide=joint_inertia.of_ball,
        coordinate_rates=joint_motion.quaternion_rates,
        integrate=joint_displacement.ball_moved,
        difference=joint_displacement.ball_gap,
    ),
    unit=(0, 4),
    closure="point",
)

FLOATING = JointType(
    "floating",
    ("x", "y", "z", *SPHERICAL.coordinates),
    ("vx", "vy", "vz", *SPHERICAL.rates),
    ("fx", "fy", "fz", *SPHERICAL.forces),
    Symbol("free", "M-5 0H5M0 -5V5", word="floating"),
    Wording(
        "position, quaternion x y z w",
        "linear, then angular velocity of the moved frame, in its own axes",
        "position in m, quaternion",
        LENGTH_AND_ANGLE,
        "x y z and a quaternion x y z w",
        convention="Floating base: q = [position, quaternion], v = [linear; angular] in the body frame.",
        tip="Moves freely: six degrees of freedom.",
    ),
    rest=(0.0, 0.0, 0.0, *SPHERICAL.rest),
    moves=Moves(
        Rotation.QUATERNION,
        displaces=True,
        place=joint_motion.free_place,
        rate=joint_motion.free_rate,
        divide=joint_inertia.of_free_body,
        coordinate_rates=joint_motion.free_coordinate_rates,
        integrate=joint_displacement.free_moved,
        difference=joint_displacement.free_gap,
    ),
    unit=(3, 7),
)
