"""Plan: how an exciting motion is asked for. Its fields are the options of the shell and of Python at once."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.errors import InputError, suggestion
from linkwright.identification.excitation.cost import COSTS
from linkwright.identification.excitation.series import Series
from linkwright.request import option


@dataclass(frozen=True)
class Plan:
    """Numbers of a motion; what has names (start, limits, boxes) goes beside it."""

    time: float = option(10.0, "seconds of a period")
    harmonics: int = option(5, "sines and cosines per joint")
    cost: str = option("condition", "condition, logdet or scaled (condition of unit columns)")
    margin: float = option(0.1, "part of every limit of joints that is kept free")
    rate: float = option(100.0, "samples per second")
    starts: int = option(4, "random motions from which is searched")
    seed: int = option(0, "another one finds another motion")
    hold: str = option("", "joints that stay still: 'finger*' or 'wrist = 30 deg', comma-separated")
    drives: str = option("none", "terms of drives that count, too: viscous,coulomb,offset,rotor")
    velocity: float | None = option(None, "largest, of joints whose limits say nothing")
    acceleration: float | None = option(None, "largest, of joints whose limits say nothing")
    floor: float | None = option(None, "height that no moving frame goes below, in m")
    clearance: float | None = option(None, "distance in m that links keep from each other, seen as capsules")
    radius: float = option(0.05, "of the capsules, in m")

    def __post_init__(self) -> None:
        Series(self.time, self.harmonics)  # complains
        if self.cost not in COSTS:
            hint = suggestion(self.cost, COSTS, f"one of: {', '.join(COSTS)}")
            raise InputError(f"there is no cost '{self.cost}'", hint=hint)
        if not 0 <= self.margin < 1:
            raise InputError(f"a margin of {self.margin:g}", hint="a part of the limits from 0 to below 1, such as 0.1")
        if not self.rate * self.time >= 2 * self.harmonics + 1:
            hint = f"at least {(2 * self.harmonics + 1) / self.time:.4g} per second tell {self.harmonics} harmonics"
            raise InputError(f"{self.rate:g} samples per second", hint=hint)
        for name in ("velocity", "acceleration", "clearance"):
            value = getattr(self, name)
            if value is not None and not 0 < value < float("inf"):
                raise InputError(f"the {name} is {value:g}", hint="give a number above zero, or leave it out")
        if not 0 <= self.radius < float("inf"):
            raise InputError(f"a radius of {self.radius:g} m", hint="give zero or more")
        if not 1 <= self.starts <= 1000:
            raise InputError(f"{self.starts} starts", hint="from 1 to 1000; each takes about the same time")
        if self.seed < 0:
            raise InputError(f"the seed {self.seed}", hint="give a whole number from zero on")
