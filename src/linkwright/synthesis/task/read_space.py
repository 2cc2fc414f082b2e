"""Places of a task file: where the robot may be, what must be reached, what is in the way."""

from __future__ import annotations

from linkwright.errors import suggestion
from linkwright.readers.yaml_tree import Node
from linkwright.synthesis.task.parts import Reach
from linkwright.synthesis.task.section import Section
from linkwright.synthesis.task.shapes import Box, Capsule, Obstacle, Shape, Sphere

BOX = ("low", "high", "center", "size")


def read_space(top: Section) -> Box | None:
    """The box that the whole robot must stay in."""
    return _box(top.section("space", BOX)) if "space" in top.given else None


def read_reach(top: Section) -> Reach | None:
    """The working space."""
    if "reach" not in top.given:
        return None
    section = top.section("reach", (*BOX, "yaw"))
    node = section.node.entries.get("yaw")
    if node is None:
        return Reach(_box(section))
    items = getattr(node, "items", None)
    yaws = section.row(node, "yaw of 'reach'", (len(items),)) if items else (section.number("yaw", 0.0),)
    return Reach(_box(section), yaws or (0.0,))


def read_obstacles(top: Section) -> tuple[Obstacle, ...]:
    """Boxes, spheres and capsules by name."""
    found: list[Obstacle] = []
    for name, node in top.parts.named(top.node.entries.get("obstacles"), "obstacles").items():
        kinds = [k for k in _SHAPES if k in node.entries]
        if len(kinds) != 1:
            key = next((k for k in node.entries if k not in _SHAPES), "")
            hint = suggestion(key, _SHAPES, f"write {name}: {{box: ...}}, {{sphere: ...}} or {{capsule: ...}}")
            top.error(f"obstacle '{name}' is not one of {', '.join(_SHAPES)}", node, hint)
            continue
        section = Section(top.parts, node, f"obstacle '{name}'", kinds)
        found.append(Obstacle(name, _SHAPES[kinds[0]](section, node.entries[kinds[0]])))
    return tuple(found)


def _box(section: Section) -> Box:
    ends, middle = {"low", "high"} & set(section.given), {"center", "size"} & set(section.given)
    if not (len(ends) == 2 and not middle) and not (len(middle) == 2 and not ends):
        section.error(f"{section.what} needs two corners", hint="write low: and high:, or center: and size:")
        return Box((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    zero = (0.0, 0.0, 0.0)
    if middle:
        center, size = section.numbers("center", zero, (3,)), section.numbers("size", zero, (3,), 0)
        low, high = ([c + s * k / 2 for c, s in zip(center, size, strict=True)] for k in (-1, 1))
    else:
        low, high = section.numbers("low", zero, (3,)), section.numbers("high", zero, (3,))
    if any(a > b for a, b in zip(low, high, strict=True)):
        section.error(f"low of {section.what} is above high", hint="low: has the smaller number of each")
    return Box((low[0], low[1], low[2]), (high[0], high[1], high[2]))


def _solid_box(section: Section, node: Node) -> Shape:
    return _box(Section(section.parts, node, f"the box of {section.what}", BOX))


def _sphere(section: Section, node: Node) -> Shape:
    part = Section(section.parts, node, f"the sphere of {section.what}", ("center", "radius"))
    return Sphere(part.numbers("center", (0.0, 0.0, 0.0), (3,)), _radius(part))


def _capsule(section: Section, node: Node) -> Shape:
    part = Section(section.parts, node, f"the capsule of {section.what}", ("start", "end", "radius"))
    zero = (0.0, 0.0, 0.0)
    for key in ("start", "end"):
        if key not in part.given:
            part.error(f"{part.what} has no {key}", node, f"write {key}: [x, y, z]")
    return Capsule(part.numbers("start", zero, (3,)), part.numbers("end", zero, (3,)), _radius(part))


def _radius(section: Section) -> float:
    if "radius" not in section.given:
        section.error(f"{section.what} has no radius", hint="write radius: 50 mm")
    return section.number("radius", 0.0, 1e-12)


_SHAPES = {"box": _solid_box, "sphere": _sphere, "capsule": _capsule}
