"""Small vibrations, against closed formulas."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwright.studio.desk import answer
from tests.support.source import ROOT

EXAMPLES = ROOT / "examples"
MASS = """
linkwright: 1
parameters: {m: 2, k: 50, c: 4}
gravity: [0, 0, 0]
joints: {slide: {type: prismatic, axis: [1, 0, 0], parent: world, child: mass, spring: k, damper: c}}
bodies: {mass: {mass: m}}
"""


def found(document: str, q: list[float] | None = None) -> dict[str, Any]:
    made = answer("modes", {"document": document, "q": q or []})
    assert made["ok"], made
    return made


def test_a_mass_on_a_spring() -> None:
    made = found(MASS, [0.0])
    (mode,) = made["modes"]
    assert mode["frequency"] == pytest.approx(5 / (2 * np.pi))
    assert mode["damping"] == pytest.approx(4 / (2 * np.sqrt(100)))
    assert mode["real"] == pytest.approx(-1)
    assert mode["imaginary"] == pytest.approx(np.sqrt(24))
    assert mode["shape"]["real"] == [1.0]
    assert made["stable"]
    assert made["said"] == []


def test_a_pose_away_from_rest_is_held_by_a_force_that_is_said() -> None:
    made = found(MASS, [0.2])
    assert made["modes"][0]["frequency"] == pytest.approx(5 / (2 * np.pi))
    assert "slide 10" in made["said"][0]


def test_what_creeps_back_does_not_vibrate() -> None:
    made = found(MASS.replace("c: 4", "c: 52"), [0.0])
    assert sorted(m["real"] for m in made["modes"]) == pytest.approx([-25, -1])
    assert all(m["imaginary"] == 0 and m["damping"] == pytest.approx(1) for m in made["modes"])


def test_a_free_mass_moves_without_a_restoring_force() -> None:
    made = found(MASS.replace("k: 50", "k: 0").replace("c: 4", "c: 0"), [0.0])
    assert [m["frequency"] for m in made["modes"]] == [0]
    assert "1 of 1 modes" in made["said"][-1]
    damped = found(MASS.replace("k: 50", "k: 0"), [0.0])
    assert [m["real"] for m in damped["modes"]] == pytest.approx([0, -2])


def test_a_double_pendulum_hangs_with_the_frequencies_of_the_books() -> None:
    """Point masses m at the ends of massless rods l: omega^2 = (2 -+ sqrt 2) g / l; shapes 1 : +-sqrt 2 in absolute angles."""
    text = """
linkwright: 1
gravity: [0, 0, -9.81]
joints:
  one: {type: revolute, axis: [0, 1, 0], parent: world, child: a}
  two: {type: revolute, axis: [0, 1, 0], parent: a, child: b, xyz: [0, 0, -0.5]}
bodies: {a: {mass: 1, com: [0, 0, -0.5]}, b: {mass: 1, com: [0, 0, -0.5]}}
"""
    made = found(text, [0.0, 0.0])
    expected = np.sqrt((2 + np.array([-1, 1]) * np.sqrt(2)) * 9.81 / 0.5) / (2 * np.pi)
    assert [m["frequency"] for m in made["modes"]] == pytest.approx(expected)
    assert [m["damping"] for m in made["modes"]] == pytest.approx([0, 0], abs=1e-9)
    for mode, sign in zip(made["modes"], (1, -1), strict=True):
        one, two = mode["shape"]["real"]
        assert (one + two) / one == pytest.approx(sign * np.sqrt(2))
    upright = found(text, [float(np.pi), 0.0])
    assert not upright["stable"]


@pytest.mark.slow
def test_a_floating_base_has_six_rigid_modes() -> None:
    """Held by a force along its own axes, it drifts where it tilts: that is no vibration either."""
    made = found((EXAMPLES / "quadruped.yaml").read_text())
    assert [m["frequency"] > 0 for m in made["modes"]] == [False] * 6 + [True] * 12


def test_a_four_bar_swings_as_the_linear_equation_says() -> None:
    """At a closed pose: one degree of freedom, a'' = dA/dq; the shape moves all joints of the tree."""
    import linkwright as lw

    path = EXAMPLES / "loops" / "slider_crank.yaml"
    made = found(path.read_text())
    dynamics = lw.compile(path)
    (q,), theta = dynamics.start
    tau = dynamics.inverse_dynamics(np.array([q]), np.zeros(1), np.zeros(1))

    def acceleration(x: float, v: float = 0) -> float:
        return float(np.ravel(dynamics.forward_dynamics(np.array([x]), np.array([v]), tau))[0])

    slope = (acceleration(q + 1e-5) - acceleration(q - 1e-5)) / 2e-5
    damping = (acceleration(q, 1e-5) - acceleration(q, -1e-5)) / 2e-5
    eigenvalues = [complex(m["real"], m["imaginary"]) for m in made["modes"]]
    assert all(abs(x * x - damping * x - slope) < 1e-4 * abs(slope) for x in eigenvalues)
    assert len(made["modes"][0]["shape"]["real"]) == 1 + len(theta)
    assert "no equilibrium" in made["said"][0]


def test_a_spherical_pendulum_has_two_equal_modes() -> None:
    text = (EXAMPLES / "manifold" / "spherical_pendulum.yaml").read_text()
    made = found(text, [0.0, 0.0, -1.0])
    assert [m["frequency"] for m in made["modes"]] == pytest.approx([np.sqrt(9.81 / 0.7) / (2 * np.pi)] * 2)
    assert made["said"] == []
    assert "accelerations" in found(text, [1.0, 0.0, 0.0])["said"][0]


def test_poses_of_the_wrong_size_are_said() -> None:
    for q in ([1.0, 2.0], ["x"], "x"):
        assert not answer("modes", {"document": MASS, "q": q})["ok"]
