"""Target: a language as a table. How each operation is written, how tightly it binds, how a statement looks.

A language is one `Target`; a dialect is a `dataclasses.replace` of another. Everything that differs between languages is
in the table or in the language's own `layout`; nothing else may ask which language it is writing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from linkwright.errors import EmitError, printable
from linkwright.passes.precision import nearest

if TYPE_CHECKING:
    from linkwright.emit.constants import Declare
    from linkwright.emit.program import Program
    from linkwright.graph.function import Port
    from linkwright.passes.kernel import Kernel

# How tightly a text binds. An operand goes without parentheses where it binds at least as tightly as its place needs.
LOOSE, TERNARY, COMPARE, SUM, PRODUCT, UNARY, POWER, ATOM = range(8)


@dataclass(frozen=True)
class Spelling:
    """One operation: a template with {0}, {1}, ... for the operands, how tightly the result binds, what each place needs.

    An operand whose text appears twice in the template must be a name or a number: see `duplicates`.
    """

    template: str
    binds: int
    needs: tuple[int, ...]

    def duplicates(self, place: int) -> bool:
        return self.template.count(f"{{{place}}}") > 1


def infix(symbol: str, binds: int) -> Spelling:
    """a symbol b, grouped from the left. The right operand of its own kind keeps its parentheses: floats do not associate."""
    return Spelling(f"{{0}} {symbol} {{1}}", binds, (binds, binds + 1))


def call(name: str, arity: int) -> Spelling:
    """name(a, b)."""
    return Spelling(f"{name}({', '.join(f'{{{k}}}' for k in range(arity))})", ATOM, (LOOSE,) * arity)


def method(name: str, arity: int = 1) -> Spelling:
    """a.name(b): the receiver must be an atom."""
    rest = ", ".join(f"{{{k}}}" for k in range(1, arity))
    return Spelling(f"{{0}}.{name}({rest})", ATOM, (ATOM, *(LOOSE,) * (arity - 1)))


MINUS = Spelling("-{0}", SUM, (POWER,))
"""Unary minus, as tight as a sum: every language reads -a + b and (-a) * b alike, not every one reads a * -b."""

ARITHMETIC: Mapping[str, Spelling] = {
    "add": infix("+", SUM),
    "sub": infix("-", SUM),
    "mul": infix("*", PRODUCT),
    "div": infix("/", PRODUCT),
    "neg": MINUS,
}
"""What nearly every language writes alike."""


def calls(prefix: str, names: Mapping[str, tuple[str, int]]) -> dict[str, Spelling]:
    """Functions of a library: {"asin": ("arcsin", 1)} with prefix "np." is np.arcsin(a)."""
    return {op: call(prefix + name, arity) for op, (name, arity) in names.items()}


def shortest(x: float) -> str:
    """The shortest decimal that reads back as the same double: 0.1, 1e-05, 3.0."""
    if not math.isfinite(x):
        raise EmitError(f"a constant of the code is {x}", hint="look for an overflow in the model's numbers")
    return repr(float(x))


def shortest_single(x: float) -> str:
    """The shortest decimal that reads back as the single-precision number next to x."""
    rounded = nearest(x)
    if math.isinf(rounded):
        what = f"a constant of the code is {x:g}, beyond the largest single-precision number"
        raise EmitError(what, hint="build without --real float32")
    texts = (f"{rounded:.{digits}g}" for digits in range(1, 10))
    return shortest(next(float(text) for text in texts if nearest(float(text)) == rounded))


def within_single(x: float) -> str:
    """The shortest decimal of a double, where single precision has one next to it."""
    shortest_single(x)
    return shortest(x)


def array_element(port: Port, index: int) -> str:
    """An element of a flat array, which a port without shape is too."""
    return f"{port.name}[{index}]"


def plain_element(port: Port, index: int) -> str:
    """An element of a flat array; a port without shape is a number."""
    return array_element(port, index) if port.shape else port.name


@dataclass(frozen=True)
class Comment:
    """How a block of text becomes a comment. `harmless` replaces what would end it early; `inside` is a line of comment between
    statements, {} its text."""

    first: str
    line: str
    last: str
    harmless: tuple[tuple[str, str], ...] = ()
    inside: str = ""

    def block(self, lines: Iterable[str]) -> str:
        """Lines as a comment of their own."""
        texts = [(self.line + self.safe(line)).rstrip() for text in lines for line in text.splitlines() or [""]]
        return "\n".join([*([self.first] if self.first else []), *texts, *([self.last] if self.last else [])])

    def remark(self, text: str, width: int) -> str:
        """One line between statements, of at most so many characters."""
        text = self.safe(text)
        room = width - len(self.inside)
        return self.inside.format(text if len(text) <= room else f"{text[: room - 3].rstrip()}...")

    def safe(self, text: str) -> str:
        """Text that may stand in a comment: one line, and nothing that ends it."""
        text = " ".join(text.split()) if any(c in text for c in "\n\r\v\f\x85\u2028\u2029") else text
        for bad, good in self.harmless:
            text = text.replace(bad, good)
        return printable(text)


@dataclass(frozen=True)
class Commands:
    """How a generated folder is tested: each of `needs` is a choice of programs, `run` are commands in the folder.

    "python:numpy" is a Python that has that module. In a command, "{0}" is the program found for the first need, and so on;
    a pattern such as "*.tex" stands for each file it matches, "test_*" for the names of such files without their suffix (see
    `files_like`). A test program's last line is
    "12 checks, 12 passed, max relative error 3.1e-16". `example` is what a person types to run the example.
    """

    needs: tuple[tuple[str, ...], ...]
    run: tuple[tuple[str, ...], ...]
    example: str = ""


def files_like(pattern: str, files: Iterable[str]) -> list[str]:
    """Files whose path or name matches; of a pattern without a suffix, their names without theirs."""
    found = [PurePosixPath(f) for f in sorted(files)]
    found = [f for f in found if fnmatchcase(str(f), pattern) or fnmatchcase(f.name, pattern)]
    return [str(f) if PurePosixPath(pattern).suffix else f.stem for f in found]


@dataclass(frozen=True)
class Real:
    """What a language's functions compute with.

    name:   of the type; suffix: of what the language's library and our support files have for it (sinf of sin)
    single: whether it is single precision: the tests' bounds are then those of floats
    setup:  a statement that programs begin with
    told:   a sentence for the head of a file
    cast:   of a whole number, {value}
    exact:  a literal of double precision, which tests compute with
    """

    name: str = "double"
    suffix: str = ""
    single: bool = False
    setup: str = ""
    told: str = ""
    cast: str = ""
    exact: Callable[[float], str] = shortest

    def titled(self, title: str) -> str:
        """A language's title with what is not usual."""
        return f"{title}, single precision" if self.single else title


