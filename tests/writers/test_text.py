"""Numbers, rotations and formulas as text: read back, they are what they were."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.formula import parse
from tests.support.graph import Expr, Graph, apply, symbol
from tests.support.spatial import Mat
from tests.support.writers import Formulas, quaternion, quoted, rpy, shifted

ANGLES = st.one_of(
    st.sampled_from(
        [0.0, math.pi / 2, -math.pi / 2, math.pi, math.pi / 2 - 1e-9, math.pi / 2 + 3e-16, -math.pi / 2 + 1e-7]
    ),
    st.floats(-math.pi, math.pi),
)


def turned(roll: float, pitch: float, yaw: float) -> np.ndarray:
    """Rz Ry Rx, by NumPy."""
    (a, b), (c, d), (e, f) = ((math.cos(x), math.sin(x)) for x in (roll, pitch, yaw))
    z, y, x = [[e, -f, 0], [f, e, 0], [0, 0, 1]], [[c, 0, d], [0, 1, 0], [-d, 0, c]], [[1, 0, 0], [0, a, -b], [0, b, a]]
    return np.array(z) @ np.array(y) @ np.array(x)


@settings(max_examples=300)
@given(angles=st.tuples(ANGLES, ANGLES, ANGLES))
def test_rotations_to_rounding_in_every_position(angles: tuple[float, float, float]) -> None:
    """Near gimbal lock, too, where angles themselves are not to be had to so many digits."""
    R = turned(*angles)
    rows = Mat.of(R.tolist())
    assert np.max(np.abs(turned(*rpy(rows)) - R)) < 2e-15
    w, x, y, z = quaternion(rows)
    assert abs(w * w + x * x + y * y + z * z - 1) < 1e-15
    q = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    assert np.max(np.abs(np.eye(3) + 2 * w * q + 2 * q @ q - R)) < 4e-15


def test_quarter_turns_are_exact() -> None:
    rows = Mat.of([[0, -1, 0], [0, 0, -1], [1, 0, 0]])
    assert all(x in (0.0, math.pi / 2, -math.pi / 2, math.pi) for x in rpy(rows))


@pytest.mark.parametrize(
    "text",
    [
        "a - (b - c)", "a/(b/c)", "-(a + b)**2", "a**-1", "(a*b)**(1/2)", "2*a/3 + 1/7", "atan2(a, -b) - hypot(a, b)",
        "sqrt(2)/2*a", "pi*a/6", "-a*-b", "min(a, max(b, c))", "0.1*a - 1e-30", "exp(-a)*log(abs(b))", "sign(tan(a))",
        "a - b - c - (a - (b - (c - a)))", "((a + b)*c)**3",
    ],
)  # fmt: skip
def test_formulas_are_the_same_expression(text: str) -> None:
    graph = Graph()
    x = parse(text, graph)
    formulas = Formulas(set())
    assert parse(formulas.text(x), graph) == x
    assert not formulas.steps


def test_long_formulas_are_written_in_steps() -> None:
    graph = Graph()
    x: Expr = symbol("a", graph)
    for k in range(40):
        x = (x + k) * x
    formulas = Formulas({"a", "t1"})
    text = formulas.text(x)
    names = {"a": symbol("a", graph)}
    for name, step in formulas.steps.items():
        assert len(step) <= 700
        names[name] = parse(step, graph, names=names)
    assert "t1" not in formulas.steps
    assert parse(text, graph, names=names) == x


def test_what_formulas_do_not_have_is_refused() -> None:
    a, b, c = (symbol(name) for name in "abc")
    for x in (apply("select", a, b, c), symbol("two words") + 1):
        with pytest.raises(Exception, match="formula"):
            Formulas(set()).text(x)


def test_polynomials_about_another_point() -> None:
    assert np.allclose(
        np.polyval(shifted([1.0, -2.0, 0.5, 3.0], 0.7)[::-1], 1.1), np.polyval([3.0, 0.5, -2.0, 1.0], 1.8)
    )


@given(st.text())
def test_quoted_text_is_yaml(text: str) -> None:
    from ruamel.yaml import YAML

    if not any("\ud800" <= c <= "\udfff" for c in text):
        parser = YAML(typ="base", pure=True)
        assert text == "" or parser.load(f"x: [{quoted(text)}]") == {"x": [text]}
