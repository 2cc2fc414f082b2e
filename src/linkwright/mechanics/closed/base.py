"""Base parameters of closed mechanisms: what the torques depend on is less than for the tree.

The rules of trees come first (model/regroup.py). A mass at the point of a closure moves with both links that meet there, and
so do, at a pin, a first moment along its axis and a disc about it: that makes parameters of one link stand for those of the
other (Khalil & Bennis 1995), with lengths as factors. What else is dependent (links that stay parallel) is found in numbers and
proved in a prime field, as for trees (mechanics/tree/independence.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from linkwright.arrays import Array
from linkwright.graph.expr import Expr, lift, symbol
from linkwright.graph.rewrite import symbols_of
from linkwright.mechanics.alike import SharedInertias, tied
from linkwright.mechanics.closed.closing_relations import without_shared_masses
from linkwright.mechanics.closure.explicit import eliminate, explicit
from linkwright.mechanics.closure.residual import start_symbols
from linkwright.mechanics.problem import BaseModel
from linkwright.mechanics.tree.coriolis_matrix import link_twists
from linkwright.mechanics.tree.independence import (
    Energies,
    Relation,
    dependent_columns,
    energy_of,
    proved,
    without,
)
from linkwright.model.assembly.mobility_report import cut as cut_open
from linkwright.model.assembly.mobility_study import study
from linkwright.model.base_parameters import BaseForm, base_form
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.cut import Cut
from linkwright.model.parameters import tree_symbols
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.motion import Motion

_ROUNDS = 40
"""Random rates per closed configuration."""


@lru_cache(maxsize=16)
def base_of(robot: ClosedRobot, mode: str, symbolic: str) -> BaseModel:
    """The mechanism in its physical parameters and in base parameters."""
    own = cut_open(robot, mode, symbolic)
    names = robot.tree.inertial_names
    shared = SharedInertias.of(own.tree, names) if tied(own.tree, robot.tree, mode) else None
    base = without_shared_masses(base_form(shared.tree if shared else own.tree, own.parameters), own)
    energies = ClosedEnergies.of_closed(base, own, robot)
    relations = energies.true(dependent_columns(energies))
    base = without(base, {k: factors for k, factors, _ in relations}) if relations else base
    if shared is not None:
        base = shared.independent(base.tree, base.parameters)
    left = {*tree_symbols(base.tree), *_closure_symbols(own)}
    geometry = tuple(p for p in own.parameters if p.name in left)
    return BaseModel(own, replace(own, tree=base.tree), base.parameters, own.parameters, geometry)


def _closure_symbols(own: Cut) -> set[str]:
    """Symbols of couplings and modes."""
    scalars = [*(f.value for f in own.followers), *(c.mode for c in own.closures)]
    return {n for x in scalars if isinstance(x, Expr) for n in symbols_of(x.graph, [x.index])}


def closed_positions(own: Cut, robot: ClosedRobot) -> Array:
    """Closed configurations; joints outside all loops go where they want, and turn as they want."""
    import numpy as np

    q = np.array(study(robot).samples, float)
    outside = [k for k in own.coordinates.free_q if float(np.ptp(q[:, k])) == 0]
    q[:, outside] += np.random.default_rng(3).normal(size=(len(q), len(outside)))
    for part in own.tree.unit_spans:
        q[:, part] /= np.linalg.norm(q[:, part], axis=1, keepdims=True)
    return q


@dataclass(frozen=True)
class ClosedEnergies(Energies):
    """Twice the kinetic energy of a unit of each parameter, as expressions of q and theta; `solved`: of q alone, if there is a
    closed form."""

    solved: tuple[int, ...] | None
    own: Cut
    positions: Any
    """Closed configurations of the tree, one per row."""

    @staticmethod
    def of_closed(base: BaseForm, own: Cut, robot: ClosedRobot) -> ClosedEnergies:
        from linkwright.mechanics.symbols import embedding_of

        bare = replace(own, tree=base.tree.with_inertias([Inertia() for _ in base.tree.links]))
        x = embedding_of(bare, "given", {})
        speed = symbol("x", x.graph)
        twists = link_twists(x.tree, x.tree.poses(x.positions), x.rates, Motion(x.tree.gravity * speed))
        rows = tuple(lift(x.graph, e) for e in (speed * speed, *(energy_of(p, twists) for p in base.parameters)))
        solution = explicit(bare)
        roots = [e.index for e in rows]
        solved = None if solution is None else tuple(eliminate(x.graph, roots, x.cut, solution, "trigonometric"))
        return ClosedEnergies(x.tree, x.graph, rows, solved, own, closed_positions(own, robot))

    def measured(self, seed: int) -> Array:
        import numpy as np

        from linkwright.graph.evaluate import NUMPY, evaluate

        rng = np.random.default_rng(seed)
        q = np.repeat(np.asarray(self.positions), _ROUNDS, axis=0)
        where, count = self.own.coordinates, len(q)
        values: dict[str, Any] = {f"q[{j}]": q[:, k] for j, k in enumerate(where.free_q)}
        values |= {f"theta[{j}]": q[:, k] for j, k in enumerate(where.dependent_q)}
        known = start_symbols(self.own)
        roots = [e.index for e in self.rows]
        for name in symbols_of(self.graph, roots):
            if name not in values:
                values[name] = np.full(count, known[name]) if name in known else rng.normal(size=count)
        found = evaluate(self.graph, roots, values, NUMPY)
        return np.stack([np.broadcast_to(column, (count,)) for column in found], axis=1)

    def proved(self, relations: Sequence[Relation]) -> list[Relation]:
        """Where lengths are symbols, only what holds for all lengths: with a closed form, exactly."""
        return [] if self.solved is None else proved(relations, self.graph, self.solved)
