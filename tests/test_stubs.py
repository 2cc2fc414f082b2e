"""Typed methods of compiled mechanisms: the file for editors says what the tables say."""

from __future__ import annotations

import ast
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.package import tables

ROOT = Path(__file__).parents[1]
STUBS = ROOT / "src/linkwright/native_methods.pyi"


def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_stubs", ROOT / "docs/make_stubs.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_file_is_what_the_tables_say() -> None:
    assert STUBS.read_text(encoding="utf-8") == maker().methods(), "run make stubs (docs/make_stubs.py)"


@pytest.mark.parametrize("kind", ["open", "closed", "lagrangian"])
def test_every_quantity_and_alias_is_a_method(kind: str) -> None:
    made = maker()
    tree = ast.parse(STUBS.read_text(encoding="utf-8"))
    body = next(c for c in tree.body if isinstance(c, ast.ClassDef) and c.name == made.CLASSES[kind]).body
    names = {f.name for f in body if isinstance(f, ast.FunctionDef)}
    names |= {t.id for a in body if isinstance(a, ast.Assign) for t in a.targets if isinstance(t, ast.Name)}
    without = set(tables()[kind].aliases) - names - set(made.OWN.get(kind, ()))
    assert not without, "run make stubs (docs/make_stubs.py)"


PROGRAM = """\
import linkwright as lw
from linkwright.model.robot import OpenRobot

def f(robot: OpenRobot, q: list[float]) -> None:
    dyn = lw.compile(robot)
    dyn.inverse_dynamics(q, q, q)
    dyn.crba(q)
    dyn.inverse_dynamics(q, q)  # an argument is missing
    lw.compile("arm.urdf").inverse_dynamics(q, q, q)
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pyright", path=str(Path(sys.executable).parent)) is None, reason="no pyright here")
def test_a_checker_sees_a_missing_argument(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "pyrightconfig.json").write_text(f'{{"extraPaths": ["{ROOT / "src"}"]}}', encoding="utf-8")
    words = [Path(sys.executable).parent / "pyright", "--pythonpath", sys.executable, "--project", tmp_path]
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False, timeout=300)
    errors = [line for line in done.stdout.splitlines() if " - error" in line]
    assert len(errors) == 1, done.stdout
    assert "program.py:8" in errors[0]
    assert '"a"' in errors[0]
