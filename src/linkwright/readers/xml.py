"""XML from strangers: no DOCTYPE, no entities, no network, bounded size and depth. Bytes -> root element, or one error."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from linkwright.errors import FileError
from linkwright.readers.report import Report

Element = Any  # lxml.etree._Element: lxml has no public type for it, and is imported only when an XML file is read

_UNDECLARED = re.compile(r"Namespace prefix (\S+) (?:for|on) ")


def parse_xml(data: bytes, report: Report) -> Element:
    """The root element; `sourceline` of every element is its line in the file. What had to be repaired is noted."""
    file = report.file
    # UTF-16 hides the word from a plain search; the parsed document is asked again below
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        at = min(i for i in (data.find(b"<!DOCTYPE"), data.find(b"<!ENTITY")) if i >= 0)
        line = data[:at].count(b"\n") + 1
        raise _doctype(f"{file}:{line}")
    root, complaint = _parsed(data)
    if root is None:
        root = _repaired(data, complaint, report)
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


class _Complaint(NamedTuple):
    """Why a text is no XML; undeclared: prefixes of names that no xmlns declares."""

    message: str
    line: int
    undeclared: tuple[str, ...]


def _parsed(data: bytes) -> tuple[Element | None, _Complaint]:
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        return etree.fromstring(data, parser), _Complaint("", 0, ())
    except etree.XMLSyntaxError as error:
        told: list[str] = [entry.message for entry in parser.error_log]
        prefixes = [x.group(1) for m in told if (x := _UNDECLARED.match(m))]
        return None, _Complaint(error.msg or "", error.lineno or 0, tuple(dict.fromkeys(prefixes)))


def _repaired(data: bytes, complaint: _Complaint, report: Report) -> Element:
    """The root of a text with one possible meaning; else the complaint about it as it stands."""
    from linkwright.readers.xml_repair import repairs

    done: list[tuple[str, int]] = []
    root, left = None, complaint
    for _ in range(2):  # prefixes show only where nothing else is wrong
        for repair in repairs(data, [*left.undeclared]):
            data = repair.data
            done.append((repair.what, repair.line))
        root, left = _parsed(data) if done else (None, left)
        if root is not None:
            break
    if root is None:
        raise _syntax(left.message, left.line, report.file)
    for what, line in done:
        report.note("repaired", what, line)
    return root


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
    if "Extra content" in message:
        hint = "a file holds one robot: remove what follows it"
        return FileError("there is more after the end of the first element", where, hint)
    if "redefined" in message:
        return FileError(
            f"not well-formed XML: {message}", where, "an attribute stands once in a tag: keep one of them"
        )
    return FileError(
        f"not well-formed XML: {message}", where, "correct the XML; an editor with XML support shows the place"
    )
