"""Generated JavaScript, run by Node: robots, checks of inputs, results in place, pieces, names, special values."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import linkwright as lw
from tests.support.emit import TARGETS, BuildContext, Check, emit
from tests.support.graph import Port
from tests.support.passes import Kernel
from tests.support.verification import run_tests

from .kernels import Builder, interpret, tiny
from .robots import NAMES, parameters, robot
from .special import PAIRS, differing, special
from .test_c import random_kernel

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="no node found")


def node(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(NODE), *words], cwd=folder, capture_output=True, text=True, timeout=240)


def script(folder: Path, kernel: Kernel, text: str) -> str:
    """What a script prints that has the kernel's module as `robot`."""
    emit([kernel], "javascript", BuildContext("tiny")).write(folder)
    (folder / "script.mjs").write_text(f'import * as robot from "./tiny.js";\n{text}\n')
    ran = node(folder, "script.mjs")
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize("name", NAMES)
def test_a_robot_passes_its_own_tests(name: str, tmp_path: Path) -> None:
    built = lw.build(robot(name), to="javascript", out=tmp_path, parameters=parameters(name))
    (row,) = built.tests
    assert row.ok, row.output
    assert row.checks >= 21
    assert row.error is not None
    assert row.error < 1e-12
    folder = tmp_path / "javascript"
    example = node(folder, f"example_{robot(name).name}.mjs")
    assert example.returncode == 0, example.stderr
    assert "inverse_dynamics Float64Array" in example.stdout
    package = json.loads((folder / "package.json").read_text())
    words = package["scripts"]["test"].split()  # what `npm test` runs
    assert words[0] == "node"
    assert re.search(rf"^{row.checks} checks, {row.checks} passed", node(folder, *words[1:]).stdout, re.MULTILINE)


def test_a_wrong_expected_value_fails() -> None:
    kernel, state = tiny(), {"q": (0.5, -0.25)}
    wrong = interpret(kernel, {**state, "parameters": (1.5, 0.25)})["M"]
    wrong[3] *= 1 + 1e-8
    checks = (
        Check.expect("wrong", kernel, state, "M", wrong),
        replace(Check.expect("nan", kernel, state, "h", [0.0]), floor=1e9),
    )
    row = run_tests(emit([kernel], "javascript", BuildContext("t", checks=checks)), "javascript", 1)
    assert not row.ok
    assert (row.checks, row.passed) == (2, 1)
    broken = replace(
        TARGETS["javascript"], spell={**TARGETS["javascript"].spell, "mul": TARGETS["javascript"].spell["div"]}
    )
    zero = {"q": (0.5, -0.25), "parameters": (0.0, 0.0)}
    tree = emit([kernel], broken, BuildContext("t", checks=(Check.expect("nan", kernel, zero, "M", [0.0] * 4),)))
    row = run_tests(tree, "javascript", 1)
    assert (row.checks, row.passed) == (1, 0)


def test_bad_inputs_are_named_and_the_checks_can_be_switched_off(tmp_path: Path) -> None:
    calls = ["[1]", "[1, NaN]", "7", "undefined", "[1, 2], [1, Infinity]", "['a', 2]", "[1, 2], undefined, { M: [0] }"]
    text = "const p = [1, 2];\n"
    tries = [*(f"robot.mass_matrix({c})" for c in calls), "robot.mass_matrix(p, undefined, { M: p })"]
    tries += ["robot.with_parameters({ m2: 1 })"]
    text += "\n".join(f"try {{ {t}; console.log('nothing'); }} catch (e) {{ console.log(e.message); }}" for t in tries)
    text += "\nrobot.setChecks(false); console.log(robot.mass_matrix([1, NaN]).h);"
    text += "\nrobot.setChecks(true); try { robot.mass_matrix([1, NaN]) } catch (e) { console.log('on again'); }"
    assert script(tmp_path, tiny(), text).splitlines() == [
        "mass_matrix: q must be an array of 2 numbers, not 1",
        "mass_matrix: element 1 of q is NaN, not a finite number",
        "mass_matrix: q must be an array of 2 numbers, not 7",
        "mass_matrix: q must be an array of 2 numbers, not undefined",
        "mass_matrix: element 1 of parameters is Infinity, not a finite number",
        "mass_matrix: element 0 of q is a, not a finite number",
        "mass_matrix: M must be an array of 4 numbers, not 1",
        "mass_matrix: M must be an array of 4 numbers, not 2",
        "no element of parameters is called m2",
        "NaN",
        "on again",
    ]


