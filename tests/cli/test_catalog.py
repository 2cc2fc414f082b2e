"""`linkwright catalog`: what is printed and written, and how it fails."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.support.cli import app
from tests.support.package import LinkwrightError


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["catalog", *arguments], catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.stdout


def refused(*arguments: str) -> str:
    with pytest.raises(LinkwrightError) as error:
        CliRunner().invoke(app, ["catalog", *arguments], catch_exceptions=False)
    return str(error.value)


def test_counts_are_told() -> None:
    lines = run("enumerate", "--joints", "3..5").splitlines()
    assert lines[0].split()[:2] == ["joints", "patterns"]
    assert [line.split()[:2] for line in lines[1:]] == [["3", "27"], ["4", "89"], ["5", "243"]]


def test_list() -> None:
    out = run("enumerate", "--joints", "4", "--mask", "3T1R", "--list")
    assert "R=R=R=P" in out
    assert out.splitlines()[-1].split() == ["4", "28", "28"]


def test_table(tmp_path: Path) -> None:
    path = tmp_path / "chains.csv"
    assert "39 rows" in run("enumerate", "--joints", "4", "--level", "variants", "-o", str(path))
    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert {row["level"] for row in rows} == {"variant"}
    assert next(row for row in rows if row["name"] == "R~S")["general"] == "R~R+R+R"


def test_json() -> None:
    data = json.loads(run("enumerate", "--joints", "6", "--level", "general", "--max-prismatic", "0", "--json"))
    assert data["counts"] == {"6": {"3T3R": 8}}
    assert [row["name"] for row in data["chains"]][-1] == "R~R~R~R+R+R"


def test_refusals(tmp_path: Path) -> None:
    assert "did you mean '3T1R'" in refused("enumerate", "--joints", "4", "--mask", "3T1")
    assert "ending in .csv" in refused("enumerate", "--joints", "3", "-o", str(tmp_path / "x.txt"))
    assert "there are" in refused("enumerate", "--joints", "3", "--mask", "3T1R")


def test_a_chain_is_told() -> None:
    out = run("show", "R=R=R=P")
    assert out.splitlines()[0] == "R=R=R=P   3T1R, 4 joints, pattern"
    assert "axes 1, 2, 3 parallel, slider 4 along them" in out
    assert "same motion: P=R=R=R  R=P=R=R  R=R=P=R" in out


def test_a_chain_as_data() -> None:
    data = json.loads(run("show", "R~Pf~R+R+R", "--json"))
    assert data["in_catalogue"]
    assert data["rows"][1] == {"type": "P", "alpha": "alpha2", "a": "a2", "d": "q", "theta": "theta2"}
    assert data["angles"] == "alpha2 theta2 alpha3"
    assert "across slider 2, axis 3 at a free turn from axis 1" in data["axes"]


def test_known_names() -> None:
    assert run("show", "S4RRRP1") == run("show", "R=R=R=P")
    assert "known as:    S4RRRP1" in run("show", "R=R=R=P")
    assert "did you mean S4RRRP" in refused("show", "S4RRRP99")


def test_chains_outside_the_catalogue() -> None:
    assert "its 4 joints make 3 independent motions" in run("show", "R=R=R=R")
    assert "it is a special case of U~Pf~S, R~R~Pf~S" in run("show", "U+P+S")
    assert "no rule makes this choice" in run("show", "R~R~R~R")
    assert "axes 4, 5, 6 meet in a point" in run("show", "U+P+S")


@pytest.mark.parametrize("name", ["R=R=R=P", "R~R~R~S"])
def test_model_files_are_taken_by_commands(name: str, tmp_path: Path) -> None:
    path, drawn = str(tmp_path / "arm.yaml"), tmp_path / "arm.svg"
    assert f"wrote {path}" in run("show", name, "-o", path, "--picture", str(drawn))
    assert drawn.read_text().startswith("<svg")
    frame = "link4" if "P" in name else "link6"
    pose = json.loads(whole("fk", path, "--frame", frame, "--q", ", ".join(["0.3"] * int(frame[4:])), "--json"))
    assert whole("check", path)
    assert "G1" in whole("equations", path, "--quantity", "G")
    matrix = ["--pose", " ".join(str(x) for row in pose["pose"] for x in row), "--frame", frame]
    assert json.loads(whole("ik", path, *matrix, "--json"))["poses"][0]["solutions"]
    assert whole("build", path, "-o", str(tmp_path / "c"), "-Q", "gravity", "--no-run")
    assert list((tmp_path / "c").rglob("*.c"))


def whole(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_refused_names(tmp_path: Path) -> None:
    assert "RRRP may be R+R+R+P, R+R+R=P, R+R=R+P, R+R=R=P ..." in refused("show", "RRRP")
    assert "UPS may be U~Pf~S. Names have letters" in refused("show", "ups")
    assert "did you mean 'R=R=R=P'? Names have" in refused("show", "R-R=R=P")
    assert "such as R=R=R=P" in refused("show", "nonsense")
    assert "write 'P+R=R+P'" in refused("show", "P+R=R+P90")
    assert "ending in .yaml" in refused("show", "R=R", "-o", str(tmp_path / "x.txt"))
    assert "ending in .svg" in refused("show", "R=R", "--picture", str(tmp_path / "x.png"))


EXAMPLES = Path(__file__).parents[2] / "examples"


def test_find_by_motions_word_and_name() -> None:
    assert len(json.loads(run("find", "--mask", "3T1R", "--joints", "4", "--json"))["chains"]) == 28
    out = run("find", "--word", "rrs", "--joints", "5")
    assert "R~R~S" in out
    assert "S5RRRRR12V1" in out
    assert run("find", "--name", "R=R=R=P") == "R=R=R=P: S4RRRP1 in the known database\n"
    merged = json.loads(run("find", "--name", "S4RPPR5", "--json"))
    assert merged["chains"] == ["R+P+P+R", "R+P+P90+R"]
    assert [rule.split(":")[0] for rule in merged["rules"]] == ["rows merged"]
    assert "no chain" in run("find", "--name", "S4RRPR2")


def test_find_by_a_robot() -> None:
    facts = json.loads(run("find", "--like", str(EXAMPLES / "scara.yaml"), "--json"))
    assert (facts["base"], facts["frame"]) == ("world", "tool")
    assert [(x["name"], x["known"], x["differences"]) for x in facts["chains"]] == [("R=R=P=R", ["S4RRPR1"], [])]
    assert facts["chains"][0]["values"]["a2"] == pytest.approx(0.325)
    assert "from trunk to hind_right_foot" in run("find", "--like", str(EXAMPLES / "quadruped.yaml"))


def test_find_says_what_cannot_be_found() -> None:
    scara = str(EXAMPLES / "scara.yaml")
    assert "each look in their own way" in refused("find", "--like", scara, "--mask", "3T1R")
    assert "name the robot's file by --like" in refused("find", "--frame", "tool")
    assert "there is no frame 'tol'" in refused("find", "--like", scara, "--frame", "tol")
    assert "is no word of joints" in refused("find", "--word", "RXR")
    assert "has the word RRRRRR" in refused("find", "--word", "RRRRRR", "--joints", "3")
    assert "has no chain 'S9R1'" in refused("find", "--name", "S9R1")
    assert "depends on other joints" in refused("find", "--like", str(EXAMPLES / "loops" / "fourbar.yaml"))
    assert "is spherical" in refused("find", "--like", str(EXAMPLES / "spherical_pendulum.yaml"))
    assert "has no joints" in refused("find", "--like", str(next((EXAMPLES / "manifold").glob("*.yaml"))))
