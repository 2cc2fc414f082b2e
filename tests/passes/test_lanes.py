"""Legs in lanes, of random robots with branches that are alike: mirrored, of other weights, or exactly the same."""

from __future__ import annotations

import math
import random
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import linkwright as lw
from linkwright.kernels import kernel
from tests.emit.kernels import interpret
from tests.passes.in_lanes import GCC, WORDS, Compiled, flat, in_lanes, named, near, run_vectors, states
from tests.strategies import mechanisms
from tests.support.emit import BuildContext, emit
from tests.support.graph import Alike, Function, Graph, Port
from tests.support.mechanics import legs_of
from tests.support.model import WORLD, Body, Frame, Joint, OpenRobot, make_robot, normal_form
from tests.support.passes import packed, schedule, with_lanes
from tests.support.runtime import native
from tests.support.spatial import Inertia, Mat, Transform, Vec, rot_rpy

QUANTITIES = (
    "inverse_dynamics",
    "mass_matrix",
    "forward_dynamics",
    "forward_kinematics",
    "inverse_dynamics_derivatives",
    "forward_dynamics_derivatives",
    "mass_matrix_inverse",
)
SIGNS = [(1, 1, 1), (1, -1, 1), (-1, 1, 1), (-1, -1, 1), (1, 1, -1), (-1, 1, -1)]


@st.composite
def legged(draw: st.DrawFn) -> OpenRobot:
    """A base with legs of one to three joints, mirrored in one way or another; it may float, and have one or two arms."""
    numbers = random.Random(draw(st.integers(0, 999)))
    base = draw(st.sampled_from(["floating", "revolute", "fixed"]))
    bodies, joints = [Body("base", _inertia(numbers))], [Joint("root", base, WORLD, "base")]
    for name, least, most in (("leg", 2, 6), ("arm", 0, 2)):
        count, heavier = draw(st.integers(least, most)), draw(st.booleans())
        kinds = draw(st.lists(st.sampled_from(["revolute", "revolute", "prismatic"]), min_size=1, max_size=3))
        chain = [(_place(numbers), _inertia(numbers), kind) for kind in kinds]
        for k, signs in enumerate(SIGNS[:count]):
            parent = "base"
            for j, (X, inertia, kind) in enumerate(chain):
                child = f"{name}{k}_{j}"
                joints.append(Joint(f"{child}_joint", kind, parent, child, Transform(X.R, _turned(X.p, signs))))
                bodies.append(Body(child, _mirrored(inertia, signs, 1.0 + 0.25 * k if heavier else 1.0)))
                parent = child
    frames = [Frame(f"tip{k}", f"leg{k}_0", _place(numbers)) for k in range(draw(st.integers(0, 2)))]
    robot = make_robot("legged", bodies, joints, frames=frames)
    assert isinstance(robot, OpenRobot)
    return robot


def _place(numbers: random.Random) -> Transform:
    """Quarter turns often, as drawings have them."""
    angles = [numbers.choice([0.0, 0.0, math.pi / 2, 0.3]) for _ in range(3)]
    return Transform(rot_rpy(*angles), Vec(*(numbers.choice([0.0, numbers.uniform(-1, 1)]) for _ in range(3))))


def _inertia(numbers: random.Random) -> Inertia:
    """A body that can exist."""
    a, b, c, x, y, z = (numbers.uniform(0.1, 1) for _ in range(6))
    R = rot_rpy(*(numbers.choice([0.0, 0.4]) for _ in range(3)))
    tensor = R @ Mat(Vec(b + c, 0, 0), Vec(0, a + c, 0), Vec(0, 0, a + b)) @ R.T
    return Inertia.about_com(numbers.uniform(1, 5), Vec(x, y, z), tensor)


Signs = tuple[int, int, int]


def _turned(x: Vec, signs: Signs) -> Vec:
    return Vec(*(s * e for s, e in zip(signs, x, strict=True)))


def _mirrored(x: Inertia, signs: Signs, factor: float) -> Inertia:
    """A body in a mirror, made of another material."""
    rows = (_turned(row, signs) * sign for row, sign in zip(x.I, signs, strict=True))
    return Inertia(x.m, _turned(x.h, signs), Mat(*rows)).map(lambda e: e * factor)


