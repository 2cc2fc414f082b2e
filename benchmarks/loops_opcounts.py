"""Operation counts of closed-loop robots beside those of the literature.

    python -m benchmarks.loops_opcounts                          CSV: robot, quantity, column, operations
    python -m benchmarks.loops_opcounts --table                  ours, theirs, the ratio; exit code 1 if ours is more

What is counted: additions, multiplications, divisions, and one per sine, cosine, root and arc tangent.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import linkwright as lw
from benchmarks.counting import CountTable, Key
from benchmarks.loops_reference import COUNTS
from benchmarks.loops_robots import TABLES, build
from linkwright.graph.function import Function, Ops
from linkwright.passes import optimise

_OPTIONS: dict[str, dict[str, Any]] = {
    "TE": {"closure": "explicit", "form": "trigonometric"},
    "DE2": {"closure": "explicit", "form": "direct"},
    "IC": {"closure": "tree"},
    "OL": {},
}
_AS_LOOPS = {"palh3m2": "palh3m2_loops", "picker2Dm2": "picker2Dm1"}
"""Robots whose parallelograms are couplings where the closure is inside: the projection alone does not know of them."""


def functions(ops: Ops) -> int:
    return ops.sin + ops.cos + ops.tan + ops.sqrt + ops.asin + ops.acos + ops.atan2 + ops.hypot


@cache
def robot_of(name: str) -> lw.Robot:
    return build(TABLES[name], symbols=True)


def function(robot: str, quantity: str, column: str, level: int = 2) -> Function:
    """Derived and optimised for the fewest operations."""
    parameters = "base" if quantity.endswith("_base") else "symbolic"
    name = quantity.removesuffix("_base")
    own = robot_of(robot)
    mechanism = own.tree if column == "OL" else own
    symbolic = "*" if parameters == "base" else ""
    made = lw.derive(mechanism, name, parameters=parameters, symbolic=symbolic, **_OPTIONS[column])
    return optimise(made, level, "count")


def derivation(names: Key) -> Key:
    """What is derived for a cell: IC by either method is the same to us, and so are some robots where all joints are given."""
    robot, quantity, column = names
    if not column.startswith("IC"):
        return names
    return _AS_LOOPS.get(robot, robot), quantity, "IC"


def count(names: Key, level: int) -> tuple[int, ...]:
    ops = function(*derivation(names), level=level).ops
    return ops.add, ops.mul, ops.div, functions(ops)


TABLE = CountTable(
    name="loops",
    module="benchmarks.loops_opcounts",
    title="closed-loop robots beside those of the literature",
    key=("robot", "quantity", "column"),
    columns=("add", "mul", "div", "functions"),
    compared=("add", "mul", "div", "functions"),
    references=COUNTS,
    reference_columns=("add", "mul", "div", "functions"),
    count=count,
    level=2,
    derivation=derivation,
)

if __name__ == "__main__":
    from benchmarks.opcounts import main

    main(("loops",))
