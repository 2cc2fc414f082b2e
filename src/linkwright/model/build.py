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

from linkwright.errors import LinkwrightError, ModelError, raise_all
from linkwright.graph.expr import Expr, Scalar
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import symbols_of
from linkwright.model.checks import body_errors, duplicates, inertia_doubt, joint_errors, mimic_errors, with_unit_axis
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.closures import Coupling, Loop, Start
from linkwright.model.loop_checks import (
    coordinate_symbols,
    coupling_errors,
    loop_errors,
    named_joint_errors,
    without,
)
from linkwright.model.robot import WORLD, Body, Frame, Joint, Note, OpenRobot, Parameter
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
    notes: Sequence[Note] = (),
    source: str = "",
    root: str | None = None,
    floating: bool = False,
    errors: Iterable[LinkwrightError] = (),
    body_word: str = "body",
) -> Robot:
    """Check and order a mechanism.

    root:      the body that is fixed to the world, or floats in it; what is not below it is left out. Found where not given.
    errors:    what the caller found wrong already: raised together with what is found here
    body_word: what the caller's users call a body ("link")
    """
    body_list, joints, frame_list, note_list = list(bodies), list(joints), list(frames), list(notes)
    found: list[LinkwrightError] = list(errors)
    loop_list, coupling_list = list(loops), list(couplings)
    if root is not None and root != WORLD and not found:
        whole = [*body_list, *joints, *frame_list]
        body_list, joints, frame_list = _below(root, body_list, joints, frame_list, note_list, source, body_word)
        lost = {x.name for x in whole} - {x.name for x in (*body_list, *joints, *frame_list)}
        loop_list, coupling_list = without(lost, loop_list, coupling_list, note_list)
        actuated = [name for name in actuated if name not in lost]
        start = {name: x for name, x in start.items() if name not in lost}
    joint_list = [with_unit_axis(j, found, note_list) for j in joints]
    found += duplicates(body_word, body_list) + duplicates("joint", joint_list) + duplicates("frame", frame_list)
    body_map = {b.name: b for b in body_list}
    body_map.setdefault(WORLD, Body(WORLD))
    found += joint_errors(joint_list, body_map, body_word)
    found += body_errors(body_list, body_word)
    found += mimic_errors({j.name: j for j in joint_list})
    known = {*body_map, *(f.name for f in frame_list)}
    for f in frame_list:
        if f.body not in body_map:
            found.append(ModelError(f"frame '{f.name}' sits on unknown {body_word} '{f.body}'", f.where or source))
        elif f.name in body_map and f.name != WORLD and (f.body != f.name or Transform() != f.X):
            what = f"frame '{f.name}' has the name of a {body_word}, but is not its frame"
            found.append(ModelError(what, f.where or source, "give it a name of its own"))
    found += [ModelError(f"a wrench acts at unknown frame '{w}'", source) for w in wrenches if w not in known]
    twice = sorted({w for w in wrenches if list(wrenches).count(w) > 1})
    found += [ModelError(f"frame '{w}' is listed twice under wrenches", source, "one wrench per frame") for w in twice]
    joint_map = {j.name: j for j in joint_list}
    found += loop_errors(loop_list, {*known, *joint_map}, source)
    found += coupling_errors(coupling_list, joint_map, source)
    found += named_joint_errors(actuated, start, joint_map, source)
    if platform is not None and platform not in body_map:
        found.append(ModelError(f"the platform '{platform}' is no {body_word} of this robot", source))
    raise_all(sorted(found, key=_line))
    doubts = [
        Note("suspect", f"{body_word} '{b.name}' {doubt}", b.where) for b in body_list if (doubt := inertia_doubt(b))
    ]
    note_list += doubts

    joint_list = _attached(joint_list, body_map, root, floating, source, body_word)
    ordered = _depth_first(joint_list)
    _check_connected(ordered, joint_list, body_map, source, body_word)
    tree = OpenRobot(
        name,
        MappingProxyType(body_map),
        MappingProxyType({j.name: j for j in ordered}),
        MappingProxyType({f.name: f for f in frame_list}),
        gravity.map(_plain),
        source=source,
        wrenches=tuple(wrenches),
    )
    robot: Robot = tree
    if loop_list or coupling_list:
        places = MappingProxyType(dict(start))
        robot = ClosedRobot(tree, tuple(loop_list), tuple(coupling_list), tuple(actuated), places, platform)
    robot = _with_parameters(robot, list(parameters), note_list)
    raise_all(_coordinate_names(robot.tree))
    return robot


