"""Printing: tables for people, JSON for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table

from linkwright.errors import printable

if TYPE_CHECKING:
    from rich.progress import Progress


class Terminal(Console):
    """A console that shows hidden characters of other people's text and never sends them."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else shown(text), style, control)


def shown(text: str) -> str:
    """Lines as they may be printed."""
    return text if text.isprintable() else "\n".join(printable(line) for line in text.split("\n"))


def say(text: str) -> None:
    """A line of text on standard output."""
    sys.stdout.write(shown(text) + "\n")


def flush() -> None:
    """What was said is seen now, also through a pipe."""
    sys.stdout.flush()


def console(stderr: bool = False) -> Console:
    """Wide enough for tables when nobody is watching. Names from files are shown as they are, square brackets too."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else 140
    return Terminal(stderr=stderr, highlight=False, markup=False, emoji=False, width=width)


def print_json(data: Any) -> None:
    """Data for programs, on standard output."""
    text = json.dumps(data, indent=2, ensure_ascii=False)
    sys.stdout.write("\n".join(_json_line(line) for line in text.split("\n")) + "\n")


def print_versioned(facts: Mapping[str, Any]) -> None:
    """The same with the version of its shape in front; a command whose data change in shape has a version of its own."""
    print_json({"version": 1, **facts})


def _json_line(line: str) -> str:
    """The same JSON, with hidden characters escaped as JSON does it."""
    return line if line.isprintable() else "".join(c if printable(c) == c else json.dumps(c)[1:-1] for c in line)


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], right: Sequence[str] = ()) -> Table:
    """A table for people; right: columns of numbers."""
    made = Table(title=title, title_justify="left", box=None, header_style="bold", pad_edge=False)
    for name in columns:
        made.add_column(name, justify="right" if name in right else "left", overflow="fold")
    for row in rows:
        made.add_row(*(cell if isinstance(cell, str) else _cell(cell) for cell in row))
    return made


def _cell(x: Any) -> str:
    return f"{x:.4g}" if isinstance(x, float) else "" if x is None else str(x)


def progress() -> Progress:
    """A progress line on stderr, gone when the work is done; nothing at all where nobody is watching."""
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    screen = console(stderr=True)
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        TimeElapsedColumn(),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
    )


@contextmanager
def steps(time_left: bool = False) -> Generator[Callable[[str, float], None]]:
    """A progress bar on stderr, gone when the work is done; what it gives is called with a text and the part done (0 to 1)."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    left = (TextColumn("left"), TimeRemainingColumn()) if time_left else ()
    columns = (BarColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn(), *left)
    screen = console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda text, part: bar.update(task, description=text, completed=part)
