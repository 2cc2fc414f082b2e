"""What the desk answers besides check and motion: equations, code, laws, conventions, templates, examples."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

import linkwright as lw
from linkwright.kernels import kernel
from linkwright.schema import from_json
from linkwright.studio.desk import answer
from linkwright.studio.desk.verify import verify
from tests.support.source import ROOT

EXAMPLES = ROOT / "examples"
PENDULUM = (EXAMPLES / "double_pendulum.yaml").read_text()
BALL = (EXAMPLES / "manifold" / "spherical_pendulum.yaml").read_text()


def ask(name: str, **payload: Any) -> dict[str, Any]:
    found = answer(name, payload)
    assert found["ok"], found
    return found


def test_equations_are_those_that_the_shell_prints() -> None:
    found = ask("equations", document=PENDULUM, quantities=["M", "V", "G"], style="closed")
    texts = [line["text"] for formula in found["formulas"] for line in formula["lines"]]
    readme = (ROOT / "README.md").read_text()
    assert len(texts) == 7
    assert all(text in readme for text in texts)
    assert all(f"{formula['heading']}\n" in readme for formula in found["formulas"])


def test_equations_of_a_frame_are_those_of_the_frame_that_was_named() -> None:
    (tip,) = ask("equations", document=PENDULUM, quantities=["forward_kinematics"], style="closed", frame="tip")[
        "formulas"
    ]
    (upper,) = ask("equations", document=PENDULUM, quantities=["fk"], style="closed", frame="upper")["formulas"]
    assert any("L2" in line["symbols"] for line in tip["lines"])
    assert not any("L2" in line["symbols"] for line in upper["lines"])


def test_lines_name_the_joints_and_parameters_they_mention() -> None:
    found = ask("equations", document=PENDULUM, quantities=["V"], style="closed")
    first, second = found["formulas"][0]["lines"]
    assert set(first["symbols"]) == {"L1", "L2", "m2", "shoulder", "elbow", "c", "d"}
    assert set(second["symbols"]) == {"L1", "L2", "m2", "shoulder", "elbow"}
    (formula,) = ask("equations", document=BALL, quantities=[], style="closed")["formulas"]
    assert set(formula["lines"][0]["symbols"]) >= {"q", "m", "l", "g", "tau"}


def test_equations_of_a_six_axis_arm_keep_to_the_time_they_are_given() -> None:
    arm = (EXAMPLES / "arm6.yaml").read_text()
    soon = ask("equations", document=arm, quantities=["M"], style="closed", seconds=0.01)
    late = ask("equations", document=arm, quantities=["M"], style="closed", seconds=60)
    assert soon["formulas"][0]["style"] == "steps"
    assert late["formulas"][0]["style"] == "closed"


def test_code_has_files_with_sizes_and_functions_with_counts() -> None:
    found = ask("code", document=PENDULUM, language="c", quantities=["mass_matrix", "gravity"], parameters="numeric")
    files = {file["path"]: file for file in found["files"]}
    assert files["double_pendulum.c"]["size"] == len(files["double_pendulum.c"]["text"].encode())
    assert [f["name"] for f in found["functions"]] == ["mass_matrix", "gravity"]
    built = lw.build(EXAMPLES / "double_pendulum.yaml", to="c", quantities="mass_matrix,gravity").trees["c"]
    assert {path: file["text"] for path, file in files.items()} == dict(built)
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    assert found["functions"][0]["operations"] == str(kernel(robot, "mass_matrix").ops)


@pytest.mark.parametrize("parameters", ["numeric", "symbolic", "base"])
def test_code_is_had_in_every_form_of_the_parameters(parameters: str) -> None:
    found = ask("code", document=PENDULUM, language="javascript", quantities=["gravity"], parameters=parameters)
    assert found["functions"][0]["total"] > 0


def test_the_verdict_is_a_document_of_its_schema_and_progress_is_told() -> None:
    told: list[tuple[str, float]] = []
    verdict = verify({"document": PENDULUM}, lambda what, part: told.append((what, part)))["verdict"]
    assert from_json(json.loads(json.dumps(verdict))).ok
    assert [part for _, part in told] == sorted(part for _, part in told)
    assert told[0][1] == 0
    assert told[-1][1] < 1


def test_conventions_name_every_language_and_quantity() -> None:
    found = ask("conventions")
    assert {x["id"] for x in found["languages"]} >= {"c", "rust", "javascript"}
    assert {x["name"]: x["kinds"] for x in found["quantities"]}["mass_matrix"] == ["open", "closed", "lagrangian"]
    assert "gravity" in found["text"].lower()


@pytest.mark.slow
def test_every_template_is_a_mechanism() -> None:
    names = ask("templates")
    asked = [{"joints": "RRP"}, *({"loop": n} for n in names["loop"]), *({"parallel": n} for n in names["parallel"])]
    for payload in asked:
        document = ask("template", **payload)["document"]
        assert ask("check", document=document)["report"]["degrees_of_freedom"] > 0


def test_every_example_has_a_picture_a_title_and_a_document() -> None:
    found = ask("examples")["examples"]
    assert {x["group"] for x in found} == {"trees", "loops", "parallel robots", "Lagrangians"}
    assert len(found) >= 50
    for x in found:
        assert x["picture"].startswith("<svg"), x["id"]
        assert x["title"]
        assert x["about"]
    assert ask("example", id="loops/fourbar")["document"] == (EXAMPLES / "loops" / "fourbar.yaml").read_text()


MOVE = {"from": 0, "to": 1, "start": 0.5, "velocity": 1, "acceleration": 5, "jerk": 50}


def test_a_move_from_rest_to_rest_is_a_formula_that_a_run_follows() -> None:
    """The shoulder at 1, at rest, after the motion's time; at 0 before it; the acceleration within its bound."""
    found = ask("move", **MOVE)
    assert found["duration"] == pytest.approx(1.3, rel=1e-12)
    driven = {"shoulder": {"kind": "motion", "position": found["formula"]}}
    run = {"time": 2, "rate": 100, "method": "server", "step": 1e-3, "start": {"q": {}, "v": {}}, "inputs": driven}
    motion = ask("simulate", document=PENDULUM, run={**run, "stops": None})["motion"]
    shoulder = [(t, q[0], v[0], a[0]) for t, q, v, a in zip(*(motion[x] for x in "tqva"), strict=True)]
    assert all(abs(q) < 1e-9 for t, q, _, _ in shoulder if t <= 0.5)
    assert all(abs(q - 1) < 1e-6 and abs(v) < 1e-5 for t, q, v, _ in shoulder if t > 1.8)
    assert max(abs(a) for *_, a in shoulder) == pytest.approx(5, rel=1e-3)


