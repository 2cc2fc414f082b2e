"""What was found: parameters with their errors, how well they predict, and the robot that has them. Data, all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest
from types import MappingProxyType
from typing import TYPE_CHECKING

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.identification.estimate import relative_errors
from linkwright.identification.identified_robot import identified_robot
from linkwright.identification.loads import at_frame, loaded
from linkwright.identification.model import IdentificationModel
from linkwright.spatial.inertia import Inertia

if TYPE_CHECKING:
    from linkwright.measurements.finding import Finding
    from linkwright.model.closed_robot import Robot

_TOLD = 24
"""Parameters that the summary of a screen has."""


@dataclass(frozen=True, eq=False)
class Fit:
    """One set of parameters, and how well it predicts: root mean square errors per force, and |e| / |tau| of all of them.

    errors: standard errors, infinite where the data say nothing; none of consistent parameters, which the prior moves
    """

    method: str  # of estimation
    values: Array  # of the parameters, in the order of the names
    errors: Array | None
    fitted: Array  # error per force, on the samples that were used
    held_out: Array  # the same on those that were not
    relative_fitted: float  # |e| / |tau| on the samples that were used
    relative_held_out: float  # the same on those that were not

    @property
    def relative_errors(self) -> Array | None:
        """Standard errors by the values."""
        return None if self.errors is None else relative_errors(self.values, self.errors)


@dataclass(frozen=True, eq=False)
class Trace:
    """A recording as it was used, for plots: every so many samples of it.

    raw, tau: measured forces before and after filtering; predicted: by the chosen parameters; held: from which time on it is
    only predicted
    """

    name: str
    t: Array
    raw: Array
    tau: Array
    predicted: Array
    q: Array
    v: Array
    a: Array
    held: float
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Consistency:
    """Parameters that bodies can have.

    physical:    ten per body, and those of the drives
    eigenvalues: (bodies, 4) of the pseudo-inertias
    table:       (weight of the prior, fitted, held out) of every weight that was tried
    """

    physical: Array
    eigenvalues: Array
    weight: float
    table: tuple[tuple[float, float, float], ...]
    seconds: float


@dataclass(frozen=True, eq=False, repr=False)
class Identification:
    """The result of `lw.identify`; `linkwright.identification.report.write_report` makes a folder of it.

    fits:      by method, in the order in which they were made; chosen: the one that was asked for
    essential: names of the parameters that are needed to predict as well (Pham & Gautier)
    condition: of the columns, each scaled to length one
    gains:     of the motors with their standard errors, where they were found
    slow:      Stribeck velocities of the drives, where they were found
    carrier:   frame of the load, where only a load was to be found ("": the platform, else the last one)
    """

    model: IdentificationModel  # what was fitted to the recording
    fits: Mapping[str, Fit]
    chosen: str  # method that was asked for
    samples: int  # that were used
    held_out_samples: int  # that were not
    condition: float
    correlations: tuple[tuple[str, str, float], ...] = ()  # pairs of parameters that the data hardly tell apart
    essential: tuple[str, ...] = ()
    consistency: Consistency | None = None  # whether bodies can have these parameters
    gains: tuple[Array, Array] | None = None
    findings: tuple[Finding, ...] = ()  # of the diagnosis
    notes: tuple[str, ...] = ()  # what was assumed
    traces: tuple[Trace, ...] = ()  # forces, measured and predicted
    facts: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))  # numbers of the report
    slow: Array | None = None
    carrier: str | None = None

    def __repr__(self) -> str:
        held = ", ".join(f"{n} {100 * f.relative_held_out:.3g} %" for n, f in self.fits.items())
        lines = [f"identification of {self.model.robot.name}: {len(self.names)} parameters; held out {held}"]
        doubts = [""] * len(self.names) if self.errors is None else [f" ± {x:.2g}" for x in self.errors]
        told = [f"{n} = {x:.4g}{e}" for n, x, e in zip(self.names, self.values, doubts, strict=True)]
        width = max(map(len, told), default=0)
        lines += [f"  {x:{width}}  {y}".rstrip() for x, y in zip_longest(told[:_TOLD:2], told[1:_TOLD:2], fillvalue="")]
        lines += [f"  and {len(told) - _TOLD} more: .names, .values, .errors"] if len(told) > _TOLD else []
        lines += [str(finding) for finding in self.findings] or ["nothing found wrong"]
        return "\n".join(lines)

    @property
    def fit(self) -> Fit:
        """What was asked for."""
        return self.fits[self.chosen]

    @property
    def names(self) -> tuple[str, ...]:
        """Of the parameters that can be told apart."""
        return self.model.names

    @property
    def values(self) -> Array:
        """Of these parameters, by the method that was asked for."""
        return self.fit.values

    @property
    def errors(self) -> Array | None:
        """Standard errors of the values."""
        return self.fit.errors

    @property
    def physical(self) -> Mapping[str, float]:
        """Physical parameters that bodies can have, by name; empty without them."""
        if self.consistency is None:
            return MappingProxyType({})
        return MappingProxyType(dict(zip(self.model.physical, self.consistency.physical.tolist(), strict=True)))

    @cached_property
    def robot(self) -> Robot:
        """The robot with the parameters that were found, which bodies can have."""
        if self.consistency is None:
            hint = "leave out --no-consistent (consistent=False)"
            raise InputError("no robot can be made of parameters that no bodies have", hint=hint)
        if self.carrier is not None and self.model.rest is not None:
            return loaded(self.model.rest, self.carrier, self.load)
        return identified_robot(self.model, self.consistency.physical)

    @property
    def load(self) -> Inertia:
        """The load that was found, at its frame."""
        if self.carrier is None or self.consistency is None or self.model.rest is None:
            raise InputError("no load was asked for", hint="payload=True, at='tool'")
        return at_frame(self.model.rest, self.carrier, self.consistency.physical)
