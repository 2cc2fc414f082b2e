"""load: by suffix, with as little imported as the file needs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import linkwright as lw

EXAMPLES = Path(__file__).parents[2] / "examples"


def loaded_by(path: Path) -> set[str]:
    script = f"import sys, linkwright; linkwright.load({str(path)!r}); print(*{{m.split('.')[0] for m in sys.modules}})"
    return set(
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    )


def test_a_urdf_needs_lxml_and_nothing_large() -> None:
    found = loaded_by(EXAMPLES / "elbow6.urdf")
    assert "lxml" in found
    assert not found & {"scipy", "ruamel", "xacro", "sympy", "llvmlite"}


def test_a_yaml_needs_ruamel_and_nothing_large() -> None:
    found = loaded_by(EXAMPLES / "scara.yaml")
    assert "ruamel" in found
    assert not found & {"scipy", "lxml", "xacro", "sympy", "llvmlite"}


def test_the_suffix_decides_in_any_case(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "elbow6.urdf", tmp_path / "ARM.URDF")
    shutil.copy(EXAMPLES / "scara.yaml", tmp_path / "scara.yml")
    assert lw.load(str(tmp_path / "ARM.URDF")).name == "elbow6"
    assert lw.load(tmp_path / "scara.yml").name == "scara"


def test_dh_is_still_a_function_after_it_was_used() -> None:
    """A module of the same name beside it would take its place."""
    lw.dh([("R", 0, 0, 0, "q")], convention="modified")
    assert callable(lw.dh)
    assert lw.dh([("R", 0, 0, 0, "q")], convention="standard").nv == 1
