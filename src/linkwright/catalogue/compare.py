"""Operation counts of a built catalogue: by number of joints and of turning joints, and beside those of another table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from linkwright.catalogue.build_table import Built, quantities_in
from linkwright.errors import InputError

Numbers = Mapping[str, Mapping[str, float]]
"""Name of a chain -> quantity -> operations, or how many times as many as in another table."""


@dataclass(frozen=True)
class Spread:
    """Chains of as many joints, of which so many turn (None: any number): per quantity the least, median and largest number."""

    joints: int
    revolute: int | None
    chains: int
    numbers: Mapping[str, tuple[float, float, float]]


def operations(rows: Sequence[Built]) -> Numbers:
    """Of all chains that were built."""
    return {row.name: {q: float(row.operations(q)) for q in row.counts} for row in rows if row.counts}


def ratios(rows: Sequence[Built], others: Sequence[Built]) -> Numbers:
    """How many times as many operations the first table has as the second, of what both have."""
    one, other = operations(rows), operations(others)
    found = {
        name: {q: one[name][q] / n for q, n in own.items() if n and q in one[name]}
        for name, own in other.items()
        if name in one
    }
    if not any(found.values()):
        hint = "build both with the same names: --known, or the same filter"
        raise InputError("the two tables have no chain and quantity in common", hint=hint)
    return found


def spreads(rows: Sequence[Built], numbers: Numbers) -> Iterator[Spread]:
    """By number of joints, first all of them, then by how many of them turn."""
    built = [row for row in rows if numbers.get(row.name)]
    for joints in sorted({row.joints for row in built}):
        own = [row for row in built if row.joints == joints]
        yield _spread(own, numbers, None)
        for revolute in sorted({row.revolute for row in own}):
            yield _spread([row for row in own if row.revolute == revolute], numbers, revolute)


def _spread(rows: Sequence[Built], numbers: Numbers, revolute: int | None) -> Spread:
    found: dict[str, tuple[float, float, float]] = {}
    for quantity in quantities_in(rows):
        values = [numbers[row.name][quantity] for row in rows if quantity in numbers[row.name]]
        if values:
            found[quantity] = (min(values), median(values), max(values))
    return Spread(rows[0].joints, revolute, len(rows), found)
