"""Requests and recordings that would give numbers without meaning, and lags of several recordings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError
from linkwright.identification.model import IdentificationModel
from linkwright.identification.samples import Samples
from linkwright.identification.stages import shifted
from tests.identification.recorded import fourier, other_parameters

EXAMPLES = Path(__file__).parents[2] / "examples"
Array = np.ndarray[Any, Any]


def scara() -> Any:
    return lw.load(EXAMPLES / "scara.yaml")


def recorded(seed: int, late: float = 0.0) -> dict[str, Array]:
    """20 s at 200 Hz, forces measured `late` seconds after the positions of their row."""
    model, rng = IdentificationModel.of(scara()), np.random.default_rng(seed)
    true = model.values(other_parameters(model, np.random.default_rng(7)))
    motion = fourier(4, rng, 4000, 0.7, 20.0)
    tau = model.columns(motion.q, motion.v, motion.a) @ true
    tau = tau + 0.002 * np.std(tau, axis=0) * rng.normal(size=tau.shape)
    tau = np.stack([np.interp(motion.t - late, motion.t, column) for column in tau.T], axis=1)
    return {"t": motion.t, "q": motion.q, "tau": tau}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"current": True}, "without a gain"),
        ({"load": "2 0 0 0"}, "without a recording"),
        ({"loaded": "heavy.csv"}, "without a load"),
        ({"hold_out": 0.0}, "cannot be held out"),
        ({"hold_out": 1e-9}, "no sample is held out"),
        ({"rates": "measured"}, "no rates were measured"),
    ],
)
def test_requests_that_mean_nothing(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        lw.identify(scara(), recorded(1), **options)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"tau": np.zeros((4000, 4))}, "all measured forces are zero"),
        ({"q": np.ones((4000, 4)) * 1j}, "no array of numbers"),
    ],
)
def test_recordings_that_mean_nothing(changed: dict[str, Array], words: str) -> None:
    with pytest.raises(InputError, match=words):
        lw.identify(scara(), recorded(1) | changed)


def test_data_of_another_type() -> None:
    with pytest.raises(InputError, match="no recording"):
        lw.identify(scara(), 5)  # type: ignore[arg-type]


@pytest.mark.parametrize("late", [(0.03, 0.0), (0.0, 0.03)])
def test_every_recording_has_its_own_lag(late: tuple[float, float]) -> None:
    """A correction of one recording leaves the other as it was: parameters are those of two recordings without a lag."""
    found = lw.identify(scara(), [recorded(1, late[0]), recorded(2, late[1])], consistent=False)
    plain = lw.identify(scara(), [recorded(1), recorded(2)], consistent=False)
    assert [f.kind for f in found.findings].count("lag") == 1
    assert found.fit.relative_held_out < 3 * plain.fit.relative_held_out
    assert plain.errors is not None
    assert np.sqrt(np.mean(((found.values - plain.values) / plain.errors) ** 2)) < 3


def test_no_force_is_taken_from_across_a_gap() -> None:
    t = np.concatenate([np.arange(100), np.arange(200, 300)]) * 0.01
    x = np.column_stack([t, t])
    found = shifted(Samples("a", t, x, x, x, x), 0.025)
    np.testing.assert_allclose(found.tau, found.q + 0.025, atol=1e-12)
    assert len(found) == 200 - 2 * 3
