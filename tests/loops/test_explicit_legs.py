"""Legs in closed form: random legs of every kind, closed again from where their ends are."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.mechanics import (
    END,
    Leg,
    crossing_and_rod,
    forward_kinematics,
    leg_positions,
    nearest_signs,
    signs_of,
)
from tests.support.model import Link, Place, Tree
from tests.support.spatial import IDENTITY, Inertia, Mat, Transform, Vec, rot_x, rot_y, rot_z

SQUARE = Mat(Vec(1, 0, 0), Vec(0, 0, -1), Vec(0, 1, 0))
"""A quarter turn about x, exactly."""
KINDS = {"r": "revolute", "p": "prismatic"}


def random_leg(kinds: str, planar: bool, square: bool, seed: int) -> Leg:
    """A chain whose last two axes cross (space), or that stays in the x-y plane of its base frame."""
    draw = np.random.default_rng(seed)
    links: list[Link] = []
    crossing = 2 if kinds in ("rrr", "prr") else 1 if kinds == "rrp" else None
    across = True  # the z axis is the normal of the plane
    for k, letter in enumerate(kinds):
        p = Vec(*draw.uniform(0.2, 0.8, 3))
        R = SQUARE if square else rot_x(float(draw.uniform(0.4, 2.5)))
        if planar:
            wanted = letter == "r"
            R = IDENTITY if across == wanted else SQUARE if across else Mat(*SQUARE.T)
            R = rot_y(0.9) if (kinds, k) == ("pp", 1) else R  # two sliders that are not parallel
            across = wanted
        if k == 0:
            R = R if planar else rot_x(0.3) @ rot_y(float(draw.uniform(-1, 1))) @ rot_z(float(draw.uniform(-3, 3)))
        meets = not planar and k == crossing
        X = Transform(R, Vec(0, 0, 0) if meets else p)
        slide = 0 if meets or planar else float(draw.uniform(-0.3, 0.3))
        turn = 0 if letter == "p" or not draw.integers(2) else float(draw.uniform(-1, 1))
        links.append(Link(f"l{k}", f"j{k}", k - 1, KINDS[letter], X, k, k, Inertia(), slide, turn))
    end = Vec(*draw.uniform(0.3, 0.9, 3)) if not square else Vec(float(draw.uniform(0.5, 1)), 0, 0)
    tree = Tree(
        "leg", len(links), len(links), tuple(links), {END: Place(len(links) - 1, Transform(p=end))}, Vec(0, 0, 0)
    )
    index = tuple(range(len(links)))
    return Leg("leg", tree, index, index, Vec(0, 0, 0), IDENTITY if planar else None)


def end_of(leg: Leg, q: list[float]) -> Vec:
    return Vec(*(row[3] for row in forward_kinematics(leg.tree, q, [END])[0][:3]))


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(
        [("rrr", False), ("prr", False), ("rrp", False), ("rr", True), ("pr", True), ("rp", True), ("pp", True)]
    ),
    st.booleans(),
    st.integers(0, 2**31),
)
def test_a_leg_closes_again_where_its_end_is(kind: tuple[str, bool], square: bool, seed: int) -> None:
    leg = random_leg(*kind, square, seed)
    draw = np.random.default_rng(seed + 1)
    q = [float(draw.uniform(0.5, 1.5)) if k.kind == "prismatic" else float(draw.uniform(-3, 3)) for k in leg.tree.links]
    if kind[0] == "rrp":
        q[2] += 3  # a slider that is out, so that its length is the positive one
    point = end_of(leg, q)
    found = leg_positions(leg, point, nearest_signs(leg, point, q))
    for link, x, y in zip(leg.tree.links, found, q, strict=True):
        gap = x - y if link.kind == "prismatic" else math.remainder(x - y, math.tau)
        assert abs(gap) < 1e-6, (kind, square)
    reached = end_of(leg, found)
    flat = 2 if kind[1] else 3
    assert max(abs(a - b) for a, b in list(zip(reached, point, strict=True))[:flat]) < 1e-9


@given(
    st.sampled_from([("rrr", False, 0), ("prr", False, 0), ("rrp", False, 2), ("rr", True, 0), ("rp", True, 1)]),
    st.integers(0, 2**31),
)
@settings(max_examples=30, deadline=None)
def test_a_held_motor_leaves_a_sphere(kind: tuple[str, bool, int], seed: int) -> None:
    letters, planar, joint = kind
    leg = random_leg(letters, planar, False, seed)
    draw = np.random.default_rng(seed)
    held = float(draw.uniform(0.5, 1.5))
    known = crossing_and_rod(leg, joint, held)
    assert known is not None
    centre, radius = known
    for _ in range(3):
        q = [float(x) for x in draw.uniform(-2, 2, len(letters))]
        q[joint] = held
        way = end_of(leg, q) - centre
        way = Vec(way[0], way[1], 0) if planar else way
        assert math.sqrt(way.dot(way)) == pytest.approx(radius, abs=1e-12)


def test_legs_without_crossing_axes_have_no_closed_form() -> None:
    leg = random_leg("rrr", False, False, 1)
    last = replace(leg.tree.links[2], X=Transform(leg.tree.links[2].X.R, Vec(0.1, 0, 0)))
    tree = replace(leg.tree, links=(*leg.tree.links[:2], last))
    assert signs_of(replace(leg, tree=tree)) is None
    assert crossing_and_rod(replace(leg, tree=tree), 0, 0.3) is None


def test_points_out_of_reach_have_no_coordinates() -> None:
    leg = random_leg("rr", True, True, 3)
    assert all(math.isnan(x) for x in leg_positions(leg, Vec(50, 0, 0), [1]))
