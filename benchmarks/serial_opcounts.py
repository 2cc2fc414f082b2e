"""Operation counts of serial robots beside the better of OpenSYMORO and SymPyBotics.

    python -m benchmarks.serial_opcounts                robot,quantity,add,mul,div,neg,sin,cos
    python -m benchmarks.serial_opcounts --table        ours, theirs, the ratio of mul + add
    python -m benchmarks.serial_opcounts --check        the counted functions against Pinocchio

Counting rule: n-ary sum n-1 add (a subtraction is an add), product n-1 mul, numeric factor 1 mul, quotient 1 div, unary minus
apart, sin and cos one per call; what no output needs is removed first, and nothing is precomputed.
"""

from __future__ import annotations

import sys

import linkwright as lw
from benchmarks.counting import CountTable, Key
from benchmarks.opcount_robots import PEERS, QUANTITIES, ROBOTS, CountRobot
from linkwright.graph.function import Function
from linkwright.passes import optimise

COLUMNS = ("add", "mul", "div", "neg", "sin", "cos")


def robot_of(entry: CountRobot) -> lw.Robot:
    return lw.dh(entry.rows, convention="modified", inertials=entry.inertials, gravity=entry.gravity, name=entry.name)


def function(robot: str, short: str, level: int) -> Function:
    """Derived and optimised for the fewest operations."""
    quantity, parameters = QUANTITIES[short]
    made = lw.derive(robot_of(ROBOTS[robot]), quantity, parameters=parameters)
    return optimise(made, level, "count")


def count(names: Key, level: int) -> tuple[int, ...]:
    ops = function(*names, level=level).ops
    return tuple(getattr(ops, name) for name in COLUMNS)


TABLE = CountTable(
    name="serial",
    module="benchmarks.serial_opcounts",
    title="serial robots beside the better of OpenSYMORO and SymPyBotics",
    key=("robot", "quantity"),
    columns=COLUMNS,
    compared=("add", "mul", "div"),
    references=PEERS,
    reference_columns=("mul", "add"),
    count=count,
    level=2,
)


def check() -> bool:
    """Whether what is counted is right; prints what is wrong."""
    from benchmarks.opcount_check import failures  # needs Pinocchio

    good = True
    for name, entry in ROBOTS.items():
        functions = {short: function(name, short, level=TABLE.level) for short in QUANTITIES}
        wrong = failures(entry, functions)
        good &= not wrong
        print(f"{name}: {'; '.join(wrong) or 'right: ' + ', '.join(functions)}", flush=True)
    return good


if __name__ == "__main__":
    from benchmarks.opcounts import main

    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if check() else 1)
    main(("serial",))
