"""What commands leave with the user: data, files, plots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from linkwright.cli.console import console, print_versioned
from linkwright.errors import EmitError
from linkwright.lazy import extra, target
from linkwright.mechanism import Mechanism, kind_of

_SHOWN = 12
"""Positions in one line."""
PLOTS = (".svg", ".png", ".pdf")


def print_facts(mechanism: Mechanism, facts: Mapping[str, Any]) -> None:
    """What was found of a mechanism, for programs."""
    print_versioned({"kind": kind_of(mechanism), "name": mechanism.name, **facts})


def say_written(*paths: Path | None) -> None:
    """A line for each file that was asked for."""
    for path in paths:
        if path:
            console().print(f"wrote {path}")


def pose_text(names: Sequence[str], q: Iterable[float]) -> str:
    """Positions with their names, for people."""
    told = [f"{name} {round(float(x), 9) + 0.0:.6g}" for name, x in zip(names, q, strict=True)]
    return ", ".join(told[:_SHOWN]) + (f" and {len(told) - _SHOWN} more" if len(told) > _SHOWN else "")


def checked_plot(path: Path, draws: str) -> Callable[..., None]:
    """What draws, "linkwright.cli.module:name"; asked for before any work is done, so that nothing is computed in vain."""
    if path.suffix.lower() not in PLOTS:
        raise EmitError(f"cannot plot to '{path}'", hint=f"a file ending in {', '.join(PLOTS)}")
    extra("matplotlib", "plot", "plotting")
    return target(draws)
