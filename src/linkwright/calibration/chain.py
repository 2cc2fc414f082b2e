"""From a robot and a frame to the chain whose parameters are calibrated: base, placements and offsets of joints, tool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from types import MappingProxyType

import numpy as np

from linkwright.calibration.elementary_transforms import ElementaryTransform, Move, Place, Term
from linkwright.calibration.numbers import aligned_frame, frame_along, matrix_of, robot_in_numbers, transform_of, turned
from linkwright.calibration.options import Group
from linkwright.calibration.placements import Array, Part, by_dh, by_xyz, matrix
from linkwright.errors import InputError
from linkwright.model.robot import WORLD, Frame, Joint, OpenRobot

_WITH_XYZ = (".urdf", ".xacro", ".xml", ".mjcf", ".sdf")
"""Files that place joints by xyz and angles, not by Denavit and Hartenberg."""
_NOT_ON_THE_WAY = ("spherical", "floating", "planar")


@dataclass(frozen=True)
class Parameter:
    """A number of the geometry. nominal: the file's; words: what it is."""

    name: str
    group: Group
    unit: str
    nominal: float
    joint: str
    words: str


@dataclass(frozen=True, eq=False)
class Chain:
    """T_measuring_target = product of transforms. `spans`: joint -> the transforms of its placement, first and last + 1, behind
    which its motion stands; base and tool: the two transforms that hold where the measuring frame and the target are."""

    robot: OpenRobot
    frame: str
    transforms: tuple[ElementaryTransform, ...]
    parameters: tuple[Parameter, ...]
    spans: dict[str, tuple[int, int]]
    base: int
    tool: int

    def starting(self, base: Array, tool: Array) -> Chain:
        """The same with the base and the tool somewhere: small errors are counted from there."""
        transforms = list(self.transforms)
        for at, X in ((self.base, base), (self.tool, tool)):
            place = np.eye(4)
            place[:3, :3] = X[:3, :3]
            transforms[at] = Place(place)
            for k in range(3):
                move = transforms[at - 3 + k]
                assert isinstance(move, Move)
                transforms[at - 3 + k] = replace(move, constant=float(X[k, 3]))
        return replace(self, transforms=tuple(transforms))

    def index(self, *groups: str) -> list[int]:
        """Which parameters are of these groups."""
        return [k for k, p in enumerate(self.parameters) if p.group in groups]

    def outer(self, values: Array) -> tuple[Array, Array]:
        """(4, 4) each: the world in the measuring frame, and the target in the frame of the file."""
        return self._product(self.base - 3, self.base + 4, values), self._product(self.tool - 3, self.tool + 4, values)

    def placed(self, values: Array, target: str) -> OpenRobot:
        """The robot with calibrated placements; offsets are part of them. target: name of a new frame at the fitted tool, none
        where it is empty."""
        joints = dict(self.robot.joints)
        for name, (first, last) in self.spans.items():
            joints[name] = replace(joints[name], X=transform_of(self._product(first, last, values)))
        frames = dict(self.robot.frames)
        if target:
            own = self.robot.frame(self.frame)
            frames[target] = Frame(target, own.body, own.X @ transform_of(self.outer(values)[1]))
        return replace(self.robot, joints=MappingProxyType(joints), frames=MappingProxyType(frames))

    def _product(self, first: int, last: int, values: Array) -> Array:
        made = np.eye(4)
        for transform in self.transforms[first:last]:
            terms = transform.terms if isinstance(transform, Move) else ()
            made = made @ matrix(transform, sum(values[t.parameter] * t.factor for t in terms if t.of == "one"))
        return made


