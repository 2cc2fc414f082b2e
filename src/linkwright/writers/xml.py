"""XML as text: elements with escaped attributes, numbers that read back as they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from linkwright.errors import EmitError
from linkwright.graph.expr import Scalar, as_number
from linkwright.version import __version__

Element = Any  # of lxml, as in readers.xml


def text(x: Scalar) -> str:
    """A number with all its digits; whole ones without a point."""
    value = as_number(x)
    exact = float(value)
    return str(int(exact)) if exact.is_integer() and abs(exact) < 1e15 else repr(exact)


def row(values: Iterable[Scalar]) -> str:
    """Numbers separated by spaces."""
    return " ".join(text(x) for x in values)


def element(tag: str, attributes: Mapping[str, str] | None = None, content: str | None = None) -> Element:
    """An element that belongs to nothing yet."""
    from lxml import etree

    return _fill(etree.Element(tag), attributes or {}, content)


def add(parent: Element, tag: str, attributes: Mapping[str, str] | None = None, content: str | None = None) -> Element:
    """A new last child."""
    from lxml import etree

    return _fill(etree.SubElement(parent, tag), attributes or {}, content)


def _fill(made: Element, attributes: Mapping[str, str], content: str | None) -> Element:
    try:
        for name, value in attributes.items():
            made.set(name, value)
        made.text = content
    except ValueError:
        bad = next((x for x in (*attributes.values(), content or "") if not x.isprintable()), "")
        raise EmitError(f"{bad!r} cannot be written in XML", hint="rename it: it has control characters") from None
    return made


def document(root: Element, mark: str) -> str:
    """The whole file; mark: the sentence that says who wrote it."""
    from lxml import etree

    etree.indent(root)
    body: str = etree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n<!-- {mark} {__version__} -->\n{body}\n'
