"""How large a model becomes when MuJoCo expands it: counted in the XML, before MuJoCo sees it."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import NamedTuple

from linkwright.errors import FileError
from linkwright.readers.mjcf_include import place
from linkwright.readers.xml import Element, children

MAX_BODIES = 3_000
"""MuJoCo needs 0.2 s for so many, and time grows with the square of their number."""
MAX_PARTS = 20_000
"""Elements of any kind: 1 s. The largest public model we know has 8,000."""
_MAX_RESOLUTION = 100
"""Of a mesh that MuJoCo makes: its points are the square of it."""
_COPIES = ("flexcomp", "composite")
"""Elements that make as many bodies as their counts multiply to."""


class Size(NamedTuple):
    """How many a model has, expanded."""

    bodies: int = 0
    parts: int = 1


def check_size(root: Element, file: str, models: Mapping[str, Size]) -> Size:
    """Raises where a model would have too many bodies or parts, at the element that makes them so many. models: those that it
    attaches."""
    bodies = parts = 0
    stack = [(root, 1)]
    while stack:
        element, times = stack.pop()
        made = times * _copies(element)
        own = models.get(element.get("model"), Size()) if element.tag == "attach" else Size(int(element.tag == "body"))
        bodies += made if element.tag in _COPIES else times * own.bodies
        parts += times * own.parts
        if bodies > MAX_BODIES:
            raise _too_large(element, f"{bodies} bodies", file)
        if max(parts, made) > MAX_PARTS:
            raise _too_large(element, f"{max(parts, made)} parts", file)
        _check_resolution(element, file)
        stack += [(e, made if element.tag == "replicate" else times) for e in reversed(children(element))]
    return Size(bodies, parts)


def _copies(element: Element) -> int:
    """How often an element's content is made."""
    if element.tag == "replicate":
        return max(1, *_whole(element.get("count", "1")), 1)
    if element.tag in _COPIES:
        points = len(element.get("point", "").split()) // 3
        return max(1, prod(max(n, 1) for n in _whole(element.get("count", "1"))), points)
    return 1


def _whole(text: str) -> list[int]:
    """The whole numbers of a text; what is none is for MuJoCo to complain of."""
    return [int(float(word)) for word in text.split()[:3] if _is_number(word)]


def _is_number(word: str) -> bool:
    try:
        return abs(float(word)) < 1e300
    except ValueError:
        return False


def _check_resolution(element: Element, file: str) -> None:
    if element.tag == "mesh" and any(n > _MAX_RESOLUTION for n in _whole(element.get("params", ""))):
        what = f"mesh '{element.get('name', '')}' has params=\"{element.get('params')[:40]}\""
        raise FileError(
            what, place(element, file), f"a mesh that MuJoCo makes may have at most {_MAX_RESOLUTION} steps"
        )


def _too_large(element: Element, many: str, file: str) -> FileError:
    count = f' count="{element.get("count")[:40]}"' if element.get("count") else ""
    hint = f"at most {MAX_BODIES} bodies and {MAX_PARTS} parts are read: let it repeat less"
    return FileError(f"with <{element.tag}{count}> the model would have {many} or more", place(element, file), hint)
