"""Workspaces of parallel robots and of loops, against circles that legs of two links draw."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError
from linkwright.workspace import View, workspace

EXAMPLES = Path(__file__).parents[2] / "examples"


def in_rings(points: np.ndarray, centres: np.ndarray, first: float, second: float, margin: float) -> np.ndarray:
    """Points that are within reach of all legs of two links; a margin > 0 asks for more than that."""
    distance = np.linalg.norm(points[:, None] - centres, axis=2)
    return ((distance > abs(first - second) + margin) & (distance < first + second - margin)).all(axis=1)


def test_a_five_bar_reaches_what_both_legs_reach() -> None:
    found = workspace(lw.load(EXAMPLES / "parallel/fivebar.yaml"), View(cells=90))
    points, centres = found.grid.points, np.array([[-0.2, 0], [0.2, 0]])
    reached = found.reachable.ravel()
    assert reached[in_rings(points, centres, 0.4, 0.5, 1e-6)].all()
    assert not reached[~in_rings(points, centres, 0.4, 0.5, -1e-6)].any()
    assert found.area == pytest.approx(found.grid.cell * reached.sum())


@pytest.mark.parametrize("angle", [0.0, 0.3])
def test_a_3rrr_in_one_orientation_reaches_what_its_legs_reach(angle: float) -> None:
    found = workspace(lw.load(EXAMPLES / "parallel/3rrr.yaml"), View(orientation=str(angle)))
    corners = 2 * np.pi * np.arange(3) / 3
    base = 0.8 * np.stack([np.cos(corners), np.sin(corners)], axis=1)
    arm = 0.25 * np.stack([np.cos(corners + angle), np.sin(corners + angle)], axis=1)
    reached = found.reachable.ravel()
    assert found.grid.others == (("phiz", angle),)
    assert reached[in_rings(found.grid.points, base - arm, 0.6, 0.5, 1e-6)].all()
    assert not reached[~in_rings(found.grid.points, base - arm, 0.6, 0.5, -1e-6)].any()


def test_a_platform_is_dexterous_in_the_middle_only() -> None:
    """The orientations of a cell are those of single maps; where all reach it, the middle is inside."""
    robot = lw.load(EXAMPLES / "parallel/3rrr.yaml")
    box = "-0.7, 0.8, -0.7, 0.7"
    every = workspace(robot, View(box=box, orientations=3, cells=40))
    single = [workspace(robot, View(box=box, orientation=str(k * 2 * np.pi / 3), cells=40)) for k in range(3)]
    share = np.mean([one.reachable for one in single], axis=0)
    assert np.allclose(every.dexterity, share)
    assert 0 < every.dexterous.sum() < every.reachable.sum()
    middle = np.unravel_index(np.argmin(np.linalg.norm(every.grid.points, axis=1)), every.grid.shape)
    assert every.dexterous[middle]


def test_stretched_and_aligned_legs_are_singular() -> None:
    """Five-bar: the inverse Jacobian changes its sign where the two outer links are in line."""
    found = workspace(lw.load(EXAMPLES / "parallel/fivebar.yaml"), View(cells=120))
    dynamics = lw.compile(lw.load(EXAMPLES / "parallel/fivebar.yaml"))
    points = found.grid.points[(found.singular & found.reachable).ravel()]
    theta = dynamics.closure(points)
    outer = theta[:, 0] + theta[:, 1], theta[:, 2] + theta[:, 3]
    in_line = np.abs(np.sin(outer[0] - outer[1]))
    stretched = np.minimum(np.abs(np.sin(theta[:, 1])), np.abs(np.sin(theta[:, 3])))
    assert len(points) > 50
    assert (np.minimum(in_line, stretched) < 0.4).all()  # a cell away from the ends of the legs' reach


def test_a_loop_without_platform_stays_in_the_rings_of_its_cranks() -> None:
    found = workspace(lw.load(EXAMPLES / "loops/fivebar1.yaml"), View(cells=40))
    half = (found.grid.x[1] - found.grid.x[0]) / 2**0.5
    inside = found.grid.points[found.reachable.ravel()]
    for centre, first, second in (((0, 0), 2.9, 4.0), ((5.5, 0), 3.1, 4.5)):
        distance = np.linalg.norm(inside - np.array(centre), axis=1)
        assert (distance > abs(first - second) - half).all()
        assert (distance < first + second + half).all()
    assert found.area > 50


@pytest.mark.parametrize(
    ("view", "words"),
    [
        ({"plane": "xq"}, "there is no plane 'xq'"),
        ({"cells": 1}, "cannot look at 1 cells"),
        ({"orientations": 0}, "cannot try 0 orientations"),
        ({"box": "1, 0, 0, 1"}, "is no box"),
        ({"at": "phiz"}, "names no coordinate"),
        ({"at": "phiz=fast"}, "is no number"),
        ({"at": "phix=1"}, "no coordinate 'phix'"),
        ({"plane": "xz"}, "does not move in the plane xz"),
        ({"orientation": "1, 2, 3"}, "3 angles are given, 1 turn"),
    ],
)
def test_bad_views_are_told(view: dict[str, object], words: str) -> None:
    robot = lw.load(EXAMPLES / "parallel/3rrr.yaml")
    with pytest.raises(InputError, match=words):
        workspace(robot, View(**view))  # type: ignore[arg-type]
