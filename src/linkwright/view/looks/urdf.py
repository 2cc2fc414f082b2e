"""Visuals of a URDF. Format: https://wiki.ros.org/urdf/XML/link"""

from __future__ import annotations

from pathlib import Path

from linkwright.model.closed_robot import Robot
from linkwright.readers.options import read_bytes
from linkwright.readers.report import Report
from linkwright.readers.xml import Element, parse_xml
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec, rot_rpy
from linkwright.view.looks.found import MeshFinder
from linkwright.view.looks.shape import Looks, Shape, carries, color_of, numbers, on_body, quaternion_place, sizes_of


def urdf_looks(path: Path, robot: Robot, finder: MeshFinder) -> Looks:
    """Every <visual> of every <link>."""
    root = parse_xml(read_bytes(path), Report(path.name))
    colors = {e.get("name"): _color(e) for e in root.iter("material") if _color(e)}
    looks = Looks(missing=finder.missing)
    for link in root.iterfind("link"):
        if not carries(robot, link.get("name")):
            continue
        for visual in link.iterfind("visual"):
            sizes = sizes_of(visual.find("geometry"), finder, lambda e, name: e.get(name), "filename")
            if sizes is None:
                looks.notes.append(f"a visual of link '{link.get('name')}' has no geometry that is known")
                continue
            body, place = on_body(robot, link.get("name"), _origin(visual.find("origin")))
            solid, given = sizes
            looks.shapes.append(Shape(body, solid, given, place, _material(visual.find("material"), colors)))
    return looks


def _origin(e: Element | None) -> Transform:
    if e is None:
        return Transform()
    xyz = numbers(e.get("xyz"), 3) or (0.0, 0.0, 0.0)
    if quaternion := numbers(e.get("quat_xyzw"), 4):
        return quaternion_place((quaternion[3], *quaternion[:3]), xyz[:3])
    roll, pitch, yaw = (numbers(e.get("rpy"), 3) or (0.0, 0.0, 0.0))[:3]
    return Transform(rot_rpy(roll, pitch, yaw), Vec(*xyz[:3]))


def _color(material: Element) -> str:
    found = material.find("color")
    rgba = numbers(found.get("rgba"), 3) if found is not None else None
    return color_of(rgba) if rgba else ""


def _material(e: Element | None, colors: dict[str, str]) -> str:
    return "" if e is None else _color(e) or colors.get(e.get("name"), "")
