"""Closing mechanisms numerically: against transforms of the tree, finite differences and formulas of the textbooks."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.loops import mechanisms as m
from tests.support.mechanics import link_transforms
from tests.support.model import (
    BASE,
    LOOP_KINDS,
    Frame,
    Joint,
    Loop,
    Robot,
    analyse,
    assemblies,
    parametrised_tree,
    singularity,
    solve,
    study,
    velocities,
)
from tests.support.package import CannotClose, InputError
from tests.support.spatial import Transform, Vec, rot_rpy


def gaps(robot: Robot, q: np.ndarray) -> list[np.ndarray]:
    """The second frame of each loop in the first, by products of transforms."""
    tree = parametrised_tree(robot.tree).tree
    at = link_transforms(tree, [float(x) for x in q])

    def place(name: str) -> Transform:
        if name in robot.joints and name not in robot.frames:
            name = robot.joints[name].child
        found = tree.frames[name]
        return found.X if found.link == BASE else at[found.link] @ found.X

    return [np.array((place(x.first).inverse @ place(x.second)).matrix(), dtype=float) for x in robot.loops]


def is_closed(kind: str, X: np.ndarray) -> bool:
    ways, turns = LOOP_KINDS[kind]
    ok = np.allclose(X[:ways, 3], 0, atol=1e-10)
    if kind == "universal":
        return ok and abs(X[2, 0]) < 1e-10
    if turns == 2:
        return ok and np.allclose(X[:3, 2], [0, 0, 1], atol=1e-10)
    return ok and (turns == 0 or np.allclose(X[:3, :3], np.eye(3), atol=1e-10))


@pytest.mark.parametrize("name", m.TEXTBOOK)
def test_solutions_are_closed_and_follow_the_free_coordinates(name: str) -> None:
    robot = m.textbook(name)
    found = analyse(robot)
    free = list(found.coordinates.free_q)
    q = np.array(found.start)
    rng = np.random.default_rng(3)
    for _ in range(4):
        wanted = np.array(found.start)[free] + rng.uniform(-0.15, 0.15, len(free))
        q = solve(robot, wanted, q)
        scale = np.linalg.norm(wanted[3:7]) if name == "floating_four_bar" else 1.0
        assert q[free][-1] == pytest.approx(wanted[-1])
        if scale == 1.0:
            assert q[free] == pytest.approx(wanted, abs=1e-14)
        assert all(is_closed(x.kind, X) for x, X in zip(robot.loops, gaps(robot, q), strict=True))


@pytest.mark.parametrize("name", [n for n in m.TEXTBOOK if n not in ("floating_four_bar", "ball_rod")])
def test_velocities_are_differences_of_solutions(name: str) -> None:
    robot = m.textbook(name)
    found = analyse(robot)
    free = list(found.coordinates.free_q)
    start = np.array(found.start)
    v = np.random.default_rng(1).uniform(-1, 1, len(free))
    step = 1e-5
    ahead, behind = (solve(robot, start[free] + s * step * v, start) for s in (1, -1))
    assert velocities(robot, start, v) == pytest.approx((ahead - behind) / (2 * step), abs=2e-8)


@pytest.mark.parametrize("make", [lambda: m.four_bar(base=[m.FLOATING]), m.ball_rod])
def test_velocities_of_joints_on_manifolds_keep_loops_closed(make: object) -> None:
    robot: Robot = make()  # type: ignore[operator]
    found, conditions = analyse(robot), study(robot).conditions
    q = np.array(found.start)
    v = velocities(robot, q, np.random.default_rng(1).uniform(-1, 1, len(found.coordinates.free_v)))
    step = 1e-6
    moved = [conditions.skeleton.moved(q[None], s * step * v[None])[0] for s in (1, -1)]
    for loop, ahead, behind in zip(robot.loops, *(gaps(robot, x) for x in moved), strict=True):
        rate = (ahead - behind) / (2 * step)
        assert rate[:3, 3] == pytest.approx([0, 0, 0], abs=1e-8)
        if loop.kind == "pin":
            assert rate[:3, 2] == pytest.approx([0, 0, 0], abs=1e-8)


# --- the conditions themselves ------------------------------------------------------------------------------------------


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(list(LOOP_KINDS)), st.integers(0, 2**31))
def test_gradients_of_all_kinds_are_differences(kind: str, seed: int) -> None:
    """At open configurations too: Newton's method stands on them."""
    rng = np.random.default_rng(seed)

    def place() -> Transform:
        return Transform(rot_rpy(*rng.uniform(-1, 1, 3)), Vec(*rng.uniform(-1, 1, 3)))

    types = ["revolute", "prismatic", "helical", "spherical", "planar", "floating", "universal", "cylindrical"]
    joints: list[Joint] = []
    for k in range(4):
        parent = "world" if k in (0, 2) else f"b{k - 1}"
        more = {"axis2": Vec(0, 1, 0)} if (t := types[rng.integers(len(types))]) == "universal" else {}
        joints.append(Joint(f"j{k}", t, parent, f"b{k}", place(), axis=Vec(1, 0, 0), pitch=0.3, **more))
    frames = [Frame("f", "b1", place()), Frame("s", "b3", place())]
    robot = m.robot("any", joints, frames, [Loop("l", kind, "f", "s")])
    from tests.support.model import ClosureEquations, NumericTree, normal_form, pairs_of

    tree = normal_form(robot.tree)
    conditions = ClosureEquations(NumericTree(tree), pairs_of(robot, tree), ())
    q = conditions.skeleton.moved(conditions.skeleton.neutral()[None], rng.uniform(-0.4, 0.4, (1, tree.nv)))
    _, J = conditions(q)
    step = 1e-6
    for k in range(tree.nv):
        unit = np.zeros((1, tree.nv))
        unit[0, k] = step
        ahead, behind = (
            conditions(conditions.skeleton.moved(q, unit))[0],
            conditions(conditions.skeleton.moved(q, -unit))[0],
        )
        assert J[0, :, k] == pytest.approx((ahead - behind)[0] / (2 * step), abs=1e-6 * (1 + np.abs(J).max()))