def test_results_in_place_and_parameters_by_name(tmp_path: Path) -> None:
    text = """
const q = Float64Array.of(0.5, -0.25);
const out = {};
const first = robot.mass_matrix(q, undefined, out);
const M = out.M;
const again = robot.mass_matrix(q, robot.with_parameters({ L_upper: 0.75 }), out);
console.log(JSON.stringify([first === out, again === out, out.M === M, Object.isFrozen(robot.PARAMETERS)]));
console.log(JSON.stringify([...M, out.h]));
"""
    flags, values = script(tmp_path, tiny(), text).splitlines()
    assert json.loads(flags) == [True, True, True, True]
    expected = interpret(tiny(), {"q": (0.5, -0.25), "parameters": (1.5, 0.75)})
    assert json.loads(values) == pytest.approx([*expected["M"], *expected["h"]], rel=1e-14)


def test_one_output_is_returned_as_it_is(tmp_path: Path) -> None:
    kernel = tiny()
    (tmp_path / "vector").mkdir()
    (tmp_path / "number").mkdir()
    vector, scalar = (replace(kernel, outputs=(port,)) for port in kernel.outputs)
    text = "const out = new Array(4); const made = robot.mass_matrix([0, 0], undefined, out);"
    text += "console.log(made === out, made.join(), robot.mass_matrix([0, 0]) instanceof Float64Array);"
    assert script(tmp_path / "vector", vector, text).split() == ["true", "2.25,0.375,0.375,1.5", "true"]
    assert script(tmp_path / "number", scalar, "console.log(robot.mass_matrix([0, Math.PI / 2]))").split() == ["0.5"]


@pytest.mark.parametrize("piece", [0, 40, 200])
def test_pieces_compute_the_same(piece: int) -> None:
    kernel = random_kernel(1, 900, 30)
    values = kernel.outputs[0].nodes
    numbers = tuple(Port(f"n{k}", (), (values[k],)) for k in (0, 7, 19))  # plain numbers, returned by the pieces
    kernel = replace(kernel, outputs=(*kernel.outputs, *numbers))
    inputs = {"x": [0.3, -1.2, 2.2, 0.7, -0.4, 5.0, 1.1], "s": [0.9]}
    expected = interpret(kernel, inputs)
    checks = tuple(Check.expect(name, kernel, inputs, name, found) for name, found in expected.items())
    tree = emit([kernel], replace(TARGETS["javascript"], piece=piece), BuildContext("r", checks=checks))
    assert (len(re.findall(r"^function \$long_chain_\d+", tree["r.js"], re.MULTILINE)) > 1) == bool(piece)
    row = run_tests(tree, "javascript", 1)
    assert row.ok, row.output
    assert row.passed == 6


def test_special_values_are_those_of_the_interpreter(tmp_path: Path) -> None:
    text = "robot.setChecks(false);\nconst show = (v) => Object.is(v, -0) ? '-0' : String(v);\n"
    text += f"for (const [x, y] of {json.dumps(PAIRS)}) console.log([...robot.f(x, y)].map(show).join());"
    lines = script(tmp_path, special(), text).splitlines()
    found = [[float(word) for word in line.split(",")] for line in lines]
    wrong = {pair: bad for pair, row in zip(PAIRS, found, strict=True) if (bad := differing(*pair, row))}
    assert not wrong


def test_text_from_a_file_stays_text() -> None:
    hostile = "*/ process.exit(7); /* `${process.exit(7)}` ' \" \\ \n process.exit(7) //\u2028 process.exit(7)"
    kernel = tiny()
    ports = tuple(replace(p, doc=hostile, labels=(hostile, "__proto__")) for p in kernel.inputs)
    kernel = replace(kernel, doc=hostile, equation=hostile, reference=hostile, inputs=ports)
    state = {"q": (0.1, 0.2), "parameters": (1.0, 2.0)}
    check = Check.expect(hostile, kernel, state, "h", interpret(kernel, state)["h"])
    row = run_tests(
        emit([kernel], "javascript", BuildContext(hostile, conventions=hostile, checks=(check,))), "javascript", 1
    )
    assert row.ok, row.output
    assert row.passed == 1


def test_words_of_the_language_are_no_names() -> None:
    words = ["class", "out", "Math", "undefined", "t1", "$work", "naïve name", "PARAMETERS", "let", "await"]
    b = Builder()
    made = [b.op("sin", b.input(word, (1,), defaults=(0.5,))[0]) for word in words]
    kernel = b.kernel("delete", {"new": ((len(made),), made)})
    checks = (Check.expect("names", kernel, {words[0]: [0.5]}, "new", [math.sin(0.5)] * len(made)),)
    row = run_tests(emit([kernel], "javascript", BuildContext("default", checks=checks)), "javascript", 1)
    assert row.ok, row.output
    assert row.passed == 1
