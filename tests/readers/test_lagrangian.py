"""Lagrangians from YAML: what is read, and what every mistake is told, with its place."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import linkwright as lw
from tests.support.manifold import Lagrangian
from tests.support.package import Errors, LinkwrightError

ISSUE = """\
manifold: {q: S2}
constants: {m: scalar, l: scalar, g: scalar, e3: vector}
lagrangian: m*l**2*dot(dq, dq)/2 - m*g*l*dot(q, e3)
work: dot(delta(q), tau)
"""


def read(tmp_path: Path, text: str) -> Any:
    file = tmp_path / "pendulum.yaml"
    file.write_text(text, encoding="utf-8")
    return lw.load(file)


def failure(tmp_path: Path, text: str) -> LinkwrightError:
    with pytest.raises(LinkwrightError) as caught:
        read(tmp_path, text)
    return caught.value


def test_a_small_file(tmp_path: Path) -> None:
    made = read(tmp_path, ISSUE)
    assert (type(made), made.name, made.nq, made.nv) == (Lagrangian, "pendulum", 3, 3)
    assert [c.name for c in made.constants] == ["m", "l", "g", "e3"]
    assert [(i.name, i.shape) for i in made.inputs] == [("tau", (3,))]
    f = lw.derive(made, "accelerations")
    assert f.inputs["parameters"].labels == ("m", "l", "g")  # e3 is the third axis
    a = f(q=[1, 0, 0], v=[0, 0, 0], tau=[0, 0, 0], m=2.0, l=0.5, g=9.81)
    assert a == pytest.approx([0, 9.81 / 0.5, 0])  # q falls: q x (-g e3) / l


def test_values_types_and_start(tmp_path: Path) -> None:
    text = """\
name: body
manifold: {x: R^3, R: SO(3), th: S1}
constants:
  m: 3/2
  angle: 30 deg
  J: {type: symmetric, value: [1, 2, 3]}
  rho: [0, 0, -1/2]
  c: scalar
lagrangian: m*dot(dx, dx)/2 + dot(Omega, J*Omega)/2 + dth**2/2 - m*dot(x + R*rho, e3) - cos(th - angle)
dissipation: c*dth**2/2
symmetries:
  forward: {x: e1}
