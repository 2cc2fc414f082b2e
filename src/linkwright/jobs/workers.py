"""Where jobs are done: in this process, in processes of this machine, or on a cluster that is there already."""

from __future__ import annotations

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

from linkwright.errors import InputError
from linkwright.jobs.crew import Crew, Here


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
        from linkwright.jobs.cluster import cluster

        with cluster(count, scheduler) as crew:
            yield crew


class _Terminated(KeyboardInterrupt):
    """SIGTERM; it goes the way of the user's Ctrl-C, which no job takes for its own failure."""


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
