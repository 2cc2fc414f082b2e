"""Elastic joints: a motor behind a spring. What a file says of one (`Elastic`) becomes parts of an ordinary model.

The joint keeps its coordinate q. Its motor is a joint of its own on the link before, at the same place and about the same
axis, with coordinate theta: the motor's angle on the link's side of the gear. A `Transmission` joins the two, and the motors'
coordinates come last. Two models:

  Spong 1987: the rotor's energy is that of its own spin,                   T = T_links(q, dq) + J N^2 dtheta^2 / 2
  full:       the rotor is a body on the link before that turns N times as far as theta (De Luca & Tomei 1996; De Luca & Book
              2016, section 11.1), so that the link's own rotation meets its spin: B(q) = [M S; S' J N^2], gyroscopic terms
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from linkwright.errors import LinkwrightError, ModelError
from linkwright.graph.expr import Scalar, number
from linkwright.model.checks import with_unit_axis
from linkwright.model.elementary_joints import PRISMATIC
from linkwright.model.joints import CONTINUOUS, JOINT_TYPES
from linkwright.model.robot import Body, Drive, Joint, Limits, Mimic, Note, Transmission
from linkwright.model.rooting import Parts
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import ZERO, Mat, Vec

SINGLE = tuple(name for name, row in JOINT_TYPES.items() if row.single)
"""Types of joints that may be elastic."""


@dataclass(frozen=True)
class Rotor:
    """A rotor as a body, symmetric about its axis. place: its centre in the joint's frame at rest; axis: there, the joint's own
    where None; transverse: its moment of inertia across the axis, that of a flat disc where None."""

    mass: Scalar
    place: Vec = ZERO
    axis: Vec | None = None
    transverse: Scalar | None = None


@dataclass(frozen=True)
class Elastic:
    """An elastic joint: spring and damper of the transmission; the rotor's inertia about its own axis, on its own side of the
    gear; turns of the rotor per turn of the joint; friction of the motor on the joint's side. rotor: of the full model."""

    stiffness: Scalar
    rotor_inertia: Scalar
    damping: Scalar = 0
    gear_ratio: Scalar = 1
    viscous: Scalar = 0
    coulomb: Scalar = 0
    rotor: Rotor | None = None


def _errors(joints: Mapping[str, Joint], elastic: Mapping[str, Elastic], source: str) -> list[LinkwrightError]:
    """What makes no sense in elastic joints, and in the motors of a model that has some already."""
    errors: list[LinkwrightError] = []
    for name, spec in elastic.items():
        joint = joints.get(name)
        if joint is None:
            errors.append(ModelError(f"there is no joint '{name}' to be elastic", source, "name a joint of this robot"))
        else:
            errors += [
                ModelError(f"elastic joint '{name}' {what}", joint.where, hint) for what, hint in _doubts(joint, spec)
            ]
    for motor in joints.values():
        driven = motor.transmission and joints.get(motor.transmission.joint)
        if motor.transmission and (driven is None or driven is motor or not _single(driven) or not _single(motor)):
            what = f"motor '{motor.name}' drives '{motor.transmission.joint}'"
            errors.append(ModelError(what, motor.where, "motor and joint must be two joints with one coordinate each"))
    return errors


def _single(joint: Joint) -> bool:
    return joint.type in SINGLE and joint.mimic is None