@given(robot=legged(), quantity=st.sampled_from(QUANTITIES), seed=st.integers(0, 99))
@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_lanes_compute_the_same(robot: OpenRobot, quantity: str, seed: int) -> None:
    made = in_lanes(robot, quantity)
    assume(made is not None)
    assert made is not None
    function, _, lanes = made
    inputs = states(function, seed)
    expected = named(function, function(**inputs))
    by_interpreter = interpret(lanes, flat(inputs))
    by_machine = named(function, native(lanes)(**inputs))
    for name, value in expected.items():
        near(by_interpreter[name], value)
        near(by_machine[name], value)


@given(robot=legged(), quantity=st.sampled_from(QUANTITIES))
@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_packs_are_one_operation_each(robot: OpenRobot, quantity: str) -> None:
    made = in_lanes(robot, quantity)
    assume(made is not None)
    assert made is not None
    lanes = made[2]
    assert lanes.packs
    packs = [[k for k in pack if k >= 0] for pack in lanes.packs]
    inside = [k for pack in packs for k in pack]
    assert len(set(inside)) == len(inside)
    for pack in packs:
        assert list(pack) == list(range(pack[0], pack[0] + len(pack)))
        assert len({lanes.code[k].op for k in pack}) == 1
        assert not {j for k in pack for j in lanes.code[k].args} & set(pack)
    assert all(j < k for k, instr in enumerate(lanes.code) for j in instr.args)


@given(robot=legged(), quantity=st.sampled_from(QUANTITIES), seed=st.integers(0, 99))
@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_vectors_have_the_bits_of_scalars(robot: OpenRobot, quantity: str, seed: int) -> None:
    made = in_lanes(robot, quantity)
    assume(made is not None)
    assert made is not None
    inputs = flat(states(made[0], seed))
    assert run_vectors(made[2], inputs) == interpret(made[2], inputs)


def quadruped(legs: int = 4, joints: int = 3) -> OpenRobot:
    """A floating base on legs, mirrored as those of real ones."""
    bodies = [
        Body(
            "base", Inertia.about_com(30.0, Vec(0.01, -0.02, 0.03), Mat(Vec(0.4, 0, 0), Vec(0, 2.1, 0), Vec(0, 0, 2.3)))
        )
    ]
    found = [Joint("root", "floating", WORLD, "base")]
    for k in range(legs):
        x, y = 0.3 * (1 if k % 2 else -1) + 0.01 * (k // 4), 0.11 * (1 if k < legs / 2 else -1)
        parent = "base"
        for j in range(joints):
            child = f"leg{k}_{j}"
            X = Transform(p=Vec(x, y, 0) if j == 0 else Vec(0, y / 3, -0.25))
            found.append(Joint(f"joint{k}_{j}", "revolute", parent, child, X, Vec(1, 0, 0) if j == 0 else Vec(0, 1, 0)))
            tensor = Mat(Vec(0.02, 0, 0), Vec(0, 0.03, y / 90), Vec(0, y / 90, 0.01))
            bodies.append(Body(child, Inertia.about_com(1.5 - 0.4 * j, Vec(0.01, y / 5, -0.1), tensor)))
            parent = child
    robot = make_robot("quadruped", bodies, found)
    assert isinstance(robot, OpenRobot)
    return robot


@pytest.mark.skipif(GCC is None, reason="no gcc found")
@pytest.mark.parametrize(("language", "flags"), [("c", "-O2"), ("c", "-O3"), ("cpp", "-O2")])
@pytest.mark.parametrize(
    ("legs", "quantity"), [(4, "inverse_dynamics"), (2, "forward_dynamics"), (3, "mass_matrix"), (6, "gravity")]
)
def test_lanes_have_the_bits_of_scalars_in(language: str, legs: int, quantity: str, flags: str, tmp_path: Path) -> None:
    """The same code with and without its packs; and what other compilers get agrees."""
    made = in_lanes(quadruped(legs, 2), quantity)
    assert made is not None
    inputs = states(made[0], 5)
    in_vectors = Compiled(made[1], tmp_path / "lanes", language)
    one_by_one = Compiled(replace(made[2], packs=()), tmp_path / "scalars", language)
    together = in_vectors.run(inputs, flags, "-march=native")
    assert together == one_by_one.run(inputs, flags, "-march=native")
    for_others = in_vectors.run(inputs, flags, "-march=native", "-DLINKWRIGHT_NO_LANES")
    a, b = (np.array([float.fromhex(x) for x in found]) for found in (together, for_others))
    np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12 * np.abs(b).max())