@dataclass
class _Builder:
    """Steps and parameters while a chain grows."""

    wanted: tuple[Group, ...]
    transforms: list[ElementaryTransform] = field(default_factory=list[ElementaryTransform])
    parameters: list[Parameter] = field(default_factory=list[Parameter])

    def add(self, part: Part, joint: str = "", words: str = "", sign: float = 1.0) -> None:
        """A transform; with a parameter where its group is wanted. sign: -1 where the parameter counts against its axis."""
        transform, group = part.transform, part.group
        if group in self.wanted and isinstance(transform, Move):
            unit, nominal = "rad" if transform.turns else "m", transform.constant
            name = f"{part.name}_{joint}" if joint else part.name
            term = self.term(Parameter(name, group, unit, nominal, joint, words))
            transform = replace(transform, terms=(replace(term, factor=sign),))
        self.transforms.append(transform)

    def term(self, parameter: Parameter, of: str = "one") -> Term:
        """A new parameter of a transform."""
        self.parameters.append(parameter)
        kinds: dict[str, Term] = {
            "one": Term(0), "position": Term(0, "position"), "load": Term(0, "load")
        }  # fmt: skip
        return replace(kinds[of], parameter=len(self.parameters) - 1)

    def outer(self, name: str, axes: str) -> int:
        """Base or tool: lengths, a place, small turns; axes: which of x y z rx ry rz can matter. Where the place stands."""
        for k in range(3):
            self._outer(name, "xyz"[k], Move(False, k), axes)
        at = len(self.transforms)
        self.transforms.append(Place(np.eye(4)))
        for k in range(3):
            self._outer(name, f"r{'xyz'[k]}", Move(True, k), axes)
        return at

    def _outer(self, name: str, part: str, move: Move, axes: str) -> None:
        group: Group = "base" if name == "base" else "tool"
        words = f"{'turn about' if move.turns else 'position along'} {part[-1]} of the {name}"
        self.add(Part(move, f"{name}_{part}", group if part in axes.split() else None), words=words)


def chain_to(
    robot: OpenRobot, frame: str, groups: Sequence[Group], axes: tuple[str, str], style: str = "auto"
) -> Chain:
    """The chain from the measuring frame to the target at a frame of the robot.

    groups: which parameters there are; axes: which of "x y z rx ry rz" of base and tool can matter to what is measured;
    style:  "dh", "xyz", or "auto": dh where the placements fit and the file is none that says xyz
    """
    robot = robot_in_numbers(robot)
    made = _Builder(tuple(groups))
    base = made.outer("base", axes[0])
    own = robot.frame(frame)
    path = _path(robot, own.body)
    by_table = _by_table(robot, path, style)
    spans: dict[str, tuple[int, int]] = {}
    for joint in path:
        if joint.joint_type.nv == 0:
            made.transforms.append(Place(matrix_of(joint.X)))
            continue
        first = len(made.transforms)
        last = _joint(made, robot, joint, by_table)
        spans[joint.name] = first, last
    made.transforms.append(Place(matrix_of(own.X)))
    tool = made.outer("tool", axes[1])
    return Chain(robot, frame, tuple(made.transforms), tuple(made.parameters), spans, base, tool)


def _joint(made: _Builder, robot: OpenRobot, joint: Joint, by_table: bool) -> int:
    """Transforms of its placement, its offset among them, and of its motion; behind how many transforms the motion begins."""
    single = joint.joint_type.single
    slides = joint.joint_type.slider
    Q = aligned_frame(joint) if single else np.eye(3)
    axis = 2 if Q is not None else int(np.argmax(np.abs(np.array(joint.axis, float))))
    X = matrix_of(joint.X) @ (np.eye(4) if Q is None else turned(Q))
    table = by_dh(X) if by_table else None
    if table is not None:
        parts = [replace(x, group=_swapped(x.group)) if slides and x.name in ("theta", "d") else x for x in table]
    else:
        turns = tuple(k for k in range(3) if slides or not single or k != axis)
        parts = by_xyz(X, turns)
    for part in parts:
        made.add(part, joint.name, _words(part, joint, table is not None))
    if single and table is None:
        sign = 1.0 if Q is not None else float(np.sign(np.array(joint.axis, float)[axis]))
        offset = Part(Move(not slides, axis), "offset", "offsets")
        made.add(offset, joint.name, f"offset of '{joint.name}'", sign)
    if Q is not None:
        made.transforms.append(Place(turned(Q.T)))
    last = len(made.transforms)
    _motion(made, robot, joint, Q)
    return last


