"""Imports by a string lead somewhere and obey the layers; loading one kind of mechanism does not load the others."""

from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module

import pytest

import linkwright as lw
from tests.support.layers import breaches, read_layers
from tests.support.package import target
from tests.support.source import MODULES, ROOT, Module, imports

TARGETS = sorted({path for module in MODULES.values() for path in module.targets})
PENDULUM = ROOT / "examples" / "double_pendulum.yaml"
ARM = ROOT / "examples" / "elbow6.urdf"
LITERAL_IMPORTS = {
    "numpy",
    "mujoco",
    "pinocchio",
    "ruckig",
    "numpy._core._multiarray_umath",
    "numpy.core._multiarray_umath",
}
"""Other people's packages that are imported by a name that stands in the text: optional ones, or without types."""
COMPUTED = {"linkwright.lazy", "linkwright.runtime.trampoline"}
"""Modules that hand a variable to import_module: the one way in, and the two names of one NumPy module in a loop."""


def run(program: str) -> str:
    """What a fresh process prints."""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("path", TARGETS)
def test_what_is_imported_by_a_string_is_there(path: str) -> None:
    assert target(path) is not None


def test_contributing_draws_the_layers_as_they_are() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    drawn = re.search(r"^    cli >.*\n(?:     *>.*\n)*", text, re.MULTILINE)
    assert drawn, "CONTRIBUTING.md has no line 'cli > ...'"
    layers = [{name.strip() for name in layer.split("|")} for layer in drawn[0].split(">")]
    assert layers == [x for x in read_layers() if x != {"__main__"}], "pyproject.toml has other layers"


def test_there_are_imports_by_a_string() -> None:
    assert len(TARGETS) > 50


def calls(module: Module, names: set[str]) -> Iterator[ast.Call]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in names:
            yield node


def test_paths_stand_in_full() -> None:
    """No path is put together: a reader finds who uses a module by searching for its name."""
    composed = [
        module.name
        for module in MODULES.values()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.JoinedStr) and ast.unparse(node)[2:].startswith("linkwright.")
    ]
    assert not composed


def test_nothing_else_is_imported_by_a_string() -> None:
    computed, unknown = set(), set()
    for module in MODULES.values():
        for call in calls(module, {"import_module", "__import__"}):
            given = call.args[0]
            if not isinstance(given, ast.Constant):
                computed.add(module.name)
            elif given.value not in LITERAL_IMPORTS:
                unknown.add(f"{module.name}: {given.value}")
    assert not computed - COMPUTED
    assert not unknown


def test_imports_by_a_string_obey_the_layers() -> None:
    edges = {name: imports(module) for name, module in MODULES.items()}
    assert not breaches(edges, read_layers())


def test_breaches_are_found() -> None:
    layers = [{"top"}, {"left", "right"}, {"low"}]
    edges = {
        "linkwright": {"linkwright.top"},
        "linkwright.top": {"linkwright.low.a"},
        "linkwright.left.a": {"linkwright.right", "linkwright.left.b"},
        "linkwright.low.a": {"linkwright.top"},
        "linkwright.other": set(),
    }
    found = [
        "linkwright.left.a -> linkwright.right",
        "linkwright.low.a -> linkwright.top",
        "linkwright.other is in no layer",
    ]
    assert breaches({name: set(others) for name, others in edges.items()}, layers) == found


def test_names_stay_functions_and_types_when_every_module_is_imported() -> None:
    """A package called as a function of the API is would take its place."""
    program = f"""
import importlib, inspect, json, types
import linkwright as lw
for name in {sorted(MODULES)!r}:
    if name != "linkwright.__main__":
        importlib.import_module(name)
print(json.dumps([name for name in lw.__all__ if inspect.ismodule(getattr(lw, name))]))
kinds = (types.FunctionType, type, types.UnionType)
print(json.dumps([name for name in lw.__all__ if not isinstance(getattr(lw, name), kinds)]))
"""
    modules, others = (json.loads(line) for line in run(program).splitlines()[-2:])
    assert modules == []
    assert others == ["__version__"]


