"""Names of serial chains, and what a chain says of itself."""

from __future__ import annotations

import pytest
from hypothesis import given

from linkwright.errors import ModelError
from tests.catalogue.chains import chains
from tests.support.catalogue import Chain, Row


@given(chains())
def test_a_name_says_everything(chain: Chain) -> None:
    again = Chain.parse(chain.name)
    assert again == chain
    assert again.name == chain.name


def test_rows_of_a_name() -> None:
    chain = Chain.parse("R=P~R+U")
    assert chain.rows == (
        Row("R", 0, 0, a=False, d=True),
        Row("P", 0, 0, a=True, d=False),
        Row("R", None, 0, a=True, d=True),
        Row("R", 1, 0, a=True, d=True),
        Row("R", 1, 0, a=False, d=False),
    )
    assert (chain.word, chain.technical, chain.joints, chain.level) == ("RPRRR", "RPRU", 5, "variant")
    assert chain.lengths == ("d1", "a2", "a3", "d3", "a4", "d4")
    assert chain.angles == ("alpha3",)


def test_levels() -> None:
    assert [Chain.parse(x).level for x in ("R=R", "R~R", "R~U")] == ["pattern", "general", "variant"]
    assert Chain.parse("R~Pf~R").angles == ("alpha2", "theta2", "alpha3")


def test_masks_and_motions() -> None:
    """A planar arm, a SCARA, a wrist, a gantry: what they move is known."""
    expected = {
        "R=R=R": "2T1R",
        "R=R=R=P": "3T1R",
        "S": "0T3R",
        "P+P90+P": "3T0R",
        "R~R~R~R+R+R": "3T3R",
        "R+R": "0T2R",
    }
    assert {name: Chain.parse(name).mask for name in expected} == expected
    assert Chain.parse("R=R=R=P").motions == (True, True, True, False, False, True)
    assert Chain.parse("R=R").motions == (True, True, False, False, False, True)


def test_order_is_by_joints_then_sliders_then_name() -> None:
    names = ["R=R=R", "P=R", "R+R", "R=R", "P+R=R"]
    assert [c.name for c in sorted(map(Chain.parse, names))] == ["R+R", "R=R", "P=R", "R=R=R", "P+R=R"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "no name"),
        ("R=X", "from '=X' on"),
        ("RR", "from 'R' on"),
        ("=R", "no name"),
        ("R=", "from '=' on"),
        ("R=P90+R", "write 'R=P+R'"),
        ("R+Pf", "write 'R+P'"),
        ("R" + "=S" * 30, "at most 32 joints"),
        ("R=R; rm -rf", "no name"),
    ],
)
def test_wrong_names(name: str, said: str) -> None:
    with pytest.raises(ModelError) as caught:
        Chain.parse(name)
    assert said in f"{caught.value}"