def _doubts(joint: Joint, spec: Elastic) -> list[tuple[str, str]]:
    """What is wrong with an elastic joint, and what to do about it."""
    found: list[tuple[str, str]] = []
    if joint.type not in SINGLE:
        found.append((f"is {joint.type}", f"joints that may be elastic: {', '.join(SINGLE)}"))
    if joint.mimic:
        found.append((f"follows '{joint.mimic.joint}'", f"make '{joint.mimic.joint}' elastic: it has the motor"))
    if joint.drive.rotor_inertia != 0 or joint.drive.gear_ratio != 1:
        found.append(("has a rotor of its own", "write rotor_inertia and gear_ratio under elastic: the motor has them"))
    if (value := number(spec.rotor_inertia)) is not None and not value > 0:
        found.append((f"has rotor_inertia {float(value):g}", "a motor has some inertia"))
    if number(spec.gear_ratio) == 0:
        found.append(("has gear_ratio 0", "write the turns of the rotor per turn of the joint"))
    for key, x in {"viscous": spec.viscous, "coulomb": spec.coulomb}.items():
        if (value := number(x)) is not None and not value >= 0:
            found.append((f"has {key} {float(value):g}", "it would feed energy in: write a number >= 0"))
    return found


def with_motors(parts: Parts, elastic: Mapping[str, Elastic], errors: list[LinkwrightError]) -> Parts:
    """The parts with a motor behind each elastic joint. Limits of effort are those of the motor; where a closed
    robot names its motors, these are among them."""
    errors += _errors({j.name: j for j in parts.joints}, elastic, parts.source)
    if errors:
        return parts
    joints, bodies = list(parts.joints), list(parts.bodies)
    for k, joint in enumerate(parts.joints):
        if joint.name in elastic:
            joints[k] = replace(joint, limits=replace(joint.limits, effort=None))
            more_joints, more_bodies = _motor(joint, elastic[joint.name], errors, parts.notes)
            joints += more_joints
            bodies += more_bodies
    actuated = (*parts.actuated, *map(_name, elastic)) if parts.actuated else ()
    start = parts.start | {_name(n): parts.start[n] for n in elastic if n in parts.start}
    return replace(parts, joints=joints, bodies=bodies, actuated=actuated, start=start)


def _name(joint: str) -> str:
    """The motor of a joint."""
    return f"{joint}_motor"


def _motor(
    joint: Joint, spec: Elastic, errors: list[LinkwrightError], notes: list[Note]
) -> tuple[Sequence[Joint], Sequence[Body]]:
    """The motor of a joint, and the rotor that turns with it where that is a body."""
    drive = Drive(viscous=spec.viscous, coulomb=spec.coulomb)
    if spec.rotor is None:
        drive = replace(drive, rotor_inertia=spec.rotor_inertia, gear_ratio=spec.gear_ratio)
    name = _name(joint.name)
    motor = replace(
        joint,
        name=name,
        type=PRISMATIC.name if joint.joint_type.slider else CONTINUOUS.name,
        child=name,
        pitch=0,
        drive=drive,
        limits=Limits(velocity=joint.limits.velocity, effort=joint.limits.effort),
        transmission=Transmission(joint.name, Drive(stiffness=spec.stiffness, damping=spec.damping)),
    )
    if spec.rotor is None:
        return [motor], [Body(name, where=joint.where)]
    turning = Joint(
        f"{joint.name}_rotor",
        CONTINUOUS.name,
        joint.parent,
        f"{joint.name}_rotor",
        joint.X @ Transform(p=spec.rotor.place),
        spec.rotor.axis or joint.axis,
        mimic=Mimic(name, spec.gear_ratio),
        where=joint.where,
    )
    turning = with_unit_axis(turning, errors, notes)
    return [motor, turning], [
        Body(name, where=joint.where),
        Body(turning.child, _inertia(spec, turning.axis), joint.where),
    ]


def _inertia(spec: Elastic, axis: Vec) -> Inertia:
    """Of a body that is symmetric about an axis through its centre: J a a' + across (1 - a a')."""
    assert spec.rotor is not None
    J, across = spec.rotor_inertia, spec.rotor.transverse
    across = J * Fraction(1, 2) if across is None else across
    rows = [[J * (a * b) + across * ((i == j) - a * b) for j, b in enumerate(axis)] for i, a in enumerate(axis)]
    return Inertia.about_com(spec.rotor.mass, ZERO, Mat.of(rows))
