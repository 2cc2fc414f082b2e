"""Operation counts stay at or below those of the better peer (OpenSYMORO, SymPyBotics)."""

from __future__ import annotations

import pytest

import linkwright as lw
from tests.derive.reference import PEERS, QUANTITIES, robot
from tests.support.passes import optimise

CELLS = [(name, short) for name in PEERS for short in QUANTITIES]
QUICK = [c for c in CELLS if c[0] in ("2R", "SCARA_RRPR", "SCARA_RRRP")] + [
    ("STANFORD_simpl", "M"),
    ("PUMA_zeros", "Mb"),
]


def total(name: str, short: str) -> tuple[int, int]:
    """Ours and theirs: multiplications and additions; a division counts, too."""
    quantity, parameters = QUANTITIES[short]
    f = optimise(lw.derive(robot(name), quantity, parameters=parameters), level=2, goal="count")
    return f.ops.mul + f.ops.add + f.ops.div, sum(PEERS[name][list(QUANTITIES).index(short)])


@pytest.mark.parametrize(("name", "short"), QUICK)
def test_no_more_operations_than_the_peer(name: str, short: str) -> None:
    ours, theirs = total(name, short)
    assert ours <= theirs


@pytest.mark.slow
@pytest.mark.parametrize(("name", "short"), [c for c in CELLS if c not in QUICK])
def test_no_more_operations_than_the_peer_all_others(name: str, short: str) -> None:
    ours, theirs = total(name, short)
    assert ours <= theirs


@pytest.mark.slow
@pytest.mark.parametrize("name", ["PUMA_full", "LWR7"])
def test_coriolis_matrix_below_three_inverse_dynamics(name: str) -> None:
    torque = optimise(lw.derive(robot(name), "inverse_dynamics", parameters="symbolic"), goal="count").ops
    matrix = optimise(lw.derive(robot(name), "coriolis_matrix", parameters="symbolic"), goal="count").ops
    assert matrix.mul + matrix.add < 3 * (torque.mul + torque.add)
