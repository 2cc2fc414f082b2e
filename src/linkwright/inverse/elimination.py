"""Inverse kinematics of six joints without a closed form, at most one prismatic, as a kernel: all solutions, up to sixteen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linkwright.errors import NoClosedForm
from linkwright.graph.expr import Expr, Scalar
from linkwright.graph.port import Port
from linkwright.inverse import arm_kernels
from linkwright.inverse.choice import Elimination, best, constant
from linkwright.inverse.half_angles import Array
from linkwright.inverse.six_joints import all_solutions
from linkwright.mechanics.inverse.axes import Revolute
from linkwright.mechanics.inverse.chain import chain_of
from linkwright.mechanics.inverse.closed_form import choices_of_given, locked
from linkwright.mechanics.inverse.masks import mask_of
from linkwright.mechanics.ports import input_port
from linkwright.mechanics.state import State
from linkwright.mechanics.symbols import open_state
from linkwright.model.parameters import form_of
from linkwright.model.robot import OpenRobot
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedural import bound, procedural

if TYPE_CHECKING:
    from linkwright.graph.quantity import Quantity

ROWS = 16
"""As many solutions as a general arm can have. Primrose 1986."""
_REFERENCE = "Raghavan & Roth 1993; Manocha & Canny 1994"


def elimination(robot: OpenRobot, entry: Quantity, make: object, extra: Mapping[str, Any]) -> Kernel | None:
    """The kernel of `inverse_kinematics` by elimination; None where it is for another method."""
    tree = form_of(robot, extra["parameters"], extra["symbolic"]).tree
    x = open_state(tree, extra)
    found = _find(x)
    if found is None:
        return None
    arm, names, fixed = found
    inputs = [input_port("pose", _nodes(x.given["pose"]), False)]
    if names:
        inputs.append(input_port("given", _nodes(x.given["given"][: len(names)]), False, names))
    kernels = {
        "equations": arm_kernels.equations(arm, inputs, x.graph),
        "joints": arm_kernels.joints(arm, inputs, x.graph),
        "polish": arm_kernels.polish(arm, inputs, x.graph, fixed, tree.nq),
    }
    outputs = (
        Port(
            "solutions",
            (ROWS, tree.nq),
            (-1,) * ROWS * tree.nq,
            doc="a solution per row, in increasing order",
            unit=entry.unit,
        ),
        Port("count", (), (-1,), doc="how many there are"),
        Port("residual", (ROWS,), (-1,) * ROWS, doc="largest error of an entry of the pose, per row"),
    )
    facts = {"method": "elimination", "first angle": arm.chain.names[arm.loop.first], "given joints": ", ".join(names)}
    views = {name: replace(k, inputs=tuple(p for p in k.inputs if p.name != "given")) for name, k in kernels.items()}
    made = procedural(
        entry.name, all_solutions, inputs[:1], outputs, views, _constants(arm, tree.nq),
        doc=f"{entry.doc}. By elimination: all solutions, up to {ROWS}; a row is no fixed branch, they are in increasing order",
        equation=entry.equation, reference=_REFERENCE, facts=tuple((k, y) for k, y in facts.items() if y),
    )  # fmt: skip
    for name, k in kernels.items():
        made = replace(made, procedure=bound(made.procedure, name, k, ("given",)))
    return replace(made, inputs=tuple(replace(p, nodes=(-1,) * p.size) for p in inputs))


def _find(x: State) -> tuple[Elimination, tuple[str, ...], Mapping[int, Scalar]] | None:
    """The arm, the joints that are given and their coordinates; None where the chain is another, or asked for less."""
    frame, base = x.options.get("frame"), x.options.get("base")
    try:
        chain = chain_of(x.tree, x.given["pose"], frame, base)
    except NoClosedForm:
        return None
    mask = mask_of(x.tree, frame, base, x.options.get("mask"))
    if mask.name != "pose":
        return None
    for names in choices_of_given(chain, mask, x.options.get("given")):
        left, fixed = locked(chain, names, x.given["given"])
        arm = best(left)
        if arm is not None:
            return arm, names, fixed
    return None


def _nodes(values: list[Scalar]) -> list[Expr]:
    return [x for x in values if isinstance(x, Expr)]


def _constants(x: Elimination, nq: int) -> dict[str, Any]:
    return {
        "NQ": nq,
        "LINEAR": x.linear,
        "SIZE": 24 - x.linear,
        "TABLE": _rows(x.table.transpose(1, 0, 2, 3).reshape(14, 72)),
        "CONSTANT": _rows(constant(x).reshape(2, 36)),
        "TURNING": tuple(float(isinstance(axis, Revolute)) for axis in x.loop.axes),
        "BASIS": _rows(x.basis),
    }


def _rows(table: Array) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(x) for x in row) for row in table)
