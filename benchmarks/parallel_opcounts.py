"""Operation counts of parallel robots in platform coordinates, as CSV, or beside those of a Maple toolchain.

    python -m benchmarks.parallel_opcounts                 robot,quantity,add,mul,div,functions
    python -m benchmarks.parallel_opcounts --table         ours, theirs, the ratio of all operations

All operations count one: additions, products, divisions, functions; signs do not.
"""

from __future__ import annotations

import linkwright as lw
from benchmarks.counting import CountTable, Key
from benchmarks.parallel_robots import PEERS, QUANTITIES, ROBOTS, CountLegs
from linkwright.graph.function import Function
from linkwright.passes import optimise

LARGE = 4000
"""Operations from which on the optimiser does not search: level 1."""


def cells(function: Function) -> tuple[int, int, int, int]:
    ops = function.ops
    return ops.add, ops.mul, ops.div, ops.sin + ops.cos + ops.tan + ops.sqrt + ops.atan2


def derived(entry: CountLegs, short: str) -> Function:
    """The function as the toolchain defines it: leg joints are inputs, everything else symbols."""
    robot = lw.load(entry.description())
    name = QUANTITIES[short]
    options = {"closure": "given"}
    if entry.twists and short == "Jinv":
        options["velocities"] = "twist"
    elif entry.twists:
        name = f"platform_{name}"
    return lw.derive(robot, name, parameters="symbolic", **options)


def count(names: Key, level: int) -> tuple[int, ...]:
    """Derive, optimise for the fewest operations, count."""
    robot, short = names
    function = derived(ROBOTS[robot], short)
    large = sum(cells(function)) > LARGE
    return cells(optimise(function, min(level, 1) if large else level, "count"))


TABLE = CountTable(
    name="parallel",
    module="benchmarks.parallel_opcounts",
    title="parallel robots in platform coordinates beside those of a Maple toolchain",
    key=("robot", "quantity"),
    columns=("add", "mul", "div", "functions"),
    compared=("add", "mul", "div", "functions"),
    references=PEERS,
    reference_columns=("add", "mul", "div", "functions"),
    count=count,
    level=1,
)

if __name__ == "__main__":
    from benchmarks.opcounts import main

    main(("parallel",))
