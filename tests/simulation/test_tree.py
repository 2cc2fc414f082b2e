"""Simulation against closed-form motions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.support.model import WORLD, Body, Drive, Joint, make_robot, neutral
from tests.support.package import InputError
from tests.support.readers import tree_positions
from tests.support.simulation import Run, simulate
from tests.support.spatial import IDENTITY, Inertia, Mat, Vec

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_oscillator_follows_its_cosine() -> None:
    """A mass on a spring: x(t) = cos(sqrt(k/m) t)."""
    body = Body("mass", Inertia.about_com(2.0, Vec(0, 0, 0), IDENTITY))
    joint = Joint("slider", "prismatic", WORLD, "mass", axis=Vec(1, 0, 0), drive=Drive(stiffness=8.0))
    robot = make_robot("oscillator", [body], [joint], gravity=Vec(0, 0, -9.81))
    motion = simulate(robot, Run(time=3.0, q0="1"))
    np.testing.assert_allclose(motion.q[:, 0], np.cos(2 * motion.t), atol=1e-7)
    assert motion.energy_error < 1e-8


def test_free_body_spins_about_its_axis_and_falls() -> None:
    """A floating body: quaternion of a steady spin, and a parabola."""
    body = Body("top", Inertia.about_com(1.5, Vec(0, 0, 0), Mat(Vec(1, 0, 0), Vec(0, 1, 0), Vec(0, 0, 2))))
    robot = make_robot("top", [body], [Joint("free", "floating", WORLD, "top")])
    motion = simulate(robot, Run(time=1.0, v0="0,0,0,0,0,3"))
    np.testing.assert_allclose(motion.q[:, 2], -9.81 / 2 * motion.t**2, atol=1e-7)
    np.testing.assert_allclose(motion.q[:, 5], np.sin(1.5 * motion.t), atol=1e-7)
    np.testing.assert_allclose(np.linalg.norm(motion.q[:, 3:], axis=1), 1, atol=1e-12)


def test_damping_only_takes_energy() -> None:
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    motion = simulate(robot, Run(time=5.0, q0="1, 1"))
    assert np.all(np.diff(motion.energy) < 1e-9)
    assert motion.energy_error < 1e-7


def test_initial_states() -> None:
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    np.testing.assert_allclose(tree_positions(robot, "90 deg, 1/4"), [np.pi / 2, 0.25])
    np.testing.assert_allclose(neutral(robot), [0, 0])
    with pytest.raises(InputError, match="needs 2"):
        tree_positions(robot, "1,2,3")
    with pytest.raises(InputError, match="positive"):
        simulate(robot, Run(time=-1))


def test_a_steady_spin_has_an_energy_to_compare_with() -> None:
    """Nothing changes, neither energy nor work: the error of the balance is relative to the energy that is there."""
    body = Body("wheel", Inertia.about_com(1.0, Vec(0, 0, 0), IDENTITY))
    robot = make_robot("wheel", [body], [Joint("axle", "revolute", WORLD, "wheel")])
    motion = simulate(robot, Run(time=1.0, v0="3"))
    assert np.ptp(motion.kinetic) < 1e-12
    assert motion.energy_error < 1e-12


def test_a_method_of_another_kind_is_refused() -> None:
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    with pytest.raises(InputError, match="no method 'rkmk4'"):
        simulate(robot, Run(time=1.0, method="rkmk4"))
