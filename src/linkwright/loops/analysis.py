"""Analysis of a closed mechanism: how it moves, which coordinates are free, how it is cut open.

analyse(robot)        everything `linkwright check` says about loops
cut(robot, mode)      the mechanism as the derivations of this room want it
solve, velocities     numbers: tree positions of free coordinates, tree velocities of free ones
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from linkwright.graph.expr import Expr, Scalar
from linkwright.graph.rewrite import symbols_of
from linkwright.loops.cut import Closure, Cut
from linkwright.loops.cycles import equations_of, find_cycles
from linkwright.loops.mobility import keep_rows
from linkwright.loops.solving import assemblies, solve, velocities
from linkwright.loops.study import followers_of, in_form, pairs_of, study
from linkwright.model.parameters import form_of, substitute, values_of
from linkwright.model.robot import Robot

__all__ = ["assemblies", "cut", "solve", "velocities"]


@lru_cache(maxsize=64)  # a robot is compared by identity; many quantities share one form
def cut(robot: Robot, mode: str = "numeric", keep: str = "") -> Cut:
    """The robot cut open, with the wanted numbers as symbols; `mode` and `keep` as in `form_of`."""
    found = study(robot)
    form = form_of(robot.tree, mode, keep)
    here = substitute(robot, values_of(robot, mode, keep))
    values = dict(found.values) | {p.name: p.value for p in form.parameters if p.value is not None}
    conditions = in_form(here, form.tree, values)
    cycles = find_cycles(conditions)
    equations = keep_rows(conditions, cycles, found.samples, found.mobility.rank)
    closures: list[Closure] = []
    for loop, pair, cycle, e in zip(here.loops, pairs_of(here, form.tree), cycles, equations, strict=True):
        axes, _ = equations_of(form.tree, replace(cycle, pair=pair), e.normal)
        plane = cycle.normal is not None
        closures.append(Closure(loop.name, loop.kind, pair.first, pair.second, axes, e.rows, plane, loop.mode))
    followers = followers_of(here)
    used = _symbols([*(f.value for f in followers), *(c.mode for c in closures)])
    known = {p.name: p for p in form.parameters}
    more = [p for n, p in robot.parameters.items() if n in used and n not in known]
    start = tuple(float(x) for x in found.start)
    return Cut(
        form.tree,
        tuple(closures),
        followers,
        found.coordinates,
        found.actuation.rates,
        start,
        (*form.parameters, *more),
    )


def _symbols(values: Iterable[Scalar | None]) -> set[str]:
    return {n for x in values if isinstance(x, Expr) for n in symbols_of(x.graph, [x.index])}
