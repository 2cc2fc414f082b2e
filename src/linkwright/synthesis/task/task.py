"""Task: what a robot is wanted for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from linkwright.readers.options import read_bytes
from linkwright.synthesis.task.parts import Choice, Design, Limits, Payload, Reach, Search
from linkwright.synthesis.task.paths import Way
from linkwright.synthesis.task.reading import read_parts
from linkwright.synthesis.task.shapes import Box, Obstacle


@dataclass(frozen=True)
class Task:
    """A task, as its file says it.

    mask:        what of a pose counts: 3T1R, 3T3R, 3T0R, 2T1R, 2T0R
    path:        the way of the tool
    space:       where the whole robot must stay; None: anywhere
    variables:   ranges of the model's parameters by name or shell pattern; low = high fixes one
    constraints: bounds of values that are computed anyway, such as the condition number
    text:        the file; it travels to workers, where `Task.read(text, folder)` makes the same task
    """

    name: str
    mask: str
    path: Way
    payload: Payload = Payload()
    space: Box | None = None
    reach: Reach | None = None
    obstacles: tuple[Obstacle, ...] = ()
    limits: Limits = Limits()
    structures: Choice = Choice()
    variables: Mapping[str, tuple[float, float]] = field(default_factory=dict[str, Any])
    design: Design = Design()
    objectives: tuple[str, ...] = ("energy",)
    constraints: Mapping[str, float] = field(default_factory=dict[str, Any])
    search: Search = Search()
    text: str = field(default="", compare=False)

    @staticmethod
    def read(text: str | bytes, folder: str | Path = ".", file: str = "task") -> Task:
        """A task from the content of its file; folder: where the files are that it names."""
        raw = text.encode() if isinstance(text, str) else text
        return Task(**read_parts(raw, Path(folder), file), text=raw.decode("utf-8-sig"))

    @staticmethod
    def load(file: str | Path) -> Task:
        """A task from its file."""
        path = Path(file)
        return Task.read(read_bytes(path), path.parent, path.name)
