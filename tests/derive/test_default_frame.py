"""The frame of functions of one frame where none is named: a platform, else the last one; and that it is told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.mechanics.tree.kinematics import last_frame
from linkwright.model.parameters import parametrised_tree
from linkwright.view.page import page

EXAMPLES = Path(__file__).parents[2] / "examples"
PARALLEL = sorted(f for f in (EXAMPLES / "parallel").glob("*.yaml") if f.stem != "hbot")


@pytest.mark.parametrize("path", PARALLEL, ids=lambda p: p.stem)
def test_parallel_robots_speak_of_their_platform(path: Path) -> None:
    robot = lw.load(path)
    frame = last_frame(parametrised_tree(robot.tree).tree)
    assert frame == robot.platform


def test_a_planar_platform_has_a_jacobian_that_is_its_own_rate() -> None:
    """The pose is the coordinates: a unit row per coordinate, and the end of no leg."""
    robot = lw.load(EXAMPLES / "parallel" / "3rrr.yaml")
    assert robot.platform is not None
    d = lw.compile(robot)
    q = d.start[0]
    J = d.jacobian(q)
    assert np.array_equal(J, d.function("jacobian", frame=robot.platform)(q))
    assert np.allclose(J[[0, 1, 5]], np.eye(3), atol=1e-12)
    assert not np.allclose(J, d.function("jacobian", frame="leg3_end")(q))


def test_trees_speak_of_their_last_frame() -> None:
    assert lw.derive(lw.load(EXAMPLES / "scara.yaml"), "jacobian").facts["frame"] == "tool"


@pytest.mark.parametrize("quantity", ["jacobian", "twist", "inverse_kinematics_solution", "inverse_kinematics"])
def test_compiled_functions_name_their_frame(quantity: str) -> None:
    f = lw.compile(lw.load(EXAMPLES / "elbow6.urdf")).function(quantity)
    assert repr(f).endswith(", frame 'tool'>")
    assert "frame 'tool'" in (f.__doc__ or "")


def test_functions_of_all_frames_name_none() -> None:
    robot = lw.load(EXAMPLES / "scara.yaml")
    assert "frame" not in lw.derive(robot, "forward_kinematics").facts
    assert lw.derive(robot, "forward_kinematics", frame="tool").facts["frame"] == "tool"
    assert "frame" not in lw.derive(robot, "gravity").facts


@pytest.mark.parametrize("language", ["c", "rust", "numpy", "latex", "java"])
def test_headers_of_generated_functions_name_their_frame(language: str) -> None:
    robot = lw.load(EXAMPLES / "parallel" / "delta.yaml")
    tree = lw.build(robot, to=language, quantities=["jacobian", "gravity"]).trees[language]
    code = "\n".join(text for name, text in tree.items() if not name.startswith("README"))
    assert code.lower().count("frame: platform") >= 1
    assert all("Frame: platform." in text for name, text in tree.items() if name == "README.md")


def test_a_page_draws_the_way_of_the_platform() -> None:
    assert "frames/leg3_end" not in page(lw.load(EXAMPLES / "parallel" / "delta.yaml"))
