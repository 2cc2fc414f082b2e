"""Evaluation: the domains agree with each other, functions check their arguments and take batches."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from tests.support.graph import FLOAT, NUMPY, Function, Graph, Interval, Port, apply, cos, mpmath_domain, sin, symbol
from tests.support.graph import evaluate_module as evaluate
from tests.support.package import InputError, LinkwrightError

from .expressions import Recipe, many, points, recipes, value

MPMATH = mpmath_domain(50)
INTERVAL = evaluate.INTERVAL


@many
@given(recipe=recipes(), point=points)
def test_intervals_enclose_all_other_values(recipe: Recipe, point: tuple[float, ...]) -> None:
    graph, root = recipe.build()
    enclosure = value(graph, root, point, INTERVAL)
    exact = value(graph, root, point, MPMATH)
    if math.isfinite(exact):
        assert enclosure.encloses(exact)
    rounded = value(graph, root, point, FLOAT)
    if math.isfinite(rounded):
        assert enclosure.encloses(rounded)


@many
@given(recipe=recipes(), point=points)
def test_floats_and_arrays_agree(recipe: Recipe, point: tuple[float, ...]) -> None:
    graph, root = recipe.build()
    with np.errstate(all="ignore"):
        arrays = value(graph, root, point, NUMPY)
    enclosure = value(graph, root, point, INTERVAL)
    scalar = value(graph, root, point, FLOAT)
    same = arrays == scalar or (math.isnan(arrays) and math.isnan(scalar))
    assert same or (enclosure.encloses(arrays) and enclosure.encloses(scalar))


@pytest.mark.parametrize(
    ("low", "high", "least", "most"), [(-1, 0, 5, 6), (-1, 1, 2, 6), (0, 0, 5, 6), (0, 1, 2, 6), (0.5, 1, 2, 3)]
)
def test_a_choice_by_an_interval_takes_what_its_values_take(low: float, high: float, least: float, most: float) -> None:
    """Zero chooses the second: a condition from zero on chooses either."""
    graph = Graph()
    root = apply("select", *(symbol(name, graph) for name in ("condition", "yes", "no")))
    given = {"condition": (low, high), "yes": (2, 3), "no": (5, 6)}
    (found,) = evaluate.evaluate(graph, [root.index], {k: Interval(*v) for k, v in given.items()}, INTERVAL)
    assert (found.lo, found.hi) == (least, most)


def test_high_precision_is_high() -> None:
    graph = Graph()
    root = graph.sub(graph.sin(graph.symbol("x")), graph.number(Fraction(1, 3)))
    exact = evaluate.evaluate(graph, [root], {"x": 1}, MPMATH)[0]
    assert str(exact)[:30] == "0.5081376514745631733191689882"  # sin 1 = 0.8414709848078965066525023216


def _function() -> Function:
    graph = Graph()
    q = [symbol(f"q[{k}]", graph) for k in range(2)]
    length, mass = symbol("L1", graph), symbol("m", graph)
    out = [length * sin(q[0]) / q[1], mass * cos(q[1]), symbol("L1", graph) * 0 + 7]
    inputs = [
        Port("q", (2,), (q[0].index, q[1].index)),
        Port("parameters", (2,), (length.index, mass.index), labels=("L1", "m"), defaults=(2.0, math.nan)),
    ]
    return Function.make(
        "f", graph, inputs, [Port("y", (3,), tuple(e.index for e in out)), Port("s", (), (out[1].index,))]
    )


def test_defaults_labels_and_mappings() -> None:
    f = _function()
    expected = [2 * math.sin(0.3) / 0.4, 5 * math.cos(0.4), 7]
    assert f(q=[0.3, 0.4], m=5)["y"] == pytest.approx(expected)
    assert f(q=[0.3, 0.4], parameters=[2, 5])["y"] == pytest.approx(expected)
    assert f(q=[0.3, 0.4], parameters={"m": 5})["y"] == pytest.approx(expected)
    assert f(q=[0.3, 0.4], parameters=[9, 5], L1=2)["y"] == pytest.approx(expected)


def test_batches_broadcast() -> None:
    f = _function()
    q = np.random.default_rng(0).normal(size=(4, 1, 2))
    m = np.arange(1.0, 4.0)
    found = f(q=q, m=m)
    assert found["y"].shape == (4, 3, 3)
    assert found["s"].shape == (4, 3)
    for i in range(4):
        for j in range(3):
            assert found["y"][i, j] == pytest.approx(f(q=q[i, 0], m=m[j])["y"])
    assert f(q=np.empty((0, 2)), m=1)["y"].shape == (0, 3)


def test_long_batches_equal_short_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    f, q = _function(), np.random.default_rng(1).normal(size=(1000, 2))
    whole = f(q=q, m=1)["y"]
    monkeypatch.setattr(evaluate, "_BLOCK", 1)
    np.testing.assert_array_equal(f(q=q, m=1)["y"], whole)


def test_poles_are_infinite_and_undefined_is_nan() -> None:
    f = _function()
    assert f(q=[1, 0], m=1)["y"][0] == math.inf
    assert math.isnan(f(q=[0, 0], m=1)["y"][0])
    assert f(q=[[1, 0], [-1, 0]], m=1)["y"][:, 0].tolist() == [math.inf, -math.inf]


@pytest.mark.parametrize(
    ("op", "args"),
    [("log", (0.0,)), ("log", (-1.0,)), ("sqrt", (-1.0,)), ("asin", (2.0,)), ("exp", (1e3,)), ("pow", (-8.0, 1 / 3)),
     ("pow", (0.0, -0.3)), ("pow", (1e200, 2.7)), ("div", (-1.0, 0.0)), ("div", (0.0, 0.0)), ("sin", (math.inf,)),
     ("min", (1.0, math.nan)), ("max", (math.nan, 1.0)), ("sign", (math.nan,)), ("hypot", (math.inf, math.nan))],
)  # fmt: skip
def test_floats_have_numpys_edges(op: str, args: tuple[float, ...]) -> None:
    with np.errstate(all="ignore"):
        expected = NUMPY.ops[op](*args)
    np.testing.assert_equal(FLOAT.ops[op](*args), expected)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "no value for input 'q'"),
        ({"q": [1, 2]}, "no value for input 'parameters': m"),
        ({"q": [1, 2, 3], "m": 1}, "shape"),
        ({"q": [1, 2], "m": 1, "w": 3}, "no input 'w'"),
        ({"q": "ab", "m": 1}, "not an array of numbers"),
        ({"q": [1, 2], "parameters": {"k": 1, "m": 1}}, "input 'parameters' has no element 'k'"),
        ({"q": 1.0, "m": 1}, "shape"),
    ],
)
def test_wrong_arguments_are_named(values: dict[str, object], message: str) -> None:
    with pytest.raises(LinkwrightError) as caught:
        _function()(**values)
    assert message in str(caught.value)


def test_all_wrong_arguments_at_once() -> None:
    with pytest.raises(LinkwrightError) as caught:
        _function()(w=1, m=1)
    assert "no input 'w'" in str(caught.value)
    assert "'q'" in str(caught.value)


def test_missing_symbol_of_an_expression() -> None:
    x = symbol("x")
    with pytest.raises(InputError, match="no value for x"):
        evaluate.evaluate(x.graph, [x.index], {})


def test_apply_works_on_numbers_too() -> None:
    assert apply("atan2", 1.0, 1.0) == math.pi / 4
