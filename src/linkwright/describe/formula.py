"""A formula: the equations of one quantity as people read them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from linkwright.graph.function import Function
from linkwright.graph.readable import equation_rows
from linkwright.mechanism import derive
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
class Formula:
    """The equations of a quantity. heading: above them in a terminal; title: in a document; style: "closed" or "steps"."""

    quantity: str
    heading: str
    title: str
    equation: str
    lines: tuple[Line, ...]
    style: str
    doc: str = ""
    operations: str = ""

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
        f.doc,
        str(f.ops),
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


def _renamed(f: Function) -> Function:
    outputs = {_PRINTED.get(n, n): replace(p, name=_PRINTED.get(n, n)) for n, p in f.outputs.items()}
    return replace(f, outputs=MappingProxyType(outputs))
