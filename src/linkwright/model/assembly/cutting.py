"""Cutting open: from a robot and what was found out about it to the Cut that derivations want."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from linkwright.graph.expr import Expr, Scalar
from linkwright.graph.rewrite import symbols_of
from linkwright.model.assembly.cycles import equations_of
from linkwright.model.assembly.mobility import keep_rows
from linkwright.model.assembly.mobility_study import MobilityStudy, followers_of, in_form, pairs_of
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.cut import Closure, Cut
from linkwright.model.parameters import parametrised_tree, substitute, values_of


def cut_open(found: MobilityStudy, robot: ClosedRobot, mode: str, keep: str) -> Cut:
    """The robot in a form of its parameters. Axes and rows are chosen in the frames of that form's tree."""
    form = parametrised_tree(robot.tree, mode, keep)
    here = substitute(robot, values_of(robot, mode, keep))
    values = dict(found.values) | {p.name: p.value for p in form.parameters if p.value is not None}
    conditions, cycles = in_form(here, form.tree, values)
    conditions = replace(conditions, kept=found.conditions.kept)
    equations = keep_rows(conditions, cycles, found.samples, found.mobility.rank, lambda: found.whole)
    closures: list[Closure] = []
    for loop, pair, cycle, e in zip(here.loops, pairs_of(here, form.tree), cycles, equations, strict=True):
        axes, _ = equations_of(form.tree, replace(cycle, pair=pair), e.normal)
        plane = cycle.normal is not None
        closures.append(Closure(loop.name, loop.kind, pair.first, pair.second, axes, e.rows, plane, loop.mode))
    followers = followers_of(here)
    used = _symbols([*(f.value for f in followers), *(c.mode for c in closures)])
    known = {p.name: p for p in form.parameters}
    more = [p for n, p in robot.parameters.items() if n in used and n not in known]
    return Cut(
        form.tree,
        tuple(closures),
        followers,
        found.coordinates,
        found.actuation.rates,
        tuple(float(x) for x in found.start),
        (*form.parameters, *more),
        found.actuation.independent if found.actuation.rates else len(found.coordinates.free_v),
        found.actuation.drives,
        found.counting,
    )


def _symbols(values: Iterable[Scalar | None]) -> set[str]:
    return {n for x in values if isinstance(x, Expr) for n in symbols_of(x.graph, [x.index])}
