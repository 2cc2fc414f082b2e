"""Legs of parallel robots in lanes: their closed forms and Newton-Euler of each leg, of the examples and of random ones."""

from __future__ import annotations

import random
import re
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright.kernels import kernel
from tests.emit.kernels import interpret
from tests.passes.in_lanes import GCC, Compiled, flat, in_lanes, named, near, run_vectors, states
from tests.support.graph import Function
from tests.support.mechanics import legs_of
from tests.support.model import cut
from tests.support.runtime import native

EXAMPLES = Path(__file__).parents[2] / "examples" / "parallel"
PLATFORMS = ("6ups", "delta", "3rrr", "4ruu")
"""Legs with a slider behind crossing axes, with rods, in the plane; with elbows that alternate."""
QUANTITIES = ("inverse_dynamics", "mass_matrix", "forward_dynamics", "forward_kinematics")


@cache
def robot(name: str) -> lw.ClosedRobot:
    found = lw.load(EXAMPLES / f"{name}.yaml")
    assert isinstance(found, lw.ClosedRobot)
    return found


def state(robot: lw.ClosedRobot, function: Function, seed: int) -> dict[str, Any]:
    """Near the start, where legs reach the platform; parameters are those of the file."""
    rng, own = np.random.default_rng(seed), cut(robot)
    found: dict[str, Any] = {name: rng.normal(size=port.shape) for name, port in function.inputs.items()}
    start = np.array([own.start[k] for k in own.coordinates.free_q])
    found["q"] = start + 0.02 * rng.normal(size=start.shape)
    if "theta" in found:
        found["theta"] = np.array([own.start[k] for k in own.coordinates.dependent_q])
    if "parameters" in found:
        found["parameters"] = np.array(function.inputs["parameters"].defaults)
    return found


@st.composite
def platforms(draw: st.DrawFn) -> lw.ClosedRobot:
    """An example with other lengths, and with legs of different weights."""
    name, numbers = draw(st.sampled_from(PLATFORMS)), random.Random(draw(st.integers(0, 999)))
    text = (EXAMPLES / f"{name}.yaml").read_text()
    head, rest = text.split("platform:", 1)
    head = re.sub(
        r"\b((?:r[bp]|e|l\d?|m\w): )([\d.]+)", lambda m: f"{m[1]}{float(m[2]) * numbers.uniform(0.97, 1.03)}", head
    )
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "robot.yaml").write_text(f"{head}platform:{rest}")
        found = lw.load(Path(folder) / "robot.yaml")
    assert isinstance(found, lw.ClosedRobot)
    if not draw(st.booleans()):
        return found
    factor = {body: numbers.uniform(0.7, 1.3) for body in found.tree.bodies}
    bodies = {n: replace(x, inertia=x.inertia.map(lambda e, n=n: e * factor[n])) for n, x in found.tree.bodies.items()}
    return replace(found, tree=replace(found.tree, bodies=MappingProxyType(bodies)))


@given(robot=platforms(), quantity=st.sampled_from(QUANTITIES), seed=st.integers(0, 99))
@settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_lanes_of_platforms_compute_the_same(robot: lw.ClosedRobot, quantity: str, seed: int) -> None:
    made = in_lanes(robot, quantity)
    assert made is not None
    function, _, lanes = made
    inputs = state(robot, function, seed)
    expected = named(function, function(**inputs))
    by_machine = named(function, native(lanes)(**inputs))
    found = interpret(lanes, flat(inputs))
    assert run_vectors(lanes, flat(inputs)) == found
    for name, value in expected.items():
        near(found[name], value)
        near(by_machine[name], value)


@pytest.mark.parametrize(("name", "legs"), [("6ups", 6), ("delta", 3), ("3rrr", 3), ("4ruu", 4)])
def test_legs_of_platforms_are_found(name: str, legs: int) -> None:
    """Every leg with what closes it; nearly all that is computed is one leg's."""
    found = legs_of(cut(robot(name)))
    assert found is not None
    assert [len(group) for group in found.groups] == [legs]
    lanes = kernel(robot(name), "inverse_dynamics").lanes
    assert lanes is not None
    assert sum(map(len, lanes.packs)) > 0.8 * sum(bool(instr.args) for instr in lanes.code)
    assert {"sqrt", "div"} <= {lanes.code[pack[0]].op for pack in lanes.packs}


@pytest.mark.parametrize("form", ["symbolic", "inertial", "base"])
@pytest.mark.parametrize("name", ["3rrr", "delta"])
def test_parameters_of_legs_are_inputs(name: str, form: str) -> None:
    """What a leg has of them is a formula that is computed first."""
    made = in_lanes(robot(name), "inverse_dynamics", form)
    assert made is not None
    function, straight, lanes = made
    inputs = state(robot(name), function, 3)
    found = interpret(lanes, flat(inputs))
    assert run_vectors(lanes, flat(inputs)) == found
    near(found["tau"], interpret(straight, flat(inputs))["tau"])


@pytest.mark.parametrize("closure", ["given", "tree"])
def test_legs_whose_positions_are_inputs(closure: str) -> None:
    """As Newton's method finds them: they are inputs of the leg."""
    made = in_lanes(robot("3rrr"), "inverse_dynamics", closure=closure)
    assert made is not None
    function, straight, lanes = made
    inputs = states(function, 1)
    assert {len(pack) for pack in lanes.packs} == {3}
    near(interpret(lanes, flat(inputs))["tau"], interpret(straight, flat(inputs))["tau"])


