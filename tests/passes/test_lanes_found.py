"""Robots whose legs and arms must be found, whatever file they come from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import linkwright as lw
from benchmarks.hexapod import hexapod
from linkwright.kernels import kernel
from tests.passes.in_lanes import in_lanes, named, near, states
from tests.support.runtime import native


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("robots")


@given(seed=st.integers(0, 10**6))
@settings(max_examples=4, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
def test_hexapods(folder: Path, seed: int) -> None:
    """Six legs, each turned to its side, in one vector of eight lanes."""
    robot = lw.load(hexapod(folder / "hexapod.urdf", seed), floating=True)
    assert isinstance(robot, lw.OpenRobot)
    made = in_lanes(robot, "inverse_dynamics")
    assert made is not None
    function, _, lanes = made
    assert {len(pack) for pack in lanes.packs} == {6}
    inputs = states(function, seed)
    expected = named(function, function(**inputs))
    near(native(lanes)(**inputs), expected["tau"])
    in_floats = native(lanes, real="float32")(**{n: x.astype(np.float32) for n, x in inputs.items()})
    np.testing.assert_allclose(in_floats, expected["tau"], atol=1e-4 * np.abs(expected["tau"]).max())
    assert kernel(robot, "inverse_dynamics").lanes is not None


TWO_ARMS = """
linkwright: 1
name: two_arms
joints:
  waist: {type: revolute, axis: [0, 0, 1], parent: world, child: torso}
  head: {type: revolute, axis: [0, 1, 0], parent: torso, child: skull, xyz: [0, 0, 0.6]}
"""


def two_arms() -> str:
    """Arms of three joints, mirrored, with three fingers each."""
    joints = [TWO_ARMS]
    bodies = [
        "bodies:",
        "  torso: {mass: 20, com: [0.01, 0, 0.3], inertia: [1, 0.9, 0.4]}",
        "  skull: {mass: 4, com: [0.02, 0, 0.1], inertia: [0.02, 0.02, 0.02]}",
    ]
    for side, y in (("left", 1), ("right", -1)):
        arm = [
            ("[0, 1, 0]", f"[0, {0.2 * y}, 0.5]"),
            ("[1, 0, 0]", f"[0, {0.1 * y}, 0]"),
            ("[0, 1, 0]", "[0, 0, -0.3]"),
        ]
        fingers = [("[0, 1, 0]", f"[{0.02 * k - 0.02}, 0, -0.3]") for k in range(3)]
        parent = "torso"
        for k, (axis, xyz) in enumerate([*arm, *fingers]):
            child = f"{side}{k}"
            place = f"axis: {axis}, parent: {parent}, child: {child}, xyz: {xyz}"
            joints.append(f"  {child}_joint: {{type: revolute, {place}}}")
            bodies.append(f"  {child}: {{mass: 2, com: [0, {0.02 * y}, -0.1], inertia: [0.02, 0.02, 0.01]}}")
            parent = child if k < len(arm) - 1 else f"{side}{len(arm) - 1}"
    return "\n".join([*joints, *bodies, ""])


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "forward_dynamics", "mass_matrix"])
def test_arms_by_pairs(folder: Path, quantity: str) -> None:
    """The waist and the head belong to neither."""
    (folder / "arms.yaml").write_text(two_arms())
    robot = lw.load(folder / "arms.yaml")
    assert isinstance(robot, lw.OpenRobot)
    made = in_lanes(robot, quantity)
    assert made is not None
    function, _, lanes = made
    assert {len(pack) for pack in lanes.packs} == {2}
    inputs = states(function, 1)
    near(native(lanes)(**inputs), function(**inputs))
