"""Who does jobs: what all crews share, and the crew that is this process."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence

from linkwright.errors import InputError
from linkwright.jobs.job import Job, Outcome, perform, wrap
from linkwright.jobs.journal import Journal


class Crew(ABC):
    """Who does jobs, one run after the other."""

    def run(self, jobs: Iterable[Job], journal: Journal | None = None) -> Iterator[Outcome]:
        """What the journal knows first, then the others as they are completed, each in the journal before it is seen here."""
        known, left = _parted(jobs, journal)
        yield from known
        for found in self._outcomes(left):
            if journal is not None:
                journal.record(found)
            yield found

    @abstractmethod
    def _outcomes(self, jobs: Sequence[Job]) -> Iterator[Outcome]:
        """Of all these jobs, in any order."""


class Here(Crew):
    """This process. A job that kills its process ends the run: it takes another process to see that."""

    def _outcomes(self, jobs: Sequence[Job]) -> Iterator[Outcome]:
        for job in jobs:
            yield perform(wrap(job)).outcome(job.key)


def _parted(jobs: Iterable[Job], journal: Journal | None) -> tuple[list[Outcome], list[Job]]:
    """What is known, and what is left to do."""
    known: list[Outcome] = []
    left: list[Job] = []
    seen: set[str] = set()
    recorded = set[str]() if journal is None else journal.keys()
    for job in jobs:
        if job.key in seen:
            raise InputError(f"two jobs have the name '{job.key}'", hint="every job of a run has a name of its own")
        seen.add(job.key)
        found = journal.outcome(job.key) if journal is not None and job.key in recorded else None
        if found is None:
            left.append(job)
        else:
            known.append(found)
    return known, left
