"""An open robot whose numbers may become symbols: see mechanics/prepare.py."""

from __future__ import annotations

from functools import lru_cache

from linkwright.mechanics.problem import BaseModel, Model, ParametrisedModel, tree_of
from linkwright.model.parameters import parametrised_tree, tree_symbols
from linkwright.model.regroup import regroup
from linkwright.model.robot import OpenRobot, Parameter


class ParametrisedTree(ParametrisedModel):
    """A tree in one form or another of its parameters."""

    def __init__(self, robot: OpenRobot) -> None:
        self.robot, self.name = robot, robot.name

    def own(self, parameters: str, symbolic: str) -> tuple[Model, tuple[Parameter, ...]]:
        """In normal form, as asked for."""
        form = parametrised_tree(self.robot, parameters, symbolic)
        return form.tree, form.parameters

    def base(self, parameters: str, symbolic: str) -> BaseModel:
        """In base parameters."""
        return _base_of(self.robot, parameters, symbolic)

    def regrouped(self, own: Model, gauge: str) -> Model:
        return regroup(tree_of(own), gauge)


@lru_cache(maxsize=16)  # as for parametrised_tree
def _base_of(robot: OpenRobot, mode: str, symbolic: str) -> BaseModel:
    """The independent base parameters without those that no torque depends on."""
    from linkwright.mechanics.alike import SharedInertias, tied
    from linkwright.mechanics.symbols import torque_symbols
    from linkwright.mechanics.tree.independence import independent  # loads NumPy and the prime fields
    from linkwright.model.base_parameters import base_form

    form = parametrised_tree(robot, mode, symbolic)
    shared = SharedInertias.of(form.tree, robot.inertial_names) if tied(form.tree, robot, mode) else None
    base = independent(base_form(shared.tree if shared else form.tree, form.parameters))
    used = set(torque_symbols(base.tree))
    chosen = tuple(p for p in base.parameters if p.name in used)
    if shared is not None:
        base = shared.independent(base.tree, chosen)
        chosen = base.parameters
    left = set(tree_symbols(base.tree))
    geometry = tuple(p for p in form.parameters if p.name in left)
    return BaseModel(form.tree, base.tree, chosen, form.parameters, geometry)
