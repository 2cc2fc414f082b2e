"""Sketches of mechanisms: what is drawn, from where, and that the same robot gives the same text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import linkwright as lw
from tests.closed_robots import at, body, fourbar, geared, hexapod, slider_crank, start_of
from tests.support.draw import hull, picture, scene, sketch, view_of
from tests.support.model import Robot, numeric
from tests.support.referee import Closed

EXAMPLES = Path(__file__).parents[2] / "examples"


def closed(robot: Robot, free: tuple[int, ...]) -> np.ndarray:
    q = Closed(robot, free).close(np.array(start_of(robot)))
    assert q is not None
    return q


def test_a_sketch_is_the_same_text_every_time_and_valid_xml() -> None:
    robot = fourbar()
    q = closed(robot, (0,))
    text = sketch(robot, q, "made -- by a test")
    assert text == sketch(fourbar(), q, "made -- by a test")
    assert ElementTree.fromstring(text).tag.endswith("svg")


def test_names_of_links_joints_and_loops_are_there() -> None:
    text = sketch(fourbar(), closed(fourbar(), (0,)))
    for name in ("crank", "coupler", "rocker", "j1", "j2", "j3", ">pin<"):
        assert name in text


def test_a_planar_mechanism_is_seen_along_its_normal_with_weights_hanging_down() -> None:
    robot = fourbar()
    view = view_of(scene(robot, closed(robot, (0,))))
    assert view.flat
    np.testing.assert_allclose(view.right, [1, 0, 0])
    np.testing.assert_allclose(view.up, [0, 1, 0])
    pendulum = lw.load(EXAMPLES / "double_pendulum.yaml")
    np.testing.assert_allclose(view_of(scene(numeric(pendulum), np.zeros(2))).up, [0, -1, 0])


def test_lengths_of_links_in_the_picture_are_those_of_the_mechanism() -> None:
    """The three bars of the four-bar have the ratio of their lengths."""
    text = sketch(fourbar(), closed(fourbar(), (0,)))
    lengths: list[float] = []
    for k in range(3):
        d = text.split(f'<path class="b{k}" d="M')[1].split('"')[0]
        (a, b), (c, e) = (map(float, p.split()) for p in d.split("L"))
        lengths.append(math.hypot(c - a, e - b))
    np.testing.assert_allclose(np.array(lengths) / lengths[0], np.array([2, 3, 4]) / 2, rtol=2e-3)


def test_closures_and_motors_are_marked() -> None:
    text = sketch(hexapod(), closed(hexapod(), tuple(range(8, 26, 3))))
    drawing = text[: text.index('class="legend"')]
    assert drawing.count('class="ring"') == 6
    assert drawing.count('class="motor"') == 6
    assert "earth" in drawing


def test_a_loop_that_is_not_closed_is_drawn_dashed() -> None:
    robot = fourbar()
    assert 'class="open"' not in sketch(robot, closed(robot, (0,)))
    assert 'class="open"' in sketch(robot, np.zeros(3))


def test_a_slider_on_the_ground_has_a_rail_and_a_box() -> None:
    text = sketch(slider_crank(), closed(slider_crank(), (0,)))
    assert 'width="24"' in text
    assert text.count('class="earth"') >= 2


def test_hinges_are_circles_along_the_view_and_sleeves_across_it() -> None:
    flat = sketch(geared(), np.array([0.2, -0.1]))
    assert 'rx="3"' not in flat
    from tests.support.model import Joint, make_robot
    from tests.support.spatial import Vec

    robot = make_robot(
        "wrist",
        [body("a", 1, 0.3), body("b", 1, 0.3)],
        [Joint("j1", "revolute", "world", "a"), Joint("j2", "revolute", "a", "b", at(0.5), Vec(0, 1, 0))],
    )
    assert 'rx="3"' in sketch(robot, np.array([0.3, 0.4]))


def test_names_from_files_are_harmless() -> None:
    from dataclasses import replace

    robot = fourbar()
    robot = robot.with_tree(replace(robot.tree, name="a<b>&--c"))
    ElementTree.fromstring(sketch(robot, np.zeros(3), robot.name))


@pytest.mark.parametrize(
    ("points", "corners"),
    [([(0, 0), (4, 0), (2, 0.1)], 2), ([(0, 0), (40, 0), (40, 30), (20, 10)], 3), ([(1, 1)], 1), ([], 0)],
)
def test_the_hull_of_points(points: list[tuple[float, float]], corners: int) -> None:
    assert len(hull(points)) == corners


@pytest.mark.parametrize("name", ["panda_like", "joints", "fourbar"])
def test_bodies_are_where_the_referee_says(name: str) -> None:
    """Poses of the picture against the product of transforms on the way to each body."""
    from tests.support.draw import body_poses
    from tests.support.model import in_numbers
    from tests.support.referee import poses as referee_poses
    from tests.support.verification import sample

    files = {"panda_like": "elbow6.urdf", "joints": "arm6.yaml"}
    robot = fourbar().tree if name == "fourbar" else numeric(lw.load(EXAMPLES / files[name]))
    robot = in_numbers(robot, {})
    q = sample(robot, 1).q[0]
    poses, expected = body_poses(robot, q), referee_poses.body_poses(robot, q)
    assert poses.keys() == expected.keys()
    for link, X in expected.items():
        np.testing.assert_allclose(poses[link], X, atol=1e-9)


def test_one_picture_for_every_kind() -> None:
    from tests.support.draw import picture

    text = picture(lw.load(EXAMPLES / "loops" / "fourbar.yaml"), [1.3])
    assert text != picture(lw.load(EXAMPLES / "loops" / "fourbar.yaml"))
    assert "elbow" in picture(lw.load(EXAMPLES / "double_pendulum.yaml"), [0.3, 0.2])
    pendulum = lw.load(EXAMPLES / "manifold" / "pendulum_3d.yaml")
    assert "SO(3)" in picture(pendulum)
    with pytest.raises(lw.LinkwrightError, match="shows no pose"):
        picture(pendulum, [1.0])
    with pytest.raises(lw.LinkwrightError, match="has 2 numbers, not 1"):
        picture(lw.load(EXAMPLES / "double_pendulum.yaml"), [1.0])


def test_names_of_a_hexapod_stand_beside_their_own_joints(monkeypatch: pytest.MonkeyPatch) -> None:
    from linkwright.draw import sketch as module
    from linkwright.draw.sketch_labels import Labels

    asked: dict[str, tuple[float, float]] = {}

    class Recorded(Labels):
        def place(self, names: Sequence[str], x: float, y: float, kind: str, distance: float) -> None:
            if kind == "joint":
                asked.update(dict.fromkeys(names, (x, y)))
            super().place(names, x, y, kind, distance)

    monkeypatch.setattr(module, "Labels", Recorded)
    robot = lw.load(EXAMPLES / "parallel" / "6ups.yaml")
    drawn = ElementTree.fromstring(picture(robot))
    texts = [t for t in drawn.iter() if t.get("class") == "joint" and t.text]
    assert {name for t in texts for name in (t.text or "").split(", ")} == set(asked)
    for t in texts:
        name = (t.text or "").split(", ")[0]
        left, base = float(t.get("x", 0)), float(t.get("y", 0))
        right, top = left + 5.7 * len(t.text or ""), base - 10

        def away(p: tuple[float, float], box: tuple[float, ...] = (left, right, top, base)) -> float:
            return max(box[0] - p[0], p[0] - box[1], 0.0) + max(box[2] - p[1], p[1] - box[3], 0.0)

        assert min(asked, key=lambda n: away(asked[n])).partition("_")[0] == name.partition("_")[0]


def test_the_legend_has_the_symbols_of_the_drawing() -> None:
    """Hinges seen from the side, and a motor at a slider: its box is filled."""
    text = picture(lw.load(EXAMPLES / "parallel" / "6ups.yaml"))
    legend = text[text.index("hinge, from the side") :]
    motor = legend[: legend.index(">motor<")].rpartition("<g transform")[2]
    assert 'rect class="motor"' in motor
    assert "circle" not in motor
