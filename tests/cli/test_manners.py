"""How a command treats who waits: progress, the pose it starts from, what it says of names and packages, how it ends."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwright as lw
from tests.support import cli
from tests.support.cli import app
from tests.support.package import LinkwrightError
from tests.support.terminal import equations_command, extras, simulate_command, verify_command

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PENDULUM, ARM = str(EXAMPLES / "double_pendulum.yaml"), str(EXAMPLES / "elbow6.urdf")
FOURBAR = str(EXAMPLES / "loops" / "fourbar.yaml")


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


# --- the start -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "start"),
    [
        ((PENDULUM,), "shoulder 0, elbow 0"),
        ((PENDULUM, "--q0", "0.5, 30 deg"), "shoulder 0.5, elbow 0.523599"),
        ((str(EXAMPLES / "manifold/spherical_pendulum.yaml"),), "q_1 0.6, q_2 0, q_3 -0.8"),
    ],
)
def test_simulate_tells_where_it_starts(words: tuple[str, ...], start: str) -> None:
    assert f"start: {start}\n" in run("simulate", *words, "--time", "0.02")


def test_the_start_that_a_closed_robot_chose_is_told_and_can_be_given_back(tmp_path: Path) -> None:
    """The pose that is told draws the same picture."""
    first, second = tmp_path / "a.svg", tmp_path / "b.svg"
    out = run("picture", FOURBAR, "-o", str(first))
    told = re.search(r"fourbar at crank (\S+)", out)
    assert told is not None
    assert "at crank" not in run("picture", FOURBAR, "--q", told[1], "-o", str(second))
    a, b = (np.array(re.findall(r"-?\d+\.\d+", x.read_text(encoding="utf-8")), float) for x in (first, second))
    np.testing.assert_allclose(a, b, atol=0.02)
    assert f"start: crank {told[1]}\n" in run("simulate", FOURBAR, "--time", "0.02")


def test_the_picture_on_standard_output_is_nothing_but_the_picture() -> None:
    done = CliRunner().invoke(app, ["picture", FOURBAR], catch_exceptions=False)
    assert done.stdout.rstrip().endswith("</svg>")
    assert "fourbar at crank" in done.stderr


# --- progress --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (verify_command, ("verify", PENDULUM)),
        (equations_command, ("equations", PENDULUM, "-Q", "M,V,G")),
        (simulate_command, ("simulate", PENDULUM, "--time", "0.02")),
    ],
)
def test_work_tells_how_far_it_is(command: object, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[str, float]] = []

    @contextmanager
    def listening() -> Generator[Callable[[str, float], None]]:
        yield lambda text, part: heard.append((text, part))

    monkeypatch.setattr(command, "steps", listening)
    run(*words)
    parts = [part for _, part in heard]
    assert len(parts) >= 3
    assert parts == sorted(parts)
    assert parts[0] == 0
    assert 0.5 <= parts[-1] <= 1
    assert len({text for text, _ in heard}) == len(heard)


# --- names and packages ----------------------------------------------------------------------------------------------------


def names_told(*words: str) -> list[str]:
    with pytest.raises(LinkwrightError, match="no parameter matches") as caught:
        run(*words)
    return caught.value.hint.removeprefix("there are: ").split(" and ")[0].split(", ")


@pytest.mark.parametrize("words", [("equations", ARM), ("build", ARM, "--no-run", "--to", "c")])
def test_a_wrong_pattern_is_told_what_there_is(words: tuple[str, ...], tmp_path: Path) -> None:
    more = ("-o", str(tmp_path / "out")) if words[0] == "build" else ()
    names = names_told(*words, *more, "--symbolic", "masss_forearm")
    assert names[0] == "mass_forearm"
    assert len(names) == len(set(names)) == 20
    for name in names[:3]:  # they are names that work
        assert "parameters" in lw.derive(lw.load(ARM), "mass_matrix", symbolic=name).inputs
    assert not (tmp_path / "out").exists()


def test_parameters_of_the_file_are_among_the_names() -> None:
    assert {"m1", "L2", "g"} <= set(names_told("equations", PENDULUM, "--symbolic", "zzz"))


def missing_matplotlib(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> str:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for name in [name for name in sys.modules if name.startswith("linkwright.view.plot")]:
        monkeypatch.delitem(sys.modules, name)
    assert cli.run(["simulate", PENDULUM, "--plot", str(folder / "x.svg")]) == 2
    return capsys.readouterr().err


def test_a_missing_package_is_installed_from_the_clone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    told = missing_matplotlib(monkeypatch, capsys, tmp_path)
    command = re.search(r"pip install -e '(.*)\[(\w+)\]'", told)
    assert command is not None
    project = tomllib.loads((Path(command[1]) / "pyproject.toml").read_text(encoding="utf-8"))
    assert command[2] in project["project"]["optional-dependencies"]
    monkeypatch.chdir(ROOT)
    assert "pip install -e '.[plot]'" in missing_matplotlib(monkeypatch, capsys, tmp_path)


def test_a_missing_package_of_an_installed_linkwright(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "lib" / "site-packages" / "linkwright" / "installed.py"))
    assert "pip install 'linkwright[plot]'" in missing_matplotlib(monkeypatch, capsys, tmp_path)
    assert extras.as_it_works_here("nothing to install") == "nothing to install"


# --- the end ---------------------------------------------------------------------------------------------------------------


def stopped(words: list[str], how: signal.Signals, tmp_path: Path) -> tuple[int, str, list[str]]:
    """Exit code, what was said, and what is left in the output and temporary folders of a command stopped in its work."""
    out, temporary = tmp_path / "out", tmp_path / "tmp"
    out.mkdir()
    temporary.mkdir()
    told = [str(out / word.removeprefix("OUT/")) if word.startswith("OUT/") else word for word in words]
    process = subprocess.Popen(
        [sys.executable, "-c", _BUSY, *told],
        env={**os.environ, "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "writing\n"
        assert list(out.iterdir())  # it is half way
        process.send_signal(how)
        start = time.monotonic()
        _, said = process.communicate(timeout=20)
        assert time.monotonic() - start < 10
    finally:
        process.kill()
    return process.returncode, said, [p.name for folder in (out, temporary) for p in folder.iterdir()]


_BUSY = """
import signal, sys, tempfile, time
from pathlib import Path
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may have said nohup
import linkwright.simulation.flow, linkwright.cli.simulate as command
from linkwright.cli.main import main

