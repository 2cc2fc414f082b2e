"""OpenRobot: a tree of bodies as its file describes it, checked. Every scalar is a number or an Expr over named parameters.
All types are frozen; a changed robot is a new robot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from linkwright.errors import ModelError
from linkwright.graph.expr import Scalar
from linkwright.model.joint_type import JointType
from linkwright.model.joints import JOINT_TYPES
from linkwright.model.robot_methods import RobotMethods
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec, Z

WORLD = "world"
"""Name of the body that does not move."""


@dataclass(frozen=True)
class Parameter:
    """A named number of the model. Without a value it is an input of every function that needs it."""

    name: str  # as formulas call it
    value: float | None = None  # in SI units; None: an input of functions
    doc: str = ""  # what it is, where the file says it


@dataclass(frozen=True)
class Note:
    """Something a reader saw and did not take over as written: ignored, repaired, snapped."""

    kind: str  # "ignored", "repaired", "snapped", "assumed", "unused" or "suspect"
    what: str  # in a sentence
    where: str = ""  # file and line


@dataclass(frozen=True)
class Body:
    """A rigid body; its inertia is given at the body's frame."""

    name: str  # by which joints and frames speak of it
    inertia: Inertia = field(default_factory=Inertia)  # at the body's frame
    where: str = ""  # file and line


@dataclass(frozen=True)
class Drive:
    """What acts in a joint besides the motor: tau = rotor_inertia ratio^2 a + viscous v + coulomb sign(v)
    + stiffness (q - rest) + damping v."""

    rotor_inertia: Scalar = 0  # of the motor, before the gear
    gear_ratio: Scalar = 1  # turns of the motor per turn of the joint
    viscous: Scalar = 0  # friction per speed
    coulomb: Scalar = 0  # dry friction
    stiffness: Scalar = 0  # of a spring
    rest: Scalar = 0  # position of the joint in which the spring is slack
    damping: Scalar = 0  # of a damper

    def map(self, f: Callable[[Scalar], Scalar]) -> Drive:
        """The drive with f applied to every scalar."""
        return Drive(*(f(getattr(self, name)) for name in self.__dataclass_fields__))


@dataclass(frozen=True)
class Mimic:
    """q = multiplier * q(joint) + offset."""

    joint: str
    multiplier: Scalar = 1
    offset: Scalar = 0


@dataclass(frozen=True)
class Transmission:
    """What joins a motor to the joint that it drives: a spring and a damper along q(joint) - q(motor)."""

    joint: str
    drive: Drive


@dataclass(frozen=True)
class Tendon:
    """A spring and a damper along a sum of coordinates, as of MuJoCo's fixed tendons.

    terms: joints with one coordinate, and how often each counts
    drive: stiffness, rest and damping
    """

    name: str
    terms: tuple[tuple[str, Scalar], ...]
    drive: Drive
    where: str = ""

    def map(self, f: Callable[[Scalar], Scalar]) -> Tendon:
        return replace(self, terms=tuple((n, f(c)) for n, c in self.terms), drive=self.drive.map(f))


@dataclass(frozen=True)
class Limits:
    """Of a joint; None where the file says nothing. In rad or m, rad/s or m/s, N m or N."""

    lower: float | None = None  # position
    upper: float | None = None  # position
    velocity: float | None = None  # largest speed
    effort: float | None = None  # largest force or torque