start: {x: [0, 0, 1], Omega: [1, 0, 0], dth: -2}
"""
    made = read(tmp_path, text)
    assert made.values["m"] == (Fraction(3, 2),)
    assert float(made.values["angle"][0]) == pytest.approx(0.5235987755982988)
    assert made.values["J"] == (1, 0, 0, 0, 2, 0, 0, 0, 3)
    assert made.initial["Omega_R"] == (1, 0, 0)
    assert made.initial["dth"] == (-2,)
    assert [s.name for s in made.extra["symmetries"]] == ["forward"]


def test_a_dict_is_a_file() -> None:
    made = lw.load({"manifold": {"x": "R"}, "constants": {"m": 2.5}, "lagrangian": "m*dx**2/2"})
    assert lw.derive(made, "accelerations")(q=[0], v=[1]) == pytest.approx([0])


def test_families_and_se3(tmp_path: Path) -> None:
    made = read(tmp_path, "sizes: {n: 4}\nmanifold: {q: 'S2[n]', g: SE(3)}\n"
                "lagrangian: Sum(i, 1, n, dot(dq[i], dq[i])) + dot(V_g, V_g)/2 + dot(Omega, Omega)/2\n")  # fmt: skip
    assert [v.name for v in made.variables] == ["q1", "q2", "q3", "q4", "R_g", "x_g"]


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        (ISSUE.replace("dot(q, e3)", "dot(q, e4)"), "pendulum.yaml:3:49", "unknown name 'e4'"),
        (ISSUE.replace("m*g*l*dot(q, e3)", "m*g*l*q"), "pendulum.yaml:3", "cannot add"),
        (ISSUE.replace("dot(dq, dq)", "dot(dq, m)"), "pendulum.yaml:3:20", "dot needs two vectors"),
        (ISSUE.replace("dot(dq, dq)", "dot(dp, dq)"), "pendulum.yaml:3:24", "unknown name 'dp'"),
        (ISSUE.replace("delta(q), tau", "delta(e3), tau"), "pendulum.yaml:4:11", "does not vary"),
        (ISSUE.replace("dot(delta(q), tau)", "dot(eta, tau)"), "pendulum.yaml:4", "eta"),
        (ISSUE.replace("dot(delta(q), tau)", "dot(q, tau)"), "pendulum.yaml:4", "no work"),
        (ISSUE.replace("q: S2", "q: S7"), "pendulum.yaml:1", "no manifold"),
        (ISSUE.replace("m: scalar", "m: skalar"), "pendulum.yaml:2", "neither a number nor a type"),
        (ISSUE.replace("lagrangian: m*l", "lagrangian: m*(l"), "pendulum.yaml:3", ""),
        (ISSUE.replace("work:", "wrok:"), "pendulum.yaml:4", "unknown key 'wrok' in the Lagrangian"),
        (ISSUE.replace("lagrangian:", "# lagrangian:"), "pendulum.yaml:1", "does not say 'lagrangian: T - U'"),
        (ISSUE + "start: {p: 1}\n", "pendulum.yaml:5", "no variable and no velocity"),
        (ISSUE + "start: {q: [1, 0]}\n", "pendulum.yaml:5", "q"),
        (ISSUE + "symmetries: {turn: {z: e3}}\n", "pendulum.yaml:5", "'z', which is no variable"),
        (ISSUE + "symmetries: {turn: {q: m}}\n", "pendulum.yaml:5", "a scalar, not a vector"),
        (ISSUE + "constraints: {flat: ddq}\n", "pendulum.yaml:5", "acceleration"),
        (ISSUE + "constraints:\n  fast: dot(dq, dq)\n", "pendulum.yaml:6:9", "linear in the velocities"),
        (ISSUE + "constraints: {fast: dot(dq, dq)}\n", "pendulum.yaml:5", "into quotes"),
        (ISSUE + "linkwright: 2\n", "pendulum.yaml:5", "version '2'"),
        (ISSUE.replace("{q: S2}", "{}"), "pendulum.yaml:1", "no variable"),
        (ISSUE.replace("{q: S2}", "S2"), "pendulum.yaml:1", "not a mapping"),
    ],
)
def test_mistakes_have_their_place(tmp_path: Path, text: str, place: str, what: str) -> None:
    error = failure(tmp_path, text)
    first = error.errors[0] if isinstance(error, Errors) else error
    assert first.where.startswith(place), str(error)
    assert what in str(error)


def test_a_formula_whose_key_is_escaped_and_the_file_ends_with_its_beginning(tmp_path: Path) -> None:
    """Its place cannot be found: it is read all the same, and its mistakes are told without a column."""
    line = r'"\x6cagrangian": m*l**2*dot(dq, dq)/2 - m*g*l*dot(q, e3)  # lagrangian: m*l'
    text = "".join(line + "\n" for line in ISSUE.splitlines() if not line.startswith("lagrangian")) + line
    assert lw.derive(read(tmp_path, text), "accelerations").outputs["a"].shape == (3,)
    assert failure(tmp_path, text.replace("e3)  #", "e4)  #")).where == "pendulum.yaml"


def test_columns_in_folded_text(tmp_path: Path) -> None:
    text = ISSUE.replace(
        "lagrangian: m*l**2*dot(dq, dq)/2 - ", "lagrangian: >-\n  m*l**2*dot(dq, dq)/2\n  + oops -\n  "
    )
    error = failure(tmp_path, text)
    assert error.where == "pendulum.yaml:5:5"


def test_all_mistakes_at_once(tmp_path: Path) -> None:
    error = failure(tmp_path, ISSUE.replace("dot(q, e3)", "oops").replace("dot(delta(q), tau)", "dot(delta(q), q, 1)"))
    assert isinstance(error, Errors)
    assert len(error.errors) == 2


def test_options_of_robots_mean_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(ISSUE)
    with pytest.raises(LinkwrightError, match="floating means nothing"):
        lw.load(tmp_path / "a.yaml", floating=True)


def test_nothing_is_evaluated(tmp_path: Path) -> None:
    for evil in ("__import__('os')", "q.__class__", "lambda: 1", "[1 for x in q]", "exec('1')"):
        failure(tmp_path, ISSUE.replace("m*g*l*dot(q, e3)", evil))


def test_an_input_with_the_name_of_a_port(tmp_path: Path) -> None:
    made = read(tmp_path, ISSUE.replace("tau", "v"))
    with pytest.raises(LinkwrightError, match="an input is called 'v'"):
        lw.derive(made, "accelerations")


@pytest.mark.parametrize(
    ("kind", "rows", "named"),
    [
        ("symmetric", [[1, 2, 3], [2, 1, 4], [5, 4, 1]], "3,1 and 1,3 differ"),
        ("skew", [[0, 2, 3], [-2, 0, 4], [5, -4, 0]], "3,1 and 1,3 are not opposite"),
        ("skew", [[0, 2, 3], [-2, 7, 4], [-3, -4, 0]], "2,2 and 2,2 are not opposite"),
    ],
)
def test_entries_that_do_not_fit_are_named(kind: str, rows: list[list[int]], named: str) -> None:
    constants = {"J": {"type": kind, "value": rows}}
    with pytest.raises(LinkwrightError, match=named):
        lw.load({"manifold": {"x": "R^3"}, "constants": constants, "lagrangian": "dot(dx, J*dx)/2"})