@pytest.mark.skipif(GCC is None, reason="no gcc found")
@pytest.mark.parametrize(("language", "file"), [("c", "quadruped.c"), ("cpp", "quadruped.hpp")])
def test_generated_tests_pass_in_lanes(language: str, file: str, tmp_path: Path) -> None:
    """Those beside the code, whose values the referee finds."""
    wanted = ["inverse_dynamics", "mass_matrix", "forward_dynamics"]
    built = lw.build(quadruped(), language, tmp_path, wanted)
    assert built.tests
    assert all(row.ok for row in built.tests)
    assert "linkwright_real4" in (tmp_path / language / file).read_text()


@pytest.mark.skipif(GCC is None, reason="no gcc found")
def test_c_in_lanes_is_also_clean_as_cpp(tmp_path: Path) -> None:
    made = in_lanes(quadruped(3, 2), "gravity")
    assert made is not None
    emit([made[1]], "c", BuildContext("legged")).write(tmp_path)
    words = ["-x", "c++", "-mavx", *WORDS.split(), "-fsyntax-only", "legged.c"]
    subprocess.run([str(GCC), *words], cwd=tmp_path, check=True)


def test_legs_in_lanes_are_chosen_where_they_gain() -> None:
    """Of a quadruped's forces; not of poses, nearly all of which are taken out of the vectors one by one."""
    assert kernel(quadruped(), "inverse_dynamics").lanes is not None
    assert kernel(quadruped(), "forward_kinematics").lanes is None


@given(robot=mechanisms(size=3, exact=False, symbolic=False))
@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
def test_chains_have_no_legs(robot: OpenRobot) -> None:
    """A tree without a link that carries two branches."""
    tree = normal_form(robot)
    parents = [link.parent for link in tree.links]
    assume(len(set(parents)) == len(parents))
    assert legs_of(tree) is None


def test_packed_results_in_lanes() -> None:
    """The distinct values of a matrix are the same ones in lanes, whatever code has each of them."""
    made = in_lanes(quadruped(), "mass_matrix")
    assert made is not None
    narrow = packed(made[1])
    assert narrow.lanes is not None
    assert (
        [p.size for p in narrow.lanes.outputs] == [p.size for p in narrow.outputs] != [p.size for p in made[1].outputs]
    )
    inputs = flat(states(made[0], 7))
    near(interpret(narrow.lanes, inputs)["M"], interpret(narrow, inputs)["M"])


def test_what_only_one_leg_has_stays_a_number() -> None:
    """-b is the symbol of a leg turned around, and nothing that both have."""
    graph = Graph()
    a, b, c = (graph.symbol(name) for name in "abc")
    turns = [graph.mul(graph.sin(x), c) for x in (a, b)]
    outputs = [Port("y", (2,), tuple(turns)), Port("z", (), (graph.call("exp", (graph.neg(b),)),))]
    function = Function.make("legs", graph, [Port("x", (3,), (a, b, c))], outputs)
    kernel = with_lanes(
        schedule(function), Alike(function, ((("a",), ("b",)),), {}, ()), lambda f: f, gain=float("inf")
    )
    assert kernel.lanes is not None
    inputs = {"x": [0.3, -1.1, 2.0]}
    assert interpret(kernel.lanes, inputs) == interpret(kernel, inputs)
    assert [[kernel.lanes.code[k].op for k in pack] for pack in kernel.lanes.packs] == [["sin", "sin"], ["mul", "mul"]]
