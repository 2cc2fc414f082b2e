"""Typed methods of compiled mechanisms: `make stubs` writes src/linkwright/native_methods.pyi from the tables of quantities.

An editor then completes dyn.inverse_dynamics and a checker sees that it takes q, v and a. At run time nothing of it is used:
functions are looked up in the tables. tests/test_stubs.py compares the file with the tables.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from linkwright.graph.quantity import Quantities, Quantity
from linkwright.mechanism import tables

TARGET = Path(__file__).resolve().parents[1] / "src" / "linkwright" / "native_methods.pyi"
HEAD = '''\
"""Methods of compiled mechanisms, one per quantity, for editors and type checkers.

Written by docs/make_stubs.py (`make stubs`): do not edit. At run time `linkwright.native` looks functions up in the tables.
Arrays have shape (n,), or (batch, n). Options: out=, threads=.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike as X

Array = np.ndarray[Any, Any]
Arrays = dict[str, Array]
'''
CLASSES = {"open": "TreeMethods", "closed": "ClosedMethods", "lagrangian": "LagrangianMethods"}
SIZES = {
    "open": "a robot that is a tree",
    "closed": "a robot with closed loops",
    "lagrangian": "a Lagrangian on a manifold",
}
NAMED = ("inputs", "multipliers")
"""Inputs of a Lagrangian that have names of their own: what stands behind them in a call has no name either."""
SOMETIMES = ("given", "wrench", "parameters", "theta")
"""In the order of a call; theta comes behind q where there is one, so it is passed by name."""
OWN = {"closed": ("closure",), "open": ("inverse_kinematics", "ik")}
"""Quantities that `linkwright.native` has methods of its own for."""


def methods() -> str:
    """The text of the file."""
    return "\n\n".join([HEAD, *(_class(kind, known) for kind, known in tables().items())])


def _class(kind: str, known: Quantities) -> str:
    head = [f"class {CLASSES[kind]}:", f'    """Functions of {SIZES[kind]}."""', ""]
    lines = [line for x in known.by_name.values() for line in _methods(kind, x)]
    return "\n".join([*head, *lines]).rstrip() + "\n"


def _methods(kind: str, x: Quantity) -> Iterator[str]:
    names = [n for n in (x.name, *x.aliases) if n.isidentifier() and n not in OWN.get(kind, ())]
    if not names:
        return
    result = "Arrays" if len(x.output.split()) > 1 else "Array"
    if kind == "lagrangian" and result == "Array":
        result = "Any"  # multipliers of constraints come with what was asked for
    given = ", ".join(["self", *_arguments(kind, x), "**options: Any"])
    yield f"    def {names[0]}({given}) -> {result}:"
    yield f'        """{_sentence(x)}"""'
    yield ""
    yield from (f"    {alias} = {names[0]}" for alias in names[1:] if alias != names[0])
    if names[1:]:
        yield ""


def _arguments(kind: str, x: Quantity) -> Iterator[str]:
    """Those that are always there; then those that a mechanism has or has not: wrenches where the file names some, positions of
    dependent joints where there is no closed form, parameters where they stay symbols."""
    names = x.inputs.split()
    if kind == "lagrangian":
        first = min((names.index(n) for n in NAMED if n in names), default=len(names))
        yield from (f"{n}: X" for n in names[:first])
        yield from ["*more: X"] if first < len(names) else []
        return
    yield from (f"{n}: X" for n in names if n not in SOMETIMES)
    yield from (f"{n}: X = ..." for n in SOMETIMES if n != "theta" and (n in names or n == "parameters"))
    if kind == "closed":
        yield from ("*", "theta: X = ...")


def _sentence(x: Quantity) -> str:
    text = x.doc[:1].upper() + x.doc[1:]
    equation = f": {x.equation}" if x.equation else ""
    return f"{text}{equation}.".replace("\\", "\\\\").replace('"', "'")


def main() -> None:
    text = methods()
    if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
        TARGET.write_text(text, encoding="utf-8")
        sys.stdout.write(f"wrote {TARGET.name}\n")


if __name__ == "__main__":
    main()
