"""The wheel: small, and with all that the studio shows."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.source import ROOT

LARGEST = 5_000_000


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode and "hatchling" in done.stderr:
        pytest.skip("hatchling cannot be had here")
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_the_wheel_is_small(wheel: Path) -> None:
    size = wheel.stat().st_size
    print(f"the wheel has {size / 1e6:.2f} MB")
    assert size < LARGEST


@pytest.mark.slow
def test_an_installed_studio_has_its_gallery(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
        names = archive.namelist()
    page = [
        p.relative_to(ROOT / "src").as_posix() for p in (ROOT / "src/linkwright/studio/page").rglob("*") if p.is_file()
    ]
    assert not set(page) - set(names)
    program = """
import linkwright
from linkwright.studio.desk import answer
print(linkwright.__file__)
found = answer("examples", {})["examples"]
assert len(found) >= 50 and all(x["picture"] for x in found), len(found)
assert answer("template", {"loop": "fourbar"})["ok"]
"""
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(tmp_path))
