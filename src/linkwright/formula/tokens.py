"""Text -> words: numbers, names and signs, in the language's own spelling."""

from __future__ import annotations

import re
from typing import NamedTuple
from unicodedata import normalize

from linkwright.errors import ExpressionError
from linkwright.formula.functions import is_identifier
from linkwright.formula.text import MAX_LENGTH, Text

_SPELLINGS = {"^": "**", "·": "*", "×": "*", "−": "-", "π": "pi", "°": "deg"}
_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(?P<name>π(?!\w)|[^\W\d]\w*|°)"
    r"|(?P<sign>\*\*|\.T\b|[-+*/^(),·×−\[\]]))"
)
_DATE = re.compile(r"\s*[0-9]{4}-[0-9]{2}-[0-9]{2}")
_HIGH = re.compile(r"[⁰¹²³⁴-⁹⁻]")
_HINTS = {
    "'": "a transpose is written transpose(A) or A.T, a time derivative dx",
    "@": "matrices are multiplied with *",
    ".": "a formula has no attributes; of a matrix, A.T is its transpose",
    **dict.fromkeys("=<>!", "an expression only computes a value: it compares and assigns nothing"),
    **dict.fromkeys("${}", "this looks like xacro: save the file as .xacro, or expand it first"),
}


class Token(NamedTuple):
    """One word: its text in the language's own spelling, and where it starts (from 0)."""

    kind: str  # "number" | "name" | "sign" | "end"
    text: str
    at: int


def tokenise(source: Text) -> list[Token]:
    """The words of a text, closed by one of kind "end"."""
    text = source.text
    if len(text) > MAX_LENGTH:
        what = f"an expression of {len(text)} characters, starting '{text[:20]}'"
        raise ExpressionError(what, source.place, f"at most {MAX_LENGTH}; give a name to a part of it")
    if text.strip().lower().lstrip("+-") in (".nan", ".inf"):  # as YAML spells them
        raise ExpressionError(f"'{text.strip()}' is not a finite number", source.place, "write a finite number")
    if _DATE.match(text):  # YAML has dates; as a formula it would be a difference
        hint = "write a number; for a difference of three numbers leave spaces between them"
        raise ExpressionError(f"'{text[:40]}' is a date, not a number", source.place, hint)
    tokens: list[Token] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            hint = _HINTS.get(text[at], "use numbers, names, + - * / ** ( ) and functions such as sin")
            raise source.error(f"'{text[at]}' is not understood", at, hint)
        kind = match.lastgroup or ""
        raw = match.group(kind)
        if kind == "name" and raw != "°":
            _check_name(raw, match.start(kind), source)
        tokens.append(Token(kind, _SPELLINGS.get(raw, raw), match.start(kind)))
        at = match.end()
    return [*tokens, Token("end", "", len(text))]


def _check_name(raw: str, at: int, source: Text) -> None:
    """Letters that only look like others would make two names of one that a reader sees."""
    if is_identifier(raw):
        return
    high = _HIGH.search(raw)
    if high:
        raise source.error(f"'{high.group()}' is not understood", at + high.start(), "a power is written x**2 or x^2")
    raise source.error(f"'{raw[:40]}' is no name", at, f"write '{normalize('NFKC', raw)[:40]}', with plain letters")
