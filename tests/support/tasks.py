"""Internals of the room `tasks` that tests use. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.errors import FileError, InputError, LinkwrightError, RunError
from linkwright.tasks import Crew, Journal, Outcome, Task, workers
from linkwright.tasks.values import Packed, pack, unpack

__all__ = [
    "Crew", "FileError", "InputError", "Journal", "LinkwrightError", "Outcome", "Packed", "RunError", "Task",
    "pack", "unpack", "workers",
]  # fmt: skip
