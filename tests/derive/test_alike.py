"""Bodies that are alike share their inertial parameters: inputs, columns of regressors, base parameters."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ruamel.yaml import YAML
from typer.testing import CliRunner

import linkwright as lw
from benchmarks.parallel_robots import ROBOTS
from tests.schema.support import differences, through_text
from tests.support.cli import app
from tests.support.model import ClosedRobot, OpenRobot, Robot, describe
from tests.support.passes import schedule
from tests.support.verification import (
    LAWS,
    LAWS_OF_LOOPS,
    checks_for,
    evaluated,
    law_context,
    laws_of,
    row,
)
from tests.verify.run_checks import failures

PARALLEL = Path(__file__).parents[2] / "examples" / "parallel"
REGRESSORS = ("regressor", "base_regressor", "gravity_regressor", "kinetic_energy_regressor", "momentum_regressor")


@cache
def parallel(name: str, alike: bool = True) -> ClosedRobot:
    written = YAML(typ="safe").load((PARALLEL / f"{name}.yaml").read_text())
    written["legs"]["alike"] = alike
    robot = lw.load(written)
    assert isinstance(robot, ClosedRobot)
    return robot


def arms(**more: Any) -> OpenRobot:
    """Two arms of one kind on a trunk, at other places and in other directions; the axes of their hinges are not z."""
    arm = {"mass": 2, "com": [0.1, 0.2, 0.3], "inertia": [0.3, 0.4, 0.5, 0.01, 0.02, 0.03]}
    hand = {"mass": 1, "com": [0, 0.1, 0.05], "inertia": [0.1, 0.2, 0.15]}
    joints: dict[str, Any] = {"turn": {"type": "revolute", "parent": "world", "child": "trunk", "axis": [0, 0, 1]}}
    for side, xyz, rpy in (("left", ["l", 0, 1], [0, 0, 0.3]), ("right", [0, "-l", 1], [0.7, 0, 0])):
        joints[f"{side}_arm"] = {
            "type": "revolute",
            "parent": "trunk",
            "child": side,
            "axis": [0, 1, 0],
            "xyz": xyz,
            "rpy": rpy,
        }
        joints[f"{side}_hand"] = {"type": "prismatic", "parent": side, "child": f"{side}_h", "axis": [1, 0, 0]}
    bodies = {"trunk": {**arm, "mass": 9}, "left": arm, "right": arm, "left_h": hand, "right_h": hand}
    robot = lw.load({"linkwright": 1, "parameters": {"l": None}, "joints": joints, "bodies": bodies, **more})
    assert isinstance(robot, OpenRobot)
    return robot


ARMS = {"alike": [["left", "right"], ["left_h", "right_h"]]}


def labels(robot: Robot, quantity: str, **how: Any) -> tuple[str, ...]:
    return next(iter(lw.derive(robot, quantity, **how).outputs.values())).labels


# --- how many -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "apart", "together"), [("3RRR", 19, 9), ("Delta", 37, 13)])
def test_known_numbers_of_parallel_robots(name: str, apart: int, together: int) -> None:
    """As the toolchain counts them, whose legs share their parameters."""
    written = ROBOTS[name].description(4)
    assert len(labels(lw.load(written), "base_parameters")) == apart
    written["legs"]["alike"] = True
    robot = lw.load(written)
    assert together == ROBOTS[name].base_parameters
    for form in ("inertial", "symbolic"):
        assert len(labels(robot, "base_parameters", parameters=form)) == together


def test_the_number_is_the_rank_of_the_columns_added_up() -> None:
    """By brute force: regressors of the same robot without a word about its legs."""
    robot, apart = parallel("3rrr"), parallel("3rrr", False)
    f = lw.derive(apart, "regressor", closure="given")
    owner = {name: group[0] for group in robot.tree.alike for name in group}
    columns = f.outputs["Y"].labels
    shared = [f"{slot}_{owner.get(body, body)}" for slot, _, body in (x.partition("_") for x in columns)]
    states = law_context(robot).sampled(40, 7, reach=1.0)
    Y = evaluated(f, states)[0].reshape(-1, len(columns))
    total = np.stack([Y[:, [k for k, s in enumerate(shared) if s == name]].sum(1) for name in dict.fromkeys(shared)], 1)
    known = evaluated(lw.derive(robot, "regressor", closure="given"), states)[0].reshape(len(Y), -1)
    assert np.allclose(total, known)
    size = np.linalg.norm(total, axis=0)
    s = np.linalg.svd(total[:, size > 1e-9] / size[size > 1e-9], compute_uv=False)
    found = row(LAWS_OF_LOOPS[9], law_context(robot))
    assert found.ok
    rank = np.sum(s > 1e-9 * s[0])
    assert found.note == f"{rank} base parameters of 50, rank {rank}; bodies of any inertia"


def test_arms_of_a_tree_share_parameters_wherever_they_stand() -> None:
    """Decided in a prime field: what the trunk has of two arms at different places is more than what one would give it."""
    apart, together = arms(), arms(**ARMS)
    assert len(labels(apart, "base_parameters")) > len(labels(together, "base_parameters"))
    assert len(labels(together, "regressor")) == 30
    found = row(LAWS[9], law_context(together))
    assert found.ok
    assert found.exact
    assert row(LAWS[8], law_context(together)).exact


# --- what they are worth ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [lambda: parallel("3rrr"), lambda: arms(**ARMS), pytest.param(lambda: parallel("delta"), marks=pytest.mark.slow)],
)
def test_forms_in_base_parameters_give_the_same_forces(make: Any) -> None:
    robot = make()
    law, context = laws_of(robot)[8], law_context(robot)
    assert row(law, context).ok
    numeric = context.robot
    base = np.asarray(lw.derive(numeric, "base_parameters")())
    f = lw.derive(numeric, "inverse_dynamics", parameters="base")
    assert set(labels(numeric, "base_parameters")) == set(f.inputs["parameters"].labels)
    order = [labels(numeric, "base_parameters").index(x) for x in f.inputs["parameters"].labels]
    states = vars(context.states)
    given = {n: states[n][0] for n in f.inputs if n in states}
    assert np.allclose(f(**given, parameters=base[order]), lw.derive(numeric, "inverse_dynamics")(**given))


def test_one_set_of_inputs_for_all_that_are_alike() -> None:
    inputs = lw.derive(parallel("3rrr"), "inverse_dynamics", parameters="inertial").inputs["parameters"].labels
    assert any(name.endswith("_leg1_link1") for name in inputs)
    assert not any("leg2" in name or "leg3" in name for name in inputs)


@pytest.mark.parametrize("parameters", ["inertial", pytest.param("base", marks=pytest.mark.slow)])
def test_tests_that_travel_hold(parameters: str) -> None:
    for robot, checks in ((parallel("3rrr"), checks_for), (arms(**ARMS), checks_for)):
        form = {"parameters": parameters}
        names = [
            *(REGRESSORS if parameters == "inertial" else ("base_regressor",)),
            "base_parameters",
            "inverse_dynamics",
        ]
        kernels = [schedule(lw.derive(robot, name, **form)) for name in names]
        made = checks(robot, kernels, **form)
        assert made
        assert not failures(kernels, made)


# --- words ------------------------------------------------------------------------------------------------------------------


def test_it_is_part_of_the_model() -> None:
    for robot, plain in ((parallel("3rrr"), parallel("3rrr", False)), (arms(**ARMS), arms())):
        again = through_text(robot)
        assert not list(differences(robot, again))
        assert again.tree.alike == robot.tree.alike != ()
        assert describe(robot) != describe(plain)


def test_check_says_so(tmp_path: Path) -> None:
    text = (PARALLEL / "3rrr.yaml").read_text().replace("  count: 3\n", "  count: 3\n  alike: true\n")
    (tmp_path / "alike.yaml").write_text(text)
    said = CliRunner().invoke(app, ["check", str(tmp_path / "alike.yaml")], catch_exceptions=False)
    assert "alike: leg1_link2, leg2_link2, leg3_link2" in said.stdout


WRONG = {
    "which is no body": {"alike": [["left", "nobody"]]},
    "named twice": {"alike": [["left", "right"], ["right", "left_h"]]},
    "fewer than two": {"alike": [["left"]]},
    "their m differs": {"alike": [["left", "trunk"]]},
    "entry 2 of 'alike' is not a list of names": {"alike": ["left", "right"]},
    "entry 1 of 'alike' is not a list of names": {"alike": [["left", 3]]},
}


@pytest.mark.parametrize("said", WRONG)
def test_what_is_wrong_is_named(said: str) -> None:
    with pytest.raises(lw.LinkwrightError, match=said):
        arms(**WRONG[said])


def test_legs_that_say_something_else_than_true_or_false() -> None:
    with pytest.raises(lw.LinkwrightError, match="alike of 'legs' is not true or false"):
        parallel("3rrr", "yes, sir")  # type: ignore[arg-type]


def test_what_is_welded_to_a_body_counts_with_it() -> None:
    weight = {"type": "fixed", "parent": "left", "child": "weight"}
    robot = {"linkwright": 1, "alike": [["left", "right"]]}
    joints: dict[str, Any] = {
        n: {"type": "revolute", "parent": "world", "child": n, "axis": [0, 1, 0]} for n in ("left", "right")
    }
    bodies = {n: {"mass": 1, "com": [0, 0, 0.5]} for n in ("left", "right")}
    lw.load({**robot, "joints": joints, "bodies": bodies})
    more = {"joints": {**joints, "weld": weight}, "bodies": {**bodies, "weight": {"mass": 2}}}
    with pytest.raises(lw.LinkwrightError, match="'left' and 'right' are said to be alike, but their m differs"):
        lw.load({**robot, **more})
    with pytest.raises(lw.LinkwrightError, match="no joint moves body 'weight'"):
        lw.load({"linkwright": 1, "alike": [["weight", "right"]], **more})
