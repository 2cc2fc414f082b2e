"""Robot: a mechanism as its file describes it, checked, with numbers or expressions for every quantity.

Every scalar is a number or an Expr over named parameters. All types are frozen; a changed robot is a new robot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from linkwright.errors import ModelError
from linkwright.graph.expr import Scalar
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec, Z

WORLD = "world"
"""Name of the body that does not move."""

JOINT_SIZES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "fixed": (0, 0),
        "revolute": (1, 1),
        "continuous": (1, 1),
        "prismatic": (1, 1),
        "helical": (1, 1),
        "universal": (2, 2),
        "cylindrical": (2, 2),
        "planar": (4, 3),
        "spherical": (4, 3),
        "floating": (7, 6),
    }
)
"""Joint type -> (nq, nv).  Planar: q = [x, y, cos, sin], v = [vx, vy, w] in the moved frame. Spherical: q = quaternion x y z w,
v = angular velocity in the moved frame. Floating: q = [position, quaternion], v = [linear; angular] in the moved frame.
Universal: two angles, about `axis` then `axis2`. Cylindrical: q = [translation, angle] along and about `axis`."""


@dataclass(frozen=True)
class Parameter:
    """A named number of the model. Without a value it is an input of every function that needs it."""

    name: str
    value: float | None = None
    doc: str = ""


@dataclass(frozen=True)
class Note:
    """Something a reader saw and did not take over as written: ignored, repaired, snapped."""

    kind: str  # "ignored" | "repaired" | "snapped" | "assumed" | "unused" | "suspect"
    what: str
    where: str = ""


@dataclass(frozen=True)
class Body:
    """A rigid body; its inertia is given at the body's frame."""

    name: str
    inertia: Inertia = field(default_factory=Inertia)
    where: str = ""


@dataclass(frozen=True)
class Drive:
    """What acts in a joint besides the motor: tau = rotor_inertia ratio^2 a + viscous v + coulomb sign(v)
    + stiffness (q - rest) + damping v."""

    rotor_inertia: Scalar = 0
    gear_ratio: Scalar = 1
    viscous: Scalar = 0
    coulomb: Scalar = 0
    stiffness: Scalar = 0
    rest: Scalar = 0
    damping: Scalar = 0

    def map(self, f: Callable[[Scalar], Scalar]) -> Drive:
        return Drive(*(f(getattr(self, name)) for name in self.__dataclass_fields__))


@dataclass(frozen=True)
class Mimic:
    """q = multiplier * q(joint) + offset."""

    joint: str
    multiplier: Scalar = 1
    offset: Scalar = 0


@dataclass(frozen=True)
class Limits:
    lower: float | None = None
    upper: float | None = None
    velocity: float | None = None
    effort: float | None = None


@dataclass(frozen=True)
class Joint:
    """Connects body `child` to body `parent`. The child's frame is the joint's frame at q = 0: X_parent_joint in the parent.

    axis is a unit vector in the joint's frame; axis2 the second axis of a universal joint; pitch (m/rad) that of a helical one.
    """

    name: str
    type: str
    parent: str
    child: str
    X: Transform = field(default_factory=Transform)
    axis: Vec = Z
    axis2: Vec | None = None
    pitch: Scalar = 0
    mimic: Mimic | None = None
    drive: Drive = field(default_factory=Drive)
    limits: Limits = field(default_factory=Limits)
    where: str = ""

    @property
    def nq(self) -> int:
        return 0 if self.mimic else JOINT_SIZES[self.type][0]

    @property
    def nv(self) -> int:
        return 0 if self.mimic else JOINT_SIZES[self.type][1]


Start = Scalar | tuple[Scalar, ...]
"""A coordinate, or all those of a joint with several (see START_SIZES)."""
START_SIZES: Mapping[str, int] = MappingProxyType({t: nq for t, (nq, _) in JOINT_SIZES.items()} | {"planar": 3})
"""Joint type -> how many numbers say where it starts: its positions, but x, y and an angle for planar joints."""


@dataclass(frozen=True)
class Frame:
    """A named frame fixed to a body."""

    name: str
    body: str
    X: Transform = field(default_factory=Transform)
    where: str = ""


LOOP_KINDS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "point": (3, 0),
        "universal": (3, 1),
        "pin": (3, 2),
        "slider": (2, 3),
        "cylinder": (2, 2),
        "weld": (3, 3),
    }
)
"""Kind of closure -> (displacements, rotations) that it takes away. z of the first frame is the axis of a pin, slider or
cylinder; a universal closure keeps z of the first frame perpendicular to x of the second; a point leaves all rotations."""


@dataclass(frozen=True)
class Loop:
    """A joint that closes a loop: two frames, each on a body of the tree, that stay together as the kind says.

    mode: +1 or -1 selects between two ways to assemble the loop, or is a parameter; None: the way that is near `Robot.start`
    """

    name: str
    kind: str
    first: str
    second: str
    mode: Scalar | None = None
    where: str = ""


COORDINATE = "q({})"
"""Name of the symbol that stands for a joint's coordinate in a coupling."""


