"""Tables and plots for the user."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from linkwright.errors import EmitError, LinkwrightError
from linkwright.lazy import target

PLOTS = (".svg", ".png", ".pdf")


def write_rows(path: Path, heads: Sequence[str], rows: Iterable[Iterable[Any]]) -> None:
    """Numbers as a table of comma-separated values, every digit of them."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(heads)
        writer.writerows([[repr(float(x)) for x in row] for row in rows])


def checked_plot(path: Path, draws: str) -> Callable[..., None]:
    """What draws, "linkwright.cli.module:name"; asked for before any work is done, so that nothing is computed in vain."""
    if path.suffix.lower() not in PLOTS:
        raise EmitError(f"cannot plot to '{path}'", hint=f"a file ending in {', '.join(PLOTS)}")
    try:
        return target(draws)
    except ImportError:
        raise LinkwrightError("plots need matplotlib", hint="pip install 'linkwright[plot]'") from None
