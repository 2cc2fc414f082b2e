"""Flags of `linkwright synthesize`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Effort:
    """How much is tried, and by whom; what is not said here is as the task says it."""

    out: Path = field(default=Path("out"), metadata={"help": "folder of the results", "flags": ("--out", "-o")})
    evaluations: int | None = field(default=None, metadata={"help": "candidates per structure"})
    population: int | None = field(default=None, metadata={"help": "candidates at a time"})
    seed: int | None = field(default=None, metadata={"help": "another one finds another front"})
    workers: int = field(default=1, metadata={"help": "processes of this machine (more than one: by dask)"})
    scheduler: str = field(default="", metadata={"help": "dask scheduler of a cluster, tcp://host:8786"})
