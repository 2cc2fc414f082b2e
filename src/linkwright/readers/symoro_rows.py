"""The frames of a .par file of SYMORO as rows of a Khalil table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from linkwright.errors import counted, nearest
from linkwright.formula.functions import is_name
from linkwright.readers.dh_row import Spelling, names_in
from linkwright.readers.khalil_rows import MAX_ROWS, Row, read_rows
from linkwright.readers.report import Report
from linkwright.readers.symoro_text import (
    ACTING,
    BASE,
    GEOMETRY,
    INERTIAL,
    JOINT,
    SWITCHES,
    WRENCH,
    Entry,
    ParText,
)
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Node, Seq

LETTERS = {"beta": "gamma", "a": "d", "d": "r"}
"""Our name of a column -> SYMORO's."""
OPTIONAL = {"b": "0", "gamma": "0", "mu": "1"}
"""Lists of frames that may be left out, and what stands for an entry then; ant as well, of a simple chain."""
STRUCTURES = ("simple", "tree", "closed loop")
_VARIABLES = ("th", "t", "q", "theta", "r")
"""How variables begin: th3, t3, q3, theta3, r3."""


@dataclass(frozen=True)
class Sizes:
    """Numbers of links, joints and frames, the base not counted; moving_base: it is a link of its own, number 0."""

    links: int
    joints: int
    frames: int
    moving_base: bool

    @property
    def loops(self) -> int:
        return self.joints - self.links

    @property
    def link_numbers(self) -> range:
        return range(0 if self.moving_base else 1, self.links + 1)

    def length(self, key: str) -> int:
        """How many entries a list has."""
        groups = (
            (GEOMETRY, self.frames), ((*INERTIAL, *ACTING, *WRENCH), len(self.link_numbers)), (JOINT, self.joints),
            ((*BASE, "G"), 3), (("Z",), 16),
        )  # fmt: skip
        return next(count for keys, count in groups if key in keys)


def read_sizes(text: ParText, report: Report) -> Sizes | None:
    """None after a mistake: without its sizes a file means nothing."""
    mistakes = len(report.errors)
    links, joints = (_count(key, text, report) for key in ("NL", "NJ"))
    frames = _count("NF", text, report) if "NF" in text.words else 2 * joints - links
    if len(report.errors) > mistakes:
        return None
    line = text.lines.get("NF", text.lines["NJ"])
    if joints < links or frames != 2 * joints - links or not 0 < frames <= MAX_ROWS:
        hint = f"NJ is at least NL, each loop adds a joint to NJ and two frames to NF = 2 NJ - NL (at most {MAX_ROWS})"
        report.error(f"NL = {links}, NJ = {joints}, NF = {frames} do not belong together", line, hint)
        return None
    switched = [_switch(key, text, report) for key in SWITCHES]
    sizes = Sizes(links, joints, frames, any(switched))
    _check_lengths(text, sizes, report)
    for key in GEOMETRY:
        if key not in text.lists and key not in OPTIONAL and key != "ant":
            _tell_missing(f"list '{key}'", key, text, report, f"write {key} = {{...}}")
    _check_type(text, sizes, report)
    return sizes if len(report.errors) == mistakes else None


def _check_lengths(text: ParText, sizes: Sizes, report: Report) -> None:
    """One error for all lists that are wrong in the same way: then the numbers above them are."""
    wrong: dict[tuple[int, int], list[str]] = {}
    for key, entries in text.lists.items():
        if len(entries) != sizes.length(key):
            wrong.setdefault((len(entries), sizes.length(key)), []).append(key)
    for (there, needed), keys in wrong.items():
        said = f"{', '.join(keys)} {'has' if len(keys) == 1 else 'have'} {counted(there, 'entry', 'entries')}, not {needed}"
        hint = f"correct the {'list' if len(keys) == 1 else 'lists'}, or NL = {sizes.links}, NJ = {sizes.joints}"
        report.error(said, text.lines[keys[0]], f"{hint}, NF = {sizes.frames} (NF = 2 NJ - NL)")


def _count(key: str, text: ParText, report: Report) -> int:
    word = text.words.get(key)
    hint = f"write {key} = 6: the number of {_COUNTED[key]}"
    if word is None:
        _tell_missing(key, key, text, report, hint)
        return 0
    if not (word.text.isascii() and word.text.isdigit() and len(word.text) <= 4):
        report.error(f"{key} is '{word.text[:20]}', not a number", word.line, hint)
        return 0
    return int(word.text)


def _tell_missing(what: str, key: str, text: ParText, report: Report, hint: str) -> None:
    """A key that the file must have; with it the unknown name that was meant by it, if one is near."""
    written = nearest(key, text.unknown)
    meant = f", but '{written}'" if written else ""
    report.error(f"the file has no {what}{meant}", text.unknown[written] if written else None, hint)


