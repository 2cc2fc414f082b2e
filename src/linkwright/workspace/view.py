"""View: what of a workspace is looked at. The flags of `linkwright workspace` are its fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from linkwright.errors import InputError
from linkwright.formula.scalar import number_list
from linkwright.request import option

AXES = "xyz"
ANGLES = ("roll", "pitch", "yaw")
MOST_CELLS, MOST_ORIENTATIONS = 1000, 10_000


@dataclass(frozen=True)
class View:
    """A plane of cells, and the orientations that are tried in each of them."""

    plane: str = option("", "xy, xz or yz (default: that of a planar robot, otherwise xz)")
    at: str = option("", "the third coordinate, or others of a platform, e.g. 'y=0.1' or 'phiz=0.2'")
    orientation: str = option(
        "", "only this one: 'roll, pitch, yaw' in radians, or a planar robot's angle (default: any)"
    )
    frame: str | None = option(None, "frame that moves (default: the platform, else the last one)")
    cells: int = option(60, "cells along the longer side")
    orientations: int = option(48, "orientations tried per cell")
    box: str = option("", "what is looked at, 'from, to, from, to' (default: all that is reached)")

    def __post_init__(self) -> None:
        if self.plane and not (len(self.plane) == 2 and len(set(self.plane)) == 2 and set(self.plane) <= set(AXES)):
            raise InputError(f"there is no plane '{self.plane}'", hint="xy, xz or yz")
        if not 2 <= self.cells <= MOST_CELLS:
            raise InputError(f"cannot look at {self.cells} cells a side", hint=f"2 to {MOST_CELLS}")
        if not 1 <= self.orientations <= MOST_ORIENTATIONS:
            raise InputError(f"cannot try {self.orientations} orientations", hint=f"1 to {MOST_ORIENTATIONS}")
        if self.box and not self._wide(self.edges):
            raise InputError(f"'{self.box}' is no box", hint="four numbers, each 'from' below its 'to': -1, 1, 0, 1.5")

    @staticmethod
    def _wide(box: tuple[float, ...]) -> bool:
        return len(box) == 4 and box[0] < box[1] and box[2] < box[3]

    @property
    def edges(self) -> tuple[float, ...]:
        """The box as numbers; empty where none is given."""
        return tuple(number_list(self.box, "box"))

    @property
    def angles(self) -> tuple[float, ...]:
        """The one orientation as numbers; empty: any."""
        return tuple(number_list(self.orientation, "orientation"))

    @property
    def others(self) -> Mapping[str, float]:
        """Coordinates that stay: name -> value."""
        from linkwright.readers.positions import named_numbers

        found: dict[str, float] = {}
        for name, value in named_numbers(self.at):
            if value is None:
                raise InputError(f"'{name}' names no coordinate", hint="name=value, for example y=0.1")
            found[name] = value
        return found