def _plain(x: Scalar) -> Scalar:
    """A NumPy number as Python's own: that is how it is printed and hashed."""
    return x.item() if hasattr(x, "item") else x  # type: ignore[union-attr]


def _coordinate_names(robot: Robot) -> list[LinkwrightError]:
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


# --- root and order -------------------------------------------------------------------------------------------------


def _attached(
    joints: list[Joint], bodies: Mapping[str, Body], root: str | None, floating: bool, source: str, word: str
) -> list[Joint]:
    """The joints, with the root welded to the world or floating in it."""
    children = {j.child for j in joints}
    roots = [b for b in bodies if b not in children and b != WORLD]
    if root is None:
        if any(j.parent == WORLD for j in joints) or not roots:
            root = WORLD
        elif len(roots) > 1:
            raise ModelError(
                f"several roots: {_some(roots)}", source, f"connect them by joints, or choose one: root='{roots[0]}'"
            )
        else:
            root = roots[0]
    if root != WORLD:
        base_name = _fresh("root_joint" if floating else "base_joint", {j.name for j in joints})
        return [Joint(base_name, "floating" if floating else "fixed", WORLD, root, where=source), *joints]
    if floating:
        raise ModelError(
            "the robot is attached to 'world' already, so no base is left to float",
            source,
            f"leave out the joint to 'world', or write the floating joint itself: type floating, from 'world' to a {word}",
        )
    return joints


def _below(
    root: str, bodies: list[Body], joints: list[Joint], frames: list[Frame], notes: list[Note], source: str, word: str
) -> tuple[list[Body], list[Joint], list[Frame]]:
    """The part of the mechanism that hangs on `root`."""
    if all(b.name != root for b in bodies):
        raise ModelError(
            f"root '{root}' is no {word} of this robot", source, f"one of: {_some([b.name for b in bodies])}"
        )
    kept = {root, *(j.child for j in _depth_first(joints, root) if j.child != root)}
    left_out = [b.name for b in bodies if b.name not in kept]
    if left_out:
        notes.append(Note("ignored", f"not below the root '{root}': {_some(left_out)}", source))
    return (
        [b for b in bodies if b.name in kept],
        [j for j in joints if j.parent in kept and j.child != root],
        [f for f in frames if f.body in kept],
    )


def _check_connected(
    ordered: Sequence[Joint], joints: Sequence[Joint], bodies: Mapping[str, Body], source: str, word: str
) -> None:
    reached = {j.child for j in ordered}
    lost = [b for b in bodies if b != WORLD and b not in reached]
    if not lost:
        return
    parent_of = {j.child: j.parent for j in joints}
    chain = [lost[0]]
    while (up := parent_of.get(chain[-1])) is not None and up not in chain:
        chain.append(up)
    if up is not None:
        circle = [*chain[chain.index(up) :], up]
        where = next((j.where for j in joints if j.child == up), source)
        hint = "a tree has no loops; write the joint that closes one under close: (YAML)"
        raise ModelError(f"joints form a loop: {' -> '.join(reversed(circle))}", where or source, hint)
    hint = f"every {word} needs one joint whose chain of parents ends at the root"
    raise ModelError(f"not connected to the root: {_some(lost)}", source, hint)


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _fresh(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _depth_first(joints: Sequence[Joint], root: str = WORLD) -> list[Joint]:
    children: dict[str, list[Joint]] = {}
    for j in joints:
        children.setdefault(j.parent, []).append(j)
    ordered: list[Joint] = []
    stack = list(reversed(children.pop(root, [])))
    while stack:
        j = stack.pop()
        ordered.append(j)
        stack.extend(reversed(children.pop(j.child, [])))  # popped, so that a loop ends
    return ordered


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
    return robot.with_tree(tree) if isinstance(robot, ClosedRobot) else tree


def _used_symbols(robot: Robot) -> list[str]:
    nodes: dict[int, tuple[Graph, list[int]]] = {}

    def note(x: Scalar) -> Scalar:
        if isinstance(x, Expr):
            nodes.setdefault(id(x.graph), (x.graph, []))[1].append(x.index)
        return x

    robot.map(note)
    return list(dict.fromkeys(name for graph, roots in nodes.values() for name in symbols_of(graph, roots)))
