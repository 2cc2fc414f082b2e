"""The file's geometry laid over the measurements, only base and tool fitted: what is left are the errors before calibration."""

from __future__ import annotations

import numpy as np

from linkwright.calibration.chain import Chain
from linkwright.calibration.fit import SIGMA, Data, minimise
from linkwright.calibration.start import starts
from linkwright.calibration.steps import poses
from linkwright.errors import InputError


def aligned(chain: Chain, data: Data) -> Chain:
    """The chain with base and tool where they fit best; those that are not among its parameters stay as the file has them."""
    free = (bool(chain.index("base")), bool(chain.index("tool")))
    columns = chain.index("base", "tool")
    nothing = np.zeros(len(chain.parameters))
    F = poses(chain.starting(np.eye(4), np.eye(4)).steps, nothing, data.at)
    scales = np.repeat(1 / np.array(SIGMA), (data.kind.translations, data.kind.rotations))[None]
    best, least = chain, np.inf
    for base, tool in starts(data.kind, F, data.values, free):
        tried = chain.starting(base, tool)
        tried = tried.starting(*tried.outer(minimise(tried, data, columns, nothing, scales, 25)))
        cost = float(((data.gaps(tried, nothing) * scales) ** 2).sum())
        if cost < least:
            best, least = tried, cost
    if not np.isfinite(least):
        raise InputError(
            "the measured numbers are too large", hint="metres and radians, or say units in the heads: 'x [mm]'"
        )
    return best
