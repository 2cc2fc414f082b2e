"""Inverse kinematics where nothing better is known: the numeric solver from several starts, duplicates dropped.

What it finds are solutions; whether they are all cannot be said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import pi
from typing import TYPE_CHECKING, Any

from linkwright.graph.function import Ops
from linkwright.inverse.all_rows import solution_ports
from linkwright.inverse.poses import LOOSE, away_from_rotations
from linkwright.inverse.starts import starts_of
from linkwright.mechanics.inverse.levenberg_marquardt import goals_of
from linkwright.mechanics.inverse.masks import mask_of
from linkwright.mechanics.inverse.seen import moving_rates
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import OpenRobot
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedural import bound, procedural
from linkwright.passes.procedure_math import Floats, fabs, nan, zeros

if TYPE_CHECKING:
    from linkwright.graph.quantity import Quantity

ROWS = 16
"""Solutions that are kept: as many as a general arm of six hinges can have."""
STARTS = 64
_ROWS_OF_MANY, _STARTS_OF_MANY = 8, 24
"""The same of chains with joints to spare, whose solutions are curves and surfaces."""
SOLVED = 1e-9
"""Error left at which a state counts as solved: at a singular pose the last digits come slowly."""
APART = 1e-4
"""Solutions that differ by less in every joint are one."""
TURN = 2 * pi
_OPTIONS = ("frame", "base", "mask")

MakeKernel = Callable[..., Kernel]


def search(robot: OpenRobot, entry: Quantity, make: MakeKernel, extra: Mapping[str, Any]) -> Kernel | None:
    """The kernel of `inverse_kinematics` by search, where no joint is given. make(quantity, **options): kernels of other
    quantities of the robot."""
    if extra.get("given"):
        return None
    asked = {k: x for k, x in extra.items() if k in _OPTIONS and x is not None}
    spare = _joints_to_spare(robot, asked)
    solve = make("inverse_kinematics_solution", **asked, limits="kept" if spare else "ignored")
    rows, count = (_ROWS_OF_MANY, _STARTS_OF_MANY) if spare else (ROWS, STARTS)
    goals = goals_of(parametrised_tree(robot).tree, asked.get("frame"))
    starts, turning = starts_of(robot, count, spare, goals, asked.get("base"))
    n = robot.nq
    own = {p.name: p for p in solve.inputs}
    inputs = tuple(p for name, p in own.items() if name in ("pose", "parameters"))
    told = (
        "a solution per row; NaN where there are fewer",
        "how many were found",
        "length of the error that is left, per row",
    )
    outputs = solution_ports(entry, rows, n, told)
    constants = {"n": n, "rows": rows, "count_of_starts": count, "starts": starts, "turning": turning}
    view = Kernel("solve", (own["pose"], own["guess"]), solve.outputs, (), Ops())
    away = away_from_rotations(own["pose"], [_turns_wholly(robot, frame, asked) for frame in goals])
    made = procedural(
        entry.name, searched, (own["pose"],), outputs, {"solve": view, "away": away}, constants,
        doc=f"{entry.doc}. By search: the numeric solver from {count} starts; there may be more solutions than it finds",
        equation=entry.equation, reference="Sugihara 2011", facts=(*solve.facts, ("method", "search")),
    )  # fmt: skip
    return replace(made, inputs=inputs, procedure=bound(made.procedure, "solve", solve))


def _joints_to_spare(robot: OpenRobot, asked: Mapping[str, Any]) -> bool:
    """Whether solutions are not isolated: more joints on the way than numbers asked for."""
    tree = parametrised_tree(robot).tree
    base, name = asked.get("base"), asked.get("mask")
    goals = goals_of(tree, asked.get("frame"))
    rates = {k for frame in goals for k in moving_rates(tree, frame, base)}
    return len(rates) > sum(mask_of(tree, frame, base, name).rows for frame in goals)


def _turns_wholly(robot: OpenRobot, frame: str, asked: Mapping[str, Any]) -> bool:
    """Whether the whole rotation of a goal is asked for."""
    return mask_of(parametrised_tree(robot).tree, frame, asked.get("base"), asked.get("mask")).rotation == "all"


# --- the procedure: see passes/procedure_source.py ------------------------------------------------------------------------

n, rows, count_of_starts = 1, 1, 1
starts: Floats = zeros(1, 1)
turning: Floats = zeros(1)


def solve(pose: Floats, guess: Floats) -> tuple[Floats, float, float]:
    """Stands for the kernel of the solver."""
    raise NotImplementedError


def away(pose: Floats) -> float:
    """Stands for the kernel that says how far the wanted rotations are from being some."""
    raise NotImplementedError


def searched(pose: Floats, solutions: Floats, count: Floats, residual: Floats) -> None:
    """Starts one after the other; what is new is kept, until all rows are full. Nothing solves what is no rotation."""
    solutions[:] = nan
    residual[:] = nan
    q = zeros(n)
    guess = zeros(n)
    found = 0
    off = away(pose)
    for s in range(count_of_starts):
        if found < rows and off <= LOOSE:
            for j in range(n):
                guess[j] = starts[s, j]
            q[:], left, _ = solve(pose, guess)
            if left <= SOLVED:
                within_a_turn(q)
                new = is_new(q, solutions, found)
                if new == 1:
                    for j in range(n):
                        solutions[found, j] = q[j]
                    residual[found] = left
                    found += 1
    count[0] = float(found)


def within_a_turn(q: Floats) -> None:
    """Angles that may turn freely between -pi and pi."""
    for j in range(n):
        if turning[j] > 0.0:
            while q[j] > 0.5 * TURN:
                q[j] -= TURN
            while q[j] <= -0.5 * TURN:
                q[j] += TURN


def is_new(q: Floats, solutions: Floats, found: int) -> int:
    """1, or 0 where it is one of the first rows."""
    new = 1
    for k in range(found):
        largest = 0.0
        for j in range(n):
            gap = fabs(q[j] - solutions[k, j])
            if turning[j] > 0.0:
                gap = min(gap, fabs(TURN - gap))
            largest = max(largest, gap)
        if largest < APART:
            new = 0
    return new
