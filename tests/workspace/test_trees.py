"""Workspaces of serial arms, against rings and against Pinocchio's poses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError
from linkwright.workspace import View, workspace

EXAMPLES = Path(__file__).parents[2] / "examples"
PLANAR = """
linkwright: 1
name: planar3r
dh: {{convention: modified, rows: [[R, 0, 0, 0, q], [R, 0, 0.5, 0, q], [R, 0, 0.3, 0, q]]}}
frames: {{tool: {{body: link3, xyz: [{tool}, 0, 0]}}}}
"""


def planar(tmp_path: Path, tool: float) -> lw.Robot:
    (tmp_path / "arm.yaml").write_text(PLANAR.format(tool=tool))
    return lw.load(tmp_path / "arm.yaml")


def test_two_links_reach_a_disc() -> None:
    found = workspace(lw.load(EXAMPLES / "double_pendulum.yaml"))
    distance = np.linalg.norm(found.grid.points, axis=1)
    reached = found.reachable.ravel()
    assert reached[distance < 2 - 1e-6].all()
    assert not reached[distance > 2 + 1e-6].any()
    edge = found.singular.ravel() & reached
    assert edge.any()
    assert (distance[edge] > 1.85).all()  # stretched; folded it is in the middle, one point


def test_a_planar_arm_is_dexterous_in_a_ring(tmp_path: Path) -> None:
    """The wrist must come to all places at the tool's distance: in a ring of the first two links, narrowed by it."""
    found = workspace(planar(tmp_path, 0.1), View(orientations=24))
    distance = np.linalg.norm(found.grid.points, axis=1)
    inside = (distance > 0.2 + 0.1 + 0.005) & (distance < 0.8 - 0.1 - 0.005)
    assert found.dexterous.ravel()[inside].all()
    narrow = 0.1 * (1 - np.cos(np.pi / 24)) + 0.005
    assert not found.dexterous.ravel()[(distance < 0.3 - narrow) | (distance > 0.7 + narrow)].any()
    assert found.reachable.ravel()[(distance > 0.1 + 0.001) & (distance < 0.9 - 0.001)].all()
    assert not found.reachable.ravel()[(distance < 0.1 - 0.001) | (distance > 0.9 + 0.001)].any()


@pytest.mark.parametrize("unit", [1e-5, 1e5])
def test_a_map_does_not_depend_on_the_unit_of_length(tmp_path: Path, unit: float) -> None:
    maps = []
    for length in (1.0, unit):
        (tmp_path / "arm.yaml").write_text(
            "linkwright: 1\nname: planar2r\n"
            f"dh: {{convention: modified, rows: [[R, 0, 0, 0, q], [R, 0, {0.5 * length}, 0, q]]}}\n"
            f"frames: {{tool: {{body: link2, xyz: [{0.3 * length}, 0, 0]}}}}\n"
        )
        maps.append(workspace(lw.load(tmp_path / "arm.yaml"), View(cells=24)))
    assert maps[1].area == pytest.approx(unit**2 * maps[0].area)
    np.testing.assert_allclose(maps[1].postures, maps[0].postures, atol=1e-9)


def test_cells_of_an_arm_in_space_are_what_postures_reach() -> None:
    """Postures anywhere, seen by Pinocchio: where one is near the plane, its cell is reached."""
    pin = pytest.importorskip("pinocchio")
    path = EXAMPLES / "elbow6.urdf"
    found = workspace(lw.load(path), View(cells=30, orientations=12))
    model = pin.buildModelFromUrdf(str(path))
    data = model.createData()
    rng = np.random.default_rng(0)
    seen = 0
    for q in rng.uniform(model.lowerPositionLimit, model.upperPositionLimit, (4000, model.nq)):
        pin.framesForwardKinematics(model, data, q)
        x, y, z = data.oMf[model.nframes - 1].translation
        into_plane = q[0] - np.arctan2(y, x)  # the first axis is vertical
        if not model.lowerPositionLimit[0] <= into_plane <= model.upperPositionLimit[0]:
            continue
        column = np.argmin(np.abs(found.grid.x - np.hypot(x, y)))
        row = np.argmin(np.abs(found.grid.y - z))
        assert found.reachable[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2].any(), q
        seen += 1
    assert seen > 1000


def test_one_orientation_has_a_smaller_map() -> None:
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    every = workspace(robot, View(cells=24, orientations=8))
    one = workspace(robot, View(cells=24, orientation="0, 1.5707963, 0"))
    assert 0 < one.area < every.area
    assert one.postures.shape[2] == 1
    assert (one.singular & one.reachable).any()


def test_what_has_no_range_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="slides without an end"):
        workspace(lw.load(EXAMPLES / "scara.yaml"))
    with pytest.raises(InputError, match="only y stays in this plane"):
        workspace(lw.load(EXAMPLES / "elbow6.urdf"), View(plane="xz", at="x=1"))
    with pytest.raises(InputError, match="2 angles make no orientation"):
        workspace(planar(tmp_path, 0.1), View(orientation="1, 2"))
