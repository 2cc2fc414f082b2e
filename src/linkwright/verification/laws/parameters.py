"""Laws 8 and 9: torques are linear in the inertial parameters, and the base parameters are all that matters of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwright.graph.expr import Expr, Scalar, lift
from linkwright.graph.field import evaluate_field
from linkwright.graph.function import Function
from linkwright.graph.modular import field
from linkwright.graph.rewrite import copy_nodes
from linkwright.model.parameters import form_of, joint_place
from linkwright.model.robot import WORLD, OpenRobot
from linkwright.narrowing import is_list
from linkwright.referee.joints import numbers
from linkwright.spatial.inertia import Inertia
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.law_context import LawContext, evaluate
from linkwright.verification.scene import Scene, apply, dot, minus
from linkwright.verification.states import sample, unit_groups

_EXACT_COLUMNS = 90
"""Regressors with more columns have their rank measured in floats only."""


LINEAR = (
    ("gravity", "gravity_regressor"),
    ("kinetic_energy", "kinetic_energy_regressor"),
    ("potential_energy", "potential_energy_regressor"),
    ("mass_matrix", "momentum_regressor"),
)
"""What is linear in the inertial parameters besides the torques; of the mass matrix, the momentum M v."""


def linear(s: LawContext) -> Finding:
    """Law 8: tau = Y p = Y_base p_base, drives and wrenches apart; and g, T, U and M v by their own regressors."""
    robot = s.rigid
    p, p_base = _physical(robot), np.asarray(s.function("base_parameters", robot)())
    tau = evaluate(s.function("inverse_dynamics", robot), s.states)
    gaps = [
        gap(tau, s.value("regressor", robot=robot) @ p),
        gap(tau, s.value("regressor", robot=robot, parameters="base") @ p_base),
        gap(tau, s.value("base_regressor", robot=robot) @ p_base),
    ]
    for quantity, regressor in LINEAR:
        value = s.value(quantity, robot=robot)
        value = (value @ s.states.v[..., None])[..., 0] if quantity == "mass_matrix" else value
        gaps.append(gap(value, s.value(regressor, robot=robot) @ p))
    residual = largest(gaps)
    if (exact := s.exact_rigid) is None:
        return Finding(residual, note=s.exact_note)
    return Finding(residual, _linear_exactly(s, exact), s.exact_note)


def _physical(robot: OpenRobot) -> NDArray[np.float64]:
    """Ten parameters per link of a numeric robot, at the joint's frame."""
    tree = form_of(robot).tree
    own = [link.inertia.seen_from(joint_place(tree, link).inverse) for link in tree.links]
    return numbers([x for inertia in own for x in inertia.parameters])


def _linear_exactly(s: LawContext, robot: OpenRobot) -> bool:
    """The same with a symbol for every inertial number."""
    scene = Scene(robot)
    tree = form_of(robot, "inertial").tree
    p: list[Expr] = []
    for link in tree.links:
        own = link.inertia.seen_from(joint_place(tree, link).inverse)
        p += [lift(scene.graph, x) for x in own.parameters]
    tau = scene.put(s.function("inverse_dynamics", robot, parameters="inertial"))
    p_base = scene.put(s.function("base_parameters", robot))
    gaps = [minus(tau, apply(scene.put(s.function("regressor", robot)), p))]
    gaps.append(minus(tau, apply(scene.put(s.function("regressor", robot, parameters="base")), p_base)))
    gaps.append(minus(tau, apply(scene.put(s.function("base_regressor", robot)), p_base)))
    for quantity, regressor in LINEAR:
        value = scene.put(s.function(quantity, robot, parameters="inertial"))
        Y = scene.put(s.function(regressor, robot))
        if quantity == "mass_matrix":
            value = apply(value, scene.v)
        gaps.append(_linear_gap(value, Y, p))
    return all(scene.vanish(g) for g in gaps)


def _linear_gap(value: Any, Y: Any, p: Sequence[Expr]) -> list[Scalar]:
    """value - Y p, of a scalar or of a vector."""
    return minus(value, apply(Y, p)) if is_list(value) else [value - dot(Y, p)]


