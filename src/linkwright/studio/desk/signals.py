"""Signals of a run: columns of tables that the page brings, as functions of time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.narrowing import is_mapping, is_sequence
from linkwright.studio.desk.setup import RUN

MOST_ROWS = 1_000_000


def signals_at(names: Sequence[str], tables: Mapping[str, Any]) -> Callable[[float], Array]:
    """The values of some signals at a time: straight lines between the rows of their tables, the ends held."""
    columns = [_column(name, tables) for name in names]
    return lambda t: np.array([np.interp(t, *column) for column in columns], dtype=float)


def _column(name: str, tables: Mapping[str, Any]) -> tuple[Array, Array]:
    where = f"{RUN}/signals/{name}"
    table = tables.get(name)
    if not is_mapping(table):
        raise InputError(f"the table of signal '{name}' is not there", where, "give its times and values")
    t, value = (_numbers(table.get(part), part, where) for part in ("t", "value"))
    if len(t) != len(value) or not len(t):
        raise InputError(f"signal '{name}' has {len(t)} times and {len(value)} values", where, "give as many of both")
    if np.any(np.diff(t) < 0):
        raise InputError(f"the times of signal '{name}' go back", where, "sort the rows by time")
    return t, value


def _numbers(x: object, part: str, where: str) -> Array:
    hint = f"give a list of at most {MOST_ROWS} finite numbers"
    if not is_sequence(x) or isinstance(x, str) or len(x) > MOST_ROWS:
        raise InputError(f"'{part}' of a signal is no list of numbers", where, hint)
    if not all(isinstance(e, int | float) and np.isfinite(e) for e in x):
        raise InputError(f"'{part}' of a signal has something that is no number", where, hint)
    return np.array(x, dtype=float)