def _motion(made: _Builder, robot: OpenRobot, joint: Joint, Q: Array | None) -> None:
    """The joint's own transforms; with a factor and a compliance where they are wanted and it has one coordinate."""
    leader, *led = robot.leader(joint)
    ratio, shift = (float(x) for x in led)  # type: ignore[arg-type]
    iq, iv = robot.offsets[leader.name]
    for k, link in enumerate(joint.joint_type.links):
        direction = np.array(link.axis(joint) if link.axis else (0, 0, 1), dtype=float)
        local = frame_along(direction)
        axis = int(np.argmax(np.abs(direction))) if local is None else 2
        sign = 1.0 if local is not None else float(np.sign(direction[axis]))
        if local is not None:
            made.transforms.append(Place(turned(local)))
        move = Move(
            link.kind.rotation is not None and link.kind.spins, axis, sign * shift, iq + k, sign * ratio, (), iv + k
        )
        made.transforms.append(_with_factors(made, move, joint) if joint.joint_type.hinge_or_slider else move)
        if link.kind.spins and link.kind.displaces:
            pitch = float(joint.pitch)  # type: ignore[arg-type]
            made.transforms.append(replace(move, turns=False, constant=move.constant * pitch, ratio=move.ratio * pitch))
        if local is not None:
            made.transforms.append(Place(turned(local.T)))


def _with_factors(made: _Builder, move: Move, joint: Joint) -> Move:
    terms: list[Term] = []
    if "scales" in made.wanted:
        words = f"factor of the position of '{joint.name}'"
        terms.append(made.term(Parameter(f"scale_{joint.name}", "scales", "1", 0.0, joint.name, words), "position"))
    if "elastic" in made.wanted:
        words = f"compliance of '{joint.name}'"
        unit = "rad/(N m)" if move.turns else "m/N"
        term = made.term(Parameter(f"compliance_{joint.name}", "elastic", unit, 0.0, joint.name, words), "load")
        terms.append(replace(term, factor=float(np.sign(move.ratio))))
    return replace(move, terms=tuple(terms))


def _words(part: Part, joint: Joint, table: bool) -> str:
    if part.name in ("x", "y", "z"):
        return f"{part.name} of the origin of '{joint.name}'"
    if table:
        return f"{part.name} of '{joint.name}'"
    return f"turn about {part.name[-1:]} of '{joint.name}'"


def _swapped(group: Group | None) -> Group | None:
    """Of a slider, d is the offset and theta an angle."""
    return "angles" if group == "offsets" else "offsets"


def _by_table(robot: OpenRobot, path: list[Joint], style: str) -> bool:
    if style not in ("auto", "dh", "xyz"):
        raise InputError(f"there is no style '{style}'", hint="one of: auto, dh, xyz")
    fits = style != "xyz" and _fits_a_table(path)
    if style == "dh" and not fits:
        hint = "say style xyz: lengths and small turns of every joint"
        raise InputError(
            "Denavit and Hartenberg's parameters do not say the placements of these joints", robot.source, hint
        )
    return fits and (style == "dh" or PurePath(robot.source).suffix.lower() not in _WITH_XYZ)


def _fits_a_table(path: list[Joint]) -> bool:
    moving = [j for j in path if j.joint_type.nv]
    return all(
        j.joint_type.hinge_or_slider and aligned_frame(j) is None and abs(float(j.axis[2])) == 1  # type: ignore[arg-type]
        and by_dh(matrix_of(j.X)) is not None
        for j in moving
    )  # fmt: skip


def _path(robot: OpenRobot, body: str) -> list[Joint]:
    """Joints from the world to a body, outward."""
    carried = {j.child: j for j in robot.joints.values() if not robot.is_motor(j)}
    found: list[Joint] = []
    while body != WORLD and body in carried:
        joint = carried[body]
        if joint.type in _NOT_ON_THE_WAY:
            hint = "calibrate the arm without it: load the file with root= the body behind this joint"
            raise InputError(f"'{joint.name}' is a {joint.type} joint on the way to the frame", joint.where, hint)
        found.append(joint)
        body = joint.parent
    if not any(j.nv or j.mimic for j in found):
        hint = f"name a frame behind a joint: {', '.join(list(robot.bodies)[-6:])}"
        raise InputError("no joint moves the frame", robot.source, hint)
    return found[::-1]
