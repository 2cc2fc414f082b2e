"""Procedure: what straight-line code cannot say. Loops, branches and calls of kernels, as data that every language spells.

A procedure is written once, as a plain Python function in a small part of Python (see procedure_source), so it also runs as it
stands. Scalars are floats or integers, arrays have a fixed shape and hold floats; nothing is allocated and nothing recurses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwright.passes.kernel import Kernel

# --- values -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Number:
    """A float or an integer that is written down. A float may be NaN or infinite (see math.isfinite before spelling it)."""

    value: float | int


@dataclass(frozen=True)
class Name:
    """A scalar: a local one, a loop's counter, or an input without shape."""

    name: str
    whole: bool = False
    """An integer."""


@dataclass(frozen=True)
class Element:
    """An element of an array: an input, an output, a local array or a table. Indices count from zero, one per dimension."""

    array: str
    index: tuple[Value, ...]


@dataclass(frozen=True)
class Apply:
    """An operation of the op table on floats."""

    op: str
    args: tuple[Value, ...]


@dataclass(frozen=True)
class Count:
    """Arithmetic of integers: "+", "-", "*". Results fit into 32 bits."""

    op: str
    left: Value
    right: Value


@dataclass(frozen=True)
class ToFloat:
    """An integer as a float."""

    value: Value


Value = Number | Name | Element | Apply | Count | ToFloat


@dataclass(frozen=True)
class Compare:
    """ "<", "<=", ">", ">=", "==", "!=" of two floats or two integers. With a NaN only "!=" holds."""

    op: str
    left: Value
    right: Value


@dataclass(frozen=True)
class Logic:
    """ "and", "or" of conditions from the left, the rest only where it is needed; "not" of one."""

    op: str
    args: tuple[Condition, ...]


@dataclass(frozen=True)
class Finite:
    """Whether a float is neither infinite nor NaN."""

    value: Value


Condition = Compare | Logic | Finite

# --- statements ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Set:
    """A scalar gets a value; its first assignment declares it (see Procedure.scalars)."""

    name: str
    value: Value


@dataclass(frozen=True)
class Store:
    """An element of a local array or of an output gets a value."""

    array: str
    index: tuple[Value, ...]
    value: Value


@dataclass(frozen=True)
class Fill:
    """All elements of an array get one value."""

    array: str
    value: Value


@dataclass(frozen=True)
class Copy:
    """All elements of an array from another of the same shape."""

    target: str
    source: str


@dataclass(frozen=True)
class Call:
    """A kernel. inputs: per port of it, in order, an array's name or a value; outputs: an array's or a float scalar's name.

    A port with a shape has an array, one without has a value or a scalar. No output is an input too, or given twice."""

    kernel: str
    inputs: tuple[str | Value, ...]
    outputs: tuple[str, ...]


@dataclass(frozen=True)
class For:
    """counter = start, start + step, ... while smaller than stop (step -1: while larger). The body does not change them."""

    counter: str
    start: Value
    stop: Value
    body: tuple[Statement, ...]
    step: int = 1


@dataclass(frozen=True)
class While:
    """As long as a condition holds."""

    condition: Condition
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class If:
    """One of two branches."""

    condition: Condition
    yes: tuple[Statement, ...]
    no: tuple[Statement, ...] = ()


@dataclass(frozen=True)
class Break:
    """Out of the innermost loop."""


@dataclass(frozen=True)
class Remark:
    """A comment for whoever reads the generated code."""

    text: str


Statement = Set | Store | Fill | Copy | Call | For | While | If | Break | Remark


@dataclass(frozen=True)
class Array:
    """A local array, which holds nothing known before statements fill it; with values (row-major): a table."""

    name: str
    shape: tuple[int, ...]
    values: tuple[float, ...] | None = None


@dataclass(frozen=True)
class Procedure:
    """The body of a kernel that is no straight-line code.

    scalars: the local scalars and whether each is an integer; counters of loops are not among them
    arrays:  the local arrays and tables
    calls:   the kernels that it calls, by the names that Call uses; each is written before its caller

    Names are distinct: a local scalar, array, table, counter is called like no port and no other local; one counter may serve
    several loops that are not nested. Scalars and outputs, too, hold nothing known before they get a value.
    """

    body: tuple[Statement, ...]
    scalars: tuple[tuple[str, bool], ...] = ()
    arrays: tuple[Array, ...] = ()
    calls: tuple[tuple[str, Kernel], ...] = ()


def walk(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    """Every statement, those of blocks after the one that holds them."""
    for s in statements:
        yield s
        match s:
            case For() | While():
                yield from walk(s.body)
            case If():
                yield from walk(s.yes)
                yield from walk(s.no)
            case _:
                pass


def inside(part: object) -> Iterator[Any]:
    """A statement, a condition, a value or a tuple of such, and all that is in it."""
    stack: list[Any] = [part]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack.extend(part)  # type: ignore[reportUnknownArgumentType]  # statements and values
        elif is_dataclass(part):
            yield part
            stack.extend(getattr(part, f.name) for f in fields(part))


def with_blocks(s: Statement, change: Callable[[tuple[Statement, ...]], tuple[Statement, ...]]) -> Statement:
    """A statement whose blocks, where it has some, are changed."""
    match s:
        case For() | While():
            return replace(s, body=change(s.body))
        case If():
            return replace(s, yes=change(s.yes), no=change(s.no))
        case _:
            return s


def changed(statements: tuple[Statement, ...]) -> set[str]:
    """Names of scalars and arrays that statements give values to, without counters of loops."""
    found: set[str] = set()
    for s in walk(statements):
        match s:
            case Set():
                found.add(s.name)
            case Store() | Fill():
                found.add(s.array)
            case Copy():
                found.add(s.target)
            case Call():
                found.update(s.outputs)
            case _:
                pass
    return found


def size(statements: tuple[Statement, ...]) -> int:
    """How many statements there are, those of blocks with them."""
    return sum(1 for _ in walk(statements))
