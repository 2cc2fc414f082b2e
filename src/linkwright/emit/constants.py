"""Sizes, names and limits of the coordinates as constants of generated code: a language says how it declares them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from linkwright.emit.build_context import Constant
from linkwright.emit.spell import number

if TYPE_CHECKING:
    from linkwright.emit.program import Program
    from linkwright.emit.target import Target


MANY = 1000
"""Counts of a table that is long: of packed results of a humanoid, for example."""


@dataclass(frozen=True)
class Declare:
    """How a language declares a constant: templates with {name}, {doc} and the value.

    whole:     a count, {value}
    wholes:    counts and places, {values}, {count} of them
    numbers:   floats, likewise
    texts:     texts, likewise; {bytes} is the length of the longest
    infinity:  the float that is none
    quote:     a text as a literal: any text, hostile ones too
    name:      what the constant is called, by the program's name and its own
    separator: between values; alone: after one that is the only one
    more:      ends a line that goes on in the next one
    number:    a finite float
    many:      another way to declare more than `MANY` counts, where a language needs one: the text of name, doc and words
    """

    whole: str
    wholes: str
    numbers: str
    texts: str
    infinity: str
    quote: Callable[[str], str]
    name: Callable[[str, Constant], str] = lambda program, constant: constant.name
    separator: str = ","
    alone: str = ""
    more: str = ""
    number: Callable[[Target, float], str] = lambda target, x: number(target, x)[0]
    many: Callable[[str, str, Sequence[str]], str] | None = None

    def float(self, target: Target, x: float) -> str:
        """A number or an infinity."""
        if math.isinf(x):
            return self.infinity if x > 0 else f"-{self.infinity}"
        return self.number(target, x)


def retyped(declare: Declare, old: str, new: str, number: Callable[[Target, float], str] | None = None) -> Declare:
    """With floats of another type."""
    numbers, infinity = declare.numbers.replace(old, new), declare.infinity.replace(old, new)
    return replace(declare, numbers=numbers, infinity=infinity, number=number or declare.number)


def upper(program: str, constant: Constant) -> str:
    """NQ, JOINT_NAMES."""
    return constant.name.upper()


def declared(program: Program, declare: Declare) -> list[str]:
    """The text of every constant."""
    return [_text(program, declare, constant) for constant in program.about.constants]


def is_infinite(program: Program) -> bool:
    """Whether a limit is none."""
    values = (c.value for c in program.about.constants if not isinstance(c.value, int))
    return any(isinstance(x, float) and math.isinf(x) for value in values for x in value)


def _text(program: Program, declare: Declare, constant: Constant) -> str:
    name = declare.name(program.name, constant)
    value = constant.value
    if isinstance(value, int):
        return declare.whole.format(name=name, doc=constant.doc, value=value)
    texts = [x for x in value if isinstance(x, str)]
    words = [_word(program.target, declare, x) for x in value]
    sizes = {c.name: declare.name(program.name, c) for c in program.about.constants}
    facts = {
        "name": name,
        "doc": constant.doc,
        "count": sizes.get(constant.count, len(value)),
        "bytes": max((len(x.encode()) for x in texts), default=0),
    }
    whole = all(isinstance(x, int) for x in value)
    if whole and declare.many is not None and len(words) > MANY:
        return declare.many(name, constant.doc, words)
    template = declare.texts if texts else declare.wholes if whole else declare.numbers
    return _fitted(program.target, template, facts, words, declare)


def _word(target: Target, declare: Declare, x: float | str) -> str:
    match x:
        case str():
            return declare.quote(x)
        case int():
            return str(x)
        case _:
            return declare.float(target, x)


def _fitted(
    target: Target, template: str, facts: Mapping[str, str | int], words: Sequence[str], declare: Declare
) -> str:
    """The values on one line where they fit, else on lines of their own, which never cut a text."""
    before, after = template.format(**facts, values="\0").split("\0")
    head, tail = before.rpartition("\n")[2], after.partition("\n")[0]
    alone = declare.alone if len(words) == 1 else ""
    whole = f"{declare.separator} ".join(words) + alone
    if len(head) + len(whole) + len(tail) <= target.width and "\n" not in whole:
        return before + whole + after
    margin = head[: len(head) - len(head.lstrip())]
    lines = list(_filled(words, declare.separator, target.width - len(margin) - 8))
    body = [f"{margin}{target.indent}{text}{declare.more}" for text in [*lines[:-1], lines[-1] + alone]]
    return "\n".join([before.rstrip() + declare.more, *body, margin + after])


def _filled(words: Sequence[str], separator: str, width: int) -> Iterable[str]:
    """Words on lines, each with the separator behind it but the last."""
    line = ""
    for k, word in enumerate(words):
        text = word + (separator if k + 1 < len(words) else "")
        if line and len(line) + 1 + len(text) > width:
            yield line
            line = ""
        line += f" {text}" if line else text
    if line:
        yield line


# --- texts as literals ------------------------------------------------------------------------------------------------------


def escaped(text: str, marks: str, code: str) -> str:
    """A literal in double quotes: `marks` get a backslash, what cannot be seen is written by its `code` ({:04x})."""
    letters = [f"\\{c}" if c in marks else c if c.isprintable() else code.format(ord(c)) for c in text]
    return '"' + "".join(letters) + '"'


def c_literal(text: str) -> str:
    """Of C and C++: bytes of UTF-8, by number where a compiler might read them otherwise; no trigraphs."""
    return '"' + "".join(_c_byte(b) for b in text.encode()) + '"'


def _c_byte(byte: int) -> str:
    if byte in b'"\\?':
        return f"\\{chr(byte)}"
    return chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"


def pieces(text: str, quote: str, longest: int) -> Iterable[tuple[bool, str]]:
    """Runs of letters that may stand between quotes, doubled where they are the quote itself, and, one by one, those that may
    not: (True, "it''s"), (False, "\\n"). For languages without escapes."""
    run = ""
    for c in text:
        if not c.isprintable():
            if run:
                yield True, run
            run = ""
            yield False, c
        else:
            if len((run + c).encode()) > longest:
                yield True, run
                run = ""
            run += c + c if c == quote else c
    if run:
        yield True, run
