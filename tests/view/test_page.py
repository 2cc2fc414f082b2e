"""Pages that show a robot: complete in themselves, safe with any name, and with the motion that they were given."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import linkwright as lw
from linkwright.draw.poses import body_poses
from linkwright.errors import InputError
from linkwright.model.assembly.mobility_report import cut
from linkwright.model.configuration import normalised
from linkwright.model.numeric import numeric
from linkwright.model.robot import WORLD, OpenRobot
from linkwright.simulation.flow import simulate
from linkwright.simulation.run import Run
from linkwright.view.exhibit import Exhibit
from linkwright.view.looks.dress import dress_of
from linkwright.view.page import document, page, player_file
from tests.strategies import mechanisms
from tests.support.page_program import in_node, needs_node
from tests.support.source import ROOT

EXAMPLES = ROOT / "examples"
HOSTILE = "</script><script>alert(1)</script><!--'\""


def told(text: str) -> list[dict[str, Any]]:
    found = re.search(r'<script type="application/json" id="linkwright-robots">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


def rows(text: str, columns: int) -> np.ndarray[Any, Any]:
    return np.frombuffer(base64.b64decode(text), "<f4").reshape(-1, columns)


def test_a_page_names_every_script_and_style_that_it_runs_and_no_others():
    text = page(lw.load(EXAMPLES / "scara.yaml"))
    for tag, directive in (("script", "script-src"), ("style", "style-src")):
        allowed = re.search(rf"{directive} ([^;]*);", text)
        bodies = re.findall(rf"<{tag}(?: type=\"module\")?>(.*?)</{tag}>", text, re.DOTALL)
        hashes = [base64.b64encode(hashlib.sha256(x.encode()).digest()).decode() for x in bodies]
        assert allowed
        assert allowed[1].split() == [f"'sha256-{h}'" for h in hashes]
        assert len(bodies) == {"script": 2, "style": 1}[tag]
    assert not re.search(r"<(?:script|link|img|iframe)[^>]+(?:src|href)=", text)


def test_the_player_can_stand_in_a_page():
    assert not re.search(r"</script|<!--", player_file("player.js"), re.IGNORECASE)
    assert "</style" not in player_file("player.css")
    assert len(player_file("player.js")) < 800_000


def test_names_cannot_leave_their_place():
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    frames = {HOSTILE: replace(next(iter(robot.frames.values())), name=HOSTILE)}
    text = page(replace(robot, name=HOSTILE, frames=frames), title=HOSTILE, frame=HOSTILE)
    assert text.lower().count("</script") == 3  # data, program, player
    assert "alert(1)</script" not in text
    assert told(text)[0]["title"] == HOSTILE
    assert told(text)[0]["traced"] == [f"frames/{HOSTILE}"]


def test_a_motion_arrives_as_it_was_given():
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    motion = simulate(robot, Run(time=1.0))
    found = told(page(robot, motion))[0]["motion"]
    np.testing.assert_allclose(rows(found["q"], robot.nq), motion.q, atol=1e-6)
    np.testing.assert_allclose(rows(found["t"], 1)[:, 0], motion.t, atol=1e-6)


def test_free_joints_of_a_closed_robot_bring_the_others_with_them():
    """A motion of the platform alone: the ends of every loop meet, where pictures put them."""
    robot = numeric(lw.load(EXAMPLES / "parallel" / "delta.yaml"))
    where, begun = robot.coordinates, np.array(cut(robot).start)
    free = begun[list(where.free_q)] + 0.05 * np.sin(np.linspace(0, 1, 5))[:, None]
    q = rows(told(page(robot, SimpleNamespace(t=np.arange(5.0), q=free)))[0]["motion"]["q"], robot.tree.nq)
    for row in q:
        poses = body_poses(robot.tree, row.astype(float))
        for loop in robot.loops:
            ends = [poses[robot.frame(f).body] @ _matrix(robot.frame(f).X) for f in (loop.first, loop.second)]
            assert np.linalg.norm(ends[0][:3, 3] - ends[1][:3, 3]) < 1e-5


def _matrix(X: Any) -> np.ndarray[Any, Any]:
    made = np.eye(4)
    made[:3, :3], made[:3, 3] = [[float(e) for e in row] for row in X.R], [float(e) for e in X.p]
    return made


@needs_node
@settings(max_examples=8, deadline=None)
@given(mechanisms())
def test_bodies_stand_where_the_derivation_of_pictures_puts_them(
    tmp_path_factory: pytest.TempPathFactory, robot: OpenRobot
):
    shown = Exhibit(robot)
    q = np.random.default_rng(1).uniform(-1, 1, robot.nq)
    plain = numeric(robot)
    q = normalised(plain, q)
    layout = shown.written["layout"]
    script = f"tell([...program.place({json.dumps(list(q))}, []).poses]);"
    got = np.array(
        in_node(tmp_path_factory.mktemp("page"), {"javascript": shown.program, "layout": layout}, script)
    ).reshape(-1, 12)
    wanted = body_poses(plain, q)
    for row, place in zip(got, layout["poses"], strict=True):
        if place["kind"] == "body" and place["name"] != WORLD:
            np.testing.assert_allclose(row[:9].reshape(3, 3), wanted[place["name"]][:3, :3], atol=1e-9)
            np.testing.assert_allclose(row[9:], wanted[place["name"]][:3, 3], atol=1e-9)


def test_meshes_of_a_urdf_come_with_the_page(tmp_path: Path):
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "arm.stl").write_bytes(b"solid arm\nendsolid arm\n")
    visual = '<visual><geometry><mesh filename="{}"/></geometry></visual>'
    file = tmp_path / "meshes" / "arm.urdf"
    file.write_text(
        '<robot name="r"><link name="base"/><link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" '
        f'ixy="0" ixz="0" iyz="0"/></inertial>{visual.format("arm.stl")}{visual.format("/etc/passwd.stl")}</link>'
        '<joint name="j" type="continuous"><parent link="base"/><child link="arm"/></joint></robot>'
    )
    robot = lw.load(file)
    found = told(page(robot, dress=dress_of(file, robot)))[0]
    assert [s["file"] for s in found["data"]["studio"]["shapes"]["arm"]] == ["meshes/arm.stl"]
    assert base64.b64decode(found["meshes"]["meshes/arm.stl"]).startswith(b"solid arm")
    assert any("passwd" in note for note in found["layout"]["notes"])


@pytest.mark.parametrize(
    ("motion", "what"),
    [
        ((np.zeros(3), np.zeros((3, 7))), "7 positions"),
        ((np.zeros(3), np.zeros((2, 2))), "one row"),
        ((np.zeros(1), np.full((1, 2), np.nan)), "no numbers"),
    ],
)
def test_motions_that_do_not_fit_are_refused(motion: tuple[Any, Any], what: str):
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    with pytest.raises(InputError, match=what):
        page(robot, SimpleNamespace(t=motion[0], q=motion[1]))
    with pytest.raises(InputError, match="no frame 'tipp'"):
        page(robot, frame="tipp")


def test_a_page_without_robots_runs_nothing():
    text = document("nothing", "<p>nothing</p>")
    assert "script-src 'none'" in text
    assert "<script" not in text
