"""Inverse kinematics of six joints without a closed form, at most one prismatic, as a kernel: all solutions, up to sixteen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linkwright.errors import NoClosedForm
from linkwright.graph.expr import Scalar
from linkwright.inverse import arm_kernels
from linkwright.inverse.all_rows import ROWS, Procedure, all_rows, inputs_of
from linkwright.inverse.choice import Elimination, best, constant
from linkwright.inverse.half_angles import Array
from linkwright.inverse.six_joints import all_solutions
from linkwright.mechanics.inverse.axes import Revolute
from linkwright.mechanics.inverse.chain import chain_of
from linkwright.mechanics.inverse.closed_form import choices_of_given, locked
from linkwright.mechanics.inverse.isolated import isolated
from linkwright.mechanics.inverse.masks import mask_of
from linkwright.mechanics.state import State
from linkwright.mechanics.symbols import open_state
from linkwright.mechanics.tree.kinematics import frame_told
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import OpenRobot
from linkwright.passes.kernel import Kernel

if TYPE_CHECKING:
    from linkwright.graph.quantity import Quantity

_REFERENCE = "Raghavan & Roth 1993; Manocha & Canny 1994"


def elimination(robot: OpenRobot, entry: Quantity, make: object, extra: Mapping[str, Any]) -> Kernel | None:
    """The kernel of `inverse_kinematics` by elimination; None where it is for another method."""
    tree = parametrised_tree(robot, extra["parameters"], extra["symbolic"]).tree
    x = open_state(tree, extra)
    solved = _find(x)
    if solved is None:
        return None
    found, names, fixed = solved
    inputs = inputs_of(x, names)
    kernels = {
        "equations": arm_kernels.equations(found, inputs, x.graph),
        "joints": arm_kernels.joints(found, inputs, x.graph),
        "polish": arm_kernels.polish(found.arm, inputs, x.graph, fixed, tree.nq),
    }
    facts = {"method": "elimination", "first angle": found.arm.chain.names[found.loop.first]}
    facts |= frame_told(tree, entry, extra.get("frame"))
    how = f"By elimination: all solutions, up to {ROWS}"
    return all_rows(
        entry, tree.nq, inputs, Procedure(all_solutions, kernels, _constants(found), how, facts, _REFERENCE)
    )


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
        if not isolated(x.tree, frame, base, mask, names):
            continue
        left, fixed = locked(chain, names, x.given["given"])
        arm = best(left)
        if arm is not None:
            return arm, names, fixed
    return None


def _constants(x: Elimination) -> dict[str, Any]:
    return {
        "LINEAR": x.linear,
        "SIZE": 24 - x.linear,
        "TABLE": _rows(x.table.transpose(1, 0, 2, 3).reshape(14, 72)),
        "CONSTANT": _rows(constant(x).reshape(2, 36)),
        "TURNING": tuple(float(isinstance(axis, Revolute)) for axis in x.loop.axes),
        "BASIS": _rows(x.basis),
    }


def _rows(table: Array) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(x) for x in row) for row in table)
