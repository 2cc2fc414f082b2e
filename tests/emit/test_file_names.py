"""One rule for the names of generated files (docs/generated_code.md), in every language."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest

import linkwright as lw
from linkwright.emit import TARGETS

EXAMPLES = Path(__file__).parents[2] / "examples"
BUILD_FILES = {"Makefile", "CMakeLists.txt", "Cargo.toml", "Project.toml", "fpm.toml", "package.json"}
BUILD_FILES |= {"MANIFEST.in", "pyproject.toml", "setup.py"}
PAGES = {"README.md", "tree.svg", "sketch.svg"}
OWN_FOLDERS = {
    "rust": {"src", "tests", "examples"}, "julia": {"src", "test"}, "matlab": {"+scara"}, "cython": {"scara"},
    "java": {"scara", "linkwright"},
}  # fmt: skip
"""Folders that the language, or its package manager, asks for by these names."""
BY_LAW = {"julia": {"test/runtests.jl"}}
WITHOUT_PROGRAMS = {"latex"}


@pytest.mark.parametrize("language", TARGETS)
def test_files_are_named_by_the_rule(language: str) -> None:
    tree = lw.build(lw.load(EXAMPLES / "scara.yaml"), to=language, quantities="M", run=False).trees[language]
    names = {PurePosixPath(path): PurePosixPath(path).stem.partition(".")[0] for path in tree}
    beside = {"scara", "test_scara", "example_scara", "autodiff_scara", "linkwright_math", "linkwright_checks"}
    for path, stem in names.items():
        inside = path.parts[0] in OWN_FOLDERS.get(language, set()) and len(path.parts) > 1
        known = path.name in BUILD_FILES | PAGES or stem in beside
        assert known or inside, path
    if language in WITHOUT_PROGRAMS:
        return
    assert "example_scara" in names.values()
    assert "test_scara" in names.values() or BY_LAW[language] <= set(tree)


def test_two_robots_share_a_folder_in_every_language(tmp_path: Path) -> None:
    """Nothing of the first is overwritten but what belongs to both."""
    for robot in ("scara.yaml", "double_pendulum.yaml"):
        lw.build(
            EXAMPLES / robot, to=["c", "fortran", "javascript", "numpy", "jax"], out=tmp_path, quantities="M", run=False
        )
    for language in ("c", "fortran", "javascript", "numpy", "jax"):
        programs = {path.stem for path in (tmp_path / language).iterdir()}
        assert {"scara", "double_pendulum", "test_scara", "example_scara", "example_double_pendulum"} <= programs
