"""What a terminal and a notebook show of the things of this package, and what is saved of them."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lxml import etree
from typer.testing import CliRunner

import linkwright as lw
from tests.support.cli import app

EXAMPLES = Path(__file__).parents[2] / "examples"
ROBOTS = sorted(p.relative_to(EXAMPLES).as_posix() for p in EXAMPLES.rglob("*.yaml") if p.parent.name != "manifold")


@pytest.mark.parametrize("file", ROBOTS)
def test_robots_are_told_on_a_screen(file: str) -> None:
    robot: Any = lw.load(EXAMPLES / file)
    said = repr(robot)
    assert len(said) < 5000
    assert max(map(len, said.splitlines())) < 400
    assert said.startswith(f"{robot.name}: {robot.nv} degree")
    moving = [n for n in robot.tree.joint_names if len(n) <= 20]
    assert all(n in said for n in moving[:20])


def test_the_rows_of_a_robot_are_its_joints() -> None:
    said = repr(lw.load(EXAMPLES / "elbow6.urdf")).splitlines()
    assert said[0] == "elbow6: 6 degrees of freedom, 6 joints, 8 bodies, 18.95 kg, elbow6.urdf"
    assert said[1].split() == ["joint", "type", "parent", "child", "q", "range", "speed", "effort", "mass"]
    assert said[2].split() == [
        "waist",
        "revolute",
        "base_link",
        "shoulder",
        "0",
        "-2.967",
        "..",
        "2.967",
        "2.6",
        "180",
        "3.6",
    ]


def test_a_robot_that_does_not_close_is_still_told() -> None:
    from dataclasses import replace

    robot: Any = lw.load(EXAMPLES / "loops/fourbar.yaml")
    crank, *others = robot.tree.joints.values()
    far = replace(crank, X=replace(crank.X, p=crank.X.p * 0 + type(crank.X.p)(50, 0, 0)))
    tree = replace(robot.tree, joints={j.name: j for j in (far, *others)})
    assert "does not close" in repr(replace(robot, tree=tree))


def test_names_of_a_file_stay_text_in_a_notebook() -> None:
    joint = {"type": "revolute", "child": "<script>alert(1)</script>"}
    bodies = {"<script>alert(1)</script>": {"mass": 1, "com": [0, 0.1, 0]}}
    robot: Any = lw.load({"linkwright": 1, "name": "<b>x</b>", "joints": {"<i>": joint}, "bodies": bodies})
    shown = robot._repr_html_()
    assert "<script" not in shown
    assert "<b>x" not in shown
    assert "&lt;i&gt;" in shown
    assert "<svg" in shown


def test_a_robot_without_values_is_shown_without_a_picture() -> None:
    robot = lw.dh([("R", 0, 0, 0, "q"), ("R", 0, "L", 0, "q")], convention="modified", inertials="full")
    assert "m1" in repr(robot)
    assert "<table" in robot._repr_html_()


def test_functions_say_what_they_take() -> None:
    f = lw.derive(lw.load(EXAMPLES / "elbow6.urdf"), "inverse_dynamics")
    assert repr(f).startswith("inverse_dynamics(q (6), v (6), a (6)) -> tau (6)\n")
    assert len(repr(f)) < 600
    assert f._repr_latex_() is None  # a page of formulas is no help
    M = lw.derive(lw.load(EXAMPLES / "double_pendulum.yaml"), "mass_matrix", parameters="symbolic")
    assert "M_{11} &= " in (M._repr_latex_() or "")
    dyn = lw.compile(lw.load(EXAMPLES / "elbow6.urdf"))
    dyn.gravity  # noqa: B018
    assert repr(dyn).endswith("compiled: gravity>")


def test_equations_are_those_of_the_command() -> None:
    path = EXAMPLES / "double_pendulum.yaml"
    found = lw.equations(lw.load(path), "M,G")
    printed = CliRunner().invoke(app, ["equations", str(path), "-Q", "M,G"]).stdout
    assert found.text.strip() == printed.strip()
    assert repr(found) == found.text.rstrip("\n")
    assert [x.quantity for x in found] == ["mass_matrix", "gravity"]
    assert found.latex.count(r"\[ M =") == found.latex.count(r"\[ G =") == 1
    assert "<!doctype html>" in found.html
    assert found._repr_html_().count("<math") == found.html.count("<math") == 2
    shown = found._repr_latex_()
    assert shown.count("&=") == 2
    assert r"\textbf{mass matrix}" in shown
    with pytest.raises(lw.LinkwrightError, match="no option 'stile'"):
        lw.equations(lw.load(path), stile="steps")
    numeric = lw.equations(lw.load(path), "G", parameters="numeric").text
    assert "L1" not in numeric
    system = lw.equations(lw.load(EXAMPLES / "manifold/spherical_pendulum.yaml"))
    assert len(system.text) > 20


def test_equations_are_saved_by_ending(tmp_path: Path) -> None:
    found = lw.equations(lw.load(EXAMPLES / "double_pendulum.yaml"), "M,C,G")
    for name, text in (("m.html", found.html), ("m.tex", found.latex), ("m.txt", found.text)):
        assert found.save(tmp_path / name).read_text(encoding="utf-8") == text
    with pytest.raises(lw.LinkwrightError, match=r"ending in \.html, \.tex"):
        found.save(tmp_path / "m.doc")


def test_functions_are_typeset_without_a_network() -> None:
    pendulum = lw.load(EXAMPLES / "double_pendulum.yaml")
    shown = etree.fromstring(lw.derive(pendulum, "mass_matrix", parameters="symbolic")._repr_html_())
    assert shown.tag == "math"
    assert ["".join(row[0].itertext()) for row in shown.iter("mtr")] == ["M11", "M12", "M22"]
    assert lw.derive(lw.load(EXAMPLES / "elbow6.urdf"), "mass_matrix")._repr_html_() is None, "pages of it"


def test_ports_are_told_in_a_line() -> None:
    """Without the numbers of their graph's nodes."""
    ports = lw.compile(EXAMPLES / "elbow6.urdf").inverse_dynamics.inputs
    assert repr(ports["v"]) == (
        "<port v (6,), rad/s | m/s: waist, shoulder_pitch, elbow, forearm_roll, wrist_pitch_joint, flange_roll>"
    )
    assert len(repr(lw.derive(lw.load(EXAMPLES / "elbow6.urdf"), "regressor").outputs)) < 1500


