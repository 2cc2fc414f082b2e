"""Joint types: one row each, which says all that this package knows of a joint.

A type is elementary, the one joint of a link in the Tree (rows of `elementary_joints.py`), or a chain of elementary ones: a
universal joint is two hinges, a gimbal three. A chain has its motion from its links: a new one is a row of names, axes and a
symbol.

The referee, which judges what is derived from these rows, has rows of its own: else a wrong row would pass every law.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from linkwright.model.elementary_joints import (
    FLOATING,
    HELICAL,
    LENGTH_AND_ANGLE,
    PLANAR,
    PRISMATIC,
    REVOLUTE,
    SPHERICAL,
)
from linkwright.model.joint_type import ChainLink, JointType, Symbol, Wording, along, first_axis, second_axis
from linkwright.spatial.vector import X, Y, Z

FIXED = JointType(
    "fixed",
    (),
    (),
    (),
    Symbol("block", word="weld"),
    Wording("nothing", "nothing", start="a fixed joint has no start", tip="Welds a body to another: no motion."),
    rest=(),
    closure="weld",
)

CONTINUOUS = replace(
    REVOLUTE,
    name="continuous",
    symbol=replace(REVOLUTE.symbol, dot=1.8),
    wording=replace(
        REVOLUTE.wording,
        convention="Continuous joints: one angle (where Pinocchio has its cosine and sine).",
        tip="Turns about an axis without stops: a wheel.",
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
        tip="Turns about two crossing axes, one after the other.",
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
        LENGTH_AND_ANGLE,
        "a displacement and an angle, as in q",
        convention="Cylindrical joint: q = [translation, angle].",
        tip="Slides along an axis and turns about it.",
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
        tip="Turns about x, y and z, one after the other: three angles.",
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
