"""Inverse kinematics of arms that miss a closed form by what their file rounds: right angles of five digits, axes that miss
each other by a micrometre. The closed form of the arm that was meant, then Newton's method on the one there is.

Elimination is no way for them: its equations are singular where three axes meet, and almost so where they almost do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import NoClosedForm
from linkwright.inverse import arm_kernels
from linkwright.inverse.all_rows import Procedure, all_rows, inputs_of
from linkwright.inverse.half_angles import Array
from linkwright.inverse.measured import in_numbers, measured
from linkwright.inverse.near_solutions import ALMOST, near_solutions
from linkwright.mechanics.inverse.axes import Axis, Revolute
from linkwright.mechanics.inverse.branches import Branch, only_if
from linkwright.mechanics.inverse.chain import Chain, chain_of
from linkwright.mechanics.inverse.closed_form import Found, fitting, locked
from linkwright.mechanics.inverse.masks import mask_of
from linkwright.mechanics.inverse.subproblems import minimum
from linkwright.mechanics.state import State
from linkwright.mechanics.symbols import open_state
from linkwright.mechanics.tree.kinematics import frame_told
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import OpenRobot
from linkwright.passes.kernel import Kernel
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Mat, Vec

if TYPE_CHECKING:
    from linkwright.graph.quantity import Quantity

SLANT, WAY = 4, 5
"""Decimals that are left of directions and of metres: the right angle of a file, 1.5708, is wrong by 4e-6, six of them by six
times as much."""
_REFERENCE = "Pieper 1968"


def near_closed_form(robot: OpenRobot, entry: Quantity, make: object, extra: Mapping[str, Any]) -> Kernel | None:
    """The kernel of `inverse_kinematics` by the closed form of a near arm; None where it is for another method."""
    tree = parametrised_tree(robot, extra["parameters"], extra["symbolic"]).tree
    x = open_state(tree, extra)
    solved = _find(x)
    if solved is None:
        return None
    chain, found = solved
    left, fixed = locked(chain, found.given, x.given["given"])
    inputs = inputs_of(x, found.given)
    arm = measured(left, [k for k, axis in enumerate(left.axes) if in_numbers(axis)])
    kernels = {
        "starts": arm_kernels.starts([_start(left, branch) for branch in found.branches], inputs, x.graph),
        "polish": arm_kernels.polish(arm, inputs, x.graph, fixed, tree.nq),
    }
    constants = {
        "STARTS": len(found.branches),
        "LENGTH": arm.length,
        "TURNING": tuple(float(isinstance(axis, Revolute)) for axis in left.axes),
    }
    facts = {"method": "near_closed_form", "family": found.family.name, **frame_told(tree, entry, extra.get("frame"))}
    how = "By the closed form of an arm whose numbers are rounded, then Newton's method"
    return all_rows(entry, tree.nq, inputs, Procedure(near_solutions, kernels, constants, how, facts, _REFERENCE))


def _find(x: State) -> tuple[Chain, Found] | None:
    """The chain, and the closed form of one that is nearly it; None where there is none, or the chain is asked for less."""
    frame, base = x.options.get("frame"), x.options.get("base")
    chain = chain_of(x.tree, x.given["pose"], frame, base)
    mask = mask_of(x.tree, frame, base, x.options.get("mask"))
    if mask.name != "pose" or not all(in_numbers(axis) for axis in chain.axes):
        return None
    found = fitting(x, rounded(chain), mask)
    if isinstance(found, str) or not found.family.steady or len(found.chain.joints) != _JOINTS:
        return None
    return chain, found


_JOINTS = 6
"""Joints that are left when those that are given are known."""


def _start(chain: Chain, branch: Branch) -> arm_kernels.Start:
    """The joints of a branch in the chain's order, where it almost exists."""
    row = [joint.axis.coordinate(branch.values[joint.index]) for joint in chain.joints]
    exists = minimum(*branch.conditions) if branch.conditions else 1
    return arm_kernels.Start([only_if(exists + ALMOST, y) for y in row], exists)


def rounded(chain: Chain) -> Chain:
    """The arm of a few digits, seen from its first axis."""
    seen = _seen(chain)
    joints = [replace(joint, axis=_rounded(joint.axis.moved(seen))) for joint in chain.joints]
    return Chain(tuple(joints), seen @ chain.home, seen @ chain.target)


def _rounded(axis: Axis) -> Axis:
    h, p = _numbers(axis.h).round(SLANT), _numbers(axis.p).round(WAY)
    return replace(axis, h=_vector(h / np.linalg.norm(h)), p=_vector(p))


def _seen(chain: Chain) -> Transform:
    """A frame on the first axis, turned as the next axis that is not parallel to it lies; the world's where they are alike."""
    axes = chain.axes
    z = _numbers(axes[0].h)
    across = [n for axis in axes[1:] if np.linalg.norm(n := np.cross(z, _numbers(axis.h))) > _SLANTED]
    if not across:
        raise NoClosedForm("all axes are parallel")
    x = across[0] / np.linalg.norm(across[0])
    turned = np.array([x, np.cross(z, x), z])
    clean = turned.round(SLANT)
    straight = np.abs(clean @ clean.T - np.eye(3)).max() < 1e-14
    R = clean if straight else turned  # a permutation of the world's axes costs nothing later
    return Transform(Mat.of([[float(y) for y in row] for row in R]), _vector(-R @ _numbers(axes[0].p)))


_SLANTED = 1e-3
"""Sine of the angle from which on two axes are clearly not parallel."""


def _numbers(v: Vec) -> Array:
    return np.array([float(y) for y in v])  # type: ignore[arg-type]


def _vector(v: Array) -> Vec:
    return Vec(*(int(y) if float(y).is_integer() else float(y) for y in v))
