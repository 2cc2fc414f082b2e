"""Formulas of robot files and of Lagrangians: the same value, or a message that tells of the other kind and what to write."""

from __future__ import annotations

import pytest

import linkwright as lw

NUMBERS = {"m": 1.5, "l": 0.5}


def of_robot(formula: str) -> float:
    joint = {"type": "revolute", "axis": [0, 0, 1], "parent": "world", "child": "b"}
    file = {"linkwright": 1, "name": "a", "parameters": NUMBERS, "joints": {"j": joint}}
    f = lw.derive(lw.load(file | {"bodies": {"b": {"mass": formula, "com": [1, 0, 0]}}}), "mass_matrix")
    return float(f(q=[0.3])[0, 0])


def of_lagrangian(formula: str) -> float:
    file = {"linkwright": 1, "name": "a", "manifold": {"x": "R"}, "constants": NUMBERS}
    return float(lw.derive(lw.load(file | {"lagrangian": f"({formula})*dx**2/2"}), "mass_matrix")(q=[0.3])[0, 0])


@pytest.mark.parametrize(
    "formula", ["m*l**2", "m*l", "sqrt(m)*exp(l)", "tan(l) + m/2", "2*m - l**3", "sin(m)**2*cos(l)"]
)
def test_what_both_understand_means_the_same(formula: str) -> None:
    assert of_robot(formula) == pytest.approx(of_lagrangian(formula), rel=1e-14)


@pytest.mark.parametrize(
    ("formula", "value"),
    [("m*l^2", 0.375), ("2 kg", 2), ("30 deg", 0.5235987755982988), ("pi*m", 4.71238898038469),
     ("atan2(m, l)", 1.2490457723982544), ("min(m, l)", 0.5), ("abs(m)", 1.5), ("hypot(m, l)", 1.5811388300841898),
     ("m·l", 0.75), ("hypot(m, l)*min(m, 2 kg)", 2.3717082451262845)],
)  # fmt: skip
def test_lagrangians_tell_what_only_robot_files_have(formula: str, value: float) -> None:
    assert of_robot(formula) == pytest.approx(value)
    with pytest.raises(lw.LinkwrightError, match=r"robot files"):
        of_lagrangian(formula)


@pytest.mark.parametrize(("formula", "value"), [("sinh(m)", 2.1292794550948173), ("m*tanh(l)", 0.6931757358968886)])
def test_robot_files_tell_what_only_lagrangians_have(formula: str, value: float) -> None:
    assert of_lagrangian(formula) == pytest.approx(value)
    with pytest.raises(lw.LinkwrightError, match="formulas of Lagrangians have"):
        of_robot(formula)
