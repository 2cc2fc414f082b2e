"""Laws 8 and 9: torques are linear in the inertial parameters, and the base parameters are all that matters of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.exact.rank import exact_rank
from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.graph.function import Function
from linkwright.model.parameters import joint_place, parametrised_tree
from linkwright.model.robot import WORLD, OpenRobot
from linkwright.model.tree import Tree
from linkwright.narrowing import is_list
from linkwright.referee.joints import numbers
from linkwright.spatial.inertia import Inertia
from linkwright.verification.context import AnyRobotContext, ClosedContext, OpenContext
from linkwright.verification.context.base import rigid
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.ranks import BaseCount, numeric_ranks
from linkwright.verification.scene import Scene, apply, dot, minus
from linkwright.verification.states import evaluated, sample, unit_groups

_EXACT_COLUMNS = 90
"""Regressors with more columns have their rank measured in floats only."""


_MANY = 40
"""Joint rates of closed robots up to which ranks are asked: a rank needs as many states as there are parameters."""


_LINEAR = (
    ("gravity", "gravity_regressor"),
    ("kinetic_energy", "kinetic_energy_regressor"),
    ("potential_energy", "potential_energy_regressor"),
    ("mass_matrix", "momentum_regressor"),
)
"""What is linear in the inertial parameters besides the torques; of the mass matrix, the momentum M v."""


def linear(s: AnyRobotContext) -> Finding:
    """Law 8: tau = Y p = Y_base p_base, drives and wrenches apart; and g, T, U and M v by their own regressors."""
    robot: Any = s.rigid
    p, base = _physical(robot.tree), np.asarray(s.function("base_parameters", robot)())
    size = float(np.max(np.abs(s.reference.motion().rigid_forces.value))) if s.tree_forces else 0.0
    tau = s.value("inverse_dynamics", robot)
    gaps = [gap(tau, s.value("regressor", robot) @ p, size), gap(tau, s.value("base_regressor", robot) @ base, size)]
    for quantity, regressor in _LINEAR:
        value, scale = s.value(quantity, robot), size
        if quantity == "mass_matrix":
            scale = float(np.max(np.abs(value))) if size else 0.0
            value = (value @ s.states.v[..., None])[..., 0]
        gaps.append(gap(value, s.value(regressor, robot) @ p, scale))
    match s:
        case OpenContext():
            gaps.append(gap(tau, s.value("regressor", robot, parameters="base") @ base))
            exact = None if s.exact_rigid is None else _linear_exactly(s, s.exact_rigid)
            return Finding(largest(gaps), exact, s.exact_note)
        case ClosedContext():
            return s.found(gaps, f"{len(base)} base parameters with the zeros of its bodies")


def _physical(robot: OpenRobot) -> Array:
    """Ten parameters per link of a numeric robot, at the joint's frame."""
    return numbers(_ten_per_link(robot, parametrised_tree(robot).tree))


def _ten_per_link(robot: OpenRobot, tree: Tree) -> list[Scalar]:
    """The same as they are in a form of the robot; once for links that are alike."""
    found: dict[str, list[Scalar]] = {}
    for link in tree.links:
        own = link.inertia.seen_from(joint_place(tree, link).inverse)
        found.setdefault(robot.inertial_names.get(link.name, link.name), own.parameters)
    return [x for ten in found.values() for x in ten]


def _linear_exactly(s: OpenContext, robot: OpenRobot) -> bool:
    """The same with a symbol for every inertial number."""
    scene = Scene(robot)
    tree = parametrised_tree(robot, "inertial").tree
    p = [lift(scene.graph, x) for x in _ten_per_link(robot, tree)]
    tau = scene.put(s.function("inverse_dynamics", robot, parameters="inertial"))
    p_base = scene.put(s.function("base_parameters", robot))
    gaps = [minus(tau, apply(scene.put(s.function("regressor", robot)), p))]
    gaps.append(minus(tau, apply(scene.put(s.function("regressor", robot, parameters="base")), p_base)))
    gaps.append(minus(tau, apply(scene.put(s.function("base_regressor", robot)), p_base)))
    for quantity, regressor in _LINEAR:
        value = scene.put(s.function(quantity, robot, parameters="inertial"))
        Y = scene.put(s.function(regressor, robot))
        if quantity == "mass_matrix":
            value = apply(value, scene.v)
        gaps.append(_linear_gap(value, Y, p))
    return all(scene.vanish(g) for g in gaps)


def _linear_gap(value: Any, Y: Any, p: Sequence[Expr]) -> list[Scalar]:
    """value - Y p, of a scalar or of a vector."""
    return minus(value, apply(Y, p)) if is_list(value) else [value - dot(Y, p)]


def rank(s: AnyRobotContext) -> Finding:
    """Law 9: regressors of many states, stacked, have as many independent columns as there are base parameters.

    The base parameters are those of bodies with general inertia, so that zeros of this robot do not count; the columns of those
    that this robot has are independent, too.
    """
    match s:
        case OpenContext():
            return _rank_of_tree(s)
        case ClosedContext():
            return _rank_of_loops(s)


