"""MobilityStudy: what is found out about a closed mechanism by computing with its numbers, once per robot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import CannotClose, FarStart, Locked, counted
from linkwright.graph.expr import Expr, lift
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes
from linkwright.model.assembly.actuation import Actuation, actuation_notes, find_actuation
from linkwright.model.assembly.assembly import wander
from linkwright.model.assembly.closure_equations import ClosureEquations, Pair
from linkwright.model.assembly.coordinates import choose_rates, depth_order, rates_of, split
from linkwright.model.assembly.cycles import Cycle, find_cycles, flattened
from linkwright.model.assembly.mobility import Mobility, count_mobility, motions, ranks, useful_rows
from linkwright.model.assembly.numeric_tree import NumericTree
from linkwright.model.assembly.rounding import counting_of, rounding_of, tolerance_of, within_rounding
from linkwright.model.assembly.start import first_closed, involved, off_plane
from linkwright.model.assembly.sweep import sweep
from linkwright.model.closures import COORDINATE, LOOP_KINDS, Counting
from linkwright.model.cut import Coordinates, Follower
from linkwright.model.normal_form import normal_form
from linkwright.model.parameters import substitute
from linkwright.model.robot import WORLD, Note
from linkwright.model.tree import BASE, Place, Tree
from linkwright.spatial.transform import Transform

if TYPE_CHECKING:
    from linkwright.model.closed_robot import ClosedRobot


@dataclass(frozen=True, eq=False)
class MobilityStudy:
    """Numbers of a closed mechanism.

    values:     of all parameters, those of `assumed` made up because the file gives none
    start:      tree positions at which everything is closed
    samples:    closed configurations on the same motion at which the mobility is the usual one
    """

    robot: ClosedRobot
    values: Mapping[str, float]
    assumed: tuple[str, ...]
    conditions: ClosureEquations
    start: Array
    samples: Array
    cycles: tuple[Cycle, ...]
    mobility: Mobility
    coordinates: Coordinates
    actuation: Actuation
    source: ClosedRobot
    """The robot before its parameters got their values."""
    notes: tuple[Note, ...] = ()
    """What was assumed on the way."""

    @property
    def counting(self) -> tuple[Counting, ...]:
        """Per loop which equations count, by bodies of the robot; empty: all."""
        return counting_of(self.robot, self.conditions)

    @property
    def holds(self) -> bool:
        """Whether loops or couplings hold a joint that they speak of."""
        N = motions(self.conditions, self.samples, self.mobility.rank)
        return bool(np.any(np.max(np.abs(N[:, involved(self.conditions)]), axis=(0, 2), initial=0.0) < 1e-7))

    @cached_property
    def whole(self) -> Array:
        """The samples, and closed configurations all along the motion of each free coordinate."""
        moving = involved(self.conditions)
        found = sweep(self.conditions, self.start, self.coordinates.free_v, moving, self.mobility.rank)
        return np.concatenate([self.samples, found])


_SEEN = 1e-6
"""Planar loops that are further apart (radians, shares of the length) across their planes are told of."""
_COMFORT = 0.3
"""A start whose smallest singular value is this share of the best is as good as any."""


@lru_cache(maxsize=64)
def study(robot: ClosedRobot) -> MobilityStudy:
    """Close the mechanism near its start, let it move, and choose coordinates.

    Where it does not close, or loops hold joints, as a file's rounding makes them do: the same within the rounding.
    """
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            found = examine(robot, *_closed(robot))
    except np.linalg.LinAlgError:
        what = f"the loops of '{robot.name}' cannot be closed: its lengths or angles are too large for any computation"
        raise CannotClose(what, robot.source, "correct the numbers; lengths are in metres, angles in radians") from None
    except (CannotClose, FarStart, Locked):
        loose = _within_rounding(robot)
        if loose is None:
            raise
        return loose
    loose = _within_rounding(robot) if found.holds else None
    return loose if loose is not None and loose.mobility.true > found.mobility.true else found


def _within_rounding(robot: ClosedRobot) -> MobilityStudy | None:
    """As far as the digits of the file go; None where they are no rounded ones, or that does not help."""
    try:
        numeric, values, conditions, start = _closed(robot, rounded=True)
        if not conditions.tolerance:
            return None
        counting, nearest = within_rounding(conditions, start)
        found = examine(robot, numeric, values, counting, nearest)
    except (CannotClose, FarStart, Locked):
        return None
    rounding = rounding_of(numeric)
    assert rounding is not None
    gap = float(np.max(np.abs(counting.all(nearest[None])[0]))) * conditions.skeleton.length
    what = (
        f"the loops close to {gap:.1e} m, within the rounding of the file ({rounding.decimals} decimals explain "
        f"{rounding.length:.1e} m): equations that follow from others but for it are left out"
    )
    return replace(found, notes=(Note("assumed", what, robot.source), *found.notes))


def examine(
    source: ClosedRobot, robot: ClosedRobot, values: Mapping[str, float], conditions: ClosureEquations, start: Array
) -> MobilityStudy:
    """How a mechanism moves from a closed configuration. source: the robot before its parameters got their values."""
    cycles = find_cycles(conditions)
    samples = wander(conditions, start, involved(conditions))
    mobility = count_mobility(conditions, cycles, start, samples)
    regular = samples[ranks(conditions, samples) == mobility.rank] if len(samples) else samples
    if mobility.at_start == mobility.true:
        regular = np.concatenate([start[None], regular])
    elif not robot.start and len(regular):
        start = _best(conditions, regular, mobility.rank)
        mobility = replace(mobility, at_start=mobility.true)
    N = motions(conditions, regular, mobility.rank)
    _check_motion(robot, conditions, cycles, mobility, start, N)
    coordinates = _coordinates(robot, conditions.skeleton.tree, N)
    if not robot.start:
        start = _comfortable(conditions, start, regular, coordinates.dependent_v)
    actuation = find_actuation(robot, conditions, regular, N)
    assumed = tuple(n for n, p in source.parameters.items() if p.value is None)
    given = MappingProxyType(dict(values))
    free = [n for n in robot.tree.offsets if set(rates_of(robot, n)) & set(coordinates.free_v)]
    notes = [*_plane_notes(robot, conditions, start), *actuation_notes(robot, actuation, free, mobility.true)]
    return MobilityStudy(
        robot, given, assumed, conditions, start, regular, cycles, mobility, coordinates, actuation, source, tuple(notes)
    )  # fmt: skip


def _plane_notes(robot: ClosedRobot, conditions: ClosureEquations, start: Array) -> list[Note]:
    """Where planar loops are apart across their planes, which nothing in them can mend; of a file's rounding more is told."""
    gap = 0.0 if conditions.kept else off_plane(conditions, start)
    length = gap * conditions.skeleton.length
    what = f"planar loops taken as closed that are open across their planes by {length:.1e} m, or {gap:.1e} rad"
    return [Note("assumed", what, robot.source)] if gap > _SEEN else []


