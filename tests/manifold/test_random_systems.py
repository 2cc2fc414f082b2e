"""Random Lagrangians: accelerations by both methods, energies, momenta and forces against brute force in a chart."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import linkwright as lw
from tests.support.manifold import system
from tests.support.package import LinkwrightError
from tests.support.verification import LAWS_OF_MANIFOLDS as LAWS
from tests.support.verification import law_context, row

_KINDS = ("R", "R^3", "S1", "S2", "SO(3)")


def velocity(name: str, kind: str) -> list[str]:
    """Vectors that are linear in the velocity of a variable."""
    if kind in ("R", "S1"):
        return [f"d{name}*c", f"d{name}*cos({name})*e1"] if kind == "S1" else [f"d{name}*c", f"{name}*d{name}*e2"]
    if kind == "R^3":
        return [f"d{name}", f"cross(c, d{name})"]
    if kind == "S2":
        return [f"d{name}", f"omega_{name}", f"dot({name}, c)*d{name}"]
    return [f"Omega_{name}", f"d{name}*c", f"{name}*Omega_{name}"]


def place(name: str, kind: str) -> list[str]:
    """Vectors that depend on the place."""
    if kind in ("R", "S1"):
        return [f"sin({name})*c", f"{name}*e3"] if kind == "S1" else [f"{name}*c", f"{name}**2*e3"]
    return [name, f"cross({name}, c)"] if kind != "SO(3)" else [f"{name}*c", f"{name}.T*e3"]


@st.composite
def lagrangians(draw: st.DrawFn) -> dict[str, Any]:
    """A kinetic energy that is a sum of squares, and every velocity's own square so that none is without mass."""
    kinds = draw(st.lists(st.sampled_from(_KINDS), min_size=1, max_size=3))
    manifold = {f"{'xyz'[k] if kind[0] == 'R' or kind == 'S1' else 'qpu'[k] if kind == 'S2' else 'ABC'[k]}": kind
                for k, kind in enumerate(kinds)}  # fmt: skip
    one = {n: draw(st.sampled_from(velocity(n, k))) for n, k in manifold.items()}
    squares = [f"m*dot({v}, {v})/2" for v in _own(manifold)]
    joint = " + ".join(one.values())
    squares.append(f"dot({joint}, {joint})/4")
    names = list(manifold)
    where = [draw(st.sampled_from(place(n, manifold[n]))) for n in names]
    first = draw(st.sampled_from(where))
    U = f"dot({' + '.join(where)}, e3) + k*dot({first}, {where[-1]})/2"
    gyro = draw(st.booleans())
    linear = f" + {k_of(draw)}*dot({one[names[0]]}, {where[-1]})" if gyro else ""
    made: dict[str, Any] = {
        "manifold": manifold,
        "lagrangian": " + ".join(squares) + linear + f" - ({U})",
        "constants": {"m": 1.3, "k": 0.7, "c": [0.4, -0.3, 0.8]},
        "work": " + ".join(_work(n, k, draw) for n, k in manifold.items()),
    }
    if draw(st.booleans()):
        made["dissipation"] = f"k*dot({one[names[-1]]}, {one[names[-1]]})/3"
    return made


def k_of(draw: st.DrawFn) -> str:
    return draw(st.sampled_from(["0.3", "k", "-m/5"]))


def _own(manifold: dict[str, str]) -> list[str]:
    found: list[str] = []
    for n, kind in manifold.items():
        found.append({"R": f"d{n}*e1", "S1": f"d{n}*e1", "SO(3)": f"Omega_{n}"}.get(kind, f"d{n}"))
    return found


def _work(name: str, kind: str, draw: st.DrawFn) -> str:
    if kind in ("R", "S1"):
        return f"F_{name}*delta({name})"
    if kind == "SO(3)":
        return draw(st.sampled_from([f"dot(eta_{name}, F_{name})", f"dot(delta({name}*c), F_{name})"]))
    words = [f"dot(delta({name}), F_{name})"]
    return draw(st.sampled_from([*words, f"dot(xi_{name}, F_{name})"] if kind == "S2" else words))


