"""Mobility and kept equations of closed mechanisms, against what textbooks and formulas say about them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.loops import mechanisms as m
from tests.support.mechanics import residual
from tests.support.model import BASE, LOOP_KINDS, Frame, Joint, Loop, Robot, analyse, assemblies, cut, study
from tests.support.spatial import Transform, Vec, rot_rpy, rot_z


@pytest.mark.parametrize("name", m.TEXTBOOK)
def test_mobility_of_textbook_mechanisms(name: str) -> None:
    _, true, count, screws = m.TEXTBOOK[name]
    found = analyse(m.textbook(name))
    assert (found.mobility.true, found.mobility.count, found.mobility.screws) == (true, count, screws)
    assert found.mobility.at_start == true
    assert len(found.coordinates.free_v) == true
    assert found.residual < 1e-12
    assert sum(len(b.rows) for b in found.order) == found.mobility.rank


@pytest.mark.parametrize(
    ("kind", "rows", "dropped"),
    [
        ("pin", ("x", "y"), {"z", "turn about x", "turn about y"}),
        ("weld", ("x", "y", "turn about z"), {"z", "turn about x", "turn about y"}),
        ("point", ("x", "y"), {"z"}),
    ],
)
def test_planar_loops_keep_the_rows_of_their_plane(kind: str, rows: tuple[str, ...], dropped: set[str]) -> None:
    (loop,) = analyse(m.four_bar(kind=kind)).loops
    assert loop.motion == "planar"
    assert loop.normal is not None
    assert abs(loop.normal[2]) == pytest.approx(1)
    assert loop.rows == rows
    assert {name for name, _ in loop.dropped} == dropped
    assert all("plane" in why for _, why in loop.dropped)


def test_a_slider_keeps_the_row_across_its_way() -> None:
    for kind in ("slider", "cylinder"):
        robot = m.slider_crank(kind)
        (loop,) = analyse(robot).loops
        assert loop.rows == ("y", "turn about z")
        (closure,) = cut(robot).closures
        way = closure.axes.X.R.T[0]  # x of the axes is the way left open: the world's x
        assert [float(x) for x in way] == pytest.approx([1, 0, 0])
        assert closure.axes.link == BASE


def test_the_spherical_loop_keeps_rotations_only() -> None:
    (loop,) = analyse(m.spherical_four_bar()).loops
    assert loop.motion == "spherical"
    assert loop.span == 3
    assert loop.rows == ("turn about x", "turn about y")


def test_overconstrained_loops_that_move_lose_their_repeated_rows() -> None:
    (loop,) = analyse(m.bennett()).loops
    assert (loop.motion, loop.span, len(loop.rows)) == ("spatial", 6, 2)
    assert [why for _, why in loop.dropped] == ["follows from the other equations"] * 3
    (loop,) = analyse(m.sarrus()).loops
    assert (loop.motion, loop.span, len(loop.rows)) == ("spatial", 5, 4)  # the two pencils of hinges span five


def test_a_four_bar_on_a_turned_foot_has_its_plane_in_the_link_where_it_stands() -> None:
    foot = Joint("foot", "revolute", "world", "foot_link", axis=Vec(1, 0, 0))
    robot = m.four_bar(base=[foot], actuated=["foot", "crank"])
    (loop,) = analyse(robot).loops
    assert loop.meet == "foot_link"
    assert loop.joints == ("crank", "coupler", "rocker")
    (closure,) = cut(robot).closures
    assert closure.axes.link == 0
    assert closure.plane


def test_nested_loops_are_ordered() -> None:
    found = analyse(m.six_bar())
    assert [b.names for b in found.order] == [("first",), ("second",)]
    assert [len(w.positions) for w in found.ways] == [2, 2]
    assert len(assemblies(m.six_bar())) == 4


def test_legs_are_blocks_of_their_own() -> None:
    found = analyse(m.planar_3rrr())
    assert found.free == ("px", "py", "phi")
    assert [(b.names, len(b.rows)) for b in found.order] == [(("leg0",), 2), (("leg1",), 2), (("leg2",), 2)]
    found = analyse(m.textbook("6-UPS"))
    assert [len(w.positions) for w in found.ways] == [
        4
    ] * 6  # either side of both axes of a universal joint, slider in or out


@st.composite
def planar_mechanisms(draw: st.DrawFn) -> tuple[Robot, int]:
    """Trees of turning bars, then chains of two or more bars between two bars that move against each other."""
    numbers = st.floats(-1.5, 1.5, allow_nan=False).map(lambda x: round(x, 3))
    lengths = st.floats(0.3, 2, allow_nan=False).map(lambda x: round(x, 3))
    joints: list[Joint] = []
    pose: dict[str, complex] = {"world": 0}
    way: dict[str, float] = {"world": 0.0}
    start: dict[str, float] = {}

    def add(parent: str) -> str:
        name, x, y, q = f"j{len(joints)}", draw(lengths), draw(numbers), draw(numbers)
        joints.append(m.turn(name, parent, m.at(x, y)))
        child = f"{name}_link"
        pose[child] = pose[parent] + complex(x, y) * np.exp(1j * way[parent])
        way[child] = way[parent] + q
        start[name] = q
        return child

    for k in range(draw(st.integers(2, 4))):
        add(draw(st.sampled_from(list(pose))) if k else "world")
    frames: list[Frame] = []
    loops: list[Loop] = []
    for k in range(draw(st.integers(1, 3))):
        first, second = draw(st.lists(st.sampled_from(list(pose)), min_size=2, max_size=2, unique=True))
        tip = first
        for _ in range(draw(st.integers(2, 3))):
            tip = add(tip)
        x, y = draw(lengths), draw(numbers)
        point = pose[tip] + complex(x, y) * np.exp(1j * way[tip])
        there = (point - pose[second]) * np.exp(-1j * way[second])
        frames += [Frame(f"a{k}", tip, m.at(x, y)), Frame(f"b{k}", second, m.at(float(there.real), float(there.imag)))]
        loops.append(Loop(f"loop{k}", draw(st.sampled_from(["pin", "point"])), f"a{k}", f"b{k}"))
    return m.robot("random", joints, frames, loops, start=start), len(joints) - 2 * len(loops)


@settings(max_examples=15, deadline=None)
@given(planar_mechanisms())
def test_mobility_of_random_planar_mechanisms(case: tuple[Robot, int]) -> None:
    """Gruebler's formula for the plane: every pin of a loop takes two."""
    robot, expected = case
    found = analyse(robot)
    assert found.mobility.true == expected
    assert found.mobility.screws == expected
    assert all(loop.motion == "planar" and loop.rows == ("x", "y") for loop in found.loops)
    assert len(found.coordinates.free_v) == expected


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(list(LOOP_KINDS)), st.integers(0, 4), st.integers(0, 2**31))
def test_mobility_of_random_loops_in_space(kind: str, extra: int, seed: int) -> None:
    """Kutzbach's formula holds where nothing is special."""
    rng = np.random.default_rng(seed)

    def place() -> Transform:
        return Transform(rot_rpy(*rng.uniform(-2, 2, 3)), Vec(*rng.uniform(-1, 1, 3)))

    taken = sum(LOOP_KINDS[kind])
    joints: list[Joint] = []
    for k in range(taken + 1 + extra):
        parent = "world" if k in (0, taken // 2) else f"j{k - 1}_link"
        joints.append((m.turn if rng.random() < 0.7 or k < 4 else m.slide)(f"j{k}", parent, place()))
    q = rng.uniform(-1, 1, len(joints))
    tree = m.robot("tree", joints, [], [])
    tip = Transform() if kind != "universal" else Transform(rot_rpy(0, rng.uniform(-3, 3), 0) @ rot_z(math.pi / 2))
    first, last = m.pose_of(tree, tuple(q), f"j{taken // 2 - 1}_link"), m.pose_of(tree, tuple(q), joints[-1].child)
    X = place()
    frames = [Frame("a", joints[taken // 2 - 1].child, X), Frame("b", joints[-1].child, last.inverse @ first @ X @ tip)]
    start = {j.name: float(x) for j, x in zip(joints, q, strict=True)}
    found = analyse(m.robot("spatial", joints, frames, [Loop("l", kind, "a", "b")], start=start))
    assert found.mobility.true == found.mobility.count == 1 + extra
    assert found.residual < 1e-10
    assert len(found.loops[0].rows) == taken


@pytest.mark.parametrize("name", m.TEXTBOOK)
@pytest.mark.parametrize("mode", ["numeric", "base"])
def test_kept_equations_hold_and_determine_the_dependent_rates(name: str, mode: str) -> None:
    """The equations that code is made of, against the configurations that all equations were solved for."""
    robot = m.textbook(name)
    found, opened = analyse(robot), cut(robot, mode)
    skeleton = study(robot).conditions.skeleton
    c = opened.coordinates
    for q in study(robot).samples[:3]:
        assert [float(x) for x in residual(opened, list(q))] == pytest.approx([0] * found.mobility.rank, abs=1e-10)
        columns = []
        for k in range(robot.tree.nv):
            unit = np.zeros((1, robot.tree.nv))
            unit[0, k] = 1e-6
            ahead, behind = (skeleton.moved(q[None], s * unit)[0] for s in (1, -1))
            h = [np.array([float(x) for x in residual(opened, list(x))]) for x in (ahead, behind)]
            columns.append((h[0] - h[1]) / 2e-6)
        J = np.array(columns).T
        assert J.shape[0] == len(c.dependent_v)
        assert np.linalg.matrix_rank(J[:, list(c.dependent_v)], tol=1e-5) == len(c.dependent_v)
