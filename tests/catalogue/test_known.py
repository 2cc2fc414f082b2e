"""The known database of serial chains: its rows, what they are here by rule, and the same from their axes in space."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

import linkwright as lw
from tests.support.catalogue import (
    FILE,
    RULES,
    Known,
    KnownRow,
    general_models,
    known_chains,
    known_names,
    levels,
    mapped,
    named,
    patterns,
    structure_of,
    text,
)


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


def test_the_table_is_what_the_rules_find() -> None:
    assert FILE.read_text() == text()
    assert {letter for known in known_chains().values() for letter in known.rules} == {*RULES}
    assert [k.name for k in known_chains().values() if not k.ours] == ["S4RRPR2"]


def agrees(known: Known) -> bool:
    """What the rules say of a name, beside what its joint axes are with random numbers for all that is free."""
    found = structure_of(lw.dh([row._asdict() for row in known.rows], convention="modified"))
    exact = {x.chain.name for x in found if not x.differences}
    near = {x.chain.name for x in found if x.differences}
    if "d" in known.rules:  # what is free there lets it be more than the chain here
        return bool(exact) and not exact & {*known.ours}
    if {*"mor"} & {*known.rules}:
        return not exact and (near & {*known.ours} != set() or not known.ours)
    return {*known.ours} <= exact


def test_axes_in_space_say_the_same() -> None:
    wrong = [k.name for k in islice(known_chains().values(), 0, None, 12) if not agrees(k)]
    assert not wrong


@pytest.mark.slow
def test_axes_in_space_of_all_names_say_the_same() -> None:
    assert not [k.name for k in known_chains().values() if not agrees(k)]


def test_variants_are_found_by_rule() -> None:
    """Of 611: 567 are variants here with the same rows but for turns of sliders (in 33 of them such a turn is a length that is
    zero here), 15 are general models, 22 are variants with theta of a merged row open, and 7 are hand-made, with more zeros."""
    own = [k for k in known_chains().values() if k.variant]
    kinds = Counter("".join(x for x in k.rules if x not in "tis") for k in own)
    assert kinds == {"": 534, "d": 33, "g": 15, "m": 17, "o": 5, "l": 6, "la": 1}


def test_chains_without_a_name() -> None:
    counts = {n: [len(level.unnamed) for level in levels(n)] for n in range(1, 7)}
    assert counts == {1: [0, 0, 0], 2: [4, 4, 1], 3: [19, 19, 7], 4: [0, 0, 0], 5: [0, 0, 0], 6: [24, 14, 9]}
    holes = [chain.name for chain in levels(6)[1].unnamed]
    assert len([name for name in holes if "R+P+P+R" in name]) == 7


def test_which_chains_are_3t1r() -> None:
    """28 patterns and 26 general models, for one of them has three patterns; 27 names, for one chain has two."""
    ours = [chain for chain in patterns(4) if chain.mask == "3T1R"]
    general = [chain.name for chain in general_models(4) if chain.mask == "3T1R"]
    names = [name for chain in general for name in known_names(chain)]
    assert (len(ours), len(general), len(names)) == (28, 26, 27)
    assert known_names("P=R=R=R") == ("S4PRRR1", "S4PRRR2")
    assert [x.name for x in ours if x.name not in general] == ["R+P+P90+P", "R+P90+P90+P", "R=P+P90+P"]
    assert known_chains()["S4RPPP1"].ours == ("R~Pf+P90+P",)


def test_names() -> None:
    assert named("S4RRRP1") == named("R=R=R=P")
    assert named("S6RRRRRR10").name == "R~R~R~R+R+R"
    with pytest.raises(lw.errors.InputError, match="several chains here"):
        named("S4RPPR5")
    with pytest.raises(lw.errors.InputError, match="depend on each other"):
        named("S4RRPR2")
    with pytest.raises(lw.errors.InputError, match="has no chain 'S4RRRP99'"):
        named("S4RRRP99")
    with pytest.raises(lw.errors.ModelError, match="no name of a serial chain"):
        named("hello")


def test_a_wrong_row_is_noticed() -> None:
    known = known_chains()["S4RRRP1"]
    other = Known(known.name, known.code.replace("=P", "+P"), known.ours, known.rules)
    assert mapped(other).ours != known.ours
