"""Joint types: one row each, which says all that this package knows of a joint.

A type is elementary, the one joint of a link in the Tree (`Link.kind`), or a chain of elementary ones: a universal joint is two
hinges, a gimbal three. An elementary row has the motion of its link: where it is, how fast it moves, what of its inertia it
cannot move, how its coordinates step. A chain has all that from its links: a new one is a row of names, axes and a symbol.

The referee, which judges what is derived from these rows, has rows of its own: else a wrong row would pass every law.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from linkwright.model import joint_inertia, joint_motion, joint_steps
from linkwright.model.joint_type import (
    ChainLink,
    JointType,
    Moves,
    Rotation,
    Symbol,
    Wording,
    along,
    first_axis,
    second_axis,
)
from linkwright.spatial.vector import X, Y, Z

_ONE = ("",)
_TURN = "M-5.5 1A5.5 5.5 0 1 1 1 5.4M4.4 2.2L0.6 5.5L4 8.4"
_LENGTH_AND_ANGLE = ("m, rad", "N, N m")

# --- elementary types --------------------------------------------------------------------------------------------------

REVOLUTE = JointType(
    "revolute",
    _ONE,
    _ONE,
    _ONE,
    Symbol("disc", tree=_TURN, word="hinge"),
    Wording("angle about `axis`", "its rate", "angle in rad"),
    rest=(0.0,),
    moves=Moves(
        Rotation.ANGLE,
        displaces=False,
        place=joint_motion.hinge_place,
        rate=joint_motion.hinge_rate,
        divide=joint_inertia.of_hinge,
        difference=joint_steps.angle_gap,
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
    Wording("displacement along `axis`", "its rate", "position in m", ("m", "N")),
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
        _LENGTH_AND_ANGLE,
        "x, y and an angle",
        convention="Planar joint: q = [x, y, cos, sin], v = [vx, vy, w] in the moved frame.",
    ),
    rest=(0.0, 0.0, 1.0, 0.0),
    moves=Moves(
        Rotation.CIRCLE,
        displaces=True,
        place=joint_motion.planar_place,
        rate=joint_motion.planar_rate,
        divide=joint_inertia.of_moving_hinge,
        coordinate_rates=joint_motion.planar_coordinate_rates,
        integrate=joint_steps.planar_moved,
        difference=joint_steps.planar_gap,
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
    ),
    rest=(0.0, 0.0, 0.0, 1.0),
    moves=Moves(
        Rotation.QUATERNION,
        displaces=False,
        place=joint_motion.ball_place,
        rate=joint_motion.ball_rate,
        divide=joint_inertia.of_ball,
        coordinate_rates=joint_motion.quaternion_rates,
        integrate=joint_steps.ball_moved,
        difference=joint_steps.ball_gap,
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
        _LENGTH_AND_ANGLE,
        "x y z and a quaternion x y z w",
        convention="Floating base: q = [position, quaternion], v = [linear; angular] in the body frame.",
    ),
    rest=(0.0, 0.0, 0.0, *SPHERICAL.rest),
    moves=Moves(
        Rotation.QUATERNION,
        displaces=True,
        place=joint_motion.free_place,
        rate=joint_motion.free_rate,
        divide=joint_inertia.of_free_body,
        coordinate_rates=joint_motion.free_coordinate_rates,
        integrate=joint_steps.free_moved,
        difference=joint_steps.free_gap,
    ),
    unit=(3, 7),
)

# --- chains of them ----------------------------------------------------------------------------------------------------

FIXED = JointType(
    "fixed",
    (),
    (),
    (),
    Symbol("block", word="weld"),
    Wording("nothing", "nothing", start="a fixed joint has no start"),
    rest=(),
    closure="weld",
)

CONTINUOUS = replace(
    REVOLUTE,
    name="continuous",
    symbol=replace(REVOLUTE.symbol, dot=1.8),
    wording=replace(
        REVOLUTE.wording, convention="Continuous joints: one angle (where Pinocchio has its cosine and sine)."
    ),
    chain=(ChainLink(REVOLUTE, first_axis),),
    reach=3.0,
    limited=False,
    closure="",
)

UNIVERSAL = JointType(
    "universal",
    ("1", "2"),
    ("1", "2"),
    ("1", "2"),
    Symbol("disc", "M-7 -7L7 7M-7 7L7 -7", "M-4.4 -4.4L4.4 4.4M-4.4 4.4L4.4 -4.4", word="universal"),
    Wording(
        "angle about `axis`, then angle about `axis2` (which the first rotation carries along)",
        "their rates",
        "angles in rad",
        start="both angles",
        convention="Universal joint: two angles, about axis then axis2.",
    ),
    rest=(0.0, 0.0),
    chain=(ChainLink(REVOLUTE, first_axis, "/cross"), ChainLink(REVOLUTE, second_axis)),
    axes=2,
    closure="universal",
)

CYLINDRICAL = JointType(
    "cylindrical",
    ("z", "angle"),
    ("z", "angle"),
    ("z", "angle"),
    Symbol(
        "sleeve",
        "M0 -8V8M-5 2A5.5 3 0 0 0 5 2M5 2L5.5 -1.5M5 2L1.8 1",
        "M-8 0H8M2 -4A3 4 0 0 1 2 4",
        word="cylindrical",
    ),
    Wording(
        "displacement along `axis`, angle about it",
        "their rates",
        "position in m, angle in rad",
        _LENGTH_AND_ANGLE,
        "a displacement and an angle, as in q",
        convention="Cylindrical joint: q = [translation, angle].",
    ),
    rest=(0.0, 0.0),
    chain=(ChainLink(PRISMATIC, first_axis, "/slide"), ChainLink(REVOLUTE, first_axis)),
    axes=1,
    reach=1.0,
    closure="cylinder",
)

GIMBAL = JointType(
    "gimbal",
    ("x", "y", "z"),
    ("x", "y", "z"),
    ("x", "y", "z"),
    Symbol("ball", "M-7 0A7 3 0 0 0 7 0M0 -7A3 7 0 0 0 0 7", "M-6 0H6M0 -6V6", word="gimbal"),
    Wording(
        "angles about x, then y, then z of the joint's frame, each axis carried along by the rotations before it",
        "their rates",
        "angles in rad",
        start="the three angles",
        convention="Gimbal joint: three angles, about x, then y, then z of the moved frame.",
    ),
    rest=(0.0, 0.0, 0.0),
    chain=(
        ChainLink(REVOLUTE, along(X), "/outer"),
        ChainLink(REVOLUTE, along(Y), "/middle"),
        ChainLink(REVOLUTE, along(Z)),
    ),
    reach=1.2,
)
"""R = Rot_x Rot_y Rot_z, as Simscape and MapleSim have it. Where the second angle is a quarter turn the outer and the inner
axis are one line (gimbal lock), and the motion does not tell their rates apart; a spherical joint has no such place."""

_ROWS = (FIXED, REVOLUTE, CONTINUOUS, PRISMATIC, HELICAL, UNIVERSAL, CYLINDRICAL, GIMBAL, PLANAR, SPHERICAL, FLOATING)

JOINT_TYPES: Mapping[str, JointType] = MappingProxyType({row.name: row for row in _ROWS})
"""Every joint type by its name, in the order of the manual."""

ELEMENTARY = tuple(name for name, row in JOINT_TYPES.items() if row.moves and not row.chain)
"""Types that a link of the Tree may have."""

JOINT_SIZES: Mapping[str, tuple[int, int]] = MappingProxyType({n: (row.nq, row.nv) for n, row in JOINT_TYPES.items()})
"""Joint type -> (nq, nv)."""
