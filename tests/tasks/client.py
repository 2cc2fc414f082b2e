"""A run as a program of its own, to be killed: python -m tests.tasks.client FOLDER TASKS WORKERS SECONDS"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.support.tasks import Journal, Task, workers


def tasks(folder: Path, count: int, seconds: float) -> list[Task]:
    return [
        Task(f"t/{k}", "tests.tasks.jobs:slow", {"folder": str(folder), "name": f"{k}", "seconds": seconds})
        for k in range(count)
    ]


def main() -> None:
    folder, count, crew_size, seconds = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    with Journal(folder / "journal.sqlite", {"count": count}) as journal, workers(crew_size) as crew:
        for outcome in crew.run(tasks(folder, count, seconds), journal):
            print(outcome.key, outcome.status, flush=True)


if __name__ == "__main__":
    main()
