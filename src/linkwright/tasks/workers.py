"""Who does the tasks: this process, processes of this machine, or a cluster that is there already."""

from __future__ import annotations

import signal
import threading
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from linkwright.errors import InputError
from linkwright.tasks.journal import Journal
from linkwright.tasks.task import Outcome, Task, perform, wrap


class Crew(ABC):
    """Who does tasks, one run after the other."""

    def run(self, tasks: Iterable[Task], journal: Journal | None = None) -> Iterator[Outcome]:
        """What the journal knows first, then the others as they are completed, each in the journal before it is seen here."""
        known, left = _parted(tasks, journal)
        yield from known
        for found in self._outcomes(left):
            if journal is not None:
                journal.record(found)
            yield found

    @abstractmethod
    def _outcomes(self, tasks: Sequence[Task]) -> Iterator[Outcome]:
        """Of all these tasks, in any order."""


class Here(Crew):
    """This process. A task that kills its process ends the run: it takes another process to see that."""

    def _outcomes(self, tasks: Sequence[Task]) -> Iterator[Outcome]:
        for task in tasks:
            yield perform(wrap(task)).outcome(task.key)


@contextmanager
def workers(count: int = 1, scheduler: str = "") -> Generator[Crew]:
    """So many processes of this machine (one: this process), or those of a dask scheduler (tcp://host:8786).

    Both take dask.distributed (pip install 'linkwright[cluster]'). A program that calls this with more than one process
    guards its own start with `if __name__ == "__main__":`, because new processes import it.
    """
    if count < 1:
        raise InputError(f"{count} workers cannot do anything", hint="one or more")
    with _terminated():
        if count == 1 and not scheduler:
            yield Here()
            return
        from linkwright.tasks.cluster import cluster

        with cluster(count, scheduler) as crew:
            yield crew


def _parted(tasks: Iterable[Task], journal: Journal | None) -> tuple[list[Outcome], list[Task]]:
    """What is known, and what is left to do."""
    known: list[Outcome] = []
    left: list[Task] = []
    seen: set[str] = set()
    recorded = set[str]() if journal is None else journal.keys()
    for task in tasks:
        if task.key in seen:
            raise InputError(f"two tasks have the name '{task.key}'", hint="every task of a run has a name of its own")
        seen.add(task.key)
        found = journal.outcome(task.key) if journal is not None and task.key in recorded else None
        if found is None:
            left.append(task)
        else:
            known.append(found)
    return known, left


class _Terminated(KeyboardInterrupt):
    """SIGTERM; it goes the way of the user's Ctrl-C, which no task takes for its own failure."""


@contextmanager
def _terminated() -> Generator[None]:
    """SIGTERM ends the block as Ctrl-C does: its processes are ended, its journal is closed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        raise _Terminated

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    except _Terminated:
        raise SystemExit(128 + signal.SIGTERM) from None
    finally:
        signal.signal(signal.SIGTERM, before)
