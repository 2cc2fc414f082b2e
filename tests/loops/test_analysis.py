"""Mobility, coordinates, equations and order of closed mechanisms, against what textbooks say about them."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwright.errors import CannotClose, DependentActuators, FarStart, Locked, TooFewActuators
from linkwright.graph.expr import Expr, symbol
from linkwright.graph.rewrite import symbols_of
from linkwright.loops.analysis import analyse, assemblies, cut, solve
from linkwright.loops.residual import residual
from linkwright.loops.study import study
from linkwright.model.build import make_robot
from linkwright.model.robot import COORDINATE, LOOP_KINDS, Coupling, Frame, Joint, Loop, Parameter, Robot
from linkwright.model.tree import BASE
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec, rot_rpy, rot_x, rot_z
from tests.loops import mechanisms as m

FLOATING = Joint("root", "floating", "world", "root_link")
PARALLELOGRAM = {"crank": 1.2, "coupler": -1.2, "rocker": 1.2}

#                    mobility: true, Kutzbach's count, by screws
TEXTBOOK = {
    "four_bar": (m.four_bar, 1, -2, 1),
    "four_bar_weld": (lambda: m.four_bar(kind="weld"), 1, -2, 1),
    "four_bar_point": (lambda: m.four_bar(kind="point"), 1, 0, 1),
    "parallelogram": (lambda: m.four_bar((4, 2, 4, 2), start=PARALLELOGRAM), 1, -2, 1),
    "slider_crank": (m.slider_crank, 1, -2, 1),
    "slider_crank_slider": (lambda: m.slider_crank("slider"), 1, -2, 1),
    "slider_crank_cylinder": (lambda: m.slider_crank("cylinder"), 1, -1, 1),
    "five_bar": (m.five_bar, 2, -1, 2),
    "six_bar": (m.six_bar, 1, -5, 1),
    "bennett": (m.bennett, 1, -2, -2),
    "sarrus": (m.sarrus, 1, 0, 1),
    "spherical_four_bar": (m.spherical_four_bar, 1, -2, 1),
    "3-RRR": (m.planar_3rrr, 3, -6, 3),
    "6-UPS": (m.hexapod, 6, 6, 6),
    "floating_four_bar": (lambda: m.four_bar(base=[FLOATING]), 7, 4, 7),
    "gears": (m.geared, 1, 1, 1),
    "ball_rod": (m.ball_rod, 2, 2, 2),
}


@cache
def textbook(name: str) -> Robot:
    """One robot per name, so that what is found out about it is found out once."""
    return TEXTBOOK[name][0]()


@pytest.mark.parametrize("name", TEXTBOOK)
def test_mobility_of_textbook_mechanisms(name: str) -> None:
    _, true, count, screws = TEXTBOOK[name]
    found = analyse(textbook(name))
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
    found = analyse(textbook("6-UPS"))
    assert [len(w.positions) for w in found.ways] == [
        4
    ] * 6  # either side of both axes of a universal joint, slider in or out


# --- coordinates --------------------------------------------------------------------------------------------------------


def test_motors_are_the_free_coordinates() -> None:
    for motor in ("crank", "rocker", "coupler"):
        assert analyse(m.four_bar(actuated=[motor])).free == (motor,)


def test_without_motors_joints_near_the_base_are_free() -> None:
    assert analyse(m.four_bar(actuated=[])).free == ("crank",)
    assert analyse(m.planar_3rrr(platform=None, actuated=[])).free == ("px", "a0", "a1")


def test_the_platform_goes_before_the_motors() -> None:
    found = analyse(m.planar_3rrr())
    assert found.actuated == ("a0", "a1", "a2")
    assert found.independent == 3
    assert analyse(m.planar_3rrr(platform=None)).free == ("a0", "a1", "a2")


def test_redundant_motors_are_kept() -> None:
    robot = m.planar_3rrr(actuated=["a0", "a1", "a2", "b0"], platform=None)
    found = analyse(robot)
    assert found.independent == 3
    assert found.free == ("a0", "a1", "a2")
    assert cut(robot).actuated == (3, 5, 7, 4)


def test_followers_are_dependent() -> None:
    found = analyse(m.geared())
    assert (found.free, found.dependent) == (("a",), ("b", "c"))
    assert [b.names for b in found.order] == [("gear",), ("bent",)]


def test_a_motor_on_a_follower_still_determines_the_motion() -> None:
    qa = symbol(COORDINATE.format("a"))
    joints = [m.turn("a", "world"), m.turn("b", "world", m.at(1, 0))]
    robot = m.robot("gear", joints, [], [], couplings=[Coupling("gear", "b", 3 * qa)], actuated=["b"])
    assert analyse(robot).free == ("a",)
    assert cut(robot).actuated == (1,)


def test_the_spin_of_a_rod_between_balls_is_idle() -> None:
    robot = m.ball_rod()
    found = analyse(robot)
    assert found.idle == 1
    assert found.free == ("crank", "ball")
    c = found.coordinates
    assert c.free_q == (0,)  # the ball is free in part: all its positions are dependent
    assert len(c.free_v) == 2
    assert c.dependent_q == (1, 2, 3, 4, 5)


def test_a_floating_base_is_free_as_a_whole() -> None:
    c = analyse(m.four_bar(base=[FLOATING])).coordinates
    assert c.free_q == (0, 1, 2, 3, 4, 5, 6, 7)
    assert c.free_v == (0, 1, 2, 3, 4, 5, 6)


def test_a_passive_load_outside_the_loops_needs_no_motor() -> None:
    joints = [m.turn("a", "world"), m.turn("b", "world", m.at(1, 0)), m.turn("load", "b_link", m.at(1, 0))]
    gear = Coupling("gear", "b", 2 * symbol(COORDINATE.format("a")))
    found = analyse(m.robot("crane", joints, [], [], couplings=[gear], actuated=["a"]))
    assert found.free == ("a", "load")


# --- errors -------------------------------------------------------------------------------------------------------------


def test_a_loop_that_cannot_close_says_how_far_it_is_open() -> None:
    robot = m.four_bar((10, 1, 2, 3), start={})
    with pytest.raises(CannotClose, match="'loop' of 'four_bar' cannot be closed") as error:
        analyse(robot)
    assert "4 m" in error.value.what  # 10 - 1 - 2 - 3
    assert "crank:" in error.value.hint


def test_a_start_far_from_closure_names_a_near_one() -> None:
    robot = m.four_bar(start={"crank": 1.2, "coupler": 2.5, "rocker": 0.2})
    with pytest.raises(FarStart, match="far from closure") as error:
        analyse(robot)
    assert "crank: 1.2" in error.value.hint


def test_a_spatial_loop_that_locks_says_so_with_numbers() -> None:
    alpha, beta = 0.7, 1.9
    a, b = math.sin(alpha), math.sin(beta)
    good = analyse(m.bennett()).start
    robot = m.spatial_four_bar((a, b, a, b), (alpha, beta, alpha, beta), good)
    assert analyse(robot).mobility.true == 1
    step = Transform(robot.frames["last"].X.R, Vec(a + 0.05, 0, 0))
    where = (
        _at(robot, good, "j3_link") @ step
    )  # the ground's axis goes where the longer link ends: closed, but no Bennett
    frames = [Frame("last", "j3_link", step), Frame("ground", "world", where)]
    stiff = make_robot(
        "stiff", [x for n, x in robot.bodies.items() if n != "world"], robot.joints.values(), frames=frames,
        loops=[Loop("loop", "pin", "last", "ground")], start=dict(zip(("j1", "j2", "j3"), good, strict=True)),
    )  # fmt: skip
    with pytest.raises(Locked, match="cannot move: 3 joint rates, 5 closure equations of rank 3, mobility 0"):
        analyse(stiff)


def _at(robot: Robot, q: tuple[float, ...], body: str) -> Transform:
    from linkwright.derive.kinematics import link_transforms
    from linkwright.model.parameters import form_of

    tree = form_of(robot.tree).tree
    place = tree.frames[body]
    return link_transforms(tree, list(q))[place.link] @ place.X


def test_too_few_motors() -> None:
    with pytest.raises(TooFewActuators, match="mobility 2, 1 actuated, 1 of them independent, 1 left undetermined"):
        analyse(m.five_bar(actuated=["left"]))

    with pytest.raises(TooFewActuators, match="mobility 6, 5 actuated"):
        analyse(m.hexapod(actuated=["s0", "s1", "s2", "s3", "s4"]))


def test_dependent_motors() -> None:
    joints = [m.turn(n, "world") for n in "abcd"]
    couplings = [
        Coupling("x", "b", 2 * symbol(COORDINATE.format("a"))),
        Coupling("y", "d", symbol(COORDINATE.format("c"))),
    ]
    with pytest.raises(DependentActuators, match="mobility 2, 2 actuated, 1 of them independent"):
        analyse(m.robot("gears", joints, [], [], couplings=couplings, actuated=["a", "b"]))


def test_a_motor_that_cannot_move() -> None:
    joints = [m.turn("a", "world"), m.turn("b", "world")]
    robot = m.robot("held", joints, [], [Loop("l", "weld", "b_link", "world")], actuated=["a", "b"])
    with pytest.raises(Locked, match="joint 'b' of 'held' has a motor but cannot move; the mobility is 1"):
        analyse(robot)


def test_a_truss_in_a_mechanism_is_no_error_but_a_loop_that_jams_is() -> None:
    bars = [m.turn("a", "world"), m.turn("b", "world", m.at(2, 0)), m.turn("free", "a_link", m.at(1, 0))]
    frames = [Frame("f", "a_link", m.at(1.5, 0)), Frame("g", "b_link", m.at(1.5, 0))]
    start = {"a": 0.8, "b": 2.3}
    found = analyse(m.robot("truss", bars, frames, [Loop("l", "pin", "f", "g")], start=start))
    assert (found.mobility.true, found.free, found.dependent) == (1, ("free",), ("a", "b"))
    tilted = m.turn("b", "world", m.at(2, 0, 0, rot_x(0.3)))
    two = m.robot("two", [bars[0], tilted], [], [])
    there = _at(two, (0.8, 2.3), "b_link").inverse @ _at(two, (0.8, 2.3), "a_link") @ m.at(1.5, 0)
    frames = [Frame("f", "a_link", m.at(1.5, 0)), Frame("g", "b_link", there)]
    jammed = m.robot("jammed", [bars[0], tilted, bars[2]], frames, [Loop("l", "pin", "f", "g")], start=start)
    with pytest.raises(Locked, match="loop 'l' of 'jammed' locks all its 2 joint rates"):
        analyse(jammed)


def test_axes_that_a_file_rounded_are_parallel() -> None:
    """Six digits of an angle: the loop is planar, its axes are off by 4e-7, and it moves."""
    tilt = rot_x(4e-7)
    joints = [
        m.turn("crank", "world"),
        m.turn("coupler", "crank_link", m.at(2, 0, 0, tilt)),
        m.turn("rocker", "world", m.at(4.5, 0, 1e-6)),
    ]
    frames = [Frame("tip", "coupler_link", m.at(3, 0)), Frame("end", "rocker_link", m.at(4, 0))]
    for kind in ("pin", "point"):
        robot = m.robot("rounded", joints, frames, [Loop("loop", kind, "tip", "end")], start=m.FOUR_BAR_START)
        found = analyse(robot)
        assert (found.mobility.true, found.loops[0].motion, found.loops[0].rows) == (1, "planar", ("x", "y"))
        assert [c.rows for c in cut(robot).closures] == [(0, 1)]
    lifted = [*joints[:2], m.turn("rocker", "world", m.at(4.5, 0, 0.1))]
    with pytest.raises(CannotClose, match=r"0\.1 m"):
        analyse(m.robot("lifted", lifted, frames, [Loop("loop", "pin", "tip", "end")], start=m.FOUR_BAR_START))


# --- forms of the parameters --------------------------------------------------------------------------------------------


def test_symbols_of_couplings_and_modes_are_parameters_of_the_cut() -> None:
    robot = _with_wheel([symbol(n) for n in ("l1", "l2", "l3", "l4")])
    found = cut(robot, "symbolic")
    assert {p.name for p in found.parameters} >= {"l1", "l2", "l3", "l4", "n", "way"}
    (follower,) = found.followers
    assert isinstance(follower.value, Expr)
    assert set(symbols_of(follower.value.graph, [follower.value.index])) == {"n", "q[0]"}
    numeric = cut(robot)
    assert numeric.parameters == ()
    value = numeric.followers[0].value
    assert symbols_of(value.graph, [value.index]) == ["q[0]"]
    assert [p.name for p in cut(robot, "numeric", "n").parameters] == ["n"]


def _with_wheel(lengths: list[Expr]) -> Robot:
    joints = [
        m.turn("crank", "world"),
        m.turn("coupler", "crank_link", m.at(lengths[1], 0)),
        m.turn("rocker", "world", m.at(lengths[0], 0)),
        m.turn("wheel", "world"),
    ]
    frames = [Frame("tip", "coupler_link", m.at(lengths[2], 0)), Frame("end", "rocker_link", m.at(lengths[3], 0))]
    gear = Coupling("gear", "wheel", symbol("n") * symbol(COORDINATE.format("crank")))
    values = {"l1": 4.5, "l2": 2.0, "l3": 3.0, "l4": 4.0, "n": 3.0, "way": 1.0}
    return m.robot(
        "wheel", joints, frames, [Loop("loop", "pin", "tip", "end", symbol("way"))], couplings=[gear],
        start=m.FOUR_BAR_START, actuated=["crank"], parameters=[Parameter(n, v) for n, v in values.items()],
    )  # fmt: skip


def test_parameters_without_values_are_made_up_for_the_analysis() -> None:
    robot = m.four_bar([symbol(n) for n in ("l1", "l2", "l3", "l4")], start={})
    found = analyse(robot)
    assert found.assumed == ("l2", "l1", "l3", "l4")
    assert found.mobility.true == 1
    assert found.loops[0].rows == ("x", "y")


# --- random planar mechanisms -------------------------------------------------------------------------------------------


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
    first, last = _at(tree, tuple(q), f"j{taken // 2 - 1}_link"), _at(tree, tuple(q), joints[-1].child)
    X = place()
    frames = [Frame("a", joints[taken // 2 - 1].child, X), Frame("b", joints[-1].child, last.inverse @ first @ X @ tip)]
    start = {j.name: float(x) for j, x in zip(joints, q, strict=True)}
    found = analyse(m.robot("spatial", joints, frames, [Loop("l", kind, "a", "b")], start=start))
    assert found.mobility.true == found.mobility.count == 1 + extra
    assert found.residual < 1e-10
    assert len(found.loops[0].rows) == taken


@pytest.mark.parametrize("name", TEXTBOOK)
@pytest.mark.parametrize("mode", ["numeric", "base"])
def test_kept_equations_hold_and_determine_the_dependent_rates(name: str, mode: str) -> None:
    """The equations that code is made of, against the configurations that all equations were solved for."""
    robot = textbook(name)
    found, opened = analyse(robot), cut(robot, mode)
    skeleton = study(robot).conditions.skeleton
    c = opened.coordinates
    for q in study(robot).samples[:3]:
        assert [float(x) for x in residual(opened, list(q))] == pytest.approx([0] * found.mobility.rank, abs=1e-10)
        columns = []
        for k in range(robot.nv):
            unit = np.zeros((1, robot.nv))
            unit[0, k] = 1e-6
            ahead, behind = (skeleton.moved(q[None], s * unit)[0] for s in (1, -1))
            h = [np.array([float(x) for x in residual(opened, list(x))]) for x in (ahead, behind)]
            columns.append((h[0] - h[1]) / 2e-6)
        J = np.array(columns).T
        assert J.shape[0] == len(c.dependent_v)
        assert np.linalg.matrix_rank(J[:, list(c.dependent_v)], tol=1e-5) == len(c.dependent_v)


# --- modes --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [1, -1])
def test_the_start_is_assembled_as_the_mode_says(mode: int) -> None:
    """The sign of the sine of the angle at the pin, from the coupler to the rocker."""
    robot = replace(m.four_bar(start={"crank": 1.2}), loops=(Loop("loop", "pin", "tip", "end", mode),))
    crank, coupler, rocker = analyse(robot).start
    assert crank == 1.2
    assert math.copysign(1, math.sin(rocker - crank - coupler)) == mode
    assert cut(robot).start == analyse(robot).start


def test_a_loop_on_one_body_is_empty_or_open() -> None:
    joints = [m.turn("a", "world"), m.turn("b", "world")]
    same = [Frame("f", "a_link", m.at(1, 0)), Frame("g", "a_link", m.at(1, 0))]
    found = analyse(m.robot("same", joints, same, [Loop("l", "weld", "f", "g")]))
    assert found.mobility.true == 2
    assert found.loops[0].rows == ()
    apart = [same[0], Frame("g", "a_link", m.at(1, 0.25))]
    with pytest.raises(CannotClose, match=r"0\.25 m"):
        analyse(m.robot("apart", joints, apart, [Loop("l", "point", "f", "g")]))


def test_a_flat_triangle_that_only_wobbles_is_locked() -> None:
    joints = [m.turn("a", "world"), m.turn("b", "world", m.at(2, 0))]
    frames = [Frame("f", "a_link", m.at(1, 0)), Frame("g", "b_link", m.at(-1, 0))]
    with pytest.raises(Locked, match="mobility 0"):
        analyse(m.robot("flat", joints, frames, [Loop("l", "pin", "f", "g")], start={"a": 0.0, "b": 0.0}))


# --- joints of several degrees of freedom -------------------------------------------------------------------------------


def test_a_floating_trunk_on_a_leg_that_stands_depends_on_the_leg() -> None:
    axes = [Vec(1, 0, 0), Vec(0, 1, 0), Vec(0, 0, 1)]
    joints = [FLOATING]
    for k in range(6):
        joints.append(m.turn(f"j{k}", joints[-1].child, m.at(0.05, 0.02 * k, -0.2), axes[k % 3]))
    names = [j.name for j in joints[1:]]
    frames = [Frame("foot", "j5_link", m.at(0, 0, -0.1)), Frame("ground", "world", m.at(0.3, 0.1))]
    start = {n: 0.2 + 0.1 * k for k, n in enumerate(names)}
    robot = m.robot("leg", joints, frames, [Loop("stand", "weld", "foot", "ground")], actuated=names, start=start)
    found = analyse(robot)
    assert (found.mobility.true, found.free, found.dependent) == (6, tuple(names), ("root",))
    assert found.coordinates.dependent_q == tuple(range(7))
    q = solve(robot, [0.5, 0.1, -0.3, 0.8, 0.2, 0.4])
    assert np.linalg.norm(q[3:7]) == pytest.approx(1)
    foot = _at(robot, tuple(q), "j5_link") @ m.at(0, 0, -0.1)
    assert np.array(foot.matrix(), dtype=float) == pytest.approx(
        np.array(m.at(0.3, 0.1).matrix(), dtype=float), abs=1e-9
    )


def test_a_plate_on_a_plane_held_by_two_bars() -> None:
    joints = [
        Joint("plane", "planar", "world", "plate"),
        m.turn("a", "world", m.at(-1, 0)),
        m.turn("b", "world", m.at(1, 0.2)),
    ]
    frames = [Frame("p", "plate", m.at(-0.3, 0)), Frame("q", "plate", m.at(0.3, 0))]
    frames += [Frame("e", "a_link", m.at(1.2, 0)), Frame("f", "b_link", m.at(1.3, 0))]
    loops = [Loop("left", "pin", "p", "e"), Loop("right", "pin", "q", "f")]
    found = analyse(m.robot("plate", joints, frames, loops, start={"a": 1.2, "b": 1.8}, actuated=["a"]))
    assert (found.mobility.true, found.free, found.dependent) == (1, ("a",), ("plane", "b"))
    assert [x.rows for x in found.loops] == [("x", "y")] * 2
    assert [b.names for b in found.order] == [("left", "right")]  # neither can be solved alone


def test_a_floating_platform_on_six_rods_between_balls() -> None:
    joints: list[Joint] = [FLOATING]
    frames, loops, start = [], [], {}
    for k in range(6):
        foot, head = math.pi / 3 * k, 2 * math.pi / 3 * (k // 2) + (0.3 if k % 2 else -0.3)
        base = m.at(0.8 * math.cos(foot), 0.8 * math.sin(foot))
        joints += [Joint(f"ball{k}", "spherical", "world", f"rod{k}", base), m.slide(f"s{k}", f"rod{k}")]
        frames.append(Frame(f"corner{k}", "root_link", m.at(0.35 * math.cos(head), 0.35 * math.sin(head))))
        loops.append(Loop(f"leg{k}", "point", f"s{k}", f"corner{k}"))
        start[f"s{k}"] = 0.8
    motors = list(start)
    found = analyse(m.robot("6-SPS", joints, frames, loops, platform="root_link", actuated=motors, start=start))
    assert (found.mobility.true, found.idle, found.independent) == (12, 6, 6)
    assert found.coordinates.free_q == tuple(range(7))
    assert found.singularity.types == ()
