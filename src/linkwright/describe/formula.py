"""A formula: the equations of one quantity as people read them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from linkwright.graph.function import Function
from linkwright.mechanism import derive
from linkwright.readable.equations import equation_rows
from linkwright.readable.names import latex_name
from linkwright.request import Printed

if TYPE_CHECKING:
    from linkwright.graph.quantity import Quantity
    from linkwright.mechanism import Mechanism

Tell = Callable[[str], object]
_TERMS = 400
"""Terms up to which an element is written in closed form."""
_WORD = re.compile(r"[^\W\d]\w*")
_RATES = {"v": ("dq",), "a": ("ddq",)}
"""Velocities and accelerations are printed as derivatives of q where they are."""
_PRINTED = {"g": "G"}
"""Gravity's vector is printed G: g is the usual name of the parameter."""


@dataclass(frozen=True)
class Line:
    """One equation; name: what it tells (M11), empty where the left side is no name; symbols: joints and parameters that it
    mentions, by their names in the mechanism's file."""

    name: str
    text: str
    latex: str
    symbols: tuple[str, ...] = ()


@dataclass(frozen=True)
class Matrix:
    """Lines that are the elements of one matrix, or of a column. latex: its name; rows: of names of lines, those of a symmetric
    matrix twice."""

    latex: str
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Formula:
    """The equations of a quantity. heading: above them in a terminal; title: in a document; style: "closed" or "steps".
    matrices: which of the lines belong together, for those who can print that."""

    quantity: str
    heading: str
    title: str
    equation: str
    lines: tuple[Line, ...]
    style: str
    doc: str = ""
    operations: str = ""
    matrices: tuple[Matrix, ...] = ()

    def data(self) -> dict[str, Any]:
        """As `linkwright equations --json` prints it."""
        return {
            "quantity": self.quantity,
            "equation": self.equation,
            "style": self.style,
            "operations": self.operations,
            "lines": [{"name": x.name, "text": x.text, "latex": x.latex} for x in self.lines],
        }


def element_formula(mechanism: Mechanism, entry: Quantity, request: Printed, **options: Any) -> Formula:
    """A quantity element by element, in closed form or as numbered steps where that is too long."""
    if request.frame is not None and "frame" in entry.options:
        options = {"frame": request.frame, **options}
    f = derive(mechanism, entry.name, parameters=request.parameters, symbolic=request.symbolic, **options)
    terms = _TERMS if request.style == "closed" else 0
    styles = ("text", "latex", "ascii")
    rows = equation_rows(_renamed(f), styles, request.digits, budget_seconds=request.seconds, max_terms=terms)
    names = _names(f)
    return Formula(
        f.name,
        f"{f.name}: {f.equation}",
        f.name.replace("_", " "),
        f.equation,
        tuple(Line(name, text, latex, _mentioned(plain, names)) for name, text, latex, plain in rows),
        "closed" if all(_is_element(f, row[0]) for row in rows) else "steps",
        f"{f.doc}; frame '{f.facts['frame']}'" if "frame" in f.facts else f.doc,
        str(f.ops),
        tuple(_matrices(f, {row[0] for row in rows})),
    )


def _names(f: Function) -> dict[str, str]:
    """How elements of the inputs are written in plain characters -> their names in the file."""
    found: dict[str, str] = {}
    for port in f.inputs.values():
        if port.name == "parameters":
            found |= {name: name for name in port.labels}
        else:
            letters = (port.name, *_RATES.get(port.name, ()))
            found |= {f"{x}{k}": label for k, label in enumerate(port.labels, 1) for x in letters}
    return found


def _mentioned(line: str, names: dict[str, str]) -> tuple[str, ...]:
    """Of the right side of an equation, each name once, in order."""
    words = _WORD.findall(line.partition(" = ")[2])
    return tuple(dict.fromkeys(names[w] for w in words if w in names))


def _is_element(f: Function, name: str) -> bool:
    """Whether a line tells an element of an output, and is no step on the way: M11, M1,10, tau3."""
    heads = [_PRINTED.get(n, n) for n in f.outputs]
    return any(name.startswith(n) and not name[len(n) :].replace(",", "").strip("0123456789") for n in heads)


def _matrices(f: Function, lines: set[str]) -> Iterator[Matrix]:
    """Of outputs with one or two indices; of those with three one each for the first index."""
    for own, port in f.outputs.items():
        name = _PRINTED.get(own, own)
        if len(port.shape) == 1:
            yield Matrix(latex_name(name), tuple((f"{name}{k + 1}",) for k in range(port.shape[0])))
        elif len(port.shape) in (2, 3):
            *first, height, width = port.shape
            for k in range(first[0]) if first else (None,):
                head = "" if k is None else f"{k + 1},"
                grid = [[_element(name + head, i + 1, j + 1, lines) for j in range(width)] for i in range(height)]
                yield Matrix(latex_name(name if k is None else f"{name}_{k + 1}"), tuple(map(tuple, grid)))


def _element(name: str, i: int, j: int, lines: set[str]) -> str:
    """M11, M1,10 where there are many; M12 for M21 where a matrix is symmetric and only half of it is told."""
    spellings = (f"{name}{i}{j}", f"{name}{i},{j}", f"{name}{j}{i}", f"{name}{j},{i}")
    return next(x for x in spellings if x in lines)


def _renamed(f: Function) -> Function:
    outputs = {_PRINTED.get(n, n): replace(p, name=_PRINTED.get(n, n)) for n, p in f.outputs.items()}
    return replace(f, outputs=MappingProxyType(outputs))
