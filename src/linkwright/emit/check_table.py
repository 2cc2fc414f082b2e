"""The checks of a program as one table of whole numbers, which a fixed runner of each language walks.

Memory is one array of numbers: first what is given, then what a check computes, which is NaN before each check. Arrays are
where they begin in memory, matrices row-major. A row is one step, `code` and six numbers:

    run        function, first       the function's arguments are `arguments[first:]`: where its inputs begin (LEFT_OUT: the
                                     default), then where its outputs go
    transpose  source, result, rows, columns
    multiply   left, right, result, rows, inner, columns
    add        factor, array         the number at `factor` times the array to the sum; the scale is the largest element of all
    absent     array, mask, size     where the mask is 1 an element must be NaN: it becomes 0, any other number infinite

A check has passed where (largest element of the sum) / max(scale, floor) <= tolerance; NaN has not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate

from linkwright.emit.checks import Absent, Accumulate, Action, Array, Case, Multiply, Run, Suite, Transpose
from linkwright.passes.kernel import Kernel

RUN, TRANSPOSE, MULTIPLY, ADD, ABSENT = range(5)
LEFT_OUT = -1
WIDTH = 7
"""Numbers of a row."""


@dataclass(frozen=True)
class TableCheck:
    """Rows first to end, then the sum of `size` elements is judged."""

    name: str
    tolerance: float
    floor: float
    size: int
    first: int
    end: int


@dataclass(frozen=True)
class CheckTable:
    """functions: what rows call, by their place here. longest: elements of the largest sum."""

    data: tuple[float, ...]
    memory: int
    longest: int
    functions: tuple[Kernel, ...]
    arguments: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    checks: tuple[TableCheck, ...]


def check_table(suite: Suite) -> CheckTable:
    """The suite's cases, lowered."""
    made = _Lowering(suite)
    checks = tuple(made.check(case) for case in suite.cases)
    return CheckTable(
        data=(*(x for numbers in suite.data for x in numbers), *made.factors),
        memory=made.given + max((sum(map(_room, case.results)) for case in suite.cases), default=0),
        longest=max((case.size for case in suite.cases), default=0),
        functions=tuple(made.functions.values()),
        arguments=tuple(made.arguments),
        rows=tuple(made.rows),
        checks=checks,
    )


def _room(size: int) -> int:
    """An array of no elements has a place of its own too: no language takes the address of nothing."""
    return max(size, 1)


@dataclass
class _Lowering:
    suite: Suite
    functions: dict[str, Kernel] = field(default_factory=dict[str, Kernel])
    arguments: list[int] = field(default_factory=list[int])
    rows: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])

    def __post_init__(self) -> None:
        self.offsets = list(accumulate(map(len, self.suite.data), initial=0))
        actions = [action for case in self.suite.cases for action in case.actions]
        values = dict.fromkeys(action.factor for action in actions if isinstance(action, Accumulate))
        self.factors: Mapping[float, int] = {x: self.offsets[-1] + k for k, x in enumerate(values)}
        self.given = self.offsets[-1] + len(self.factors)

    def check(self, case: Case) -> TableCheck:
        results = list(accumulate(map(_room, case.results), initial=self.given))
        first = len(self.rows)
        for action in case.actions:
            numbers = self._row(action, results)
            self.rows.append((*numbers, *[0] * (WIDTH - len(numbers))))
        given = case.check
        return TableCheck(given.name, given.tolerance, given.floor, case.size, first, len(self.rows))

    def _row(self, action: Action, results: list[int]) -> tuple[int, ...]:
        def at(array: Array | None) -> int:
            if array is None:
                return LEFT_OUT
            return (self.offsets if array.given else results)[array.index]

        match action:
            case Run(kernel, inputs, outputs):
                first = len(self.arguments)
                self.arguments += [at(array) for array in (*inputs, *outputs)]
                self.functions.setdefault(kernel.name, kernel)
                return RUN, list(self.functions).index(kernel.name), first
            case Transpose(source, result, rows, columns):
                return TRANSPOSE, at(source), at(result), rows, columns
            case Multiply(left, right, result, rows, inner, columns):
                return MULTIPLY, at(left), at(right), at(result), rows, inner, columns
            case Accumulate(factor, array):
                return ADD, self.factors[factor], at(array)
            case Absent(array, mask):
                return ABSENT, at(array), at(mask), array.size
