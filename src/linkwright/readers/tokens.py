"""Words of the expression language, and how its mistakes are told."""

from __future__ import annotations

import re
from typing import NamedTuple

from linkwright.errors import ExpressionError

_SPELLINGS = {"^": "**", "·": "*", "×": "*", "−": "-", "π": "pi", "°": "deg"}
_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(?P<name>[A-Za-z_][A-Za-z0-9_]*|[π°])"
    r"|(?P<sign>\*\*|[-+*/^(),·×−]))"
)
_DATE = re.compile(r"\s*[0-9]{4}-[0-9]{2}-[0-9]{2}")

OF_LAGRANGIANS = {
    "sinh": "(exp(x) - exp(-x))/2",
    "cosh": "(exp(x) + exp(-x))/2",
    "tanh": "1 - 2/(exp(2*x) + 1)",
}
"""What formulas of Lagrangians have and those of robot files have not, and what to write instead."""


class Token(NamedTuple):
    """One word: its text in the language's own spelling, and the column it starts at (from 1)."""

    kind: str  # "number" | "name" | "sign" | "end"
    text: str
    column: int


def tokenise(text: str, where: str = "") -> list[Token]:
    """The words of a text, closed by one of kind "end"."""
    if text.strip().lower().lstrip("+-") in (".nan", ".inf"):  # as YAML spells them
        raise ExpressionError(f"'{text.strip()}' is not a finite number", where, "write a finite number")
    if _DATE.match(text):  # YAML has dates; as a formula it would be a difference
        hint = "write a number; for a difference of three numbers leave spaces between them"
        raise ExpressionError(f"'{text[:40]}' is a date, not a number", where, hint)
    tokens: list[Token] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise syntax_error(f"'{text[at]}' is not understood", text, at + 1, _character_hint(text[at]), where)
        kind = match.lastgroup or ""
        raw = match.group(kind)
        tokens.append(Token(kind, _SPELLINGS.get(raw, raw), match.start(kind) + 1))
        at = match.end()
    return [*tokens, Token("end", "", len(text) + 1)]


def is_identifier(text: str) -> bool:
    """Whether a text is a name."""
    return bool(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", text))


def syntax_error(what: str, text: str, column: int, hint: str, where: str = "") -> ExpressionError:
    """An error at a column of a formula, which is shown shortened."""
    shown = text if len(text) <= 60 else text[:57] + "..."
    return ExpressionError(f"{what}, column {column} of '{shown}'", where, hint)


def _character_hint(character: str) -> str:
    if character in "=<>!":
        return "an expression only computes a value: it compares and assigns nothing"
    if character in "${}":
        return "this looks like xacro: save the file as .xacro, or expand it first"
    return "use numbers, ASCII names, + - * / ** ( ) and functions such as sin"
