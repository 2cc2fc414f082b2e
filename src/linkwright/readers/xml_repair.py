"""XML that is broken in a way with one possible meaning: repaired, and said to be. Lines stay where they are.

    <?xml version="0.0"?>                       a version that does not exist
    <!-- licence --> <?xml version="1.0"?>      a declaration that is not the first thing in the file
    <?xml version="1.0" encoding="utf-16"?>     in a file of single bytes, or an encoding that nobody knows
    <!-- a -- b -->                             two hyphens, or bytes of an old encoding, in a comment
    <xacro:arg .../> <gazebo x:y=""/>           prefixes that no xmlns declares
    </robot>\\0\\0                                zero bytes after the end

What has several meanings (an attribute written twice, two roots, a bare &) is left to be refused. Files that parse never come
here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

_START = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s|<!--.{0,20000}?-->){0,1000}", re.DOTALL)
_DECLARATION = re.compile(rb"<\?xml(?=[\s?])[^<>]{0,200}\?>", re.IGNORECASE)
_VERSION = re.compile(rb"version\s*=\s*['\"]([^'\"]*)['\"]")
_ENCODING = re.compile(rb"encoding\s*=\s*['\"]([^'\"]*)['\"]")
_SINGLE_BYTES = re.compile(r"(?:us-)?ascii|latin-?1|iso-?8859-[0-9]{1,2}|(?:windows-|cp)125[0-9]", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_ROOT = re.compile(rb"<[A-Za-z_][-\w.]*")


class Repair(NamedTuple):
    """The whole text, and what was done to it, at which line."""

    data: bytes
    what: str
    line: int


def repairs(data: bytes, undeclared: list[str]) -> Iterator[Repair]:
    """Each repair of a text that does not parse, one after the other. undeclared: prefixes that the parser missed."""
    kinds: tuple[Callable[[bytes], Repair | None], ...] = (_tail, _declaration, _comments)
    for kind in kinds:
        found = kind(data)
        if found is not None:
            data = found.data
            yield found
    if undeclared:
        found = _prefixes(data, undeclared)
        if found is not None:
            yield found


def _tail(data: bytes) -> Repair | None:
    end = data.rstrip(b"\0 \t\r\n\x1a")
    zeros = len(data) - len(end) - sum(data[len(end) :].count(x) for x in b" \t\r\n")
    what = f"{zeros} zero bytes after the end of the file left out"
    return Repair(end, what, _line(data, len(end))) if zeros and end[-1:] == b">" else None


def _declaration(data: bytes) -> Repair | None:
    """The declaration made blanks, and the text UTF-8 without it."""
    start = _START.match(data)
    at = start.end() if start else 0
    found = _DECLARATION.match(data, at)
    if found is None:
        return None
    said = found.group()
    version, encoding = (
        x.group(1).decode("ascii", "replace") if (x := wanted.search(said)) else None
        for wanted in (_VERSION, _ENCODING)
    )
    told: list[str] = []
    if data[:at].removeprefix(b"\xef\xbb\xbf"):
        told.append("the XML declaration is not at the start of the file")
    if version not in ("1.0", "1.1"):
        told.append(f"XML version '{version}' read as 1.0" if version else "the XML declaration has no version")
    text = data[:at] + b" " * (len(said) - said.count(b"\n")) + b"\n" * said.count(b"\n") + data[found.end() :]
    if encoding and _SINGLE_BYTES.fullmatch(encoding):
        try:
            text = text.decode(encoding).encode()
        except (LookupError, UnicodeDecodeError):
            return None
    elif encoding and encoding.lower() not in ("utf-8", "utf8"):
        told.append(f"encoding '{encoding}' read as UTF-8, which the bytes are")
        try:
            text.decode()
        except UnicodeDecodeError:
            return None
    return Repair(text, "; ".join(told), _line(data, at)) if told else None


def _comments(data: bytes) -> Repair | None:
    """Comments made blanks, where one has what XML forbids."""
    wrong = next((c for c in _COMMENT.finditer(data) if _forbidden(c.group()[4:-3])), None)
    if wrong is None:
        return None
    what = "a comment has '--' or characters that are not UTF-8, which XML forbids: it is skipped all the same"
    return Repair(_COMMENT.sub(lambda c: b"\n" * c.group().count(b"\n"), data), what, _line(data, wrong.start()))


def _forbidden(comment: bytes) -> bool:
    try:
        comment.decode()
    except UnicodeDecodeError:
        return True
    return b"--" in comment or comment.endswith(b"-")


def _prefixes(data: bytes, undeclared: list[str]) -> Repair | None:
    """Every prefix declared in the root's tag."""
    root = _ROOT.search(_COMMENT.sub(lambda c: b" " * len(c.group()), data))
    if root is None:
        return None
    names = "".join(f' xmlns:{p}="urn:undeclared:{p}"' for p in undeclared)
    what = f"no xmlns declares the prefix {', '.join(undeclared)}: what is named so is not used"
    return Repair(data[: root.end()] + names.encode() + data[root.end() :], what, _line(data, root.start()))


def _line(data: bytes, at: int) -> int:
    return data.count(b"\n", 0, at) + 1
