"""build() and compile() end to end, against the interpreter and against an independent derivation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.describe import model_hash
from tests.support.emit import TARGETS
from tests.support.mechanics import OPEN, QUANTITIES

EXAMPLES = Path(__file__).parents[1] / "examples"
ARM = EXAMPLES / "elbow6.urdf"


def test_compiled_functions_and_aliases() -> None:
    robot = lw.load(ARM)
    dyn = lw.compile(robot)
    rng = np.random.default_rng(1)
    q, v, a = rng.uniform(-1, 1, (3, robot.nv))
    reference = lw.derive(robot, "inverse_dynamics", method="lagrange")
    np.testing.assert_allclose(dyn.rnea(q, v, a), reference(q=q, v=v, a=a), rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(dyn.crba(q) @ a + dyn.nle(q, v), dyn.inverse_dynamics(q, v, a), rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(dyn.aba(q, v, dyn.rnea(q, v, a)), a, rtol=1e-9, atol=1e-9)
    with pytest.raises(AttributeError, match="no quantity is called"):
        dyn.colour  # noqa: B018


def test_batches_equal_single_states() -> None:
    dyn = lw.compile(ARM)
    q, v, a = np.random.default_rng(2).uniform(-2, 2, (3, 103, 6))
    tau = dyn.inverse_dynamics(q, v, a)
    one_by_one = np.array([dyn.inverse_dynamics(*state) for state in zip(q, v, a, strict=True)])
    np.testing.assert_allclose(tau, one_by_one, rtol=1e-13, atol=1e-13)


def test_frames_are_chosen_by_name() -> None:
    dyn = lw.compile(ARM)
    q = np.zeros(6)
    tool = dyn.function("jacobian", frame="tool")(q)
    elbow = dyn.function("jacobian", frame="forearm")(q)
    assert np.all(elbow[:, 3:] == 0)
    assert np.any(tool[:, 3:] != 0)


def test_symbolic_parameters_are_inputs() -> None:
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    dyn = lw.compile(robot, parameters="symbolic")
    q = np.array([0.3, 0.7])
    names = dyn.mass_matrix.inputs["parameters"].labels
    heavy = np.array([10.0 if n == "m2" else robot.parameters[n].value for n in names])
    numeric = lw.compile(robot).mass_matrix(q)
    np.testing.assert_allclose(dyn.mass_matrix(q), numeric, rtol=1e-13)
    assert dyn.mass_matrix(q, heavy)[1, 1] == pytest.approx(10 * numeric[1, 1])


def test_build_is_deterministic_and_complete(tmp_path: Path) -> None:
    first = lw.build(ARM, to=["c", "numpy"], out=tmp_path / "a", run=False)
    second = lw.build(ARM, to=["c", "numpy"], out=tmp_path / "b", run=False)
    assert first.trees == second.trees
    text = "".join(first.trees["c"].values())
    for name in OPEN.default:
        assert name in text
    assert model_hash(lw.load(ARM)) in text


def test_all_quantities_with_reasons_for_those_left_out() -> None:
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    base = lw.build(robot, to="numpy", quantities="all", parameters="base", effort=0)
    left = dict(base.left_out)
    assert "base parameters" in left["potential_energy"]
    text = base.trees["numpy"]["double_pendulum.py"]
    for name, entry in QUANTITIES.items():
        assert (f"def {name}(" in text) is (name not in left), entry.name
    assert all(reason in base.trees["numpy"]["README.md"] for reason in left.values())
    with pytest.raises(lw.LinkwrightError, match="potential_energy"):
        lw.build(robot, quantities=["potential_energy"], parameters="base")


@pytest.mark.parametrize(
    ("joint", "kept", "gone"), [("revolute", "mass_matrix", "base_regressor"), ("fixed", "twist", "jacobian")]
)
def test_functions_without_elements_are_left_out_of_all_but_can_be_asked_for(joint: str, kept: str, gone: str) -> None:
    robot = lw.load(
        {
            "linkwright": 1,
            "name": "air",
            "joints": {"j": {"type": joint, "axis": [0, 0, 1], "child": "a"}},
            "bodies": {"a": {}},
        }
    )
    built = lw.build(robot, to="numpy", quantities="all", effort=0)
    assert dict(built.left_out)[gone].startswith("it has no elements")
    assert f"def {kept}(" in built.trees["numpy"]["air.py"]
    asked = ["base_parameters", "regressor", "kinetic_energy_regressor", gone]
    assert f"def {gone}(" in lw.build(robot, to="numpy", quantities=asked, effort=0).trees["numpy"]["air.py"]


@pytest.mark.parametrize("name", ["main", "q", "platform", "}\\input{x} 机"])
def test_any_name_of_a_robot_will_do(name: str, tmp_path: Path) -> None:
    robot = lw.load(
        {
            "linkwright": 1,
            "name": name,
            "joints": {"j": {"type": "revolute", "axis": [0, 1, 0], "child": name}},
            "bodies": {name: {"mass": 1, "com": [1, 0, 0]}},
        }
    )
    built = lw.build(
        robot,
        to="numpy,latex,matlab",
        out=tmp_path / "out",
        quantities="gravity,base_parameters",
        parameters="symbolic",
    )
    assert all(row.ok for row in built.tests), [row.output for row in built.tests]


@pytest.mark.parametrize(
    "bad",
    [
        {"parameters": "numbers"},
        {"frame": "nose"},
        {"effort": 3},
        {"effort": -1},
        {"to": "c,cobol"},
        {"symbolic": "zz*"},
        {"quantities": "gravty,all"},
        {"to": "cobol,all"},
    ],
)
def test_what_is_wrong_for_all_quantities_is_an_error(bad: dict[str, Any]) -> None:
    word = str(next(iter(bad.values()))).removeprefix("c,").removesuffix(",all")
    with pytest.raises(lw.LinkwrightError, match=re.escape(word)):
        lw.build(ARM, **{"quantities": "all", **bad})


def test_all_stands_for_everything_whatever_is_named_beside_it() -> None:
    built = lw.build(EXAMPLES / "double_pendulum.yaml", to="c,all", quantities="gravity,,gravity", effort=0)
    assert tuple(built.trees) == tuple(TARGETS)


def test_frame_and_patterns_reach_the_code(tmp_path: Path) -> None:
    names = ["jacobian", "forward_kinematics", "inverse_dynamics"]
    built = lw.build(ARM, to="numpy", out=tmp_path, quantities=names, frame="forearm", symbolic="mass_*")
    assert built.tests[0].ok
    assert built.tests[0].checks == 12  # three states, and one with other masses
    assert built.tests[0].seconds > 0
    code: dict[str, Any] = {}
    exec(built.trees["numpy"]["elbow6.py"], code)
    assert np.all(code["jacobian"](np.zeros(6))[:, 3:] == 0)
    assert code["forward_kinematics"](np.zeros(6)).shape == (4, 4)
    page = built.trees["numpy"]["README.md"]
    assert "mass_forearm" in page
    assert "speak of 'forearm'" in page
    page = lw.build(ARM, to="numpy", quantities="fk,J", effort=0).trees["numpy"]["README.md"]
    assert "speak of 'tool'" in page
    assert f"have this order: {', '.join(lw.load(ARM).frames)}" in page


def test_symbols_without_values_have_tests_too(tmp_path: Path) -> None:
    rows = [("R", "-pi/2", 0, 0, "q"), ("R", 0, "a2", "d3", "q")]
    robot = lw.dh(rows, convention="modified", inertials="full", gravity=(0, 0, "-g"))
    built = lw.build(robot, to="numpy", out=tmp_path, parameters="symbolic")
    assert built.tests[0].ok
    assert built.tests[0].checks > 30


def test_page_above_the_languages_yields_to_the_users_own(tmp_path: Path) -> None:
    lw.build(ARM, to=["c", "numpy"], out=tmp_path / "a", quantities="gravity", run=False)
    page = (tmp_path / "a" / "README.md").read_text()
    assert "c/README.md" in page
    assert "`make test`" in page
    assert (tmp_path / "a" / "c" / "tree.svg").exists()
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "README.md").write_text("mine")
    lw.build(ARM, to="c", out=tmp_path / "b", quantities="gravity", run=False)
    assert (tmp_path / "b" / "README.md").read_text() == "mine"
    assert (tmp_path / "b" / "c" / "README.md").exists()


def test_small_robots_are_documented_in_closed_form() -> None:
    built = lw.build(EXAMPLES / "double_pendulum.yaml", to="latex", quantities="mass_matrix", parameters="symbolic")
    text = built.trees["latex"]["double_pendulum.tex"]
    assert r"\cos" in text
    assert r"L_{1}" in text
    assert "x_{1}" not in text  # no numbered steps


def test_derive_says_that_it_needs_a_robot() -> None:
    with pytest.raises(lw.LinkwrightError, match=r"needs a Robot.*arm\.urdf"):
        lw.derive("arm.urdf", "mass_matrix")  # type: ignore[arg-type]


def test_nothing_is_written_when_something_fails(tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match="cobol"):
        lw.build(ARM, to=["c", "cobol"], out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_hash_sees_every_number() -> None:
    robot = lw.load(ARM)
    other = robot.map(lambda x: x * 1.0000001 if isinstance(x, float) else x)
    assert model_hash(robot) != model_hash(other)
    assert model_hash(robot) == model_hash(lw.load(ARM))
