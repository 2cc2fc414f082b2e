"""The tools that measure: what they compare, and what they call worse."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from benchmarks.chains import chains, chosen
from benchmarks.counting import Cell, CountTable, Earlier, changes, counted, earlier, in_order
from benchmarks.instructions import _calls, identical
from benchmarks.lines import lines
from benchmarks.loops_opcounts import TABLE as LOOPS
from benchmarks.machine import ANGLE, Near, near, operations
from benchmarks.peak import contestants, sizes, writer
from benchmarks.serial_chains import FIELD, Network, all_measured, complaints, tables
from benchmarks.serial_opcounts import TABLE as SERIAL
from benchmarks.speed_page import table
from benchmarks.timing import race

from .emit.kernels import Builder

REACH = Path(__file__).parents[1] / "benchmarks" / "code_reach"
SMALL = {("2R", "M"), ("2R", "Mb"), ("fourbar2", "gravity", "IC")}


def test_cells_are_counted_and_compared_with_their_references() -> None:
    cells = in_order(counted([SERIAL, LOOPS], lambda names: names in SMALL, None, 1))
    assert [cell.names for cell in cells] == [("fourbar2", "gravity", "IC"), ("2R", "M"), ("2R", "Mb")]
    assert all(0 < cell.ratio <= 1 for cell in cells)
    assert cells[1].total == cells[1].counts[0] + cells[1].counts[1]  # sines are not compared


def test_one_derivation_serves_all_cells_that_are_the_same_to_us() -> None:
    names = [("palh3m2", "inverse_dynamics", column) for column in ("IC-L", "IC-NE")]
    assert len({LOOPS.derivation(n) for n in names}) == 1
    assert LOOPS.derivation(("palh3m2", "gravity", "TE")) == ("palh3m2", "gravity", "TE")


def cell(table: CountTable, names: tuple[str, ...], *counts: int) -> Cell:
    return Cell(table, names, counts, 0.0)


def test_what_changed_since_an_earlier_run_is_named(tmp_path: Path) -> None:
    file = tmp_path / "old.csv"
    file.write_text("robot,quantity,add,mul,div,neg,sin,cos\n2R,M,5,5,0,0,1,1\n2R,Mb,4,4,0,0,1,1\n")
    before = earlier(file, [LOOPS, SERIAL])
    assert before == Earlier(SERIAL, {("2R", "M"): (5, 5, 0, 0, 1, 1), ("2R", "Mb"): (4, 4, 0, 0, 1, 1)})
    now = [cell(SERIAL, ("2R", "M"), 6, 5, 0, 0, 1, 1), cell(SERIAL, ("2R", "Mb"), 4, 4, 0, 0, 1, 1)]
    assert changes(now, [before]) == [(now[0], (5, 5, 0, 0, 1, 1))]
    file.write_text("what,is,this\n")
    with pytest.raises(SystemExit, match="no table of counts"):
        earlier(file, [LOOPS, SERIAL])


def test_calls_are_counted_by_names_and_numbers() -> None:
    profile = "fn=(1) main\n1 5\ncfn=(2) f\ncalls=3 10\n1 30\ncfn=(2)\ncalls=4 10\n1 40\ncfn=(3) g\ncalls=1 2\n"
    assert _calls(profile) == {"f": 7, "g": 1}


def test_sources_are_the_same_but_for_the_hash_of_the_model(tmp_path: Path) -> None:
    for side, text in (("a", "from model 12ab"), ("b", "from model 98fe"), ("c", "from model 12ab but")):
        (tmp_path / side).mkdir()
        (tmp_path / side / "robot.c").write_text(f"/* {text} */\n")
        (tmp_path / side / "test_robot.c").write_text(side)
    assert identical(tmp_path / "a", tmp_path / "b")
    assert not identical(tmp_path / "a", tmp_path / "c")


def test_lines_are_counted_by_folder(tmp_path: Path) -> None:
    (tmp_path / "linkwright" / "graph" / "deep").mkdir(parents=True)
    for name, text in (
        ("__init__.py", "a\n"),
        ("graph/x.py", "a\nb\n"),
        ("graph/deep/y.py", "a\n"),
        ("graph/z.txt", "a\n"),
    ):
        (tmp_path / "linkwright" / name).write_text(text)
    count, files = lines(tmp_path)
    assert count == {"__init__.py": 1, "graph": 3}
    assert files == {"__init__.py": 1, "graph": 2}


def test_serial_chains_are_read_with_every_constant_a_symbol() -> None:
    assert len(chains()) == 616
    robot = chains()["S3PPR1"].robot
    assert robot.joint_names == ("joint1", "joint2", "joint3")
    assert set(robot.parameters) >= {"g1", "a2", "d3"}
    tau = lw.derive(robot, "inverse_dynamics", parameters="inertial").inputs["parameters"].labels
    assert len([name for name in tau if name[-1] == "3" and name not in ("g3", "a3", "d3")]) == 10
    assert {chain.joints for chain in chosen(["S4"])} == {4}


def test_a_chain_is_measured_and_what_does_not_hold_is_named() -> None:
    found = list(all_measured(["S3PPR1"], 1, 1))
    assert [network.name for network in found[0].networks][:2] == ["inverse_dynamics inertial", "inverse_dynamics base"]
    assert found[0].networks[0].total < FIELD[3]
    assert not complaints(found)
    wrong = replace(found[0], rank=4, networks=(Network("gravity base", (1, 2, 0, 5, 1, 1, 0), ("no zeros",)),))
    assert wrong.networks[0].total == 5
    assert complaints([wrong]) == ["S3PPR1: 5 base parameters, rank 4", "S3PPR1: gravity base: no zeros"]
    assert [table.row_count for table in tables(found)] == [1, 6, 1]


def test_which_test_evaluates_a_place_is_written_down_and_sources_stay_as_they_are(tmp_path: Path) -> None:
    """A place that a test evaluates twice, one that a test reads, one that nothing evaluates."""
    code = "def f(x):\n    return x * (x + 1)\n\ndef g(x):\n    return x - 1\n\ndef h(x):\n    return x / 2\n"
    asks = "import inspect, m; assert m.f(2) + m.f(2) == 12 and 'return x - 1' in inspect.getsource(m.g); m.h"
    (tmp_path / "m.py").write_text(code)
    (tmp_path / "places").write_text(json.dumps({"m.py": [[0, 2, 16, 2, 21], [1, 5, 11, 5, 16], [2, 8, 11, 8, 16]]}))
    (tmp_path / "reached").touch()
    names = {"PLACES": str(tmp_path / "places"), "REACHED": str(tmp_path / "reached")}
    own = {"PYTHONPATH": f"{REACH}{os.pathsep}{tmp_path}", "PYTEST_CURRENT_TEST": "tests/a.py::b[c d] (call)"}
    subprocess.run([sys.executable, "-B", "-c", asks], env=os.environ | names | own, check=True)
    seen = ["0 tests/a.py::b[c d]", "1 tests/a.py::b[c d]"]
    assert (tmp_path / "reached").read_text().splitlines() == seen


def test_how_near_to_the_machine_a_row_is() -> None:
    """From times alone: a kernel of 100 operations and 2 angles in 88 cycles is at half of a peak of 4 operations per cycle."""
    b = Builder()
    x = b.input("x", (3,))
    y = [b.op("mul", b.op("sin", x[0]), b.op("cos", x[0])), b.op("sqrt", b.op("cos", x[1]))]
    for _ in range(98):
        y[1] = b.op("add", y[1], x[2])
    kernel = b.kernel("f", {"y": ((2,), y)})
    assert operations(kernel) == (100, 2)
    chains, lanes = sizes()
    cycle = 0.5
    ns = {"machine_cycles": cycle, "machine_scalar": chains / 2 * cycle, "machine_vector": chains / 2 * cycle}
    found = near(kernel, {**ns, "c": (100 + 2 * ANGLE) / 2 * cycle, "batched": 44.0, "write": 11.0})
    assert (found.gigahertz, found.scalar_peak, found.vector_peak) == (2.0, 4.0, 4.0 * lanes)
    assert found.c_per_cycle == pytest.approx(2.0)
    assert found.c_of_peak == pytest.approx(0.5)
    assert found.batch_of_write == 0.25
    assert found.batch_of_peak == pytest.approx((100 + 2 * ANGLE) * cycle / 44 / found.vector_peak)
    assert near(kernel, {**ns, "c": 1.0}).batch_of_write is None


def test_the_operations_of_an_angle_are_those_of_the_code() -> None:
    """Additions, subtractions and products of linkwright_sincos_near, read from its text."""
    text = (Path(lw.__file__).parent / "emit/languages/c/files/sincos.h").read_text()
    body = text[text.index("const double shifted") : text.index("/* the quadrant")]
    assert sum(body.count(f" {sign} ") for sign in "+-*") == ANGLE


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc found")
def test_vectors_do_more_than_scalars() -> None:
    """A vector of multiply-adds takes about as long as one alone; both are twice a cycle or better for each of the chains."""
    everybody = contestants()
    times = race(everybody, 3)
    scalar, vector, cycle = (times[k] for k in range(3))
    chains, lanes = sizes()
    assert vector / lanes < 0.8 * scalar
    assert scalar < 4 * chains * cycle
    out = [np.zeros(100), np.zeros(28)]
    writer(out, 4).seconds(8)
    assert all(x.min() == x.max() == 2.0 for x in out)


def test_the_page_shows_what_was_measured(tmp_path: Path) -> None:
    pytest.importorskip("pinocchio")  # a peer, which the benchmark imports
    from benchmarks.speed import Row, write_csv

    found = Near(100, 2, 3.5, 4.0, 32.0, 3.0, 0.75, 8.0, 0.25, 0.0625)
    row = Row(
        "ur5", "mass_matrix", 31.6, 99.0, 12.4, 1.84, 318.0, "g++/0", None, 10.06, 5, 25.6, 18, None, 2, "", found
    )
    write_csv([row, replace(row, quantity="twist")], tmp_path / "speed.csv")
    with (tmp_path / "speed.csv").open() as file:
        shown = table(csv.DictReader(file)).splitlines()
    cells = "32 | 12 | 1.8 | 318 | - | 10.1 | 26 | 3.0 (75 %) | 8.0 (25 %) | 6 %"
    assert shown[2:] == [f"| UR5 mass matrix | {cells} |"]
