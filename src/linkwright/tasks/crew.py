"""Who does tasks: what all crews share, and the crew that is this process."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence

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
