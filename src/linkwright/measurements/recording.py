"""A recording of a machine: positions and forces along time, as measured."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.arrays import Array
from linkwright.errors import InputError


@dataclass(frozen=True, eq=False)
class Recording:
    """What was measured, in s, rad, m, N and N m, one row for each sample; nan where a sample is missing.

    t: (N,) times; q: (N, nq) positions; v, a: (N, nv) rates and accelerations, or None; tau: (N, rows) forces
    wrench: (N, 6k) forces and torques at the base or elsewhere, or None
    notes:  what was assumed or left out when it was read
    positions, rates, forces: names, for messages; heads: of the columns that the forces came from
    """

    name: str
    t: Array
    q: Array
    v: Array | None
    a: Array | None
    tau: Array
    wrench: Array | None = None
    notes: tuple[str, ...] = ()
    positions: tuple[str, ...] = ()
    rates: tuple[str, ...] = ()
    forces: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        count = len(self.t)
        if count < 2:
            raise InputError(f"the recording has {count} samples", self.name, "a motion has at least two")
        for word, block in self.blocks().items():
            if block.ndim != 2 or len(block) != count:
                what = f"{word} has the shape {block.shape} for {count} times"
                raise InputError(what, self.name, "give one row for each time")
        for field, word, width in (
            ("positions", "q", self.q.shape[1]),
            ("rates", "v", self.q.shape[1] if self.v is None else self.v.shape[1]),
            ("forces", "tau", self.tau.shape[1]),
        ):
            names = getattr(self, field) or tuple(f"{word}{k + 1}" for k in range(width))
            object.__setattr__(self, field, names)

    def blocks(self) -> dict[str, Array]:
        """All that was measured, by name: q, v, a, tau, wrench."""
        every = {"q": self.q, "v": self.v, "a": self.a, "tau": self.tau, "wrench": self.wrench}
        return {word: block for word, block in every.items() if block is not None}
