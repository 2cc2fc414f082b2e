"""The collector of garbage, while millions of small objects are made that live."""

from __future__ import annotations

import gc
import threading
from collections.abc import Generator
from contextlib import contextmanager

_PATIENT = (500_000, 20, 100)
"""Thresholds of the collector. Graphs are small objects that live: looking for garbage among them often takes a quarter of the
time of a six-axis arm."""

_OF_COMMANDS = (200_000, 10, 10)
"""Thresholds of a process that is one command: its modules are 60,000 objects, among which there is no garbage."""

_lock = threading.Lock()
_inside: list[tuple[int, int, int]] = []
"""The usual thresholds, once for each that is inside: the last to leave sets them again, whichever thread it is of."""


def begin_patiently() -> None:
    """From here on, of a process that is ours: look for garbage less often than usual, so that imports need no search."""
    gc.set_threshold(*_OF_COMMANDS)


@contextmanager
def rarely_collected() -> Generator[None]:
    """With a collector that looks for garbage less often than usual; for a block, or as a decorator of a function."""
    with _lock:
        _inside.append(_inside[0] if _inside else gc.get_threshold())
        gc.set_threshold(*_PATIENT)
    try:
        yield
    finally:
        with _lock:
            usual = _inside.pop()
            if not _inside:
                gc.set_threshold(*usual)
