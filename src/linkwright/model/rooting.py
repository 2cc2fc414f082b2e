"""The tree in a heap of bodies and joints: its root, what hangs on it, and the order of its joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from linkwright.errors import ModelError
from linkwright.model.closures import Coupling, Loop, Start
from linkwright.model.loop_checks import without
from linkwright.model.robot import WORLD, Body, Frame, Joint, Note, Tendon
from linkwright.model.tendons import left_tendons


@dataclass(frozen=True)
class Parts:
    """A mechanism before it has an order. word: what the caller's users call a body."""

    bodies: list[Body]
    joints: list[Joint]
    frames: list[Frame]
    loops: list[Loop]
    couplings: list[Coupling]
    actuated: tuple[str, ...]
    start: dict[str, Start]
    notes: list[Note]
    source: str
    word: str
    tendons: list[Tendon] = field(default_factory=list[Tendon])

    @cached_property
    def body_map(self) -> dict[str, Body]:
        """Bodies by name, the world included."""
        found = {b.name: b for b in self.bodies}
        found.setdefault(WORLD, Body(WORLD))
        return found

    @cached_property
    def places(self) -> set[str]:
        """Names that a frame can be given by."""
        return {*self.body_map, *(f.name for f in self.frames)}


def attached(parts: Parts, root: str | None, floating: bool) -> list[Joint]:
    """The joints, with the root welded to the world or floating in it."""
    joints, source, word = parts.joints, parts.source, parts.word
    children = {j.child for j in joints}
    roots = [b for b in parts.body_map if b not in children and b != WORLD]
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
        base_name = fresh("root_joint" if floating else "base_joint", {j.name for j in joints})
        return [Joint(base_name, "floating" if floating else "fixed", WORLD, root, where=source), *joints]
    if floating:
        raise ModelError(
            "the robot is attached to 'world' already, so no base is left to float",
            source,
            f"leave out the joint to 'world', or write the floating joint itself: type floating, from 'world' to a {word}",
        )
    return joints


def below(root: str, parts: Parts) -> Parts:
    """The part of the mechanism that hangs on `root`."""
    names = [b.name for b in parts.bodies]
    if root not in names:
        raise ModelError(f"root '{root}' is no {parts.word} of this robot", parts.source, f"one of: {_some(names)}")
    kept = {root, *(j.child for j in depth_first(parts.joints, root) if j.child != root)}
    left_out = [name for name in names if name not in kept]
    if left_out:
        parts.notes.append(Note("ignored", f"not below the root '{root}': {_some(left_out)}", parts.source))
    bodies = [b for b in parts.bodies if b.name in kept]
    joints = [j for j in parts.joints if j.parent in kept and j.child != root]
    frames = [f for f in parts.frames if f.body in kept]
    whole = {x.name for x in (*parts.bodies, *parts.joints, *parts.frames)}
    lost = whole - {x.name for x in (*bodies, *joints, *frames)}
    loops, couplings = without(lost, parts.loops, parts.couplings, parts.notes)
    actuated = tuple(name for name in parts.actuated if name not in lost)
    start = {name: x for name, x in parts.start.items() if name not in lost}
    return replace(
        parts, bodies=bodies, joints=joints, frames=frames, loops=loops, couplings=couplings, actuated=actuated, start=start,
        tendons=left_tendons(lost, parts.tendons, parts.notes),
    )  # fmt: skip


def check_connected(
    ordered: Sequence[Joint], joints: Sequence[Joint], bodies: Mapping[str, Body], source: str, word: str
) -> None:
    """Complain about bodies that no chain of joints connects to the world. ordered: the joints that one does."""
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


def fresh(name: str, taken: set[str]) -> str:
    """The name, or one like it that nothing has yet; then it is taken."""
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def depth_first(joints: Sequence[Joint], root: str = WORLD) -> list[Joint]:
    """The joints below a body, each before those of its child."""
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


def coordinate_order(joints: Sequence[Joint]) -> list[Joint]:
    """The joints from the world outward, depth first; then the motors of elastic joints, in the order of the joints that they
    drive; then the rotors that turn with those."""
    driven = {j.name: j.transmission.joint for j in joints if j.transmission}
    if not driven:
        return depth_first(joints)
    rotors = [j for j in joints if j.mimic and j.mimic.joint in driven]
    apart = {*driven, *(j.name for j in rotors)}
    arm = depth_first([j for j in joints if j.name not in apart])
    place = {j.name: k for k, j in enumerate(arm)}
    motors = sorted((j for j in joints if j.name in driven), key=lambda j: place.get(driven[j.name], 0))
    return [*arm, *(x for motor in (*motors, *rotors) for x in (motor, *depth_first(joints, motor.child)))]