def _rank_of_tree(s: OpenContext) -> Finding:
    """Decided in a prime field on an exact robot, where there is one; where that is this robot, no rounding decides."""
    functions = _regressors(s, s.rigid)
    columns = _width(functions[0])
    states = sample(s.rigid, 3 + 2 * columns // max(1, s.rigid.nv), s.seed)
    measured = _count(functions, [numeric_ranks(evaluated(f, states)[0]) for f in functions])
    exact = s.exact_rigid
    mimics = any(j.mimic for j in s.given.joints.values())
    if exact is None or columns > _EXACT_COLUMNS:
        why = "too large for exact elimination" if exact else s.exact_note
        return _with_symbols(s, measured, why)
    groups = unit_groups(exact)
    functions = _regressors(s, exact)
    decided = _count(functions, [(r, r) for r in (exact_rank(f, groups) for f in functions)])
    if decided.misses and mimics:
        why = "not decided exactly: what mimic joints tie together is solved in floats"
        return _with_symbols(s, measured, why)
    residual = measured.misses if s.exact_note else decided.misses
    told = notes(str(decided), "" if str(measured) == str(decided) else f"measured: {measured}", s.exact_note)
    return Finding(residual, decided.misses == 0, told)


def _with_symbols(s: OpenContext, measured: BaseCount, why: str) -> Finding:
    """Where nothing is decided exactly: as many base parameters with symbols in the geometry as with numbers for them."""
    note = notes(str(measured), why)
    if all(p.value is not None for p in s.given.parameters.values()):
        return Finding(measured.misses, note=note)
    symbolic = _general(rigid(s.given), s.seed)
    count = _width(s.function("regressor", symbolic, parameters="base"))
    if count == measured.count:
        return Finding(measured.misses, note=note)
    return Finding(float(abs(count - measured.count)), note=notes(f"{count} base parameters with symbols", note))


def _regressors(s: OpenContext, robot: OpenRobot) -> tuple[Function, Function, Function, Function]:
    """All columns; those of bodies; those of base parameters of general bodies; those of the robot's own base parameters."""
    bodies = _general(robot, s.seed)
    full = s.function("regressor", bodies)
    base = s.function("regressor", bodies, parameters="base")
    return full, _of_bodies(full, bodies), base, s.function("regressor", robot, parameters="base")


def _width(regressor: Function) -> int:
    return next(iter(regressor.outputs.values())).shape[1]


def _count(functions: Sequence[Function], ranks: Sequence[tuple[int, int]]) -> BaseCount:
    """From the four regressors and the bounds of their ranks."""
    full, bodies, base, own = ranks
    columns, _, count, own_count = map(_width, functions)
    return BaseCount(columns, count, bodies[0], full[1], base[1], own_count, own[1])


def _of_bodies(Y: Function, robot: OpenRobot) -> Function:
    """Without the columns of the pieces between the axes of universal and cylindrical joints, which have no mass."""
    port = Y.outputs["Y"]
    columns = [k for k, label in enumerate(port.labels) if label.partition("_")[2] in robot.bodies]
    rows, width = port.shape
    nodes = tuple(port.nodes[r * width + k] for r in range(rows) for k in columns)
    labels = tuple(port.labels[k] for k in columns)
    return Y.with_ports(Y.graph, [replace(port, shape=(rows, len(columns)), nodes=nodes, labels=labels)])


def _rank_of_loops(s: ClosedContext) -> Finding:
    """Pieces without mass between the axes of a joint leave two bounds, as for trees: the rank of the bodies' columns, and that
    of all."""
    if s.robot.tree.nv > _MANY:
        return Finding(note=f"not asked of {s.robot.tree.nv} joint rates: too many states")
    if s.rounding:
        return Finding(note="not asked: the rounding of the file blurs ranks")
    robot = s.rigid.with_tree(_general(s.rigid.tree, s.seed))
    Y = s.function("regressor", robot, closure="given")
    base, own = (s.function("base_regressor", r, closure="given") for r in (robot, s.rigid))
    functions, count = (Y, _of_bodies(Y, robot.tree), base, own), _width(base)
    count_states = 8 + 3 * count // (2 * max(1, len(s.cut.coordinates.free_v)))
    states = s.sampled(count_states, s.seed + 7, reach=1.5)  # wide: in a short motion many columns look alike
    found = _count(functions, [numeric_ranks(evaluated(f, states)[0]) for f in functions])
    return Finding(found.misses, note=notes(str(found), "bodies of any inertia" if _width(own) < count else ""))


def _general(robot: OpenRobot, seed: int) -> OpenRobot:
    """The robot with bodies of no symmetry, all ten parameters different from zero."""
    rng = np.random.default_rng(seed)

    def inertia() -> Inertia:
        off = [Fraction(int(x), 64) for x in rng.integers(1, 20, 6)]
        main = [Fraction(int(x), 64) for x in rng.integers(200, 400, 4)]
        return Inertia.from_parameters([main[0], *off[:3], main[1], off[3], main[2], off[4], off[5], main[3]])

    welded = {j.child for j in robot.joints.values() if j.type == "fixed"} if robot.alike else ()
    bodies = {n: b if n == WORLD or n in welded else replace(b, inertia=inertia()) for n, b in robot.bodies.items()}
    for name, first in robot.inertial_names.items():
        bodies[name] = replace(bodies[name], inertia=bodies[first].inertia)
    return replace(robot, bodies=MappingProxyType(bodies))
