"""The studio without a server: what Python in the page can answer, and the folder that is put together for it."""

from __future__ import annotations

import importlib.util
import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]

IN_THE_PAGE = """
import json, sys
for name in ("numpy", "scipy", "lxml", "typer", "rich", "starlette", "uvicorn", "mujoco", "sympy"):
    sys.modules[name] = None
sys.path.insert(0, sys.argv[1])
from linkwright.studio.desk import answer
questions = json.loads(sys.stdin.read())
print(json.dumps([answer(name, payload) for name, payload in questions]))
"""
RUN = {"time": 1, "rate": 100, "method": "rk4", "step": 0.001, "start": {"q": {}, "v": {}}, "inputs": {}, "stops": None}


@pytest.fixture(scope="module")
def make_static() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_static", ROOT / "studio" / "make_static.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def unpacked(make_static: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    zipfile.ZipFile(io.BytesIO(make_static.archive())).extractall(folder)
    return folder


def ask_in_the_page(folder: Path, *questions: tuple[str, dict[str, object]]) -> list[dict[str, Any]]:
    """Answers of Python that has nothing but the archive."""
    command = [sys.executable, "-I", "-c", IN_THE_PAGE, str(folder)]
    done = subprocess.run(command, input=json.dumps(questions), capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def text(example: str) -> str:
    return (ROOT / "examples" / example).read_text()


def test_trees_and_lagrangians_are_answered_without_numpy(unpacked: Path) -> None:
    document = text("double_pendulum.yaml")
    asked = {"document": document, "quantities": [], "style": "closed"}
    ball = {**asked, "document": text("manifold/spherical_pendulum.yaml")}
    answers = ask_in_the_page(
        unpacked,
        ("check", {"document": document}),
        ("equations", asked),
        ("code", {"document": document, "language": "c", "quantities": ["mass_matrix"], "parameters": "numeric"}),
        ("program", {"document": document, "run": RUN}),
        ("examples", {}),
        ("equations", ball),
        ("code", {"document": ball["document"], "language": "c", "quantities": [], "parameters": "numeric"}),
        ("move", {"from": 0, "to": 1, "start": 0, "velocity": 1, "acceleration": 5, "jerk": 50}),
    )
    assert [found["ok"] for found in answers] == [True] * 8
    equations, gallery = answers[1], answers[4]
    readme = (ROOT / "README.md").read_text()
    assert all(line["text"] in readme for formula in equations["formulas"] for line in formula["lines"])
    assert any(example["id"] == "double_pendulum" for example in gallery["examples"])


def test_what_is_not_there_is_told_with_the_way_out(unpacked: Path) -> None:
    loop, laws = ask_in_the_page(
        unpacked,
        ("check", {"document": text("loops/fourbar.yaml")}),
        ("verify", {"document": text("double_pendulum.yaml")}),
    )
    for found in (loop, laws):
        assert not found["ok"]
        (message,) = found["messages"]
        assert "NumPy" in message["what"]
        assert "pip install" in message["hint"]


def test_the_archive_has_what_it_needs_and_the_same_bytes_each_time(make_static: ModuleType) -> None:
    made = make_static.archive()
    assert made == make_static.archive()
    names = zipfile.ZipFile(io.BytesIO(made)).namelist()
    assert "ruamel/yaml/LICENSE" in names
    assert "linkwright/studio/examples/double_pendulum.yaml" in names
    assert not any(name.startswith(("linkwright/cli/", "linkwright/studio/server/")) for name in names)


def test_the_folder_has_page_python_and_policy(make_static: ModuleType, tmp_path: Path) -> None:
    page, pyodide = tmp_path / "page", tmp_path / "pyodide"
    page.mkdir()
    pyodide.mkdir()
    (page / "index.html").write_text('<html><head><meta charset="utf-8" /></head></html>')
    (pyodide / "pyodide-lock.json").write_text('{"info": {"python": "3"}, "packages": {"numpy": {}}}')
    for name in make_static.PARTS:
        (pyodide / name).write_text(name)
    make_static.make(tmp_path / "out", page, pyodide)
    index = (tmp_path / "out" / "index.html").read_text()
    assert 'name="linkwright-desk" content="static"' in index
    assert "'wasm-unsafe-eval'" in index
    assert "'unsafe-eval'" not in index
    assert json.loads((tmp_path / "out" / "pyodide" / "pyodide-lock.json").read_text())["packages"] == {}
    assert (tmp_path / "out" / "pyodide" / "linkwright.zip").is_file()
