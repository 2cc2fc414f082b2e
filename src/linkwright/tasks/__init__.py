"""Named tasks in one process, in many, or on a cluster, with a journal: what is done is never done again.

    with Journal(folder / "journal.sqlite", {"seed": 1}) as journal, workers(2) as crew:
        for outcome in crew.run(tasks, journal):
            ...

This room knows no robots: a task is the path of a function and its arguments.
"""

from __future__ import annotations

from linkwright.tasks.crew import Crew
from linkwright.tasks.journal import Journal
from linkwright.tasks.task import Outcome, Task
from linkwright.tasks.workers import workers

__all__ = ["Crew", "Journal", "Outcome", "Task", "workers"]
