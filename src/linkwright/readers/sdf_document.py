"""The one model of an SDF document."""

from __future__ import annotations

import math

from linkwright.errors import FileError
from linkwright.readers.report import Report
from linkwright.readers.xml import Element, parse_xml
from linkwright.readers.xml_fields import Used, whole
from linkwright.spatial.vector import Vec

YES = ("1", "true")
USED = {
    "sdf": Used((), ("version",), ("model", "world")),
    "world": Used(("gravity",), ("name",), ("model",)),
    "model": Used(("pose",), ("name",), ("link", "joint")),
    "link": Used(("pose", "inertial"), ("name",)),
    "pose": Used((), ("relative_to", "frame", "degrees", "rotation_format")),
    "inertial": Used(("pose", "mass", "inertia")),
    "inertia": Used(("ixx", "iyy", "izz", "ixy", "ixz", "iyz")),
    "joint": Used(
        ("parent", "child", "pose", "axis", "axis2", "gearbox_ratio", "gearbox_reference_body", "screw_thread_pitch"),
        ("name", "type"),
    ),
    "axis": Used(("xyz", "use_parent_model_frame", "dynamics", "limit", "mimic")),
    "axis2": Used(("xyz", "use_parent_model_frame")),
    "xyz": Used((), ("expressed_in",)),
    "dynamics": Used(("damping", "friction", "spring_stiffness", "spring_reference")),
    "limit": Used(("lower", "upper", "velocity", "effort")),
    "mimic": Used(("multiplier", "offset", "reference"), ("joint",)),
    **{tag: Used() for tag in ("mass", "ixx", "iyy", "izz", "ixy", "ixz", "iyz", "parent", "child", "lower", "upper")},
}
"""What is read of each element; everything else is noted."""


def the_model(data: bytes, report: Report) -> Element:
    """The element of the model; several, none or nested ones with links are refused."""
    root = parse_xml(data, report)
    if root.tag != "sdf":
        hint = "an SDF file starts with <sdf>; URDF files end in .urdf"
        raise FileError(f"the file starts with <{root.tag}>", report.where(root.sourceline), hint)
    models = root.findall("model") or root.findall("world/model")
    if len(models) != 1:
        found = ", ".join(str(m.get("name")) for m in models[:5]) or "none (an <include> is not followed)"
        raise FileError(f"the file has {len(models)} models: {found}", report.file, "give a file with one <model>")
    for inner in models[0].iterfind("model"):
        if inner.find(".//link") is not None:
            what = f"model '{inner.get('name')}' lies inside a model: its links are not read"
            hint = "move its links and joints into the outer <model>, with poses relative to it"
            report.error(what, inner.sourceline, hint)
    return models[0]


def gravity_of(model: Element, report: Report) -> Vec:
    """What the <world> around a model says; the usual one where there is no world, or it does not say."""
    found = model.getparent().find("gravity")
    if found is None:
        return Vec(0, 0, -9.81)
    try:
        x, y, z = (whole(float(word)) for word in (found.text or "").split())
    except ValueError:
        x = y = z = math.nan
    if not all(map(math.isfinite, (x, y, z))):
        report.error(f"gravity is '{(found.text or '').strip()[:60]}'", found.sourceline, "write three finite numbers")
        return Vec(0, 0, -9.81)
    return Vec(x, y, z)


def note_defaults(inertial: Element, link: str, report: Report) -> None:
    """A mass or moment of inertia that the file does not give is 1 in SDF: nobody means that, so it is told."""
    absent = [path for path in ("mass", "inertia/ixx", "inertia/iyy", "inertia/izz") if not inertial.findtext(path)]
    if absent:
        said = f"link '{link}' has no {', '.join(path.rpartition('/')[2] for path in absent)}: 1, SDF's default"
        report.note("assumed", said, inertial.sourceline)
