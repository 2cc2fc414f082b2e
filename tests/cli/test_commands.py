"""The command line as it is called: what is printed, what is written, how it fails."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.support.cli import app
from tests.support.package import LinkwrightError
from tests.support.systems import needs_links

EXAMPLES = Path(__file__).parents[2] / "examples"
PENDULUM = str(EXAMPLES / "double_pendulum.yaml")
ARM = str(EXAMPLES / "elbow6.urdf")


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_textbook_double_pendulum() -> None:
    """The equations of the design's example, as a textbook prints them."""
    out = run("equations", PENDULUM)
    for line in (
        "M11 = L1 L2 m2 cos(q2) + L1²m1/4 + L1²m2 + L2²m2/4",
        "M12 = L1 L2 m2 cos(q2)/2 + L2²m2/4",
        "M22 = L2²m2/4",
        "V1 = −L1 L2 m2 q̇2 sin(q2)(q̇1 + q̇2/2) + c q1 + d q̇1",
        "V2 = L1 L2 m2 q̇1² sin(q2)/2",
        "G1 = g(L1 m1 sin(q1)/2 + L1 m2 sin(q1) + L2 m2 sin(q1+q2)/2)",
        "G2 = g L2 m2 sin(q1+q2)/2",
    ):
        assert line in out


def test_equations_latex_json_and_page(tmp_path: Path) -> None:
    assert r"\cos\left(q_{2}\right)" in run("equations", PENDULUM, "--latex") or r"\cos" in run(
        "equations", PENDULUM, "--latex"
    )
    data = json.loads(run("equations", PENDULUM, "--json", "--quantity", "M"))
    assert [(x["quantity"], x["style"]) for x in data] == [("mass_matrix", "closed")]
    assert [x["name"] for x in data[0]["lines"]] == ["M11", "M12", "M22"]
    assert "cos" in data[0]["lines"][0]["text"]
    assert "\\cos" in data[0]["lines"][0]["latex"]
    page = tmp_path / "eq.html"
    run("equations", PENDULUM, "--html", str(page))
    assert "<msub>" in page.read_text(encoding="utf-8")
    assert "script" not in page.read_text(encoding="utf-8")


def test_equations_in_steps() -> None:
    out = run("equations", ARM, "--quantity", "tau", "--style", "steps")
    assert "τ6 =" in out
    assert out.count("\n") > 30


def test_check_tells_everything() -> None:
    facts = json.loads(run("check", ARM, "--json"))
    assert (facts["nq"], facts["nv"], facts["tree"]["base"], facts["loops"]) == (6, 6, "fixed", [])
    assert [j["q"] for j in facts["tree"]["joints"] if j["type"] != "fixed"] == [[k] for k in range(6)]
    assert any(n["kind"] == "ignored" for n in facts["notes"])
    assert json.loads(run("check", ARM, "--floating", "--json"))["nv"] == 12
    assert "parameters" in run("check", PENDULUM)


def test_new_check_build(tmp_path: Path) -> None:
    """A template is a valid robot from the start, and is not overwritten."""
    file = tmp_path / "arm.yaml"
    run("new", str(file), "--joints", "RRPR")
    assert json.loads(run("check", str(file), "--json"))["nv"] == 4
    before = file.read_text(encoding="utf-8")
    with pytest.raises(LinkwrightError, match="exists already"):
        CliRunner().invoke(app, ["new", str(file)], catch_exceptions=False)
    assert file.read_text(encoding="utf-8") == before
    out = run("build", str(file), "--to", "numpy", "-o", str(tmp_path / "out"))
    assert "ok" in out


def test_build_c_runs_its_tests(tmp_path: Path) -> None:
    result = json.loads(
        run("build", ARM, "--to", "c,numpy", "-o", str(tmp_path / "out"), "--quantity", "rnea,crba,aba", "--json")
    )
    assert result["ok"]
    assert {row["language"] for row in result["tests"]} == {"c", "numpy"}
    for row in result["tests"]:
        assert row["passed"] == row["checks"] > 0 or row["note"].startswith("written, not run")


def test_verify_reports_laws() -> None:
    data = json.loads(run("verify", PENDULUM, "--json"))
    assert data["ok"]
    assert {3, 4, 5, 6, 8} <= {row["law"] for row in data["laws"] if row["exact"]}


