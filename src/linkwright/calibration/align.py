"""The file's geometry laid over the measurements, only base and tool fitted: what is left are the errors before calibration."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from linkwright.calibration.chain import Chain
from linkwright.calibration.elementary_transforms import Place, poses
from linkwright.calibration.fit import SIGMA, Data, minimise
from linkwright.calibration.placements import Array
from linkwright.calibration.start import Pair, starts


def aligned(chain: Chain, data: Data, rounds: int = 25) -> Chain:
    """The chain with base and tool where they fit best; those that are not among its parameters stay as the file has them.

    rounds: of Levenberg and Marquardt, from the two best of the starts.
    """
    free = (bool(chain.index("base")), bool(chain.index("tool")))
    nothing = np.zeros(len(chain.parameters))
    F = poses(chain.transforms[chain.base + 4 : chain.tool - 3], nothing, data.at)
    stiff = _stiff(chain, F)
    scales = np.repeat(1 / np.array(SIGMA), (data.kind.translations, data.kind.rotations))[None]

    def cost(pair: Pair) -> float:
        return float(((data.gaps(stiff.starting(*pair), nothing) * scales) ** 2).sum())

    found: list[Pair] = []
    for pair in sorted(starts(data.kind, F, data.values, free), key=cost)[:2]:
        tried = stiff.starting(*pair)
        found.append(tried.outer(minimise(tried, data, stiff.index("base", "tool"), nothing, scales, rounds)))
    return chain.starting(*min(found, key=cost))


def _stiff(chain: Chain, F: Array) -> Chain:
    """The chain with the arm at rest in its poses F (N, 4, 4): a fit of base and tool walks 15 transforms and not a hundred."""
    transforms = (*chain.transforms[: chain.base + 4], Place(F), *chain.transforms[chain.tool - 3 :])
    return replace(chain, transforms=transforms, spans={}, tool=chain.base + 8)
