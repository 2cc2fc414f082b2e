"""Instants, and tables of numbers along time."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from linkwright.errors import EmitError, InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

MOST = 1e7
"""Samples that are made at once."""


def instants(duration: float, dt: float) -> Array:
    """Every dt seconds from zero, and the end."""
    if not dt > 0 or duration / dt > MOST:
        raise InputError(f"cannot sample {duration:g} s every {dt:g} s", hint=f"at most {MOST:.0e} samples")
    count = int(np.floor(duration / dt * (1 + 1e-12)))
    times = np.arange(count + 1) * dt
    return np.append(times, duration) if duration - times[-1] > 1e-9 * dt else np.append(times[:-1], duration)


def write_table(path: str | Path, heads: Sequence[str], rows: Array) -> None:
    """Comma-separated values, every digit of them."""
    try:
        with Path(path).open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(heads)
            writer.writerows([[repr(float(x)) for x in row] for row in rows])
    except OSError as error:
        hint = "choose a folder that exists and that you may write to"
        raise EmitError(f"cannot write '{path}': {error.strerror or error}", hint=hint) from None
