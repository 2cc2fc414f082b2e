"""Robot -> MJCF. Bodies nested, each with its inertia about its principal axes; frames are bodies without mass; joints that
follow others and loops are equality constraints; motors are actuators. Angles are in radians."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwright.emit.source_tree import MARK
from linkwright.graph.expr import Scalar, as_number, is_zero
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.closures import COORDINATE, Coupling, Loop, Start
from linkwright.model.robot import WORLD, Frame, Joint, Tendon
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, Vec, rot_axis_angle
from linkwright.writers.format import Format
from linkwright.writers.home import polynomial
from linkwright.writers.places import quaternion
from linkwright.writers.principal import LEAST, Carried, movable, principal, triangle
from linkwright.writers.tree import SIDES, Ends
from linkwright.writers.xml import Element, add, document, element, row, text

_TYPES = {"revolute": "hinge", "continuous": "hinge", "prismatic": "slide", "spherical": "ball", "floating": "free"}
_LOOPS = {"point": "connect", "pin": "connect", "weld": "weld"}
_ARM = 0.1
"""Metres between the two points by which a pin is held."""

MJCF = Format(
    "MJCF",
    (".xml", ".mjcf"),
    "linkwright.writers.mjcf:write_mjcf",
    joint_types=frozenset({"fixed", *_TYPES}),
    at_root=frozenset({"floating"}),
    on_request=frozenset({"coulomb"}),
    limits=frozenset({"lower", "upper"}),
    proper_limits=True,
    loop_kinds=frozenset(_LOOPS),
    coupling=lambda robot, coupling: "" if polynomial(coupling) else "an equality is a polynomial of one coordinate",
    start="single",
    tendons=True,
    inertias=movable,
    needs="mujoco",
    extra="linkwright[mjcf]",
)


class _Writing:
    """What parts of the file ask about the whole. start: where joints are at MuJoCo's qpos0; sites: ends of loops, by body."""

    def __init__(self, robot: Robot) -> None:
        self.robot, self.carried, self.ends = robot, Carried(robot), Ends(robot)
        starts: Mapping[str, Start] = robot.start if isinstance(robot, ClosedRobot) else {}
        self.start = {n: x for n, x in starts.items() if not isinstance(x, tuple)}
        self.sites: dict[str, list[Frame]] = {}
        self.frames: dict[str, list[Frame]] = {}
        for frame in self.ends.frames:
            self.frames.setdefault(frame.body, []).append(frame)


def write_mjcf(robot: Robot) -> Mapping[str, str]:
    """The text of the file."""
    root = element("mujoco", {"model": robot.name})
    add(root, "compiler", {"angle": "radian", "autolimits": "false", "inertiafromgeom": "false"})
    add(root, "option", {"gravity": row(robot.gravity)})
    writing = _Writing(robot)
    world, equality = add(root, "worldbody"), element("equality")
    if isinstance(robot, ClosedRobot):
        for loop in robot.loops:
            _loop(equality, robot, loop, writing)
        for coupling in robot.couplings:
            _coupling(equality, robot, coupling, writing)
    for joint in robot.joints.values():
        if joint.mimic:
            coefficients = (joint.mimic.offset, joint.mimic.multiplier)
            _follow(equality, f"{joint.name}_mimic", (joint.name, joint.mimic.joint), coefficients, writing)
    _inside(world, WORLD, writing)
    if len(equality):
        root.append(equality)
    if robot.tree.tendons:
        tendons = add(root, "tendon")
        for tendon in robot.tree.tendons:
            _tendon(tendons, tendon)
    if isinstance(robot, ClosedRobot) and robot.actuated:
        motors = add(root, "actuator")
        for name in robot.actuated:
            add(motors, "motor", {"name": name, "joint": name})
    return {".xml": document(root, MARK)}


# --- bodies -------------------------------------------------------------------------------------------------------------


def _inside(element: Element, body: str, writing: _Writing) -> None:
    """Frames, ends of loops and bodies that a body carries."""
    for frame in writing.frames.get(body, ()):
        add(element, "body", {"name": frame.name, **_place(frame.X)})
    for end in writing.sites.get(body, ()):
        add(element, "site", {"name": end.name, **_place(end.X)})
    for joint in writing.carried.children.get(body, ()):
        _body(element, writing.carried.merged(joint), writing)


def _body(parent: Element, chain: list[Joint], writing: _Writing) -> None:
    """A body and the joints that move it, inmost last."""
    name = chain[-1].child
    place = chain[0].X
    for joint in chain:  # where MuJoCo's zero is: at the start
        place = place @ _moved(joint, writing.start.get(joint.name, 0))
    made = add(parent, "body", {"name": name, **_place(place)})
    for joint in chain:
        if joint.type != "fixed":
            _joint(made, joint, writing.start.get(joint.name, 0))
    _inertial(made, writing.robot.bodies[name].inertia, any(j.type != "fixed" for j in chain))
    _inside(made, name, writing)


