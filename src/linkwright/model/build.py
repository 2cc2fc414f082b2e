"""From a heap of bodies and joints to a Robot: root, order, checks. Every reader ends here, and so does the Python API.

    from linkwright.model.build import make_robot
    from linkwright.model.robot import Body, Joint
    from linkwright.spatial.inertia import Inertia
    from linkwright.spatial.vector import NULL, Vec

    m, l = lw.symbol("m"), lw.symbol("l")
    bob = Body("bob", Inertia.about_com(m, Vec(0, 0, -l), NULL))
    pivot = Joint("pivot", "revolute", "world", "bob", axis=Vec(0, 1, 0))
    robot = make_robot("pendulum", [bob], [pivot])

Every symbol that a body, joint, frame or the gravity vector uses becomes a parameter of the robot; name it in `parameters` to
give it a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from linkwright.errors import LinkwrightError, ModelError, name_errors, raise_all
from linkwright.graph.expr import Expr, Scalar
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import symbols_of
from linkwright.model.alike import Alike, alike_errors
from linkwright.model.checks import (
    body_errors,
    duplicates,
    inertia_doubt,
    joint_errors,
    mimic_errors,
    transmission_errors,
    with_unit_axis,
)
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.closures import Coupling, Loop, Start
from linkwright.model.elastic import Elastic, with_motors
from linkwright.model.loop_checks import (
    coordinate_symbols,
    coupling_errors,
    loop_errors,
    named_joint_errors,
)
from linkwright.model.robot import WORLD, Body, Frame, Joint, Note, OpenRobot, Parameter, Tendon
from linkwright.model.rooting import Parts, attached, below, check_connected, coordinate_order
from linkwright.model.sizes import Sizes
from linkwright.model.tendons import tendon_errors
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec


def make_robot(
    name: str,
    bodies: Iterable[Body],
    joints: Iterable[Joint],
    *,
    frames: Iterable[Frame] = (),
    gravity: Vec = Vec(0, 0, -9.81),
    parameters: Iterable[Parameter] = (),
    wrenches: Sequence[str] = (),
    loops: Iterable[Loop] = (),
    couplings: Iterable[Coupling] = (),
    actuated: Sequence[str] = (),
    start: Mapping[str, Start] = MappingProxyType({}),
    platform: str | None = None,
    alike: Iterable[Sequence[str]] = (),
    elastic: Mapping[str, Elastic] = MappingProxyType({}),
    tendons: Iterable[Tendon] = (),
    notes: Sequence[Note] = (),
    source: str = "",
    root: str | None = None,
    floating: bool = False,
    errors: Iterable[LinkwrightError] = (),
    body_word: str = "body",
) -> Robot:
    """Check and order a mechanism.

    elastic:   joints with a motor behind a spring (model/elastic.py)
    tendons:   springs and dampers along sums of coordinates
    root:      the body that is fixed to the world, or floats in it; what is not below it is left out. Found where not given.
    alike:     groups of bodies with the same inertial parameters
    errors:    what the caller found wrong already: raised together with what is found here
    body_word: what the caller's users call a body ("link")
    """
    parts = Parts(
        list(bodies), list(joints), list(frames), list(loops), list(couplings), tuple(actuated), dict(start),
        list(notes), source, body_word, list(tendons),
    )  # fmt: skip
    found = [*errors, *name_errors("the robot", [(name, source)])]
    if root is not None and root != WORLD and not found:
        parts = below(root, parts)
        elastic = {j.name: elastic[j.name] for j in parts.joints if j.name in elastic}
    sizes = Sizes(source)
    declared, gravity = [sizes.parameter(p) for p in parameters], sizes.vector(gravity, "gravity")
    parts = _computable(parts, elastic, found, sizes)
    found += _part_errors(parts) + _wrench_errors(parts, wrenches) + _closure_errors(parts, platform)
    groups = _alike(alike, parts, root is None, found)
    raise_all(sorted(found, key=_line))
    parts.notes.extend(_doubts(parts))
    tree = replace(_tree(name, parts, attached(parts, root, floating), gravity, wrenches), alike=groups)
    return _with_parameters(_closed(tree, parts, platform), declared, parts.notes)


def _computable(parts: Parts, elastic: Mapping[str, Elastic], found: list[LinkwrightError], sizes: Sizes) -> Parts:
    """The parts with axes of length one, motors of elastic joints, and numbers that can be computed with."""
    parts = replace(parts, joints=[with_unit_axis(j, found, parts.notes) for j in parts.joints])
    parts = with_motors(parts, elastic, found)
    sizes.start(parts.start)
    sizes.closures(parts.loops, parts.couplings)
    bodies = [sizes.body(b, parts.word) for b in parts.bodies]
    joints = [sizes.joint(j) for j in parts.joints]
    frames = [sizes.frame(f) for f in parts.frames]
    tendons = [sizes.tendon(x) for x in parts.tendons]
    found += sizes.errors or ([] if found else _no_body(parts))
    notes = [*parts.notes, *sizes.notes()]
    return replace(parts, bodies=bodies, joints=joints, frames=frames, tendons=tendons, notes=notes)


def _no_body(parts: Parts) -> list[LinkwrightError]:
    """An error where there is nothing but the world."""
    hint = f"a robot has at least one {parts.word}: is this the right file?"
    empty = all(b.name == WORLD for b in parts.bodies)
    return [ModelError(f"the robot has no {parts.word}", parts.source, hint)] if empty else []


def _doubts(parts: Parts) -> list[Note]:
    """Inertias that no body can have."""
    doubts = ((b, inertia_doubt(b)) for b in parts.bodies)
    return [Note("suspect", f"{parts.word} '{b.name}' {doubt}", b.where) for b, doubt in doubts if doubt]


def _part_errors(parts: Parts) -> list[LinkwrightError]:
    """Errors of bodies, joints and frames, each by itself."""
    word, bodies = parts.word, parts.body_map
    named: list[tuple[str, Sequence[Body | Joint | Frame | Loop | Coupling | Tendon]]] = [
        (word, parts.bodies), ("joint", parts.joints), ("frame", parts.frames), ("loop", parts.loops),
        ("coupling", parts.couplings), ("tendon", parts.tendons),
    ]  # fmt: skip
    found = duplicates(word, parts.bodies) + duplicates("joint", parts.joints) + duplicates("frame", parts.frames)
    found += duplicates("tendon", parts.tendons)
    for kind, things in named:
        found += name_errors(kind, [(x.name, x.where or parts.source) for x in things])
    found += joint_errors(parts.joints, bodies, word)
    found += body_errors(parts.bodies, word) + transmission_errors(parts.joints)
    joints = {j.name: j for j in parts.joints}
    found += mimic_errors(joints) + tendon_errors(parts.tendons, joints, parts.source)
    for f in parts.frames:
        if f.body not in bodies:
            what = f"frame '{f.name}' sits on unknown {word} '{f.body}'"
            found.append(ModelError(what, f.where or parts.source))
        elif f.name in bodies and f.name != WORLD and (f.body != f.name or Transform() != f.X):
            what = f"frame '{f.name}' has the name of a {word}, but is not its frame"
            found.append(ModelError(what, f.where or parts.source, "give it a name of its own"))
    return found


def _alike(alike: Iterable[Sequence[str]], parts: Parts, whole: bool, found: list[LinkwrightError]) -> Alike:
    """Groups of alike bodies, those that are left below a root; what is wrong with them is added to what was found."""
    groups = tuple(tuple(group) for group in alike)
    if not whole:
        left = (tuple(name for name in group if name in parts.body_map) for group in groups)
        groups = tuple(group for group in left if len(group) > 1)
    if groups and not found:
        found += alike_errors(groups, parts.body_map, parts.joints, parts.word, parts.source)
    return groups


def _wrench_errors(parts: Parts, wrenches: Sequence[str]) -> list[LinkwrightError]:
    """Errors of the frames at which wrenches act."""
    unknown = [w for w in wrenches if w not in parts.places]
    twice = sorted({w for w in wrenches if list(wrenches).count(w) > 1})
    hint = "one wrench per frame"
    return [
        *(ModelError(f"a wrench acts at unknown frame '{w}'", parts.source) for w in unknown),
        *(ModelError(f"frame '{w}' is listed twice under wrenches", parts.source, hint) for w in twice),
    ]


def _closure_errors(parts: Parts, platform: str | None) -> list[LinkwrightError]:
    """Errors of what closes the tree."""
    joints = {j.name: j for j in parts.joints}
    found = loop_errors(parts.loops, {*parts.places, *joints}, parts.source)
    found += coupling_errors(parts.couplings, joints, parts.source)
    found += named_joint_errors(parts.actuated, parts.start, joints, parts.source)
    if platform is not None and platform not in parts.body_map:
        found.append(ModelError(f"the platform '{platform}' is no {parts.word} of this robot", parts.source))
    return found


def _tree(name: str, parts: Parts, joints: list[Joint], gravity: Vec, wrenches: Sequence[str]) -> OpenRobot:
    """The tree that attached joints make, in the order of its joints from the world outward."""
    ordered = coordinate_order(joints)
    check_connected(ordered, joints, parts.body_map, parts.source, parts.word)
    return OpenRobot(
        name,
        MappingProxyType(parts.body_map),
        MappingProxyType({j.name: j for j in ordered}),
        MappingProxyType({f.name: f for f in parts.frames}),
        gravity.map(_plain),
        source=parts.source,
        wrenches=tuple(wrenches),
        tendons=tuple(parts.tendons),
    )


def _closed(tree: OpenRobot, parts: Parts, platform: str | None) -> Robot:
    """The tree and what closes it, if anything does."""
    if not parts.loops and not parts.couplings:
        return tree
    start = MappingProxyType(dict(parts.start))
    made = ClosedRobot(tree, tuple(parts.loops), tuple(parts.couplings), parts.actuated, start, platform)
    carriers = [tree.bodies[tree.joints[n].child] for n in made.platform_joints[:-1]]
    own = tuple(b.name for b in carriers if b.inertia.vanishes)
    return made.with_tree(replace(tree, carriers=own, end_effector=made.platform))


def _plain(x: Scalar) -> Scalar:
    """A NumPy number as Python's own: that is how it is printed and hashed."""
    return x.item() if hasattr(x, "item") else x  # type: ignore[union-attr]


