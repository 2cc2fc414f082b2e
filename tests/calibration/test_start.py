"""What a calibration starts from: of exact measurements, the frame that measures and the target themselves."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright.arrays import Array
from linkwright.calibration.measured import KINDS, inverse
from linkwright.calibration.start import starts


def poses(rng: np.random.Generator, count: int) -> Array:
    found = np.tile(np.eye(4), (count, 1, 1))
    found[:, :3, :3] = np.linalg.qr(rng.normal(size=(count, 3, 3)))[0]
    found[:, :3, 0] *= np.linalg.det(found[:, :3, :3])[:, None]
    found[:, :3, 3] = rng.normal(size=(count, 3))
    return found


@pytest.mark.parametrize("kind", ["pose", "camera"])
@pytest.mark.parametrize("seed", range(3))
def test_both_frames_of_measured_poses(kind: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    F, (base, tool) = poses(rng, 8), poses(rng, 2)
    M = base @ F @ tool
    found = starts(KINDS[kind], F, inverse(M) if kind == "camera" else M, (True, True))
    gaps = [max(np.abs(B - base).max(), np.abs(T - tool).max()) for B, T in found]
    assert min(gaps) < 1e-9
