"""Julia text -> tokens, for the part of the language that generated files use. Anything else is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

KEYWORDS = frozenset(
    {
        "begin", "break", "catch", "const", "do", "else", "elseif", "end", "export", "finally", "for", "function", "global",
        "if", "import", "let", "local", "macro", "module", "quote", "return", "struct", "try", "using", "while",
    }
)  # fmt: skip

_TOKEN = re.compile(
    r'''
    (?P<space>[ \t]+)
  | (?P<comment>\#(?!=)[^\n]*)
  | (?P<newline>\n)
  | (?P<string>"""(?:[^"\\]|\\.|"(?!""))*"""|"(?!"")(?:[^"\\\n]|\\.)*")
  | (?P<number>(?:\d+\.\d+|\d+)(?:e[-+]?\d+)?)
  | (?P<macro>@[a-z]+)
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*!?(?!=))
  | (?P<shy>[A-Za-z_][A-Za-z0-9_]*(?=!=))
  | (?P<sign>===|!==|\.\.\.|==|!=|<=|>=|<:|::|->|=>|&&|\|\||\+=|[-+*/^<>=!?:&,;.()\[\]{}])
    ''',
    re.VERBOSE | re.DOTALL,
)


class JuliaError(Exception):
    """What is wrong, and the line."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")


@dataclass(frozen=True, slots=True)
class Token:
    """kind: number, string, name, macro, newline, end of file; of a sign or keyword the text itself.
    `spaced`: space stands before it."""

    kind: str
    text: str
    line: int
    spaced: bool


def tokens(text: str) -> list[Token]:
    """All tokens; newlines inside brackets are left out, as Julia does."""
    return list(_tokens(text))


def _tokens(text: str) -> Iterator[Token]:
    place, line, depth = 0, 1, 0
    spaced = True
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise JuliaError(line, f"cannot read {text[place : place + 20]!r}")
        kind, word = str(found.lastgroup), found[0]
        place = found.end()
        if kind == "newline":
            if not depth:
                yield Token("newline", word, line, spaced)
            spaced = True
        elif kind in ("space", "comment"):
            spaced = True
        else:
            if kind == "sign":
                depth += (word in "([{") - (word in ")]}")
                kind = word
            elif kind == "string":
                _refuse_interpolation(word, line)
            elif kind == "number" and text[place : place + 1].isalpha():
                raise JuliaError(line, f"a name follows the number {word} at once")
            elif kind in ("name", "shy"):
                kind = word if word in KEYWORDS else "name"
            yield Token(kind, word, line, spaced)
            spaced = False
        line += word.count("\n")
    yield Token("end of file", "", line, True)


def _refuse_interpolation(word: str, line: int) -> None:
    if "$" in re.sub(r"\\.", "", word, flags=re.DOTALL):
        raise JuliaError(line, "a string with something to fill in")