def rank(s: LawContext) -> Finding:
    """Law 9: regressors of many states, stacked, have as many independent columns as there are base parameters.

    The base parameters are those of bodies with general inertia, so that zeros of this robot do not count; the columns of those
    that this robot has are independent, too.
    """
    robot = s.rigid
    functions = _regressors(s, robot)
    columns, count = functions[0].outputs["Y"].shape[1], functions[2].outputs["Y"].shape[1]
    states = sample(robot, 3 + 2 * columns // max(1, robot.nv), s.seed)
    misses = _misses(functions, [_numeric_rank(evaluate(f, states)) for f in functions])
    note = f"{count} base parameters of {columns}"
    exact = s.exact_rigid
    if exact is None or columns > _EXACT_COLUMNS:
        return Finding(misses, note=notes(note, "too large for exact elimination" if exact else s.exact_note))
    functions = _regressors(s, exact)
    holds = _misses(functions, [_exact_rank(f, exact) for f in functions]) == 0
    if not holds and any(j.mimic for j in exact.joints.values()):
        return Finding(
            misses, note=notes(note, "not decided exactly: what mimic joints tie together is solved in floats")
        )
    return Finding(misses, holds, notes(note, s.exact_note))


def _regressors(s: LawContext, robot: OpenRobot) -> tuple[Function, Function, Function, Function]:
    """All columns; those of bodies; those of base parameters of general bodies; those of the robot's own base parameters."""
    bodies = general(robot, s.seed)
    full = s.function("regressor", bodies)
    base = s.function("regressor", bodies, parameters="base")
    return full, _of_bodies(full, bodies), base, s.function("regressor", robot, parameters="base")


def _misses(functions: Sequence[Function], ranks: Sequence[int]) -> float:
    """How many base parameters there are too many or too few.

    Between the axes of a universal or cylindrical joint sits a piece without mass: what reaches it from outside may fill fewer
    dimensions than it has base parameters, hence two bounds. They are equal where all links are bodies.
    """
    upper, lower, base, own = ranks
    count, mine = (f.outputs["Y"].shape[1] for f in functions[2:])
    return float(max(0, count - upper, lower - count) + (count - base) + (mine - own))


def _of_bodies(Y: Function, robot: OpenRobot) -> Function:
    """Without the columns of the pieces between the axes of universal and cylindrical joints, which have no mass."""
    port = Y.outputs["Y"]
    columns = [k for k, label in enumerate(port.labels) if label.partition("_")[2] in robot.bodies]
    rows, width = port.shape
    nodes = tuple(port.nodes[r * width + k] for r in range(rows) for k in columns)
    labels = tuple(port.labels[k] for k in columns)
    return Y.with_ports(Y.graph, [replace(port, shape=(rows, len(columns)), nodes=nodes, labels=labels)])


def general(robot: OpenRobot, seed: int) -> OpenRobot:
    """The robot with bodies of no symmetry, all ten parameters different from zero."""
    rng = np.random.default_rng(seed)

    def inertia() -> Inertia:
        off = [Fraction(int(x), 64) for x in rng.integers(1, 20, 6)]
        main = [Fraction(int(x), 64) for x in rng.integers(200, 400, 4)]
        return Inertia.from_parameters([main[0], *off[:3], main[1], off[3], main[2], off[4], off[5], main[3]])

    bodies = {n: b if n == WORLD else replace(b, inertia=inertia()) for n, b in robot.bodies.items()}
    return replace(robot, bodies=MappingProxyType(bodies))


def _numeric_rank(Y: NDArray[np.float64]) -> int:
    """Columns are scaled to one length; a gap of nine digits is taken for zero."""
    rows = Y.reshape(int(np.prod(Y.shape[:-1])), Y.shape[-1])
    size = np.linalg.norm(rows, axis=0)
    rows = rows[:, size > 1e-11 * np.max(size, initial=0.0)]
    if rows.size == 0:
        return 0
    from scipy.linalg import qr

    factor = qr(rows / np.linalg.norm(rows, axis=0), mode="r", pivoting=True)[0]
    values = np.abs(np.diag(factor))
    return int(np.sum(values > 1e-9 * values[0]))


def _exact_rank(Y: Function, robot: OpenRobot) -> int:
    """Rank in a prime field. The states differ from copy to copy, the geometry's symbols are the same in all of them."""
    scene = Scene(robot)
    port = Y.outputs["Y"]
    moving = [Y.graph.data[i] for name in ("q", "v", "a") if name in Y.inputs for i in Y.inputs[name].nodes]
    roots: list[int] = []
    groups = list(unit_groups(robot))
    copies = 3 + 3 * port.shape[1] // (2 * max(1, port.shape[0]))
    for k in range(copies):
        renamed = {name: scene.graph.symbol(f"{name} {k}") for name in moving}
        roots += copy_nodes(Y.graph, scene.graph, port.nodes, renamed)
        groups += [tuple(f"{name} {k}" for name in group) for group in unit_groups(robot)]
    values = evaluate_field(scene.graph, roots, 0, groups)
    n = port.shape[1]
    return _rank_modulo([values[k : k + n] for k in range(0, len(values), n)] if n else [], field(0).p)


def _rank_modulo(rows: list[list[int]], p: int) -> int:
    """Gaussian elimination in the integers modulo p."""
    rank, width = 0, len(rows[0]) if rows else 0
    rows = [list(row) for row in rows]
    for column in range(width):
        pivot = next((k for k in range(rank, len(rows)) if rows[k][column]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        inverse = pow(rows[rank][column], -1, p)
        head = [x * inverse % p for x in rows[rank][column:]]
        rows[rank][column:] = head
        for row in rows[rank + 1 :]:
            if factor := row[column]:
                row[column:] = [(x - factor * y) % p for x, y in zip(row[column:], head, strict=True)]
        rank += 1
    return rank