def test_simulation_writes_and_balances(tmp_path: Path) -> None:
    plot, table = tmp_path / "sim.svg", tmp_path / "sim.csv"
    state = ("--time", "1", "--q0", "0.5, 30 deg", "--torque", "sin(t), -v2/10")
    facts = json.loads(run("simulate", PENDULUM, *state, "--plot", str(plot), "--csv", str(table), "--json"))
    assert facts["energy_error"] < 1e-7
    assert plot.read_text(encoding="utf-8").count('<g id="axes_') == 9  # four per joint, and the energy
    rows = table.read_text(encoding="utf-8").splitlines()
    assert rows[0] == "t,q1,q2,v1,v2,a1,a2,tau1,tau2,kinetic,potential,energy"
    assert len(rows) == 102


def test_conventions_and_quantities() -> None:
    assert "Quaternions: x y z w" in run("conventions")
    every = json.loads(run("quantities", "--json"))
    assert every["inverse_dynamics"]["kinds"] == ["open", "closed", "lagrangian"]
    assert every["variational_end"]["kinds"] == ["lagrangian"]
    own = json.loads(run("quantities", PENDULUM, "--json"))
    assert set(own) == {name for name, x in every.items() if "open" in x["kinds"]}
    assert "kinds" in run("quantities").splitlines()[1]


KINDS = (PENDULUM, str(EXAMPLES / "loops/fourbar.yaml"), str(EXAMPLES / "manifold/spherical_pendulum.yaml"))


