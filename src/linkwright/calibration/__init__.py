"""Geometry of robots from measured poses: which parameters can be told, what they are, where to measure."""

from __future__ import annotations

from linkwright.calibration.plan import Plan, plan
from linkwright.calibration.result import Calibration
from linkwright.calibration.run import Options, calibrate

__all__ = ["Calibration", "Options", "Plan", "calibrate", "plan"]
