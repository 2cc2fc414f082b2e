"""Parallel robots in YAML: a platform and the legs that carry it.

`legs:` may also be a list of legs, each with all keys of its own. The pose of the platform is the robot's coordinates: it hangs
on the world by massless joints platform_x, ..., and each leg ends in a point of it. The joints at and behind that point carry
nothing and are left out. With closure: pin the last row is the pin, along z of the platform's frame there; with closure: weld
the last row's frame is that frame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from linkwright.graph.expr import Scalar
from linkwright.model.closures import Loop
from linkwright.model.robot import WORLD, Frame
from linkwright.readers.draft import Draft
from linkwright.readers.keys import Place, Record
from linkwright.readers.leg_chain import LegChain, leg_chain
from linkwright.readers.leg_places import BASE_METHODS, PLATFORM_METHODS, Method, places, turned
from linkwright.readers.table import LEG, LEGS
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_places import placement
from linkwright.readers.yaml_platform import read_platform
from linkwright.readers.yaml_tree import Map, Node, Seq, is_empty
from linkwright.spatial.transform import Transform

Points = Mapping[str, Sequence[Transform]]
"""base, platform -> frames of all legs, where a method gives them."""


def read_legs(top: Record, found: Draft, parts: Parts) -> None:
    """Adds the platform and the legs of a parallel robot to what was found."""
    platform, legs = top["platform"], top["legs"]
    if legs is None and not isinstance(platform, Record):
        found.platform = platform  # a body that joints of the file carry, one per coordinate of its pose
        return
    if not isinstance(platform, Record) or legs is None:
        missing, present = ("legs", "platform") if legs is None else ("platform", "legs")
        hint = "write platform: {coordinates: [x, y, phiz], body: {...}} and legs: {...}"
        parts.report.error(f"a parallel robot needs '{missing}:'", top.line_of(present), hint)
        return
    name = read_platform(platform, found, parts)
    shared = None if isinstance(legs, Seq) else LEGS.read(Place(legs, "'legs'", "write legs: {count: 3, ...}", parts))
    made = _legs(legs, shared, parts)
    for leg in made:
        _add_leg(leg, name, found, parts)
    if shared is not None and shared["alike"]:
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


def _legs(node: Node, shared: Record | None, parts: Parts) -> list[_Leg]:
    """shared: what all legs have; None where they stand in a list."""
    if shared is None:
        own = node.items if isinstance(node, Seq) else []
    elif isinstance(shared["each"], Seq):
        own = shared["each"].items
    elif "count" in shared:
        own = [Map(line=shared.line)] * (shared["count"] or 0)
    else:
        own = []
        if shared.whole:
            hint = "write count: 6, or each: [{...}, ...]"
            parts.report.error("'legs' does not say how many there are", shared.line, hint)
    points: Points = {} if shared is None else _points(shared, len(own), parts)
    found: list[_Leg] = []
    for k, x in enumerate(own, 1):
        before = len(parts.report.errors)
        leg = _leg(x, shared, k, points, parts)
        found += [] if leg is None else [leg]
        if len(parts.report.errors) > before and shared is not None and "each" not in shared:
            break  # all legs are alike: the others have the same mistakes
    return found


def _points(shared: Record, count: int, parts: Parts) -> Points:
    read = {
        key: _method_points(shared[key], key, methods, count, parts)
        for key, methods in (("base", BASE_METHODS), ("platform", PLATFORM_METHODS))
        if shared[key] is not None and shared[key].whole
    }
    return {key: frames for key, frames in read.items() if frames}


def _method_points(x: Record, key: str, methods: Mapping[str, Method], count: int, parts: Parts) -> list[Transform]:
    method, what = methods[x["method"]], f"{key} of the legs"
    missing = [k for k in method.keys if x[k] is None]
    if missing:
        parts.report.error(f"{what}: method {x['method']} needs {' and '.join(missing)}", x.line)
    for extra in [k for k in ("distance", "cone", "angle", "tilt") if k in x and k not in method.keys]:
        hint = f"it has: {', '.join(method.keys)}"
        parts.report.error(f"{what}: method {x['method']} has no {extra}", x.line_of(extra), hint)
    if method.pairs and count % 2:
        parts.report.error(f"{what}: {count} legs do not come in pairs", x.line, "use a circle, or points")
        return []
    return places(method, count, {k: x[k] or 0 for k in method.keys}, parts.snapper)


def _leg(node: Node, shared: Record | None, number: int, points: Points, parts: Parts) -> _Leg | None:
    """A leg: its own keys, and those of all legs."""
    place = Place(node, f"leg {number}", "write {base: {...}, platform: {...}, ...}", parts)
    if not isinstance(node, Map):
        return place.fail("is not a mapping")
    common = {} if shared is None else {k: x for k, x in shared.given.items() if k in _COMMON}
    line = node.line or (None if shared is None else shared.line)
    x = LEG.read(place.at(Map({**common, **node.entries}, node.key_lines, line), place.what))
    chain = leg_chain(x, parts)
    if chain is None:
        return None
    base, end = (_frame(key, x, number, points, parts) for key in ("base", "platform"))
    actuated = _actuated(x, len(chain.joints), parts)
    start = _leg_start(x["start"], number, len(chain.joints), x.what, parts)
    elbow = _elbow(x["elbow"], number, x.what, parts)
    return _Leg(x["name"] or f"leg{number}", base, end, chain, actuated, start, elbow, line)


_COMMON = tuple(name for name in LEG.names if name not in ("name", "base", "platform"))
_LACKS = {
    "base": ("base", "write base: {xyz: [...], angles: [a, b, c]} (Rx Ry Rz), or a method for all legs"),
    "platform": (
        "point on the platform",
        "write platform: {xyz: [...]}, in the platform's axes, or a method for all legs",
    ),
}


def _frame(key: str, leg: Record, number: int, points: Points, parts: Parts) -> Transform:
    """Where a leg begins or ends: its own place, or that of the method for all legs."""
    x = None if is_empty(leg.given.get(key)) else leg[key]
    if x is None and key in points:
        return points[key][number - 1]
    if x is None or (key == "platform" and "xyz" not in x):
        said, hint = _LACKS[key]
        parts.report.error(f"{leg.what} has no {said}", leg.line_of(key), hint)
        return Transform()
    place = placement(x, parts)
    return place if x["angles"] is None else Transform(turned(x["angles"], parts.snapper), place.p)


def _actuated(x: Record, count: int, parts: Parts) -> tuple[int, ...]:
    rows = x["actuated"] if isinstance(x["actuated"], list) else [x["actuated"]]
    rows = [row for row in rows if row is not None]
    good = tuple(row for row in rows if row <= count)
    if len(good) != len(rows):
        hint = f"rows 1 to {count} of the leg move a body; name those with motors"
        told = f"actuated of {x.what} is {', '.join(map(str, rows))}"
        parts.report.error(told, x.line_of("actuated"), hint)
    return good


def _of_leg(node: Node, number: int, what: str, hint: str, parts: Parts) -> Node | None:
    """The entry of one leg in a list that has one for each."""
    if not isinstance(node, Seq) or number <= len(node.items):
        return node.items[number - 1] if isinstance(node, Seq) else node
    parts.report.error(what, node.line, hint)
    return None


def _leg_start(node: Node | None, number: int, size: int, what: str, parts: Parts) -> Sequence[Scalar] | None:
    """The leg's own start; a list of lists under `legs:` has one per leg."""
    if isinstance(node, Seq) and node.items and all(isinstance(x, Seq) for x in node.items):
        said = f"start has no values for {what}"
        node = _of_leg(node, number, said, "write one list per leg, or one for all", parts)
    return None if node is None else parts.values.vector(node.to_python(), size, f"start of {what}", node.line)


def _elbow(node: Node | None, number: int, what: str, parts: Parts) -> Scalar | None:
    if node is not None:
        said = f"elbow has no value for {what}"
        node = _of_leg(node, number, said, "write one of 1, -1 per leg, or one for all", parts)
    if is_empty(node) or node is None:
        return None
    return parts.values.scalar(node.to_python(), f"elbow of {what}", node.line, 1)
