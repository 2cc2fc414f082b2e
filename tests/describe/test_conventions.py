"""Headers have the conventions that apply, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

import linkwright as lw
from linkwright.describe import about_build
from linkwright.kernels import kernels_of
from linkwright.model.conventions import CONVENTIONS, every_convention
from linkwright.model.joints import JOINT_TYPES
from linkwright.request import Request

EXAMPLES = Path(__file__).parents[2] / "examples"


def told(source: str | Path, quantities: str = "M", parameters: str = "numeric") -> str:
    robot, options = lw.load(source), Request(parameters)
    return about_build(robot, kernels_of(robot, quantities, options)[0], options).conventions


def test_an_arm_of_revolute_joints_hears_nothing_of_others() -> None:
    text = told(EXAMPLES / "arm6.yaml")
    assert "M(q) a + C(q,v) v + g(q) = tau." in text
    for word in ("uaternion", "loating", "lambda", "DH", "loop", "Jacobian", "Inertial parameters", "Planar", "theta"):
        assert word not in text, word


def test_what_a_robot_has_is_told() -> None:
    assert "Floating base" in told(EXAMPLES / "quadruped.yaml")
    assert "Quaternions: x y z w" in told(EXAMPLES / "quadruped.yaml")
    assert "lambda" in told(EXAMPLES / "loops/fourbar.yaml")
    assert "Jacobians: rows" in told(EXAMPLES / "arm6.yaml", "jacobian")
    assert "Inertial parameters" in told(EXAMPLES / "arm6.yaml", "regressor")
    assert "Inertial parameters" in told(EXAMPLES / "arm6.yaml", "M", "inertial")


def test_a_lagrangian_hears_of_its_own_manifolds() -> None:
    text = told(EXAMPLES / "manifold/spherical_pendulum.yaml")
    assert "S2 " in text
    assert "SO(3)" not in text
    assert "R^n" in told(EXAMPLES / "manifold/quadrotor_load.yaml")


@pytest.mark.parametrize("kind", [name for name in JOINT_TYPES if name not in ("fixed", "revolute", "prismatic")])
def test_every_joint_type_has_a_convention_that_only_it_calls_for(kind: str, tmp_path: Path) -> None:
    row = JOINT_TYPES[kind]
    axes = ("", "axis: [0, 0, 1], ", "axis: [0, 0, 1], axis2: [1, 0, 0], ")[row.axes]
    axes += "pitch: 0.1, " if row.without_pitch else ""
    file = tmp_path / "one.yaml"
    file.write_text(
        f"linkwright: 1\nname: one\njoints:\n  j: {{type: {kind}, {axes}parent: world, child: b}}\n"
        "bodies:\n  b: {mass: 1, com: [0.1, 0.2, 0.3], inertia: [1, 1, 1]}\n"
    )
    assert kind in told(file).lower()
    assert f"{kind} joint" not in told(EXAMPLES / "arm6.yaml").lower()


def test_the_command_prints_all() -> None:
    assert all(c.text in every_convention() for c in CONVENTIONS)
