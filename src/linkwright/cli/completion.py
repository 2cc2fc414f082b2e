"""What the shell offers at the Tab key besides commands and flags: quantities, languages, frames, words of an option.

Files are completed by the shell itself, where nothing is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism

Offer = Callable[[typer.Context, str], list[str]]


def completion(owner: str, name: str) -> Offer | None:
    """For a field of an options' type: under its own name, or that of the type and the field."""
    return _OFFERS.get(f"{owner}.{name}", _OFFERS.get(name))


def files() -> list[str]:
    """None of ours: then the shell offers the files that are there."""
    return []


def quantities(ctx: typer.Context, incomplete: str) -> list[str]:
    """Names of quantities, after those that are there already: 'M,gra' -> 'M,gravity'."""
    from linkwright.mechanism import tables

    return _listed(incomplete, (name for own in tables().values() for name in own.by_name))


def frames(ctx: typer.Context, incomplete: str) -> list[str]:
    """Of the robot whose file is named before."""
    return _starting(incomplete, getattr(_robot(ctx), "frames", ()))


def symbols(ctx: typer.Context, incomplete: str) -> list[str]:
    """Parameters of the robot whose file is named before."""
    from linkwright.model.symbol_names import names_of_symbols

    robot = _robot(ctx)
    return _listed(incomplete, names_of_symbols(robot)) if robot else []


def _robot(ctx: typer.Context) -> Mechanism | None:
    """None where no file is named yet, or where it cannot be read."""
    from linkwright.errors import LinkwrightError
    from linkwright.readers import load

    named = (
        ctx.params.get("robot"),
        ctx.params.get("like"),
        *ctx.args,
    )  # words after which an option waits for its value
    file = next((Path(word) for word in named if word and Path(word).is_file()), None)
    try:
        return load(file) if file else None
    except LinkwrightError:
        return None


def languages(ctx: typer.Context, incomplete: str) -> list[str]:
    """Of generated code."""
    from linkwright.emit import TARGETS

    return _listed(incomplete, (*TARGETS, "all"))


def one_of(*words: str) -> Offer:
    """An option that takes one of a few words."""
    return lambda ctx, incomplete: _starting(incomplete, words)


def templates(kind: str) -> Offer:
    """Names of templates: LOOPS or PARALLEL."""

    def offered(ctx: typer.Context, incomplete: str) -> list[str]:
        from linkwright.writers import template

        return _starting(incomplete, getattr(template, kind))

    return offered


def _starting(incomplete: str, names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(name for name in names if name.startswith(incomplete)))


def _listed(incomplete: str, names: Iterable[str]) -> list[str]:
    """The last of names with commas between them."""
    done, comma, last = incomplete.rpartition(",")
    return [done + comma + name for name in _starting(last, names)]


_OFFERS = MappingProxyType[str, Offer](
    {
        "quantities": quantities,
        "frame": frames,
        "symbolic": symbols,
        "parameters": one_of("numeric", "symbolic", "inertial", "base"),
        "real": one_of("float64", "float32"),
        "Printed.style": one_of("closed", "steps"),
        "Output.to": languages,
        "Output.layout": one_of("full", "packed"),
        "Building.to": languages,
        "Run.method": one_of("dop853", "radau", "rkmk4", "variational"),
    }
)
"""Field, or type and field -> what is offered for its flag."""
