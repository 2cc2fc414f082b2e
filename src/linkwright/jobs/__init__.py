"""Named jobs in one process, in many, or on a cluster, with a journal: what is done is never done again.

    with Journal(folder / "journal.sqlite", {"seed": 1}) as journal, workers(2) as crew:
        for outcome in crew.run(jobs, journal):
            ...

This room knows no robots: a job is the path of a function and its arguments.
"""

from __future__ import annotations

from linkwright.jobs.crew import Crew
from linkwright.jobs.job import Job, Outcome
from linkwright.jobs.journal import Journal
from linkwright.jobs.workers import workers

__all__ = ["Crew", "Journal", "Outcome", "Job", "workers"]
