"""Recordings made ready for regression: even times, a filter without phase, derivatives.

Butterworth forward and backward, then central differences, as is usual for identification (Gautier 1997; Khalil & Dombre 2002,
section 12.6). Differences of three points would be wrong by 2 % at 5 Hz and 100 samples a second; these, of seven, by 7e-6.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import Array, Truth
from linkwright.errors import InputError, counted
from linkwright.measurements.clock import Clock, clock_of, finite_rows, good_rows, usual_step
from linkwright.measurements.cutoff import chosen_cutoff
from linkwright.measurements.filtering import (
    REACH,
    first_derivative,
    low_pass,
    noise_share,
    second_derivative,
    touched,
)
from linkwright.measurements.recording import Recording
from linkwright.measurements.wrapping import unwrapped

if TYPE_CHECKING:
    from collections.abc import Callable


RATES = ("differentiated", "measured")
_GAP = 0.25
"""Gaps that are bridged, in periods of the cut-off: the spline across them is as smooth as the filter would make it."""


@dataclass(frozen=True)
class Filtering:
    """Of which frequency (Hz) and order, and every how many samples are kept afterwards."""

    cutoff: float
    order: int
    decimate: int


@dataclass(frozen=True, eq=False)
class Smoothed:
    """Samples at even times, stretch by stretch.

    t (N,), q, v, a, tau, wrench (N, ...): as in a Recording; nothing is missing
    dt, cutoff, order: seconds between samples, Hz (inf where nothing was filtered), of the filter
    stretches:   (first, end) of samples without a gap between them: no derivative crosses their ends
    resampled:   whether values are interpolated
    lost, repeated, dropped: samples that are missing, rows that say the same as the one above, samples left out at ends
    independent: part of the samples that the filter leaves independent. White noise keeps its density below the cut-off and
                 loses its power above, so that variances of estimates are 1/independent of what the residuals suggest.
    """

    name: str
    t: Array
    q: Array
    v: Array
    a: Array
    tau: Array
    wrench: Array | None
    dt: float
    cutoff: float
    order: int
    stretches: tuple[tuple[int, int], ...]
    resampled: bool
    lost: int
    repeated: int
    dropped: int
    independent: float
    notes: tuple[str, ...]

    def filter(self, values: Array) -> Array:
        """The filter of the forces on other values (N, ...), as columns of a regressor ("parallel filtering")."""
        found = np.array(values, dtype=float)
        flat = found.reshape(len(found), -1)
        for start, end in self.stretches:
            for k in range(flat.shape[1]):
                flat[start:end, k] = low_pass(flat[start:end, k], self.dt, self.cutoff, self.order)
        return found

    def inner(self) -> Truth:
        """Samples one and a half periods of the cut-off away from the ends of their stretch: there `filter` is right."""
        found = np.zeros(len(self.t), dtype=bool)
        ends = touched(self.dt, self.cutoff)
        for start, end in self.stretches:
            found[start + ends : max(end - ends, start + ends)] = True
        return found


def smoothed(
    recording: Recording,
    cutoff: float | None = None,
    order: int = 4,
    rates: str = "differentiated",
    gap: float | None = None,
    decimate: int = 1,
) -> Smoothed:
    """Positions, rates, accelerations and forces at even times, all through the same filter.

    cutoff:   Hz; chosen from the spectra of the positions where it is None (the notes say how); inf: no filter
    order:    of the Butterworth filter, which is run forward and backward
    rates:    "differentiated" from positions, or "measured"; accelerations are derivatives unless these are measured as well
    gap:      seconds without samples from which on the recording is parted into stretches; a quarter of the cut-off's period
    decimate: every how many samples are kept, after the filter
    """
    _check(recording, cutoff, order, rates, decimate)
    recording, notes = unwrapped(recording)
    measured = rates == "measured"
    if not measured:  # a row is not lost because of a rate that nobody needs
        gone = [x for x in ("v", "a") if np.isnan(recording.blocks().get(x, 0.0)).any()]
        recording = replace(recording, **dict.fromkeys(gone))
    if cutoff == math.inf and measured and recording.a is not None:
        return _as_measured(recording, decimate, notes)
    good, dt = good_rows(recording)
    if cutoff is None:
        chosen = chosen_cutoff(recording.t[good], recording.q[good], recording.positions)
        cutoff, notes = chosen.frequency, (*notes, chosen.words)
    clock = clock_of(recording, max(2.5 * dt, _GAP / cutoff) if gap is None else gap)
    if cutoff < math.inf and cutoff * clock.dt > 0.45:
        what = f"a cut-off of {cutoff:g} Hz for {1 / clock.dt:.4g} samples a second"
        raise InputError(what, recording.name, f"at most {0.45 / clock.dt:.3g} Hz; inf for no filter")
    return _smoothed(recording, clock, Filtering(cutoff, order, decimate), measured, (*notes, *_told(clock)))


def _check(recording: Recording, cutoff: float | None, order: int, rates: str, decimate: int) -> None:
    if cutoff is not None and not cutoff > 0:
        raise InputError(f"a cut-off of {cutoff:g} Hz", recording.name, "give a positive one, or inf for no filter")
    if order not in range(1, 13) or decimate < 1:
        what = f"a filter of order {order}, every {decimate}th sample"
        raise InputError(what, recording.name, "orders are 1 to 12; every sample or every second, third, ...")
    if rates not in RATES:
        raise InputError(f"rates are '{rates}'", recording.name, f"one of: {', '.join(RATES)}")
    if rates == "measured" and recording.v is None:
        raise InputError("no rates were measured", recording.name, "name their columns, as 'v=vel*', or differentiate")
    if rates == "differentiated" and recording.q.shape[1] != len(recording.rates):
        what = f"{recording.q.shape[1]} positions are not the integrals of {len(recording.rates)} rates"
        raise InputError(what, recording.name, "joints that turn about more than one axis need measured rates")


def _smoothed(
    recording: Recording, clock: Clock, filtering: Filtering, measured: bool, notes: tuple[str, ...]
) -> Smoothed:
    """All blocks, one column at a time: a million samples of seven joints take 250 MB besides the recording."""
    plan = _Plan.of(clock, filtering, recording.name)
    n, total = len(recording.rates), plan.size
    q, v, a = np.empty((total, recording.q.shape[1])), np.empty((total, n)), np.empty((total, n))
    for k in range(recording.q.shape[1]):
        if measured:
            (q[:, k],) = plan.through(recording.q[:, k], ())
        else:
            q[:, k], v[:, k], a[:, k] = plan.through(recording.q[:, k], (first_derivative, second_derivative))
    if measured and recording.v is not None:
        for k in range(n):
            v[:, k], a[:, k] = plan.through(recording.v[:, k], (first_derivative,))
    if measured and recording.a is not None:
        a = plan.every(recording.a)
    grids = sum(len(clock.grid(x)) for x in clock.stretches)
    dropped = grids - plan.inside
    count = counted(len(plan.used), "stretch", "stretches")
    return Smoothed(
        name=recording.name,
        t=plan.times(),
        q=q,
        v=v,
        a=a,
        tau=plan.every(recording.tau),
        wrench=None if recording.wrench is None else plan.every(recording.wrench),
        dt=clock.dt * filtering.decimate,
        cutoff=filtering.cutoff,
        order=filtering.order,
        stretches=plan.stretches(),
        resampled=not clock.even,
        lost=clock.lost,
        repeated=clock.repeated,
        dropped=dropped,
        independent=min(1.0, filtering.decimate * noise_share(clock.dt, filtering.cutoff, filtering.order)),
        notes=(*notes, f"{dropped} of {grids} samples left out at the ends of {count}"),
    )


@dataclass(frozen=True, eq=False)
class _Plan:
    """Which samples of which stretches are kept, each stretch with its slice."""

    clock: Clock
    filtering: Filtering
    used: tuple[tuple[tuple[int, int], slice], ...]
    sizes: tuple[int, ...]
    inside: int

    @classmethod
    def of(cls, clock: Clock, filtering: Filtering, source: str) -> _Plan:
        ends = touched(clock.dt, filtering.cutoff) + REACH
        lengths = {x: len(clock.grid(x)) for x in clock.stretches}
        least = 2 * ends + 8
        used = [(x, slice(ends, n - ends, filtering.decimate)) for x, n in lengths.items() if n >= least]
        if not used:
            what = f"the longest stretch without gaps has {max(lengths.values(), default=0)} samples, and needs {least}"
            raise InputError(what, source, "give a higher cut-off, let longer gaps be bridged, or record longer")
        sizes = tuple(len(range(*keep.indices(lengths[x]))) for x, keep in used)
        return cls(clock, filtering, tuple(used), sizes, sum(lengths[x] - 2 * ends for x, _ in used))

    @property
    def size(self) -> int:
        """Samples that are kept."""
        return sum(self.sizes)

    def stretches(self) -> tuple[tuple[int, int], ...]:
        ends = np.cumsum(self.sizes)
        return tuple((int(end) - size, int(end)) for size, end in zip(self.sizes, ends, strict=True))

    def times(self) -> Array:
        return np.concatenate([self.clock.grid(x)[keep] for x, keep in self.used])

    def through(self, column: Array, derivatives: tuple[Callable[[Array, float], Array], ...]) -> list[Array]:
        """A column through the filter, and its derivatives."""
        found: list[list[Array]] = [[] for _ in range(1 + len(derivatives))]
        dt, cutoff, order = self.clock.dt, self.filtering.cutoff, self.filtering.order
        for stretch, keep in self.used:
            x = low_pass(self.clock.at_even_times(column, stretch), dt, cutoff, order)
            for pieces, y in zip(found, [x, *(derive(x, dt) for derive in derivatives)], strict=True):
                pieces.append(y[keep])
        return [np.concatenate(pieces) for pieces in found]

    def every(self, block: Array) -> Array:
        """All columns of a block through the filter."""
        found = np.empty((self.size, block.shape[1]))
        for k in range(block.shape[1]):
            (found[:, k],) = self.through(block[:, k], ())
        return found


def _as_measured(recording: Recording, decimate: int, notes: tuple[str, ...]) -> Smoothed:
    """Without filter and derivatives: the rows themselves, whatever their times are."""
    good = np.flatnonzero(finite_rows(recording))[::decimate]
    v, a = recording.v, recording.a
    assert v is not None
    assert a is not None
    return Smoothed(
        name=recording.name,
        t=recording.t[good],
        q=recording.q[good],
        v=v[good],
        a=a[good],
        tau=recording.tau[good],
        wrench=None if recording.wrench is None else recording.wrench[good],
        dt=usual_step(recording.t) * decimate,
        cutoff=math.inf,
        order=0,
        stretches=((0, len(good)),),
        resampled=False,
        lost=0,
        repeated=0,
        dropped=0,
        independent=1.0,
        notes=(*notes, "positions, rates and accelerations as measured, without a filter"),
    )


def _told(clock: Clock) -> tuple[str, ...]:
    """What was found about the times."""
    notes: list[str] = []
    if clock.lost:
        notes.append(f"{counted(clock.lost, 'sample')} lost; the longest gap takes {1e3 * clock.longest:.3g} ms")
    if clock.repeated:
        notes.append(f"{counted(clock.repeated, 'row')} written twice, left out")
    if clock.close:
        notes.append(f"{counted(clock.close, 'row')} with nearly the time of the one above, left out")
    if not clock.even:
        notes.append(f"interpolated at even times, {1 / clock.dt:.5g} samples a second")
    return tuple(notes)
