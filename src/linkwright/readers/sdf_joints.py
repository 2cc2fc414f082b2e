"""Joints of an SDF model as edges of a graph: which of them make a tree, and which close its loops."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from linkwright.graph.expr import Scalar, as_number, number
from linkwright.model.robot import WORLD, Drive, Joint, Limits, Mimic
from linkwright.model.rooting import fresh
from linkwright.readers.xml import Element
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Mat, Vec, norm

FAR = 1e15
"""Limits beyond this mean none, and no place or direction is."""


@dataclass(frozen=True)
class Edge:
    """A joint as the file has it: where its frame is in its parent and in its child, and the axes in that frame."""

    name: str
    kind: str
    parent: str
    child: str
    X_parent: Transform
    X_child: Transform
    axis: Vec
    axis2: Vec | None
    pitch: float
    drive: Drive
    limits: Limits
    where: str
    element: Element


def spanning(links: list[str], edges: list[Edge]) -> tuple[list[Edge], list[Edge]]:
    """Joints that carry links, and those whose child hangs on another one already."""
    taken: set[str] = {WORLD}
    tree: list[Edge] = []
    closing: list[Edge] = []
    for e in edges:
        (closing if e.child in taken else tree).append(e)
        taken.add(e.child)
    above = {e.child: e for e in tree}
    for link in links:  # a circle of joints hangs on nothing: its last joint closes it
        seen: list[str] = []
        while link in above and link not in seen:
            seen.append(link)
            link = above[link].parent
        if link in seen:
            last = max((above[x] for x in seen[seen.index(link) :]), key=edges.index)
            tree.remove(last)
            closing.append(last)
            del above[last.child]
    return tree, closing


def base_joint(links: list[str], joints: list[Joint], places: Mapping[str, Transform]) -> list[Joint]:
    """What holds the one root in its place in the world, where no joint does and that is not the world's origin."""
    roots = set(links) - {j.child for j in joints}
    if len(roots) != 1 or any(j.parent == WORLD for j in joints):
        return []
    (root,) = roots
    name = fresh("base_joint", {j.name for j in joints})
    return [] if places[root] == Transform() else [Joint(name, "fixed", WORLD, root, places[root])]


def z_along(axis: Vec) -> Mat:
    """A rotation whose z is along the axis."""
    values = [float(number(x) or 0) for x in axis]
    size = norm(values) or 1.0
    direction = [x / size for x in values]
    z = Vec(*direction)
    other = Vec(1, 0, 0) if abs(direction[0]) < 0.9 else Vec(0, 1, 0)
    across = [as_number(c) for c in z.cross(other)]
    length = sum(c * c for c in across) ** 0.5
    y = Vec(*(c / length for c in across))
    x = y.cross(z)
    return Mat(Vec(x[0], y[0], z[0]), Vec(x[1], y[1], z[1]), Vec(x[2], y[2], z[2])).map(exact)


def exact(x: Scalar) -> Scalar:
    """A component that means a whole number."""
    value = as_number(x)
    return round(value) if abs(value - round(value)) < 1e-12 else value


def several(text: str, count: int) -> list[float]:
    """As many finite numbers; none where the text is not that."""
    try:
        values = [float(w) for w in text.split()]
    except ValueError:
        values = []
    return values if len(values) == count and all(abs(x) < FAR for x in values) else []


_MIMIC = {"multiplier": 1.0, "offset": 0.0, "reference": 0.0}


def mimic_of(e: Edge, value: Callable[[Element, str, str, float], float]) -> Mimic | None:
    """<mimic>: position = multiplier (the other's - reference) + offset. value: reads a number of an element."""
    found = e.element.find("axis/mimic")
    if found is None:
        return None
    k = {tag: value(found, tag, f"{tag} of <mimic> of joint '{e.name}'", default) for tag, default in _MIMIC.items()}
    return Mimic(found.get("joint") or "", k["multiplier"], k["offset"] - k["multiplier"] * k["reference"])
