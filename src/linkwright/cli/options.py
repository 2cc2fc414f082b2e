"""Flags of the shell, made from the fields of the options' types: Request, Run, and what commands add to them.

A command takes such a type as one parameter; its fields become flags:

    @app.command()
    @spread()
    def simulate(robot: RobotFile, run: Run, json: AsJson = False) -> None: ...
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from linkwright.cli.completion import Offer, completion
from linkwright.request import option


@dataclass(frozen=True)
class Reading:
    """How a file is read."""

    floating: bool = option(False, "let the root body float freely", "--floating")
    friction: bool = option(False, "use damping and friction of URDF and SDF, dry friction of MJCF", "--friction")


@dataclass(frozen=True)
class Pages:
    """Where equations go."""

    latex: bool = option(False, "print LaTeX", "--latex")
    html: Path | None = option(None, "write a page (no scripts, no network)")
    pdf: Path | None = option(None, "write a PDF (needs pdflatex)")
    steps: bool = option(False, "the same as --style steps", "--steps")


@dataclass(frozen=True)
class Samples:
    """Where a motion goes."""

    plot: Path | None = option(None, "write plots (.svg, .png, .pdf)")
    csv: Path | None = option(None, "write samples")
    html: Path | None = option(None, "write a page that plays it in 3D (one file, no network)")


@dataclass(frozen=True)
class Output:
    """What to write, and where."""

    to: str = option(
        "c",
        "comma-separated, or all: c, fortran, cpp, cuda, cython, numpy, jax, latex, matlab, julia, javascript, rust, "
        "torch, java; besides or alone fmu",
    )
    out: Path = option(Path("out"), "folder to write", "--out", "-o")
    quantities: str = option("", "comma-separated quantities, or all (default: the usual ten)", "--quantity", "-Q")
    run: bool = option(True, "run the generated tests")
    layout: str = option("full", "full, or packed: results without zeros, other constants and second halves")


@dataclass(frozen=True)
class Fences:
    """What of a motion to excite a robot has names of joints and frames in it."""

    start: str = option(
        "", "joint positions at which it starts and ends, '0.5, 30 deg' or 'elbow=30 deg' (default: any)"
    )
    limits: Path | None = option(
        None, "YAML, 'joint: {lower: -1, upper: 1, velocity: 2, acceleration: 8, effort: 40}'; patterns"
    )
    box: str = option("", "where frames stay, with ; between them: 'tool: -0.6 0.6, -0.6 0.6, 0.05 1.2' (x, y, z)")


@dataclass(frozen=True)
class Effort:
    """How much a synthesis tries, and by whom; what is not said here is as the task says it."""

    out: Path = option(Path("out"), "folder of the results", "--out", "-o")
    evaluations: int | None = option(None, "candidates per structure")
    population: int | None = option(None, "candidates at a time")
    seed: int | None = option(None, "another one finds another front")
    workers: int = option(1, "processes of this machine (more than one: by dask)")
    scheduler: str = option("", "dask scheduler of a cluster, tcp://host:8786")


Command = Callable[..., Any]


def spread(*left_out: str) -> Callable[[Command], Command]:
    """A command with a flag for every field of its parameters that are dataclasses. left_out: fields that have no flag."""

    def decorate(command: Command) -> Command:
        hints = get_type_hints(command, include_extras=True)
        groups: dict[str, Any] = {n: t for n, t in hints.items() if n != "return" and is_dataclass(t)}

        def call(**given: Any) -> Any:
            for name, kind in groups.items():
                own = [f.name for f in fields(kind) if f.name not in left_out]
                given[name] = kind(**{n: given.pop(n) for n in own})
            return command(**given)

        parameters = list(_parameters(command, hints, groups, left_out))
        call.__name__, call.__doc__ = command.__name__, command.__doc__
        call.__annotations__ = {p.name: p.annotation for p in parameters}
        call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        return call

    return decorate


def _parameters(
    command: Command, hints: dict[str, Any], groups: dict[str, Any], left_out: tuple[str, ...]
) -> Iterator[inspect.Parameter]:
    """Of the command, with fields in place of those that are dataclasses."""
    for p in inspect.signature(command).parameters.values():
        if p.name not in groups:
            yield p.replace(annotation=hints[p.name], kind=inspect.Parameter.KEYWORD_ONLY)
            continue
        kinds = get_type_hints(groups[p.name])
        for f in fields(groups[p.name]):
            if f.name not in left_out:
                yield flag(f, kinds[f.name], completion(groups[p.name].__name__, f.name))


def flag(f: Field[Any], kind: Any, offer: Offer | None = None) -> inspect.Parameter:
    """The flag of a field: its metadata has the help text and, where they differ from the name, the spellings.

    offer: what the shell offers for it at the Tab key
    """
    assert f.default is not MISSING
    option = typer.Option(*f.metadata.get("flags", ()), help=f.metadata["help"], autocompletion=offer)
    return inspect.Parameter(
        f.name, inspect.Parameter.KEYWORD_ONLY, default=f.default, annotation=Annotated[kind, option]
    )
