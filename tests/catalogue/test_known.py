"""The known database of serial chains: its rows."""

from __future__ import annotations

from collections import Counter

import linkwright as lw
from linkwright.catalogue.known import KnownRow, known_chains


def test_all_names_are_there() -> None:
    chains = known_chains().values()
    assert len(chains) == 1234
    assert Counter(k.joints for k in chains if not k.variant) == {1: 2, 2: 4, 3: 8, 4: 86, 5: 213, 6: 309, 7: 1}
    assert Counter(k.joints for k in chains if k.variant) == {4: 39, 5: 180, 6: 392}
    assert all(len(k.rows) == k.joints for k in chains)
    words = {k.name: "".join(row.type for row in k.rows) for k in chains}
    assert all(name.startswith(f"S{len(word)}{word}") for name, word in words.items())


def test_codes_are_rows() -> None:
    rows = {name: known_chains()[name].rows for name in ("S2RR1", "S3PPR1", "S4PRRR2", "S4RPPP1", "S6RRPRRR14V3")}
    assert rows["S2RR1"] == (
        KnownRow("R", "0", "0", "-pi/2", "0", "q - pi/2", "0"),
        KnownRow("R", "0", "0", "-pi/2", "0", "q", "d2"),
    )
    assert rows["S3PPR1"][0] == KnownRow("P", "pi", "0", "pi/2", "0", "-pi/2", "q")
    assert rows["S3PPR1"][1] == KnownRow("P", "0", "0", "pi/2", "a2", "pi/2", "q")
    assert rows["S4PRRR2"][1] == KnownRow("R", "0", "0", "0", "0", "q", "0")
    assert rows["S4RPPP1"][1] == KnownRow("P", "0", "0", "alpha2", "a2", "theta2", "q")
    assert rows["S6RRPRRR14V3"][2] == KnownRow("P", "0", "0", "pi/2", "0", "0", "q")


def test_every_row_is_a_robot_s() -> None:
    for name in ("S1P1", "S2RR1", "S7RRRRRRR1", "S6RRRRRR10V4"):
        robot = lw.dh([row._asdict() for row in known_chains()[name].rows], convention="modified", inertials="full")
        assert robot.nv == int(name[1])
