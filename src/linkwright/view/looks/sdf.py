"""Visuals of an SDF model. Format: http://sdformat.org/spec?elem=visual"""

from __future__ import annotations

from math import radians
from pathlib import Path

from linkwright.model.closed_robot import Robot
from linkwright.readers.options import read_bytes
from linkwright.readers.report import Report
from linkwright.readers.sdf_document import YES, the_model
from linkwright.readers.xml import Element
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec, rot_rpy
from linkwright.view.looks.found import MeshFinder
from linkwright.view.looks.shape import Looks, Shape, carries, color_of, numbers, on_body, sizes_of


def sdf_looks(path: Path, robot: Robot, finder: MeshFinder) -> Looks:
    """Every <visual> of every <link>."""
    looks = Looks(missing=finder.missing)
    for link in the_model(read_bytes(path), Report(path.name)).iterfind("link"):
        name = link.get("name")
        if not carries(robot, name):
            continue
        for visual in link.iterfind("visual"):
            sizes = sizes_of(visual.find("geometry"), finder, lambda e, name: (e.findtext(name) or "").strip(), "uri")
            place = _pose(visual.find("pose"), name)
            if sizes is None or place is None:
                why = "has no geometry that is known" if sizes is None else "is placed in another frame than its link's"
                looks.notes.append(f"a visual of link '{name}' {why}")
                continue
            body, place = on_body(robot, name, place)
            diffuse = numbers(visual.findtext("material/diffuse"), 3)
            looks.shapes.append(Shape(body, *sizes, place, color_of(diffuse) if diffuse else ""))
    return looks


def _pose(e: Element | None, link: str) -> Transform | None:
    """None where it is relative to something else."""
    if e is None or not (e.text or "").strip():
        return Transform()
    values = numbers(e.text, 6)
    if (e.get("relative_to") or e.get("frame") or link) != link or not values:
        return None
    turn = [radians(x) if (e.get("degrees") or "").strip() in YES else x for x in values[3:6]]
    return Transform(rot_rpy(*turn), Vec(*values[:3]))
