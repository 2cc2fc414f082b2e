"""Shapes of a document as visuals of a URDF, an SDF or an MJCF that was just written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from linkwright.emit.source_tree import MARK
from linkwright.graph.expr import floats
from linkwright.readers.report import Report
from linkwright.readers.xml import Element, parse_xml
from linkwright.view.looks.shape import Shape
from linkwright.writers.places import quaternion, rpy
from linkwright.writers.xml import add, document, row

_Add = Callable[[Element, Shape], bool]


def with_visuals(text: str, shapes: Sequence[Shape], format: str) -> tuple[str, list[str]]:
    """The file with them, and what it has no form for."""
    if not shapes:
        return text, []
    tag, put = _FORMATS[format]
    root = parse_xml(text.encode(), Report("file"))
    carriers = {e.get("name"): e for e in root.iter(tag)}
    if (world := root.find("worldbody")) is not None:
        carriers["world"] = world
    left: dict[str, int] = {}
    for shape in shapes:
        if shape.body not in carriers or not put(carriers[shape.body], shape):
            why = (
                f"{shape.solid} shapes"
                if shape.body in carriers
                else f"shapes of '{shape.body}', which is no {tag} there"
            )
            left[why] = left.get(why, 0) + 1
    return document(root, MARK), [f"{why} ({n}) are left out" for why, n in left.items()]


def _urdf(link: Element, shape: Shape) -> bool:
    tags: Mapping[str, Mapping[str, str]] = {"box": {"size": "size"}, "sphere": _ROUND, "cylinder": _LONG}
    if shape.solid not in (*tags, "mesh"):
        return False
    visual = add(link, "visual")
    add(visual, "origin", {"xyz": row(shape.place.p), "rpy": row(rpy(shape.place.R))})
    geometry = add(visual, "geometry")
    if shape.solid == "mesh":
        scale = {"scale": row(_list(shape, "scale"))} if "scale" in shape.sizes else {}
        add(geometry, "mesh", {"filename": str(shape.sizes["file"]), **scale})
    else:
        add(geometry, shape.solid, {key: row(_list(shape, size)) for key, size in tags[shape.solid].items()})
    if rgb := _rgb(shape.color):
        add(add(visual, "material", {"name": shape.color}), "color", {"rgba": row([*rgb, 1])})
    return True


def _sdf(link: Element, shape: Shape) -> bool:
    if shape.solid not in ("box", "sphere", "cylinder", "capsule", "ellipsoid", "mesh"):
        return False
    count = len(link.findall("visual")) + 1
    visual = add(link, "visual", {"name": f"{link.get('name')}_visual{count}"})
    add(visual, "pose", content=row([*floats(shape.place.p), *rpy(shape.place.R)]))
    solid = add(add(visual, "geometry"), shape.solid)
    for key in shape.sizes:
        content = str(shape.sizes[key]) if key == "file" else row(_list(shape, key))
        add(solid, "uri" if key == "file" else key, content=content)
    if rgb := _rgb(shape.color):
        add(add(visual, "material"), "diffuse", content=row([*rgb, 1]))
    return True


def _mjcf(body: Element, shape: Shape) -> bool:
    """Groups and masks as visuals have them: no contact, no mass. Meshes would stop MuJoCo where they are missing."""
    sizes: Mapping[str, Sequence[tuple[str, float]]] = {
        "box": [("size", 0.5)], "sphere": [("radius", 1)], "cylinder": [("radius", 1), ("length", 0.5)],
        "capsule": [("radius", 1), ("length", 0.5)], "ellipsoid": [("radii", 1)],
    }  # fmt: skip
    if shape.solid not in sizes:
        return False
    size = [factor * x for key, factor in sizes[shape.solid] for x in _list(shape, key)]
    rgb = _rgb(shape.color)
    color = {"rgba": row([*rgb, 1])} if rgb else {}
    looks = {"contype": "0", "conaffinity": "0", "group": "2", "mass": "0"}
    place = {"pos": row(shape.place.p), "quat": row(quaternion(shape.place.R))}
    add(body, "geom", {"type": shape.solid, "size": row(size), **place, **looks, **color})
    return True


_ROUND = {"radius": "radius"}
_LONG = {"radius": "radius", "length": "length"}
_FORMATS: Mapping[str, tuple[str, _Add]] = {"urdf": ("link", _urdf), "sdf": ("link", _sdf), "mjcf": ("body", _mjcf)}
"""Format -> what a body is called there, and how a shape is added to it; False where it has no form for the solid."""


def _list(shape: Shape, key: str) -> Sequence[float]:
    value = shape.sizes[key]
    assert not isinstance(value, str)
    return [value] if isinstance(value, int | float) else value


def _rgb(color: str) -> list[float]:
    """Parts of '#8899aa' from 0 to 1; empty where it is no such colour."""
    try:
        return [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)] if len(color) == 7 and color[0] == "#" else []
    except ValueError:
        return []
