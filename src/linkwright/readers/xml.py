"""XML from strangers: no DOCTYPE, no entities, no network, bounded size and depth. Bytes -> root element, or one error."""

from __future__ import annotations

from typing import Any

from linkwright.errors import FileError

Element = Any  # lxml.etree._Element: lxml has no public type for it, and is imported only when an XML file is read


def parse_xml(data: bytes, file: str) -> Element:
    """The root element; `sourceline` of every element is its line in the file."""
    # UTF-16 hides the word from a plain search; the parsed document is asked again below
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        at = min(i for i in (data.find(b"<!DOCTYPE"), data.find(b"<!ENTITY")) if i >= 0)
        line = data[:at].count(b"\n") + 1
        raise _doctype(f"{file}:{line}")
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        root: Element = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise _syntax(error.msg or "", error.lineno or 0, file) from None
    if root.getroottree().docinfo.doctype:
        raise _doctype(file)
    default = root.nsmap.get(None)
    if default:  # <robot xmlns="..."> : its tags mean what they say, as every URDF parser takes them
        for element in root.iter(f"{{{default}}}*"):
            element.tag = element.tag.rpartition("}")[2]
    return root


def children(element: Element) -> list[Element]:
    """Child elements: no comments, no text."""
    return [e for e in element if isinstance(e.tag, str)]


def tag(element: Element) -> str:
    """The tag as written: prefix:name for names from another namespace."""
    name = element.tag.rpartition("}")[2]
    return f"{element.prefix}:{name}" if element.prefix else name


def _doctype(where: str) -> FileError:
    hint = "remove the <!DOCTYPE ...> part; entities are never expanded or fetched"
    return FileError("the file declares a DOCTYPE or entities", where, hint)


def _syntax(message: str, line: int, file: str) -> FileError:
    where = f"{file}:{line}" if line else file
    message = message.partition(", line ")[0]
    if "depth" in message.lower():
        return FileError(
            "elements are nested too deeply", where, "a robot needs less than ten levels; is this the right file?"
        )
    if "empty" in message.lower() and line <= 1:
        return FileError("the file is empty or is not XML", where, "is this the right file?")
    if "Premature end" in message or "EndTag" in message or "end of data" in message.lower():
        return FileError(f"the file ends too early ({message})", where, "it seems to be cut off: fetch it again")
    return FileError(
        f"not well-formed XML: {message}", where, "correct the XML; an editor with XML support shows the place"
    )
