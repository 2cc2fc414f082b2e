"""Frames of the YAML format: a name, a body, a place on it."""

from __future__ import annotations

from typing import Any

from linkwright.model.robot import Frame
from linkwright.readers.draft import Draft
from linkwright.readers.snap import plain
from linkwright.readers.yaml_parts import PLACEMENT, Parts
from linkwright.readers.yaml_tree import Map, Seq

FRAME = ("body", *PLACEMENT, "home")


def read_frames(top: Map, found: Draft, parts: Parts) -> list[Frame]:
    """The entries of `frames:`."""
    section = parts.named(top.entries.get("frames"), "frames")
    frames = [read_frame(name, node, f"frame '{name}'", found, parts) for name, node in section.items()]
    return [frame for frame in frames if frame is not None]


def read_frame(name: str, node: Map, what: str, found: Draft, parts: Parts) -> Frame | None:
    """A frame; None, with an error in the report, where it cannot be read."""
    parts.keys(node, FRAME, what)
    body = parts.word(node, "body", what)
    if body is None:
        parts.report.error(f"{what} has no body", node.line, "write body: the body it is fixed to (or world)")
        return None
    home = node.entries.get("home")
    if isinstance(home, Map) and body in found.home.joint:
        place = found.home.joint[body].inverse @ parts.placement(home, f"home of {what}")
    else:
        if home is not None:
            hint = "write xyz and rpy in the body's frame"
            parts.report.error(f"{what} has a home, but its body has none", home.line, hint)
        place = found.place(body) @ parts.placement(node, what)
    return Frame(name, body, place.map(plain), parts.report.where(node.line))


def read_wrenches(top: Map, parts: Parts) -> list[str]:
    """Names of the frames under `wrenches:`."""
    node = top.entries.get("wrenches")
    if node is None:
        return []
    names: list[Any] = node.plain() if isinstance(node, Seq) else [node.plain()]
    if all(isinstance(n, str) for n in names):
        return names
    parts.report.error("'wrenches' is not a list of frames", node.line, "write wrenches: [tip]")
    return []