# --- positions ----------------------------------------------------------------------------------------------------------


@settings(max_examples=12, deadline=None)
@given(st.floats(-3, 3))
def test_four_bar_against_the_intersection_of_circles(angle: float) -> None:
    robot = m.four_bar()
    ground, crank, coupler, rocker = 4.5, 2.0, 3.0, 4.0
    end = crank * np.exp(1j * angle)
    way = ground - end
    d = abs(way)
    along = (d * d + coupler**2 - rocker**2) / (2 * d)
    high = math.sqrt(coupler**2 - along**2)
    corners = [end + way / d * complex(along, s * high) for s in (1, -1)]
    q = solve(robot, [angle])
    tip = end + coupler * np.exp(1j * (q[0] + q[1]))
    assert min(abs(tip - c) for c in corners) < 1e-9
    assert abs(tip - corners[0]) < 1e-9  # the start's way of assembly is kept over the whole turn
    assert len(assemblies(robot, [angle])) == 2


def test_free_coordinates_out_of_reach() -> None:
    robot = m.four_bar((5, 2, 3, 3.5), start={"crank": 1.0, "coupler": 0.0, "rocker": 2.0})  # no full turn
    with pytest.raises(CannotClose, match=r"cannot be closed for the free coordinates \(3.14159\)") as error:
        solve(robot, [math.pi])
    assert "0.5 m" in error.value.what or "residual" in error.value.what


def test_wrong_sizes() -> None:
    with pytest.raises(InputError, match="q_free has 2 elements, not 1"):
        solve(m.four_bar(), [1, 2])
    with pytest.raises(InputError, match="not finite"):
        solve(m.four_bar(), [math.nan])


def test_planar_3rrr_has_eight_inverse_solutions_and_few_direct_ones() -> None:
    assert len(assemblies(m.planar_3rrr(), count=256)) == 8
    direct = assemblies(m.planar_3rrr(platform=None), count=384)
    assert (
        2 <= len(direct) <= 6 * 8
    )  # at most six poses (Gosselin, Sefrioui & Richard 1992), each with its elbows fixed by it


# --- singular configurations --------------------------------------------------------------------------------------------


def test_dead_point_of_a_four_bar_driven_at_the_rocker() -> None:
    robot = m.four_bar(actuated=["rocker"])
    along = math.acos((4.5**2 + 5**2 - 4**2) / (2 * 4.5 * 5))  # crank and coupler in line: sides 4.5, 4 and 2 + 3
    rocker = math.atan2(5 * math.sin(along), 5 * math.cos(along) - 4.5)
    dead = singularity(robot, [along, 0.0, rocker])
    assert dead.types == (2,)
    assert dead.condition > 1e6
    assert singularity(robot, analyse(robot).start).types == ()


def _leg(corner: complex, angle: float, bend: int) -> tuple[float, float]:
    """Angles of a leg of the 3-RRR by the law of cosines, in the frame at its base."""
    r = corner * np.exp(-1j * angle) - 0.8
    b = bend * math.acos((abs(r) ** 2 - 0.6**2 - 0.5**2) / (2 * 0.6 * 0.5))
    return math.atan2(r.imag, r.real) - math.atan2(0.5 * math.sin(b), 0.6 + 0.5 * math.cos(b)), b


def test_3rrr_type_two_where_the_outer_bars_meet_in_a_point() -> None:
    robot = m.planar_3rrr()
    phi = math.acos((0.8**2 + 0.75**2 - 0.6**2) / (2 * 0.8 * 0.75))  # elbows on the rays through the corners
    a = math.atan2(0.75 * math.sin(phi), 0.75 * math.cos(phi) - 0.8)
    q = [0, 0, phi] + [a, phi + math.pi - a] * 3
    assert all(is_closed("pin", X) for X in gaps(robot, np.array(q)))
    found = singularity(robot, q)
    assert found.types == (2,)
    assert found.freedom == 3


def test_3rrr_type_one_where_a_leg_is_stretched() -> None:
    robot = m.planar_3rrr()
    corner = 0.8 + 1.1 * np.exp(1j * (math.pi - 0.25))
    centre = corner - 0.25 * np.exp(0.1j)
    q = [centre.real, centre.imag, 0.1, math.pi - 0.25, 0.0]
    for k in (1, 2):
        angle = 2 * math.pi * k / 3
        q += _leg(centre + 0.25 * np.exp(1j * (0.1 + angle)), angle, 1)
    assert all(is_closed("pin", X) for X in gaps(robot, np.array(q)))
    assert singularity(robot, q).types == (1,)


def test_a_flat_parallelogram_is_singular_and_avoided_where_no_start_is_given() -> None:
    flat = {"crank": 0.0, "coupler": 0.0, "rocker": 0.0}
    found = analyse(m.four_bar((4, 2, 4, 2), start=flat))
    assert (found.mobility.true, found.mobility.at_start) == (1, 2)
    assert found.singularity.freedom == 2
    assert analyse(m.four_bar((4, 2, 4, 2), start={})).singularity.freedom == 1