_COUNTED = {"NL": "links", "NJ": "joints", "NF": "frames", "Type": "the structure"}


def _switch(key: str, text: ParText, report: Report) -> bool:
    word = text.words.get(key)
    if word is None or word.text.lower() in ("false", "0", "true", "1"):
        return word is not None and word.text.lower() in ("true", "1")
    report.error(f"{key} is '{word.text[:20]}'", word.line, "write True or False")
    return False


def _check_type(text: ParText, sizes: Sizes, report: Report) -> None:
    """What Type says, and what ant and the numbers of joints say."""
    word = text.words.get("Type")
    ant = [entry.text for entry in text.lists.get("ant", ())]
    serial = not ant or ant == [str(k) for k in range(len(ant))]
    is_type = 2 if sizes.loops else 0 if serial else 1
    if word is not None and word.text not in ("0", "1", "2"):
        report.error(f"Type is '{word.text[:20]}'", word.line, "0 is a simple chain, 1 a tree, 2 has closed loops")
    elif not ant and is_type == 2:
        hint = "write ant = {0, 1, ...}: the frame that each one stands on"
        _tell_missing("list 'ant'", "ant", text, report, hint)
    elif word is not None and int(word.text) < is_type:
        said = f"Type says '{STRUCTURES[int(word.text)]}', but the frames make a {STRUCTURES[is_type]}: read as that"
        report.note("repaired", said, word.line)


def frame_rows(text: ParText, sizes: Sizes, parts: Parts) -> list[Row]:
    """The rows, read; those that are wrong are reported and left out."""
    variables = _variables(text, sizes, parts.report)
    own = {name: number for number, name in variables.items()}
    spelling = Spelling("frame", lambda name: name in own, lambda i: variables.get(int(i), f"th{i}"), LETTERS)
    rows: list[Node] = [_row(number, text, sizes, variables) for number in range(1, sizes.frames + 1)]
    return read_rows(Seq(rows), parts, spelling=spelling)


def _row(number: int, text: ParText, sizes: Sizes, variables: Mapping[int, str]) -> Map:
    entries: dict[str, Node] = {"i": Leaf(str(number))}
    for key, entry in _entries(number, text).items():
        column = {theirs: ours for ours, theirs in LETTERS.items()}.get(key, key)
        entries[column] = Leaf(entry.text, entry.line)
    sigma = _entries(number, text)["sigma"].text
    own = {"0": "theta", "1": "d"}.get(sigma)
    if own and number in variables and variables[number] not in names_in(entries[own].to_python()):
        entries[own] = Leaf(f"{variables[number]} + ({entries[own].to_python() or 0})", entries[own].line)
    if sigma == "2":
        entries["mu"] = Leaf("0")
    entries["body"] = Leaf(f"link{number}" if number <= sizes.links else "")
    return Map(entries, dict.fromkeys(entries), entries["sigma"].line)


def _entries(number: int, text: ParText) -> dict[str, Entry]:
    """The entries of a frame by SYMORO's letters."""
    default = {"ant": str(number - 1), **OPTIONAL}
    return {
        key: text.lists[key][number - 1] if key in text.lists else Entry(default[key], 0)
        for key in GEOMETRY
    }  # fmt: skip


def _variables(text: ParText, sizes: Sizes, report: Report) -> dict[int, str]:
    """Number of a joint -> the name of its variable; a joint without one in its entry gets q3 (SYMORO+ leaves them out)."""
    found: dict[int, str] = {}
    silent: list[int] = []
    for number in range(1, sizes.frames + 1):
        entries = _entries(number, text)
        key = {"0": "theta", "1": "r"}.get(entries["sigma"].text)
        if key is None:
            continue
        names = sorted(filter(is_name, names_in(entries[key].text)))
        usual = [name for name in names if name in {f"{word}{number}" for word in _VARIABLES}]
        name = names[0] if len(names) == 1 else usual[0] if len(usual) == 1 else ""
        if not names:
            silent.append(number)
            name = f"q{number}"
        elif not name:
            said = f"which of {', '.join(names)} in {key} of frame {number} is its variable?"
            report.error(said, entries[key].line, f"call it {'th' if key == 'theta' else 'r'}{number}")
        first = next((k for k, other in found.items() if other == name), None)
        if first is not None:
            hint = "give each joint a variable of its own; joints that follow others are couplings of the YAML format"
            report.error(f"frames {first} and {number} have the same variable {name}", entries[key].line, hint)
        if name:
            found[number] = name
    if silent:
        shown = ", ".join(f"q{k}" for k in silent[:6]) + (", ..." if len(silent) > 6 else "")
        said = f"variables {shown}: the file has numbers in their places, which are added to them"
        report.note("assumed", said, text.lines.get("theta"))
    return found