@dataclass(frozen=True)
class Vectors:
    """How a language spells vectors of a few numbers, for kernels that have packs.

    define: a local value of {lanes} numbers; load: {lanes} numbers from element {first} on; store: their place
    gather: a vector of {values}; lane: number {lane} of the vector {vector}; put: {vector} with {value} as number {lane}
    array:  a local array of {count} vectors, {rows} of numbers; start: the address of the first number of {vector}
    sqrt:   the roots of the numbers of {vector}
    """

    define: str
    load: str
    store: str
    gather: str
    lane: str
    put: str
    array: str
    start: str
    sqrt: str


@dataclass(frozen=True)
class Target:
    """A language.

    spell:    one Spelling per operation of the op table, all of them
    number:   text of a non-negative finite float
    negative: how tightly the text of a negative number binds
    define:   a local value, {name} and {value}
    temporary: name of the {number}-th local value
    read:     text of an input element, by port and flat index (row-major)
    element:  text of an output element, likewise
    write:    a statement that gives an output element its value, {element} and {value}
    zeros:    a statement that sets {count} elements of output {name} from {first} on to zero; the first is {element}
    work:     element {slot} of the scratch array that carries values from one piece of a large function to the next
    nest:     largest number of operations in one statement
    adjacent: nest only what the schedule computes right before its use, so that its order is kept
    piece:    split large functions into pieces of about this many operations, where the schedule has cuts; 0 never splits
    pair:     a statement that computes {sine} and {cosine} of {angle} together; empty where there is none. The layout then
              also computes the plan's early sines and cosines, which are read as `sine` and `cosine` at {index}
    lanes:    how many early angles make a vector
    vectors:  spellings for the lanes of kernels that have packs, where the language has vectors
    layout:   the files of a program
    signature: a function as its caller sees it, for the folder's README; empty where nothing is called
    real:     what functions compute with, where the language writes its name in many places
    guard:    how the checks of inputs are switched on or off, a sentence for the folder's README
    """

    name: str
    title: str
    spell: Mapping[str, Spelling]
    comment: Comment
    define: str
    layout: Callable[[Program], Mapping[str, str]]
    commands: Commands
    signature: Callable[[Program, Kernel], str]
    read: Callable[[Port, int], str] = plain_element
    element: Callable[[Port, int], str] = array_element
    write: str = "{element} = {value};"
    real: Real = field(default_factory=Real)
    guard: str = ""
    constants: Declare | None = None
    """How sizes, names and limits of the coordinates are declared; nothing where a document tells them in words."""
    number: Callable[[float], str] = shortest
    negative: int = UNARY
    temporary: str = "t{number}"
    brackets: tuple[str, str] = ("(", ")")
    work: str = "work[{slot}]"
    pair: str = ""
    zeros: str = ""
    sine: str = "sine[{index}]"
    cosine: str = "cosine[{index}]"
    nest: int = 12
    adjacent: bool = True
    piece: int = 0
    lanes: int = 1
    vectors: Vectors | None = None
    indent: str = "    "
    width: int = 120
    more: str = ""
    """Ends a line that goes on in the next one (Fortran's &), where the language wants that said."""
    caseless: bool = False
    """M and m are one name (Fortran); `reserved` is then in small letters."""
    longest: int = 200
    """Longest name of a port or function."""
    repeats: bool = False
    """Has a form of its own for kernels that repeat another (whole batches together, or words); others write its statements."""
    reserved: frozenset[str] = field(default_factory=frozenset[str])
    """Words that a port or function must not be called."""
