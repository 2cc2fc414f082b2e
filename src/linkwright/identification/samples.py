"""A recording as the model takes it: states of the robot's free coordinates, and forces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np

from linkwright.arrays import Array, Indices
from linkwright.identification.model import IdentificationModel

JUMPING = ("coulomb_", "stribeck_", "load_")
"""Names of columns that jump where a joint turns back."""
_SOME = 500
"""Samples that show which forces a column enters."""
BLOCK = 4096
"""Samples per block: columns of a seven-axis arm take 16 MB then."""


@dataclass(frozen=True, eq=False)
class Samples:
    """States and measured forces, (samples, ...) each, in even steps of time.

    more:        theta of closed robots without closed form, wrench (samples, 6 k)
    independent: share of the samples that the filter leaves independent of each other
    slow:        Stribeck velocities of the drives, (rows,)
    added:       forces (samples, rows) of what was mounted besides, and is known
    heads:       of the columns that the forces came from
    known:       forces (samples, rows) that do not depend on unknown parameters, where they went through the filter
    blurred:     elements of the columns, (row, column) -> (samples,), that went through the filter of the forces: dry friction
                 jumps, and a filtered force does not
    """

    name: str
    t: Array
    q: Array
    v: Array
    a: Array
    tau: Array
    more: Mapping[str, Array] = field(default_factory=lambda: MappingProxyType({}))
    independent: float = 1.0
    slow: Array | None = None
    added: Array | None = None
    heads: tuple[str, ...] = ()
    known: Array | None = None
    blurred: Mapping[tuple[int, int], Array] = field(default_factory=lambda: MappingProxyType({}))

    def __len__(self) -> int:
        return len(self.t)

    def __getitem__(self, part: slice | Indices) -> Samples:
        """Some of the samples."""
        kept = {n: getattr(self, n)[part] for n in ("t", "q", "v", "a", "tau")}
        kept |= {n: None if (x := getattr(self, n)) is None else x[part] for n in ("added", "known")}
        kept["blurred"] = MappingProxyType({place: x[part] for place, x in self.blurred.items()})
        return replace(self, **kept, more=MappingProxyType({n: x[part] for n, x in self.more.items()}))

    @property
    def sharp(self) -> Samples:
        """The same with dry friction that jumps."""
        return replace(self, blurred=MappingProxyType({}), known=None)

    def split(self, held: float) -> tuple[Samples, Samples]:
        """What is fitted, and the part `held` at the end, which is only predicted."""
        first = round(len(self) * (1 - held))
        return self[:first], self[first:]

    def at_most(self, count: int) -> Samples:
        """Every so many samples, no more than `count` of them."""
        return self[:: max(1, -(-len(self) // count))]

    def columns(self, model: IdentificationModel) -> Array:
        """(samples, rows, parameters)."""
        slow = {} if self.slow is None else {"slow": self.slow}
        found = model.columns(self.q, self.v, self.a, tau=self.tau, **slow, **self.more)
        for (row, column), values in self.blurred.items():
            found[:, row, column] = values
        return found

    def with_blurred(self, model: IdentificationModel, low_pass: Callable[[Array], Array]) -> Samples:
        """The same with dry friction as the filter of the forces leaves it (Gautier 1997, parallel filtering)."""
        jumps = [k for k, n in enumerate(model.names) if n.startswith(JUMPING)]
        if not jumps or not len(self):
            return self
        used = np.argwhere(np.any(self.sharp.at_most(_SOME).columns(model)[:, :, jumps], axis=0))
        made = {(int(row), jumps[int(k)]): np.empty(len(self)) for row, k in used}
        first = 0
        for part in self.sharp.parts():
            Y = part.columns(model)
            for (row, column), series in made.items():
                series[first : first + len(part)] = Y[:, row, column]
            first += len(part)
        for place, series in made.items():
            made[place] = low_pass(series)
        return replace(self, blurred=MappingProxyType(made))

    def with_known(self, model: IdentificationModel, low_pass: Callable[[Array], Array]) -> Samples:
        """The same with known forces as the filter leaves them: dry friction of the file is among them."""
        if not model.knows or not len(self):
            return self
        made = [np.asarray(model.known(x.q, x.v, x.a, **x.more), float) for x in self.parts()]
        return replace(self, known=low_pass(np.concatenate(made)))

    def unknown(self, model: IdentificationModel) -> Array:
        """Forces (samples, rows) without those that do not depend on unknown parameters."""
        known = model.known(self.q, self.v, self.a, **self.more) if self.known is None else self.known
        return self.tau - known if self.added is None else self.tau - known - self.added

    def blocks(self, model: IdentificationModel) -> Iterator[tuple[Array, Array]]:
        """Columns and forces, block by block."""
        for part in self.parts():
            yield part.columns(model), part.unknown(model)

    def predicted(self, model: IdentificationModel, values: Array) -> Array:
        """Forces by these parameters."""
        made = [part.columns(model) @ values + (part.tau - part.unknown(model)) for part in self.parts()]
        return np.concatenate(made) if made else np.zeros_like(self.tau)

    def parts(self) -> Iterator[Samples]:
        """Block by block."""
        for first in range(0, len(self), BLOCK):
            yield self[first : first + BLOCK]
