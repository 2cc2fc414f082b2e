"""The benchmark of closed mechanisms meets both peers."""

from __future__ import annotations

import pytest

from benchmarks.loops_speed import measure


def test_closed_mechanisms_are_timed_beside_their_peers() -> None:
    pytest.importorskip("pinocchio")
    pytest.importorskip("mujoco")
    rows = list(measure("fourbar1", 1))
    assert [row.quantity for row in rows] == ["inverse_dynamics", "forward_dynamics"]
    assert all(row.pinocchio and row.mujoco and row.native > 0 for row in rows)