def _moved(joint: Joint, x: Scalar) -> Transform:
    if is_zero(x):
        return Transform()
    if joint.type == "prismatic":
        return Transform(IDENTITY, joint.axis * x)
    return Transform(rot_axis_angle(joint.axis, as_number(x)))


def _place(place: Transform) -> dict[str, str]:
    found = {} if all(map(is_zero, place.p)) else {"pos": row(place.p)}
    return found if place.R == IDENTITY else {**found, "quat": row(quaternion(place.R))}


def _inertial(body: Element, inertia: Inertia, moves: bool) -> None:
    if inertia.vanishes:
        return
    mass, com, R, moments = principal(inertia)
    moments = triangle([max(x, LEAST) for x in moments] if moves else moments)  # they may have been rounded off
    turn = {} if R == IDENTITY else {"quat": row(quaternion(R))}
    add(body, "inertial", {"pos": row(com), **turn, "mass": text(mass), "diaginertia": row(moments)})


def _joint(body: Element, joint: Joint, start: Scalar) -> None:
    d, single = joint.drive, joint.joint_type.single
    values: dict[str, Scalar] = {
        "ref": start, "armature": d.rotor_inertia * d.gear_ratio * d.gear_ratio, "damping": d.viscous + d.damping,
        "frictionloss": d.coulomb, "stiffness": d.stiffness, "springref": 0 if is_zero(d.stiffness) else d.rest,
    }  # fmt: skip
    limits = (joint.limits.lower, joint.limits.upper)
    held = single and limits != (None, None)
    low, high = (x if x is not None else side for x, side in zip(limits, (-_FAR, _FAR), strict=True))
    add(
        body,
        "joint",
        {
            "name": joint.name,
            "type": _TYPES[joint.type],
            **({"axis": row(joint.axis)} if single else {}),
            **({"limited": "true", "range": row((low, high))} if held else {}),
            **{n: text(x) for n, x in values.items() if not is_zero(x)},
        },
    )


def _tendon(tendons: Element, tendon: Tendon) -> None:
    """Counted so that it rests at a positive length: -1 would mean none to MuJoCo. It pulls the same either way."""
    d = tendon.drive
    way = -1 if float(as_number(d.rest)) < 0 else 1
    values = {"stiffness": d.stiffness, "damping": d.damping}
    acts = {n: text(x) for n, x in values.items() if not is_zero(x)}
    made = add(tendons, "fixed", {"name": tendon.name, **acts, "springlength": text(d.rest * way)})
    for joint, c in tendon.terms:
        add(made, "joint", {"joint": joint, "coef": text(c * way)})


_FAR = 1e10
"""Of a joint that is limited on one side: where it is on the other."""

# --- equality constraints -------------------------------------------------------------------------------------------------


def _follow(
    equality: Element, name: str, pair: tuple[str, str], coefficients: Sequence[Scalar], writing: _Writing
) -> None:
    """q1 - start1 = c0 + c1 (q2 - start2) + ... for the pair q1, q2. coefficients: for coordinates that count from 0"""
    start, at = (float(as_number(writing.start.get(n, 0))) for n in pair)
    moved = shifted([float(as_number(x)) for x in coefficients], at)
    moved[0] -= start
    joints = {f"joint{k}": joint for k, joint in enumerate(pair, 1) if joint}
    text = row([*moved, *[0] * (5 - len(moved))])
    add(equality, "joint", {"name": writing.ends.name(name), **joints, "polycoef": text})


def shifted(coefficients: list[float], at: float) -> list[float]:
    """Coefficients of p(x + at), from those of p(x): Horner's rule, over and over."""
    c = list(coefficients)
    for k in range(len(c) - 1):
        for i in range(len(c) - 2, k - 1, -1):
            c[i] += at * c[i + 1]
    return c


def _coupling(equality: Element, robot: ClosedRobot, coupling: Coupling, writing: _Writing) -> None:
    found = polynomial(coupling)
    assert found is not None  # others were left out
    leaders = {COORDINATE.format(name): name for name in robot.joints}
    _follow(equality, coupling.name, (coupling.joint, leaders.get(found[0], "")), found[1], writing)


def _loop(equality: Element, robot: ClosedRobot, loop: Loop, writing: _Writing) -> None:
    """Sites at both ends. A pin is two points on its axis."""
    arms = (0.0, _ARM) if loop.kind == "pin" else (0.0,)
    for arm in arms:
        name = writing.ends.name(loop.name)
        ends = {f"site{k}": f"{name}_{side}" for k, side in enumerate(SIDES, 1)}
        for site, end in zip(ends.values(), (loop.first, loop.second), strict=True):
            frame = robot.frame(end)
            X = frame.X @ Transform(IDENTITY, Vec(0, 0, arm)) if arm else frame.X
            writing.sites.setdefault(frame.body, []).append(Frame(site, frame.body, X))
        add(equality, _LOOPS[loop.kind], {"name": name, **ends})
