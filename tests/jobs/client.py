"""A run as a program of its own, to be killed: python -m tests.jobs.client FOLDER TASKS WORKERS SECONDS"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.support.jobs import Job, Journal, workers


def jobs(folder: Path, count: int, seconds: float) -> list[Job]:
    return [
        Job(f"t/{k}", "tests.jobs.jobs:slow", {"folder": str(folder), "name": f"{k}", "seconds": seconds})
        for k in range(count)
    ]


def main() -> None:
    folder, count, crew_size, seconds = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    with Journal(folder / "journal.sqlite", {"count": count}) as journal, workers(crew_size) as crew:
        for outcome in crew.run(jobs(folder, count, seconds), journal):
            print(outcome.key, outcome.status, flush=True)


if __name__ == "__main__":
    main()
