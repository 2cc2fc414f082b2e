"""The test suite that travels with generated code: it covers every quantity, holds for every kind of robot, and can fail."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from tests.strategies import mechanisms
from tests.support.mechanics import QUANTITIES
from tests.support.model import Robot, parametrised_tree, sample_values
from tests.support.passes import Kernel
from tests.support.referee import at_instant, reference_tree
from tests.support.verification import checks_for, in_numbers, sample
from tests.verify.run_checks import errors, failures, kernels_of

EXAMPLES = Path(__file__).parents[2] / "examples"
PUMA = [
    ("R", "-pi/2", 0, 0, "q"), ("R", "beta", "a2", "d3", "q"), ("P", "-pi/2", "a3", "q", 0),
]  # fmt: skip


def puma() -> Robot:
    """A table of symbols without values: geometry, inertias, gravity."""
    return lw.dh(PUMA[:3], convention="modified", inertials="full", gravity=(0, 0, "-g"))


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("double_pendulum.yaml", "symbolic"), ("double_pendulum.yaml", "base"), ("screws.yaml", "numeric"),
        ("spherical_pendulum.yaml", "inertial"), ("scara.yaml", "base"),
    ],
)  # fmt: skip
def test_holds_for_every_quantity(name: str, parameters: str) -> None:
    robot = lw.load(EXAMPLES / name)
    kernels = kernels_of(robot, parameters=parameters)
    checks = checks_for(robot, kernels, parameters=parameters)
    assert not failures(kernels, checks)
    checked = {f for check in checks for f in check.functions}
    assert checked == {k.name for k in kernels}, (
        "a quantity without a check: EXPECTED in verification/suite/expected.py"
    )


def test_every_quantity_of_the_table_is_checked() -> None:
    """Whoever adds a quantity adds its check: an expected value, or a product that is known."""
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    checked: set[str] = set()
    for kernel in kernels_of(robot, parameters="symbolic"):
        alone = checks_for(robot, [kernel], parameters="symbolic")
        assert all(check.functions == {kernel.name} for check in alone)
        ports = {name for check in alone for call in check.calls for name, _ in call.outputs}
        assert ports == {p.name for p in kernel.outputs}, (
            f"outputs of {kernel.name} without a check: EXPECTED in verification/suite/expected.py"
        )
        checked.add(kernel.name)
    expressions = {name for name, entry in QUANTITIES.items() if not entry.repeats}
    assert checked == expressions, "quantities without a check: see verification/suite/expected.py"


def test_symbols_without_values_get_sample_values() -> None:
    robot = puma()
    kernels = kernels_of(robot, parameters="symbolic")
    checks = checks_for(robot, kernels, parameters="symbolic")
    assert not failures(kernels, checks)
    assert {k.name for k in kernels} == {f for check in checks for f in check.functions}
    values = sample_values(robot)
    assert set(values) == set(robot.parameters)
    assert values["g"] == 9.81
    M = at_instant(reference_tree(in_numbers(robot, values)), sample(robot, 5)).mass.value
    assert np.all(np.linalg.eigvalsh(M) > 0)


def test_frames_and_patterns_are_followed() -> None:
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    names = ["inverse_dynamics", "forward_kinematics", "jacobian", "twist", "pose_quaternion", "analytic_jacobian_rate"]
    kernels = kernels_of(robot, names, frame="forearm", symbolic="mass_*,cx_*")
    checks = checks_for(robot, kernels, symbolic="mass_*,cx_*", frame="forearm")
    assert not failures(kernels, checks)
    jacobian = next(k for k in kernels if k.name == "jacobian")
    wrong = checks_for(robot, [jacobian], symbolic="mass_*,cx_*", frame="tool")
    assert failures([jacobian], wrong)


@given(mechanisms(size=2), st.sampled_from(["numeric", "inertial"]))
@settings(max_examples=4)
def test_holds_for_random_mechanisms(robot: Robot, parameters: str) -> None:
    kernels = kernels_of(robot, parameters=parameters)
    checks = checks_for(robot, kernels, 1, parameters=parameters)
    assert not failures(kernels, checks)


@pytest.mark.slow
@given(mechanisms(), st.sampled_from(["numeric", "symbolic", "inertial", "base"]))
@settings(settings.get_profile("slow"), max_examples=40)
def test_holds_for_many_random_mechanisms(robot: Robot, parameters: str) -> None:
    test_holds_for_random_mechanisms.hypothesis.inner_test(robot, parameters)  # type: ignore[attr-defined]


# --- it can fail ---------------------------------------------------------------------------------------------------------


def spoiled(kernel: Kernel, output: int, element: int) -> Kernel:
    """The kernel with one element of one output a little larger."""
    ports = list(kernel.outputs)
    nodes = list(ports[output].nodes)
    code = [*kernel.code, replace(kernel.code[0], op="const", args=(), value=1.001)]
    code += [
        replace(code[-1], op="const", value=0.05),
        replace(code[-1], op="mul", args=(nodes[element], len(code) - 1), value=None),
    ]
    code.append(replace(code[-1], op="add", args=(len(code) - 1, len(code) - 2)))
    nodes[element] = len(code) - 1
    ports[output] = replace(ports[output], nodes=tuple(nodes))
    return replace(kernel, code=tuple(code), outputs=tuple(ports))


@pytest.mark.parametrize("parameters", ["symbolic", "base"])
def test_every_output_of_every_quantity_can_fail(parameters: str) -> None:
    """Each function alone, with a wrong element anywhere, fails its own checks."""
    robot = lw.load(EXAMPLES / "cart_pole.yaml")
    for kernel in kernels_of(robot, parameters=parameters):
        checks = checks_for(robot, [kernel], parameters=parameters)
        for k, port in enumerate(kernel.outputs):
            for element in {0, port.size // 2, port.size - 1}:
                if not port.labels or _matters(robot, kernel, port.labels, element, parameters):
                    assert failures([spoiled(kernel, k, element)], checks), (kernel.name, port.name, element)


def _matters(robot: Robot, kernel: Kernel, labels: tuple[str, ...], element: int, parameters: str) -> bool:
    """A column is only compared where the parameter it belongs to is not zero, if a product is all that is known."""
    if parameters != "base" and kernel.name != "base_regressor":
        return True
    base: Any = lw.derive(robot, "base_parameters", parameters=parameters)()
    names = lw.derive(robot, "base_parameters", parameters=parameters).outputs["base"].labels
    values = dict(zip(names, np.ravel(base), strict=True))
    return abs(values.get(labels[element % len(labels)], 1.0)) > 1e-6


def test_a_wrong_robot_fails_every_dynamic_function() -> None:
    """Expected values come from the robot, not from the code."""
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    heavier = lw.load(EXAMPLES / "double_pendulum.yaml").map(lambda x: x)
    parameters = {n: replace(p, value=1.1 if n == "m2" else p.value) for n, p in robot.parameters.items()}
    heavier = replace(heavier, parameters=parameters)
    names = ["inverse_dynamics", "mass_matrix", "gravity", "inverse_dynamics_rate2", "regressor", "forward_dynamics"]
    kernels = kernels_of(robot, names)
    assert not failures(kernels, checks_for(robot, kernels))
    failed = {name.partition(" ")[0] for name, _ in failures(kernels, checks_for(heavier, kernels))}
    assert failed >= set(names) - {"regressor"}  # which does not depend on masses


def test_the_suite_of_a_large_robot_stays_small() -> None:
    robot = lw.load(EXAMPLES / "quadruped.yaml")
    names = ["inverse_dynamics", "mass_matrix", "regressor", "forward_dynamics_derivatives", "coriolis_matrix_rate2"]
    kernels = kernels_of(robot, names)
    checks = checks_for(robot, kernels)
    assert sum(len(v.numbers) for c in checks for v in c.given) < 20_000
    assert max(error for _, error in errors(kernels, checks)) < 1e-11


def test_the_default_frame_is_the_derivations() -> None:
    from tests.support.mechanics import last_frame
    from tests.support.verification import default_frame

    for path in sorted(EXAMPLES.glob("*.yaml")):
        robot = lw.load(path)
        assert default_frame(robot) == last_frame(parametrised_tree(robot).tree)


ZERO = """
linkwright: 1
name: arm
gravity: [0, 0, -9.81]
parameters: {length: 0.5, offset: 0, mass: 2}
joints: {hinge: {type: revolute, child: arm, axis: [0, 1, 0]}}
bodies: {arm: {mass: mass, com: [length, 0, offset], inertia: [0.01, 0.02, 0.03]}}
"""


def test_a_wrong_sign_of_a_parameter_that_is_zero_fails(tmp_path: Path) -> None:
    """Other parameters differ where the model has zeros, too."""
    robots: list[Robot] = []
    for name, text in (("right", ZERO), ("wrong", ZERO.replace("0, offset]", "0, -offset]"))):
        (tmp_path / f"{name}.yaml").write_text(text)
        robots.append(lw.load(tmp_path / f"{name}.yaml"))
    right, wrong = (kernels_of(robot, ["inverse_dynamics"], parameters="symbolic") for robot in robots)
    checks = checks_for(robots[0], right, parameters="symbolic")
    assert not failures(right, checks)
    assert failures(wrong, checks)
