"""The kernel of a procedure that finds all solutions of six joints: its ports, and the joints that are given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from linkwright.graph.expr import Expr, Scalar
from linkwright.graph.port import Port
from linkwright.mechanics.ports import input_port
from linkwright.mechanics.state import State
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedural import bound, procedural

if TYPE_CHECKING:
    from linkwright.graph.quantity import Quantity

ROWS = 16
"""As many solutions as a general arm can have. Primrose 1986."""


@dataclass(frozen=True)
class Procedure:
    """function: in the part of Python that procedures are written in, with the kernels and constants that an arm puts there.

    how, facts, reference: what is said of it
    """

    function: Callable[..., Any]
    kernels: Mapping[str, Kernel]
    constants: Mapping[str, Any]
    how: str
    facts: Mapping[str, str]
    reference: str


def inputs_of(x: State, names: Sequence[str]) -> list[Port]:
    """The pose, and the values of the joints that are given."""
    inputs = [input_port("pose", _nodes(x.given["pose"]), False)]
    if names:
        inputs.append(input_port("given", _nodes(x.given["given"][: len(names)]), False, tuple(names)))
    return inputs


def solution_ports(entry: Quantity, rows: int, nq: int, docs: tuple[str, str, str]) -> tuple[Port, Port, Port]:
    """Outputs of `inverse_kinematics`: solutions, their number, what is left of the error of each."""
    solutions, count, residual = docs
    return (
        Port("solutions", (rows, nq), (-1,) * rows * nq, doc=solutions, unit=entry.unit),
        Port("count", (), (-1,), doc=count),
        Port("residual", (rows,), (-1,) * rows, doc=residual),
    )


def all_rows(entry: Quantity, nq: int, inputs: Sequence[Port], way: Procedure) -> Kernel:
    """The kernel: a row per solution, in increasing order."""
    told = (
        "a solution per row, in increasing order",
        "how many there are",
        "largest error of an entry of the pose, per row",
    )
    outputs = solution_ports(entry, ROWS, nq, told)
    names = [label for p in inputs if p.name == "given" for label in p.labels]
    facts = {**way.facts, "given joints": ", ".join(names)}
    views = {
        name: replace(k, inputs=tuple(p for p in k.inputs if p.name != "given"), lanes=None)
        for name, k in way.kernels.items()
    }
    made = procedural(
        entry.name, way.function, inputs[:1], outputs, views, {"NQ": nq, **way.constants},
        doc=f"{entry.doc}. {way.how}; a row is no fixed branch, they are in increasing order",
        equation=entry.equation, reference=way.reference, facts=tuple((k, y) for k, y in facts.items() if y),
    )  # fmt: skip
    for name, k in way.kernels.items():
        made = replace(made, procedure=bound(made.procedure, name, k, ("given",)))
    return replace(made, inputs=tuple(replace(p, nodes=(-1,) * p.size) for p in inputs))


def _nodes(values: list[Scalar]) -> list[Expr]:
    return [x for x in values if isinstance(x, Expr)]