_SETTINGS = settings(
    max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True,
    phases=[Phase.generate],  # no shrinking: one example takes a second
)  # fmt: skip


@_SETTINGS
@given(lagrangians())
def test_random_systems_obey_the_laws(given_: dict[str, Any]) -> None:
    subject = law_context(system(**given_))
    for number in (3, 6, 7, 19, 20, 21):
        found = row(LAWS[number], subject)
        assert found.ok is not False, f"{found} for {given_}"
        assert found.ok is not None or number == 21, f"{found} for {given_}"


@settings(_SETTINGS, max_examples=5)
@given(lagrangians(), st.integers(0, 3))
def test_random_constraints(given_: dict[str, Any], which: int) -> None:
    """A nonholonomic and a holonomic constraint of the first variable."""
    name, kind = next(iter(given_["manifold"].items()))
    v, x = velocity(name, kind), place(name, kind)
    way = f"dot({v[which % len(v)]}, c + e2)" if which < 2 else f"dot({x[which % len(x)]}, c + e2) - 1/10"
    subject = law_context(system(**given_, constraints={"held": way}))
    for number in (3, 7, 12, 19):
        found = row(LAWS[number], subject)
        assert found.ok, f"{found} for {given_} held {way}"


def test_constraints_that_say_nothing() -> None:
    mechanism = system({"x": "R^3"}, "dot(dx, dx)/2", {"c": [1, 2, 3]}, constraints={"none": "dot(cross(c, dx), c)"})
    with pytest.raises(LinkwrightError, match="not independent"):
        lw.derive(mechanism, "accelerations")
    assert row(LAWS[3], law_context(mechanism)).note == "the constraints are not independent"


def test_a_rigid_body_in_space() -> None:
    """SE(3), with an offset centre of mass: place and attitude are coupled."""
    mechanism = system(
        {"g": "SE(3)"},
        "m*dot(V_g + cross(Omega, c), V_g + cross(Omega, c))/2 + dot(Omega, J*Omega)/2 - m*9.81*dot(x_g + R_g*c, e3)",
        {"m": 1.3, "c": [0.1, -0.2, 0.3], "J": [[0.5, 0.1, 0], [0.1, 0.6, 0], [0, 0, 0.4]]},
        "dot(zeta_g, F) + dot(eta_R_g, M)",
    )  # fmt: skip
    subject = law_context(mechanism)
    for number in (3, 6, 7, 19, 20, 21):
        assert row(LAWS[number], subject).ok, row(LAWS[number], subject)


def test_unknown_names_are_told_for_random_places() -> None:
    with pytest.raises(LinkwrightError, match="unknown name 'oops'"):
        system({"x": "R"}, "dx**2/2 - oops*x")


def test_symbolic_accelerations_are_those_of_the_graph() -> None:
    """The formulas that are printed, evaluated: q_ddot and Omega_dot of the quadrotor with load."""
    from pathlib import Path

    from tests.support.graph import evaluate, lift
    from tests.support.manifold import Constants, Mechanics, accelerations, equations

    file = Path(__file__).parents[2] / "examples" / "manifold" / "quadrotor_load.yaml"
    mechanism = lw.load(file)
    subject = law_context(mechanism)
    state, b = subject.states[0], subject.reference[0]
    x = Mechanics(mechanism, Constants(mechanism))
    values: dict[str, float] = {f"q[{k}]": float(e) for k, e in enumerate(state.q)}
    values |= {f"v[{k}]": float(e) for k, e in enumerate(state.v)}
    values |= {f"{n}[{k}]": float(e) for n, u in state.inputs.items() for k, e in enumerate(np.ravel(u))}
    a = b.solution[0]
    q, omega = state.q[3:6], state.v[3:6]
    expected = {"x": a[:3], "q": np.cross(a[3:6], q) - (omega @ omega) * q, "R": a[6:]}
    for found in accelerations(equations(mechanism)).solved:
        nodes = [lift(x.graph, e).index for e in x.finish(x.lower(found.term))]
        assert np.allclose(evaluate(x.graph, nodes, values), expected[found.variable.name], atol=1e-12)