def _coordinate_names(robot: OpenRobot) -> list[LinkwrightError]:
    """Equations print the joint coordinates as q1, q2, ...: a parameter of that name would look the same."""
    hint = "equations print joint coordinates as q1, q2, ...: give the parameter another name"
    taken = {f"q{k + 1}" for k in range(robot.nq)}
    return [
        ModelError(f"parameter '{n}' has the name of a joint coordinate", robot.source, hint)
        for n in robot.parameters
        if n in taken
    ]


def _line(error: LinkwrightError) -> int:
    """Line number of an error, so that a file's errors come in the file's order."""
    line = error.where.rpartition(":")[2]
    return int(line) if line.isdigit() else 0


# --- parameters -----------------------------------------------------------------------------------------------------


def _with_parameters(robot: Robot, declared: list[Parameter], notes: list[Note]) -> Robot:
    """Every symbol in use is a parameter, declared or not; a declared one that nothing uses is worth a note."""
    coordinates = coordinate_symbols(robot.joints)
    used = [name for name in _used_symbols(robot) if name not in coordinates]
    table = {p.name: p for p in declared}
    notes += [Note("unused", f"parameter '{name}' is used nowhere") for name in table if name not in used]
    for name in used:
        table.setdefault(name, Parameter(name))
    tree = replace(robot.tree, parameters=MappingProxyType(table), notes=tuple(notes))
    raise_all(_coordinate_names(tree))
    return robot.with_tree(tree) if isinstance(robot, ClosedRobot) else tree


def _used_symbols(robot: Robot) -> list[str]:
    nodes: dict[int, tuple[Graph, list[int]]] = {}

    def note(x: Scalar) -> Scalar:
        if isinstance(x, Expr):
            nodes.setdefault(id(x.graph), (x.graph, []))[1].append(x.index)
        return x

    robot.map(note)
    return list(dict.fromkeys(name for graph, roots in nodes.values() for name in symbols_of(graph, roots)))