def _closed(robot: ClosedRobot, rounded: bool = False) -> tuple[ClosedRobot, dict[str, float], ClosureEquations, Array]:
    """The robot in numbers and its first closed configuration. Parameters without values get some with which it closes.

    rounded: closed as far as the digits of the file go
    """
    known = {n: p.value for n, p in robot.parameters.items() if p.value is not None}
    missing = [n for n, p in robot.parameters.items() if p.value is None]
    draw = np.random.default_rng(7)
    for attempt in range(40):
        values = known | {n: float(draw.uniform(0.7, 1.4)) for n in missing}
        numeric = substitute(robot, values)
        tree = normal_form(numeric.tree)
        conditions, _ = flattened(ClosureEquations(NumericTree(tree), pairs_of(numeric, tree), followers_of(numeric)))
        if rounded:
            conditions = replace(conditions, tolerance=tolerance_of(numeric, conditions.skeleton.length))
        try:
            return numeric, values, conditions, first_closed(numeric, conditions)
        except CannotClose:
            if not missing or attempt == 39:
                raise
    raise AssertionError("unreachable")


def _best(conditions: ClosureEquations, q: Array, rank: int) -> Array:
    """The configuration that is farthest from a singular one."""
    s = np.linalg.svd(conditions(q)[1] * conditions.skeleton.units, compute_uv=False)
    return q[int(np.argmax(s[:, rank - 1]))] if rank else q[0]