def slow(motion, path):
    with tempfile.TemporaryDirectory():
        Path(path).write_text("half")
        print("writing", flush=True)
        time.sleep(60)

command.write_csv = slow
main()
"""
"""The command itself, with a table that takes a minute to write."""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("how", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)], ids=["TERM", "INT", "HUP"]
)
def test_a_signal_leaves_nothing_half_written(how: signal.Signals, code: int, tmp_path: Path) -> None:
    found = stopped(["simulate", PENDULUM, "--time", "0.1", "--csv", "OUT/x.csv"], how, tmp_path)
    assert found[0] == code
    assert "Traceback" not in found[1]
    assert found[2] == []


_COMPILER = """#!/bin/sh
sleep 300 &
echo $$ $! >> "$PIDS"
wait
"""
"""A compiler that takes five minutes, by a child of its own."""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("how", "code", "to"),
    [(signal.SIGTERM, 143, "c,cpp"), (signal.SIGINT, 130, "c,cpp"), (signal.SIGTERM, 143, "fmu")],
    ids=["TERM", "INT", "TERM of a unit"],
)
def test_compilers_end_with_a_build_that_is_stopped(how: signal.Signals, code: int, to: str, tmp_path: Path) -> None:
    tools, temporary, pids = tmp_path / "tools", tmp_path / "tmp", tmp_path / "pids"
    tools.mkdir()
    temporary.mkdir()
    for name in ("cc", "gcc", "clang", "c++", "g++", "clang++", "make"):
        (tools / name).write_text(_COMPILER, encoding="utf-8")
        (tools / name).chmod(0o755)
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    process = subprocess.Popen(
        [sys.executable, "-m", "linkwright", "build", PENDULUM, "-Q", "g", "--to", to, "-o", str(tmp_path / "out")],
        env={**os.environ, "PATH": path, "PIDS": str(pids), "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wanted = 1 if to == "fmu" else min(2, os.cpu_count() or 1)
    _wait_until(lambda: pids.exists() and pids.read_text().count("\n") == wanted, 60)
    running = [int(x) for x in pids.read_text().split()]
    assert all(map(_alive, running))
    process.send_signal(how)
    _, said = process.communicate(timeout=20)
    _wait_until(lambda: not any(map(_alive, running)), 10)
    assert process.returncode == code
    assert "Traceback" not in said
    assert list(temporary.iterdir()) == []
    half = [p for p in tmp_path.rglob("*") if p.name.startswith(".") or ".new" in p.name]
    assert half == []


def _wait_until(true: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def _alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked about does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


@pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")
def test_progress_goes_to_the_terminal_and_nowhere_else() -> None:
    """A bar on a terminal's stderr; where that is a pipe, nothing at all."""
    import pty

    words = [sys.executable, "-m", "linkwright", "simulate", PENDULUM, "--time", "0.5", "--q0", "1, 1"]
    reading, writing = pty.openpty()
    seen = subprocess.run(
        words, stdout=subprocess.PIPE, stderr=writing, check=True, env={**os.environ, "TERM": "xterm"}
    )
    os.close(writing)
    # A terminal gives no more than 4,096 bytes at once, which may end inside of a letter.
    told = os.read(reading, 100_000).decode(errors="replace")
    os.close(reading)
    assert "simulating double_pendulum" in told
    assert b"\x1b" not in seen.stdout
    quiet = subprocess.run(words, capture_output=True, check=True)
    assert quiet.stderr == b""
    assert quiet.stdout == seen.stdout
