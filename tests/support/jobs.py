"""Internals of the room `jobs` that tests use. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.errors import FileError, InputError, LinkwrightError, RunError
from linkwright.jobs import Crew, Job, Journal, Outcome, workers
from linkwright.jobs.values import Packed, pack, unpack

__all__ = [
    "Crew", "FileError", "InputError", "Journal", "LinkwrightError", "Outcome", "Packed", "RunError", "Job",
    "pack", "unpack", "workers",
]  # fmt: skip
