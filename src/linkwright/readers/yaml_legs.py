"""Parallel robots in YAML: a platform and the legs that carry it.

    platform:
      coordinates: [x, y, z, phix, phiy, phiz]   # the pose; what is left out does not move
      orientation: xyz                           # order of the rotations, each about the axis that the ones before turned
      body: {mass: mp, com: [0, 0, 0], inertia: [Ix, Iy, Iz]}
      start: {z: 0.5}                            # a pose near which the robot is assembled
    legs:
      count: 6
      base: {method: G1, radius: rb}             # see leg_places.py; or legs one by one, under `each`
      platform: {method: P4, radius: rp, distance: e}
      rows: [[R, 0, 0, 0, q], [R, pi/2, 0, 0, q], [P, pi/2, 0, q, 0], [R, 0, 0, 0, q]]   # modified DH, as in `dh:`
      coupling: 4                                # row whose origin is a point of the platform
      closure: point                             # how it meets the platform there: point (if left out), pin, weld
      actuated: 3                                # row (or rows) with a motor
      bodies: {1: {mass: m1}, 2: {mass: m2}, 3: {mass: m3}}
      start: [0, 0.5, 0.6]                       # joint coordinates near which a leg closes
      alike: true                                # the legs share their inertial parameters (false if left out)
      elbow: [1, 1, 1, 1, 1, 1]                  # which of two ways to close each leg; the one near `start` if left out
      each: [{base: {xyz: [1, 0, 0], angles: [0, 0, pi/2]}, platform: {xyz: [0.2, 0, 0]}}, ...]   # instead of methods

`legs:` may also be a list of legs, each with all keys of its own. The pose of the platform is the robot's coordinates: it hangs
on the world by massless joints platform_x, ..., and each leg ends in a point of it. The joints at and behind that point carry
nothing and are left out. With closure: pin the last row is the pin, along z of the platform's frame there; with closure: weld
the last row's frame is that frame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.errors import suggestion
from linkwright.graph.expr import Scalar
from linkwright.model.closures import Loop
from linkwright.model.robot import WORLD, Frame
from linkwright.readers.draft import Draft
from linkwright.readers.leg_chain import LegChain, leg_chain
from linkwright.readers.leg_places import BASE_METHODS, PLATFORM_METHODS, Method, places, turned
from linkwright.readers.yaml_parts import PLACEMENT, Parts
from linkwright.readers.yaml_platform import read_platform
from linkwright.readers.yaml_tree import Leaf, Map, Node, Seq
from linkwright.spatial.transform import Transform

LEG = ("name", "base", "platform", "rows", "coupling", "closure", "actuated", "bodies", "start", "elbow")
SHARED = ("count", "each", "alike", *LEG[1:])
_TOO_MANY = 200


def read_legs(top: Map, found: Draft, parts: Parts) -> None:
    """Adds the platform and the legs of a parallel robot to what was found."""
    platform, legs = top.entries.get("platform"), top.entries.get("legs")
    if platform is None and legs is None:
        return
    if isinstance(platform, Leaf) and isinstance(platform.value, str) and legs is None:
        found.platform = platform.value  # a body that joints of the file carry, one per coordinate of its pose
        return
    if not isinstance(platform, Map) or legs is None:
        missing, present = ("legs", platform) if legs is None else ("platform", legs)
        hint = "write platform: {coordinates: [x, y, phiz], body: {...}} and legs: {...}"
        parts.report.error(f"a parallel robot needs '{missing}:'", present.line if present else None, hint)
        return
    name = read_platform(platform, found, parts)
    made = _legs(legs, parts)
    for leg in made:
        _add_leg(leg, name, found, parts)
    if isinstance(legs, Map) and parts.flag(legs, "alike", "legs"):
        rows = [[body.name for body in leg.chain.named(leg.name, leg.base).bodies] for leg in made]
        found.alike += [list(group) for group in zip(*rows, strict=False)]


@dataclass(frozen=True)
class _Leg:
    name: str
    base: Transform
    place: Transform
    chain: LegChain
    actuated: tuple[int, ...]
    start: Sequence[Scalar] | None
    elbow: Scalar | None
    line: int | None


def _add_leg(leg: _Leg, platform: str, found: Draft, parts: Parts) -> None:
    where = parts.report.where(leg.line)
    chain = leg.chain.named(leg.name, leg.base)
    found.bodies |= {b.name: b for b in chain.bodies}
    found.joints += chain.joints
    end, point = f"{leg.name}_end", f"{platform}_{leg.name}"
    last = chain.bodies[-1].name if chain.bodies else WORLD
    found.frames += [
        Frame(f"{leg.name}_base", WORLD, leg.base, where),
        Frame(end, last, chain.end, where),
        Frame(point, platform, leg.place if chain.closure != "point" else Transform(p=leg.place.p), where),
    ]
    found.loops.append(Loop(leg.name, chain.closure, end, point, leg.elbow, where))
    names = [j.name for j in chain.joints]
    found.actuated += [names[k - 1] for k in leg.actuated]
    if leg.start is not None:
        found.start |= dict(zip(names, leg.start, strict=True))


def _legs(node: Node, parts: Parts) -> list[_Leg]:
    if isinstance(node, Seq):
        made = [_leg(x, Map(), k, None, parts) for k, x in enumerate(node.items, 1)]
        return [leg for leg in made if leg is not None]
    if not isinstance(node, Map):
        parts.report.error("'legs' is neither a mapping nor a list", node.line, "write legs: {count: 3, ...}")
        return []
    parts.keys(node, SHARED, "legs")
    each = node.entries.get("each")
    if isinstance(each, Seq):
        own: list[Node] = each.items
    elif "count" in node.entries:
        own = [Map(line=node.line)] * _count(node, parts)
    else:
        parts.report.error("'legs' does not say how many there are", node.line, "write count: 6, or each: [{...}, ...]")
        return []
    points = _Points(node, len(own), parts)
    found: list[_Leg] = []
    for k, x in enumerate(own, 1):
        before = len(parts.report.errors)
        leg = _leg(x, node, k, points, parts)
        found += [] if leg is None else [leg]
        if len(parts.report.errors) > before and each is None:
            break  # all legs are alike: the others have the same mistakes
    return found


def _count(node: Map, parts: Parts) -> int:
    value = parts.measured(node, "count", "legs")
    if value is None or value != int(value) or not 1 <= value <= _TOO_MANY:
        parts.report.error("count of legs is not a number of legs", node.entries["count"].line, "write count: 3")
        return 0
    return int(value)


def _leg(node: Node, shared: Map, number: int, points: _Points | None, parts: Parts) -> _Leg | None:
    if not isinstance(node, Map):
        parts.report.error(f"leg {number} is not a mapping", node.line, "write {base: {...}, platform: {...}, ...}")
        return None
    what = f"leg {number}"
    parts.keys(node, LEG, what)
    entries = {**{k: v for k, v in shared.entries.items() if k in LEG}, **node.entries}
    both = Map(entries, {}, node.line or shared.line)
    chain = leg_chain(both, what, parts)
    if chain is None:
        return None
    line = node.line or shared.line
    base = _base(node.entries.get("base", Leaf(None, line)), number, points, what, parts)
    place = _place(node.entries.get("platform", Leaf(None, line)), number, points, what, parts)
    actuated = _actuated(entries.get("actuated"), chain, what, parts)
    start = _leg_start(entries.get("start"), number, len(chain.joints), what, parts)
    elbow = _elbow(entries.get("elbow"), number, what, parts)
    name = parts.word(node, "name", what) or f"leg{number}"
    return _Leg(name, base, place, chain, actuated, start, elbow, line)


class _Points:
    """Base frames and platform points that a method gives for all legs."""

    def __init__(self, node: Map, count: int, parts: Parts) -> None:
        self.base = self._read(node, "base", BASE_METHODS, count, parts)
        self.platform = self._read(node, "platform", PLATFORM_METHODS, count, parts)

    def _read(
        self, node: Map, key: str, methods: Mapping[str, Method], count: int, parts: Parts
    ) -> list[Transform] | None:
        entry, what = node.entries.get(key), f"{key} of the legs"
        if entry is None:
            return None
        name = parts.word(entry, "method", what) if isinstance(entry, Map) else None
        if not isinstance(entry, Map) or name is None or name not in methods:
            hint = suggestion(name or "", methods, f"write {key}: {{method: ...}} with one of: {', '.join(methods)}")
            said = f"has the unknown method '{name}'" if name else "has no method"
            parts.report.error(f"{what} {said}", entry.line, hint)
            return None
        method = methods[name]
        parts.keys(entry, ("method", *method.keys), f"{what}, method {name},")
        if missing := [k for k in method.keys if k not in entry.entries]:
            parts.report.error(f"{what}: method {name} needs {' and '.join(missing)}", entry.line)
        if method.pairs and count % 2:
            parts.report.error(f"{what}: {count} legs do not come in pairs", entry.line, "use a circle, or points")
            return None
        return places(method, count, {k: parts.scalar(entry, k, what) for k in method.keys}, parts.snapper)


def _empty(node: Node) -> bool:
    return isinstance(node, Leaf) and node.value is None


def _base(node: Node, number: int, points: _Points | None, what: str, parts: Parts) -> Transform:
    if _empty(node) and points is not None and points.base is not None:
        return points.base[number - 1]
    if not isinstance(node, Map):
        hint = "write base: {xyz: [...], angles: [a, b, c]} (Rx Ry Rz), or a method for all legs"
        parts.report.error(f"{what} has no base", node.line, hint)
        return Transform()
    return _own_place(node, f"base of {what}", parts)


def _own_place(node: Map, what: str, parts: Parts) -> Transform:
    parts.keys(node, ("angles", *PLACEMENT), what)
    place = parts.placement(node, what)
    if "angles" in node.entries:
        place = Transform(turned(parts.vector(node, "angles", 3, what), parts.snapper), place.p)
    return place


def _place(node: Node, number: int, points: _Points | None, what: str, parts: Parts) -> Transform:
    if _empty(node) and points is not None and points.platform is not None:
        return points.platform[number - 1]
    if not isinstance(node, Map) or "xyz" not in node.entries:
        hint = "write platform: {xyz: [...]}, in the platform's axes, or a method for all legs"
        parts.report.error(f"{what} has no point on the platform", node.line, hint)
        return Transform()
    return _own_place(node, f"platform of {what}", parts)


def _actuated(node: Node | None, chain: LegChain, what: str, parts: Parts) -> tuple[int, ...]:
    if node is None:
        return ()
    written: list[Any] = node.plain() if isinstance(node, Seq) else [node.plain()]
    count = len(chain.joints)
    good = [int(x) for x in written if str(x).isdigit() and 1 <= int(x) <= count]
    if len(good) != len(written):
        hint = f"rows 1 to {count} of the leg move a body; name those with motors"
        parts.report.error(f"actuated of {what} is {', '.join(map(str, written))}", node.line, hint)
    return tuple(good)


def _leg_start(node: Node | None, number: int, size: int, what: str, parts: Parts) -> Sequence[Scalar] | None:
    """The leg's own start; a list of lists under `legs:` has one per leg."""
    if node is None:
        return None
    if isinstance(node, Seq) and node.items and all(isinstance(x, Seq) for x in node.items):
        if number > len(node.items):
            parts.report.error(f"start has no values for {what}", node.line, "write one list per leg, or one for all")
            return None
        node = node.items[number - 1]
    return parts.values.vector(node.plain(), size, f"start of {what}", node.line)


def _elbow(node: Node | None, number: int, what: str, parts: Parts) -> Scalar | None:
    if isinstance(node, Seq):
        if number > len(node.items):
            parts.report.error(
                f"elbow has no value for {what}", node.line, "write one of 1, -1 per leg, or one for all"
            )
            return None
        node = node.items[number - 1]
    if node is None or (isinstance(node, Leaf) and node.value is None):
        return None
    return parts.values.scalar(node.plain(), f"elbow of {what}", node.line, 1)
