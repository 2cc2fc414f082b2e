"""What is wrong with a recording, seen through the model of its robot: order, signs, units, mounting, lag, what it lacks."""

from __future__ import annotations

from linkwright.identification.diagnosis.lags import Lag, lag
from linkwright.identification.diagnosis.run import diagnosed

__all__ = ["Lag", "diagnosed", "lag"]
