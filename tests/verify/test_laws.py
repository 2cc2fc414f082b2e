"""Every law on random mechanisms; and every law on wrong derivations, which it must notice."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings

from tests.strategies import mechanisms
from tests.support.graph import Graph, calculus
from tests.support.model import Body, Drive, Joint, Robot, make_robot
from tests.support.spatial import Inertia, Mat, Transform, Vec, X, Y, Z
from tests.support.verification import LAWS, Law, Row, derivations, law_context, row
from tests.verify.wrong import perturbed, wrong_derive

EXACT = (3, 4, 5, 6, 8, 21)
"""Laws that must be decided exactly on every exact mechanism."""

OF_ALL = [law for law in LAWS.values() if law.number != 24]
"""Laws of every tree; not every one has an inverse kinematics: see test_inverse_kinematics.py."""
every_law = pytest.mark.parametrize("law", OF_ALL, ids=lambda law: f"law{law.number}")
exact_laws = pytest.mark.parametrize("law", [LAWS[n] for n in EXACT], ids=lambda law: f"law{law.number}")
SLOW = settings(settings.get_profile("slow"))


def asked(law: Law, robot: Robot) -> Row:
    return row(law, law_context(robot))


@every_law
@given(robot=mechanisms(size=3))
def test_law_holds_on_random_mechanisms(law: Law, robot: Robot) -> None:
    found = asked(law, robot)
    assert found.ok, found
    if law.number in EXACT:
        assert found.exact, found


@every_law
@settings(max_examples=4)
@given(robot=mechanisms(size=4, exact=False))
def test_law_holds_on_measured_geometry(law: Law, robot: Robot) -> None:
    found = asked(law, robot)
    assert found.ok, found


@exact_laws
@settings(max_examples=4)
@given(robot=mechanisms(size=4, exact=False, symbolic=False))
def test_law_is_decided_on_an_exact_neighbour(law: Law, robot: Robot) -> None:
    assert asked(law, robot).exact


@every_law
@settings(max_examples=4)
@given(robot=mechanisms(size=4, massless=True))
def test_law_allows_bodies_without_mass(law: Law, robot: Robot) -> None:
    """Forward dynamics may then be undefined; no law may fail, and none may stop with an error of its own."""
    found = asked(law, robot)
    assert found.ok is not False, found


@every_law
@settings(max_examples=2)
@given(robot=mechanisms(size=2, elastic=True, symbolic=False))
def test_law_holds_with_elastic_joints(law: Law, robot: Robot) -> None:
    found = asked(law, robot)
    assert found.ok is not False, found


@pytest.mark.slow
@every_law
@settings(max_examples=8)
@given(robot=mechanisms(size=3, elastic=True))
def test_law_holds_with_many_elastic_joints(law: Law, robot: Robot) -> None:
    found = asked(law, robot)
    assert found.ok is not False, found
    if law.number in EXACT:
        assert found.exact, found


@pytest.mark.slow
@every_law
@SLOW
@given(robot=mechanisms(size=6))
def test_law_holds_on_many_mechanisms(law: Law, robot: Robot) -> None:
    found = asked(law, robot)
    assert found.ok, found
    if law.number in EXACT:
        assert found.exact, found


@pytest.mark.slow
@every_law
@SLOW
@given(robot=mechanisms(size=7, exact=False, massless=True))
def test_law_holds_on_many_measured_mechanisms(law: Law, robot: Robot) -> None:
    found = asked(law, robot)
    assert found.ok is not False, found


# --- wrong derivations -------------------------------------------------------------------------------------------------


def arm() -> Robot:
    """Three joints, exact, with springs and friction, nothing symmetric."""
    F = Fraction
    turn = Transform(Mat(X, -Z, Y), Vec(F(1, 2), F(1, 4), F(1, 8)))
    drive = Drive(rotor_inertia=F(1, 8), gear_ratio=3, viscous=F(1, 4), stiffness=2, rest=F(1, 3), damping=F(1, 8))
    tensor = Mat(Vec(3, F(1, 4), 0), Vec(F(1, 4), 2, F(1, 3)), Vec(0, F(1, 3), 2))
    body = [
        Inertia.about_com(m, Vec(F(1, 5), F(k, 4), F(1, 7)), tensor) for k, m in enumerate((2, 1, F(1, 2)))
    ]  # fmt: skip
    joints = [
        Joint("a", "revolute", "world", "b0", axis=Y, drive=drive),
        Joint("b", "revolute", "b0", "b1", turn, drive=replace(drive, coulomb=F(1, 5))),
        Joint("c", "prismatic", "b1", "b2", turn, axis=X),
    ]
    return make_robot("arm", [Body(f"b{k}", x) for k, x in enumerate(body)], joints)


VISIBLE, HIDDEN = Fraction(1, 1000), Fraction(1, 10**14)
"""An error that a residual shows; one that rounding hides, so that only exact arithmetic can."""

SPOKEN_OF = [
    (law, quantity)
    for law in OF_ALL
    if law.number != 22
    for quantity in law.quantities.split()
    if (law.number, quantity) != (3, "inverse_dynamics")
]


def _name(value: object) -> str:
    return f"law{value.number}" if isinstance(value, Law) else str(value)


def test_the_arm_is_lawful() -> None:
    assert all(asked(law, arm()).ok for law in OF_ALL)


@pytest.mark.parametrize(("law", "quantity"), SPOKEN_OF, ids=_name)
def test_law_notices_a_wrong_quantity(law: Law, quantity: str) -> None:
    found = row(law, law_context(arm(), derive=wrong_derive(quantity, VISIBLE)))
    assert found.ok is False, found


@pytest.mark.parametrize("method", ["newton_euler", "lagrange", "lie_group"])
def test_law_3_notices_each_wrong_method(method: str) -> None:
    found = row(LAWS[3], law_context(arm(), derive=wrong_derive("inverse_dynamics", VISIBLE, method)))
    assert found.ok is False, found
    assert found.exact is False, found


@pytest.mark.parametrize("method", ["mass_matrix", "articulated_body"])
def test_law_19_notices_each_wrong_method(method: str) -> None:
    found = row(LAWS[19], law_context(arm(), derive=wrong_derive("forward_dynamics", VISIBLE, method)))
    assert found.ok is False, found


@pytest.mark.parametrize(
    ("law", "quantity"),
    [(LAWS[4], "coriolis_matrix"), (LAWS[4], "mass_matrix"), (LAWS[5], "mass_matrix"), (LAWS[6], "kinetic_energy"),
     (LAWS[7], "potential_energy"), (LAWS[8], "regressor"), (LAWS[8], "base_parameters"), (LAWS[19], "mass_matrix_inverse")],
    ids=_name,
)  # fmt: skip
def test_exact_law_notices_what_rounding_hides(law: Law, quantity: str) -> None:
    found = row(law, law_context(arm(), derive=wrong_derive(quantity, HIDDEN)))
    assert found.residual is not None
    assert found.residual < law.tolerance, found
    assert found.exact is False
    assert found.ok is False


def test_law_20_notices_a_wrong_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(g: Graph, i: int, args: tuple[int, ...], x: int) -> int:
        return g.mul(g.sin(args[0]), x)

    monkeypatch.setitem(calculus.RULES, "sin", (wrong,))  # type: ignore[arg-type]
    assert row(LAWS[20], law_context(arm())).ok is False


def test_law_22_notices_a_wrong_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derivations, "optimise", lambda f: perturbed(f, HIDDEN))
    found = row(LAWS[22], law_context(arm()))
    assert found.exact is False
    assert found.ok is False