PLACES = ((1, 1), (-1, 1), (1, -1), (-1, -1))
LEG = """
  hip{k}: {{type: revolute, axis: [1, 0, 0], parent: trunk, child: hip_{k}, xyz: [{x}, {y}, 0], actuated: true}}
  crank{k}: {{type: revolute, parent: hip_{k}, child: crank_{k}, rpy: [90 deg, 0, 0], xyz: [0, {y}, 0], actuated: true}}
  coupler{k}: {{type: revolute, parent: crank_{k}, child: coupler_{k}, xyz: [0.2, 0, 0]}}
  rocker{k}: {{type: revolute, parent: hip_{k}, child: rocker_{k}, rpy: [90 deg, 0, 0], xyz: [0.45, {y}, 0]}}
"""
BODIES = """
  hip_{k}: {{mass: {m}, com: [0.1, {y}, 0], inertia: [0.01, 0.01, 0.01]}}
  crank_{k}: {{mass: 0.4, com: [0.1, 0, 0], inertia: [0, 0.01, 0.01]}}
  coupler_{k}: {{mass: 0.6, com: [0.15, 0, 0], inertia: [0, 0.01, 0.01]}}
  rocker_{k}: {{mass: 0.8, com: [0.2, 0.01, 0], inertia: [0, 0.01, 0.01]}}
"""
LOOP = """
  tip{k}:
    kind: pin
    first: {{body: coupler_{k}, xyz: [0.3, 0, 0]}}
    second: {{body: rocker_{k}, xyz: [0.4, 0, 0]}}
"""
START = """
  crank{k}: 90 deg
  coupler{k}: -60 deg
  rocker{k}: 115 deg
"""
TRUNK = """linkwright: 1
name: walker
gravity: [0, 0, -9.81]
joints:
  lift: {{type: prismatic, axis: [0, 0, 1], child: base}}
  roll: {{type: revolute, axis: [1, 0, 0], parent: base, child: trunk}}
{joints}bodies:
  base: {{mass: 1}}
  trunk: {{mass: 10, com: [0.01, 0.02, 0], inertia: [0.1, 0.3, 0.3]}}
{bodies}close:
{loops}start:
{start}"""


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "mass_matrix", "forward_dynamics"])
def test_legs_with_loops_of_their_own(quantity: str, tmp_path: Path) -> None:
    """A walking machine whose knees are moved by four-bars."""
    rng = random.Random(3)
    legs = [{"k": k, "x": 0.3 * x, "y": 0.1 * y, "m": rng.uniform(1, 2)} for k, (x, y) in enumerate(PLACES)]
    parts = zip(("joints", "bodies", "loops", "start"), (LEG, BODIES, LOOP, START), strict=True)
    text = TRUNK.format(**{name: "".join(part.format(**leg) for leg in legs) for name, part in parts})
    (tmp_path / "walker.yaml").write_text(text)
    walker = lw.load(tmp_path / "walker.yaml")
    assert isinstance(walker, lw.ClosedRobot)
    made = in_lanes(walker, quantity)
    assert made is not None
    function, _, lanes = made
    assert {len(pack) for pack in lanes.packs} == {4}
    inputs = state(walker, function, 2)
    (output,) = function.outputs
    near(named(function, native(lanes)(**inputs))[output], named(function, function(**inputs))[output])


@pytest.mark.skipif(GCC is None, reason="no gcc found")
@pytest.mark.parametrize(("language", "flags"), [("c", "-march=native"), ("c", "-mavx"), ("cpp", "-march=native")])
@pytest.mark.parametrize(("name", "quantity"), [("6ups", "inverse_dynamics"), ("delta", "mass_matrix")])
def test_lanes_of_platforms_have_the_bits_of_scalars_in(
    language: str, flags: str, name: str, quantity: str, tmp_path: Path
) -> None:
    made = in_lanes(robot(name), quantity)
    assert made is not None
    inputs = state(robot(name), made[0], 5)
    in_vectors = Compiled(made[1], tmp_path / "lanes", language)
    one_by_one = Compiled(replace(made[2], packs=()), tmp_path / "scalars", language)
    together = in_vectors.run(inputs, "-O2", flags)
    assert together == one_by_one.run(inputs, "-O2", flags)
    a, b = (
        np.array([float.fromhex(x) for x in found])
        for found in (together, in_vectors.run(inputs, "-O2", flags, "-DLINKWRIGHT_NO_LANES"))
    )
    np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12 * np.abs(b).max())


@pytest.mark.skipif(GCC is None, reason="no gcc found")
@pytest.mark.parametrize(("language", "file"), [("c", "ups6.c"), ("cpp", "ups6.hpp")])
def test_generated_tests_of_a_platform_pass_in_lanes(language: str, file: str, tmp_path: Path) -> None:
    """Those beside the code, whose values the referee finds."""
    wanted = ["inverse_dynamics", "mass_matrix", "forward_dynamics"]
    built = lw.build(robot("6ups"), language, tmp_path, wanted)
    assert built.tests
    assert all(row.ok for row in built.tests)
    assert "linkwright_sqrt8" in (tmp_path / language / file).read_text()