@pytest.mark.parametrize("name", ["build", "compile", "derive", "dh", "load"])
def test_signatures_are_shown(name: str) -> None:
    function = getattr(lw, name)
    assert inspect.isfunction(function)
    shown = inspect.signature(function).parameters
    assert shown
    assert not all(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in shown.values())
    assert inspect.getdoc(function)


def test_text_to_text_needs_no_numpy_scipy_or_lxml() -> None:
    """YAML -> equations -> JavaScript, as in a browser."""
    program = f"""
import sys
for name in ("numpy", "scipy", "lxml"):
    sys.modules[name] = None
import linkwright as lw
robot = lw.load({str(PENDULUM)!r})
assert lw.derive(robot, "inverse_dynamics").ops.mul
from linkwright.emit import BuildContext, emit
from linkwright.kernels import kernel
tree = emit([kernel(robot, "inverse_dynamics")], "javascript", BuildContext(robot.name))
print(tree.files["double_pendulum.js"])
"""
    assert "export function inverse_dynamics(" in run(program)


def test_the_desk_answers_without_numpy_scipy_or_lxml() -> None:
    """What the static page asks of a YAML tree, as Pyodide runs it."""
    program = f"""
import sys
for name in ("numpy", "scipy", "lxml"):
    sys.modules[name] = None
from linkwright.studio.desk import answer
text = open({str(PENDULUM)!r}).read()
asked = {{"check": {{}}, "program": {{"run": {{"stops": {{"stiffness": 1, "damping": 1}}}}}},
          "equations": {{"quantities": ["inverse_dynamics"], "style": "closed"}},
          "code": {{"language": "javascript", "quantities": ["inverse_dynamics"], "parameters": "symbolic"}}}}
for name, more in asked.items():
    found = answer(name, {{"document": text, **more}})
    print(name, found["ok"] or found)
"""
    assert run(program).split("\n")[:-1] == [f"{name} True" for name in ("check", "program", "equations", "code")]


@pytest.mark.parametrize("parameters", ["numeric", "symbolic"])
def test_a_tree_loads_nothing_of_loops_and_manifolds(parameters: str) -> None:
    program = f"""
import sys
import linkwright as lw
robot = lw.load({str(PENDULUM)!r})
lw.derive(robot, 'inverse_dynamics', parameters={parameters!r})
print(*sorted(name for name in sys.modules if name.startswith("linkwright.")))
"""
    loaded = run(program).split()
    above = (
        "linkwright.manifold",
        "linkwright.mechanics.closure",
        "linkwright.mechanics.closed",
        "linkwright.model.assembly",
    )
    assert [name for name in loaded if f"{name}.".startswith(tuple(f"{x}." for x in above))] == []
    assert import_module("linkwright.manifold") is not None  # there is such a thing


def loaded_by(program: str) -> list[str]:
    """Modules that a fresh process has loaded when the program has ended."""
    listed = run(f"import sys\n{program}\nprint('modules:', *sorted(sys.modules))")
    return listed.rpartition("modules:")[2].split()


def test_the_package_alone_loads_nothing_but_names() -> None:
    """Budget: 4 modules of ours; the parts that compute bring NumPy when they are used."""
    loaded = loaded_by("import linkwright")
    assert "numpy" not in loaded
    assert len([name for name in loaded if name.startswith("linkwright.")]) <= 4


def test_a_check_of_an_arm_loads_what_it_prints() -> None:
    """Budget: 78 modules of ours, no NumPy, one file of commands."""
    loaded = loaded_by(f"from linkwright.cli.main import run\nrun(['check', {str(ARM)!r}])")
    assert not {"numpy", "rich.progress"} & set(loaded)
    assert [x for x in loaded if x.startswith("linkwright.cli.") and "command" in x] == [
        "linkwright.cli.mechanism_commands"
    ]
    assert len([x for x in loaded if x.startswith("linkwright.")]) <= 78