@dataclass(frozen=True)
class Coupling:
    """A joint that follows others (gear, rack, rolling contact): q(joint) = value, an expression over symbols
    COORDINATE.format(name) of other joints with one degree of freedom, and parameters."""

    name: str
    joint: str
    value: Scalar
    where: str = ""


@dataclass(frozen=True, eq=False)
class Robot:
    """A tree of bodies, rooted at the world, and the loops that close it. `joints` are in depth-first file order, parents
    before children.

    Made by `lw.load` (a file, or a dict written as the YAML format), `lw.dh`, or `make_robot` of `linkwright.model.build`,
    which check it; the constructor checks nothing.
    """

    name: str
    bodies: Mapping[str, Body]
    joints: Mapping[str, Joint]
    frames: Mapping[str, Frame] = field(default_factory=lambda: MappingProxyType({}))
    gravity: Vec = Vec(0, 0, -9.81)
    parameters: Mapping[str, Parameter] = field(default_factory=lambda: MappingProxyType({}))
    wrenches: tuple[str, ...] = ()
    """Frames at which an external wrench (force; moment, in the frame's axes) acts: an input `wrench` of the dynamics."""
    notes: tuple[Note, ...] = ()
    source: str = ""
    loops: tuple[Loop, ...] = ()
    couplings: tuple[Coupling, ...] = ()
    actuated: tuple[str, ...] = ()
    """Joints with motors; none named: the coordinates may be chosen freely."""
    start: Mapping[str, Start] = field(default_factory=lambda: MappingProxyType({}))
    """Joint -> coordinates near which the loops close: they tell the ways to assemble them apart."""
    platform: str | None = None
    """The body whose pose is the coordinates of a parallel robot; the joints that carry it are `platform_joints`."""

    @property
    def closed(self) -> bool:
        """Whether joints depend on each other: then the coordinates of the tree are more than the degrees of freedom."""
        return bool(self.loops or self.couplings)

    @property
    def room(self) -> str:
        """The room that derives this mechanism's equations."""
        return "linkwright.loops" if self.closed else "linkwright.derive"

    @property
    def tree(self) -> Robot:
        """The robot cut open: all joints move on their own."""
        return replace(self, loops=(), couplings=(), actuated=(), platform=None) if self.closed else self

    @property
    def platform_joints(self) -> tuple[str, ...]:
        """Joints from the world to the platform, outward."""
        carried = {j.child: j for j in self.joints.values()}
        found: list[str] = []
        body = self.platform
        while body is not None and body in carried:
            found.append(carried[body].name)
            body = carried[body].parent
        return tuple(reversed(found))

    @property
    def nq(self) -> int:
        return sum(j.nq for j in self.joints.values())

    @property
    def nv(self) -> int:
        return sum(j.nv for j in self.joints.values())

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Joints that have coordinates of their own, in coordinate order."""
        return tuple(j.name for j in self.joints.values() if j.nv)

    @property
    def offsets(self) -> dict[str, tuple[int, int]]:
        """Joint name -> (first index in q, first index in v), for the joints with coordinates of their own."""
        result: dict[str, tuple[int, int]] = {}
        iq = iv = 0
        for j in self.joints.values():
            if j.nv:
                result[j.name] = (iq, iv)
                iq += j.nq
                iv += j.nv
        return result

    def frame(self, name: str) -> Frame:
        """A frame by its name; the name of a body, or of a joint, stands for that body's (the joint's child's) frame."""
        if name in self.frames:
            return self.frames[name]
        body = self.joints[name].child if name in self.joints else name
        if body not in self.bodies:
            raise ModelError(f"robot '{self.name}' has no frame, body or joint '{name}'", self.source)
        return self.frames.get(body, Frame(body, body))

    def map(self, f: Callable[[Scalar], Scalar]) -> Robot:
        """The robot with f applied to every scalar (lifting, substitution, rounding)."""
        joints = {
            n: replace(
                j,
                X=j.X.map(f), axis=j.axis.map(f), axis2=j.axis2.map(f) if j.axis2 else None, pitch=f(j.pitch),
                drive=j.drive.map(f),
                mimic=replace(j.mimic, multiplier=f(j.mimic.multiplier), offset=f(j.mimic.offset)) if j.mimic else None,
            )
            for n, j in self.joints.items()
        }  # fmt: skip
        return replace(
            self,
            bodies=MappingProxyType({n: replace(b, inertia=b.inertia.map(f)) for n, b in self.bodies.items()}),
            joints=MappingProxyType(joints),
            frames=MappingProxyType({n: replace(x, X=x.X.map(f)) for n, x in self.frames.items()}),
            gravity=self.gravity.map(f),
            loops=tuple(x if x.mode is None else replace(x, mode=f(x.mode)) for x in self.loops),
            couplings=tuple(replace(x, value=f(x.value)) for x in self.couplings),
            start=MappingProxyType(
                {n: tuple(f(y) for y in x) if isinstance(x, tuple) else f(x) for n, x in self.start.items()}
            ),
        )
