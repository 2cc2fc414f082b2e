"""Regrouping: inertia moves inward as far as it goes, in both gauges, and the torques stay."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from tests.strategies import mechanisms
from tests.support.graph import Expr, Graph, lift, symbol
from tests.support.graph import expr_is_zero as is_zero
from tests.support.graph import is_zero as vanish
from tests.support.mechanics import newton_euler
from tests.support.model import GAUGES, Body, Joint, Robot, Tree, make_robot, normal_form, regroup, spin_directions
from tests.support.spatial import ZERO, Inertia, Mat, Transform, Vec, X, Y, Z

BOX = Inertia.about_com(2, Vec(1, 2, 3), Mat(Vec(5, 1, 2), Vec(1, 6, 1), Vec(2, 1, 7)))


def torques(tree: Tree, graph: Graph) -> list[Expr]:
    tree = tree.map(lambda x: lift(graph, x) if isinstance(x, Expr) else x)
    ports = [
        [symbol(f"{n}[{k}]", graph) for k in range(size)]
        for n, size in (("q", tree.nq), ("v", tree.nv), ("a", tree.nv))
    ]
    return [lift(graph, x) for x in newton_euler(tree, *ports)]


@pytest.mark.parametrize("gauge", GAUGES)
@given(robot=mechanisms(size=4, wrenches=False))
def test_torques_stay(gauge: str, robot: Robot) -> None:
    tree, graph = normal_form(robot), Graph()
    gaps = [x - y for x, y in zip(torques(tree, graph), torques(regroup(tree, gauge), graph), strict=True)]
    assert vanish(gaps, constraints=tree.unit_groups)


@pytest.mark.parametrize("gauge", GAUGES)
@given(robot=mechanisms(size=4))
def test_regrouping_twice_is_regrouping_once(gauge: str, robot: Robot) -> None:
    once = regroup(normal_form(robot), gauge)
    again = regroup(once, gauge)
    gaps = [
        lift(Graph(), x - y)
        for a, b in zip(once.links, again.links, strict=True)
        for x, y in zip(a.inertia.parameters, b.inertia.parameters, strict=True)
    ]
    assert vanish(gaps)


def two(kind: str, **more: object) -> Tree:
    """A general first joint, so that the second link can turn every way; then the joint of interest."""
    joints = [Joint("a", "spherical", "world", "b"), Joint("c", kind, "b", "d", Transform(p=Vec(1, 2, 3)), **more)]
    return normal_form(make_robot("two", [Body("b", BOX), Body("d", BOX)], joints))


def test_a_lamina_is_flat() -> None:
    link = regroup(two("revolute"), "lamina").links[1].inertia
    assert (link.m, link.h[2]) == (0, 0)
    assert link.I[2][2] == link.I[0][0] + link.I[1][1]


def test_the_classic_gauge_has_no_second_moment_of_inertia() -> None:
    link = regroup(two("revolute"), "classic").links[1].inertia
    assert (link.m, link.h[2], link.I[1][1]) == (0, 0, 0)
    assert link.I[0][0] == BOX.I[0][0] - BOX.I[1][1]
    assert link.I[2][2] == BOX.I[2][2]


def test_the_mass_of_a_revolute_link_is_its_parents() -> None:
    assert regroup(two("revolute"), "classic").links[0].inertia.I != two("revolute").links[0].inertia.I
    assert sum(link.inertia.m for link in regroup(two("prismatic")).links) == 2  # the ball's mass rests on the ground


def test_the_tensor_of_a_slider_is_its_parents() -> None:
    link = regroup(two("prismatic")).links[1].inertia
    assert all(is_zero(x) for row in link.I for x in row)
    assert (link.m, link.h) == (BOX.m, BOX.h)


def test_a_free_body_keeps_all() -> None:
    tree = normal_form(make_robot("r", [Body("b", BOX)], [Joint("j", "floating", "world", "b")]))
    assert regroup(tree).links[0].inertia == BOX


def test_parallel_axes_keep_three_numbers_per_link() -> None:
    joints = [Joint("a", "revolute", "world", "b"), Joint("c", "revolute", "b", "d", Transform(p=Vec(1, 0, 0)))]
    bodies = [Body("b", BOX), Body("d", BOX)]
    tree = regroup(normal_form(make_robot("r", bodies, joints, gravity=Vec(0, -9, 0))))
    for link in tree.links:
        m, mx, my, mz, *_, zz = link.inertia.parameters
        assert (m, mz) == (0, 0)
        assert all((mx, my, zz))
    assert tree.links[0].inertia.h[0] == BOX.h[0] + 2 * 1
    assert tree.links[0].inertia.I[2][2] == BOX.I[2][2] + 2 * 1
    upright = regroup(normal_form(make_robot("r", bodies, joints, gravity=Vec(0, 0, -9))))
    assert [link.inertia.h == ZERO for link in upright.links] == [True, False]  # the first link turns along gravity


def test_directions_of_rotation() -> None:
    half = Fraction(1, 2)
    joints = [
        Joint("slide", "prismatic", "world", "a", axis=X),
        Joint("turn", "revolute", "a", "b", axis=Y),
        Joint("up", "prismatic", "b", "c", Transform(p=Vec(half, 0, 0)), axis=X),
        Joint("twin", "revolute", "b", "d", Transform(p=Vec(half, 0, 0)), axis=Y),
        Joint("other", "revolute", "b", "e", axis=X),
    ]
    tree = normal_form(make_robot("r", [Body(n, BOX) for n in "abcde"], joints))
    spins = dict(zip((link.name for link in tree.links), spin_directions(tree), strict=True))
    assert spins["a"] == ZERO
    assert spins["b"] == spins["d"] == Z
    assert spins["c"] is not None
    assert sum(abs(x) for x in spins["c"]) == 1
    assert spins["c"] not in (Z, -Z)
    assert spins["e"] is None