def _comfortable(conditions: ClosureEquations, start: Array, samples: Array, dependent: Sequence[int]) -> Array:
    """A start that nobody chose: closing from zeros ends where the loops just reach, which may be next to a stretched leg. Then
    rather the sample at which free coordinates tell the dependent ones best."""
    if not dependent:
        return start
    q, which = np.concatenate([start[None], samples]), list(dependent)
    J = conditions(q)[1][:, :, which] * conditions.skeleton.units[which]
    least = np.linalg.svd(J, compute_uv=False)[:, -1]
    return start if least[0] > _COMFORT * np.max(least) else q[int(np.argmax(least))]


def pairs_of(robot: ClosedRobot, tree: Tree) -> tuple[Pair, ...]:
    """The places that the loops hold together, in the frames of a tree of the robot."""

    def place(name: str) -> Place:
        if name not in robot.frames and name in robot.joints:
            name = robot.joints[name].child
        return Place(BASE, Transform()) if name == WORLD and name not in tree.frames else tree.frames[name]

    return tuple(Pair(x.name, x.kind, place(x.first), place(x.second)) for x in robot.loops)


def followers_of(robot: ClosedRobot) -> tuple[Follower, ...]:
    """Couplings over the symbols q[k] of tree coordinates."""
    graph = Graph()
    symbols = {COORDINATE.format(n): graph.symbol(f"q[{iq}]") for n, (iq, _) in robot.tree.offsets.items()}
    found: list[Follower] = []
    for x in robot.couplings:
        value = x.value
        if isinstance(value, Expr):
            value = Expr(graph, copy_nodes(value.graph, graph, [value.index], symbols)[0])
        iq, iv = robot.tree.offsets[x.joint]
        found.append(Follower(x.name, iq, iv, lift(graph, value)))
    return tuple(found)


def _coordinates(robot: ClosedRobot, tree: Tree, N: Array) -> Coordinates:
    followers = {x.joint for x in robot.couplings}
    order = depth_order(tree, robot)

    def group(names: Iterable[str], more: bool = False) -> list[list[int]]:
        return [rates_of(robot, n) for n in names if more or n not in followers]

    wanted = [group(robot.platform_joints), group(robot.actuated)]
    return split(robot, choose_rates(N, wanted, [group(order), group(order, more=True)]))


def _check_motion(
    robot: ClosedRobot,
    conditions: ClosureEquations,
    cycles: Sequence[Cycle],
    mobility: Mobility,
    start: Array,
    N: Array,
) -> None:
    numbers = (
        f"{counted(mobility.joints, 'joint rate')}, {counted(mobility.equations, 'closure equation')} of rank {mobility.rank}, "
        f"mobility {mobility.true} (by counting: {mobility.count})"
    )
    hint = "make parallel what should be parallel, or let a loop's kind take less: point for pin, pin for weld"
    if mobility.true <= 0:
        raise Locked(f"'{robot.name}' cannot move: {numbers}", robot.source, hint)
    for k, cycle in enumerate(cycles):
        locked = cycle.rates and np.max(np.abs(N[:, list(cycle.rates)])) < 1e-7
        taken = sum(LOOP_KINDS[cycle.pair.kind])
        if cycle.motion in ("planar", "spherical"):
            taken = useful_rows(conditions, cycle, k, start)
        if locked and taken > len(cycle.rates):  # else it is a truss: rigid, as it is meant to be
            loop = next(x for x in robot.loops if x.name == cycle.pair.name)
            what = f"loop '{loop.name}' of '{robot.name}' locks all its {len(cycle.rates)} joint rates: {numbers}"
            raise Locked(what, loop.where or robot.source, hint)


def in_form(robot: ClosedRobot, tree: Tree, values: Mapping[str, float]) -> tuple[ClosureEquations, tuple[Cycle, ...]]:
    """The conditions over another form's tree (its frames may be turned), with numbers for all its parameters; its cycles."""
    from linkwright.model.assembly.numeric_tree import with_values

    numeric = tree.map(lambda x: with_values(x, values))
    followers = tuple(replace(f, value=with_values(f.value, values)) for f in followers_of(robot))
    return flattened(ClosureEquations(NumericTree(numeric), pairs_of(robot, numeric), followers))