@dataclass(frozen=True)
class Joint:
    """Connects body `child` to body `parent`. The child's frame is the joint's frame at q = 0: X_parent_joint in the parent.

    axis is a unit vector in the joint's frame; axis2 the second axis of a type that has two; pitch (m/rad) of one that has it.
    transmission: of a motor, the elastic one to the joint that it drives (model/elastic.py).
    """

    name: str  # of the joint
    type: str  # "revolute", "prismatic", "spherical", ...
    parent: str  # body, or the world
    child: str  # body that it carries
    X: Transform = field(default_factory=Transform)  # of the joint's frame in the parent
    axis: Vec = Z  # of the motion
    axis2: Vec | None = None  # of a universal joint
    pitch: Scalar = 0  # of a screw joint
    mimic: Mimic | None = None  # the joint that it follows, if any
    drive: Drive = field(default_factory=Drive)  # springs, dampers, friction, rotor
    limits: Limits = field(default_factory=Limits)  # of position, speed and effort
    where: str = ""  # file and line
    transmission: Transmission | None = None

    @property
    def joint_type(self) -> JointType:
        """The row of its type: what joints of this type are."""
        return JOINT_TYPES[self.type]

    @property
    def nq(self) -> int:
        """Positions of its own; none where it follows another joint."""
        return 0 if self.mimic else self.joint_type.nq

    @property
    def nv(self) -> int:
        """Rates of its own; none where it follows another joint."""
        return 0 if self.mimic else self.joint_type.nv

    def with_drives(self, change: Callable[[Drive], Drive]) -> Joint:
        """The joint with everything changed that acts in it and in its transmission."""
        behind = self.transmission
        behind = None if behind is None else replace(behind, drive=change(behind.drive))
        return replace(self, drive=change(self.drive), transmission=behind)

    def map(self, f: Callable[[Scalar], Scalar]) -> Joint:
        """The joint with f applied to every scalar."""
        mimic = self.mimic
        return replace(
            self.with_drives(lambda drive: drive.map(f)),
            X=self.X.map(f), axis=self.axis.map(f), axis2=self.axis2.map(f) if self.axis2 else None, pitch=f(self.pitch),
            mimic=replace(mimic, multiplier=f(mimic.multiplier), offset=f(mimic.offset)) if mimic else None,
        )  # fmt: skip


@dataclass(frozen=True)
class Frame:
    """A named frame fixed to a body."""

    name: str  # of the frame
    body: str  # to which it is fixed
    X: Transform = field(default_factory=Transform)  # of the frame in the body's
    where: str = ""  # file and line


def _numbered(name: str, count: int) -> list[str]:
    return [name] if count == 1 else [f"{name}.{k + 1}" for k in range(count)]