@pytest.mark.parametrize(
    "words",
    [("check",), ("equations",), ("simulate", "--time", "0.1"), ("bench", "-Q", "mass_matrix"), ("quantities",)],
)
def test_one_shape_of_data_per_command(words: tuple[str, ...]) -> None:
    """The keys that --json prints are the same for a tree, a closed robot and a Lagrangian."""
    found = [json.loads(run(words[0], file, *words[1:], "--json")) for file in KINDS]
    assert len({type(x) for x in found}) == 1
    rows = [list(x.values()) if words[0] == "quantities" else x if isinstance(x, list) else [x] for x in found]
    assert len({tuple(row) for x in rows for row in x}) == 1
    if words == ("check",):
        assert [x["kind"] for x in found] == ["open", "closed", "lagrangian"]
        assert all(isinstance(x["loops"], list) and isinstance(x["notes"], list) for x in found)
        assert [[x[part] is None for part in ("tree", "closure", "lagrangian")] for x in found] == [
            [False, True, True],
            [False, False, True],
            [True, True, False],
        ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("check", "nowhere.urdf"), "nowhere.urdf"),
        (("simulate", PENDULUM, "--q0", "1"), "needs 2"),
        (("simulate", PENDULUM, "--torque", "x,1"), "unknown names: x"),
        (("equations", PENDULUM, "--quantity", "mass_matrx"), "did you mean"),
        (("build", PENDULUM, "--to", "cobol", "-o", "unused"), "cobol"),
        (("new", "arm.txt"), ".yaml"),
        (("new", "arm.yaml", "--joints", "RX"), "R (revolute)"),
    ],
)
def test_bad_input_ends_with_code_2_and_no_traceback(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "linkwright.cli.main", *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_build_prints_the_table(tmp_path: Path) -> None:
    out = run(
        "build",
        PENDULUM,
        "--to",
        "numpy,latex",
        "-o",
        str(tmp_path),
        "--quantity",
        "all",
        "--parameters",
        "base",
        "--no-run",
    )
    assert "left out potential_energy: " in out
    out = run("build", ARM, "--to", "numpy", "-o", str(tmp_path), "--frame", "forearm", "-Q", "J,M")
    head, row = out.splitlines()[-2:]
    assert head.split() == ["language", "files", "functions", "tests", "passed", "max", "error", "seconds", "result"]
    assert row.split()[:2] == ["numpy", "5"]
    assert row.split()[-1] == "ok"
    data = json.loads(run("build", ARM, "--to", "numpy", "-o", str(tmp_path), "-Q", "M", "--json"))
    assert data["ok"] is True
    assert data["tests"][0]["seconds"] > 0
    assert "README.md" in data["files"]["numpy"]


@needs_links
def test_build_names_what_an_older_build_left(tmp_path: Path) -> None:
    def build(robot: str) -> str:
        return run("build", robot, "--to", "numpy", "-o", str(tmp_path), "-Q", "M", "--no-run")

    assert "still there" not in build(PENDULUM)
    (tmp_path / "numpy" / "mine.py").write_text("print('by hand')")
    (tmp_path / "numpy" / "link.py").symlink_to("mine.py")
    assert "still there" not in build(PENDULUM)
    assert "still there from another build: numpy/double_pendulum.py and 2 more" in " ".join(build(ARM).split())
    assert (tmp_path / "numpy" / "double_pendulum.py").exists()


def test_build_refuses_an_unknown_effort(tmp_path: Path) -> None:
    with pytest.raises(LinkwrightError, match="no effort 5"):
        run("build", ARM, "-o", str(tmp_path), "--effort", "5")


LOOPS = EXAMPLES / "loops"


def test_pictures_of_trees_and_loops(tmp_path: Path) -> None:
    path = tmp_path / "m.svg"
    assert "wrote" in run("picture", str(LOOPS / "fourbar.yaml"), "--q", "1.3", "--out", str(path))
    assert path.read_text(encoding="utf-8").count('class="ring"') == 2  # the closure, and the legend
    assert run("picture", PENDULUM).startswith("<svg")


def test_check_tells_of_loops() -> None:
    facts = json.loads(run("check", str(LOOPS / "fourbar.yaml"), "--json"))
    found = facts["closure"]
    assert (found["free"], found["dependent"], found["actuated"]) == (["crank"], ["coupler", "rocker"], ["crank"])
    assert (facts["nq"], facts["nv"], facts["degrees_of_freedom"], facts["tree"]["nv"]) == (1, 1, 1, 3)
    assert found["mobility"]["degrees_of_freedom"] == 1
    assert found["mobility"]["by_counting"] == -2
    (loop,) = facts["loops"]
    assert (loop["kind"], loop["rows"], loop["solved_by"]) == ("pin", ["x", "y"], ["two circles"])
    assert len(loop["dropped"]) == 3
    assert len(found["assemblies"][0]["positions"]) == 2
    assert "mobility 1 (by counting -2" in run("check", str(LOOPS / "fourbar.yaml"))


def test_a_closed_robot_is_built_for_a_frame_of_its_own(tmp_path: Path) -> None:
    path, out = str(LOOPS / "fourbar.yaml"), tmp_path / "out"
    run("build", path, "--to", "numpy", "-o", str(out), "-Q", "J,M", "--frame", "rocker_bar")
    assert "speak of 'rocker_bar'" in (out / "numpy" / "README.md").read_text(encoding="utf-8")
    with pytest.raises(LinkwrightError, match="no frame 'nowhere'"):
        run("build", path, "--to", "numpy", "-o", str(out), "--frame", "nowhere")
    assert "J11" in run("equations", path, "-Q", "J", "--frame", "rocker_bar")


def test_equations_of_loops() -> None:
    assert "M11 = l2²m2 + Izz1 + Izz3" in run("equations", str(LOOPS / "fourbar2.yaml"), "--quantity", "M")
    out = run("equations", str(LOOPS / "slider_crank.yaml"), "--quantity", "G")
    assert "θ2 = r cos(q1) + √(" in out


def test_what_is_left_out_for_one_reason_is_one_line(tmp_path: Path) -> None:
    rack = str(EXAMPLES / "loops" / "rack_pinion.yaml")
    out = run("build", rack, "--to", "numpy", "-Q", "all", "--no-run", "-o", str(tmp_path))
    (line,) = (x for x in out.splitlines() if "is not a platform" in x)
    assert line.startswith("left out inverse_jacobian, platform_inverse_dynamics, ")


def test_bench_has_no_empty_column() -> None:
    out = run("bench", str(EXAMPLES / "loops" / "rack_pinion.yaml"), "-Q", "momentum")
    assert "batch ns/state" in out
    assert "Pinocchio" not in out


def test_python_runs_the_package_as_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "linkwright", "conventions"], capture_output=True, text=True, check=True
    )
    assert "quaternion" in done.stdout.lower()
