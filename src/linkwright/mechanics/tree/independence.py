"""Base parameters that are independent: what the rules of model/regroup.py leave dependent is found by numbers.

The rules know each joint by itself. Mimic joints, oblique sliders near the base and special directions of gravity tie
parameters of several links together. Torques come from the kinetic energy, gravity being an acceleration of the base:
parameters whose kinetic energy is the same function of q, v and the base's speed x cannot be told apart, and one that only
gives x^2 cannot be seen (compare Gautier 1991, who does the same with the regressor of the torques). Dependencies are solved
for on random states; where the geometry is exact, each is then proved in a prime field, and one that depends on symbols of the
geometry is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from linkwright.arrays import Array
from linkwright.exact.equality import evaluate_field
from linkwright.exact.point import Constraints
from linkwright.graph.expr import Expr, Scalar, lift, lifter, number, symbol
from linkwright.graph.graph import Graph
from linkwright.graph.ops import Number
from linkwright.graph.rewrite import symbols_of
from linkwright.mechanics.tree.coriolis_matrix import link_twists
from linkwright.model.base_parameters import BaseForm, BaseParameter, form_of_parameters
from linkwright.model.regroup import spin_directions
from linkwright.model.tree import Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.motion import Motion

_SMALL = 1e-9
_DENOMINATOR = 100_000
Relation = tuple[int, dict[int, Number], Number]
"""Energy of one parameter = sum of factors times the energies of others + a factor times x^2."""


def independent(base: BaseForm) -> BaseForm:
    """The same torques with no parameter that others can stand for."""
    if not base.parameters or not _suspect(base.tree):
        return base
    energies = Energies.of(base)
    relations = energies.true(dependent_columns(energies))
    return without(base, {k: factors for k, factors, _ in relations}) if relations else base


def _suspect(tree: Tree) -> bool:
    """Whether the rules may have left something: shared coordinates, or sliding joints where links cannot turn freely yet."""
    shared = len({link.iv for link in tree.links}) < len(tree.links)
    spins = spin_directions(tree)
    return shared or any(
        link.joint_type.displaces and spin is not None for link, spin in zip(tree.links, spins, strict=True)
    )


@dataclass(frozen=True)
class Energies:
    """Twice the kinetic energy of one unit of each parameter, as expressions of q, v, the base's speed x and geometry."""

    tree: Tree
    graph: Graph
    rows: tuple[Expr, ...]

    @staticmethod
    def of(base: BaseForm) -> Energies:
        graph = Graph()
        bare = base.tree.with_inertias([Inertia() for _ in base.tree.links])
        tree = bare.map(lifter(graph))
        q, v = (
            [symbol(f"{name}[{k}]", graph) for k in range(n)] for name, n in (("q", tree.nq), ("v", tree.nv))
        )  # fmt: skip
        x = symbol("x", graph)
        twists = link_twists(tree, tree.poses(q), v, Motion(tree.gravity * x))
        rows = [energy_of(p, twists) for p in base.parameters]
        return Energies(tree, graph, tuple(lift(graph, e) for e in (x * x, *rows)))

    def measured(self, seed: int) -> Array:
        """Values on random states: one row per state, columns x^2 and the parameters; geometry is the same in all states."""
        import numpy as np

        from linkwright.graph.evaluate import NUMPY, evaluate

        count = 10 + 2 * len(self.rows)
        rng = np.random.default_rng(seed)
        roots = [e.index for e in self.rows]
        values: dict[str, Any] = {}
        for name in symbols_of(self.graph, roots):
            moves = name == "x" or name.startswith(("q[", "v["))
            values[name] = rng.normal(size=count) if moves else np.full(count, rng.uniform(0.5, 1.5))
        for group in self.tree.unit_groups:
            rows = rng.normal(size=(len(group), count))
            values.update(zip(group, rows / np.linalg.norm(rows, axis=0), strict=True))
        found = evaluate(self.graph, roots, values, NUMPY)
        return np.stack([np.broadcast_to(column, (count,)) for column in found], axis=1)

    def true(self, relations: Sequence[Relation]) -> list[Relation]:
        """The relations that hold beyond the states they were found on: exactly where the geometry is exact, else for other
        values of its symbols, too."""
        if not relations:
            return []
        if has_floats(self.tree):
            A = self.measured(seed=2)
            size = float(abs(A).max())
            return [r for r in relations if float(abs(gap(r, A.T, float)).max()) <= 1e-8 * size]
        return self.proved(relations)

    def proved(self, relations: Sequence[Relation]) -> list[Relation]:
        """Those that hold in a prime field."""
        return proved(relations, self.graph, [e.index for e in self.rows], self.tree.unit_groups)


