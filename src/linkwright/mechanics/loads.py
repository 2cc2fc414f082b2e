"""Load: what a quantity asks of Newton-Euler and its peers. One table for all methods that derive forces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from linkwright.lazy import lazy
from linkwright.model.tree import Tree

weightless = lazy("linkwright.mechanics.tree.newton_euler:weightless")
without_drives = lazy("linkwright.mechanics.tree.newton_euler:without_drives")
rotors_only = lazy("linkwright.mechanics.tree.newton_euler:rotors_only")


@dataclass(frozen=True)
class Load:
    """edit: what of the tree counts; moves: it has its rates; speeds_up: the free joints have their accelerations, too; pushed:
    external wrenches act, and friction is part of it."""

    edit: Callable[[Tree], Tree]
    moves: bool = True
    speeds_up: bool = False
    pushed: bool = False


def masses_only(tree: Tree) -> Tree:
    """What a mass matrix is made of: bodies and rotors, without gravity."""
    return weightless(rotors_only(tree))


LOADS: Mapping[str, Load] = MappingProxyType(
    {
        "inverse_dynamics": Load(lambda tree: tree, speeds_up=True, pushed=True),
        "coriolis_vector": Load(masses_only),
        "gravity": Load(without_drives, moves=False),
        "nonlinear_effects": Load(lambda tree: tree, pushed=True),
        "velocity_terms": Load(weightless),
    }
)