BAD: list[tuple[str, dict[str, Any]]] = [
    ("equations", {"document": 5}),
    ("equations", {"document": PENDULUM, "quantities": "M"}),
    ("equations", {"document": PENDULUM, "quantities": [1]}),
    ("equations", {"document": PENDULUM, "quantities": [], "style": "open"}),
    ("equations", {"document": PENDULUM, "seconds": True}),
    ("equations", {"document": PENDULUM, "seconds": 1e9}),
    ("code", {"document": PENDULUM, "language": "cobol"}),
    ("code", {"document": PENDULUM, "language": None}),
    ("code", {"document": PENDULUM, "parameters": "none"}),
    ("verify", {"document": PENDULUM, "against": "nobody"}),
    ("template", {"joints": "X"}),
    ("template", {"joints": "R" * 1000}),
    ("template", {"loop": "sixbar"}),
    ("example", {"id": "../pyproject"}),
    ("example", {}),
    ("move", {**MOVE, "to": "1"}),
    ("move", {**MOVE, "to": float("nan")}),
    ("move", {**MOVE, "start": -1}),
    ("move", {**MOVE, "velocity": 0}),
    ("move", {**MOVE, "acceleration": None, "jerk": None}),
]


@pytest.mark.parametrize(("name", "payload"), BAD)
def test_what_cannot_be_answered_is_told(name: str, payload: dict[str, Any]) -> None:
    found = answer(name, payload)
    assert found["ok"] is False
    assert found["messages"][0]["what"]


def test_trees_need_no_numpy() -> None:
    """Check, equations and code of a tree without NumPy, SciPy and lxml: as in Pyodide."""
    program = f"""
import sys
for name in ("numpy", "scipy", "lxml", "llvmlite"):
    sys.modules[name] = None
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "numpy" else found(name, *more)
from linkwright.studio.desk import answer
document = open({str(EXAMPLES / "double_pendulum.yaml")!r}).read()
for name in ("check", "equations", "code"):
    told = answer(name, {{"document": document}})
    assert told["ok"], (name, told)
assert told and answer("code", {{"document": document}})["left_out"][-1]["name"] == "tests"
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
