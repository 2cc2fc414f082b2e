"""Inertial parameters of the links of a DH table, in the many forms people write them."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import counted, suggestion
from linkwright.readers.keys import Place
from linkwright.readers.table_parts import LINK_INERTIA
from linkwright.readers.values import PARAMETER_INDEX
from linkwright.readers.yaml_bodies import by_mass, by_ten
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Node, Seq, is_empty
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia

_FORMS = '"full", names such as "XX YY ZZ M", a mapping of names to values, ten values, or mass, com and inertia'


def link_inertias(given: Node | None, links: Sequence[str], parts: Parts, numbers: Sequence[str] = ()) -> list[Inertia]:
    """One inertia per link, at the link's DH frame; numbers: what ends the links' symbols where it is not 1, 2, ..."""
    ends = numbers or [str(i) for i in range(1, len(links) + 1)]
    return [_inertia(entry, end, parts) for end, entry in zip(ends, _entries(given, links, parts), strict=True)]


def _entries(given: Node | None, links: Sequence[str], parts: Parts) -> Sequence[Node | None]:
    """What is said of each link."""
    if given is None or is_empty(given) or (isinstance(given, Leaf) and isinstance(given.value, str)):
        return [given] * len(links)
    if isinstance(given, Map):
        for name in (name for name in given.entries if name not in links):
            hint = suggestion(name, links, "use a link's name")
            parts.report.error(f"inertials name unknown link '{name}'", given.key_lines[name], hint)
        return [given.entries.get(link) for link in links]
    items = given.items if isinstance(given, Seq) else []
    if len(items) == len(links):
        return items
    said = f"inertials have {counted(len(items), 'entry', 'entries')} for {counted(len(links), 'row')}"
    parts.report.error(said, given.line, f"one per row, each {_FORMS}")
    return [None] * len(links)


def _inertia(node: Node | None, end: str, parts: Parts) -> Inertia:
    if node is None or is_empty(node):
        return Inertia()
    place = Place(node, f"the inertia of link {end}", f"write {_FORMS}", parts)
    if (names := _names(node)) is not None:
        empty = Leaf(None, node.line)
        place = place.at(Map(dict.fromkeys(names, empty), dict.fromkeys(names, node.line), node.line), place.what)
    x = LINK_INERTIA.read(place)
    ten = [name for name in x.given if name in PARAMETER_INDEX]
    by_name = [name for name in x.given if name not in PARAMETER_INDEX]
    if ten and by_name:
        place.fail(f"has both {by_name[0]} and {ten[0]}", "keep one of the two forms")
    return by_ten(x, end, parts) if ten else by_mass(x)


def _names(node: Node) -> Sequence[str] | None:
    """Names of parameters that are symbols, in a text or a list; None where more is said than names."""
    if isinstance(node, Leaf) and isinstance(node.value, str):
        return PARAMETER_NAMES if node.value.strip() == "full" else node.value.replace(",", " ").split()
    words = [x.value for x in node.items if isinstance(x, Leaf)] if isinstance(node, Seq) else []
    known = [x for x in words if isinstance(x, str) and x in PARAMETER_INDEX]
    return known if isinstance(node, Seq) and len(known) == len(node.items) else None
