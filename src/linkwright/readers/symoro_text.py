"""SYMORO's .par files as text: comments, numbers and lists, each with its line.

    (* Robotname = 'arm' *)
    NL = 2
    NJ = 2
    NF = 2
    Type = 0   (* Simple *)
    alpha = {0, Pi/2}
    theta = {th1,
             th2}

Both spellings are understood: SYMORO+'s (Ant, Sigma, B, R, Alpha, Mu, Theta, Pi) and OpenSYMORO's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from linkwright.errors import FileError
from linkwright.readers.report import Report

MAX_BYTES, MAX_ENTRIES = 500_000, 1_000
GEOMETRY = ("ant", "sigma", "b", "d", "r", "gamma", "alpha", "mu", "theta")
INERTIAL = ("M", "MX", "MY", "MZ", "XX", "XY", "YY", "XZ", "YZ", "ZZ")
ACTING = ("IA", "FV", "FS")
WRENCH = ("FX", "FY", "FZ", "CX", "CY", "CZ")
JOINT = ("eta", "k", "QP", "QDP", "GAM")
BASE = ("W0", "WP0", "V0", "VP0")
LISTS = (*GEOMETRY, *INERTIAL, *ACTING, *WRENCH, *JOINT, *BASE, "G", "Z")
NUMBERS = ("NL", "NJ", "NF", "Type")
SWITCHES = ("is_floating", "is_mobile")

_KEYS = {key.lower(): key for key in (*LISTS, *NUMBERS, *SWITCHES)}
_NAME = re.compile(r"\(\*\s*Robotname\s*=\s*'([^'\n]{0,200})'")
_STATEMENT = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*)[ \t]*=[ \t\r\n]*")
_WORD = re.compile(r"\S")
_NEXT = re.compile(r"\n\s*[A-Za-z_][A-Za-z0-9_]*[ \t]*=")
_PI = re.compile(r"\b(?:Pi|PI)\b")


class Entry(NamedTuple):
    """A word or formula of a file."""

    text: str
    line: int


@dataclass
class ParText:
    """What a file says, by key."""

    name: str = ""
    words: dict[str, Entry] = field(default_factory=dict[str, Entry])
    lists: dict[str, list[Entry]] = field(default_factory=dict[str, list[Entry]])
    lines: dict[str, int] = field(default_factory=dict[str, int])
    unknown: dict[str, int] = field(default_factory=dict[str, int])
    """Names that are no keys, and their lines."""


def parse_par(data: bytes, report: Report) -> ParText:
    """The entries of a file; what is wrong goes to the report, and a file that is none of this kind is refused at once."""
    if len(data) > MAX_BYTES:
        hint = f"at most {MAX_BYTES // 1000} kB are read; is this a robot of SYMORO?"
        raise FileError(f"the file has {len(data) // 1000} kB", report.file, hint)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # SYMORO+ writes its authors' address so
    found = ParText()
    named = _NAME.search(text)
    if named:
        found.name = named.group(1).strip()
    _Statements(_without_comments(text, report), found, report).read()
    if not found.words and not found.lists:
        hint = "a robot of SYMORO has NL = 6, NJ = 6, Type = 0 and lists such as alpha = {0, Pi/2, ...}"
        raise FileError("the file has no robot of SYMORO", report.file, hint)
    return found


def _without_comments(text: str, report: Report) -> str:
    """Blanks instead of comments, so that lines stay where they are."""
    pieces: list[str] = []
    at = 0
    while (start := text.find("(*", at)) >= 0:
        end = text.find("*)", start + 1)  # (*) is a comment of SYMORO+'s banner as well
        pieces.append(text[at:start])
        if end < 0:
            line = text.count("\n", 0, start) + 1
            report.error("a comment is not closed", line, "add *)")
            return "".join(pieces)
        pieces.append("\n" * text.count("\n", start, end))
        at = end + 2
    pieces.append(text[at:])
    return "".join(pieces)


class _Statements:
    """Walks through `name = value` and `name = {value, value}`."""

    def __init__(self, text: str, found: ParText, report: Report) -> None:
        self.text, self.found, self.report = text, found, report
        self.at, self.line = 0, 1

    def read(self) -> None:
        while (start := _WORD.search(self.text, self.at)) is not None:
            match = _STATEMENT.match(self.text, self.at)
            if match is None:
                self.move(start.start())
                end = self.end_of_line()
                said = self.text[self.at : end].strip()[:30]
                self.report.error(f"'{said}' is not understood", self.line, "write NAME = number, or NAME = {...}")
                self.move(end)
                continue
            self.move(match.start(1))
            name, line = match.group(1), self.line
            self.move(match.end())
            self.value(name, line)

    def move(self, to: int) -> None:
        self.line += self.text.count("\n", self.at, to)
        self.at = to

    def end_of_line(self) -> int:
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    def value(self, name: str, line: int) -> None:
        listed = self.text.startswith("{", self.at)
        end = self.text.find("}", self.at) if listed else self.end_of_line()
        following = _NEXT.search(self.text, self.at, end if end >= 0 else len(self.text)) if listed else None
        if end < 0 or following:
            self.report.error(f"the list '{name}' is not closed", line, "add }")
            end = following.start() if following else len(self.text)
        start = self.at + listed
        entries = self.entries(start, end) if listed else [Entry(self.text[start:end].strip(), self.line)]
        self.move(end + self.text.startswith("}", end))
        self.keep(name, line, entries, listed)

    def entries(self, start: int, end: int) -> list[Entry]:
        """What stands between commas that are in no brackets."""
        found: list[Entry] = []
        depth, first, line = 0, start, self.line
        for at in range(start, end + 1):
            letter = self.text[at] if at < end else ","
            depth += (letter == "(") - (letter == ")")
            if letter == "," and (depth <= 0 or at == end):
                written = self.text[first:at]
                begins = line + written[: len(written) - len(written.lstrip())].count("\n")
                found.append(Entry(_PI.sub("pi", " ".join(written.split())), begins))
                line += written.count("\n")
                first = at + 1
            if len(found) > MAX_ENTRIES:
                break
        return [] if len(found) == 1 and not found[0].text else found

    def keep(self, name: str, line: int, entries: list[Entry], listed: bool) -> None:
        key = _KEYS.get(name.lower())
        if key is None:
            self.report.ignore(f"'{name}', which is no key of SYMORO's", line)
            self.found.unknown.setdefault(name, line)
            return
        if key in self.found.lines:
            said = f"'{key}' is there twice, first in line {self.found.lines[key]}"
            self.report.error(said, line, "keep one of them")
            return
        if listed != (key in LISTS):
            example = f"{key} = {{0, 0, ...}}" if key in LISTS else f"{key} = 1"
            self.report.error(f"'{key}' is {'a list' if listed else 'no list'}", line, f"write {example}")
            return
        self.found.lines[key] = line
        if not listed:
            self.found.words[key] = entries[0]
            return
        if len(entries) > MAX_ENTRIES:
            self.report.error(f"the list '{key}' has too many entries", line, f"at most {MAX_ENTRIES}")
        self.found.lists[key] = entries[:MAX_ENTRIES]
