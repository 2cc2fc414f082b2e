"""The table of checks in languages that have lists inside lists: numbers that are given, and a list for each check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from linkwright.emit.check_table import CheckTable
from linkwright.emit.checks import Suite
from linkwright.emit.spell import numbers, wrap
from linkwright.emit.target import Target


def in_doubles(target: Target) -> Target:
    """For numbers of tests, which compute in double precision whatever their functions do."""
    return replace(target, number=target.real.exact)


def given_lines(suite: Suite, table: CheckTable, target: Target) -> list[str]:
    """Each array on lines of its own, then the factors."""
    target = in_doubles(target)
    factors = table.data[sum(map(len, suite.data)) :]
    arrays = [numbers(target, values) for values in (*suite.data, factors) if values]
    return [line for text in arrays for line in wrap(f"{text},", target, 1)]


def check_lines(table: CheckTable, target: Target, brackets: str, quote: Callable[[str], str]) -> list[str]:
    """Name, tolerance, floor, size of the sum, and steps of each check."""
    target = in_doubles(target)
    left, right = brackets
    lines: list[str] = []
    for check in table.checks:
        told = f"{quote(check.name)}, {numbers(target, (check.tolerance, check.floor))}, {check.size}"
        rows = " ".join(f"{left}{', '.join(map(str, row))}{right}," for row in table.rows[check.first : check.end])
        lines += [f"{target.indent}{left}{told}, {left}", *wrap(rows, target, 2), f"{target.indent}{right}{right},"]
    return lines
