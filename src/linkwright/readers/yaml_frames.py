"""Frames of the YAML format: a name, a body, a place on it."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.model.robot import Frame
from linkwright.readers.draft import Draft
from linkwright.readers.keys import Record
from linkwright.readers.snap import constant_value
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_places import placement


def read_frames(section: Mapping[str, Record], found: Draft, parts: Parts) -> list[Frame]:
    """The entries of `frames:`."""
    return [read_frame(name, x, found, parts) for name, x in section.items() if x.whole]


def read_frame(name: str, x: Record, found: Draft, parts: Parts) -> Frame:
    """A frame, of a record that is whole."""
    home, body = x["home"], x["body"]
    if home is not None and body in found.home.joint:
        place = found.home.joint[body].inverse @ placement(home, parts)
    else:
        if home is not None:
            hint = "write xyz and rpy in the body's frame"
            parts.report.error(f"{x.what} has a home, but its body has none", home.line, hint)
        place = found.place(body) @ placement(x, parts)
    return Frame(name, body, place.map(constant_value), parts.report.where(x.line))
