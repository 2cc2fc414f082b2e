"""The report of a synthesis: complete, true to what was found, safe with any name."""

from __future__ import annotations

import base64
import html
import json
import re
import shlex
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwright as lw
from linkwright.draw.poses import body_poses
from linkwright.errors import EmitError
from linkwright.model.numeric import numeric
from linkwright.synthesis.file_names import file_names
from linkwright.synthesis.report import write_report
from linkwright.view.chart import Chart, Curve, Mark
from tests.support.cli import app
from tests.synthesis.founds import TASK, Arms, found

HOSTILE = "../<script>alert(1)</script>'\"&"


class Text(HTMLParser):
    """Words, links and elements of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words, self.links, self.tags = "", list[str](), list[str]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value for key, value in attrs if key == "href" and value]

    def handle_data(self, data: str) -> None:
        self.words += data + " "


def robots(page: str) -> list[dict[str, Any]]:
    shown = re.search(r'id="linkwright-robots">(.*?)</script>', page, re.DOTALL)
    assert shown
    return json.loads(shown[1])


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Path, str]:
    arms = Arms("light", "heavy", HOSTILE)
    what, folder = found(arms), tmp_path_factory.mktemp("report")
    return what, folder, write_report(what, folder, arms).read_text(encoding="utf-8")


def test_it_tells_what_was_found(written: tuple[Any, Path, str]) -> None:
    what, _, page = written
    text = Text(page).words
    assert f"{what.evaluations} candidates of 3 structures" in text
    for point in what.front:
        assert f"{point.name}:" in text  # of a mark
        assert f"{point.objectives['energy']:.4g}" in text
    for check in what.checks.values():
        assert check["feasible"]
        assert f"all {len(check['constraints'])} hold" in text
    assert "1 kg" in text


def test_names_stay_text(written: tuple[Any, Path, str]) -> None:
    _, folder, page = written
    assert "<script>alert" not in page
    assert Text(page).tags.count("script") == 1 + 3 + 1  # data, three programs, the player
    assert {p.name for p in folder.iterdir()} == {"report.html", "best"}


def test_links_lead_to_robots_that_other_commands_read(written: tuple[Any, Path, str]) -> None:
    what, folder, page = written
    files = [unquote(x) for x in Text(page).links if x.endswith(".yaml")]
    assert len(files) == len(what.front)
    for file, point in zip(files, what.front, strict=True):
        robot = lw.load(folder / file)
        assert {n: robot.parameters[n].value for n in what.values(point)} == pytest.approx(what.values(point))


def test_the_motion_that_is_played_follows_the_path(written: tuple[Any, Path, str]) -> None:
    """Positions in the page, put on the robot files by the derivation of pictures: the tip goes from point to point."""
    what, folder, page = written
    for shown, tried in zip(robots(page), what.tried, strict=True):
        best = tried.best["energy"]
        file = file_names([*(t.best["energy"].name for t in what.tried)])[best.name]
        robot = numeric(lw.load(folder / "best" / file))
        q = np.frombuffer(base64.b64decode(shown["motion"]["q"]), "<f4").reshape(-1, 2).astype(float)
        for row, point in ((q[0], (0.5, 0.2)), (q[-1], (0.3, 0.7))):
            pose = body_poses(robot, row)["lower"]
            tip = pose[:3, 3] + pose[:3, 0] * robot.frame("tip").X.p.x
            np.testing.assert_allclose(tip[:2], point, atol=1e-5)


def test_commands_of_the_page_are_commands(written: tuple[Any, Path, str], monkeypatch: pytest.MonkeyPatch) -> None:
    _, folder, page = written
    lines = re.search(r"<pre>(.*?)</pre>", page, re.DOTALL)
    assert lines
    monkeypatch.chdir(folder)
    check, simulate, build, _studio = (shlex.split(html.unescape(x))[1:] for x in lines[1].splitlines())
    for asked in (
        check,
        [*simulate[:2], "--time", "0.05", *simulate[4:-1], "../motion.html"],
        [*build[:1], "--help", *build[1:]],
    ):
        done = CliRunner().invoke(app, asked, catch_exceptions=False)
        assert done.exit_code == 0, done.output


def test_a_task_that_nothing_can_do_says_why_per_structure(tmp_path: Path) -> None:
    arms = Arms("short", "weak")
    text = TASK.replace("velocity: 4", "velocity: 0.01")
    what = found(arms, text)
    refused = replace(what.tried[1], evaluations=0, reasons={}, message="failed: no inverse kinematics")
    what = replace(what, tried=(what.tried[0], refused))
    page = write_report(what, tmp_path, arms).read_text(encoding="utf-8")
    told = Text(page)
    assert "No structure can do this task" in told.words
    assert re.search(r"short.*: velocity: \d+ of 60", told.words) or re.search(r"velocity: \d+ of 60", told.words)
    assert "failed: no inverse kinematics" in told.words
    assert "script" not in told.tags


def test_one_objective_has_an_order_instead_of_a_front(tmp_path: Path) -> None:
    arms = Arms("light", "heavy")
    page = write_report(found(arms, TASK.replace("[energy, torque, footprint]", "[energy]")), tmp_path, arms)
    assert "Best of each structure" in page.read_text(encoding="utf-8")


def test_what_cannot_be_written_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    arms = Arms("light")
    (tmp_path / "report.html").mkdir()
    with pytest.raises(EmitError, match="folder"):
        write_report(found(arms), tmp_path, arms)
    assert not list((tmp_path / "report.html").iterdir())


def test_file_names_differ_and_stay_in_their_folder() -> None:
    made = file_names(["../a-1", "..\\a-1", "A/../b", "", "...", "x" * 300, "R+P90~S-3"])
    assert len({x.lower() for x in made.values()}) == len(made)
    assert all(re.fullmatch(r"[A-Za-z0-9_+=][A-Za-z0-9.+=~_-]*\.yaml", x) for x in made.values())
    assert made["R+P90~S-3"] == "R+P90~S-3.yaml"


@pytest.mark.parametrize("values", [[], [1.0], [0.0, 0.0], [1e-9, 2e-9], [-3e7, 5e7], [float("nan"), 1.0]])
def test_axes_hold_any_numbers(values: list[float]) -> None:
    marks = [Mark(v, v, k, "m") for k, v in enumerate(values) if v == v]
    text = Chart("t", "x", "y", marks=marks, curves=[Curve([0, 1], [0, 1], 30, "c")]).svg()
    assert "nan" not in text
    assert text.count("<title>m") == len(marks)