def gap(relation: Relation, energies: Any, number_of: Callable[[Number], Any]) -> Any:
    """What is left of a parameter's energy when the energies of those that stand for it are taken away."""
    k, factors, square = relation
    left = energies[1 + k] - number_of(square) * energies[0]
    for j, factor in factors.items():
        left = left - number_of(factor) * energies[1 + j]
    return left


def proved(
    relations: Sequence[Relation], graph: Graph, roots: Sequence[int], groups: Constraints = ()
) -> list[Relation]:
    """The relations between energies (roots, that of x^2 first) that hold exactly, at two points of prime fields."""
    points = [evaluate_field(graph, roots, seed, groups) for seed in (0, 1)]
    return [r for r in relations if all(gap(r, values, f.number) % f.p == 0 for f, values in points)]


def energy_of(p: BaseParameter, twists: Sequence[Motion]) -> Scalar:
    """Twice the kinetic energy of one unit of a base parameter at these twists of the links."""
    return twists[p.link].dot(p.unit @ twists[p.link])


def has_floats(tree: Tree) -> bool:
    """Whether a number of the tree was measured."""
    found = False

    def look(e: Scalar) -> Scalar:
        nonlocal found
        found = found or isinstance(number(e), float)
        return e

    tree.map(look)
    return found


def dependent_columns(energies: Energies) -> list[Relation]:
    """Parameters whose energy is a sum of those of earlier ones and of x^2, parameters of inner links first."""
    found = dependencies(energies.measured(seed=1), not has_floats(energies.tree))
    return [
        (k - 1, {j - 1: x for j, x in factors.items() if j}, factors.get(0, 0)) for k, factors in found.items() if k
    ]


def dependencies(A: Array, exact: bool) -> dict[int, dict[int, Number]]:
    """Columns that are sums of multiples of earlier ones: column -> factors of those. exact: the factors are fractions."""
    import numpy as np

    size: Array = np.linalg.norm(A, axis=0)
    seen = [k for k in range(A.shape[1]) if size[k] > _SMALL * np.max(size)]
    found: dict[int, dict[int, Number]] = {k: {} for k in range(A.shape[1]) if k not in seen}
    unit, size = A[:, seen] / size[seen], size[seen]
    kept, basis = _independent_columns(unit)
    others = [k for k in range(len(seen)) if k not in kept]
    solved: Array = (
        np.linalg.solve(basis.T @ unit[:, kept], basis.T @ unit[:, others]) * size[others] / size[kept][:, None]
    )
    for k, column in zip(others, solved.T, strict=True):
        found[seen[k]] = {seen[j]: _factor(x, exact) for j, x in zip(kept, column, strict=True) if abs(x) > _SMALL}
    return found


def _independent_columns(A: Array) -> tuple[list[int], Array]:
    """The first independent columns of a matrix with columns of length one, and an orthonormal basis of what they span
    (Gram-Schmidt, twice for accuracy)."""
    import numpy as np

    basis, kept = np.zeros((len(A), A.shape[1])), list[int]()
    for k, column in enumerate(A.T):
        Q = basis[:, : len(kept)]
        rest = column - Q @ (Q.T @ column)
        rest = rest - Q @ (Q.T @ rest)
        if np.linalg.norm(rest) > _SMALL:
            basis[:, len(kept)] = rest / np.linalg.norm(rest)
            kept.append(k)
    return kept, basis[:, : len(kept)]


def _factor(x: float, exact: bool) -> Number:
    """The fraction that a factor means, where it means one."""
    near = Fraction(float(x)).limit_denominator(_DENOMINATOR if exact else 100)
    return near if exact or abs(float(near) - x) < _SMALL else float(x)


def without(base: BaseForm, gone: Mapping[int, Mapping[int, Scalar]]) -> BaseForm:
    """Dependent parameters added to those that stand for them, times their factors."""
    values = [p.value for p in base.parameters]
    for k, factors in gone.items():
        for j, factor in factors.items():
            values[j] = values[j] + factor * base.parameters[k].value
    kept = tuple(replace(p, value=values[k]) for k, p in enumerate(base.parameters) if k not in gone)
    return form_of_parameters(base.tree, kept)