@dataclass(frozen=True, eq=False)
class OpenRobot(RobotMethods):
    """A tree of bodies, rooted at the world. `joints` are in depth-first file order, parents before children; motors of elastic
    joints come last, in the order of the joints that they drive.

    Made by `lw.load`, `lw.dh`, or `make_robot` of `linkwright.model.build`, which check it; the constructor checks nothing.
    """

    name: str  # prefix of generated code
    bodies: Mapping[str, Body]  # by name
    joints: Mapping[str, Joint]  # by name, in order
    frames: Mapping[str, Frame] = field(default_factory=lambda: MappingProxyType({}))  # by name, of bodies too
    gravity: Vec = Vec(0, 0, -9.81)  # acceleration, in the world
    parameters: Mapping[str, Parameter] = field(default_factory=lambda: MappingProxyType({}))  # by name
    wrenches: tuple[str, ...] = ()
    """Frames at which an external wrench (force; moment, in the frame's axes) acts: an input `wrench` of the dynamics."""
    notes: tuple[Note, ...] = ()  # what was ignored, repaired or assumed
    source: str = ""  # the file it was read from
    alike: tuple[tuple[str, ...], ...] = ()
    """Groups of bodies with the same inertial parameters, whatever these are (alike.py)."""
    tendons: tuple[Tendon, ...] = ()  # springs along sums of coordinates
    carriers: tuple[str, ...] = ()
    """Bodies that stand for coordinates of a platform, and never have a mass."""
    end_effector: str | None = None  # the frame meant where none is named: a platform; without it kinematics.py chooses

    def __repr__(self) -> str:
        from linkwright.model.summary import summary

        return summary(self)

    @property
    def tree(self) -> OpenRobot:
        """The robot itself; of a closed robot, what is left when all joints move on their own."""
        return self

    @property
    def nq(self) -> int:
        """Positions: entries of q."""
        return sum(j.nq for j in self.joints.values())

    @property
    def nv(self) -> int:
        """Degrees of freedom: entries of v, a and tau."""
        return sum(j.nv for j in self.joints.values())

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Joints that have coordinates of their own, in coordinate order."""
        return tuple(j.name for j in self.joints.values() if j.nv)

    @property
    def position_names(self) -> tuple[str, ...]:
        """The joint of each entry of q; joints with several have their number behind it."""
        return tuple(n for j in self.joints.values() for n in _numbered(j.name, j.nq))

    @property
    def rate_names(self) -> tuple[str, ...]:
        """The same of v, a and tau."""
        return tuple(n for j in self.joints.values() for n in _numbered(j.name, j.nv))

    @property
    def motors(self) -> dict[str, str]:
        """Motor -> the joint that it drives through an elastic transmission, in coordinate order."""
        return {j.name: j.transmission.joint for j in self.joints.values() if j.transmission}

    def is_motor(self, joint: Joint) -> bool:
        """Whether it is the motor of an elastic joint, or turns with one."""
        return self.leader(joint)[0].transmission is not None

    def leader(self, joint: Joint) -> tuple[Joint, Scalar, Scalar]:
        """The joint by whose coordinate a joint moves, and how: ratio and offset. Itself, 1 and 0 where it mimics none."""
        ratio: Scalar = 1
        offset: Scalar = 0
        while joint.mimic:
            offset = offset + ratio * joint.mimic.offset
            ratio = ratio * joint.mimic.multiplier
            joint = self.joints[joint.mimic.joint]
        return joint, ratio, offset

    @cached_property
    def offsets(self) -> Mapping[str, tuple[int, int]]:
        """Joint name -> (first index in q, first index in v), for the joints with coordinates of their own."""
        result: dict[str, tuple[int, int]] = {}
        iq = iv = 0
        for j in self.joints.values():
            if j.nv:
                result[j.name] = (iq, iv)
                iq += j.nq
                iv += j.nv
        return MappingProxyType(result)

    @cached_property
    def inertial_names(self) -> Mapping[str, str]:
        """Body -> the body whose name its inertial parameters have, where that is another: the first of those alike."""
        return MappingProxyType({name: group[0] for group in self.alike for name in group[1:]})

    def frame(self, name: str) -> Frame:
        """A frame by its name; the name of a body, or of a joint, stands for that body's (the joint's child's) frame."""
        if name in self.frames:
            return self.frames[name]
        body = self.joints[name].child if name in self.joints else name
        if body not in self.bodies:
            raise ModelError(f"robot '{self.name}' has no frame, body or joint '{name}'", self.source)
        return self.frames.get(body, Frame(body, body))

    def with_drives(self, change: Callable[[Drive], Drive]) -> OpenRobot:
        """The robot with everything changed that acts in joints and between them."""
        joints = MappingProxyType({n: j.with_drives(change) for n, j in self.joints.items()})
        return replace(self, joints=joints, tendons=tuple(replace(x, drive=change(x.drive)) for x in self.tendons))

    def map(self, f: Callable[[Scalar], Scalar]) -> OpenRobot:
        """The robot with f applied to every scalar (lifting, substitution, rounding)."""
        return replace(
            self,
            bodies=MappingProxyType({n: replace(b, inertia=b.inertia.map(f)) for n, b in self.bodies.items()}),
            joints=MappingProxyType({n: j.map(f) for n, j in self.joints.items()}),
            frames=MappingProxyType({n: replace(x, X=x.X.map(f)) for n, x in self.frames.items()}),
            gravity=self.gravity.map(f),
            tendons=tuple(x.map(f) for x in self.tendons),
        )
