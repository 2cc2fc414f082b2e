"""Documents from strangers: they are read, and then they are right, or a LinkwrightError says why not; nothing else happens."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import pytest

import linkwright as lw
from tests.schema.support import ROOT, damage, through_text, validator
from tests.support.schema import from_json, to_json
from tests.support.verification import Row, Verdict

EXAMPLES = ROOT / "examples"


def good(kind: str) -> list[dict[str, Any]]:
    """Documents of a kind to damage."""
    files = {
        "robot": ["double_pendulum.yaml", "loops/fourbar.yaml", "screws.yaml", "loops/geared_arm.yaml"],
        "lagrangian": [
            "manifold/pendulum_3d.yaml",
            "manifold/rolling_ball.yaml",
            "manifold/double_spherical_pendulum.yaml",
        ],
    }
    if kind in files:
        return [to_json(lw.load(EXAMPLES / f)) for f in files[kind]]
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    if kind == "function":
        return [to_json(lw.derive(robot, name, parameters="symbolic")) for name in ("inverse_dynamics", "mass_matrix")]
    if kind == "verdict":
        return [to_json(Verdict("arm", (Row(1, "one", 0.5, None, True), Row(2, "two", None, False, None, "note"))))]
    from tests.support.simulation import Run, simulate

    return [to_json(simulate(robot, Run(time=0.03)))]


@pytest.mark.parametrize("kind", ["robot", "lagrangian", "function", "verdict", "motion"])
def test_damaged_documents(kind: str) -> None:
    texts = [json.dumps(d) for d in good(kind)]
    rng = random.Random(kind)
    refused = 0
    for _ in range(300):
        document = json.loads(rng.choice(texts))
        for _ in range(rng.choice([1, 1, 2, 3])):
            damage(document, rng)
        try:
            thing = from_json(document)
        except lw.LinkwrightError as error:
            refused += bool(str(error))
            continue
        assert validator(kind).is_valid(document)  # the schema never refuses what is read
        again = to_json(through_text(thing))
        assert again == to_json(thing)
    assert refused > 100  # the damage is real


def rows(*more: list[Any]) -> dict[str, Any]:
    graph = [["sym", [], "x"], *more]
    return {
        "linkwright": 1, "kind": "function", "name": "f", "graph": graph,
        "inputs": [{"name": "x", "shape": [], "nodes": [0]}],
        "outputs": [{"name": "y", "shape": [], "nodes": [len(graph) - 1]}],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ([["evil", [0]]], "unknown operation 'evil'"),
        ([["__import__", [0]]], "unknown operation"),
        ([["sin", [1]]], "1 is no earlier row"),
        ([["sin", [2]], ["cos", [0]]], "2 is no earlier row"),
        ([["sin", [-1]]], "no earlier row"),
        ([["sin", [True]]], "no earlier row"),
        ([["sin", [0, 0]]], "takes 1 arguments, not 2"),
        ([["add", [0]]], "takes 2 arguments, not 1"),
        ([["sin", 0]], "no row of a graph"),
        ([["sin", [0], 1]], "no row of a graph"),
        ([["const", [], -1]], "negative"),
        ([["const", [], "inf"]], "not a finite number"),
        ([["const", [], True]], "not a finite number"),
        ([["const", [], "1/0"]], "not a finite number"),
        ([["const", [], 0], ["div", [0, 1]]], "no value: division by the number zero"),
        ([["const", [], 7], ["const", [], 10**15], ["pow", [1, 2]]], "exponent is too large"),
        ([["const", [], 10**300], ["pow", [0, 1]]], "exponent is too large"),
        ([["const", [], 3], *(["mul", [k, k]] for k in range(1, 60))], "too large"),
        ([["sym", [], "y"]], "'y' belongs to no input"),
        ([["sym", [], "a\nb"]], "not a name"),
    ],
)  # fmt: skip
def test_rows_that_no_graph_has(more: list[Any], message: str) -> None:
    with pytest.raises(lw.LinkwrightError, match=message) as caught:
        from_json(rows(*more))
    assert caught.value.where.startswith("#/")


def test_rows_in_other_forms_follow_the_rules_of_the_graph() -> None:
    function: Any = from_json(rows(["neg", [0]], ["neg", [1]], ["const", [], 0], ["add", [2, 3]]))
    assert function.outputs["y"].nodes == function.inputs["x"].nodes
    assert len(function.graph) == 1  # what no port needs is gone


def test_time_stays_in_proportion() -> None:
    """Rows that would be astronomically many operations, numbers or symbols if they were written out."""
    quarter = [["pi", []], ["const", [], "1/2"], ["mul", [1, 2]], ["add", [0, 3]]]
    turns = [["add", [k, 3]] for k in range(4, 6000)]  # sin(x + pi/2 + pi/2 + ...)
    squares = [["mul", [k, k]] for k in range(20_000)]
    powers = [["const", [], 2**62 + 1], *(["pow", [0 if k == 1 else k, 1]] for k in range(1, 500))]
    begin = time.perf_counter()
    with pytest.raises(lw.LinkwrightError, match=r"no value|many more operations"):
        from_json(rows(*quarter, *turns, ["sin", [5999]]))
    from_json(rows(*squares))
    with pytest.raises(lw.LinkwrightError, match="many more operations"):
        from_json(rows(*powers))
    assert time.perf_counter() - begin < 20


CONSTANT_M = {"name": "m", "shape": [], "kind": "general"}


def lagrangian(*terms: list[Any], **more: Any) -> dict[str, Any]:
    return {
        "linkwright": 1, "kind": "lagrangian", "name": "s", "variables": [{"name": "x", "manifold": "R"}],
        "constants": [{"name": "A", "shape": [3, 3], "kind": "general"}, CONSTANT_M], "inputs": [],
        "terms": [["variable", [], ["x", 1]], ["number", [], 0], *(["constant", [], [n, 0]] for n in "Am"), *terms],
        "lagrangian": 0, "work": 1, "dissipation": 1, **more,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        ([["variable", [], ["y", 0]]], "no variable 'y'"),
        ([["variable", [], ["x", 3]]], "not an integer from 0 to 2"),
        ([["momentum", [], ["x", 0]]], "no momentum"),
        ([["dot", [0, 0]]], "dot needs two vectors"),
        ([["add", [0, 2]]], "cannot add"),
        ([["inverse", [2]]], "no operation 'inverse'"),
        ([["number", [], 9], *(["power", [k], 1000] for k in range(4, 9))], "too large"),
        ([["number", [], "257/256"], ["power", [4], 900]], "too large"),  # refused by its bits, before it is computed
        ([["power", [0], 2**40]], "exponent is too large"),
        ([["power", [1], -1]], "division by zero"),
        ([["mul", [2, 3]]], "only the last factor"),
        ([["mul", [3, 2, 3]]], "only the last factor"),
        ([["mul", [0, 0]], *(["mul", [k, k]] for k in range(4, 60))], "factors"),
        ([["add", [2, 2]], *(["sin", [0]] for _ in range(3)), ["sin", [9]]], "not an integer"),
        ([["sin", [0]], *(["sin", [k]] for k in range(4, 600))], "too long"),
        ([["mul", [3, 2]], *([["add", [2, 4]]] + [x for k in range(5, 90, 2) for x in (["mul", [3, k]], ["add", [k, k + 1]])])],
         "too long"),
    ],
)  # fmt: skip
def test_terms_that_no_lagrangian_has(terms: list[Any], message: str) -> None:
    from_json(lagrangian())
    with pytest.raises(lw.LinkwrightError, match=message):
        from_json(lagrangian(*terms))


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"lagrangian": 2}, "a scalar without accelerations"),
        ({"work": 0}, "not linear in the variations"),
        ({"dissipation": 3}, "contains no velocity"),
        ({"variables": []}, "no variable"),
        ({"variables": [{"name": "x", "manifold": "R"}, {"name": "x", "manifold": "R"}]}, "'x' is"),
        ({"variables": [{"name": "x y", "manifold": "R"}]}, "is no name"),
        ({"initial": [{"name": "x", "value": [1, 2]}]}, "a list of 2"),
        ({"constants": [{"name": "A", "shape": [3], "kind": "rotation"}]}, "is not rotation"),
        ({"constants": [CONSTANT_M, {"name": "A", "shape": [3], "kind": "unit", "value": [1, 1, 1]}]}, "unit vector"),
    ],
)
def test_lagrangians_that_make_no_sense(more: dict[str, Any], message: str) -> None:
    with pytest.raises(lw.LinkwrightError, match=message):
        from_json(lagrangian(**more))


def robot(**more: Any) -> dict[str, Any]:
    joint: dict[str, Any] = {
        "name": "j", "type": "revolute", "parent": "world", "child": "b", "axis": [0, 0, 1],
        "place": {"rotation": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "position": [0, 0, 0]},
    }  # fmt: skip
    joint |= {k: more.pop(k) for k in list(more) if k in ("type", "child", "axis", "mimic", "drive")}
    bodies = [{"name": "b", "inertia": [more.pop("mass", 1), *[0] * 9]}]
    return {
        "linkwright": 1,
        "kind": "robot",
        "name": "r",
        "gravity": [0, 0, 0],
        "bodies": bodies,
        "joints": [joint],
        **more,
    }


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"mass": -1}, "negative mass"),
        ({"mass": "nan"}, "not a finite number"),
        ({"mass": {"node": 0}}, "not an integer"),
        ({"type": "magic"}, "not known here"),
        ({"child": "c"}, "unknown child"),
        ({"axis": [0, 0, 0]}, "no direction"),
        ({"axis": [0, 0]}, "a list of 2"),
        ({"mimic": {"joint": "j"}}, "circle"),
        ({"drive": {"dampng": 1}}, "did you mean 'damping'"),
        ({"gravty": [0, 0, 0]}, "did you mean 'gravity'"),
        ({"start": [{"joint": "j", "position": [0, 1]}], "type": "magic"}, "not known here"),
        ({"begins": [1], "graph": []}, "a list of 1"),
        ({"begins": [1, 1], "graph": [["sym", [], "a"], ["pi", []]]}, "increasing rows"),
        ({"begins": [1], "graph": [["sym", [], "a"], ["sin", [0]]]}, "no earlier row of this graph"),
        ({"parameters": [{"name": "a"}, {"name": "a"}]}, "defined twice"),
        ({"frames": [{}] * 3000}, "a list of 3000"),
    ],
)
def test_robots_that_make_no_sense(more: dict[str, Any], message: str) -> None:
    assert from_json(robot())
    with pytest.raises(lw.LinkwrightError) as caught:
        from_json(robot(**more))
    assert message in str(caught.value)