def test_pictures_are_shown_and_saved(tmp_path: Path) -> None:
    robot: Any = lw.load(EXAMPLES / "double_pendulum.yaml")
    shown = lw.picture(robot, [0.3, 0.5])
    assert "max-width: 100%" in shown._repr_svg_()  # of the notebook
    assert lw.picture(robot, "0.3, 0.5").text == shown.text
    assert lw.picture(robot).text != shown.text
    assert shown.save(tmp_path / "arm.svg").read_text() == shown.text
    with pytest.raises(lw.LinkwrightError, match=r"ending in \.svg"):
        shown.save(tmp_path / "arm.bmp")
    with pytest.raises(lw.LinkwrightError, match="2 numbers"):
        lw.picture(robot, [0.3])
    assert "<svg" in lw.picture(lw.load(EXAMPLES / "manifold/spherical_pendulum.yaml")).text


def test_a_page_stands_in_a_notebook(tmp_path: Path) -> None:
    """In a frame that holds all of it, and can run scripts but reach nothing else."""
    robot: Any = lw.load(EXAMPLES / "scara.yaml")
    shown = lw.show(robot, {"t": [0, 1], "q": np.zeros((2, robot.nq))})
    frame = re.fullmatch(r'<iframe sandbox="allow-scripts" [^>]*srcdoc="([^"]*)"></iframe>', shown._repr_html_())
    assert frame
    assert html.unescape(frame[1]) == shown.html
    assert shown.save(tmp_path / "arm.html").read_text() == shown.html
    assert len(repr(shown)) < 100
    with pytest.raises(lw.LinkwrightError, match="is a Lagrangian"):
        lw.show(lw.load(EXAMPLES / "manifold/spherical_pendulum.yaml"))
    with pytest.raises(lw.LinkwrightError, match="no 'q'"):
        lw.show(robot, {"t": [0, 1]})
    with pytest.raises(lw.LinkwrightError, match="is no motion"):
        lw.show(robot, 3)  # type: ignore[arg-type]
    with pytest.raises(lw.LinkwrightError, match="there is no file"):
        lw.show(robot, file="nowhere.urdf")


def test_robots_wear_what_their_file_says(tmp_path: Path) -> None:
    """Also where the robot was changed since; and none where the file is gone."""
    copy = tmp_path / "arm.urdf"
    copy.write_text((EXAMPLES / "elbow6.urdf").read_text())
    robot: Any = lw.load(copy)
    assert '"shapes":{}' not in lw.show(robot).html
    assert '"shapes":{}' not in lw.show(robot.with_payload(1.0)).html
    assert '"shapes":{}' not in lw.show(robot.subtree("forearm")).html
    copy.unlink()
    assert '"shapes":{}' in lw.show(robot).html


def test_verdicts_are_tables() -> None:
    verdict = lw.verify(lw.load(EXAMPLES / "double_pendulum.yaml"), laws=[3, 5])
    assert [row.law for row in verdict] == [3, 5]
    assert len(verdict) == 2
    assert repr(verdict) == str(verdict)
    assert verdict._repr_html_().count("<tr>") == 3
    with pytest.raises(lw.LinkwrightError, match="load it first"):
        lw.verify("arm.urdf")  # type: ignore[arg-type]


def test_lagrangians_are_told_on_a_screen() -> None:
    said = repr(lw.load(EXAMPLES / "manifold/quadrotor_load.yaml"))
    assert said.splitlines()[1:3] == ["  variables: x in R^3; q in S2; R in SO(3)", "  inputs: f; M"]
