"""Comments in generated functions: which link and which quantity, and that they are true."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.emit import TARGETS, BuildContext, emit
from linkwright.graph.function import Function, Port
from linkwright.graph.notes import noting
from linkwright.kernels import kernel
from linkwright.passes import optimise
from linkwright.passes.provenance import inverses, provenance

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = ("elbow6.urdf", "quadruped.yaml", "loops/fourbar.yaml", "manifold/quadrotor_load.yaml")
ARM = EXAMPLES / "elbow6.urdf"


def values(function: Function, nodes: list[int], states: dict[str, np.ndarray]) -> np.ndarray:
    """Nodes of a function by the interpreter: states x nodes."""
    port = Port("x", (len(nodes),), tuple(nodes))
    made = Function.make("nodes", function.graph, list(function.inputs.values()), [port])
    return np.asarray(made(**{name: x for name, x in states.items() if name in made.inputs}))


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("quantity", ["inverse_dynamics", "mass_matrix"])
def test_what_a_note_says_is_true_in_numbers(file: str, quantity: str) -> None:
    """A noted value of the optimised function is, in floating point, a constant times one that the derivation noted so."""
    robot = lw.load(EXAMPLES / file)
    with noting():
        derived = lw.derive(robot, quantity)
    final = optimise(derived)
    found = provenance(derived, final)
    random = np.random.default_rng(0)
    states = {p.name: random.uniform(0.1, 0.9, (5, *p.shape)) for p in derived.inputs.values()}
    for group in derived.facts["unit_groups"]:
        places = [int(name[2:-1]) for name in group]
        states["q"][:, places] /= np.linalg.norm(states["q"][:, places], axis=1, keepdims=True)
    outputs = {final.graph.args[i][0] if final.graph.op[i] == "neg" else i for i in final.roots}
    inner = [i for i in found if i not in outputs]
    known = list(derived.notes)
    then, now = values(derived, known, states), values(final, inner, states)
    assert inner or file.startswith("manifold")
    for column, i in enumerate(inner):
        same = [k for k, j in enumerate(known) if derived.notes[j] == found[i]]
        ratios = now[:, [column]] / then[:, same]
        spread = np.ptp(ratios, axis=0) / np.abs(ratios).max(axis=0)
        assert spread.min() < 1e-6, found[i]


@pytest.mark.parametrize("file", FILES)
def test_notes_change_no_statement(file: str) -> None:
    robot = lw.load(EXAMPLES / file)
    told, plain = kernel(robot, "inverse_dynamics", notes=True), kernel(robot, "inverse_dynamics")
    assert told.notes
    assert replace(told, notes=()) == plain
    with_remarks, without = (emit([k], "c", BuildContext("r"))["r.c"].splitlines() for k in (told, plain))
    remarks = [line for line in with_remarks if line.startswith("    /* ")]
    assert len(remarks) > 1
    assert [line for line in with_remarks if line not in remarks] == without


def test_every_output_belongs_to_its_own_joint_or_variable() -> None:
    robot = lw.load(EXAMPLES / "manifold/quadrotor_load.yaml")
    with noting():
        derived = lw.derive(robot, "accelerations")
    notes = [derived.notes[derived.graph.args[i][0] if derived.graph.op[i] == "neg" else i].of for i in derived.roots]
    assert notes == ["variable x"] * 3 + ["variable q"] * 3 + ["variable R"] * 3


def test_every_element_of_a_matrix_belongs_to_the_joint_of_its_row() -> None:
    """What two rows share belongs to the first; of some elements something was said before."""
    robot = lw.load(ARM)
    with noting():
        derived = lw.derive(robot, "coriolis_matrix")
    graph, names = derived.graph, robot.position_names
    first: dict[int, str] = {}
    for k, i in enumerate(derived.roots):
        first.setdefault(graph.args[i][0] if graph.op[i] == "neg" else i, f"joint {names[k // len(names)]}")
    said = {i: derived.notes[i].of for i in first if i in derived.notes and derived.notes[i].what == "row of C"}
    assert len(said) > 25
    assert said == {i: first[i] for i in said}


@pytest.mark.parametrize("language", TARGETS)
def test_every_language_says_it_in_its_own_comments(language: str) -> None:
    files = emit([kernel(lw.load(ARM), "inverse_dynamics", notes=True)], language, BuildContext("elbow6"))
    lines = [line.strip() for text in files.values() for line in text.splitlines()]
    start = {"c": "/* ", "cpp": "// ", "fortran": "! ", "javascript": "// ", "rust": "// ", "latex": r"\noindent\emph{"}
    start |= {"matlab": "% ", "cython": "/* ", "java": "// ", "cuda": "// "}
    first = start.get(language, "# ")
    assert any(line.startswith(f"{first}link ") and "angular velocity" in line for line in lines)
    assert any(line.startswith(first) and "joint" in line and ": " in line for line in lines)


def test_names_from_files_cannot_end_a_comment(tmp_path: Path) -> None:
    file = tmp_path / "evil.yaml"
    file.write_text(
        "linkwright: 1\nname: evil\njoints:\n"
        "  'a */ b': {type: revolute, axis: [0, 1, 0], parent: world, child: '*/ #error'}\n"
        "  c: {type: revolute, axis: [1, 0, 0], parent: '*/ #error', child: d, xyz: [1, 0, 0]}\n"
        "bodies:\n  '*/ #error': {mass: 1, com: [1, 2, 3]}\n  d: {mass: 2, com: [0.1, 0.2, 0.3]}\n"
    )
    made = kernel(lw.load(file), "inverse_dynamics", notes=True)
    source = emit([made], "c", BuildContext("evil"))["evil.c"]
    assert "link * / #error" in source
    assert "*/ #error" not in source


def test_inverses_modulo_a_prime() -> None:
    assert inverses([3, 0, 5], 7) == [5, 0, 3]


@pytest.mark.parametrize("file", FILES)
def test_what_was_derived_before_changes_no_remark(file: str) -> None:
    fresh, used = lw.load(EXAMPLES / file), lw.load(EXAMPLES / file)
    kernel(used, "inverse_dynamics")
    lw.derive(used, "mass_matrix")
    for quantity in ("inverse_dynamics", "mass_matrix"):
        assert kernel(used, quantity, notes=True).notes == kernel(fresh, quantity, notes=True).notes
