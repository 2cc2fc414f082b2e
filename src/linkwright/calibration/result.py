"""Calibration: what is known of a robot's geometry after its poses were measured."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from linkwright.arrays import AnyArray as Array
from linkwright.calibration.errors import Apart
from linkwright.model.robot import OpenRobot

if TYPE_CHECKING:
    from linkwright.writers.format import Loss


@dataclass(frozen=True)
class Corrected:
    """A parameter that was fitted. nominal: the file's value (base and tool: 0); correction and standard error in `unit`."""

    name: str
    group: str
    unit: str
    words: str
    nominal: float
    correction: float
    error: float

    @property
    def significant(self) -> bool:
        """Whether the correction is more than two standard errors."""
        return abs(self.correction) > 2 * self.error


@dataclass(frozen=True)
class LeftOut:
    """A parameter that was not fitted, and why. theory: whether no postures at all could tell it."""

    name: str
    why: str
    theory: bool


@dataclass(frozen=True)
class Outlier:
    """A posture far from the fitted model: where it stands, how far off (m), how many times what is typical."""

    place: str
    distance: float
    times: float


@dataclass(frozen=True, eq=False, repr=False)
class Calibration:
    """robot:      with calibrated placements, and a frame `target` at the fitted tool
    base, tool: (4, 4), the world in the measuring frame, and the target in the frame
    parameters: that were fitted; covariance: theirs, in the same order
    before, after, held_before, held_after: errors of fitted and of held-out postures; before: with base and tool fitted alone
    sigma:      standard deviations of measured lengths (m) and angles (rad)
    residuals:  (N, rows) of all postures, in the table's order; held: which of them were held out
    scales, compliances: by joint; they are in no robot file: q of the file is (1 + scale) q measured + compliance times load
    """

    robot: OpenRobot
    frame: str  # to which the tool is fixed
    target: str  # frame at the fitted tool
    measured: str  # what was measured: poses, points, ...
    base: Array
    tool: Array
    parameters: tuple[Corrected, ...]
    left_out: tuple[LeftOut, ...]  # parameters that were not fitted, and why
    covariance: Array  # of the parameters
    before: Apart
    after: Apart
    held_before: Apart
    held_after: Apart
    sigma: tuple[float, float]
    residuals: Array
    held: Array  # which postures were held out
    outliers: tuple[Outlier, ...]  # postures that do not fit
    notes: tuple[str, ...]  # what was assumed

    def __repr__(self) -> str:
        before, after = (x.rms for x in (self.held_before, self.held_after))
        moved = f"held out {1000 * before:.3g} mm before, {1000 * after:.3g} mm after"
        return f"<Calibration of {self.robot.name}: {len(self.parameters)} parameters; {moved}>"

    @property
    def scales(self) -> dict[str, float]:
        """Corrections of joints' scales, by joint."""
        return self._by_joint("scale_", "scales")

    @property
    def compliances(self) -> dict[str, float]:
        """Of joints, in rad per N m, by joint."""
        return self._by_joint("compliance_", "elastic")

    def _by_joint(self, start: str, group: str) -> dict[str, float]:
        return {p.name.removeprefix(start): p.correction for p in self.parameters if p.group == group}

    def save(self, path: str | Path) -> tuple[Loss, ...]:
        """Write the calibrated robot as .urdf, .xml, .sdf or .yaml; what the format could not say."""
        from linkwright.writers import save

        return save(self.robot, path)
