"""A job, what became of it, and how it is done in whatever process it is sent to."""

from __future__ import annotations

import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from linkwright.errors import LinkwrightError, clipped
from linkwright.jobs.values import Packed, pack, unpack
from linkwright.lazy import target

Status = Literal["done", "failed", "crashed"]


def _nothing() -> dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Job:
    """key:       its name in the run, the same in every run
    function:  "linkwright.room.module:name", called with the arguments by name
    arguments: values of JSON, and NumPy arrays; so is what the function returns
    """

    key: str
    function: str
    arguments: Mapping[str, Any] = field(default_factory=_nothing)


@dataclass(frozen=True)
class Outcome:
    """done: with a result; failed: with the message of an exception; crashed: it ended its process whenever it was tried.
    seconds: of the wall clock, in the worker."""

    key: str
    status: Status
    result: Any = None
    message: str = ""
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether there is a result."""
        return self.status == "done"


@dataclass(frozen=True)
class Parcel:
    """A job on its way: its arguments as text and bytes."""

    function: str
    arguments: Packed


def wrap(job: Job) -> Parcel:
    """The job as it is sent."""
    return Parcel(job.function, pack(job.arguments, f"the arguments of job '{job.key}'"))


@dataclass(frozen=True)
class Performed:
    """What became of a parcel, on its way back."""

    status: Status
    result: Packed
    message: str
    seconds: float

    def outcome(self, key: str) -> Outcome:
        """Of the job of this name."""
        return Outcome(key, self.status, unpack(self.result), self.message, self.seconds)


def perform(parcel: Parcel) -> Performed:
    """Do it. Only what ends a run passes through: the keys of the user, the death of a process."""
    start = time.perf_counter()
    status: Status = "done"
    found, message = Packed("null"), ""
    try:
        found = pack(target(parcel.function)(**unpack(parcel.arguments)), f"the result of {parcel.function}")
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an exit or a failed assertion is a failure of this job, not of the run
        status, message = "failed", _told(error)
    return Performed(status, found, message, time.perf_counter() - start)


def _told(error: BaseException) -> str:
    """Errors of users in their own words, others with the place where they arose."""
    if isinstance(error, LinkwrightError):
        return str(error)
    last = traceback.extract_tb(error.__traceback__)[-1]
    return clipped(f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})")
